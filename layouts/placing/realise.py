"""Can cards be laid so that just the wanted ones touch?

The wanted contacts are the edges of a graph with a center. Looked for is a placement on a lattice in which
two cards touch if, and only if, they are joined, and which could have been laid one card after another (see
`laying`). OR-Tools' CP-SAT finds one or proves that the lattice has none; `constraints` says how. Whether
there is an order of laying depends on the contacts alone, so that this is settled without the solver.

Not searched: places between those of the lattice, and cards askew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from layouts.cards import CENTER_TAG
from layouts.errors import RuleError, quote
from layouts.names import check_distinct, check_name, index_of
from layouts.placement import CARD, Place, Shape, contacts
from layouts.placing.constraints import (
    break_symmetry,
    fix_center,
    make_grid,
    make_model,
    make_solver,
    places_in,
    run_solver,
    sides_in_contact,
    stay_within,
    ways_apart,
)
from layouts.placing.laying import find_laying

if TYPE_CHECKING:
    import networkx as nx

Outcome = Literal["found", "impossible", "stopped"]


@dataclass(frozen=True)
class Realisation:
    """What became of a wanted contact graph.

    Attributes
    ----------
    outcome : str
        `found`; `impossible`: proved that the lattice has no such placement; `stopped`: neither was known
        when the time ran out or the solver was interrupted.
    places : mapping of str to Place
        Where the cards lie, in units of the shape; the center in landscape at (0, 0). Empty unless found.
    order : tuple of str
        An order in which they could have been laid. Empty unless found.
    reason : str
        One line that says why there are no places; empty if found.
    """

    outcome: Outcome
    places: Mapping[str, Place] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    reason: str = ""


class Wanted(NamedTuple):
    """The cards in their order, each with those that it shall touch, and the center."""

    neighbours: dict[str, set[str]]
    center: str


def realise(
    graph: nx.Graph,
    center: str | None = None,
    *,
    shape: Shape = CARD,
    min_contact: int = 1,
    step: int = 1,
    seconds: float = 60.0,
) -> Realisation:
    """Find a legal placement in which just the joined cards touch, or prove that there is none.

    The answer is the same every time with one version of OR-Tools, unless the time runs out.

    Parameters
    ----------
    graph : networkx.Graph
        The wanted contacts: a layout, or any simple graph of names. Places it may have are not looked at.
    center : str, optional
        The name of the center, if it isn't the one card with tag 6.
    shape : Shape
        The card's sides.
    min_contact : int, at least 1
        How much of a side adjacent cards share, in units of the shape.
    step : int, at least 1
        What all coordinates are multiples of, a divisor of both sides. Real cards lie on half-inches with
        step 2, on quarter-inches with step 1.
    seconds : float
        How long the solver may take.

    Raises
    ------
    RuleError
        If the graph or a number isn't one that this can be asked of, or OR-Tools isn't installed.

    Examples
    --------
    >>> from layouts.catalogue import load_named
    >>> realise(load_named("line"), shape=Shape(3, 2)).outcome
    'found'
    >>> realise(load_named("line"), center="Chalks", shape=Shape(3, 2)).reason
    "'Houses' can't be laid: a card must touch the center, or two cards that lie already"
    """
    grid = make_grid(shape, min_contact, step)
    wanted = wanted_contacts(graph, center)
    solver = make_solver(seconds)
    laying = find_laying(wanted.neighbours, wanted.center)
    if laying.stuck:
        stuck = ", ".join(quote(name) for name in laying.stuck)
        return Realisation(
            "impossible",
            reason=f"{stuck} can't be laid: a card must touch the center, or two cards that lie already",
        )
    model, cards = make_model(list(wanted.neighbours), grid)
    fix_center(model, cards[wanted.center])
    stay_within(model, cards, _distances(wanted), grid)
    break_symmetry(model, cards, _most_joined(wanted), grid)
    for one, other in combinations(cards, 2):
        if other in wanted.neighbours[one]:
            model.add_exactly_one(sides_in_contact(model, cards[one], cards[other], grid))
        else:
            model.add_bool_or(ways_apart(model, cards[one], cards[other], grid))
    status = run_solver(solver, model)
    if status == "INFEASIBLE":
        return Realisation("impossible", reason=f"{grid} has no placement with just these contacts")
    if status not in ("OPTIMAL", "FEASIBLE"):
        return Realisation("stopped", reason=why_stopped(solver.wall_time))
    places = places_in(solver, cards, grid)
    check_contacts(places, wanted.neighbours, shape, min_contact)
    return Realisation("found", places, tuple(laying.order))


def wanted_contacts(graph: nx.Graph, center: str | None) -> Wanted:
    """Return a graph's contacts and center.

    Raises
    ------
    RuleError
        If it isn't a simple graph of different names, or there isn't just one center.
    """
    if graph.is_directed() or graph.is_multigraph():
        raise RuleError("contacts are a simple undirected graph")
    names = [check_name(name) for name in graph]
    check_distinct(names)
    for name in names:
        if name in graph[name]:
            raise RuleError(f"card {quote(name)} is said to be adjacent to itself")
    if center is not None:
        found = [names[index_of(center, names)]]
    else:
        found = [name for name in names if graph.nodes[name].get("tag") == CENTER_TAG]
    if not found:
        raise RuleError(f"there is no center; name it, or give one card the tag {CENTER_TAG}")
    if len(found) > 1:
        raise RuleError(f"there is more than one center: {', '.join(found)}; name the one that is meant")
    return Wanted({name: set(graph[name]) for name in names}, found[0])


def why_stopped(seconds: float) -> str:
    """Return the reason for the outcome `stopped`: time, or somebody who asked for it."""
    return f"stopped after {seconds:.1f} seconds, before a placement was found or excluded; allow more"


def check_contacts(
    places: Mapping[str, Place], neighbours: Mapping[str, set[str]], shape: Shape, min_contact: int
) -> None:
    """Check a solution without the solver, so that a mistake in the model can't pass for a placement."""
    touching = {frozenset(pair) for pair in contacts(places, shape, min_contact)}
    if touching != {frozenset((one, other)) for one in neighbours for other in neighbours[one]}:
        raise RuntimeError("the placement found hasn't the contacts that the model says it has")


def _distances(wanted: Wanted) -> dict[str, int]:
    """Return how many contacts each card is away from the center; all can be reached."""
    distances, queue = {wanted.center: 0}, [wanted.center]
    for name in queue:  # grows while we walk along it
        for other in wanted.neighbours[name]:
            if other not in distances:
                distances[other] = distances[name] + 1
                queue.append(other)
    return distances


def _most_joined(wanted: Wanted) -> str | None:
    """Return the card at the center that touches most others; None if the center is alone."""
    return max(
        (name for name in wanted.neighbours if name in wanted.neighbours[wanted.center]),
        key=lambda name: len(wanted.neighbours[name]),
        default=None,
    )
