"""The values of a game, found with progress on the screen: those of a saved table, or by solving it."""

from __future__ import annotations

import shlex

from layouts.cards import DEFAULT_EDITION
from layouts.code import format_code
from reports.output import Progress, show_search, stop_on_interrupt, warn
from search.games.record import Record
from search.memory import may_use
from search.on_the_spot import SECONDS
from search.values import Values, open_values
from solver.guardians.dense.scope import estimate_needs, refusal_of
from solver.guardians.editions import EDITIONS, nearest_in
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


def solving_command(record: Record) -> str | None:
    """Return the command that saves a table of a game; None if this machine can't make one."""
    rules = record.game.rules
    if refusal_of(rules) or estimate_needs(record.game).memory > may_use(None):
        return None
    name = record.layout.graph.get("edition")
    edition = EDITIONS.get(name or DEFAULT_EDITION)
    if edition is None:
        return None  # it takes the edition's file, which nobody knows here
    difficulty, different = nearest_in(edition, rules)
    command = ["hue", "solve", format_code(record.layout), "--method", "dense", "-p", str(rules.players)]
    command += ["-d", difficulty.name]
    for reading, value in different.items():
        command += ["-r", f"{reading}={format_value(value)}"]
    return shlex.join(command)


def say_how_to_solve(record: Record) -> str:
    """Say which command saves a table of a game, or that none does here."""
    command = solving_command(record)
    if command is None:
        return "and a table of it can't be made on this machine"
    return f"this makes one: {command}"
