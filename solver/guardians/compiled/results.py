"""What an action leads to, in the order of `Play.outcomes`: successors as rows, with their probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.guardians.attempts import STEP as TARGET_STEP
from solver.guardians.attempts import SURE_TARGET
from solver.guardians.compiled.casts import OUT_OF_REACH, ROLLS
from solver.guardians.compiled.choices import (
    ACCEPT,
    AGENT,
    ASSIST,
    ATTACK,
    DARKENED,
    ENCOUNTER,
    GUARDIAN,
    MOVE,
    REROLL,
    ROLL,
    SEAL,
    SPIRIT,
    STAND,
    STEP,
    STOP,
    is_in,
    rating_of,
    supporters,
)
from solver.guardians.compiled.facts import Facts
from solver.guardians.compiled.going_on import (
    after_action,
    after_agent,
    after_growth,
    after_placing,
    copy_row,
    end_game,
    end_turn,
    is_same,
    is_settled,
    replace_one,
    set_moment,
)
from solver.guardians.compiled.table import (
    AGENTS,
    AT,
    ATTEMPT,
    DARK,
    DARKEN,
    DICE,
    FAILED,
    LEFT,
    NOBODY,
    PHASE,
    PLACE_AGENT,
    PLAYER,
    SETUP,
    SIZE,
    SPIRIT_LOST,
    SPIRIT_MOVES,
    SPIRITS,
    TAG,
    TARGET,
    UPRIGHT,
    WAITING,
    Row,
)
from solver.guardians.growth import LOWEST_TAG
from solver.guardians.state import EXHAUSTED, OUT, RESERVE
from solver.kernel import lean_kernel

HIGHEST_TAG = 6
Rows = NDArray[np.int64]
Chances = NDArray[np.float64]
Choice = NDArray[np.int64]  # as listed in `choices`


def make_results() -> tuple[Chances, Rows]:
    """Return room for the outcomes of an action: all failed rolls and success are the most."""
    most = len(ROLLS) + 1
    return np.zeros(most), np.zeros((most, SIZE), dtype=np.int64)


@lean_kernel
def choose_spirit(f: Facts, row: Row, phase: int, player: int, left: int) -> None:
    """Ask which spirit moves here or is lost; or go on, if there is just one to choose."""
    here = row[AT + player]
    stays = here if phase == SPIRIT_MOVES else NOBODY
    first, second = row[SPIRITS], row[SPIRITS + 1]
    first_can = first not in (OUT, NOBODY, stays)
    second_can = second not in (OUT, NOBODY, stays) and second != first
    if first_can and second_can:
        set_moment(row, phase, player, left)
        return
    replace_one(row, SPIRITS, first if first_can else second, here if phase == SPIRIT_MOVES else OUT)
    after_action(f, row, player, left)


@lean_kernel
def succeed(f: Facts, row: Row, player: int, left: int, attempt: int) -> None:
    """Let an attempt succeed."""
    here = row[AT + player]
    if attempt == ATTACK:
        replace_one(row, AGENTS, here, EXHAUSTED)
    elif attempt == ENCOUNTER:
        if not is_in(row, SPIRITS, RESERVE):
            choose_spirit(f, row, SPIRIT_MOVES, player, left)
            return
        replace_one(row, SPIRITS, RESERVE, here)
    else:
        if f.spirit_returns and is_in(row, SPIRITS, here):
            replace_one(row, SPIRITS, here, RESERVE)
        row[DARK] &= ~(1 << here)
        if is_settled(f, row):
            return
    after_action(f, row, player, left)


@lean_kernel
def fail(f: Facts, row: Row, player: int, left: int, attempt: int) -> None:
    """Exhaust the player; at the center's seal, take a spirit."""
    row[UPRIGHT] &= ~(1 << player)
    if attempt != SEAL or row[AT + player] != f.center or not f.center_penalty:
        after_action(f, row, player, left)
        return
    in_game = 0
    for at in range(SPIRITS, SPIRITS + 2):
        in_game += row[at] != OUT and row[at] != NOBODY
    if in_game <= 1:
        end_game(row, False)
    else:
        choose_spirit(f, row, SPIRIT_LOST, player, left)


@lean_kernel
def roll(
    f: Facts,
    row: Row,
    player: int,
    left: int,
    attempt: int,
    target: int,
    keep: int,
    chances: Chances,
    rows: Rows,
) -> int:
    """Roll the dice that are not kept; those who support lie already."""
    if target <= SURE_TARGET:
        chances[0] = 1.0
        copy_row(rows[0], row)
        succeed(f, rows[0], player, left, attempt)
        return 1
    casts, reached = f.casts, min(target, OUT_OF_REACH)
    count = 0
    if supporters(f, row, player):
        for i in range(casts.failures[keep, reached]):
            chances[count] = casts.failed[keep, reached, i]
            to = rows[count]
            copy_row(to, row)
            set_moment(to, FAILED, player, left)
            to[ATTEMPT], to[TARGET], to[DICE] = attempt, target, casts.dice[keep, reached, i]
            count += 1
    elif casts.success[keep, reached] != 1.0:
        chances[count] = casts.failure[keep, reached]
        copy_row(rows[count], row)
        fail(f, rows[count], player, left, attempt)
        count += 1
    if casts.success[keep, reached] > 0.0:
        chances[count] = casts.success[keep, reached]
        copy_row(rows[count], row)
        succeed(f, rows[count], player, left, attempt)
        count += 1
    return count


@lean_kernel
def act(f: Facts, row: Row, choice: Choice, chances: Chances, rows: Rows) -> int:
    """Return how many outcomes an action of a turn has."""
    verb, player, left = choice[0], row[PLAYER], row[LEFT] - 1
    if verb in (ATTACK, ENCOUNTER, SEAL):
        rating, who = rating_of(f, row, verb, row[AT + player]), choice[3]
        target = TARGET_STEP * rating
        supported = rows[len(rows) - 1]  # is filled last, if at all, from itself
        copy_row(supported, row)
        for seat in range(f.players):
            if who >> seat & 1:
                target -= TARGET_STEP
                supported[UPRIGHT] &= ~(1 << seat)
        return roll(f, supported, player, left, verb, target, 0, chances, rows)
    after = rows[0]
    chances[0] = 1.0
    copy_row(after, row)
    if verb == MOVE:
        after[AT + player] = choice[1]
    elif verb == STAND:
        after[UPRIGHT] |= 1 << player
    elif verb == ASSIST:
        after[UPRIGHT] |= choice[3]
    if verb == STOP:
        end_turn(f, after, player)
    else:
        after_action(f, after, player, left)
    return 1


@lean_kernel
def support(f: Facts, row: Row, choice: Choice, chances: Chances, rows: Rows) -> int:
    """Return how many outcomes support after a failed roll, or none, has."""
    verb, player, left, attempt, target = choice[0], row[PLAYER], row[LEFT], row[ATTEMPT], row[TARGET]
    if verb == REROLL:
        supported = rows[len(rows) - 1]
        copy_row(supported, row)
        supported[UPRIGHT] &= ~choice[3]
        return roll(f, supported, player, left, attempt, target, choice[4], chances, rows)
    after = rows[0]
    chances[0] = 1.0
    copy_row(after, row)
    if verb == ACCEPT:
        fail(f, after, player, left, attempt)
        return 1
    after[UPRIGHT] &= ~choice[3]
    target -= TARGET_STEP
    if f.casts.sums[row[DICE]] >= target:
        succeed(f, after, player, left, attempt)
    elif supporters(f, after, player):
        after[TARGET] = target
    else:
        fail(f, after, player, left, attempt)
    return 1


@lean_kernel
def step(f: Facts, row: Row, choice: Choice, chances: Chances, rows: Rows) -> int:
    """Return how many outcomes an agent's step has: two, at a light location."""
    place, source = choice[1], choice[2]
    first, second = row[WAITING], row[WAITING + 1]
    if first == source:
        first = second
    after = rows[0]
    copy_row(after, row)
    replace_one(after, AGENTS, source, place)
    if row[DARK] >> place & 1:
        chances[0] = 1.0
        after_agent(f, after, first, NOBODY)
        return 1
    copy_row(rows[1], after)
    chances[0], chances[1] = f.darkening[place], f.staying[place]
    after[DARK] |= 1 << place
    if not is_settled(f, after):
        after_agent(f, after, first, NOBODY)
    after_agent(f, rows[1], first, NOBODY)
    return 2


@lean_kernel
def darken(f: Facts, row: Row, place: int, left: int, setup: int) -> None:
    """Let a location turn dark by growth."""
    row[DARK] |= 1 << place
    if not is_settled(f, row):
        after_growth(f, row, left, setup)


@lean_kernel
def place_agent(f: Facts, row: Row, place: int, left: int, setup: int) -> None:
    """Let an agent appear."""
    replace_one(row, AGENTS, RESERVE, place)
    after_growth(f, row, left, setup)


@lean_kernel
def grow(f: Facts, row: Row, tag: int) -> None:
    """Go on to the choice that a roll of `tag` leads to, or to what follows if there is none to make."""
    left, setup = row[LEFT] - 1, row[SETUP]
    light = dark = light_place = dark_place = 0
    for place in range(f.tags.size):
        if f.tags[place] != tag:
            continue
        if row[DARK] >> place & 1:
            dark, dark_place = dark + 1, place
        else:
            light, light_place = light + 1, place
    if light == 1:
        darken(f, row, light_place, left, setup)
    elif light == 0 and dark == 1 and is_in(row, AGENTS, RESERVE):
        place_agent(f, row, dark_place, left, setup)
    elif light == 0 and (dark == 0 or not is_in(row, AGENTS, RESERVE)):
        after_growth(f, row, left, setup)
    else:
        set_moment(row, DARKEN if light else PLACE_AGENT, 0, left)
        row[TAG], row[SETUP] = tag, setup


@lean_kernel
def roll_die(f: Facts, row: Row, chances: Chances, rows: Rows) -> int:
    """Return how many outcomes the die of Darkness Grows has; those that are the same state are one."""
    count = 0
    for tag in range(LOWEST_TAG, HIGHEST_TAG + 1):
        ways = LOWEST_TAG if tag == LOWEST_TAG else 1  # sides that name it
        copy_row(rows[count], row)
        grow(f, rows[count], tag)
        same = 0
        while not is_same(rows[same], rows[count]):
            same += 1
        if same == count:
            chances[count] = 0.0
            count += 1
        chances[same] += ways  # not chances yet, but ways of six
    for i in range(count):
        chances[i] = f.sixths[int(chances[i])]
    return count


@lean_kernel
def list_results(f: Facts, row: Row, choice: Choice, chances: Chances, rows: Rows) -> int:
    """Write down the outcomes of an action, and return how many there are.

    Parameters
    ----------
    chances, rows
        See `make_results`; what they held is gone.
    """
    verb = choice[0]
    if verb <= STOP:
        return act(f, row, choice, chances, rows)
    if row[PHASE] == FAILED:
        return support(f, row, choice, chances, rows)
    if verb == STEP:
        return step(f, row, choice, chances, rows)
    if verb == ROLL:
        return roll_die(f, row, chances, rows)
    chances[0], after = 1.0, rows[0]
    copy_row(after, row)
    player, place = row[PLAYER], choice[1]
    if verb == SPIRIT:
        moves = row[PHASE] == SPIRIT_MOVES
        replace_one(after, SPIRITS, place, row[AT + player] if moves else OUT)
        after_action(f, after, player, row[LEFT])
    elif verb == DARKENED:
        darken(f, after, place, row[LEFT], row[SETUP])
    elif verb == AGENT:
        place_agent(f, after, place, row[LEFT], row[SETUP])
    elif verb == GUARDIAN:
        after[AT + player] = place
        after_placing(f, after, player)
    return 1
