"""What does a layout look like as a picture?

An SVG picture: the cards to scale with whatever lies on them, or, where their places aren't known,
circles joined by lines. It needs no colours, has its own white ground, so that it looks the same on
light and dark pages, and no ids or style sheets, so that many can stand on one page. The same layout
always gives the same bytes. Below the picture is said what its signs mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layouts.board import Board
from layouts.graph import PLACE_ATTRIBUTES, board_of
from layouts.pictures.overlay import OnCard, Overlay, lying_on
from layouts.pictures.svg_cards import Lying, card_text, draw_cards, draw_circles
from layouts.pictures.svg_legend import NO_PLACES, draw_legend
from layouts.pictures.svg_text import element, escape, number
from layouts.pictures.svg_tokens import INK, PAPER
from layouts.placement import CARD, Shape

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["OnCard", "Overlay", "SvgView", "svg_picture"]

MARGIN = 12
NARROWEST = 300  # below that the legend would be all lines of one word
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def svg_picture(graph: nx.Graph, overlay: Overlay | None = None, shape: Shape = CARD) -> str:
    """Return a picture of a layout, as SVG.

    Parameters
    ----------
    graph : networkx.Graph
        A layout; if its cards have no places, its contact graph is drawn.
    overlay : mapping of str to OnCard, optional
        What lies on the cards; those left out are light and empty. Without an overlay all cards are
        drawn alike, and what lies on them isn't said.
    shape : Shape
        The size of a card, in the unit of the places.

    Returns
    -------
    str
        An `svg` element, for a file of its own or inside HTML.

    Raises
    ------
    RuleError
        If it isn't a board (see `Board`), only some cards have a place, or something lies on a card that
        isn't there.
    """
    board = board_of(graph)
    lying = None if overlay is None else lying_on(overlay, board.names)
    placed = any(key in card for card in graph.nodes.values() for key in PLACE_ATTRIBUTES)
    drawing = draw_cards(graph, lying, shape) if placed else draw_circles(board, graph, lying)
    width = max(NARROWEST, drawing.right - drawing.left + 2 * MARGIN)
    below = drawing.bottom - drawing.top + 2 * MARGIN
    legend, high = draw_legend(lying, placed, width - 2 * MARGIN)
    height = below + high + MARGIN
    x, y = (width - drawing.right - drawing.left) / 2, MARGIN - drawing.top
    return element(
        "svg",
        element("title", f"Layout of {len(board)} cards"),
        element("desc", escape(_description(board, graph, lying, placed))),
        element("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8, fill=PAPER, stroke="#999"),
        element("g", *drawing.elements, transform=f"translate({number(x)} {number(y)})"),
        element("g", *legend, transform=f"translate({MARGIN} {number(below)})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        style="max-width:100%;height:auto",
        font_family=FONT,
        fill=INK,
    )


@dataclass(frozen=True)
class SvgView:
    """A layout that a notebook shows as a picture; see `svg_picture`."""

    graph: nx.Graph
    overlay: Overlay | None = None
    shape: Shape = CARD

    def _repr_svg_(self) -> str:
        return svg_picture(self.graph, self.overlay, self.shape)


def _description(board: Board, graph: nx.Graph, lying: Lying, placed: bool) -> str:
    """Return in words what the picture shows, for those who don't see it."""
    edition = graph.graph.get("edition")
    cards = []
    for name, near in zip(board.names, board.neighbours, strict=True):
        text = card_text(name, graph.nodes[name], None if lying is None else lying[name])
        cards.append(f"{text}; adjacent to {', '.join(board.names[other] for other in near)}.")
    return " ".join(
        [
            "The cards to scale." if placed else NO_PLACES,
            *([] if edition is None else [f"Edition: {edition}."]),
            "Of each card: name, tag, defence/agent strength/encounter influence.",
            *cards,
        ]
    )
