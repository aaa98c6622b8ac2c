"""How are the series of a chart told apart without colour?

Lines by their dashes and by the shapes of their points, areas by their hatching. Colours are custom
properties of CSS, so that a page sets them for light and dark; their fallbacks are those of a file of its
own, on white. Each is written twice, as an attribute and as a style: programs that know no custom
properties read the attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from layouts.pictures.svg_text import element, number
from reports.pages.style import LIGHT

SERIES = 6  # colours of series
COLOURS = {
    "ink": LIGHT["ink"],
    "muted": LIGHT["muted"],
    "paper": LIGHT["surface"],
    **{name: LIGHT[f"chart-{name}"] for name in ("grid", *map(str, range(1, SERIES + 1)))},
}
SAMPLE = 26.0  # the width of what stands beside a name in a legend
Segment = tuple[float, float, float, float]  # x and y of both ends
DASHES = ("", "7 4", "2 3", "11 3 2 3")
_MARKERS = (
    "M-{0} 0A{0} {0} 0 0 1 {0} 0A{0} {0} 0 0 1-{0} 0z",  # a circle
    "M-{0}-{0}H{0}V{0}H-{0}z",  # a square
    "M0-{1}L{1} {0}H-{1}z",  # a triangle
    "M0-{1}L{1} 0L0 {1}L-{1} 0z",  # a diamond
    "M-{1}-{0}H{1}L0 {1}z",  # a triangle on its tip
)
HATCHES = ("full", "rising", "falling", "crossed", "level", "upright", "empty")
HATCH_STEP = 6.0  # from line to line


def painted(fill: str = "", stroke: str = "") -> dict[str, str]:
    """Return the attributes that paint something in colours of `COLOURS`; "none" paints nothing."""
    attributes, styles = {}, []
    for what, colour in (("fill", fill), ("stroke", stroke)):
        if colour:
            attributes[what] = COLOURS.get(colour, colour)
        if colour in COLOURS:
            styles.append(f"{what}:var(--chart-{colour},{COLOURS[colour]})")
    return {**attributes, **({"style": ";".join(styles)} if styles else {})}


def colour_of(index: int) -> str:
    """Return the name of the colour of a series."""
    return str(index % SERIES + 1)


def marker(index: int, x: float, y: float, radius: float = 3.6) -> str:
    """Return the point of a series, in the colour around it; the shapes are about equally large."""
    shape = _MARKERS[index % len(_MARKERS)].format(number(radius * 0.95), number(radius * 1.3))
    return element(
        "path",
        d=shape,
        transform=f"translate({number(x)} {number(y)})",
        **{"class": "chart-point"},
    )


def dashes(index: int) -> dict[str, str | float]:
    """Return the attributes of a series' line but its colour."""
    dash = DASHES[index % len(DASHES)]
    base: dict[str, str | float] = {"stroke_width": 2.2, "stroke_linejoin": "round"}
    return {**base, "stroke_dasharray": dash} if dash else base


def area(index: int, left: float, top: float, width: float, height: float) -> str:
    """Draw an area of a series: outlined, and full of colour or hatched.

    The hatching is lines and not an SVG pattern, which browsers print in coarse pixels.
    """
    colour, kind = colour_of(index), HATCHES[index % len(HATCHES)]
    outline = element(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        stroke_width=1.2,
        **{"class": "chart-bar"},
        **painted(fill=colour if kind == "full" else "paper", stroke=colour),
    )
    lines = "".join(
        f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        for x1, y1, x2, y2 in hatching(kind, left, top, left + width, top + height)
    )
    if not lines:
        return outline
    return outline + element("path", d=lines, stroke_width=1.4, **painted(fill="none", stroke=colour))


def swatch(index: int, x: float, y: float) -> str:
    """Draw what the areas of a series look like, the left end and the middle at (x, y)."""
    return area(index, x + 1, y - 6, SAMPLE - 4, 12)


def hatching(kind: str, left: float, top: float, right: float, bottom: float) -> Iterator[Segment]:
    """Yield the lines that hatch a rectangle: of the same lines across the chart those parts inside it."""
    if kind in ("rising", "crossed"):
        for c in _steps(left + top, right + bottom):
            x1, x2 = max(left, c - bottom), min(right, c - top)
            yield x1, c - x1, x2, c - x2
    if kind in ("falling", "crossed"):
        for c in _steps(left - bottom, right - top):
            x1, x2 = max(left, c + top), min(right, c + bottom)
            yield x1, x1 - c, x2, x2 - c
    if kind == "level":
        yield from ((left, y, right, y) for y in _steps(top, bottom))
    if kind == "upright":
        yield from ((x, top, x, bottom) for x in _steps(left, right))


def _steps(low: float, high: float) -> Iterator[float]:
    """Yield the multiples of the step between two numbers."""
    for place in range(floor(low / HATCH_STEP) + 1, ceil(high / HATCH_STEP)):
        yield place * HATCH_STEP
