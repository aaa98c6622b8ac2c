"""A state as a row of numbers, and back: what compiled rules work on.

The first numbers are the table's, the others the moment's; those that a moment doesn't have are 0, so that
rows are equal where states are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.guardians.compiled.casts import CODE_OF_ROLL, ROLLS
from solver.guardians.state import (
    ATTEMPTS,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    Moment,
    Over,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)

Row = NDArray[np.int64]

DARK, AGENTS, SPIRITS, AT, UPRIGHT, FIRST = 0, 1, 3, 5, 9, 10
PHASE, PLAYER, LEFT = 11, 12, 13
ATTEMPT, TARGET, DICE = 14, 15, 16  # of a failed roll
WAITING = 14  # agents, two places
TAG, SETUP = 14, 15  # of growth
WON = 14
SIZE = 17
NOBODY = -9
"""Where there is no agent, no spirit or none waiting."""
TURN, FAILED, SPIRIT_MOVES, SPIRIT_LOST, AGENTS_ACT, GROWTH, DARKEN, PLACE_AGENT, PLACE_GUARDIAN, OVER = (
    range(10)
)


def _padded(places: Sequence[int]) -> list[int]:
    return [*places, NOBODY, NOBODY][:2]


def row_of(state: State) -> Row:
    """Return a state as a row, int64[SIZE]."""
    row = np.zeros(SIZE, dtype=np.int64)
    moment = state.moment
    if isinstance(moment, Over):
        row[PHASE], row[WON] = OVER, moment.won
        return row
    row[DARK], row[UPRIGHT], row[FIRST] = state.dark, state.upright, state.first
    row[AGENTS : AGENTS + 2] = _padded(state.agents)
    row[SPIRITS : SPIRITS + 2] = _padded(state.spirits)
    row[AT : AT + len(state.at)] = state.at
    match moment:
        case Turn(player, left):
            values = {PHASE: TURN, PLAYER: player, LEFT: left}
        case Failed(player, left, attempt, target, dice):
            values = {PHASE: FAILED, PLAYER: player, LEFT: left, TARGET: target}
            values |= {ATTEMPT: ATTEMPTS.index(attempt), DICE: CODE_OF_ROLL[dice]}
        case SpiritMoves(player, left):
            values = {PHASE: SPIRIT_MOVES, PLAYER: player, LEFT: left}
        case SpiritLost(player, left):
            values = {PHASE: SPIRIT_LOST, PLAYER: player, LEFT: left}
        case AgentsAct(waiting):
            first, second = _padded(waiting)
            values = {PHASE: AGENTS_ACT, WAITING: first, WAITING + 1: second}
        case Growth(left, setup):
            values = {PHASE: GROWTH, LEFT: left, SETUP: setup}
        case Darken(tag, left, setup):
            values = {PHASE: DARKEN, LEFT: left, TAG: tag, SETUP: setup}
        case PlaceAgent(tag, left, setup):
            values = {PHASE: PLACE_AGENT, LEFT: left, TAG: tag, SETUP: setup}
        case PlaceGuardian(player):
            values = {PHASE: PLACE_GUARDIAN, PLAYER: player}
    for at, value in values.items():
        row[at] = value
    return row


def state_of(row: Row, players: int) -> State:
    """Return the state that a row stands for."""
    if row[PHASE] == OVER:
        return State(0, (), (), (), 0, 0, Over(bool(row[WON])))
    numbers = [int(value) for value in row]

    def there(at: int) -> tuple[int, ...]:
        return tuple(place for place in numbers[at : at + 2] if place != NOBODY)

    player, left, tag, setup = numbers[PLAYER], numbers[LEFT], numbers[TAG], bool(numbers[SETUP])
    moment: Moment
    match numbers[PHASE]:
        case 0:
            moment = Turn(player, left)
        case 1:
            attempt, target = ATTEMPTS[numbers[ATTEMPT]], numbers[TARGET]
            moment = Failed(player, left, attempt, target, ROLLS[numbers[DICE]])
        case 2:
            moment = SpiritMoves(player, left)
        case 3:
            moment = SpiritLost(player, left)
        case 4:
            moment = AgentsAct(there(WAITING))
        case 5:
            moment = Growth(left, setup)
        case 6:
            moment = Darken(tag, left, setup)
        case 7:
            moment = PlaceAgent(tag, left, setup)
        case _:
            moment = PlaceGuardian(player)
    return State(
        numbers[DARK],
        there(AGENTS),
        there(SPIRITS),
        tuple(numbers[AT : AT + players]),
        numbers[UPRIGHT],
        numbers[FIRST],
        moment,
    )
