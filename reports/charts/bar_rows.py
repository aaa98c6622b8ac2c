"""How is a row of a bar chart drawn: a name, its bars, their whiskers and values?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from layouts.pictures.svg_text import element
from reports.charts.bar_values import Bar, whisker_of
from reports.charts.frame import PAD
from reports.charts.numbers import Form
from reports.charts.styles import area, painted
from reports.charts.text_boxes import LINE, SMALL, TEXT, broken, text_line, text_lines, tooltip
from reports.charts.ticks import Scale, Value

THICK, THIN = 18.0, 14.0  # a bar that is alone, and one of several
BETWEEN = 4.0  # bars of the same name
ROWS = 14.0  # between names
CAP = 4.5  # half the height of a whisker's end


class Row(NamedTuple):
    """A name and the notes on its bars, in lines of text, and the bars with the numbers of their series."""

    name: list[str]
    notes: list[str]
    bars: list[tuple[int, Bar]]

    @property
    def text_height(self) -> float:
        """How high the name and the notes are."""
        return (len(self.name) * TEXT + len(self.notes) * SMALL) * LINE

    @property
    def thickness(self) -> float:
        """How high a bar is."""
        return THICK if len(self.bars) == 1 else THIN

    @property
    def bars_height(self) -> float:
        """How high the bars are with what is between them."""
        return len(self.bars) * (self.thickness + BETWEEN) - BETWEEN

    def height(self, beside: bool) -> float:
        """Return how high the row is, with its name beside or above the bars, and the room below it."""
        if beside:
            return max(self.text_height, self.bars_height) + ROWS
        return self.text_height + 4 + self.bars_height + ROWS

    def band(self, top: float) -> tuple[float, float]:
        """Return from where to where there are bars, and a little more, if the name is above them."""
        bottom = top + self.height(beside=False) - ROWS
        return bottom - self.bars_height - 2, bottom + 4


def rows_of(bars: Sequence[Bar], names: Sequence[str], series: Sequence[str], room: float) -> list[Row]:
    """Return a row for each name, whose texts are at most `room` wide."""
    rows = []
    for name in names:
        here = sorted((series.index(bar.series), place) for place, bar in enumerate(bars) if bar.name == name)
        found = [(index, bars[place]) for index, place in here]
        notes = [line for note in _notes(found) for line in broken(note, room, SMALL, most=2)]
        rows.append(Row(broken(name, room, TEXT, most=3), notes, found))
    return rows


def draw_row(row: Row, top: float, scale: Scale, right: float, beside: bool, form: Form) -> str:
    """Draw a row from `top` on; the values end at `right`."""
    inner = row.height(beside) - ROWS
    first = top + (inner - row.text_height) / 2 if beside else top
    notes_top = first + len(row.name) * TEXT * LINE
    drawn = [
        text_lines(row.name, PAD, first, TEXT),
        text_lines(row.notes, PAD, notes_top, SMALL, "muted"),
    ]
    y = top + (inner - row.bars_height) / 2 if beside else top + inner - row.bars_height
    for index, bar in row.bars:
        drawn.append(_draw_bar(bar, index, y, row.thickness, scale, form))
        drawn.append(
            text_line(
                right,
                y + row.thickness / 2 + 4.6,
                form.to_error(bar.error).write(bar.value),
                TEXT,
                "ink",
                text_anchor="end",
                font_weight=600,
                **{"class": "chart-value"},
            )
        )
        y += row.thickness + BETWEEN
    return "".join(drawn)


def _draw_bar(bar: Bar, index: int, top: float, thickness: float, scale: Scale, form: Form) -> str:
    start, end = sorted((scale.at(0), scale.at(bar.value)))
    of = f"{bar.name}, {bar.series}" if bar.series else bar.name
    whisker = whisker_of(bar, form)
    title = tooltip(f"{of}: {form.to_error(bar.error).write(bar.value)}")
    return element(
        "g",
        title,
        area(index, start, top, end - start, thickness),
        "" if whisker is None else _whisker(whisker, top, thickness, scale),
    )


def _whisker(ends: tuple[Value, Value], top: float, thickness: float, scale: Scale) -> str:
    """Draw a line with two caps, on a wider line of the colour of the ground, so that it shows on a bar."""
    start, end = map(scale.at, ends)
    middle = top + thickness / 2
    path = (
        f"M{start:.2f} {middle - CAP:.2f}V{middle + CAP:.2f}M{start:.2f} {middle:.2f}H{end:.2f}"
        f"M{end:.2f} {middle - CAP:.2f}V{middle + CAP:.2f}"
    )
    ground = element(
        "path", d=path, stroke_width=4.2, stroke_linecap="square", **painted(fill="none", stroke="paper")
    )
    line = element(
        "path", d=path, stroke_width=1.6, **{"class": "chart-whisker"}, **painted(fill="none", stroke="ink")
    )
    return ground + line


def _notes(bars: Sequence[tuple[int, Bar]]) -> list[str]:
    """Return the notes on bars of one name: one that all have, or each with its series."""
    different = {bar.note for _, bar in bars}
    if len(different) == 1:
        return [note for note in different if note]
    return [f"{bar.series}: {bar.note}" if bar.series else bar.note for _, bar in bars if bar.note]
