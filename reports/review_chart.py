"""The win probability through a game as a chart of characters, for a terminal of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

ROWS, COLUMNS = 11, 72


def chart_lines(values: Sequence[float], rows: int = ROWS, columns: int = COLUMNS) -> list[str]:
    """Return the lines of a chart: values from left to right, 0 at the bottom.

    With more values than columns, a column has the range of those that fall into it. Labelled are the bottom,
    the middle and the top, the middle with two digits at least.

    Examples
    --------
    >>> for line in chart_lines([0.0, 0.0005, 0.001], rows=3, columns=3):
    ...     print(line)
    0.100% |  *
    0.050% | *
    0.000% |*
    """
    highest = max(values, default=0.0) or 1.0
    count = min(columns, len(values))
    spans = [values[at * len(values) // count : (at + 1) * len(values) // count] for at in range(count)]
    reached = [(_row(min(span), highest, rows), _row(max(span), highest, rows)) for span in spans]
    middle = (rows - 1) // 2
    decimals = max(1, 1 - floor(log10(100 * highest * middle / (rows - 1))))
    wide = len(f"{highest:.{decimals}%}")
    lines = []
    for row in reversed(range(rows)):
        marks = "".join("*" if low <= row <= high else " " for low, high in reached)
        label = f"{highest * row / (rows - 1):.{decimals}%}" if row in (0, middle, rows - 1) else ""
        lines.append(f"{label:>{wide}} |{marks}".rstrip())
    return lines


def _row(value: float, highest: float, rows: int) -> int:
    return round(value / highest * (rows - 1))
