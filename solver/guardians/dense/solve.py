"""The win probability of a whole game from both sides, proved; for boards too large to enumerate.

With T the sweep of one round (`sweep`), rounded down (T↓) or up (T↑), and V its least fixed point:

**Lower bound.** L ≤ V if L < T↓(L) wherever L > 0: the players have a policy by which the expected L grows,
so that they surely come to the end or to where L = 0. That holds with end components and with an opponent,
too.

**Upper bound.** U ≥ V if T↑(U) ≤ U. Here end components don't harm either: an average of equal values is
that value in this arithmetic.

**Finding them.** L is near the fixed point of T↓ − slack, U near that of T↑ + slack, slack being a few
steps of the number format: so each is at most (slack + the rounding of a round) · (rounds to come) from V,
and the guess that proves them is not where rounding errors decide. `mixing` proposes the guesses. Where
darkness grows at most once a round, the groups of states with 0, 1, 2 agents in the reserve, to which none
ever goes back, are solved one after the other.

Where plays need not end, T↑ + slack has no fixed point below 1. Whether they must is decided exactly: the
greatest set of states in which the players can make sure, whatever the dice and darkness do, that the game
goes on for another round within the set, is found by the same sweep on values 0 and 1 (rounded down, an
average is 1 only if all parts are). If it isn't empty, U begins at L and a little, and is moved out to what
a sweep makes of it, and from time to time by half its distance from L, until T↑(U) ≤ U.

Nine cards, two players, easy is the touchstone. Its slow mode is 0.9925 a sweep, and one changes its sign,
−0.946: a thousand sweeps without help. What was tried there, by the rms of T(x) − x reached from 6e-5:

- Aitken's guess along one mode: each followed by corrections of 1e-3 again.
- Reduced rank extrapolation and Anderson mixing of type II (both make a sum of squares least), with 2 to 7
  vectors, with the slowest mode kept apart, or over damped cycles: they stay at 1e-5. On eight cards
  (0.945) they do well, 1e-9 in 40 sweeps.
- Minimal polynomial extrapolation with three modes, every 16 sweeps: 1e-6 after 68 sweeps, and slow.
- Damped sweeps and Aitken's guess every 14: 9e-8 after 76.
- Type I mixing over cycles of ten sweeps (this one): 7e-9 after 130, from a guess 12 sweeps in. Both bounds
  are proved after 506 sweeps of groups in all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.arrays import raise_bounds, widen, widest
from solver.guardians.dense.lookup import lost_spirits
from solver.guardians.dense.mixing import Mixing
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.game import Game

MOST_GROWTHS_OF_LONG_GAMES = 1
"""With more growths a round, games are short and slow modes decay fast."""
SHARE, SHARE_IN_SHORT_GAMES = 1000, 100
"""The slack is the gap asked for divided by this: twice that for each round to come goes into the gap."""
LEAST_SLACK = 4
"""Steps of the number format below which guesses don't settle."""
CYCLE, CYCLE_IN_SHORT_GAMES = 10, 4
"""Sweeps from one guess to the next."""
MOST_SWEEPS = 1000
"""After these a bound is given up, and the trivial one taken."""
CLOSING_SLACKS, WIDENED_AFTER, MOST_CLOSING_SWEEPS = 64, 8, 64
"""Where plays need not end: how many slacks to begin with, and when to widen and to give up, in sweeps."""
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
    share = SHARE if _is_long(sweeper) else SHARE_IN_SHORT_GAMES
    slack = max(LEAST_SLACK, int(gap * ONE) // share)
    proof = []
    lower, sweeps = _bound(sweeper, sweeper.new_layer(0), False, lower_fails, slack, progress)
    proof.append("lower: L < T(L) where L > 0, rounded down" if lower is not None else
                 "lower: iterates from 0, rounded down")  # fmt: skip
    if lower is None:
        lower = sweeper.new_layer(0)
    if every_play_ends(sweeper):
        upper, more = _bound(sweeper, lower.copy(), True, upper_fails, slack, progress)
    else:
        upper, more = _close(sweeper, lower, upper_fails, slack, progress)
    sweeps += more
    proof.append(
        "upper: T(U) <= U, rounded up" if upper is not None else "upper: iterates from 1, rounded up"
    )
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


def _is_long(sweeper: Sweeper) -> bool:
    return sweeper.rules.growths <= MOST_GROWTHS_OF_LONG_GAMES


def _bound(
    sweeper: Sweeper, layer: Values, up: bool, fails: Fails | None, slack: int, progress: Progress | None
) -> tuple[Values | None, int]:
    """Turn a guess into a proved bound, in place; return it, or None, and the sweeps made."""
    cycle = CYCLE if _is_long(sweeper) else CYCLE_IN_SHORT_GAMES
    # With more growths a group reads the others within a round: all at once.
    groups = sweeper.space.groups if sweeper.rules.growths == 1 else ((0, sweeper.space.shape[1]),)
    what = f"{'upper' if up else 'lower'} bound"
    sweeps = 0
    for ranks in groups:
        mixing = Mixing(layer, ranks, slack if up else -slack, up, sweeper.pool)
        while True:
            sweeper.sweep(layer, up, fails=fails, ranks=ranks)
            sweeps += 1
            violation, largest = mixing.certify(layer)
            if progress:
                progress(what, sweeps, largest / ONE)
            if violation <= 0 and largest <= slack:
                mixing.withdraw(layer)
                break
            if sweeps > MOST_SWEEPS:
                return None, sweeps
            for _ in range(cycle - 1):
                sweeper.sweep(layer, up, fails=fails, ranks=ranks)
                mixing.spare(layer)
                sweeps += 1
                if progress:
                    progress(what, sweeps, largest / ONE)
            mixing.advance(layer)
    return layer, sweeps


def _close(
    sweeper: Sweeper, lower: Values, fails: Fails | None, slack: int, progress: Progress | None
) -> tuple[Values | None, int]:
    """Return an upper bound where plays need not end: a lower one, raised to what sweeps make of it."""
    upper, before = lower.copy(), np.empty_like(lower)
    least = CLOSING_SLACKS * slack
    widen(upper.reshape(-1), lower.reshape(-1), least)
    for sweeps in range(1, MOST_CLOSING_SWEEPS + 1):
        upper[-1] = 0
        before[...] = upper
        sweeper.sweep(upper, up=True, fails=fails)
        worst = int(raise_bounds(upper.reshape(-1), before.reshape(-1)))
        if progress:
            progress("upper bound", sweeps, worst / ONE)
        if worst == 0:
            return upper, sweeps
        if sweeps % WIDENED_AFTER == 0:
            widen(upper.reshape(-1), lower.reshape(-1), least)
    return None, MOST_CLOSING_SWEEPS
