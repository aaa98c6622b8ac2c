"""Bounds of some states of a game, or guesses, in memory; to be searched from like a saved table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from solver.guardians.dense.space import ONE, Space
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.state import Over, State, Turn

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Holds(Protocol):
    """What has bounds of some states of a lumped game."""

    @property
    def game(self) -> Game:
        """The game, lumped."""

    def numerators(self, state: State) -> tuple[int, int] | None:
        """Return the bounds times `ONE`, or None if the state isn't held."""


@dataclass(frozen=True)
class HeldValues:
    """Bounds, times `ONE`, of states of a lumped game."""

    game: Game
    lower: Mapping[State, int]
    upper: Mapping[State, int]

    def numerators(self, state: State) -> tuple[int, int] | None:
        """Return the bounds times `ONE`, or None if the state isn't held."""
        if isinstance(state.moment, Over):
            value = ONE if state.moment.won else 0
            return value, value
        state = representative(self.game, state)
        if state not in self.lower:
            return None
        return self.lower[state], self.upper[state]


@dataclass(frozen=True)
class HeldLayers:
    """Bounds of the values where rounds begin, times `ONE`, as a solve has them so far.

    Of a guess both layers are the same: equal bounds, not proved.
    """

    space: Space
    lower: NDArray[Any]  # of turn 0; see `Space`
    upper: NDArray[Any] | None  # None: nothing is known yet, so 1

    @property
    def game(self) -> Game:
        """The game, lumped."""
        return self.space.game

    def numerators(self, state: State) -> tuple[int, int] | None:
        """Return both bounds, or None if the state isn't in the layers."""
        if isinstance(state.moment, Over):
            value = ONE if state.moment.won else 0
            return value, value
        if state.moment != Turn(0, self.game.rules.actions):
            return None
        rank = self.space.rank(representative(self.game, state), 0)
        return int(self.lower[rank]), ONE if self.upper is None else int(self.upper[rank])
