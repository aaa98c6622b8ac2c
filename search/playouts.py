"""What do games that follow a strategy come to? Estimates with their standard error, from a seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Generic, NamedTuple, TypeVar

from solver.process import Outcome, Owner, Process

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

LONGEST = 10_000
"""Decisions and rolls after which a playthrough counts as endless, and so as not won."""


class Estimate(NamedTuple):
    """A mean over playouts."""

    mean: float
    error: float  # standard error; with no or only wins, of one win more or less
    playouts: int


def draw(outcomes: Sequence[Outcome[S]], random: Random) -> S:
    """Draw a successor."""
    point, reached = random.random(), 0.0
    for probability, state in outcomes:
        reached += float(probability)
        if point < reached:
            return state
    return outcomes[-1].state


def play_out(process: Process[S, A], strategy: Callable[[S], A], state: S, random: Random) -> Fraction:
    """Return the terminal value of one playthrough from `state`.

    What the strategy does depends on the state alone. So if a state comes back without a roll in
    between, the playthrough goes round for ever, which is worth 0.
    """
    since_roll: set[S] = set()
    for _ in range(LONGEST):
        owner = process.owner(state)
        if owner == Owner.TERMINAL:
            return process.value(state)
        if state in since_roll:
            break
        since_roll.add(state)
        action = process.actions(state)[0] if owner == Owner.CHANCE else strategy(state)
        outcomes = process.outcomes(state, action)
        if len(outcomes) > 1:
            since_roll.clear()
        state = draw(outcomes, random)
    return Fraction(0)


def estimate(values: Sequence[Fraction]) -> Estimate:
    """Return mean and standard error of playouts' values."""
    n = len(values)
    mean = float(sum(values)) / n
    doubtful = (mean * n + 1) / (n + 2)  # never 0 or 1, so that the error isn't either
    return Estimate(mean, math.sqrt(doubtful * (1 - doubtful) / n), n)


class EstimatedAction(NamedTuple, Generic[A]):
    """An action and what playouts after it come to."""

    action: A
    estimate: Estimate


def play_each(
    process: Process[S, A], strategy: Callable[[S], A], state: S, seed: int, number: int
) -> list[Fraction]:
    """Return what one playthrough after each action of a state comes to, then following the strategy.

    Playthrough `number` is the same whenever it is played.
    """
    found = []
    for action in process.actions(state):
        random = Random(f"{seed} {number}")
        found.append(play_out(process, strategy, draw(process.outcomes(state, action), random), random))
    return found


def estimate_actions(actions: Sequence[A], rounds: Iterable[Sequence[Fraction]]) -> list[EstimatedAction[A]]:
    """Estimate each action by what each time `play_each` was called came to; in the order of the actions."""
    each = zip(actions, zip(*rounds, strict=True), strict=True)
    return [EstimatedAction(action, estimate(values)) for action, values in each]
