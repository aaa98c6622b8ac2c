"""What do all charts have around what they show: a title, a description, a legend, notes, axes?

A chart is built from top to bottom: title, legend, what the y axis measures, the plot, its x axis, notes.
Nothing in it needs a style sheet, and its ids begin with its prefix, so that many can stand on one page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from layouts.pictures.svg_text import element, escape, flow, number, width_of
from reports.charts.numbers import Form
from reports.charts.styles import SAMPLE, painted
from reports.charts.text_boxes import LINE, SMALL, TEXT, TITLE, broken, shortened, text_line, text_lines
from reports.charts.ticks import Scale, Value, ticks_within
from reports.pages.text import one_line

WIDE, NARROW = 640, 320  # widths of charts: for a desk, for a phone
LEAST_WIDTH = 280
PAD = 10.0
GAP = 8.0
MOST_TICKS = 10  # of an x axis
FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, 'DejaVu Sans', sans-serif"
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

Sample = Callable[[int, float, float], str]  # of a series, its left end and middle at (x, y)
Placed = list[tuple[float, str]]  # ticks: where they are drawn, and their texts


class Part(NamedTuple):
    """Something drawn across the chart, and where it ends."""

    drawing: str
    bottom: float


def check_chart(prefix: str, width: float, digits: int) -> None:
    """Check what all charts are told.

    Raises
    ------
    ValueError
        If the prefix can't begin an id, the chart would be too narrow, or the digits are negative.
    """
    if not _PREFIX.fullmatch(prefix):
        raise ValueError(
            f"the prefix is {prefix!r}; it must be a letter, then letters, digits, hyphens or underscores"
        )
    if not width >= LEAST_WIDTH:
        raise ValueError(f"the chart is {width} wide; it must be at least {LEAST_WIDTH}")
    if digits < 0:
        raise ValueError(f"the number of decimals is {digits}; it can't be negative")


def check_series(names: Sequence[str], most: int) -> None:
    """Check the names of series.

    Raises
    ------
    ValueError
        If two are alike, or there are more than can be told apart.
    """
    if len(set(names)) < len(names):
        raise ValueError(f"two series have the same name: {', '.join(map(repr, names))}")
    if len(names) > most:
        raise ValueError(f"there are {len(names)} series; no more than {most} can be told apart")


def draw_title(title: str, width: float) -> Part:
    """Draw the title at the top of a chart."""
    lines = broken(title, width - 2 * PAD, TITLE, most=3, bold=True)
    drawing = text_lines(lines, PAD, PAD, TITLE, font_weight="bold")
    return Part(drawing, PAD + len(lines) * TITLE * LINE + GAP)


def draw_legend(names: Sequence[str], sample: Sample, top: float, width: float) -> Part:
    """Draw the names of series with their samples, in rows."""
    room = width - 2 * PAD
    texts = [shortened(name, room - SAMPLE - 6, TEXT) for name in names]
    widths = [SAMPLE + 6 + width_of(text, TEXT) for text in texts]
    drawn = []
    for row in flow(widths, room, 18):
        x = PAD
        for index in row:
            drawn.append(sample(index, x, top + 9))
            drawn.append(text_line(x + SAMPLE + 6, top + 13.5, texts[index]))
            x += widths[index] + 18
        top += 20
    return Part("".join(drawn), top + 4)


def draw_y_label(label: str, top: float, width: float) -> Part:
    """Say above the y axis what it measures."""
    lines = broken(label, width - 2 * PAD, SMALL, most=2)
    return Part(text_lines(lines, PAD, top, SMALL, colour="muted"), top + len(lines) * SMALL * LINE + 12)


def draw_notes(notes: Sequence[str], top: float, width: float) -> Part:
    """Write notes under a chart."""
    lines = [line for note in notes for line in broken(note, width - 2 * PAD, SMALL, most=4)]
    return Part(text_lines(lines, PAD, top, SMALL, colour="muted"), top + len(lines) * SMALL * LINE)


def draw_x_axis(
    scale: Scale,
    ticks: Placed,
    label: str,
    bottom: float,
    bands: Sequence[tuple[float, float]] = (),
) -> Part:
    """Draw the ticks of an x axis under a plot, their texts, and what it measures.

    Parameters
    ----------
    scale : Scale
        From left to right.
    ticks : list of tuple
        Where the ticks are, and their texts.
    label : str
        What the axis measures.
    bottom : float
        Where the plot ends.
    bands : sequence of tuple of float
        Tops and bottoms of the parts of the plot in which lines are drawn at the ticks.
    """
    drawn = []
    if ticks and bands:
        drawn.append(upright([(x, top, end) for x, _ in ticks for top, end in bands], "grid"))
    if ticks:
        drawn.append(upright([(x, bottom, bottom + 5) for x, _ in ticks], "muted"))
    for x, text in ticks:
        drawn.append(
            text_line(x, bottom + 18, text, SMALL, "muted", text_anchor="middle", **{"class": "chart-x-tick"})
        )
    below = bottom + 8 + (SMALL * LINE if ticks else 0)
    lines = broken(label, scale.last - scale.first, SMALL, most=2)
    middle = (scale.first + scale.last) / 2
    drawn.append(text_lines(lines, middle, below, SMALL, colour="muted", text_anchor="middle"))
    return Part("".join(drawn), below + len(lines) * SMALL * LINE)


def draw_y_axis(scale: Scale, ticks: Placed, left: float, right: float) -> str:
    """Draw lines across the plot at the ticks of a y axis, stronger at 0 and at the end, and their texts."""
    drawn = []
    strong = (scale.at(0), scale.first)
    for y, text in ticks:
        colour = "muted" if min(abs(y - each) for each in strong) < 0.005 else "grid"
        drawn.append(straight(left, y, right, y, colour))
        drawn.append(
            text_line(left - 7, y + 4.3, text, SMALL, "muted", text_anchor="end", **{"class": "chart-y-tick"})
        )
    return "".join(drawn)


def x_ticks_of(low: Value, high: Value, span: tuple[float, float], form: Form, whole: bool) -> Placed:
    """Return ticks for an x axis, as many as have room for their texts.

    Parameters
    ----------
    low, high : float
        The values at its ends.
    span : tuple of float
        Where these are drawn.
    form : Form
        How its values are written.
    whole : bool
        True if there is nothing between whole numbers.
    """
    scale = Scale(low, high, *span)
    for most in range(MOST_TICKS, 0, -1):
        ticks = ticks_within(low, high, most, whole)
        placed = [
            (scale.at(value), text) for value, text in zip(ticks.values, form.ticks(ticks), strict=True)
        ]
        if have_room(placed):
            return placed
    return []


def have_room(placed: Placed) -> bool:
    """Tell whether the texts of ticks along an x axis stand apart."""
    return all(
        right - left >= (width_of(text, SMALL) + width_of(other, SMALL)) / 2 + GAP
        for (left, text), (right, other) in pairwise(placed)
    )


def assemble(
    *inside: str,
    title: str,
    description: str,
    prefix: str,
    size: tuple[float, float],
) -> str:
    """Return a chart as an `svg` element, for a file of its own or inside HTML."""
    width, height = size
    return element(
        "svg",
        element("title", escape(one_line(title)), id=f"{prefix}-title"),
        element("desc", escape(one_line(description)), id=f"{prefix}-desc"),
        element("rect", width=width, height=height, **painted(fill="paper")),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{prefix}-title {prefix}-desc",
        style="max-width:100%;height:auto",
        font_family=FONT,
    )


def empty_chart(title: str, prefix: str, width: float) -> str:
    """Return a chart that says that there is nothing to show."""
    head = draw_title(title, width)
    bottom = head.bottom + 90
    box = element(
        "rect",
        x=PAD,
        y=head.bottom,
        width=width - 2 * PAD,
        height=90,
        rx=6,
        stroke_dasharray="4 4",
        **painted(fill="none", stroke="muted"),
    )
    text = text_line(width / 2, head.bottom + 50, "No data", TEXT, "muted", text_anchor="middle")
    return assemble(
        head.drawing,
        box,
        text,
        title=title,
        description="There is no data to show.",
        prefix=prefix,
        size=(width, bottom + PAD),
    )


def upright(lines: Sequence[tuple[float, float, float]], colour: str, width: float = 1) -> str:
    """Return upright lines of one colour; each is said by its x, its top and its bottom."""
    path = "".join(f"M{number(x)} {number(top)}V{number(bottom)}" for x, top, bottom in lines)
    return element("path", d=path, stroke_width=width, **painted(fill="none", stroke=colour))


def straight(x1: float, y1: float, x2: float, y2: float, colour: str, **attributes: float | str) -> str:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **painted(stroke=colour), **attributes)
