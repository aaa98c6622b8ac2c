"""`hue solve` for boards too large to enumerate: the dense solver, whose values are saved as a table."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layouts.code import format_code
from layouts.errors import RuleError
from reports.arguments import Question
from reports.long_job import Stopped, Watch
from reports.output import (
    DONE,
    NOT_CLOSED,
    STOPPED,
    Progress,
    Refused,
    console,
    print_json,
    stop_on_interrupt,
    warn,
)
from reports.solve import SHOWN_OPENINGS, Answer, check_gaps
from reports.words import describe_duration
from solver.guardians.dense.scope import Needs, check_scope, estimate_needs
from solver.guardians.game import Game
from solver.guardians.notation import format_rules

if TYPE_CHECKING:
    from solver.guardians.checkpoint import Arrays
    from solver.guardians.saved import SavedTable

GAP = 1e-6
"""Wanted by default: 32-bit fixed point holds it with room to spare."""
SHARE = 0.85
"""Part of the machine's memory that may be used unless `--memory` says how much."""


@dataclass(frozen=True)
class Budget:
    """What a solve may take, and what it does about an unfinished one.

    Parameters
    ----------
    memory
        GB; by default most of what the machine has.
    checkpoint
        Minutes from one checkpoint to the next.
    resume, restart
        Go on with the unfinished solve that is kept, or throw it away; without either it stands in the way.
    """

    memory: float | None = None
    checkpoint: float = 5.0
    resume: bool = False
    restart: bool = False


def run(question: Question, *, gap: float | None, budget: Budget, dry_run: bool, as_json: bool) -> int:
    """Solve, or look the answer up in the table of an earlier time; print; return the exit code."""
    from search.first_moves import look_up_openings, look_up_value
    from solver.guardians.checkpoint import checkpoint_path
    from solver.guardians.saved_folder import find_table, table_path

    wanted = GAP if gap is None else gap
    check_gaps(wanted, None)
    check_scope(question.rules)
    if budget.resume and budget.restart:
        raise RuleError("--resume goes on with an unfinished solve, --restart throws it away: take one")
    game = Game(question.game.board, question.rules, lumped=True)
    needs = estimate_needs(game)
    if dry_run:
        _print_needs(needs, as_json=as_json)
        return DONE
    begun = time.monotonic()
    table = find_table(game, refused=warn)
    if table is None or table.header.gap > wanted:
        try:
            table = _solve(question, game, needs, wanted, budget)
        except KeyboardInterrupt:
            if not checkpoint_path(table_path(game)).exists():
                raise
            return _print_stopped(question, "an earlier checkpoint", as_json=as_json)
        except Stopped as stopped:
            return _print_stopped(question, str(stopped), as_json=as_json)
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


def _solve(question: Question, game: Game, needs: Needs, gap: float, budget: Budget) -> SavedTable:
    from solver.guardians.checkpoint import checkpoint_path, lock, remove_leftovers
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.saved import open_table
    from solver.guardians.saved_folder import check_room, table_path
    from solver.guardians.saving import TableWriter

    memory = _memory() * SHARE if budget.memory is None else budget.memory * 1e9
    if needs.memory > memory:
        raise Refused(
            f"solving this takes {needs.memory / 1e9:.1f} GB of memory, and {memory / 1e9:.1f} GB may be "
            "used: keep fewer cards (--keep A,B,C), fewer --players, or raise --memory (in GB)"
        )
    check_room(game)
    path, layout = table_path(game), format_code(question.layout)
    job = {"layout": layout, "rules": format_rules(game.rules), "gap": gap}
    with lock(path):
        going_on = _take_up(path, job, budget)
        table = going_on[0].pop("table") if going_on else None
        remove_leftovers(path, keep=table and table["aside"])
        with (
            Progress() as progress,
            stop_on_interrupt() as stop,
            TableWriter(game, layout, path, table) as writer,
        ):
            every = 60 * budget.checkpoint
            watch = Watch(writer, job, progress, seconds=needs.seconds, every=every, stop=stop)
            solve_game(game, gap=gap, after_sweep=watch.after_sweep, keep=writer.keep, begin_with=going_on)
        checkpoint_path(path).unlink(missing_ok=True)
    return open_table(path, game)


def _take_up(path: Path, job: dict[str, Any], budget: Budget) -> tuple[dict[str, Any], Arrays] | None:
    """Return where an unfinished solve has come to, if it is to go on."""
    from solver.guardians.checkpoint import checkpoint_path, load_checkpoint

    checkpoint = checkpoint_path(path)
    if not checkpoint.exists():
        if budget.resume:
            warn("there is no unfinished solve of this game; beginning one")
        return None
    if budget.resume:
        return load_checkpoint(path, job)
    if not budget.restart:
        raise RuleError(
            "an unfinished solve of this game is kept; add --resume to go on with it, "
            "or --restart to begin again"
        )
    checkpoint.unlink()
    return None


def _print_stopped(question: Question, reached: str, *, as_json: bool) -> int:
    """Say what a stopped solve has come to: nothing is proved yet of the start of the game."""
    if as_json:
        win = {"kind": "bounded", "lower": 0.0, "upper": 1.0}
        fields = {"layout": format_code(question.layout), "rules": asdict(question.rules), "win": win}
        print_json("solve", {**fields, "unit": "probability", "stopped": reached})
    else:
        console().print(f"Stopped at {reached}.", soft_wrap=True)
        console().print("Nothing is proved yet of the start of the game. --resume goes on from here.")
    return STOPPED


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
        f"{describe_duration(needs.seconds)}."
    )
