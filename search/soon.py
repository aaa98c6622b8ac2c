"""How likely is a win soon after each of the moves? That tells apart moves which are worth the same."""

from __future__ import annotations

from solver.guardians.action import Action
from solver.guardians.game import Game
from solver.guardians.phases import ends_round
from solver.guardians.play import Play
from solver.guardians.state import Failed, SpiritLost, SpiritMoves, State, Turn

SOON = 3
"""Rounds within which a win counts as soon, at most."""
SOON_NODES, FEW_NODES = 100_000, 500
"""Positions looked at to tell moves apart; so few take some hundredths of a second, for a look-up."""


def win_soon(play: Play, state: State, nodes: int, most: int = SOON) -> tuple[dict[Action, float], int]:
    """Return the probability of winning soon after each action, for the longest horizon that is cheap.

    Parameters
    ----------
    nodes
        Positions looked at, at most.
    most
        Rounds, the one under way among them.

    Returns
    -------
    dict, int
        The probabilities, and within how many rounds; nothing and 0 if even one takes too long.
    """
    from search.expectimax import Expectimax, OutOfTime

    game = play.game
    found: dict[Action, float] = {}
    search = Expectimax(play, lambda before, after: ends_round(game, before, after), node_limit=nodes)
    for rounds in range(1, most + 1):
        try:
            found = {item.action: float(item.value) for item in search.rank(state, rounds)}
        except OutOfTime:
            return found, rounds - 1
    return found, most


def may_win_this_round(game: Game, state: State) -> bool:
    """Tell whether the players have as many actions left in the round as locations are dark.

    An action seals one location at most, so with fewer the round can't be won any more.
    """
    moment = state.moment
    if not isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost):  # nobody's turn
        return False
    rules = game.rules
    turns_after = rules.players - 1 - (moment.player - state.first) % rules.players
    under_way = isinstance(moment, Failed)
    return state.dark.bit_count() <= moment.left + under_way + turns_after * rules.actions
