"""What is the probability of winning within h rounds, and which action is best for that?

    W_h(s) = value(s)                                       terminal
    W_h(s) = max or min over a of  Σ p(s' | s, a) · W_h'(s')
    h'     = h − 1 if the transition ends a round, else h;  W_0 = 0

where the minimum is an opponent's and chance takes its one action. W_h is exact, grows with h and
never exceeds the value of the process: a play of at most h rounds is a play. On any layout, from
any position; what grows is the time.

Values are remembered in a transposition table of bounded size. When it is full, the half that was
not looked at longest is forgotten; that costs time, never exactness.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from flint import fmpq

from solver.process import Owner, Process

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

TABLE_SIZE = 1_000_000
ZERO, CERTAIN = fmpq(0), fmpq(1)


class OutOfTime(Exception):  # noqa: N818 - a budget was met; nothing is wrong
    """The search looked at more nodes than it was allowed."""


class RankedAction(NamedTuple, Generic[A]):
    """An action and the exact probability of winning within the horizon after it."""

    action: A
    value: Fraction


class Expectimax(Generic[S, A]):
    """A search of one process, with its transposition table.

    Parameters
    ----------
    process
        What is searched.
    ends_round
        Tells whether the transition from a state to another uses up one unit of the horizon. Between
        two that do, the process must have no cycle.
    table_size
        Most values to remember; about 400 bytes each.
    node_limit
        Raise OutOfTime beyond so many nodes; none by default.

    Attributes
    ----------
    nodes : int
        States looked at so far, those found in the table not counted.
    hits : int
        States found in the table.
    """

    def __init__(
        self,
        process: Process[S, A],
        ends_round: Callable[[S, S], bool],
        *,
        table_size: int = TABLE_SIZE,
        node_limit: int | None = None,
    ) -> None:
        self.process = process
        self.ends_round = ends_round
        self.half = max(1, table_size // 2)
        self.node_limit = node_limit
        self.nodes = 0
        self.hits = 0
        self._recent: dict[tuple[S, int], fmpq] = {}
        self._older: dict[tuple[S, int], fmpq] = {}

    def value(self, state: S, rounds: int) -> Fraction:
        """Return W_rounds(state), exact."""
        with _deep_recursion():
            found = self._value(state, rounds)
        return Fraction(int(found.p), int(found.q))

    def rank(self, state: S, rounds: int) -> list[RankedAction[A]]:
        """Return all actions of a state, best first for whoever decides; equal ones in their order."""
        owner = self.process.owner(state)
        with _deep_recursion():
            values = [
                (action, self._action_value(state, action, rounds)) for action in self.process.actions(state)
            ]
        ranked = [RankedAction(action, Fraction(int(value.p), int(value.q))) for action, value in values]
        return sorted(ranked, key=lambda item: item.value, reverse=owner != Owner.OPPONENT)

    def __len__(self) -> int:
        """Return how many values are remembered."""
        return len(self._recent) + len(self._older)

    def _value(self, state: S, rounds: int) -> fmpq:
        process = self.process
        owner = process.owner(state)
        if owner == Owner.TERMINAL:
            ending = process.value(state)
            return fmpq(ending.numerator, ending.denominator)
        if rounds <= 0:
            return ZERO
        key = (state, rounds)
        known = self._recent.get(key)
        if known is None:
            known = self._older.get(key)
            if known is not None:
                self._remember(key, known)
        if known is not None:
            self.hits += 1
            return known
        self.nodes += 1
        if self.node_limit is not None and self.nodes > self.node_limit:
            raise OutOfTime
        best = None
        for action in process.actions(state):
            value = self._action_value(state, action, rounds)
            if best is None or (value < best if owner == Owner.OPPONENT else value > best):
                best = value
                if best == (ZERO if owner == Owner.OPPONENT else CERTAIN):
                    break  # nothing can be better
        assert best is not None
        self._remember(key, best)
        return best

    def _action_value(self, state: S, action: A, rounds: int) -> fmpq:
        total = ZERO
        for probability, successor in self.process.outcomes(state, action):
            left = rounds - 1 if self.ends_round(state, successor) else rounds
            value = self._value(successor, left)
            if value:
                total += fmpq(probability.numerator, probability.denominator) * value
        return total

    def _remember(self, key: tuple[S, int], value: fmpq) -> None:
        if len(self._recent) >= self.half:
            self._older, self._recent = self._recent, {}
        self._recent[key] = value


@contextmanager
def _deep_recursion(frames: int = 200_000) -> Iterator[None]:
    """Allow the search to go as deep as a long game; its frames are Python's own, not the stack's."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
