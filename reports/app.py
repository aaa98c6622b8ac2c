"""The `hue` command: what can be typed, and what exit code comes back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from typer.models import CommandInfo

from layouts.errors import InputError, RuleError
from layouts.plain import plain_graphs
from reports.arguments import (
    AsJson,
    Choices,
    DifficultyName,
    EditionName,
    Gap,
    Keep,
    Layout,
    Limit,
    Players,
    Processes,
    Readings,
    RelativeGap,
    as_many,
    ask_about_layout,
    ask_about_position,
    warn_if_unlayable,
)
from reports.extremes import extremes
from reports.layouts import layouts_app
from reports.output import (
    BAD_INPUT,
    DONE,
    INTERNAL_ERROR,
    INTERRUPTED,
    REFUSED,
    Refused,
    print_error,
    silence,
)
from reports.play.command import play
from reports.report.command import report
from reports.survey import survey_app
from reports.tables import tables_app
from reports.tune import tune
from solver.guardians.size import LARGEST_MODEL

app = typer.Typer(
    name="hue",
    help="Exact win probabilities and best moves for Guardians of Hue (unofficial).",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
_CommandLineError: type[Exception] = typer.BadParameter.__mro__[2]  # what all of typer's usage errors are


class Method(StrEnum):
    """How `solve` works its answer out."""

    AUTO = "auto"
    ENUMERATE = "enumerate"
    DENSE = "dense"


PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION", help="A code, a TOML file, - for stdin; or a layout, for the start of its setup."
    ),
]
TableGap = Annotated[
    float | None,
    typer.Option("--gap", help="Wanted between the bounds; by default what a saved table has, or 1e-9."),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show a traceback if something breaks.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        from reports.output import DISTRIBUTION

        print(f"hue {version(DISTRIBUTION)}")
        raise typer.Exit


@app.callback()
def common(
    debug: Debug = False,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Exact win probabilities and best moves for Guardians of Hue (unofficial)."""


@app.command()
def solve(
    layout: Layout,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    gap: Annotated[
        float | None,
        typer.Option("--gap", help="Wanted between the bounds; 1e-9, or 1e-6 for the dense solver."),
    ] = None,
    relative_gap: RelativeGap = None,
    exact: Annotated[bool, typer.Option("--exact", help="The rational number itself; small games.")] = False,
    limit: Limit = LARGEST_MODEL,
    method: Annotated[
        Method, typer.Option("--method", help="By default dense beyond --limit states, if it can.")
    ] = Method.AUTO,
    memory: Annotated[
        float | None, typer.Option("--memory", min=0, help="GB for the dense solver; most of it by default.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what the dense solver would take.")
    ] = False,
    checkpoint: Annotated[
        float, typer.Option("--checkpoint", min=0, metavar="MINUTES", help="From one checkpoint to the next.")
    ] = 5.0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished solve.")] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Throw an unfinished solve away.")] = False,
    as_json: AsJson = False,
) -> int:
    """Say how likely perfect play wins, and how to begin."""
    from reports import solve as enumerated
    from reports import whole
    from solver.guardians.size import estimate_states

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    question = ask_about_layout(layout, choices)
    warn_if_unlayable(question.layout)
    small = exact or estimate_states(question.game) <= limit
    if dry_run or method == Method.DENSE or (method == Method.AUTO and not small):
        if exact:
            raise RuleError("the dense solver doesn't take --exact")
        budget = whole.Budget(memory, checkpoint, resume, restart)
        return whole.run(
            question,
            gap=gap,
            relative_gap=relative_gap,
            budget=budget,
            dry_run=dry_run,
            as_json=as_json,
        )
    if resume or restart:
        raise RuleError("only the dense solver keeps checkpoints: leave out --resume and --restart")
    return enumerated.run(
        question,
        gap=1e-9 if gap is None else gap,
        relative_gap=relative_gap,
        exact=exact,
        limit=limit,
        as_json=as_json,
    )


@app.command()
def move(
    position: PositionArgument,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    gap: TableGap = None,
    limit: Limit = LARGEST_MODEL,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="To solve in, or else for playouts.")
    ] = 20.0,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="At most, for each move.")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", help="Of the playouts.")] = 1,
    processes: Processes = None,
    as_json: AsJson = False,
) -> int:
    """Rank all legal moves of a position: by a saved table, by solving, or by playouts."""
    from reports.move import How, run

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    with plain_graphs():
        asked = ask_about_position(position, choices)
    how = How(gap, limit, seconds, playouts, seed, as_many(processes))
    return run(asked, how, as_json=as_json)


@app.command()
def verify(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A file, or a name that `hue tables list` shows.")
    ],
    spot_check: Annotated[
        int | None, typer.Option("--spot-check", min=1, metavar="N", help="Only a sample of N states.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the sample.")] = 1,
    as_json: AsJson = False,
) -> int:
    """Prove a saved table anew, on every state, by code that shares nothing with the solver."""
    from reports.verify import run

    return run(table, spot_check=spot_check, seed=seed, as_json=as_json)


@app.command()
def playouts(
    position: PositionArgument,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    count: Annotated[int, typer.Option("--count", min=1, help="Games to play.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")] = 1,
    processes: Annotated[int, typer.Option("--processes", min=1, help="To share the work.")] = 1,
    as_json: AsJson = False,
) -> int:
    """Play games by a saved table: estimate how long they take and how they end."""
    from reports.playouts import run

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    asked = ask_about_position(position, choices)
    return run(asked, count=count, seed=seed, processes=processes, as_json=as_json)


@app.command()
def review(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game file, as hue play keeps it, or -.")],
    exact: Annotated[bool, typer.Option("--exact", help="In rational numbers; small games.")] = False,
    limit: Limit = LARGEST_MODEL,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Also as a page: .html, .md or .json.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Say how much luck and how much skill there was in a game."""
    from reports.review import run

    return run(game, exact=exact, limit=limit, out=out, as_json=as_json)


@app.command()
def perft(
    position: PositionArgument,
    depth: Annotated[int, typer.Option("--depth", help="Plies, rolls counted.")] = 6,
    split: Annotated[bool, typer.Option("--split", help="Count for each action apart.")] = False,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most counts to remember.")] = LARGEST_MODEL,
    as_json: AsJson = False,
) -> int:
    """Count the nodes of the game tree at each depth."""
    from reports.perft import run

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    asked = ask_about_position(position, choices)
    return run(asked, depth=depth, split=split, limit=limit, as_json=as_json)


@app.command()
def show(layout: Layout, edition: EditionName = None, keep: Keep = None, as_json: AsJson = False) -> int:
    """Show a layout: its picture, adjacency, ratings and code."""
    from reports.show import run

    return run(ask_about_layout(layout, Choices(edition=edition, keep=keep)), as_json=as_json)


@app.command()
def readings(
    compare: Annotated[
        str | None,
        typer.Option("--compare", metavar="LAYOUT", help="Print the win probability under each alternative."),
    ] = None,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    keep: Keep = None,
    gap: Gap = 1e-9,
    limit: Limit = LARGEST_MODEL,
    as_json: AsJson = False,
) -> int:
    """Explain the open rules, or compare what they do to a layout."""
    from reports.readings import run_compare, run_list

    choices = Choices(players, difficulty, edition, tuple(reading or ()), keep)
    question = ask_about_layout(compare or "rulebook", choices)
    if compare is None:
        return run_list(question.rules, as_json=as_json)
    return run_compare(question, gap=gap, limit=limit, as_json=as_json)


app.add_typer(layouts_app)
app.add_typer(survey_app)
app.command()(extremes)
app.command()(tune)
app.command()(play)
app.command()(report)
app.add_typer(tables_app)


def run_command(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; whatever goes wrong is said in one line."""
    as_json, debug = "--json" in arguments, "--debug" in arguments
    try:
        code = _invoke(list(arguments) or ["--help"])
        sys.stdout.flush()
    except (InputError, _CommandLineError) as error:
        print_error(_message(error), "bad input", as_json=as_json)
        return BAD_INPUT
    except Refused as error:
        print_error(str(error), "refused", as_json=as_json)
        return REFUSED
    except KeyboardInterrupt:
        print_error("interrupted; what was under way is not kept", "interrupted", as_json=as_json)
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)  # whoever read it has seen enough
        return DONE
    except OSError as error:
        print_error(f"can't write the answer: {error.strerror or error}", "output", as_json=as_json)
        return BAD_INPUT
    except Exception as error:  # the last resort: a bug, said in one line
        if debug:
            import traceback

            traceback.print_exc()
        where = "" if debug else "; hue --debug ... shows where"
        print_error(f"internal error: {error!r}{where}", "internal error", as_json=as_json)
        return INTERNAL_ERROR
    return code


def _invoke(arguments: list[str]) -> int:
    """Run the command that is named; typer's own `main` would take Ctrl-C and broken pipes to itself."""
    command = typer.main.get_command(_cut_to(arguments))
    try:
        with command.make_context("hue", arguments) as context:
            code: int | None = command.invoke(context)
    except typer.Exit as request:
        return request.exit_code
    return code or DONE


def _cut_to(arguments: list[str]) -> typer.Typer:
    """Return the app with the command that is named alone: to set all of them up takes as long as a look-up.

    With no such command it is the whole app, which says what there is.
    """
    named = next((word for word in arguments if word != "--debug"), None)
    cut = copy(app)
    cut.registered_commands = [one for one in app.registered_commands if named == _name_of(one)]
    cut.registered_groups = [
        one for one in app.registered_groups if one.typer_instance and named == one.typer_instance.info.name
    ]
    return cut if cut.registered_commands or cut.registered_groups else app


def _name_of(command: CommandInfo) -> str:
    assert command.callback is not None
    return command.name or typer.main.get_command_name(command.callback.__name__)


def _message(error: Exception) -> str:
    """Return one line; after a mistake on the command line, with the command that explains it."""
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    if context is not None:
        text += f"{'' if text.endswith(('.', '?')) else '.'} See {context.command_path} --help."
    return " ".join(text.split())


def main() -> None:
    """Run `hue` with the arguments of the command line."""
    if sys.stdout is None:  # closed by whoever started this
        print_error("there is no standard output to write the answer to", "output", as_json=False)
        sys.exit(BAD_INPUT)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for names that a terminal can't show
    sys.exit(run_command(sys.argv[1:]))
