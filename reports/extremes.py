"""`hue extremes`: the hardest and the easiest layout of a deck, with what is proved about them."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from layouts.cards import CENTER_TAG
from layouts.errors import RuleError
from layouts.writing import check_writable, save_text
from reports.arguments import AsJson, DifficultyName, EditionName, Players, Processes, Readings, as_many
from reports.decks import (
    Deck,
    LatticeName,
    Resume,
    Scheduler,
    SurveyGap,
    check_memory,
    check_resumed,
    exit_code_of,
    refuse_too_many,
    settle,
    show_listing,
)
from reports.layout_counts import MinContact, lattice_of
from reports.output import STOPPED, Progress, Refused, console, print_json, stop_on_interrupt
from reports.rules_in_words import describe_rules
from reports.words import at_least, at_most, bounds_text, counted, describe_duration, percent
from search.extremes import SIDES
from solver.guardians.notation import format_rules

if TYPE_CHECKING:
    import networkx as nx

    from layouts.cards import Card
    from layouts.placing.lattice import Lattice
    from search.extremes.hunt import Found, HuntStanding
    from search.extremes.race import Extremes, Standing
    from search.surveys.database import Row
    from solver.guardians.rules import Rules

PROBES = 0.3
"""Of the time that a race takes, about."""
SAID = {"proved": "Proved", "best found": "Best found, not proved"}
COUNTING = 0.1
"""Of the budget, for counting the layouts that there are."""
REALISING = 30.0
"""Seconds to find places for a layout."""
LEAST_BUDGET = 0.1
"""Seconds that a hunt has in any case; one layout on either side is always solved."""
MOST_CARDS = 6
"""Of six there are thousands of layouts, of seven tens of thousands."""


class Asked(NamedTuple):
    """Among which layouts is looked, for which game, and how wide bounds may be."""

    cards: tuple[Card, ...]
    rules: Rules
    lattice: Lattice
    gap: float


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
    from search.surveys.run import survey_of

    cards, rules, workers = settle(deck, players, difficulty, edition, reading, gap, processes, scheduler)
    where = lattice_of(lattice, min_contact, len(cards), "--lattice")
    asked = Asked(cards, rules, where, gap)
    check_resumed(database, resume, survey_of(*asked))
    if pictures is not None:
        _check_folder(pictures)
    if budget is not None:
        if scheduler or processes:
            raise RuleError("--budget: one layout is solved at a time; leave out --processes and --scheduler")
        check_memory(cards, rules, 1)
        return _hunt(asked, budget, seed, database, pictures, as_json=as_json)
    if len(cards) > MOST_CARDS:
        raise Refused(
            f"{len(cards)} cards make too many layouts to bound each; give --budget SECONDS for the best "
            f"that can be found, or a --deck of at most {MOST_CARDS - 1} besides the center"
        )
    from search.extremes.race import find_extremes

    if not scheduler:
        check_memory(cards, rules, as_many(processes))
    describe = _describer()
    with Progress() as line, stop_on_interrupt() as stop, refuse_too_many():
        found = find_extremes(
            database,
            cards,
            rules,
            where,
            gap=gap,
            workers=workers,
            listing=show_listing(line, stop),
            progress=lambda standing: line.show(describe(standing)),
            stop=stop,
        )
    if not found.proved and not found.solved and database is None:
        raise KeyboardInterrupt  # nothing is known, nor kept
    placed, written = _locate(found, where, pictures)
    if as_json:
        sides = _sides(found, placed)
        print_json(
            "extremes", {**_as_json(asked), **sides, **_claim(found), "pictures": list(map(str, written))}
        )
    else:
        console().print(f"{_describe_asked(asked)}.", soft_wrap=True)
        _print(found, lattice, database)
        for path in written:
            console().print(f"Written: {path}", soft_wrap=True)
    return exit_code_of(_rows(found), gap) if found.proved else STOPPED


def _hunt(
    asked: Asked,
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
    cards, rules, lattice, gap = asked
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
    if stopped and not found.solved and database is None:
        raise KeyboardInterrupt  # nothing is known, nor kept
    placed, written = _locate(found, lattice, pictures)
    long, short = lattice.shape
    claim, least, most = "best found", 0.0, found.at_most
    if found.solved == layouts:
        claim, least, most = "proved", found.hardest[0].lower, found.easiest[0].upper
    if as_json:
        answer: dict[str, Any] = {
            **_as_json(asked),
            **_sides(found, placed),
            "claim": claim,
            "layouts": layouts,
            "glanced": found.glanced,
            "looked": found.looked,
            "solved": found.solved,
            "seed": seed,
            "budget_seconds": budget,
            "updates": found.updates,
            "all": {"kind": "bounded", "lower": least, "upper": most},
        }
        print_json("extremes", {**answer, "pictures": list(map(str, written))})
    else:
        console().print(f"{_describe_asked(asked)}.", soft_wrap=True)
        _print_sides(found)
        console().print(
            f"{SAID[claim]}: {found.glanced:,} of {_count(layouts)} on the lattice "
            f"{long}x{short} glanced at, {found.looked:,} looked at, {found.solved:,} solved; seed {seed}, "
            f"{found.updates:.3g} state updates. The bounds are proved, and that no layout of these cards is "
            f"worth more than {at_most(most)}.",
            soft_wrap=True,
        )
        for path in written:
            console().print(f"Written: {path}", soft_wrap=True)
    return STOPPED if stopped else exit_code_of(_rows(found), gap)


def _count(layouts: int | None) -> str:
    return "more layouts than could be counted" if layouts is None else counted(layouts, "layout")


def _describe_hunt(standing: HuntStanding) -> str:
    return (
        f"{standing.doing}; {standing.glanced:,} layouts glanced at, {standing.looked:,} looked at, "
        f"{standing.solved:,} solved; about {describe_duration(standing.seconds_left)} left"
    )


def _describer() -> Callable[[Standing], str]:
    """Return what says how far a race is; what is left is estimated from what has been done meanwhile."""
    begun, before = time.monotonic(), None

    def describe(standing: Standing) -> str:
        nonlocal before
        done = PROBES * standing.probed + (1 - PROBES) * (standing.solved + standing.out)
        before = done if before is None else before  # what was known already took no time
        seconds = time.monotonic() - begun
        left = seconds * (standing.layouts - done) / (done - before) if done > before else 0.0
        about = f"; about {describe_duration(left)} left" if standing.solved and left >= 1 else ""
        known = f"; {standing.hardest:.4g} to {standing.easiest:.4g} so far" if standing.solved else ""
        return (
            f"{standing.layouts:,} layouts: {standing.probed:,} bounded, {standing.solved:,} solved, "
            f"{standing.out:,} out{known}{about}"
        )

    return describe


def _print(found: Extremes, lattice: str, database: Path | None) -> None:
    _print_sides(found)
    out = console()
    counts = (
        f"{found.layouts:,} layouts on the lattice {lattice}: {found.solved:,} solved, {found.out:,} bounded "
        f"away from both"
    )
    if found.proved:
        out.print(f"{SAID['proved']}: {counts}; {found.updates:.3g} state updates.", soft_wrap=True)
        return
    left = found.layouts - found.solved - found.out
    out.print(
        f"{SAID['best found']}: {counts}, {left:,} left; none is worth less than "
        f"{at_least(found.at_least)} or more than {at_most(found.at_most)}.",
        soft_wrap=True,
    )
    if database is not None:
        out.print(f"What is known is kept in {database}; the same command goes on.", soft_wrap=True)


def _print_sides(found: Extremes | Found) -> None:
    from layouts.pictures.picture import adjacency_text
    from layouts.shapes.canon import parse_canonical_code

    out = console()
    for side in SIDES:
        rows: list[Row] = getattr(found, side)
        several = f" ({len(rows)}, which these bounds can't tell apart)" if len(rows) > 1 else ""
        out.print(f"{side.capitalize()}{several}:" if rows else f"{side.capitalize()}: none is solved yet.")
        for row in rows:
            out.print(f"  win {bounds_text(row.lower, row.upper)} ({percent(row.lower, 3)})", soft_wrap=True)
            out.print(f"  {row.layout}", soft_wrap=True)
            table = adjacency_text(parse_canonical_code(row.layout)).split("\n\n")[0]
            out.print("".join(f"    {line}\n" for line in table.split("\n")), soft_wrap=True)


def _rows(found: Extremes | Found) -> list[Row]:
    return [row for side in SIDES for row in getattr(found, side)]


def _sides(found: Extremes | Found, placed: dict[str, nx.Graph]) -> dict[str, Any]:
    return {
        side: [
            {
                "layout": row.layout,
                "win": {"kind": "bounded", "lower": row.lower, "upper": row.upper},
                "proof": row.proof,
                "features": row.features,
                "places": _places(placed.get(row.layout)),
            }
            for row in getattr(found, side)
        ]
        for side in SIDES
    }


def _places(layout: nx.Graph | None) -> dict[str, Any] | None:
    """Return where cards lie, in units of the lattice; None if nobody has looked, or found out in time."""
    from layouts.graph import places_of

    return None if layout is None else {name: place._asdict() for name, place in places_of(layout).items()}


def _as_json(asked: Asked) -> dict[str, Any]:
    from search.surveys.decks import format_deck

    long, short = asked.lattice.shape
    return {
        "deck": format_deck(asked.cards),
        "rules": format_rules(asked.rules),
        "game": describe_rules(asked.rules),
        "lattice": f"{long}x{short}",
        "min_contact": asked.lattice.min_contact,
        "gap": asked.gap,
        "unit": "probability",
    }


def _describe_asked(asked: Asked) -> str:
    cards = Counter(f"{card.tag}" for card in asked.cards if card.tag != CENTER_TAG)
    deck = ", ".join(f"{number} of tag {tag}" if number > 1 else f"a {tag}" for tag, number in cards.items())
    return f"The center with {deck}; {describe_rules(asked.rules)}"


def _claim(found: Extremes) -> dict[str, Any]:
    return {
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


def _locate(
    found: Extremes | Found, lattice: Lattice, pictures: Path | None
) -> tuple[dict[str, nx.Graph], list[Path]]:
    """Find out where the cards of the extremes lie, and draw it if there is a folder for that."""
    placed = _place(found, lattice)
    return placed, [] if pictures is None else _draw(found, placed, lattice, pictures)


def _place(found: Extremes | Found, lattice: Lattice) -> dict[str, nx.Graph]:
    """Return the first layout on either side with places on the lattice, if OR-Tools finds them in time."""
    from layouts.placing.realise import realise
    from layouts.shapes.canon import parse_canonical_code

    placed = {}
    for side in SIDES:
        for row in getattr(found, side)[:1]:
            graph = parse_canonical_code(row.layout)
            try:
                answer = realise(
                    graph, shape=lattice.shape, min_contact=lattice.min_contact, seconds=REALISING
                )
            except RuleError:  # OR-Tools isn't installed
                return {}
            if answer.outcome == "found":
                for name, place in answer.places.items():
                    graph.nodes[name].update(place._asdict())
                placed[row.layout] = graph
    return placed


def _draw(found: Extremes | Found, placed: dict[str, nx.Graph], lattice: Lattice, folder: Path) -> list[Path]:
    """Draw the first layout on either side: where its cards lie, or else its contact graph."""
    from layouts.pictures.svg import svg_picture
    from layouts.shapes.canon import parse_canonical_code

    written = []
    for side in SIDES:
        for row in getattr(found, side)[:1]:
            path = folder / f"{side}.svg"
            graph = placed.get(row.layout) or parse_canonical_code(row.layout)
            save_text(path, svg_picture(graph, shape=lattice.shape) + "\n")
            written.append(path)
    return written
