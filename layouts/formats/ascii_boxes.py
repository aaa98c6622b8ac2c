"""Where are the boxes in a picture made of + - and |?

A box has a + in each corner; its upper and lower side are made of - and +, the others of | and +. Boxes may
share a side, or a stretch of one. A box without text is a gap between cards if other boxes make up all
of its border. Texts in boxes may have any characters, as long as they don't draw a box themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from layouts.board import MOST_CARDS
from layouts.errors import ParseError, quote
from layouts.placement import Box

MOST_LINES = 1000
MOST_COLUMNS = 1000
HORIZONTAL, VERTICAL = "+-", "+|"

Runs = list[list[int]]


class Drawn(NamedTuple):
    """A box and the lines of text inside; right and bottom are those of its last border."""

    box: Box
    text: list[str]

    @property
    def line(self) -> int:
        """The line of the picture in which the text begins, or the box if it has none."""
        first = next((index for index, line in enumerate(self.text) if line), -1)
        return self.box.top + 2 + first


def find_boxes(lines: Sequence[str]) -> list[Drawn]:
    """Return the boxes with text, from top to bottom and left to right.

    Raises
    ------
    ParseError
        If something isn't part of a box, a box has no text, or the picture is too large.
    """
    if len(lines) > MOST_LINES or max(map(len, lines), default=0) > MOST_COLUMNS:
        raise ParseError(f"the picture is too large; at most {MOST_LINES} lines of {MOST_COLUMNS} characters")
    width = max(map(len, lines), default=0) + 1
    rows = [line.ljust(width) for line in [*lines, ""]]
    boxes = _smallest_apart(_candidates(rows))
    drawn = [Drawn(box, _text_in(rows, box)) for box in boxes]
    cards = [one for one in drawn if any(one.text)]
    _check_all_used(rows, boxes)
    used = set(chain.from_iterable(_border(one.box) for one in cards))
    for one in drawn:
        if not any(one.text) and not used.issuperset(_border(one.box)):
            raise ParseError(
                f"line {one.box.top + 1}: {_box_at(one.box)} is empty; write a name and tag in it"
            )
    return sorted(cards, key=lambda one: (one.box.top, one.box.left))


def _candidates(rows: Sequence[str]) -> list[Box]:
    """Return the smallest closed rectangle below and to the right of each corner that has one."""
    right, down = _runs(rows, HORIZONTAL), _runs_down(rows)
    corners = [
        (row, column)
        for row, line in enumerate(rows)
        for column, char in enumerate(line)
        if char == "+" and _meets(rows, row, column)
    ]
    if len(corners) > 4 * MOST_CARDS:
        raise ParseError(f"there are more than {MOST_CARDS} boxes; a board has at most {MOST_CARDS} cards")
    found = []
    for top, left in corners:
        boxes = [
            Box(left, top, column, row)
            for column in range(left + 2, right[top][left])
            if rows[top][column] == "+"
            for row in range(top + 2, min(down[top][left], down[top][column]))
            if rows[row][left] == rows[row][column] == "+" and right[row][left] > column
        ]
        if boxes:
            found.append(min(boxes, key=_area))
    return found


def _runs(rows: Sequence[str], chars: str) -> Runs:
    """Return for each place the first column at or after it whose character isn't one of `chars`."""
    ends = []
    for line in rows:
        end = [len(line)] * (len(line) + 1)
        for column in range(len(line) - 1, -1, -1):
            end[column] = end[column + 1] if line[column] in chars else column
        ends.append(end)
    return ends


def _runs_down(rows: Sequence[str]) -> Runs:
    """Return for each place the first row at or below it that isn't part of an upright side."""
    across = _runs(["".join(column) for column in zip(*rows, strict=True)], VERTICAL)
    return [list(column) for column in zip(*across, strict=True)]


def _meets(rows: Sequence[str], row: int, column: int) -> bool:
    """Tell whether a + continues to a side as well as up or down."""
    beside = [rows[row][other] for other in (column - 1, column + 1) if 0 <= other < len(rows[row])]
    above = [rows[other][column] for other in (row - 1, row + 1) if 0 <= other < len(rows)]
    return any(char in HORIZONTAL for char in beside) and any(char in VERTICAL for char in above)


def _smallest_apart(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes, without those that have another one inside or lie across one."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda box: (_area(box), box)):
        if not any(
            min(box.right, other.right) > max(box.left, other.left)
            and min(box.bottom, other.bottom) > max(box.top, other.top)
            for other in kept
        ):
            kept.append(box)
    return kept


def _area(box: Box) -> int:
    return (box.right - box.left) * (box.bottom - box.top)


def _text_in(rows: Sequence[str], box: Box) -> list[str]:
    return [rows[row][box.left + 1 : box.right].strip() for row in range(box.top + 1, box.bottom)]


def _border(box: Box) -> list[tuple[int, int]]:
    """Return the places of a box's border, row and column."""
    columns, rows = range(box.left, box.right + 1), range(box.top, box.bottom + 1)
    return [
        *((row, column) for row in (box.top, box.bottom) for column in columns),
        *((row, column) for row in rows for column in (box.left, box.right)),
    ]


def _check_all_used(rows: Sequence[str], boxes: Sequence[Box]) -> None:
    """Check that every character belongs to a box or its border."""
    free = [[char != " " for char in line] for line in rows]
    for box in boxes:
        for row in range(box.top, box.bottom + 1):
            free[row][box.left : box.right + 1] = [False] * (box.right - box.left + 1)
    for row, line in enumerate(free):
        if True in line:
            column = line.index(True)
            text = rows[row][column:].split()[0]
            raise ParseError(
                f"line {row + 1}, column {column + 1}: {quote(text)} is part of no card; "
                "a card is a closed box with + in its corners, sides of - and |, and text inside"
            )


def _box_at(box: Box) -> str:
    return f"the box in columns {box.left + 1} to {box.right + 1}"
