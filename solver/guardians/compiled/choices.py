"""The legal actions of a row, in the order of `Play.actions`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.guardians.compiled.facts import Facts
from solver.guardians.compiled.table import (
    AGENTS,
    AGENTS_ACT,
    AT,
    DARK,
    DARKEN,
    DICE,
    FAILED,
    GROWTH,
    NOBODY,
    PHASE,
    PLACE_AGENT,
    PLACE_GUARDIAN,
    PLAYER,
    SPIRIT_LOST,
    SPIRIT_MOVES,
    SPIRITS,
    TAG,
    TURN,
    UPRIGHT,
    WAITING,
    Row,
)
from solver.guardians.state import EXHAUSTED, OUT, RESERVE
from solver.kernel import lean_kernel

Choices = NDArray[np.int64]
"""[action][verb, place, source, who as a mask, what is kept of the dice]"""
VERB, PLACE, SOURCE, WHO, KEEP = range(5)
MOST_CHOICES = 128
"""A turn has the most: 35 neighbours, and three attempts with eight groups of supporters."""
ATTACK, ENCOUNTER, SEAL = range(3)  # as `state.ATTEMPTS` are numbered
MOVE, STAND, ASSIST, STOP, ACCEPT, REROLL, REDUCE, SPIRIT, STEP, DARKENED, AGENT, GUARDIAN, ROLL = range(
    3, 16
)


def make_choices() -> Choices:
    """Return room for the actions of a row."""
    return np.zeros((MOST_CHOICES, 5), dtype=np.int64)


@lean_kernel
def is_in(row: Row, at: int, place: int) -> bool:
    """Tell whether one of two agents, or spirits, is at a place."""
    return bool(row[at] == place or row[at + 1] == place)


@lean_kernel
def others_here(f: Facts, row: Row, player: int) -> int:
    """Return the seats of the other guardians where the player is, as a mask."""
    found = 0
    for seat in range(f.players):
        if seat != player and row[AT + seat] == row[AT + player]:
            found |= 1 << seat
    return found


@lean_kernel
def supporters(f: Facts, row: Row, player: int) -> int:
    """Return the seats that could still support after a failed roll, as a mask."""
    if not (f.reroll or f.reduces_after):
        return 0
    return int(others_here(f, row, player) & row[UPRIGHT])


@lean_kernel
def count_bits(mask: int) -> int:
    """Return how many elements a set has."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@lean_kernel
def rating_of(f: Facts, row: Row, attempt: int, here: int) -> int:
    """Return the rating that an attempt is made against, without support."""
    dark = row[DARK]
    if attempt == ENCOUNTER:
        found = 0
        for place in range(f.tags.size):
            if (place == here or f.around[here] >> place & 1) and dark >> place & 1:
                found += f.influence[place]
        return found
    if not dark >> here & 1:
        return 0
    return int(f.strength[here] if attempt == ATTACK else f.defence[here])


@lean_kernel
def can_attempt(f: Facts, row: Row, attempt: int, here: int) -> bool:
    """Tell whether an upright guardian at `here` could make this attempt."""
    if attempt == ATTACK:
        return is_in(row, AGENTS, here)
    if is_in(row, AGENTS, here):
        return False
    if f.any_agent_blocks and here == f.center and is_in(row, AGENTS, EXHAUSTED):
        return False
    dark = row[DARK]
    if attempt == SEAL:
        if not dark >> here & 1:
            return False
        if here != f.center:
            return is_in(row, SPIRITS, here)
        return dark == 1 << here and (not f.center_needs_spirit or is_in(row, SPIRITS, here))
    count, elsewhere = 0, False
    for at in range(SPIRITS, SPIRITS + 2):
        count += row[at] == here
        elsewhere = elsewhere or (row[at] != here and row[at] != OUT and row[at] != NOBODY)
    if count >= f.spirits_per_location or (not f.encounter_on_light and not dark >> here & 1):
        return False
    return is_in(row, SPIRITS, RESERVE) or (f.spirit_moves and elsewhere)


@lean_kernel
def steps(f: Facts, dark: int, source: int) -> int:
    """Return the locations that an agent may step to, as a mask."""
    around = int(f.around[source])
    light = around & ~dark
    if light:
        highest, best = 0, 0
        for place in range(f.tags.size):
            if light >> place & 1 and f.tags[place] >= highest:
                best = (best if f.tags[place] == highest else 0) | 1 << place
                highest = f.tags[place]
        return best
    if f.agent_target == 2:
        return around
    targets, best_first, best_second = 0, 0, 0
    for place in range(f.tags.size):
        if place == source or dark >> place & 1:
            continue
        first, second = -f.tags[place], f.distances[source, place]
        if f.agent_target == 1:
            first, second = second, first
        if targets == 0 or first < best_first or (first == best_first and second < best_second):
            targets, best_first, best_second = 0, first, second
        if first == best_first and second == best_second:
            targets |= 1 << place
    if targets == 0:
        return around
    found = 0
    for place in range(f.tags.size):
        if not around >> place & 1:
            continue
        for target in range(f.tags.size):
            if targets >> target & 1 and f.distances[place, target] == f.distances[source, target] - 1:
                found |= 1 << place
    return found


@lean_kernel
def add(choices: Choices, count: int, verb: int, place: int, source: int, who: int, keep: int) -> int:
    """Put an action into the list, and return how many there are now."""
    choices[count, VERB], choices[count, PLACE], choices[count, SOURCE] = verb, place, source
    choices[count, WHO], choices[count, KEEP] = who, keep
    return count + 1


@lean_kernel
def add_places(choices: Choices, mask: int, verb: int, source: int, count: int) -> int:
    """Put an action for each location of a set into the list."""
    place = 0
    while mask >> place:
        if mask >> place & 1:
            count = add(choices, count, verb, place, source, 0, 0)
        place += 1
    return count


@lean_kernel
def list_turn(f: Facts, row: Row, choices: Choices) -> int:
    """List what the player whose turn it is may do."""
    player = row[PLAYER]
    if not row[UPRIGHT] >> player & 1:
        add(choices, 0, STAND, 0, 0, 0, 0)
        return add(choices, 1, STOP, 0, 0, 0, 0)
    here = row[AT + player]
    count = add_places(choices, f.around[here], MOVE, 0, 0)
    others = others_here(f, row, player)
    for seat in range(f.players):
        if others & ~row[UPRIGHT] & 1 << seat:
            count = add(choices, count, ASSIST, 0, 0, 1 << seat, 0)
    willing = 0 if f.reduces_after else others & row[UPRIGHT]
    for attempt in range(3):
        if can_attempt(f, row, attempt, here):
            most = min(count_bits(willing), rating_of(f, row, attempt, here))
            for size in range(most + 1):
                for who in range(willing + 1):
                    if who & ~willing == 0 and count_bits(who) == size:
                        count = add(choices, count, attempt, 0, 0, who, 0)
    return add(choices, count, STOP, 0, 0, 0, 0)


@lean_kernel
def list_support(f: Facts, row: Row, choices: Choices) -> int:
    """List what can be done about a failed roll."""
    count = add(choices, 0, ACCEPT, 0, 0, 0, 0)
    helpers = supporters(f, row, row[PLAYER])
    for seat in range(f.players):
        if not helpers >> seat & 1:
            continue
        if f.reduces_after:
            count = add(choices, count, REDUCE, 0, 0, 1 << seat, 0)
        if f.reroll:
            for keep in f.casts.keeps[row[DICE]]:
                if keep < 0:
                    break
                count = add(choices, count, REROLL, 0, 0, 1 << seat, keep)
    return count


@lean_kernel
def list_choices(f: Facts, row: Row, choices: Choices) -> int:
    """List the legal actions, and return how many there are."""
    phase, count = row[PHASE], 0
    if phase == TURN:
        return list_turn(f, row, choices)
    if phase == FAILED:
        return list_support(f, row, choices)
    if phase in (SPIRIT_MOVES, SPIRIT_LOST):
        here = row[AT + row[PLAYER]] if phase == SPIRIT_MOVES else NOBODY
        for at in range(SPIRITS, SPIRITS + 2):
            place = row[at]  # in order, as whereabouts are sorted
            again = at > SPIRITS and place == row[at - 1]
            if place not in (OUT, NOBODY, here) and not again:
                count = add(choices, count, SPIRIT, place, 0, 0, 0)
    elif phase == AGENTS_ACT:
        for at in range(WAITING, WAITING + 2):
            source = row[at]
            if source != NOBODY and (at == WAITING or source != row[WAITING]):
                count = add_places(choices, steps(f, row[DARK], source), STEP, source, count)
    elif phase == GROWTH:
        count = add(choices, count, ROLL, 0, 0, 0, 0)
    elif phase in (DARKEN, PLACE_AGENT):
        if phase == PLACE_AGENT and not is_in(row, AGENTS, RESERVE):
            return 0
        for place in range(f.tags.size):
            if f.tags[place] == row[TAG] and (phase == PLACE_AGENT or not row[DARK] >> place & 1):
                verb = DARKENED if phase == DARKEN else AGENT
                count = add(choices, count, verb, place, 0, 0, 0)
    elif phase == PLACE_GUARDIAN:
        for place in range(f.tags.size):
            count = add(choices, count, GUARDIAN, place, 0, 0, 0)
    return count
