"""Bounds where games hardly end: a fixed point for each slack, led on from larger slacks to smaller ones.

With a slack ε > 0 a round costs ε: T − ε has a fixed point x(ε) even where the guardians can wait for ever,
and that is a lower bound, since x < T(x) where x > 0. But a guess that is too high comes down by no more than
ε in a sweep there, so guessing at a small ε straight away does not settle.

x(ε) is the best over all policies of

    P(win) − ε · E[rounds]        (with the choice to give up at any time, for 0),

a maximum of lines: convex in ε, and straight near 0. There are three ways to the first two fixed points:

- From above. Where waiting costs nothing (no growths), or next to it, sweeps of c everywhere, the most that
  any start of a round is worth, come down to an upper bound U as fast as what is risky is decided; it is
  nearly x(0).
  The first guess is U, and the second on the line through U at a slack of 0. These two slacks are the last
  ones, as U is close enough to tell the best policy.
- Down. Who can wait comes to the best place for it in the end, so that x(0) is nearly c there, the most that
  any start of a round is worth. The first guess is c everywhere, and comes down by ε a sweep and round to
  come, smoothly, which mixing foresees; the second is on the line through c at a slack of 0.
- Up, from 0, with slacks that begin larger. States that it pays to give up as yet have a front that moves,
  and where the way is long, mixing runs wild. But where the guardians hold out at a tiny risk (three cards,
  two players, one action and agent) it does on the way down, and settles on this one.

From the third on the guess is on the line through the last two, which is never above x: nothing has to come
down. Led nearly to 0 it is a proved bound itself: with
y = x + s · (x − x'), x and x' at ε < ε', and π the policy that is best at ε,

    T(y)  ≥  T_π(y)  ≥  (1 + s) · (x + ε) − s · (x' + ε')  =  y + ε − s · (ε' − ε),

more than y as long as s < ε / (ε' − ε). And x − x' says how many rounds are to come, which is by how much an
upper bound must be above y to be one.

Nothing here looks at the rules. All arrays are flat.
"""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values, Word
from solver.kernel import kernel

FIRST_SLACKS = {"above": 0.0, "down": 1e-6, "up": 1e-4}
"""The largest slack is at least this, a probability."""
FALL = 10
"""From one slack to the next."""
SHARES = (0.8, 0.6, 0.4, 0.2)
"""How far towards a slack of 0 the last line is led: the first that is proved; if none is, not at all."""


def falling_slacks(last: int, first: float) -> list[int]:
    """Return the slacks, in steps, from at least `first`, a probability, to the last: two or more."""
    found = [last]
    while found[-1] < first * ONE or len(found) < 2:
        found.append(FALL * found[-1])
    return found[::-1]


@kernel
def lead_value(x: Word, before: Word, factor: float) -> Word:
    """Return x + factor · (x − before), rounded down, within [0, 1]."""
    now = np.int64(x)
    value: Word = now + np.int64(np.floor(factor * (now - np.int64(before))))
    return min(max(value, 0), ONE)


@kernel
def lead(x: Values, before: Values, factor: float, out: Values) -> None:
    """Set `out` to where the line leads; it may be one of the two."""
    for i in range(x.size):
        out[i] = lead_value(x[i], before[i], factor)


@kernel
def lead_on(x: Values, before: Values, factor: float) -> None:
    """Set x to where the line leads, and `before` to x."""
    for i in range(x.size):
        now = x[i]
        x[i] = lead_value(now, before[i], factor)
        before[i] = now


@kernel
def hang(x: Values, before: Values, most: int, factor: float) -> None:
    """Set x to where the line through `most` at a slack of 0 leads, and `before` to x."""
    for i in range(x.size):
        now = np.int64(x[i])
        below: Word = max(most - now, 0)
        x[i] = most - np.int64(np.floor(factor * below))
        before[i] = now


@kernel
def is_proved(x: Values, before: Values, factor: float, swept: Values) -> bool:
    """Tell whether y < T(y) wherever y > 0, for the y that `lead` gives and its sweep."""
    for i in range(x.size):
        y = lead_value(x[i], before[i], factor)
        if y > 0 and swept[i] <= y:
            return False
    return True


@kernel
def stand_off(lower: Values, before: Values, factor: float, least: int) -> None:
    """Set `before` to the lower bound and `factor` times how far that is above it, and `least`."""
    for i in range(lower.size):
        low = np.int64(lower[i])
        above: Word = max(low - np.int64(before[i]), 0)
        value: Word = low + np.int64(np.ceil(factor * above)) + least
        before[i] = min(value, ONE)
