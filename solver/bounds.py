"""Two-sided value iteration: bounds of every state's value, proved whatever the rounding.

With T the Bellman operator, V its least fixed point on [0, 1] (a play without end is worth 0):

    L ← max(L, T(L)) from 0, rounded down     stays ≤ V, since T is monotone and T(V) = V
    U ← min(U, T(U)) from 1, rounded up       stays ≥ V, likewise

L tends to V. U need not where a play can go on for ever, so the states of an *end component* are held
to their players' best way out of it, the component's ceiling. With an opponent, who may prefer to
stay or to let go, the components are those in which the opponent keeps to choices that are best by L,
found anew now and then: once L is near V those are the opponent's best ones, and if the opponent plays
nothing else, the value is V as well, so that U tends to V too (Kelmendi, Krämer, Křetínský, Weininger,
CAV 2018). Any such set gives a sound ceiling, early or late. States in which the players can't force a
positive chance of a terminal value above 0 are worth exactly 0.

**Slow modes.** Where each step d of a sweep is r times the one before, the limit is near
U − d·r/(1 − r). Most of that is taken off U as a trial, and one sweep accepts or rejects it: without a
rise anywhere, it is an upper bound (Hartmanns and Kaminski, Optimistic value iteration, CAV 2020).
A lower bound proposed likewise counts only under a policy that surely leaves: the choices that raised
L last, if they leave no end component among the states with L > 0.

**Order.** Strongly connected components in topological order, cut into segments; a segment is swept
until it is closed well below the gap. Successors come first within it, too.

Proofs of the rounding, the ceilings and the trials: `solver.sweeps`. All results are bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from solver.iteration import Work, begin_work, close_segment
from solver.model import Model, S
from solver.rounding import round_down, round_up
from solver.sweeps import Floats

SHARE = 4  # a segment aims at gap / SHARE, since later ones inherit its gap; if need be at less


@dataclass(frozen=True, eq=False)
class Bounds:
    """Lower and upper bounds of the values of all states.

    Attributes
    ----------
    lower, upper : float64[n]
        Bounded: lower ≤ V ≤ upper at every state, rounding included.
    sweeps : int
        Backups made, divided by the number of states and rounded up.
    closed : bool
        Whether the gap asked for was reached where it was asked for.
    proof : str
        Which argument proves each side.
    """

    lower: Floats
    upper: Floats
    sweeps: int
    closed: bool
    proof: str

    def __repr__(self) -> str:
        gap = float(np.max(self.upper - self.lower, initial=0.0))
        return (
            f"<Bounds: {len(self.lower)} states, gap {gap:.2g}, {self.sweeps} sweeps, closed={self.closed}>"
        )


def solve_bounds(
    model: Model[S],
    *,
    gap: float = 1e-9,
    relative_gap: float | None = None,
    at: Sequence[int] | None = None,
    max_sweeps: int | None = None,
    progress: Callable[[int, float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Bounds:
    """Bound the value of every state from both sides.

    Parameters
    ----------
    model : Model
    gap : float
        The largest upper − lower wanted.
    relative_gap : float, optional
        Also want upper − lower ≤ relative_gap · lower.
    at : sequence of int, optional
        The states where that is wanted; everywhere by default.
    max_sweeps : int, optional
        End after this many sweeps over the whole model, or as many backups elsewhere.
    progress : callable, optional
        Called as ``progress(sweeps, gap)`` after each sweep of a segment; the gap is that segment's.
    stop : callable, optional
        Asked after each sweep of a segment; True ends the iteration with the bounds so far.

    Returns
    -------
    Bounds
        Proved, whether closed or not.
    """
    work = begin_work(model)
    n = max(len(model), 1)
    where = np.arange(len(model)) if at is None else np.array(at, dtype=np.int64)

    def is_stopped() -> bool:
        return (stop is not None and stop()) or (max_sweeps is not None and work.updates >= max_sweeps * n)

    def is_closed() -> bool:
        lower, upper = work.lower[where], work.upper[where]
        wanted = np.full(len(where), gap)
        if relative_gap is not None:
            wanted = np.minimum(wanted, relative_gap * lower)
        return bool(np.all(upper - lower <= wanted))

    work.is_stopped = is_stopped
    aim = gap if len(work.segments) == 1 else gap / SHARE
    closed = is_closed()
    while not closed and not is_stopped():
        before = work.updates
        noticed = False
        for segment in work.segments:
            noticed |= close_segment(work, segment, aim, progress)
            if is_stopped():
                break
        closed = is_closed()
        if not noticed and work.updates > before:
            break
        aim /= 8
    return Bounds(work.lower, work.upper, -(-work.updates // n), closed, _describe(work))


def choice_bounds(model: Model[S], bounds: Bounds, state: int) -> list[tuple[float, float]]:
    """Return lower and upper bounds of the value of each choice of a state, rounded outward.

    They are computed in rationals from the successors' bounds, one step ahead.
    """
    pairs = []
    for choice in model.choices(state):
        moves = model.transitions(choice)
        low = sum((p * Fraction(float(bounds.lower[t])) for p, t in moves), Fraction(0))
        high = sum((p * Fraction(float(bounds.upper[t])) for p, t in moves), Fraction(0))
        pairs.append((round_down(low), round_up(high)))
    return pairs


def _describe(work: Work) -> str:
    lower = "lower: iterates from 0, rounded down"
    upper = "upper: iterates from 1, rounded up"
    if len(work.components) or work.opposed:
        upper += "; end components held to the players' best way out"
    if work.accepted_lower:
        lower += "; extrapolations L proved by L <= T(L) for a policy under which every play ends"
    if work.accepted_upper:
        upper += "; extrapolations U proved by T(U) <= U"
    return f"{lower}. {upper}. States that cannot reach a positive value are 0."
