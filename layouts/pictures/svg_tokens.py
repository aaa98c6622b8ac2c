"""How do agents, spirits and guardians look in an SVG picture?

Told apart by shape, not by colour: agents are black pawns, spirits are stars, guardians are white pawns
with their number; who is exhausted lies on the side. They stand in a white tray, so that they look
alike on dark and light cards.
"""

from __future__ import annotations

from typing import NamedTuple

from layouts.pictures.overlay import OnCard
from layouts.pictures.svg_text import element, number, text_at, width_of

INK = "#111"
PAPER = "#fff"
DARK = "#444"  # the ground of a dark card
HEIGHT = 24  # of every token
GAP = 3.0
MOST_ROWS = 4
_PAWN = "M8 1a4.5 4.5 0 0 1 2.6 8.2L15 23H1L5.4 9.2A4.5 4.5 0 0 1 8 1z"
_GUARDIAN = "M11 1a4.6 4.6 0 0 1 3.4 7.7Q20 10.5 20.5 23h-19Q2 10.5 7.6 8.7A4.6 4.6 0 0 1 11 1z"
_STAR = "M10 2l2.6 7.4L20 12l-7.4 2.6L10 22l-2.6-7.4L0 12l7.4-2.6z"


class Token(NamedTuple):
    """Something drawn in a box `width` wide and `HEIGHT` high, its corner at 0."""

    width: float
    drawing: str


class Tray(NamedTuple):
    """Tokens in rows, at a scale that fits."""

    rows: list[list[Token]]
    scale: float

    @property
    def height(self) -> float:
        """How high the tray is."""
        return self.scale * (len(self.rows) * (HEIGHT + 2) + 2) if self.rows else 0


def agent(standing: bool) -> Token:
    """Return an agent."""
    if standing:
        return Token(16, element("path", d=_PAWN, fill=INK))
    return Token(24, element("path", d=_PAWN, fill=INK, transform="translate(0 21)rotate(-90)"))


def spirit() -> Token:
    """Return a spirit."""
    return Token(20, element("path", d=_STAR, fill=PAPER, stroke=INK, stroke_width=1.6))


def guardian(which: int | None, upright: bool) -> Token:
    """Return a guardian with a number, or without one."""
    turned = {} if upright else {"transform": "translate(0 23)rotate(-90)"}
    pawn = element("path", d=_GUARDIAN, fill=PAPER, stroke=INK, stroke_width=1.6, **turned)
    if which is None:
        return Token(22 if upright else 24, pawn)
    x, y, size = (11, 20.5, 12) if upright else (16, 16.5, 12)
    if which > 9:
        size = 10
    label = text_at(x, y, str(which), size, font_weight="bold", text_anchor="middle", fill=INK)
    return Token(22 if upright else 24, pawn + label)


def tokens(what: OnCard) -> list[Token]:
    """Return what lies on a card; more than two of a kind as one with a count."""
    return [
        *_counted(agent(True), what.agents),
        *_counted(agent(False), what.exhausted_agents),
        *_counted(spirit(), what.spirits),
        *(guardian(which, True) for which in what.upright),
        *(guardian(which, False) for which in what.lying),
    ]


def fill_tray(items: list[Token], width: float, height: float) -> Tray:
    """Return the tokens in the rows that let them be largest; another row must be worth its room."""
    best = Tray([], 1)
    worth = 0.0
    for wanted in range(1, min(MOST_ROWS, len(items)) + 1):
        each = -(-len(items) // wanted)
        rows = [items[start : start + each] for start in range(0, len(items), each)]
        scale = min(1.0, width / max(map(_row_width, rows)), height / (len(rows) * (HEIGHT + 2) + 2))
        if scale * 0.8 ** len(rows) > worth:
            worth = scale * 0.8 ** len(rows)
            best = Tray(rows, scale)
    return best


def draw_tray(tray: Tray, middle: float, bottom: float) -> str:
    """Return a tray, centered over (middle, bottom)."""
    if not tray.rows:
        return ""
    wide = max(map(_row_width, tray.rows))
    drawn = [element("rect", width=wide, height=tray.height / tray.scale, rx=5, fill=PAPER)]
    for index, row in enumerate(tray.rows):
        x = (wide - _row_width(row)) / 2 + GAP
        for item in row:
            drawn.append(
                element("g", item.drawing, transform=f"translate({number(x)} {number(2 + 26 * index)})")
            )
            x += item.width + GAP
    at = f"translate({number(middle - wide * tray.scale / 2)} {number(bottom - tray.height)})"
    scale = "" if tray.scale == 1 else f"scale({number(tray.scale)})"
    return element("g", *drawn, transform=at + scale)


def _row_width(row: list[Token]) -> float:
    return sum(item.width for item in row) + GAP * (len(row) + 1)


def _counted(token: Token, count: int) -> list[Token]:
    if count <= 2:
        return [token] * count
    times = f"×{count}"
    label = text_at(token.width + 1, 18, times, 15, fill=INK)
    return [Token(token.width + 2 + width_of(times, 15), token.drawing + label)]
