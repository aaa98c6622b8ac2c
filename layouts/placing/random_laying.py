"""Laying as people do: the cards in any order, each anywhere that is allowed, all places equally likely."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from layouts.cards import CENTER_TAG
from layouts.errors import RuleError
from layouts.graph import with_places
from layouts.placement import CARD, Place, Shape
from layouts.placing.enumeration import contact_masks, extend, places_in
from layouts.placing.lattice import Codes, Lattice
from layouts.shapes.contact_graphs import Adjacency, canonical_shape

if TYPE_CHECKING:
    import networkx as nx

HALF_INCHES = Shape(CARD.long // 2, CARD.short // 2)
"""The card on the lattice that people's hands are taken to keep to."""


def lay_at_random(lattice: Lattice, cards: int, rng: random.Random) -> Codes:
    """Return the codes of cards laid one after the other, without the center's."""
    row = np.empty((1, 0), dtype=np.uint16)
    for _ in range(cards - 1):
        options = np.unique(extend(lattice, row)[:, -1])
        if not len(options):
            raise RuleError(f"after {row.shape[1] + 1} cards there is no place left that the rule allows")
        row = np.append(row, [[options[rng.randrange(len(options))]]], axis=1)
    laid: Codes = row[0]
    return laid


def random_layout(deck: nx.Graph, seed: int) -> nx.Graph:
    """Lay the cards of a layout anew, on half-inches; the same seed gives the same layout."""
    names = sorted(deck, key=lambda name: deck.nodes[name]["tag"] != CENTER_TAG)  # the center first
    rng = random.Random(seed)
    others = names[1:]
    rng.shuffle(others)
    lattice = Lattice(HALF_INCHES, 1, len(names))
    laid = places_in(lattice, lay_at_random(lattice, len(names), rng))
    step = CARD.long // HALF_INCHES.long
    places = [Place(step * place.x, step * place.y, place.orientation) for place in laid]
    return with_places(deck, dict(zip([names[0], *others], places, strict=True)))


def iter_shapes(lattice: Lattice, cards: int, seed: int) -> Iterator[Adjacency]:
    """Yield the shapes of layouts laid at random, one after the other, without an end."""
    rng = random.Random(seed)
    while True:
        row = lay_at_random(lattice, cards, rng)
        (masks,) = contact_masks(lattice, row[None, :]).tolist()
        yield canonical_shape(tuple(masks))
