"""Which layout looks most extreme, of all that can be laid? CP-SAT's answer for a sum over traits.

The model is that of all legal placements of a deck (`layouts.placing.legal`), which says where each card
lies and which touch. Looked for is the least or the greatest sum of weights over the traits (`traits`):
contacts by the kinds of the two cards, and how far cards lie from the center. Layouts that are known already
are left out: for each way to give such a layout's places to cards that are alike, not all pairs may touch, or
not, as they do there. Where a layout is to be like another one, few pairs may differ from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from layouts.board import Board
from layouts.cards import CENTER_TAG, Card
from layouts.graph import make_layout
from layouts.placement import Place, Shape
from layouts.placing.constraints import make_grid, make_solver, places_in, run_solver
from layouts.placing.legal import make_legal_model
from layouts.placing.reach import cards_within
from layouts.shapes.canon import board_of_canonical_code, canonical_code
from search.extremes.traits import Trait, Weights, Within, contact_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SCALE = 10_000
"""Weights are rounded to one part in so many of the largest, for a solver of whole numbers."""

MOST_SECONDS = 600.0
"""In case the machine is slow beyond measure."""
MOST_CHANGES = 6
"""Contacts made and given up: a card has two to lie elsewhere, and seldom more than three."""


class Proposal(NamedTuple):
    """A layout, where its cards lie on the lattice, and whether none is more extreme by these weights."""

    layout: str
    places: Mapping[str, Place]
    is_best: bool


def propose(
    deck: Sequence[Card],
    weights: Weights,
    shape: Shape,
    min_contact: int,
    *,
    greatest: bool,
    known: Iterable[str] = (),
    like: str | None = None,
    effort: float = 10.0,
) -> Proposal | None:
    """Return a layout that isn't known, of the greatest or least sum of weights that was found.

    None if there is no other layout, or the effort was too small to find one.

    Parameters
    ----------
    deck
        The cards, the center among them.
    weights
        By trait, of all that the deck can have (`traits_of`).
    shape, min_contact
        The lattice: a card's sides and the shortest contact.
    known
        Canonical codes of layouts of this deck to leave out.
    like
        The code of one that the layout is to be like: at most `MOST_CHANGES` pairs touch in only one of them.
    effort
        How long to look, in OR-Tools' units of deterministic time, which are about two seconds each: what is
        found doesn't depend on how fast the machine is.

    Raises
    ------
    RuleError
        If OR-Tools isn't installed.
    """
    grid = make_grid(shape, min_contact, 1)
    solver = make_solver(MOST_SECONDS)
    solver.parameters.max_deterministic_time = effort
    cards = {f"{number}": card for number, card in enumerate(deck)}
    center = next(name for name, card in cards.items() if card.tag == CENTER_TAG)
    model, variables, touch = make_legal_model(list(cards), center, grid)
    for layout in known:
        _leave_out(model, touch, cards, board_of_canonical_code(layout))
    if like is not None:
        _stay_close(model, touch, cards, board_of_canonical_code(like))
    steps = max((trait.steps for trait in weights if isinstance(trait, Within)), default=1)
    within = cards_within(model, list(cards), center, touch, steps)
    largest = max(map(abs, weights.values()), default=0.0) or 1.0

    def weight(trait: Trait) -> int:
        return round(SCALE * weights[trait] / largest)

    terms = [
        weight(contact_of(cards[one], cards[other])) * touch[one, other]
        for one, other in combinations(cards, 2)
    ]
    terms += [
        weight(Within(cards[name], most)) * literal for (name, most), literal in within.items() if most > 1
    ]
    (model.maximize if greatest else model.minimize)(sum(terms))
    status = run_solver(solver, model)
    if status not in ("OPTIMAL", "FEASIBLE"):
        return None
    edges = [pair for pair in combinations(cards, 2) if solver.value(touch[pair])]
    layout = make_layout(
        {name: card.tag for name, card in cards.items()},
        edges,
        ratings={name: card.ratings for name, card in cards.items()},
    )
    return Proposal(canonical_code(layout), places_in(solver, variables, grid), status == "OPTIMAL")


def _leave_out(
    model: cp_model.CpModel,
    touch: Mapping[tuple[str, str], cp_model.IntVar],
    cards: Mapping[str, Card],
    board: Board,
) -> None:
    """Exclude a layout, whichever of the cards that are alike lies where."""
    seen = set()
    for names in _namings(cards, board):
        joined = _joined(board, names)
        if joined in seen:
            continue
        seen.add(joined)
        model.add_bool_or(_changes(touch, cards, joined))


def _stay_close(
    model: cp_model.CpModel,
    touch: Mapping[tuple[str, str], cp_model.IntVar],
    cards: Mapping[str, Card],
    board: Board,
) -> None:
    """Let few pairs touch that don't in a layout, or the other way round."""
    changes = _changes(touch, cards, _joined(board, next(_namings(cards, board))))
    model.add(sum(changes) <= MOST_CHANGES)


def _changes(
    touch: Mapping[tuple[str, str], cp_model.IntVar], names: Iterable[str], joined: Container[frozenset[str]]
) -> list[Any]:
    """Return a literal for each pair, which says that it touches just if it doesn't among those joined."""
    return [~touch[pair] if frozenset(pair) in joined else touch[pair] for pair in combinations(names, 2)]


def _joined(board: Board, names: Sequence[str]) -> frozenset[frozenset[str]]:
    """Return the pairs that touch, by the names of a board's cards."""
    return frozenset(
        frozenset((names[one], names[other])) for one, near in enumerate(board.neighbours) for other in near
    )


def _namings(cards: Mapping[str, Card], board: Board) -> Iterator[list[str]]:
    """Yield each way to give the cards to the locations of a board, kind by kind."""
    names, places = defaultdict(list), defaultdict(list)
    for name, card in cards.items():
        names[card].append(name)
    for place, (tag, ratings) in enumerate(zip(board.tags, board.ratings, strict=True)):
        places[Card(tag, ratings)].append(place)
    kinds = list(names)
    for orders in product(*(permutations(names[kind]) for kind in kinds)):
        found = [""] * len(board)
        for kind, order in zip(kinds, orders, strict=True):
            for place, name in zip(places[kind], order, strict=True):
                found[place] = name
        yield found
