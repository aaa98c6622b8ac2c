"""A player's turn: moving, standing, assisting, and which attempts can be made. (Game step 1.)"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from solver.guardians.action import ASSIST, MOVE, STAND, STAND_UP, STOP, TURN_OVER, Action
from solver.guardians.attempts import begin_attempt, others_here, rating_of
from solver.guardians.game import Game
from solver.guardians.phases import after_action, end_turn
from solver.guardians.state import ATTACK, ENCOUNTER, EXHAUSTED, OUT, RESERVE, SEAL, State, Turn, members
from solver.process import ONE, Outcome

Distribution = Sequence[Outcome[State]]


def actions(game: Game, state: State) -> list[Action]:
    """List what the player whose turn it is may do."""
    moment = state.moment
    assert isinstance(moment, Turn)
    player = moment.player
    if not state.upright >> player & 1:
        return [STAND_UP, TURN_OVER]
    here = state.at[player]
    found = [Action(MOVE, place) for place in game.board.neighbours[here]]
    lying = others_here(state, player) & ~state.upright
    found += [Action(ASSIST, who=(seat,)) for seat in members(lying)]
    for attempt in (ATTACK, ENCOUNTER, SEAL):
        if can_attempt(game, state, attempt, here):
            supports = _supports(game, state, attempt, player)
            found += [Action(attempt, who=who) for who in supports]
    found.append(TURN_OVER)
    return found


def outcomes(game: Game, state: State, action: Action) -> Distribution:
    """Return what an action of a turn leads to."""
    moment = state.moment
    assert isinstance(moment, Turn)
    player, left = moment.player, moment.left - 1
    if action.verb == MOVE:
        at = (*state.at[:player], action.place, *state.at[player + 1 :])
        state = state._replace(at=at)
    elif action.verb == STAND:
        state = state._replace(upright=state.upright | 1 << player)
    elif action.verb == ASSIST:
        state = state._replace(upright=state.upright | 1 << action.who[0])
    elif action.verb == STOP:
        return (Outcome(ONE, end_turn(game, state, player)),)
    else:
        return begin_attempt(game, state, player, left, action.verb, action.who)
    return (Outcome(ONE, after_action(game, state, player, left)),)


def can_attempt(game: Game, state: State, attempt: str, here: int) -> bool:
    """Tell whether an upright guardian at `here` could make this attempt."""
    if attempt == ATTACK:
        return here in state.agents
    if is_blocked(game, state.agents, here):
        return False
    return _can_encounter(game, state, here) if attempt == ENCOUNTER else _can_break(game, state, here)


def is_blocked(game: Game, agents: tuple[int, ...], here: int) -> bool:
    """Tell whether agents prevent an encounter and a seal at `here`. [R4]"""
    if here in agents:
        return True
    return game.rules.blocking_agents == "any" and here == game.center and EXHAUSTED in agents


def _can_encounter(game: Game, state: State, here: int) -> bool:
    rules, spirits = game.rules, state.spirits
    if spirits.count(here) >= rules.spirits_per_location:  # [R5]
        return False
    if not rules.encounter_on_light and not state.dark >> here & 1:  # [R6]
        return False
    if RESERVE in spirits:
        return True
    # With an empty reserve a spirit from elsewhere on the table moves here. [R7]
    return rules.spirit_moves and any(place not in (OUT, here) for place in spirits)


def _can_break(game: Game, state: State, here: int) -> bool:
    if not state.dark >> here & 1:
        return False
    if here == game.center:
        if state.dark != 1 << here:
            return False
        return not game.rules.center_needs_spirit or here in state.spirits  # [R8]
    return here in state.spirits


def _supports(game: Game, state: State, attempt: str, player: int) -> list[tuple[int, ...]]:
    """List the groups who can lower the rating before the roll; each of them lowers it by 1. [R10]"""
    if game.rules.reduce_timing == "after":
        return [()]
    willing = members(others_here(state, player) & state.upright)
    if not willing:
        return [()]
    most = min(len(willing), rating_of(game, state, attempt, state.at[player]))
    return [who for count in range(most + 1) for who in combinations(willing, count)]
