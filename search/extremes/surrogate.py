"""What does a layout's value look like from its contacts? A guess that costs nothing, learnt from known ones.

The logarithm of the value is taken for a sum of weights, one for each contact by the kinds of its two cards:

    log V  ≈  w₀ + Σ over contacts of w[kind, kind]

which is as much as a constraint solver can be told (`propose`). The weights are Bayesian: normal before, with
as much spread as the logarithms have, and normal after, so that a draw from them says what may be, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import log

import numpy as np
from numpy.typing import NDArray

from layouts.board import Board
from layouts.cards import Card
from layouts.shapes.canon import board_of_canonical_code

KindPair = tuple[Card, Card]
Weights = dict[KindPair, float]

LEAST = 1e-10
"""What a value of 0 is taken for: less than a step of the dense solver's numbers."""
NOISE = 0.3
"""What contacts leave unexplained, as a part of the spread of the logarithms."""


def pairs_of_kinds(deck: Sequence[Card]) -> list[KindPair]:
    """Return the pairs of kinds that can touch in a deck, each once."""
    counts = Counter(deck)
    pairs = combinations_with_replacement(sorted(counts), 2)
    return [(one, other) for one, other in pairs if one != other or counts[one] > 1]


def contacts_of(board: Board) -> Counter[KindPair]:
    """Return how many contacts a board has, by the kinds of the two cards."""
    cards = [Card(tag, ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    found: Counter[KindPair] = Counter()
    for one, near in enumerate(board.neighbours):
        for other in near:
            if one < other:
                first, second = sorted((cards[one], cards[other]))
                found[first, second] += 1
    return found


class Surrogate:
    """Weights learnt from layouts with known values.

    Parameters
    ----------
    deck
        The cards, the center among them.
    layouts, values
        Canonical codes, and what they are worth; nothing counts as `LEAST`.
    """

    def __init__(self, deck: Sequence[Card], layouts: Sequence[str], values: Sequence[float]) -> None:
        self.pairs = pairs_of_kinds(deck)
        x = np.array([self._features(layout) for layout in layouts], dtype=float).reshape(-1, len(self.pairs))
        y = np.array([log(max(value, LEAST)) for value in values])
        self.middle = float(y.mean()) if len(y) else 0.0
        spread = float(y.std()) or 1.0
        self._x_mean = x.mean(axis=0) if len(x) else np.zeros(len(self.pairs))
        x, y = x - self._x_mean, y - self.middle
        self._covariance = np.linalg.inv(
            x.T @ x / (NOISE * spread) ** 2 + np.eye(len(self.pairs)) / spread**2
        )
        self._mean: NDArray[np.float64] = self._covariance @ x.T @ y / (NOISE * spread) ** 2

    def _features(self, layout: str) -> list[int]:
        contacts = contacts_of(board_of_canonical_code(layout))
        return [contacts[pair] for pair in self.pairs]

    def weights(self) -> Weights:
        """Return the weights that are likeliest."""
        return dict(zip(self.pairs, map(float, self._mean), strict=True))

    def draw(self, rng: np.random.Generator) -> Weights:
        """Return weights that may be: the less is known, the wider they spread."""
        drawn = rng.multivariate_normal(self._mean, self._covariance)
        return dict(zip(self.pairs, map(float, drawn), strict=True))

    def guess(self, layout: str) -> float:
        """Return what a layout may be worth."""
        x = np.array(self._features(layout)) - self._x_mean
        return float(np.exp(self.middle + x @ self._mean))
