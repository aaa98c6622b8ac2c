"""Which saved tables are there, where, and is there room for another?

They are in one folder: what the environment variable HUE_TABLES says, else where this system keeps a
user's data. Together they take at most HUE_TABLES_LIMIT gigabytes, 20 by default. Names say nothing:
a table is found by what its header says. (But the name that a table is given depends only on the rules
and on the layout up to the cards' names and order, so it is looked at first.)
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_dir

from layouts.errors import InputError, ParseError, RuleError, quote
from layouts.toml import where_of
from solver.guardians.game import Game
from solver.guardians.notation import format_rules
from solver.guardians.renaming import colours
from solver.guardians.saved import SavedTable, open_table
from solver.guardians.saved_format import ASIDE, CHECKPOINT, Header, load_header, table_size

FOLDER_VARIABLE = "HUE_TABLES"
LIMIT_VARIABLE = "HUE_TABLES_LIMIT"
LIMIT = 20.0
GIGABYTE = 10**9
SUFFIX = ".hue"


class Entry(NamedTuple):
    """A file in the folder: a table, or what stands in the way of using it."""

    path: Path
    size: int  # bytes
    header: Header | None
    problem: str | None

    @property
    def name(self) -> str:
        """What it is called in lists, and where one is removed."""
        return self.path.name.removesuffix(SUFFIX)


def tables_folder() -> Path:
    """Return where saved tables are; the folder need not exist."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else Path(user_data_dir("guardians-of-hue")) / "tables"


def size_limit() -> int:
    """Return how many bytes all tables may take together.

    Raises
    ------
    RuleError
        If the environment variable isn't a number.
    """
    text = os.environ.get(LIMIT_VARIABLE, "")
    try:
        limit = float(text) if text else LIMIT
    except ValueError:
        limit = -1.0
    if not 0 <= limit < float("inf"):
        raise RuleError(f"{LIMIT_VARIABLE} is {quote(text)}; it must be a number of gigabytes, as in 20")
    return int(limit * GIGABYTE)


def table_path(game: Game, folder: Path | None = None) -> Path:
    """Return where the table of a game is saved: the same place for every layout that is isomorphic."""
    key = repr((format_rules(game.rules), sorted(colours(game.board))))
    return (folder or tables_folder()) / f"{sha256(key.encode()).hexdigest()[:16]}{SUFFIX}"


def list_tables(folder: Path | None = None) -> list[Entry]:
    """Return all tables in the folder by name, those that can't be used and unfinished ones too."""
    found = []
    for path in _files(folder or tables_folder()):
        header, problem = None, None
        if path.name.endswith(ASIDE):
            problem = "is unfinished; a process that still runs may be writing it"
        elif path.name.endswith(CHECKPOINT):
            problem = "is an unfinished solve; the same command with --resume goes on with it"
        else:
            try:
                header = load_header(path)
            except InputError as error:
                problem = str(error).removeprefix(f"{where_of(path)} ").removeprefix(f"{where_of(path)}: ")
        found.append(Entry(path, _size(path), header, problem))
    return found


def find_table(
    game: Game, folder: Path | None = None, refused: Callable[[str], None] = lambda why: None
) -> SavedTable | None:
    """Return the table of a game, or of one with an isomorphic layout, if there is one.

    Parameters
    ----------
    refused
        Called with one line if the table that has the game's name can't be used.
    """
    folder = folder or tables_folder()
    likely = table_path(game, folder)
    paths = [path for path in _files(folder) if path.name.endswith(SUFFIX)]
    for path in sorted(paths, key=lambda path: path != likely):
        try:
            return open_table(path, game)
        except InputError as error:
            if path == likely:
                refused(str(error))
    return None


def check_room(game: Game, folder: Path | None = None) -> None:
    """Check that the table of a game can be saved; best before hours of solving.

    Raises
    ------
    RuleError
        If it would exceed the limit, or the disk hasn't room for it.
    """
    folder = folder or tables_folder()
    new, limit = table_size(game), size_limit()
    target = table_path(game, folder)
    others = {path: _size(path) for path in _files(folder) if path != target}
    taken = sum(others.values())
    if new > limit:
        raise RuleError(
            f"the table would take {_bytes(new)}, and all tables together may take {_bytes(limit)}; "
            f"set {LIMIT_VARIABLE} (in GB) higher"
        )
    if taken + new > limit:
        largest = max(others, key=lambda path: others[path])
        raise RuleError(
            f"the table would take {_bytes(new)}, and those in {where_of(folder)} take {_bytes(taken)} of "
            f"{_bytes(limit)}; remove some, as with hue tables remove {largest.stem} "
            f"({_bytes(others[largest])}), or set {LIMIT_VARIABLE} (in GB) higher"
        )
    existing = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    free = shutil.disk_usage(existing).free
    if new > free:
        raise RuleError(
            f"the table would take {_bytes(new)}, and {where_of(folder)} has room for {_bytes(free)}"
        )


def find_named(name: str, folder: Path | None = None) -> Path | None:
    """Return the file of this name in the folder, with or without its suffix, if there is one."""
    names = {path.name: path for path in _files(folder or tables_folder())}
    return names.get(name) or names.get(name + SUFFIX)


def remove_table(name: str, folder: Path | None = None) -> int:
    """Remove one table, named as `list_tables` does, with or without its suffix; return its bytes.

    Raises
    ------
    RuleError
        If there is none of this name, or it can't be removed.
    """
    folder = folder or tables_folder()
    path = find_named(name, folder)
    if path is None:
        known = ", ".join(path.name.removesuffix(SUFFIX) for path in _files(folder)) or "none there"
        raise RuleError(f"there is no table {quote(name)} in {where_of(folder)}; the tables are: {known}")
    size = _size(path)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise RuleError(f"{where_of(path)}: can't be removed ({error.strerror or error})") from None
    return size


def _files(folder: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ParseError(f"{where_of(folder)}: can't be read ({error.strerror or error})") from None
    return [folder / name for name in names if name.endswith((SUFFIX, ASIDE, CHECKPOINT))]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # removed, or renamed, at this moment
        return 0


def _bytes(size: int) -> str:
    return f"{size / GIGABYTE:.3g} GB" if size >= GIGABYTE / 10 or size == 0 else f"{size / 1e6:.3g} MB"
