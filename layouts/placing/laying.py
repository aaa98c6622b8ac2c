"""Is there an order in which the cards could have been laid?

The center comes first. After it a card may be laid if it touches the center, or at least two cards that
lie already. More cards on the table never forbid one, so laying whatever can be laid finds an order if there
is any.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, NamedTuple

from layouts.cards import CENTER_TAG

if TYPE_CHECKING:
    import networkx as nx

FEWEST_CONTACTS = 2
"""Of a card that doesn't touch the center, when it is laid."""


class Laying(NamedTuple):
    """How the cards could have been laid."""

    order: list[str]  # the center first
    stuck: list[str]  # those that can't be laid after all of these


def find_laying(neighbours: Mapping[str, Set[str]], center: str) -> Laying:
    """Lay cards as long as one can be laid, the first in the mapping's order that can.

    Examples
    --------
    >>> find_laying({"Stars": {"Boat"}, "Boat": {"Stars", "Pool"}, "Pool": {"Boat"}}, "Stars")
    Laying(order=['Stars', 'Boat'], stuck=['Pool'])
    """
    order = [center]
    waiting = [card for card in neighbours if card != center]
    while True:
        lying = set(order)
        card = next((card for card in waiting if may_be_laid(neighbours[card], lying, center)), None)
        if card is None:
            return Laying(order, waiting)
        order.append(card)
        waiting.remove(card)


def may_be_laid(touching: Set[str], lying: Set[str], center: str) -> bool:
    """Tell whether a card that touches these may be laid when those lie."""
    return center in touching or len(touching & lying) >= FEWEST_CONTACTS


def laying_of(layout: nx.Graph) -> Laying:
    """Return how the cards of a layout could have been laid, whether their places are known or not."""
    center = next(name for name, card in layout.nodes.items() if card["tag"] == CENTER_TAG)
    return find_laying({name: set(layout[name]) for name in layout}, center)
