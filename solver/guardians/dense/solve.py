"""The win probability of a whole game from both sides, proved; for boards too large to enumerate.

With T the sweep of one round (`sweep`), rounded down (T↓) or up (T↑), and V its least fixed point:

**Approach.** W ← T↓(W) from 0. What is left decays slowly on the easier difficulties (0.99 a round), so
every few rounds the steps over `players` rounds, d, and their ratio r give a guess of the limit,
W + d·r/(1 − r), of which a part is taken. (Over `players` rounds, since the starting player changes: the
steps of single rounds alternate.) Nothing here is claimed to be a bound.

**Upper bound.** U = W + slack is one if T↑(U) ≤ U everywhere; that is one sweep. The slack is a multiple of
the last d plus a little everywhere: along d a round takes away (1 − r) of it, elsewhere plays end. It holds
with end components, too: an average of equal values is that value in this arithmetic.

**Lower bound.** L = W − slack, where L ≤ T↓(L), is one if every play ends; then iterating leads from L up to
V. Whether every play ends is decided exactly: the greatest set of states in which the players can make
sure, whatever the dice and darkness do, that the game goes on for another round within the set, is found by
the same sweep on values 0 and 1 (rounded down, an average is 1 only if all parts are). If it is empty, every
play ends. Otherwise only iterates from 0 count.

Where a proof fails, the bound is moved out to what the sweep made of it, which adds up the rounding errors
along the plays, and from time to time by half its slack; then it is tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.arrays import guess, join, shift, step, step_into, widen, widest
from solver.guardians.dense.lookup import lost_spirits
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.game import Game

GUESS_EVERY = 3
"""Rounds, in units of `players`, between two guesses of the limit."""
MOST_PROOF_SWEEPS = 64
MOST_TIGHTENING_SWEEPS = 100
UNTAKEN = 0.15
"""Part of a guessed remainder that is not taken, so that the guess stays below the limit, mostly."""


Progress = Callable[[str, int, float], None]
"""Called with what is being done, the sweeps so far, and the gap or step reached, a probability."""


@dataclass
class Part:
    """Bounds of a part at the start of rounds, both proved, as multiples of 1 / `ONE`."""

    lower: Values
    upper: Values
    gap: float  # the widest, of all values
    sweeps: int
    proof: str


@dataclass(frozen=True)
class Solved:
    """A part with what is needed to sweep it once more: `sweeper.sweep(part.lower, False, fails=...)`."""

    sweeper: Sweeper
    part: Part
    lower_fails: Fails | None
    upper_fails: Fails | None


def every_play_ends(sweeper: Sweeper) -> bool:
    """Tell whether no way of playing, and no luck, can go on for ever; see the module's docstring."""
    alive = sweeper.new_layer(1)
    last = -1
    while True:
        sweeper.sweep(alive, up=False, won=0, cooperate=True)
        left = int(np.count_nonzero(alive))
        if left in (0, last):
            return left == 0
        last = left


def solve_part(
    sweeper: Sweeper,
    lower_fails: Fails | None = None,
    upper_fails: Fails | None = None,
    *,
    gap: float = 1e-6,
    progress: Progress | None = None,
) -> Part:
    """Bound all values of one part.

    Parameters
    ----------
    lower_fails, upper_fails
        What failing at the center's seal leads to, if that takes a spirit: from the part with one less.
    gap
        Wanted between the bounds, everywhere.
    progress
        Called with what is being done, the sweeps so far and the step or gap reached.
    """
    ends = every_play_ends(sweeper)
    target = int(gap * ONE)
    values = sweeper.new_layer(0)
    mode = sweeper.new_layer(0)
    sweeps = _approach(sweeper, values, mode, lower_fails, target, ends, progress)

    def prove(fails: Fails | None, up: bool) -> Values | None:
        nonlocal sweeps
        bound, before = np.empty_like(values), np.empty_like(values)
        factor, least = target / 8 / max(1, int(mode.max())), max(1, target // 16)
        shift(bound.reshape(-1), values.reshape(-1), mode.reshape(-1), factor, least, up)
        for attempt in range(1, MOST_PROOF_SWEEPS + 1):
            bound[-1] = 0
            before[...] = bound
            sweeper.sweep(bound, up=up, fails=fails)
            sweeps += 1
            worst = int(join(bound.reshape(-1), before.reshape(-1), up))
            if progress:
                progress(f"proving the {'upper' if up else 'lower'} bound", sweeps, worst / ONE)
            if worst == 0:
                return bound
            if attempt % 8 == 0:
                widen(bound.reshape(-1), values.reshape(-1), least, up)
        return None

    proof = []
    lower = prove(lower_fails, False) if ends else None
    proof.append("lower: L <= T(L), rounded down, and every play ends" if lower is not None else
                 "lower: iterates from 0, rounded down")  # fmt: skip
    upper = prove(upper_fails, True)
    proof.append("upper: T(U) <= U, rounded up" if upper is not None else "upper: 1")
    if lower is None:
        lower = sweeper.new_layer(0) if ends else values
    if upper is None:
        upper = sweeper.new_layer(ONE)
    for _ in range(MOST_TIGHTENING_SWEEPS):
        width = int(widest(lower.reshape(-1), upper.reshape(-1)))
        if progress:
            progress("tightening", sweeps, width / ONE)
        if width <= gap * ONE:
            break
        sweeper.sweep(lower, up=False, fails=lower_fails)
        sweeper.sweep(upper, up=True, fails=upper_fails)
        sweeps += 2
    return Part(lower, upper, width / ONE, sweeps, "; ".join(proof))


def solve_game(
    game: Game,
    *,
    gap: float = 1e-6,
    threads: int = 2,
    progress: Progress | None = None,
    keep: Callable[[Solved], None] | None = None,
) -> tuple[Space, Part]:
    """Bound the start of every round in which no spirit is lost yet; parts with fewer spirits first.

    `keep` is called with each part as it is solved; what it is given is overwritten afterwards.
    """
    most = game.rules.spirits
    fewest = 1 if game.rules.center_penalty and most else most
    lower_fails: Fails | None = None
    upper_fails: Fails | None = None
    for spirits in range(fewest, most + 1):
        space = Space(game, spirits)
        sweeper = Sweeper(space, threads)
        part = solve_part(
            sweeper, lower_fails, upper_fails, gap=gap / 2 ** (most - spirits), progress=progress
        )
        if keep:
            keep(Solved(sweeper, part, lower_fails, upper_fails))
        if spirits < most:
            larger = Space(game, spirits + 1)
            lower_fails = _fails(sweeper, part.lower, False, lower_fails, larger)
            upper_fails = _fails(sweeper, part.upper, True, upper_fails, larger)
    return space, part


def _fails(sweeper: Sweeper, layer: Values, up: bool, fails: Fails | None, larger: Space) -> Fails:
    """Return what losing a spirit leads to in the part with one more; spoils the layer."""
    center = 2 * sweeper.space.game.center
    lost = lost_spirits(larger, sweeper.space)
    found: Fails = {}

    def visit(turn: int, left: int, layer: Values) -> None:
        rows = layer[0, :, center]
        choices = np.where(lost[None, :, :, None] >= 0, rows[:, lost], 0)
        found[turn, left] = np.ascontiguousarray(choices.max(axis=2))

    sweeper.sweep(layer, up, fails=fails, visit=visit)
    return found


def _approach(
    sweeper: Sweeper,
    values: Values,
    mode: Values,
    fails: Fails | None,
    target: int,
    ends: bool,
    progress: Progress | None,
) -> int:
    """Iterate and guess until what is left is estimated to be well below the target."""
    before = values.copy()
    players = sweeper.rules.players
    sweeps, since, last, ratio = 0, 0, 0.0, 0.0
    while True:
        for _ in range(players):
            sweeper.sweep(values, up=False, fails=fails)
            sweeps += 1
        largest, total = step(values.reshape(-1), before.reshape(-1))
        ratio = total / last if last else 0.0
        last = total
        since += 1
        left = largest * ratio / (1 - ratio) if 0 < ratio < 1 else largest
        if progress:
            progress("approaching", sweeps, left / ONE)
        if largest <= 4 * players or (since > 1 and 0 <= ratio < 1 and left <= target / 16):
            step_into(mode.reshape(-1), values.reshape(-1), before.reshape(-1))
            return sweeps
        if ends and since >= GUESS_EVERY and 0.5 < ratio < 1:
            guess(
                values.reshape(-1),
                before.reshape(-1),
                (1 - UNTAKEN) * ratio / (1 - ratio),
                mode.reshape(-1),
            )
            since, last = 0, 0.0
        before[...] = values
