"""The agents' part of a round: where an agent may step, and the roll for a light location. (Game step 2.)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.guardians.action import STEP, Action
from solver.guardians.dice import SIDES
from solver.guardians.game import Game
from solver.guardians.phases import after_agent
from solver.guardians.state import AgentsAct, State, replace_one
from solver.process import ONE, Outcome


def actions(game: Game, state: State) -> list[Action]:
    """List each waiting agent with each location that it may step to. [R13]"""
    moment = state.moment
    assert isinstance(moment, AgentsAct)
    return [
        Action(STEP, place, source)
        for source in dict.fromkeys(moment.waiting)
        for place in steps(game, state.dark, source)
    ]


def steps(game: Game, dark: int, source: int) -> list[int]:
    """List the locations that an agent at `source` may step to."""
    board = game.board
    neighbours = board.neighbours[source]
    light = [place for place in neighbours if not dark >> place & 1]
    if light:
        highest = max(board.tags[place] for place in light)
        return [place for place in light if board.tags[place] == highest]
    if game.rules.agent_target == "adjacent":  # [R14]
        return list(neighbours)
    targets = _targets(game, dark, source)
    if not targets:
        return list(neighbours)
    distances = board.distances
    return [
        place
        for place in neighbours
        if any(distances[place][target] == distances[source][target] - 1 for target in targets)
    ]


def _targets(game: Game, dark: int, source: int) -> list[int]:
    """List the light locations that an agent may head for, equally good ones all. [R14]"""
    board = game.board

    def rank(place: int) -> tuple[int, int]:
        highest, nearest = -board.tags[place], board.distances[source][place]
        return (highest, nearest) if game.rules.agent_target == "highest" else (nearest, highest)

    light = [place for place in range(len(board)) if place != source and not dark >> place & 1]
    best = min(map(rank, light), default=None)
    return [place for place in light if rank(place) == best]


def outcomes(game: Game, state: State, action: Action) -> Sequence[Outcome[State]]:
    """Return what a step leads to: at a light location, a roll of at least its tag darkens it."""
    moment = state.moment
    assert isinstance(moment, AgentsAct)
    place = action.place
    at = moment.waiting.index(action.source)
    waiting = moment.waiting[:at] + moment.waiting[at + 1 :]
    state = state._replace(agents=replace_one(state.agents, action.source, place))
    stays = after_agent(game, state, waiting)
    if state.dark >> place & 1:
        return (Outcome(ONE, stays),)
    chance = darkening_chance(game, place)
    darkened = game.settle(state._replace(dark=state.dark | 1 << place))
    if darkened.dark:
        darkened = after_agent(game, darkened, waiting)
    return (Outcome(chance, darkened), Outcome(1 - chance, stays))


def darkening_chance(game: Game, place: int) -> Fraction:
    """Return the chance, exact, that an agent stepping to a light location darkens it."""
    return Fraction(sum(darkens(game, place, side) for side in SIDES), len(SIDES))


def darkens(game: Game, place: int, side: int) -> bool:
    """Tell whether an agent stepping to a light location darkens it, its die showing `side`."""
    return side >= game.board.tags[place]
