"""Guesses at a fixed point with one layer in memory and a copy on disk: sweeps, and now and then a leap.

`mixing` takes 14 bytes a value beside the layer, which three players and nine cards don't leave. Here the
layer x is copied to disk after some plain sweeps, and after two more, y = T²(x), it leaps to

    y + ρ / (1 − ρ) · (y − x),

Aitken's guess along the slowest mode, of which ρ is the square: what the sum over all values has moved in the
last two sweeps, as a part of what it moved in the two before. Where that makes no sense, since modes of both
signs are left, ρ is what it was. Two sweeps at a time, since one mode changes its sign from round to round
and is nearly as slow (0.84 and −0.79 with seven cards, three players, impossible): along a single step a
leap that ends the one blows the other up tenfold.

The first of the two sweeps tells whether x is a bound, as in `mixing`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values, Word
from solver.guardians.dense.arrays import total
from solver.guardians.dense.mixing import certify, move_by
from solver.kernel import kernel

PLAIN = 3
"""Sweeps from a leap to the copy."""
LARGEST_RATIO = 0.95
"""A ρ above this says that the sweeps are still far from their slowest mode."""


@kernel
def leap(x: Values, swept: Values, factor: float) -> None:
    """Lead the swept values on by `factor` times how far they are from x, within [0, 1]."""
    for i in range(x.size):
        now = np.int64(swept[i])
        guess: Word = now + np.int64(np.rint(factor * (now - np.int64(x[i]))))
        swept[i] = min(max(guess, 0), ONE)


class Copy:
    """A layer on disk, in a file without a name: it is gone when the process is.

    Parameters
    ----------
    layer : uint32[dark set][...]
    folder
        Where there is room for it.

    Raises
    ------
    OSError
        If there isn't.
    """

    def __init__(self, layer: Values, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `close`
        self._row = layer[0].size * layer.itemsize
        try:
            for row in layer:
                row.tofile(self._file)
            self._file.flush()
        except BaseException:
            self._file.close()
            raise

    def row(self, s: int) -> Values:
        """Return the values of a dark set, flat."""
        self._file.seek(s * self._row)
        return np.frombuffer(self._file.read(self._row), dtype=np.uint32)

    def close(self) -> None:
        """Give the room back."""
        self._file.close()


class Leaps:
    """Where a cycle of sweeps has come to.

    Parameters
    ----------
    layer : uint32[dark set][...]
        Holds the guess, and what sweeps make of it; the last row, of a lost game, is left alone.
    shift
        Added to T, so that the fixed point is a bound with something to spare.
    up
        Is it to be an upper bound, or a lower one?
    sums
        Of the layer after the last leap and after each sweep since; empty to begin with.
    ratio
        ρ, or 0 if it isn't known yet.
    """

    def __init__(
        self, layer: Values, shift: int, up: bool, folder: Path, sums: list[int], ratio: float
    ) -> None:
        self.layer = layer
        self.shift = shift
        self.up = up
        self.folder = folder
        self.sums = sums or [self._total()]
        self.ratio = ratio
        self.copy: Copy | None = None

    def _total(self) -> int:
        return sum(int(total(row.reshape(-1))) for row in self.layer)

    @property
    def is_ready(self) -> bool:
        """Has there been a number of sweeps since the last leap?"""
        return len(self.sums) > PLAIN

    def note_sweep(self) -> None:
        """Add the shift to what a sweep has left."""
        for row in self.layer[:-1]:
            move_by(row.reshape(-1), self.shift)
        self.sums.append(self._total())

    def keep(self) -> None:
        """Copy the layer to disk; the next sweep is looked at by `certify`."""
        self.copy = Copy(self.layer, self.folder)

    def certify(self) -> tuple[int, int]:
        """Return by how much the copy fails to be a bound, after one sweep, and the largest step to a guess.

        It is one if that is not above 0.
        """
        assert self.copy is not None
        violation, largest = -ONE, 0
        for s, row in enumerate(self.layer[:-1]):
            fails, step = certify(self.copy.row(s), row.reshape(-1), self.shift, 1.0, self.up)
            violation, largest = max(violation, int(fails)), max(largest, int(step))
        return violation, largest

    def withdraw(self) -> None:
        """Put the copy back, if there is one."""
        if self.copy is not None:
            for s, row in enumerate(self.layer):
                row.reshape(-1)[:] = self.copy.row(s)
            self.copy.close()
            self.copy = None

    def leap(self) -> None:
        """Make the next guess, from two sweeps after the copy."""
        assert self.copy is not None
        for row in self.layer[:-1]:
            move_by(row.reshape(-1), self.shift)
        before, now = self.sums[-1] - self.sums[-3], self._total() - self.sums[-1]
        if before and 0 < now / before < 1:
            self.ratio = min(now / before, LARGEST_RATIO)
        if self.ratio > 0:
            factor = self.ratio / (1 - self.ratio)
            for s, row in enumerate(self.layer[:-1]):
                leap(self.copy.row(s), row.reshape(-1), factor)
        self.copy.close()
        self.copy = None
        self.sums = [self._total()]
