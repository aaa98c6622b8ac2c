"""What stays the same through a whole game: the board, the rules, and facts worked out from both."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from layouts.board import Board
from layouts.cards import CENTER_TAG
from solver.guardians.rules import Rules
from solver.guardians.state import LOST, WON, State


@dataclass(frozen=True)
class Game:
    """A board and the rules it is played by.

    Parameters
    ----------
    board
        The locations.
    rules
        The readings, settled.
    lumped
        True: states that are worth the same for a reason that `solver.guardians.lumping` gives are
        one state. For solving; the values are the same, the states fewer. False: as on the table.
    """

    board: Board
    rules: Rules
    lumped: bool = field(default=False, kw_only=True)

    @cached_property
    def center(self) -> int:
        """The location with tag 6."""
        return self.board.center

    @cached_property
    def everything(self) -> int:
        """All locations, as a mask."""
        return (1 << len(self.board)) - 1

    @cached_property
    def tagged(self) -> dict[int, tuple[int, ...]]:
        """The locations of each tag."""
        return {
            tag: tuple(i for i, other in enumerate(self.board.tags) if other == tag)
            for tag in range(1, CENTER_TAG + 1)
        }

    @cached_property
    def influences(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each location, mask and encounter influence of itself and of its neighbours."""
        return tuple(
            tuple((1 << j, self.board.ratings[j].influence) for j in (i, *self.board.neighbours[i]))
            for i in range(len(self.board))
        )

    def settle(self, state: State) -> State:
        """Return `state`, or the end of the game if every location is light, or every one dark."""
        if state.dark == self.everything:
            return LOST
        return state if state.dark else WON
