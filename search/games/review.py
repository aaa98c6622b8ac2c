"""Was it luck or skill? The win probability after every roll and every decision of a game.

With V the value of a state and Q(s, a) = Σ p(s' | s, a) · V(s') of an action, each step from s by a to s' has

    luck    V(s') − Q(s, a)      what the dice gave; its mean over all that they could show is 0
    regret  V(s) − Q(s, a)       what the decision gave away; 0 for the best
    gift    Q(s, a) − V(s)       the same, where Lord Sepia decides: what his mistakes gave the players

so that over a game, whatever V is,

    result = V(begin) + Σ luck − Σ regret + Σ gift,

where the result is 1 or 0, or the value of where the game stands. All are rational numbers, and the sum is
exact. With bounded values each regret is within the gap of the true one; where nothing is to be decided,
what the middle of the bounds leaves goes to luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from search.games.record import Dice, Record
from search.values import Values
from solver.guardians.action import Action
from solver.guardians.phases import begins_round, in_setup, seat_of
from solver.guardians.play import Play
from solver.guardians.state import State
from solver.process import Owner

ZERO = Fraction(0)


class Event(NamedTuple):
    """A step of a game, and what it was worth; all values are win probabilities, rational."""

    number: int  # of the step, from 1
    round: int  # 0 in the setup
    state: State  # before it
    owner: Owner
    seat: int | None  # who decides; None where it isn't one player
    action: Action
    dice: Dice
    after: State | None  # None: the dice are still to be rolled
    choices: int
    value: Fraction
    action_value: Fraction
    value_after: Fraction
    best: Action
    random_regret: Fraction  # of an action drawn at random

    @property
    def luck(self) -> Fraction:
        """What the dice gave, or took."""
        return self.value_after - (self.action_value if self.is_decision else self.value)

    @property
    def regret(self) -> Fraction:
        """What the players' decision gave away."""
        return self.value - self.action_value if self.is_decision and self.owner == Owner.PLAYERS else ZERO

    @property
    def gift(self) -> Fraction:
        """What Lord Sepia's decision gave away."""
        return self.action_value - self.value if self.is_decision and self.owner == Owner.OPPONENT else ZERO

    @property
    def lost(self) -> Fraction:
        """The regret or the gift, whoever's it is."""
        return self.regret + self.gift

    @property
    def is_decision(self) -> bool:
        """Was there anything to choose?"""
        return self.choices > 1 and self.owner in (Owner.PLAYERS, Owner.OPPONENT)


class Accuracy(NamedTuple):
    """How well somebody decided."""

    decisions: int  # forced ones left out
    best: int  # those that lost no more than the gap
    lost: Fraction
    random: Fraction  # what drawing each decision at random would have lost, on average

    @property
    def share(self) -> float | None:
        """1 if nothing was lost, 0 if as much as at random; None if nothing could be."""
        return float(1 - self.lost / self.random) if self.random > 0 else None


@dataclass(frozen=True)
class Review:
    """A game, step by step."""

    record: Record
    values: Values
    begin: Fraction
    events: tuple[Event, ...]

    @property
    def result(self) -> Fraction:
        """1 for a game won, 0 for one lost, else the value of where it stands."""
        return self.events[-1].value_after if self.events else self.begin

    @property
    def luck(self) -> Fraction:
        """Of all rolls together."""
        return sum((event.luck for event in self.events), ZERO)

    @property
    def regret(self) -> Fraction:
        """Of all decisions of the players together."""
        return sum((event.regret for event in self.events), ZERO)

    @property
    def gift(self) -> Fraction:
        """Of all decisions of Lord Sepia together."""
        return sum((event.gift for event in self.events), ZERO)

    @property
    def costliest(self) -> list[Event]:
        """The decisions that lost more than the gap, the one that lost most first."""
        lossy = [event for event in self.events if event.lost > Fraction(self.values.gap)]
        return sorted(lossy, key=lambda event: (-event.lost, event.number))

    def accuracy(self, owner: Owner, seat: int | None) -> Accuracy:
        """Return how well a player decided, or with None: what no one player decides."""
        return self._sum(
            event for event in self.events if event.is_decision and (event.owner, event.seat) == (owner, seat)
        )

    def _sum(self, events: Iterable[Event]) -> Accuracy:
        found = list(events)
        return Accuracy(
            len(found),
            sum(event.lost <= Fraction(self.values.gap) for event in found),
            sum((event.lost for event in found), ZERO),
            sum((event.random_regret for event in found), ZERO),
        )


def review(record: Record, values: Values) -> Review:
    """Weigh every step of a game.

    Parameters
    ----------
    values
        Of the game of the record, with all states that can follow its first.
    """
    play, events = record.play, []
    state, rounds = record.begin, 0 if in_setup(record.begin) else 1
    steps: list[tuple[Action, Dice, State | None]] = [*record.steps]
    if record.rolling:
        steps.append((record.rolling, (), None))
    for number, (action, dice, after) in enumerate(steps, start=1):
        events.append(_weigh(play, values, number, rounds, state, action, dice, after))
        if after is None:
            break
        rounds += begins_round(play.game, state, after)
        state = after
    return Review(record, values, values.value(record.begin), tuple(events))


def count_rounds(record: Record) -> int:
    """Return in which round a game is; 0 in the setup."""
    states = record.states
    begun = 0 if in_setup(record.begin) else 1
    return begun + sum(begins_round(record.game, before, after) for before, after in pairwise(states))


def weigh_action(play: Play, values: Values, state: State, action: Action) -> Fraction:
    """Return Q(s, a)."""
    return sum((p * values.value(after) for p, after in play.outcomes(state, action)), ZERO)


def _weigh(
    play: Play,
    values: Values,
    number: int,
    rounds: int,
    state: State,
    action: Action,
    dice: Dice,
    after: State | None,
) -> Event:
    weighed = {each: weigh_action(play, values, state, each) for each in play.actions(state)}
    owner, value = play.owner(state), values.value(state)
    pick = min if owner == Owner.OPPONENT else max
    # Among equals the one that was taken, so that what lost nothing isn't said to have a better move.
    best = pick(weighed, key=lambda each: weighed[each])
    if weighed[best] == weighed[action]:
        best = action
    mean = sum(weighed.values(), ZERO) / len(weighed)
    return Event(
        number=number,
        round=rounds,
        state=state,
        owner=owner,
        seat=seat_of(state),
        action=action,
        dice=dice,
        after=after,
        choices=len(weighed),
        value=value,
        action_value=weighed[action],
        value_after=weighed[action] if after is None else values.value(after),
        best=best,
        random_regret=abs(value - mean),
    )
