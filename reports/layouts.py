"""`hue layouts`: which layouts there are; check, lay and enumerate them."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from layouts.errors import RuleError, quote
from layouts.placement import Shape
from reports.arguments import AsJson, Layout
from reports.output import DONE, NO, STOPPED, Progress, console, print_json, stop_on_interrupt, warn

if TYPE_CHECKING:
    from layouts.placing.enumeration import Enumeration
    from layouts.placing.lattice import Lattice

layouts_app = typer.Typer(
    name="layouts",
    help="Which layouts there are: check, lay and enumerate them.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
CHECKPOINT_EVERY = 30.0
"""Seconds."""

Cards = Annotated[int, typer.Option("--cards", "-n", min=1, max=11, help="How many, with the center.")]
ShapeText = Annotated[
    str, typer.Option("--shape", metavar="LxS", help="A card's sides; 7x5 half-inches are real.")
]
MinContact = Annotated[
    int, typer.Option("--min-contact", min=1, help="How long a side must be shared to be adjacent.")
]


def lattice_of(shape: str, min_contact: int, cards: int) -> Lattice:
    """Return the lattice that the options ask for."""
    from layouts.placing.lattice import Lattice

    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", shape)
    if match is None:
        raise RuleError(f"--shape {quote(shape)}: it must be two whole numbers, like 3x2")
    return Lattice(Shape(int(match[1]), int(match[2])), min_contact, cards)


@layouts_app.command("count")
def count_command(
    cards: Cards = 6, shape: ShapeText = "3x2", min_contact: MinContact = 1, as_json: AsJson = False
) -> int:
    """Count placements, up to the center's symmetries, and the contact graphs they make."""
    from layouts.placing.enumeration import Enumeration
    from layouts.shapes.contact_graphs import shapes_of

    lattice = lattice_of(shape, min_contact, cards)
    enumeration, rows = Enumeration(lattice), []
    out = console()
    if not as_json:
        out.print(f"{'cards':>5}{'placements':>14}{'contact graphs':>16}{'seconds':>10}")
    with Progress() as progress:
        for number in range(2, cards + 1):
            begun = time.monotonic()
            placements = enumeration.run(number, lambda: progress.show(_describe(enumeration)))
            shapes = len(shapes_of(lattice, placements, lambda done: progress.show(f"graphs: {done:,}")))
            seconds = time.monotonic() - begun
            rows.append(
                {
                    "cards": number,
                    "placements": len(placements),
                    "shapes": shapes,
                    "seconds": round(seconds, 3),
                }
            )
            if not as_json:
                out.print(f"{number:>5}{len(placements):>14,}{shapes:>16,}{seconds:>10.1f}")
    if as_json:
        print_json(
            "layouts count",
            {"shape": shape, "min_contact": min_contact, "kind": "exact", "counts": rows},
        )
    return DONE


@layouts_app.command("enumerate")
def enumerate_command(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the contact graphs go.")],
    cards: Cards = 6,
    shape: ShapeText = "3x2",
    min_contact: MinContact = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished enumeration.")] = False,
    as_json: AsJson = False,
) -> int:
    """Write every contact graph, with a placement that makes it, to a file: one JSON object a line."""
    from layouts.placing.enumeration import Enumeration, places_in
    from layouts.placing.enumeration_file import (
        checkpoint_of,
        describe,
        load_enumeration,
        save_enumeration,
        write_lines,
    )
    from layouts.shapes.canon import format_shape
    from layouts.shapes.contact_graphs import shapes_of

    lattice = lattice_of(shape, min_contact, cards)
    checkpoint = checkpoint_of(out)
    enumeration = Enumeration(lattice)
    if checkpoint.exists():
        if not resume:
            raise RuleError(f"{checkpoint}: an unfinished enumeration; add --resume, or remove the file")
        enumeration = load_enumeration(checkpoint, lattice)
    elif resume:
        warn("there is no unfinished enumeration; beginning one")
    kept = time.monotonic()
    with Progress() as progress, stop_on_interrupt() as stop:
        while enumeration.cards < cards:
            progress.show(_describe(enumeration))
            enumeration.advance()
            if stop() or time.monotonic() - kept > CHECKPOINT_EVERY:
                try:
                    save_enumeration(checkpoint, enumeration)
                except OSError as error:
                    raise RuleError(
                        f"{checkpoint}: it can't be written ({error.strerror or error})"
                    ) from None
                kept = time.monotonic()
            if stop():
                console().print(f"Stopped at {_describe(enumeration)}. --resume goes on from here.")
                return STOPPED
        placements = enumeration.placements
        shapes = shapes_of(
            lattice, placements, lambda done: progress.show(f"contact graphs: {done:,} looked at")
        )
    head = {**describe(lattice), "placements": len(placements), "shapes": len(shapes)}
    lines = (
        {"shape": format_shape(shape), "places": [list(place) for place in places_in(lattice, placement)]}
        for shape, placement in shapes.items()
    )
    write_lines(out, [head, *lines])
    checkpoint.unlink(missing_ok=True)
    if as_json:
        print_json("layouts enumerate", {**head, "file": str(out)})
    else:
        console().print(
            f"{len(shapes):,} contact graphs of {len(placements):,} placements, in {out}.", soft_wrap=True
        )
    return DONE


@layouts_app.command("check")
def check_command(layout: Layout, as_json: AsJson = False) -> int:
    """Say whether the cards can be laid, and in which order; the exit code is 1 if they can't."""
    from layouts.catalogue import open_layout
    from layouts.code import format_code
    from layouts.placing.laying import laying_of

    graph = open_layout(layout)
    order, stuck = laying_of(graph)
    if as_json:
        fields = {"layout": format_code(graph), "can_be_laid": not stuck, "order": order, "stuck": stuck}
        print_json("layouts check", fields)
    elif stuck:
        names = ", ".join(stuck)
        console().print(
            f"No: after {', '.join(order)}, none of {names} touches the center or two cards that lie.",
            soft_wrap=True,
        )
    else:
        console().print(f"The cards can be laid in this order: {', '.join(order)}.", soft_wrap=True)
    return NO if stuck else DONE


def _describe(enumeration: Enumeration) -> str:
    further = sum(map(len, enumeration.further))
    return (
        f"{enumeration.cards} cards: {enumeration.done:,} of {len(enumeration.placements):,} placements "
        f"extended, {further:,} found"
    )
