"""What is done to whole layers between sweeps: move bounds out, measure them.

All layers are given flat. Nothing here looks at the rules.
"""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values, Word
from solver.kernel import kernel


@kernel
def _shifted(value: Word, mode: Word, factor: float, least: Word, up: bool) -> Word:
    slack = np.int64(factor * mode) + least
    if up:
        return np.uint32(min(np.int64(value) + slack, ONE))
    return np.uint32(max(np.int64(value) - slack, 0))


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
