"""What the check of bounds computes with: exact averages, rounded outward; and all rolls, told apart.

A value is a 64-bit integer, `ONE` for certainty. It divides the steps of the arrays that are checked
into 2**20, so n/216 of a value still fits: averages are computed exactly, then rounded once, up or down.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
DIE = range(1, 7)
WAYS = 6**3
SURE = 1
"""Three dice reach 3 times this rating in any case."""
UNIT = 2**20
"""How finely values are divided: averages of n/216 then still fit into 64 bits."""
ONE = (2**32 - 1) * UNIT


class Arithmetic(Protocol):
    """What a value is, and what chance makes of several."""

    won: Any
    dtype: Any

    def read(self, values: Array) -> Array:
        """Return stored values as this arithmetic has them."""

    def mean(self, *terms: tuple[int, Array]) -> Array:
        """Return the average of arrays, each with its weight."""

    def means(self, weights: Array, values: Array) -> Array:
        """Return for each row of `weights` (which have one sum) the average of `values` [...][rest]."""


class Fixed:
    """Integers, `ONE` for certainty; each average is exact, then rounded to one of them, up or down."""

    won = ONE
    dtype = np.int64

    def __init__(self, up: bool) -> None:
        self.up = up

    def read(self, values: Array) -> Array:
        """Return 32-bit values as multiples of 1 / `ONE`."""
        return values.astype(np.int64) * UNIT

    def _divide(self, total: Array, weight: int) -> Array:
        total += weight - 1 if self.up else 0
        total //= weight
        return total

    def mean(self, *terms: tuple[int, Array]) -> Array:
        """Return the average of arrays, each with its weight."""
        total = terms[0][1] * terms[0][0]
        for weight, values in terms[1:]:
            total += values * weight
        return self._divide(total, sum(weight for weight, _ in terms))

    def means(self, weights: Array, values: Array) -> Array:
        """Return for each row of `weights` the average of `values`."""
        return self._divide(weights @ values, int(weights[0].sum()))


class Sure:
    """Truth values: an average is true if everything that chance can bring is."""

    won = False
    dtype = np.bool_

    def read(self, values: Array) -> Array:
        """Return the values as they are."""
        return values

    def mean(self, *terms: tuple[int, Array]) -> Array:
        """Return where all arrays of positive weight are true."""
        found = [values for weight, values in terms if weight]
        return np.logical_and.reduce(found)  # type: ignore[no-any-return]

    def means(self, weights: Array, values: Array) -> Array:
        """Return for each row of `weights` where all values of positive weight are true."""
        return ~((weights > 0) @ ~values)


class Dice(NamedTuple):
    """Three dice against a rating; weights are out of 216, a success's before those of the failed rolls."""

    first: Array  # [1][1 + failed rolls]
    again: Array  # [what is kept][1 + failed rolls]: the other dice rolled again
    only: Array  # [what is kept][2]: success, failure
    keeps: list[list[int]]  # what can be kept of each failed roll


@lru_cache(maxsize=64)
def dice_against(rating: int) -> Dice:
    """Enumerate all rolls and rerolls against a rating."""
    target = 3 * rating
    failed = [d for d in combinations_with_replacement(DIE, 3) if sum(d) < target]
    kept = [d for count in range(3) for d in combinations_with_replacement(DIE, count)]

    def weights(keep: tuple[int, ...]) -> list[int]:
        ways: Counter[tuple[int, ...] | None] = Counter()
        for rolled in product(DIE, repeat=3 - len(keep)):
            shown = tuple(sorted((*keep, *rolled)))
            ways[None if sum(shown) >= target else shown] += 6 ** len(keep)
        return [ways[None], *(ways[d] for d in failed)]

    again = np.array([weights(keep) for keep in kept], dtype=np.int64)
    only = np.stack([again[:, 0], WAYS - again[:, 0]], axis=1)
    keeps = [sorted({kept.index(part) for n in range(3) for part in combinations(d, n)}) for d in failed]
    return Dice(again[:1], again, only, keeps)
