"""What is printed on the cards of each edition?

A location card has a tag and, on its dark side, three ratings. Ratings go with the tag; an edition
may have cards whose ratings differ from those of their tag, and these are told by name. The facts
are read off the designer's print-and-play sheets (Ronald Villaver).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from layouts.errors import RuleError, quote
from layouts.names import check_distinct, check_name, fold

TAGS = (3, 4, 5, 6)
CENTER_TAG = 6
HIGHEST_RATING = 99  # no dice reach 7; the bound keeps 3 times a rating small in any integer type


class Ratings(NamedTuple):
    """The three numbers on a card's dark side; each counts three times on three dice."""

    defence: int
    strength: int
    influence: int

    def __str__(self) -> str:
        return f"{self.defence}/{self.strength}/{self.influence}"


class Card(NamedTuple):
    """A card whose ratings aren't those of its tag."""

    tag: int
    ratings: Ratings


def check_tag(tag: object, what: str) -> int:
    """Return `tag` if it is 3, 4, 5 or 6; `what` begins the message otherwise.

    Raises
    ------
    RuleError
        If it is anything else.
    """
    if type(tag) is not int or tag not in TAGS:  # True is an int to Python, but no tag
        raise RuleError(f"{what}: the tag is {quote(tag)}; it must be 3, 4, 5 or 6 (the center)")
    return tag


def check_ratings(values: object, what: str) -> Ratings:
    """Return three integers as `Ratings`; `what` begins the message if they aren't.

    Raises
    ------
    RuleError
        If `values` isn't a list or tuple of three integers from 0 to 99.
    """
    if (
        not isinstance(values, list | tuple)
        or len(values) != 3
        or any(type(value) is not int or not 0 <= value <= HIGHEST_RATING for value in values)
    ):
        raise RuleError(
            f"{what}: the ratings are {quote(values)}; they must be [defence, strength, influence], "
            f"three whole numbers from 0 to {HIGHEST_RATING}"
        )
    return Ratings(*values)


@dataclass(frozen=True)
class CardSet:
    """The cards of an edition.

    Parameters
    ----------
    name : str
        The edition's name.
    by_tag : mapping of int to Ratings
        Ratings that go with a tag. A tag left out has no cards in this edition.
    by_name : mapping of str to Card
        Cards whose ratings aren't those of their tag.
    counts : mapping of int to int
        How many cards there are of each tag.

    Raises
    ------
    RuleError
        If a name, a tag, a rating or a count isn't one.

    Examples
    --------
    >>> CARD_SETS["revised"].ratings_of("Light", 3)
    Ratings(defence=3, strength=1, influence=1)
    """

    name: str
    by_tag: Mapping[int, Ratings] = field(hash=False)
    by_name: Mapping[str, Card] = field(default_factory=dict, hash=False)
    counts: Mapping[int, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_name(self.name, "edition name")
        where = f"edition {quote(self.name)}"
        for tag, ratings in self.by_tag.items():
            check_ratings(ratings, f"{where}, tag {check_tag(tag, where)}")
        for name, card in self.by_name.items():
            check_name(name)
            check_ratings(card.ratings, f"{where}, card {quote(name)}")
            check_tag(card.tag, f"{where}, card {quote(name)}")
        check_distinct(self.by_name)
        for tag, count in self.counts.items():
            check_tag(tag, where)
            if type(count) is not int or count < 0:
                raise RuleError(f"{where}, tag {tag}: the count is {quote(count)}; it must be 0 or more")

    def ratings_of(self, name: str, tag: int) -> Ratings:
        """Return the ratings of a card: those of its name, if it has any in this edition, or of its tag.

        Raises
        ------
        RuleError
            If the edition has no such card.
        """
        for other, card in self.by_name.items():
            if card.tag == tag and fold(other) == fold(name):
                return card.ratings
        if tag not in self.by_tag:
            tags = ", ".join(str(known) for known in sorted(self.by_tag)) or "none"
            raise RuleError(
                f"card {quote(name)}: the edition {quote(self.name)} has no ratings for tag {tag} "
                f"(it has: {tags}); give the card ratings of its own"
            )
        return self.by_tag[tag]


_PRINTED = {3: Ratings(4, 2, 1), 4: Ratings(5, 3, 2), 5: Ratings(5, 3, 2), 6: Ratings(6, 5, 0)}
_WEAKER = {3: Ratings(2, 1, 1), 4: Ratings(4, 2, 2), 5: Ratings(4, 2, 2), 6: Ratings(5, 4, 0)}
_COUNTS = {3: 4, 4: 2, 5: 2, 6: 1}

CARD_SETS: Mapping[str, CardSet] = {
    card_set.name: card_set
    for card_set in (
        CardSet("rulebook", _PRINTED, counts=_COUNTS),
        CardSet("readme", _PRINTED, counts=_COUNTS),
        CardSet("revised", _WEAKER, {"Light": Card(3, Ratings(3, 1, 1))}, _COUNTS),
    )
}
DEFAULT_EDITION = "rulebook"


def find_card_set(name: object) -> CardSet:
    """Return the cards of a known edition.

    Raises
    ------
    RuleError
        If there is none of this name; the message lists the editions.
    """
    for known, card_set in CARD_SETS.items():
        if isinstance(name, str) and fold(name) == known:
            return card_set
    raise RuleError(f"there is no edition {quote(name)}; the editions are {', '.join(CARD_SETS)}")
