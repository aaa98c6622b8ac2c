"""`hue tune`: the smallest changes that bring a win probability into a range, and an edition made of one."""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from layouts.code import format_code
from layouts.errors import RuleError, located, quote
from layouts.toml import STDIN
from layouts.writing import check_writable, save_text
from reports.arguments import (
    AsJson,
    Choices,
    DifficultyName,
    EditionName,
    Keep,
    Layout,
    Players,
    Question,
    Readings,
    ask_about_layout,
    warn_if_unlayable,
)
from reports.decks import Resume, check_resumed
from reports.output import (
    DONE,
    NO,
    NOT_CLOSED,
    STOPPED,
    Progress,
    Refused,
    console,
    print_json,
    stop_on_interrupt,
    warn,
)
from reports.words import bounds_text, describe_duration, listed, percent
from search.memory import may_use
from solver.guardians.rules import parse_reading

if TYPE_CHECKING:
    from search.tuning.design import Design
    from search.tuning.judging import Range, Verdict
    from search.tuning.tune import Tuned, Tuning, TuningStanding

SHOWN_REASONS = 3
_PROBABILITY = re.compile(r"([0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(%?)")


def tune(
    layout: Layout,
    win: Annotated[
        str, typer.Option("--win", metavar="LOW:HIGH", help="The range, as in 0.25:0.35 or 25%:35%.")
    ],
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    change: Annotated[
        str, typer.Option("--change", metavar="KIND,KIND", help="What may be changed; by default all of it.")
    ] = "ratings,growths,players,readings",
    together: Annotated[
        int, typer.Option("--together", min=1, max=4, help="At most so many changes at once.")
    ] = 2,
    most: Annotated[int, typer.Option("--most", min=1, help="So many suggestions are enough.")] = 5,
    budget: Annotated[
        float, typer.Option("--budget", min=1, metavar="SECONDS", help="How long it may take.")
    ] = 600.0,
    memory: Annotated[
        float | None, typer.Option("--memory", min=0, help="GB for a solve; most of it by default.")
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Of surveys: what is known is kept there, and used."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write an edition file.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--number", min=1, metavar="K", help="Of the suggestion to write; 1 by default."),
    ] = None,
    resume: Resume = False,
    as_json: AsJson = False,
) -> int:
    """Find the smallest changes that bring the win probability into a range.

    Of ratings, growths, players and readings, the cheapest combinations first; each is proved to be within
    the range. With --database, a search that was stopped or killed goes on with the same command. The exit
    code is 1 if there is none.
    """
    from search.tuning.changes import cards_left_alone, list_changes
    from search.tuning.design import Design
    from search.tuning.judging import Means, TooLarge
    from search.tuning.tune import tune_design

    wanted = parse_range(win)
    check_resumed(database, resume)
    _check_out(out, number, most)
    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    question = ask_about_layout(layout, choices)
    by_hand = dict(parse_reading(text) for text in choices.readings)
    rules = question.rules
    design = Design(question.layout, question.edition, question.difficulty, rules.players, by_hand)
    kinds = [kind.strip().lower() for kind in change.split(",")]
    with located("--change"):
        changes = list_changes(design, kinds)
    warn_if_unlayable(question.layout)
    if "ratings" in kinds and (names := cards_left_alone(design)):
        warn(
            f"the layout gives the ratings of {listed(names)} by hand; no edition changes them, nor does this"
        )
    means = Means(budget, may_use(memory), os.cpu_count() or 1)
    with Progress() as line, stop_on_interrupt() as stop:
        try:
            tuning = tune_design(
                database,
                design,
                wanted,
                changes,
                most=most,
                together=together,
                means=means,
                progress=lambda standing: line.show(_describe(standing)),
                stop=stop,
            )
        except TooLarge as reason:
            raise Refused(
                f"the layout as it is can't be solved: {reason}; keep fewer cards (--keep A,B,C), fewer "
                "--players, or raise --budget (in seconds) or --memory (in GB)"
            ) from None
    which = number or 1
    chosen = tuning.found[which - 1] if out is not None and len(tuning.found) >= which else None
    written = None
    if out is not None and chosen is not None:
        command = _command(layout, choices, question, chosen, out)
        _write(out, design, chosen, command)
        written = {"file": str(out), "number": which, "command": command}
    asked = {"changes": len(changes), "kinds": kinds, "together": together}
    if as_json:
        print_json("tune", {**_as_json(question, wanted, tuning), **asked, "written": written})
    else:
        _print(tuning, wanted, len(changes), together, database)
        if written:
            console().print(f"Written: {out}, suggestion {which}. It is solved by: {command}", soft_wrap=True)
    if out is not None and chosen is None:
        warn(f"there is no suggestion {which}; nothing is written to {out}")
    return _exit_code(tuning, database, lacking=out is not None and chosen is None)


def parse_range(text: str) -> Range:
    """Read two probabilities with a colon between them, in percent or not.

    Raises
    ------
    RuleError
        If it is no range of probabilities.

    Examples
    --------
    >>> parse_range("25%:0.35")
    Range(low=Fraction(1, 4), high=Fraction(7, 20))
    """
    from search.tuning.judging import Range

    ends = [_PROBABILITY.fullmatch(part.strip()) for part in text.split(":")]
    if len(ends) != 2 or not all(ends):
        raise RuleError(f"--win {quote(text)}: it must be two probabilities, like 0.25:0.35 or 25%:35%")
    low, high = (Fraction(end[1]) / (100 if end[2] else 1) for end in ends if end)
    if high > 1:
        raise RuleError(f"--win {quote(text)}: probabilities are from 0 to 1, or from 0% to 100%")
    if low >= high:
        raise RuleError(f"--win {quote(text)}: the first must be less than the second")
    return Range(low, high)


def _check_out(out: Path | None, number: int | None, most: int) -> None:
    if out is None:
        if number is not None:
            raise RuleError("--number says which suggestion to write: say where with --out")
        return
    if number is not None and number > most:
        raise RuleError(f"--number {number}: only {most} suggestions are looked for; raise --most")
    if str(out) == STDIN:
        raise RuleError("--out -: the suggestions are printed there; give the name of a file")
    check_writable(out)


def _describe(standing: TuningStanding) -> str:
    return (
        f"cost {standing.cost}: {standing.looked:,} combinations looked at, {standing.solved:,} solved, "
        f"{standing.found} found; at most {describe_duration(standing.seconds_left)} left"
    )


def _command(layout: str, choices: Choices, question: Question, chosen: Tuned, out: Path) -> str:
    """Return the command that solves a layout by the edition written."""
    parts = ["hue", "solve", layout, "--edition", str(out), "--players", str(chosen.variant.rules.players)]
    parts += ["--difficulty", question.difficulty]
    return shlex.join([*parts, "--keep", choices.keep] if choices.keep is not None else parts)


def _write(out: Path, design: Design, chosen: Tuned, command: str) -> None:
    from search.tuning.edition_file import format_edition, tuned_edition

    _, lower, upper, *_ = chosen.verdict
    head = [f"# {change.text}" for change in chosen.changes]
    head.append(f"# win {bounds_text(lower, upper)}, proved: {command}")
    save_text(out, "\n".join([*head, format_edition(tuned_edition(design, chosen.variant))]))


def _exit_code(tuning: Tuning, database: Path | None, *, lacking: bool) -> int:
    if tuning.ended == "stopped":
        if database is None and not tuning.found:
            raise KeyboardInterrupt  # nothing is kept
        return STOPPED
    if tuning.now.side == "inside" or tuning.found:
        return NO if lacking else DONE
    return NO if tuning.complete else NOT_CLOSED


def _print(tuning: Tuning, wanted: Range, changes: int, together: int, database: Path | None) -> None:
    out = console()
    low, high = (percent(end, 4) for end in wanted)
    out.print(f"Now: {_bounds(tuning.now)}. Wanted: {low} to {high}.")
    if tuning.now.side == "inside":
        out.print("That is within the range; nothing has to change.")
        return
    if tuning.found:
        out.print(_table(tuning))
        out.print(_prices(tuning))
    else:
        out.print("No change found that brings it there.")
    if tuning.undecided:
        out.print("Too near an end of the range to tell:")
        for one in tuning.undecided:
            out.print(f"  cost {one.cost}: {_changes(one)}: {_bounds(one.verdict)}")
    out.print(_counts(tuning, changes, together))
    out.print(_claim(tuning))
    if tuning.ended in ("stopped", "time"):
        what = "Stopped" if tuning.ended == "stopped" else "The time is over (--budget)"
        kept = f"the same command goes on, with what is kept in {database}" if database else None
        out.print(f"{what}; {kept or 'nothing is kept: with --database FILE the same command goes on'}.")


def _bounds(verdict: Verdict) -> str:
    middle = (verdict.lower + verdict.upper) / 2
    return f"win {percent(middle, 4)} (bounded: {bounds_text(verdict.lower, verdict.upper)})"


def _changes(one: Tuned) -> str:
    return "; ".join(change.text for change in one.changes)


def _table(tuning: Tuning) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "cost", "win", "from", "to"):
        table.add_column(title, justify="right")
    table.add_column("change")
    for number, one in enumerate(tuning.found, 1):
        _, lower, upper, *_ = one.verdict
        win = percent((lower + upper) / 2, 4)
        ends = bounds_text(lower, upper).split(" to ")
        table.add_row(str(number), str(one.cost), win, *ends, _changes(one))
    return table


def _prices(tuning: Tuning) -> str:
    """Say what the changes that are shown cost, and why."""
    from search.tuning.changes import PRICES

    used = {change.price for one in tuning.found for change in one.changes}
    reasons = [f"{name} {price.cost} ({price.reason})" for name, price in PRICES.items() if name in used]
    return f"Cost of a step: {'; '.join(reasons)}."


def _counts(tuning: Tuning, changes: int, together: int) -> str:
    words = {
        "solved": "solved",
        "bounded": "bounded away from the range",
        "implied": "out by comparison with those",
        "same": "the same game as another",
        "needless": "one of those above and more",
        "left": "left",
    }
    parts = [f"{tuning.counts[name]:,} {what}" for name, what in words.items() if tuning.counts[name]]
    up_to = f"up to {together} of " if together > 1 else ""
    return (
        f"{tuning.counts.total():,} combinations of {up_to}{changes} changes looked at"
        f"{': ' if parts else ''}{', '.join(parts)}."
    )


def _claim(tuning: Tuning) -> str:
    if tuning.complete:
        if tuning.ended == "all":
            return f"Proved: {'no other' if tuning.found else 'none'} of them does it."
        return "Proved: no cheaper combination does it."
    reasons = Counter(one.verdict.proof for one in tuning.left)
    shown = [f"{count:,} left: {reason}" for reason, count in reasons.most_common(SHOWN_REASONS)]
    shown += [f"{len(tuning.undecided):,} too near an end"] if tuning.undecided else []
    shown += ["more of them not looked at"] if tuning.unlooked else []
    return (
        f"Best found so far: that nothing else does it is proved of combinations that cost less than "
        f"{tuning.open_from}. Not decided: {'; '.join(shown)}."
    )


def _as_json(question: Question, wanted: Range, tuning: Tuning) -> dict[str, Any]:
    low, high = map(float, wanted)
    return {
        "layout": format_code(question.layout),
        "edition": question.edition.name,
        "difficulty": question.difficulty,
        "rules": asdict(question.rules),
        "unit": "probability",
        "range": {"low": low, "high": high},
        "win": _win(tuning.now),
        "within": tuning.now.side == "inside",
        "claim": "proved" if tuning.complete else "best found",
        "open_from_cost": tuning.open_from,
        "ended": tuning.ended,
        "suggestions": [_suggestion(one) for one in tuning.found],
        "undecided": [_suggestion(one) for one in tuning.undecided],
        "left": [
            {
                "cost": one.cost,
                "changes": [change.text for change in one.changes],
                "reason": one.verdict.proof,
            }
            for one in tuning.left
        ],
        "combinations": dict(tuning.counts),
        "games": {"solved": tuning.solved, "bounded": tuning.bounded, "updates": tuning.updates},
    }


def _win(verdict: Verdict) -> dict[str, Any]:
    return {"kind": "bounded", "lower": verdict.lower, "upper": verdict.upper}


def _suggestion(one: Tuned) -> dict[str, Any]:
    from layouts.graph import graph_of
    from search.tuning.changes import PRICES

    return {
        "cost": one.cost,
        "changes": [
            {
                "kind": change.kind,
                "text": change.text,
                "cost": change.cost,
                "reason": PRICES[change.price].reason,
                "settings": [setting._asdict() for setting in change.settings],
            }
            for change in one.changes
        ],
        "win": _win(one.verdict),
        "proof": one.verdict.proof,
        "layout": format_code(graph_of(one.variant.board)),
        "rules": asdict(one.variant.rules),
    }
