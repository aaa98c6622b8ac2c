"""Both bounds of the beginning of a game alone, with one layer in memory: for three players and nine cards.

Each part's layer begins at 0 and is swept, rounded down, as often as it pays: every iterate is a lower bound.
Then the same from 1, rounded up, for upper bounds. Of each layer only the values that are asked for are kept,
and what losing a spirit at the center's seal leads to (`solve`). Nothing is saved as a table.

That needs no argument about ends, and no copy of a layer; but it takes as many sweeps as the game is slow,
and where plays need not end, iterates from 1 may stay above the value for ever (then the gap is wide, and
says so).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.lookup import lost_spirits
from solver.guardians.dense.part import Arrays, Facts, Step
from solver.guardians.dense.solve import fails_of, read_fails
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.game import Game
from solver.guardians.held import HeldValues, Holds
from solver.guardians.lumping import representative
from solver.guardians.phases import in_setup
from solver.guardians.play import Play
from solver.guardians.state import OUT, Over, State, Turn

SHARE = 20
"""Lower bounds are swept until a sweep raises none by more than the relative gap, divided by this."""
SLOW = 10
"""Upper bounds, while a sweep lowers one by more than what `SHARE` allows, divided by this."""
SETTLED = 1e-6
"""Of what losing a spirit leads to: a change by less than this ends the sweeps of that part."""
MOST_SWEEPS = 200

Held = dict[State, int]
"""Bounds, times `ONE`, where the first turn begins and after its first action; states of the lumped game."""


def first_turns(game: Game) -> list[State]:
    """Return every state, of the lumped game, in which the first turn may begin; ends are left out."""
    play = Play(game)
    return sorted(_reach(play, [play.initial()], lambda state: not in_setup(state)))


def after_first_actions(game: Game, starts: Iterable[State]) -> list[State]:
    """Return every state after the first player's first action, be it the next one or the next turn."""
    first = Turn(0, game.rules.actions)
    return sorted(
        _reach(Play(game), starts, lambda state: isinstance(state.moment, Turn) and state.moment != first)
    )


def _reach(play: Play, begin: Iterable[State], stop: Callable[[State], bool]) -> set[State]:
    found: set[State] = set()
    seen = {representative(play.game, state) for state in begin}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        if isinstance(state.moment, Over):
            continue
        if stop(state):
            found.add(state)
            continue
        for action in play.actions(state):
            for _, after in play.outcomes(state, action):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found


def _moment(state: State) -> tuple[int, int]:
    assert isinstance(state.moment, Turn)
    return state.moment.player, state.moment.left


@dataclass
class Start:
    """Bounds of the values that were asked for."""

    lower: Held
    upper: Held
    sweeps: int
    proof: str = "lower: iterates from 0, rounded down; upper: iterates from 1, rounded up"

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


@dataclass
class StartSolver:
    """Bounds the first turn of a game.

    Parameters
    ----------
    game
        Lumped, of two players or more.
    after_sweep
        Called as by `solve_game`.
    relative_gap
        Wanted between the bounds of each state in which the first turn may begin, of the lower one.
    """

    game: Game
    relative_gap: float = 1e-2
    threads: int = 2
    after_sweep: AfterSweep = lambda solver, step, at_guess: None
    up: bool = False
    spirits: int = -1
    sweeps: int = 0
    part_sweeps: int = 0
    fails: Fails | None = None
    layer: Values | None = None
    held: dict[bool, Held] = field(default_factory=lambda: {False: {}, True: {}})
    last_fails: Fails = field(default_factory=dict)
    moving: float = 1.0  # how much the last sweep has changed what matters

    def __post_init__(self) -> None:
        rules = self.game.rules
        self.most = rules.spirits
        self.fewest = 1 if rules.center_penalty and self.most else self.most
        if self.spirits < 0:
            self.spirits = self.fewest
        self.starts = first_turns(self.game)
        self.wanted = [*self.starts, *after_first_actions(self.game, self.starts)]

    def run(self) -> Start:
        """Solve all that is left."""
        while True:
            self._solve_part()
            if self.spirits < self.most:
                self.spirits += 1
            elif not self.up:
                self.up, self.spirits, self.fails = True, self.fewest, None
            else:
                return Start(self.held[False], self.held[True], self.sweeps)
            self.layer, self.part_sweeps, self.moving = None, 0, 1.0

    def _solve_part(self) -> None:
        space = Space(self.game, self.spirits)
        sweeper = Sweeper(space, self.threads)
        if self.layer is None:
            self.layer = sweeper.new_layer(ONE if self.up else 0)
        larger = Space(self.game, self.spirits + 1) if self.spirits < self.most else None
        while True:
            passed = _Passed(
                space, larger, [state for state in self.wanted if _spirits(state) == self.spirits]
            )
            sweeper.sweep(self.layer, self.up, fails=self.fails, visit=passed.visit)
            self.sweeps += 1
            self.part_sweeps += 1
            enough = self._settles(passed)
            self.held[self.up] |= passed.held
            self.last_fails = passed.fails
            if enough or self.part_sweeps >= MOST_SWEEPS:
                self.fails, self.last_fails = passed.fails or None, {}
                return
            self._report()

    def _settles(self, passed: _Passed) -> bool:
        """Tell whether this part has been swept enough, and note how much the last sweep has changed."""
        if self.spirits < self.most:
            if not self.last_fails:
                return False
            self.moving = max(
                int(np.abs(now.astype(np.int64) - self.last_fails[key]).max()) / ONE
                for key, now in passed.fails.items()
            )
            return self.moving < SETTLED
        held = self.held[self.up]
        if not held.keys() >= set(self.starts):
            return False
        now = {state: passed.held[state] for state in self.starts}
        self.moving = max(abs(value - held[state]) / max(value, 1) for state, value in now.items())
        if not self.up:
            return self.moving < self.relative_gap / SHARE
        lower = self.held[False]
        if all(value <= (1 + self.relative_gap) * lower[state] for state, value in now.items()):
            return True
        return self.moving < self.relative_gap / SHARE / SLOW

    def _report(self) -> None:
        side = "upper" if self.up else "lower"
        stages = 2 * (self.most - self.fewest + 1)
        number = (stages // 2 if self.up else 0) + self.spirits - self.fewest
        enough = SETTLED if self.spirits < self.most else self.relative_gap / SHARE
        step = Step(f"{side} bound of the start", number, stages, self.sweeps, self.moving, enough)
        self.after_sweep(self, step, True)

    def first_turns(self) -> Holds | None:
        """Return the bounds of the first turns so far, once there is a lower one."""
        lower, upper = self.held[False], self.held[True]
        if not lower.keys() >= set(self.starts):
            return None
        return HeldValues(self.game, lower, {state: upper.get(state, ONE) for state in lower})

    def state(self) -> tuple[Facts, Arrays]:
        """Return all that is needed to go on."""
        assert self.layer is not None
        facts: dict[str, Any] = {
            name: getattr(self, name) for name in ("up", "spirits", "sweeps", "part_sweeps", "moving")
        }
        number = {state: i for i, state in enumerate(self.wanted)}
        facts["held"] = [
            [[number[state], value] for state, value in self.held[up].items()] for up in (False, True)
        ]
        arrays: Arrays = {"layer": self.layer}
        for name, fails in (("fails", self.fails), ("last", self.last_fails)):
            arrays |= {f"{name}_{turn}_{left}": values for (turn, left), values in (fails or {}).items()}
        return facts, arrays

    def resume(self, facts: Facts, arrays: Arrays) -> None:
        """Go on from what `state` returned; the dict of arrays is emptied."""
        for name in ("up", "spirits", "sweeps", "part_sweeps", "moving"):
            setattr(self, name, facts[name])
        for up in (False, True):
            self.held[up] = {self.wanted[number]: value for number, value in facts["held"][up]}
        self.fails = read_fails(arrays, "fails")
        self.last_fails = read_fails(arrays, "last") or {}
        self.layer = arrays["layer"]
        arrays.clear()


def _spirits(state: State) -> int:
    return sum(place != OUT for place in state.spirits)
