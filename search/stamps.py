"""Whose database is this, and of which format?"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple


class Stamp(NamedTuple):
    """What SQLite keeps in a file for programs to know theirs by; all 0 in a new one."""

    application: int
    format: int
    tables: int


def read_stamp(connection: sqlite3.Connection) -> Stamp:
    """Return the stamp of a database, read at one moment: another process may be making it."""
    connection.execute("BEGIN")
    try:
        # The tables first: reading them keeps others from writing until the end.
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (number,) = connection.execute("PRAGMA user_version").fetchone()
    finally:
        connection.rollback()
    return Stamp(application, number, tables)
