"""Which states are worth the same, and why; the solver keeps one of each kind.

*Seats.* The guardians differ only in where they are, whether they are upright, and when their turn
comes. Renaming the seats so that this round's starting player has seat 0 changes nothing that the
rules look at. So a lumped game renames them at the end of each round.

*Dice.* Let a roll have failed with exactly one guardian left to support, by a reroll. Accepting is
worth F; a reroll that succeeds with chance p is worth p·S + (1 − p)·F', where after F' the supporter
lies exhausted as well. An upright guardian can do all that an exhausted one can (wait where the
other would stand up), so F ≥ F'. If S < F', then every reroll is worth at most F, and accepting is
best. Otherwise the reroll with the largest p is the best reroll. Either way only the largest p
matters: rolls that share it are worth the same, and the other rerolls can be left out. With two
supporters left this fails: target 15 and dice 1 4 6 are best kept as 4 6 for one reroll, as 6 for two.

A test compares a lumped and an unlumped game on every state of small boards.
"""

from __future__ import annotations

from solver.guardians.attempts import one_reroll_left, supporters
from solver.guardians.dice import alike_for_one_reroll
from solver.guardians.game import Game
from solver.guardians.state import Failed, PlaceGuardian, SpiritLost, SpiritMoves, State, Turn


def representative(game: Game, state: State) -> State:
    """Return the state of the lumped `game` that is worth the same as `state`."""
    players, first, moment = game.rules.players, state.first, state.moment
    if not state.at:
        return state  # the game is over
    if isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost | PlaceGuardian):
        moment = moment._replace(player=(moment.player - first) % players)
    state = state._replace(
        at=state.at[first:] + state.at[:first],
        upright=(state.upright >> first | state.upright << (players - first)) & ((1 << players) - 1),
        first=0,
        moment=moment,
    )
    if isinstance(moment, Failed) and one_reroll_left(game, supporters(game, state, moment.player)):
        alike = moment._replace(dice=alike_for_one_reroll(moment.target, moment.dice))
        state = state._replace(moment=alike)
    return state
