"""`hue solve`: the win probability of a layout, with its proof, its picture and how to begin."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from layouts.code import format_code
from reports.arguments import Question, check_gaps
from reports.boards import print_board
from reports.output import (
    DONE,
    Progress,
    Refused,
    code_of_bounds,
    console,
    print_json,
    stop_on_interrupt,
)
from reports.words import bounds_text, describe_action, describe_dark, percent, percent_within
from solver.guardians.game import Game
from solver.guardians.notation import format_action, format_state
from solver.guardians.play import Play
from solver.guardians.size import estimate_states
from solver.guardians.state import Over, State
from solver.rounding import round_down, round_up

if TYPE_CHECKING:
    from search.openings import Opening, Setup
    from solver.bounds import Bounds
    from solver.model import Model

SHOWN_OPENINGS = 8


def build(game: Game, limit: int, progress: Progress) -> Model[State]:
    """Enumerate a lumped game's states, or refuse with what would shrink it."""
    from solver.model import ModelTooLarge, build_model

    about = estimate_states(game)
    advice = "keep fewer cards (--keep A,B,C), fewer --players, fewer --reading actions, or raise --limit"
    if about > 3 * limit:
        raise Refused(f"about {about:.1e} states would not fit the limit of {limit:,}: {advice}")
    try:
        return build_model(Play(game), limit=limit, progress=progress.states)
    except ModelTooLarge as error:
        raise Refused(f"more than {error.limit:,} states: {advice}") from None


def run(
    question: Question, *, gap: float, relative_gap: float | None, exact: bool, limit: int, as_json: bool
) -> int:
    """Enumerate every state, solve, print, and return the exit code."""
    from search.openings import extreme_setups, find_openings
    from solver.bounds import solve_bounds

    check_gaps(gap, relative_gap)
    begun = time.monotonic()
    game = Game(question.game.board, question.rules, lumped=True)
    with Progress() as progress:
        model = build(game, limit, progress)
        with stop_on_interrupt() as stop:
            bounds = solve_bounds(
                model, gap=gap, relative_gap=relative_gap, at=[0], progress=progress.sweeps, stop=stop
            )
            stopped = stop()
        progress.show("exact arithmetic")
        value = _solve_exactly(model, bounds) if exact and not stopped else None
    answer = Answer(
        question=question,
        lower=float(bounds.lower[0]) if value is None else round_down(value),
        upper=float(bounds.upper[0]) if value is None else round_up(value),
        value=value,
        proof=bounds.proof if value is None else "policy iteration in rational arithmetic",
        openings=find_openings(Play(game), model, bounds),
        setups=extreme_setups(
            game,
            lambda state: (
                float(bounds.lower[model.index[state]]),
                float(bounds.upper[model.index[state]]),
            ),
        ),
        states=len(model),
        sweeps=bounds.sweeps,
        seconds=time.monotonic() - begun,
    )
    answer.print(as_json=as_json)
    return DONE if value is not None else code_of_bounds(closed=bounds.closed)


def _solve_exactly(model: Model[State], bounds: Bounds) -> Fraction:
    from solver.exact import TooLargeForExact, solve_exact

    try:
        return solve_exact(model, bounds).values[0]
    except TooLargeForExact as error:
        raise Refused(f"{error}; leave out --exact for proved bounds") from None


@dataclass(frozen=True)
class Answer:
    """What came out of a solve, whatever the method."""

    question: Question
    lower: float
    upper: float
    value: Fraction | None  # exact, if asked for
    proof: str
    openings: list[Opening]
    setups: tuple[Setup, Setup] | None  # worth most, and least, whatever is rolled and chosen
    states: int
    sweeps: int
    seconds: float
    table: str | None = None  # the file with all values, if they were saved

    def print(self, *, as_json: bool) -> None:
        """Print it as JSON or as text."""
        if as_json:
            print_json("solve", self.as_json())
        else:
            self.show()

    def as_json(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        board = self.question.game.board
        return {
            "layout": format_code(self.question.layout),
            "edition": self.question.edition.name,
            "difficulty": self.question.difficulty,
            "rules": asdict(self.question.rules),
            "unit": "probability",
            "win": {
                "kind": "bounded" if self.value is None else "exact",
                "lower": self.lower,
                "upper": self.upper,
                "exact": None if self.value is None else str(self.value),
            },
            "proof": self.proof,
            "openings": [
                {
                    "state": format_state(opening.state),
                    "probability": str(opening.probability),
                    "lower": opening.lower,
                    "upper": opening.upper,
                    "action": opening.action and format_action(board, opening.action),
                }
                for opening in self.openings
            ],
            "setups": self.setups
            and {
                end: {"state": format_state(setup.state), "lower": setup.lower, "upper": setup.upper}
                for end, setup in zip(("best", "worst"), self.setups, strict=True)
            },
            "states": self.states,
            "sweeps": self.sweeps,
            "seconds": round(self.seconds, 3),
            "table": self.table,
        }

    def show(self) -> None:
        """Print the text."""
        out = console()
        layout, rules = self.question.layout, self.question.rules
        print_board(out, layout)
        out.print()
        players = "1 player" if rules.players == 1 else f"{rules.players} players"
        out.print(f"{players}, {self.question.difficulty}, {self.question.edition.name} edition")
        middle = (self.lower + self.upper) / 2
        number = (f"{middle:.9f}", "bold")
        out.print(Text.assemble("The guardians win with probability ", number, f" ({percent(middle, 4)})."))
        if self.value is not None:
            out.print(_exact_line(self.value), soft_wrap=True)
        else:
            gap = self.upper - self.lower
            out.print(f"Bounded: from {bounds_text(self.lower, self.upper)}, gap {gap:.1e}, proved.")
        out.print(f"{self.states:,} states, {self.sweeps} sweeps, {self.seconds:.1f} s.")
        if self.table:
            out.print(f"Saved: {self.table}", soft_wrap=True)
        out.print()
        out.print(self._table())
        if len(self.openings) > SHOWN_OPENINGS:
            out.print(f"... and {len(self.openings) - SHOWN_OPENINGS} rarer setups; --json lists them all.")
        if self.setups and len(self.openings) > 1:
            best, worst = map(self._describe, self.setups)
            out.print(f"Of all setups that leave something to play: at best {best}; at worst {worst}.")

    def _describe(self, setup: Setup) -> str:
        dark = describe_dark(self.question.game, setup.state)
        return f"{dark} (win {percent_within(setup.lower, setup.upper, 3)})"

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("chance", justify="right")
        table.add_column("dark after the setup, besides the center")
        table.add_column("win", justify="right")
        table.add_column("best first move")
        for opening in self.openings[:SHOWN_OPENINGS]:
            game = self.question.game
            if isinstance(opening.state.moment, Over):
                dark, move = "every card", "the game is lost"
            else:
                dark = describe_dark(game, opening.state)
                assert opening.action
                move = describe_action(game, opening.state, opening.action)
            win = percent_within(opening.lower, opening.upper, 3)
            table.add_row(percent(opening.probability), dark, win, move)
        return table


LONGEST_RATIONAL = 300


def _exact_line(value: Fraction) -> str:
    text = str(value)
    if len(text) <= LONGEST_RATIONAL:
        return f"Exact: {text}"
    digits = [len(str(part)) for part in (value.numerator, value.denominator)]
    return f"Exact: a fraction of {digits[0]} over {digits[1]} digits; --json writes it out."
