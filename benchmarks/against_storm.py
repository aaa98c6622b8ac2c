"""How do time and memory compare with the model checker Storm, on boards small enough for it?

Install `.[storm]` and run `python benchmarks/against_storm.py`; a few minutes, most of them to write models.
`--board 5 2 easy` (cards, players, difficulty; may be repeated) asks for other boards, `--largest` for the
largest that Storm holds in 12 GB: half an hour each to write, so keep the models with `--models FOLDER`.

**What is compared.** Bounds of the win probability from the start of the setup, asked for with the same gap:
upper - lower for the dense solver, which bounds the start of every round by it, and twice the absolute
precision for Storm, which reports both bounds itself; it is asked about the initial state only. Storm's
seconds are loading and solving, not writing the model; ours are building all tables, solving and
certifying, with kernels compiled before. Each side runs in a process of its own, by turns; memory is the
peak of the whole process, interpreter and libraries included. Storm uses one thread, the dense solver two:
processor seconds are printed, too. Storm's bounds hold but for the rounding of its floats.

**What Storm was given.** The lumped game of `storm_model`, in the format and order that it is quickest with,
and its quickest sound method. Tried on 4 cards, 2 players, difficult (1.26 million states, 4.4 million
branches), seconds on one core:

- *Method.* To the same gap: optimistic value iteration 1.5, interval iteration 1.6, the default (topological)
  2.2 s; policy iteration had not ended after three minutes. Sound value iteration takes 1.8 s but isn't sound
  in stormpy 2.0.0: on 2 cards, 2 players, difficult it returns [0.01393359, 0.01393446]; the value, by policy
  iteration in rationals, is 0.01393456.
- *Order of states.* As they come in a round, sorted by what lies on the table: 1.5 s in all. Breadth-first,
  as Storm's own explorer numbers them: 4.2 s (`--breadth-first`).
- *Format.* Loading alone, with other work on the machine: UMB 0.7 s, text (.tra and .lab) 4.8 s, DRN 8.4 s; a
  matrix builder filled from lists 4.9 s, and twice the peak of a whole run from UMB.
- *Bisimulation.* It leaves 86% of the states; finding that out takes Storm 20 s and 1,030 MB.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from solver.guardians.dense.part import Part
    from solver.guardians.dense.space import Space
    from solver.guardians.game import Game
    from solver.guardians.play import Play
    from solver.guardians.state import State

ROOT = Path(__file__).resolve().parents[1]
CARDS = ("Stars", "Paints", "Houses", "Pool", "Candies", "Ferris wheel", "Boat", "Flowers", "Chalks")
"""Those kept of the rulebook's setup, the first so many; connected, however many they are."""

Board = tuple[int, int, str]  # cards, players, difficulty

SMALL: tuple[Board, ...] = ((3, 1, "easy"), (5, 1, "easy"), (3, 2, "difficult"), (4, 2, "easy"))
LARGEST: tuple[Board, ...] = ((5, 2, "difficult"), (4, 3, "difficult"), (8, 1, "easy"))
"""For each number of players the largest that Storm was found to hold in 12 GB; 6 2 easy needs more."""
METHODS = {
    "ovi": "OPTIMISTIC_VALUE_ITERATION",
    "svi": "SOUND_VALUE_ITERATION",
    "ii": "INTERVAL_ITERATION",
    "topological": "TOPOLOGICAL",
}
COMPARED = ("seconds", "cpu", "peak")
Bounds = tuple[Fraction, Fraction]


def game_on(board: Board) -> Game:
    """Return the lumped game on a board."""
    from layouts.catalogue import load_named
    from layouts.graph import board_of, induced
    from solver.guardians.editions import EDITIONS
    from solver.guardians.game import Game

    cards, players, difficulty = board
    layout = induced(load_named("rulebook"), list(CARDS[:cards]))
    return Game(board_of(layout), EDITIONS["rulebook"].rules(players, difficulty), lumped=True)


def export(board: Board, path: Path, *, breadth_first: bool) -> dict[str, Any]:
    """Write the model for Storm; this is not part of the comparison."""
    from benchmarks.storm_model import enumerate_game, write_umb
    from solver.guardians.play import Play

    begun = time.perf_counter()
    model = enumerate_game(Play(game_on(board)))
    part = path.with_suffix(".part")  # so that what is there by its name is whole
    write_umb(model, part, breadth_first=breadth_first)
    part.replace(path)
    return {"seconds": time.perf_counter() - begun}


def run_storm(path: Path, gap: float, method: str) -> dict[str, Any]:
    """Load the model and solve it, in this process."""
    import stormpy
    from stormpy import environments

    environment = environments.sound()
    solver = environment.solver().min_max()
    solver.method = getattr(environments.MinMaxMethod, METHODS[method])
    solver.relative_termination_criterion = False
    solver.precision = stormpy.Rational(gap) / stormpy.Rational(2)  # the bounds are the value +- precision
    options = stormpy.io.UmbImportOptions()
    options.build_choice_labeling = options.build_state_valuations = False
    (asked,) = stormpy.parse_properties('Pmax=? [F "win"]')

    def solve() -> tuple[float, float]:
        model = stormpy.build_model_from_umb(str(path), options=options)
        found = stormpy.model_checking(model, asked, environment=environment, only_initial_states=True)
        value = found[model.initial_states[0]]
        return value.lower, value.upper

    return measure(solve)


def run_dense(board: Board, gap: float) -> dict[str, Any]:
    """Build, solve and certify with the dense solver, its kernels compiled, in this process."""
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.play import Play
    from solver.rounding import round_down, round_up

    def solve(board: Board) -> tuple[float, float]:
        game = game_on(board)
        lower, upper = start_bounds(Play(game), *solve_game(game, gap=gap))
        return round_down(lower), round_up(upper)

    solve((2, *board[1:]))  # loads the kernels, or compiles them
    return measure(lambda: solve(board))


def start_bounds(play: Play, space: Space, part: Part) -> Bounds:
    """Return bounds, exact, of the value from the start of the setup, given those of the first turns."""
    from solver.guardians.dense.space import ONE
    from solver.guardians.phases import in_setup
    from solver.guardians.state import Over

    known: dict[State, Bounds] = {}

    def bounds(state: State) -> Bounds:
        if isinstance(state.moment, Over):
            return Fraction(state.moment.won), Fraction(state.moment.won)
        if not in_setup(state):
            at = space.rank(state, state.first)
            return Fraction(int(part.lower[at]), ONE), Fraction(int(part.upper[at]), ONE)
        if state not in known:
            lower, upper = zip(*(average(state, action) for action in play.actions(state)), strict=True)
            known[state] = max(lower), max(upper)
        return known[state]

    def average(state: State, action: Any) -> Bounds:
        found = [(chance, bounds(after)) for chance, after in play.outcomes(state, action)]
        lower = sum((chance * low for chance, (low, _) in found), Fraction(0))
        return lower, sum((chance * high for chance, (_, high) in found), Fraction(0))

    return bounds(play.initial())


def run_explicit(board: Board, gap: float) -> dict[str, Any]:
    """Enumerate and solve with the project's own explicit solver, in this process."""
    from solver.bounds import solve_bounds
    from solver.guardians.play import Play
    from solver.model import build_model

    def solve(board: Board) -> tuple[float, float]:
        bounds = solve_bounds(build_model(Play(game_on(board))), gap=gap, at=[0])
        return float(bounds.lower[0]), float(bounds.upper[0])

    solve((2, *board[1:]))
    return measure(lambda: solve(board))


def measure(solve: Callable[[], tuple[float, float]]) -> dict[str, Any]:
    """Call `solve` and return its bounds with what it took: seconds, processor seconds, bytes."""
    base = peak_memory()
    begun, worked = time.perf_counter(), time.process_time()
    lower, upper = solve()
    return {
        "lower": lower,
        "upper": upper,
        "seconds": time.perf_counter() - begun,
        "cpu": time.process_time() - worked,
        "base": base,
        "peak": peak_memory(),
    }


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory."""
    import resource  # where there is no such module, there is no Storm either

    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def limit_memory(size: float) -> None:
    """Let allocations beyond so many GB fail in this process, instead of in the whole machine."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (int(size * 1e9),) * 2)


def in_process(*arguments: object) -> dict[str, Any] | None:
    """Run a side in a process of its own, whose peak is then its own; None if it failed.

    On Linux a new process inherits the peak of the one that starts it: so this one stays small.
    """
    command = [sys.executable, __file__, "--side", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def run_side(name: str, board: Board, path: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Do in this process what `name` says."""
    if name == "export":
        return export(board, path, breadth_first=arguments.breadth_first)
    if name == "storm":
        limit_memory(arguments.memory)
        return run_storm(path, arguments.gap, arguments.method)
    return {"dense": run_dense, "explicit": run_explicit}[name](board, arguments.gap)


def best_of(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the quickest run, with the smallest peak of all."""
    quickest = min(runs, key=lambda run: run["seconds"])
    return {**quickest, "peak": min(run["peak"] for run in runs)}


def compare(board: Board, path: Path, arguments: argparse.Namespace) -> bool:
    """Measure the sides in turn and print them; tell whether all intervals overlap."""
    options = ["--gap", arguments.gap, "--method", arguments.method, "--memory", arguments.memory,
               *["--breadth-first"] * arguments.breadth_first]  # fmt: skip
    print("{} cards, {} player(s), {}".format(*board), flush=True)
    if not path.exists():
        written = in_process("export", *board, path, *options)
        assert written is not None, "the model could not be written"
        print(f"  model written in {written['seconds']:.0f} s", flush=True)
    print(f"  {describe(path)}", flush=True)
    sides = ["storm", "dense", *["explicit"] * arguments.explicit]
    for side in sides[1:]:
        in_process(side, 2, *board[1:], path, *options)  # leaves compiled kernels on disk
    runs: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    for _ in range(arguments.repeats):
        for side in list(runs):
            measured = in_process(side, *board, path, *options)
            if measured is None:
                print(f"  {side} failed; Storm may use {arguments.memory:g} GB (--memory)", flush=True)
                del runs[side]
            else:
                runs[side].append(measured)
    return report({side: best_of(found) for side, found in runs.items()})


def describe(path: Path) -> str:
    """Return how large a model is."""
    with tarfile.open(path) as archive:
        file = archive.extractfile("index.json")
        assert file is not None
        system = json.load(file)["transition-system"]
    return "{#states:,} states, {#choices:,} choices, {#branches:,} branches".format(**system)


def report(best: dict[str, dict[str, Any]]) -> bool:
    """Print the sides and how they compare; tell whether all intervals overlap."""
    for side, run in best.items():
        print(f"  {side:<9}[{run['lower']:.12f}, {run['upper']:.12f}]  gap {run['upper'] - run['lower']:.1e}"
              f"{run['seconds']:>9.2f} s ({run['cpu']:.2f} s of processor)"
              f"{run['peak'] / 1e6:>9,.0f} MB ({run['base'] / 1e6:.0f} before)")  # fmt: skip
    lower, upper = ([run[end] for run in best.values()] for end in ("lower", "upper"))
    overlap = bool(best) and max(lower) <= min(upper)
    if "storm" in best and "dense" in best:
        faster, less_work, smaller = (best["storm"][key] / best["dense"][key] for key in COMPARED)
        print(f"  dense: {faster:.1f} times as fast ({less_work:.1f} by processor time), {smaller:.1f} times "
              f"as small; the intervals {'overlap' if overlap else 'are APART'}", flush=True)  # fmt: skip
    return overlap


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", nargs=3, action="append", metavar=("CARDS", "PLAYERS", "DIFFICULTY"))
    parser.add_argument("--largest", action="store_true", help="the largest boards that Storm holds")
    parser.add_argument("--gap", type=float, default=1e-6, help="asked of all sides, absolute")
    parser.add_argument("--repeats", type=int, default=3, help="the quickest counts; the sides take turns")
    parser.add_argument("--method", choices=METHODS, default="ovi", help="Storm's")
    parser.add_argument("--breadth-first", action="store_true", help="number states as they are found")
    parser.add_argument("--explicit", action="store_true", help="the project's explicit solver, too")
    parser.add_argument("--memory", type=float, default=12, help="most that Storm may use, in GB")
    parser.add_argument("--models", type=Path, help="keep the models here, and take those that are here")
    parser.add_argument("--side", nargs=5, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    sys.path.insert(0, str(ROOT))  # however this is started, the model's writer is found
    if arguments.side:
        name, cards, players, difficulty, path = arguments.side
        board = (int(cards), int(players), difficulty)
        try:
            print(json.dumps(run_side(name, board, Path(path), arguments)))
        except MemoryError:
            print(f"{name}: out of memory", file=sys.stderr)
            return 1
        return 0
    if importlib.util.find_spec("stormpy") is None:
        print("Storm is not installed: pip install -e '.[storm]'", file=sys.stderr)
        return 2
    boards: list[Board] = [(int(n), int(players), name) for n, players, name in arguments.board or ()]
    boards = boards or list(LARGEST if arguments.largest else SMALL)
    load = os.getloadavg()[0]  # others' work makes both sides slower: what counts is the ratio
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, load {load:.1f}, Python "
          f"{platform.python_version()}; gap {arguments.gap:g}, Storm by {arguments.method}")  # fmt: skip
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.models or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        suffix = "-breadth-first" if arguments.breadth_first else ""
        agree = [
            compare(board, folder / "{}-{}-{}{}.umb".format(*board, suffix), arguments) for board in boards
        ]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
