"""`hue review`: a game that was played, and how much of its result was luck and how much was skill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from layouts.code import format_code
from layouts.toml import load_text, where_of
from reports.output import (
    DONE,
    Progress,
    Refused,
    console,
    format_json,
    print_json,
    show_search,
)
from reports.play.screen import with_names
from reports.points import points
from reports.review_chart import chart_lines
from reports.saving_pages import check_out, save_document
from reports.values import find_values, say_how_to_solve
from reports.words import describe_action, percent
from search.games.game_file import parse_game
from search.games.record import Record
from search.games.review import Accuracy, Event, Review, review
from search.values import Values, exact_values
from solver.guardians.notation import format_action, format_rules, format_state
from solver.guardians.state import Over
from solver.process import Owner

COSTLIEST = 5


def run(path: str, *, exact: bool, limit: int, out: Path | None, as_json: bool) -> int:
    """Review a game file, print what came out, and return the exit code."""
    if out is not None:
        check_out(out)
    record = parse_game(load_text(path), where_of(path))
    values = values_for_review(record, exact=exact, limit=limit)
    found = review(record, values)
    if out is not None:
        from reports.review_page import review_document

        save_document(out, review_document(found), format_json("review", as_fields(found)))
    if as_json:
        print_json("review", as_fields(found))
    else:
        show_review(console(), found)
        if out is not None:
            print(f"Written to {where_of(out)}.")
    return DONE


def values_for_review(record: Record, *, exact: bool, limit: int) -> Values:
    """Return the values that a review needs.

    Raises
    ------
    Refused
        If the game is too large to solve here, and has no saved table.
    """
    if exact:
        with Progress() as progress:
            show = show_search(progress, lambda: False)  # exact arithmetic can't ask: Ctrl-C ends it at once
            return exact_values(record.game, record.begin, limit=limit, progress=show)
    values = find_values(record, limit)
    if values is None:
        raise Refused(
            f"this game has no saved table, and is too large to solve on the way; {say_how_to_solve(record)}"
        )
    return values


def people(found: Review) -> list[tuple[str, Accuracy]]:
    """Return everybody who had something to decide, and how well they did."""
    deciders = dict.fromkeys((event.owner, event.seat) for event in found.events if event.is_decision)
    named = []
    for owner, seat in sorted(deciders, key=lambda each: (each[0], each[1] is None, each[1] or 0)):
        if owner == Owner.OPPONENT:
            name = "Lord Sepia"
        elif seat is None:
            name = "together"
        else:
            name = found.record.names[seat] or f"player {seat + 1}"
        named.append((name, found.accuracy(owner, seat)))
    return named


def describe_result(found: Review) -> str:
    """Say how the game ended, or that it hasn't."""
    moment = found.record.state.moment
    if isinstance(moment, Over):
        return "won" if moment.won else "lost"
    return "still being played"


def describe_better(found: Review, event: Event) -> str:
    """Say what would have been the best decision."""
    return with_names(describe_action(found.record.game, event.state, event.best), found.record.names)


def describe_decision(found: Review, event: Event) -> str:
    """Say what was decided."""
    return with_names(describe_action(found.record.game, event.state, event.action), found.record.names)


def show_review(out: Console, found: Review) -> None:
    """Print the sum, the chart, who decided how well, and the costliest decisions."""
    out.print()
    out.print(f"The game is {describe_result(found)}.")
    for name, value in sum_rows(found):
        out.print(f"  {name:<34}{value:>14}")
    line = [float(found.begin), *(float(event.value_after) for event in found.events)]
    out.print(f"Win probability through {len(found.events)} steps:")
    for text in chart_lines(line):
        out.print(text)
    out.print()
    _show_people(out, found)
    _show_costliest(out, found)
    kind = "exact" if found.values.kind == "exact" else f"bounded, each within {found.values.gap:.1e}"
    out.print(f"Values: {kind}; from {found.values.source}.", soft_wrap=True)


def sum_rows(found: Review) -> list[tuple[str, str]]:
    """Return the parts that the result is the sum of."""
    rows = [
        ("chance at the start", percent(found.begin, 3)),
        ("luck of the rolls", points(found.luck)),
        ("given away by decisions", points(-found.regret)),
    ]
    if any(event.owner == Owner.OPPONENT for event in found.events):
        rows.append(("given away by Lord Sepia", points(found.gift)))
    is_over = found.record.is_over
    rows.append(("the result" if is_over else "chance now", percent(found.result, 0 if is_over else 3)))
    return rows


def _show_people(out: Console, found: Review) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("who")
    for title in ("decisions", "best", "given away", "accuracy"):
        table.add_column(title, justify="right")
    rows = people(found)
    for name, accuracy in rows:
        table.add_row(
            name,
            str(accuracy.decisions),
            str(accuracy.best),
            points(accuracy.lost, signed=False),
            "" if accuracy.share is None else percent(accuracy.share, 0),
        )
    if rows:
        out.print(table)
        out.print("Accuracy: 100% loses nothing, 0% as much as drawing each decision at random.\n")


def _show_costliest(out: Console, found: Review) -> None:
    worst = found.costliest[:COSTLIEST]
    if not worst:
        out.print("No decision gave anything away.\n")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("step", justify="right")
    table.add_column("round", justify="right")
    table.add_column("cost", justify="right")
    table.add_column("decision")
    table.add_column("better")
    for event in worst:
        table.add_row(
            str(event.number),
            str(event.round or "setup"),
            points(event.lost, signed=False),
            describe_decision(found, event),
            describe_better(found, event),
        )
    out.print(table)
    left = len(found.costliest) - len(worst)
    out.print(f"({left} more decisions gave something away)\n" if left else "")


def as_fields(found: Review) -> dict[str, Any]:
    """Return a review as JSON has it; exact values are rational, others floats within the gap."""
    board = found.record.game.board
    exact = found.values.kind == "exact"

    def number(value: Any) -> Any:
        return str(value) if exact else float(value)

    return {
        "layout": format_code(found.record.layout),
        "rules": format_rules(found.record.game.rules),
        "players": list(found.record.names),
        "unit": "probability",
        "kind": found.values.kind,
        "gap": found.values.gap,
        "source": found.values.source,
        "ended": describe_result(found),
        "sum": {
            "begin": number(found.begin),
            "luck": number(found.luck),
            "regret": number(found.regret),
            "gift": number(found.gift),
            "result": number(found.result),
        },
        "people": [
            {
                "name": name,
                "decisions": accuracy.decisions,
                "best": accuracy.best,
                "lost": number(accuracy.lost),
                "accuracy": accuracy.share,
            }
            for name, accuracy in people(found)
        ],
        "steps": [
            {
                "step": event.number,
                "round": event.round,
                "state": format_state(event.state),
                "action": format_action(board, event.action),
                "dice": list(event.dice),
                "decision": event.is_decision,
                "value": number(event.value),
                "action_value": number(event.action_value),
                "value_after": number(event.value_after),
                "luck": number(event.luck),
                "regret": number(event.regret),
                "gift": number(event.gift),
                "best": format_action(board, event.best),
            }
            for event in found.events
        ],
    }
