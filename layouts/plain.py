"""How is a layout held where importing networkx would take longer than the answer?

A `PlainGraph` has as much of `networkx.Graph` as the functions on layouts read: nodes and edges in
the same order, with the same attributes. It can be built, and that is all; for anything else make a
layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_plain = ContextVar("plain", default=False)


@contextmanager
def plain_graphs() -> Iterator[None]:
    """Make plain graphs of the layouts that are opened within, and import no networkx for them."""
    before = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(before)


def only_plain() -> bool:
    """Tell whether plain graphs are wanted."""
    return _plain.get()


class PlainGraph:
    """A simple undirected graph.

    Parameters
    ----------
    edition
        The attribute of the graph, if there is one.

    Examples
    --------
    >>> graph = PlainGraph()
    >>> graph.add_node("Stars", tag=6)
    >>> graph.add_node("Chalks", tag=3)
    >>> graph.add_edge("Stars", "Chalks")
    >>> list(graph), graph.nodes["Stars"], list(graph["Chalks"]), graph.edges
    (['Stars', 'Chalks'], {'tag': 6}, ['Stars'], [('Stars', 'Chalks')])
    """

    def __init__(self, edition: str | None = None) -> None:
        self.graph: dict[str, Any] = {} if edition is None else {"edition": edition}
        self.nodes: dict[str, dict[str, Any]] = {}
        self._neighbours: dict[str, dict[str, None]] = {}

    def add_node(self, name: str, **attributes: object) -> None:
        """Add a node with its attributes."""
        self.nodes.setdefault(name, {}).update(attributes)
        self._neighbours.setdefault(name, {})

    def add_edge(self, one: str, other: str) -> None:
        """Join two nodes; again changes nothing."""
        self._neighbours[one][other] = None
        self._neighbours[other][one] = None

    @property
    def edges(self) -> list[tuple[str, str]]:
        """Each edge once, from the node that was given first."""
        done: set[str] = set()
        found = []
        for one, neighbours in self._neighbours.items():
            found += [(one, other) for other in neighbours if other not in done]
            done.add(one)
        return found

    def is_directed(self) -> bool:
        """Tell that it isn't."""
        return False

    def is_multigraph(self) -> bool:
        """Tell that it isn't."""
        return False

    def __getitem__(self, name: str) -> dict[str, None]:
        return self._neighbours[name]

    def __contains__(self, name: object) -> bool:
        return name in self.nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)
