"""How is a layout written in a file?

In TOML, in one of two forms: cards and which of them are adjacent,

    edition = "rulebook"
    [cards]
    Stars = 6
    "My card" = { tag = 3, ratings = [3, 1, 1] }
    [adjacent]
    Stars = ["My card"]

or cards as they lie on the table, x and y in half-inches, y downwards:

    [placement]
    Stars = { tag = 6, x = 10, y = 7, orientation = "landscape" }

An edge may be listed from one side or from both. Reading what was written gives the same layout; one
of an edition that isn't built in needs the edition's cards for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layouts.cards import CardSet, Ratings, check_ratings, check_tag, find_card_set
from layouts.errors import ParseError, located, quote
from layouts.graph import check_layout, is_placed, make_layout, places_of
from layouts.names import check_distinct, check_name, index_of
from layouts.placement import Place, check_place, half_inches, quarters
from layouts.toml import format_key, format_string, load_text, parse_toml, where_of
from layouts.writing import save_text

if TYPE_CHECKING:
    import networkx as nx

TABLES = ("cards", "adjacent", "placement")
HINTS = {
    "layout": "this is a position: `hue move` and `hue layouts draw` take it",
    "phase": "this is a position: `hue move` and `hue layouts draw` take it",
    "players": "a layout is for any number of them: give --players",
    "difficulty": "a layout has none: give --difficulty",
    "readings": "a layout has none: give --reading NAME=VALUE",
    "keep": "give --keep, or leave the other cards out",
}
"""What to say of keys that people expect here."""
CARD_KEYS = ("tag", "ratings")
PLACE_KEYS = ("tag", "x", "y", "orientation")


def load_layout(path: str | Path, card_set: CardSet | None = None) -> nx.Graph:
    """Return the layout in a file, or on the standard input if `path` is `-`; see `parse_layout`."""
    return parse_layout(load_text(path), where_of(path), card_set)


def save_layout(graph: nx.Graph, path: str | Path) -> None:
    """Write a layout to a file: first aside, then renamed."""
    save_text(path, format_layout(graph))


def parse_layout(text: str, where: str = "layout", card_set: CardSet | None = None) -> nx.Graph:
    """Return the layout that a TOML text describes.

    Parameters
    ----------
    text : str
        TOML in either form.
    where : str
        What messages begin with: the name of the file.
    card_set : CardSet, optional
        Cards to take instead of those of the text's edition.

    Raises
    ------
    ParseError
        If the text isn't TOML or says something else.
    RuleError
        If it isn't a layout.
    """
    return layout_of(parse_toml(text, where), where, card_set)


def layout_of(
    table: Mapping[str, object], where: str = "layout", card_set: CardSet | None = None
) -> nx.Graph:
    """Return the layout that a table read from TOML describes; see `parse_layout`."""
    with located(where):
        for key in table:
            if key not in ("edition", *TABLES):
                hint = HINTS.get(key, f"known are edition, {', '.join(TABLES)}")
                raise ParseError(f"unknown key {quote(key)}; {hint}")
        edition = table.get("edition")
        if edition is not None and not isinstance(edition, str):
            raise ParseError(f"edition is {quote(edition)}; it must be a name in quotes")
        cards = card_set or (None if edition is None else find_card_set(edition))
        if "placement" in table:
            if "cards" in table or "adjacent" in table:
                raise ParseError("give either [placement] or [cards] and [adjacent], not both")
            return _placed_layout(_table(table, "placement"), cards)
        if "cards" not in table and "adjacent" not in table:
            raise ParseError("there is no layout here; give [cards] and [adjacent], or [placement]")
        return _adjacent_layout(_table(table, "cards"), _table(table, "adjacent"), cards)


def format_layout(graph: nx.Graph) -> str:
    """Return a layout as TOML, as placed if it is, with the ratings given by hand.

    Raises
    ------
    RuleError
        If it isn't a layout.

    Examples
    --------
    >>> print(format_layout(make_layout({"Stars": 6, "Chalks": 3}, [("Stars", "Chalks")])), end="")
    [cards]
    Stars = 6
    Chalks = 3
    <BLANKLINE>
    [adjacent]
    Stars = ["Chalks"]
    """
    check_layout(graph)
    edition = graph.graph.get("edition")
    head = [] if edition is None else [f"edition = {format_string(edition)}", ""]
    lines = _placement_lines(graph) if is_placed(graph) else _adjacency_lines(graph)
    return "\n".join([*head, *lines, ""])


def _placed_layout(table: Mapping[str, object], cards: CardSet | None) -> nx.Graph:
    tags, ratings = _read_cards(table, "placement", PLACE_KEYS)
    places = {}
    for name, card in table.items():
        assert isinstance(card, dict)
        where = f"[placement] {name}"
        x, y = (quarters(card[axis], f"{where}: {axis}") for axis in ("x", "y"))
        places[name] = Place(x, y, card["orientation"])
        check_place(places[name], where)
    return make_layout(tags, places=places, ratings=ratings, edition=cards)


def _adjacent_layout(
    table: Mapping[str, object], adjacent: Mapping[str, object], cards: CardSet | None
) -> nx.Graph:
    tags, ratings = _read_cards(table, "cards", ("tag",))
    names = list(tags)
    edges = []
    check_distinct(adjacent, "[adjacent]: name")
    for name, others in adjacent.items():
        with located("[adjacent]"):
            card = names[index_of(name, names)]
        if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
            raise ParseError(f"[adjacent] {card}: {quote(others)} must be a list of names in quotes")
        with located(f"[adjacent] {card}"):
            check_distinct(others)
            edges += [(card, names[index_of(other, names)]) for other in others]
    return make_layout(tags, edges, ratings=ratings, edition=cards)


def _read_cards(
    table: Mapping[str, object], title: str, needed: Iterable[str]
) -> tuple[dict[str, int], dict[str, Ratings]]:
    """Return the tags of all cards and the ratings that some have of their own."""
    tags: dict[str, int] = {}
    ratings: dict[str, Ratings] = {}
    with located(f"[{title}]"):
        check_distinct(check_name(name) for name in table)
    for name, card in table.items():
        where = f"[{title}] {name}"
        fields = {"tag": card} if title == "cards" and not isinstance(card, dict) else card
        if not isinstance(fields, dict):
            raise ParseError(
                f"{where}: {quote(card)} must be like {{ {', '.join(f'{k} = ...' for k in needed)} }}"
            )
        for key in needed:
            if key not in fields:
                raise ParseError(f"{where}: {key} is missing")
        for key in fields:
            if key not in (*needed, *CARD_KEYS):
                known = dict.fromkeys((*needed, *CARD_KEYS))
                raise ParseError(f"{where}: unknown key {quote(key)}; known are {', '.join(known)}")
        tags[name] = check_tag(fields["tag"], where)
        if "ratings" in fields:
            ratings[name] = check_ratings(fields["ratings"], where)
    return tags, ratings


def _table(table: Mapping[str, object], key: str) -> Mapping[str, object]:
    if key not in table:
        raise ParseError(f"[{key}] is missing")
    value = table[key]
    if not isinstance(value, dict):
        raise ParseError(f"{key} is {quote(value)}; it must be a table [{key}]")
    return value


def _placement_lines(graph: nx.Graph) -> list[str]:
    lines = ["[placement]"]
    for name, place in places_of(graph).items():
        card = graph.nodes[name]
        fields = [f"tag = {card['tag']}", f"x = {half_inches(place.x)}", f"y = {half_inches(place.y)}"]
        fields += [f'orientation = "{place.orientation}"', *_own_ratings(card)]
        lines.append(f"{format_key(name)} = {{ {', '.join(fields)} }}")
    return lines


def _adjacency_lines(graph: nx.Graph) -> list[str]:
    lines = ["[cards]"]
    for name, card in graph.nodes.items():
        fields = ", ".join([f"tag = {card['tag']}", *_own_ratings(card)])
        lines.append(f"{format_key(name)} = {f'{{ {fields} }}' if card['own'] else card['tag']}")
    lines += ["", "[adjacent]"]
    number = {name: index for index, name in enumerate(graph)}
    for name in graph:
        later = sorted(
            (other for other in graph[name] if number[other] > number[name]), key=number.__getitem__
        )
        if later:
            lines.append(f"{format_key(name)} = [{', '.join(map(format_string, later))}]")
    return lines


def _own_ratings(card: Mapping[str, Any]) -> list[str]:
    return [f"ratings = {list(card['ratings'])}"] if card["own"] else []
