"""`hue solve` for boards too large to enumerate: the dense solver, whose values are saved as a table."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from layouts.code import format_code
from reports.arguments import Question
from reports.output import DONE, NOT_CLOSED, Progress, Refused, console, print_json, warn
from reports.solve import SHOWN_OPENINGS, Answer, check_gaps
from solver.guardians.dense.scope import Needs, check_scope, estimate_needs
from solver.guardians.game import Game

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable

GAP = 1e-6
"""Wanted by default: 32-bit fixed point holds it with room to spare."""
SHARE = 0.85
"""Part of the machine's memory that may be used unless `--memory` says how much."""


def run(question: Question, *, gap: float | None, memory: float | None, dry_run: bool, as_json: bool) -> int:
    """Solve, or look the answer up in the table of an earlier time; print; return the exit code."""
    from search.first_moves import look_up_openings, look_up_value
    from solver.guardians.saved_folder import find_table

    wanted = GAP if gap is None else gap
    check_gaps(wanted, None)
    check_scope(question.rules)
    game = Game(question.game.board, question.rules, lumped=True)
    needs = estimate_needs(game)
    if dry_run:
        _print_needs(needs, as_json=as_json)
        return DONE
    begun = time.monotonic()
    table = find_table(game, refused=warn)
    if table is None or table.header.gap > wanted:
        table = _solve(question, game, needs, wanted, memory)
    lower, upper = look_up_value(table)
    answer = Answer(
        question=question,
        lower=lower,
        upper=upper,
        value=None,
        proof="; ".join(table.header.proofs),
        openings=look_up_openings(table, SHOWN_OPENINGS),
        states=needs.states,
        sweeps=table.header.sweeps,
        seconds=time.monotonic() - begun,
        table=str(table.path),
    )
    answer.print(as_json=as_json)
    if table.header.gap > wanted:
        warn("the bounds are wider than asked for")
        return NOT_CLOSED
    return DONE


def _solve(question: Question, game: Game, needs: Needs, gap: float, memory: float | None) -> SavedTable:
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.saved import open_table
    from solver.guardians.saved_folder import check_room, table_path
    from solver.guardians.saving import TableWriter

    budget = _memory() * SHARE if memory is None else memory * 1e9
    if needs.memory > budget:
        raise Refused(
            f"solving this takes {needs.memory / 1e9:.1f} GB of memory, and {budget / 1e9:.1f} GB may be "
            "used: keep fewer cards (--keep A,B,C), fewer --players, or raise --memory (in GB)"
        )
    check_room(game)
    path = table_path(game)
    with Progress() as progress, TableWriter(game, format_code(question.layout), path) as writer:
        solve_game(
            game,
            gap=gap,
            progress=lambda what, sweeps, left: progress.show(f"{what}: {sweeps} sweeps, {left:.1e} left"),
            keep=writer.keep,
        )
    return open_table(path, game)


def _memory() -> int:
    """Return the bytes of memory in this machine."""
    import psutil

    return int(psutil.virtual_memory().total)


def _print_needs(needs: Needs, *, as_json: bool) -> None:
    if as_json:
        print_json("solve", {"dry_run": needs._asdict(), "unit": "states in a layer, bytes, seconds"})
        return
    console().print(
        f"{needs.states:,} states in a layer; about {needs.memory / 1e9:.1f} GB of memory and, on two cores, "
        f"{_minutes(needs.seconds)}."
    )


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
