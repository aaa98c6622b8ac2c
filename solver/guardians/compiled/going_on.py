"""What comes next when something is over, in place: `solver.guardians.phases` for rows."""

from __future__ import annotations

from solver.guardians.compiled.facts import Facts
from solver.guardians.compiled.table import (
    AGENTS,
    AGENTS_ACT,
    DARK,
    FIRST,
    GROWTH,
    LEFT,
    NOBODY,
    OVER,
    PHASE,
    PLACE_GUARDIAN,
    PLAYER,
    SETUP,
    SIZE,
    TURN,
    WAITING,
    WON,
    Row,
)
from solver.guardians.state import EXHAUSTED, RESERVE
from solver.kernel import lean_kernel


@lean_kernel
def copy_row(to: Row, row: Row) -> None:
    """Copy a state."""
    for i in range(SIZE):
        to[i] = row[i]


@lean_kernel
def is_same(row: Row, other: Row) -> bool:
    """Tell whether two rows are the same state."""
    same = True
    for i in range(SIZE):
        same = same and row[i] == other[i]
    return bool(same)


@lean_kernel
def set_moment(row: Row, phase: int, player: int, left: int) -> None:
    """Set the moment, what only some moments have being 0."""
    row[PHASE], row[PLAYER], row[LEFT] = phase, player, left
    for at in range(LEFT + 1, SIZE):
        row[at] = 0


@lean_kernel
def end_game(row: Row, won: bool) -> None:
    """Set the state to the end of a game."""
    for i in range(SIZE):
        row[i] = 0
    row[PHASE], row[WON] = OVER, won


@lean_kernel
def is_settled(f: Facts, row: Row) -> bool:
    """End the game if every location is light, or every one dark; tell whether that was so."""
    if row[DARK] == f.everything or row[DARK] == 0:
        end_game(row, row[DARK] == 0)
        return True
    return False


@lean_kernel
def replace_one(row: Row, at: int, old: int, new: int) -> None:
    """Turn one of two sorted whereabouts into another."""
    if row[at] == old:
        row[at] = new
    else:
        row[at + 1] = new
    if row[at + 1] != NOBODY and row[at] > row[at + 1]:
        row[at], row[at + 1] = row[at + 1], row[at]


@lean_kernel
def end_round(f: Facts, row: Row) -> None:
    """Let the next player to the left begin the next round."""
    row[FIRST] = (row[FIRST] + 1) % f.players
    set_moment(row, TURN, row[FIRST], f.actions)


@lean_kernel
def after_growth(f: Facts, row: Row, left: int, setup: int) -> None:
    """Go on after Darkness has grown, with `left` more growths to come."""
    if left:
        set_moment(row, GROWTH, 0, left)
        row[SETUP] = setup
    elif not setup:
        end_round(f, row)
    else:
        if f.players >= f.center_agent_from and (row[AGENTS] == RESERVE or row[AGENTS + 1] == RESERVE):
            replace_one(row, AGENTS, RESERVE, f.center)
        if f.start_any:
            set_moment(row, PLACE_GUARDIAN, row[FIRST], 0)
        else:
            set_moment(row, TURN, row[FIRST], f.actions)


@lean_kernel
def after_agent(f: Facts, row: Row, first: int, second: int) -> None:
    """Go on with the agents still waiting to act; after the last, exhausted agents stand up."""
    if first != NOBODY:
        set_moment(row, AGENTS_ACT, 0, 0)
        row[WAITING], row[WAITING + 1] = first, second
        return
    for _ in range(2):
        if row[AGENTS] == EXHAUSTED or row[AGENTS + 1] == EXHAUSTED:
            replace_one(row, AGENTS, EXHAUSTED, f.center)
    if f.growths:
        set_moment(row, GROWTH, 0, f.growths)
    else:
        end_round(f, row)


@lean_kernel
def end_turn(f: Facts, row: Row, player: int) -> None:
    """Go on to the next player's turn, or to the agents after the last one's."""
    following = (player + 1) % f.players
    if following != row[FIRST]:
        set_moment(row, TURN, following, f.actions)
        return
    first, second = row[AGENTS], row[AGENTS + 1]
    if second < 0:
        second = NOBODY
    if first < 0:
        first, second = second, NOBODY
    after_agent(f, row, first, second)


@lean_kernel
def after_action(f: Facts, row: Row, player: int, left: int) -> None:
    """Go on after an action of `player`, who has `left` of them."""
    if left:
        set_moment(row, TURN, player, left)
    else:
        end_turn(f, row, player)


@lean_kernel
def after_placing(f: Facts, row: Row, player: int) -> None:
    """Go on after the guardian of seat `player` has been placed."""
    following = (player + 1) % f.players
    if following == row[FIRST]:
        set_moment(row, TURN, row[FIRST], f.actions)
    else:
        set_moment(row, PLACE_GUARDIAN, following, 0)
