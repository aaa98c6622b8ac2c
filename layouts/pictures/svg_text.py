"""How is a text written into an SVG picture, and how much room does it take?

Which font the reader has isn't known, so widths are those of a wide one (DejaVu Sans); in most
others the text is a little narrower. Numbers are written as short as they can be, to hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

NARROW = frozenset(" .,:;'!|ijlftr()[]{}/I-")
WIDE = frozenset("mwMWQO@%&—…")
LINE = 1.16  # the height of a line, in sizes
ELLIPSIS = "…"
LARGEST, SMALLEST = 19, 11  # of a name, in units of the picture
BOLD = 1.1  # how much wider bold text is


class Fitted(NamedTuple):
    """A text broken into lines, the size at which they fit, and whether some of the text was left out."""

    lines: list[str]
    size: int
    is_cut: bool = False


def number(value: float) -> str:
    """Return a number for an attribute.

    Examples
    --------
    >>> number(3.0), number(1 / 3), number(-0.001)
    ('3', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Return a text as it stands between tags or in an attribute in double quotes."""
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, entity)
    return text


def element(tag: str, *inside: str, **attributes: float | str) -> str:
    """Return an SVG element; in the names of attributes `_` stands for `-`.

    Examples
    --------
    >>> element("rect", width=2.5, stroke_width=1)
    '<rect width="2.5" stroke-width="1"/>'
    """
    written = "".join(
        f' {name.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def text_at(x: float, y: float, text: str, size: float, **attributes: float | str) -> str:
    """Return a line of text whose baseline begins at (x, y), or is centered there if so told."""
    return element("text", escape(text), x=x, y=y, font_size=size, **attributes)


def width_of(text: str, size: float) -> float:
    """Return about how wide a line of text is."""
    return size * sum(map(_char_width, text))


def fit(text: str, width: float, height: float) -> Fitted:
    """Break a bold text into lines that fit into a box, as large as can be, or else shortened."""
    width /= BOLD
    for size in range(LARGEST, SMALLEST - 1, -1):
        lines = wrap(text, width, size)
        if len(lines) * size * LINE <= height and all(width_of(line, size) <= width for line in lines):
            return Fitted(_evened(lines, text, width, size), size)
    if any(width_of(line, SMALLEST) > width for line in lines):
        lines = wrap(text, width, SMALLEST, anywhere=True)
    room = max(1, int(height / (SMALLEST * LINE)))
    if len(lines) > room:
        lines = [*lines[: room - 1], _shortened(f"{lines[room - 1]}{ELLIPSIS}", width)]
        return Fitted(lines, SMALLEST, True)
    return Fitted(lines, SMALLEST)


def wrap(text: str, width: float, size: float, anywhere: bool = False) -> list[str]:
    """Break a text so that the lines fit into a width: at spaces and after hyphens, or anywhere."""
    lines = [""]
    for word in re.findall(r"\s*\S" if anywhere else r"\s*(?:[^\s-]+-*|-+)", text):
        if lines[-1] and width_of(lines[-1] + word, size) > width:
            lines.append("")
        lines[-1] = lines[-1] + word if lines[-1] else word.lstrip()
    return lines


def centered(fitted: Fitted, x: float, middle: float, **attributes: float | str) -> list[str]:
    """Return the lines of a text around the point (x, middle)."""
    lines, size, _ = fitted
    first = middle - (len(lines) - 1) / 2 * size * LINE + 0.35 * size
    return [
        text_at(x, first + index * size * LINE, line, size, text_anchor="middle", **attributes)
        for index, line in enumerate(lines)
    ]


def flow(widths: Sequence[float], room: float, gap: float) -> list[list[int]]:
    """Deal items of these widths into rows no wider than `room`, in their order; return their numbers."""
    rows: list[list[int]] = []
    used = 0.0
    for index, width in enumerate(widths):
        if not rows or used + gap + width > room:
            rows.append([])
            used = -gap
        rows[-1].append(index)
        used += gap + width
    return rows


def _evened(lines: list[str], text: str, width: float, size: float) -> list[str]:
    """Return the same number of lines, the longest as short as can be, so that no word is left alone."""
    best = lines
    while len(lines) == len(best):
        best = lines
        width = max(width_of(line, size) for line in lines) - 0.01
        lines = wrap(text, width, size)
        if max(width_of(line, size) for line in lines) > width:
            break
    return best


def _shortened(line: str, width: float) -> str:
    """Return a line, cut at its end so that it fits at the smallest size."""
    if width_of(line, SMALLEST) <= width:
        return line
    kept = line.rstrip(ELLIPSIS)
    while kept and width_of(kept + ELLIPSIS, SMALLEST) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def _char_width(char: str) -> float:
    if combining(char):
        return 0
    if east_asian_width(char) in "WF":
        return 1.05
    if char in NARROW:
        return 0.38
    if char in WIDE:
        return 0.97
    return 0.72 if char.isupper() else 0.63
