"""How is a layout written as GraphML?

Nodes are the cards, by name; the graph and its nodes have data as in `FIELDS`, ratings as text
(`6/5/0`), lengths in quarter-inches. Nothing is lost. Read is what networkx and others write of such a
graph; a document type is refused, since it could define entities without end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from layouts.errors import ParseError, RuleError, located, quote
from layouts.formats.records import check_size, layout_of_records, plain_attributes
from layouts.graph import check_layout

if TYPE_CHECKING:
    import networkx as nx

SPACE = "http://graphml.graphdrawing.org/xmlns"
FIELDS = {
    "tag": "int",
    "ratings": "string",
    "own": "boolean",
    "x": "int",
    "y": "int",
    "orientation": "string",
}
INTEGERS = ("int", "long")


def format_graphml(graph: nx.Graph) -> str:
    """Return a layout as GraphML.

    Raises
    ------
    RuleError
        If it isn't a layout.
    """
    check_layout(graph)
    root = Xml.Element("graphml", {"xmlns": SPACE})
    written = {key for card in graph.nodes.values() for key in plain_attributes(card)}
    edition = graph.graph.get("edition")
    if edition is not None:
        _declare(root, "graph", "edition", "string")
    for field, kind in FIELDS.items():
        if field in written:
            _declare(root, "node", field, kind)
    inner = Xml.SubElement(root, "graph", {"edgedefault": "undirected"})
    if edition is not None:
        Xml.SubElement(inner, "data", {"key": "edition"}).text = edition
    for name, card in graph.nodes.items():
        node = Xml.SubElement(inner, "node", {"id": name})
        for field, value in plain_attributes(card).items():
            text = str(value).lower() if field == "own" else str(value)
            Xml.SubElement(node, "data", {"key": field}).text = text
    for one, other in graph.edges:
        Xml.SubElement(inner, "edge", {"source": one, "target": other})
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def parse_graphml(text: str, where: str = "layout") -> nx.Graph:
    """Return the layout that GraphML describes; `where` begins messages.

    Raises
    ------
    ParseError
        If it isn't XML, or not the GraphML of a layout.
    RuleError
        If it isn't a layout.
    """
    with located(where):
        check_size(text)
        root = _load(text)
        keys = {
            (key.get("for", "all"), key.get("id", "")): (
                key.get("attr.name", ""),
                key.get("attr.type", "string"),
            )
            for key in _children(root, "key")
        }
        graphs = _children(root, "graph")
        if len(graphs) != 1:
            raise ParseError(f"it has {len(graphs)} graphs; there must be one")
        _check_known(graphs[0], "data", "node", "edge")
        if graphs[0].get("edgedefault") == "directed":
            raise RuleError("the graph is directed; a layout is a simple undirected graph")
        about = _fields(graphs[0], "graph", keys)
        if set(about) - {"edition"}:
            raise ParseError(f"the graph has data {', '.join(map(quote, about))}; only edition is known")
        nodes = []
        for node in _children(graphs[0], "node"):
            _check_known(node, "data")
            nodes.append((_needed(node, "id"), _fields(node, "node", keys)))
        edges = []
        for edge in _children(graphs[0], "edge"):
            _check_known(edge)
            if edge.get("directed") == "true":
                raise RuleError("an edge is directed; a layout is a simple undirected graph")
            edges.append((_needed(edge, "source"), _needed(edge, "target")))
        return layout_of_records(nodes, edges, about.get("edition"))


def _load(text: str) -> Xml.Element:
    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ParseError("it has a document type, which isn't read; remove <!DOCTYPE ...>")
    body = re.sub(r"\A\s*<\?xml[^>]*\?>", "", text)  # the text is decoded, whatever the declaration says
    try:
        root = Xml.fromstring(body)
    except (Xml.ParseError, ValueError, RecursionError) as error:
        raise ParseError(f"it isn't XML: {' '.join(str(error).split())}") from None
    if _local(root) != "graphml":
        raise ParseError(f"it isn't GraphML: the root is {quote(_local(root))}, not 'graphml'")
    _check_known(root, "key", "graph")
    return root


def _declare(root: Xml.Element, what: str, field: str, kind: str) -> None:
    Xml.SubElement(root, "key", {"id": field, "for": what, "attr.name": field, "attr.type": kind})


def _local(element: Xml.Element) -> str:
    """Return an element's tag without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _children(element: Xml.Element, tag: str) -> list[Xml.Element]:
    return [child for child in element if _local(child) == tag]


def _check_known(element: Xml.Element, *tags: str) -> None:
    """Check that an element has only children that are understood, or descriptions."""
    for child in element:
        if _local(child) not in (*tags, "desc"):
            raise ParseError(
                f"the element {quote(_local(child))} in {quote(_local(element))} isn't part of a layout; "
                "remove it"
            )


def _needed(element: Xml.Element, attribute: str) -> str:
    value = element.get(attribute)
    if value is None:
        raise ParseError(f"the element {quote(_local(element))} has no {attribute}")
    return value


def _fields(
    element: Xml.Element, what: str, keys: dict[tuple[str, str], tuple[str, str]]
) -> dict[str, object]:
    """Return the data of a graph or a node by the names of their keys."""
    found: dict[str, object] = {}
    where = f"{what} {quote(element.get('id', ''))}" if what == "node" else what
    for child in _children(element, "data"):
        key = _needed(child, "key")
        declared = keys.get((what, key)) or keys.get(("all", key))
        if declared is None:
            raise ParseError(f"{where}: the key {quote(key)} isn't declared for a {what}")
        name, kind = declared
        if name in found:
            raise ParseError(f"{where}: {quote(name)} is given twice")
        found[name] = _value(name, kind, child.text or "", where)
    return found


def _value(name: str, kind: str, text: str, where: str) -> object:
    """Return a value of a declared type; ratings are three numbers with slashes between them."""
    if name == "ratings":
        parts = re.fullmatch(r"\s*(\d{1,9})/(\d{1,9})/(\d{1,9})\s*", text)
        return [int(part) for part in parts.groups()] if parts else text
    if kind in INTEGERS and re.fullmatch(r"\s*[+-]?\d{1,9}\s*", text):
        return int(text)
    if kind == "boolean" and text.strip().lower() in ("true", "false", "1", "0"):
        return text.strip().lower() in ("true", "1")
    if kind == "string":
        return text
    raise ParseError(f"{where}: {name} is {quote(text)}, which is no {kind} that a layout has")
