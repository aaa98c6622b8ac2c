"""How many nodes does the game tree have at each depth?

Depth counts plies. A decision leads to a chance node if its action can turn out in several ways, else
straight to what follows; a chance node leads to each outcome. Every path is counted, so the numbers
check the rules, not a table: two programs that agree on them agree on what is legal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

from solver.process import Owner, Process

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Nodes(NamedTuple):
    """How many nodes of each kind."""

    decision: int = 0
    chance: int = 0
    terminal: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.decision + self.chance + self.terminal


def add_nodes(counts: Iterable[Nodes]) -> Nodes:
    """Return the sum of counts."""
    return Nodes(*map(sum, zip(*counts, strict=True)))


class TreeTooLarge(Exception):  # noqa: N818 - a budget was met; nothing is wrong
    """More counts would have to be remembered than was allowed."""


class Perft(Generic[S, A]):
    """A count of one process. Equal states have equal trees, so each is walked once and remembered.

    Parameters
    ----------
    process
        What is counted.
    limit
        Raise TreeTooLarge rather than remember more counts than this; none by default.
    """

    def __init__(self, process: Process[S, A], *, limit: int | None = None) -> None:
        self.process = process
        self.limit = limit
        self._known: dict[tuple[S, int], Nodes] = {}

    def split(self, state: S, depth: int) -> list[tuple[A, Nodes]]:
        """Return for each action the nodes `depth` plies below the state, at least 1, that begin with it."""
        return [(action, self._count_after(state, action, depth)) for action in self.process.actions(state)]

    def count(self, state: S, depth: int) -> Nodes:
        """Return the nodes exactly `depth` plies below a state."""
        owner = self.process.owner(state)
        if depth == 0:
            kinds = {Owner.CHANCE: Nodes(chance=1), Owner.TERMINAL: Nodes(terminal=1)}
            return kinds.get(owner, Nodes(decision=1))
        if owner == Owner.TERMINAL:
            return Nodes()
        key = (state, depth)
        if key not in self._known:
            nodes = add_nodes(
                self._count_after(state, action, depth) for action in self.process.actions(state)
            )
            if self.limit is not None and len(self._known) >= self.limit:
                raise TreeTooLarge(f"more than {self.limit:,} different trees")
            self._known[key] = nodes
        return self._known[key]

    def _count_after(self, state: S, action: A, depth: int) -> Nodes:
        outcomes = self.process.outcomes(state, action)
        if len(outcomes) > 1 and self.process.owner(state) != Owner.CHANCE:
            depth -= 1  # the roll is a node of its own
        if depth == 0:
            return Nodes(chance=1)
        return add_nodes(self.count(outcome.state, depth - 1) for outcome in outcomes)
