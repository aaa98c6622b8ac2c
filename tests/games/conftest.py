"""Small games to play, and games played at random on them."""

from random import Random

import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of, induced
from search.games.record import begin_record
from search.games.simulate import simulate
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play

SMALL = {
    "pair": ("pair", 1, "easy", {}),
    "pair, two": ("pair", 2, "impossible", {"setup_growths": 1, "actions": 2}),
    "pair, any start": ("pair", 1, "easy", {"start": "any", "actions": 2}),
    "triangle": ("triangle", 1, "difficult", {}),
    "line": ("line", 1, "easy", {}),
    "line, two": ("line", 2, "impossible", {"setup_growths": 1, "actions": 2}),
    "triangle, Lord Sepia": (
        "triangle",
        1,
        "easy",
        {"decider": "lord_sepia", "setup_growths": 1, "actions": 2},
    ),
    "pair, support after": ("pair", 2, "easy", {"reduce_timing": "after", "actions": 2, "setup_growths": 1}),
}


@pytest.fixture(scope="session")
def small_games():
    """The names of games of a few thousand states."""
    return list(SMALL)


@pytest.fixture(scope="session")
def begin():
    """Return the record of a game that begins, by its name in `SMALL` or by a layout's."""

    def begin_named(name, *, players=2, difficulty="easy", keep=(), names=(), **readings):
        layout_name, players, difficulty, readings = SMALL.get(name, (name, players, difficulty, readings))
        layout = load_named(layout_name)
        if keep:
            layout = induced(layout, keep)
        rules = EDITIONS["rulebook"].rules(players, difficulty, readings)
        return begin_record(layout, rules, names=names)

    return begin_named


@pytest.fixture(scope="session")
def play_at_random(begin):
    """Return a game in which every decision is drawn from the legal ones, over or `most` steps long."""

    def play(name, seed, most=400, **given):
        record, random = begin(name, **given), Random(seed)
        process = Play(Game(board_of(record.layout), record.game.rules))
        return simulate(record, lambda state: random.choice(process.actions(state)), random, most)

    return play
