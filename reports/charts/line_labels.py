"""Where do the names of lines and the labels of marked points stand in a line chart?

The names stand at the ends of the lines if there is room for that, else in a legend above the plot.
Labels of marks stand beside their points, never over each other; a label for which there is no room
is left out, and counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from layouts.pictures.svg_text import element, width_of
from reports.charts.frame import GAP, straight
from reports.charts.line_series import Line, Mark
from reports.charts.styles import SAMPLE, colour_of, dashes, marker, painted
from reports.charts.text_boxes import (
    BOLD,
    HALO,
    LINE,
    SMALL,
    TEXT,
    Box,
    baseline,
    broken,
    place_beside,
    shortened,
    spread,
    text_line,
    text_lines,
    tooltip,
    widest,
)

RING = 6.5  # radius of the ring around a marked point
LEADER = 22.0  # room between the plot and the names at the ends of lines
LEAST_WIDTH = 480  # of a chart with names at the ends of lines
EVERY = 7.0  # a line is looked at in such steps, to keep labels off it

Pixel = tuple[float, float]


class Marked(NamedTuple):
    """The marks as drawn, and how many labels found no room."""

    drawing: str
    left_out: int


def line_sample(index: int, x: float, y: float) -> str:
    """Draw what a line looks like, its left end at (x, y)."""
    stroke = straight(x, y, x + SAMPLE, y, colour_of(index), **dashes(index))
    point = marker(index, x + SAMPLE / 2, y)
    return stroke + element("g", point, **painted(fill=colour_of(index)))


def names_at_ends(lines: Sequence[Line], width: float, height: float) -> list[list[str]] | None:
    """Return the names in lines of text for the ends of the lines; None if there is no room there."""
    if len(lines) < 2 or width < LEAST_WIDTH or not all(line.points for line in lines):
        return None
    names = [broken(line.name, 0.21 * width, TEXT, most=2) for line in lines]
    return names if sum(map(_height, names)) <= height else None


def room_for_names(names: Sequence[Sequence[str]]) -> float:
    """Return how much room the names need to the right of the plot."""
    return LEADER + SAMPLE + 6 + widest((line for name in names for line in name), TEXT)


def draw_names(names: Sequence[Sequence[str]], paths: Sequence[Sequence[Pixel]], plot: Box) -> str:
    """Draw the names of lines to the right of the plot, each joined to the end of its line.

    The names of lines that end at the same place are in the order of the lines before it.
    """
    heights = [_height(name) for name in names]
    before = [fsum(y for _, y in path) / len(path) for path in paths]
    ends = [path[-1] for path in paths]
    wanted = [
        y - height / 2 + mean * 1e-6 for (_, y), height, mean in zip(ends, heights, before, strict=True)
    ]
    tops = spread(wanted, heights, plot.top - 4, plot.bottom + 4)
    left = plot.right + LEADER
    drawn = []
    for index, (name, (x, y), top, height) in enumerate(zip(names, ends, tops, heights, strict=True)):
        middle = top + height / 2
        path = f"M{x + 5:.2f} {y:.2f}L{plot.right + 5:.2f} {y:.2f}L{left - 4:.2f} {middle:.2f}"
        drawn.append(element("path", d=path, stroke_width=0.9, **painted(fill="none", stroke="muted")))
        drawn.append(line_sample(index, left, middle))
        first = middle - len(name) * TEXT * LINE / 2
        drawn.append(text_lines(name, left + SAMPLE + 6, first, TEXT))
    return "".join(drawn)


def draw_marks(
    marks: Sequence[Mark], points: Sequence[Pixel], paths: Sequence[Sequence[Pixel]], plot: Box
) -> Marked:
    """Draw rings around the marked points, and their labels beside them.

    Parameters
    ----------
    marks : sequence of Mark
        The marks; the earlier ones choose their places first.
    points : sequence of tuple of float
        Where they are drawn.
    paths : sequence of sequence of tuple of float
        The corners of all lines as drawn.
    plot : Box
        Where labels may lie.
    """
    seen = [point for path in paths for point in _along(path)]
    taken = [Box(x - RING - 1, y - RING - 1, x + RING + 1, y + RING + 1) for x, y in points]
    drawn, left_out = [], 0
    for mark, point in zip(marks, points, strict=True):
        text = shortened(mark.label, 0.45 * (plot.right - plot.left) / BOLD, SMALL)
        size = (BOLD * width_of(text, SMALL) + 6, SMALL * LINE + 2)
        box = place_beside(point, size, plot, taken, seen) if text else None
        ring = element(
            "circle",
            cx=point[0],
            cy=point[1],
            r=RING,
            stroke_width=2,
            **{"class": "chart-mark"},
            **painted(fill="none", stroke="ink"),
        )
        label = ""
        if box is None:
            left_out += bool(text)
        else:
            taken.append(box)
            label = _leader(point, box) + _label(text, box)
        drawn.append(element("g", tooltip(mark.label), ring, label))
    return Marked("".join(drawn), left_out)


def _label(text: str, box: Box) -> str:
    return text_line(
        box.left + 3,
        baseline(box.top + 1, SMALL),
        text,
        SMALL,
        "ink",
        font_weight=600,
        **{"class": "chart-mark-label"},
        **HALO,
    )


def _leader(point: Pixel, box: Box) -> str:
    """Draw a line from a point's ring to its label, if the label isn't right beside it."""
    x = min(max(point[0], box.left + 3), box.right - 3)
    y = min(max(point[1], box.top + 2), box.bottom - 2)
    across, down = x - point[0], y - point[1]
    far = (across**2 + down**2) ** 0.5
    if far < RING + GAP:
        return ""
    start = (point[0] + across * RING / far, point[1] + down * RING / far)
    return straight(*start, x, y, "muted", stroke_width=0.9)


def _along(path: Sequence[Pixel]) -> list[Pixel]:
    """Return points along a line, a few pixels apart."""
    found = list(path[:1])
    for (x1, y1), (x2, y2) in pairwise(path):
        parts = max(1, round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / EVERY))
        found += [
            (x1 + (x2 - x1) * part / parts, y1 + (y2 - y1) * part / parts) for part in range(1, parts + 1)
        ]
    return found


def _height(name: Sequence[str]) -> float:
    return len(name) * TEXT * LINE + 4
