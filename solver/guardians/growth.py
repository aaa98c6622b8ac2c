"""Darkness Grows, in the setup and at the end of a round; and where guardians start. (Setup; game step 3.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from solver.guardians.action import AGENT, DARKEN, PLACE, ROLL_DIE, Action
from solver.guardians.dice import SIDES
from solver.guardians.game import Game
from solver.guardians.phases import after_growth, after_placing
from solver.guardians.state import (
    RESERVE,
    Darken,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    State,
    replace_one,
)
from solver.process import ONE, Outcome

LOWEST_TAG = 3
"""A roll below it counts as it."""


def roll_outcomes(game: Game, state: State, action: Action) -> Sequence[Outcome[State]]:
    """Return what the die of Darkness Grows leads to."""
    assert action == ROLL_DIE
    ways = Counter(map(named_tag, SIDES))
    found: Counter[State] = Counter()
    for tag, n in ways.items():
        found[grow(game, state, tag)] += n
    return [Outcome(_SIXTHS[n], following) for following, n in found.items()]


_SIXTHS = [Fraction(n, len(SIDES)) for n in range(len(SIDES) + 1)]


def named_tag(side: int) -> int:
    """Return the tag that a side of the black die names."""
    return max(LOWEST_TAG, side)


def grow(game: Game, state: State, tag: int) -> State:
    """Return the choice that a roll of `tag` leads to, or what follows if there is none to make."""
    growth = state.moment
    assert isinstance(growth, Growth)
    left, setup = growth.left - 1, growth.setup
    for moment in (Darken(tag, left, setup), PlaceAgent(tag, left, setup)):
        asked = state._replace(moment=moment)
        choices = actions(game, asked)
        if len(choices) == 1:
            return outcomes(game, asked, choices[0])[0].state
        if choices:
            return asked
    return after_growth(game, state, left, setup)


def actions(game: Game, state: State) -> list[Action]:
    """List the locations to darken, to place an agent on, or to place a guardian on."""
    moment = state.moment
    if isinstance(moment, Darken):
        return [Action(DARKEN, place) for place in game.tagged[moment.tag] if not state.dark >> place & 1]
    if isinstance(moment, PlaceAgent):
        return [Action(AGENT, place) for place in game.tagged[moment.tag] if RESERVE in state.agents]
    assert isinstance(moment, PlaceGuardian)
    return [Action(PLACE, place) for place in range(len(game.board))]


def outcomes(game: Game, state: State, action: Action) -> Sequence[Outcome[State]]:
    """Return what the choice of a location leads to."""
    moment, place = state.moment, action.place
    if isinstance(moment, PlaceGuardian):
        at = (*state.at[: moment.player], place, *state.at[moment.player + 1 :])
        return (Outcome(ONE, after_placing(game, state._replace(at=at), moment.player)),)
    assert isinstance(moment, Darken | PlaceAgent)
    if isinstance(moment, Darken):
        state = game.settle(state._replace(dark=state.dark | 1 << place))
    else:
        state = state._replace(agents=replace_one(state.agents, RESERVE, place))
    if state.dark:  # a game that has ended has no dark locations left to speak of
        state = after_growth(game, state, moment.left, moment.setup)
    return (Outcome(ONE, state),)
