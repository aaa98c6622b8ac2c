"""Small games with their values, and a folder for what is kept."""

import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of
from search.values import values_by_solving
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.phases import begin_game

GAMES = {
    "pair": ("pair", 1, "easy", {}),
    "pair, two": ("pair", 2, "easy", {"setup_growths": 1, "actions": 2}),
    "line, Lord Sepia": ("line", 1, "difficult", {"decider": "lord_sepia", "setup_growths": 1}),
}


@pytest.fixture(scope="session")
def small_game():
    """Return a game by its name, nothing lumped."""

    def build(name):
        layout, players, difficulty, readings = GAMES[name]
        return Game(board_of(load_named(layout)), EDITIONS["rulebook"].rules(players, difficulty, readings))

    return build


@pytest.fixture(scope="session")
def values_of(small_game):
    """The values of a small game, each worked out once."""
    known = {}

    def solve(name):
        if name not in known:
            game = small_game(name)
            known[name] = values_by_solving(game, begin_game(game), gap=1e-12)
        return known[name]

    return solve


@pytest.fixture
def kept_folder(tmp_path, monkeypatch):
    """Where what is worked out is kept, and nothing else is."""
    monkeypatch.setenv("HUE_REPORTS", str(tmp_path / "reports"))
    monkeypatch.setenv("HUE_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "reports"
