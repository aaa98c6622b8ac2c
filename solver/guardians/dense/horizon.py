"""What can be said of a start after a few rounds? A game with a horizon of K rounds, from either side.

**The restricted game** is lost unless it is won within K rounds. Whatever wins it wins the game, so its value
is never above: it is the K-th iterate from 0.

**The relaxed game** goes on without agents after K rounds: they are taken off the table, and none comes back.
Its value is never below. At K = 0 it is a game with a few dozen times fewer states, solved as such; the
iterates from its value are the relaxed games of the larger K, and fall to the value.

When a spirit is lost with k rounds to go, the largest n with n · (n + 1) / 2 < k are left: so what has fewer
spirits is swept in rounds 2, 4, 7, 11, … only, which saves a fifth of the work.

*Proof.* Say that a state of the game without agents is ahead of a state of the game if every location that
is dark in it is dark in the game, every guardian that lies in it lies in the game, at the same places, at
least as many actions are left, as many spirits are out, and every spirit on the game's table has one at the
same place ahead. With V₀ and V the values after so many backups from 0, V₀ ≥ V wherever a state is ahead, by
induction over the backups:

- *Players.* Take an action that is best in the game. What isn't needed is left out ahead: attacks, standing
  up and assisting where no one lies, breaking a seal that is broken there, an encounter where a spirit is
  there already. Another attempt is made ahead, too, with the same support. Its target is the same or lower,
  as only dark locations have influence; that is no harm, since success is worth at least failure wherever
  an attempt is best. No agent is in the way. Success leaves one state ahead of the other: the spirit that a
  seal sends back may stay on the table ahead, and the spirit of an encounter comes from the reserve, or
  from where the game has none, or else from the same place. At the center all other locations are light in
  the game, so ahead, too; a spirit lost is the same one, or one that the game has in its reserve.
- *Agents* darken locations, in the game only.
- *Growth.* The location chosen in the game is light ahead, too, and chosen there. If the game has no light
  one of that tag, whatever darkens ahead is dark in the game. With an opponent it is he who
  follows the choice made ahead.
- *Ends.* All light in the game is all light ahead; all dark ahead is all dark in the game.

**The mix** L + θ · (U − L) of both is a bound, too, if T raises it nowhere. Without an opponent T is convex:
with d = T(L) − L and δ = U − T(U) that is so if θ ≥ d / (d + δ) everywhere. Here θ is only proposed, what an
upward sweep shows to be too low is raised, and the next sweep proves it: G ≥ V if T↑(G) ≤ G. On five cards,
easy, it is 1.15 to 1.2 times the value after 7 rounds from below and 4 from above, where the relaxed game is
still worth six times as much.

An encounter takes a spirit from the table only by R7, and only R9 sends one back: with neither, or with both,
the step holds. And by R6 it must be possible on a light location. By other readings the iterates begin at 1.

Measured on five cards (3, 3, 4 and 5), one player, impossible: for K = 0, 1, 2, 3 the relaxed game is worth
68 to 138, 4, 1.5 and 1.15 times the game; iterates from 1 take 20 rounds to come as close. A game in which
the guardians may be anywhere at any time, without agents, is smaller, but worth more by all that moving
costs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solver.guardians.dense.arithmetic import ONE, Values
from solver.guardians.dense.lookup import Ints, lost_spirits
from solver.guardians.dense.solve import Solved, fails_of, solve_game
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Fails, Phase, Sweeper, Visit, round_towards
from solver.guardians.first_turns import first_turns
from solver.guardians.game import Game
from solver.guardians.rules import Rules
from solver.guardians.state import State

GAP = 1e-4
"""To which a game without agents is solved."""
ROOM = 16
"""Steps of the number format added to a mix, for what rounding up puts on in a round."""
RAISES, RAISE = 2, 2.5
"""So often what a sweep shows to be too low in a mix is raised, and by how much of what it lacks."""


@dataclass
class _Part:
    """The start of rounds with so many spirits left, of the restricted or the relaxed game.

    The last round, which is swept first, takes less than another: in a restricted game it is lost when the
    players' turns are over, and in a relaxed one darkness grows alike wherever the agents are.
    """

    sweeper: Sweeper
    layer: Values
    lost: Ints | None  # which of this part's spirits are left after one is lost in the next part
    last: Phase  # of the round to be swept next; see `Sweeper.sweep`
    grown: Values | None = None  # the layer with the growths of that round before it, for any agents

    def sweep(self, up: bool, fails: Fails | None, visit: Visit | None = None) -> None:
        """Put a round before the layer."""
        if self.grown is not None:
            self.layer[...], self.grown = self.grown, None
        # The relaxed game may as well take in what was found for fewer agents in the reserve just before.
        in_turn = up and self.sweeper.rules.growths <= 1
        for ranks in self.sweeper.space.groups if in_turn and visit is None else (None,):
            self.sweeper.sweep(self.layer, up, fails=fails, visit=visit, ranks=ranks, last=self.last)
        self.last = "growth"


class Horizon:
    """The restricted game (of which the value is a lower bound), or the relaxed one (an upper bound).

    Parameters
    ----------
    game
        Lumped.
    up
        The relaxed one.

    Attributes
    ----------
    rounds : int
        K, the horizon.
    """

    def __init__(self, game: Game, *, up: bool, threads: int = 1) -> None:
        self.game = game
        self.up = up
        self.rounds = 0
        self._starts = first_turns(game)
        self._passes = 0  # of the parts with fewer spirits
        self._extra = 0
        self._fails: Fails | None = None
        rules = game.rules
        fewest = 1 if rules.center_penalty and rules.spirits else rules.spirits
        first = self._without_agents(threads) if up and leaves_agents_out(rules) else {}
        self._parts = []
        for spirits in range(fewest, rules.spirits + 1):
            space = Space(game, spirits)
            sweeper = Sweeper(space, threads)
            more = Space(game, spirits + 1) if spirits < rules.spirits else None
            lost = lost_spirits(more, space) if more else None
            part = _Part(sweeper, sweeper.new_layer(ONE if up else 0), lost, "growth" if up else "players")
            if spirits in first:
                part.layer[...], part.grown = first[spirits]  # whatever the agents do
                part.last = "agents"
            self._parts.append(part)

    def _without_agents(self, threads: int) -> dict[int, tuple[Values, Values]]:
        """Return upper bounds of the game without agents, by how many spirits are left.

        Each once for the start of a round, and once for the end of one, before darkness grows.
        """
        found: dict[int, tuple[Values, Values]] = {}

        def keep(solved: Solved) -> None:
            sweeper, layer = solved.sweeper, solved.part.upper.copy()
            grown = layer.copy()
            sweeper.grow(grown, round_towards(True, sweeper.dice), (0, layer.shape[1]))
            found[sweeper.space.spirits_left] = layer, grown
            self._extra += sweeper.updates + sweeper.rules.growths * layer.size
            self._fails = solved.upper_fails  # of the last part, in the end

        bare = Game(self.game.board, replace(self.game.rules, agents=0), lumped=True)
        solve_game(bare, gap=GAP, threads=threads, keep=keep)
        agents = len(Space(self.game, self.game.rules.spirits).agents)
        if self._fails is not None:
            self._fails = {turn: np.repeat(values, agents, axis=0) for turn, values in self._fails.items()}
        return found

    def sweep(self) -> None:
        """Put the horizon one round further away."""
        self.rounds += 1
        if self.rounds == 1 + (self._passes + 1) * (self._passes + 2) // 2:
            self._passes += 1
            fails: Fails | None = None
            for part in self._parts[:-1]:
                fails = self._pass(part, fails)
            self._fails = fails
        self._parts[-1].sweep(self.up, self._fails)

    def _pass(self, part: _Part, fails: Fails | None) -> Fails:
        """Sweep a part, and return what losing a spirit leads to in the next one."""
        found: Fails = {}

        def visit(turn: int, left: int, layer: Values) -> None:
            assert part.lost is not None
            found[turn, left] = fails_of(layer, part.sweeper.space, part.lost)

        part.sweep(self.up, fails, visit)
        return found

    def mix(self, restricted: Horizon, share: float) -> bool:
        """Lower the relaxed game's layer to a mix with the restricted one's; tell whether that is proved.

        Parameters
        ----------
        restricted
            The same game from below. What is mixed is the part where no spirit is lost yet.
        share
            The θ above. If sweeps don't prove it, the layer stays as it was; they are counted all the same.
        """
        part, below = self._parts[-1], restricted._parts[-1].layer
        assert part.last == "growth"
        relaxed = part.layer.copy()
        for s in range(len(relaxed) - 1):
            low, high = below[s].astype(np.float64), relaxed[s].astype(np.float64)
            mixed = np.ceil(low + share * (high - low)) + ROOM
            part.layer[s] = np.minimum(mixed, high)
        for _ in range(RAISES + 1):
            guess = part.layer.copy()
            part.sweep(True, self._fails)
            lacking = part.layer > guess
            if not lacking.any():
                return True
            more = (part.layer[lacking] - guess[lacking]) * RAISE
            part.layer[...] = guess
            part.layer[lacking] = np.minimum(np.ceil(guess[lacking] + more), relaxed[lacking])
        part.layer[...] = relaxed
        return False

    def starts(self) -> dict[State, int]:
        """Return the bound of each state in which the first turn may begin, times `ONE`."""
        part = self._parts[-1]
        return {state: int(part.layer[part.sweeper.space.rank(state, 0)]) for state in self._starts}

    @property
    def nbytes(self) -> int:
        """Bytes that the layers take."""
        return sum(part.layer.nbytes for part in self._parts)

    @property
    def updates(self) -> int:
        """State updates so far, those of the game without agents among them."""
        return self._extra + sum(part.sweeper.updates for part in self._parts)


def leaves_agents_out(rules: Rules) -> bool:
    """Tell whether it is proved by these readings that a game without agents is worth no less."""
    return rules.encounter_on_light and (rules.spirit_moves or not rules.spirit_returns)
