"""Which floats enclose a rational? For bounds that are handed on as floats, without numba."""

from __future__ import annotations

import math
from fractions import Fraction


def round_down(value: Fraction) -> float:
    """Return the greatest float that is at most `value`."""
    nearest = value.numerator / value.denominator
    return nearest if nearest <= value else math.nextafter(nearest, -math.inf)


def round_up(value: Fraction) -> float:
    """Return the least float that is at least `value`."""
    return -round_down(-value)
