"""`hue move`: all legal moves of a position, ranked, with bounds, regret and the odds in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from rich.table import Table

from layouts.code import format_code
from reports.arguments import check_gaps
from reports.boards import print_board
from reports.changes import describe_change
from reports.output import (
    DONE,
    Progress,
    code_of_bounds,
    console,
    print_json,
    show_search,
    stop_on_interrupt,
    warn,
)
from reports.weighed_moves import regret_text, win_text
from reports.words import (
    counted,
    describe_action,
    describe_duration,
    describe_first,
    describe_moment,
    describe_odds,
    describe_pieces,
    marks_of,
    percent,
    percent_within,
)
from search.advice import Advice, advise
from solver.guardians.game import Game
from solver.guardians.notation import format_action, format_state
from solver.guardians.position import Position, format_position
from solver.process import Owner

DECIDERS = {Owner.PLAYERS: "players", Owner.OPPONENT: "lord_sepia", Owner.CHANCE: "chance"}


class How(NamedTuple):
    """The options of `hue move`, besides the position; see `search.advice.advise`."""

    gap: float | None
    limit: int
    seconds: float
    playouts: int
    seed: int
    processes: int


def run(position: Position, how: How, *, as_json: bool) -> int:
    """Advise, print, and return the exit code."""
    if how.gap is not None:
        check_gaps(how.gap, None)
    with Progress() as progress, stop_on_interrupt() as stop:
        advice = advise(
            position,
            **how._asdict(),
            refused=lambda why: warn(f"not looked up: {why}"),
            progress=show_search(progress, stop),
            stop=stop,
        )
    if as_json:
        print_json("move", _as_json(advice))
    else:
        _show(advice)
    return code_of_bounds(closed=advice.closed) if advice.bounded else DONE


def _as_json(advice: Advice) -> dict[str, Any]:
    position = advice.position
    game, state = position.game, position.state
    return {
        "position": format_position(position),
        "layout": format_code(position.layout),
        "rules": asdict(position.rules),
        "decider": DECIDERS[advice.owner],
        "unit": "probability",
        "kind": "bounded" if advice.bounded else "estimated",
        "method": _method(advice),
        **({"table": str(advice.table)} if advice.table else {}),
        "seed": advice.seed,
        "soon_rounds": advice.soon,
        "moves": [
            {
                "action": format_action(game.board, move.action),
                "text": describe_action(game, state, move.action),
                "odds": describe_odds(game, state, move.action),
                "lower": move.lower,
                "upper": move.upper,
                "regret_lower": move.regret_lower,
                "regret_upper": move.regret_upper,
                "tie": move.ties,
                "win_soon": move.soon,
                "estimate": move.estimate and move.estimate._asdict(),
                "regret_estimate": move.behind and move.behind._asdict(),
            }
            for move in advice.moves
        ],
        "outcomes": [
            {
                "probability": str(turnout.probability),
                "text": describe_change(game, state, turnout.state),
                "state": format_state(turnout.state),
                "lower": turnout.lower,
                "upper": turnout.upper,
            }
            for turnout in advice.turnouts
        ],
        "states": advice.states,
        "sweeps": advice.sweeps,
        "seconds": round(advice.seconds, 3),
    }


def _method(advice: Advice) -> str:
    if advice.table and advice.is_new:
        return f"the whole game was solved, and saved as the table {advice.table.stem}; bounds are proved"
    if advice.table:
        return f"looked up in the saved table {advice.table.stem}; bounds are proved"
    if advice.bounded:
        return "every state that can follow was solved; bounds are proved"
    playouts = min(move.estimate.playouts for move in advice.moves if move.estimate)
    return (
        f"too large to solve on the spot: after each move a strategy that looks one {advice.going_on} ahead "
        "played on, "
        f"{counted(playouts, 'playout')} each from seed {advice.seed}; "
        "a mean with its standard error, no bound on perfect play"
        + (f"; {describe_first(advice.ahead)}" if advice.ahead else "")
        + _say_how_to_solve(advice.position.game)
    )


def _say_how_to_solve(game: Game) -> str:
    """Say what solving the whole game first would take, if it can be done here."""
    from search.difficulty.worth import estimate_memory, estimate_seconds
    from search.memory import may_use

    seconds = estimate_seconds(game)
    if seconds is None or estimate_memory(game) > may_use(None):
        return ""
    return (
        f"; `hue solve` of this layout with these rules takes about {describe_duration(seconds)}, "
        "and then every move is looked up, proved"
    )


def _show(advice: Advice) -> None:
    out = console()
    position = advice.position
    game, state = position.game, position.state
    print_board(out, position.layout, marks_of(game, state))
    pieces = describe_pieces(state)
    if pieces:
        out.print(pieces[0].upper() + pieces[1:] + ".")
    out.print()
    out.print(describe_moment(game, state))
    if advice.owner == Owner.OPPONENT:
        out.print("Lord Sepia decides; the best move is the one with the lowest win probability.")
    out.print()
    out.print(_table(advice))
    if advice.turnouts:
        out.print()
        out.print(_turnout_table(advice))
    out.print()
    if any(move.ties for move in advice.moves):
        when = "least likely to be won soon" if advice.owner == Owner.OPPONENT else "likeliest to win soon"
        order = (
            f", those first that are {when} (within {counted(advice.soon, 'round')})" if advice.soon else ""
        )
        out.print(
            f"= ties with the best within {'the bounds' if advice.bounded else 'two standard errors'}{order}."
        )
    if advice.table:
        whence = (
            f"of the whole game, solved just now and saved as the table {advice.table.stem}"
            if advice.is_new
            else f"looked up in the saved table {advice.table.stem}"
        )
        out.print(f"Proved bounds, {whence}: {advice.states:,} states, {advice.seconds:.2f} s.")
    elif advice.bounded:
        out.print(
            f"Proved bounds, from {advice.states:,} states, {advice.sweeps} sweeps, {advice.seconds:.1f} s."
        )
    else:
        out.print(_method(advice)[0].upper() + _method(advice)[1:] + ".")
    out.print(f"This position: {format_position(position)}", soft_wrap=True)


def _table(advice: Advice) -> Table:
    game, state = advice.position.game, advice.position.state
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column("move")
    table.add_column("win" if advice.bounded else "then wins", justify="right")
    table.add_column("regret", justify="right")
    if advice.soon:
        table.add_column(f"within {counted(advice.soon, 'round')}", justify="right")
    table.add_column("odds")
    for number, move in enumerate(advice.moves, start=1):
        said = describe_action(game, state, move.action)
        row = [f"{'=' if move.ties else ''}{number}", said, win_text(move, 4)]
        row.append(regret_text(move, 4, first=number == 1))
        if advice.soon:
            row.append("" if move.soon is None else percent(move.soon, 3))
        table.add_row(*row, describe_odds(game, state, move.action))
    return table


def _turnout_table(advice: Advice) -> Table:
    game, state = advice.position.game, advice.position.state
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("chance", justify="right")
    table.add_column("outcome")
    table.add_column("win then", justify="right")
    for turnout in advice.turnouts:
        win = percent_within(turnout.lower, turnout.upper, 4)
        table.add_row(percent(turnout.probability), describe_change(game, state, turnout.state), win)
    return table
