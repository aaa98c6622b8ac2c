"""Which games can the dense solver do, and what will it take?"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from layouts.errors import RuleError
from solver.guardians.dense.space import Space
from solver.guardians.game import Game
from solver.guardians.rules import Rules

MOST_PLAYERS = 3
GAP = 1e-6
"""Wanted between bounds by default: 32-bit fixed point holds it with room to spare."""
LEAST_GAP = 1e-8
"""No less is asked for: fixed point of 32 bits doesn't hold it."""
LAYERS = 5.6
"""Layers of the largest part in memory at once, measured on nine cards, two players."""
FIXED = 300_000_000
"""Bytes that the program takes, whatever the game."""
UPDATES_A_SECOND = 8e8
"""State updates that two cores reach, guesses and bounds included, about; see `benchmarks/`."""
SWEEPS = {0: 400, 1: 170, 2: 50}
"""Sweeps by growths a round, roughly, for estimates; 25 with more."""
WAITING = 2.5
"""So many times more where darkness grows once a round, and failing costs a spirit: there the guardians do
well to wait. It was 0.8 to 10 times, by `docs/whole_games.jsonl`."""
A_DARK_SET = 4e-4
"""Seconds that a dark set takes at least in a sweep."""
START_SWEEPS = {0: 300, 1: 160, 2: 35}
"""The same for the start alone, of each part; 25 with more."""


def refusal_of(rules: Rules) -> str | None:
    """Return why the dense solver can't do these rules, and the way that can; None if it can."""
    refused = ""
    if rules.players > MOST_PLAYERS:
        refused = f"players={rules.players}: it does up to {MOST_PLAYERS}"
    elif rules.reduce_timing == "after":
        refused = "reduce_timing=after (R10)"
    if not refused:
        return None
    return f"the dense solver can't do {refused}; enumeration can, on a smaller board (--keep)"


def check_scope(rules: Rules) -> None:
    """Raise RuleError, with the way that can, if the dense solver can't do these rules."""
    refusal = refusal_of(rules)
    if refusal:
        raise RuleError(refusal)


class Needs(NamedTuple):
    """What solving a game takes: exact for the states, about right for the rest."""

    states: int  # in a layer of the largest part
    memory: int  # bytes
    seconds: float
    start_memory: int  # bytes, for the start alone (`start`)
    start_disk: int  # bytes
    start_seconds: float


def estimate_needs(game: Game) -> Needs:
    """Return what it takes to solve a game."""
    space = Space(game, game.rules.spirits)
    states = prod(space.shape)
    block = states // space.shape[0]
    layers = game.rules.players * game.rules.actions + game.rules.growths + 2
    waiting = game.rules.growths == 1 and game.rules.center_penalty
    sweeps = SWEEPS.get(game.rules.growths, 25) * (WAITING if waiting else 1)
    start_sweeps = START_SWEEPS.get(game.rules.growths, 25)
    parts = range(
        1 if game.rules.center_penalty and game.rules.spirits else game.rules.spirits, game.rules.spirits + 1
    )
    of_all_parts = sum(prod(Space(game, spirits).shape) for spirits in parts)
    return Needs(
        states,
        int(4 * (LAYERS * states + 4 * block)) + FIXED,
        sweeps * (layers * states / UPDATES_A_SECOND + space.shape[0] * A_DARK_SET),
        int(4 * (states + 4 * block)) + FIXED,
        4 * states,
        start_sweeps * layers * of_all_parts / UPDATES_A_SECOND,
    )
