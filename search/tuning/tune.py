"""The cheapest combinations of changes that bring a win probability into a range.

Combinations are taken in the order of their cost (`combinations`), and each is decided before the next:

- It contains one that was found, or the same game as one: what it adds isn't needed.
- It is out of the range by what is proved of others (`order`): no harder than one above, or one below is no
  harder than it.
- It is the same game as one before (`sameness`).
- Else it is judged: bounded away from the range, or solved (`judging`). Before that, the same with each of
  its changes that lead towards the range taken as far as one change goes: if that isn't enough, nothing
  between is.

What takes much longer than the rest is left at first, and decided when there is time left in the end.

So the suggestions are those of solving every combination, in the same order; the rest saves work only. Where
one can't be decided (too large, out of time, or its value too near an end of the range), the ranking is
complete up to its cost: `open_from`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import NamedTuple

from search.surveys.database import lock_database, open_database
from search.tuning.combinations import Combination, cost_of, iter_combinations
from search.tuning.design import Change, Design, Variant, vary
from search.tuning.judging import Judge, Means, OutOfTime, Range, Side, TooLarge, Verdict
from search.tuning.order import Hardness, hardness_of, no_harder
from search.tuning.sameness import codes_of, plain_game


class Tuned(NamedTuple):
    """A combination of changes, and what is known of the variant that it makes."""

    changes: Combination
    variant: Variant
    verdict: Verdict

    @property
    def cost(self) -> int:
        """The sum of the changes' costs."""
        return cost_of(self.changes)


class TuningStanding(NamedTuple):
    """How far a search is."""

    cost: int  # of the combination at hand
    looked: int  # combinations
    solved: int  # games
    found: int
    seconds_left: float  # of what may be spent


@dataclass
class Tuning:
    """What a search has found.

    Attributes
    ----------
    now : Verdict
        Of the design as it is.
    found : list of Tuned
        Within the range, the cheapest first; none if the design itself is.
    undecided : list of Tuned
        Solved as closely as can be, and their bounds reach over an end of the range.
    left : list of Tuned
        Too large for what may be spent; the verdict's `proof` says why.
    counts : Counter
        Combinations by what decided them: solved, bounded, implied, same, needless, left.
    open_from : int or None
        The least cost of a combination that isn't decided; None if all are that come before the last one
        found, or all there are.
    unlooked : bool
        Whether it ended before all combinations had been looked at that could be among the first.
    solved, bounded, updates : int
        Games solved, games bounded away, state updates of all that.
    ended : str
        Why: found (enough, or the design itself is within the range), all (are decided), time, stopped.
    """

    now: Verdict
    found: list[Tuned] = field(default_factory=list)
    undecided: list[Tuned] = field(default_factory=list)
    left: list[Tuned] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    open_from: int | None = None
    unlooked: bool = False
    solved: int = 0
    bounded: int = 0
    updates: int = 0
    ended: str = "found"

    @property
    def complete(self) -> bool:
        """Whether nothing cheaper, or nothing else at all, can be within the range."""
        return self.open_from is None


def tune_design(
    path: Path | None,
    design: Design,
    wanted: Range,
    changes: Sequence[Change],
    *,
    most: int,
    together: int,
    means: Means,
    progress: Callable[[TuningStanding], None] = lambda standing: None,
    stop: Callable[[], bool] = lambda: False,
) -> Tuning:
    """Find the cheapest combinations of changes that bring a design into a range.

    Parameters
    ----------
    path
        A database of surveys, which is made if there is none, and where a stopped search goes on; or None.
    changes
        See `list_changes`.
    most
        So many combinations are enough.
    together
        Most changes in one of them.
    progress
        Called after each combination.
    stop
        Asked before each; True ends the search with what is found.

    Raises
    ------
    TooLarge
        If the design itself can't be solved by these means.
    """
    with lock_database(path), open_database(path, create=True) as database:
        judge = Judge(database, design, wanted, means)
        tuning = _judge_now(judge, design)
        if tuning.now.side is not Side.INSIDE:
            judge.leave_dear_ones(design)
            tuning = _Search(judge, design, changes, tuning.now).run(together, most, progress, stop)
        if tuning.left and tuning.ended in ("found", "all"):
            judge.patience = inf
            again = _Search(judge, design, changes, tuning.now).run(together, most, progress, stop)
            tuning = again if again.ended in ("found", "all") else replace(tuning, ended=again.ended)
        tuning.solved, tuning.bounded, tuning.updates = judge.solved, judge.bounded, judge.updates
        return tuning


def _judge_now(judge: Judge, design: Design) -> Tuning:
    """Judge the design itself, and set the judge's direction."""
    try:
        verdict = judge.judge(vary(design, ()))
    except OutOfTime:
        raise TooLarge("the time is over before it is solved") from None
    if verdict.how == "left":
        raise TooLarge(verdict.proof)
    judge.toward = verdict.side
    return Tuning(verdict)


class _Search:
    """What is proved so far, and what follows from it."""

    def __init__(self, judge: Judge, design: Design, changes: Sequence[Change], now: Verdict) -> None:
        self.judge = judge
        self.design = design
        self.changes = changes
        self._out: dict[Side, list[Hardness]] = {Side.BELOW: [], Side.ABOVE: []}
        self._seen = {codes_of(plain_game(vary(design, ())))}
        self._within: set[tuple[str, str]] = set()  # of games seen, those in the range
        self._sets: list[frozenset[Change]] = []  # of changes that make one
        self.tuning = Tuning(now)
        self._learn(vary(design, ()), now)
        self._furthest = {change: self._find_furthest(change) for change in changes}

    def run(
        self, together: int, most: int, progress: Callable[[TuningStanding], None], stop: Callable[[], bool]
    ) -> Tuning:
        """Decide combinations until enough are found, or it has to end."""
        tuning, judge = self.tuning, self.judge
        for combination in iter_combinations(self.changes, together):
            tuning.ended = "stopped" if stop() else "time" if judge.seconds_left() <= 0 else "found"
            if tuning.ended != "found":
                return self._end_early(combination)
            try:
                tuning.counts[self._decide(combination)] += 1
            except OutOfTime:
                tuning.ended = "time"
                return self._end_early(combination)
            cost, looked = cost_of(combination), tuning.counts.total()
            progress(TuningStanding(cost, looked, judge.solved, len(tuning.found), judge.seconds_left()))
            if len(tuning.found) == most:
                return tuning
        tuning.ended = "all"
        return tuning

    def _end_early(self, combination: Combination) -> Tuning:
        self.tuning.unlooked = True
        self._leave_open(combination)
        return self.tuning

    def _decide(self, combination: Combination) -> str:
        """Decide a combination, and say how."""
        if any(enough <= frozenset(combination) for enough in self._sets):
            return "needless"
        variant = vary(self.design, combination)
        codes = codes_of(plain_game(variant))
        known = self.judge.recall(variant)
        if known is None and self._is_implied(variant):
            return "implied"
        if codes in self._seen:
            if codes in self._within:
                self._sets.append(frozenset(combination))
            return "same"
        self._seen.add(codes)
        if known is None and self._try_further(combination) and self._is_implied(variant):
            return "implied"
        verdict = self.judge.judge(variant)
        self._learn(variant, verdict)
        tuned = Tuned(combination, variant, verdict)
        if verdict.side is Side.INSIDE:
            self.tuning.found.append(tuned)
            self._sets.append(frozenset(combination))
            self._within.add(codes)
        elif verdict.side is Side.OPEN:
            (self.tuning.left if verdict.how == "left" else self.tuning.undecided).append(tuned)
            self._leave_open(combination)
        return verdict.how

    def _leave_open(self, combination: Combination) -> None:
        tuning, cost = self.tuning, cost_of(combination)
        tuning.open_from = cost if tuning.open_from is None else min(tuning.open_from, cost)

    def _learn(self, variant: Variant, verdict: Verdict) -> None:
        if verdict.side in self._out:
            self._out[verdict.side].append(hardness_of(variant))

    def _is_implied(self, variant: Variant) -> bool:
        """Tell whether a variant is out of the range by what is proved of others."""
        this = hardness_of(variant)
        return any(no_harder(below, this) for below in self._out[Side.BELOW]) or any(
            no_harder(this, above) for above in self._out[Side.ABOVE]
        )

    def _try_further(self, combination: Combination) -> bool:
        """Judge the combination taken further towards the range, if that may spare more than it costs."""
        further = tuple(dict.fromkeys(self._furthest[change] for change in combination))
        slots = [slot for change in further for slot in change.slots]
        if further == combination or len(slots) > len(set(slots)):
            return False
        if len(combination) == 1 and further[0].slots == combination[0].slots:
            return False  # a step further of the same: nothing else is between
        variant = vary(self.design, further)
        self._learn(variant, self.judge.judge(variant))
        return True

    def _find_furthest(self, change: Change) -> Change:
        """Return the dearest change that does what this one does and more, if it leads towards the range."""
        toward, now = self.tuning.now.side, self._hardness(())

        def leads(before: Hardness, after: Hardness) -> bool:
            return no_harder(after, before) if toward is Side.BELOW else no_harder(before, after)

        this = self._hardness([change])
        if toward not in self._out or not leads(now, this):
            return change
        further = [
            other
            for other in self.changes
            if other.slots >= change.slots and leads(this, self._hardness([other]))
        ]
        return max(further, key=lambda other: other.cost)

    def _hardness(self, changes: Iterable[Change]) -> Hardness:
        return hardness_of(vary(self.design, changes))
