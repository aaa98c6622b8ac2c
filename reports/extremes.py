"""`hue extremes`: the hardest and the easiest layout of a deck, with what is proved about them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from layouts.errors import RuleError
from layouts.writing import check_writable, save_text
from reports.arguments import AsJson, DifficultyName, EditionName, Players, Readings
from reports.layout_counts import MinContact, lattice_of
from reports.output import DONE, STOPPED, Progress, Refused, console, print_json, stop_on_interrupt
from reports.survey import Deck, LatticeName, Processes, Resume, Scheduler, SurveyGap, check_resumed, settle
from reports.words import at_least, at_most, bounds_text, counted, describe_duration, percent
from search.extremes import SIDES

if TYPE_CHECKING:
    from layouts.cards import Card
    from layouts.placing.lattice import Lattice
    from search.extremes.hunt import Found, HuntStanding
    from search.extremes.race import Extremes, Standing
    from search.surveys.database import Row
    from solver.guardians.rules import Rules

PROBES = 0.3
"""Of the time that a race takes, about."""
COUNTING = 0.1
"""Of the budget, for counting the layouts that there are."""
LEAST_BUDGET = 0.1
"""Seconds that a hunt has in any case; one layout on either side is always solved."""
MOST_CARDS = 6
"""Of six there are thousands of layouts, of seven tens of thousands."""


def extremes(
    deck: Deck,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    lattice: LatticeName = "3x2",
    min_contact: MinContact = 1,
    gap: SurveyGap = 1e-8,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Of surveys: what is known is kept there, and used."),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option("--pictures", metavar="FOLDER", help="Where to draw the extremes, in SVG.")
    ] = None,
    processes: Processes = None,
    scheduler: Scheduler = None,
    budget: Annotated[
        float | None,
        typer.Option("--budget", min=1, metavar="SECONDS", help="Don't prove it: look for so long."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of what is looked at, with --budget.")] = 1,
    resume: Resume = False,
    as_json: AsJson = False,
) -> int:
    """Find the hardest and the easiest layout that a deck makes on a lattice.

    Proved: each layout is solved, or bounded away from both. With --database, a search that was stopped or
    killed goes on with the same command. For more than six cards give a --budget: the best found then.
    """
    check_resumed(database, resume)
    cards, rules, workers = settle(deck, players, difficulty, edition, reading, gap, processes, scheduler)
    where = lattice_of(lattice, min_contact, len(cards), "--lattice")
    if pictures is not None:
        _check_folder(pictures)
    if budget is not None:
        if scheduler or processes:
            raise RuleError("--budget: one layout is solved at a time; leave out --processes and --scheduler")
        return _hunt(cards, rules, where, gap, budget, seed, database, pictures, as_json=as_json)
    if len(cards) > MOST_CARDS:
        raise Refused(
            f"{len(cards)} cards make too many layouts to bound each; give --budget SECONDS for the best "
            f"that can be found, or a --deck of at most {MOST_CARDS - 1} besides the center"
        )
    from search.extremes.race import find_extremes

    begun = time.monotonic()
    with Progress() as line, stop_on_interrupt() as stop:
        found = find_extremes(
            database,
            cards,
            rules,
            where,
            gap=gap,
            workers=workers,
            listing=line.show,
            progress=lambda standing: line.show(_describe(standing, time.monotonic() - begun)),
            stop=stop,
        )
    written = _draw(found, pictures) if pictures is not None else []
    if as_json:
        print_json("extremes", {**_as_json(found), "lattice": lattice, "pictures": list(map(str, written))})
    else:
        _print(found, lattice, database)
        for path in written:
            console().print(f"Written: {path}", soft_wrap=True)
    if found.proved:
        return DONE
    if database is None and not found.solved:
        raise KeyboardInterrupt  # nothing is kept
    return STOPPED


def _hunt(
    cards: tuple[Card, ...],
    rules: Rules,
    lattice: Lattice,
    gap: float,
    budget: float,
    seed: int,
    database: Path | None,
    pictures: Path | None,
    *,
    as_json: bool,
) -> int:
    from search.extremes.hunt import hunt_extremes
    from search.surveys.decks import count_members

    begun = time.monotonic()
    with Progress() as line, stop_on_interrupt() as stop:
        layouts = count_members(cards, lattice, seconds=COUNTING * budget, progress=line.show, stop=stop)
        found = hunt_extremes(
            database,
            cards,
            rules,
            lattice,
            gap=gap,
            budget=max(LEAST_BUDGET, budget - (time.monotonic() - begun)),
            seed=seed,
            threads=os.cpu_count() or 1,
            progress=lambda standing: line.show(_describe_hunt(standing)),
            stop=stop,
        )
        stopped = stop()
    written = _draw(found, pictures) if pictures is not None else []
    long, short = lattice.shape
    if as_json:
        answer: dict[str, Any] = {
            "claim": "best found",
            "layouts": layouts,
            "glanced": found.glanced,
            "looked": found.looked,
            "solved": found.solved,
            "seed": seed,
            "updates": found.updates,
            "lattice": f"{long}x{short}",
            "all": {"kind": "bounded", "lower": 0.0, "upper": found.at_most},
        }
        print_json("extremes", {**_sides(found, 1), **answer, "pictures": list(map(str, written))})
    else:
        _print_sides(found, 1)
        console().print(
            f"Best found, not proved: {found.glanced:,} of {_count(layouts)} on the lattice {long}x{short} "
            f"glanced at, {found.looked:,} looked at, {found.solved:,} solved; seed {seed}, "
            f"{found.updates:.3g} state updates. The bounds are proved, and that no layout of these cards is "
            f"worth more than {at_most(found.at_most)}.",
            soft_wrap=True,
        )
        for path in written:
            console().print(f"Written: {path}", soft_wrap=True)
    if stopped and not found.solved and database is None:
        raise KeyboardInterrupt  # nothing is kept
    return STOPPED if stopped else DONE


def _count(layouts: int | None) -> str:
    if layouts is None:
        return "more layouts than could be counted in a tenth of the time"
    return counted(layouts, "layout")


def _describe_hunt(standing: HuntStanding) -> str:
    return (
        f"{standing.doing}; {standing.glanced:,} layouts glanced at, {standing.looked:,} looked at, "
        f"{standing.solved:,} solved; about {describe_duration(standing.seconds_left)} left"
    )


def _describe(standing: Standing, seconds: float) -> str:
    """Say how far a race is; what is left is estimated from the seconds so far."""
    done = PROBES * standing.probed + (1 - PROBES) * (standing.solved + standing.out)
    left = seconds * (standing.layouts - done) / done if done else 0.0
    about = f"; about {describe_duration(left)} left" if standing.solved and left >= 1 else ""
    known = f"; {standing.hardest:.4g} to {standing.easiest:.4g} so far" if standing.solved else ""
    return (
        f"{standing.layouts:,} layouts: {standing.probed:,} bounded, {standing.solved:,} solved, "
        f"{standing.out:,} out{known}{about}"
    )


def _print(found: Extremes, lattice: str, database: Path | None) -> None:
    _print_sides(found, None)
    out = console()
    counts = (
        f"{found.layouts:,} layouts on the lattice {lattice}: {found.solved:,} solved, {found.out:,} bounded "
        f"away from both"
    )
    if found.proved:
        out.print(f"Proved: {counts}; {found.updates:.3g} state updates.", soft_wrap=True)
        return
    left = found.layouts - found.solved - found.out
    out.print(
        f"Best found, not proved: {counts}, {left:,} left; none is worth less than "
        f"{at_least(found.at_least)} or more than {at_most(found.at_most)}.",
        soft_wrap=True,
    )
    if database is not None:
        out.print(f"What is known is kept in {database}; the same command goes on.", soft_wrap=True)


def _print_sides(found: Extremes | Found, most: int | None) -> None:
    from layouts.pictures.picture import adjacency_text
    from layouts.shapes.canon import parse_canonical_code

    out = console()
    for side in SIDES:
        rows: list[Row] = getattr(found, side)[:most]
        several = f" ({len(rows)}, which these bounds can't tell apart)" if len(rows) > 1 else ""
        out.print(f"{side.capitalize()}{several if rows else ': none is solved yet'}:")
        for row in rows:
            out.print(f"  win {bounds_text(row.lower, row.upper)} ({percent(row.lower, 3)})", soft_wrap=True)
            out.print(f"  {row.layout}", soft_wrap=True)
            table = adjacency_text(parse_canonical_code(row.layout)).split("\n\n")[0]
            out.print("".join(f"    {line}\n" for line in table.split("\n")), soft_wrap=True)


def _sides(found: Extremes | Found, most: int | None) -> dict[str, Any]:
    return {
        side: [
            {
                "layout": row.layout,
                "win": {"kind": "bounded", "lower": row.lower, "upper": row.upper},
                "proof": row.proof,
                "features": row.features,
            }
            for row in getattr(found, side)[:most]
        ]
        for side in SIDES
    }


def _as_json(found: Extremes) -> dict[str, Any]:
    return {
        **_sides(found, None),
        "claim": "proved" if found.proved else "best found",
        "layouts": found.layouts,
        "solved": found.solved,
        "out": found.out,
        "updates": found.updates,
        "all": {"kind": "bounded", "lower": found.at_least, "upper": found.at_most},
    }


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(f"--pictures {folder}: can't be made ({error.strerror or error})") from None
    for side in SIDES:
        check_writable(folder / f"{side}.svg")


def _draw(found: Extremes | Found, folder: Path) -> list[Path]:
    """Draw the contact graph of the first layout on either side."""
    from layouts.pictures.svg import svg_picture
    from layouts.shapes.canon import parse_canonical_code

    written = []
    for side in SIDES:
        for row in getattr(found, side)[:1]:
            path = folder / f"{side}.svg"
            save_text(path, svg_picture(parse_canonical_code(row.layout)) + "\n")
            written.append(path)
    return written
