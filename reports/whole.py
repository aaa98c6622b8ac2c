"""`hue solve` for boards too large to enumerate: the dense solver, whose values are saved as a table."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Any, NamedTuple

from layouts.code import format_code
from layouts.errors import RuleError
from reports.arguments import Question, check_gaps
from reports.long_job import Stopped, Watch
from reports.output import (
    DONE,
    STOPPED,
    Progress,
    Refused,
    code_of_bounds,
    console,
    print_json,
    stop_on_interrupt,
    warn,
)
from reports.solve import SHOWN_OPENINGS, Answer
from reports.words import bounds_text, describe_duration, describe_memory
from search.memory import may_use
from solver.guardians.dense.scope import GAP, LEAST_GAP, Needs, check_scope, estimate_needs
from solver.guardians.game import Game
from solver.guardians.notation import format_rules

if TYPE_CHECKING:
    from solver.guardians.checkpoint import Arrays
    from solver.guardians.held import Holds
    from solver.guardians.saved import SavedTable

LONG = 60.0
"""Seconds from which on it is said before what a solve takes."""
RELATIVE_GAP = 1e-2
"""Where only the start can be bounded."""
START_ALONE = ", or bound the start alone (--relative-gap 0.01)"
LARGE = 5e9
"""Bytes of a checkpoint from which on they are kept less often, so that they don't take most of the time."""


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


def run(
    question: Question,
    *,
    gap: float | None,
    relative_gap: float | None,
    budget: Budget,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Solve, or look the answer up in the table of an earlier time; print; return the exit code."""
    from search.first_moves import look_up_openings, look_up_setups, look_up_value
    from solver.guardians.checkpoint import checkpoint_path
    from solver.guardians.saved_folder import table_path

    wanted = GAP if gap is None else gap
    check_gaps(wanted, relative_gap)
    check_scope(question.rules)
    if budget.resume and budget.restart:
        raise RuleError("--resume goes on with an unfinished solve, --restart throws it away: take one")
    if gap is not None and relative_gap is not None:
        raise RuleError(
            "--gap is of all values, --relative-gap of the start alone: the dense solver takes one"
        )
    if wanted < LEAST_GAP:
        raise RuleError(
            f"--gap {gap}: the dense solver's numbers hold no gap below {LEAST_GAP}; enumeration does, on a "
            "smaller board (--keep)"
        )
    game = Game(question.game.board, question.rules, lumped=True)
    needs = estimate_needs(game)
    start_alone = relative_gap is not None or (gap is None and _only_start_fits(game, needs, budget))
    if dry_run:
        _print_needs(game, needs, as_json=as_json)
        _check_memory(game, needs, budget, start_alone=start_alone)
        return DONE
    begun = time.monotonic()
    path = table_path(game)
    if start_alone:
        path = path.with_suffix(f".start{path.suffix}")
    try:
        if start_alone:
            wanted = RELATIVE_GAP if relative_gap is None else relative_gap
            found = _bound_start(question, game, needs, path, wanted, budget, asked=relative_gap is not None)
        else:
            found = _find_or_solve(question, game, needs, path, wanted, budget)
    except KeyboardInterrupt:
        if not checkpoint_path(path).exists():
            raise
        return _print_stopped(question, Stopped("an earlier checkpoint", (0.0, 1.0)), as_json=as_json)
    except Stopped as stopped:
        return _print_stopped(question, stopped, as_json=as_json)
    lower, upper = look_up_value(found.held)
    answer = Answer(
        question=question,
        lower=lower,
        upper=upper,
        value=None,
        proof=found.proof,
        openings=look_up_openings(found.held, SHOWN_OPENINGS),
        setups=look_up_setups(found.held),
        states=needs.states,
        sweeps=found.sweeps,
        seconds=time.monotonic() - begun,
        table=found.table,
    )
    answer.print(as_json=as_json)
    if found.table is None and not as_json:
        console().print("Only the start was bounded, with one layer in memory; no table is saved.")
    if start_alone:
        return code_of_bounds(closed=upper - lower <= wanted * lower)
    return code_of_bounds(closed=found.gap <= wanted, gap=found.gap)


class Found(NamedTuple):
    """What there is to look the answer up in."""

    held: Holds
    proof: str
    sweeps: int
    gap: float  # between all bounds that are held
    table: str | None


def _find_or_solve(
    question: Question, game: Game, needs: Needs, path: Path, gap: float, budget: Budget
) -> Found:
    from solver.guardians.saved_folder import find_table

    table = find_table(game, refused=warn)
    if table is None or table.header.gap > gap:
        table = _solve(question, game, needs, path, gap, budget)
    return _found_in(table)


def _found_in(table: SavedTable) -> Found:
    header = table.header
    return Found(table, "; ".join(header.proofs), header.sweeps, header.gap, str(table.path))


def _solve(
    question: Question, game: Game, needs: Needs, path: Path, gap: float, budget: Budget
) -> SavedTable:
    from solver.guardians.checkpoint import checkpoint_path, lock, remove_leftovers
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.saved import open_table
    from solver.guardians.saved_folder import check_room
    from solver.guardians.saving import TableWriter

    _check_memory(game, needs, budget, start_alone=False)
    check_room(game)
    _say_before(needs.memory, needs.seconds)
    layout = format_code(question.layout)
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
            watch = Watch(path, job, progress, seconds=needs.seconds, every=every, stop=stop, writer=writer)
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


def _print_stopped(question: Question, stopped: Stopped, *, as_json: bool) -> int:
    """Say what a stopped solve has come to, and what is proved by then."""
    lower, upper = stopped.bounds
    if as_json:
        win = {"kind": "bounded", "lower": lower, "upper": upper}
        fields = {"layout": format_code(question.layout), "rules": asdict(question.rules), "win": win}
        print_json("solve", {**fields, "unit": "probability", "stopped": str(stopped)})
        return STOPPED
    console().print(f"Stopped at {stopped}.", soft_wrap=True)
    if stopped.bounds == (0.0, 1.0):
        proved = "Nothing new is proved of the start of the game."
    else:
        proved = f"So far the guardians are proved to win with probability {bounds_text(lower, upper)}."
    console().print(f"{proved} --resume goes on from here.", soft_wrap=True)
    return STOPPED


def _check_memory(game: Game, needs: Needs, budget: Budget, *, start_alone: bool) -> None:
    """Refuse what doesn't fit the memory, with what would."""
    memory, most = needs.start_memory if start_alone else needs.memory, may_use(budget.memory)
    if memory <= most:
        return
    start_fits = not start_alone and game.rules.players > 1 and needs.start_memory <= most
    raise Refused(
        f"solving this takes {describe_memory(memory)} of memory, and {describe_memory(most)} may be used: "
        "keep fewer cards (--keep A,B,C), fewer --players, or raise --memory (in GB)"
        f"{START_ALONE if start_fits else ''}"
    )


def _say_before(memory: int, seconds: float) -> None:
    """Say what a long solve takes, before it is begun or gone on with."""
    if seconds >= LONG:
        warn(
            f"this takes about {describe_memory(memory)} of memory and {describe_duration(seconds)} in all; "
            "Ctrl-C stops it and keeps what is done"
        )


def _only_start_fits(game: Game, needs: Needs, budget: Budget) -> bool:
    return game.rules.players > 1 and needs.start_memory <= may_use(budget.memory) < needs.memory


def _bound_start(
    question: Question,
    game: Game,
    needs: Needs,
    path: Path,
    relative_gap: float,
    budget: Budget,
    *,
    asked: bool,
) -> Found:
    """Bound the start alone, with one layer in memory, unless a table has it as closely.

    Parameters
    ----------
    path
        What its checkpoint is called after.
    asked
        Did somebody ask for the start alone? Or does nothing else fit?
    """
    from search.first_moves import look_up_value
    from solver.guardians.checkpoint import checkpoint_path, lock
    from solver.guardians.dense.start import StartSolver
    from solver.guardians.held import HeldValues
    from solver.guardians.saved_folder import FOLDER_VARIABLE, find_table

    if game.rules.players == 1:
        raise RuleError("--relative-gap: with one player the dense solver takes --gap")
    table = find_table(game, refused=warn)
    if table is not None:
        lower, upper = look_up_value(table)
        if upper - lower <= relative_gap * lower:
            return _found_in(table)
    _check_memory(game, needs, budget, start_alone=True)
    if not asked:
        values = describe_memory(needs.memory)
        warn(f"all values would take {values} of memory: bounding the start alone, to {relative_gap:.0%}")
    layout, rules = format_code(question.layout), format_rules(game.rules)
    job = {"layout": layout, "rules": rules, "relative gap": relative_gap}
    _say_before(needs.start_memory, needs.start_seconds)
    solver = StartSolver(game, relative_gap, folder=path.parent)
    with lock(path), Progress() as progress, stop_on_interrupt() as stop:
        free = disk_usage(path.parent).free
        if needs.start_disk > free:
            raise Refused(
                f"this takes {describe_memory(needs.start_disk)} of disk for a while, and "
                f"{describe_memory(free)} are free in {path.parent}: make room, or set {FOLDER_VARIABLE} to "
                "another folder"
            )
        going_on = _take_up(path, job, budget)
        if going_on:
            solver.resume(*going_on)
        every = 60 * budget.checkpoint * max(1.0, needs.start_memory / LARGE)
        watch = Watch(
            path,
            job,
            progress,
            seconds=needs.start_seconds,
            every=every,
            stop=stop,
            leave_free=needs.start_disk,
        )
        solver.after_sweep = watch.after_sweep
        try:
            found = solver.run()
        except OSError as error:
            raise RuleError(
                f"{path.parent}: a layer can't be kept on disk ({error.strerror or error})"
            ) from None
        checkpoint_path(path).unlink(missing_ok=True)
    held = HeldValues(game, found.lower, found.upper)
    return Found(held, found.proof, found.sweeps, found.gap, None)


def _print_needs(game: Game, needs: Needs, *, as_json: bool) -> None:
    from solver.guardians.saved_format import table_size

    table = table_size(game)
    if as_json:
        fields = {**needs._asdict(), "table": table}
        print_json("solve", {"dry_run": fields, "unit": "states in a layer, bytes, seconds"})
        return
    start = (
        f" For the start alone (--relative-gap) about {describe_memory(needs.start_memory)}, "
        f"{describe_memory(needs.start_disk)} of disk (as much again for a checkpoint), and "
        f"{describe_duration(needs.start_seconds)}."
    )
    console().print(
        f"{needs.states:,} states in a layer; about {describe_memory(needs.memory)} of memory, "
        f"{describe_memory(table)} of disk for the table and, on two cores, "
        f"{describe_duration(needs.seconds)}.{start if game.rules.players > 1 else ''}",
        soft_wrap=True,
    )
