"""How good is each move of a game that is too large to solve? By playouts after it.

That is a different question (how good is the move if nobody plays well afterwards?). Where they don't tell
moves apart, the one that looks best to the end of the round comes first; or of the turn, where a round takes
too long to look through.

Who plays on looks one turn ahead; or one action only, where time wouldn't do for a few games each: those
games are compiled (`greedy_games`). The playouts can be shared by processes; whatever the number, playout
number i is the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator
from contextlib import closing
from fractions import Fraction
from functools import lru_cache, partial
from random import Random

from search.advice import Advice
from search.playouts import estimate_actions, play_each, play_out
from search.ranking import Move, rank_estimates
from search.sharing import iter_shared
from search.strategies import Strategy, TooFar, one_round_ahead, one_turn_ahead
from solver.guardians.action import Action
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.state import State
from solver.process import Owner

Progress = Callable[[str, int, int | None], None]

AHEAD_STATES = 50_000
"""States to look through to the end of the round, some seconds; else what comes first looks a turn ahead. On
nine cards the turn of the last player takes about 20,000, with two to four players, and those before mostly
more than 300,000."""
AHEAD_SHARE = 0.25
"""Of the time, at most; the rest is for playouts."""
FEW_PLAYOUTS = 20
"""Of each move, for which the time has to do. With three players on nine cards a game that looks a turn ahead
takes 20 to 70 times as long as one that looks an action ahead: 1 to 9 s."""
AT_A_TIME = {"turn": 1, "action": 10}
"""Playouts of each move between two looks at the clock, by how far who plays on looks ahead."""
QUICK = 5.0
"""Seconds up to which more processes don't pay: each takes one to begin."""


def advise_by_playouts(
    position: Position,
    seed: int,
    seconds: float,
    playouts: int,
    processes: int,
    progress: Progress | None,
    stop: Callable[[], bool],
    begun: float,
) -> Advice:
    """Estimate all legal moves of a position; see `advice.advise`."""
    now = time.monotonic()
    ahead_until, until = now + AHEAD_SHARE * seconds, now + seconds
    play = Play(position.game)
    owner = play.owner(position.state)
    own, ahead = None, None
    if owner != Owner.CHANCE:
        own, ahead = _look_ahead(play, position.state, lambda: time.monotonic() > ahead_until or stop())
    shared_by = processes if QUICK < seconds < math.inf else 1
    going_on = _choose_strategy(
        play, position.state, seed, (until - time.monotonic()) * shared_by / FEW_PLAYOUTS
    )
    if going_on == "action":
        until += _compile(position.game, progress)
    work = partial(_play_rounds, position.game, going_on, position.state, seed, until)
    size = AT_A_TIME[going_on]
    batches = [range(first, min(first + size, playouts)) for first in range(0, playouts, size)]
    rounds: dict[int, list[Fraction]] = {}
    with closing(iter_shared(work, batches, shared_by)) as found:
        for played in found:
            if not played:
                continue  # the time is over; others may be at rounds that they began before
            rounds |= played
            if progress:
                progress("playouts", len(rounds), None)
            if stop() and 0 in rounds:
                break
    moves = rank_estimates(
        [
            Move(
                action=item.action,
                lower=0.0,
                upper=1.0,
                regret_lower=0.0,
                regret_upper=1.0,
                ties=False,
                soon=None,
                estimate=item.estimate,
            )
            for item in estimate_actions(play.actions(position.state), _first_of(rounds))
        ],
        owner,
        own,
    )
    return Advice(
        position=position,
        owner=owner,
        moves=moves,
        turnouts=[],
        soon=0,
        bounded=False,
        states=0,
        sweeps=0,
        seconds=time.monotonic() - begun,
        closed=False,
        seed=seed,
        ahead=ahead,
        going_on=going_on,
    )


def _look_ahead(play: Play, state: State, is_over: Callable[[], bool]) -> tuple[Action, str]:
    """Return what is best to the end of the round or, if that takes too long, the turn; and which it is."""
    try:
        return one_round_ahead(play, AHEAD_STATES, is_over)(state), "round"
    except TooFar:
        return one_turn_ahead(play)(state), "turn"


class _TooSlow(Exception):  # noqa: N818 - nothing is wrong
    """A game takes longer than it may."""


def _choose_strategy(play: Play, state: State, seed: int, seconds: float) -> str:
    """Tell how far who plays on looks ahead: a turn, if a game after each move takes no longer."""
    strategy, until = one_turn_ahead(play), time.monotonic() + seconds / len(play.actions(state))

    def in_time(state: State) -> Action:
        if time.monotonic() > until:
            raise _TooSlow
        return strategy(state)

    try:
        play_out(play, in_time, state, Random(f"{seed} pilot"))
    except _TooSlow:
        return "action"
    return "turn"


def _compile(game: Game, progress: Progress | None) -> float:
    """Have greedy games compiled, once on a machine; return the seconds, which count for no move."""
    from search.greedy_games import greedy_games

    begun = time.monotonic()
    if progress:
        progress("compiling, once on this machine", 0, None)
    greedy_games(game).play_each(Play(game).initial(), 0, 0)
    return time.monotonic() - begun


@lru_cache(maxsize=1)
def _turn_ahead(game: Game) -> Strategy:
    """Return who plays on, who remembers from one playout to the next what has been looked through."""
    return one_turn_ahead(Play(game))


def _play_rounds(
    game: Game, ahead: str, state: State, seed: int, until: float, numbers: range
) -> dict[int, list[Fraction]]:
    """Return playouts after each move of a state, by number; when the time is over only the first."""
    found = {}
    for number in numbers:
        if number and time.monotonic() > until:
            break
        if ahead == "action":
            from search.greedy_games import greedy_games

            found[number] = greedy_games(game).play_each(state, seed, number)
        else:
            found[number] = play_each(Play(game), _turn_ahead(game), state, seed, number)
    return found


def _first_of(rounds: dict[int, list[Fraction]]) -> Generator[list[Fraction], None, None]:
    """Yield the rounds from the first up to one that isn't there, so that as many give the same again."""
    number = 0
    while number in rounds:
        yield rounds[number]
        number += 1
