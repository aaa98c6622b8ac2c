"""Both bounds of one part of a game, stage by stage; a stop after any sweep loses at most a cycle.

The stages, each a function of the arrays that the one before has left:

    lower, upper of each group in turn: guesses by `mixing` until one proves itself
    or, where games hardly end, or guesses don't settle, and the players decide (`slack`)
    sink        the upper bound: what sweeps make of the most that anything is worth
    follow      the lower bound: from there, one fixed point for each of two slacks
    or, where an opponent does, or that doesn't settle either
    follow      one fixed point for each slack, down from above; or up from 0, if that doesn't settle
    lead        the lower bound: from the last two, nearly to a slack of 0
    close       the upper bound: a little above the lower one, raised to what sweeps make of it
    tighten     sweeps of the upper bound, as long as the gap is wider than asked for

All ways end in the same proof, so which one is taken is a question of time only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.arrays import raise_bounds, rise_and_fall, widest
from solver.guardians.dense.ends import surely_ends
from solver.guardians.dense.guesses import FAR, Guesses
from solver.guardians.dense.mixing import move_by
from solver.guardians.dense.slack import (
    FALL,
    FIRST_SLACKS,
    SHARES,
    falling_slacks,
    hang,
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
WARM_UP = 14
"""Plain sweeps from 0 before the first guess, in long games: out there T is far from linear."""
SHARE_WHERE_GAMES_HARDLY_END = 400
"""The last slack is the gap asked for divided by this, where games hardly end."""
WARM_UP_FROM_0 = 30
"""Plain sweeps from 0 before the first guess there, on the way up."""
ENOUGH = {"above": 1, "down": 4, "up": 4}
"""A fixed point is followed to the slack divided by this, there."""
SUNK = 4
"""Steps by which a sweep may still lower an upper bound that comes down by plain sweeps."""
SINKING_SWEEPS = 100
"""If so many of these in a row don't fall `CLOSER` times less, they are given up."""
STAND_OFF = 2.0
"""The upper bound begins above the lower one there by so many times the last slack, for each round to come.
Sweeps until the first group's is proved, two players, revised medium: on six cards 39 with 1, 7 with 1.5
or 2; on nine over 100 with 1. A round's rounding has to fit in; what is more than that widens the gap."""
MOST_CLOSING_SWEEPS = 400
"""After these it is given up there."""
MOST_TIGHTENING_SWEEPS = 100
LOWER_PROOF = "lower: L < T(L) where L > 0, rounded down"
UPPER_PROOF = "upper: T(U) <= U, rounded up"


@dataclass
class Part:
    """Bounds of a part at the start of rounds, both proved, as multiples of 1 / `ONE`."""

    lower: Values
    upper: Values
    gap: float  # the widest, of all values
    sweeps: int
    proof: str


def ways(sweeper: Sweeper, *, long: bool) -> tuple[str, ...]:
    """Return the ways to go; what doesn't settle in one is done in the next."""
    found = () if long and not surely_ends(sweeper) else ("guesses",)
    # An opponent lets nobody wait at no risk.
    return (*found, "above", "down", "up") if sweeper.rules.decider == "players" else (*found, "down", "up")


class PartSolver(Guesses):
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
        growths = sweeper.rules.growths
        long = growths <= MOST_GROWTHS_OF_LONG_GAMES
        share = SHARES_BY_GROWTHS.get(growths, SHARE_IN_SHORT_GAMES)
        self.ways = ways(sweeper, long=long)
        super().__init__(
            sweeper,
            {False: lower_fails, True: upper_fails},
            after_sweep,
            sweeper.new_layer(0) if first is None else first,
            slack=max(LEAST_SLACK, int(gap * ONE) // share),
            long=long,
            way=self.ways[0],
        )
        self.gap = gap
        self.warm_up = WARM_UP if long else 0
        self.last_slack = max(2 * LEAST_SLACK, int(gap * ONE) // SHARE_WHERE_GAMES_HARDLY_END)
        # With more growths a group reads the others within a round: all at once.
        self.groups: tuple[Ranks, ...] = sweeper.space.groups if long else ((0, sweeper.space.shape[1]),)
        if self.way != "guesses":
            self._forget_guess()

    def run(self) -> Part:
        """Do all stages that are left."""
        stages = self._stages()
        while self.stage < len(stages):
            self.stages = len(stages)
            self.what, work = stages[self.stage]
            if work():
                self.stage += 1
            else:
                self.way = self.ways[self.ways.index(self.way) + 1]
                self.stage, self.mixing = 0, None
                self._forget_guess()
                stages = self._stages()
            self.begun, self.stage_sweeps, self.off, self.goal, self.waited = False, 0, FAR, FAR, 0
        proof = f"{LOWER_PROOF}; {UPPER_PROOF}"
        return Part(self.lower, self.upper, self._width() / ONE, self.sweeps, proof)

    def bounds(self) -> tuple[Values, Values | None]:
        """Return both bounds as they are proved so far: None above if there is none yet; a guess, twice."""
        last = self.stages - 2  # the stage of the last group's second bound
        if not 0 < last <= self.stage or (self.way == "above" and self.stage == last):
            return self.lower, self.lower
        return self.lower, self.upper if self.stage > last else None

    def _forget_guess(self) -> None:
        self.lower[:-1] = 0  # a guess that is too high hardly comes down there

    def _stages(self) -> list[tuple[str, Callable[[], bool]]]:
        """Return the stages, each of which tells whether it came to its end."""
        found: list[tuple[str, Callable[[], bool]]] = []
        for number, ranks in enumerate(self.groups, start=1):
            of = f", group {number} of {len(self.groups)}" if len(self.groups) > 1 else ""
            if self.way == "guesses":
                found.append((f"lower bound{of}", partial(self._bound, ranks, up=False)))
                found.append((f"upper bound{of}", partial(self._bound, ranks, up=True)))
                continue
            if self.way == "above":
                found.append((f"upper bound{of}", partial(self._sink, ranks)))
            for place, slack in enumerate(falling_slacks(self.last_slack, FIRST_SLACKS[self.way])):
                what = f"lower bound{of}, slack {slack / ONE:.1e}"
                found.append((what, partial(self._follow, ranks, place, slack)))
            if self.way != "above":
                found.append((f"lower bound{of}", partial(self._lead, ranks)))
                found.append((f"upper bound{of}", partial(self._close, ranks)))
        found.append(("tightening", self._tighten))
        return found

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
                self._warm_up(ranks, self.warm_up, self.slack)
                self._mix(ranks, shift)
            self._begin()
        if not self._guess(layer, ranks, self.slack):
            return False
        if up:
            self.mixing = None
        return True

    def _follow(self, ranks: Ranks, place: int, slack: int) -> bool:
        """Find the fixed point at one slack. See `slack`.

        The one before stays in the upper layer, unless that holds the upper bound.
        """
        enough = max(slack // ENOUGH[self.way], LEAST_SLACK)
        if not self.begun:
            if place < 2:
                come = {"above": self._come_from_above, "down": self._come_down, "up": self._come_up}[
                    self.way
                ]
                come(ranks, place, slack, enough)
            else:
                for x, before in self._rows(ranks, self.lower, self.upper):
                    lead_on(x, before, 1 / FALL)
                assert self.mixing is not None
                self.mixing.turn(self.lower, -slack, False)
                self.mixing.forget()
            self._begin()
        if not self._guess(self.lower, ranks, enough):
            if self.way == "above" or (self.way == "down" and place < 2):
                return False
            span = slice(*ranks)
            self.lower[:, span] = self.upper[:, span]  # proved at a larger slack
        return True

    def _sink(self, ranks: Ranks) -> bool:
        """Find the upper bound; tell whether that came about."""
        upper, span = self.upper, slice(*ranks)
        if not self.begun:
            self.mixing = None
            self._warm_up(ranks, WARM_UP, SUNK)
            self.most = int(self.lower[:-1, span].max())
            upper[:-1, span] = self.most
            # If losing a spirit is worth more in upper bounds, so is the most.
            self._sweep(upper, True, ranks)
            upper[:-1, span] = upper[:-1, span].max()
            self._begin()
        while self.waited < SINKING_SWEEPS:
            before = upper[:-1, span].copy()
            self._sweep(upper, True, ranks)
            moves = [
                rise_and_fall(was.reshape(-1), high)
                for (high,), was in zip(self._rows(ranks, upper), before, strict=True)
            ]
            risen, fallen = (int(max(by)) for by in zip(*moves, strict=True))
            if risen <= 0 and fallen <= SUNK:
                return True  # T(U) <= U, so that T(T(U)) <= T(U) as well
            self._compare(max(risen, fallen))
            self._count(max(risen, fallen), SUNK, at_guess=True)
        return False

    def _come_from_above(self, ranks: Ranks, place: int, slack: int, enough: int) -> None:
        """Begin with the upper bound after a few sweeps, or between it and the fixed point before."""
        span = slice(*ranks)
        # What a spirit less is worth has bounds, too: by so much more is the most of the upper bound.
        drop = max(int(self.upper[:-1, span].max()) - self.most, 0)
        if place > 0:
            assert self.mixing is not None
            share = 1 - 1 / FALL
            for x, high in self._rows(ranks, self.lower, self.upper):
                lead(x, high, -share, x)
                move_by(x, -int(share * drop))
            self.mixing.turn(self.lower, -slack, False)
            self.mixing.forget()
            return
        if self.stage_sweeps == 0:
            self.lower[:, span] = self.upper[:, span]
            for (row,) in self._rows(ranks, self.lower):
                move_by(row, -drop)
        self._warm_up(ranks, WARM_UP, enough, -slack)
        self._mix(ranks, -slack)

    def _come_down(self, ranks: Ranks, place: int, slack: int, enough: int) -> None:
        """Begin with the most that anything is worth after a few sweeps, or on the line through it."""
        span, down = slice(*ranks), WARM_UP
        if place == 0:
            self._warm_up(ranks, WARM_UP, enough)
            if self.stage_sweeps == WARM_UP:
                self.most = int(self.lower[:-1, span].max())
                self.lower[:-1, span] = self.most
                self.upper[:, span] = 0
            down = 2 * WARM_UP
        elif self.stage_sweeps == 0:
            self.mixing = None
            for x, before in self._rows(ranks, self.lower, self.upper):
                hang(x, before, self.most, 1 / FALL)
        self._warm_up(ranks, down, enough, -slack)
        self._mix(ranks, -slack)

    def _come_up(self, ranks: Ranks, place: int, slack: int, enough: int) -> None:
        """Begin with a few sweeps of 0, or with the fixed point before."""
        span = slice(*ranks)
        if place == 0:
            self._warm_up(ranks, WARM_UP_FROM_0, enough)
            self.upper[:, span] = 0
            self._mix(ranks, -slack)
            return
        self.upper[:, span] = self.lower[:, span]
        assert self.mixing is not None
        self.mixing.turn(self.lower, -slack, False)

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
        """Find an upper bound a little above the lower one; see `slack`."""
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
