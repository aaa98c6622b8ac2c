"""When are two layouts the same, and how is that written as one word?

Layouts are isomorphic if a renaming of the cards makes one of the other; tags and ratings are kept, and what
is adjacent stays so. The canonical layout is one and the same for all that are isomorphic: its cards are in
canonical order (see `isomorphism`), where the center comes first and then tags and ratings ascend. The shape
of a layout is its contact graph with the center marked; its code and that of a layout are

    hues1:9.AbCdEf                              number of nodes, edges; the center is node 0
    huec1:6.6.5.0-3.4.2.1x4-4.5.3.2x2:AbCdEf    kinds of cards (tag, defence, strength, influence, and how
                                                many if more than one) in canonical order, edges

Edges are the bits of graph6 in canonical order, six a letter, from `A-Za-z0-9-_` for 0 to 63; the last
letter is filled up with zeros. Isomorphic shapes or layouts have the same code, and no others have. The
number in the version changes if the canonical order ever does. Names, places and the edition are no part of
either code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

from layouts.board import MOST_CARDS, Board
from layouts.cards import CENTER_TAG, Card, Ratings
from layouts.errors import InputError, ParseError, RuleError, located, quote
from layouts.graph import board_of, empty_graph, graph_of
from layouts.shapes.isomorphism import bits_in, canonical_order, edge_bits

if TYPE_CHECKING:
    import networkx as nx

SHAPE_VERSION = "hues1"
CANONICAL_VERSION = "huec1"
_SIXES = ascii_uppercase + ascii_lowercase + digits + "-_"
_SHAPE = re.compile(rf"{SHAPE_VERSION}:([1-9][0-9]?)\.([A-Za-z0-9_-]*)")
_CANONICAL = re.compile(rf"{CANONICAL_VERSION}:([^:]+):([A-Za-z0-9_-]*)")
_RATING = "(0|[1-9][0-9]?)"
_KIND = re.compile(rf"([3-6])\.{_RATING}\.{_RATING}\.{_RATING}(?:x([2-9]|[1-9][0-9]))?")


def masks_of(graph: nx.Graph) -> tuple[list[int], int]:
    """Return the adjacency of a shape as bit masks (see `isomorphism`), and the number of its center.

    Parameters
    ----------
    graph
        A layout, or any connected graph in which one node has the tag 6; nothing else of a node is looked at.

    Raises
    ------
    RuleError
        If it isn't a shape of 1 to 36 nodes.
    """
    if graph.is_directed() or graph.is_multigraph():
        raise RuleError("a shape is a simple undirected graph")
    if not 1 <= len(graph) <= MOST_CARDS:
        raise RuleError(f"the number of nodes is {len(graph)}; a shape has 1 to {MOST_CARDS}")
    number = {node: index for index, node in enumerate(graph)}
    centers = [node for node in graph if graph.nodes[node].get("tag") == CENTER_TAG]
    if len(centers) != 1:
        raise RuleError(f"there are {len(centers)} centers; give just one node the tag {CENTER_TAG}")
    for node in graph:
        if node in graph[node]:
            raise RuleError(f"node {quote(node)} is said to be adjacent to itself")
    adjacency = [sum(1 << number[other] for other in graph[node]) for node in graph]
    _check_connected(adjacency)
    return adjacency, number[centers[0]]


def format_shape(adjacency: Sequence[int], center: int = 0) -> str:
    """Return the code of a shape given as bit masks, without a check that it is one.

    Examples
    --------
    >>> format_shape([0b110, 0b001, 0b001]), format_shape([0b010, 0b101, 0b010], 1)
    ('hues1:3.w', 'hues1:3.w')
    """
    order = canonical_order([node != center for node in range(len(adjacency))], adjacency)
    return f"{SHAPE_VERSION}:{len(order)}.{_format_edges(order, adjacency)}"


def shape_code(graph: nx.Graph) -> str:
    """Return the code of a graph's shape, the same exactly for isomorphic shapes.

    Raises
    ------
    RuleError
        If it isn't a shape; see `masks_of`.
    """
    return format_shape(*masks_of(graph))


def is_shape(text: str) -> bool:
    """Tell whether a text is the code of a shape, by how it begins."""
    return text.startswith(f"{SHAPE_VERSION}:")


def parse_shape_code(text: str) -> nx.Graph:
    """Return the shape with this code: the nodes 0, 1, ...; node 0 has the tag 6, the others no attributes.

    Raises
    ------
    ParseError
        If there is none.
    """
    with located("shape code"):
        match = _SHAPE.fullmatch(text)
        if match is None:
            raise ParseError(f"{quote(text)} can't be read; it must look like {SHAPE_VERSION}:NODES.EDGES")
        nodes = int(match[1])
        if nodes > MOST_CARDS:
            raise ParseError(f"there are {nodes} nodes; a shape has at most {MOST_CARDS}")
        adjacency = _parse_edges(match[2], nodes)
        try:
            _check_connected(adjacency)
        except RuleError as error:
            raise ParseError(str(error)) from None
        _check_rewritten(text, format_shape(adjacency))
    graph = empty_graph(None)
    graph.add_nodes_from(range(nodes))
    graph.nodes[0]["tag"] = CENTER_TAG
    graph.add_edges_from((node, other) for node, mask in enumerate(adjacency) for other in bits_in(mask))
    return graph


def kind_order(card: Card) -> tuple[bool, Card]:
    """Return what kinds of cards are ordered by: the center comes first, the others ascend."""
    return card.tag != CENTER_TAG, card


def board_of_cards(cards: Sequence[Card], adjacency: Sequence[int]) -> Board:
    """Return the board of cards without names; they are called by tag and letter, as `3a`, or `Center`.

    Raises
    ------
    RuleError
        If it isn't a board; see `Board`.
    """
    if len(cards) > MOST_CARDS:
        raise RuleError(f"the number of cards is {len(cards)}; a board has at most {MOST_CARDS}")
    seen: Counter[int] = Counter()
    names = []
    for card in cards:
        letter = (ascii_lowercase + digits)[seen[card.tag]]
        names.append("Center" if card.tag == CENTER_TAG and letter == "a" else f"{card.tag}{letter}")
        seen[card.tag] += 1
    tags, ratings = tuple(card.tag for card in cards), tuple(card.ratings for card in cards)
    return Board(tuple(names), tags, ratings, tuple(bits_in(mask) for mask in adjacency))


def canonical_layout(graph: nx.Graph) -> nx.Graph:
    """Return the layout that stands for all that are isomorphic to this one, without places and edition.

    Ratings other than the rulebook's are the cards' own in it.

    Raises
    ------
    RuleError
        If it isn't a layout.
    """
    return graph_of(_canonical_board(board_of(graph)))


def canonical_code(graph: nx.Graph) -> str:
    """Return the code of a layout's shape, tags and ratings, the same exactly for isomorphic layouts.

    Raises
    ------
    RuleError
        If it isn't a layout.

    Examples
    --------
    >>> from layouts.catalogue import load_named
    >>> canonical_code(load_named("triangle"))
    'huec1:6.6.5.0-3.4.2.1x2:4'
    """
    return _format_board(_canonical_board(board_of(graph)))


def parse_canonical_code(text: str) -> nx.Graph:
    """Return the canonical layout with this code.

    Raises
    ------
    ParseError
        If there is none.
    """
    return graph_of(board_of_canonical_code(text))


def board_of_canonical_code(text: str) -> Board:
    """Return the board of the canonical layout with this code, without importing networkx.

    Raises
    ------
    ParseError
        If there is none.
    """
    with located("canonical code"):
        match = _CANONICAL.fullmatch(text)
        if match is None:
            raise ParseError(
                f"{quote(text)} can't be read; it must look like {CANONICAL_VERSION}:KINDS:EDGES"
            )
        cards = [card for kind in match[1].split("-") for card in _parse_kind(kind)]
        try:
            board = _canonical_board(board_of_cards(cards, _parse_edges(match[2], len(cards))))
        except InputError as error:  # what breaks a rule is damage, too: codes aren't written by hand
            raise ParseError(str(error)) from None
        _check_rewritten(text, _format_board(board))
    return board


def _canonical_board(board: Board) -> Board:
    cards = [Card(tag, ratings) for tag, ratings in zip(board.tags, board.ratings, strict=True)]
    order = canonical_order([kind_order(card) for card in cards], _masks(board))
    place = {node: index for index, node in enumerate(order)}
    adjacency = [sum(1 << place[other] for other in board.neighbours[node]) for node in order]
    return board_of_cards([cards[node] for node in order], adjacency)


def _masks(board: Board) -> list[int]:
    return [sum(1 << other for other in adjacent) for adjacent in board.neighbours]


def _format_board(board: Board) -> str:
    kinds = []
    for (tag, ratings), cards in groupby(zip(board.tags, board.ratings, strict=True)):
        count = len(list(cards))
        kinds.append(".".join(map(str, (tag, *ratings))) + (f"x{count}" if count > 1 else ""))
    return f"{CANONICAL_VERSION}:{'-'.join(kinds)}:{_format_edges(range(len(board)), _masks(board))}"


def _parse_kind(text: str) -> list[Card]:
    match = _KIND.fullmatch(text)
    if match is None:
        raise ParseError(f"the kind {quote(text)} can't be read; it must look like tag.D.S.I or tag.D.S.Ix2")
    tag, *ratings = (int(number) for number in match.groups()[:4])
    return [Card(tag, Ratings(*ratings))] * int(match[5] or 1)


def _format_edges(order: Sequence[int], adjacency: Sequence[int]) -> str:
    letters = _letters(len(order))
    bits = edge_bits(order, adjacency) << 6 * letters - _pairs(len(order))
    return "".join(_SIXES[bits >> 6 * letter & 63] for letter in reversed(range(letters)))


def _parse_edges(text: str, nodes: int) -> list[int]:
    """Return the adjacency that letters stand for; bits that fill the last one up are left to the caller."""
    if len(text) != _letters(nodes):
        raise ParseError(
            f"the edges {quote(text)} have {len(text)} letters; {nodes} nodes need {_letters(nodes)}"
        )
    bits = "".join(f"{_SIXES.index(letter):06b}" for letter in text)
    adjacency = [0] * nodes
    for node in range(nodes):
        for other in range(node):
            if bits[_pairs(node) + other] == "1":
                adjacency[node] |= 1 << other
                adjacency[other] |= 1 << node
    return adjacency


def _pairs(nodes: int) -> int:
    return nodes * (nodes - 1) // 2


def _letters(nodes: int) -> int:
    return -(-_pairs(nodes) // 6)


def _check_connected(adjacency: Sequence[int]) -> None:
    reached, fresh = 1, 1
    while fresh:
        around = 0
        for node in bits_in(fresh):
            around |= adjacency[node]
        fresh = around & ~reached
        reached |= fresh
    if reached != (1 << len(adjacency)) - 1:
        raise RuleError("the shape isn't connected: every node must be reached from every other")


def _check_rewritten(text: str, rewritten: str) -> None:
    """Refuse text that another would be written for."""
    if text != rewritten:
        raise ParseError(f"{quote(text)} isn't canonical; that is {rewritten}")
