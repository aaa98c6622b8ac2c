"""Guesses at the bounds of a part, each swept until it proves itself; a stop loses at most a cycle.

All that is needed to go on is in the arrays and facts that `state` returns and `resume` takes, so what comes
out is the same, bit by bit, whether or not there was a stop. Which guesses there are, and in what order, is
said in `part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from numpy.typing import NDArray

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.mixing import Mixing, move_by, weight_of
from solver.guardians.dense.step import Step
from solver.guardians.dense.sweep import Fails, Ranks, Sweeper

CYCLE, CYCLE_IN_SHORT_GAMES = 10, 1
"""Sweeps from one guess to the next. In a short game (six cards) 4 take 22 sweeps, 2 take 16, 1 takes 14."""
PATIENCE, CLOSER = 4, 4
"""If so many guesses in a row haven't come so many times closer, cycles are doubled, up to the longest."""
STUCK = 16
"""If so many guesses of the longest cycles in a row haven't, guesses are given up. Nine cards, two players,
revised medium on the square: every play ends, but it can take so long that guesses stay 1e-5 off."""
MOST_SWEEPS = 1000
"""After these in one stage they are given up, too."""

FAR = 2 * ONE
"""More than any guess can be off."""
MIXING = "mixing_"
"""How the names of its arrays begin."""

MARKED = ["way", "stage", "begun", "sweeps", "stage_sweeps", "off", "cycle", "goal", "waited", "most"]
"""What says, with the arrays, where the work is; see `Guesses`."""

Facts = dict[str, Any]  # whatever JSON can hold
Arrays = dict[str, NDArray[Any]]


class Guesses:
    """The two layers of a part, the guess under way, and where the work is; parameters as in `PartSolver`."""

    def __init__(
        self,
        sweeper: Sweeper,
        fails: dict[bool, Fails | None],
        after_sweep: Callable[[Any, Step, bool], None],
        lower: Values,
        *,
        slack: int,
        long: bool,
        way: str,
    ) -> None:
        self.sweeper = sweeper
        self.fails = fails
        self.after_sweep = after_sweep
        self.slack = slack
        self.cycle = CYCLE if long else CYCLE_IN_SHORT_GAMES  # sweeps from one guess to the next
        self.way = way  # see `part`
        self.lower = lower
        self.upper = sweeper.new_layer(0)
        self.mixing: Mixing | None = None
        self.stage = 0
        self.begun = False  # is the stage under way?
        self.what, self.stages = "", 0
        self.sweeps = 0
        self.stage_sweeps = 0
        self.off = self.goal = FAR
        self.waited = 0  # guesses since the goal was reached, or cycles were doubled
        self.most = 0  # that anything in the group is worth, nearly; see `slack`
        self._mark()

    def _count(self, off: int, enough: int, at_guess: bool = False) -> None:
        self.off = off
        if at_guess:
            self._mark()
        step = Step(self.what, self.stage, self.stages, self.sweeps, off / ONE, enough / ONE)
        self.after_sweep(self, step, at_guess)

    def _mark(self) -> None:
        """Note where the work is at a guess: that is where it is taken up again."""
        self._marked: Facts = {name: getattr(self, name) for name in MARKED}

    def _sweep(self, layer: Values, up: bool, ranks: Ranks | None = None) -> None:
        self.sweeper.sweep(layer, up, fails=self.fails[up], ranks=ranks)
        self.sweeps += 1
        self.stage_sweeps += 1

    def _begin(self) -> None:
        self.begun = True
        self._mark()

    def _warm_up(self, ranks: Ranks, sweeps: int, enough: int, shift: int = 0) -> None:
        """Sweep the lower layer, shifted each time, until there were so many sweeps in this stage."""
        while self.stage_sweeps < sweeps:
            self._sweep(self.lower, False, ranks)
            if shift:
                for (row,) in self._rows(ranks, self.lower):
                    move_by(row, shift)
            self._count(ONE, enough, at_guess=True)

    def _mix(self, ranks: Ranks, shift: int) -> None:
        """Begin to mix the lower layer."""
        self.mixing = Mixing(self.lower, ranks, shift, False, self.sweeper.in_turn)
        self.mixing.weight = weight_of(self.cycle)

    def _guess(self, layer: Values, ranks: Ranks, enough: int) -> bool:
        """Mix until a guess is a bound and hardly moves; tell whether that came about."""
        mixing = self.mixing
        assert mixing is not None
        while True:
            self._sweep(layer, mixing.up, ranks)
            violation, largest = mixing.certify(layer)
            if violation <= 0 and largest <= enough:
                mixing.withdraw(layer)
                return True
            self._compare(largest)
            if self.stage_sweeps > MOST_SWEEPS or (self.cycle >= CYCLE and self.waited >= STUCK):
                return False
            slow = self.cycle < CYCLE and self.waited >= PATIENCE
            self._count(largest, enough)
            for _ in range(self.cycle - 1):
                self._sweep(layer, mixing.up, ranks)
                mixing.spare(layer)
                self._count(largest, enough)
            mixing.advance(layer)
            if slow:
                self.cycle, self.waited = min(2 * self.cycle, CYCLE), 0
                mixing.forget()
                mixing.weight = weight_of(self.cycle)
            self._count(largest, enough, at_guess=True)

    def _compare(self, off: int) -> None:
        """Note how far off a guess is."""
        self.waited += 1
        if off <= self.goal:
            self.goal, self.waited = off // CLOSER, 0

    def _rows(self, ranks: Ranks, *layers: Values) -> Iterator[tuple[Values, ...]]:
        """Return what the layers have for a group, flat, dark set by dark set, but that of a lost game."""
        span = slice(*ranks)
        for s in range(len(self.lower) - 1):
            # A mixing has the rows of its group only, flat.
            yield tuple(layer[s] if layer.ndim == 2 else layer[s, span].reshape(-1) for layer in layers)

    def state(self) -> tuple[Facts, Arrays]:
        """Return all that is needed to go on from the last guess; spoils what came after it."""
        facts = dict(self._marked)
        arrays: Arrays = {"lower": self.lower, "upper": self.upper}
        if self.mixing is not None:
            self.mixing.withdraw(self.upper if self.mixing.up else self.lower)
            facts["mixing"], more = self.mixing.state()
            arrays |= {MIXING + name: array for name, array in more.items()}
        return facts, arrays

    def resume(self, facts: Facts, arrays: Arrays) -> None:
        """Go on from what `state` returned; the arrays are taken over, and the dict is emptied."""
        self.lower, self.upper = arrays["lower"], arrays["upper"]
        for name in MARKED:
            setattr(self, name, facts[name])
        self._mark()
        if "mixing" in facts:
            of_mixing = {
                name.removeprefix(MIXING): array for name, array in arrays.items() if name.startswith(MIXING)
            }
            layer = self.upper if facts["mixing"]["up"] else self.lower
            self.mixing = Mixing.resume(layer, facts["mixing"], of_mixing, self.sweeper.in_turn)
        arrays.clear()
