"""Which placement comes nearest to wanted contacts that can't be had exactly?

Of all legal placements of the cards on a lattice, one with the fewest changes: pairs of cards that touch but
weren't to, or were to touch but don't. The model is `legal`; the solver also proves a lower bound of the
number of changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from layouts.placement import CARD, Place, Shape
from layouts.placing.constraints import Pair, make_grid, make_solver, places_in, run_solver
from layouts.placing.laying import find_laying
from layouts.placing.legal import make_legal_model
from layouts.placing.realise import Outcome, check_contacts, wanted_contacts, why_stopped

if TYPE_CHECKING:
    import networkx as nx


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
    model, cards, touch = make_legal_model(list(wanted.neighbours), wanted.center, grid)
    pairs = list(combinations(cards, 2))
    joined = {(one, other) for one, other in pairs if other in wanted.neighbours[one]}
    model.minimize(sum(~touch[pair] if pair in joined else touch[pair] for pair in pairs))
    status = run_solver(solver, model)
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
