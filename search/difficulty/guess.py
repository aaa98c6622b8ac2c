"""How likely is a win where a game is too large to solve? Estimated: how often a strategy wins.

Two are tried: looking one turn ahead, which mostly wins more, in up to a hundred playouts; and `greedy`,
whose compiled games take a hundredth of the time or less, in a hundred times as many. Kept is the one that
surely wins more: whose mean less two standard errors is larger. Where one in a thousand is won, a hundred
playouts say nothing: three players on the rulebook's layout, difficult, 0 ± 1 % against 0.14 ± 0.04 %.

Perfect play wins at least as often, so that is an estimate from below; unless there is an opponent, who
takes what looks worst for the players one action ahead, and may not be perfect either. Playthrough number i
draws from `Random(f"{seed} {i}")`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

STRATEGIES = GREEDY, TURN_AHEAD = "greedy", "one turn ahead"
MOST_GAMES = 100
"""A game of four players on nine cards takes seconds; a hundred leave an error of at most 5 pp."""
GREEDY_GAMES = 100
"""Of `greedy`, for each that looks one turn ahead."""
SECONDS = 2.4e-4
"""Of a game, for each player squared and each card cubed; within a factor of three from two cards to nine."""
QUICK = 10.0
"""Seconds up to which more processes don't pay."""
Say = Callable[[str], None]


def estimate_guess_seconds(strategy: str, game: Game, count: int, processes: int = 1) -> float:
    """Return about how long so many games take; see `guess_wins`."""
    alone = SECONDS * game.rules.players**2 * len(game.board) ** 3 * min(count, MOST_GAMES)
    if strategy == GREEDY:
        return alone / 20
    return alone if alone <= QUICK else alone / processes


def guess_wins(
    strategy: str, game: Game, count: int, seed: int, stop: Stop, say: Say, processes: int = 1
) -> Scored:
    """Return how often one of the `STRATEGIES` wins.

    Parameters
    ----------
    count
        Games that look one turn ahead, at most `MOST_GAMES`; greedy ones are `GREEDY_GAMES` times as many.
    processes
        To share the games, if they take long; whatever the number, the same ones are played.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """
    count = min(count, MOST_GAMES)
    if strategy == GREEDY:
        return _play_greedily(game, GREEDY_GAMES * count, seed, stop, say)
    shared_by = processes if estimate_guess_seconds(strategy, game, count) > QUICK else 1
    won = []
    with closing(iter_shared(partial(_play_one, game, seed), range(count), shared_by)) as values:
        for value in values:
            won.append(value)
            say(f"{len(won)} of {count}")
            if stop():
                raise OutOfTime
    return Scored(TURN_AHEAD, *estimate(won))


def surest(guesses: Sequence[Scored]) -> Scored:
    """Return the one that surely wins more than the others."""
    return max(guesses, key=lambda guess: guess.mean - 2 * guess.error)


def _play_greedily(game: Game, count: int, seed: int, stop: Stop, say: Say) -> Scored:
    from search.greedy_games import greedy_games

    say("compiling, once on this machine")
    games, start, won = greedy_games(game), Play(game).initial(), []
    for number in range(count):
        won += games.play_each(start, seed, number)
        if number % GREEDY_GAMES == 0:
            say(f"{number:,} of {count:,}")
            if stop():
                raise OutOfTime
    return Scored(GREEDY, *estimate(won))


def _play_one(game: Game, seed: int, number: int) -> Fraction:
    play, strategy = _strategy_of(game)
    return play_out(play, strategy, play.initial(), Random(f"{seed} {number}"))


@lru_cache(maxsize=1)
def _strategy_of(game: Game) -> tuple[Play, Callable[[State], Action]]:
    """Return what plays a game, which remembers from one playthrough to the next what it has looked at."""
    play = Play(game)
    return play, one_turn_ahead(play)
