"""All legal placements of some cards, as a model for a constraint solver.

Each pair of cards has a literal that says whether they touch, each card a time at which it is laid. What is
looked for among the placements is up to whoever asks: the nearest to wanted contacts (`nearest`), say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from layouts.placing.constraints import (
    CardVariables,
    Grid,
    Pair,
    break_symmetry,
    fix_center,
    make_model,
    require_laying,
    sides_in_contact,
    stay_within,
    ways_apart,
)

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def make_legal_model(
    names: Sequence[str], center: str, grid: Grid
) -> tuple[cp_model.CpModel, dict[str, CardVariables], dict[Pair, cp_model.IntVar]]:
    """Return a model of all legal placements, with a literal for each pair of cards, in either order.

    The literal is true just if the two cards touch.
    """
    others = [name for name in names if name != center]
    model, cards = make_model(names, grid)
    farthest = farthest_of(len(names))
    fix_center(model, cards[center])
    stay_within(model, cards, dict.fromkeys(others, farthest) | {center: 0}, grid)
    break_symmetry(model, cards, next(iter(others), None), grid)
    touch: dict[Pair, cp_model.IntVar] = {}
    for one, other in combinations(names, 2):
        touch[one, other] = touch[other, one] = literal = model.new_bool_var(f"{one} touches {other}")
        model.add_exactly_one(~literal, *sides_in_contact(model, cards[one], cards[other], grid))
        model.add_bool_or(literal, *ways_apart(model, cards[one], cards[other], grid))
    require_laying(model, list(names), center, touch)
    bound_contacts(model, names, touch)
    exclude_fours(model, names, touch)
    exclude_thirds(model, names, touch)
    return model, cards, touch


def farthest_of(cards: int) -> int:
    """Return how far from the center a card can lie at most, of so many.

    The first card at distance k or more, k at least 2, is laid beside two at distance k - 1; so each distance
    before the last has two cards, and n cards reach no farther than n / 2.
    """
    return max(1, cards // 2)


# The next three say nothing new, but it takes the solver long to find out for itself. They rest on this: of
# rectangles with sides along the axes, three of which any two meet have a point in common.


def bound_contacts(
    model: cp_model.CpModel, names: Sequence[str], touch: Mapping[Pair, cp_model.IntVar]
) -> None:
    """State that n cards, from four on, have at most 3n − 7 contacts.

    The graph is planar. Three cards that touch one another have a point in common, so their union has no hole
    in which others could lie; then the outer face isn't a triangle.
    """
    if len(names) >= 4:
        model.add(sum(touch[pair] for pair in combinations(names, 2)) <= 3 * len(names) - 7)


def exclude_fours(
    model: cp_model.CpModel, names: Sequence[str], touch: Mapping[Pair, cp_model.IntVar]
) -> None:
    """State that no four cards all touch one another.

    They would have a point in common, each one a corner there, and then those across share no side.
    """
    for four in combinations(names, 4):
        model.add_bool_or(~touch[pair] for pair in combinations(four, 2))


def exclude_thirds(
    model: cp_model.CpModel, names: Sequence[str], touch: Mapping[Pair, cp_model.IntVar]
) -> None:
    """State that two touching cards have at most two neighbours in common.

    Such a neighbour meets the stretch of side that they share, and can only do so at an end of it. Of two
    neighbours at one end, each would be across from one of the two cards, and share only a corner with it.
    """
    for one, other in combinations(names, 2):
        for three in combinations((name for name in names if name not in (one, other)), 3):
            thirds = [~touch[name, third] for name in (one, other) for third in three]
            model.add_bool_or(~touch[one, other], *thirds)
