"""Tiny boards of the game, solved once, and processes written down by hand."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of, induced
from solver.bounds import Bounds, solve_bounds
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.rules import Rules
from solver.guardians.state import State
from solver.model import Model, build_model
from solver.process import Outcome, Owner


@dataclass(frozen=True)
class Written:
    """A process as a table: a terminal value, or who decides among which lotteries, for each state."""

    start: str
    table: dict

    def initial(self):
        return self.start

    def owner(self, state):
        entry = self.table[state]
        return entry[0] if isinstance(entry, tuple) else Owner.TERMINAL

    def value(self, state):
        return Fraction(self.table[state])

    def actions(self, state):
        return list(self.table[state][1]) if isinstance(self.table[state], tuple) else []

    def outcomes(self, state, action):
        return [Outcome(Fraction(p), successor) for successor, p in self.table[state][1][action].items()]


@pytest.fixture(scope="session")
def written():
    return Written


def open_board(name):
    """Return the layout of "rulebook", or of "rulebook Stars,Boat", where only these are kept."""
    named, _, kept = name.partition(" ")
    layout = load_named(named)
    return induced(layout, kept.split(",")) if kept else layout


@pytest.fixture(scope="session")
def layout_of():
    return open_board


def lay(name, *, lumped=False, **rules):
    return Play(Game(board_of(open_board(name)), Rules(**rules), lumped=lumped))


@pytest.fixture(scope="session")
def play_of():
    """Return a layout's process: play_of("pair", players=1)."""
    return lay


class Solved(NamedTuple):
    play: Play
    model: Model[State]
    bounds: Bounds

    def of(self, state):
        """Return the bounds of a state's value."""
        at = self.model.index[state]
        return float(self.bounds.lower[at]), float(self.bounds.upper[at])


@pytest.fixture(scope="session")
def solved_of():
    """Return the same with its whole model and bounds, gap 1e-9; each is solved once."""

    @cache
    def solved(name, lumped=False, **rules):
        play = lay(name, lumped=lumped, **rules)
        model = build_model(play)
        return Solved(play, model, solve_bounds(model, gap=1e-9))

    return solved
