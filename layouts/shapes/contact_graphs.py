"""Which contact graphs do placements make?

A *shape* is a contact graph up to isomorphism, with the center marked. Millions of placements make some
thousands of shapes. So the cards of each are first numbered by what tells them apart cheaply (colours refined
by those of the neighbours); placements whose adjacency is then the same have the same shape, and only one of
each kind is given to the exact canonical form (`isomorphism`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from layouts.cards import CENTER_TAG
from layouts.graph import PLACE_ATTRIBUTES, empty_graph
from layouts.placing.enumeration import Enumeration, Masks, contact_masks, places_in
from layouts.placing.lattice import Codes, Lattice
from layouts.shapes.isomorphism import canonical_order

if TYPE_CHECKING:
    import networkx as nx

BATCH = 100_000
"""Placements looked at at a time."""
REFINEMENTS = 3
MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits without a pattern: the golden ratio times 2**64
CENTER_COLOUR = np.uint64(2)

Adjacency = tuple[int, ...]
"""Of each card, a bit mask of those it touches; the center is card 0."""


def shapes_of(
    lattice: Lattice, placements: Codes, progress: Callable[[int], None] = lambda done: None
) -> dict[Adjacency, Codes]:
    """Return every shape that placements have, in its canonical form, with the first placement that has it.

    Parameters
    ----------
    placements
        All with the same number of cards, in ascending order.
    progress
        Called with the number of placements looked at.
    """
    first: dict[int, int] = {}
    for begin in range(0, len(placements), BATCH):
        batch = placements[begin : begin + BATCH]
        kinds, where = np.unique(pack(number_alike(contact_masks(lattice, batch))), return_index=True)
        for kind, index in zip(kinds.tolist(), where.tolist(), strict=True):
            first.setdefault(kind, begin + index)
        progress(begin + len(batch))
    cards = placements.shape[1] + 1
    found: dict[Adjacency, int] = {}
    for kind, index in first.items():
        shape = canonical_shape(unpack(kind, cards))
        found[shape] = min(index, found.get(shape, index))
    return {shape: placements[index] for shape, index in sorted(found.items())}


def canonical_shape(adjacency: Adjacency) -> Adjacency:
    """Return the adjacency that stands for all isomorphic ones, the center first."""
    order = canonical_order([0, *[1] * (len(adjacency) - 1)], adjacency)
    place = {card: number for number, card in enumerate(order)}
    return tuple(
        sum(1 << place[other] for other in range(len(order)) if adjacency[card] >> other & 1)
        for card in order
    )


def number_alike(masks: Masks) -> Masks:
    """Number the cards by their refined colours, the center first; adjacency as `contact_masks` gives it."""
    number, cards = masks.shape
    bits = np.arange(cards, dtype=np.uint64)
    touch = (masks[:, :, None] >> bits & np.uint64(1)).astype(bool)
    colour = np.ones((number, cards), dtype=np.uint64)
    colour[:, 0] = CENTER_COLOUR
    for _ in range(REFINEMENTS):
        mixed = scramble(colour)
        colour = scramble(
            colour * np.uint64(3) + np.where(touch, mixed[:, None, :], 0).sum(2, dtype=np.uint64)
        )
    colour[:, 0] = 0
    order = np.argsort(colour, axis=1, kind="stable")
    turned = np.take_along_axis(np.take_along_axis(touch, order[:, :, None], 1), order[:, None, :], 2)
    renumbered: Masks = (turned.astype(np.uint64) << bits).sum(2, dtype=np.uint64)
    return renumbered


def scramble(colour: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers in which every bit depends on all of the colour's, never 0 for what comes up."""
    mixed = (colour + MIX) * MIX
    mixed ^= mixed >> np.uint64(29)
    mixed *= MIX
    return mixed ^ (mixed >> np.uint64(32)) | np.uint64(1)


def pack(masks: Masks) -> NDArray[np.uint64]:
    """Return the adjacency of up to 11 cards as one number each: the bits below the diagonal."""
    packed = np.zeros(len(masks), dtype=np.uint64)
    for card in range(1, masks.shape[1]):
        below = masks[:, card] & np.uint64((1 << card) - 1)
        packed |= below << np.uint64(card * (card - 1) // 2)
    return packed


def unpack(packed: int, cards: int) -> Adjacency:
    """Return the adjacency that `pack` made a number of."""
    adjacency = [0] * cards
    for card in range(1, cards):
        for other in range(card):
            if packed >> (card * (card - 1) // 2 + other) & 1:
                adjacency[card] |= 1 << other
                adjacency[other] |= 1 << card
    return tuple(adjacency)


def shape_graph(lattice: Lattice, placement: Codes) -> nx.Graph:
    """Return a placement's contact graph, a shape (see `canon`): 0 is the center; places in lattice units."""
    graph = empty_graph(None)
    for number, place in enumerate(places_in(lattice, placement)):
        graph.add_node(number, **dict(zip(PLACE_ATTRIBUTES, place, strict=True)))
    graph.nodes[0]["tag"] = CENTER_TAG
    (masks,) = contact_masks(lattice, placement[None, :]).tolist()
    graph.add_edges_from((i, j) for i, mask in enumerate(masks) for j in range(i) if mask >> j & 1)
    return graph


def enumerate_shapes(lattice: Lattice, cards: int) -> Iterator[nx.Graph]:
    """Yield every contact graph of so many cards once, with a placement that makes it (see `shape_graph`)."""
    for placement in shapes_of(lattice, Enumeration(lattice).run(cards)).values():
        yield shape_graph(lattice, placement)
