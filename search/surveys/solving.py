"""Solve one layout of a survey: enumerated if it is small, else by the dense solver; both bounds proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from layouts.shapes.canon import board_of_canonical_code
from solver.guardians.dense.scope import LEAST_GAP, check_scope, refusal_of
from solver.guardians.game import Game
from solver.guardians.notation import parse_rules
from solver.guardians.play import Play
from solver.guardians.size import estimate_states

SMALL = 60_000
"""Estimated states up to which enumeration is quick."""


class Solution(NamedTuple):
    """What is known of a layout."""

    lower: float
    upper: float
    proof: str
    method: str  # enumerated, or dense
    states: int
    sweeps: int
    updates: int  # state updates in all
    seconds: float


class Cut(NamedTuple):
    """What a few rounds have proved of a layout's win probability; see `extremes.cutting`."""

    lower: float
    upper: float
    updates: int  # state updates
    seconds: float


def is_small(game: Game) -> bool:
    """Tell whether a game is enumerated."""
    return estimate_states(game) <= SMALL


def is_dense(game: Game) -> bool:
    """Tell whether a game is for the dense solver: too large to enumerate quickly, and by rules it can do."""
    return not is_small(game) and refusal_of(game.rules) is None


def solve_layout(layout: str, rules: str, gap: float, threads: int = 1) -> Solution:
    """Bound the win probability of a layout.

    Parameters
    ----------
    layout, rules
        Codes; so that a process elsewhere can be asked.
    gap
        Wanted between the bounds.

    Raises
    ------
    RuleError
        If it is too large to enumerate quickly, and the dense solver can't do the rules.
    """
    game = Game(board_of_canonical_code(layout), parse_rules(rules), lumped=True)
    if not is_small(game):
        check_scope(game.rules)
    return solve_start(game, gap, threads)


def solve_start(
    game: Game, gap: float, threads: int = 1, watch: Callable[[], None] = lambda: None
) -> Solution:
    """Bound the win probability of a lumped game from its start; enumerated unless `is_dense`.

    Parameters
    ----------
    gap
        Wanted between the bounds.
    watch
        Called now and then, at least once a sweep; what it raises ends the solve.
    """
    begun = time.monotonic()
    found = _solve_densely(game, gap, threads, watch) if is_dense(game) else _enumerate(game, gap, watch)
    return found._replace(seconds=time.monotonic() - begun)


def _enumerate(game: Game, gap: float, watch: Callable[[], None]) -> Solution:
    from solver.bounds import solve_bounds
    from solver.model import build_model

    model = build_model(Play(game), progress=lambda *_: watch())
    bounds = solve_bounds(model, gap=gap, at=[0], progress=lambda *_: watch())
    lower, upper = float(bounds.lower[0]), float(bounds.upper[0])
    updates = bounds.sweeps * len(model)
    return Solution(lower, upper, bounds.proof, "enumerated", len(model), bounds.sweeps, updates, 0.0)


def _solve_densely(game: Game, gap: float, threads: int, watch: Callable[[], None]) -> Solution:
    from search.first_moves import look_up_value
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.first_turns import first_turns
    from solver.guardians.held import HeldValues

    sweepers = []
    space, part = solve_game(
        game,
        gap=max(gap, LEAST_GAP),
        threads=threads,
        after_sweep=lambda *_: watch(),
        keep=lambda solved: sweepers.append(solved.sweeper),
    )
    starts = first_turns(game)
    lower = {state: int(part.lower[space.rank(state, 0)]) for state in starts}
    upper = {state: int(part.upper[space.rank(state, 0)]) for state in starts}
    low, high = look_up_value(HeldValues(game, lower, upper))
    states = part.lower.size
    updates = sum(sweeper.updates for sweeper in sweepers)
    return Solution(low, high, part.proof, "dense", states, part.sweeps, updates, 0.0)
