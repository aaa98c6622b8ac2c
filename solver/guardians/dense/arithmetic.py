"""How values are held and rounded: the arithmetic that makes each sweep a proof.

A value is an unsigned 32-bit integer, `ONE` for certainty: fixed point with steps of 2.3e-10, in which
an average of equal numbers is that number. Averages of n/216 and n/6 are sums of whole numbers below 2**40,
exact as float64, and then rounded once, down for lower bounds (carry 0) or up for upper ones (carry
denominator − 1); see `quotient`.
The common case without support multiplies by n/216 as a 32-bit fraction, itself rounded the same way:

    success S > failure F:  F + ⌊p↓·(S − F)⌋  ≤  F + p·(S − F)  ≤  F + ⌈p↑·(S − F)⌉

and an attempt with S ≤ F counts as F in upper bounds, and not at all in lower ones; at the true values
it is never better than not attempting (`solver.guardians.lumping`), so nothing is lost in the limit.
Maxima don't round. So every backup T↓, T↑ of this module encloses the true one, T↓(W) ≤ T(W) ≤ T↑(W).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.guardians.dense.space import ONE as ONE
from solver.kernel import lean_kernel

Values = NDArray[np.uint32]
Word = Any  # a uint64 inside kernels
Sums = NDArray[np.float64]  # whole numbers
InTurn = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]
"""Does the work for each number, dark set by dark set, and gives back what comes of it, in turn."""


class Rounding(NamedTuple):
    """Which way a sweep rounds: what is added before a division, and chances as fractions of 2**32."""

    rising: bool
    carry6: float
    carry32: Word
    carry216: float
    p: Values  # [rating]
    class_p: Values  # [rating][class of failed rolls]: the best reroll's
    die: Values  # [faces]: out of 6; certainty is never looked up


SURE = 1
"""Ratings up to this succeed without a roll."""


@lean_kernel
def quotient(total: float, parts: float) -> Word:
    """Return the whole number of times that `parts`, 6 or 216, are in a whole number below 2**40.

    Exact: the product is off by less than 2**-18, and the part after the point is at least 1/432 off 0 and 1.
    Processors multiply eight such numbers at once, but divide whole ones one by one.
    """
    return np.uint32(np.int64(total * (1 / parts) + 0.5 / parts))


@lean_kernel
def copy_to(out: Values, other: Values) -> None:
    """Copy each value; six times as fast as assigning a slice, which numba guards against overlaps."""
    for i in range(out.size):
        out[i] = other[i]


@lean_kernel
def raise_to(out: Values, other: Values) -> None:
    """Raise each value to the other one."""
    for i in range(out.size):
        out[i] = max(out[i], other[i])


@lean_kernel
def lower_to(out: Values, other: Values) -> None:
    """Lower each value to the other one."""
    for i in range(out.size):
        out[i] = min(out[i], other[i])
