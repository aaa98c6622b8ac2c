"""How do time and memory grow with the board when every state is enumerated?

Run `python benchmarks/growth.py` (add `--most N` to stop before boards of more than N states). Each
board is built and solved in a process of its own, whose peak memory is then its own, too. Prints states,
states a second while building, bytes a state at the peak over that of an empty process, and the time of
the bounds with a gap of 1e-9. Machines differ: read ratios between rows, not single figures.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from typing import Any

import psutil

BOARDS = (
    ("pair", 1),
    ("line", 1),
    ("triangle", 1),
    ("pair", 2),
    ("sample-four", 1),
    ("pair", 3),
    ("small-sample", 2),
    ("triangle", 2),
    ("sample-four", 2),
)


def measure(layout: str, players: int) -> dict[str, Any]:
    """Build and solve one board in this process."""
    from layouts.catalogue import load_named
    from layouts.graph import board_of
    from solver.bounds import solve_bounds
    from solver.guardians.editions import EDITIONS
    from solver.guardians.game import Game
    from solver.guardians.play import Play
    from solver.model import build_model

    graph = load_named("pair")
    small = Game(board_of(graph), EDITIONS["rulebook"].rules(1), lumped=True)
    solve_bounds(build_model(Play(small)))  # compiles, or loads, the kernels
    empty = psutil.Process().memory_info().rss

    game = Game(board_of(load_named(layout)), EDITIONS["rulebook"].rules(players), lumped=True)
    begun = time.perf_counter()
    model = build_model(Play(game))
    built = time.perf_counter()
    bounds = solve_bounds(model, at=[0])
    solved = time.perf_counter()
    peak = _peak_memory()
    return {
        "states": len(model),
        "transitions": len(model.target),
        "build": built - begun,
        "solve": solved - built,
        "sweeps": bounds.sweeps,
        "bytes": (peak - empty) / len(model),
        "peak": peak,
    }


def _peak_memory() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return int(psutil.Process().memory_info().peak_wset)
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=3_000_000, help="skip boards with more states, about")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        layout, players = arguments.measure
        print(json.dumps(measure(layout, int(players))))
        return

    from layouts.catalogue import load_named
    from layouts.graph import board_of
    from solver.guardians.editions import EDITIONS
    from solver.guardians.game import Game
    from solver.guardians.size import estimate_states

    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{'board':<14}{'players':>8}{'states':>11}{'states/s':>10}{'bytes/state':>13}{'build s':>9}"
          f"{'bounds s':>10}{'sweeps':>8}{'peak MB':>9}")  # fmt: skip
    for layout, players in BOARDS:
        game = Game(board_of(load_named(layout)), EDITIONS["rulebook"].rules(players), lumped=True)
        if estimate_states(game) > arguments.most:
            continue
        command = [sys.executable, __file__, "--measure", layout, str(players)]
        row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"{layout:<14}{players:>8}{row['states']:>11,}{row['states'] / row['build']:>10,.0f}"
              f"{row['bytes']:>13,.0f}{row['build']:>9.2f}{row['solve']:>10.2f}{row['sweeps']:>8}"
              f"{row['peak'] / 1e6:>9,.0f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
