"""Solve a whole game while somebody waits for a move of it, where that takes seconds, and save its table."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layouts.errors import InputError
from search.memory import may_use
from solver.guardians.dense.scope import GAP, LEAST_GAP, estimate_needs, refusal_of
from solver.guardians.game import Game
from solver.guardians.size import estimate_states

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable

SECONDS = 20.0
"""That people wait, by default."""
MOST_ENUMERATED = 300_000
"""Estimated states up to which all are enumerated, in seconds, too; larger games get a saved table."""
MOST_BYTES = 10**9
"""Of a table that nobody has asked for."""
PATIENCE = 3.0
"""Times the seconds that a game may take: the estimate is rough, and the machine may be busy."""
Progress = Callable[[str, int, int | None], None]


class _OutOfTime(Exception):  # noqa: N818 - nothing is wrong
    pass


def save_table(
    game: Game,
    code: str,
    *,
    gap: float,
    folder: Path | None = None,
    after_sweep: Callable[[Any, Any, bool], None],
) -> SavedTable:
    """Solve a lumped game by the dense solver, and save its table.

    Parameters
    ----------
    code
        Of its layout.
    after_sweep
        As for `solve_game`; what it raises ends the solve, and nothing is saved.

    Raises
    ------
    RuleError
        If there is no room for it, it can't be written, or another process is at it.
    """
    from solver.guardians.checkpoint import lock
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.saved import open_table
    from solver.guardians.saved_folder import check_room, table_path
    from solver.guardians.saving import TableWriter

    check_room(game, folder)
    path = table_path(game, folder)
    with lock(path), TableWriter(game, code, path, None) as writer:
        solve_game(game, gap=gap, after_sweep=after_sweep, keep=writer.keep)
    return open_table(path, game)


def takes_seconds(game: Game, seconds: float, gap: float = GAP) -> bool:
    """Tell whether the dense solver is for this game, and likely to solve it within so many seconds."""
    from solver.guardians.saved_format import table_size

    if estimate_states(game) <= MOST_ENUMERATED or gap < LEAST_GAP or refusal_of(game.rules):
        return False
    needs = estimate_needs(game)
    fits = needs.memory <= may_use(None) and table_size(game) <= MOST_BYTES
    return fits and needs.seconds <= seconds


def solve_on_the_spot(
    game: Game,
    code: str,
    *,
    gap: float | None,
    seconds: float,
    folder: Path | None,
    refused: Callable[[str], None],
    progress: Progress | None,
) -> SavedTable | None:
    """Return a table made now, if that takes seconds; None if it doesn't, or did not come to an end.

    Parameters
    ----------
    code
        Of the layout.
    refused
        Called with one line if the table can't be saved, or takes much longer than was thought.
    progress
        Called after each sweep; what it raises ends the solve, and nothing is saved.
    """
    lumped = Game(game.board, game.rules, lumped=True)
    wanted = GAP if gap is None else gap
    if not takes_seconds(lumped, seconds, wanted):
        return None
    begun = math.inf  # the first sweep waits for the kernels, which are compiled once on a machine

    def watch(_: Any, step: Any, __: bool) -> None:
        nonlocal begun
        begun = min(begun, time.monotonic())
        if progress:
            progress("sweeps of the whole game", step.sweeps, None)
        if time.monotonic() > begun + PATIENCE * seconds:
            raise _OutOfTime

    try:
        return save_table(lumped, code, gap=wanted, folder=folder, after_sweep=watch)
    except _OutOfTime:
        refused(f"solving the whole game took more than {PATIENCE * seconds:.0f} seconds")
    except InputError as error:
        refused(str(error))
    return None
