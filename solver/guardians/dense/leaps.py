"""Guesses at a fixed point with one layer in memory and a copy on disk: sweeps, and now and then a leap.

`mixing` takes 14 bytes a value beside the layer, which three players and nine cards don't leave. Here the
guess x is swept to x' = T²(x), which is copied to disk, and on to x'' = T²(x'); the next guess is

    x'' + ρ / (1 − ρ) · (x'' − x'),     ρ = (x' − x) · (x'' − x') / |x' − x|²

(Anderson mixing of type I with one pair, begun anew after each use), the products being those of a sample.
Two sweeps at a time, since one mode changes its sign from round to round and is nearly as slow as the slowest
(−0.79 and 0.84 with seven cards, three players, impossible). The first sweep from x' tells whether that is a
bound.

Sweeps of the seven cards' part with one spirit until a sweep moves no value by more than 4e-5, or 1e-5, or
1e-6: this 11, 16, 19; with two pairs, used in every sweep, 10, 13, 14 (but that takes 14 bytes a value); with
ρ from what the sum of all values moves, and three sweeps instead of the first two, 13, 18, more than 20.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.guardians.dense.arithmetic import ONE, Values, Word
from solver.guardians.dense.mixing import certify, move_by
from solver.kernel import kernel

Sample = NDArray[np.float64]

CYCLE = 2
"""Sweeps from the guess to the copy, and from there to the leap."""
LARGEST_RATIO = 0.95
"""A ρ above this says that the sweeps are still far from their slowest mode."""
STRIDE = 251
"""One value in so many is in the sample."""


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
    sample
        Of the guess, if the layer has been swept since.
    swept
        How often.
    """

    def __init__(
        self, layer: Values, shift: int, up: bool, folder: Path, sample: Sample | None = None, swept: int = 0
    ) -> None:
        self.layer = layer
        self.shift = shift
        self.up = up
        self.folder = folder
        self.copy: Copy | None = None
        self.samples = [self._sample() if sample is None else sample]  # of the guess, then of the copy
        self.swept = swept

    def _sample(self) -> Sample:
        return np.concatenate([row.reshape(-1)[::STRIDE].astype(np.float64) for row in self.layer[:-1]])

    def spare(self) -> None:
        """Add the shift to what a sweep has left."""
        for row in self.layer[:-1]:
            move_by(row.reshape(-1), self.shift)
        self.swept += 1

    def keep(self) -> None:
        """Copy the layer to disk; the next sweep is looked at by `certify`."""
        self.copy = Copy(self.layer, self.folder)
        self.samples.append(self._sample())

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

    @property
    def is_due(self) -> bool:
        """Is it time for the copy?"""
        return self.swept == CYCLE

    def withdraw(self) -> None:
        """Put the copy back, if there is one."""
        if self.copy is not None:
            for s, row in enumerate(self.layer):
                row.reshape(-1)[:] = self.copy.row(s)
            self.copy.close()
            self.copy, self.swept, self.samples = None, CYCLE, self.samples[:1]

    def leap(self) -> None:
        """Make the next guess, from a cycle after the copy."""
        assert self.copy is not None
        guess, copy = self.samples
        step, next_step = copy - guess, self._sample() - copy
        square = float(step @ step)
        ratio = min(float(step @ next_step) / square, LARGEST_RATIO) if square else 0.0
        factor = ratio / (1 - ratio) if ratio > -1 else 0.0
        for s, row in enumerate(self.layer[:-1]):
            leap(self.copy.row(s), row.reshape(-1), factor)
        self.copy.close()
        self.copy, self.swept, self.samples = None, 0, [self._sample()]
