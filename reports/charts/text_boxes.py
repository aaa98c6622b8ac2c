"""Where do the labels of a chart go, so that none covers another?

Text is measured with `layouts.pictures.svg_text`, whose widths are those of a wide font.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from layouts.pictures.svg_text import ELLIPSIS, element, escape, width_of, wrap
from reports.charts.styles import painted
from reports.pages.text import one_line

TITLE, TEXT, SMALL = 16, 13, 12  # sizes
LINE = 1.25  # the height of a line, in sizes
RISE = 0.78  # how far text reaches above its baseline, in sizes
BOLD = 1.1  # how much wider bold text is
HALO: dict[str, float | str] = {"paint_order": "stroke", "stroke_width": 4, "stroke_linejoin": "round"}
_WAYS = ((0, -1), (1, -1), (-1, -1), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0))
_FAR = (12.0, 24.0, 40.0, 60.0, 84.0, 112.0)


class Box(NamedTuple):
    """A rectangle, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Tell whether the two have an inner point in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Tell whether the other is inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )

    def has(self, x: float, y: float) -> bool:
        """Tell whether a point is inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def text_line(
    x: float, y: float, text: str, size: float = TEXT, colour: str = "ink", **attributes: float | str
) -> str:
    """Return one line of text, its baseline at y; with a stroke of `HALO` lines end before it."""
    stroke = "paper" if "paint_order" in attributes else ""
    paint = painted(fill=colour, stroke=stroke)
    return element("text", escape(one_line(text)), x=x, y=y, font_size=size, **paint, **attributes)


def tooltip(text: str) -> str:
    """Return what is said of the element around it to who points at it, or hears the chart read."""
    return element("title", escape(one_line(text)))


def text_lines(
    lines: Sequence[str], x: float, top: float, size: float, colour: str = "ink", **attributes: float | str
) -> str:
    """Return lines of text, the first of which begins at `top`."""
    return "".join(
        text_line(x, baseline(top, size) + place * size * LINE, line, size, colour, **attributes)
        for place, line in enumerate(lines)
    )


def baseline(top: float, size: float) -> float:
    """Return the baseline of a line of text that begins at `top`."""
    return top + size * (LINE + RISE - 0.2) / 2


def broken(text: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """Break a text into at most so many lines no wider than `width`; what is too long ends in …"""
    text = one_line(text)
    width /= BOLD if bold else 1
    lines = wrap(text, width, size)
    if any(width_of(line, size) > width for line in lines):
        lines = wrap(text, width, size, anywhere=True)
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(lines[most - 1] + ELLIPSIS, width, size)]
    return lines


def shortened(text: str, width: float, size: float) -> str:
    """Return a text that fits into a width in one line; what is too long ends in …

    Examples
    --------
    >>> shortened("a rather long name", 60, 12)
    'a rathe…'
    """
    text = one_line(text)
    if width_of(text, size) <= width:
        return text
    kept = text.rstrip(ELLIPSIS)
    while kept and width_of(kept + ELLIPSIS, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def widest(texts: Iterable[str], size: float) -> float:
    """Return how wide the widest of some texts is; 0 if there is none."""
    return max((width_of(text, size) for text in texts), default=0)


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Return tops of labels near where they are wanted, from `low` to `high`, none over another.

    They keep the order in which they are wanted (the earlier first, if at the same place).

    Raises
    ------
    ValueError
        If they are higher than the room.
    """
    if sum(heights) > high - low + 1e-6:
        raise ValueError("the labels are higher than the room for them")
    order = sorted(range(len(wanted)), key=lambda label: (wanted[label] + heights[label] / 2, label))
    before = dict(zip(order, accumulate((heights[label] for label in order), initial=0.0), strict=False))
    total = sum(heights)
    tops: dict[int, float] = {}
    end = low
    for label in order:
        # Not so low that those below wouldn't fit.
        latest = high - (total - before[label])
        tops[label] = end = min(max(wanted[label], end), latest)
        end += heights[label]
    return [tops[label] for label in range(len(wanted))]


def place_beside(
    point: tuple[float, float],
    size: tuple[float, float],
    inside: Box,
    taken: Sequence[Box],
    lines: Sequence[tuple[float, float]],
) -> Box | None:
    """Find room for a label near a point.

    Parameters
    ----------
    point : tuple of float
        What the label belongs to.
    size : tuple of float
        Width and height of the label.
    inside : Box
        Where it may lie.
    taken : sequence of Box
        What it must not cover.
    lines : sequence of tuple of float
        Points that it should not cover, though it may.

    Returns
    -------
    Box or None
        The nearest place that covers few points of lines; None if there is no room.
    """
    best, least = None, float("inf")
    for cost, box in _places(point, size, inside):
        if cost >= least or not inside.holds(box) or any(box.overlaps(other) for other in taken):
            continue
        cost += 8 * sum(box.has(*each) for each in lines)
        if cost < least:
            best, least = box, cost
    return best


def _places(
    point: tuple[float, float], size: tuple[float, float], inside: Box
) -> Iterator[tuple[float, Box]]:
    """Yield places to try and what each costs: around the point, then everywhere."""
    (x, y), (width, height) = point, size
    for far in _FAR:
        for place, (across, down) in enumerate(_WAYS):
            left = x - width / 2 + across * (width / 2 + far * (0.4 if down else 1))
            top = y - height / 2 + down * (height / 2 + far)
            yield far + place, Box(left, top, left + width, top + height)
    for row in range(int((inside.bottom - inside.top) / height)):
        top = inside.top + row * height
        for column in range(int((inside.right - inside.left) / 24)):
            left = inside.left + column * 24
            middle = (left + width / 2 - x, top + height / 2 - y)
            yield 200 + abs(middle[0]) + abs(middle[1]), Box(left, top, left + width, top + height)
