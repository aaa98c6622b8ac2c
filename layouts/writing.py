"""How is a file written, so that an old one is never half overwritten, and nothing but a file is replaced?

Aside, in the same folder, and renamed; through links. A device or a pipe is written to as it is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from layouts.errors import RuleError, quote
from layouts.toml import where_of

LAST_PART = ".part"


@contextmanager
def open_aside(path: str | Path) -> Iterator[BinaryIO]:
    """Open what becomes the file when the block ends well; if it doesn't, all is as it was.

    Raises
    ------
    RuleError
        If it can't be written there.
    """
    target = _target(path)
    try:
        if _is_stream(target):
            with target.open("wb") as file:
                yield file
            return
        aside = target.with_name(f"{target.name}.{os.getpid()}{LAST_PART}")
        try:
            with aside.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None


def save_text(path: str | Path, text: str) -> None:
    """Write a text file, with the ends of lines that Unix has.

    Raises
    ------
    RuleError
        If it can't be written there.
    """
    with open_aside(path) as file:
        file.write(text.encode())


def check_writable(path: str | Path) -> None:
    """Find out beforehand whether a file can be written, so that no work is lost on one that can't.

    Raises
    ------
    RuleError
        If it can't.
    """
    target = _target(path)
    if _is_stream(target):
        return
    probe = target.with_name(f"{target.name}.{os.getpid()}{LAST_PART}")
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _unwritable(path, error) from None


def _target(path: str | Path) -> Path:
    """Return what a path leads to."""
    if str(path) in ("", "."):
        raise RuleError(f"{quote(str(path))}: can't be written (this is no name of a file)")
    try:
        target = Path(os.path.realpath(path))
        folder = stat.S_ISDIR(target.stat().st_mode)
    except FileNotFoundError:
        return target
    except OSError as error:
        raise _unwritable(path, error) from None
    if folder:
        raise RuleError(f"{where_of(path)}: can't be written (it is a folder; give the name of a file)")
    return target


def _is_stream(target: Path) -> bool:
    try:
        return not stat.S_ISREG(target.stat().st_mode)
    except OSError:
        return False


def _unwritable(path: str | Path, error: OSError) -> RuleError:
    return RuleError(f"{where_of(path)}: can't be written ({error.strerror or error})")
