"""What is any state of a solved game worth? One way to ask, whatever holds the answer.

The answer is exact, or proved bounds; `value` is then the middle between them, and is off by half the gap
at most. Between two states of one play the values of a saved table are the same that `look_up` gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from search.look_up import SCALE, LookUp
from search.on_the_spot import SECONDS, Progress, solve_on_the_spot
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.play import Play
from solver.guardians.size import LARGEST_MODEL, estimate_states
from solver.guardians.state import Over, State

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable

GAP = 1e-9
Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Values:
    """The values of a game.

    Parameters
    ----------
    game
        Lumped; it may be asked about states in which nothing is.
    kind
        `exact` or `bounded`.
    source
        Where they are from, in words.
    gap
        At most between the bounds of a state.
    """

    game: Game
    kind: str
    source: str
    gap: float
    look: Callable[[State], Bounds]

    def bounds(self, state: State) -> Bounds:
        """Return bounds of the value of a state, rational."""
        moment = state.moment
        if isinstance(moment, Over):
            return Fraction(moment.won), Fraction(moment.won)
        return self.look(representative(self.game, state))

    def value(self, state: State) -> Fraction:
        """Return the value of a state, or the middle between its bounds."""
        lower, upper = self.bounds(state)
        return (lower + upper) / 2


def values_of_table(table: SavedTable) -> Values:
    """Return the values of a saved table."""
    search = LookUp(table)

    def look(state: State) -> Bounds:
        lower, upper = search.value(state)
        return Fraction(lower, SCALE), Fraction(upper, SCALE)

    return Values(table.game, "bounded", f"the saved table {table.path.stem}", table.header.gap, look)


def values_by_solving(
    game: Game,
    begin: State,
    *,
    gap: float = GAP,
    limit: int = LARGEST_MODEL,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Values:
    """Enumerate all states that can follow, and bound each.

    Parameters
    ----------
    game
        As on the table.
    begin
        A state of it; those that can't follow can't be asked about.
    progress, stop
        As for `search.advice.advise`.

    Raises
    ------
    ModelTooLarge
        If there are more than `limit` states.
    """
    from solver.bounds import solve_bounds
    from solver.model import build_model

    lumped = Game(game.board, game.rules, lumped=True)
    model = build_model(
        Play(lumped),
        [representative(lumped, begin)],
        limit=limit,
        progress=(lambda found, done: progress("states", done, found)) if progress else None,
    )
    found = solve_bounds(
        model,
        gap=gap,
        progress=(lambda sweeps, gap: progress("sweeps", sweeps, None)) if progress else None,
        stop=stop,
    )

    def look(state: State) -> Bounds:
        at = model.index[state]
        return Fraction(float(found.lower[at])), Fraction(float(found.upper[at]))

    widest = float((found.upper - found.lower).max())
    return Values(lumped, "bounded", f"{len(model):,} states, all solved", widest, look)


def exact_values(
    game: Game, begin: State, *, limit: int = LARGEST_MODEL, progress: Progress | None = None
) -> Values:
    """Return the exact values of all states that can follow, rational numbers; for very small games.

    Parameters
    ----------
    progress
        As for `search.advice.advise`.

    Raises
    ------
    ModelTooLarge, TooLargeForExact
        If there are too many states, or unknowns.
    """
    from solver.exact import solve_exact
    from solver.model import build_model

    lumped = Game(game.board, game.rules, lumped=True)
    model = build_model(
        Play(lumped),
        [representative(lumped, begin)],
        limit=limit,
        progress=(lambda found, done: progress("states", done, found)) if progress else None,
    )
    if progress:
        progress("states in exact arithmetic", len(model), None)
    values = solve_exact(model).values

    def look(state: State) -> Bounds:
        value = values[model.index[state]]
        return value, value

    return Values(lumped, "exact", f"{len(model):,} states, solved in rational arithmetic", 0.0, look)


def open_values(
    game: Game,
    begin: State,
    *,
    tables: Path | bool = True,
    limit: int = LARGEST_MODEL,
    code: str | None = None,
    seconds: float = SECONDS,
    refused: Callable[[str], None] = lambda why: None,
    progress: Progress | None = None,
    **how: Any,
) -> Values | None:
    """Return the values of a game: of its saved table, or by solving it if that is quick; else None.

    Parameters
    ----------
    tables, refused, seconds, progress
        As for `search.advice.advise`.
    code
        Of the layout, for a table that is made on the way; without one none is.
    how
        What else `values_by_solving` takes.
    """
    from solver.guardians.saved_folder import find_table
    from solver.model import ModelTooLarge

    folder = None if isinstance(tables, bool) else tables
    table = find_table(game, folder, refused) if tables else None
    if tables and table is None and code:
        table = solve_on_the_spot(
            game, code, gap=None, seconds=seconds, folder=folder, refused=refused, progress=progress
        )
    if table is not None:
        return values_of_table(table)
    if estimate_states(game) > 3 * limit:  # the count is rough
        return None
    try:
        return values_by_solving(game, begin, limit=limit, progress=progress, **how)
    except ModelTooLarge:
        return None
