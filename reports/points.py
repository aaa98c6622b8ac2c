"""Differences of win probabilities in words."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from fractions import Fraction


def points(value: Fraction | float, *, signed: bool = True) -> str:
    """Write a difference of probabilities in percentage points, with its sign if it has one.

    Examples
    --------
    >>> points(0.0123), points(-1e-6), points(0), points(0.0123, signed=False)
    ('+1.230 pp', '-0.00010 pp', '0.000 pp', '1.230 pp')
    """
    number = 100 * float(value)
    digits = 3 if abs(number) >= 0.01 or abs(number) < 1e-7 else 5
    number = 0.0 if abs(number) < 1e-7 else number
    return f"{number:+.{digits}f} pp" if signed and number else f"{abs(number):.{digits}f} pp"


def points_at_most(value: float) -> str:
    """Write how large a difference of probabilities is at most, in percentage points, rounded up.

    Examples
    --------
    >>> points_at_most(1.01e-6), points_at_most(0.0)
    ('0.00011 pp', '0.00000 pp')
    """
    return f"{Decimal(100 * value).quantize(Decimal('1e-5'), ROUND_CEILING):f} pp"
