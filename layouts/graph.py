"""How is a layout held, and how does it become the board that a solver sees?

A layout is a `networkx.Graph`. Its nodes are the names of the cards, in the order in which they were
given; its edges join adjacent cards. Each node has

    tag          3, 4, 5 or 6
    ratings      Ratings
    own          True if the ratings were given by hand, False if they are the edition's
    x, y         top left corner in quarter-inches  } all cards of a layout have a place,
    orientation  "landscape" or "portrait"          } or none has

and the graph has the attribute `edition`, the name of the edition, unless none was named; then the
cards are the rulebook's. In a layout with places the edges are the contacts of the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from layouts.board import Board, check_cards
from layouts.cards import (
    CARD_SETS,
    DEFAULT_EDITION,
    CardSet,
    Ratings,
    check_ratings,
    check_tag,
    find_card_set,
)
from layouts.errors import RuleError, located, quote
from layouts.names import check_distinct, check_name, fold, index_of
from layouts.placement import Place, check_place, contacts
from layouts.plain import PlainGraph, only_plain

if TYPE_CHECKING:
    import networkx as nx

PLACE_ATTRIBUTES = ("x", "y", "orientation")


def make_layout(
    tags: Mapping[str, int],
    edges: Iterable[tuple[str, str]] | None = None,
    *,
    places: Mapping[str, Place] | None = None,
    ratings: Mapping[str, Ratings] | None = None,
    edition: str | CardSet | None = None,
) -> nx.Graph:
    """Return a layout.

    Parameters
    ----------
    tags : mapping of str to int
        The cards' names and tags.
    edges : iterable of pairs of names, optional
        Which cards are adjacent, in any order; names are compared without case, a space as a hyphen.
    places : mapping of str to Place, optional
        Where the cards lie, instead of `edges`.
    ratings : mapping of str to Ratings, optional
        Ratings given by hand; the other cards have those of the edition.
    edition : str or CardSet, optional
        A known edition, or the cards of another.

    Raises
    ------
    RuleError
        If this isn't a layout; see `check_layout`.

    Examples
    --------
    >>> make_layout({"Stars": 6, "Chalks": 3}, [("Stars", "Chalks")]).nodes["Chalks"]
    {'tag': 3, 'ratings': Ratings(defence=4, strength=2, influence=1), 'own': False}
    """
    card_set = edition if isinstance(edition, CardSet) else find_card_set(edition or DEFAULT_EDITION)
    _check_edition_name(card_set)
    own = ratings or {}
    graph = empty_graph(None if edition is None else card_set.name)
    for name, tag in tags.items():
        check_tag(tag, f"card {quote(check_name(name))}")
        graph.add_node(
            name, tag=tag, ratings=own.get(name) or card_set.ratings_of(name, tag), own=name in own
        )
    names = list(tags)
    check_cards(names, list(tags.values()), [graph.nodes[name]["ratings"] for name in names])
    for name in own:
        index_of(name, names)
    if (edges is None) == (places is None):
        raise RuleError("a layout needs either the adjacent pairs of its cards or their places")
    if places is not None:
        for name, place in places.items():
            graph.nodes[names[index_of(name, names)]].update(zip(PLACE_ATTRIBUTES, place, strict=True))
        edges = _contacts_of(graph)
    for pair in edges or ():
        graph.add_edge(*(names[index_of(name, names)] for name in pair))
    check_layout(graph)
    return graph


def check_layout(graph: nx.Graph) -> None:
    """Check that `graph` is a layout, as the module says.

    Raises
    ------
    RuleError
        If it isn't a board (see `Board`), an attribute is missing or wrong, ratings said to be the
        edition's aren't, only some cards have a place, cards overlap, or the edges aren't the contacts.
    """
    if graph.is_directed() or graph.is_multigraph():
        raise RuleError("a layout is a simple undirected graph")
    board_of(graph)
    edition = graph.graph.get("edition")
    if edition is not None:
        check_name(edition, "edition name")
    card_set = CARD_SETS.get(DEFAULT_EDITION if edition is None else edition)
    for name, card in graph.nodes.items():
        if type(card.get("own")) is not bool:
            raise RuleError(
                f"card {quote(name)}: it isn't said whether the ratings are its own (True or False)"
            )
        if card_set and not card["own"] and card["ratings"] != card_set.ratings_of(name, card["tag"]):
            raise RuleError(
                f"card {quote(name)}: the ratings {card['ratings']} aren't those of the edition "
                f"{quote(card_set.name)}, {card_set.ratings_of(name, card['tag'])}; mark them as its own"
            )
    placed = [name for name in graph if any(key in graph.nodes[name] for key in PLACE_ATTRIBUTES)]
    if not placed:
        return
    wanted = {frozenset(pair) for pair in _contacts_of(graph)}
    wrong = wanted ^ {frozenset(edge) for edge in graph.edges}
    if wrong:
        one, other = min(sorted(pair) for pair in wrong)
        what = "touch but aren't" if {one, other} in wanted else "don't touch but are"
        raise RuleError(f"the cards {quote(one)} and {quote(other)} {what} said to be adjacent")


def is_placed(graph: nx.Graph) -> bool:
    """Tell whether it is known where the cards of a layout lie."""
    return all("orientation" in card for card in graph.nodes.values())


def places_of(graph: nx.Graph) -> dict[str, Place]:
    """Return where the cards of a layout lie.

    Raises
    ------
    RuleError
        If a card has no place, or one that isn't.
    """
    places = {}
    for name, card in graph.nodes.items():
        if not all(key in card for key in PLACE_ATTRIBUTES):
            raise RuleError(f"card {quote(name)} has no place; give x, y and orientation")
        places[name] = Place(*(card[key] for key in PLACE_ATTRIBUTES))
        check_place(places[name], f"card {quote(name)}")
    return places


def board_of(graph: nx.Graph) -> Board:
    """Return a layout's board; the cards keep their order.

    Raises
    ------
    RuleError
        If it isn't one; see `Board`.
    """
    number = {name: index for index, name in enumerate(graph)}
    return Board(
        tuple(graph),
        tuple(card.get("tag") for card in graph.nodes.values()),
        tuple(
            check_ratings(card.get("ratings"), f"card {quote(check_name(name))}")
            for name, card in graph.nodes.items()
        ),
        tuple(tuple(sorted(number[other] for other in graph[name])) for name in graph),
    )


def graph_of(board: Board) -> nx.Graph:
    """Return a layout with this board, without an edition; ratings other than the rulebook's are own."""
    cards = CARD_SETS[DEFAULT_EDITION]
    own = {
        name: ratings
        for name, tag, ratings in zip(board.names, board.tags, board.ratings, strict=True)
        if ratings != cards.ratings_of(name, tag)
    }
    edges = [
        (name, board.names[other])
        for name, adjacent in zip(board.names, board.neighbours, strict=True)
        for other in adjacent
    ]
    return make_layout(dict(zip(board.names, board.tags, strict=True)), edges, ratings=own)


def induced(graph: nx.Graph, names: Iterable[str]) -> nx.Graph:
    """Return the layout of some of the cards; their order, places and ratings are kept.

    Raises
    ------
    RuleError
        If there is no card of a name, a name comes twice, or what is left isn't a layout.
    """
    wanted = list(names)
    check_distinct(wanted)
    kept = {index_of(name, list(graph)) for name in wanted}
    part = empty_graph(graph.graph.get("edition"))
    for index, (name, card) in enumerate(graph.nodes.items()):
        if index in kept:
            part.add_node(name, **card)
    for one, other in graph.edges:
        if one in part and other in part:
            part.add_edge(one, other)
    with located(f"keeping {', '.join(part)}"):
        check_layout(part)
    return part


def with_cards(graph: nx.Graph, card_set: CardSet) -> nx.Graph:
    """Return the layout with the cards of another edition; ratings given by hand stay.

    Raises
    ------
    RuleError
        If the edition has no such card, or takes the name of a known one for other cards.
    """
    _check_edition_name(card_set)
    rated = empty_graph(card_set.name)
    for name, card in graph.nodes.items():
        ratings = card["ratings"] if card["own"] else card_set.ratings_of(name, card["tag"])
        rated.add_node(name, **{**card, "ratings": ratings})
    for edge in graph.edges:
        rated.add_edge(*edge)
    check_layout(rated)
    return rated


def with_places(graph: nx.Graph, places: Mapping[str, Place]) -> nx.Graph:
    """Return the layout with its cards at these places, adjacent where they touch there.

    Raises
    ------
    RuleError
        If a card has no place or one that isn't, cards overlap, or what comes out isn't a layout.
    """
    placed = empty_graph(graph.graph.get("edition"))
    for name, card in graph.nodes.items():
        if name not in places:
            raise RuleError(f"card {quote(name)} has no place; give x, y and orientation")
        placed.add_node(name, **{**card, **dict(zip(PLACE_ATTRIBUTES, places[name], strict=True))})
    for edge in _contacts_of(placed):
        placed.add_edge(*edge)
    check_layout(placed)
    return placed


def _check_edition_name(card_set: CardSet) -> None:
    """Check that cards other than those of a known edition don't go by its name."""
    if CARD_SETS.get(fold(card_set.name), card_set) != card_set:
        raise RuleError(f"the edition name {quote(card_set.name)} is taken; choose another")


def _contacts_of(graph: nx.Graph) -> list[tuple[str, str]]:
    return contacts(places_of(graph))


def empty_graph(edition: str | None) -> nx.Graph:
    """Return a graph without cards. The one place that needs networkx, which takes long to import."""
    if only_plain():
        return PlainGraph(edition)
    import networkx as nx

    return nx.Graph() if edition is None else nx.Graph(edition=edition)
