"""Run a survey: list its layouts, solve those that aren't solved, keep each at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from layouts.cards import Card
from layouts.placing.lattice import Lattice
from search.surveys.database import Survey, lock_database, open_database
from search.surveys.decks import format_deck, iter_members
from search.surveys.features import features_of
from search.surveys.workers import Workers, iter_solutions
from solver.guardians.notation import format_rules
from solver.guardians.rules import Rules


class Standing(NamedTuple):
    """How far a survey is."""

    solved: int
    layouts: int
    seconds_left: float | None  # not known before something has been solved


def survey_of(deck: tuple[Card, ...], rules: Rules, lattice: Lattice, gap: float) -> Survey:
    """Return what to ask a database."""
    long, short = lattice.shape
    return Survey(format_deck(deck), format_rules(rules), f"{long}x{short}", lattice.min_contact, gap)


def run_survey(
    path: Path,
    deck: tuple[Card, ...],
    rules: Rules,
    lattice: Lattice,
    *,
    gap: float,
    workers: Workers,
    listing: Callable[[str], None] = lambda text: None,
    progress: Callable[[Standing], None] = lambda standing: None,
    stop: Callable[[], bool] = lambda: False,
) -> Standing:
    """Solve what is left of a survey; stopped, or killed, it goes on from there the next time.

    Parameters
    ----------
    workers
        See `workers`.
    listing
        Called while layouts are listed.
    progress
        Called after each layout that is solved.
    stop
        Asked then; True ends the survey for now.
    """
    survey = survey_of(deck, rules, lattice, gap)
    with lock_database(path), open_database(path, create=True) as database:
        number = database.complete(survey, lambda: iter_members(deck, lattice, listing))
        database.set_gap(number, gap)
        layouts, left = database.count(number)
        found = Standing(layouts - left, layouts, None)
        if left == 0:
            return found
        begun, before = time.monotonic(), found.solved
        with workers as some:
            for layout, solution in iter_solutions(some, database.pending(number), survey.rules, gap):
                database.record(layout, survey.rules, gap, solution, features_of(layout))
                solved = found.solved + 1
                pace = (time.monotonic() - begun) / (solved - before)
                found = Standing(solved, layouts, pace * (layouts - solved))
                progress(found)
                if stop():
                    break
    return found
