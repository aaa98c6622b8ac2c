"""What do games that follow a strategy come to? Estimates with their standard error, from a seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
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


def estimate_actions(
    process: Process[S, A],
    strategy: Callable[[S], A],
    state: S,
    *,
    seed: int,
    rounds: int = 1000,
    is_over: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] | None = None,
) -> list[EstimatedAction[A]]:
    """Estimate each action of a state, then following the strategy; in the order of the actions.

    Parameters
    ----------
    seed
        The same seed and number of rounds give the same estimates.
    rounds
        Playouts of each action.
    is_over
        Asked after each round (one playout of every action); True ends the estimate there.
    progress
        Called with the number of rounds done.
    """
    actions = process.actions(state)
    values: list[list[Fraction]] = [[] for _ in actions]
    for number in range(rounds):
        for action, found in zip(actions, values, strict=True):
            random = Random(f"{seed} {number}")
            successor = draw(process.outcomes(state, action), random)
            found.append(play_out(process, strategy, successor, random))
        if progress:
            progress(number + 1)
        if is_over():
            break
    return [EstimatedAction(action, estimate(found)) for action, found in zip(actions, values, strict=True)]
