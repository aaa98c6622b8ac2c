"""`hue layouts check|canon|random|realise|draw|convert`: layouts in, layouts and pictures out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from layouts.errors import RuleError, UnconnectedError, quote
from layouts.toml import STDIN
from layouts.writing import save_text
from reports.arguments import AsJson, Layout
from reports.output import DONE, NO, NOT_CLOSED, console, print_json, warn

if TYPE_CHECKING:
    import networkx as nx

    from layouts.placing.nearest import Nearest
    from layouts.placing.realise import Realisation

Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write; stdout by default.")
]
FORMAT_NAMES = "toml, code, json, graphml, dot, graph6, ascii, svg"


def check(layout: Layout, as_json: AsJson = False) -> int:
    """Say in which order the cards can be laid.

    The exit code is 1 if they can't.
    """
    from layouts.code import format_code
    from layouts.placing.laying import laying_of

    try:
        graph = _open(layout)
    except UnconnectedError as error:
        return _say_no(str(error), "layouts check", {"can_be_laid": False}, as_json=as_json)
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


def canon(layout: Layout, as_json: AsJson = False) -> int:
    """Print the code that isomorphic layouts share.

    And that of the shape alone.
    """
    from layouts.catalogue import open_layout
    from layouts.shapes.canon import canonical_code, shape_code

    graph = open_layout(layout)
    code, shape = canonical_code(graph), shape_code(graph)
    if as_json:
        print_json("layouts canon", {"canonical_code": code, "shape_code": shape})
    else:
        console().print(f"Layout: {code}\nShape:  {shape}", soft_wrap=True)
    return DONE


def lay_at_random(
    layout: Annotated[str, typer.Option("--deck", metavar="LAYOUT", help="Whose cards to lay.")] = "rulebook",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same layout.")] = 1,
    out: Out = None,
    as_json: AsJson = False,
) -> int:
    """Lay cards as people do, at random.

    In any order, each anywhere the placing rule allows, all places alike.
    """
    from layouts.catalogue import open_layout
    from layouts.placing.random_laying import random_layout

    graph = random_layout(open_layout(layout), seed)
    return _give(graph, out, as_json=as_json, command="layouts random", more={"seed": seed})


def find_places(
    layout: Layout,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long to look.")] = 60.0,
    nearest: Annotated[
        bool, typer.Option("--nearest", help="If it can't be had, what needs fewest changed contacts.")
    ] = False,
    out: Out = None,
    as_json: AsJson = False,
) -> int:
    """Find places for cards whose contacts are known.

    Just those touch that are said to; the exit code is 1 if there are no such places.
    """
    from layouts.graph import with_places
    from layouts.placing.nearest import nearest_realisable
    from layouts.placing.realise import realise

    try:
        graph = _open(layout)
    except UnconnectedError as error:
        return _say_no(str(error), "layouts realise", {"outcome": "impossible"}, as_json=as_json)
    found: Realisation | Nearest = realise(graph, seconds=seconds)
    more: dict[str, Any] = {}
    if found.outcome != "found" and nearest:
        found = close = nearest_realisable(graph, seconds=seconds)
        more = {"added": close.added, "removed": close.removed, "proved_least": close.is_least}
        if close.outcome == "found" and not as_json:
            _warn_of_changes(close)
    if found.outcome == "found":
        more = {"outcome": found.outcome, "order": found.order, **more}
        _give(with_places(graph, found.places), out, as_json=as_json, command="layouts realise", more=more)
        return DONE if more.get("proved_least", True) else NOT_CLOSED
    if as_json:
        print_json("layouts realise", {"outcome": found.outcome, "reason": found.reason})
    else:
        answer = "No" if found.outcome == "impossible" else "Unknown"
        console().print(f"{answer}: {found.reason}.", soft_wrap=True)
    return NO if found.outcome == "impossible" else NOT_CLOSED


def _open(argument: str) -> nx.Graph:
    """Open a layout, or a shape, on which 3s stand for the cards that it doesn't have."""
    from layouts.cards import CENTER_TAG
    from layouts.catalogue import open_layout
    from layouts.graph import make_layout
    from layouts.shapes.canon import is_shape, parse_shape_code

    if not is_shape(argument):
        return open_layout(argument)
    shape = parse_shape_code(argument)
    warn("a shape has no cards: 3s stand for all but the center")
    tags = {f"Card {node + 1}": CENTER_TAG if "tag" in shape.nodes[node] else 3 for node in shape}
    return make_layout(tags, [(f"Card {one + 1}", f"Card {other + 1}") for one, other in shape.edges])


def _say_no(reason: str, command: str, fields: dict[str, Any], *, as_json: bool) -> int:
    if as_json:
        print_json(command, {**fields, "reason": reason})
    else:
        console().print(f"No: {reason}.", soft_wrap=True)
    return NO


def _warn_of_changes(close: Nearest) -> None:
    for what, pairs in (("added", close.added), ("removed", close.removed)):
        for one, other in pairs:
            warn(f"contact {what}: {one} and {other}")
    warn(f"changes: {close.changes}, {'proved the fewest' if close.is_least else 'the fewest found'}")


def draw(
    argument: Annotated[
        str, typer.Argument(metavar="LAYOUT", help="A layout as elsewhere, or a position, drawn as it lies.")
    ],
    out: Out = None,
) -> int:
    """Draw a layout or a position in SVG.

    The cards to scale; without places, the contact graph.
    """
    from layouts.pictures.svg import svg_picture
    from layouts.shapes.canon import is_shape
    from reports.arguments import open_either
    from reports.boards import overlay_of
    from solver.guardians.position import Position

    if out is not None and out.suffix.lower() not in ("", ".svg"):
        raise RuleError(f"--out {quote(str(out))}: the picture is an SVG; the name must end in .svg")
    found = _open(argument) if is_shape(argument) else open_either(argument)
    if isinstance(found, Position):
        picture = svg_picture(found.layout, overlay_of(found))
    else:
        picture = svg_picture(found)
    _write(picture + "\n", out)
    return DONE


def convert(
    layout: Annotated[
        str, typer.Argument(metavar="LAYOUT", help="A layout as elsewhere, or a file in another format.")
    ],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help=f"{FORMAT_NAMES}; --out may say it."),
    ] = None,
    from_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="By default what the file's name says.")
    ] = None,
    tags: Annotated[
        str | None, typer.Option("--tags", metavar="6,3,3", help="The cards' tags, where graph6 has none.")
    ] = None,
    out: Out = None,
) -> int:
    """Write a layout in another format.

    And say what that can't keep.
    """
    from layouts.formats.convert import FORMATS, format_as, format_of

    graph = _read(layout, from_format, tags)
    wanted = to or (format_of(out) if out else None)
    if wanted is None:
        ends = ", ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
        raise RuleError(f"say the format with --to, or with the end of --out: {ends}")
    text, warning = format_as(graph, wanted)
    _write(text, out)
    if warning:
        warn(warning)
    return DONE


def _read(argument: str, name: str | None, tags: str | None) -> nx.Graph:
    """Open a layout, in the format given or the one that a file's name says."""
    from layouts.catalogue import open_layout
    from layouts.formats.convert import check_format, format_of, load_as

    check_format(name)
    known = name or (None if argument == STDIN else format_of(argument))
    if known is None or (name is None and not Path(argument).exists()):
        if tags is not None:
            raise RuleError("--tags: only graph6 needs them; leave them out, or say --from graph6")
        return open_layout(argument)
    numbers = None
    if tags is not None:
        try:
            numbers = [int(tag) for tag in tags.split(",")]
        except ValueError:
            raise RuleError(f"--tags {quote(tags)}: it must be whole numbers, like 6,3,3") from None
    return load_as(argument, known, tags=numbers)


def _give(graph: nx.Graph, out: Path | None, *, as_json: bool, command: str, more: dict[str, Any]) -> int:
    """Write a layout's file, or print its picture and code; or JSON."""
    from layouts.code import format_code
    from layouts.files import format_layout
    from layouts.pictures.picture import ascii_picture

    code = format_code(graph)
    if out is not None and str(out) == STDIN:
        _write(format_layout(graph), None)
        return DONE
    if out is not None:
        save_text(out, format_layout(graph))
    if as_json:
        print_json(command, {"layout": code, **more})
    elif out is not None:
        _print_written(out)
    else:
        console().print(ascii_picture(graph), soft_wrap=True)
        console().print(f"\nCode: {code}", soft_wrap=True)
    return DONE


def _write(text: str, out: Path | None) -> None:
    if out is None or str(out) == STDIN:  # the standard output, of what is written
        console().print(text, end="", soft_wrap=True)
    else:
        save_text(out, text)
        _print_written(out)


def _print_written(out: Path) -> None:
    console().print(f"Written: {out}", soft_wrap=True)
