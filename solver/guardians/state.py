"""What lies on the table between two decisions, and whose decision comes next.

Locations are numbered as on the board; guardians are numbered by seat. A set of locations or of
seats is a bit mask. The two agents are alike and so are the two spirits, so each pair is a sorted
tuple of whereabouts. What is being decided is the state's *moment*.
"""

from __future__ import annotations

from typing import NamedTuple

RESERVE = -1
"""Whereabouts of an agent or a spirit that is not on the table yet (or is back in the reserve)."""
EXHAUSTED = -2
"""Whereabouts of an exhausted agent: at the center, lying down."""
OUT = -3
"""Whereabouts of a spirit that is out of the game."""

ATTACK = "attack"
ENCOUNTER = "encounter"
SEAL = "seal"
ATTEMPTS = (ATTACK, ENCOUNTER, SEAL)


# Every moment begins with its phase, so that moments of two kinds are never equal.


class Turn(NamedTuple):
    """A player chooses an action and has `left` of them, at least 1."""

    player: int
    left: int
    phase: str = "turn"


class Failed(NamedTuple):
    """A roll of `player` has failed, and a guardian here could still support.

    `left` actions remain after this one; `target` counts the support given so far; `dice` is sorted.
    """

    player: int
    left: int
    attempt: str
    target: int
    dice: tuple[int, ...]
    phase: str = "failed"


class SpiritMoves(NamedTuple):
    """An encounter of `player` has succeeded with an empty reserve: which spirit comes here?"""

    player: int
    left: int
    phase: str = "spirit_moves"


class SpiritLost(NamedTuple):
    """`player` has failed at the center's seal: which spirit goes out of the game?"""

    player: int
    left: int
    phase: str = "spirit_lost"


class AgentsAct(NamedTuple):
    """Agents standing at `waiting` (sorted locations) have not acted yet this round."""

    waiting: tuple[int, ...]
    phase: str = "agents"


class Growth(NamedTuple):
    """Darkness Grows `left` more times; its die is rolled next."""

    left: int
    setup: bool
    phase: str = "growth"


class Darken(NamedTuple):
    """The die has named `tag`: which light location of that tag turns dark?"""

    tag: int
    left: int
    setup: bool
    phase: str = "darken"


class PlaceAgent(NamedTuple):
    """The die has named `tag`, all dark: on which of its locations does an agent appear?"""

    tag: int
    left: int
    setup: bool
    phase: str = "place_agent"


class PlaceGuardian(NamedTuple):
    """Reading R3 `any`: where does the guardian of seat `player` start?"""

    player: int
    phase: str = "place_guardian"


class Over(NamedTuple):
    """The game has ended."""

    won: bool
    phase: str = "over"


Moment = (
    Turn | Failed | SpiritMoves | SpiritLost | AgentsAct | Growth | Darken | PlaceAgent | PlaceGuardian | Over
)


class State(NamedTuple):
    """A full description between two decisions; hashable, and equal if nothing can tell two apart."""

    dark: int  # bit mask of the locations on their dark side
    agents: tuple[int, ...]  # sorted: location if standing, RESERVE, or EXHAUSTED
    spirits: tuple[int, ...]  # sorted: location, RESERVE, or OUT
    at: tuple[int, ...]  # location of each guardian, by seat
    upright: int  # bit mask of seats
    first: int  # seat of this round's starting player
    moment: Moment


WON = State(0, (), (), (), 0, 0, Over(True))
LOST = State(0, (), (), (), 0, 0, Over(False))


def replace_one(places: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """Return sorted whereabouts with one `old` turned into `new`."""
    i = places.index(old)
    return tuple(sorted((*places[:i], new, *places[i + 1 :])))


def members(mask: int) -> tuple[int, ...]:
    """List the elements of a bit mask, in order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
