"""Both solvers on one game: the dense one, and the explicit one that it must agree with."""

from __future__ import annotations

from dataclasses import dataclass

from layouts.catalogue import load_named
from layouts.graph import board_of, with_cards
from solver.bounds import solve_bounds
from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.solve import solve_game
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import OUT, Turn
from solver.model import build_model

DENSE_GAP = 1e-6
EXPLICIT_GAP = 1e-9


def game_on(board, players, edition="rulebook", difficulty=None, **readings):
    rules = EDITIONS[edition].rules(players, difficulty, {"setup_growths": 1, **readings})
    return Game(board, rules, lumped=True)


def named_board(name, edition="rulebook"):
    return board_of(with_cards(load_named(name), EDITIONS[edition].cards))


@dataclass
class Comparison:
    """How many states were compared, and those where the intervals don't meet."""

    compared: int
    apart: list
    widest: float
    part: object


def compare(game):
    """Compare the values of every state at the start of a round that the explicit model reaches."""
    model = build_model(Play(game))
    bounds = solve_bounds(model, gap=EXPLICIT_GAP)
    assert bounds.closed
    space, part = solve_game(game, gap=DENSE_GAP)
    compared, apart, widest = 0, [], 0.0
    for i, state in enumerate(model.states):
        moment = state.moment
        if not (isinstance(moment, Turn) and moment.player == 0 and moment.left == game.rules.actions):
            continue
        if OUT in state.spirits:
            continue
        at = space.rank(state, 0)
        lower, upper = int(part.lower[at]) / ONE, int(part.upper[at]) / ONE
        compared += 1
        widest = max(widest, upper - lower)
        if lower > bounds.upper[i] + 1e-12 or upper < bounds.lower[i] - 1e-12:
            apart.append((state, lower, upper, bounds.lower[i], bounds.upper[i]))
    return Comparison(compared, apart, widest, part)
