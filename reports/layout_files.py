"""`hue layouts canon|random|realise|draw|convert`: layouts in, layouts and pictures out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from layouts.errors import RuleError, quote
from layouts.placement import CARD, Place
from layouts.toml import STDIN, load_text, save_text, where_of
from reports.arguments import AsJson, Layout
from reports.layouts import layouts_app
from reports.output import DONE, NO, NOT_CLOSED, console, print_json, warn

if TYPE_CHECKING:
    import networkx as nx

    from layouts.placing.nearest import Nearest
    from layouts.placing.realise import Realisation

__all__ = ["layouts_app"]  # with all commands

Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write; stdout by default.")
]
STEP = 2
"""Cards lie on half-inches."""


class FormatName(StrEnum):
    """The formats of `layouts.formats.convert`."""

    TOML = "toml"
    CODE = "code"
    JSON = "json"
    GRAPHML = "graphml"
    DOT = "dot"
    GRAPH6 = "graph6"
    ASCII = "ascii"
    SVG = "svg"


@layouts_app.command("canon")
def canon_command(layout: Layout, as_json: AsJson = False) -> int:
    """Print the code that all isomorphic layouts have in common, and that of the shape alone."""
    from layouts.catalogue import open_layout
    from layouts.shapes.canon import canonical_code, shape_code

    graph = open_layout(layout)
    code, shape = canonical_code(graph), shape_code(graph)
    if as_json:
        print_json("layouts canon", {"canonical_code": code, "shape_code": shape})
    else:
        console().print(f"Layout: {code}\nShape:  {shape}", soft_wrap=True)
    return DONE


@layouts_app.command("random")
def random_command(
    layout: Annotated[str, typer.Option("--deck", metavar="LAYOUT", help="Whose cards to lay.")] = "rulebook",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same layout.")] = 1,
    out: Out = None,
    as_json: AsJson = False,
) -> int:
    """Lay cards as people do: in any order, each anywhere the placing rule allows, all places alike."""
    from layouts.catalogue import open_layout
    from layouts.placing.random_laying import random_layout

    deck = open_layout(layout)
    tags = {name: card["tag"] for name, card in deck.nodes.items()}
    graph = random_layout(tags, seed, deck.graph.get("edition"))
    return _give(graph, out, as_json=as_json, command="layouts random", more={"seed": seed})


@layouts_app.command("realise")
def realise_command(
    layout: Layout,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long to look.")] = 60.0,
    nearest: Annotated[
        bool, typer.Option("--nearest", help="If it can't be had, what needs fewest changed contacts.")
    ] = False,
    out: Out = None,
    as_json: AsJson = False,
) -> int:
    """Find places in which just those cards touch that are said to; exit code 1 if there are none."""
    from layouts.catalogue import open_layout
    from layouts.placing.nearest import nearest_realisable
    from layouts.placing.realise import realise

    graph = open_layout(layout)
    found: Realisation | Nearest = realise(graph, step=STEP, seconds=seconds)
    changes: dict[str, Any] = {}
    if found.outcome != "found" and nearest:
        close = nearest_realisable(graph, step=STEP, seconds=seconds)
        changes = {"added": close.added, "removed": close.removed, "proved_least": close.is_least}
        found = close
    if found.outcome != "found":
        if as_json:
            print_json("layouts realise", {"outcome": found.outcome, "reason": found.reason})
        else:
            console().print(
                f"{'No' if found.outcome == 'impossible' else 'Unknown'}: {found.reason}.", soft_wrap=True
            )
        return NO if found.outcome == "impossible" else NOT_CLOSED
    if changes and not as_json:
        for what in ("added", "removed"):
            for one, other in changes[what]:
                warn(f"contact {what}: {one} and {other}")
        warn(f"{len(found.added) + len(found.removed)} changes, "  # type: ignore[union-attr]
             f"{'proved the fewest' if changes['proved_least'] else 'the fewest found'}")  # fmt: skip
    return _give(
        _with_places(graph, found.places), out, as_json=as_json, command="layouts realise",
        more={"outcome": "found", "order": found.order, **changes},
    )  # fmt: skip


@layouts_app.command("draw")
def draw_command(layout: Layout, out: Out = None) -> int:
    """Draw a layout in SVG, the cards to scale; without places, its contact graph."""
    from layouts.catalogue import open_layout
    from layouts.pictures.svg import svg_picture

    _write(svg_picture(open_layout(layout)) + "\n", out)
    return DONE


@layouts_app.command("convert")
def convert_command(
    layout: Annotated[
        str, typer.Argument(metavar="LAYOUT", help="A layout as elsewhere, or a file in another format.")
    ],
    to: Annotated[
        FormatName | None, typer.Option("--to", help="The format; by default what the name of --out says.")
    ] = None,
    from_format: Annotated[
        FormatName | None, typer.Option("--from", help="The format; by default what the file's name says.")
    ] = None,
    tags: Annotated[
        str | None, typer.Option("--tags", metavar="6,3,3", help="The cards' tags, where graph6 has none.")
    ] = None,
    out: Out = None,
) -> int:
    """Write a layout in another format, and say what that can't keep."""
    from layouts.formats.convert import format_as, format_of

    graph = _read(layout, from_format, tags)
    wanted = to or (format_of(out) if out else None)
    if wanted is None:
        raise RuleError("say the format with --to, or with the end of --out: .toml, .json, .svg, ...")
    text, warning = format_as(graph, str(wanted))
    _write(text, out)
    if warning:
        warn(warning)
    return DONE


def _read(argument: str, name: FormatName | None, tags: str | None) -> nx.Graph:
    """Open a layout, in the format given or the one that a file's name says."""
    from layouts.catalogue import open_layout
    from layouts.formats.convert import format_of, parse_as

    known = name or (None if argument == STDIN else format_of(argument))
    if known is None or (name is None and not Path(argument).exists()):
        return open_layout(argument)
    numbers = None
    if tags is not None:
        try:
            numbers = [int(tag) for tag in tags.split(",")]
        except ValueError:
            raise RuleError(f"--tags {quote(tags)}: it must be whole numbers, like 6,3,3") from None
    return parse_as(load_text(argument), str(known), where_of(argument), tags=numbers)


def _with_places(graph: nx.Graph, places: Mapping[str, Place]) -> nx.Graph:
    """Return the layout with its cards at these places, and the contacts that they make."""
    from layouts.graph import make_layout

    return make_layout(
        {name: card["tag"] for name, card in graph.nodes.items()},
        places=places,
        ratings={name: card["ratings"] for name, card in graph.nodes.items() if card["own"]},
        edition=graph.graph.get("edition"),
    )


def _give(graph: nx.Graph, out: Path | None, *, as_json: bool, command: str, more: dict[str, Any]) -> int:
    """Write a layout's file, or print its picture and code; or JSON."""
    from layouts.code import format_code
    from layouts.files import format_layout
    from layouts.pictures.picture import ascii_picture

    code = format_code(graph)
    if out is not None and as_json:
        save_text(out, format_layout(graph))
    elif out is not None:
        _write(format_layout(graph), out)
    if as_json:
        print_json(command, {"layout": code, **more})
    elif out is None:
        console().print(ascii_picture(graph, shape=CARD), soft_wrap=True)
        console().print(f"\nCode: {code}", soft_wrap=True)
    return DONE


def _write(text: str, out: Path | None) -> None:
    if out is None:
        console().print(text, end="", soft_wrap=True)
    else:
        save_text(out, text)
        console().print(f"Written: {out}", soft_wrap=True)
