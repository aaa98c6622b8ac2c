"""`hue layouts count` and `enumerate`: how many layouts there are, and which."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from layouts.errors import RuleError, quote
from layouts.placement import Shape
from layouts.writing import check_writable
from reports.arguments import AsJson
from reports.output import (
    DONE,
    REFUSED,
    STOPPED,
    Progress,
    Refused,
    console,
    print_json,
    stop_on_interrupt,
    warn,
)
from search.memory import may_use

if TYPE_CHECKING:
    from layouts.placing.enumeration import Enumeration
    from layouts.placing.lattice import Codes, Lattice
    from layouts.shapes.contact_graphs import Adjacency

CHECKPOINT_EVERY = 30.0
"""Seconds."""

Cards = Annotated[int, typer.Option("--cards", "-n", min=2, max=11, help="How many, with the center.")]
ShapeText = Annotated[
    str, typer.Option("--shape", metavar="LxS", help="A card's sides; 7x5 half-inches are real.")
]
MinContact = Annotated[
    int, typer.Option("--min-contact", min=1, help="How long a side must be shared to be adjacent.")
]

Memory = Annotated[float | None, typer.Option("--memory", min=0.001, help="Most to use, in GB.")]


def lattice_of(shape: str, min_contact: int, cards: int, option: str = "--shape") -> Lattice:
    """Return the lattice that the options ask for."""
    from layouts.placing.lattice import Lattice

    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", shape)
    if match is None:
        raise RuleError(f"{option} {quote(shape)}: it must be two whole numbers from 1 to 99, like 3x2")
    return Lattice(Shape(int(match[1]), int(match[2])), min_contact, cards)


def check_room(enumeration: Enumeration, memory: float | None) -> None:
    """Refuse to go on to placements that will not fit the memory, as soon as that can be said."""
    most = may_use(memory)
    needed = enumeration.expected_bytes()
    if needed > most:
        raise Refused(
            f"{enumeration.cards + 1} cards would take about {needed / 1e9:.2g} GB of memory, and "
            f"{most / 1e9:.2g} GB may be used: take fewer --cards or a coarser --shape, or raise --memory"
        )


def count(
    cards: Cards = 6,
    shape: ShapeText = "3x2",
    min_contact: MinContact = 1,
    memory: Memory = None,
    as_json: AsJson = False,
) -> int:
    """Count placements and their contact graphs.

    Placements up to the center's symmetries, graphs up to isomorphism with the center marked.
    """
    from layouts.placing.enumeration import Enumeration
    from layouts.shapes.contact_graphs import shapes_of

    lattice = lattice_of(shape, min_contact, cards)
    enumeration, rows, refused = Enumeration(lattice), [], ""
    out = console()
    if not as_json:
        out.print(f"{'cards':>5}{'placements':>14}{'contact graphs':>16}{'seconds':>10}")

    def look(progress: Progress) -> None:
        progress.show(_describe(enumeration))
        check_room(enumeration, memory)

    for number in range(2, cards + 1):
        begun = time.monotonic()
        try:
            with Progress() as progress:  # ends before the row is printed, so that it doesn't get into it
                placements = enumeration.run(number, partial(look, progress))
                shapes = len(shapes_of(lattice, placements, partial(_show_graphs, progress)))
        except Refused as stop:
            refused = str(stop)
            break
        seconds = time.monotonic() - begun
        row = {"cards": number, "placements": len(placements), "shapes": shapes, "seconds": round(seconds, 3)}
        rows.append(row)
        if not as_json:
            out.print(f"{number:>5}{len(placements):>14,}{shapes:>16,}{seconds:>10.1f}")
    if as_json:
        print_json(
            "layouts count",
            {
                "shape": shape,
                "min_contact": min_contact,
                "kind": "exact",
                "counts": rows,
                "stopped": refused or None,
            },
        )
    if refused:
        warn(refused)
        return REFUSED
    return DONE


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """Somebody asked to stop."""


def enumerate_graphs(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the contact graphs go.")],
    cards: Cards = 6,
    shape: ShapeText = "3x2",
    min_contact: MinContact = 1,
    placements: Annotated[
        Path | None,
        typer.Option(
            "--placements", metavar="FILE", help="Where all placements go, too: a .npy of x, y, portrait."
        ),
    ] = None,
    memory: Memory = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished enumeration.")] = False,
    as_json: AsJson = False,
) -> int:
    """Write every contact graph to a file.

    With a placement that makes it; one JSON object a line.
    """
    from layouts.placing.enumeration import places_in
    from layouts.placing.enumeration_file import (
        checkpoint_of,
        describe,
        save_enumeration,
        save_placements,
        write_lines,
    )
    from layouts.shapes.canon import format_shape

    lattice = lattice_of(shape, min_contact, cards)
    if placements is not None:
        if placements.resolve() == out.resolve():
            raise RuleError(f"--placements {quote(str(placements))}: that is the file of --out; name another")
        check_writable(placements)
    check_writable(out)
    checkpoint = checkpoint_of(out)
    enumeration = _take_up(checkpoint, lattice, resume=resume)
    with stop_on_interrupt() as stop:
        try:
            shapes = _find_shapes(enumeration, checkpoint, stop, memory)
        except _Stopped:
            save_enumeration(checkpoint, enumeration)
            if as_json:
                print_json("layouts enumerate", {**describe(lattice), "stopped": _describe(enumeration)})
            else:
                console().print(f"Stopped at {_describe(enumeration)}. --resume goes on from here.")
            return STOPPED
        except Refused:
            save_enumeration(checkpoint, enumeration)  # with more memory it goes on from here
            raise
    head = {**describe(lattice), "placements": len(enumeration.placements), "shapes": len(shapes)}
    lines = (
        {"shape": format_shape(found), "places": [list(place) for place in places_in(lattice, placement)]}
        for found, placement in shapes.items()
    )
    if placements is not None:
        save_placements(placements, lattice, enumeration.placements)
    write_lines(out, [head, *lines])
    checkpoint.unlink(missing_ok=True)
    if as_json:
        print_json("layouts enumerate", {**head, "file": str(out)})
    else:
        what = f"{head['shapes']:,} contact graphs of {head['placements']:,} placements"
        console().print(f"{what}, in {out}.", soft_wrap=True)
    return DONE


def _take_up(checkpoint: Path, lattice: Lattice, *, resume: bool) -> Enumeration:
    """Return an enumeration at its beginning, or where an unfinished one has come to."""
    from layouts.placing.enumeration import Enumeration
    from layouts.placing.enumeration_file import load_enumeration

    if checkpoint.exists():
        if not resume:
            raise RuleError(f"{checkpoint}: an unfinished enumeration; add --resume, or remove the file")
        return load_enumeration(checkpoint, lattice)
    if resume:
        warn("there is no unfinished enumeration; beginning one")
    return Enumeration(lattice)


def _find_shapes(
    enumeration: Enumeration, checkpoint: Path, stop: Callable[[], bool], memory: float | None
) -> dict[Adjacency, Codes]:
    """Enumerate what is left, with a checkpoint now and then; raise _Stopped where it is asked to stop."""
    from layouts.placing.enumeration_file import save_enumeration
    from layouts.shapes.contact_graphs import shapes_of

    kept = time.monotonic()
    with Progress() as progress:

        def show(text: str) -> None:
            progress.show(text)
            if stop():
                raise _Stopped

        def after_batch() -> None:
            nonlocal kept
            check_room(enumeration, memory)
            if time.monotonic() - kept > CHECKPOINT_EVERY:
                try:
                    save_enumeration(checkpoint, enumeration)
                except RuleError as error:  # costs the checkpoint, not the work
                    warn(str(error))
                kept = time.monotonic()
            show(_describe(enumeration))

        placements = enumeration.run(enumeration.lattice.cards, after_batch)
        return shapes_of(
            enumeration.lattice, placements, lambda done: show(f"contact graphs: {done:,} looked at")
        )


def _show_graphs(progress: Progress, looked_at: int) -> None:
    progress.show(f"contact graphs: {looked_at:,} looked at")


def _describe(enumeration: Enumeration) -> str:
    further = sum(map(len, enumeration.further))
    return (
        f"{enumeration.cards} cards: {enumeration.done:,} of {len(enumeration.placements):,} placements "
        f"extended, {further:,} found"
    )
