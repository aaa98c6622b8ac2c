"""Both bounds of the beginning of a game alone, with one layer in memory: for three players and nine cards.

Part by part, those with fewer spirits first, and of each part the lower bound and then the upper one:

    guess       sweeps and leaps (`leaps`) until a guess at the fixed point of T − slack, or of T + slack,
                is proved to be a bound by itself, as in `solve`
    sweep       on from there, as long as it pays: each iterate is a bound, too

Where the last upper bound is still too far from the lower one, it is guessed again with half the slack.

Of each layer only the values that are asked for are kept, and what losing a spirit at the center's seal leads
to (`solve`). Nothing is saved as a table. A part's first guess is the part with one spirit less, that spirit
being left out; the first at an upper bound is the lower one. Where plays need not end no guess may prove
itself: then it is iterates from 0, or from 1, and the proof says so.

Seven cards, three players, impossible, to a hundredth: 57 sweeps, of which the part with two spirits takes 16
for the lower bound and 13 for the upper one. Iterates from 0 took nine cards 40 in the part with one spirit,
and were still growing by 5 % a sweep after 8 in the other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.guesses import Arrays, Facts
from solver.guardians.dense.leaps import CYCLE, Copy, Leaps, Sample
from solver.guardians.dense.lookup import lost_spirits
from solver.guardians.dense.solve import fails_of, leave_one_out, read_fails
from solver.guardians.dense.space import Space
from solver.guardians.dense.step import Step
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.first_turns import after_first_actions, first_turns, value_before
from solver.guardians.game import Game
from solver.guardians.held import HeldLayers, HeldValues, Holds
from solver.guardians.play import Play
from solver.guardians.state import OUT, State, Turn

SHARE = 12
"""The slack is what the relative gap allows the value of the start of the game, divided by this. With 8, six
and seven cards closed to 0.8 and 0.98 % where 1 % was asked for, and nine to 1.01 %."""
LEAST_SLACK = 4
"""Steps of the number format below which guesses don't settle."""
NEAR = 4
"""A guess that is a bound is taken if a sweep moves it by no more than the slack, times this."""
WARM_UP = 4
"""Plain sweeps before the first guess of a part, which say how large the slack may be."""
PAYS = 20
"""Proved bounds are swept while that moves a value by more than the relative gap, divided by this."""
SETTLED = 1e-6
"""Of what losing a spirit leads to: a change by less than this ends iterates from 0 or 1 of that part."""
MOST_SWEEPS = 200
"""After these in one stage guesses are given up, and iterates too."""
MOST_REFINEMENTS = 4
"""How often the slack of the last upper bound is halved. The lower bound keeps its own."""
LOWER_PROOF = "lower: L < T(L) where L > 0, rounded down"
UPPER_PROOF = "upper: T(U) <= U, rounded up"
ITERATES = "iterates from 0", "iterates from 1"

Held = dict[State, int]
"""Bounds, times `ONE`, where the first turn begins and after its first action; states of the lumped game."""


def _moment(state: State) -> tuple[int, int]:
    assert isinstance(state.moment, Turn)
    return state.moment.player, state.moment.left


@dataclass
class Start:
    """Bounds of the values that were asked for."""

    lower: Held
    upper: Held
    sweeps: int
    proof: str

    @property
    def gap(self) -> float:
        """The widest, a probability."""
        return max(upper - self.lower[state] for state, upper in self.upper.items()) / ONE


class _Passed:
    """What is kept of the layers that one sweep passes."""

    def __init__(self, space: Space, larger: Space | None, wanted: list[State]) -> None:
        self.space = space
        self.wanted = wanted
        self.lost = lost_spirits(larger, space) if larger else None
        self.held: Held = {}
        self.fails: Fails = {}

    def visit(self, turn: int, left: int, layer: Values) -> None:
        """Keep values that are wanted, and what losing a spirit leads to."""
        for state in self.wanted:
            if _moment(state) == (turn, left):
                self.held[state] = int(layer[self.space.rank(state, turn)])
        if self.lost is not None and left < self.space.game.rules.actions:
            self.fails[turn, left] = fails_of(layer, self.space, self.lost)


AfterSweep = Callable[["StartSolver", Step, bool], None]
FACTS = (
    "stage", "begun", "proved", "refinements", "sweeps", "stage_sweeps", "moving", "slack", "cycle_sweeps",
    "iterated",
)  # fmt: skip
"""What can be written as JSON, and is enough to go on with the arrays."""


@dataclass
class StartSolver:
    """Bounds the first turn of a game.

    Parameters
    ----------
    game
        Lumped, of two players or more.
    relative_gap
        Wanted between the bounds of the start of the game, as a part of the lower one.
    after_sweep
        Called as by `solve_game`.
    folder
        Where there is room on disk for one layer.
    """

    game: Game
    relative_gap: float = 1e-2
    threads: int = 2
    after_sweep: AfterSweep = lambda solver, step, at_guess: None
    folder: Path = field(default_factory=lambda: Path(tempfile.gettempdir()))
    stage: int = 0  # lower, upper of the smallest part, then of the next
    begun: bool = False  # is there a layer for the stage?
    proved: bool = False  # are the bounds of the stage proved?
    refinements: int = 0  # of the last upper bound
    sweeps: int = 0
    stage_sweeps: int = 0
    moving: float = 1.0  # how far the last guess was off, or what the last sweep has changed
    slack: int = LEAST_SLACK
    cycle_sweeps: int = 0  # since the last guess
    sample: Sample | None = None  # of it; see `Leaps`
    iterated: list[int] = field(default_factory=list)  # the stages without a guess that proved itself
    layer: Values | None = None
    held: dict[bool, Held] = field(default_factory=lambda: {False: {}, True: {}})
    fails: dict[bool, Fails | None] = field(default_factory=lambda: {False: None, True: None})
    next_fails: dict[bool, Fails | None] = field(default_factory=lambda: {False: None, True: None})

    def __post_init__(self) -> None:
        rules = self.game.rules
        self.most = rules.spirits
        self.fewest = 1 if rules.center_penalty and self.most else self.most
        self.starts = first_turns(self.game)
        self.wanted = [*self.starts, *after_first_actions(self.game, self.starts)]
        self._leaps: Leaps | None = None
        self._below: Copy | None = None

    @property
    def up(self) -> bool:
        """Is it at an upper bound?"""
        return self.stage % 2 == 1

    @property
    def spirits(self) -> int:
        """How many spirits are left in the part it is at."""
        return self.fewest + self.stage // 2

    @property
    def stages(self) -> int:
        """How many there are."""
        return 2 * (self.most - self.fewest + 1)

    def run(self) -> Start:
        """Solve all that is left."""
        while self.stage < self.stages:
            self._solve_stage()
            if self._pays_to_refine():
                self.refinements += 1
                self.slack //= 2
            else:
                self.stage += 1
                self.begun = False
            self.proved, self.stage_sweeps, self.moving = False, 0, 1.0
            self.sample, self.cycle_sweeps = None, 0
        proof = "; ".join([self._proof(0), self._proof(1)])
        return Start(self.held[False], self.held[True], self.sweeps, proof)

    def _pays_to_refine(self) -> bool:
        """Tell whether the last upper bound is too far off, and a smaller slack may bring it nearer."""
        return (
            self.stage == self.stages - 1
            and self.stage not in self.iterated
            and self.refinements < MOST_REFINEMENTS
            and self.slack >= 2 * LEAST_SLACK
            and not self._is_narrow(self.held[True])
        )

    def _is_narrow(self, upper: Held) -> bool:
        """Tell whether these and the lower bounds are the relative gap apart at the start, or less."""
        play = Play(self.game)
        low, high = (value_before(play, play.initial(), values) for values in (self.held[False], upper))
        return high <= (1 + self.relative_gap) * low

    def _proof(self, side: int) -> str:
        """Say what proves the bounds of a side."""
        iterated = [self.fewest + stage // 2 for stage in self.iterated if stage % 2 == side]
        parts = [f"{ITERATES[side]} with {spirits} spirits" for spirits in iterated]
        return ", ".join([(LOWER_PROOF, UPPER_PROOF)[side], *parts])

    def _solve_stage(self) -> None:
        space = Space(self.game, self.spirits)
        sweeper = Sweeper(space, self.threads)
        if not self.begun:
            self._begin(sweeper)
        assert self.layer is not None
        if not self.proved:
            if not self._find_guess(sweeper, self.layer):
                if self.refinements:
                    return  # what has been proved with twice the slack stays
                self.iterated.append(self.stage)
                self.layer[:-1] = ONE if self.up else 0
            self.proved, self.stage_sweeps = True, 0
        self._sweep_on(sweeper, self.layer)
        if self.up and self.spirits < self.most:
            self.fails, self.next_fails = self.next_fails, {False: None, True: None}
            self._below = Copy(self.layer, self.folder)
            self.layer = None

    def _begin(self, sweeper: Sweeper) -> None:
        """Make the layer with the first guess: 0, the part with one spirit less, or the lower bound."""
        if self.layer is None:
            self.layer = sweeper.new_layer(0)
        if self._below is not None:
            leave_one_out(self.layer, sweeper.space, self._below.row, Space(self.game, self.spirits - 1))
            self._below.close()
            self._below = None
        self.begun = True

    def _sweep(self, sweeper: Sweeper, passed: _Passed | None = None) -> None:
        assert self.layer is not None
        visit = passed.visit if passed else None
        sweeper.sweep(self.layer, self.up, fails=self.fails[self.up], visit=visit)
        self.sweeps += 1
        self.stage_sweeps += 1

    def _find_guess(self, sweeper: Sweeper, layer: Values) -> bool:
        """Sweep and leap until a guess is a bound; tell whether that came about."""
        while not self.up and self.stage_sweeps < WARM_UP:
            self._sweep(sweeper)
            self.slack = self._slack(sweeper.space, layer)
            self._report(at_guess=True)
        shift = self.slack if self.up else -self.slack
        leaps = self._leaps = Leaps(layer, shift, self.up, self.folder, self.sample, self.cycle_sweeps)
        while self.stage_sweeps < MOST_SWEEPS:
            while not leaps.is_due:
                self._sweep(sweeper)
                leaps.spare()
                self._report()
            leaps.keep()
            self._sweep(sweeper)
            violation, largest = leaps.certify()
            self.moving = largest / ONE
            if violation <= 0 and largest <= NEAR * self.slack:
                leaps.withdraw()
                self._leaps = None
                return True
            self._report()
            for _ in range(CYCLE - 1):
                self._sweep(sweeper)
                leaps.spare()
            leaps.leap()
            self._report(at_guess=True)
        self._leaps = None
        return False

    def _slack(self, space: Space, layer: Values) -> int:
        """Return what the relative gap allows the start of the game, by `SHARE`; with these spirits left."""
        found = {state: int(layer[space.rank(self._with_spirits(state), 0)]) for state in self.starts}
        value = value_before(Play(self.game), Play(self.game).initial(), found)
        return max(LEAST_SLACK, int(self.relative_gap * value / SHARE))

    def _with_spirits(self, state: State) -> State:
        left = [place for place in state.spirits if place != OUT][: self.spirits]
        return state._replace(spirits=tuple(sorted([*left, *[OUT] * (len(state.spirits) - len(left))])))

    def _sweep_on(self, sweeper: Sweeper, layer: Values) -> None:
        """Sweep proved bounds as long as it pays, and keep what is wanted of what they pass."""
        larger = Space(self.game, self.spirits + 1) if self.spirits < self.most else None
        wanted = [state for state in self.wanted if _spirits(state) == self.spirits]
        while True:
            passed = _Passed(sweeper.space, larger, wanted)
            self._sweep(sweeper, passed)
            enough = self._is_enough(passed)
            better = min if self.up else max
            held = self.held[self.up]
            held |= {state: better(value, held.get(state, value)) for state, value in passed.held.items()}
            self.next_fails[self.up] = passed.fails or None
            if enough or self.stage_sweeps >= MOST_SWEEPS:
                return
            self._report(at_guess=True)

    def _is_enough(self, passed: _Passed) -> bool:
        """Tell whether this part has been swept enough, and note how much the last sweep has changed."""
        guessed = self.stage not in self.iterated
        if self.spirits < self.most:
            if guessed:
                return True
            last, self.moving = self.next_fails[self.up], 1.0
            if last is not None:
                self.moving = max(
                    int(np.abs(now.astype(np.int64) - last[key]).max()) / ONE
                    for key, now in passed.fails.items()
                )
            return self.moving < SETTLED
        held = self.held[self.up]
        now = {state: passed.held[state] for state in self.starts}
        if self.up and self._is_narrow(now):
            return True
        if guessed and not self.up:
            return True
        if not held.keys() >= set(self.starts):
            return False
        self.moving = max(abs(value - held[state]) / max(value, 1) for state, value in now.items())
        return self.moving < self.relative_gap / PAYS

    def _report(self, *, at_guess: bool = False) -> None:
        side = "upper" if self.up else "lower"
        if not self.proved:
            enough = self.slack / ONE
        elif self.spirits < self.most:
            enough = SETTLED
        else:
            enough = self.relative_gap / PAYS
        step = Step(f"{side} bound of the start", self.stage, self.stages, self.sweeps, self.moving, enough)
        self.after_sweep(self, step, at_guess)

    def first_turns(self) -> Holds | None:
        """Return the bounds of the first turns so far, once there is a lower one; before that a guess."""
        lower, upper = self.held[False], self.held[True]
        if lower.keys() >= set(self.starts):
            return HeldValues(self.game, lower, {state: upper.get(state, ONE) for state in lower})
        if self.layer is not None and self.spirits == self.most:
            return HeldLayers(Space(self.game, self.most), self.layer, self.layer)
        return None

    def state(self) -> tuple[Facts, Arrays]:
        """Return all that is needed to go on; what was done since the copy on disk is lost."""
        assert self.layer is not None
        if self._leaps is not None:
            self._leaps.withdraw()
            self.sample, self.cycle_sweeps = self._leaps.samples[0], self._leaps.swept
        facts: dict[str, Any] = {name: getattr(self, name) for name in FACTS}
        number = {state: i for i, state in enumerate(self.wanted)}
        facts["held"] = [
            [[number[state], value] for state, value in self.held[up].items()] for up in (False, True)
        ]
        arrays: Arrays = {"layer": self.layer}
        if self.sample is not None:
            arrays["sample"] = self.sample
        for name, both in (("fails", self.fails), ("next_fails", self.next_fails)):
            for up, fails in both.items():
                arrays |= {f"{name}_{up:d}_{t}_{left}": values for (t, left), values in (fails or {}).items()}
        return facts, arrays

    def resume(self, facts: Facts, arrays: Arrays) -> None:
        """Go on from what `state` returned; the dict of arrays is emptied."""
        for name in FACTS:
            setattr(self, name, facts[name])
        for up in (False, True):
            self.held[up] = {self.wanted[number]: value for number, value in facts["held"][up]}
            self.fails[up] = read_fails(arrays, f"fails_{up:d}")
            self.next_fails[up] = read_fails(arrays, f"next_fails_{up:d}")
        self.layer, self.sample = arrays["layer"], arrays.get("sample")
        arrays.clear()


def _spirits(state: State) -> int:
    return sum(place != OUT for place in state.spirits)
