"""What is done to whole layers between sweeps: raise upper bounds, measure the gap.

All layers are given flat. Nothing here looks at the rules.
"""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import Values, Word
from solver.kernel import kernel


@kernel
def raise_bounds(swept: Values, before: Values) -> Word:
    """Return by how much a sweep has raised bounds, at most, and undo what it has lowered."""
    worst = np.int64(0)
    for i in range(swept.size):
        out = np.int64(swept[i]) - np.int64(before[i])
        if out <= 0:
            swept[i] = before[i]
        elif out > worst:
            worst = out
    return worst


@kernel
def rise_and_fall(before: Values, swept: Values) -> tuple[Word, Word]:
    """Return by how much a sweep has raised values, and lowered them, at most; negative if it hasn't."""
    risen = fallen = np.int64(-1) << 40
    for i in range(swept.size):
        step = np.int64(swept[i]) - np.int64(before[i])
        risen = max(risen, step)
        fallen = max(fallen, -step)
    return risen, fallen


@kernel
def widest(lower: Values, upper: Values) -> Word:
    """Return the largest difference, negative where the bounds cross."""
    worst = np.int64(-1) << 40
    for i in range(lower.size):
        if np.int64(upper[i]) - np.int64(lower[i]) > worst:
            worst = np.int64(upper[i]) - np.int64(lower[i])
    return worst
