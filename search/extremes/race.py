"""The hardest and the easiest of all layouts of a deck, proved; most layouts needn't be solved for that.

First every layout is probed from below (`cutting`), and the quarters that look hardest and easiest a round
further. The first on either side is solved, and the others are taken in turn from both ends: a layout is out
if it is proved to be easier than the hardest solved so far and harder than the easiest; one that can't be put
out is solved. When all are out or solved, the extremes are among the solved ones, whatever the order was:
`proved`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from layouts.cards import Card
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import board_of_canonical_code
from search.extremes.cutting import DEEP_PROBE, PROBE, cut_layout, probe_layout
from search.extremes.remaining import bound_deck
from search.surveys.database import Database, Row, easiest_first, lock_database, open_database
from search.surveys.decks import iter_members
from search.surveys.features import features_of
from search.surveys.run import survey_of
from search.surveys.solving import Cut, Solution, is_small, solve_layout
from search.surveys.workers import Call, Workers, iter_results
from solver.guardians.game import Game
from solver.guardians.notation import parse_rules
from solver.guardians.rules import Rules

Bounds = tuple[float, float]

FEWEST_LEADERS = 2
"""Probed further on either side; a quarter of all layouts, if that is more."""
WORTH = 1.0
"""Of what solving a layout takes, so much may be spent on either side of putting one out."""


class Standing(NamedTuple):
    """How far a race is."""

    layouts: int
    probed: int
    solved: int
    out: int
    hardest: float  # an upper bound of the hardest known
    easiest: float  # a lower bound of the easiest known


@dataclass(frozen=True)
class Extremes:
    """What a search has found.

    Attributes
    ----------
    hardest, easiest : list of Row
        Solved layouts; several if their bounds can't tell them apart.
    layouts, solved, out : int
        All layouts of the deck on the lattice, those solved, and those that needn't be.
    updates : int
        State updates of all that was done for these layouts.
    at_least, at_most : float
        No layout is worth less, none more.
    """

    hardest: list[Row]
    easiest: list[Row]
    layouts: int
    solved: int
    out: int
    updates: int
    at_least: float
    at_most: float

    @property
    def proved(self) -> bool:
        """Whether every layout is solved or out."""
        return self.solved + self.out == self.layouts


class Race:
    """The state of a race: what is known of each layout, and what to do next."""

    def __init__(self, layouts: list[str], rules: str, gap: float) -> None:
        self.layouts = layouts
        self.rules = rules
        self.gap = gap
        self.known: dict[str, Bounds] = {}
        self.solved: set[str] = set()
        self.updates = 0  # for those that are solved
        self.hardest, self.easiest = 1.0, 0.0
        self._asked: set[str] = set()  # for what isn't known yet
        self._stuck: deque[str] = deque()  # what has to be solved
        self._calls = self._plan()

    def learn(self, layout: str, lower: float, upper: float, *, solved: bool, updates: int = 0) -> None:
        """Take note of bounds, and of what it took to solve a layout."""
        low, high = self.known.get(layout, (0.0, 1.0))
        self.known[layout] = max(low, lower), min(high, upper)
        if solved:
            self.solved.add(layout)
            self.hardest, self.easiest = min(self.hardest, upper), max(self.easiest, lower)
            self.updates += updates

    def is_out(self, layout: str) -> bool:
        """Tell whether a layout is neither the hardest nor the easiest."""
        lower, upper = self.known.get(layout, (0.0, 1.0))
        return lower > self.hardest and upper < self.easiest

    def next_call(self) -> Call | None:
        """Return what to do next; None if that depends on what is being done, or all is done."""
        return next(self._calls, None)

    def finish(self, call: Call, result: Cut | Solution) -> None:
        """Take in what a call has found."""
        layout = call.arguments[0]
        solved = call.function is solve_layout
        self.learn(layout, result.lower, result.upper, solved=solved, updates=result.updates)
        self._asked.discard(layout)
        if call.function is cut_layout and not self.is_out(layout):
            self._stuck.append(layout)

    def standing(self) -> Standing:
        """Return how far it is."""
        out = sum(one not in self.solved and self.is_out(one) for one in self.layouts)
        return Standing(len(self.layouts), len(self.known), len(self.solved), out, self.hardest, self.easiest)

    def _plan(self) -> Iterator[Call | None]:
        for layout in self.layouts:
            if layout not in self.known:
                small = is_small(Game(board_of_canonical_code(layout), parse_rules(self.rules), lumped=True))
                yield self._solve(layout) if small else self._ask(probe_layout, layout, PROBE)
        yield from self._wait()
        if not self.solved:
            hardest, easiest = yield from self._find_leaders()
            for layout in dict.fromkeys((hardest[0], easiest[0])):
                yield self._solve(layout)
            yield from self._wait()
        left = deque(self._in_order(one for one in self.layouts if one not in self.solved))
        while left or self._stuck or self._asked:
            if self._stuck:
                layout = self._stuck.popleft()
                if not self.is_out(layout):
                    yield self._solve(layout)
            elif left:
                layout = left.popleft() if len(left) % 2 else left.pop()
                if not self.is_out(layout):
                    worth = int(WORTH * self.updates / len(self.solved))
                    limits = (self.hardest, self.easiest, worth)
                    yield self._ask(cut_layout, layout, self.known[layout], *limits)
            else:
                yield None

    def _find_leaders(self) -> Generator[Call | None, None, tuple[list[str], list[str]]]:
        """Probe what looks hardest and what looks easiest further; return both sides, best first."""
        ranked = self._in_order(self.layouts)
        number = max(FEWEST_LEADERS, len(ranked) // 4)
        hardest, easiest = ranked[:number], ranked[-number:]
        for layout in dict.fromkeys([*hardest, *easiest]):
            yield self._ask(probe_layout, layout, DEEP_PROBE)
        yield from self._wait()
        return self._in_order(hardest), self._in_order(easiest)[::-1]

    def _in_order(self, layouts: Iterable[str]) -> list[str]:
        """Return layouts, those that look hardest first."""
        return sorted(layouts, key=lambda layout: (self.known[layout], layout))

    def _solve(self, layout: str) -> Call:
        return self._ask(solve_layout, layout, self.gap)

    def _ask(self, function: Callable[..., Cut | Solution], layout: str, *rest: Any) -> Call:
        self._asked.add(layout)
        return Call(function, (layout, self.rules, *rest))

    def _wait(self) -> Iterator[None]:
        while self._asked:
            yield None


def find_extremes(
    path: Path | None,
    deck: tuple[Card, ...],
    rules: Rules,
    lattice: Lattice,
    *,
    gap: float,
    workers: Workers,
    listing: Callable[[str], None] = lambda text: None,
    progress: Callable[[Standing], None] = lambda standing: None,
    stop: Callable[[], bool] = lambda: False,
) -> Extremes:
    """Find the hardest and the easiest layout that a deck makes on a lattice.

    Parameters
    ----------
    path
        A database of surveys, which is made if there is none, and where a stopped search goes on; or None.
    workers, listing, progress, stop
        See `run_survey`.
    """
    survey = survey_of(deck, rules, lattice, gap)
    with lock_database(path), open_database(path, create=True) as database:
        number = database.complete(survey, lambda: iter_members(deck, lattice, listing))
        database.set_gap(number, gap)
        race = Race([member.layout for member in database.members(number)], survey.rules, gap)
        _take_up(race, database, number)
        with workers as some:
            for call, result in iter_results(some, race.next_call):
                race.finish(call, result)
                _record(database, call, result)
                progress(race.standing())
                if stop():
                    break
        found = _answer(race, database, number)
    if found.at_most < 1:
        return found
    return replace(found, at_most=bound_deck(deck, rules))  # for some layouts nothing is known from above


def _take_up(race: Race, database: Database, number: int) -> None:
    """Take over what the database knows; results for a wider gap are bounds."""
    for layout, cut in database.cuts(number).items():
        race.learn(layout, cut.lower, cut.upper, solved=False)
    pending = set(database.pending(number))
    for row in database.rows(number):
        solved = row.layout not in pending
        race.learn(row.layout, row.lower, row.upper, solved=solved, updates=row.updates)


def _record(database: Database, call: Call, result: Cut | Solution) -> None:
    layout, rules, *rest = call.arguments
    if isinstance(result, Cut):
        database.record_cut(layout, rules, result)
    else:
        database.record(layout, rules, rest[0], result, features_of(layout))


def _answer(race: Race, database: Database, number: int) -> Extremes:
    rows = [row for row in database.rows(number) if row.layout in race.solved]
    updates = sum(row.updates for row in rows) + sum(cut.updates for cut in database.cuts(number).values())
    standing = race.standing()
    bounds = [race.known.get(layout, (0.0, 1.0)) for layout in race.layouts]
    return Extremes(
        [row for row in rows if row.lower <= race.hardest],
        easiest_first(row for row in rows if row.upper >= race.easiest),
        standing.layouts,
        standing.solved,
        standing.out,
        updates,
        min((lower for lower, _ in bounds), default=0.0),
        max((upper for _, upper in bounds), default=1.0),
    )
