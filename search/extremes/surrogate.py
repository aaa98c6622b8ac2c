"""What may a layout be worth? A guess that costs nothing, learnt from layouts that were seen.

The logarithm of the value is taken for a sum of weights, one for each trait that a layout has (`traits`):

    log V  ≈  w₀ + Σ over contacts of w[kind, kind] + Σ over cards of w[kind, within k of the center]

which is as much as a constraint solver can be told (`propose`). The weights are Bayesian: normal before, with
as much spread as the logarithms have, and normal after, so that a draw from them says what may be, too.

Layouts may be seen more or less closely: within a few rounds, with fewer players. What is seen closely has
another w₀, since it is other games that were won, but is taken to have the same weights; so that only layouts
which look extreme are seen closely doesn't move the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from layouts.cards import Card
from layouts.shapes.canon import board_of_canonical_code
from search.extremes.traits import Weights, count_traits, traits_of

LEAST = 1e-10
"""What a value of 0 is taken for: less than a step of the dense solver's numbers."""
NOISE = 0.3
"""What traits leave unexplained, as a part of the spread of the logarithms."""


class Surrogate:
    """Weights learnt from layouts with known values.

    Parameters
    ----------
    deck
        The cards, the center among them.
    seen
        What layouts seemed to be worth, by canonical code, for each way to look at them; nothing counts as
        `LEAST`. Guesses are of the first way.
    """

    def __init__(self, deck: Sequence[Card], *seen: Mapping[str, float]) -> None:
        self.traits = traits_of(deck)
        xs, ys = [np.zeros((0, len(self.traits)))], [np.zeros(0)]
        self._x_mean, self._y_mean, spread = np.zeros(len(self.traits)), 0.0, 1.0
        for number, values in enumerate(known for known in seen if known):
            x = np.array([self._count(layout) for layout in values], dtype=float)
            y = np.array([log(max(value, LEAST)) for value in values.values()])
            if number == 0:
                self._x_mean, self._y_mean, spread = x.mean(axis=0), float(y.mean()), float(y.std()) or 1.0
            xs.append(x - x.mean(axis=0))
            ys.append(y - y.mean())
        x, y = np.concatenate(xs), np.concatenate(ys)
        noise = (NOISE * spread) ** 2
        self._covariance = np.linalg.inv(x.T @ x / noise + np.eye(len(self.traits)) / spread**2)
        self._mean: NDArray[np.float64] = self._covariance @ x.T @ y / noise

    def _count(self, layout: str) -> list[int]:
        found = count_traits(board_of_canonical_code(layout))
        return [found[trait] for trait in self.traits]

    def draw(self, rng: np.random.Generator) -> Weights:
        """Return weights that may be: the less is known, the wider they spread."""
        drawn = rng.multivariate_normal(self._mean, self._covariance)
        return dict(zip(self.traits, map(float, drawn), strict=True))

    def guess(self, layout: str) -> float:
        """Return what a layout may be worth."""
        x = np.array(self._count(layout)) - self._x_mean
        return float(np.exp(self._y_mean + x @ self._mean))
