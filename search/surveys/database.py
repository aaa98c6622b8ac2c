"""The database of surveys: SQLite, one row a layout, so that a survey can stop, go on and be shared.

    surveys   what was asked: deck, rules, lattice, gap; and whether all its layouts are listed
    members   the layouts of a survey: canonical code, code of the contact graph
    results   what is known of a layout by some rules: bounds, proof, features, work, seconds, version
    cuts      wider bounds of layouts that needn't be solved (`hue extremes`): bounds, work, seconds

Results are of a layout and rules, so surveys that share layouts share them; those for the smallest gap are
kept. Every result is a transaction: a process that is killed loses what it was solving, and nothing else. One
process runs a survey at a time (a lock beside the file); any number may read meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from layouts.errors import InputError, ParseError, RuleError
from layouts.toml import where_of
from search.stamps import read_stamp
from search.surveys.decks import Member
from search.surveys.solving import Cut, Solution
from solver.version import this_version

APPLICATION = 0x48554553  # "HUES"
FORMAT = 2
MEMORY = ":memory:"
PATIENCE = 10.0
"""Seconds to wait for somebody else's transaction."""

SINCE_FORMAT_1 = f"""
PRAGMA user_version = {FORMAT};
ALTER TABLE surveys ADD COLUMN complete INTEGER NOT NULL DEFAULT 1;
CREATE TABLE cuts (
    layout TEXT NOT NULL, rules TEXT NOT NULL, lower REAL NOT NULL, upper REAL NOT NULL,
    updates INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (layout, rules)
) WITHOUT ROWID;
"""
SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
CREATE TABLE surveys (
    survey INTEGER PRIMARY KEY, deck TEXT NOT NULL, rules TEXT NOT NULL, lattice TEXT NOT NULL,
    min_contact INTEGER NOT NULL, gap REAL NOT NULL, UNIQUE (deck, rules, lattice, min_contact)
);
CREATE TABLE members (
    survey INTEGER NOT NULL REFERENCES surveys, layout TEXT NOT NULL, shape TEXT NOT NULL,
    PRIMARY KEY (survey, layout)
) WITHOUT ROWID;
CREATE TABLE results (
    layout TEXT NOT NULL, rules TEXT NOT NULL, gap REAL NOT NULL, lower REAL NOT NULL, upper REAL NOT NULL,
    proof TEXT NOT NULL, method TEXT NOT NULL, states INTEGER NOT NULL, sweeps INTEGER NOT NULL,
    updates INTEGER NOT NULL, seconds REAL NOT NULL, features TEXT NOT NULL, version TEXT NOT NULL,
    PRIMARY KEY (layout, rules)
) WITHOUT ROWID;
{SINCE_FORMAT_1}
"""

COLUMNS = ("gap", *Solution._fields, "features", "version")
REPLACED = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS)


class Survey(NamedTuple):
    """What is asked of a database."""

    deck: str  # see `format_deck`
    rules: str
    lattice: str  # the card's sides, as in 3x2
    min_contact: int
    gap: float


class Row(NamedTuple):
    """What is known of one layout of a survey."""

    layout: str
    shape: str
    lower: float
    upper: float
    proof: str
    method: str
    states: int
    sweeps: int
    updates: int
    seconds: float
    features: dict[str, float]
    version: str


class Database:
    """An open database; call `open_database`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def surveys(self) -> list[tuple[int, Survey]]:
        """Return all surveys with their numbers."""
        rows = self._connection.execute("SELECT survey, deck, rules, lattice, min_contact, gap FROM surveys")
        return [(number, Survey(*rest)) for number, *rest in rows]

    def find(self, survey: Survey) -> int | None:
        """Return the number of a survey, whatever its gap."""
        found = self._connection.execute(
            "SELECT survey FROM surveys WHERE (deck, rules, lattice, min_contact) = (?, ?, ?, ?)", survey[:4]
        ).fetchone()
        return None if found is None else int(found[0])

    def begin(self, survey: Survey) -> int:
        """Return the number of a survey; if it isn't there, make it, without layouts."""
        with self._connection as transaction:
            transaction.execute(
                "INSERT OR IGNORE INTO surveys (deck, rules, lattice, min_contact, gap, complete) "
                "VALUES (?, ?, ?, ?, ?, 0)",
                survey,
            )
        number = self.find(survey)
        assert number is not None
        return number

    def complete(self, survey: Survey, members: Callable[[], Iterable[Member]]) -> int:
        """Return the number of a survey with all its layouts; if need be they are added, at once."""
        number = self.begin(survey)
        if not self.lists_all(number):
            found = [(number, *member) for member in members()]
            with self._connection as transaction:
                transaction.executemany("INSERT OR IGNORE INTO members VALUES (?, ?, ?)", found)
                transaction.execute("UPDATE surveys SET complete = 1 WHERE survey = ?", (number,))
        return number

    def add(self, number: int, member: Member) -> None:
        """Add a layout to a survey of which not all are listed."""
        with self._connection as transaction:
            transaction.execute("INSERT OR IGNORE INTO members VALUES (?, ?, ?)", (number, *member))

    def set_gap(self, number: int, gap: float) -> None:
        """Note which gap a survey wants from now on."""
        with self._connection as transaction:
            transaction.execute("UPDATE surveys SET gap = ? WHERE survey = ?", (gap, number))

    def lists_all(self, number: int) -> bool:
        """Tell whether all layouts of a survey are listed; a hunt lists only those that it has seen."""
        (complete,) = self._connection.execute(
            "SELECT complete FROM surveys WHERE survey = ?", (number,)
        ).fetchone()
        return bool(complete)

    def count(self, number: int) -> tuple[int, int]:
        """Return how many layouts a survey lists, and how many of them are still to be solved."""
        (members,) = self._connection.execute(
            "SELECT count(*) FROM members WHERE survey = ?", (number,)
        ).fetchone()
        return members, len(self.pending(number))

    def pending(self, number: int) -> list[str]:
        """Return the layouts that haven't been solved for a gap as small as the survey wants, in order."""
        rows = self._connection.execute(
            "SELECT layout FROM members JOIN surveys USING (survey) LEFT JOIN results USING (layout, rules) "
            "WHERE survey = ? AND (results.gap IS NULL OR results.gap > surveys.gap) ORDER BY layout",
            (number,),
        )
        return [layout for (layout,) in rows]

    def record(
        self, layout: str, rules: str, gap: float, solution: Solution, features: dict[str, float]
    ) -> None:
        """Keep what is known of a layout, unless it was solved for a smaller gap already."""
        with self._connection as transaction:
            transaction.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                f"ON CONFLICT DO UPDATE SET {REPLACED} "
                "WHERE excluded.gap < gap",
                (layout, rules, gap, *solution, json.dumps(features), this_version()),
            )

    def record_cut(self, layout: str, rules: str, cut: Cut) -> None:
        """Add to what is known of a layout that isn't solved."""
        with self._connection as transaction:
            transaction.execute(
                "INSERT INTO cuts VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "lower = max(lower, excluded.lower), upper = min(upper, excluded.upper), "
                "updates = updates + excluded.updates, seconds = seconds + excluded.seconds",
                (layout, rules, *cut),
            )

    def cuts(self, number: int) -> dict[str, Cut]:
        """Return the cuts of a survey's layouts."""
        found = self._connection.execute(
            "SELECT layout, cuts.lower, cuts.upper, cuts.updates, cuts.seconds FROM members "
            "JOIN surveys USING (survey) JOIN cuts USING (layout, rules) WHERE survey = ?",
            (number,),
        )
        return {layout: Cut(*rest) for layout, *rest in found}

    def members(self, number: int) -> list[Member]:
        """Return the layouts of a survey, in order."""
        rows = self._connection.execute(
            "SELECT layout, shape FROM members WHERE survey = ? ORDER BY layout", (number,)
        )
        return [Member(*row) for row in rows]

    def rows(self, number: int) -> list[Row]:
        """Return what is known of a survey's layouts, the hardest first."""
        found = self._connection.execute(
            "SELECT layout, shape, lower, upper, proof, method, states, sweeps, updates, seconds, features, "
            "version FROM members JOIN surveys USING (survey) JOIN results USING (layout, rules) "
            "WHERE survey = ? ORDER BY lower, upper, layout",
            (number,),
        )
        return [Row._make((*known, json.loads(features), version)) for *known, features, version in found]


def easiest_first(rows: Iterable[Row]) -> list[Row]:
    """Return results in the order that mirrors that of `Database.rows`."""
    return sorted(rows, key=lambda row: (-row.upper, -row.lower, row.layout))


@contextmanager
def open_database(path: Path | None, *, create: bool = False) -> Iterator[Database]:
    """Open a database, or make one in memory if there is no path; what goes wrong is said in one line.

    Raises
    ------
    ParseError
        If the file isn't one, or is damaged.
    RuleError
        If it can't be read or written, or is of another version.
    """
    where = where_of(path or MEMORY)
    if path and not create and not path.exists():
        raise ParseError(f"{where}: there is no such file; `hue survey run` makes it")
    try:
        with closing(sqlite3.connect(path or MEMORY, timeout=PATIENCE)) as connection:
            _prepare(connection, where)
            yield Database(connection)
    except InputError:
        raise
    except sqlite3.OperationalError as error:
        raise RuleError(f"{where}: {_reason(error)}") from None
    except sqlite3.DatabaseError as error:
        raise ParseError(f"{where}: no database of surveys, or a damaged one ({error})") from None


@contextmanager
def lock_database(path: Path | None) -> Iterator[None]:
    """Make sure that nobody else runs a survey in this database meanwhile; there is nobody else in memory.

    Raises
    ------
    RuleError
        If somebody does, or the folder can't be written.
    """
    if path is None:
        yield
        return
    where = where_of(path)
    if path.is_dir():
        raise RuleError(f"{where} is a directory; give the name of a file")
    held = FileLock(path.with_name(path.name + ".lock"), timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise RuleError(
            f"{where}: another process is running a survey there; wait for it, or stop it"
        ) from None
    except OSError as error:
        raise RuleError(f"{where}: can't be written ({error.strerror or error})") from None
    try:
        yield
    finally:
        held.release()


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    application, version, tables = read_stamp(connection)
    if (application, version, tables) == (0, 0, 0):
        # Of two processes that make a file at once the second finds it made.
        connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
    elif application != APPLICATION:
        raise ParseError(f"{where}: it is a database, but not of surveys")
    elif version == 1:  # had no cuts
        connection.executescript(f"BEGIN IMMEDIATE; {SINCE_FORMAT_1} COMMIT;")
    elif version != FORMAT:
        raise RuleError(f"{where}: it is of format {version}, and this version reads {FORMAT}")


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text:
        return f"another process is writing to it, and was not done in {PATIENCE:g} seconds; try again"
    if "full" in text:
        return "there is no room left on the disk; make some, and go on with the same command"
    return f"can't be used ({text})"


def as_record(row: Row) -> dict[str, Any]:
    """Return a row with its features beside the rest, for files."""
    fields = row._asdict()
    features = fields.pop("features")
    return {**fields, **features}
