"""Which layouts are reported on, within which time, and what is written."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from layouts.code import VERSION
from layouts.errors import RuleError
from layouts.toml import where_of
from reports.arguments import Choices, Question, ask_about_layout, warn_if_unlayable
from reports.output import (
    DONE,
    NOT_CLOSED,
    STOPPED,
    Progress,
    format_json,
    print_json,
    stop_on_interrupt,
    warn,
)
from reports.pages import render_markdown, render_plain
from reports.report.document import report_document
from reports.report.fields import report_fields
from reports.saving_pages import check_out, save_document
from search.difficulty.clock import Clock
from search.difficulty.findings import Findings, Missing, Place
from search.difficulty.investigate import Asked, investigate
from search.difficulty.kept import open_kept
from search.difficulty.place import find_place
from search.memory import may_use
from solver.guardians.rules import MOST_PLAYERS, parse_reading


class Wanted(NamedTuple):
    """What a report is about: the options that it depends on."""

    layouts: list[str]
    players: int | None
    difficulty: str | None
    editions: list[str] | None
    readings: list[str] | None
    keep: str | None
    playouts: int
    seed: int
    one_game: bool = False
    variant_players: int | None = None


def run(
    wanted: Wanted,
    *,
    out: Path | None,
    budget: float,
    database: Path | None,
    memory: float | None,
    as_json: bool,
) -> int:
    """Find out, write, and return the exit code."""
    if out is not None:
        check_out(out)
    asked = [_ask(question, name, wanted, may_use(memory)) for question, name in _questions(wanted)]
    for each in asked:
        warn_if_unlayable(each.layout)
    with open_kept() as kept, Progress() as progress, stop_on_interrupt() as stop:
        clock = Clock(budget, kept, stop=stop, progress=progress.show)
        places = [_place(database, each) for each in asked]
        if len(asked) > 1:
            for each, place in zip(asked, places, strict=True):
                investigate(each, clock, place, variants=False)
        found = [investigate(each, clock, place) for each, place in zip(asked, places, strict=True)]
        stopped = stop()
    command = _command(wanted)
    document = report_document(found, command)
    fields = {**report_fields(found, command), **render_plain(document)}
    if out is not None:
        save_document(out, document, format_json("report", fields))
    if as_json:
        print_json("report", fields)
    elif out is None:
        print(render_markdown(document), end="")
    else:
        print(f"Written to {where_of(out)}.")
    return _exit_code(found, stopped)


def _exit_code(found: Sequence[Findings], stopped: bool) -> int:
    missing = sum(each.missing for each in found)
    if stopped:
        warn(f"stopped; {missing} parts are left out, and the same command works them out")
        return STOPPED
    if missing:
        warn(f"{missing} parts are left out for want of time; the same command goes on with them")
        return NOT_CLOSED
    return DONE


def _questions(wanted: Wanted) -> list[tuple[Question, str]]:
    """Return each layout by each edition, with the name that tells it from the others."""
    found = []
    chosen: list[str | None] = list(wanted.editions) if wanted.editions else [None]
    for layout in wanted.layouts:
        for edition in chosen:
            choices = Choices(None, wanted.difficulty, edition, tuple(wanted.readings or ()), wanted.keep)
            question = ask_about_layout(layout, choices)
            name = _short(layout)
            found.append((question, name if len(chosen) < 2 else f"{name}, {question.edition.name}"))
    names = [name for _, name in found]
    if len(set(names)) < len(names):
        raise RuleError("a layout is given twice; to compare editions, give each with --edition")
    return found


def _short(argument: str) -> str:
    """Return what a layout is called in a report."""
    if argument.startswith((f"{VERSION}.", f"{VERSION}:")):
        return "this layout"
    return Path(argument).stem if "." in argument else argument


def _ask(question: Question, name: str, wanted: Wanted, memory: float) -> Asked:
    for option, number in (("--players", wanted.players), ("--variant-players", wanted.variant_players)):
        if number is not None and not 1 <= number <= MOST_PLAYERS:
            raise RuleError(f"{option} {number}: there are 1 to {MOST_PLAYERS}")
    return Asked(
        name=name,
        layout=question.layout,
        edition=question.edition,
        readings=dict(parse_reading(text) for text in wanted.readings or ()),
        players=tuple(range(1, MOST_PLAYERS + 1)),
        difficulties=tuple(each.name for each in question.edition.preset.difficulties),
        focus_players=wanted.players,
        focus_difficulty=question.difficulty if wanted.difficulty else None,
        playouts=wanted.playouts,
        seed=wanted.seed,
        memory=memory,
        only_focus=wanted.one_game,
        variant_players=wanted.variant_players,
    )


def _place(database: Path | None, asked: Asked) -> Place | Missing:
    if database is None:
        return Missing("no survey was given (--database; `hue survey run` makes one of a deck)")
    rules = [
        asked.edition.rules(players, difficulty, asked.readings)
        for players in asked.players
        for difficulty in asked.difficulties
    ]
    return find_place(database, asked.layout, rules)


def _command(wanted: Wanted) -> str:
    """Return the command that makes the report."""
    options: list[tuple[str, Any]] = [("-p", wanted.players), ("-d", wanted.difficulty)]
    options += [("-e", edition) for edition in wanted.editions or ()]
    options += [("-r", reading) for reading in wanted.readings or ()]
    options += [
        ("--variant-players", wanted.variant_players),
        ("--keep", wanted.keep),
        ("--playouts", wanted.playouts),
        ("--seed", wanted.seed),
    ]
    given = [str(part) for option, value in options if value is not None for part in (option, value)]
    return shlex.join(["hue", "report", *wanted.layouts, *given, *["--one-game"] * wanted.one_game])
