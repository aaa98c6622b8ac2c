"""From the last guesses at a fixed point, and what some sweeps made of them, which guess comes next?

S is a *cycle*: one damped sweep x + w·(T(x) − x), which takes away what changes its sign from round to round,
and then plain sweeps, after which little but the slow modes is left of F(x) = S(x) − x. In short games, which
have no slow modes, it is one plain sweep (w = 1). With the
steps Δx_j between guesses and the changes ΔF_j of F along them, the next guess is

    S(x) − Σ_j c_j (Δx_j + ΔF_j),   where Δx_i · (F − Σ_j c_j ΔF_j) = 0 for each i

(Anderson mixing of type I). The usual type II, which makes the sum of squares of F − Σ c_j ΔF_j least, is
too careful where a mode is as slow as 0.99 a sweep: see `solve`.

The F and Δx only propose, so 16 bits do, with one scale for each dark set. Guesses are whole multiples
of 1 / `ONE`, from 0 to 1. All is done dark set by dark set, so that a block is read once from memory.

Source: H. Fang and Y. Saad, Two classes of multisecant methods for nonlinear acceleration, Numer. Linear
Algebra Appl. 16 (2009); D. G. Anderson, Iterative procedures for nonlinear integral equations, J. ACM 12
(1965).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.guardians.dense.arithmetic import ONE, InTurn, Values, Word
from solver.kernel import kernel

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Shorts = NDArray[np.int16]
Found = TypeVar("Found")

WEIGHT = 0.514
"""The w of long games: takes a mode of −0.946 away, which is what two players have on nine cards."""
DAMPED = 4
"""Cycles from this length on begin with a damped sweep."""
PAIRS = 2
"""Steps and changes kept, each pair with 4 bytes a value."""
CHUNK = 4096
KEPT = (
    "last", "steps", "changes", "last_scales", "step_scales", "change_scales", "products", "along",
)  # fmt: skip
"""The arrays that are needed, with the guess, to go on."""
LARGEST_SHORT = 32767


@kernel
def certify(x: Values, swept: Values, shift: int, weight: float, up: bool) -> tuple[Word, Word]:
    """Return by how much x fails to be a bound, at most, and the largest |f|; damp the swept values.

    It is one if T(x) ≤ x (up), or x < T(x) wherever x > 0. The swept values become x + weight · f,
    f = T(x) + shift − x.
    """
    violation = np.int64(-ONE)
    largest = np.int64(0)
    for i in range(x.size):
        was, now = np.int64(x[i]), np.int64(swept[i])
        fails = now - was if up else (was + 1 - now if was > 0 else violation)
        violation = max(violation, fails)
        shifted: Word = now + shift
        f = min(max(shifted, 0), ONE) - was
        largest = max(largest, abs(f))
        swept[i] = was + np.int64(np.rint(weight * f))
    return violation, largest


@kernel
def move_by(layer: Values, shift: int) -> None:
    """Add a shift, within [0, 1]."""
    for i in range(layer.size):
        shifted: Word = np.int64(layer[i]) + shift
        layer[i] = min(max(shifted, 0), ONE)


@kernel
def differ(x: Values, swept: Values, f: Singles) -> float:
    """Set f to the swept values minus x; return the largest |f|."""
    largest = np.float32(0)
    for i in range(x.size):
        f[i] = np.int64(swept[i]) - np.int64(x[i])
        largest = max(largest, abs(f[i]))
    return float(largest)


@kernel
def pack(f: Singles, largest: float, out: Shorts) -> float:
    """Round to 16 bits; return the scale."""
    scale = largest / LARGEST_SHORT if largest > 0 else 1.0
    factor = np.float32(1 / scale)
    for i in range(f.size):
        out[i] = np.int16(np.rint(f[i] * factor))
    return scale


@kernel
def subtract(f: Singles, before: Shorts, scale: float, out: Singles) -> float:
    """Set `out` to f minus a packed vector; return the largest difference."""
    largest = np.float32(0)
    factor = np.float32(scale)
    for i in range(f.size):
        out[i] = f[i] - factor * np.float32(before[i])
        largest = max(largest, abs(out[i]))
    return float(largest)


@kernel
def dot(a: Shorts, b: Shorts) -> Word:
    """Return the exact product of two packed vectors."""
    total = np.int64(0)
    for i in range(a.size):
        total += np.int64(np.int32(a[i]) * np.int32(b[i]))
    return total


@kernel
def combine(vectors: Shorts, weights: Singles, f: Singles) -> None:
    """Add weighted packed vectors [kept][size] to f, in pieces that stay in the cache."""
    for begin in range(0, f.size, CHUNK):
        end = min(begin + CHUNK, f.size)
        for j in range(len(weights)):
            weight = weights[j]
            if weight != 0:
                for i in range(begin, end):
                    f[i] += weight * np.float32(vectors[j, i])


@kernel
def move(x: Values, swept: Values, f: Singles) -> float:
    """Set x and `swept` to the next guess, x + f within [0, 1], and f to the step; return the largest."""
    largest = np.float32(0)
    for i in range(x.size):
        guess: Word = np.int64(x[i]) + np.int64(np.rint(f[i]))
        guess = min(max(guess, 0), ONE)
        step = np.float32(guess - np.int64(x[i]))
        largest = max(largest, abs(step))
        f[i] = step
        x[i] = swept[i] = guess
    return float(largest)


def weight_of(cycle: int) -> float:
    """Return the weight of the first sweep of a cycle."""
    return WEIGHT if cycle >= DAMPED else 1.0


class Mixing:
    """The guess at one run of agents' ranks, with the steps that led there.

    Parameters
    ----------
    layer : uint32[dark set][agents][...]
        The guess; what the methods are given later is this layer after sweeps.
    ranks
        The run of agents' ranks to look at.
    shift
        Added to T: the fixed point is then a bound with something to spare.
    up
        Is it to be an upper bound, or a lower one?

    Attributes
    ----------
    weight
        The w above.
    """

    def __init__(
        self,
        layer: Values,
        ranks: tuple[int, int],
        shift: int,
        up: bool,
        in_turn: InTurn,
    ) -> None:
        self.weight = WEIGHT
        self.span = slice(*ranks)
        self.shift = shift
        self.up = up
        self.in_turn = in_turn
        self.sets = len(layer) - 1
        size = layer[0, self.span].size
        self.x = np.empty((self.sets, size), dtype=np.uint32)
        self.last = np.empty((self.sets, size), dtype=np.int16)  # F at the guess before
        self.steps = np.empty((self.sets, PAIRS, size), dtype=np.int16)
        self.changes = np.empty((self.sets, PAIRS, size), dtype=np.int16)
        self.last_scales = np.ones(self.sets)
        self.step_scales = np.ones((self.sets, PAIRS))
        self.change_scales = np.ones((self.sets, PAIRS))
        self.products = np.zeros((PAIRS, PAIRS))  # Δx_i · ΔF_j
        self.along = np.zeros(PAIRS)  # Δx_i · F
        self.kept: list[int] = []  # the places of complete pairs, oldest first
        self.stepped: int | None = None  # the place of a step whose change isn't known yet
        for s in range(self.sets):
            self.x[s] = layer[s, self.span].reshape(-1)

    def turn(self, layer: Values, shift: int, up: bool) -> None:
        """Begin at a new guess and with another shift; complete pairs are kept, they hardly depend on it."""
        self.shift, self.up, self.stepped = shift, up, None
        for s in range(self.sets):
            self.x[s] = layer[s, self.span].reshape(-1)

    def forget(self) -> None:
        """Leave all pairs out from now on: cycles are going to be others."""
        self.kept, self.stepped = [], None

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return all but the guess, as what JSON can hold and as arrays."""
        facts = {
            "ranks": [self.span.start, self.span.stop],
            "shift": self.shift,
            "up": self.up,
            "kept": list(self.kept),
            "stepped": self.stepped,
            "weight": self.weight,
        }
        return facts, {name: getattr(self, name) for name in KEPT}

    @classmethod
    def resume(
        cls, layer: Values, facts: dict[str, Any], arrays: dict[str, NDArray[Any]], in_turn: InTurn
    ) -> Mixing:
        """Go on from what `state` returned; the layer has the guess, the arrays are taken over."""
        begin, end = facts["ranks"]
        mixing = cls(layer, (begin, end), facts["shift"], facts["up"], in_turn)
        mixing.kept, mixing.stepped, mixing.weight = facts["kept"], facts["stepped"], facts["weight"]
        for name in KEPT:
            setattr(mixing, name, arrays[name])
        return mixing

    def withdraw(self, layer: Values) -> None:
        """Put the guess back where sweeps have been."""
        for s in range(self.sets):
            layer[s, self.span] = self.x[s].reshape(layer[s, self.span].shape)

    def certify(self, layer: Values) -> tuple[int, int]:
        """Compare the guess with one sweep of it, and damp that; see the kernel."""

        def work(s: int) -> tuple[int, int]:
            return certify(self.x[s], self._row(layer, s), self.shift, self.weight, self.up)

        violations, steps = zip(*self._each(work), strict=True)
        return max(violations), max(steps)

    def spare(self, layer: Values) -> None:
        """Add the shift to what a sweep has left."""
        self._each(lambda s: move_by(self._row(layer, s), self.shift))

    def advance(self, layer: Values) -> float:
        """Set guess and layer to the next guess, from the layer after a cycle; return |F|, a mean."""
        square = self._complete_pair(layer)
        weights = np.zeros(PAIRS)
        kept = self.kept
        if kept:
            size = np.sqrt(np.abs(np.diag(self.products)))[kept]
            size[size == 0] = 1
            scaled = self.products[np.ix_(kept, kept)] / size / size[:, None]
            weights[kept] = np.linalg.lstsq(scaled, self.along[kept] / size, rcond=1e-6)[0] / size
        # The oldest pair has had its use now and makes room.
        place = min(set(range(PAIRS)) - set(kept)) if len(kept) < PAIRS else kept[0]

        def work(s: int) -> None:
            f = np.empty(self.x[s].size, dtype=np.float32)
            differ(self.x[s], self._row(layer, s), f)
            combine(self.steps[s], (-weights * self.step_scales[s]).astype(np.float32), f)
            combine(self.changes[s], (-weights * self.change_scales[s]).astype(np.float32), f)
            largest = move(self.x[s], self._row(layer, s), f)
            self.step_scales[s, place] = pack(f, largest, self.steps[s, place])

        self._each(work)
        self.kept = [other for other in kept if other != place]
        self.stepped = place
        return square

    def _complete_pair(self, layer: Values) -> float:
        """Note F, its change by the last step, and their products; return the mean square root of F."""
        place = self.stepped
        if place is not None:
            self.kept.append(place)
        kept = self.kept

        def work(s: int) -> tuple[float, Floats]:
            f = np.empty(self.x[s].size, dtype=np.float32)
            largest = differ(self.x[s], self._row(layer, s), f)
            steps, changes, last = self.steps[s], self.changes[s], self.last[s]
            if place is not None:
                change = np.empty_like(f)
                most = subtract(f, last, self.last_scales[s], change)
                self.change_scales[s, place] = pack(change, most, changes[place])
            self.last_scales[s] = scale = pack(f, largest, last)
            of_step, of_change = self.step_scales[s], self.change_scales[s]
            rows = np.zeros((3, PAIRS))
            for j in kept:
                if place is not None:
                    rows[0, j] = dot(steps[place], changes[j]) * of_step[place] * of_change[j]
                    rows[1, j] = dot(steps[j], changes[place]) * of_step[j] * of_change[place]
                rows[2, j] = dot(steps[j], last) * of_step[j] * scale
            return dot(last, last) * scale**2, rows

        squares, rows = zip(*self._each(work), strict=True)
        row, column, self.along = np.sum(rows, axis=0)
        if place is not None:
            self.products[place], self.products[:, place] = row, column
        return float(np.sqrt(sum(squares) / self.x.size))

    def _row(self, layer: Values, s: int) -> Values:
        return layer[s, self.span].reshape(-1)

    def _each(self, work: Callable[[int], Found]) -> list[Found]:
        return list(self.in_turn(work, range(self.sets)))
