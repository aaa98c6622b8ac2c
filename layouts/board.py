"""What does a solver need to know of a layout?

A `Board`: the cards in a fixed order, their tags and ratings, and which are adjacent. Where the
cards lie on the table, and the edition they come from, no longer matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from layouts.cards import CENTER_TAG, Ratings, check_ratings, check_tag
from layouts.errors import RuleError, UnconnectedError, quote
from layouts.names import check_distinct, check_name, index_of

FEWEST_CARDS = 2
MOST_CARDS = 36  # one base-36 digit names a card in a layout's code


@dataclass(frozen=True, slots=True)
class Board:
    """Locations 0, 1, ... with what the rules of the game look at.

    Parameters
    ----------
    names : tuple of str, length n
        The cards' names; see `names`.
    tags : tuple of int, length n
        3, 4, 5 or 6; just one is 6, the center.
    ratings : tuple of Ratings, length n
        Defence, agent strength and encounter influence of each card.
    neighbours : tuple of n tuples of int
        The locations adjacent to each, ascending; symmetric and connected.

    Attributes
    ----------
    distances : n tuples of n ints
        The length of a shortest path from each location to each.

    Raises
    ------
    RuleError
        If it isn't a board: fewer than two cards or more than 36, no center or two, a card that
        isn't one, a name used twice, neighbours that aren't symmetric, or locations that can't be reached.

    Examples
    --------
    >>> board = Board(("Stars", "Chalks"), (6, 3), (Ratings(6, 5, 0), Ratings(4, 2, 1)), ((1,), (0,)))
    >>> len(board), board.center, board.index("chalks"), board.distances
    (2, 0, 1, ((0, 1), (1, 0)))
    """

    names: tuple[str, ...]
    tags: tuple[int, ...]
    ratings: tuple[Ratings, ...]
    neighbours: tuple[tuple[int, ...], ...]
    distances: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        n = len(self.names)
        if not len(self.tags) == len(self.ratings) == len(self.neighbours) == n:
            raise RuleError("a board needs as many tags, ratings and lists of neighbours as names")
        check_cards(self.names, self.tags, self.ratings)
        check_neighbours(self.names, self.neighbours)
        distances = tuple(_distances_from(location, self.neighbours) for location in range(n))
        apart = [
            name for name, distance in zip(self.names, distances[self.center], strict=True) if distance < 0
        ]
        if apart:
            names = ", ".join(apart)
            raise UnconnectedError(f"the board isn't connected: no way leads from the center to {names}")
        object.__setattr__(self, "distances", distances)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def center(self) -> int:
        """The location with tag 6."""
        return self.tags.index(CENTER_TAG)

    def index(self, name: str) -> int:
        """Return the location called `name`, compared without case, a space as a hyphen.

        Raises
        ------
        RuleError
            If there is none; the message lists the names.
        """
        return index_of(name, self.names)


def check_cards(names: Sequence[str], tags: Sequence[int], ratings: Sequence[Ratings]) -> None:
    """Check what can be said of a board's cards without knowing how they lie.

    Raises
    ------
    RuleError
        At fewer than two cards or more than 36, no center or two, a name used twice, an unknown tag
        or ratings that aren't.
    """
    for name, tag, rating in zip(names, tags, ratings, strict=True):
        where = f"card {quote(check_name(name))}"
        check_tag(tag, where)
        check_ratings(rating, where)
    check_distinct(names)
    if not FEWEST_CARDS <= len(names) <= MOST_CARDS:
        raise RuleError(f"the number of cards is {len(names)}; a board has {FEWEST_CARDS} to {MOST_CARDS}")
    centers = [name for name, tag in zip(names, tags, strict=True) if tag == CENTER_TAG]
    if not centers:
        raise RuleError(f"there is no center; give one card the tag {CENTER_TAG}")
    if len(centers) > 1:
        raise RuleError(
            f"there is more than one center: {', '.join(centers)}; only one card may have tag {CENTER_TAG}"
        )


def check_neighbours(names: Sequence[str], neighbours: Sequence[Sequence[int]]) -> None:
    """Check that neighbours are ascending, in range, not the card itself, and symmetric.

    Raises
    ------
    RuleError
        If they aren't.
    """
    for location, (name, adjacent) in enumerate(zip(names, neighbours, strict=True)):
        if any(type(other) is not int or not 0 <= other < len(names) for other in adjacent):
            raise RuleError(f"card {quote(name)}: neighbours must be numbers from 0 to {len(names) - 1}")
        if location in adjacent:
            raise RuleError(f"card {quote(name)} is said to be adjacent to itself")
        if any(first >= second for first, second in pairwise(adjacent)):
            raise RuleError(f"card {quote(name)}: neighbours must be ascending, each once")
        for other in adjacent:
            if location not in neighbours[other]:
                raise RuleError(
                    f"card {quote(name)} has the neighbour {quote(names[other])}, but not the other way round"
                )


def _distances_from(start: int, neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the distances from `start` by breadth-first search; -1 where no way leads."""
    distances = [-1] * len(neighbours)
    distances[start] = 0
    queue = [start]
    for location in queue:  # grows while we walk along it
        for other in neighbours[location]:
            if distances[other] < 0:
                distances[other] = distances[location] + 1
                queue.append(other)
    return tuple(distances)
