"""What is tuned, and what a change makes of it.

A design is a layout with everything that settles its rules: edition, difficulty, players, readings given by
hand. A change sets some of its numbers and readings; what comes out is a variant, a board and rules. Numbers
of which the edition's rules depend on others follow them: with one more player the setup has one growth more,
unless a change or the command line says how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from layouts.board import Board
from layouts.graph import board_of
from solver.guardians.editions import Edition
from solver.guardians.rules import Rules, Value

if TYPE_CHECKING:
    import networkx as nx

RATINGS = ("defence", "strength", "influence")
PLAYERS = "players"


class Setting(NamedTuple):
    """One thing that a change sets: a rating of a card, a reading, or the number of players."""

    card: str  # "" if it is no rating
    what: str  # one of RATINGS, the name of a reading, or PLAYERS
    before: Value
    after: Value


@dataclass(frozen=True)
class Change:
    """A small change of a design.

    Attributes
    ----------
    kind : str
        What --change calls it: ratings, growths, players or readings.
    text : str
        As in "Boat, tag 5: defence 5 to 4".
    cost : int
        How much it changes; see `changes.PRICES`, where `price` is found.
    settings : tuple of Setting
        What it sets.
    """

    kind: str
    text: str
    cost: int
    price: str
    settings: tuple[Setting, ...]

    @cached_property
    def slots(self) -> frozenset[tuple[str, str]]:
        """What is set, as pairs of card and rating or reading; changes with one in common don't combine."""
        return frozenset((setting.card, setting.what) for setting in self.settings)


class Variant(NamedTuple):
    """What is solved."""

    board: Board
    rules: Rules


@dataclass(frozen=True)
class Design:
    """A layout and what its rules are settled by.

    Parameters
    ----------
    layout
        With the edition's cards.
    readings
        Given by hand; they override the edition's.
    """

    layout: nx.Graph
    edition: Edition
    difficulty: str
    players: int
    readings: Mapping[str, Value]

    @cached_property
    def board(self) -> Board:
        """The layout's board."""
        return board_of(self.layout)

    @cached_property
    def rules(self) -> Rules:
        """The rules as they are."""
        return self.edition.rules(self.players, self.difficulty, self.readings)


def vary(design: Design, changes: Iterable[Change]) -> Variant:
    """Return the variant that changes make of a design; none of them make none.

    Parameters
    ----------
    changes
        Without a slot in common.

    Raises
    ------
    RuleError
        If they aren't of this design.
    """
    board, players, readings = design.board, design.players, dict(design.readings)
    ratings = list(board.ratings)
    for card, what, _, after in (setting for change in changes for setting in change.settings):
        if card:
            place = board.index(card)
            ratings[place] = ratings[place]._replace(**{what: int(after)})
        elif what == PLAYERS:
            players = int(after)
        else:
            readings[what] = after
    rules = design.edition.rules(players, design.difficulty, readings)
    return Variant(replace(board, ratings=tuple(ratings)), rules)
