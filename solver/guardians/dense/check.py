"""Are the bounds of the dense solver bounds? The check behind `hue verify`, sharing no kernel with it.

T is the exact operator of one round (RULES.md, sections 4 to 6), V its least fixed point: the value.

**Upper.** U ≥ V if T(U) ≤ U. Here T⁺ ≥ T is computed, every average rounded *up* (`check_values`), and
T⁺(U) ≤ U is required at every state, without a tolerance. Rounding alone can't make it fail where a sweep
that rounds up to multiples of 1 / (2**32 − 1) proved U: those are 2**20 of the steps used here, so layer
by layer its values are at least these.

**Lower.** L ≤ T⁻(L) ≤ T(L), every average rounded *down*, gives L ≤ Tᵏ(L) for every k. Where every play
ends, Tᵏ(L) goes to V. Where some need not, this alone proves nothing: `every_play_ends` must hold too.

**Lower, strictly.** If L < T(L) at every state with L > 0, then L ≤ V, end components or not: there is a
c < 1 with L ≤ c·T(L), so L is at most the value of the game that is broken off as lost with chance 1 − c
before each round. That game surely ends, and it is worth no more than the real one.

**Every play ends**: the greatest set of states from which players and darkness, choosing together, can
make sure of another round within the set is empty. A play that goes on for ever with positive probability
ends up in such a set. Losing a spirit leaves the part; that can happen only so often.

**A failure at the center's seal** that takes a spirit leads to the part with one less. What it is worth
is computed here too, from that part's array, which must have been checked itself (`center_fails`).

`spot_check` walks the readable rules, nothing lumped but the seats, through one round in exact rationals.
A state of nine cards with one player takes 0.1 to 0.2 s, with two about 2 s.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, SupportsInt

import numpy as np
from numpy.typing import NDArray

from solver.guardians.action import Action
from solver.guardians.dense.check_round import Fails, Rounds
from solver.guardians.dense.check_values import ONE, UNIT, Array, Fixed, Sure
from solver.guardians.dense.space import Space
from solver.guardians.lumping import representative
from solver.guardians.phases import ends_round
from solver.guardians.play import Play
from solver.guardians.state import OUT, State, Turn
from solver.process import Owner

Values = NDArray[np.uint32]
MOST_KNOWN = 1_000_000
"""States that a spot check remembers, 350 bytes each; one of two players on nine cards leads to 70,000."""


@dataclass(frozen=True)
class Check:
    """What a check has found.

    Parameters
    ----------
    holds
        No state that was looked at violates the claim.
    checked
        How many states were looked at.
    worst
        The largest violation, as a probability; 0 if there is none.
    where
        The state with the largest violation.
    sampled
        Only a sample of the states was looked at: nothing is proved of the others.
    """

    holds: bool
    checked: int
    worst: float
    where: State | None
    sampled: bool = False


Visit = Callable[[Rounds, int, int, Array], None]
"""Called with the rounds, turn, actions left and the layer, after each layer of the players, latest first."""


def check_upper(
    space: Space, upper: Values, fails: Fails | None = None, *, visit: Visit | None = None
) -> Check:
    """Check T(U) ≤ U on every state, T rounded up.

    Parameters
    ----------
    space
        The ranks of the part.
    upper : uint32, of the shape `space.shape`
        The claimed bound, as multiples of 1 / (2**32 - 1), at the start of rounds.
    fails
        An upper bound, by `center_fails`, of what follows where failing takes a spirit and leaves one.
    visit
        What else to do with the layers of the round, in the check's arithmetic.
    """
    after = _backwards(space, upper, fails, True, visit)
    return _compare(space, upper, lambda dark_set, claimed: after[dark_set] - claimed)


def _backwards(space: Space, values: Values, fails: Fails | None, up: bool, visit: Visit | None) -> Array:
    rounds = Rounds(space, Fixed(up))
    if visit is None:
        return rounds.backwards(values, fails)
    return rounds.backwards(values, fails, visit=partial(visit, rounds))


def check_lower(
    space: Space,
    lower: Values,
    fails: Fails | None = None,
    *,
    strictly: bool = False,
    visit: Visit | None = None,
) -> Check:
    """Check L ≤ T(L) on every state, T rounded down; that proves L only if `every_play_ends`.

    Parameters
    ----------
    space, lower, fails, visit
        As in `check_upper`, with lower bounds.
    strictly
        Require L < T(L) wherever L > 0; that proves L in any case. An equality counts as a violation of
        one step of the check, 2.2e-16.
    """
    after = _backwards(space, lower, fails, False, visit)

    def violation(dark_set: int, claimed: Array) -> Array:
        excess: Array = claimed - after[dark_set]
        return excess + (claimed > 0) if strictly else excess

    return _compare(space, lower, violation)


def _compare(space: Space, values: Values, violation: Callable[[int, Array], Array]) -> Check:
    worst, where = 0, None
    for dark_set in range(space.shape[0]):
        claimed = values[dark_set].astype(np.int64) * UNIT
        found = violation(dark_set, claimed.reshape(_unflattened(space)))
        most = int(found.max())
        if most > worst:
            worst, where = most, (dark_set, int(found.argmax()))
    rest = np.unravel_index(where[1], space.shape[1:]) if where else ()
    state = state_at(space, (where[0], *rest)) if where else None
    return Check(where is None, int(np.prod(space.shape)), worst / ONE, state)


def _unflattened(space: Space) -> tuple[int, ...]:
    agents, digits, spirits = space.shape[1:4]
    return agents, digits, spirits, *(digits,) * (space.game.rules.players - 1)


def state_at(space: Space, index: Iterable[SupportsInt]) -> State:
    """Return the state at the start of a round that has this index in an array; inverse of `Space.rank`."""
    dark_set, agents, active, spirits, others = map(int, index)
    rules, radix = space.game.rules, 2 * len(space.game.board)
    digits = [active]
    for turn in reversed(range(rules.players - 1)):
        digits.append(others // radix**turn % radix)
    return State(
        dark=space.dark_mask(dark_set),
        agents=space.agents[agents],
        spirits=tuple(sorted((OUT,) * (rules.spirits - space.spirits_left) + space.spirits[spirits])),
        at=tuple(digit // 2 for digit in digits),
        upright=sum((digit & 1) << seat for seat, digit in enumerate(digits)),
        first=0,
        moment=Turn(0, rules.actions),
    )


def center_fails(
    smaller: Space, values: Values, larger: Space, *, up: bool, fails: Fails | None = None
) -> Fails:
    """Return what losing a spirit leads to in the part with one more, `larger`.

    Parameters
    ----------
    smaller, values
        The part with one spirit fewer, and a checked bound of it.
    up
        `values` is an upper bound; else a lower one.
    fails
        The same for the smaller part itself, if it has another spirit to lose.
    """
    record: Fails = {}
    Rounds(smaller, Fixed(up)).backwards(values, fails, record)
    choices = [
        [smaller.spirit_rank[spirits[:i] + spirits[i + 1 :]] for i in range(len(spirits))]
        for spirits in larger.spirits
    ]
    return {
        key: np.stack([left[:, ranks].max(axis=1) for ranks in choices], axis=1)
        for key, left in record.items()
    }


def every_play_ends(space: Space) -> bool:
    """Tell whether no way of playing, and no luck, can go on for ever within the part."""
    rounds = Rounds(space, Sure(), cooperate=True)
    alive: Array = np.ones(space.shape, dtype=np.bool_)
    alive[-1] = False
    left = int(alive.sum())
    while left:
        after = rounds.backwards(alive).reshape(space.shape)
        alive = alive & after
        before, left = left, int(alive.sum())
        if left == before:
            return False
    return True


Pair = tuple[Fraction, Fraction]


class ReadableRound:
    """T, exact, by the readable rules: what a state is worth with given bounds where rounds start.

    Parameters
    ----------
    space, lower, upper
        The part and its bounds.
    smaller
        The bounds of the part with one spirit fewer, if there is one.
    """

    def __init__(
        self, space: Space, lower: Values, upper: Values, smaller: tuple[Values, Values] | None = None
    ) -> None:
        self.lumped = space.game
        self.play = Play(replace(space.game, lumped=False))
        self.parts = {space.spirits_left: (space, lower, upper)}
        if smaller:
            self.parts[space.spirits_left - 1] = (Space(space.game, space.spirits_left - 1), *smaller)
        self._known: dict[State, Pair] = {}

    def stored(self, state: State) -> tuple[int, int]:
        """Return the bounds of a state at the start of a round, as multiples of 1 / (2**32 - 1)."""
        state = representative(self.lumped, state)
        left = sum(place != OUT for place in state.spirits)
        if left not in self.parts:
            raise ValueError("where failing takes a spirit, the bounds of the smaller part are needed, too")
        space, lower, upper = self.parts[left]
        at = space.rank(state, 0)
        return int(lower[at]), int(upper[at])

    def value(self, state: State) -> Pair:
        """Return T(L) and T(U) at a state, exact, in the same multiples."""
        if state not in self._known:
            self._known[state] = self._value(state)
        return self._known[state]

    def forget(self) -> None:
        """Forget what is known of states, if that is much."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()

    def _value(self, state: State) -> Pair:
        owner = self.play.owner(state)
        if owner is Owner.TERMINAL:
            value = self.play.value(state) * (ONE // UNIT)
            return value, value
        choose: Callable[..., Any] = min if owner is Owner.OPPONENT else max
        worths = [self._worth(state, action) for action in self.play.actions(state)]
        return choose(low for low, _ in worths), choose(high for _, high in worths)

    def _worth(self, state: State, action: Action) -> Pair:
        low, high = Fraction(0), Fraction(0)
        for chance, after in self.play.outcomes(state, action):
            if ends_round(self.play.game, state, after):
                stored = self.stored(after)
                low, high = low + chance * stored[0], high + chance * stored[1]
            else:
                value = self.value(after)
                low, high = low + chance * value[0], high + chance * value[1]
        return low, high


def spot_check(
    space: Space,
    lower: Values,
    upper: Values,
    count: int,
    seed: int,
    smaller: tuple[Values, Values] | None = None,
    say: Callable[[int, int], None] = lambda done, of: None,
) -> Check:
    """Check L ≤ T(L) and T(U) ≤ U, exactly, on a sample of states; on all of them if `count` allows.

    Parameters
    ----------
    space, lower, upper, smaller
        See `ReadableRound`.
    count
        Of states.
    seed
        Of the sample.
    say
        Called with how many states are done, of how many.
    """
    exact = ReadableRound(space, lower, upper, smaller)
    states = int(np.prod(space.shape[1:])) * (space.shape[0] - 1)  # without those of a lost game
    sample = range(states) if count >= states else random.Random(seed).sample(range(states), count)
    worst, where = Fraction(0), None
    for done, number in enumerate(sample):
        say(done, len(sample))
        exact.forget()
        state = state_at(space, np.unravel_index(number, space.shape))
        low, high = exact.stored(state)
        after_low, after_high = exact.value(state)
        violation = max(low - after_low, after_high - high)
        if violation > worst:
            worst, where = violation, state
    return Check(where is None, len(sample), float(worst * UNIT / ONE), where, len(sample) < states)
