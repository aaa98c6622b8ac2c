"""Which dice does an action roll, and where do they lead, face by face?

`Play.outcomes` has the distribution. People at a table have dice: three white ones for an attempt or
some of them for a reroll, one black one for Darkness Grows, one for an agent at a light location.
Here every way the dice can fall has its successor; over all of them it is the distribution, which a
test sees to on every state of small boards. For games in which nothing is lumped.
"""

from __future__ import annotations

from solver.guardians.action import REROLL, ROLL, STEP, Action
from solver.guardians.agents import darkens
from solver.guardians.attempts import SURE_TARGET, after_dice, support_before, target_of
from solver.guardians.dice import SIDES, WHITE_DICE, without
from solver.guardians.game import Game
from solver.guardians.growth import grow, named_tag
from solver.guardians.play import Play
from solver.guardians.state import ATTEMPTS, Failed, Growth, State, Turn


def count_dice(game: Game, state: State, action: Action) -> int:
    """Return how many dice a legal action rolls; none where it is sure to turn out in one way."""
    if action.verb == ROLL:
        return 1
    if action.verb == REROLL:
        return len(action.dice)
    if action.verb == STEP:
        return 1 - (state.dark >> action.place & 1)
    moment = state.moment
    if action.verb in ATTEMPTS and isinstance(moment, Turn):
        return WHITE_DICE if target_of(game, state, moment.player, action) > SURE_TARGET else 0
    return 0


def after_roll(game: Game, state: State, action: Action, dice: tuple[int, ...]) -> State:
    """Return where a legal action leads, with what its dice show (as many as `count_dice` says)."""
    assert not game.lumped
    assert len(dice) == count_dice(game, state, action)
    assert all(die in SIDES for die in dice)
    if not dice:
        (outcome,) = Play(game).outcomes(state, action)
        return outcome.state
    moment = state.moment
    if isinstance(moment, Growth):
        return grow(game, state, named_tag(dice[0]))
    if action.verb == STEP:
        darkened, stays = Play(game).outcomes(state, action)
        return (darkened if darkens(game, action.place, dice[0]) else stays).state
    if isinstance(moment, Failed):
        after = state._replace(upright=state.upright & ~(1 << action.who[0]))
        return after_dice(game, after, moment, (*without(moment.dice, action.dice), *dice))
    assert isinstance(moment, Turn)
    begun, roll = support_before(game, state, moment.player, moment.left - 1, action.verb, action.who)
    return after_dice(game, begun, roll, dice)
