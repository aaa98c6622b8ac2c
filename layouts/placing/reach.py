"""How far do the cards of a model lie from the center? Literals for a constraint solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from layouts.placing.constraints import Pair

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def cards_within(
    model: cp_model.CpModel,
    names: Sequence[str],
    center: str,
    touch: Mapping[Pair, cp_model.IntVar],
    steps: int,
) -> dict[tuple[str, int], cp_model.IntVar]:
    """Return a literal for each card but the center, and each number of steps from 1 on.

    It is true just if the card lies within so many steps of the center.
    """
    others = [name for name in names if name != center]
    within = {(name, 1): touch[center, name] for name in others}
    for most in range(2, steps + 1):
        for name in others:
            within[name, most] = literal = model.new_bool_var(f"{name} within {most}")
            model.add_implication(within[name, most - 1], literal)
        # Reached by way of another card, which is nearer.
        ways: dict[str, list[cp_model.IntVar]] = {name: [within[name, most - 1]] for name in others}
        for before, name in permutations(others, 2):
            way = model.new_bool_var(f"{name} within {most} by {before}")
            model.add_implication(way, within[before, most - 1])
            model.add_implication(way, touch[before, name])
            model.add_bool_or(~within[before, most - 1], ~touch[before, name], within[name, most])
            ways[name].append(way)
        for name in others:
            model.add_bool_or(ways[name]).only_enforce_if(within[name, most])
    return within
