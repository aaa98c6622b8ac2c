"""`hue playouts`: how long games by a saved table take, and how they end; estimates beside proved bounds."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.table import Table

from layouts.errors import RuleError
from reports.output import DONE, NOT_CLOSED, Progress, console, print_json, stop_on_interrupt, warn
from reports.words import bounds_text, percent
from search.lengths import Lengths, Mean, collect, iter_playthroughs
from search.look_up import SCALE, LookUp
from solver.guardians.lumping import representative
from solver.guardians.phases import in_setup
from solver.guardians.position import Position, format_position
from solver.guardians.saved_folder import find_table
from solver.guardians.state import State, Turn
from solver.rounding import round_down, round_up

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable

ROWS = 12
MOST_ROUNDS = 1000  # in the JSON list


def run(position: Position, *, count: int, seed: int, processes: int, as_json: bool) -> int:
    """Play, print what came out, and return the exit code."""
    table = find_table(position.game)
    if table is None:
        raise RuleError("there is no saved table of this game; make it by hue solve, with --method dense")
    begin = representative(table.game, position.state)
    moment = begin.moment
    starts_round = isinstance(moment, Turn) and (moment.player, moment.left) == (
        0,
        position.game.rules.actions,
    )
    if not (in_setup(begin) or starts_round):
        raise RuleError("playouts begin in the setup or at the start of a round")
    found = []
    playing = iter_playthroughs(table.path, table.game, count, seed=seed, begin=begin, processes=processes)
    with Progress() as progress, stop_on_interrupt() as stop, closing(playing):
        for playthrough in playing:
            found.append(playthrough)
            progress.show(f"playouts: {len(found):,} of {count:,}")
            if stop():
                break
    if not found:
        raise KeyboardInterrupt
    lengths = collect(found)
    bounds = _bounds(table, begin)
    if as_json:
        print_json("playouts", _as_json(position, lengths, bounds, seed))
    else:
        _show(lengths, bounds)
    if len(found) < count:
        warn(f"stopped after {len(found):,} of {count:,} playouts; the errors are larger than they would be")
        return NOT_CLOSED
    return DONE


def _bounds(table: SavedTable, begin: State) -> tuple[float, float]:
    lower, upper = LookUp(table).value(begin)
    return round_down(Fraction(lower, SCALE)), round_up(Fraction(upper, SCALE))


def _rows(lengths: Lengths) -> list[int]:
    step = max(1, -(-lengths.longest // ROWS))
    return list(range(step, lengths.longest + step, step))


def _show(lengths: Lengths, bounds: tuple[float, float]) -> None:
    out = console()
    win, count = lengths.win, len(lengths.playthroughs)
    out.print(f"{count:,} playouts of the policy of the saved table; estimates, ± their standard errors:")
    out.print("(of actions worth the same, the likelier to win within 1 round, if quickly found out)")
    out.print(f"won {percent(win.mean, 3)} ± {percent(win.error, 3)}")
    out.print(f"  (proved: {bounds_text(*bounds)})")
    if lengths.endless:
        out.print(f"rounds: does not end in {lengths.endless:,} of {count:,} playouts")
    else:
        out.print(f"rounds: {_mean(lengths.rounds)}")
    out.print(f"rounds of won games: {_mean(lengths.rounds_if_won) if lengths.rounds_if_won else 'none won'}")
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("by round", "won", "lost", "still playing"):
        table.add_column(title, justify="right")
    for rounds in _rows(lengths):
        won, lost = lengths.ended_by(rounds, True).mean, lengths.ended_by(rounds, False).mean
        table.add_row(str(rounds), *(percent(share, 2) for share in (won, lost, 1 - won - lost)))
    out.print(table)


def _mean(found: Mean | None) -> str:
    assert found is not None
    return f"{found.mean:.2f} ± {found.error:.2f}"


def _as_json(position: Position, lengths: Lengths, bounds: tuple[float, float], seed: int) -> dict[str, Any]:
    def of(found: Mean | None) -> dict[str, Any] | None:
        return found and {"kind": "estimated", "mean": found.mean, "standard_error": found.error}

    win = lengths.win
    rounds = range(1, min(lengths.longest, MOST_ROUNDS) + 1)
    return {
        "position": format_position(position),
        "ties_by_winning_within_rounds": 1,
        "seed": seed,
        "playouts": len(lengths.playthroughs),
        "unit": "probability; rounds",
        "win": {"kind": "estimated", "mean": win.mean, "standard_error": win.error},
        "proved": {"kind": "bounded", "lower": bounds[0], "upper": bounds[1]},
        "endless": lengths.endless,
        "rounds": of(lengths.rounds),
        "rounds_if_won": of(lengths.rounds_if_won),
        "won_by_round": [lengths.ended_by(n, True).mean for n in rounds],
        "lost_by_round": [lengths.ended_by(n, False).mean for n in rounds],
    }
