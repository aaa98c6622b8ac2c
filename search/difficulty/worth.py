"""What is a game worth from its start? Proved bounds, within a time that may run out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from layouts.board import Board
from search.first_moves import look_up_value
from search.surveys.solving import is_dense, solve_start
from solver.guardians.dense.scope import GAP, estimate_needs
from solver.guardians.game import Game
from solver.guardians.notation import format_rules
from solver.guardians.saved_folder import find_table
from solver.guardians.size import ENUMERATED_A_SECOND, LARGEST_MODEL, estimate_states

SMALL_GAP = 1e-9
"""Wanted where states are enumerated."""
STATE_BYTES = 1_000
"""Of an enumerated state, about."""
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
    if is_dense(game):
        return max(LEAST_SECONDS, estimate_needs(game).seconds)
    states = estimate_states(game)
    return max(LEAST_SECONDS, states / ENUMERATED_A_SECOND) if states <= LARGEST_MODEL else None


def estimate_memory(game: Game) -> int:
    """Return about how many bytes solving a game takes."""
    return estimate_needs(game).memory if is_dense(game) else STATE_BYTES * estimate_states(game)


def describe_board(board: Board) -> str:
    """Return a board without its names, as part of a question."""
    cards = [(tag, *ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    return f"{cards} {board.neighbours}"


def question_of_worth(game: Game) -> str:
    """Return the question what a game is worth, with all that the answer depends on."""
    return f"worth {format_rules(game.rules)} {describe_board(game.board)} {GAP} {SMALL_GAP}"


def find_worth(
    game: Game, stop: Stop, say: Callable[[str], None] = lambda far: None, threads: int = 2
) -> Worth:
    """Bound the win probability of a game from its start, by its saved table if there is one.

    Parameters
    ----------
    say
        Called with how far it is.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """

    swept = count(1)

    def watch() -> None:
        if stop():
            raise OutOfTime
        if is_dense(game):
            say(f"{next(swept):,} sweeps")

    say("")
    lumped = Game(game.board, game.rules, lumped=True)
    table = find_table(lumped) if is_dense(game) else None
    if table is not None and table.header.gap <= GAP:
        return Worth(*look_up_value(table))
    solution = solve_start(lumped, GAP if is_dense(game) else SMALL_GAP, threads, watch)
    return Worth(solution.lower, solution.upper)
