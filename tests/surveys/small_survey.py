"""A survey of nine layouts, which takes seconds, and how to run it as a process."""

import sys

from layouts.errors import ParseError, RuleError
from search.surveys.database import open_database
from solver.guardians.editions import EDITIONS
from solver.guardians.notation import format_rules

DECK = "3,3,4"
ONE_EASY = format_rules(EDITIONS["rulebook"].rules(1, "easy"))
GAME = ["--deck", DECK, "-p", "1", "-d", "easy"]
COMMAND = [sys.executable, "-m", "reports", "survey", "run"]
OPTIONS = [*GAME, "--processes", "1"]


def rows_of(path):
    """Return all rows, without how long they took."""
    with open_database(path) as database:
        return [row._replace(seconds=0) for row in database.rows(1)]


def count_rows(path):
    """Return how many rows there are, in a survey that may not have begun."""
    try:
        return len(rows_of(path))
    except (ParseError, RuleError):
        return 0
