"""In which formats can a layout be written and read, and what is lost in each?

    toml     a layout file (see `files`)                 code     one word (see `code`)
    json     node-link JSON, as networkx has it          graphml  GraphML
    dot      for Graphviz; only written                  svg      a picture; only written
    graph6   the shape only; read with the cards' tags   ascii    a picture that can be read back

What a format can't keep is said by a warning. Reading never guesses the format from the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from layouts.cards import CardSet
from layouts.code import format_code, parse_code
from layouts.errors import InputError, ParseError, located, quote
from layouts.files import format_layout, parse_layout
from layouts.formats.ascii_input import parse_picture
from layouts.formats.dot import format_dot
from layouts.formats.graph6 import LOST, format_graph6, layout_of_shape, parse_graph6
from layouts.formats.graphml import format_graphml, parse_graphml
from layouts.formats.node_link import format_node_link, parse_node_link
from layouts.graph import check_layout, with_cards
from layouts.pictures.picture import ascii_picture
from layouts.pictures.svg import svg_picture
from layouts.toml import load_text, where_of

if TYPE_CHECKING:
    import networkx as nx

ONLY_WRITTEN = "{} is only written: no layout can be read from it again"
PICTURE_LOST = (
    "an ASCII picture keeps names, tags, ratings and which cards touch; edition and places are lost"
)
NOT_READABLE = "this picture can't be read back: {}"


class Written(NamedTuple):
    """A layout in some format, and what the format has lost, if it has lost something."""

    text: str
    warning: str | None


class Format(NamedTuple):
    """What a format is, the ends of its files' names, and whether it can be read."""

    description: str
    suffixes: tuple[str, ...]
    is_read: bool


FORMATS: Mapping[str, Format] = {
    "toml": Format("a layout file", (".toml",), True),
    "code": Format("a layout in one word", (".hue", ".code"), True),
    "json": Format("node-link JSON", (".json",), True),
    "graphml": Format("GraphML", (".graphml",), True),
    "dot": Format("DOT for Graphviz", (".dot", ".gv"), False),
    "graph6": Format("graph6, the shape only", (".g6", ".graph6"), True),
    "ascii": Format("a picture in ASCII", (".txt",), True),
    "svg": Format("a picture in SVG", (".svg",), False),
}


def format_of(path: str | Path) -> str | None:
    """Return the format that the end of a file's name says, or None.

    Examples
    --------
    >>> format_of("board.GV"), format_of("-")
    ('dot', None)
    """
    suffix = Path(path).suffix.lower()
    return next((name for name, known in FORMATS.items() if suffix in known.suffixes), None)


def format_as(graph: nx.Graph, name: str) -> Written:
    """Return a layout in a format of `FORMATS`.

    Raises
    ------
    ParseError
        If there is no such format.
    RuleError
        If it isn't a layout, or a picture is wanted of cards without places in ASCII.
    """
    check_format(name)
    check_layout(graph)
    lossless: Mapping[str, Callable[[nx.Graph], str]] = {
        "toml": format_layout,
        "code": lambda graph: format_code(graph) + "\n",
        "json": format_node_link,
        "graphml": format_graphml,
    }
    if name in lossless:
        return Written(lossless[name](graph), None)
    if name == "dot":
        return Written(format_dot(graph), ONLY_WRITTEN.format("DOT"))
    if name == "svg":
        return Written(svg_picture(graph) + "\n", ONLY_WRITTEN.format("an SVG picture"))
    if name == "graph6":
        return Written(format_graph6(graph), LOST)
    picture = ascii_picture(graph) + "\n"
    return Written(picture, _what_a_picture_loses(picture))


def parse_as(
    text: str,
    name: str,
    where: str = "layout",
    *,
    card_set: CardSet | None = None,
    tags: Mapping[str, int] | Sequence[int] | None = None,
) -> nx.Graph:
    """Return the layout that a text in a format of `FORMATS` describes.

    Parameters
    ----------
    text, name : str
        The text, and its format.
    where : str
        What messages begin with: the name of the file.
    card_set : CardSet, optional
        Cards to take instead of those of the layout's edition.
    tags : optional
        For graph6, and only there: the cards; see `layout_of_shape`.

    Raises
    ------
    ParseError
        If the text can't be read, the format is unknown or only written, or tags are missing or not wanted.
    RuleError
        If it isn't a layout.
    """
    check_format(name)
    if not FORMATS[name].is_read:
        raise ParseError(f"{where}: {ONLY_WRITTEN.format(FORMATS[name].description)}")
    if (tags is not None) != (name == "graph6"):
        what = (
            "needs the cards' tags, which it doesn't keep (`hue layouts convert --tags 6,3,3`)"
            if tags is None
            else "has its own tags"
        )
        raise ParseError(f"{where}: the format {name} {what}")
    if name == "toml":
        return parse_layout(text, where, card_set)
    if name == "ascii":
        return parse_picture(text, where, card_set)
    if name == "graph6":
        with located(where):
            return layout_of_shape(parse_graph6(text), tags or (), edition=card_set)
    if name == "code":
        with located(where):
            graph = parse_code(text.strip())
    else:
        graph = (parse_node_link if name == "json" else parse_graphml)(text, where)
    if card_set is None:
        return graph
    with located(where):
        return with_cards(graph, card_set)


def load_as(
    path: str | Path,
    name: str | None = None,
    *,
    card_set: CardSet | None = None,
    tags: Mapping[str, int] | Sequence[int] | None = None,
) -> nx.Graph:
    """Return the layout in a file, or on the standard input if `path` is `-`.

    Parameters
    ----------
    path
        Where it is.
    name : str, optional
        Its format; by default what the end of the file's name says, and TOML where that says nothing.
    card_set, tags
        See `parse_as`.

    Raises
    ------
    ParseError
        If it can't be read.
    RuleError
        If it isn't a layout.
    """
    return parse_as(
        load_text(path), name or format_of(path) or "toml", where_of(path), card_set=card_set, tags=tags
    )


def check_format(name: str | None) -> None:
    """Raise ParseError if there is no such format; None is left alone."""
    if name is not None and name not in FORMATS:
        raise ParseError(f"there is no format {quote(name)}; the formats are {', '.join(FORMATS)}")


def _what_a_picture_loses(picture: str) -> str:
    """Return what can't be read back from an ASCII picture; it is read to find out."""
    try:
        parse_picture(picture)
    except InputError as error:  # two names that are the same in ASCII, say
        return NOT_READABLE.format(error)
    return PICTURE_LOST
