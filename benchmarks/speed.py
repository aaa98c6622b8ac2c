"""How fast is one sweep of the dense solver, layer by layer, and how fast could it be at all?

Run `python benchmarks/speed.py` (by default two players, nine cards, impossible; a minute and 2 GB). Each
kind of layer is backed up three times and the best time taken; values are 32-bit fixed point, supports and
rerolls are counted in. The last line reads and writes an array of that size with as many threads: no layer
can be faster than that. Machines differ: read ratios between lines, not single figures.
"""

from __future__ import annotations

import argparse
import platform
from concurrent.futures import ThreadPoolExecutor
from timeit import repeat

import numpy as np
import psutil

from layouts.catalogue import load_named
from layouts.graph import board_of, induced
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Sweeper, round_towards
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game

ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--layout", default="rulebook")
    parser.add_argument("--keep", metavar="A,B,C", help="play on these cards of it only")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--difficulty", default="impossible")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    rules = EDITIONS["rulebook"].rules(arguments.players, arguments.difficulty)
    layout = load_named(arguments.layout)
    if arguments.keep:
        layout = induced(layout, arguments.keep.split(","))
    space = Space(Game(board_of(layout), rules, lumped=True), rules.spirits)
    sweeper = Sweeper(space, arguments.threads)
    layer = sweeper.new_layer(0)
    for _ in range(2):
        sweeper.sweep(layer, up=False)  # compiles, or loads, the kernels; and zeros would be too easy
    rounding = round_towards(False, sweeper.dice)
    ranks = (0, space.shape[1])
    fails = np.zeros((*space.shape[1:2], *space.shape[3:]), dtype=np.uint32) if rules.center_penalty else None
    copy = np.empty_like(layer)

    def stream() -> None:
        with ThreadPoolExecutor(arguments.threads) as pool:
            list(pool.map(lambda s: np.copyto(copy[s], layer[s]), range(len(layer))))

    growths, actions = rules.growths, rules.players * rules.actions
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}; "
          f"{arguments.layout}, {arguments.players} players, {arguments.difficulty}: {layer.size:,} states "
          f"in a layer of 32-bit values, {arguments.threads} threads")  # fmt: skip
    print(f"{'work':<28}{'layers':>8}{'seconds':>10}{'million updates/s':>20}")
    for name, layers, work in (
        ("an action of a player", 1, lambda: sweeper.act(layer, rounding, ranks, fails)),
        ("the next guardian's turn", 1, lambda: sweeper.rotate(layer, ranks, forward=True)),
        ("the one's before", 1, lambda: sweeper.rotate(layer, ranks, forward=False)),
        ("the agents", 1, lambda: sweeper.step_agents(layer, rounding, ranks)),
        ("all growths of a round", growths, lambda: sweeper.grow(layer, rounding, ranks)),
        ("a whole sweep", actions + 1 + growths, lambda: sweeper.sweep(layer, up=False)),
        ("read and write, no more", 1, stream),
    ):
        seconds = min(repeat(work, number=1, repeat=ROUNDS))
        print(f"{name:<28}{layers:>8}{seconds:>10.3f}{layers * layer.size / seconds / 1e6:>20,.0f}")


if __name__ == "__main__":
    main()
