"""How long does it take to look the best move up, as a person waits for it?

Run `python benchmarks/look_up.py` (by default two players, nine cards, impossible; two minutes and 6 GB to
solve the game first, if its table isn't saved). `hue move POSITION` is run in a process of its own, three
times for each position, and the best time taken: Python's start, the search to the next turns and printing.
The positions are those of turns on the way of a game played by the table's policy. In the last column are the
libraries that a look-up does without, if one was imported all the same.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from random import Random

import psutil

from layouts.catalogue import load_named
from layouts.graph import board_of
from search.playouts import draw
from search.stored_policy import StoredPolicy
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.phases import in_turn
from solver.guardians.position import Position, format_position
from solver.guardians.saved import SavedTable
from solver.guardians.saved_folder import find_table
from solver.process import Owner

ROUNDS = 3
HEAVY = ("numba", "numpy", "networkx", "ortools", "scipy", "pydantic")
RUN = (
    "import json, sys; from reports.app import run_command; code = run_command(sys.argv[1:]);"
    "print(json.dumps([code, sorted(set(sys.modules) & set({heavy!r}))]), file=sys.stderr)"
)


def positions_of(table: SavedTable, layout: str, game: Game, count: int) -> list[str]:
    """Return codes of positions in which a player decides, from games that the table's policy plays."""
    policy, graph = StoredPolicy(table), load_named(layout)
    found: list[str] = []
    for number in range(1000):
        random, state = Random(f"look up {number}"), policy.play.initial()
        while policy.play.owner(state) != Owner.TERMINAL:
            owner = policy.play.owner(state)
            if in_turn(state):
                found.append(format_position(Position(graph, game.rules, state)))
                if len(found) == count:
                    return found
            action = policy.play.actions(state)[0] if owner == Owner.CHANCE else policy(state)
            state = draw(policy.play.outcomes(state, action), random)
    return found


def look_up(position: str) -> tuple[float, list[str]]:
    """Return the least seconds that the command takes, and what heavy libraries it imported."""
    times, heavy = [], set()
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        command = [sys.executable, "-c", RUN.format(heavy=HEAVY), "move", position]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        times.append(time.perf_counter() - begun)
        code, imported = json.loads(run.stderr.splitlines()[-1])
        if code or "looked up in the saved table" not in run.stdout:
            raise SystemExit(f"{position}: not looked up (exit {code})")
        heavy |= set(imported)
    return min(times), sorted(heavy)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--layout", default="rulebook")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--difficulty", default="impossible")
    parser.add_argument("--positions", type=int, default=12)
    arguments = parser.parse_args()
    rules = EDITIONS["rulebook"].rules(arguments.players, arguments.difficulty)
    game = Game(board_of(load_named(arguments.layout)), rules, lumped=True)
    table = find_table(game)
    if table is None:
        given = [arguments.layout, "-p", str(arguments.players), "-d", arguments.difficulty]
        command = [sys.executable, "-m", "reports", "solve", *given, "--method", "dense"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        table = find_table(game)
    assert table is not None
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}\n")
    print(f"{'state':<44}{'seconds':>8}  imported")
    for position in positions_of(table, arguments.layout, game, arguments.positions):
        seconds, heavy = look_up(position)
        print(
            f"{position.rsplit(':', 1)[1]:<44}{seconds:>8.2f}  {', '.join(heavy) or 'none of them'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
