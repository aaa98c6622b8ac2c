"""How large are some values beside each other: a chart of horizontal bars.

Every bar has its name at its left (on narrow charts above it) and its value in a column at its right, so
that no text is ever over a bar. Whiskers show proved bounds or standard errors; series differ by hatching.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil, floor

from reports.charts.bar_rows import ROWS, Row, draw_row, rows_of
from reports.charts.bar_values import ERRORS, Bar, names_and_series, whisker_of
from reports.charts.frame import (
    MOST_TICKS,
    PAD,
    WIDE,
    assemble,
    check_chart,
    check_series,
    draw_legend,
    draw_notes,
    draw_title,
    draw_x_axis,
    empty_chart,
    upright,
    x_ticks_of,
)
from reports.charts.numbers import Form
from reports.charts.styles import HATCHES, swatch
from reports.charts.text_boxes import BOLD, SMALL, TEXT, widest
from reports.charts.ticks import Scale, range_of, ticks_within

NAMES_BESIDE = 480  # the least width of a chart whose names stand at the left
MOST_OF_WIDTH = 0.34  # for the names


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    value_label: str,
    prefix: str,
    percent: bool = True,
    signed: bool = False,
    digits: int = 1,
    width: float = WIDE,
) -> str:
    """Return a chart of horizontal bars, as SVG.

    Parameters
    ----------
    bars : sequence of Bar
        Those of the same name stand together, in the order of their series, at most seven.
    title, value_label : str
        What is shown, and what the bars measure.
    prefix : str
        Begins all ids; every chart of a page has its own.
    percent : bool
        True if the values are probabilities.
    signed : bool
        True if they are differences: then they have a sign, and those of probabilities are in pp.
    digits : int
        Decimals of the values; use the same for the table.
    width : float
        In pixels; `NARROW` for phones.

    Returns
    -------
    str
        An `svg` element, the same bytes each time.

    Raises
    ------
    ValueError
        If two bars have the same name and series, there are too many series, or the prefix, the width or
        the digits can't be.
    """
    check_chart(prefix, width, digits)
    names, series = names_and_series(bars)
    check_series(series, len(HATCHES))
    if not bars:
        return empty_chart(title, prefix, width)
    form = Form(percent, signed, digits)
    beside = width >= NAMES_BESIDE
    rows = rows_of(bars, names, series, (MOST_OF_WIDTH if beside else 1) * (width - 2 * PAD))
    scale = _scale(bars, rows, form, width, beside)

    head = draw_title(title, width)
    drawn, top = [head.drawing], head.bottom
    if len(series) > 1:
        legend = draw_legend(series, swatch, top, width)
        drawn, top = [*drawn, legend.drawing], legend.bottom
    tops = list(accumulate((row.height(beside) for row in rows), initial=top + ROWS / 2))
    bottom = tops.pop() - ROWS / 2
    bands = [(top, bottom)] if beside else [row.band(top) for row, top in zip(rows, tops, strict=True)]
    ticks = x_ticks_of(scale.low, scale.high, (scale.first, scale.last), form, whole=False)
    axis = draw_x_axis(scale, ticks, value_label, bottom, bands)
    drawn.append(axis.drawing)
    drawn.append(upright([(scale.at(0), start, end) for start, end in bands], "muted", 1.4))
    drawn += [
        draw_row(row, top, scale, width - PAD, beside, form) for row, top in zip(rows, tops, strict=True)
    ]
    foot = draw_notes(_whisker_notes(bars), axis.bottom + 6, width)
    return assemble(
        *drawn,
        foot.drawing,
        title=title,
        description=_described(bars, value_label, form),
        prefix=prefix,
        size=(width, foot.bottom + PAD),
    )


def _scale(bars: Sequence[Bar], rows: Sequence[Row], form: Form, width: float, beside: bool) -> Scale:
    """Return the scale of the values, between the names and the column of values.

    It ends at the least and the greatest value, or at 0, with room for half the text of a tick.
    """
    values = [end for bar in bars for end in (bar.value, *(whisker_of(bar, form) or ()))]
    when_zero = 0.01 if form.percent and form.signed else 1
    low, high = range_of(values, when_zero, from_zero=True)
    half_tick = widest(form.ticks(ticks_within(low, high, MOST_TICKS)), SMALL) / 2 + 2
    names = max(max(widest(row.name, TEXT), widest(row.notes, SMALL)) for row in rows) + 14 if beside else 0
    written = BOLD * widest((form.to_error(bar.error).write(bar.value) for bar in bars), TEXT)
    return Scale(low, high, max(PAD + names, half_tick), width - max(PAD + written + 14, half_tick))


def _whisker_notes(bars: Sequence[Bar]) -> list[str]:
    """Say what the whiskers are."""
    bounded = any(bar.lower is not None for bar in bars)
    estimated = any(bar.error is not None for bar in bars)
    errors = f"{ERRORS} standard errors either side"
    if bounded and estimated:
        return [f"Whiskers: from the lower to the upper bound, or {errors} of an estimate."]
    if bounded:
        return ["Whiskers: from the lower to the upper bound."]
    return [f"Whiskers: {errors}."] if estimated else []


def _described(bars: Sequence[Bar], value_label: str, form: Form) -> str:
    """Return in words what the chart shows, for those who don't see it."""
    parts = []
    for bar in bars:
        text = f"{bar.name}, {bar.series}" if bar.series else bar.name
        text = f"{text}: {form.to_error(bar.error).write(bar.value)}"
        if bar.lower is not None and bar.upper is not None:
            text += f", from {form.write(bar.lower, floor)} to {form.write(bar.upper, ceil)}"
        if bar.error is not None:
            text += f", standard error {form.to_error(bar.error).write_error(bar.error)}"
        parts.append(f"{text} ({bar.note})." if bar.note else f"{text}.")
    return f"A bar chart of {value_label}. {' '.join(parts)}"
