"""How is a layout drawn in SVG: cards to scale where they lie, or circles joined by lines?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from layouts.board import Board
from layouts.cards import CENTER_TAG
from layouts.graph import places_of
from layouts.pictures.overlay import OnCard
from layouts.pictures.rings import RADIUS, ring_positions
from layouts.pictures.svg_text import (
    LARGEST,
    SMALLEST,
    Fitted,
    centered,
    element,
    escape,
    fit,
    number,
    text_at,
    width_of,
)
from layouts.pictures.svg_tokens import DARK, INK, PAPER, Token, Tray, draw_tray, fill_tray, tokens
from layouts.placement import Shape, box_of

if TYPE_CHECKING:
    import networkx as nx

LONG_SIDE = 140  # units of the picture for a card's long side
HEADER = 32  # a card's upper end, with tag and ratings
SMALL = 15  # size of tag and ratings
ONE_ROW = 21  # height of a tray that leaves room for a name
SMALLEST_SCALE = 0.55  # of tokens
EDGE = 8  # what is kept free at a card's border

Lying = Mapping[str, OnCard] | None


class Drawing(NamedTuple):
    """Elements, and the rectangle they need."""

    elements: list[str]
    left: float
    top: float
    right: float
    bottom: float


def draw_cards(graph: nx.Graph, lying: Lying, shape: Shape) -> Drawing:
    """Return the cards of a layout as they lie."""
    scale = LONG_SIDE / shape.long
    boxes = {name: box_of(place, shape) for name, place in places_of(graph).items()}
    left, top = min(box.left for box in boxes.values()), min(box.top for box in boxes.values())
    elements = []
    for name, box in boxes.items():
        what = None if lying is None else lying[name]
        width, height = (box.right - box.left) * scale, (box.bottom - box.top) * scale
        face = _card_face(name, graph.nodes[name], what, width, height)
        x, y = (box.left - left) * scale, (box.top - top) * scale
        elements.append(_moved(x, y, _tooltip(name, graph.nodes[name], what), *face))
    right, bottom = max(box.right for box in boxes.values()), max(box.bottom for box in boxes.values())
    return Drawing(elements, 0, 0, (right - left) * scale, (bottom - top) * scale)


def draw_circles(board: Board, graph: nx.Graph, lying: Lying) -> Drawing:
    """Return the cards of a layout as circles; lines join those that are adjacent."""
    points = ring_positions(board)
    elements = [
        element(
            "line",
            x1=points[one].x,
            y1=points[one].y,
            x2=points[other].x,
            y2=points[other].y,
            stroke="#555",
            stroke_width=2.5,
        )
        for one, near in enumerate(board.neighbours)
        for other in near
        if one < other
    ]
    for name, point in zip(board.names, points, strict=True):
        what = None if lying is None else lying[name]
        face = _circle_face(name, graph.nodes[name], what)
        elements.append(_moved(point.x, point.y, _tooltip(name, graph.nodes[name], what), *face))
    rim = RADIUS + 2
    return Drawing(
        elements,
        min(point.x for point in points) - rim,
        min(point.y for point in points) - rim,
        max(point.x for point in points) + rim,
        max(point.y for point in points) + rim,
    )


def card_text(name: str, card: Mapping[str, Any], what: OnCard | None) -> str:
    """Return in words what is drawn of a card."""
    center = " (center)" if card["tag"] == CENTER_TAG else ""
    text = f"{name}: tag {card['tag']}{center}, {card['ratings']}"
    return text if what is None else f"{text}, {what}"


def badge(tag: int, x: float, y: float, ink: str) -> list[str]:
    """Return a tag in its ring."""
    return [
        element("circle", cx=x, cy=y, r=11, fill="none", stroke=ink, stroke_width=1.5),
        text_at(x, y + 5.4, str(tag), SMALL, text_anchor="middle", font_weight="bold", fill=ink),
    ]


def _card_face(
    name: str, card: Mapping[str, Any], what: OnCard | None, width: float, height: float
) -> list[str]:
    """Return a card whose corner is at (0, 0)."""
    ink, ground = colours(what)
    outline = element(
        "rect",
        x=1.5,
        y=1.5,
        width=width - 3,
        height=height - 3,
        rx=7,
        fill=ground,
        stroke=INK,
        stroke_width=2,
    )
    drawn = [outline]
    if card["tag"] == CENTER_TAG:
        drawn.append(
            element(
                "rect",
                x=5.5,
                y=5.5,
                width=width - 11,
                height=height - 11,
                rx=4,
                fill="none",
                stroke=ink,
                stroke_width=1.5,
            )
        )
    room = width - 2 * EDGE
    tray, middle, fitted = _inside(name, tokens(what) if what else [], room, height)
    ratings = str(card["ratings"])
    size = min(SMALL, SMALL * (room - 36) / width_of(ratings, SMALL))
    drawn += badge(card["tag"], EDGE + 14, 22, ink)
    drawn.append(text_at(width - EDGE - 5, 27, ratings, size, text_anchor="end", fill=ink))
    drawn += centered(fitted, width / 2, middle, font_weight="bold", fill=ink)
    return [*drawn, draw_tray(tray, width / 2, height - EDGE - 1)]


def _inside(name: str, items: list[Token], width: float, height: float) -> tuple[Tray, float, Fitted]:
    """Return a card's tray, and its name with the middle of the room that is left for it.

    Tokens are made smaller rather than a name cut, as long as they can be recognised.
    """
    most = height - HEADER - EDGE - LARGEST
    found = []
    for limit in (most, 0.6 * most, ONE_ROW):
        tray = fill_tray(items, width, limit)
        middle = (HEADER + height - EDGE - tray.height) / 2
        fitted = fit(name, width, max(SMALLEST, 2 * (middle - HEADER)))
        found.append((tray, middle, fitted))
        if not fitted.is_cut and tray.scale >= SMALLEST_SCALE:
            return found[-1]
    return found[0]


def _circle_face(name: str, card: Mapping[str, Any], what: OnCard | None) -> list[str]:
    """Return a circle around (0, 0) for a card."""
    ink, ground = colours(what)
    drawn = [element("circle", r=RADIUS, fill=ground, stroke=INK, stroke_width=2)]
    if card["tag"] == CENTER_TAG:
        drawn.append(element("circle", r=RADIUS - 4, fill="none", stroke=ink, stroke_width=1.5))
    tray = fill_tray(tokens(what) if what else [], 1.3 * RADIUS, 0.55 * RADIUS)
    lift, room = (0, 32) if tray.height else (8, 52)  # with nothing below, the rest moves to the middle
    ratings = str(card["ratings"])
    fitted = fit(name, 1.72 * RADIUS, room)
    drawn += badge(card["tag"], -20, lift - 44, ink)
    size = min(SMALL, SMALL * 48 / width_of(ratings, SMALL))
    drawn.append(text_at(-4, lift - 39, ratings, size, fill=ink))
    drawn += centered(fitted, 0, room / 2 + lift - 28, font_weight="bold", fill=ink)
    return [*drawn, draw_tray(tray, 0, 0.72 * RADIUS)]


def colours(what: OnCard | None) -> tuple[str, str]:
    """Return what a card is written with, and its ground."""
    return (PAPER, DARK) if what is not None and what.sealed else (INK, PAPER)


def _tooltip(name: str, card: Mapping[str, Any], what: OnCard | None) -> str:
    return element("title", escape(card_text(name, card, what)))


def _moved(x: float, y: float, *drawn: str) -> str:
    return element("g", *drawn, transform=f"translate({number(x)} {number(y)})")
