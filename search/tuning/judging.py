"""What is a variant worth, as far as the question needs: within a range, below it, or above?

What a database of surveys knows is used first. Then, on a board for the dense solver, the restricted and the
relaxed game (`extremes.cutting`), whose values are bounds: a few rounds put away what is far from the range.
Else it is solved, and again for a smaller gap while its bounds reach over an end of the range. All bounds are
proved. In the database the variants with the same rules are a survey, with the cards that are tuned as its
deck; bounds are kept by layout and rules, so that surveys, extremes and tuning share them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import NamedTuple

from layouts.cards import Card
from layouts.shapes.canon import board_of_canonical_code, kind_order, parse_canonical_code, shape_code
from search.surveys.database import Database, Survey
from search.surveys.decks import Member, format_deck
from search.surveys.features import features_of
from search.surveys.solving import is_dense, solve_start
from search.tuning.design import Design, Variant, vary
from search.tuning.sameness import codes_of
from solver.guardians.dense.scope import LEAST_GAP
from solver.guardians.game import Game
from solver.guardians.notation import parse_rules
from solver.guardians.size import ENUMERATED_A_SECOND, estimate_states

GAPS = {"enumerated": (1e-9, 1e-12), "dense": (1e-6, LEAST_GAP)}
"""Asked for one after the other, until bounds are on one side of the ends of the range."""
MOST_ENUMERATED = 1_000_000
"""Estimated states up to which a game is enumerated that the dense solver can't do; 0.6 GB."""
DEAR, DEARER = 5.0, 5.0
"""Seconds, and times as many as for the design, from which on a variant is left for last."""
WORTH = 0.5
"""Of what solving takes, so much may be spent on either side of bounding a variant away from the range."""
LATTICE = "tuned"
"""Stands where surveys say their lattice: these layouts are on none."""


class Side(StrEnum):
    """Where a value is, or its bounds."""

    BELOW = "below"
    INSIDE = "inside"
    ABOVE = "above"
    OPEN = "open"  # the bounds reach over an end of the range


class Range(NamedTuple):
    """The win probabilities that are wanted, ends among them."""

    low: Fraction
    high: Fraction

    def side(self, lower: float, upper: float) -> Side:
        """Tell where a value is that lies between two bounds."""
        if upper < self.low:
            return Side.BELOW
        if lower > self.high:
            return Side.ABOVE
        return Side.INSIDE if self.low <= lower and upper <= self.high else Side.OPEN


class Verdict(NamedTuple):
    """What is known of a variant."""

    side: Side
    lower: float
    upper: float
    how: str  # solved, bounded, or left: too large, for `proof`
    proof: str


class TooLarge(Exception):  # noqa: N818 - nothing went wrong
    """A variant would not fit the memory or the time; the message says what it would take."""


class OutOfTime(Exception):  # noqa: N818 - nothing went wrong
    """What is left of the time isn't enough for the next solve."""


@dataclass(frozen=True)
class Means:
    """What may be spent: seconds in all, bytes of memory, threads."""

    seconds: float
    memory: float
    threads: int = 1


class Judge:
    """Judges variants of a design, each once, and keeps what it finds.

    Attributes
    ----------
    patience : float
        What takes more seconds than this is left.
    toward : Side
        Where the design is, and where its variants are looked for first.
    solved, bounded : int
        Games solved, and games bounded away from the range; those that the database knew among them.
    updates : int
        State updates of all that.
    """

    def __init__(self, database: Database, design: Design, wanted: Range, means: Means) -> None:
        self.database = database
        self.wanted = wanted
        self.means = means
        self.patience = inf
        self.toward = Side.BELOW
        self.solved = self.bounded = self.updates = 0
        self._begun = time.monotonic()
        self._verdicts: dict[tuple[str, str], Verdict] = {}
        cards = [Card(tag, own) for tag, own in zip(design.board.tags, design.board.ratings, strict=True)]
        self._deck = format_deck(tuple(sorted(cards, key=kind_order)))

    def seconds_left(self) -> float:
        """Return what is left of the time."""
        return self._begun + self.means.seconds - time.monotonic()

    def leave_dear_ones(self, design: Design) -> None:
        """Leave variants that take much longer than the design itself."""
        game = Game(*vary(design, ()), lumped=True)
        self.patience = max(DEAR, DEARER * self._check_size(game, dense=is_dense(game)))

    def recall(self, variant: Variant) -> Verdict | None:
        """Return what has been found about a variant, or an isomorphic one, since this judge began."""
        return self._verdicts.get(codes_of(variant))

    def judge(self, variant: Variant) -> Verdict:
        """Find out where a variant is.

        Raises
        ------
        OutOfTime
            If it would take longer than what is left of the time.
        """
        codes = codes_of(variant)
        if codes not in self._verdicts:
            verdict = self._look_up(*codes) or self._work_out(*codes)
            if verdict.how == "left":
                return verdict
            self._verdicts[codes] = verdict
            self.solved += verdict.how == "solved"
            self.bounded += verdict.how == "bounded"
        return self._verdicts[codes]

    def _survey(self, rules: str) -> int:
        return self.database.begin(Survey(self._deck, rules, LATTICE, 1, GAPS["dense"][0]))

    def _look_up(self, layout: str, rules: str) -> Verdict | None:
        """Return what the database knows, if that is enough: bounds as close as here, or off the range."""
        number = self._survey(rules)
        self.database.add(number, Member(layout, shape_code(parse_canonical_code(layout))))
        for row in self.database.rows(number):
            side = self.wanted.side(row.lower, row.upper)
            close = row.upper - row.lower <= 2 * GAPS[row.method][0]  # rounding may add to what was asked for
            if row.layout == layout and side is not Side.OPEN and (close or side is not Side.INSIDE):
                self.updates += row.updates
                return Verdict(side, row.lower, row.upper, "solved", row.proof)
        cut = self.database.cuts(number).get(layout)
        if cut and (side := self.wanted.side(cut.lower, cut.upper)) in (Side.BELOW, Side.ABOVE):
            self.updates += cut.updates
            return Verdict(side, cut.lower, cut.upper, "bounded", "restricted and relaxed games")
        return None

    def _work_out(self, layout: str, rules: str) -> Verdict:
        game = Game(board_of_canonical_code(layout), parse_rules(rules), lumped=True)
        dense = is_dense(game)
        try:
            seconds = self._check_size(game, dense=dense)
        except TooLarge as reason:
            return Verdict(Side.OPEN, 0.0, 1.0, "left", str(reason))
        if seconds > self.patience:
            why = f"it takes about {seconds:.0f} seconds, and is left for last"
            return Verdict(Side.OPEN, 0.0, 1.0, "left", why)
        if seconds > self.seconds_left():
            raise OutOfTime
        if dense and self.solved and (bounded := self._bound(layout, rules)):
            return bounded
        for gap in GAPS["dense" if dense else "enumerated"]:
            solution = solve_start(game, gap, self.means.threads)
            self.updates += solution.updates
            self.database.record(layout, rules, gap, solution, features_of(layout))
            side = self.wanted.side(solution.lower, solution.upper)
            if side is not Side.OPEN:
                break
        return Verdict(side, solution.lower, solution.upper, "solved", solution.proof)

    def _check_size(self, game: Game, *, dense: bool) -> float:
        """Return about how many seconds a game takes; TooLarge if it never fits what may be spent."""
        from solver.guardians.dense.scope import estimate_needs, refusal_of

        if dense:
            needs = estimate_needs(game)
            if needs.memory > self.means.memory:
                raise TooLarge(f"it takes {needs.memory / 1e9:.1f} GB of memory")
            seconds = needs.seconds
        else:
            states = estimate_states(game)
            if states > MOST_ENUMERATED:
                raise TooLarge(f"about {states:.1e} states, and {refusal_of(game.rules)}")
            seconds = states / ENUMERATED_A_SECOND
        if seconds > self.means.seconds:
            raise TooLarge(f"it takes about {seconds:.0f} seconds")
        return seconds

    def _bound(self, layout: str, rules: str) -> Verdict | None:
        """Bound a variant away from the range, on the design's side first, if that doesn't take too long."""
        from search.extremes.cutting import cut_layout

        worth = int(WORTH * self.updates / self.solved)
        # A race puts out what is above the hardest known and below the easiest; here one of both is enough,
        # and the other is passed or can't be met from the start.
        low, high = map(float, self.wanted)
        ends = {Side.BELOW: (-1.0, low), Side.ABOVE: (high, 2.0)}
        for aim in sorted(ends, key=lambda side: side is not self.toward):
            if (aim is Side.BELOW and low == 0) or (aim is Side.ABOVE and high == 1):
                continue  # nothing is there
            cut = cut_layout(layout, rules, (0.0, 1.0), *ends[aim], worth, anew=True)
            self.updates += cut.updates
            self.database.record_cut(layout, rules, cut)
            side = self.wanted.side(cut.lower, cut.upper)
            if side in ends:  # what is inside is worth solving
                return Verdict(side, cut.lower, cut.upper, "bounded", "restricted and relaxed games")
        return None
