"""Rules that a person could follow, as functions from a state to an action.

`greedy` looks one action ahead and picks what raises, on average, a score of the table: fewer dark
cards, spirits where they are wanted, agents away, guardians upright and near their work.
`one_turn_ahead` looks through all that can happen to the end of the turn, rolls and support included:

    W(s) = score(s)                                  when the turn of the player who chooses is over
    W(s) = max over actions of  Σ p(s' | s, a) · W(s')

and takes what leads to the most. `one_round_ahead` looks as far as the end of the round, through the other
turns, agents and darkness (where W is an average, or Lord Sepia's least). All play on any board; none is a
good player. What they win on four small boards (`benchmarks/strategies.py`):

    perfect play        0.0608    0.2131    0.0430    0.518
    one turn ahead      0.0477    0.1595    0.0222    0.429
    one round ahead     0.0511    0.1814    0.0267    0.459

Two rounds ahead win more still, about 0.054 and 0.200 on the first two boards, which have three cards; on the
others, with four cards or three players, a game takes a minute. With two cards the turn can be the better
horizon: 0.065 against 0.060 with two actions and the center's penalty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.guardians.action import ASSIST, TURN_OVER, Action
from solver.guardians.attempts import others_here
from solver.guardians.game import Game
from solver.guardians.phases import ends_round, in_turn
from solver.guardians.play import Play
from solver.guardians.state import (
    EXHAUSTED,
    OUT,
    SEAL,
    Failed,
    Over,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
    members,
)
from solver.process import Owner

Strategy = Callable[[State], Action]

# Points of the score: chosen by hand, in units of a third of a dark card.
WON, LOST = 100.0, -100.0
LOST_TRYING = -10.0  # at the center's seal; with -30 or less some games with revised cards never end
DARK = -3.0
SPIRIT_ON_DARK = 1.5
SPIRIT_OUT = -6.0
AGENT_STANDING, AGENT_EXHAUSTED, AGENT_ON_SPIRIT = -0.6, -0.4, -1.0
GUARDIAN_EXHAUSTED = -0.5
STEP_AWAY = -0.1


def score(game: Game, state: State) -> float:
    """Return how good the table looks to a beginner. No probability: only its order means something."""
    if isinstance(state.moment, Over):
        return WON if state.moment.won else LOST
    others = [place for place in range(len(game.board)) if state.dark >> place & 1 and place != game.center]
    points = DARK * len(others)
    for place in set(state.spirits):
        if place in others:
            points += SPIRIT_ON_DARK + (AGENT_ON_SPIRIT if place in state.agents else 0)
        elif place == OUT:
            points += SPIRIT_OUT * state.spirits.count(OUT)
    for place in state.agents:
        points += AGENT_STANDING if place >= 0 else AGENT_EXHAUSTED if place == EXHAUSTED else 0
    goals = [place for place in others if place in state.spirits] or others or [game.center]
    for seat, place in enumerate(state.at):
        points += STEP_AWAY * min(map(game.board.distances[place].__getitem__, goals))
        if not state.upright >> seat & 1:
            points += GUARDIAN_EXHAUSTED
    return points


def score_after(game: Game, before: State, action: Action, after: State) -> float:
    """Return the score of a successor; a loss at the center's seal, which must be tried, counts for less."""
    moment = before.moment
    tried = action.verb == SEAL or (isinstance(moment, Failed) and moment.attempt == SEAL)
    if tried and isinstance(after.moment, Over) and not after.moment.won:
        return LOST_TRYING
    return score(game, after)


def greedy(process: Play) -> Strategy:
    """Return the strategy; for Lord Sepia's choices it takes the lowest score. The first of equals."""
    game = process.game

    def choose(state: State) -> Action:
        def after(action: Action) -> float:
            scores: dict[tuple[object, ...], float] = {}  # rolls that fail mostly leave the same table
            total = 0.0
            for p, successor in process.outcomes(state, action):
                *table, moment = successor
                key = (*table, isinstance(moment, Over) and moment.won)
                if key not in scores:
                    scores[key] = score_after(game, state, action, successor)
                total += float(p) * scores[key]
            return total

        pick = min if process.owner(state) == Owner.OPPONENT else max
        return pick(process.actions(state), key=after)

    return choose


MOST_KNOWN = 500_000
"""States of turns to remember the outlook of."""


class TooFar(Exception):  # noqa: N818 - nothing is wrong, it only takes too long
    """More states would have to be looked through than was allowed."""


def one_turn_ahead(process: Play) -> Strategy:
    """Return the strategy; outside of turns it is `greedy`. The first of equals."""
    game = process.game
    by_score = greedy(process)
    ahead = _looking_ahead(process, lambda before, action, after: ends_turn(game, action, after))
    return lambda state: ahead(state) if in_turn(state) else by_score(state)


def one_round_ahead(
    process: Play, most: int | None = None, is_over: Callable[[], bool] = lambda: False
) -> Strategy:
    """Return the strategy, which also foresees the other turns, agents and darkness; the first of equals.

    Parameters
    ----------
    most
        States to look through for one decision; it raises TooFar if they don't do.
    is_over
        Tells whether the time is over; then it does as well.
    """
    game = process.game

    def is_leaf(before: State, action: Action, after: State) -> bool:
        return isinstance(after.moment, Over) or ends_round(game, before, after)

    return _looking_ahead(process, is_leaf, most, is_over)


def _looking_ahead(
    process: Play,
    is_leaf: Callable[[State, Action, State], bool],
    most: int | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> Strategy:
    """Return the strategy that looks through all that can happen until a transition is a leaf.

    It remembers what it has looked through, about 400 bytes a state.
    """
    game = process.game
    known: dict[State, float] = {}
    left = 0

    def pick(state: State) -> Callable[..., Any]:
        """Return what whoever decides does with what actions are worth."""
        return min if process.owner(state) == Owner.OPPONENT else max

    def outlook(state: State) -> float:
        """Return W of a state before the leaves."""
        nonlocal left
        found = known.get(state)
        if found is None:
            left -= 1
            if (most is not None and left < 0) or is_over():
                raise TooFar
            if len(known) > MOST_KNOWN:
                known.clear()
            values = (after(state, action) for action in sensible(process, state))
            found = known[state] = pick(state)(values)
        return found

    def after(state: State, action: Action) -> float:
        return sum(
            float(p)
            * (
                score_after(game, state, action, successor)
                if is_leaf(state, action, successor)
                else outlook(successor)
            )
            for p, successor in process.outcomes(state, action)
        )

    def choose(state: State) -> Action:
        nonlocal left
        left = most or 0
        choice: Action = pick(state)(sensible(process, state), key=lambda action: after(state, action))
        return choice

    return choose


def sensible(process: Play, state: State) -> list[Action]:
    """Return the actions of a state, but of those in a turn that are worth the same only one.

    Whoever supports is at the same place, so who it is doesn't matter until the turn is over: those of the
    lowest seats. And of as many dice, keeping the higher ones reaches with any roll what keeping lower ones
    does.
    """
    moment = state.moment
    if not isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost):
        return list(process.actions(state))
    helpers = members(others_here(state, moment.player) & state.upright)
    kept = moment.dice if isinstance(moment, Failed) else ()
    return [
        action
        for action in process.actions(state)
        if action.dice == kept[: len(action.dice)]
        and (action.verb == ASSIST or action.who == helpers[: len(action.who)])
    ]


def ends_turn(game: Game, action: Action, after: State) -> bool:
    """Tell whether an action in a turn ends it; the next turn may be the same player's."""
    moment = after.moment
    return (
        not in_turn(after)
        or action == TURN_OVER
        or (isinstance(moment, Turn) and moment.left == game.rules.actions)
    )
