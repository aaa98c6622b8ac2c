"""`hue readings`: the open points of the rules, and what each does to the win probability."""

from __future__ import annotations

from typing import NamedTuple

from rich.table import Table

from layouts.code import format_code
from layouts.errors import RuleError
from reports.arguments import Question, check_gaps
from reports.output import DONE, Progress, Refused, console, print_json
from reports.solve import build
from reports.words import percent
from solver.guardians.game import Game
from solver.guardians.rules import READINGS, Rules, Value, format_value, list_alternatives, with_reading


def run_list(rules: Rules, *, as_json: bool) -> int:
    """Print what each reading means, with the value it has in `rules`."""
    if as_json:
        readings = {
            name: {
                "number": f"R{reading.number}",
                "value": getattr(rules, name),
                "values": None if reading.values is None else list(reading.values),
                "meaning": reading.meaning,
            }
            for name, reading in READINGS.items()
        }
        print_json("readings", {"readings": readings})
        return DONE
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "reading", "here", "values", "meaning"):
        table.add_column(title)
    for name, reading in READINGS.items():
        here = format_value(getattr(rules, name))
        table.add_row(f"R{reading.number}", name, here, reading.describe_values(), reading.meaning)
    console().print(table)
    return DONE


class Compared(NamedTuple):
    """The win probability under one alternative; None where it would not fit the limit."""

    name: str
    value: Value
    bounds: tuple[float, float] | None
    refusal: str = ""


def run_compare(question: Question, *, gap: float, limit: int, as_json: bool) -> int:
    """Solve a layout under each alternative value of each reading, one at a time, and print them."""
    check_gaps(gap, None)
    with Progress() as progress:
        base = _solve(question.game, gap, limit, progress)
        rows = []
        for name, value in list_alternatives(question.rules):
            progress.show(f"{name}={format_value(value)}")
            try:
                rules = with_reading(question.rules, name, value)
                bounds = _solve(Game(question.game.board, rules), gap, limit, progress)
                rows.append(Compared(name, value, bounds))
            except (Refused, RuleError) as error:
                rows.append(Compared(name, value, None, str(error)))
    if as_json:
        _print_json(question, base, rows)
    else:
        _show(question, base, rows)
    return DONE


def _solve(game: Game, gap: float, limit: int, progress: Progress) -> tuple[float, float]:
    from solver.bounds import solve_bounds

    model = build(Game(game.board, game.rules, lumped=True), limit, progress)
    bounds = solve_bounds(model, gap=gap, at=[0], progress=progress.sweeps)
    return float(bounds.lower[0]), float(bounds.upper[0])


def _print_json(question: Question, base: tuple[float, float], rows: list[Compared]) -> None:
    def win(bounds: tuple[float, float] | None) -> dict[str, object]:
        if bounds is None:
            return {"kind": "refused", "lower": None, "upper": None, "exact": None}
        return {"kind": "bounded", "lower": bounds[0], "upper": bounds[1], "exact": None}

    print_json(
        "readings",
        {
            "layout": format_code(question.layout),
            "unit": "probability",
            "win": win(base),
            "alternatives": [
                {
                    "reading": row.name,
                    "value": row.value,
                    "win": win(row.bounds),
                    "refusal": row.refusal or None,
                }
                for row in rows
            ],
        },
    )


def _show(question: Question, base: tuple[float, float], rows: list[Compared]) -> None:
    out = console()
    out.print(f"As read: {percent(sum(base) / 2, 4)}. With one reading changed:")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "reading", "instead of"):
        table.add_column(title)
    table.add_column("win", justify="right")
    table.add_column("difference", justify="right")
    for row in rows:
        number = f"R{READINGS[row.name].number}"
        here = format_value(getattr(question.rules, row.name))
        reading = f"{row.name}={format_value(row.value)}"
        if row.bounds is None:
            table.add_row(number, reading, here, "too large", "")
            continue
        win = sum(row.bounds) / 2
        table.add_row(number, reading, here, percent(win, 4), _difference(base, row.bounds))
    out.print(table)
    out.print("Each number is bounded; the bounds are in --json.")


def _difference(base: tuple[float, float], other: tuple[float, float]) -> str:
    if other[0] <= base[1] and base[0] <= other[1]:
        return "none"  # within the bounds
    return f"{50 * (sum(other) - sum(base)):+.4f} pp"
