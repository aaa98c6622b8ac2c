"""Which game is played, in which manner, where it is kept, and how entries come in."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from platformdirs import user_data_dir

from layouts.errors import RuleError
from layouts.toml import STDIN, load_text, where_of
from layouts.writing import save_text
from reports.arguments import Choices, ask_about_layout
from reports.output import DONE, STOPPED, Progress, console, warn
from reports.play.assistant import Assistant, Manner, follow
from reports.play.screen import Screen
from reports.play.session import Session
from reports.values import find_values, say_how_to_solve
from search.advice import Advice, advise
from search.games.counsel import advise_by_values, position_of
from search.games.game_file import HEAD, check_player, format_game, parse_game
from search.games.record import Record, begin_record
from search.values import Values
from solver.process import Owner

if TYPE_CHECKING:
    from rich.console import Console

FOLDER_VARIABLE = "HUE_GAMES"
SIDES = {"team": Owner.PLAYERS, "lord-sepia": Owner.OPPONENT}


class How(NamedTuple):
    """The options of `hue play`, besides what is played."""

    names: str | None
    out: Path | None
    simulate: bool
    hints: bool | None
    side: str
    seed: int | None
    seconds: float
    limit: int
    processes: int


def run(argument: str, choices: Choices, how: How) -> int:
    """Follow a game, and return the exit code."""
    record, path = _open(argument, choices, how.names, how.out)
    if how.side not in SIDES:
        raise RuleError(f"--side {how.side!r}: it is one of {', '.join(SIDES)}")
    if SIDES[how.side] == Owner.OPPONENT and record.game.rules.decider == "players":
        raise RuleError(
            "--side lord-sepia: by these rules the players decide for it; give -r decider=lord_sepia"
        )
    values = find_values(record, how.limit, how.seconds)
    manner = Manner(how.simulate, SIDES[how.side], not how.simulate if how.hints is None else how.hints)
    random = SystemRandom() if how.seed is None else Random(how.seed)
    terminal = console()
    assistant = Assistant(
        Session(record, random),
        Screen(terminal, values),
        values,
        manner,
        advise=lambda now: _advise(now, values, how),
        keep=lambda now: save_text(path, format_game(now)),
        save=lambda now, rest: _save(terminal, now, rest),
    )
    if not path.exists():  # a file that is there stays as its writer left it, until something is entered
        save_text(path, format_game(record))
    if values is None:
        warn(
            f"too large to solve here, and no table is saved: moves are estimated; {say_how_to_solve(record)}"
        )
    return _run(assistant, path, is_terminal=sys.stdin.isatty())


def _run(assistant: Assistant, path: Path, *, is_terminal: bool) -> int:
    def on_error(number: int, error: Exception) -> None:
        if not is_terminal:  # a script that goes wrong had better stop than do something else
            raise type(error)(f"standard input, line {number}: {error}; {kept(path)}")
        assistant.screen.say(f"  {error}")

    lines = _typed(assistant) if is_terminal else _piped(assistant)
    try:
        ended = follow(assistant, lines, on_error=on_error)
    except KeyboardInterrupt:
        warn(f"stopped; {kept(path)}")
        return STOPPED
    assistant.screen.say(f"{kept(path)[0].upper()}{kept(path)[1:]}.")
    if not ended:
        warn("the input ended in the middle of the game")
        return STOPPED
    return DONE


def kept(path: Path) -> str:
    """Say where the game is, and how to go on."""
    return f"the game is kept in {where_of(path)} (hue play FILE goes on, hue review FILE weighs it)"


def _typed(assistant: Assistant) -> Iterator[str]:
    while True:
        try:
            yield input(assistant.prompt)
        except EOFError:
            print()
            return


def _piped(assistant: Assistant) -> Iterator[str]:
    """Yield the lines of a pipe, and print each after its prompt, so that what comes out can be read."""
    lines: Iterable[str] = sys.stdin
    for line in lines:
        line = line.removeprefix("\ufeff")  # with which some editors begin a file
        assistant.screen.say(f"{assistant.prompt}{line.rstrip()}")
        yield line


def _open(argument: str, choices: Choices, names: str | None, out: Path | None) -> tuple[Record, Path]:
    """Return the game to begin, or to go on with, and where it is kept."""
    if argument == STDIN:
        raise RuleError("hue play reads the entries from the standard input; give a layout or a file")
    called = [check_player(name.strip()) for name in names.split(",")] if names else []
    if os.path.isfile(argument) and load_text(argument).lstrip().startswith(HEAD):
        given = [*choices.given(), *(["--names"] if names else [])]
        if given:
            raise RuleError(
                f"{where_of(argument)}: a game has rules of its own; leave out {', '.join(given)}"
            )
        return parse_game(load_text(argument), where_of(argument)), out or Path(argument)
    question = ask_about_layout(argument, choices)
    record = begin_record(question.layout, question.rules, names=called)
    if out is None:
        return record, _new_path()
    if out.exists():
        raise RuleError(f"{where_of(out)} is there already; `hue play {where_of(out)}` goes on with it")
    return record, out


def _new_path() -> Path:
    """Return a name for a new game in the folder where games are kept."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    folder = Path(chosen) if chosen else Path(user_data_dir("guardians-of-hue")) / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(
            f"{where_of(folder)} can't be made ({error.strerror or error}); give --out FILE"
        ) from None
    when = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    number, path = 1, folder / f"{when}.txt"
    while path.exists():
        number += 1
        path = folder / f"{when}-{number}.txt"
    return path


def _advise(record: Record, values: Values | None, how: How) -> Advice:
    if values is not None:
        return advise_by_values(record, values)
    with Progress() as progress:
        return advise(
            position_of(record),
            tables=False,
            limit=how.limit,
            seconds=how.seconds,
            processes=how.processes,
            progress=lambda what, done, total: progress.show(f"{what}: {done:,}"),
        )


def _save(terminal: Console, record: Record, rest: str) -> None:
    if not rest:
        raise RuleError("`save` needs the name of a file")
    if os.path.exists(rest):
        raise RuleError(f"{where_of(rest)} is there already; give another name")
    save_text(rest, format_game(record))
    terminal.print(f"Written to {where_of(rest)}.", soft_wrap=True)
