"""Solve the printed games of docs/results.md, one after the other, and print the table.

Run `python benchmarks/whole_games.py FILE` (hours; `--players`, `--boards`, `--editions`, `--difficulties`
and `--deciders` choose some). Each game is one command of `hue solve`, in a process of its own, whose peak
memory is noted; its table of values is thrown away unless `--tables FOLDER` keeps it. Each answer is a line
of JSON in FILE, and what is there isn't solved again: stop it at any time (Ctrl-C), and go on later, also in
the middle of a game, whose seconds are added up. With `--print` it only prints.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import psutil

BOARDS = ("rulebook", "revised", "square")
EDITIONS = ("rulebook", "revised")
DECIDERS = ("players", "lord_sepia")
HEAD = "| board | cards | players | difficulty | decider | win, from | to | sweeps | seconds | peak |"


class Printed(NamedTuple):
    """A game to solve."""

    board: str
    edition: str
    players: int
    difficulty: str
    decider: str

    @property
    def name(self) -> str:
        """Return what to call its files."""
        return "-".join(map(str, self))

    @property
    def arguments(self) -> list[str]:
        """Return what follows `hue`."""
        given = ["solve", self.board, "-e", self.edition, "-p", str(self.players), "-d", self.difficulty]
        return given if self.decider == "players" else [*given, "-r", f"decider={self.decider}"]


def printed_games(arguments: argparse.Namespace) -> list[Printed]:
    """Return the games chosen, those with fewer players first, easier ones last."""
    from solver.guardians.editions import EDITIONS as KNOWN

    found = []
    for players, decider, edition in product(arguments.players, arguments.deciders, arguments.editions):
        for difficulty in reversed(KNOWN[edition].preset.difficulties):
            if arguments.difficulties and difficulty.name not in arguments.difficulties:
                continue
            found += [
                Printed(board, edition, players, difficulty.name, decider) for board in arguments.boards
            ]
    return found


def watch(process: subprocess.Popen[str]) -> tuple[str, int]:
    """Wait for a process; return what it prints and its peak memory in bytes. Ctrl-C stops it first."""
    peak, watched = 0, psutil.Process(process.pid)
    while True:
        try:
            out, _ = process.communicate(timeout=0.5)
            return out, peak
        except subprocess.TimeoutExpired:
            peak = max(peak, watched.memory_info().rss)
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            try:
                process.wait()
            except KeyboardInterrupt:  # again: at once
                process.kill()
            raise


def solve(game: Printed, folder: Path) -> dict[str, Any]:
    """Run one command, or go on with one that was stopped or killed; the table is left in the folder.

    Returns
    -------
    dict
        Its answer, with the peak memory of its process in bytes, and the seconds of all runs but killed ones.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "reports", *game.arguments, "--method", "dense", "--json"]
    begun, spent, before = time.monotonic(), folder / f"{game.name}.seconds", 0.0
    if spent.exists():  # there was a run before this one
        before = float(spent.read_text())
        command.append("--resume")
    spent.write_text(str(before))
    environment = {**os.environ, "HUE_TABLES": str(folder)}
    # In a group of its own, so that Ctrl-C reaches it once, from here.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True, process_group=0)
    try:
        out, peak = watch(process)
    finally:  # whoever stops it, here or there
        spent.write_text(str(before + time.monotonic() - begun))
    if process.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command)}: exit {process.returncode}")
    spent.unlink()
    answer = json.loads(out)
    seconds = round(before + answer["seconds"], 3)
    return {**game._asdict(), **answer["win"], "sweeps": answer["sweeps"], "seconds": seconds, "peak": peak}


def row(found: dict[str, Any]) -> str:
    """Return a line of the table; 12 digits of the bounds, rounded outward."""
    step = 1e-12
    low, high = found["lower"] - step / 2, found["upper"] + step / 2
    return (
        f"| `{found['board']}` | {found['edition']} | {found['players']} | {found['difficulty']} | "
        f"{found['decider']} | {low:.12f} | {high:.12f} | {found['sweeps']} | {found['seconds']:.0f} | "
        f"{found['peak'] / 1e9:.1f} GB |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the answers so far")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    parser.add_argument("--editions", nargs="+", choices=EDITIONS, default=EDITIONS)
    parser.add_argument("--difficulties", nargs="+", default=None)
    parser.add_argument("--deciders", nargs="+", choices=DECIDERS, default=DECIDERS)
    parser.add_argument("--tables", type=Path, help="keep the tables of values in this folder")
    parser.add_argument("--print", action="store_true", help="solve nothing")
    arguments = parser.parse_args()
    lines = arguments.file.read_text().splitlines() if arguments.file.exists() else []
    known = {Printed(*(found[name] for name in Printed._fields)): found for found in map(json.loads, lines)}
    if not arguments.print:
        for game in printed_games(arguments):
            if game in known:
                continue
            print(*game.arguments, file=sys.stderr, flush=True)
            unfinished = arguments.file.with_suffix(".unfinished") / game.name
            known[game] = solve(game, arguments.tables or unfinished)
            with arguments.file.open("a") as file:
                print(json.dumps(known[game]), file=file, flush=True)
            if not arguments.tables:
                shutil.rmtree(unfinished)
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}\n")
    print(HEAD)
    print("|" + "---|" * 10)
    for _, found in sorted(known.items()):
        print(row(found))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
