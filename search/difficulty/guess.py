"""How likely is a win where a game is too large to solve? Estimated: how often `one_turn_ahead` wins.

Perfect play wins at least as often, so that is an estimate from below; unless there is an opponent, who
takes what looks worst for the players one action ahead, and may not be perfect either. Playthrough number i
draws from `Random(f"{seed} {i}")`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from functools import lru_cache, partial
from random import Random

from search.difficulty.findings import Scored
from search.difficulty.worth import OutOfTime, Stop
from search.playouts import estimate, play_out
from search.sharing import iter_shared
from search.strategies import one_turn_ahead
from solver.guardians.action import Action
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import State

STRATEGY = "one turn ahead"
MOST_GAMES = 100
"""A game of four players on nine cards takes seconds; a hundred leave an error of at most 5 pp."""
SECONDS = 2.4e-4
"""Of a game, for each player squared and each card cubed; within a factor of three from two cards to nine."""


QUICK = 10.0
"""Seconds up to which more processes don't pay."""


def estimate_guess_seconds(game: Game, count: int, processes: int = 1) -> float:
    """Return about how long so many games take."""
    alone = SECONDS * game.rules.players**2 * len(game.board) ** 3 * min(count, MOST_GAMES)
    return alone if alone <= QUICK else alone / processes


def guess_wins(
    game: Game, count: int, seed: int, stop: Stop, say: Callable[[str], None], processes: int = 1
) -> Scored:
    """Play so many games, but at most `MOST_GAMES`.

    Parameters
    ----------
    processes
        To share the games, if they take long; whatever the number, the same ones are played.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """
    count = min(count, MOST_GAMES)
    shared_by = processes if estimate_guess_seconds(game, count) > QUICK else 1
    won = []
    with closing(iter_shared(partial(_play_one, game, seed), range(count), shared_by)) as values:
        for value in values:
            won.append(value)
            say(f"{len(won)} of {count}")
            if stop():
                raise OutOfTime
    return Scored(STRATEGY, *estimate(won))


def _play_one(game: Game, seed: int, number: int) -> Fraction:
    play, strategy = _strategy_of(game)
    return play_out(play, strategy, play.initial(), Random(f"{seed} {number}"))


@lru_cache(maxsize=1)
def _strategy_of(game: Game) -> tuple[Play, Callable[[State], Action]]:
    """Return what plays a game, which remembers from one playthrough to the next what it has looked at."""
    play = Play(game)
    return play, one_turn_ahead(play)
