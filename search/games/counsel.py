"""What is best now, and why? The moves of a state by the values of its game, and what each roll may bring."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from search.advice import Advice
from search.games.record import Record
from search.games.review import weigh_action
from search.ranking import rank
from search.soon import FEW_NODES
from search.values import Values
from solver.guardians.action import REROLL, STEP, Action
from solver.guardians.dice import SIDES
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.rolling import after_roll, count_dice
from solver.guardians.state import ATTEMPTS, State
from solver.rounding import round_down, round_up


class Split(NamedTuple):
    """What an action that rolls is worth if it succeeds, and if it doesn't (then with the best support)."""

    chance: Fraction
    success: Fraction | None  # None: it can't
    failure: Fraction | None


def position_of(record: Record) -> Position:
    """Return where a game stands."""
    return Position(record.layout, record.game.rules, record.state)


def advise_by_values(record: Record, values: Values) -> Advice:
    """Rank all legal moves where a game stands, by values that are known."""
    begun = time.monotonic()

    def weigh(outcomes: Sequence[tuple[Fraction, State]]) -> tuple[float, float]:
        found = [(p, values.bounds(after)) for p, after in outcomes]
        lower = sum((p * low for p, (low, _) in found), Fraction(0))
        upper = sum((p * high for p, (_, high) in found), Fraction(0))
        return round_down(lower), round_up(upper)

    return Advice(
        position=position_of(record),
        **rank(record.play, record.state, weigh, FEW_NODES)._asdict(),
        bounded=True,
        states=0,
        sweeps=0,
        seconds=time.monotonic() - begun,
        closed=True,
    )


def split_roll(play: Play, values: Values, state: State, action: Action) -> Split | None:
    """Return what success and failure of an attempt, a reroll or an agent's step are worth.

    None for other actions, and for what rolls no dice. An agent's step succeeds if the card turns dark.
    """
    game = play.game
    count = count_dice(game, state, action)
    if not count or action.verb not in (*ATTEMPTS, REROLL, STEP):
        return None
    # If the highest faces don't succeed nothing does; where they do, all successes lead to the same state.
    highest = after_roll(game, state, action, (SIDES[-1],) * count)
    lowest = after_roll(game, state, action, (SIDES[0],) * count)
    chances = {after: p for p, after in play.outcomes(state, action)}
    whole = weigh_action(play, values, state, action)
    if not _succeeds(play, state, action, highest):
        return Split(Fraction(0), None, whole)
    if _succeeds(play, state, action, lowest):
        return Split(Fraction(1), whole, None)
    chance, success = chances[highest], values.value(highest)
    return Split(chance, success, (whole - chance * success) / (1 - chance))


def _succeeds(play: Play, state: State, action: Action, after: State) -> bool:
    """Tell whether the state after a roll is the one that success leads to."""
    if action.verb == STEP:
        return not after.at or after.dark != state.dark
    if not after.at:
        return bool(play.value(after))  # an attempt that ends the game wins it, or has failed
    player = state.moment.player  # type: ignore[union-attr]
    return bool(after.upright >> player & 1) and after.moment.phase != "failed"
