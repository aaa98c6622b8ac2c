"""Which layouts can a deck make? All of them on a lattice, up to isomorphism."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from layouts.cards import CENTER_TAG, Card, CardSet
from layouts.errors import RuleError, quote
from layouts.names import fold
from layouts.placing.enumeration import Enumeration
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import canonical_code, shape_code
from layouts.shapes.contact_graphs import shape_graph, shapes_of
from layouts.shapes.dealing import count_deals, dealt_layout, deck_of, iter_deals
from search.memory import may_use

if TYPE_CHECKING:
    import networkx as nx

ALL = "all"
"""Stands for every card of an edition."""
MOST_BYTES = 2 * 10**9
"""That counting layouts may take."""


class Member(NamedTuple):
    """A layout of a survey."""

    layout: str  # canonical code
    shape: str  # the code of its contact graph


def parse_deck(text: str, card_set: CardSet) -> tuple[Card, ...]:
    """Return a deck from tags and names of cards, with commas: `3,4,Light`; the center is implied.

    Parameters
    ----------
    text
        `all` is the whole deck.
    card_set
        Whose cards they are; a tag means a card with the ratings of the tag.

    Raises
    ------
    RuleError
        If the edition has no such cards, or not so many.

    Examples
    --------
    >>> from layouts.cards import CARD_SETS
    >>> [card.tag for card in parse_deck("3,5", CARD_SETS["rulebook"])]
    [6, 3, 5]
    """
    whole = deck_of(card_set)
    if fold(text) == ALL:
        return whole
    named = {fold(name): card for name, card in card_set.by_name.items()}
    center, *others = whole
    found = []
    for item in (part.strip() for part in text.split(",")):
        if fold(item) in named:
            found.append(named[fold(item)])
        elif re.fullmatch("[345]", item) and int(item) in card_set.by_tag:
            found.append(Card(int(item), card_set.by_tag[int(item)]))
        else:
            names = "".join(f", {name}" for name in card_set.by_name)
            raise RuleError(
                f"--deck {quote(text)}: {quote(item)} is no card of the edition {card_set.name}; "
                f"it takes tags (3, 4, 5){names}, or {ALL}; the center is implied"
            )
    for card, number in Counter(found).items():
        if number > others.count(card):
            raise RuleError(
                f"--deck {quote(text)}: the edition {card_set.name} has {others.count(card)} cards of tag "
                f"{card.tag} with those ratings, not {number}"
            )
    return (center, *sorted(found))


def format_deck(deck: tuple[Card, ...]) -> str:
    """Write a deck as one word: tag and ratings of each card, the center left out."""
    return "-".join(".".join(map(str, (card.tag, *card.ratings))) for card in deck if card.tag != CENTER_TAG)


def iter_members(
    deck: tuple[Card, ...], lattice: Lattice, progress: Callable[[str], None] = lambda text: None
) -> Iterator[Member]:
    """Yield every layout of a deck on a lattice once, up to isomorphism, shape by shape.

    Raises
    ------
    TooManyLayouts
        If to list them takes more memory than there is.
    """
    enumeration, most = Enumeration(lattice), may_use(None)

    def check(text: str) -> None:
        progress(text)
        needed = enumeration.expected_bytes()
        if needed > most:
            raise TooManyLayouts(
                f"to list the layouts of {len(deck)} cards takes over {needed / 1e9:.2g} GB of memory, and "
                f"{most / 1e9:.2g} GB may be used: take fewer cards or a coarser --lattice"
            )

    for graph in _iter_shapes(len(deck), enumeration, check):
        shape = shape_code(graph)
        for deal in iter_deals(graph, deck):
            yield Member(canonical_code(dealt_layout(graph, deal)), shape)


def count_members(
    deck: tuple[Card, ...],
    lattice: Lattice,
    *,
    seconds: float = float("inf"),
    progress: Callable[[str], None] = lambda text: None,
    stop: Callable[[], bool] = lambda: False,
) -> int | None:
    """Count what `iter_members` would yield, without making it.

    Parameters
    ----------
    seconds
        If it takes longer, or much memory, or `stop` says so, the answer is None.
    """
    deadline = time.monotonic() + seconds
    enumeration = Enumeration(lattice)

    def check(text: str) -> None:
        progress(text)
        if time.monotonic() > deadline or enumeration.expected_bytes() > MOST_BYTES or stop():
            raise TooManyLayouts

    try:
        total = 0
        for graph in _iter_shapes(len(deck), enumeration, check):
            total += count_deals(graph, deck)
            check(f"layouts: {total:,} counted")
        return total
    except TooManyLayouts:
        return None


def _iter_shapes(cards: int, enumeration: Enumeration, progress: Callable[[str], None]) -> Iterator[nx.Graph]:
    placements = enumeration.run(
        cards, lambda: progress(f"{enumeration.cards} cards: {len(enumeration.placements):,} placements")
    )
    lattice = enumeration.lattice
    shapes = shapes_of(lattice, placements, lambda done: progress(f"contact graphs: {done:,} looked at"))
    for placement in shapes.values():
        yield shape_graph(lattice, placement)


class TooManyLayouts(Exception):  # noqa: N818 - a budget was met; nothing is wrong
    """There are more layouts than can be listed, or counted."""
