"""Read a chart as a person does: find its labels, and say from its axis what a pixel stands for."""

import re
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

from layouts.pictures.svg_text import width_of

SVG = "{http://www.w3.org/2000/svg}"
BOLD = 1.1
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class Text(NamedTuple):
    """A text and the box around it."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    kind: str


def root_of(chart):
    return ElementTree.fromstring(chart)


def size_of(chart):
    left, top, width, height = map(float, root_of(chart).get("viewBox").split())
    assert (left, top) == (0, 0)
    return width, height


def classed(root, name):
    return [element for element in root.iter() if element.get("class") == name]


def texts_in(chart):
    """Return all texts of a chart; none is moved by a transform."""
    root = root_of(chart)
    for group in root.iter():
        if group.get("transform"):
            assert not list(group.iter(f"{SVG}text"))
    found = []
    for element in root.iter(f"{SVG}text"):
        size, text = float(element.get("font-size")), element.text or ""
        bold = element.get("font-weight") is not None
        width = width_of(text, size) * (BOLD if bold else 1)
        x, y = float(element.get("x")), float(element.get("y"))
        left = x - {None: 0, "middle": 0.5, "end": 1}[element.get("text-anchor")] * width
        found.append(
            Text(text, left, y - 0.76 * size, left + width, y + 0.22 * size, element.get("class") or "")
        )
    return found


def overlapping(texts):
    """Return the pairs of texts that cover each other."""
    return [
        (one.text, other.text)
        for one, other in combinations([text for text in texts if text.text.strip()], 2)
        if one.left < other.right - 0.01
        and other.left < one.right - 0.01
        and one.top < other.bottom - 0.01
        and other.top < one.bottom - 0.01
    ]


def number_in(text):
    """Return the number that a text says; percent and pp are hundredths."""
    found = re.fullmatch(r"([−+]?)([\d,]*\.?\d+)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(%|\u00a0pp|)", text)
    assert found, text
    sign, digits, power, unit = found.groups()
    value = float(digits.replace(",", "")) * 10.0 ** int((power or "0").translate(RAISED))
    return (-1 if sign == "−" else 1) * value / (100 if unit else 1)


def reader(chart, axis):
    """Return a function from pixels to values, found from the first and the last tick of an axis."""
    ticks = classed(root_of(chart), f"chart-{axis}-tick")
    shift = 4.3 if axis == "y" else 0  # from the line of a tick down to the baseline of its text
    placed = [(float(tick.get(axis)) - shift, number_in(tick.text)) for tick in ticks]
    (p1, v1), (p2, v2) = placed[0], placed[-1]
    for pixel, value in placed:  # all ticks lie on one line
        assert abs(v1 + (pixel - p1) * (v2 - v1) / (p2 - p1) - value) <= abs(v2 - v1) * 1e-3
    return lambda pixel: v1 + (pixel - p1) * (v2 - v1) / (p2 - p1)


def corners(path):
    """Return the points of a path made of M and L."""
    return [tuple(map(float, pair.split())) for pair in re.split("[ML]", path.get("d"))[1:]]


def numbers_of(table):
    """Return the texts of all cells of a table."""
    return {cell if isinstance(cell, str) else cell.text for row in table.rows for cell in row}
