"""A game being followed: what has been entered, what was taken back, what is only being tried out.

Nothing is printed here and nothing read, so that a screen, a pipe and a test go through the same.
"""

from __future__ import annotations

from random import Random

from layouts.errors import RuleError
from search.games.record import Record, decide, roll, take_back
from search.games.simulate import roll_awaited
from solver.guardians.action import Action


class Session:
    """A record that grows by entries, with undo and redo, and with branches to try things out.

    Parameters
    ----------
    record
        The game so far.
    random
        What rolls the dice when the program is to.

    Attributes
    ----------
    record : Record
        The game with all that was entered; in a branch, with what is being tried out.
    """

    def __init__(self, record: Record, random: Random) -> None:
        self.record = record
        self.random = random
        self._past: list[Record] = []
        self._future: list[Record] = []
        self._left: list[tuple[Record, list[Record], list[Record]]] = []

    @property
    def depth(self) -> int:
        """In how many branches within another is it?"""
        return len(self._left)

    @property
    def kept(self) -> Record:
        """The game without what is only being tried out."""
        return self._left[0][0] if self._left else self.record

    def decide(self, action: Action) -> None:
        """Enter an action. RuleError if it isn't legal."""
        self._enter(decide(self.record, action))

    def roll(self, dice: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Enter what dice show, or roll them; return what they show. RuleError if they can't."""
        if dice is None and not self.record.dice_awaited:
            raise RuleError("no dice are to be rolled here")
        after = roll_awaited(self.record, self.random) if dice is None else roll(self.record, dice)
        self._enter(after)
        return after.steps[-1].dice

    def go_on(self, record: Record) -> None:
        """Take over what follows of itself from the last entry, as part of it."""
        self.record = record

    def undo(self) -> None:
        """Take the last entry back; in a game from a file, also what was entered earlier."""
        if self._past:
            self._future.append(self.record)
            self.record = self._past.pop()
            return
        if self._left:
            raise RuleError("nothing has been tried out yet; `back` returns to the game")
        before = take_back(self.record)
        self._future.append(self.record)
        self.record = before

    def redo(self) -> None:
        """Enter again what was taken back last. RuleError if nothing was, or something else was entered."""
        if not self._future:
            raise RuleError("nothing was taken back that could be entered again")
        self._past.append(self.record)
        self.record = self._future.pop()

    def branch(self) -> None:
        """Begin to try something out."""
        self._left.append((self.record, self._past, self._future))
        self._past, self._future = [], []

    def leave_branch(self) -> None:
        """Return to where trying out began. RuleError if it didn't."""
        if not self._left:
            raise RuleError("nothing is being tried out; `what-if` begins that")
        self.record, self._past, self._future = self._left.pop()

    def _enter(self, after: Record) -> None:
        self._past.append(self.record)
        self._future.clear()
        self.record = after
