"""Playouts by the strategy `greedy`, compiled: the same games, number by number, as `play_each` plays.

Scores are added up in the same order, so that ties are broken alike; and the random numbers are Python's,
drawn beforehand. Nine cards, two to four players: 55 to 110 times as fast (`benchmarks/playouts.py`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.playouts import LONGEST
from search.strategies import (
    AGENT_EXHAUSTED,
    AGENT_ON_SPIRIT,
    AGENT_STANDING,
    GUARDIAN_EXHAUSTED,
    LOST,
    LOST_TRYING,
    SPIRIT_ON_DARK,
    SPIRIT_OUT,
    STEP_AWAY,
)
from search.strategies import (
    DARK as DARK_POINTS,
)
from search.strategies import (
    WON as WON_POINTS,
)
from solver.guardians.compiled.choices import SEAL, Choices, is_in, list_choices, make_choices
from solver.guardians.compiled.facts import Facts, make_facts
from solver.guardians.compiled.going_on import copy_row, is_same
from solver.guardians.compiled.results import Chances, Rows, list_results, make_results
from solver.guardians.compiled.table import (
    AGENTS,
    AGENTS_ACT,
    AT,
    ATTEMPT,
    DARK,
    DARKEN,
    FAILED,
    FIRST,
    GROWTH,
    LEFT,
    OVER,
    PHASE,
    PLACE_AGENT,
    PLAYER,
    SIZE,
    SPIRITS,
    TURN,
    UPRIGHT,
    WON,
    Row,
    row_of,
)
from solver.guardians.game import Game
from solver.guardians.state import EXHAUSTED, OUT, State
from solver.kernel import lean_kernel

DRAWS = 256
"""Random numbers that are drawn at first; a game of three players on nine cards takes some hundred."""
LOST_GAME, WON_GAME, GOES_ON = 0, 1, 2
STEPS, LAPS, POWER, USED = range(4)  # counters


class Room(NamedTuple):
    """What kernels work in."""

    choices: Choices
    chances: Chances
    rows: Rows
    earlier: Row  # the start of a round, since when nothing was rolled
    counters: NDArray[np.int64]


def make_room() -> Room:
    """Return room for one game at a time."""
    return Room(make_choices(), *make_results(), np.zeros(SIZE, np.int64), np.zeros(4, np.int64))


@lean_kernel
def score_row(f: Facts, row: Row) -> float:
    """Return `strategies.score`."""
    if row[PHASE] == OVER:
        return WON_POINTS if row[WON] else LOST
    others = row[DARK] & ~(1 << f.center)
    called = count = 0
    for place in range(f.tags.size):
        count += others >> place & 1
    points = DARK_POINTS * count
    for at in range(SPIRITS, SPIRITS + 2):
        place = row[at]
        if place == OUT:
            points += SPIRIT_OUT
        elif place >= 0 and others >> place & 1 and not called >> place & 1:
            points += SPIRIT_ON_DARK + (AGENT_ON_SPIRIT if is_in(row, AGENTS, place) else 0.0)
            called |= 1 << place
    for at in range(AGENTS, AGENTS + 2):
        if row[at] >= 0:
            points += AGENT_STANDING
        elif row[at] == EXHAUSTED:
            points += AGENT_EXHAUSTED
    goals = called or others or 1 << f.center
    for seat in range(f.players):
        nearest = f.tags.size
        for place in range(f.tags.size):
            if goals >> place & 1:
                nearest = min(nearest, f.distances[row[AT + seat], place])
        points += STEP_AWAY * nearest
        if not row[UPRIGHT] >> seat & 1:
            points += GUARDIAN_EXHAUSTED
    return points


@lean_kernel
def is_opponents(f: Facts, phase: int) -> bool:
    """Tell whether Lord Sepia decides."""
    return (f.decider >= 1 and phase == AGENTS_ACT) or (f.decider == 1 and (phase in (DARKEN, PLACE_AGENT)))


@lean_kernel
def choose(f: Facts, row: Row, count: int, room: Room) -> int:
    """Return which of the listed choices `strategies.greedy` takes."""
    lord = is_opponents(f, row[PHASE])
    best, most = 0, 0.0
    for i in range(count):
        sealing = room.choices[i, 0] == SEAL or (row[PHASE] == FAILED and row[ATTEMPT] == SEAL)
        total, points = 0.0, 0.0
        for k in range(list_results(f, row, room.choices[i], room.chances, room.rows)):
            after = room.rows[k]
            if k == 0 or after[PHASE] != FAILED:  # rolls that fail leave the same table
                lost = after[PHASE] == OVER and not after[WON]
                points = LOST_TRYING if sealing and lost else score_row(f, after)
            total += room.chances[k] * points
        if i == 0 or (total < most if lord else total > most):
            best, most = i, total
    return best


@lean_kernel
def draw(count: int, chances: Chances, point: float) -> int:
    """Return which outcome `playouts.draw` draws."""
    reached = 0.0
    for k in range(count):
        reached += chances[k]
        if point < reached:
            return k
    return count - 1


@lean_kernel
def goes_round(f: Facts, row: Row, room: Room) -> bool:
    """Tell whether a round begins as one has since the last roll; R. P. Brent's way, with one row kept."""
    counters = room.counters
    if row[PHASE] != TURN or row[LEFT] != f.actions or row[PLAYER] != row[FIRST]:
        return False
    if counters[POWER] and is_same(row, room.earlier):
        return True
    if counters[LAPS] == counters[POWER]:
        copy_row(room.earlier, row)
        counters[POWER] = max(1, 2 * counters[POWER])
        counters[LAPS] = 0
    counters[LAPS] += 1
    return False


@lean_kernel
def play_on(f: Facts, row: Row, points: Chances, room: Room) -> int:
    """Play until the game ends, or the random numbers do.

    Parameters
    ----------
    row
        The state, which changes.
    points
        Random numbers; `room.counters` says how many are used.
    """
    counters = room.counters
    while counters[STEPS] < LONGEST:
        if row[PHASE] == OVER:
            return int(row[WON])
        if counters[USED] == points.size:
            return GOES_ON
        if goes_round(f, row, room):
            return LOST_GAME
        count = list_choices(f, row, room.choices)
        chosen = 0 if row[PHASE] == GROWTH else choose(f, row, count, room)
        count = list_results(f, row, room.choices[chosen], room.chances, room.rows)
        if count > 1:
            counters[LAPS] = counters[POWER] = 0
        copy_row(row, room.rows[draw(count, room.chances, points[counters[USED]])])
        counters[USED] += 1
        counters[STEPS] += 1
    return LOST_GAME


class GreedyGames:
    """Plays games; the game isn't lumped."""

    def __init__(self, game: Game) -> None:
        self._facts = make_facts(game)
        self._room = make_room()

    @property
    def steps(self) -> int:
        """How many decisions and rolls the last game took."""
        return int(self._room.counters[STEPS])

    def choose(self, state: State) -> int:
        """Return the number, among the legal actions, of the one that `greedy` takes."""
        row = row_of(state)
        return int(choose(self._facts, row, list_choices(self._facts, row, self._room.choices), self._room))

    def play_each(self, state: State, seed: int, number: int) -> list[Fraction]:
        """Return what `playouts.play_each` does with `greedy`."""
        facts, room, start = self._facts, self._room, row_of(state)
        random = Random(f"{seed} {number}")
        points = np.array([random.random() for _ in range(DRAWS)])
        found = []
        for i in range(list_choices(facts, start, room.choices)):
            list_choices(facts, start, room.choices)  # again: the games have used the room
            count = list_results(facts, start, room.choices[i], room.chances, room.rows)
            row = room.rows[draw(count, room.chances, points[0])].copy()
            room.counters[:] = 0, 0, 0, 1
            while (end := play_on(facts, row, points, room)) == GOES_ON:
                points = np.append(points, [random.random() for _ in points])
            found.append(Fraction(int(end)))
        return found


@lru_cache(maxsize=1)
def greedy_games(game: Game) -> GreedyGames:
    """Return what plays a game."""
    return GreedyGames(game)
