"""How likely is a win where a game is too large to solve? Estimated: how often `one_turn_ahead` wins.

Perfect play wins at least as often, so that is an estimate from below; unless there is an opponent, who
takes what looks worst for the players one action ahead, and may not be perfect either. Playthrough number i
draws from `Random(f"{seed} {i}")`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from search.difficulty.findings import Scored
from search.difficulty.worth import OutOfTime, Stop
from search.playouts import estimate, play_out
from search.strategies import one_turn_ahead
from solver.guardians.game import Game
from solver.guardians.play import Play

STRATEGY = "one turn ahead"
MOST_GAMES = 100
"""A game of four players on nine cards takes seconds; a hundred leave an error of at most 5 pp."""
SECONDS = 2.4e-4
"""Of a game, for each player squared and each card cubed; within a factor of three from two cards to nine."""


def estimate_guess_seconds(game: Game, count: int) -> float:
    """Return about how long so many games take."""
    return SECONDS * game.rules.players**2 * len(game.board) ** 3 * min(count, MOST_GAMES)


def guess_wins(game: Game, count: int, seed: int, stop: Stop, say: Callable[[str], None]) -> Scored:
    """Play so many games, but at most `MOST_GAMES`.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """
    count = min(count, MOST_GAMES)
    play = Play(game)
    strategy = one_turn_ahead(play)
    won = []
    for number in range(count):
        won.append(play_out(play, strategy, play.initial(), Random(f"{seed} {number}")))
        say(f"{number + 1} of {count}")
        if stop():
            raise OutOfTime
    return Scored(STRATEGY, *estimate(won))
