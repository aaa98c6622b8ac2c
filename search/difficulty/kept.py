"""What has been worked out for reports, kept in a file, so that no part is worked out twice.

A part is a question with everything that its answer depends on, as text; the answer is JSON. Both depend on
the version of the project as well. Everything is in one SQLite file: what the environment variable
HUE_REPORTS says, else where this system keeps a user's data.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

from layouts.errors import RuleError
from layouts.toml import where_of
from search.stamps import read_stamp
from solver.version import this_version

FOLDER_VARIABLE = "HUE_REPORTS"
ELSEWHERE = f"{FOLDER_VARIABLE} names another folder"
APPLICATION = 0x48554552  # "HUER"
FORMAT = 1
PATIENCE = 10.0
"""Seconds to wait for somebody else's transaction."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS parts (
    question TEXT NOT NULL, version TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (question, version)
) WITHOUT ROWID;
"""


def kept_path() -> Path:
    """Return where the parts of reports are kept."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return (Path(chosen) if chosen else Path(user_data_dir("guardians-of-hue"))) / "reports.db"


class Kept:
    """The parts that are known; call `open_kept`."""

    def __init__(self, connection: sqlite3.Connection, where: str) -> None:
        self._connection = connection
        self._where = where

    def find(self, question: str) -> Any | None:
        """Return the answer to a question, if it is known."""
        found = self._connection.execute(
            "SELECT answer FROM parts WHERE question = ? AND version = ?", (question, this_version())
        ).fetchone()
        return None if found is None else json.loads(found[0])

    def keep(self, question: str, answer: Any) -> None:
        """Keep an answer.

        Raises
        ------
        RuleError
            If there is no room, or somebody else has the file for too long.
        """
        try:
            with self._connection as transaction:
                transaction.execute(
                    "INSERT OR REPLACE INTO parts VALUES (?, ?, ?)",
                    (question, this_version(), json.dumps(answer)),
                )
        except sqlite3.Error as error:
            raise RuleError(f"{self._where}: can't be written ({error})") from None


@contextmanager
def open_kept(path: Path | None = None) -> Iterator[Kept]:
    """Open the file of parts; it is made if it isn't there.

    Raises
    ------
    RuleError
        If it can't be made or opened, or isn't such a file.
    """
    path = path or kept_path()
    where = where_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=PATIENCE)
    except (OSError, sqlite3.Error) as error:
        raise RuleError(f"{where}: can't be opened ({error}); {ELSEWHERE}") from None
    try:
        try:
            _prepare(connection, where)
        except sqlite3.Error as error:
            raise RuleError(f"{where}: can't be used ({error}); {ELSEWHERE}") from None
        yield Kept(connection, where)
    finally:
        connection.close()


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    application, number, tables = read_stamp(connection)
    if tables and application != APPLICATION:
        raise RuleError(f"{where} is another program's database; {ELSEWHERE}")
    if tables and number != FORMAT:
        raise RuleError(f"{where} is of format {number}, and this program reads {FORMAT}; remove it")
    with connection as transaction:
        transaction.execute(f"PRAGMA application_id = {APPLICATION}")
        transaction.execute(f"PRAGMA user_version = {FORMAT}")
        transaction.execute(SCHEMA)
