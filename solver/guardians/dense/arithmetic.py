"""How values are held and rounded: the arithmetic that makes each sweep a proof.

A value is an unsigned 32-bit integer, `ONE` for certainty: fixed point with steps of 2.3e-10, in which
an average of equal numbers is that number. Averages of n/216 and n/6 are computed exactly in 64 bits
and then rounded once, down for lower bounds (carry 0) or up for upper ones (carry denominator − 1).
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
from solver.kernel import kernel

Values = NDArray[np.uint32]
Word = Any  # a uint64 inside kernels
Words = NDArray[np.uint64]
InTurn = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]
"""Does the work for each number, dark set by dark set, and gives back what comes of it, in turn."""


class Rounding(NamedTuple):
    """Which way a sweep rounds: what is added before a division, and chances as fractions of 2**32."""

    rising: bool
    carry6: Word
    carry32: Word
    carry216: Word
    p: Values  # [rating]
    class_p: Values  # [rating][class of failed rolls]: the best reroll's
    die: Values  # [faces]: out of 6; certainty is never looked up


SURE = 1
"""Ratings up to this succeed without a roll."""


@kernel
def raise_to(out: Values, other: Values) -> None:
    """Raise each value to the other one."""
    for i in range(out.size):
        if other[i] > out[i]:
            out[i] = other[i]


@kernel
def lower_to(out: Values, other: Values) -> None:
    """Lower each value to the other one."""
    for i in range(out.size):
        if other[i] < out[i]:
            out[i] = other[i]
