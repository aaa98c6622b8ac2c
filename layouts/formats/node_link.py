"""How is a layout written as node-link JSON, the form of `networkx.node_link_data`?

    {"directed": false, "multigraph": false, "graph": {"edition": "rulebook"},
     "nodes": [{"id": "Stars", "tag": 6, "ratings": [6, 5, 0], "own": false}, ...],
     "edges": [{"source": "Stars", "target": "Chalks"}, ...]}

Nothing is lost. Older versions of networkx call the edges `links`; both are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from layouts.errors import ParseError, RuleError, located, quote
from layouts.formats.records import check_size, layout_of_records, plain_attributes
from layouts.graph import check_layout

if TYPE_CHECKING:
    import networkx as nx

KEYS = ("directed", "multigraph", "graph", "nodes", "edges", "links")


def format_node_link(graph: nx.Graph) -> str:
    """Return a layout as node-link JSON, a line for each node and edge.

    Raises
    ------
    RuleError
        If it isn't a layout.
    """
    check_layout(graph)
    edition = graph.graph.get("edition")
    nodes = [{"id": name, **plain_attributes(card)} for name, card in graph.nodes.items()]
    edges = [{"source": one, "target": other} for one, other in graph.edges]
    about = _dump({} if edition is None else {"edition": edition})
    head = [
        f'"directed": false, "multigraph": false, "graph": {about}',
        f'"nodes": [\n  {_lines(nodes)}\n ]',
        f'"edges": [\n  {_lines(edges)}\n ]',
    ]
    return "{" + ",\n ".join(head) + "}\n"


def parse_node_link(text: str, where: str = "layout") -> nx.Graph:
    """Return the layout that node-link JSON describes; `where` begins messages.

    Raises
    ------
    ParseError
        If it isn't JSON, or says something else.
    RuleError
        If it isn't a layout.
    """
    with located(where):
        check_size(text)
        content = _load(text)
        if not isinstance(content, dict):
            raise ParseError("it isn't node-link JSON, which is an object with nodes and edges")
        for key in content:
            if key not in KEYS:
                raise ParseError(f"unknown key {quote(key)}; known are {', '.join(KEYS)}")
        for key in ("directed", "multigraph"):
            if content.get(key, False) is not False:
                raise RuleError(f"{key} is {quote(content[key])}; a layout is a simple undirected graph")
        graph = content.get("graph", {})
        if not isinstance(graph, dict) or set(graph) - {"edition"}:
            raise ParseError(f'graph is {quote(graph)}; it must be {{}} or like {{"edition": "rulebook"}}')
        nodes = [(node.pop("id"), node) for node in _objects(content, "nodes", "id")]
        links = "links" if "links" in content else "edges"
        if links == "links" and "edges" in content:
            raise ParseError("give either edges or links, not both")
        edges = []
        for edge in _objects(content, links, "source", "target"):
            if len(edge) > 2:
                raise ParseError(f"the edge {quote(edge)} has more than source and target")
            edges.append((edge["source"], edge["target"]))
        return layout_of_records(nodes, edges, graph.get("edition"))


def _load(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_distinct)
    except RecursionError:
        raise ParseError("it isn't JSON that can be read: brackets are nested too deep") from None
    except ParseError:
        raise
    except ValueError as error:  # json.JSONDecodeError, or a number with thousands of digits
        raise ParseError(f"it isn't JSON: {' '.join(str(error).split())}") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless a key comes twice; json would take the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ParseError(f"the key {quote(next(key for key in keys if keys.count(key) > 1))} is used twice")
    return found


def _objects(content: Mapping[str, object], key: str, *needed: str) -> list[dict[str, Any]]:
    """Return the objects in a list of the file."""
    if key not in content:
        raise ParseError(f"{key} is missing; it must be a list of objects")
    items = content[key]
    if not isinstance(items, list):
        raise ParseError(f"{key} is {quote(items)}; it must be a list of objects")
    for item in items:
        if not isinstance(item, dict) or not set(needed) <= set(item):
            raise ParseError(f"{key} has {quote(item)}; it must be an object with {' and '.join(needed)}")
    return items


def _lines(items: list[dict[str, Any]]) -> str:
    return ",\n  ".join(map(_dump, items))


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
