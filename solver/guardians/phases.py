"""The order of play: what comes next when something is over.

Setup growths, then perhaps placing the guardians; then rounds: the players' turns, the agents,
the growths, and the next player to the left begins. (Rulebook: setup; game steps 1 to 4.)
"""

from __future__ import annotations

from solver.guardians.game import Game
from solver.guardians.state import (
    EXHAUSTED,
    RESERVE,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    Over,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
    replace_one,
)


def begin_game(game: Game) -> State:
    """Return the table before the setup rolls: only the center dark, all guardians upright on it."""
    rules = game.rules
    state = State(
        dark=1 << game.center,
        agents=(RESERVE,) * rules.agents,
        spirits=(RESERVE,) * rules.spirits,
        at=(game.center,) * rules.players,
        upright=(1 << rules.players) - 1,
        first=0,
        moment=Growth(rules.setup_growths, setup=True),
    )
    return state if rules.setup_growths else after_setup_growths(game, state)


def after_growth(game: Game, state: State, left: int, setup: bool) -> State:
    """Go on after Darkness has grown, with `left` more growths to come."""
    if left:
        return state._replace(moment=Growth(left, setup))
    return after_setup_growths(game, state) if setup else end_round(game, state)


def after_setup_growths(game: Game, state: State) -> State:
    """Put an agent on the center for many players [R2]; then place the guardians [R3] or begin."""
    rules = game.rules
    if rules.players >= rules.center_agent_from and RESERVE in state.agents:
        state = state._replace(agents=replace_one(state.agents, RESERVE, game.center))
    if rules.start == "any":
        return state._replace(moment=PlaceGuardian(state.first))
    return begin_turn(game, state, state.first)


def after_placing(game: Game, state: State, player: int) -> State:
    """Go on after the guardian of seat `player` has been placed."""
    following = (player + 1) % game.rules.players
    if following == state.first:
        return begin_turn(game, state, state.first)
    return state._replace(moment=PlaceGuardian(following))


def begin_turn(game: Game, state: State, player: int) -> State:
    """Give `player` all actions of a turn."""
    return state._replace(moment=Turn(player, game.rules.actions))


def after_action(game: Game, state: State, player: int, left: int) -> State:
    """Go on after an action of `player`, who has `left` of them."""
    return state._replace(moment=Turn(player, left)) if left else end_turn(game, state, player)


def end_turn(game: Game, state: State, player: int) -> State:
    """Go on to the next player's turn, or to the agents after the last one's."""
    following = (player + 1) % game.rules.players
    if following != state.first:
        return begin_turn(game, state, following)
    standing = tuple(place for place in state.agents if place >= 0)
    return after_agent(game, state, standing)


def after_agent(game: Game, state: State, waiting: tuple[int, ...]) -> State:
    """Go on with the agents still waiting to act; after the last, exhausted agents stand up."""
    if waiting:
        return state._replace(moment=AgentsAct(waiting))
    if EXHAUSTED in state.agents:
        agents = tuple(sorted(game.center if place == EXHAUSTED else place for place in state.agents))
        state = state._replace(agents=agents)
    if game.rules.growths:
        return state._replace(moment=Growth(game.rules.growths, setup=False))
    return end_round(game, state)


def end_round(game: Game, state: State) -> State:
    """Let the next player to the left begin the next round."""
    players = game.rules.players
    if game.lumped:  # seats are renamed so that the starting player is always seat 0
        at = (*state.at[1:], state.at[0])
        upright = state.upright >> 1 | (state.upright & 1) << (players - 1)
        return begin_turn(game, state._replace(at=at, upright=upright), 0)
    first = (state.first + 1) % players
    return begin_turn(game, state._replace(first=first), first)


def ends_round(game: Game, before: State, after: State) -> bool:
    """Tell whether the transition from `before` to `after` ends a round."""
    moment = after.moment
    if not (isinstance(moment, Turn) and moment.player == after.first and moment.left == game.rules.actions):
        return False
    return not in_setup(before)


def in_setup(state: State) -> bool:
    """Tell whether the first turn is still to come."""
    moment = state.moment
    if isinstance(moment, Growth | Darken | PlaceAgent):
        return moment.setup
    return isinstance(moment, PlaceGuardian)


def begins_round(game: Game, before: State, after: State) -> bool:
    """Tell whether the transition leads to the first turn of a round, that of the first round among them."""
    if isinstance(after.moment, Over):
        return False
    return ends_round(game, before, after) or (in_setup(before) and not in_setup(after))


def in_turn(state: State) -> bool:
    """Tell whether a state is in a player's turn."""
    return isinstance(state.moment, Turn | Failed | SpiritMoves | SpiritLost)


def seat_of(state: State) -> int | None:
    """Return the player whose decision it is; None if it isn't one player's."""
    moment = state.moment
    if isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost | PlaceGuardian):
        return moment.player
    return None
