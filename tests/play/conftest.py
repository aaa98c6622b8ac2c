"""A game followed without a terminal."""

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from layouts.catalogue import load_named
from reports.play.assistant import Assistant, Manner
from reports.play.screen import Screen
from reports.play.session import Session
from search.games.counsel import advise_by_values
from search.games.record import begin_record
from search.values import values_by_solving
from solver.guardians.editions import EDITIONS
from solver.process import Owner


@pytest.fixture(scope="session")
def line_values():
    """The values of the line with one player, and with Lord Sepia."""
    known = {}

    def values_of(record):
        rules = record.game.rules
        if rules not in known:
            known[rules] = values_by_solving(record.game, record.begin)
        return known[rules]

    return values_of


@pytest.fixture
def follow_line(line_values):
    """Return an assistant on the line of three cards, with what it has kept and what it has saved."""

    def begin(*, simulate=False, side=Owner.PLAYERS, hints=True, known=True, seed=1, names=(), **readings):
        record = begin_record(
            load_named("line"), EDITIONS["rulebook"].rules(1, "easy", readings), names=names
        )
        values = line_values(record)
        out = Console(record=True, width=120, file=StringIO())
        kept, saved = [], {}
        assistant = Assistant(
            Session(record, Random(seed)),
            Screen(out, values if known else None),
            values if known else None,
            Manner(simulate, side, hints),
            advise=lambda now: advise_by_values(now, values),
            keep=kept.append,
            save=lambda now, name: saved.update({name: now}),
        )
        assistant.begin()
        return assistant, kept, saved

    return begin


@pytest.fixture
def read_screen():
    """Return what has been printed since the last time."""
    return lambda assistant: assistant.screen.out.export_text()
