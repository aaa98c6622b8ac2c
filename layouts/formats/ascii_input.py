"""How is a picture in ASCII read, as `ascii_picture` prints it or a person types it?

    +-------+--------+
    | Stars | Chalks |
    | tag 6 | 3 4/2/1|
    +---+---+----+---+
        | Houses |
        | tag 4  |
        +--------+

In each box stand a name, `tag` and the tag, and perhaps the ratings; `tag` may be left out where
ratings follow or nothing does. Anything after that, such as what lies on a card, is passed over. Two
cards are adjacent if they share a stretch of border; corners that only meet don't count. Borders side by
side are a gap, as `ascii_picture` prints it, except in a picture in which no border is shared: there
they touch.

Read are the cards and which are adjacent, not places. Letters that `ascii_picture` writes as escapes
are read as letters again. What is lost in a picture stays lost: the edition, accents, and, where
`ascii_picture` rounds a quarter-inch away, whether two cards touch (`convert` warns of that).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from layouts.cards import DEFAULT_EDITION, CardSet, Ratings, check_ratings, check_tag, find_card_set
from layouts.errors import ParseError, RuleError, located, quote
from layouts.formats.ascii_boxes import Drawn, find_boxes
from layouts.graph import make_layout
from layouts.names import check_name, fold
from layouts.pictures.picture import LEGEND, from_ascii
from layouts.placement import Box, contact

if TYPE_CHECKING:
    import networkx as nx

EXAMPLE = "a card's text is like: Stars tag 6 6/5/0"
_RATINGS = r"(\d{1,3})/(\d{1,3})/(\d{1,3})(?![^\s;])"
_NO_NAME = r"(?!tag\s+\d)"  # or a box that says only "tag 3" would be a card called "tag"
_TEXTS = (
    re.compile(rf"(.+?)\s+tag\s+(\d+)\s+{_RATINGS}"),
    re.compile(rf"{_NO_NAME}(.+?)\s+(\d+)\s+{_RATINGS}"),
    re.compile(r"(.+?)\s+tag\s+(\d+)(?![^\s;])"),
    re.compile(rf"{_NO_NAME}(.+?)\s+(\d+)$"),
)
_KEY = re.compile(r"\((\d{1,3})\)\s+")


class Card(NamedTuple):
    """What a box says."""

    name: str
    tag: int
    ratings: Ratings | None
    line: int
    box: Box


def parse_picture(text: str, where: str = "picture", edition: str | CardSet | None = None) -> nx.Graph:
    r"""Return the layout that a picture in ASCII shows; its cards have no places.

    Parameters
    ----------
    text : str
        The picture, and perhaps what `ascii_picture` prints below.
    where : str
        What messages begin with: the name of the file.
    edition : str or CardSet, optional
        The edition, which no picture says. Cards without ratings have its ratings; other
        ratings are the card's own.

    Raises
    ------
    ParseError
        If a box isn't closed or its text can't be read; the message names the line.
    RuleError
        If it isn't a layout.

    Examples
    --------
    >>> picture = '''
    ... +-------+--------+
    ... | Stars | Chalks |
    ... | tag 6 | 3 9/2/1|
    ... +-------+--------+'''
    >>> parse_picture(picture).nodes["Chalks"]
    {'tag': 3, 'ratings': Ratings(defence=9, strength=2, influence=1), 'own': True}
    """
    with located(where):
        card_set = edition if isinstance(edition, CardSet) else find_card_set(edition or DEFAULT_EDITION)
        lines = [line.expandtabs().rstrip() for line in text.splitlines()]
        picture, notes = _picture_and_notes(lines)
        drawn = find_boxes(picture)
        if not drawn:
            raise ParseError("there is no card here; draw each as a box of + - and | with its name and tag")
        cards = [_read_card(one, notes) for one in drawn]
        _check_distinct(cards)
        return make_layout(
            {card.name: card.tag for card in cards},
            _edges(cards),
            ratings={
                card.name: card.ratings
                for card in cards
                if card.ratings is not None and card.ratings != _printed(card, card_set)
            },
            edition=None if edition is None else card_set,
        )


def _picture_and_notes(lines: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the lines of the picture, in their places, and the texts below by their keys."""
    start = next((index for index, line in enumerate(lines) if line), len(lines))
    end = next((index for index in range(start, len(lines)) if not lines[index]), len(lines))
    notes: dict[str, str] = {}
    key = ""
    for number, line in enumerate(lines[end:], start=end + 1):
        found = _KEY.match(line)
        if found:
            key = found[1]
            if key in notes:
                raise ParseError(f"line {number}: there is a note ({key}) before; number them (1), (2), ...")
            notes[key] = line[found.end() :]
        elif key and line.startswith("    "):
            notes[key] += " " + line.strip()
        elif line and line != LEGEND:
            raise ParseError(
                f"line {number}: {quote(line.strip())} isn't part of the picture, which ends at the empty "
                f"line {end + 1}; below it only notes like '(1) Stars; tag 6' may stand"
            )
    return list(lines[:end]), notes


def _read_card(drawn: Drawn, notes: dict[str, str]) -> Card:
    """Return what a box says, or the note below that it stands for."""
    text = " ".join(line for line in drawn.text if line)
    key = _KEY.match(text)
    where = f"line {drawn.line}"
    if key:
        if key[1] not in notes:
            raise ParseError(f"{where}: below the picture there is no note ({key[1]})")
        text = re.sub(r";(?=\s+tag\s)", "", notes[key[1]])
    found = next((match for match in (pattern.match(text) for pattern in _TEXTS) if match), None)
    if found is None:
        raise ParseError(f"{where}: {quote(text)} can't be read; {EXAMPLE}")
    name = check_name(from_ascii(found[1].strip()), f"{where}: card name")
    what = f"{where}: card {quote(name)}"
    ratings = None
    if len(found.groups()) > 2:
        ratings = check_ratings([int(number) for number in found.groups()[2:]], what)
    tag = check_tag(int(found[2]) if len(found[2]) < 9 else found[2], what)
    return Card(name, tag, ratings, drawn.line, drawn.box)


def _check_distinct(cards: Sequence[Card]) -> None:
    seen: dict[str, Card] = {}
    for card in cards:
        other = seen.setdefault(fold(card.name), card)
        if other is not card:
            raise ParseError(
                f"line {card.line}: the name {quote(card.name)} is used twice, first in line {other.line}"
            )


def _edges(cards: Sequence[Card]) -> list[tuple[str, str]]:
    """Return the pairs of adjacent cards; side by side is a gap where other cards share a border."""
    pairs = list(combinations(cards, 2))
    shared = [(one.name, other.name) for one, other in pairs if contact(one.box, other.box)]
    return shared or [(one.name, other.name) for one, other in pairs if _side_by_side(one.box, other.box)]


def _side_by_side(first: Box, second: Box) -> bool:
    """Tell whether two boxes have borders next to each other along a stretch."""
    return any(
        contact(Box(one.left, one.top, one.right + across, one.bottom + down), other) > 0
        for one, other in ((first, second), (second, first))
        for across, down in ((1, 0), (0, 1))
        if (one.right + 1 == other.left if across else one.bottom + 1 == other.top)
    )


def _printed(card: Card, card_set: CardSet) -> Ratings | None:
    """Return the ratings that a card has in an edition, if it is there."""
    try:
        return card_set.ratings_of(card.name, card.tag)
    except RuleError:
        return None
