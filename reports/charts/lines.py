"""How does something change: a line chart.

Series of points joined by lines or by steps, told apart by dashes and by the shapes of their points;
points that matter are marked and labelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from layouts.pictures.svg_text import element
from reports.charts.frame import (
    GAP,
    PAD,
    WIDE,
    Part,
    Placed,
    assemble,
    check_chart,
    check_series,
    draw_legend,
    draw_notes,
    draw_title,
    draw_x_axis,
    draw_y_axis,
    draw_y_label,
    empty_chart,
    have_room,
    x_ticks_of,
)
from reports.charts.line_labels import (
    Pixel,
    draw_marks,
    draw_names,
    line_sample,
    names_at_ends,
    room_for_names,
)
from reports.charts.line_series import PLAIN, Line, Mark, Point, check_marks
from reports.charts.numbers import Form
from reports.charts.styles import colour_of, dashes, marker, painted
from reports.charts.text_boxes import SMALL, Box, shortened, tooltip, widest
from reports.charts.ticks import Scale, range_of, ticks_covering

LEAST_HEIGHT = 200.0  # of the plot
MOST_Y_TICKS = 6
MOST_LINES = 12  # that can be told apart
LONGEST_TICK = 90.0  # the width of a text of the x axis
POINT_ROOM = 20  # pixels; points closer to each other aren't all drawn


class _Plot(NamedTuple):
    """Where points are drawn, and the ticks of the y axis."""

    box: Box
    x: Scale
    y: Scale
    y_ticks: Placed

    def at(self, point: Point) -> Pixel:
        """Return where a point is drawn."""
        return self.x.at(point[0]), self.y.at(point[1])


def line_chart(
    lines: Sequence[Line],
    *,
    title: str,
    x_label: str,
    y_label: str,
    prefix: str,
    percent: bool = True,
    steps: bool = False,
    marks: Sequence[Mark] = (),
    x_ticks: Sequence[tuple[float, str]] = (),
    digits: int = 1,
    width: float = WIDE,
) -> str:
    """Return a line chart, as SVG.

    Parameters
    ----------
    lines : sequence of Line
        At most twelve; those without points are named only.
    title, x_label, y_label : str
        What is shown, and what the axes measure.
    prefix : str
        Begins all ids; every chart of a page has its own.
    percent : bool
        True if the y are probabilities.
    steps : bool
        True if a y holds until the next x, as in a cumulative distribution.
    marks : sequence of Mark
        Points of the lines to be marked; if labels don't all have room, the first ones do.
    x_ticks : sequence of tuple
        Pairs of an x and its text, to be written instead of numbers: where rounds begin,
        for instance. Texts without room are left out.
    digits : int
        Decimals of the y in the description; use the same for the table.
    width : float
        In pixels; `NARROW` for phones.

    Returns
    -------
    str
        An `svg` element, the same bytes each time.

    Raises
    ------
    ValueError
        If two lines have the same name, there are too many, a mark isn't at a point of a line, or the
        prefix, the width or the digits can't be.
    """
    check_chart(prefix, width, digits)
    check_series([line.name for line in lines], MOST_LINES)
    check_marks(lines, marks)
    points = [point for line in lines for point in line.points]
    if not points:
        return empty_chart(title, prefix, width)
    form = Form(percent, digits=digits)
    height = max(LEAST_HEIGHT, 0.42 * width)
    names = names_at_ends(lines, width, height)
    x_ticks = [(x, shortened(text, LONGEST_TICK, SMALL)) for x, text in sorted(x_ticks)]
    head = _draw_head(title, y_label, [] if names else lines, width)
    plot = _plot(points, names, x_ticks, form, Box(0, head.bottom, width, head.bottom + height))
    axis = _draw_axes(plot, x_label, x_ticks, whole=all(float(x).is_integer() for x, _ in points))
    corners = [[plot.at(point) for point in line.points] for line in lines]
    paths = [_stepped(each) if steps else each for each in corners]
    drawn = [
        _draw_line(line, index, path, _shown(each, index, alone=len(lines) == 1))
        for index, (line, path, each) in enumerate(zip(lines, paths, corners, strict=True))
    ]
    if names:
        drawn.append(draw_names(names, corners, plot.box))
    marked = draw_marks(marks, [plot.at((mark.x, mark.y)) for mark in marks], paths, plot.box)
    notes = [f"Labels without room here, but in the table: {marked.left_out}."] if marked.left_out else []
    foot = draw_notes(notes, axis.bottom + GAP, width)
    return assemble(
        head.drawing,
        axis.drawing,
        *drawn,
        marked.drawing,
        foot.drawing,
        title=title,
        description=_described(lines, x_label, y_label, marks, form),
        prefix=prefix,
        size=(width, foot.bottom + PAD),
    )


def _draw_head(title: str, y_label: str, listed: Sequence[Line], width: float) -> Part:
    """Draw the title, a legend of several lines, and what the y axis measures."""
    head = draw_title(title, width)
    drawn, top = [head.drawing], head.bottom
    if len(listed) > 1:
        legend = draw_legend([_named(line) for line in listed], line_sample, top, width)
        drawn, top = [*drawn, legend.drawing], legend.bottom
    measure = draw_y_label(y_label, top, width)
    return Part("".join([*drawn, measure.drawing]), measure.bottom)


def _plot(
    points: Sequence[Point],
    names: Sequence[Sequence[str]] | None,
    x_ticks: Sequence[tuple[float, str]],
    form: Form,
    inside: Box,
) -> _Plot:
    """Return where points are drawn: between the texts of the y axis and the names of the lines."""
    y_ticks = ticks_covering(*range_of((y for _, y in points), when_zero=1), MOST_Y_TICKS)
    y_texts = form.ticks(y_ticks)
    xs = [x for x, _ in (*points, *x_ticks)]
    low, high = (min(xs), max(xs)) if min(xs) < max(xs) else (xs[0] - 0.5, xs[0] + 0.5)
    end_text = widest([text for _, text in x_ticks] or [PLAIN.write(low), PLAIN.write(high)], SMALL) / 2
    box = Box(
        max(PAD + widest(y_texts, SMALL) + 7, end_text + 4),
        inside.top,
        inside.right - max(PAD + (room_for_names(names) if names else 0), end_text + 4),
        inside.bottom,
    )
    y_scale = Scale(y_ticks.values[0], y_ticks.values[-1], box.bottom, box.top)
    y_placed = [(y_scale.at(value), text) for value, text in zip(y_ticks.values, y_texts, strict=True)]
    return _Plot(box, Scale(low, high, box.left, box.right), y_scale, y_placed)


def _draw_axes(plot: _Plot, x_label: str, x_ticks: Sequence[tuple[float, str]], whole: bool) -> Part:
    """Draw the axes; where the ticks of x have been given, they are lines across the plot."""
    box, x_scale = plot.box, plot.x
    if x_ticks:
        placed = _thinned([(x_scale.at(x), text) for x, text in x_ticks])
    else:
        placed = x_ticks_of(x_scale.low, x_scale.high, (box.left, box.right), PLAIN, whole)
    axis = draw_x_axis(x_scale, placed, x_label, box.bottom, [(box.top, box.bottom)] if x_ticks else [])
    across = draw_y_axis(plot.y, plot.y_ticks, box.left, box.right)
    return Part(axis.drawing + across, axis.bottom)


def _draw_line(line: Line, index: int, path: Sequence[Pixel], shown: Sequence[Pixel]) -> str:
    if not path:
        return ""
    steps = "L".join(f"{x:.2f} {y:.2f}" for x, y in path)
    stroke = element(
        "path",
        d=f"M{steps}",
        **{"class": "chart-line"},
        **dashes(index),
        **painted(fill="none", stroke=colour_of(index)),
    )
    points = "".join(marker(index, x, y) for x, y in shown)
    shapes = element("g", points, **painted(fill=colour_of(index))) if points else ""
    return element("g", tooltip(line.name), stroke, shapes)


def _stepped(corners: Sequence[Pixel]) -> list[Pixel]:
    """Return the corners of a line that stays at a y until the next x."""
    found = list(corners[:1])
    for (_, before), (x, y) in pairwise(corners):
        found += [(x, before), (x, y)] if y != before else [(x, y)]
    return found


def _shown(corners: Sequence[Pixel], index: int, alone: bool) -> list[Pixel]:
    """Return the points to be drawn: all, or a few to tell lines apart, if there is no room for all."""
    if all(right - left >= POINT_ROOM / 2 for (left, _), (right, _) in pairwise(corners)):
        return list(corners)
    if alone:
        return []
    found: list[Pixel] = []
    for corner in corners:
        apart = POINT_ROOM * (3 if found else 1 + index % 3)  # lines over each other show in turns
        if corner[0] - (found[-1][0] if found else corners[0][0]) >= apart:
            found.append(corner)
    return found


def _thinned(placed: Placed) -> Placed:
    """Return every tick, or every second, or every third …, so that their texts have room."""
    return next(found for every in range(1, len(placed) + 1) if have_room(found := placed[::every]))


def _named(line: Line) -> str:
    return line.name if line.points else f"{line.name} (no data)"


def _described(lines: Sequence[Line], x_label: str, y_label: str, marks: Sequence[Mark], form: Form) -> str:
    """Return in words what the chart shows, for those who don't see it."""
    parts = [f"A line chart of {y_label} by {x_label}."]
    for line in lines:
        if not line.points:
            parts.append(f"{line.name}: no data.")
            continue
        (first, start), (last, end) = line.points[0], line.points[-1]
        ys = [y for _, y in line.points]
        parts.append(
            f"{line.name}: {form.write(start)} at {PLAIN.write(first)}, "
            f"{form.write(end)} at {PLAIN.write(last)}; "
            f"lowest {form.write(min(ys))}, highest {form.write(max(ys))}."
        )
    if marks:
        parts.append(f"Marked: {', '.join(f'{mark.label} at {PLAIN.write(mark.x)}' for mark in marks)}.")
    return " ".join(parts)
