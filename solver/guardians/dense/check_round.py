"""One round, backwards, a second time: numpy over whole axes, for checking what the kernels claim.

    block[agents][seat 0][spirits][seat 1][seat 2] ...      one for each dark set

Nothing is turned: seat 0 begins the round, each player acts along the axis of their own seat, and only
the values that are read are the next round's, in which seat 1 begins. Nothing is shared with the kernels
or their tables but the ranks (`space`): what is legal is asked of the readable rules, dice are
enumerated anew, and support is a choice among all rerolls of each failed roll, told apart.

A round needs one array of 64-bit integers besides what it reads (2 GB for two players and nine cards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from layouts.errors import RuleError
from solver.guardians.agents import steps
from solver.guardians.attempts import rating_of
from solver.guardians.dense.check_values import DIE, SURE, WAYS, Arithmetic, Array, dice_against
from solver.guardians.dense.space import Places, Space
from solver.guardians.state import ATTACK, ENCOUNTER, EXHAUSTED, RESERVE, SEAL, State, Turn, replace_one
from solver.guardians.turn import can_attempt, is_blocked

Fails = dict[tuple[int, int], Array]
"""By turn and actions left: values [agents][spirits][other seats] after a failure at the center's seal."""


class Attempt(NamedTuple):
    """One kind of attempt at a location: in which states it is legal, and how it can end."""

    agents: list[int]
    spirits: list[int]
    success: Array  # [agents][spirits][other seats]
    failure: Array
    rating: int


class Rounds:
    """The rounds of one part in some arithmetic; see the module's docstring.

    Parameters
    ----------
    cooperate
        Let darkness choose for the players, whoever decides.

    Raises
    ------
    RuleError
        If a supporter may lower the rating after a roll (reading R10), which the dense solver doesn't do.
    """

    def __init__(self, space: Space, arithmetic: Arithmetic, cooperate: bool = False) -> None:
        self.space, self.game, self.rules = space, space.game, space.game.rules
        if self.rules.reduce_timing != "before":
            raise RuleError("reading reduce_timing: the check of bounds only knows `before`")
        self.arithmetic = arithmetic
        lord = "players" if cooperate else self.rules.decider
        self.agents_choose = np.maximum if lord == "players" else np.minimum
        self.growth_chooses = np.minimum if lord == "lord_sepia" else np.maximum
        self._legal = cache(self._find_legal)
        sets, agents, digits, spirits, _ = space.shape
        self.lost = sets - 1
        self.shape = (sets, agents, digits, spirits, *(digits,) * (self.rules.players - 1))

    def backwards(
        self,
        values: Array,
        fails: Fails | None = None,
        record: Fails | None = None,
        visit: Callable[[int, int, Array], None] = lambda turn, left, layer: None,
    ) -> Array:
        """Return the values one round earlier than `values`, both as layers of the space, unflattened.

        Parameters
        ----------
        fails
            What failing at the center's seal leads to, if that takes a spirit; if not given, a loss.
        record
            Filled with what lying at the center with all other locations light is worth.
        visit
            Called with turn, actions left and the layer, after each layer of the players, latest first.
        """
        players = self.rules.players
        axis = [1, *range(3, 2 + players)]  # in a block, of the player who begins, and the next ones
        order = [axis[seat - 1] for seat in range(players)]
        layer = np.empty(self.shape, dtype=self.arithmetic.dtype)
        for dark_set in range(self.lost):
            block = values[dark_set].reshape(self.shape[1:]).transpose(0, order[0], 2, *order[1:])
            layer[dark_set] = self.arithmetic.read(block)
        layer[self.lost] = 0
        for _ in range(self.rules.growths):
            for dark_set in range(self.lost):  # larger sets come later: what is read is not yet written
                layer[dark_set] = self._grow(layer, dark_set)
        for dark_set in range(self.lost):
            self._step_agents(layer, dark_set)
        for turn in reversed(range(players)):
            for left in range(self.rules.actions):
                visit(turn, left, layer)
                if record is not None:
                    record[turn, left] = self._of(layer[0], turn)[:, 2 * self.game.center].copy()
                for dark_set in reversed(range(self.lost)):
                    self._act(layer, dark_set, turn, fails[turn, left] if fails else None)
            visit(turn, self.rules.actions, layer)
        return layer

    def turned(self, block: Array, turn: int) -> Array:
        """Return a block as in the layer of this turn: the others in turn order after its player, flat."""
        axis = [1, *range(3, block.ndim)]
        players = len(axis)
        found = block.transpose(0, axis[turn], 2, *(axis[(turn + i) % players] for i in range(1, players)))
        return found.reshape(*found.shape[:3], -1)

    def _of(self, block: Array, turn: int) -> Array:
        """Return a block as [agents][guardian of the turn][spirits][other seats]."""
        axes = [1, *range(3, block.ndim)]
        return block.transpose(0, axes.pop(turn), 2, *axes)

    def _grow(self, layer: Array, dark_set: int) -> Array:
        dark, ranks = self.space.dark_mask(dark_set), self.space.agent_rank
        terms = []
        for tag in range(3, 7):
            places = self.game.tagged[tag]
            light = [place for place in places if not dark >> place & 1]
            choices = [layer[self.space.dark_set(dark | 1 << place)] for place in light]
            if not light:
                for place in places or [None]:
                    to = [
                        ranks[replace_one(agents, RESERVE, place)]
                        if place is not None and RESERVE in agents else rank
                        for rank, agents in enumerate(self.space.agents)
                    ]  # fmt: skip
                    choices.append(layer[dark_set][to])
            best = choices[0]
            for choice in choices[1:]:
                best = self.growth_chooses(best, choice)
            terms.append((sum(max(3, side) == tag for side in DIE), best))
        return self.arithmetic.mean(*terms)

    def _step_agents(self, layer: Array, dark_set: int) -> None:
        known: dict[tuple[int, Places, Places], Array] = {}

        def value(dark: int, agents: Places, waiting: Places) -> Array:
            dark_set = self.space.dark_set(dark)
            if dark_set == self.lost or not waiting:
                up = tuple(sorted(self.game.center if place == EXHAUSTED else place for place in agents))
                return layer[dark_set, self.space.agent_rank[up]]  # type: ignore[no-any-return]
            key = dark, agents, waiting
            if key not in known:
                known[key] = choose(dark, agents, waiting)
            return known[key]

        def choose(dark: int, agents: Places, waiting: Places) -> Array:
            best: Array | None = None
            for source in dict.fromkeys(waiting):
                at = waiting.index(source)
                rest = waiting[:at] + waiting[at + 1 :]
                for place in steps(self.game, dark, source):
                    moved = replace_one(agents, source, place)
                    then = value(dark, moved, rest)
                    if not dark >> place & 1:
                        faces = sum(side >= self.game.board.tags[place] for side in DIE)
                        darkened = value(dark | 1 << place, moved, rest)
                        then = self.arithmetic.mean((faces, darkened), (6 - faces, then))
                    best = then if best is None else self.agents_choose(best, then)
            assert best is not None
            return best

        dark = self.space.dark_mask(dark_set)
        found = [
            value(dark, agents, tuple(place for place in agents if place >= 0))
            for agents in self.space.agents
        ]
        layer[dark_set] = np.stack(found)

    def _act(self, layer: Array, dark_set: int, turn: int, fails: Array | None) -> None:
        out = self._of(layer[dark_set], turn)
        before = out.copy()
        for here in range(len(self.game.board)):
            lying, standing = before[:, 2 * here], before[:, 2 * here + 1]
            np.maximum(lying, standing, out=out[:, 2 * here])
            row = out[:, 2 * here + 1]
            for place in self.game.board.neighbours[here]:
                np.maximum(row, before[:, 2 * place + 1], out=row)
            for other in range(self.rules.players - 1):
                helped = row[_at(other, 2 * here)]
                np.maximum(helped, standing[_at(other, 2 * here + 1)], out=helped)
            for attempt in self._attempts(layer, before, dark_set, here, turn, fails):
                if attempt.agents and attempt.spirits:
                    where = np.ix_(attempt.agents, attempt.spirits)
                    row[where] = np.maximum(row[where], self._value(attempt, here))

    def _find_legal(self, attempt: str, here: int, dark: int) -> list[int]:
        """Return the ranks of spirits with which an attempt at a place is legal, agents aside."""
        nobody = (RESERVE,) * self.rules.agents
        table = State(dark, nobody, (), (here,), 1, 0, Turn(0, 1))
        return [
            rank
            for rank, spirits in enumerate(self.space.spirits)
            if can_attempt(self.game, table._replace(spirits=spirits), attempt, here)
        ]

    def _attempts(
        self, layer: Array, before: Array, dark_set: int, here: int, turn: int, fails: Array | None
    ) -> Iterator[Attempt]:
        space, rules = self.space, self.rules
        dark = space.dark_mask(dark_set)
        lying, standing = before[:, 2 * here], before[:, 2 * here + 1]
        everything = list(range(len(space.spirits)))
        table = State(dark, (), (), (here,), 1, 0, Turn(0, 1))
        ratings = {what: rating_of(self.game, table, what, here) for what in (ATTACK, ENCOUNTER, SEAL)}

        hit = [rank for rank, agents in enumerate(space.agents) if here in agents]
        down = [space.agent_rank[replace_one(space.agents[rank], here, EXHAUSTED)] for rank in hit]
        yield Attempt(hit, everything, standing[down], lying[hit], ratings[ATTACK])

        free = [rank for rank, agents in enumerate(space.agents) if not is_blocked(self.game, agents, here)]
        ranks = self._legal(ENCOUNTER, here, dark)
        choices = [
            [space.spirit_rank[replace_one(space.spirits[rank], source, here)] for source in sources]
            for rank in ranks
            for sources in [_sources(space.spirits[rank], here)]
        ]
        success = standing[np.ix_(free, [to[0] for to in choices])]
        other = standing[np.ix_(free, [to[-1] for to in choices])]
        failure = lying[np.ix_(free, ranks)]
        yield Attempt(free, ranks, np.maximum(success, other), failure, ratings[ENCOUNTER])

        ranks = self._legal(SEAL, here, dark)
        failure = lying[np.ix_(free, ranks)]
        if here == self.game.center:
            if rules.center_penalty:
                failure = np.zeros_like(failure) if fails is None else fails[np.ix_(free, ranks)]
            success = np.full(failure.shape, self.arithmetic.won, dtype=failure.dtype)
        else:
            broken = self._of(layer[space.dark_set(dark & ~(1 << here))], turn)[:, 2 * here + 1]
            back = [
                space.spirit_rank[replace_one(space.spirits[rank], here, RESERVE)]
                if rules.spirit_returns else rank
                for rank in ranks
            ]  # fmt: skip
            success = broken[np.ix_(free, back)]
        yield Attempt(free, ranks, success, failure, ratings[SEAL])

    def _value(self, attempt: Attempt, here: int) -> Array:
        """Return what an attempt is worth with the best support; [agents][spirits][other seats]."""
        count = self.rules.players - 1
        value = self._roll(attempt, here, (), (), attempt.rating).copy()
        groups = chain.from_iterable(combinations(range(count), n) for n in range(1, count + 1))
        for helpers in groups:  # where at least these could support
            slot = value[_everyone(count, here, helpers, ())]
            for most in range(min(len(helpers), attempt.rating) + 1):
                for used in combinations(helpers, most):
                    rolled = self._roll(attempt, here, helpers, used, attempt.rating - most)
                    np.maximum(slot, rolled, out=slot)
        return value

    def _roll(self, attempt: Attempt, here: int, helpers: Places, used: Places, rating: int) -> Array:
        """Return the value of the roll, with some helpers exhausted before it."""
        count, mean, means = self.rules.players - 1, self.arithmetic.mean, self.arithmetic.means

        def ends(used: Places) -> tuple[Array, Array]:
            where = _everyone(count, here, helpers, used)
            return attempt.success[where], attempt.failure[where]

        success, failure = ends(used)
        if rating <= SURE:
            return success
        dice = dice_against(rating)
        ways = int(dice.first[0, 0])
        if len(used) == len(helpers) or not self.rules.reroll:
            return mean((ways, success), (WAYS - ways, failure))

        def with_failed(used: Places) -> Array:
            """Return [1 + failed rolls]: success, then what each failed roll is worth."""
            success, failure = (end.reshape(-1) for end in ends(used))
            stack = np.repeat(failure[None], 1 + len(dice.keeps), axis=0)
            stack[0] = success
            for helper in sorted(set(helpers) - set(used)):
                then = (*used, helper)
                if len(then) == len(helpers):
                    rerolled = means(dice.only, np.stack([end.reshape(-1) for end in ends(then)]))
                else:
                    rerolled = means(dice.again, with_failed(then))
                for i, keeps in enumerate(dice.keeps, start=1):
                    np.maximum(stack[i], rerolled[keeps].max(axis=0), out=stack[i])
            return stack

        return means(dice.first, with_failed(used)).reshape(success.shape)


def _at(other: int, digit: int) -> tuple[Any, ...]:
    """Return an index that fixes one of the other seats in [agents][spirits][other seats]."""
    return (slice(None),) * (2 + other) + (digit,)


def _everyone(count: int, here: int, helpers: Places, used: Places) -> tuple[Any, ...]:
    """Return an index that fixes the helpers, standing here, or lying if they have been used."""
    digits = [2 * here + (seat not in used) if seat in helpers else slice(None) for seat in range(count)]
    return (slice(None), slice(None), *digits)


def _sources(spirits: Places, here: int) -> Places:
    """Return whence a spirit may come: the reserve, or if that is empty, one of up to two places."""
    return (RESERVE,) if RESERVE in spirits else tuple(sorted(set(spirits) - {here}))
