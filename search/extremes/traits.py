"""What of a layout is counted to guess at its value? What a constraint solver can be told (`propose`), too.

That is how many contacts there are between cards of two kinds, and how many cards of a kind lie within so
many steps of the center.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from layouts.board import Board
from layouts.cards import CENTER_TAG, Card
from layouts.placing.legal import farthest_of


class Contact(NamedTuple):
    """Two cards of these kinds, in order, touch."""

    one: Card
    other: Card


class Within(NamedTuple):
    """A card of this kind lies within so many steps of the center."""

    kind: Card
    steps: int


Trait = Contact | Within
Weights = Mapping[Trait, float]


def contact_of(one: Card, other: Card) -> Contact:
    """Return the trait that two cards have if they touch."""
    return Contact(*sorted((one, other)))


def traits_of(deck: Sequence[Card]) -> list[Trait]:
    """Return the traits that layouts of a deck can differ in, each once."""
    counts = Counter(deck)
    kinds = sorted(counts)
    pairs = combinations_with_replacement(kinds, 2)
    found: list[Trait] = [Contact(*pair) for pair in pairs if pair[0] != pair[1] or counts[pair[0]] > 1]
    # Within one step is a contact, and all lie within the most that there can be.
    steps = range(2, farthest_of(len(deck)))
    return found + [Within(kind, most) for kind in kinds if kind.tag != CENTER_TAG for most in steps]


def count_traits(board: Board) -> Counter[Trait]:
    """Return how often a board has each trait."""
    cards = [Card(tag, ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    found: Counter[Trait] = Counter()
    for one, near in enumerate(board.neighbours):
        for other in near:
            if one < other:
                found[contact_of(cards[one], cards[other])] += 1
    for card, distance in zip(cards, board.distances[board.center], strict=True):
        if card.tag != CENTER_TAG:
            for most in range(max(2, distance), farthest_of(len(board))):
                found[Within(card, most)] += 1
    return found
