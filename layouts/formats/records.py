"""How does what a file of another program says of a graph become a layout?

The formats for graphs keep what a layout's graph has (see `graph`): tag, ratings, own, x, y and orientation,
lengths in quarter-inches, not in half-inches as in TOML. Ratings may be missing where the edition
has them; then, and only then, whether they are the card's own may be missing, too, or be found out.
Anything else that a file says is refused: it would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from layouts.board import MOST_CARDS
from layouts.cards import CARD_SETS, DEFAULT_EDITION, check_ratings, check_tag, find_card_set
from layouts.errors import ParseError, quote
from layouts.graph import PLACE_ATTRIBUTES, check_layout, empty_graph
from layouts.names import check_distinct, check_name, index_of
from layouts.toml import LARGEST_FILE

if TYPE_CHECKING:
    import networkx as nx

ATTRIBUTES = ("tag", "ratings", "own", *PLACE_ATTRIBUTES)


def layout_of_records(
    cards: Iterable[tuple[object, Mapping[str, object]]],
    edges: Iterable[tuple[object, object]],
    edition: object,
) -> nx.Graph:
    """Return the layout with these cards, each with its attributes, and these edges.

    Raises
    ------
    ParseError
        If an attribute is missing or unknown.
    RuleError
        If it isn't a layout.
    """
    if edition is not None:
        check_name(edition, "edition name")
    graph = empty_graph(edition if isinstance(edition, str) else None)
    given = list(cards)
    if len(given) > MOST_CARDS:
        raise ParseError(f"there are {len(given)} nodes; a board has at most {MOST_CARDS} cards")
    names = [check_name(name) for name, _ in given]
    check_distinct(names)
    for name, attributes in zip(names, (attributes for _, attributes in given), strict=True):
        graph.add_node(name, **_card(name, attributes, edition))
    for pair in edges:
        graph.add_edge(*(names[index_of(check_name(end), names)] for end in pair))
    check_layout(graph)
    return graph


def plain_attributes(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card's attributes in their order, without any that aren't a layout's."""
    return {key: card[key] for key in ATTRIBUTES if key in card}


def check_size(text: str) -> None:
    """Check that a text isn't larger than any layout.

    Raises
    ------
    ParseError
        If it is.
    """
    if len(text) > LARGEST_FILE:
        raise ParseError(f"it has more than {LARGEST_FILE} characters, more than any layout")
    if not text.strip():
        raise ParseError("it is empty")


def _card(name: str, attributes: Mapping[str, object], edition: object) -> dict[str, object]:
    """Return a node's attributes, with ratings and whether they are its own."""
    where = f"card {quote(name)}"
    for key in attributes:
        if key not in ATTRIBUTES:
            raise ParseError(f"{where}: unknown attribute {quote(key)}; known are {', '.join(ATTRIBUTES)}")
    if "tag" not in attributes:
        raise ParseError(f"{where}: the tag is missing")
    tag = check_tag(attributes["tag"], where)
    card = {"tag": tag, **attributes}
    if "ratings" in attributes:
        card["ratings"] = check_ratings(attributes["ratings"], where)
        if "own" not in attributes:
            known = CARD_SETS.get(DEFAULT_EDITION if edition is None else str(edition))
            card["own"] = known is None or known.ratings_of(name, tag) != card["ratings"]
    elif "own" in attributes and attributes["own"] is not False:
        raise ParseError(f"{where}: the ratings are said to be its own, but are missing")
    else:
        cards = find_card_set(DEFAULT_EDITION if edition is None else edition)
        card |= {"ratings": cards.ratings_of(name, tag), "own": False}
    return card
