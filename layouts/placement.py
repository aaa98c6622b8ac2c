"""Where do cards lie on the table, and which of them are adjacent?

Lengths are integers, in quarter-inches for real cards: a card is 14 by 10 in landscape, 10 by 14 in
portrait. x runs to the right and y downwards; a card's place is that of its top left corner. Two
cards are adjacent where they share a stretch of side, at least `min_contact` long; corners that
only meet don't count. Whether the cards could have been laid in some order is not checked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import isfinite
from typing import NamedTuple

from layouts.errors import RuleError, quote

ORIENTATIONS = ("landscape", "portrait")
FARTHEST = 10_000  # quarter-inches from the origin, more than any table


class Shape(NamedTuple):
    """The two sides of a card; in landscape the long one lies along x."""

    long: int
    short: int


CARD = Shape(14, 10)


class Place(NamedTuple):
    """Where a card lies: its top left corner, and `landscape` or `portrait`."""

    x: int
    y: int
    orientation: str


class Box(NamedTuple):
    """The rectangle that a card covers; right and bottom are the first coordinates beyond it."""

    left: int
    top: int
    right: int
    bottom: int


def check_place(place: Place, what: str) -> None:
    """Check that `place` is one; `what` begins the message otherwise.

    Raises
    ------
    RuleError
        If a coordinate isn't an integer near enough, or the orientation isn't known.
    """
    for axis, value in (("x", place.x), ("y", place.y)):
        if type(value) is not int or abs(value) > FARTHEST:
            raise RuleError(
                f"{what}: {axis} is {quote(value)} quarter-inches; "
                f"it must be a whole number from -{FARTHEST} to {FARTHEST}"
            )
    if place.orientation not in ORIENTATIONS:
        raise RuleError(
            f"{what}: the orientation is {quote(place.orientation)}; it must be {' or '.join(ORIENTATIONS)}"
        )


def box_of(place: Place, shape: Shape = CARD) -> Box:
    """Return the rectangle that a card of this shape covers.

    Examples
    --------
    >>> box_of(Place(0, 4, "portrait"))
    Box(left=0, top=4, right=10, bottom=18)
    """
    width, height = shape if place.orientation == "landscape" else (shape.short, shape.long)
    return Box(place.x, place.y, place.x + width, place.y + height)


def overlap(first: Box, second: Box) -> bool:
    """Tell whether two rectangles share more than their border."""
    return _common_width(first, second) > 0 and _common_height(first, second) > 0


def contact(first: Box, second: Box) -> int:
    """Return the length of the side that two rectangles share, 0 if they share none or only a corner."""
    if first.right == second.left or second.right == first.left:
        return max(0, _common_height(first, second))
    if first.bottom == second.top or second.bottom == first.top:
        return max(0, _common_width(first, second))
    return 0


def contacts(places: Mapping[str, Place], shape: Shape = CARD, min_contact: int = 1) -> list[tuple[str, str]]:
    """Return the pairs of adjacent cards, in the order of `places`.

    Raises
    ------
    RuleError
        If two cards overlap.
    """
    boxes = {name: box_of(place, shape) for name, place in places.items()}
    pairs = []
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        if overlap(first, second):
            raise RuleError(f"the cards {quote(one)} and {quote(other)} overlap; move one of them")
        if contact(first, second) >= min_contact:
            pairs.append((one, other))
    return pairs


def quarters(half_inches: object, what: str) -> int:
    """Return a number of half-inches, as files give it, in quarter-inches; `what` begins the message.

    Raises
    ------
    RuleError
        If it isn't a multiple of a half, or is too far out.

    Examples
    --------
    >>> quarters(-2.5, "x")
    -5
    """
    if (
        type(half_inches) not in (int, float)
        or not isinstance(half_inches, int | float)
        or (isinstance(half_inches, float) and not isfinite(half_inches))
        or abs(half_inches) * 2 > FARTHEST
        or half_inches * 2 != int(half_inches * 2)
    ):
        raise RuleError(
            f"{what} is {quote(half_inches)}; it must be a number of half-inches like 7 or 7.5, "
            f"from -{FARTHEST // 2} to {FARTHEST // 2}"
        )
    return int(half_inches * 2)


def half_inches(length: int) -> str:
    """Return a length in quarter-inches as files give it.

    Examples
    --------
    >>> half_inches(14), half_inches(-5)
    ('7', '-2.5')
    """
    return str(length // 2) if length % 2 == 0 else str(length / 2)


def _common_width(first: Box, second: Box) -> int:
    """Return how much of the x axis two rectangles share; negative if there is a gap."""
    return min(first.right, second.right) - max(first.left, second.left)


def _common_height(first: Box, second: Box) -> int:
    """Return how much of the y axis two rectangles share; negative if there is a gap."""
    return min(first.bottom, second.bottom) - max(first.top, second.top)
