"""What does a line chart show, and which numbers are these?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reports.charts.numbers import Form, check_finite
from reports.pages import Cell, Number, Table

Point = tuple[float, float]
PLAIN = Form(percent=False, digits=2)  # how x is written


@dataclass(frozen=True, slots=True)
class Line:
    """A series of points.

    Parameters
    ----------
    name : str
        What it is.
    points : tuple of tuple of float
        Pairs (x, y), by rising x; several may have the same x.

    Raises
    ------
    ValueError
        If a number isn't finite, or x falls.
    """

    name: str
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        for x, y in self.points:
            check_finite(x, f"an x of {self.name!r}")
            check_finite(y, f"a y of {self.name!r}")
        for (x, _), (after, _) in pairwise(self.points):
            if after < x:
                raise ValueError(f"the x of {self.name!r} fall from {x} to {after}; they must rise")


@dataclass(frozen=True, slots=True)
class Mark:
    """A point that matters, and a few words why.

    Raises
    ------
    ValueError
        If a number isn't finite.
    """

    x: float
    y: float
    label: str

    def __post_init__(self) -> None:
        check_finite(self.x, f"the x of the mark {self.label!r}")
        check_finite(self.y, f"the y of the mark {self.label!r}")


def check_marks(lines: Sequence[Line], marks: Sequence[Mark]) -> None:
    """Check that every mark is at a point of a line.

    Raises
    ------
    ValueError
        If one isn't.
    """
    points = {point for line in lines for point in line.points}
    for mark in marks:
        if (mark.x, mark.y) not in points:
            raise ValueError(f"the mark {mark.label!r} is at ({mark.x}, {mark.y}), where no line has a point")


def line_table(
    lines: Sequence[Line],
    *,
    x_label: str,
    percent: bool = True,
    marks: Sequence[Mark] = (),
    digits: int = 1,
    x_texts: Mapping[float, str] | None = None,
) -> Table:
    """Return all numbers of a line chart as a table, one row for each x.

    Parameters
    ----------
    lines, x_label, percent, marks, digits
        As for `line_chart`.
    x_texts : mapping of float to str, optional
        What stands for an x in the first column: what happened there, for instance.

    Returns
    -------
    Table
        The columns are x, the series, and the labels of the marks if there are any. An x that a series
        has twice has two rows.

    Raises
    ------
    ValueError
        If a mark isn't at a point of a line.
    """
    check_marks(lines, marks)
    form = Form(percent, digits=digits)
    found = [_numbered(line.points) for line in lines]
    texts = x_texts or {}
    rows = []
    for key in sorted(set().union(*found)):
        x: Cell = texts.get(key[0]) or Number(PLAIN.write(key[0]), float(key[0]))
        ys: list[Cell] = [form.cell(series[key]) if key in series else "" for series in found]
        here = {(key[0], series[key]) for series in found if key in series}
        labels = "; ".join(mark.label for mark in marks if (mark.x, mark.y) in here)
        rows.append((x, *ys, *((labels,) if marks else ())))
    header = (x_label, *(line.name for line in lines), *(("marked",) if marks else ()))
    return Table(header, tuple(rows))


def _numbered(points: Sequence[Point]) -> dict[tuple[float, int], float]:
    """Return the y at each x, where the points at the same x are numbered."""
    met: Counter[float] = Counter()
    found = {}
    for x, y in points:
        found[x, met[x]] = y
        met[x] += 1
    return found
