"""Which games are one step away: a card's rating one more or one less, or one reading another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from layouts.board import Board
from layouts.cards import HIGHEST_RATING, Ratings
from solver.guardians.game import Game
from solver.guardians.rules import Value, list_alternatives, with_reading


class RatingStep(NamedTuple):
    """A card with one of its ratings one more or one less."""

    place: int
    rating: str  # a field of `Ratings`
    step: int
    game: Game


class ReadingStep(NamedTuple):
    """The rules with one reading another."""

    reading: str
    value: Value
    game: Game


def iter_rating_steps(game: Game) -> Iterator[RatingStep]:
    """Yield every card with every rating one less, and one more, where ratings may be so."""
    board = game.board
    for place, ratings in enumerate(board.ratings):
        for rating in Ratings._fields:
            for step in (-1, 1):
                changed = getattr(ratings, rating) + step
                if not 0 <= changed <= HIGHEST_RATING:
                    continue
                every = list(board.ratings)
                every[place] = ratings._replace(**{rating: changed})
                altered = Board(board.names, board.tags, tuple(every), board.neighbours)
                yield RatingStep(place, rating, step, Game(altered, game.rules))


def iter_reading_steps(game: Game) -> Iterator[ReadingStep]:
    """Yield the game under every alternative of every reading, that rules can have."""
    for name, value in list_alternatives(game.rules):
        try:
            rules = with_reading(game.rules, name, value)
        except ValueError:
            continue  # not with this number of players, say
        yield ReadingStep(name, value, Game(game.board, rules))
