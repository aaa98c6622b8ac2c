"""The command line of `hue report`; what follows from it is in `run`, which takes longer to import."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from reports.arguments import AsJson, DifficultyName, Keep, Readings

SECONDS = 600.0


def report(
    layouts: Annotated[
        list[str], typer.Argument(metavar="LAYOUT...", help="One, or several to compare; as for solve.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A .html, .md or .json; else Markdown.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Of the game looked at closely.")
    ] = None,
    difficulty: DifficultyName = None,
    edition: Annotated[
        list[str] | None,
        typer.Option("--edition", "-e", help="One for all layouts, or several to compare each layout by."),
    ] = None,
    reading: Readings = None,
    keep: Keep = None,
    one_game: Annotated[
        bool,
        typer.Option("--one-game", help="Only that one; else all players and difficulties, too."),
    ] = False,
    variant_players: Annotated[
        int | None,
        typer.Option(
            "--variant-players", help="Of the games with a rating or reading changed; few, if slow."
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0, metavar="SECONDS", help="For what isn't worked out yet.")
    ] = SECONDS,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on until nothing is left out, whatever the budget.")
    ] = False,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="Games, for each estimate.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", help="Of the playouts.")] = 1,
    database: Annotated[
        Path | None, typer.Option("--database", help="Of a survey, for the place among all layouts.")
    ] = None,
    memory: Annotated[
        float | None, typer.Option("--memory", min=0, help="GB to solve in; most of it by default.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Write a difficulty report: how hard a layout is, for whom, and why."""
    from reports.report.run import Wanted, run

    wanted = Wanted(
        layouts, players, difficulty, edition, reading, keep, playouts, seed, one_game, variant_players
    )
    return run(
        wanted,
        out=out,
        budget=math.inf if resume else budget,
        database=database,
        memory=memory,
        as_json=as_json,
    )
