"""Which placement comes nearest to wanted contacts that can't be had exactly?

Of all legal placements of the cards on a lattice, one with the fewest changes: pairs of cards that touch but
weren't to, or were to touch but don't. The model is that of `realise` with a literal for each pair, true if
it touches, and with times of laying; the solver also proves a lower bound of the number of changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from layouts.placement import CARD, Place, Shape
from layouts.placing.constraints import (
    CardVariables,
    Grid,
    Pair,
    break_symmetry,
    fix_center,
    make_grid,
    make_model,
    make_solver,
    places_in,
    require_laying,
    sides_in_contact,
    stay_within,
    ways_apart,
)
from layouts.placing.laying import find_laying
from layouts.placing.realise import Outcome, Wanted, check_contacts, wanted_contacts, why_stopped

if TYPE_CHECKING:
    import networkx as nx
    from ortools.sat.python import cp_model


@dataclass(frozen=True)
class Nearest:
    """The legal placement found nearest to wanted contacts.

    Attributes
    ----------
    outcome : str
        `found`; `impossible`: proved that so many cards can't be laid at all on the lattice; `stopped`: no
        placement was known when the time ran out or the solver was interrupted.
    places : mapping of str to Place
        Where the cards lie, in units of the shape; the center in landscape at (0, 0). Empty unless found.
    order : tuple of str
        An order in which they could have been laid. Empty unless found.
    added, removed : tuples of pairs of str
        The cards that touch but weren't to, and those that were to touch but don't.
    at_least : int
        What the number of changes is proved not to be below.
    reason : str
        One line that says why there are no places; empty if found.
    """

    outcome: Outcome
    places: Mapping[str, Place] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    added: tuple[Pair, ...] = ()
    removed: tuple[Pair, ...] = ()
    at_least: int = 0
    reason: str = ""

    @property
    def changes(self) -> int:
        """How many contacts differ from the wanted ones."""
        return len(self.added) + len(self.removed)

    @property
    def is_least(self) -> bool:
        """Whether it is proved that no legal placement on the lattice has fewer changes."""
        return self.outcome == "found" and self.changes == self.at_least


def nearest_realisable(
    graph: nx.Graph,
    center: str | None = None,
    *,
    shape: Shape = CARD,
    min_contact: int = 1,
    step: int = 1,
    seconds: float = 60.0,
) -> Nearest:
    """Find a legal placement of the cards whose contacts differ least from the wanted ones.

    Parameters
    ----------
    graph, center, shape, min_contact, step, seconds
        As for `realise.realise`. If the time runs out, the best placement so far is returned, with the bound.

    Raises
    ------
    RuleError
        As for `realise.realise`.
    """
    grid = make_grid(shape, min_contact, step)
    wanted = wanted_contacts(graph, center)
    solver = make_solver(seconds)
    model, cards, touch = _make_model(wanted, grid)
    pairs = list(combinations(cards, 2))
    joined = {(one, other) for one, other in pairs if other in wanted.neighbours[one]}
    model.minimize(sum(~touch[pair] if pair in joined else touch[pair] for pair in pairs))
    status = solver.status_name(solver.solve(model))
    if status == "INFEASIBLE":
        return Nearest("impossible", reason=f"{grid} has no legal placement of {len(cards)} cards")
    if status not in ("OPTIMAL", "FEASIBLE"):
        return Nearest("stopped", reason=why_stopped(solver.wall_time))
    places = places_in(solver, cards, grid)
    touching = [pair for pair in pairs if solver.value(touch[pair])]
    neighbours: dict[str, set[str]] = {name: set() for name in cards}
    for one, other in touching:
        neighbours[one].add(other)
        neighbours[other].add(one)
    check_contacts(places, neighbours, shape, min_contact)
    return Nearest(
        "found",
        places,
        tuple(find_laying(neighbours, wanted.center).order),
        added=tuple(pair for pair in touching if pair not in joined),
        removed=tuple(pair for pair in pairs if pair in joined and pair not in touching),
        at_least=round(solver.best_objective_bound),
    )


def _make_model(
    wanted: Wanted, grid: Grid
) -> tuple[cp_model.CpModel, dict[str, CardVariables], dict[Pair, cp_model.IntVar]]:
    """Return a model of all legal placements, with a literal for each pair of cards, in either order."""
    names = list(wanted.neighbours)
    others = [name for name in names if name != wanted.center]
    model, cards = make_model(names, grid)
    # The first card at distance k or more, k at least 2, is laid beside two at distance k - 1; so each
    # distance before the last has two cards, and n cards reach no farther than n / 2.
    farthest = max(1, len(names) // 2)
    fix_center(model, cards[wanted.center])
    stay_within(model, cards, dict.fromkeys(others, farthest) | {wanted.center: 0}, grid)
    break_symmetry(model, cards, next(iter(others), None), grid)
    touch: dict[Pair, cp_model.IntVar] = {}
    for one, other in combinations(names, 2):
        touch[one, other] = touch[other, one] = literal = model.new_bool_var(f"{one} touches {other}")
        model.add_exactly_one(~literal, *sides_in_contact(model, cards[one], cards[other], grid))
        model.add_bool_or(literal, *ways_apart(model, cards[one], cards[other], grid))
    require_laying(model, names, wanted.center, touch)
    bound_contacts(model, names, touch)
    exclude_fours(model, names, touch)
    exclude_thirds(model, names, touch)
    return model, cards, touch


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
