"""The values of a game, found with progress on the screen: those of a saved table, or by solving it."""

from __future__ import annotations

from layouts.code import format_code
from reports.output import Progress, show_search, stop_on_interrupt, warn
from search.games.record import Record
from search.on_the_spot import SECONDS
from search.values import Values, open_values
from solver.guardians.rules import format_value


def find_values(record: Record, limit: int, seconds: float = SECONDS) -> Values | None:
    """Return the values of a game; None if it is too large to solve here and has no saved table."""
    with Progress() as progress, stop_on_interrupt() as stop:
        return open_values(
            record.game,
            record.begin,
            code=format_code(record.layout),
            limit=limit,
            seconds=seconds,
            refused=lambda why: warn(f"not looked up: {why}"),
            progress=show_search(progress, stop),
            stop=stop,
        )


def solving_command(record: Record) -> str:
    """Return the command that saves a table of a game."""
    rules = record.game.rules
    readings = [
        f"-r {name}={format_value(value)}" for name, value in rules.differences().items() if name != "players"
    ]
    code = format_code(record.layout)
    return " ".join([f"hue solve {code} --method dense -p {rules.players}", *readings])
