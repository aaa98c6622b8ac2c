"""Where does a layout stand among all those of a survey?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from layouts.shapes.canon import canonical_code
from search.difficulty.findings import Missing, Place
from search.surveys.database import open_database
from solver.guardians.notation import format_rules
from solver.guardians.rules import Rules

if TYPE_CHECKING:
    import networkx as nx


def find_place(path: Path, layout: nx.Graph, asked: Sequence[Rules]) -> Place | Missing:
    """Return the place of a layout in the first survey of a database that has it under one of some rules."""
    code = canonical_code(layout)
    wanted = [format_rules(rules) for rules in asked]
    with open_database(path) as database:
        for number, survey in sorted(database.surveys(), key=lambda each: each[0]):
            if survey.rules not in wanted:
                continue
            rows = database.rows(number)  # the hardest first
            for rank, row in enumerate(rows, start=1):
                if row.layout == code:
                    return Place(rank, len(rows), survey.deck, survey.rules)
    return Missing("it is in no survey of the database")
