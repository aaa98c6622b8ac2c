"""How often does each number come up: a histogram of one or two distributions.

Two are mirrored, the first upwards and the second downwards, or stacked; the second is hatched.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from layouts.pictures.svg_text import element
from reports.charts.distributions import Distribution, NumberClass, classes_of
from reports.charts.frame import (
    PAD,
    WIDE,
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
    straight,
    x_ticks_of,
)
from reports.charts.line_series import PLAIN
from reports.charts.numbers import Form
from reports.charts.styles import area, swatch
from reports.charts.text_boxes import SMALL, Box, tooltip, widest
from reports.charts.ticks import Scale, Ticks, ticks_covering

MOST_TICKS = 7
MOST_DISTRIBUTIONS = 2
SHARE, THICKEST = 0.8, 60.0  # of the room of a class that its bar takes, and pixels at most


def histogram(
    distributions: Sequence[Distribution],
    *,
    title: str,
    x_label: str,
    y_label: str,
    prefix: str,
    percent: bool = True,
    stacked: bool = False,
    digits: int = 1,
    width: float = WIDE,
) -> str:
    """Return a histogram, as SVG.

    Parameters
    ----------
    distributions : sequence of Distribution
        One or two.
    title, x_label, y_label : str
        What is shown, and what the axes measure.
    prefix : str
        Begins all ids; every chart of a page has its own.
    percent : bool
        True if the weights are probabilities.
    stacked : bool
        True to draw the second on top of the first, False to draw it downwards.
    digits : int
        Decimals of the weights in the description; use the same for the table.
    width : float
        In pixels; `NARROW` for phones.

    Returns
    -------
    str
        An `svg` element, the same bytes each time.

    Raises
    ------
    ValueError
        If there are more than two distributions, two have the same name, or the prefix, the width or the
        digits can't be.
    """
    check_chart(prefix, width, digits)
    check_series([each.name for each in distributions], MOST_DISTRIBUTIONS)
    classes = classes_of(distributions)
    if not classes:
        return empty_chart(title, prefix, width)
    mirrored = len(distributions) == 2 and not stacked
    y_ticks = _y_ticks(classes, mirrored)
    form = Form(percent, digits=digits)
    y_texts = form.ticks(y_ticks._replace(values=tuple(map(abs, y_ticks.values))))

    head = draw_title(title, width)
    drawn, top = [head.drawing], head.bottom
    if len(distributions) > 1:
        names = [each.name for each in distributions]
        legend = draw_legend(names, swatch, top, width)
        drawn, top = [*drawn, legend.drawing], legend.bottom
    measure = draw_y_label(y_label, top, width)
    left = PAD + widest(y_texts, SMALL) + 7
    plot = Box(left, measure.bottom, width - PAD - 8, measure.bottom + max(200.0, 0.4 * width))
    x_scale = Scale(classes[0].first - 0.5, classes[-1].last + 0.5, plot.left, plot.right)
    y_scale = Scale(y_ticks.values[0], y_ticks.values[-1], plot.bottom, plot.top)
    x_ticks = x_ticks_of(x_scale.low, x_scale.high, (plot.left, plot.right), PLAIN, whole=True)
    axis = draw_x_axis(x_scale, x_ticks, x_label, plot.bottom)
    y_placed = [(y_scale.at(value), text) for value, text in zip(y_ticks.values, y_texts, strict=True)]
    bars = [_draw_class(each, distributions, x_scale, y_scale, mirrored, form) for each in classes]
    zero = straight(plot.left, y_scale.at(0), plot.right, y_scale.at(0), "muted", stroke_width=1.4)
    drawn += [measure.drawing, draw_y_axis(y_scale, y_placed, plot.left, plot.right), *bars, zero]
    foot = draw_notes(_class_notes(classes), axis.bottom + 6, width)
    return assemble(
        *drawn,
        axis.drawing,
        foot.drawing,
        title=title,
        description=_described(distributions, classes, x_label, y_label, form),
        prefix=prefix,
        size=(width, foot.bottom + PAD),
    )


def _y_ticks(classes: Sequence[NumberClass], mirrored: bool) -> Ticks:
    up = max(each.sums[0] if mirrored else fsum(each.sums) for each in classes)
    down = max(each.sums[1] for each in classes) if mirrored else 0.0
    return ticks_covering(-down, up, MOST_TICKS) if up or down else ticks_covering(-mirrored, 1, MOST_TICKS)


def _draw_class(
    each: NumberClass,
    distributions: Sequence[Distribution],
    x_scale: Scale,
    y_scale: Scale,
    mirrored: bool,
    form: Form,
) -> str:
    """Draw the bars of a class; of a weight of 0 nothing."""
    left, right = x_scale.at(each.first - 0.5), x_scale.at(each.last + 0.5)
    thick = min(SHARE * (right - left), THICKEST)
    margin = (right - left - thick) / 2
    drawn, start = [], 0.0
    for index, (distribution, weight) in enumerate(zip(distributions, each.sums, strict=True)):
        if not weight:
            continue
        end = -weight if mirrored and index else start + weight
        top, bottom = sorted((y_scale.at(start if not (mirrored and index) else 0.0), y_scale.at(end)))
        title = tooltip(f"{distribution.name}, {each}: {form.write(weight)}")
        drawn.append(element("g", title, area(index, left + margin, top, thick, bottom - top)))
        start = end
    return "".join(drawn)


def _class_notes(classes: Sequence[NumberClass]) -> list[str]:
    size = classes[0].last - classes[0].first + 1
    return [f"Each bar stands for {size} numbers."] if size > 1 else []


def _described(
    distributions: Sequence[Distribution],
    classes: Sequence[NumberClass],
    x_label: str,
    y_label: str,
    form: Form,
) -> str:
    """Return in words what the chart shows, for those who don't see it."""
    parts = [f"A histogram of {y_label} by {x_label}, from {classes[0].first} to {classes[-1].last}."]
    for index, distribution in enumerate(distributions):
        highest = max(classes, key=lambda each: each.sums[index])
        total = fsum(each.sums[index] for each in classes)
        if total:
            most = f"most at {highest}, {form.write(highest.sums[index])}"
            parts.append(f"{distribution.name}: {form.write(total)} in all, {most}.")
        else:
            parts.append(f"{distribution.name}: none.")
    return " ".join(parts)
