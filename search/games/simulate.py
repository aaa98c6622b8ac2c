"""A game played to its end, by a policy and seeded dice, as its record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from search.games.record import Record, decide, roll
from solver.guardians.action import Action
from solver.guardians.dice import SIDES
from solver.guardians.state import State


def roll_awaited(record: Record, random: Random) -> Record:
    """Roll the dice that are awaited."""
    return roll(record, [random.choice(SIDES) for _ in range(record.dice_awaited)])


def simulate(record: Record, policy: Callable[[State], Action], random: Random, most: int) -> Record:
    """Play on until the game is over, or `most` steps have been made.

    Parameters
    ----------
    policy
        From a state of the game, nothing lumped, to a legal action.
    """
    while not record.is_over and len(record.steps) < most:
        record = roll_awaited(record, random) if record.dice_awaited else decide(record, policy(record.state))
    return record
