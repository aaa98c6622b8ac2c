"""What does a layout look like in plain text?

Either a picture in ASCII, the cards to scale with whatever lies on them, or a table of which cards
are adjacent, which needs no placement.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from textwrap import wrap
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from layouts.graph import places_of
from layouts.names import index_of
from layouts.placement import CARD, Box, Shape, box_of

if TYPE_CHECKING:
    import networkx as nx

WIDEST = 100  # columns
LONG_SIDES = range(21, 10, -1)  # columns for a card's long side; with 11, nine cards in a row fit
LEGEND = "On each card: name, tag (6 is the center), defence/agent strength/encounter influence."

_ESCAPE = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}")

Canvas = list[list[str]]


def ascii_picture(graph: nx.Graph, marks: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return a picture of a layout whose cards have places, in ASCII.

    Parameters
    ----------
    graph : networkx.Graph
        A layout.
    marks : mapping of str to sequence of str, optional
        Lines to write on a card, under its ratings.

    Returns
    -------
    str
        Lines without spaces at their ends, at most 100 columns wide for nine cards; texts that don't
        fit on their card follow below.

    Raises
    ------
    RuleError
        If a card has no place, or something is marked that is no card.
    """
    names = list(graph)
    lying = {
        names[index_of(name, names)]: [to_ascii(line) for line in lines]
        for name, lines in (marks or {}).items()
    }
    boxes = _scaled([box_of(place, CARD) for place in places_of(graph).values()], CARD)
    canvas = _canvas_with(boxes)
    legend: list[str] = []
    for name, box in zip(names, boxes, strict=True):
        card = graph.nodes[name]
        short, marked = f"{card['tag']} {card['ratings']}", lying.get(name, [])
        text = [to_ascii(name), f"tag {card['tag']}  {card['ratings']}", *marked]
        lines = _fitted(text, box) or _fitted([to_ascii(name), short, *marked], box)
        if not lines:
            key = f"({len(legend) + 1})"
            legend += wrap(f"{key} {'; '.join(text)}", WIDEST, subsequent_indent="    ")
            width, height = _inside(box)
            lines = [line[:width] for line in (f"{key} {text[0]}", short, *marked)][:height]
        _write(canvas, box, lines)
    picture = ["".join(row).rstrip() for row in canvas]
    return "\n".join([*picture, "", *([*legend, ""] if legend else []), LEGEND])


def adjacency_text(graph: nx.Graph) -> str:
    """Return a table of a layout's cards: name, tag, ratings, and the adjacent cards."""
    order = {name: index for index, name in enumerate(graph)}
    rows = [("card", "tag", "D/S/I", "adjacent to")]
    for name, card in graph.nodes.items():
        ratings = f"{card['ratings']}{'*' if card['own'] else ''}"
        rows.append((name, str(card["tag"]), ratings, ", ".join(sorted(graph[name], key=order.__getitem__))))
    wide = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        f"{name:{wide[0]}}  {tag:>{wide[1]}}  {ratings:{wide[2]}}  {others}"
        for name, tag, ratings, others in rows
    ]
    notes = ["", "D/S/I: defence/agent strength/encounter influence; tag 6 is the center."]
    if any(card["own"] for card in graph.nodes.values()):
        notes.append("* ratings given by hand")
    return "\n".join([*lines, *notes])


def to_ascii(text: str) -> str:
    r"""Return a text without its accents; what still isn't ASCII is written as an escape.

    Examples
    --------
    >>> print(to_ascii("Café 花"))
    Cafe \u82b1
    """
    bare = "".join(char for char in normalize("NFKD", text) if not combining(char))
    return (bare if bare.strip() else text).encode("ascii", "backslashreplace").decode("ascii")


def from_ascii(text: str) -> str:
    r"""Return a text with the letters that `to_ascii` wrote as escapes; accents stay lost.

    Examples
    --------
    >>> from_ascii(to_ascii("Café 花"))
    'Cafe 花'
    """
    return _ESCAPE.sub(_letter, text)


def _letter(escape: re.Match[str]) -> str:
    number = int(escape[0][2:], 16)
    return chr(number) if number <= sys.maxunicode else escape[0]


def _scaled(boxes: Sequence[Box], shape: Shape) -> list[Box]:
    """Return the boxes in columns and rows, the picture's corner at 0; a row is as high as two columns."""
    across = max(box.right for box in boxes) - min(box.left for box in boxes)
    fitting = (columns for columns in LONG_SIDES if columns * across < WIDEST * shape.long)
    scale = Fraction(next(fitting, LONG_SIDES[-1]), shape.long)
    column = _spread([x for box in boxes for x in (box.left, box.right)], scale)
    row = _spread([y for box in boxes for y in (box.top, box.bottom)], scale / 2)
    return [Box(column[box.left], row[box.top], column[box.right], row[box.bottom]) for box in boxes]


def _spread(lengths: Sequence[int], scale: Fraction) -> dict[int, int]:
    """Return where each length goes, from 0; different ones stay different, so that no contact is lost."""
    least, last, places = min(lengths), -1, {}
    for length in sorted(set(lengths)):
        last = places[length] = max(last + 1, floor((length - least) * scale + Fraction(1, 2)))
    return places


def _canvas_with(boxes: Sequence[Box]) -> Canvas:
    """Return a canvas with the borders of all boxes; adjacent boxes share theirs."""
    canvas = [
        [" "] * (max(box.right for box in boxes) + 1) for _ in range(max(box.bottom for box in boxes) + 1)
    ]
    for box in boxes:
        for column in range(box.left, box.right):
            canvas[box.top][column] = canvas[box.bottom][column] = "-"
        for row in range(box.top, box.bottom):
            canvas[row][box.left] = canvas[row][box.right] = "|"
    for box in boxes:  # after all sides, or a neighbour's side would run through the corner
        for row in (box.top, box.bottom):
            canvas[row][box.left] = canvas[row][box.right] = "+"
    return canvas


def _inside(box: Box) -> tuple[int, int]:
    """Return how many columns and rows there are between a box's borders."""
    return box.right - box.left - 1, box.bottom - box.top - 1


def _fitted(text: Sequence[str], box: Box) -> list[str]:
    """Return a text in lines that fit into a box, a space free at either side; none if it doesn't fit."""
    width, height = _inside(box)
    width -= 2
    if width < 1:
        return []
    lines = [
        line
        for paragraph in text
        for line in wrap(paragraph, width, break_long_words=False, break_on_hyphens=False) or [""]
    ]
    return lines if len(lines) <= height and max(map(len, lines)) <= width else []


def _write(canvas: Canvas, box: Box, lines: Sequence[str]) -> None:
    """Write lines into the middle of a box."""
    width, height = _inside(box)
    for row, line in enumerate(lines, start=box.top + 1 + (height - len(lines)) // 2):
        start = box.left + 1 + (width - len(line)) // 2
        canvas[row][start : start + len(line)] = line
