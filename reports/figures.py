"""Charts as figures: drawn for a desk and for a phone, with their numbers beside them."""

from __future__ import annotations

from collections.abc import Callable

from reports.charts import NARROW, WIDE
from reports.pages import Figure, Table

Draw = Callable[[str, float], str]


def chart_figure(draw: Draw, prefix: str, caption: str, table: Table) -> Figure:
    """Return a chart at both widths.

    Parameters
    ----------
    draw
        Returns the chart, given the prefix of its ids and its width.
    """
    return Figure(draw(prefix, WIDE), caption, table, draw(f"{prefix}-narrow", NARROW))
