"""Rules that a person could follow, as functions from a state to an action.

`greedy` looks one action ahead and picks what raises, on average, a score of the table: fewer dark
cards, spirits where they are wanted, agents away, guardians upright and near their work. It is no
good player, but it plays on any board at once.
"""

from __future__ import annotations

from collections.abc import Callable

from solver.guardians.action import Action
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import EXHAUSTED, OUT, Over, State
from solver.process import Owner

Strategy = Callable[[State], Action]

# Points of the score: chosen by hand, in units of a third of a dark card.
WON, LOST = 100.0, -100.0
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
        points += STEP_AWAY * min(game.board.distances[place][goal] for goal in goals)
        if not state.upright >> seat & 1:
            points += GUARDIAN_EXHAUSTED
    return points


def greedy(process: Play) -> Strategy:
    """Return the strategy; for Lord Sepia's choices it takes the lowest score. The first of equals."""
    game = process.game

    def choose(state: State) -> Action:
        def after(action: Action) -> float:
            return sum(float(p) * score(game, successor) for p, successor in process.outcomes(state, action))

        pick = min if process.owner(state) == Owner.OPPONENT else max
        return pick(process.actions(state), key=after)

    return choose
