"""The hardest and the easiest layout that can be found in a given time, where there are too many to race.

Layouts are looked at more and more closely, fewer each time:

    glance   the restricted game within a few rounds, with one player
    look     the same with all players; with one, a glance is all there is
    solve    both bounds, proved

Part of the time goes into glances, with a look now and then at what seems most extreme; the rest into solving
what still does. Glances are at layouts laid at random at first, then at what weights learnt from all that was
seen say (`surrogate`), in turn on either side: the most extreme that CP-SAT finds by weights drawn from what
they may be (`propose`), of all layouts and of those like the best one; and what is likeliest to be so of
those that come of swapping two of its cards. What is solved is certain; that it is the most extreme is not:
`best found`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from layouts.cards import Card
from layouts.graph import graph_of
from layouts.placing.constraints import make_solver
from layouts.placing.enumeration import contact_masks
from layouts.placing.lattice import Lattice
from layouts.placing.random_laying import lay_at_random
from layouts.shapes.canon import (
    board_of_cards,
    canonical_code,
    parse_canonical_code,
    shape_code,
)
from search.extremes import SIDES
from search.extremes.cutting import PROBE, probe_layout
from search.extremes.propose import propose
from search.extremes.remaining import bound_deck
from search.extremes.surrogate import Surrogate
from search.surveys.database import Database, Row, easiest_first, lock_database, open_database
from search.surveys.decks import Member
from search.surveys.features import features_of
from search.surveys.run import survey_of
from search.surveys.solving import solve_layout
from search.surveys.why import iter_swaps
from solver.guardians.notation import format_rules
from solver.guardians.rules import Rules

AT_RANDOM = 12
"""Layouts glanced at before weights are learnt; of later ones every fourth is random, too."""
SEEING = 0.6
"""Part of the time after which glances and looks end, and solving begins."""
GLANCES_A_LOOK = 4
"""By number, not by time, so that a seed sees the same layouts everywhere. With nine cards and two players on
impossible a glance takes 4 s, with what it takes to choose it 7 s, a look 11 s."""
EFFORT = 2.0
"""For a proposal; see `propose`. For four draws of weights of nine cards the best layout is found three times
and one within 0.3 % once, in 2 to 5 seconds; with half of it the best is found twice, with a quarter not."""
MOST_TRIES = 100
"""For a layout at random that hasn't been seen."""


class HuntStanding(NamedTuple):
    """How far a hunt is."""

    doing: str
    glanced: int
    looked: int
    solved: int
    seconds_left: float


@dataclass(frozen=True)
class Found:
    """What a hunt has found.

    Attributes
    ----------
    hardest, easiest : list of Row
        Solved layouts, the most extreme first: all that the bounds can't tell from it.
    glanced, looked, solved : int
        Layouts looked at, by how closely.
    updates : int
        State updates of all that.
    at_most : float
        No layout of the deck is worth more, seen or not.
    """

    hardest: list[Row]
    easiest: list[Row]
    glanced: int
    looked: int
    solved: int
    updates: int
    at_most: float


class _Hunter:
    """What is known of the layouts seen, and how to see more."""

    def __init__(
        self,
        database: Database,
        deck: tuple[Card, ...],
        rules: Rules,
        lattice: Lattice,
        *,
        gap: float,
        seed: int,
        threads: int,
        learn: bool,
    ) -> None:
        self.learn = learn
        self.database = database
        self.deck = deck
        self.lattice = lattice
        self.gap = gap
        self.threads = threads
        alone = replace(rules, players=1, setup_growths=max(0, rules.setup_growths - rules.players + 1))
        self.alone, self.rules = format_rules(alone), format_rules(rules)
        self.far, self.near = (database.begin(survey_of(deck, some, lattice, gap)) for some in (alone, rules))
        database.set_gap(self.near, gap)
        self.glances = {layout: cut.lower for layout, cut in database.cuts(self.far).items()}
        self.looks = {layout: cut.lower for layout, cut in database.cuts(self.near).items()}
        self.looks_again = self.far != self.near
        if not self.looks_again:
            self.looks = self.glances  # what is solved is chosen by glances then
        self.solved = {row.layout: (row.lower + row.upper) / 2 for row in self.rows()}
        self.steps = len(self.glances)
        # A hunt that goes on draws others than those that it has drawn already.
        self.random = random.Random(f"{seed} {self.steps}" if self.steps else seed)
        self.draws = np.random.default_rng([seed, self.steps] if self.steps else seed)

    def rows(self) -> list[Row]:
        """Return what is solved for the gap that is wanted, the hardest first."""
        pending = set(self.database.pending(self.near))
        return [row for row in self.database.rows(self.near) if row.layout not in pending]

    def glance(self) -> bool:
        """Glance at a layout not seen yet; tell whether there was one."""
        layout = self._next()
        if layout is None:
            return False
        cut = probe_layout(layout, self.alone, PROBE + 1, self.threads)
        self.database.add(self.far, _member(layout))
        self.database.record_cut(layout, self.alone, cut)
        self.glances[layout] = cut.lower
        return True

    def look(self) -> bool:
        """Look at what seems most extreme by glances, on either side in turn; tell whether there was any."""
        layout = _most(SIDES[len(self.looks) % 2], self.glances, self.looks)
        if layout is None:
            return False
        cut = probe_layout(layout, self.rules, PROBE, self.threads)
        self.database.add(self.near, _member(layout))
        self.database.record_cut(layout, self.rules, cut)
        self.looks[layout] = cut.lower
        return True

    def solve(self, side: str) -> float | None:
        """Solve what seems most extreme by looks, and return the seconds; None if nothing was left."""
        layout = _most(side, self.looks, self.solved)
        if layout is None:
            return None
        solution = solve_layout(layout, self.rules, self.gap, self.threads)
        self.database.record(layout, self.rules, self.gap, solution, features_of(layout))
        self.solved[layout] = (solution.lower + solution.upper) / 2
        return solution.seconds

    def counts(self) -> tuple[int, int, int]:
        """Return how many layouts were glanced at, looked at, and solved."""
        return len(self.glances), len(self.looks) if self.looks_again else 0, len(self.solved)

    def updates(self) -> int:
        """Return the state updates of all that is known, whenever it was found."""
        cuts = [cut for number in {self.far, self.near} for cut in self.database.cuts(number).values()]
        return sum(cut.updates for cut in cuts) + sum(row.updates for row in self.rows())

    def _next(self) -> str | None:
        """Return a layout not seen yet: at random, by what has been learnt, or a swap away from the best."""
        self.steps += 1
        turn, side = self.steps % 4, SIDES[self.steps // 4 % 2]
        if self.steps <= AT_RANDOM or turn == 0 or not self.learn:
            drawn = self._at_random()
            if drawn or not self.learn:
                return drawn
        learnt = Surrogate(self.deck, self.glances, *([self.looks] if self.looks_again else []), self.solved)
        best = _most(side, self.looks or self.glances, ())
        if turn == 1 and best:
            near = {swap.layout: learnt.guess(swap.layout) for swap in iter_swaps(best)}
            swapped = _most(side, near, self.glances)
            if swapped:
                return swapped
        found = propose(
            self.deck,
            learnt.draw(self.draws),
            self.lattice.shape,
            self.lattice.min_contact,
            greatest=side == "easiest",
            known=self.glances,
            like=best if turn == 2 else None,
            effort=EFFORT,
        )
        return found.layout if found else self._at_random()

    def _at_random(self) -> str | None:
        for _ in range(MOST_TRIES):
            row = lay_at_random(self.lattice, len(self.deck), self.random)
            (masks,) = contact_masks(self.lattice, row[None, :]).tolist()
            others = list(self.deck[1:])
            self.random.shuffle(others)
            layout = canonical_code(graph_of(board_of_cards([self.deck[0], *others], masks)))
            if layout not in self.glances:
                return layout
        return None


def _most(side: str, known: Mapping[str, float], done: Container[str]) -> str | None:
    """Return the most extreme of what is known, leaving out what is done."""
    left = [layout for layout in known if layout not in done]
    pick = max if side == "easiest" else min
    return pick(left, key=lambda layout: (known[layout], layout)) if left else None


def _member(layout: str) -> Member:
    return Member(layout, shape_code(parse_canonical_code(layout)))


def hunt_extremes(
    path: Path | None,
    deck: tuple[Card, ...],
    rules: Rules,
    lattice: Lattice,
    *,
    gap: float,
    budget: float,
    seed: int = 1,
    threads: int = 2,
    learn: bool = True,
    progress: Callable[[HuntStanding], None] = lambda standing: None,
    stop: Callable[[], bool] = lambda: False,
) -> Found:
    """Look for the hardest and the easiest layout that a deck makes on a lattice.

    Parameters
    ----------
    path
        A database of surveys, which is made if there is none, for what is found; it is known the next time.
    budget
        Seconds. The last solve may take longer, and one on either side is always made, after what it takes to
        choose it.
    seed
        The same seed sees the same layouts, as far as time allows.
    learn
        False glances at random layouts only, for comparison.

    Raises
    ------
    RuleError
        If OR-Tools isn't installed.
    """
    make_solver(1.0)  # or say at once that there is none
    begun = time.monotonic()
    at_most = bound_deck(deck, rules, threads)
    with lock_database(path), open_database(path, create=True) as database:
        hunter = _Hunter(database, deck, rules, lattice, gap=gap, seed=seed, threads=threads, learn=learn)

        def passed() -> float:
            return (time.monotonic() - begun) / budget

        def report(doing: str) -> None:
            progress(HuntStanding(doing, *hunter.counts(), max(0.0, budget * (1 - passed()))))

        glances, looks, least = 0, 0, len(SIDES)
        all_glanced = False
        while not stop():
            late = passed() >= SEEING
            enough = len(hunter.glances) >= (least if late else AT_RANDOM)
            if late and enough and (looks >= least or not hunter.looks_again):
                break
            due = hunter.looks_again and (all_glanced or (enough and (late or glances >= GLANCES_A_LOOK)))
            report("looking" if due else "glancing")
            if due and hunter.look():
                glances, looks = 0, looks + 1
            elif all_glanced:
                break
            elif hunter.glance():
                glances += 1
            else:
                all_glanced = True
        turn, longest = 0, 0.0
        while (turn < len(SIDES) or passed() * budget + longest < budget) and not stop():
            report("solving")
            seconds = hunter.solve(SIDES[turn % 2])
            if seconds is None:
                break
            turn, longest = turn + 1, max(longest, seconds)
        rows = hunter.rows()
        least_upper = min((row.upper for row in rows), default=0.0)
        most_lower = max((row.lower for row in rows), default=1.0)
        return Found(
            [row for row in rows if row.lower <= least_upper],
            easiest_first(row for row in rows if row.upper >= most_lower),
            *hunter.counts(),
            hunter.updates(),
            at_most,
        )
