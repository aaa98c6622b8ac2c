"""How a command talks: results on stdout, everything else on stderr, progress only on a terminal."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console

if TYPE_CHECKING:
    from rich.status import Status

SCHEMA = 1
DISTRIBUTION = "guardians-of-hue-solver"

DONE = 0
NO = 1
BAD_INPUT = 2
NOT_CLOSED = 3
STOPPED = 4
REFUSED = 5
INTERNAL_ERROR = 70
INTERRUPTED = 130

WIDTH = 120  # columns, where there is no terminal
STOP_THEMSELVES = ("sweeps", "playouts")
"""What ends early with something known, when asked to stop."""


class Refused(Exception):  # noqa: N818 - nothing went wrong
    """The job would not fit its budget; the message says what would shrink it."""


def format_json(command: str, fields: dict[str, Any]) -> str:
    """Return one JSON object with the schema, the version and the command that made it."""
    from importlib.metadata import version

    head = {"schema": SCHEMA, "command": command, "version": version(DISTRIBUTION)}
    return json.dumps({**head, **fields}, indent=2)  # in ASCII, which every terminal and pipe can take


def print_json(command: str, fields: dict[str, Any]) -> None:
    """Print what `format_json` returns."""
    print(format_json(command, fields))


def print_error(message: str, kind: str, *, as_json: bool) -> None:
    """Print one line on stderr; as a JSON object if the command was to answer in JSON."""
    if as_json:
        text = json.dumps({"schema": SCHEMA, "error": {"kind": kind, "message": message}})
    else:
        text = f"hue: {message}"
    _say(text)


def warn(message: str) -> None:
    """Print a line on stderr."""
    _say(f"hue: {message}")


def _say(line: str) -> None:
    """Print a line on stderr; if that can't be done, as nobody reads along any more, work goes on."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Write nothing more to a stream that can't be written to, not even what is left at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def code_of_bounds(*, closed: bool, gap: float | None = None) -> int:
    """Return with which code an answer with bounds ends; that they aren't as close as asked for is said.

    Parameters
    ----------
    gap
        Between the bounds, where that can't be read off the answer.
    """
    if not closed:
        apart = "" if gap is None else f", up to {gap:.1e} apart"
        warn(f"the bounds are wider than asked for{apart}")
    return DONE if closed else NOT_CLOSED


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise  # the error; rich would exit with 1, which means "no" here


def console() -> Console:
    """Return a console on stdout that prints names as they are, whatever they contain.

    NO_COLOR and terminals without colour are seen to by rich. Lines in a file or a pipe are 120 wide,
    unless COLUMNS says otherwise.
    """
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH
    return _Console(highlight=False, markup=False, emoji=False, width=width)


class Progress:
    """What a long job is doing, in one line on stderr if that is a terminal, else nowhere."""

    def __init__(self) -> None:
        self._status: Status | None = None
        if sys.stderr.isatty():
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))

    def __enter__(self) -> Progress:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    @property
    def seen(self) -> bool:
        """Is there anybody to read it?"""
        return self._status is not None

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._status:
            self._status.update(text)

    def states(self, found: int, expanded: int) -> None:
        """Show how many states have been found and looked at."""
        self.show(f"states: {expanded:,} of {found:,} found so far")

    def sweeps(self, count: int, gap: float) -> None:
        """Show the sweeps made and the gap where they are at work."""
        self.show(f"sweeps: {count:,}, gap {gap:.1e}")


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether Ctrl-C was pressed, or the process asked to end; twice: at once."""
    pressed = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        warn("stopping at the next safe point (Ctrl-C again to stop at once)")

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: pressed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def show_search(progress: Progress, stop: Callable[[], bool]) -> Callable[[str, int, int | None], None]:
    """Return what shows how far a search is, and ends it where nothing is known before it is through."""

    def show(what: str, done: int, total: int | None) -> None:
        if what not in STOP_THEMSELVES and stop():
            raise KeyboardInterrupt
        far = f": {done:,}" if done else ""  # of what has just begun there is nothing to count
        progress.show(f"{what}{far}" + (f" of {total:,} found so far" if total else ""))

    return show
