"""`hue layouts deals` and `tally`: which layouts a deck makes, dealt onto a shape or laid by hand."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from reports.arguments import AsJson
from reports.layout_counts import Cards, MinContact, ShapeText, lattice_of
from reports.output import DONE, STOPPED, Progress, console, print_json, stop_on_interrupt

if TYPE_CHECKING:
    import networkx as nx

    from layouts.shapes.contact_graphs import Adjacency


def deals(
    argument: Annotated[
        str,
        typer.Argument(metavar="SHAPE", help="A shape's code, or a layout, whose contact graph is meant."),
    ],
    edition: Annotated[
        str, typer.Option("--edition", "-e", help="Whose cards to deal; a TOML file of your own will do.")
    ] = "rulebook",
    listed: Annotated[bool, typer.Option("--list", help="Print the code of each layout, too.")] = False,
    as_json: AsJson = False,
) -> int:
    """Count the ways to deal a deck onto a shape.

    Up to automorphism; of a smaller shape all parts of the deck, with the center.
    """
    from layouts.shapes.canon import canonical_code, format_shape, masks_of
    from layouts.shapes.dealing import count_deals, dealt_layout, deck_of, iter_deals, iter_partial_decks
    from solver.guardians.editions import open_edition

    shape = _open_shape(argument)
    parts = list(iter_partial_decks(deck_of(open_edition(edition).cards), len(shape)))
    number = sum(count_deals(shape, part) for part in parts)
    codes = (
        canonical_code(dealt_layout(shape, deal))
        for part in (parts if listed else [])
        for deal in iter_deals(shape, part)
    )
    if as_json:
        fields = {"shape": format_shape(*masks_of(shape)), "edition": edition, "decks": len(parts)}
        print_json(
            "layouts deals", {**fields, "kind": "exact", "deals": number, "layouts": sorted(codes) or None}
        )
        return DONE
    for code in codes:
        console().print(code, soft_wrap=True)
    of = f"{len(parts):,} parts of the deck" if len(parts) > 1 else "the deck"
    console().print(f"{number:,} ways to deal {of} onto this shape, up to its automorphisms.", soft_wrap=True)
    return DONE


def _open_shape(argument: str) -> nx.Graph:
    from layouts.catalogue import open_layout
    from layouts.shapes.canon import is_shape, parse_shape_code

    if is_shape(argument):
        return parse_shape_code(argument)
    return open_layout(argument)


def tally(
    cards: Cards = 6,
    shape: ShapeText = "7x5",
    min_contact: MinContact = 1,
    layouts: Annotated[int, typer.Option("--layouts", min=1, help="How many to lay.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed lays the same layouts.")] = 1,
    top: Annotated[int, typer.Option("--top", min=1, help="Print so many contact graphs.")] = 20,
    as_json: AsJson = False,
) -> int:
    """Say how often each contact graph comes up.

    When cards are laid as by `random`; shares with their standard errors.
    """
    from layouts.placing.random_laying import iter_shapes
    from layouts.shapes.canon import format_shape

    found: Counter[Adjacency] = Counter()
    with Progress() as progress, stop_on_interrupt() as stop:
        for laid, adjacency in enumerate(iter_shapes(lattice_of(shape, min_contact, cards), cards, seed)):
            if laid == layouts or stop():
                break
            found[adjacency] += 1
            progress.show(f"{laid + 1:,} of {layouts:,} layouts, {len(found):,} contact graphs")
    number = found.total()
    if number == 0:
        raise KeyboardInterrupt
    rows = [
        {
            "shape": format_shape(adjacency),
            "count": count,
            "share": count / number,
            "error": _error(count, number),
        }
        for adjacency, count in found.most_common()
    ]
    finished = number == layouts
    if as_json:
        fields = {"shape": shape, "min_contact": min_contact, "cards": cards, "seed": seed, "layouts": number}
        print_json("layouts tally", {**fields, "kind": "estimated", "contact_graphs": rows})
        return DONE if finished else STOPPED
    out = console()
    wide = max(len(str(row["shape"])) for row in rows)
    out.print(f"{'contact graph':<{wide}}{'share':>9}   error")
    for row in rows[:top]:
        out.print(f"{row['shape']:<{wide}}{row['share']:>9.4f} ± {row['error']:.4f}", soft_wrap=True)
    if len(rows) > top:
        rest = sum(count for _, count in found.most_common()[top:])
        out.print(f"and {len(rows) - top:,} more, together {rest / number:.4f}")
    out.print(f"{number:,} layouts of {cards} cards, {len(rows):,} contact graphs seen; seed {seed}.")
    if not finished:
        out.print(f"Stopped before {layouts:,} were laid.")
    return DONE if finished else STOPPED


def _error(count: int, of: int) -> float:
    """Return the standard error of a share; never 0."""
    doubtful = (count + 1) / (of + 2)
    return math.sqrt(doubtful * (1 - doubtful) / of)
