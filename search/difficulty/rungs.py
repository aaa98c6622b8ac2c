"""The skill ladder of a solved game: how often it is won by how well people play.

By the identity of a game's review, a game's result is the value V of its start, plus the luck of its rolls,
minus the regrets V(s) − Q(s, a) of its decisions. Luck has a mean of 0, whatever V is. So the share of games
that a strategy wins is the mean of V(start) − Σ regret. Where it plays well that varies much less from game
to game than winning and losing do: for perfect play it hardly varies at all. (In poker such estimates are
called AIVAT: N. Burch and others, AIVAT: a new variance reduction technique for agent evaluation, AAAI 2018.)
Who plays badly and hardly ever wins gives away the same chance time and again: there wins are counted. Which
of the two it is, is decided by the smaller error.

Each rung's playthrough number i draws from `Random(f"{seed} {i}")`. Who errs takes, at that rate, an action
drawn at random instead of the best.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from search.difficulty.findings import Scored
from search.difficulty.games import Perfect
from search.playouts import draw
from search.strategies import greedy, one_turn_ahead
from solver.guardians.action import Action
from solver.guardians.state import Over, State
from solver.process import Owner

RUNGS = {
    "random": "every decision is drawn from the legal ones",
    "greedy": "looks one action ahead: for fewer dark cards, and spirits where they are wanted",
    "one turn ahead": "looks through all that can happen to the end of the turn, and scores that",
    "perfect, erring 3 in 10": "the best decision, but three in ten are drawn at random",
    "perfect, erring 1 in 10": "the best decision, but one in ten is drawn at random",
    "perfect": "the best decision always",
}
ZERO = Fraction(0)
MOST_STEPS = 5_000
"""Decisions and rolls after which a game counts as not won."""
Choose = Callable[[State, Random], Action]


class Weighed(NamedTuple):
    """A game that was played, and two estimates of the share of such games that are won."""

    value: float  # V(start) − Σ regret
    won: bool


def play_rung(
    perfect: Perfect, rung: str, numbers: Iterable[int], seed: int, check: Callable[[int], None]
) -> list[Weighed]:
    """Play games on one rung.

    Parameters
    ----------
    numbers
        Of the playthroughs, which say what they draw from.
    check
        Called after each with its number; it may raise.
    """
    choose, best = _chooser(rung, perfect)
    games = []
    for number in numbers:
        games.append(weigh_game(perfect, choose, best, Random(f"{seed} {number}")))
        check(number)
    return games


def score_rung(rung: str, games: Sequence[Weighed]) -> Scored:
    """Return the mean of the estimate with the smaller standard error, cut to a probability.

    The error of counting is that of one win and one loss more than there were, so that it is never 0.
    """
    count = len(games)
    mean = math.fsum(game.value for game in games) / count
    spread = math.fsum((game.value - mean) ** 2 for game in games) / max(1, count - 1)
    won = sum(game.won for game in games)
    likely = (won + 1) / (count + 2)
    means = (math.sqrt(spread / count), mean), (math.sqrt(likely * (1 - likely) / count), won / count)
    error, mean = min(means)
    return Scored(rung, min(1.0, max(0.0, mean)), error, count)


def _chooser(rung: str, perfect: Perfect) -> tuple[Choose, Callable[[State], Action]]:
    """Return how players on a rung choose, and what is best."""
    play = perfect.play

    def at_random(state: State, random: Random) -> Action:
        return random.choice(play.actions(state))

    def best(state: State) -> Action:
        return perfect.choose(state).action

    match rung:
        case "random":
            return at_random, best
        case "greedy":
            return _surely(greedy(play)), best
        case "one turn ahead":
            return _surely(one_turn_ahead(play)), best
        case "perfect, erring 3 in 10":
            return _erring(best, at_random, 0.3), best
        case "perfect, erring 1 in 10":
            return _erring(best, at_random, 0.1), best
        case _:
            return _surely(best), best


def _surely(strategy: Callable[[State], Action]) -> Choose:
    return lambda state, random: strategy(state)


def _erring(best: Callable[[State], Action], at_random: Choose, rate: float) -> Choose:
    def choose(state: State, random: Random) -> Action:
        return at_random(state, random) if random.random() < rate else best(state)

    return choose


def weigh_game(
    perfect: Perfect, choose: Choose, opponent: Callable[[State], Action], random: Random
) -> Weighed:
    """Play a game against the best that Lord Sepia can do."""
    play = perfect.play
    state = play.initial()
    weighed = perfect.worth(state)
    for _ in range(MOST_STEPS):
        if isinstance(state.moment, Over):
            return Weighed(float(weighed), state.moment.won)
        match play.owner(state):
            case Owner.CHANCE:
                action = play.actions(state)[0]
            case Owner.OPPONENT:
                action = opponent(state)
            case _:
                action = choose(state, random)
        outcomes = play.outcomes(state, action)
        weighed -= perfect.worth(state) - sum((p * perfect.worth(after) for p, after in outcomes), ZERO)
        state = draw(outcomes, random)
    return Weighed(float(weighed - perfect.worth(state)), False)  # what it was still worth counts as lost
