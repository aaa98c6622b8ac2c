"""A layout on the terminal: its picture if there is one that fits, and which cards are adjacent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console

from layouts.graph import is_placed
from layouts.pictures.overlay import OnCard, Overlay
from layouts.pictures.picture import adjacency_text, ascii_picture
from solver.guardians.state import EXHAUSTED

if TYPE_CHECKING:
    import networkx as nx

    from solver.guardians.position import Position


def overlay_of(position: Position) -> Overlay:
    """Return what lies on the cards, for pictures; exhausted agents are at the center."""
    game, state = position.game, position.state
    return {
        name: OnCard(
            sealed=bool(state.dark >> place & 1),
            agents=state.agents.count(place),
            exhausted_agents=state.agents.count(EXHAUSTED) if place == game.center else 0,
            spirits=state.spirits.count(place),
            upright=tuple(
                seat + 1 for seat, at in enumerate(state.at) if at == place and state.upright >> seat & 1
            ),
            lying=tuple(
                seat + 1 for seat, at in enumerate(state.at) if at == place and not state.upright >> seat & 1
            ),
        )
        for place, name in enumerate(game.board.names)
    }


def print_board(out: Console, layout: nx.Graph, marks: Mapping[str, Sequence[str]] | None = None) -> None:
    """Print a layout and what lies on its cards: in a picture, or else as text."""
    if print_picture(out, layout, marks):
        return
    print_adjacency(out, layout)
    for name, lines in (marks or {}).items():
        if lines:
            out.print(f"{name}: {', '.join(lines)}")


def print_picture(out: Console, layout: nx.Graph, marks: Mapping[str, Sequence[str]] | None = None) -> bool:
    """Print a layout's picture if there is one that fits, and tell whether it was printed."""
    if not is_placed(layout):
        return False
    picture, _, legend = ascii_picture(layout, marks).partition("\n\n")
    wide = max(map(len, picture.splitlines()))
    if wide > out.width:
        out.print(f"The picture needs {wide} columns; {out.width} are here.\n")
        return False
    out.print(f"{picture}\n\n{legend}")
    return True


def print_adjacency(out: Console, layout: nx.Graph) -> None:
    """Print which cards are adjacent; a long list goes on below its beginning."""
    rows, _, legend = adjacency_text(layout).partition("\n\n")
    indent = " " * min(rows.index("adjacent"), out.width // 2)
    for row in rows.splitlines():
        out.print("\n".join(wrap(row, out.width, subsequent_indent=indent)))
    out.print(f"\n{legend}")
