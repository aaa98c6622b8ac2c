"""How is a layout written for Graphviz, in DOT?

Each node has a label and, in attributes that Graphviz passes over, tag, ratings and own. Cards with
places get position and size in inches, y upwards, so that `neato` draws them to scale where they lie.
DOT is only written: reading all that it allows would take a parser for a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from layouts.cards import CENTER_TAG
from layouts.graph import check_layout, is_placed, places_of
from layouts.placement import Box, box_of

if TYPE_CHECKING:
    import networkx as nx


def format_dot(graph: nx.Graph) -> str:
    """Return a layout as DOT.

    Raises
    ------
    RuleError
        If it isn't a layout.

    Examples
    --------
    >>> from layouts.graph import make_layout
    >>> print(format_dot(make_layout({"Stars": 6, "Chalks": 3}, [("Stars", "Chalks")])), end="")
    graph layout {
      node [shape=box];
      "Stars" [label="Stars\\ntag 6  6/5/0", tag=6, ratings="6/5/0", own=false, peripheries=2];
      "Chalks" [label="Chalks\\ntag 3  4/2/1", tag=3, ratings="4/2/1", own=false];
      "Stars" -- "Chalks";
    }
    """
    check_layout(graph)
    edition = graph.graph.get("edition")
    boxes = {name: box_of(place) for name, place in places_of(graph).items()} if is_placed(graph) else {}
    lines = ["graph layout {"]
    if edition is not None:
        lines.append(f"  edition={_quoted(edition)};")
    lines.append(f"  node [shape=box{', fixedsize=true' if boxes else ''}];")
    for name, card in graph.nodes.items():
        lines.append(f"  {_quoted(name)} [{', '.join(_attributes(name, card, boxes.get(name)))}];")
    lines += [f"  {_quoted(one)} -- {_quoted(other)};" for one, other in graph.edges]
    return "\n".join([*lines, "}", ""])


def _attributes(name: str, card: Mapping[str, Any], box: Box | None) -> list[str]:
    label = _quoted(f"{name}\n{_text_of(card)}").replace("\n", "\\n")
    found = [
        f"label={label}",
        f"tag={card['tag']}",
        f'ratings="{card["ratings"]}"',
        f"own={str(card['own']).lower()}",
    ]
    if card["tag"] == CENTER_TAG:
        found.append("peripheries=2")
    if box:
        x, y = (box.left + box.right) / 8, -(box.top + box.bottom) / 8  # of the middle; from quarter-inches
        width, height = (box.right - box.left) / 4, (box.bottom - box.top) / 4
        found.append(f'pos="{x:g},{y:g}!", width={width:g}, height={height:g}')
    return found


def _text_of(card: Mapping[str, Any]) -> str:
    return f"tag {card['tag']}  {card['ratings']}"


def _quoted(text: str) -> str:
    r"""Return a text in quotes; a backslash is doubled, since in labels \N and others mean something."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
