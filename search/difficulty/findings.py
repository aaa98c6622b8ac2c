"""What was found out about a layout: each part, or why it isn't there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from search.difficulty.games import Tally
from search.difficulty.variants import RatingStep, ReadingStep
from search.difficulty.worth import Worth
from solver.guardians.action import Action
from solver.guardians.editions import Edition
from solver.guardians.game import Game
from solver.guardians.state import State

if TYPE_CHECKING:
    import networkx as nx

T = TypeVar("T")


class Missing(NamedTuple):
    """Why a part isn't there."""

    why: str
    for_good: bool = False  # more time wouldn't bring it in


class Valued(NamedTuple, Generic[T]):
    """A variant with what it is worth."""

    what: T
    worth: Worth | Missing


class Scored(NamedTuple):
    """How often a strategy wins: estimated."""

    name: str
    mean: float
    error: float
    playouts: int


class Start(NamedTuple):
    """A first turn that the setup can lead to, and the best first move."""

    state: State
    probability: float
    worth: Worth
    action: Action | None


class Place(NamedTuple):
    """Where a layout stands among all of a survey, from the hardest."""

    rank: int
    of: int
    deck: str
    rules: str  # their code


@dataclass(frozen=True)
class Findings:
    """A layout as played by one edition.

    Parameters
    ----------
    name
        What the layout is called.
    difficulty
        Of the game that is looked at closely: `game`, with its number of players.
    grid
        By number of players and difficulty.
    guesses
        Of what can't be solved in the grid: how often a named strategy wins.
    variant_game
        The game whose variants are valued: `game`, or with fewer players where those would take too long.
    """

    name: str
    layout: nx.Graph
    edition: Edition
    difficulty: str
    game: Game
    grid: dict[tuple[int, str], Worth | Missing]
    guesses: dict[tuple[int, str], Scored | Missing]
    tally: Tally | Missing
    seed: int
    ladder: list[Scored] | Missing
    starts: list[Start] | Missing
    variant_game: Game
    variant_base: Worth | Missing
    ratings: list[Valued[RatingStep]]
    readings: list[Valued[ReadingStep]]
    place: Place | Missing

    @property
    def worth(self) -> Worth | Missing:
        """What the game looked at closely is worth."""
        return self.grid[self.game.rules.players, self.difficulty]

    @property
    def missing(self) -> int:
        """How many parts aren't there for want of time."""
        parts: list[object] = [*self.grid.values(), *self.guesses.values()]
        parts += [self.tally, self.ladder, self.starts, self.variant_base]
        parts += [each.worth for each in self.ratings]
        parts += [each.worth for each in self.readings]
        return sum(isinstance(part, Missing) and not part.for_good for part in parts)
