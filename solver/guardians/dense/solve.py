"""The win probability of a whole game from both sides, proved; for boards too large to enumerate.

With T the sweep of one round (`sweep`), rounded down (T↓) or up (T↑), and V its least fixed point:

**Approach.** W ← T↓(W) from 0. On the easier difficulties what is left decays slowly, in several modes
(0.99 a round). So four iterates x0 … x3 are kept, with steps u_i, and the combination x0 + f0·u0 + f1·u1
is taken whose step, as far as T is linear, is least in the sum of squares (reduced rank extrapolation); a
few plain sweeps smooth it. Where darkness grows at most once a round, the groups of states with 0, 1, 2
agents in the reserve, to which none ever goes back, are solved one after the other. Nothing here is
claimed to be a bound.

Tried before: Aitken's guess W + d·r/(1 − r) along one mode. On nine cards, two players, easy, each guess
was followed by corrections of 1e-3 again; with two steps they fall to 5e-5 in 40 sweeps, and then stay there
for the next 40, so that easy is not closed yet in a sensible time. Momentum (a stationary second-order method
for a spectrum in [−0.99, 0.99]) diverges: the modes of a two-player round are complex.

**Upper bound.** U = W + slack is one if T↑(U) ≤ U everywhere; that is one sweep. The slack is a multiple
of the last large correction, along which a round takes a part away, and a little everywhere, since plays
end. It holds with end components, too: an average of equal values is that value in this arithmetic.

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
from itertools import pairwise

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.arrays import extrapolate, join, products, shift, widen, widest
from solver.guardians.dense.lookup import lost_spirits
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.game import Game

SMOOTHING = 3
"""Plain sweeps after an extrapolation, besides the three that the next one needs."""
STEEP = 1000
"""Steps beyond this are no rounding errors: their correction shows the slow modes."""
MOST_PROOF_SWEEPS = 64
MOST_TIGHTENING_SWEEPS = 100

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
    values, mode, sweeps = _approach(sweeper, lower_fails, target, ends, progress)

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
    sweeper: Sweeper, fails: Fails | None, target: int, ends: bool, progress: Progress | None
) -> tuple[Values, Values, int]:
    """Return values near the limit, the last large correction of a guess, and the sweeps made.

    Where not every play ends, nothing is guessed: the values are an iterate from 0.
    """
    x = [sweeper.new_layer(0) for _ in range(4 if ends else 2)]
    mode = sweeper.new_layer(0)
    groups = sweeper.space.groups
    if sweeper.rules.growths > 1:  # a group reads the others within a round: all at once
        groups = ((0, sweeper.space.shape[1]),)
    sweeps = 0
    for ranks in groups:
        sweeps = (_guess if ends else _iterate)(sweeper, x, mode, ranks, fails, target, sweeps, progress)
    return x[0], mode, sweeps


def _iterate(
    sweeper: Sweeper,
    x: list[Values],
    mode: Values,
    ranks: tuple[int, int],
    fails: Fails | None,
    target: int,
    sweeps: int,
    progress: Progress | None,
) -> int:
    """Iterate until a step is small, and then for as long again as its ratio to the last one asks for."""
    span = slice(*ranks)
    last = 0.0
    while True:
        x[1][:, span] = x[0][:, span]
        for _ in range(sweeper.rules.players):
            sweeper.sweep(x[0], False, fails=fails, ranks=ranks)
            sweeps += 1
        moved = x[0][:, span] - x[1][:, span]
        largest, total = int(moved.max()), float(moved.sum(dtype=np.float64))
        ratio = total / last if last else 1.0
        left = largest * ratio / (1 - ratio) if ratio < 1 else ONE
        last = total
        if progress:
            progress("iterating", sweeps, min(left, ONE) / ONE)
        if largest <= 1 or left <= target / 8:
            mode[:, span] = moved
            return sweeps


def _guess(
    sweeper: Sweeper,
    x: list[Values],
    mode: Values,
    ranks: tuple[int, int],
    fails: Fails | None,
    target: int,
    sweeps: int,
    progress: Progress | None,
) -> int:
    """Iterate and extrapolate until a correction is small."""
    span = slice(*ranks)
    moved = np.empty(x[0][0, span].size, dtype=np.uint32)
    for layer in x[1:]:
        layer[:, : ranks[0]] = x[0][:, : ranks[0]]  # sweeps read the groups before, which stay as they are
    while True:
        for _ in range(SMOOTHING):
            sweeper.sweep(x[0], False, fails=fails, ranks=ranks)
        for before, after in pairwise(x):
            after[:, span] = before[:, span]
            sweeper.sweep(after, False, fails=fails, ranks=ranks)
        sweeps += SMOOTHING + 3
        found = [products(*(layer[s, span].reshape(-1) for layer in x)) for s in range(x[0].shape[0] - 1)]
        d00, d01, d11, p0, p1 = (sum(row[i] for row in found) for i in range(5))
        step = max(row[5] for row in found)
        determinant = d00 * d11 - d01 * d01
        if step <= 2 or determinant <= 0:
            x[0][:, span] = x[3][:, span]
            return sweeps
        f0, f1 = (p1 * d01 - p0 * d11) / determinant, (p0 * d01 - p1 * d00) / determinant
        largest = 0
        for s in range(x[0].shape[0] - 1):
            x0, x1, x2 = (layer[s, span].reshape(-1) for layer in x[:3])
            largest = max(largest, int(extrapolate(x0, x1, x2, f0, f1, moved)))
            if step > STEEP:
                mode[s, span] = moved.reshape(mode[s, span].shape)
        if progress:
            progress("approaching", sweeps, largest / ONE)
        if largest <= target / 8:
            return sweeps
