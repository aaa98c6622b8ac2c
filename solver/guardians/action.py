"""What a player, or Lord Sepia, picks. Every action begins with its verb."""

from __future__ import annotations

from typing import NamedTuple

from solver.guardians.state import ATTACK, ENCOUNTER, SEAL


class Action(NamedTuple):
    """A verb and what it is done with.

    The fields that a verb does not use keep their defaults. `place` is a location, or RESERVE for a
    spirit that is lost from there; `source` is where an agent steps from; `who` are seats: the one
    assisted, or those who support; `dice` are the values rolled again, sorted.
    """

    verb: str
    place: int = 0
    source: int = 0
    who: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()


MOVE, STAND, ASSIST, STOP = "move", "stand", "assist", "stop"
ACCEPT, REROLL, REDUCE = "accept", "reroll", "reduce"
MOVE_SPIRIT, LOSE_SPIRIT = "spirit", "lose"
STEP, DARKEN, AGENT, PLACE, ROLL = "step", "darken", "agent", "place", "roll"

VERBS = {
    MOVE: "a guardian moves to `place`",
    STAND: "an exhausted guardian stands up",
    ASSIST: "the exhausted guardian of seat `who` stands up",
    ATTACK: "an attempt at an agent here, supported by `who`",
    ENCOUNTER: "an attempt to call a spirit here, supported by `who`",
    SEAL: "an attempt to turn this location light, supported by `who`",
    STOP: "the turn is over",
    ACCEPT: "nobody supports any more; the roll has failed",
    REROLL: "a supporter, `who`, has `dice` rolled again",
    REDUCE: "a supporter, `who`, lowers the rating by 1 after the roll (reading R10 `after`)",
    MOVE_SPIRIT: "the spirit at `place` comes here",
    LOSE_SPIRIT: "the spirit at `place`, or in the reserve, goes out of the game",
    STEP: "the agent at `source` steps to `place`, and rolls if it is light",
    DARKEN: "the location `place` turns dark",
    AGENT: "an agent appears at `place`",
    PLACE: "a guardian starts at `place`",
    ROLL: "the black die is rolled for Darkness Grows",
}

TURN_OVER = Action(STOP)
STAND_UP = Action(STAND)
ACCEPTED = Action(ACCEPT)
ROLL_DIE = Action(ROLL)
