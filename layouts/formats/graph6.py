"""How is the shape of a layout written in graph6, the one-line format of lists of graphs?

A character for the number n of cards (63 + n), then six bits a character (63 + bits), first bits first: for
each card, in order, whether it is adjacent to each card before it. Names, tags, the center, ratings and
places are lost; to make a layout of a shape, its cards must be given. Source: McKay's description.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from layouts.board import FEWEST_CARDS, MOST_CARDS
from layouts.cards import CardSet, Ratings
from layouts.errors import ParseError, RuleError, located, quote
from layouts.formats.records import check_size
from layouts.graph import check_layout, make_layout

if TYPE_CHECKING:
    import networkx as nx

HEADER = ">>graph6<<"
SHIFT = 63
BITS = 6
LOST = (
    "graph6 keeps only the shape: names, tags, which card is the center, ratings and places are lost; "
    "the cards' order is that of the layout"
)


class GraphShape(NamedTuple):
    """A graph on the numbers 0 to n - 1: n, and the pairs of adjacent ones, the smaller first."""

    n: int
    edges: tuple[tuple[int, int], ...]


def format_graph6(graph: nx.Graph) -> str:
    """Return the shape of a layout in graph6; what is lost is said by `LOST`.

    Raises
    ------
    RuleError
        If it isn't a layout.

    Examples
    --------
    >>> format_graph6(make_layout({"Stars": 6, "Chalks": 3}, [("Stars", "Chalks")]))
    'A_\\n'
    """
    check_layout(graph)
    names = list(graph)
    bits = [other in graph[name] for index, name in enumerate(names) for other in names[:index]]
    bits += [False] * (-len(bits) % BITS)
    groups = [bits[start : start + BITS] for start in range(0, len(bits), BITS)]
    values = [sum(bit << (BITS - 1 - place) for place, bit in enumerate(group)) for group in groups]
    return "".join(chr(SHIFT + value) for value in (len(names), *values)) + "\n"


def parse_graph6(text: str, where: str = "graph6") -> GraphShape:
    """Return the shape that a line of graph6 describes; `where` begins messages.

    Raises
    ------
    ParseError
        If it isn't one line of graph6, or has more vertices than a board can have.

    Examples
    --------
    >>> parse_graph6("Bw")
    GraphShape(n=3, edges=((0, 1), (0, 2), (1, 2)))
    """
    with located(where):
        check_size(text)
        line = text.strip().removeprefix(HEADER)
        if len(line.split()) != 1:
            raise ParseError("it must be one line with one graph, without spaces")
        wrong = next((char for char in line if not SHIFT <= ord(char) <= 126), None)
        if wrong is not None:
            raise ParseError(f"the character {quote(wrong)} isn't one of graph6, which are ? to ~")
        n = ord(line[0]) - SHIFT
        if not FEWEST_CARDS <= n <= MOST_CARDS:
            what = "more than 62" if n == SHIFT else str(n)
            raise ParseError(
                f"the graph has {what} vertices; a board has {FEWEST_CARDS} to {MOST_CARDS} cards"
            )
        pairs = [(other, card) for card in range(n) for other in range(card)]
        length = -(-len(pairs) // BITS)
        if len(line) - 1 != length:
            raise ParseError(
                f"a graph of {n} vertices has {length} characters after the first; there are {len(line) - 1}"
            )
        bits = [ord(char) - SHIFT >> BITS - 1 - place & 1 for char in line[1:] for place in range(BITS)]
        if any(bits[len(pairs) :]):
            raise ParseError("the last character has bits set that belong to no pair of vertices")
        return GraphShape(n, tuple(sorted(pair for pair, bit in zip(pairs, bits, strict=False) if bit)))


def layout_of_shape(
    shape: GraphShape,
    tags: Mapping[str, int] | Sequence[int],
    *,
    ratings: Mapping[str, Ratings] | None = None,
    edition: str | CardSet | None = None,
) -> nx.Graph:
    """Return a layout with this shape.

    Parameters
    ----------
    shape : GraphShape
        What `parse_graph6` returns.
    tags : mapping of str to int, or sequence of int
        The cards' names and tags, or only their tags, in the order of the shape's numbers. Cards without
        names are called `Card 1`, `Card 2`, and so on.
    ratings, edition
        See `make_layout`.

    Raises
    ------
    RuleError
        If there are more or fewer cards than numbers, or it isn't a layout.

    Examples
    --------
    >>> list(layout_of_shape(parse_graph6("Bw"), [6, 3, 4]))
    ['Card 1', 'Card 2', 'Card 3']
    """
    cards = tags if isinstance(tags, Mapping) else {f"Card {i}": tag for i, tag in enumerate(tags, start=1)}
    if len(cards) != shape.n:
        raise RuleError(f"the shape has {shape.n} cards, but there are tags for {len(cards)}")
    names = list(cards)
    edges = [(names[one], names[other]) for one, other in shape.edges]
    return make_layout(cards, edges, ratings=ratings, edition=edition)
