"""How do time and memory grow with the board and the players?

Run `python benchmarks/growth.py` for boards whose every state is enumerated (add `--most N` to stop before
boards of more than N states), and `python benchmarks/growth.py --dense` for the dense solver: the rulebook's
sample card by card and player by player, on impossible, with a gap of 1e-6 (about ten minutes and 6 GB; with
`--most` it is the states of a layer that count).

Each board is solved in a process of its own, whose peak memory is then its own, too. Of enumeration it prints
states, states a second while building, bytes a state at the peak over that of an empty process, and the time
of the bounds with a gap of 1e-9; of the dense solver the states of a layer of the largest part, the sweeps of
that part, and state updates a second, in all layers and stages together. Machines differ: read ratios between
rows, not single figures.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from solver.guardians.dense.step import Step
    from solver.guardians.game import Game

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
MOST_CARDS = {1: 9, 2: 9, 3: 6}
"""By players, for the dense solver."""


def measure_dense(cards: int, players: int) -> dict[str, Any]:
    """Solve the rulebook's sample with its center and the first other cards, in this process."""
    from solver.guardians.dense.solve import Going, solve_game
    from solver.guardians.dense.space import Space

    game, small = dense_game(cards, players), dense_game(2, players)
    solve_game(small)  # compiles, or loads, the kernels
    sweeps: dict[int, int] = {}

    def count(going: Going, step: Step, at_guess: bool) -> None:
        sweeps[going.spirits] = step.sweeps

    begun = time.perf_counter()
    _, part = solve_game(game, after_sweep=count)
    seconds = time.perf_counter() - begun
    layers = players * game.rules.actions + 1 + game.rules.growths
    updates = sum(layers * made * math.prod(Space(game, spirits).shape) for spirits, made in sweeps.items())
    states = math.prod(Space(game, game.rules.spirits).shape)
    return {"states": states, "sweeps": part.sweeps, "gap": part.gap, "seconds": seconds,
            "speed": updates / seconds, "peak": _peak_memory()}  # fmt: skip


def dense_game(cards: int, players: int) -> Game:
    """Return the game on the center and the first other cards of the rulebook's sample."""
    from layouts.cards import CENTER_TAG
    from layouts.catalogue import load_named
    from layouts.graph import board_of, induced
    from solver.guardians.editions import EDITIONS
    from solver.guardians.game import Game

    graph = load_named("rulebook")
    nearest = from_the_center(graph, CENTER_TAG)
    board = board_of(induced(graph, nearest[:cards]))
    return Game(board, EDITIONS["rulebook"].rules(players, "impossible"), lumped=True)


def from_the_center(graph: Any, center_tag: int) -> list[str]:
    """Return the cards from the center outwards, so that the first few hang together."""
    from networkx import bfs_tree

    center = next(name for name in graph if graph.nodes[name]["tag"] == center_tag)
    return list(bfs_tree(graph, center))


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
    parser.add_argument("--most", type=int, default=None, help="skip boards with more states, about")
    parser.add_argument("--dense", action="store_true", help="by the dense solver")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        board, players = arguments.measure
        found = measure_dense(int(board), int(players)) if arguments.dense else measure(board, int(players))
        print(json.dumps(found))
        return
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}")
    if arguments.dense:
        print_dense(arguments.most or 300_000_000)
    else:
        print_enumerated(arguments.most or 3_000_000)


def print_enumerated(most: int) -> None:
    """Print the table of boards that are enumerated."""
    from layouts.catalogue import load_named
    from layouts.graph import board_of
    from solver.guardians.editions import EDITIONS
    from solver.guardians.game import Game
    from solver.guardians.size import estimate_states

    print(f"{'board':<14}{'players':>8}{'states':>11}{'states/s':>10}{'bytes/state':>13}{'build s':>9}"
          f"{'bounds s':>10}{'sweeps':>8}{'peak MB':>9}")  # fmt: skip
    for layout, players in BOARDS:
        game = Game(board_of(load_named(layout)), EDITIONS["rulebook"].rules(players), lumped=True)
        if estimate_states(game) > most:
            continue
        row = in_a_process(layout, str(players))
        print(f"{layout:<14}{players:>8}{row['states']:>11,}{row['states'] / row['build']:>10,.0f}"
              f"{row['bytes']:>13,.0f}{row['build']:>9.2f}{row['solve']:>10.2f}{row['sweeps']:>8}"
              f"{row['peak'] / 1e6:>9,.0f}", flush=True)  # fmt: skip


def print_dense(most: int) -> None:
    """Print the table of the dense solver."""
    from solver.guardians.dense.scope import estimate_needs

    print(f"{'cards':>5}{'players':>8}{'states in a layer':>19}{'sweeps':>8}{'gap':>9}{'seconds':>9}"
          f"{'million updates/s':>19}{'peak MB':>9}")  # fmt: skip
    for players, most_cards in MOST_CARDS.items():
        for cards in range(2, most_cards + 1):
            if estimate_needs(dense_game(cards, players)).states > most:
                break
            row = in_a_process(str(cards), str(players), "--dense")
            print(f"{cards:>5}{players:>8}{row['states']:>19,}{row['sweeps']:>8}{row['gap']:>9.1e}"
                  f"{row['seconds']:>9.2f}{row['speed'] / 1e6:>19,.0f}{row['peak'] / 1e6:>9,.0f}",
                  flush=True)  # fmt: skip


def in_a_process(board: str, players: str, *more: str) -> dict[str, Any]:
    """Measure one board in a process of its own."""
    command = [sys.executable, __file__, *more, "--measure", board, players]
    row: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return row


if __name__ == "__main__":
    main()
