"""What does a bar chart show, and which numbers are these?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from reports.charts.numbers import Form, check_finite
from reports.charts.ticks import Value
from reports.pages import Cell, Number, Table

ERRORS = 2  # standard errors that a whisker reaches either side of the value


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with a name.

    Parameters
    ----------
    name : str
        What it is the value of.
    value : float
        Exact, or an estimate, or the middle of an interval.
    series : str, optional
        Which of several values of the same name it is: that of the rulebook, for instance.
    lower, upper : float, optional
        Proved bounds; both or neither.
    error : float, optional
        The standard error of an estimate.
    note : str, optional
        What kind of number it is, or how it came about; written under the name.

    Raises
    ------
    ValueError
        If a number isn't finite, the value isn't within the bounds, there is only one bound, the error
        is negative, or there are both bounds and an error.
    """

    name: str
    value: Value
    series: str = ""
    lower: Value | None = None
    upper: Value | None = None
    error: float | None = None
    note: str = ""

    def __post_init__(self) -> None:
        for what in ("value", "lower", "upper", "error"):
            if getattr(self, what) is not None:
                check_finite(getattr(self, what), f"the {what} of {self.name!r}")
        if (self.lower is None) != (self.upper is None):
            raise ValueError(f"{self.name!r} has only one bound; it must have both or none")
        if self.lower is not None and self.upper is not None and not self.lower <= self.value <= self.upper:
            raise ValueError(
                f"the value of {self.name!r}, {self.value}, isn't from {self.lower} to {self.upper}"
            )
        if self.error is not None and (self.error < 0 or self.lower is not None):
            raise ValueError(
                f"{self.name!r} has the standard error {self.error}; "
                "it can't be negative, nor stand beside bounds"
            )


def whisker_of(bar: Bar, form: Form) -> tuple[Value, Value] | None:
    """Return from where to where a bar's whisker reaches; None if it has none.

    That of an estimated probability ends at 0 and 1 at the latest.
    """
    if bar.lower is not None and bar.upper is not None:
        return bar.lower, bar.upper
    if bar.error is None:
        return None
    low, high = bar.value - ERRORS * bar.error, bar.value + ERRORS * bar.error
    if form.percent and not form.signed:
        return min(max(low, 0), bar.value), max(min(high, 1), bar.value)
    return low, high


def names_and_series(bars: Sequence[Bar]) -> tuple[list[str], list[str]]:
    """Return the names of bars, and their series, in the order in which they come first.

    Raises
    ------
    ValueError
        If two bars have the same name and series.
    """
    found = {(bar.name, bar.series) for bar in bars}
    if len(found) < len(bars):
        raise ValueError("two bars have the same name and the same series")
    return list(dict.fromkeys(bar.name for bar in bars)), list(dict.fromkeys(bar.series for bar in bars))


def bar_table(
    bars: Sequence[Bar],
    *,
    name_label: str,
    value_label: str,
    series_label: str = "series",
    percent: bool = True,
    signed: bool = False,
    digits: int = 1,
) -> Table:
    """Return all numbers of a bar chart as a table, one row for each bar, in the order of the chart.

    Parameters
    ----------
    name_label, series_label : str
        What the names, and the series, are.
    bars, value_label, percent, signed, digits
        As for `bar_chart`.

    Returns
    -------
    Table
        Columns that would be empty are left out. Lower bounds are rounded down, upper bounds up; estimates
        are written to the second digit of their errors, at most.

    Raises
    ------
    ValueError
        If two bars have the same name and series.
    """
    names, series = names_and_series(bars)
    form = Form(percent, signed, digits)
    columns: list[tuple[str, list[Cell]]] = []
    bars = sorted(bars, key=lambda bar: (names.index(bar.name), series.index(bar.series)))
    columns.append((name_label, [bar.name for bar in bars]))
    columns.append((series_label, [bar.series for bar in bars]))
    columns.append((value_label, [form.to_error(bar.error).cell(bar.value) for bar in bars]))
    columns.append(
        ("lower bound", ["" if bar.lower is None else form.cell(bar.lower, floor) for bar in bars])
    )
    columns.append(("upper bound", ["" if bar.upper is None else form.cell(bar.upper, ceil) for bar in bars]))
    columns.append(("standard error", [_error(bar, form) for bar in bars]))
    columns.append(("note", [bar.note for bar in bars]))
    kept = [columns[0], *(column for column in columns[1:] if any(column[1]))]
    rows = zip(*(cells for _, cells in kept), strict=True)
    return Table(tuple(label for label, _ in kept), tuple(rows))


def _error(bar: Bar, form: Form) -> Cell:
    return "" if bar.error is None else Number(form.to_error(bar.error).write_error(bar.error), bar.error)
