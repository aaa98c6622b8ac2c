"""`hue tables`: which saved tables there are, where they are, and removing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from layouts.errors import RuleError
from reports.arguments import AsJson
from reports.output import DONE, console, print_json
from reports.words import counted

if TYPE_CHECKING:
    from solver.guardians.saved_folder import Entry

tables_app = typer.Typer(
    name="tables",
    help="List or remove saved tables.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
GIGABYTE = 10**9


@tables_app.command("list")
def list_command(as_json: AsJson = False) -> int:
    """List all saved tables, and say where they are."""
    from solver.guardians.saved_folder import (
        FOLDER_VARIABLE,
        LIMIT_VARIABLE,
        list_tables,
        size_limit,
        tables_folder,
    )

    entries, folder, limit = list_tables(), tables_folder(), size_limit()
    total = sum(entry.size for entry in entries)
    if as_json:
        print_json(
            "tables list",
            {
                "folder": str(folder),
                "bytes": total,
                "limit_bytes": limit,
                "tables": [_as_json(entry) for entry in entries],
            },
        )
        return DONE
    out = console()
    for entry in entries:
        for line in _describe(entry):
            out.print(line, soft_wrap=True)
    if entries:
        out.print()
    count = counted(len(entries), "saved table") if entries else "No saved tables"
    out.print(f"{count} in {folder}, {_size(total)} of at most {_size(limit)}.", soft_wrap=True)
    out.print(f"The environment variables {FOLDER_VARIABLE} and {LIMIT_VARIABLE} (in GB) change that.")
    return DONE


@tables_app.command("remove")
def remove_command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="As `hue tables list` shows them.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove every table.")] = False,
    as_json: AsJson = False,
) -> int:
    """Remove saved tables."""
    from solver.guardians.saved_folder import list_tables, remove_table

    if bool(names) == everything:
        raise RuleError("say which tables to remove, by name, or --all; hue tables list shows them")
    wanted = list(dict.fromkeys(names or ()))
    if everything:
        wanted = [entry.name for entry in list_tables() if not _is_being_written(entry)]
    freed = sum(remove_table(name) for name in wanted)
    if as_json:
        print_json("tables remove", {"removed": wanted, "bytes": freed})
    else:
        count = counted(len(wanted), "saved table")
        print(f"Removed {count}, {_size(freed)}.")
    return DONE


def _is_being_written(entry: Entry) -> bool:
    """Tell whether something unfinished may still be written by another process."""
    from solver.guardians.checkpoint import is_locked
    from solver.guardians.saved_folder import SUFFIX

    name, suffix, rest = entry.path.name.partition(SUFFIX)
    return bool(rest) and is_locked(entry.path.with_name(name + suffix))


def _as_json(entry: Entry) -> dict[str, Any]:
    header = entry.header
    fields: dict[str, Any] = {
        "name": entry.name,
        "file": str(entry.path),
        "bytes": entry.size,
        "problem": entry.problem,
    }
    if header:
        fields |= {
            "layout": header.layout,
            "rules": header.rules,
            "unit": "probability",
            "kind": "bounded",
            "gap": header.gap,
            "sweeps": header.sweeps,
            "proofs": list(header.proofs),
            "saved_by": header.version,
        }
    return fields


def _describe(entry: Entry) -> list[str]:
    from layouts.code import parse_code
    from layouts.plain import plain_graphs
    from reports.rules_in_words import describe_rules
    from solver.guardians.notation import parse_rules

    if entry.header is None:
        return [f"{entry.name}: {_size(entry.size)}; {entry.problem}"]
    layout, rules = entry.header.layout, parse_rules(entry.header.rules)
    with plain_graphs():
        edition = parse_code(layout).graph.get("edition")
    return [
        f"{entry.name}: {name_layout(layout)}, {describe_rules(rules, edition)}",
        f"    gap {entry.header.gap:.1e}, {_size(entry.size)}",
    ]


def name_layout(code: str) -> str:
    """Return the name that a layout has in the catalogue, or else its cards."""
    from layouts.catalogue import CATALOGUE
    from layouts.code import board_of_code

    board = board_of_code(code)
    for name, entry in CATALOGUE.items():
        if tuple(card for card, *_ in entry.rows) == board.names and _is_named(name, code):
            return name
    return ", ".join(board.names)


def _is_named(name: str, code: str) -> bool:
    from layouts.catalogue import load_named
    from layouts.code import format_code

    return format_code(load_named(name)) == code


def _size(size: int) -> str:
    if size < GIGABYTE / 100:
        return f"{size / 10**6:.3g} MB"
    return f"{size / GIGABYTE:.3g} GB"
