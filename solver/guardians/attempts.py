"""Attempts: attack, encounter and break seal, with support, and what failing costs.

The target is three times the rating, less three for each supporter before the roll. Three dice
reach it or not; after a failure, guardians here may exhaust themselves for a reroll (or, reading
R10 `after`, to lower the rating), one after another, until one succeeds or nobody supports.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.guardians.action import (
    ACCEPTED,
    LOSE_SPIRIT,
    MOVE_SPIRIT,
    REDUCE,
    REROLL,
    Action,
)
from solver.guardians.dice import alike_for_one_reroll, best_reroll, cast, rerolls, without
from solver.guardians.game import Game
from solver.guardians.phases import after_action
from solver.guardians.state import (
    ATTACK,
    ENCOUNTER,
    EXHAUSTED,
    LOST,
    OUT,
    RESERVE,
    SEAL,
    Failed,
    SpiritLost,
    SpiritMoves,
    State,
    members,
    replace_one,
)
from solver.process import ONE, Outcome

Distribution = Sequence[Outcome[State]]
SURE_TARGET = 3
"""Three dice always show at least this much, so no roll is needed."""
STEP = 3
"""What one point of rating adds to the target."""


def others_here(state: State, player: int) -> int:
    """Return the seats, as a mask, of the other guardians at the location of `player`."""
    here = state.at[player]
    return sum(1 << seat for seat, place in enumerate(state.at) if place == here and seat != player)


def supporters(game: Game, state: State, player: int) -> int:
    """Return the seats, as a mask, that could still support after a failed roll of `player`."""
    if not (game.rules.reroll or game.rules.reduce_timing == "after"):
        return 0
    return others_here(state, player) & state.upright


def rating_of(game: Game, state: State, attempt: str, here: int) -> int:
    """Return the rating that an attempt at location `here` is made against, without support."""
    if attempt == ENCOUNTER:
        return sum(influence for mask, influence in game.influences[here] if state.dark & mask)
    if not state.dark >> here & 1:
        return 0  # a light location has no ratings
    ratings = game.board.ratings[here]
    return ratings.strength if attempt == ATTACK else ratings.defence


def target_of(game: Game, state: State, player: int, action: Action) -> int:
    """Return the target of an attempt after the support given before the roll."""
    return STEP * (rating_of(game, state, action.verb, state.at[player]) - len(action.who))


def begin_attempt(
    game: Game, state: State, player: int, left: int, attempt: str, who: tuple[int, ...]
) -> Distribution:
    """Return what an attempt leads to: success, or a failed roll with the dice it shows."""
    return _roll(game, *support_before(game, state, player, left, attempt, who))


def support_before(
    game: Game, state: State, player: int, left: int, attempt: str, who: tuple[int, ...]
) -> tuple[State, Failed]:
    """Exhaust those who support an attempt, and return the roll that is to be made, without dice."""
    target = target_of(game, state, player, Action(attempt, who=who))
    for seat in who:
        state = state._replace(upright=state.upright & ~(1 << seat))
    return state, Failed(player, left, attempt, target, ())


def after_dice(game: Game, state: State, roll: Failed, dice: tuple[int, ...]) -> State:
    """Return what three dice of a roll lead to."""
    if sum(dice) >= roll.target:
        return _succeed(game, state, roll)
    if supporters(game, state, roll.player):
        return state._replace(moment=roll._replace(dice=tuple(sorted(dice))))
    return _fail(game, state, roll)


def _roll(game: Game, state: State, roll: Failed, kept: tuple[int, ...] = ()) -> Distribution:
    """Return the outcomes of rolling the dice that are not kept; `roll.dice` is not looked at."""
    success = _succeed(game, state, roll)
    if roll.target <= SURE_TARGET:
        return (Outcome(ONE, success),)
    helpers = supporters(game, state, roll.player)
    found = []
    if helpers:
        alike = alike_for_one_reroll if one_reroll_left(game, helpers) else None
        chance, _, failures = cast(roll.target, kept, alike)
        table = state[:-1]  # `_replace` for each of 50 rolls would take most of the time of playouts
        for probability, dice in failures:
            found.append(Outcome(probability, State(*table, roll._replace(dice=dice))))
    else:
        chance = cast(roll.target, kept).success
        if chance != 1:
            found.append(Outcome(cast(roll.target, kept).failure, _fail(game, state, roll)))
    if chance:
        found.append(Outcome(chance, success))
    return found


def one_reroll_left(game: Game, helpers: int) -> bool:
    """Tell whether failed rolls may be put together; see `solver.guardians.lumping`."""
    return game.lumped and helpers.bit_count() == 1 and game.rules.reduce_timing == "before"


def support_actions(game: Game, state: State) -> list[Action]:
    """List what can be done about a failed roll."""
    roll = state.moment
    assert isinstance(roll, Failed)
    helpers = supporters(game, state, roll.player)
    found = [ACCEPTED]
    for seat in members(helpers):
        if game.rules.reduce_timing == "after":
            found.append(Action(REDUCE, who=(seat,)))
        if game.rules.reroll:
            if one_reroll_left(game, helpers):
                choices: Sequence[tuple[int, ...]] = (best_reroll(roll.target, roll.dice),)
            else:
                choices = rerolls(roll.dice)
            found += [Action(REROLL, who=(seat,), dice=dice) for dice in choices]
    return found


def support_outcomes(game: Game, state: State, action: Action) -> Distribution:
    """Return what support after a failed roll, or none, leads to."""
    roll = state.moment
    assert isinstance(roll, Failed)
    if action == ACCEPTED:
        return (Outcome(ONE, _fail(game, state, roll)),)
    state = state._replace(upright=state.upright & ~(1 << action.who[0]))
    if action.verb == REROLL:
        return _roll(game, state, roll, without(roll.dice, action.dice))
    roll = roll._replace(target=roll.target - STEP)
    if sum(roll.dice) >= roll.target:
        after = _succeed(game, state, roll)
    elif supporters(game, state, roll.player):
        after = state._replace(moment=roll)
    else:
        after = _fail(game, state, roll)
    return (Outcome(ONE, after),)


def _succeed(game: Game, state: State, roll: Failed) -> State:
    player, left = roll.player, roll.left
    here = state.at[player]
    if roll.attempt == ATTACK:
        state = state._replace(agents=replace_one(state.agents, here, EXHAUSTED))
    elif roll.attempt == ENCOUNTER:
        if RESERVE not in state.spirits:
            return _choose_spirit(game, state._replace(moment=SpiritMoves(player, left)))
        state = state._replace(spirits=replace_one(state.spirits, RESERVE, here))
    else:
        spirits = state.spirits
        if game.rules.spirit_returns and here in spirits:  # [R9]
            spirits = replace_one(spirits, here, RESERVE)
        state = game.settle(state._replace(dark=state.dark & ~(1 << here), spirits=spirits))
        if not state.dark:
            return state
    return after_action(game, state, player, left)


def _fail(game: Game, state: State, roll: Failed) -> State:
    """Exhaust the player; at the center's seal, take a spirit. [R12]"""
    player, left = roll.player, roll.left
    state = state._replace(upright=state.upright & ~(1 << player))
    if not (roll.attempt == SEAL and state.at[player] == game.center and game.rules.center_penalty):
        return after_action(game, state, player, left)
    in_game = sum(place != OUT for place in state.spirits)
    if in_game <= 1:  # none is left then, or there was none to take
        return LOST
    return _choose_spirit(game, state._replace(moment=SpiritLost(player, left)))


def spirit_actions(game: Game, state: State) -> list[Action]:
    """List the spirits that can move here, or that can be lost; spirits in one place are alike."""
    moment = state.moment
    places = sorted(set(state.spirits) - {OUT})
    if isinstance(moment, SpiritMoves):
        here = state.at[moment.player]
        return [Action(MOVE_SPIRIT, place) for place in places if place != here]
    return [Action(LOSE_SPIRIT, place) for place in places]


def spirit_outcomes(game: Game, state: State, action: Action) -> Distribution:
    """Return what moving or losing the chosen spirit leads to."""
    moment = state.moment
    assert isinstance(moment, SpiritMoves | SpiritLost)
    new = state.at[moment.player] if action.verb == MOVE_SPIRIT else OUT
    state = state._replace(spirits=replace_one(state.spirits, action.place, new))
    return (Outcome(ONE, after_action(game, state, moment.player, moment.left)),)


def _choose_spirit(game: Game, state: State) -> State:
    """Return the choice of a spirit, or what it leads to if there is just one."""
    choices = spirit_actions(game, state)
    return spirit_outcomes(game, state, choices[0])[0].state if len(choices) == 1 else state


def first_chance(game: Game, state: State, player: int, action: Action) -> Fraction:
    """Return the chance, exact, that the first roll of an attempt succeeds (1 if none is needed)."""
    return cast(max(SURE_TARGET, target_of(game, state, player, action))).success
