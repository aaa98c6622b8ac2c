"""How is a layout written as one word, for command lines and JSON?

    hue1:Stars.6.6.5.0-Chalks.3.4.2.1:01:0.0.L-0.10.L

Sections are separated by `:`, their items by `-`, the fields of an item by `.`:

    hue1.EDITION    the version, and the edition's name if there is one
    cards           name, tag, defence, strength, influence, and `o` if the ratings are the card's own
    edges           pairs of base-36 digits, cards counted from 0; ascending, the smaller digit first
    places          x and y in quarter-inches, `m` for a minus, and L or P; only if the cards have places

In names `__` is a space, and `_` with two digits 0-9A-F a byte of UTF-8, for everything but the
letters and digits of ASCII. A layout has just one code; any other text is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layouts.board import Board
from layouts.cards import Ratings
from layouts.errors import InputError, ParseError, located, quote
from layouts.graph import PLACE_ATTRIBUTES, board_of, check_layout, empty_graph, is_placed, places_of
from layouts.plain import plain_graphs

if TYPE_CHECKING:
    import networkx as nx

VERSION = "hue1"
OWN = "o"
LETTERS = {"landscape": "L", "portrait": "P"}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER = "(0|[1-9][0-9]{0,4})"
_SIGNED = "(0|m?[1-9][0-9]{0,4})"
_NAME = "((?:[A-Za-z0-9]|__|_[0-9A-F]{2})+)"
_HEAD = re.compile(rf"{VERSION}(?:\.{_NAME})?")
_CARD = re.compile(rf"{_NAME}\.([3-6])\.{_NUMBER}\.{_NUMBER}\.{_NUMBER}(\.{OWN})?")
_EDGE = re.compile(r"([0-9a-z])([0-9a-z])")
_PLACE = re.compile(rf"{_SIGNED}\.{_SIGNED}\.([LP])")


def format_code(graph: nx.Graph) -> str:
    """Return the code of a layout.

    Raises
    ------
    RuleError
        If `graph` isn't a layout.
    """
    check_layout(graph)
    edition = graph.graph.get("edition")
    sections = [VERSION if edition is None else f"{VERSION}.{format_name(edition)}"]
    sections.append("-".join(_format_card(name, **card) for name, card in graph.nodes.items()))
    digit = dict(zip(graph, DIGITS, strict=False))
    sections.append("-".join(sorted("".join(sorted((digit[a], digit[b]))) for a, b in graph.edges)))
    if is_placed(graph):
        sections.append(
            "-".join(
                f"{place.x}.{place.y}.".replace("-", "m") + LETTERS[place.orientation]
                for place in places_of(graph).values()
            )
        )
    return ":".join(sections)


def parse_code(text: str) -> nx.Graph:
    """Return the layout with this code.

    Raises
    ------
    ParseError
        If there is none.

    Examples
    --------
    >>> list(parse_code("hue1:Stars.6.6.5.0-Ferris__wheel.4.5.3.2:01").nodes)
    ['Stars', 'Ferris wheel']
    """
    with located("layout code"):
        try:
            graph = _graph_of_sections(text.split(":"))
            rewritten = format_code(graph)
        except InputError as error:  # what breaks a rule here is damage, too: codes aren't written by hand
            raise ParseError(str(error)) from None
        if rewritten != text:
            raise ParseError(f"{quote(text)} isn't the one way to write this layout; that is {rewritten}")
        return graph


def board_of_code(text: str) -> Board:
    """Return the board of the layout with this code, without importing networkx.

    Raises
    ------
    ParseError
        If there is none.
    """
    with plain_graphs():
        return board_of(parse_code(text))


def format_name(name: str) -> str:
    """Return a name in the letters of a code.

    Examples
    --------
    >>> format_name("Ferris wheel"), format_name("Café")
    ('Ferris__wheel', 'Caf_C3_A9')
    """
    return re.sub(
        "[^A-Za-z0-9]",
        lambda match: "__" if match[0] == " " else "".join(f"_{byte:02X}" for byte in match[0].encode()),
        name,
    )


def parse_name(text: str) -> str:
    """Return the name that `format_name` wrote.

    Raises
    ------
    ParseError
        If it wrote none so.
    """
    spaced = re.sub("__|_..", lambda match: "_20" if match[0] == "__" else match[0], text)
    try:
        name = bytes.fromhex(re.sub("_(..)|(.)", lambda m: m[1] or f"{ord(m[2]):02x}", spaced)).decode()
    except ValueError:
        raise ParseError(f"the name {quote(text)} has escapes that aren't UTF-8") from None
    if format_name(name) != text:
        raise ParseError(f"the name {quote(text)} should be written {quote(format_name(name))}")
    return name


def _format_card(name: str, tag: int, ratings: Ratings, own: bool, **_: object) -> str:
    fields = [format_name(name), str(tag), *map(str, ratings)]
    return ".".join([*fields, OWN] if own else fields)


def _graph_of_sections(sections: list[str]) -> nx.Graph:
    """Return the graph that a code's sections describe, which may still break the rules of layouts."""
    head = _match(_HEAD, sections[0], "version", f"{VERSION} or {VERSION}.EDITION")
    if len(sections) not in (3, 4):
        raise ParseError(f"it has {len(sections)} sections; there must be 3, or 4 with places")
    cards, edges, places = (section.split("-") for section in [*sections[1:], ""][:3])
    graph = empty_graph(None if head[1] is None else parse_name(head[1]))
    for item in cards:
        card = _match(_CARD, item, "card", "Name.tag.D.S.I")
        name = parse_name(card[1])
        if name in graph:
            raise ParseError(f"the name {quote(name)} is used twice")
        ratings = Ratings(int(card[3]), int(card[4]), int(card[5]))
        graph.add_node(name, tag=int(card[2]), ratings=ratings, own=card[6] is not None)
    names = dict(zip(DIGITS, graph, strict=False))
    for item in edges:
        edge = _match(_EDGE, item, "edge", "two digits")
        for digit in edge.groups():
            if digit not in names:
                raise ParseError(
                    f"the edge {quote(item)} leads to card {digit}, but there are {len(cards)} cards"
                )
        graph.add_edge(names[edge[1]], names[edge[2]])
    if len(sections) == 4:
        if len(places) != len(cards):
            raise ParseError(f"it has {len(places)} places for {len(cards)} cards")
        for name, item in zip(graph, places, strict=True):
            place = _match(_PLACE, item, "place", "x.y.L or x.y.P")
            x, y = (int(number.replace("m", "-")) for number in place.groups()[:2])
            orientation = next(word for word, letter in LETTERS.items() if letter == place[3])
            graph.nodes[name].update(zip(PLACE_ATTRIBUTES, (x, y, orientation), strict=True))
    return graph


def _match(pattern: re.Pattern[str], text: str, what: str, wanted: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise ParseError(f"the {what} {quote(text)} can't be read; it must look like {wanted}")
    return match
