"""What is the best move in this position, and how much worse are the others?

Where the game has a saved table, the moves are looked up in it (`look_up`); where the dense solver makes one
in seconds, it does (`on_the_spot`). Else, where the states that can follow are few enough, they are all
solved. In each of these ways each move has proved bounds. Otherwise each move is estimated by playouts
(`estimated`), and the answer says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from layouts.code import format_code
from layouts.errors import InputError
from search.on_the_spot import SECONDS, solve_on_the_spot
from search.ranking import Move, Turnout, rank
from search.soon import SOON_NODES
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.size import LARGEST_MODEL, estimate_states
from solver.guardians.state import State
from solver.process import Owner
from solver.rounding import round_down, round_up

# What takes long to import is imported where it is needed: a look-up needs little.

GAP = 1e-9
"""Wanted by default between bounds that are worked out; a table has the gap that it was saved with."""

PLAYOUT_ROUNDS = 10_000


@dataclass(frozen=True)
class Advice:
    """All legal moves of a position, best first for whoever decides."""

    position: Position
    owner: Owner
    moves: list[Move]
    turnouts: list[Turnout]  # where chance decides and the bounds are known
    soon: int  # horizon of `Move.soon`
    bounded: bool  # False: the moves are estimated, and lower and upper say nothing (0 and 1)
    states: int
    sweeps: int
    seconds: float
    closed: bool  # the gap asked for was reached
    seed: int | None = None  # of the playouts, if the moves are estimated
    ahead: str | None = None  # "round" or "turn": how far what comes first when in doubt looks ahead
    going_on: str | None = None  # "turn" or "action": how far the strategy of the playouts looks ahead
    table: Path | None = None  # the saved table that the moves were looked up in
    is_new: bool = False  # and it was made for that


def advise(
    position: Position,
    *,
    gap: float | None = None,
    limit: int = LARGEST_MODEL,
    tables: Path | bool = True,
    refused: Callable[[str], None] = lambda why: None,
    seed: int = 1,
    seconds: float = SECONDS,
    playouts: int = PLAYOUT_ROUNDS,
    processes: int = 1,
    progress: Callable[[str, int, int | None], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Advice:
    """Rank all legal moves of a position.

    Parameters
    ----------
    gap
        Wanted between the bounds of each move; by default what a saved table has, or else `GAP`.
    limit
        Most states to solve; beyond, moves are estimated.
    tables
        The folder of saved tables; True is this user's, with False none is looked for, nor made.
    refused
        Called with one line if there is a table that can't be used, as one that is damaged, or none could
        be made.
    seconds
        The whole game is solved, and its table saved, if that is likely to take no longer. And the most
        time for playouts.
    seed, playouts
        Where moves are estimated: their seed, and the most playouts of each move. The same
        seed and number of playouts give the same estimates; so give time enough to compare two.
    processes
        To share playouts. More than 1 only from a program that can be imported without being run
        (`if __name__ == "__main__"`), as they are started anew.
    progress
        Called with what is being done, how far, and out of how much where that is known. What it raises ends
        everything.
    stop
        Asked between sweeps and between playouts; True ends them with what is known so far. (Not between the
        sweeps of the whole game, before the end of which nothing is known.)
    """
    begun = time.monotonic()
    looked_up = _advise_by_table(position, gap, tables, refused) if tables else None
    if looked_up and looked_up.closed:
        return looked_up
    if tables:
        table = solve_on_the_spot(
            position.game,
            format_code(position.layout),
            gap=gap,
            seconds=seconds,
            folder=None if isinstance(tables, bool) else tables,
            refused=refused,
            progress=progress,
        )
        if table:
            made = _advise_by_table(position, gap, tables, refused)
            if made:
                return replace(made, is_new=True, seconds=time.monotonic() - begun)
    advice = _advise_without_table(
        position, gap or GAP, limit, seed, seconds, playouts, processes, progress, stop, begun
    )
    return advice if advice.bounded or not looked_up else looked_up


def _advise_by_table(
    position: Position, gap: float | None, tables: Path | bool, refused: Callable[[str], None]
) -> Advice | None:
    from search.look_up import look_up
    from solver.guardians.saved_folder import find_table

    try:
        table = find_table(position.game, None if isinstance(tables, bool) else tables, refused)
        return look_up(position, table, gap=gap) if table else None
    except InputError as error:
        refused(str(error))
        return None


def _advise_without_table(
    position: Position,
    gap: float,
    limit: int,
    seed: int,
    seconds: float,
    playouts: int,
    processes: int,
    progress: Callable[[str, int, int | None], None] | None,
    stop: Callable[[], bool],
    begun: float,
) -> Advice:
    from search.estimated import advise_by_playouts
    from solver.model import ModelTooLarge

    if estimate_states(position.game) <= 3 * limit:  # the count is rough, and later positions reach less
        try:
            return _advise_by_solving(position, gap, limit, begun, progress, stop)
        except ModelTooLarge:
            pass
    return advise_by_playouts(position, seed, seconds, playouts, processes, progress, stop, begun)


def _advise_by_solving(
    position: Position,
    gap: float,
    limit: int,
    begun: float,
    progress: Callable[[str, int, int | None], None] | None,
    stop: Callable[[], bool],
) -> Advice:
    from solver.bounds import solve_bounds
    from solver.model import build_model

    play = Play(position.game)
    lumped = Game(position.game.board, position.rules, lumped=True)
    after = {
        representative(lumped, state): None
        for action in play.actions(position.state)
        for _, state in play.outcomes(position.state, action)
    }
    roots = list(after)
    model = build_model(
        Play(lumped),
        roots,
        limit=limit,
        progress=(lambda found, done: progress("states", done, found)) if progress else None,
    )
    bounds = solve_bounds(
        model,
        gap=gap,
        at=range(len(roots)),
        progress=(lambda sweeps, gap: progress("sweeps", sweeps, None)) if progress else None,
        stop=stop,
    )

    def weigh(outcomes: Sequence[tuple[Fraction, State]]) -> tuple[float, float]:
        at = [(p, model.index[representative(lumped, state)]) for p, state in outcomes]
        lower = sum((p * Fraction(float(bounds.lower[i])) for p, i in at), Fraction(0))
        upper = sum((p * Fraction(float(bounds.upper[i])) for p, i in at), Fraction(0))
        return round_down(lower), round_up(upper)

    return Advice(
        position=position,
        **rank(play, position.state, weigh, SOON_NODES)._asdict(),
        bounded=True,
        states=len(model),
        sweeps=bounds.sweeps,
        seconds=time.monotonic() - begun,
        closed=bounds.closed,
    )
