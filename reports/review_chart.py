"""The win probability through a game as a chart of characters, for a terminal of any kind."""

from __future__ import annotations

from collections.abc import Sequence

from reports.words import percent

ROWS, COLUMNS = 10, 72


def chart_lines(values: Sequence[float], rows: int = ROWS, columns: int = COLUMNS) -> list[str]:
    """Return the lines of a chart: values from left to right, 0 at the bottom.

    With more values than columns, a column has the range of those that fall into it.

    Examples
    --------
    >>> for line in chart_lines([0.0, 0.5, 1.0], rows=3, columns=3):
    ...     print(line)
    100.0% |  *
     50.0% | *
      0.0% |*
    """
    highest = max(values, default=0.0) or 1.0
    count = min(columns, len(values))
    spans = [values[at * len(values) // count : (at + 1) * len(values) // count] for at in range(count)]
    reached = [(_row(min(span), highest, rows), _row(max(span), highest, rows)) for span in spans]
    lines = []
    for row in reversed(range(rows)):
        marks = "".join("*" if low <= row <= high else " " for low, high in reached)
        label = percent(highest * row / (rows - 1)) if row % ((rows - 1) // 2 or 1) == 0 else ""
        lines.append(f"{label:>6} |{marks}".rstrip())
    return lines


def _row(value: float, highest: float, rows: int) -> int:
    return round(value / highest * (rows - 1))
