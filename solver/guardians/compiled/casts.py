"""All that three dice can show, by number, and what becomes of them: `solver.guardians.dice` as arrays."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.guardians.dice import SIDES, WHITE_DICE, Dice, cast, rerolls, rolls, without

ROLLS: list[Dice] = sorted(dice for dice, _ in rolls(WHITE_DICE))
CODE_OF_ROLL = {dice: code for code, dice in enumerate(ROLLS)}
KEPT: list[Dice] = [dice for count in range(WHITE_DICE) for dice, _ in rolls(count)]
"""What may be kept of a roll; nothing comes first."""
OUT_OF_REACH = WHITE_DICE * SIDES[-1] + 1
"""A target that no roll reaches; higher ones are like it."""


class Casts(NamedTuple):
    """What rolls lead to; probabilities are float64, [kept][target] or [kept][target][failed roll]."""

    sums: NDArray[np.int64]  # of each roll
    success: NDArray[np.float64]
    failure: NDArray[np.float64]
    failures: NDArray[np.int64]  # how many failed rolls there are
    failed: NDArray[np.float64]  # how likely each of them is
    dice: NDArray[np.int64]  # which roll it is
    keeps: NDArray[
        np.int64
    ]  # [roll][choice]: what is kept, for each choice of dice to roll again; -1 at the end


@cache
def make_casts() -> Casts:
    """Return the arrays; they depend on nothing."""
    shape = len(KEPT), OUT_OF_REACH + 1
    success, failure = np.zeros(shape), np.zeros(shape)
    failures = np.zeros(shape, dtype=np.int64)
    failed = np.zeros((*shape, len(ROLLS)))
    dice = np.zeros((*shape, len(ROLLS)), dtype=np.int64)
    for k, kept in enumerate(KEPT):
        for target in range(OUT_OF_REACH + 1):
            found = cast(target, kept)
            success[k, target], failure[k, target] = float(found.success), float(found.failure)
            failures[k, target] = len(found.failures)
            for i, (probability, shown) in enumerate(found.failures):
                failed[k, target, i], dice[k, target, i] = float(probability), CODE_OF_ROLL[shown]
    keeps = np.full((len(ROLLS), 2**WHITE_DICE), -1, dtype=np.int64)
    number = {kept: k for k, kept in enumerate(KEPT)}
    for code, shown in enumerate(ROLLS):
        for i, rolled in enumerate(rerolls(shown)):
            keeps[code, i] = number[without(shown, rolled)]
    return Casts(np.array([sum(shown) for shown in ROLLS]), success, failure, failures, failed, dice, keeps)
