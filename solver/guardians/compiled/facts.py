"""What stays the same through a game, as kernels take it: `solver.guardians.game` as numbers and arrays."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.guardians.agents import darkening_chance
from solver.guardians.compiled.casts import Casts, make_casts
from solver.guardians.dice import SIDES
from solver.guardians.game import Game
from solver.guardians.rules import READINGS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Facts(NamedTuple):
    """The board, the dice and the rules."""

    center: int
    everything: int
    tags: Ints  # by location, as all below
    defence: Ints
    strength: Ints
    influence: Ints
    around: Ints  # the neighbours, as a mask
    distances: Ints  # [location][location]
    darkening: Floats  # the chance that an agent who steps there darkens it
    staying: Floats  # and that it stays light
    sixths: Floats
    casts: Casts
    players: int
    actions: int
    growths: int
    center_agent_from: int
    start_any: bool
    any_agent_blocks: bool
    spirits_per_location: int
    encounter_on_light: bool
    spirit_moves: bool
    center_needs_spirit: bool
    spirit_returns: bool
    reduces_after: bool
    reroll: bool
    center_penalty: bool
    agent_target: int  # number of the value in `READINGS`: the highest, the nearest, any neighbour
    decider: int  # likewise: the players, Lord Sepia, he for the agents only


def make_facts(game: Game) -> Facts:
    """Return the facts of a game as on the table (one that isn't lumped)."""
    assert not game.lumped
    board, rules = game.board, game.rules
    chances = [darkening_chance(game, place) for place in range(len(board))]

    def number(name: str) -> int:
        values = READINGS[name].values
        assert values is not None
        return values.index(getattr(rules, name))

    return Facts(
        center=game.center,
        everything=game.everything,
        tags=np.array(board.tags),
        defence=np.array([ratings.defence for ratings in board.ratings]),
        strength=np.array([ratings.strength for ratings in board.ratings]),
        influence=np.array([ratings.influence for ratings in board.ratings]),
        around=np.array([sum(1 << place for place in places) for places in board.neighbours]),
        distances=np.array(board.distances),
        darkening=np.array([float(chance) for chance in chances]),
        staying=np.array([float(1 - chance) for chance in chances]),
        sixths=np.array([float(Fraction(n, len(SIDES))) for n in range(len(SIDES) + 1)]),
        casts=make_casts(),
        players=rules.players,
        actions=rules.actions,
        growths=rules.growths,
        center_agent_from=rules.center_agent_from,
        start_any=rules.start == "any",
        any_agent_blocks=rules.blocking_agents == "any",
        spirits_per_location=rules.spirits_per_location,
        encounter_on_light=rules.encounter_on_light,
        spirit_moves=rules.spirit_moves,
        center_needs_spirit=rules.center_needs_spirit,
        spirit_returns=rules.spirit_returns,
        reduces_after=rules.reduce_timing == "after",
        reroll=rules.reroll,
        center_penalty=rules.center_penalty,
        agent_target=number("agent_target"),
        decider=number("decider"),
    )
