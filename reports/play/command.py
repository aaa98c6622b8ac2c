"""The command line of `hue play`; what follows from it is in `run`, which takes longer to import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reports.arguments import (
    Choices,
    DifficultyName,
    EditionName,
    Keep,
    Limit,
    Players,
    Processes,
    Readings,
    as_many,
)
from solver.guardians.size import LARGEST_MODEL


def play(
    layout: Annotated[
        str,
        typer.Argument(metavar="LAYOUT", help="What lies on the table; or a game file, to go on with it."),
    ],
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="A,B", help="Of the players, by seat.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep the game in this file; else where others are.")
    ] = None,
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Roll the dice here, and say only afterwards what was best.")
    ] = False,
    hints: Annotated[
        bool | None,
        typer.Option("--hints/--no-hints", help="Rank the moves; not by default in a simulation."),
    ] = None,
    side: Annotated[str, typer.Option("--side", help="Who is advised: team or lord-sepia.")] = "team",
    seed: Annotated[int | None, typer.Option("--seed", help="Of the dice rolled here.")] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="To solve the game in, or else for each estimate.")
    ] = 10.0,
    limit: Limit = LARGEST_MODEL,
    processes: Processes = None,
) -> int:
    """Follow a game at the table with advice, or practise one."""
    from reports.play.run import How, run

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    return run(
        layout, choices, How(names, out, simulate, hints, side, seed, seconds, limit, as_many(processes))
    )
