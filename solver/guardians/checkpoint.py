"""How is a long solve kept, so that it goes on after a stop, a kill or a power cut?

A checkpoint is one file beside the table to be: a zip of NumPy arrays, each with its crc32, and of facts
in JSON; written aside and renamed. It is for one game, layout, gap and version of the project. A lock on
the table's name keeps a second process from solving the same game; it goes when the process does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from layouts.errors import ParseError, RuleError
from layouts.toml import where_of
from solver.guardians.saved_format import ASIDE, CHECKPOINT
from solver.version import this_version

FORMAT = 3
FACTS = "facts"

Arrays = dict[str, NDArray[Any]]


def checkpoint_path(table: Path) -> Path:
    """Return where the checkpoint of a table's solve is."""
    return table.with_name(table.name + CHECKPOINT)


@contextmanager
def lock(table: Path) -> Iterator[None]:
    """Make sure that nobody else solves the game of this table meanwhile.

    Raises
    ------
    RuleError
        If somebody does, or the folder can't be written.
    """
    try:
        table.parent.mkdir(parents=True, exist_ok=True)
        held = FileLock(table.with_name(table.name + ".lock"), timeout=0)
        held.acquire()
    except Timeout:
        raise RuleError(
            f"{where_of(table)}: another process is solving this game; wait for it, or stop it"
        ) from None
    except OSError as error:
        raise RuleError(
            f"{where_of(table)}: the table can't be written ({error.strerror or error})"
        ) from None
    try:
        yield
    finally:
        held.release()


def is_locked(table: Path) -> bool:
    """Tell whether somebody is solving the game of this table."""
    try:
        with lock(table):
            return False
    except RuleError:
        return True


def remove_leftovers(table: Path, keep: str | None = None) -> None:
    """Remove what killed processes have left of this table's files aside, but for one; call it locked."""
    for path in table.parent.glob(f"{table.name}.*{ASIDE}"):
        if path.name != keep:
            path.unlink(missing_ok=True)


def save_checkpoint(table: Path, job: dict[str, Any], facts: dict[str, Any], arrays: Arrays) -> Path:
    """Save where a solve has come to.

    Parameters
    ----------
    table
        Where the table will be.
    job
        What is solved, and how well: only the same goes on from here.

    Raises
    ------
    OSError
        If it can't be written; an earlier checkpoint is still there then.
    """
    path = checkpoint_path(table)
    aside = path.with_name(f"{path.name}{ASIDE}")
    said = {"format": FORMAT, "version": this_version(), "job": job, "arrays": list(arrays), FACTS: facts}
    text = json.dumps(said)
    try:
        with aside.open("wb") as file:
            np.savez(file, allow_pickle=False, **{FACTS: np.frombuffer(text.encode(), np.uint8), **arrays})
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
    return path


def load_checkpoint(table: Path, job: dict[str, Any]) -> tuple[dict[str, Any], Arrays]:
    """Return the facts and arrays that were saved.

    Raises
    ------
    ParseError
        If the file is damaged.
    RuleError
        If it is of another job or another version.
    """
    path = checkpoint_path(table)
    where = where_of(path)
    try:
        with path.open("rb") as file, np.load(file) as found:
            said = json.loads(found[FACTS].tobytes())
            version, of_job = (said["format"], said["version"]), said["job"]
            if version != (FORMAT, this_version()):
                raise RuleError(
                    f"{where} was kept by version {version[1]} in format {version[0]}, and this is version "
                    f"{this_version()} with format {FORMAT}; --restart begins again"
                )
            if of_job != job:
                different = ", ".join(key for key in job if job[key] != of_job.get(key))
                raise RuleError(f"{where} is of a solve with another {different}; --restart begins again")
            arrays = {name: found[name] for name in said["arrays"]}
    except RuleError:
        raise
    except OSError as error:
        raise ParseError(f"{where}: can't be read ({error.strerror or error})") from None
    except Exception:  # what reading a damaged zip raises can't be listed
        raise ParseError(f"{where} is damaged; --restart begins again") from None
    return said[FACTS], arrays
