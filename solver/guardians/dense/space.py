"""How are the states of a game numbered without a list of them?

Within a round the process is acyclic, so only *layers* are kept: all states in which a given player
has a given number of actions left. A layer is an array

    values[dark set][agents][active guardian][spirits][other guardians]

with perfect mixed-radix ranks:

    dark set          bit mask of dark locations besides the center (all of them dark: lost, kept 0)
    agents            rank among the sorted whereabouts of all
    guardian          2 · location + (1 if upright); the others in turn order after the active one
    spirits           rank among the sorted whereabouts of those still in the game

so that growth and the agents work on long rows, and a player's action on what fits in a cache.

The center is always dark. A *part* is the layers with the same number of spirits still in the game:
none ever comes back, so the part with fewer is solved first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, pairwise

from solver.guardians.game import Game
from solver.guardians.state import EXHAUSTED, OUT, RESERVE, State

Places = tuple[int, ...]

ONE = 2**32 - 1
"""What stands for the value 1 in a layer; see `arithmetic`. Here, so that it can be read without numba."""


@dataclass(frozen=True)
class Space:
    """The ranks of one part of a game.

    Parameters
    ----------
    game
        The board and the rules.
    spirits_left
        How many spirits are still in the game.
    """

    game: Game
    spirits_left: int

    @cached_property
    def others(self) -> Places:
        """The locations besides the center; bit i of a dark set is the i-th of them."""
        return tuple(place for place in range(len(self.game.board)) if place != self.game.center)

    @cached_property
    def spirits(self) -> tuple[Places, ...]:
        """All whereabouts of the spirits in the game, in rank order."""
        everywhere = (RESERVE, *range(len(self.game.board)))
        limit = self.game.rules.spirits_per_location
        return tuple(
            places
            for places in combinations_with_replacement(everywhere, self.spirits_left)
            if all(places.count(place) <= limit for place in places if place != RESERVE)
        )

    @cached_property
    def agents(self) -> tuple[Places, ...]:
        """All whereabouts of the agents, in rank order: the fewer are in the reserve, the earlier."""
        everywhere = (EXHAUSTED, RESERVE, *range(len(self.game.board)))
        found = [
            tuple(sorted(places))
            for places in combinations_with_replacement(everywhere, self.game.rules.agents)
        ]
        return tuple(sorted(found, key=lambda places: (places.count(RESERVE), places)))

    @cached_property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """The runs of agents' ranks with 0, 1, ... agents in the reserve, to which none ever goes back."""
        counts = [places.count(RESERVE) for places in self.agents]
        ends = [sum(count <= most for count in counts) for most in range(-1, self.game.rules.agents + 1)]
        return tuple(pairwise(ends))

    @cached_property
    def spirit_rank(self) -> dict[Places, int]:
        """The inverse of `spirits`."""
        return {places: rank for rank, places in enumerate(self.spirits)}

    @cached_property
    def agent_rank(self) -> dict[Places, int]:
        """The inverse of `agents`."""
        return {places: rank for rank, places in enumerate(self.agents)}

    @cached_property
    def shape(self) -> tuple[int, int, int, int, int]:
        """The shape of a layer: dark sets, agents, active guardian, spirits, other guardians."""
        digits = 2 * len(self.game.board)
        others = digits ** (self.game.rules.players - 1)
        return 2 ** len(self.others), len(self.agents), digits, len(self.spirits), others

    def dark_set(self, dark: int) -> int:
        """Return the rank of a mask of dark locations."""
        return sum(1 << bit for bit, place in enumerate(self.others) if dark >> place & 1)

    def dark_mask(self, dark_set: int) -> int:
        """Return the mask of dark locations, the center among them."""
        return 1 << self.game.center | sum(
            1 << place for bit, place in enumerate(self.others) if dark_set >> bit & 1
        )

    def rank(self, state: State, active: int) -> tuple[int, int, int, int, int]:
        """Return where the layer of `active`, a seat, has the value of `state`."""
        digits = [2 * place + (state.upright >> seat & 1) for seat, place in enumerate(state.at)]
        players, radix = len(digits), 2 * len(self.game.board)
        others = 0
        for turn in range(1, players):
            others = others * radix + digits[(active + turn) % players]
        spirits = tuple(place for place in state.spirits if place != OUT)
        return (
            self.dark_set(state.dark),
            self.agent_rank[state.agents],
            digits[active],
            self.spirit_rank[spirits],
            others,
        )
