"""Bellman sweeps whose rounding errors all point one way.

A backup turns bounds of the successors into bounds of a choice. With L ≤ V ≤ U at the successors,

    Σ p · L  ≤  Σ p · V  ≤  Σ p · U,

and the computed numbers stay outside: a rational p is replaced by the floats next to it, p↓ ≤ p ≤ p↑,
and with u = 2⁻⁵³ each of the k products and k − 1 additions of non-negative floats errs by a factor
between 1 − u and 1 + u, so the computed sum lies between (1 − u)^k and (1 + u)^k times the true one. It
is multiplied, which rounds once more, by the float 1 ± c with c = ⌊(k + 4)/2⌋·2⁻⁵² ≥ (k + 3)·u, and that
is enough: (1 − u)^(k+2)·(1 + (k + 3)u) ≥ 1 and (1 + u)^(k+2)·(1 − (k + 3)u) ≤ 1 for every k below 2²⁵.
Products too small for this argument (below 10⁻³⁰⁷) can matter only to results below TINY, which become
0 or 2·TINY. An average lies between the least and the greatest successor; clamping to these is exact,
and makes an average of equal numbers that number. A single successor is copied.

**Self-loops** are solved away. A choice that stays in s with probability p and else gives A is worth
A / (1 − p) to players who repeat it until it leaves (V(s) ≥ p·V(s) + A), and no more than that if it
is the best one (V(s) = p·V(s) + A); likewise for an opponent. A choice that surely stays is worth 0,
like every play without end. The division is one operation in place of a product: k covers it.

**Ceilings.** Let C be a set of states in which the opponent always has a choice that stays in C, as
chance has. If the opponent insists on staying, then a play from C stays for ever, worth 0, or leaves by
a choice of the players' with a successor outside. Such a choice, with probability q of leaving, gives
Σ_outside p·V + (1 − q)·(at most the greatest V in C). So with v the greatest V in C,

    v ≤ max over the players' leaving choices of  (Σ_outside p · V) / q    and v ≤ 0 if there is none:

the ceiling of C. It needs no optimality, so any such C will do (end components of the model or of one
in which the opponent has fewer choices).

**Values that were only proposed.** Write F(U)(s) for the backup of U at s, or the ceiling of s's set
if that is less. If a sweep in place raises no value, its results U' fulfil F(U') ≤ U': F is monotone,
and each U'(s) was computed from numbers ≥ U'. And F(U) ≤ U implies V ≤ U. *Proof.* Let W ≤ U be the
least fixed point of F, and suppose that the greatest difference Δ of V − W, on a set M, is positive. The
players use an optimal memoryless policy σ. Where W is the backup, at a state of M, the opponent takes
the choice that minimises it: V − W is at least Δ on average over the successors, so they all lie in M.
Where W is the ceiling, the opponent stays in C until σ leaves it, and plays optimally from there. Each
leaving choice has (Σ_outside p·V) / q ≤ (Σ_outside p·(W + Δ)) / q ≤ W(s) + Δ = V(s), and V(s) is at
most an average of those that σ uses and of 0, for staying; so σ surely leaves, and only into M. Play on
like that: no play ends, because V = W at the terminal states, and σ wins nothing from M, where
V = W + Δ > 0. Contradiction. ∎ States outside the swept part may hold any upper bounds.

On the other side, if a sweep under one policy σ of the players lowers no value, its results fulfil
L' ≤ T_σ(L'). Where every play under σ surely leaves the swept part (no end component is left in it),
iterating T_σ leads from L' up to the value of σ, which is at most V.

Everything computed here is a bound, never exact unless lower = upper.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.kernel import kernel
from solver.model import Model, S
from solver.process import Owner
from solver.rounding import round_down, round_up

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

EPSILON = 2.0**-52
TINY = 1e-290
NOTICEABLE = 4 * EPSILON  # relative steps up to this are rounding, not progress
TERMINAL, OPPONENT = int(Owner.TERMINAL), int(Owner.OPPONENT)


class Arrays(NamedTuple):
    """What the kernels read: a model with its probabilities p rounded down and up, and 1 − p as well."""

    owner: NDArray[np.int8]
    first_choice: NDArray[np.int64]
    first_transition: NDArray[np.int64]
    target: Ints
    weight: Ints
    down: Floats
    up: Floats
    rest_down: Floats
    rest_up: Floats


def prepare_arrays(model: Model[S]) -> Arrays:
    """Return the arrays of a model, with its probabilities rounded both ways."""
    p = model.probabilities
    return Arrays(
        model.owner,
        model.first_choice,
        model.first_transition,
        model.target,
        model.weight,
        np.array([round_down(x) for x in p]),
        np.array([round_up(x) for x in p]),
        np.array([round_down(1 - x) for x in p]),
        np.array([round_up(1 - x) for x in p]),
    )


@kernel
def _outward(low: float, high: float, least: float, most: float, size: int) -> tuple[float, float]:
    """Move computed averages over `size` transitions to the safe side, but not past any successor."""
    slack = (size + 4) // 2 * EPSILON
    low = low * (1.0 - slack) if low > TINY else 0.0
    high = high * (1.0 + slack) if high > TINY else 2.0 * TINY
    return (low if low > least else least), (high if high < most else most)


@kernel
def back_up_lower(m: Arrays, s: int, c: int, lower: Floats) -> float:
    """Return a lower bound of choice c of state s, self-loops solved away; what `sweep` does inline."""
    begin, end = m.first_transition[c], m.first_transition[c + 1]
    if end - begin == 1:
        return 0.0 if m.target[begin] == s else lower[m.target[begin]]
    low = 0.0
    least = 2.0
    for e in range(begin, end):
        t, w = m.target[e], m.weight[e]
        if t != s:
            low += m.down[w] * lower[t]
            least = min(least, lower[t])
    for e in range(begin, end):
        if m.target[e] == s:
            low /= m.rest_up[m.weight[e]]
    return _outward(low, 1.0, least, 1.0, end - begin)[0]


@kernel
def sweep(
    m: Arrays,
    states: Ints,
    label: Ints,
    ceiling: Floats,
    lower: Floats,
    upper: Floats,
    best: Ints,
) -> tuple[float, float, int, int]:
    """Back up `states` in place, keeping the better of the old and the new bound.

    Parameters
    ----------
    m : Arrays
    states : int32[k]
    label : int32[n]
        Index into `ceiling`, or −1.
    ceiling : float64
        Upper bounds of sets of states.
    lower, upper : float64[n]
        Bounds, improved in place.
    best : int32[n]
        The choice behind the last rise of `lower`, kept up to date.

    Returns
    -------
    step_lower, step_upper : float
        The largest changes.
    noticeable : int
        How many bounds moved by more than rounding does.
    rises : int
        How many states had an upper bound less than its backup: if none, the swept bounds are proved.
    """
    owner, first_choice, first_transition, target, weight, down, up, rest_down, rest_up = m
    step_lower = step_upper = 0.0
    noticeable = rises = 0
    for s in states:
        if owner[s] == TERMINAL:
            continue
        minimise = owner[s] == OPPONENT
        low = high = 2.0 if minimise else -1.0
        chosen = 0
        for c in range(first_choice[s], first_choice[s + 1]):
            begin, end = first_transition[c], first_transition[c + 1]
            if end - begin == 1:
                t = target[begin]
                low_c = high_c = 0.0
                if t != s:
                    low_c = lower[t]
                    high_c = upper[t]
            else:
                low_c = high_c = most = 0.0
                least = 2.0
                loop = -1
                for e in range(begin, end):
                    t, w = target[e], weight[e]
                    if t == s:
                        loop = w
                        continue
                    low_c += down[w] * lower[t]
                    high_c += up[w] * upper[t]
                    if lower[t] < least:
                        least = lower[t]
                    if upper[t] > most:
                        most = upper[t]
                if loop >= 0:
                    low_c /= rest_up[loop]
                    high_c /= rest_down[loop]
                low_c, high_c = _outward(low_c, high_c, least, most, end - begin)
            if (low_c < low) if minimise else (low_c > low):
                low = low_c
                chosen = c
            if (high_c < high) if minimise else (high_c > high):
                high = high_c
        if label[s] >= 0 and ceiling[label[s]] < high:
            high = ceiling[label[s]]
        if low > lower[s]:
            if low > lower[s] * (1.0 + NOTICEABLE):
                noticeable += 1
            best[s] = chosen
            step_lower = max(step_lower, low - lower[s])
            lower[s] = low
        if high < upper[s]:
            if high < upper[s] * (1.0 - NOTICEABLE):
                noticeable += 1
            step_upper = max(step_upper, upper[s] - high)
            upper[s] = high
        elif high > upper[s]:
            rises += 1
    return step_lower, step_upper, noticeable, rises


@kernel
def sweep_policy(m: Arrays, states: Ints, best: Ints, lower: Floats) -> int:
    """Back up `lower` in place where the players follow `best`; return how many states would fall.

    The opponent stays free. States with lower bound 0 are left alone.
    """
    falls = 0
    for s in states:
        if m.owner[s] == TERMINAL or lower[s] == 0.0:
            continue
        low = 2.0 if m.owner[s] == OPPONENT else 0.0
        if m.owner[s] == OPPONENT:
            for c in range(m.first_choice[s], m.first_choice[s + 1]):
                low = min(low, back_up_lower(m, s, c, lower))
        elif best[s] >= 0:
            low = back_up_lower(m, s, best[s], lower)
        if low > lower[s]:
            lower[s] = low
        elif low < lower[s]:
            falls += 1
    return falls


@kernel
def opponent_choices(m: Arrays, lower: Floats) -> NDArray[np.bool_]:
    """Return bool[m]: all choices but those of the opponent that the lower bounds say are not the best."""
    kept = np.ones(len(m.first_transition) - 1, dtype=np.bool_)
    for s in range(len(m.owner)):
        if m.owner[s] != OPPONENT:
            continue
        least = 2.0
        for c in range(m.first_choice[s], m.first_choice[s + 1]):
            least = min(least, back_up_lower(m, s, c, lower))
        for c in range(m.first_choice[s], m.first_choice[s + 1]):
            kept[c] = back_up_lower(m, s, c, lower) <= least
    return kept


@kernel
def find_ceilings(
    m: Arrays,
    numbers: Ints,
    label: Ints,
    first: NDArray[np.int64],
    member: Ints,
    upper: Floats,
    ceiling: Floats,
) -> None:
    """Set the ceilings of the components `numbers`: their players' best way out (an upper bound)."""
    for i in numbers:
        best = 0.0
        for s in member[first[i] : first[i + 1]]:
            if m.owner[s] == OPPONENT:
                continue
            for c in range(m.first_choice[s], m.first_choice[s + 1]):
                begin, end = m.first_transition[c], m.first_transition[c + 1]
                leave = total = most = 0.0
                outside = 0
                for e in range(begin, end):
                    t, w = m.target[e], m.weight[e]
                    if label[t] != i:
                        outside += 1
                        leave += m.down[w]
                        total += m.up[w] * upper[t]
                        most = max(most, upper[t])
                if outside == 0:
                    continue
                if outside < end - begin:
                    total /= leave * (1.0 - (end - begin + 4) // 2 * EPSILON)
                best = max(best, _outward(1.0, total, 0.0, most, end - begin)[1])
        ceiling[i] = best
