"""What is a game worth from its start? Proved bounds, within a time that may run out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from layouts.board import Board
from search.surveys.solving import LEAST_DENSE_GAP, SMALL
from solver.guardians.dense.scope import check_scope, estimate_needs
from solver.guardians.game import Game
from solver.guardians.notation import format_rules
from solver.guardians.play import Play
from solver.guardians.rules import Rules
from solver.guardians.size import estimate_states

GAP = 1e-6
"""Wanted between bounds where the dense solver is asked."""
SMALL_GAP = 1e-9
"""Wanted where states are enumerated."""
MOST_ENUMERATED = 3_000_000
ENUMERATED_A_SECOND = 20_000
LEAST_SECONDS = 0.5
Stop = Callable[[], bool]


class OutOfTime(Exception):  # noqa: N818 - a budget was met; nothing is wrong
    """The time for a part has run out."""


class Worth(NamedTuple):
    """Proved bounds of a win probability."""

    lower: float
    upper: float

    @property
    def middle(self) -> float:
        """Between the bounds."""
        return (self.lower + self.upper) / 2


def estimate_seconds(game: Game) -> float | None:
    """Return about how long a game takes to solve; None if it can't be."""
    states = estimate_states(game)
    if states <= SMALL or not _is_dense(game.rules):
        return max(LEAST_SECONDS, states / ENUMERATED_A_SECOND) if states <= MOST_ENUMERATED else None
    return max(LEAST_SECONDS, estimate_needs(game).seconds)


def estimate_memory(game: Game) -> int:
    """Return about how many bytes solving a game takes."""
    states = estimate_states(game)
    if states <= SMALL or not _is_dense(game.rules):
        return 1_000 * states
    return estimate_needs(game).memory


def _is_dense(rules: Rules) -> bool:
    try:
        check_scope(rules)
    except ValueError:
        return False
    return True


def describe_board(board: Board) -> str:
    """Return a board without its names, as part of a question."""
    cards = [(tag, *ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    return f"{cards} {board.neighbours}"


def question_of_worth(game: Game) -> str:
    """Return the question what a game is worth, with all that the answer depends on."""
    return f"worth {format_rules(game.rules)} {describe_board(game.board)} {GAP} {SMALL_GAP}"


def find_worth(game: Game, stop: Stop, threads: int = 2) -> Worth:
    """Bound the win probability of a game from its start.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """
    lumped = Game(game.board, game.rules, lumped=True)
    if estimate_states(game) <= SMALL or not _is_dense(game.rules):
        return _enumerate(lumped, stop)
    return _solve_densely(lumped, stop, threads)


def _enumerate(game: Game, stop: Stop) -> Worth:
    from solver.bounds import solve_bounds
    from solver.model import build_model

    def watch(*_: Any) -> None:
        if stop():
            raise OutOfTime

    model = build_model(Play(game), limit=MOST_ENUMERATED * 3, progress=watch)
    bounds = solve_bounds(model, gap=SMALL_GAP, at=[0], progress=watch)
    return Worth(float(bounds.lower[0]), float(bounds.upper[0]))


def _solve_densely(game: Game, stop: Stop, threads: int) -> Worth:
    from search.first_moves import look_up_value
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.first_turns import first_turns
    from solver.guardians.held import HeldValues

    def watch(*_: Any) -> None:
        if stop():
            raise OutOfTime

    space, part = solve_game(game, gap=max(GAP, LEAST_DENSE_GAP), threads=threads, after_sweep=watch)
    starts = first_turns(game)
    lower = {state: int(part.lower[space.rank(state, 0)]) for state in starts}
    upper = {state: int(part.upper[space.rank(state, 0)]) for state in starts}
    return Worth(*look_up_value(HeldValues(game, lower, upper)))
