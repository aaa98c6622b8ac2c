"""`hue perft`: how many nodes the game tree has at each depth, to check one set of rules by another."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from layouts.errors import RuleError
from reports.output import DONE, Progress, Refused, console, print_json
from search.perft import Nodes, Perft, TreeTooLarge, add_nodes
from solver.guardians.notation import format_action
from solver.guardians.play import Play
from solver.guardians.position import Position, format_position


def run(position: Position, *, depth: int, split: bool, limit: int, as_json: bool) -> int:
    """Count, print, and return the exit code."""
    least = 1 if split else 0
    if not least <= depth <= 200:
        raise RuleError(f"--depth {depth}: a depth is from {least} to 200")
    perft = Perft(Play(position.game), limit=limit)
    try:
        with Progress() as progress:
            if split:
                progress.show(f"depth {depth}")
                rows = [
                    (format_action(position.game.board, action), nodes)
                    for action, nodes in perft.split(position.state, depth)
                ]
            else:
                rows = []
                for level in range(depth + 1):
                    progress.show(f"depth {level} of {depth}")
                    rows.append((str(level), perft.count(position.state, level)))
    except TreeTooLarge as error:
        raise Refused(f"{error}: ask for less --depth, or raise --limit") from None
    if as_json:
        print_json("perft", _as_json(position, depth, split, rows))
        return DONE
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("action" if split else "depth", justify="left" if split else "right")
    for title in (*Nodes._fields, "total"):
        table.add_column(title, justify="right")
    for name, nodes in rows:
        table.add_row(name, *(f"{count:,}" for count in (*nodes, nodes.total)))
    if split:
        total = add_nodes(nodes for _, nodes in rows)
        table.add_row("all", *(f"{count:,}" for count in (*total, total.total)))
    console().print(table)
    return DONE


def _as_json(position: Position, depth: int, split: bool, rows: list[tuple[str, Nodes]]) -> dict[str, Any]:
    return {
        "position": format_position(position),
        "unit": "nodes",
        "depth": depth,
        "split" if split else "levels": [
            {"action" if split else "depth": name if split else int(name), **nodes._asdict()}
            for name, nodes in rows
        ],
    }
