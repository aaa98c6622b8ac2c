"""What is done to whole layers between sweeps: measure a step, guess a limit, move bounds out.

All layers are given flat. Nothing here looks at the rules.
"""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values, Word
from solver.kernel import kernel


@kernel
def products(
    x0: Values, x1: Values, x2: Values, x3: Values
) -> tuple[float, float, float, float, float, float]:
    """Return what reduced rank extrapolation needs of four iterates: see `solve`.

    With steps u_i = x_(i+1) − x_i and d_i = u_(i+1) − u_i: d0·d0, d0·d1, d1·d1, d0·u0, d1·u0, and the
    largest |u2|.
    """
    d00 = d01 = d11 = p0 = p1 = largest = 0.0
    for i in range(x0.size):
        u0 = np.float64(x1[i]) - np.float64(x0[i])
        u1 = np.float64(x2[i]) - np.float64(x1[i])
        u2 = np.float64(x3[i]) - np.float64(x2[i])
        d0, d1 = u1 - u0, u2 - u1
        d00 += d0 * d0
        d01 += d0 * d1
        d11 += d1 * d1
        p0 += d0 * u0
        p1 += d1 * u0
        if abs(u2) > largest:
            largest = abs(u2)
    return d00, d01, d11, p0, p1, largest


@kernel
def extrapolate(x0: Values, x1: Values, x2: Values, f0: float, f1: float, moved: Values) -> Word:
    """Set x0 to x0 + f0·u0 + f1·u1, note how far that is from x2, and return how far it is at most."""
    largest = np.int64(0)
    for i in range(x0.size):
        u0 = np.float64(x1[i]) - np.float64(x0[i])
        u1 = np.float64(x2[i]) - np.float64(x1[i])
        guessed: Word = np.int64(np.float64(x0[i]) + f0 * u0 + f1 * u1)
        guessed = min(max(guessed, 0), ONE)
        far = abs(guessed - np.int64(x2[i]))
        moved[i] = min(far, ONE)
        if far > largest:
            largest = far
        x0[i] = guessed
    return largest


@kernel
def _shifted(value: Word, mode: Word, factor: float, least: Word, up: bool) -> Word:
    slack = np.int64(factor * mode) + least
    if up:
        return np.uint32(min(np.int64(value) + slack, ONE))
    return np.uint32(max(np.int64(value) - slack, 0))


@kernel
def shift(out: Values, values: Values, mode: Values, factor: float, least: int, up: bool) -> None:
    """Set `out` to the values, moved up or down by `least` and `factor` times the mode."""
    for i in range(values.size):
        out[i] = _shifted(values[i], mode[i], factor, least, up)


@kernel
def join(swept: Values, before: Values, up: bool) -> Word:
    """Return by how much a sweep has moved bounds out, at most, and undo what it has moved in."""
    worst = np.int64(0)
    for i in range(swept.size):
        out = np.int64(swept[i]) - np.int64(before[i])
        out = out if up else -out
        if out <= 0:
            swept[i] = before[i]
        elif out > worst:
            worst = out
    return worst


@kernel
def widen(bound: Values, values: Values, least: int, up: bool) -> None:
    """Move bounds out by half their distance from the values, and by `least`."""
    for i in range(bound.size):
        slack = abs(np.int64(bound[i]) - np.int64(values[i])) * 3 // 2 + least
        bound[i] = _shifted(values[i], 0, 0.0, slack, up)


@kernel
def widest(lower: Values, upper: Values) -> Word:
    """Return the largest difference, negative where the bounds cross."""
    worst = np.int64(-1) << 40
    for i in range(lower.size):
        if np.int64(upper[i]) - np.int64(lower[i]) > worst:
            worst = np.int64(upper[i]) - np.int64(lower[i])
    return worst
