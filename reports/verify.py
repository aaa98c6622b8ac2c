"""`hue verify`: is what a saved table claims true? Every state again, by other means; or a sample."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layouts.errors import RuleError, quote
from layouts.graph import graph_of
from reports.output import DONE, NO, Progress, console, print_json
from reports.rules_in_words import describe_rules
from reports.tables import name_layout
from reports.words import bounds_text, counted, describe_duration
from solver.guardians.position import Position, format_position

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable
    from solver.guardians.verify import Finding


def open_named(name: str) -> SavedTable:
    """Open a table by its file, or by its name in the folder of saved tables.

    Raises
    ------
    RuleError
        If there is none of that name.
    """
    from solver.guardians.saved import open_table
    from solver.guardians.saved_folder import find_named, tables_folder

    if os.path.exists(name):
        return open_table(Path(name))
    path = find_named(name)
    if path is None:
        raise RuleError(
            f"there is no file {quote(name)}, and no table of that name in {tables_folder()}; "
            "hue tables list shows them"
        )
    return open_table(path)


def run(name: str, *, spot_check: int | None, seed: int, as_json: bool) -> int:
    """Check, print what is found as it comes, and return the exit code."""
    from search.first_moves import look_up_value
    from solver.guardians.verify import spot_check_table, verify

    begun = time.monotonic()
    table = open_named(name)
    out = console()
    if not as_json:
        out.print(f"{name_layout(table.header.layout)}, {describe_rules(table.game.rules)}", soft_wrap=True)
    found = []
    with Progress() as progress:

        def show(what: str, done: int, of: int) -> None:
            progress.show(f"{what}: {unit} {done:,} of {of:,}")

        unit = "layer" if spot_check is None else "state"
        progress.show("reading the table")
        findings = (
            verify(table, show) if spot_check is None else spot_check_table(table, spot_check, seed, show)
        )
        for finding in findings:
            found.append(finding)
            if not as_json:
                out.print(_describe(table, finding), soft_wrap=True)
    holds = all(finding.check.holds for finding in found)
    lower, upper = look_up_value(table)
    if as_json:
        print_json("verify", _as_json(table, found, holds, lower, upper, time.monotonic() - begun))
    elif not holds:
        out.print("No: what the table claims doesn't hold. Remove it and solve again.")
    elif any(finding.check.sampled for finding in found):
        text = "Nothing in the sample speaks against the table. That proves nothing of the other states."
        out.print(text, soft_wrap=True)
    else:
        out.print(f"Proved: the guardians win with probability {bounds_text(lower, upper)}.")
    if not as_json:
        out.print(f"It took {describe_duration(time.monotonic() - begun)}.")
    return DONE if holds else NO


def _describe(table: SavedTable, finding: Finding) -> str:
    check = finding.check
    if check.holds:
        verdict = f"holds on {'a sample of' if check.sampled else 'all'} {check.checked:,} states"
    else:
        verdict = f"FAILS by up to {check.worst:.1e}{_where(table, finding)}"
    spirits = counted(finding.spirits_left, "spirit")
    return f"with {spirits}, {finding.claim}: {verdict}"


def _where(table: SavedTable, finding: Finding) -> str:
    if finding.check.where is None:
        return ""
    return f", most at {_position(table, finding)}"


def _position(table: SavedTable, finding: Finding) -> str:
    game = table.header.game
    assert finding.check.where is not None
    return format_position(Position(graph_of(game.board), game.rules, finding.check.where))


def _as_json(
    table: SavedTable, found: list[Finding], holds: bool, lower: float, upper: float, seconds: float
) -> dict[str, Any]:
    sampled = any(finding.check.sampled for finding in found)
    proved = holds and not sampled
    return {
        "file": str(table.path),
        "layout": table.header.layout,
        "rules": table.header.rules,
        "holds": holds,
        "proved": proved,
        "unit": "probability",
        "win": {"kind": "bounded", "lower": lower, "upper": upper} if proved else None,
        "claims": [
            {
                "spirits_left": finding.spirits_left,
                "claim": finding.claim,
                "holds": finding.check.holds,
                "states": finding.check.checked,
                "sampled": finding.check.sampled,
                "worst": finding.check.worst,
                "position": None if finding.check.where is None else _position(table, finding),
            }
            for finding in found
        ],
        "seconds": round(seconds, 3),
    }
