"""Charts and layouts as figures, with their numbers, or with a text for where there is nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layouts.graph import is_placed
from layouts.pictures.picture import adjacency_text, ascii_picture
from layouts.pictures.svg import svg_picture
from reports.charts import NARROW, WIDE
from reports.pages import Figure, Table

if TYPE_CHECKING:
    import networkx as nx

Draw = Callable[[str, float], str]


def chart_figure(draw: Draw, prefix: str, caption: str, table: Table) -> Figure:
    """Return a chart at both widths.

    Parameters
    ----------
    draw
        Returns the chart, given the prefix of its ids and its width.
    """
    return Figure(draw(prefix, WIDE), caption, table, draw(f"{prefix}-narrow", NARROW))


def layout_figure(layout: nx.Graph, caption: str) -> Figure:
    """Return the picture of a layout."""
    pictures = [ascii_picture(layout)] if is_placed(layout) else []
    return Figure(svg_picture(layout), caption, text="\n\n".join([*pictures, adjacency_text(layout)]))
