"""How long do games by a policy take, and how do they end? Estimates from seeded playouts.

A round is counted when it begins. Playthrough number i draws from `Random(f"{seed} {i}")`, so the same seed
gives the same playthroughs, however many processes share them. One that comes back to a state without a
roll in between, or isn't over after `LONGEST` decisions and rolls, doesn't end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from search.playouts import Estimate, draw
from search.sharing import iter_shared
from search.stored_policy import StoredPolicy
from solver.guardians.action import Action
from solver.guardians.game import Game
from solver.guardians.phases import begins_round, in_setup
from solver.guardians.play import Play
from solver.guardians.saved import open_table
from solver.guardians.state import Over, State
from solver.process import Owner

LONGEST = 100_000
AT_ONCE = 10
"""Playthroughs that a process makes before it reports."""


class Playthrough(NamedTuple):
    """How a game went."""

    number: int
    won: bool | None  # None: it didn't end
    rounds: int  # begun


class Mean(NamedTuple):
    """An estimated mean with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Lengths:
    """What a number of playthroughs came to."""

    playthroughs: tuple[Playthrough, ...]

    @property
    def endless(self) -> int:
        """How many didn't end."""
        return sum(each.won is None for each in self.playthroughs)

    @property
    def win(self) -> Estimate:
        """The win probability."""
        return share_of(sum(each.won is True for each in self.playthroughs), len(self.playthroughs))

    @property
    def rounds(self) -> Mean | None:
        """The rounds of a game; None if some didn't end."""
        return None if self.endless else _mean([each.rounds for each in self.playthroughs])

    @property
    def rounds_if_won(self) -> Mean | None:
        """The rounds of a game that is won; None if none was."""
        won = [each.rounds for each in self.playthroughs if each.won]
        return _mean(won) if won else None

    @cached_property
    def longest(self) -> int:
        """The most rounds of a game that ended."""
        return max((each.rounds for each in self.playthroughs if each.won is not None), default=0)

    def ended_by(self, rounds: int, won: bool) -> Estimate:
        """Return the probability of having won, or lost, by the end of a round."""
        count = sum(each.won is won and each.rounds <= rounds for each in self.playthroughs)
        return share_of(count, len(self.playthroughs))


def share_of(count: int, of: int) -> Estimate:
    """Return the share of some among all, with its standard error."""
    doubtful = (count + 1) / (of + 2)  # never 0 or 1, so that the error isn't either
    return Estimate(count / of, math.sqrt(doubtful * (1 - doubtful) / of), of)


def _mean(values: list[int]) -> Mean:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Mean(mean, math.sqrt(spread / len(values)))


def play_through(
    play: Play, policy: Callable[[State], Action], begin: State, seed: int, number: int
) -> Playthrough:
    """Play one game by a policy."""
    random = Random(f"{seed} {number}")
    state, rounds = begin, 0 if in_setup(begin) else 1
    since_roll: set[State] = set()
    for _ in range(LONGEST):
        owner = play.owner(state)
        if owner == Owner.TERMINAL:
            assert isinstance(state.moment, Over)
            return Playthrough(number, state.moment.won, rounds)
        if state in since_roll:
            break
        since_roll.add(state)
        action = play.actions(state)[0] if owner == Owner.CHANCE else policy(state)
        outcomes = play.outcomes(state, action)
        if len(outcomes) > 1:
            since_roll.clear()
        after = draw(outcomes, random)
        rounds += begins_round(play.game, state, after)
        state = after
    return Playthrough(number, None, rounds)


def _play_some(
    table: Path, game: Game, begin: State | None, seed: int, numbers: Iterable[int]
) -> list[Playthrough]:
    policy = _policy_of(table, game)
    first = policy.play.initial() if begin is None else begin
    return [play_through(policy.play, policy, first, seed, number) for number in numbers]


@lru_cache(maxsize=1)
def _policy_of(table: Path, game: Game) -> StoredPolicy:
    """Return the policy of a table, which remembers from one call to the next what it has looked up."""
    return StoredPolicy(open_table(table, game))


def iter_playthroughs(
    table: Path, game: Game, count: int, *, seed: int, begin: State | None = None, processes: int = 1
) -> Generator[Playthrough, None, None]:
    """Play games by the policy of a saved table, and yield them as they end.

    Parameters
    ----------
    game
        Which the table is asked about, lumped.
    begin
        A state of the game, at the start of a round or in the setup; by default the start.
    processes
        How many to share the work; whatever the number, the same games are played.
    """
    batches = [range(at, min(at + AT_ONCE, count)) for at in range(0, count, AT_ONCE)]
    work = partial(_play_some, table, game, begin, seed)
    with closing(iter_shared(work, batches, processes)) as shared:
        for some in shared:
            yield from some


def collect(playthroughs: Iterable[Playthrough]) -> Lengths:
    """Put playthroughs in order of their numbers."""
    return Lengths(tuple(sorted(playthroughs)))
