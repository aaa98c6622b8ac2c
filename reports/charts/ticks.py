"""Where do the ticks of an axis stand, and where in the picture does a value lie?

The step between ticks is 1, 2 or 5 times a power of ten. Ticks are fractions, so that 0.3 is 3/10 and
their texts are what they look like.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import NamedTuple

DUST = Fraction(1, 10**9)  # of a step: 0.1 is a little more than 1/10, and needs no further tick

Value = float | Fraction


class Ticks(NamedTuple):
    """The ticks of an axis, in rising order, and the step between them."""

    step: Fraction
    values: tuple[Fraction, ...]


class Scale(NamedTuple):
    """The line from the value `low`, drawn at `first`, to the value `high`, drawn at `last`."""

    low: Value
    high: Value
    first: float
    last: float

    def at(self, value: Value) -> float:
        """Return where a value is drawn."""
        low = Fraction(self.low)
        return self.first + (self.last - self.first) * float(
            (Fraction(value) - low) / (Fraction(self.high) - low)
        )


def ticks_covering(low: Value, high: Value, most: int) -> Ticks:
    """Return ticks of which the first isn't above `low` and the last isn't below `high`.

    Parameters
    ----------
    low, high : float
        The ends; `low` is less.
    most : int
        How many ticks there may be, 3 or more.

    Examples
    --------
    >>> [str(tick) for tick in ticks_covering(0, 0.35, 6).values]
    ['0', '1/10', '1/5', '3/10', '2/5']
    """
    return _ticks(low, high, most, outside=True, whole=False)


def ticks_within(low: Value, high: Value, most: int, whole: bool = False) -> Ticks:
    """Return at most so many ticks from `low` to `high`, at whole numbers only if so told; maybe none.

    Examples
    --------
    >>> [str(tick) for tick in ticks_within(0.5, 12.5, 5, whole=True).values]
    ['5', '10']
    """
    return _ticks(low, high, most, outside=False, whole=whole)


def range_of(values: Iterable[Value], when_zero: float, from_zero: bool = False) -> tuple[Value, Value]:
    """Return the ends of an axis for some values.

    0 is in it if it must be, or if it isn't far: not farther than the values are from each other.

    Parameters
    ----------
    values : iterable of float
        At least one.
    when_zero : float
        The upper end if all values are 0, so that the axis has a length.
    from_zero : bool
        True if 0 must be in it, as for bars.
    """
    found = list(values)
    low, high = min(found), max(found)
    if from_zero or low == high or (low > 0 and low <= high - low) or (high < 0 and -high <= high - low):
        low, high = min(low, 0), max(high, 0)
    return (low, high) if low < high else (0, when_zero)


def _ticks(low: Value, high: Value, most: int, outside: bool, whole: bool) -> Ticks:
    """Return the ticks with the least step that makes few enough of them."""
    low, high = Fraction(low), Fraction(high)
    apart = (high - low) / most
    smallest = (Decimal(apart.numerator) / Decimal(apart.denominator)).adjusted()
    down, up = (floor, ceil) if outside else (ceil, floor)
    dust = DUST if outside else -DUST
    for power in count(max(0, smallest) if whole else smallest):
        for digit in (1, 2, 5):
            step = digit * Fraction(10) ** power
            first, last = down(low / step + dust), up(high / step - dust)
            if last - first < most:
                return Ticks(step, tuple(step * place for place in range(first, last + 1)))
    raise AssertionError("a large enough step leaves one tick")
