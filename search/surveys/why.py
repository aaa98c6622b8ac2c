"""Why is a layout hard? Which features go with the value, and what swapping two cards does to it.

Both are read from the layouts of a survey that are solved; nothing is solved for them. A correlation says
what goes together in this deck, not what makes a layout hard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from layouts.board import Board
from layouts.cards import Card
from layouts.graph import graph_of
from layouts.shapes.canon import board_of_canonical_code, board_of_cards, canonical_code
from search.surveys.database import Row


class Correlation(NamedTuple):
    """How a feature goes with the win probability: Spearman's rank correlation, from -1 to 1."""

    feature: str
    rank_correlation: float


class Lying(NamedTuple):
    """A card where it lies: how many steps from the center, touching how many cards."""

    card: Card
    distance: int
    contacts: int

    def __str__(self) -> str:
        steps = f"{self.distance} step{'s' * (self.distance != 1)}"
        return (
            f"a {self.card.tag} ({self.card.ratings}), {steps} from the center with {self.contacts} contacts"
        )


class Swap(NamedTuple):
    """What comes of swapping two cards of a layout, and how these lie in it."""

    layout: str
    swapped: tuple[Lying, Lying]


class Neighbour(NamedTuple):
    """A layout one swap away from another; the factor is its win probability over the other's.

    The two cards are told as they lie in the other.
    """

    layout: str
    swapped: tuple[Lying, Lying]
    lower: float
    upper: float
    factor: float


def correlations(rows: Sequence[Row]) -> list[Correlation]:
    """Return the features that vary, the strongest first.

    Examples
    --------
    >>> correlations([])
    []
    """
    if len(rows) < 2:
        return []
    values = _ranks(np.array([row.lower + row.upper for row in rows]))
    found = []
    for feature in rows[0].features:
        ranks = _ranks(np.array([row.features[feature] for row in rows]))
        if ranks.std() > 0 and values.std() > 0:
            found.append(Correlation(feature, float(np.corrcoef(ranks, values)[0, 1])))
    return sorted(found, key=lambda one: (-abs(one.rank_correlation), one.feature))


def neighbours(layout: str, rows: Sequence[Row]) -> list[Neighbour]:
    """Return the solved layouts one swap away from a solved one, the hardest first."""
    known = {row.layout: row for row in rows}
    here = known[layout].lower + known[layout].upper
    found = [(known[other], swapped) for other, swapped in iter_swaps(layout) if other in known]
    return sorted(
        (
            Neighbour(
                row.layout, swapped, row.lower, row.upper, (row.lower + row.upper) / here if here else 1.0
            )
            for row, swapped in found
        ),
        key=lambda one: (one.lower, one.layout),
    )


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ranks; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    means: NDArray[np.float64] = np.cumsum(counts) - (counts - 1) / 2
    return means[inverse]


def iter_swaps(layout: str) -> Iterator[Swap]:
    """Yield every other layout that comes of swapping two cards besides the center, each once."""
    board = board_of_canonical_code(layout)
    cards = [Card(tag, ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    lying = [
        Lying(card, distance, len(near))
        for card, distance, near in zip(cards, board.distances[board.center], board.neighbours, strict=True)
    ]
    seen = {layout}
    for one, other in combinations([place for place in range(len(board)) if place != board.center], 2):
        if cards[one] == cards[other]:
            continue
        swapped = list(cards)
        swapped[one], swapped[other] = cards[other], cards[one]
        found = canonical_code(graph_of(board_of_cards(swapped, _masks(board))))
        if found not in seen:
            seen.add(found)
            yield Swap(found, (lying[one], lying[other]))


def _masks(board: Board) -> Sequence[int]:
    return [sum(1 << other for other in near) for near in board.neighbours]
