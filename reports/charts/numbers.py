"""How are the numbers of a chart written, in its labels and in its table?

With the same function in both, so that they agree: probabilities in percent, differences of probabilities
in percentage points with their sign, other numbers as they are. A tiny number keeps two digits. A lower
bound is rounded down and an upper bound up, so that they stay bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from reports.charts.ticks import Ticks, Value
from reports.pages import Number

MINUS = "−"
PP = "\u00a0pp"  # after a space where no line breaks
MOST_DECIMALS = 6  # smaller numbers are written with a power of ten
MOST_STEPS = 1000  # from 0 to a tick that is written so
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Form(NamedTuple):
    """How the numbers of a chart are written.

    Parameters
    ----------
    percent : bool
        True for probabilities, which are shown in percent.
    signed : bool
        True for differences: they have a sign, and those of probabilities are in pp.
    digits : int
        How many decimals there are; those of a whole number that isn't a probability are left out.
    """

    percent: bool = True
    signed: bool = False
    digits: int = 1

    def write(self, value: Value, rounding: Callable[[Fraction], int] = round) -> str:
        """Write a value, rounded as told."""
        return self._with_unit(self._digits(self._scaled(value), rounding))

    def write_error(self, error: float) -> str:
        """Write a standard error: it has no sign, and that of a probability is in pp."""
        return f"{self._digits(self._scaled(error), round)}{PP if self.percent else ''}"

    def to_error(self, error: float | None) -> Form:
        """Return how an estimate with this standard error is written: to the second digit of that, at most.

        Examples
        --------
        >>> Form(digits=5).to_error(0.0235).write(0.05), Form(digits=5).to_error(0.0235).write_error(0.0235)
        ('5.0%', '2.4\xa0pp')
        """
        if not error:
            return self
        return self._replace(digits=min(self.digits, max(0, 1 - _power(self._scaled(error)))))

    def cell(self, value: Value, rounding: Callable[[Fraction], int] = round) -> Number:
        """Return a value as a cell of a table."""
        return Number(self.write(value, rounding), float(value))

    def ticks(self, ticks: Ticks) -> list[str]:
        """Write the values of all ticks, with as many decimals as they need."""
        values = [self._scaled(value) for value in ticks.values]
        step = self._scaled(ticks.step)
        decimals = 0
        while (step * 10**decimals).denominator > 1:
            decimals += 1
        if decimals > MOST_DECIMALS and max(map(abs, values)) < MOST_STEPS * step:
            return [self._with_unit(_powered(value)) for value in values]
        return [self._with_unit(f"{float(value):,.{decimals if value else 0}f}") for value in values]

    def _scaled(self, value: Value) -> Fraction:
        """Return the number to be written before the unit, exactly."""
        return Fraction(value) * (100 if self.percent else 1)

    def _digits(self, exact: Fraction, rounding: Callable[[Fraction], int]) -> str:
        if exact.denominator == 1 and not self.percent:
            return f"{int(exact):,}"
        digits, rounded = self.digits, _rounded(exact, self.digits, rounding)
        if 0 < abs(exact) < Fraction(1, 2 * 10**digits):
            digits = 1 - _power(_rounded(exact, 1 - _power(exact), rounding))
            rounded = _rounded(exact, digits, rounding)
            if digits > MOST_DECIMALS:
                return _powered(rounded)
        return f"{float(rounded):,.{digits}f}"

    def _with_unit(self, text: str) -> str:
        """Put the sign and the unit to a number."""
        bare = text.lstrip("-")
        is_zero = not any(char in "123456789" for char in bare)
        plus = "+" if self.signed else ""
        sign = "" if is_zero else MINUS if text.startswith("-") else plus
        unit = PP if self.signed else "%"
        return f"{sign}{bare}{unit if self.percent else ''}"


def check_finite(value: Value, what: str) -> None:
    """Refuse what can't be drawn.

    Raises
    ------
    ValueError
        If the value is infinite or not a number.
    """
    if not isfinite(value):
        raise ValueError(f"{what} is {value}; it must be finite")


def _rounded(exact: Fraction, digits: int, rounding: Callable[[Fraction], int]) -> Fraction:
    return Fraction(rounding(exact * 10**digits), 10**digits)


def _powered(exact: Fraction) -> str:
    """Write a number of few digits with a power of ten: 1.2×10⁻⁷."""
    if not exact:
        return "0"
    power = _power(exact)
    return f"{float(exact / Fraction(10) ** power):g}×10{str(power).translate(_RAISED)}"


def _power(exact: Fraction) -> int:
    """Return the power of ten of a number's first digit."""
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).adjusted()
