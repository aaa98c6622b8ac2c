"""Which layouts have a name, and what may stand where a command wants a layout?

`rulebook` and `revised` are the setups in the designer's pictures, the latter read by eye; the others
are made of the same cards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from layouts.cards import CardSet
from layouts.code import parse_code
from layouts.errors import ParseError, quote
from layouts.files import load_layout
from layouts.graph import make_layout, with_cards
from layouts.names import fold, index_of
from layouts.placement import Place
from layouts.shapes.canon import CANONICAL_VERSION, is_shape, parse_canonical_code
from layouts.toml import STDIN

if TYPE_CHECKING:
    import networkx as nx

L, P = "landscape", "portrait"

Row = tuple[str, int, int, int, str]  # name, tag, x and y in quarter-inches, orientation

RULEBOOK: tuple[Row, ...] = (
    ("Chalks", 3, 0, 4, L),
    ("Houses", 4, 14, 4, L),
    ("Paints", 3, 28, 0, P),
    ("Candies", 3, 38, 4, L),
    ("Pool", 5, 10, 14, P),
    ("Stars", 6, 20, 14, L),
    ("Ferris wheel", 4, 34, 14, L),
    ("Boat", 5, 26, 24, L),
    ("Flowers", 3, 40, 24, L),
)
REVISED: tuple[Row, ...] = (
    ("Love and Hope", 6, 0, 0, L),
    ("Dreams and Sight", 4, -10, -10, L),
    ("Light", 3, 4, -14, P),
    ("Arts and Gardens I", 5, 14, -13, L),
    ("Seas and Cloudscapes", 3, 14, -3, L),
    ("Sunrise and Sunset", 4, 14, 7, P),
    ("Peaks and Caves", 3, 4, 10, P),
    ("Arts and Gardens II", 5, -10, 10, L),
    ("Forests and Grasslands", 3, -14, 0, L),
)
SQUARE: tuple[Row, ...] = (
    ("Chalks", 3, 0, 0, L),
    ("Houses", 4, 14, 0, L),
    ("Paints", 3, 28, 0, L),
    ("Pool", 5, 0, 10, L),
    ("Stars", 6, 14, 10, L),
    ("Boat", 5, 28, 10, L),
    ("Candies", 3, 0, 20, L),
    ("Ferris wheel", 4, 14, 20, L),
    ("Flowers", 3, 28, 20, L),
)
PAIR: tuple[Row, ...] = (("Stars", 6, 0, 0, L), ("Chalks", 3, 14, 0, L))
TRIANGLE: tuple[Row, ...] = (("Stars", 6, 7, 0, L), ("Chalks", 3, 0, 10, L), ("Paints", 3, 14, 10, L))
REVISED_TRIANGLE: tuple[Row, ...] = (
    ("Love and Hope", 6, 7, 0, L),
    ("Peaks and Caves", 3, 0, 10, L),
    ("Seas and Cloudscapes", 3, 14, 10, L),
)
LINE: tuple[Row, ...] = (("Chalks", 3, 0, 0, L), ("Stars", 6, 14, 0, L), ("Houses", 4, 28, 0, L))


class Named(NamedTuple):
    """A layout of the catalogue: what it is, its edition, and its cards."""

    description: str
    edition: str
    rows: tuple[Row, ...]


def _cut(rows: tuple[Row, ...], *names: str) -> tuple[Row, ...]:
    return tuple(row for row in rows if row[0] in names)


CATALOGUE: Mapping[str, Named] = {
    "rulebook": Named("the two-player setup in the rulebook's picture", "rulebook", RULEBOOK),
    "revised": Named("the setup in the revised edition's picture", "revised", REVISED),
    "square": Named("nine cards, three by three, the center in the middle", "rulebook", SQUARE),
    "sample-four": Named(
        "the center and one card of each tag, cut from `rulebook`",
        "rulebook",
        _cut(RULEBOOK, "Houses", "Paints", "Pool", "Stars"),
    ),
    "small-sample": Named(
        "the center, a 4 and a 3, cut from `rulebook`",
        "rulebook",
        _cut(RULEBOOK, "Houses", "Paints", "Stars"),
    ),
    "triangle": Named("the center and two 3s, all adjacent", "rulebook", TRIANGLE),
    "revised-triangle": Named("the same with the revised edition's cards", "revised", REVISED_TRIANGLE),
    "line": Named("a 3 and a 4 on either side of the center", "rulebook", LINE),
    "pair": Named("the center and a 3", "rulebook", PAIR),
}


def load_named(name: str) -> nx.Graph:
    """Return a layout of the catalogue.

    Raises
    ------
    RuleError
        If there is none of this name; the message lists the names.
    """
    names = list(CATALOGUE)
    entry = CATALOGUE[names[index_of(name, names, "layout")]]
    return make_layout(
        {name: tag for name, tag, *_ in entry.rows},
        places={name: Place(x, y, orientation) for name, _, x, y, orientation in entry.rows},
        edition=entry.edition,
    )


def open_layout(argument: str, card_set: CardSet | None = None) -> nx.Graph:
    """Return the layout that an argument stands for: a name of the catalogue, a code, `-` or a file.

    Parameters
    ----------
    argument : str
        A file with the name of a catalogue's layout is opened as `./name`; the end of a file's name says
        its format (see `formats.convert`), and is TOML where it says none.
    card_set : CardSet, optional
        Cards to take instead of those of the layout's edition.

    Raises
    ------
    ParseError
        If it is none of these, or can't be read.
    RuleError
        If it isn't a layout.
    """
    if argument == STDIN:
        return load_layout(argument, card_set)
    if fold(argument) in CATALOGUE:
        graph = load_named(argument)
    elif re.match(r"hue[0-9]+[.:]", argument):
        graph = parse_code(argument)
    elif argument.startswith(f"{CANONICAL_VERSION}:"):
        graph = parse_canonical_code(argument)
    elif is_shape(argument):
        raise ParseError(f"{quote(argument)} is a shape without cards; `hue layouts deals` lists its layouts")
    elif os.path.exists(argument):
        return _load(argument, card_set)
    else:
        raise ParseError(
            f"{quote(argument)} is no file, no layout code and not in the catalogue: {', '.join(CATALOGUE)}"
        )
    return graph if card_set is None else with_cards(graph, card_set)


def is_toml(path: str) -> bool:
    """Tell whether a file is read as TOML; so are those whose name says no format.

    Examples
    --------
    >>> is_toml("board.toml"), is_toml("board.json"), is_toml("board")
    (True, False, True)
    """
    return os.path.splitext(path)[1].lower() in ("", ".toml")


def _load(path: str, card_set: CardSet | None) -> nx.Graph:
    """Return the layout in a file; other formats are imported only for a file that has one."""
    if is_toml(path):
        return load_layout(path, card_set)
    from layouts.formats.convert import load_as

    return load_as(path, card_set=card_set)
