"""Is what a saved table claims true? The argument behind its bounds, gone through anew on every state.

For each number of spirits left, fewest first (`dense.check` says why this proves L ≤ V ≤ U):

    L < T(L) where L > 0            at the start of rounds, rounded down
    T(U) ≤ U                        rounded up
    the other layers of the table   at most what T makes of L on the way, and with their gap at least what
                                    it makes of U

Nothing is shared with the solver but the ranks of states and the readable rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from solver.guardians.dense.check import (
    Check,
    Visit,
    center_fails,
    check_lower,
    check_upper,
    spot_check,
)
from solver.guardians.dense.check_round import Fails, Rounds
from solver.guardians.dense.check_values import ONE, UNIT, Array
from solver.guardians.dense.space import Space
from solver.guardians.saved import SavedTable
from solver.guardians.saved_format import AGENTS, WIDTHS

LOWER = "lower bounds: L < T(L) where L > 0"
UPPER = "upper bounds: T(U) <= U"
WITHIN_LOWER = "lower bounds within a round: at most what follows"
WITHIN_UPPER = "upper bounds within a round: at least what follows"
BOTH = "L <= T(L) and T(U) <= U, exactly"

Progress = Callable[[str, int, int], None]
"""Called with what is being checked, the layers (or the states of a sample) done and all there are."""


@dataclass(frozen=True)
class Finding:
    """A claim about the part with so many spirits left, and what its check found."""

    spirits_left: int
    claim: str
    check: Check


class Sum:
    """Upper bounds, as lower ones and widths in a file: added where they are looked at."""

    def __init__(self, lower: Any, widths: Any) -> None:
        self.lower, self.widths = lower, widths

    def __getitem__(self, at: Any) -> Any:
        return self.lower[at] + self.widths[at].astype(np.uint32)


def _bounds(table: SavedTable, spirits_left: int) -> tuple[Any, Any]:
    lower = table.layer(spirits_left, 0)
    return lower, Sum(lower, table.layer(spirits_left, WIDTHS))


def _parts(table: SavedTable) -> list[int]:
    return sorted({layer.spirits_left for layer in table.header.layers})


def verify(table: SavedTable, progress: Progress = lambda what, done, of: None) -> Iterator[Finding]:
    """Check every claim of a table on every state, and yield what is found, claim by claim.

    Raises
    ------
    ParseError
        If a part of the table is damaged.
    """
    game = table.header.game
    lower_fails: Fails | None = None
    upper_fails: Fails | None = None
    for spirits_left in _parts(table):
        space = Space(game, spirits_left)
        lower, upper = _bounds(table, spirits_left)
        within = _Within(table, spirits_left, up=False, progress=progress)
        check = check_lower(space, lower, lower_fails, strictly=True, visit=within.visit)
        yield Finding(spirits_left, LOWER, check)
        yield Finding(spirits_left, WITHIN_LOWER, within.check())
        within = _Within(table, spirits_left, up=True, progress=progress)
        check = check_upper(space, upper, upper_fails, visit=within.visit)
        yield Finding(spirits_left, UPPER, check)
        yield Finding(spirits_left, WITHIN_UPPER, within.check())
        if spirits_left < game.rules.spirits:
            larger = Space(game, spirits_left + 1)
            lower_fails = center_fails(space, lower, larger, up=False, fails=lower_fails)
            upper_fails = center_fails(space, upper, larger, up=True, fails=upper_fails)


class _Within:
    """Compares the table's other layers with those that a check passes."""

    def __init__(self, table: SavedTable, spirits_left: int, *, up: bool, progress: Progress) -> None:
        self.table, self.spirits_left, self.up, self.progress = table, spirits_left, up, progress
        self.stored = {
            layer.turn: layer
            for layer in table.header.layers
            if layer.spirits_left == spirits_left and layer.turn not in (0, WIDTHS)
        }
        self.checked = self.done = 0
        self.worst = 0

    @property
    def visit(self) -> Visit:
        return self._visit

    def _visit(self, rounds: Rounds, turn: int, left: int, layer: Array) -> None:
        rules = rounds.rules
        self.done += 1
        which = "upper" if self.up else "lower"
        what = f"{which} bounds with {self.spirits_left} of {rules.spirits} spirits"
        self.progress(what, self.done, rules.players * (rules.actions + 1))
        saved_as = AGENTS if (turn, left) == (rules.players - 1, 0) else turn
        if saved_as not in self.stored or (saved_as != AGENTS and left < rules.actions):
            return
        gap = self.stored[saved_as].gap
        values = self.table.layer(self.spirits_left, saved_as)
        for dark_set in range(len(values)):
            claimed = values[dark_set].astype(np.int64) * UNIT
            follows = rounds.turned(layer[dark_set], turn)
            beyond = follows - claimed - gap * UNIT if self.up else claimed - follows
            self.worst = max(self.worst, int(beyond.max()))
            self.checked += claimed.size

    def check(self) -> Check:
        """Return what was found."""
        return Check(self.worst <= 0, self.checked, max(self.worst, 0) / ONE, None)


def spot_check_table(
    table: SavedTable, count: int, seed: int, progress: Progress = lambda what, done, of: None
) -> Iterator[Finding]:
    """Check a sample of the states at the start of rounds, in exact arithmetic, by the readable rules alone.

    Parameters
    ----------
    count
        States of each part; all of them if there are no more.
    """
    game = table.header.game
    smaller = None
    for spirits_left in _parts(table):
        lower, upper = _bounds(table, spirits_left)
        space = Space(game, spirits_left)
        say = partial(progress, f"bounds with {spirits_left} of {game.rules.spirits} spirits")
        yield Finding(spirits_left, BOTH, spot_check(space, lower, upper, count, seed, smaller, say))
        smaller = lower, upper
