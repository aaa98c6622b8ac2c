"""Differences of win probabilities in words."""

from __future__ import annotations

from fractions import Fraction


def points(value: Fraction | float) -> str:
    """Write a difference of probabilities in percentage points, with its sign.

    Examples
    --------
    >>> points(0.0123), points(-1e-6), points(0)
    ('+1.230 pp', '-0.00010 pp', '+0.000 pp')
    """
    number = 100 * float(value)
    digits = 3 if abs(number) >= 0.01 or abs(number) < 1e-7 else 5
    return f"{0.0 if abs(number) < 1e-7 else number:+.{digits}f} pp"
