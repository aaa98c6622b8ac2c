"""Both solvers on one game: the dense one, and the explicit one that it must agree with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layouts.catalogue import load_named
from layouts.graph import board_of, with_cards
from solver.bounds import solve_bounds
from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.check import state_at
from solver.guardians.dense.solve import solve_game
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import OUT, AgentsAct, Turn
from solver.model import build_model

DENSE_GAP = 1e-6
EXPLICIT_GAP = 1e-9
SLACK = 1e-12  # for turning the dense solver's integers into floats


def game_on(board, players, edition="rulebook", difficulty=None, **readings):
    rules = EDITIONS[edition].rules(players, difficulty, {"setup_growths": 1, **readings})
    return Game(board, rules, lumped=True)


def named_board(name, edition="rulebook"):
    return board_of(with_cards(load_named(name), EDITIONS[edition].cards))


class Layers:
    """All layers of a game, lower and upper bounds, by the dense solver."""

    def __init__(self, game, gap=DENSE_GAP):
        self.game = game
        self.spaces = {}
        self.found = {}  # spirits left, turn, actions left: (lower, upper)
        _, self.part = solve_game(game, gap=gap, keep=self._keep)

    def _keep(self, solved):
        """Take the starts of rounds as they were solved, the other layers as one more sweep passes them."""
        space, part = solved.sweeper.space, solved.part
        passed = {}

        def visit(turn, left, values):
            passed.setdefault((space.spirits_left, turn, left), []).append(values.copy())

        solved.sweeper.sweep(part.lower.copy(), up=False, fails=solved.lower_fails, visit=visit)
        solved.sweeper.sweep(part.upper.copy(), up=True, fails=solved.upper_fails, visit=visit)
        passed[space.spirits_left, 0, self.game.rules.actions] = [part.lower.copy(), part.upper.copy()]
        self.found |= passed
        self.spaces[space.spirits_left] = space

    def starts(self):
        """Yield every state at the start of a round that has a number, reachable or not."""
        for space in self.spaces.values():
            for index in np.ndindex(space.shape[0] - 1, *space.shape[1:]):
                yield state_at(space, index)

    def bounds(self, state):
        """Return lower and upper bound of a state that is in a layer; None for other moments."""
        moment, players = state.moment, self.game.rules.players
        if isinstance(moment, Turn):
            turn, left = moment.player, moment.left
        elif isinstance(moment, AgentsAct) and moment.waiting == tuple(a for a in state.agents if a >= 0):
            turn, left = players - 1, 0
        else:
            return None
        spirits_left = sum(place != OUT for place in state.spirits)
        at = self.spaces[spirits_left].rank(state, turn)
        lower, upper = self.found[spirits_left, turn, left]
        return int(lower[at]) / ONE, int(upper[at]) / ONE


def solve_explicit(game, others=()):
    """Return the model of all states that the game, or one of some other states, leads to, and bounds."""
    play = Play(game)
    model = build_model(play, [play.initial(), *others])
    bounds = solve_bounds(model, gap=EXPLICIT_GAP)
    assert bounds.closed
    return model, bounds


@dataclass
class Comparison:
    """How many states were compared, and those where the intervals don't meet."""

    compared: int
    starts: int  # of those compared, the starts of rounds
    apart: list
    widest: float
    proof: str


def compare(game):
    """Compare all that is in a layer: each start of a round, and what it leads to within the round."""
    layers = Layers(game)
    return compare_layers(layers, *solve_explicit(game, layers.starts()))


def compare_layers(layers, model, bounds):
    """Compare all states of a model that are in a layer."""
    compared = starts = 0
    apart, widest = [], 0.0
    for state, low, high in zip(model.states, bounds.lower, bounds.upper, strict=True):
        found = layers.bounds(state)
        if found is None:
            continue
        compared += 1
        starts += state.moment == Turn(0, layers.game.rules.actions)
        lower, upper = found
        widest = max(widest, upper - lower)
        if lower > high + SLACK or upper < low - SLACK:
            apart.append((state, lower, upper, float(low), float(high)))
    return Comparison(compared, starts, apart, widest, layers.part.proof)
