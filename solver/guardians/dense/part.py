"""Both bounds of one part of a game, stage by stage; a stop after any sweep loses at most a cycle.

The stages, each a function of the arrays that the one before has left:

    ends        does every play end? (`ends`)
    lower, upper of each group in turn: guesses by `mixing` until one proves itself
    or, where plays need not end, or guesses don't settle, of each group in turn (`slack`)
    follow      one fixed point for each slack
    lead        the lower bound: from the last two, nearly to a slack of 0
    close       the upper bound: a little above the lower one, raised to what sweeps make of it
    tighten     sweeps of the upper bound, as long as the gap is wider than asked for

All that a stage needs to go on is in the arrays and facts that `state` returns and `resume` takes, so what
comes out is the same, bit by bit, whether or not there was a stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from numpy.typing import NDArray

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.arrays import raise_bounds, widest
from solver.guardians.dense.ends import every_play_ends, surely_ends
from solver.guardians.dense.mixing import Mixing, weight_of
from solver.guardians.dense.slack import (
    FALL,
    SHARES,
    falling_slacks,
    is_proved,
    lead,
    lead_on,
    stand_off,
)
from solver.guardians.dense.step import Step
from solver.guardians.dense.sweep import Fails, Ranks, Sweeper

MOST_GROWTHS_OF_LONG_GAMES = 1
"""With more growths a round, games are short and slow modes decay fast."""
SHARES_BY_GROWTHS = {0: 1000, 1: 1000, 2: 100}
"""The slack is the gap asked for divided by this: twice that for each round to come goes into the gap."""
SHARE_IN_SHORT_GAMES = 40
"""With still more growths a round."""
LEAST_SLACK = 4
"""Steps of the number format below which guesses don't settle."""
CYCLE, CYCLE_IN_SHORT_GAMES = 10, 1
"""Sweeps from one guess to the next. In a short game (six cards) 4 take 22 sweeps, 2 take 16, 1 takes 14."""
PATIENCE, CLOSER = 4, 4
"""If so many guesses in a row haven't come so many times closer, cycles are doubled, up to the longest."""
WARM_UP = 14
"""Plain sweeps from 0 before the first guess, in long games: out there T is far from linear."""
STUCK = 16
"""If so many guesses of the longest cycles in a row haven't, guesses are given up. Nine cards, two players,
revised medium on the square: every play ends, but it can take so long that guesses stay 1e-5 off."""
MOST_SWEEPS = 1000
"""After these in one stage they are given up, too."""
SHARE_WHERE_NOTHING_ENDS = 400
"""The last slack is the gap asked for divided by this, where plays need not end."""
FIRST_WARM_UP = 30
"""Plain sweeps before the first guess there."""
ENOUGH = 4
"""A fixed point is followed to the slack divided by this, there."""
STAND_OFF = 1.0
"""The upper bound begins above the lower one there by this part of the last slack, for each round to come.
With a half, it takes 100 sweeps instead of 39 on six cards, revised medium, each a step or so higher."""
MOST_CLOSING_SWEEPS = 400
"""After these it is given up there."""
MOST_TIGHTENING_SWEEPS = 100
LOWER_PROOF = "lower: L < T(L) where L > 0, rounded down"
UPPER_PROOF = "upper: T(U) <= U, rounded up"

FAR = 2 * ONE
"""More than any guess can be off."""
MIXING = "mixing_"
"""How the names of its arrays begin."""

Facts = dict[str, Any]  # whatever JSON can hold
Arrays = dict[str, NDArray[Any]]


@dataclass
class Part:
    """Bounds of a part at the start of rounds, both proved, as multiples of 1 / `ONE`."""

    lower: Values
    upper: Values
    gap: float  # the widest, of all values
    sweeps: int
    proof: str


class PartSolver:
    """Solves one part.

    Parameters
    ----------
    lower_fails, upper_fails
        What failing at the center's seal leads to, if that takes a spirit: from the part with one less.
    gap
        Wanted between the bounds, everywhere.
    after_sweep
        Called after each sweep, and True where a guess has just been made: then `state` is cheap. It may
        raise, and the solver can then still be asked for its `state`.
    first
        The first guess, which is taken over; else it is 0.
    """

    def __init__(
        self,
        sweeper: Sweeper,
        lower_fails: Fails | None,
        upper_fails: Fails | None,
        *,
        gap: float,
        after_sweep: Callable[[PartSolver, Step, bool], None],
        first: Values | None = None,
    ) -> None:
        self.sweeper = sweeper
        self.fails = {False: lower_fails, True: upper_fails}
        self.gap = gap
        self.after_sweep = after_sweep
        growths = sweeper.rules.growths
        long = growths <= MOST_GROWTHS_OF_LONG_GAMES
        share = SHARES_BY_GROWTHS.get(growths, SHARE_IN_SHORT_GAMES)
        self.slack = max(LEAST_SLACK, int(gap * ONE) // share)
        self.cycle = CYCLE if long else CYCLE_IN_SHORT_GAMES
        self.warm_up = WARM_UP if long else 0
        last = max(2 * LEAST_SLACK, int(gap * ONE) // SHARE_WHERE_NOTHING_ENDS)
        self.slacks = falling_slacks(last)
        # With more growths a group reads the others within a round: all at once.
        self.groups: tuple[Ranks, ...] = sweeper.space.groups if long else ((0, sweeper.space.shape[1]),)
        self.lower = sweeper.new_layer(0) if first is None else first
        self.upper = sweeper.new_layer(0)
        self.mixing: Mixing | None = None
        self.by_slack: bool | None = None  # is the slack to fall, since plays need not end, or hardly do?
        self.stage = 0
        self.begun = False  # is the stage under way?
        self.what, self.stages = "", 0
        self.sweeps = 0
        self.stage_sweeps = 0
        self.off = self.goal = FAR
        self.waited = 0  # guesses since the goal was reached, or cycles were doubled
        self._mark()

    def run(self) -> Part:
        """Do all stages that are left."""
        if self.by_slack is None:
            self.what, self.stages = "looking for plays without an end", 1
            self.by_slack = not surely_ends(self.sweeper) and not every_play_ends(
                self.sweeper, self.upper, lambda alive: self._count(alive, 0)
            )
            if self.by_slack:
                self._forget_guess()
        stages = self._stages()
        while self.stage < len(stages):
            self.stages = len(stages)
            self.what, work = stages[self.stage]
            if work():
                self.stage += 1
            else:
                self.by_slack, self.stage, self.mixing = True, 0, None
                self._forget_guess()
                stages = self._stages()
            self.begun, self.stage_sweeps, self.off, self.goal, self.waited = False, 0, FAR, FAR, 0
        proof = f"{LOWER_PROOF}; {UPPER_PROOF}"
        return Part(self.lower, self.upper, self._width() / ONE, self.sweeps, proof)

    def bounds(self) -> tuple[Values, Values | None]:
        """Return both bounds as they are proved so far: None above if there is none yet; a guess, twice."""
        last = self.stages - 2  # the stage of the upper bound of the last group
        if not 0 < last <= self.stage:
            return self.lower, self.lower
        return self.lower, self.upper if self.stage > last else None

    def _forget_guess(self) -> None:
        self.lower[:-1] = 0  # a guess that is too high hardly comes down there

    def _stages(self) -> list[tuple[str, Callable[[], bool]]]:
        """Return the stages, each of which tells whether it came to its end."""
        found: list[tuple[str, Callable[[], bool]]] = []
        for number, ranks in enumerate(self.groups, start=1):
            of = f", group {number} of {len(self.groups)}" if len(self.groups) > 1 else ""
            if not self.by_slack:
                found.append((f"lower bound{of}", partial(self._bound, ranks, up=False)))
                found.append((f"upper bound{of}", partial(self._bound, ranks, up=True)))
                continue
            for place, slack in enumerate(self.slacks):
                what = f"lower bound{of}, slack {slack / ONE:.1e}"
                found.append((what, partial(self._follow, ranks, place)))
            found.append((f"lower bound{of}", partial(self._lead, ranks)))
            found.append((f"upper bound{of}", partial(self._close, ranks)))
        found.append(("tightening", self._tighten))
        return found

    def _count(self, off: int, enough: int, at_guess: bool = False) -> None:
        self.off = off
        if at_guess:
            self._mark()
        step = Step(self.what, self.stage, self.stages, self.sweeps, off / ONE, enough / ONE)
        self.after_sweep(self, step, at_guess)

    def _mark(self) -> None:
        """Note where the work is at a guess: that is where it is taken up again."""
        self._marked: Facts = {
            "by_slack": self.by_slack,
            "stage": self.stage,
            "begun": self.begun,
            "sweeps": self.sweeps,
            "stage_sweeps": self.stage_sweeps,
            "off": self.off,
            "cycle": self.cycle,
            "goal": self.goal,
            "waited": self.waited,
        }

    def _sweep(self, layer: Values, up: bool, ranks: Ranks | None = None) -> None:
        self.sweeper.sweep(layer, up, fails=self.fails[up], ranks=ranks)
        self.sweeps += 1
        self.stage_sweeps += 1

    def _bound(self, ranks: Ranks, *, up: bool) -> bool:
        """Turn a guess at one group into a proved bound, in place; tell whether that came about."""
        layer = self.upper if up else self.lower
        shift = self.slack if up else -self.slack
        span = slice(*ranks)
        if not self.begun:
            if up:
                self.upper[:, span] = self.lower[:, span]
                assert self.mixing is not None
                self.mixing.turn(layer, shift, up)
            else:
                self._warm_up(ranks, shift, self.warm_up)
            self._begin()
        if not self._guess(layer, ranks, self.slack):
            return False
        if up:
            self.mixing = None
        return True

    def _warm_up(self, ranks: Ranks, shift: int, sweeps: int) -> None:
        while self.stage_sweeps < sweeps:
            self._sweep(self.lower, False, ranks)
            self._count(ONE, abs(shift), at_guess=True)
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

    def _follow(self, ranks: Ranks, place: int) -> bool:
        """Find the fixed point at one slack; the one before stays in the upper layer. See `slack`."""
        slack = self.slacks[place]
        span = slice(*ranks)
        if not self.begun:
            if place == 0:
                self._warm_up(ranks, -slack, FIRST_WARM_UP)
                self.upper[:, span] = 0
            else:
                # The line needs two fixed points: the first guess is the first of them.
                factor = 1 / FALL if place > 1 else 0.0
                for x, before in self._rows(ranks, self.lower, self.upper):
                    lead_on(x, before, factor)
                assert self.mixing is not None
                self.mixing.turn(self.lower, -slack, False)
            self._begin()
        if not self._guess(self.lower, ranks, max(slack // ENOUGH, LEAST_SLACK)):
            self.lower[:, span] = self.upper[:, span]  # proved at a larger slack
        return True

    def _lead(self, ranks: Ranks) -> bool:
        """Lead the line through the last two fixed points on, nearly to a slack of 0, as far as is proved."""
        self._begin()
        mixing, lower = self.mixing, self.lower
        assert mixing is not None
        mixing.turn(lower, 0, False)  # holds the last fixed point

        def rows() -> Iterator[tuple[Values, ...]]:
            return self._rows(ranks, mixing.x, self.upper, lower)

        def is_bound(factor: float) -> bool:
            for x, before, out in rows():
                lead(x, before, factor, out)
            self._sweep(lower, False, ranks)
            return all(is_proved(x, before, factor, out) for x, before, out in rows())

        factors = (share / (FALL - 1) for share in SHARES)
        factor = next((factor for factor in factors if is_bound(factor)), 0.0)
        for x, before, out in rows():
            lead(x, before, factor, out)
        self.mixing = None
        return True

    def _close(self, ranks: Ranks) -> bool:
        """Find an upper bound where plays need not end, above the lower one; see `slack`."""
        upper, span = self.upper, slice(*ranks)
        if not self.begun:
            for low, high in self._rows(ranks, self.lower, upper):
                stand_off(low, high, STAND_OFF / (FALL - 1), LEAST_SLACK // 2)
            self._begin()
        while self.stage_sweeps < MOST_CLOSING_SWEEPS:
            before = upper[:-1, span].copy()
            self._sweep(upper, True, ranks)
            worst = max(
                int(raise_bounds(high, was.reshape(-1)))
                for (high,), was in zip(self._rows(ranks, upper), before, strict=True)
            )
            if worst == 0:
                return True
            self._count(worst, 1, at_guess=True)
        upper[:-1, span] = ONE
        return True

    def _rows(self, ranks: Ranks, *layers: Values) -> Iterator[tuple[Values, ...]]:
        """Return what the layers have for a group, flat, dark set by dark set, but that of a lost game."""
        span = slice(*ranks)
        for s in range(len(self.lower) - 1):
            # A mixing has the rows of its group only, flat.
            yield tuple(layer[s] if layer.ndim == 2 else layer[s, span].reshape(-1) for layer in layers)

    def _tighten(self) -> bool:
        """Sweep the upper bound while that helps; T(U) ≤ U holds of what comes out, too."""
        enough = int(self.gap * ONE)
        self._begin()
        while self.stage_sweeps < MOST_TIGHTENING_SWEEPS:
            width = self._width()
            if width <= enough or width >= self.off:
                break
            self._sweep(self.upper, up=True)
            self._count(width, enough, at_guess=True)
        return True

    def _width(self) -> int:
        return int(widest(self.lower.reshape(-1), self.upper.reshape(-1)))

    def _begin(self) -> None:
        self.begun = True
        self._mark()

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
        self.by_slack, self.stage, self.begun = facts["by_slack"], facts["stage"], facts["begun"]
        self.sweeps, self.stage_sweeps, self.off = facts["sweeps"], facts["stage_sweeps"], facts["off"]
        self.cycle, self.goal, self.waited = facts["cycle"], facts["goal"], facts["waited"]
        self._mark()
        if "mixing" in facts:
            of_mixing = {
                name.removeprefix(MIXING): array for name, array in arrays.items() if name.startswith(MIXING)
            }
            layer = self.upper if facts["mixing"]["up"] else self.lower
            self.mixing = Mixing.resume(layer, facts["mixing"], of_mixing, self.sweeper.in_turn)
        arrays.clear()
