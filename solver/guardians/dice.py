"""What three white dice can show, and when two failed rolls are worth the same.

An attempt succeeds if the sum is at least the target. P(sum ≥ t) · 216 for t = 3 … 18 is
216 215 212 206 196 181 160 135 108 81 56 35 20 10 4 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Dice = tuple[int, ...]
SIDES = range(1, 7)
WHITE_DICE = 3


@cache
def rolls(count: int) -> tuple[tuple[Dice, int], ...]:
    """Return the sorted rolls of `count` dice, each with its number of ways out of 6**count."""
    return tuple(Counter(tuple(sorted(dice)) for dice in product(SIDES, repeat=count)).items())


@cache
def success_chance(target: int, kept: Dice = ()) -> Fraction:
    """Return the chance, exact, that `kept` and the other dice rolled (again) reach `target`."""
    count = WHITE_DICE - len(kept)
    ways = sum(n for dice, n in rolls(count) if sum(kept) + sum(dice) >= target)
    return Fraction(ways, 6**count)


class Cast(NamedTuple):
    """What rolling the dice that are not kept can lead to."""

    success: Fraction
    failure: Fraction
    failures: tuple[tuple[Fraction, Dice], ...]  # probability and the three dice, sorted


@cache
def cast(target: int, kept: Dice = (), alike: Callable[[int, Dice], Dice] | None = None) -> Cast:
    """Return the distribution of a roll, exact.

    Parameters
    ----------
    target
        The sum that succeeds.
    kept
        The dice that are not rolled; none for the first roll of an attempt.
    alike
        Maps target and failed dice to dice that are worth the same; rolls that it maps to the same
        dice are put together. Without it every roll is told apart.
    """
    count = WHITE_DICE - len(kept)
    ways: Counter[Dice] = Counter()
    for dice, n in rolls(count):
        shown = tuple(sorted((*kept, *dice)))
        if sum(shown) < target:
            ways[alike(target, shown) if alike else shown] += n
    failures = tuple((Fraction(n, 6**count), dice) for dice, n in sorted(ways.items()))
    success = success_chance(target, kept)
    return Cast(success, 1 - success, failures)


@cache
def rerolls(dice: Dice) -> tuple[Dice, ...]:
    """Return the distinct choices of one or more dice to roll again, fewest first."""
    return tuple(
        dict.fromkeys(part for count in range(1, len(dice) + 1) for part in combinations(dice, count))
    )


def without(dice: Dice, rolled: Dice) -> Dice:
    """Return the dice that are kept when `rolled` are rolled again; ValueError if they aren't all there."""
    kept = list(dice)
    for die in rolled:
        kept.remove(die)
    return tuple(kept)


@cache
def best_reroll(target: int, dice: Dice) -> Dice:
    """Return the dice to roll again for the best chance of success at once (fewest if equal)."""
    return max(rerolls(dice), key=lambda rolled: success_chance(target, without(dice, rolled)))


@cache
def alike_for_one_reroll(target: int, dice: Dice) -> Dice:
    """Return the least failed roll whose best reroll is as likely to succeed as that of `dice`.

    With one supporter left and no way but a reroll, only that chance matters: a success that is
    worth less than the failure is a success nobody would have tried for.
    """
    best = success_chance(target, without(dice, best_reroll(target, dice)))
    return min(
        other
        for other, _ in rolls(WHITE_DICE)
        if sum(other) < target and success_chance(target, without(other, best_reroll(target, other))) == best
    )
