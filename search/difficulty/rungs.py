"""The skill ladder of a solved game: how often it is won by how well people play.

By the identity of a game's review, a game's result is the value V of its start, plus the luck of its rolls,
minus the regrets V(s) − Q(s, a) of its decisions. Luck has a mean of 0, whatever V is. So the share of games
that a strategy wins is the mean of V(start) − Σ regret, and that varies much less from game to game than
winning and losing do: for perfect play it hardly varies at all. (In poker such estimates are called AIVAT: N.
Burch and others, AIVAT: a new variance reduction technique for agent evaluation, AAAI 2018.)

Each rung's playthrough number i draws from `Random(f"{seed} {i}")`. Who errs takes, at that rate, an action
drawn at random instead of the best.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random

from search.difficulty.findings import Scored
from search.difficulty.games import Perfect
from search.difficulty.worth import OutOfTime, Stop
from search.playouts import draw
from search.strategies import greedy, one_turn_ahead
from search.values import Values
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


def find_ladder(
    values: Values, count: int, seed: int, stop: Stop, say: Callable[[str], None]
) -> list[Scored]:
    """Play games on every rung. An estimate below 0, or above 1, is cut to that.

    Raises
    ------
    OutOfTime
        When `stop` says so.
    """
    perfect = Perfect(values)
    play = perfect.play
    by_score, by_turn = greedy(play), one_turn_ahead(play)

    def at_random(state: State, random: Random) -> Action:
        return random.choice(play.actions(state))

    def best(state: State) -> Action:
        return perfect.choose(state).action

    rungs: dict[str, Choose] = {
        "random": at_random,
        "greedy": lambda state, random: by_score(state),
        "one turn ahead": lambda state, random: by_turn(state),
        "perfect, erring 3 in 10": _erring(best, at_random, 0.3),
        "perfect, erring 1 in 10": _erring(best, at_random, 0.1),
        "perfect": lambda state, random: best(state),
    }
    found = []
    for name, choose in rungs.items():
        shares = []
        for number in range(count):
            shares.append(weigh_game(perfect, choose, best, Random(f"{seed} {number}")))
            if number % 16 == 0:
                say(f"{name}: {number:,} of {count:,}")
            if stop():
                raise OutOfTime
        mean = math.fsum(shares) / count
        spread = math.fsum((share - mean) ** 2 for share in shares) / max(1, count - 1)
        found.append(Scored(name, min(1.0, max(0.0, mean)), math.sqrt(spread / count), count))
    return found


def _erring(best: Callable[[State], Action], at_random: Choose, rate: float) -> Choose:
    def choose(state: State, random: Random) -> Action:
        return at_random(state, random) if random.random() < rate else best(state)

    return choose


def weigh_game(
    perfect: Perfect, choose: Choose, opponent: Callable[[State], Action], random: Random
) -> float:
    """Play a game against the best that Lord Sepia can do; return V(s0) − Σ (V(s) − Q(s, a))."""
    play = perfect.play
    state = play.initial()
    weighed = perfect.worth(state)
    for _ in range(MOST_STEPS):
        if isinstance(state.moment, Over):
            return float(weighed)
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
    return float(weighed - perfect.worth(state))  # what it was still worth counts as lost
