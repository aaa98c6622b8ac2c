"""How much does learning bring in a hunt for the hardest and the easiest layout, compared with random ones?

Run `python benchmarks/hunts.py FILE` (five seeds, ten minutes a hunt and as long again at random: 100
minutes). Both sides have the same time and threads, glance, look and solve alike, and differ in what they
glance at: what CP-SAT finds by weights learnt on the way, or layouts laid at random. Each answer is a line of
JSON in FILE, and what is there isn't done again. With `--print` it only prints. All win probabilities are
bounded; printed is the middle.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import psutil

from layouts.cards import CARD_SETS
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from search.extremes import SIDES
from search.extremes.hunt import hunt_extremes
from search.surveys.decks import parse_deck
from solver.guardians.editions import EDITIONS

WAYS = {"learning": True, "at random": False}
GAP = 1e-6


def hunt(deck: str, players: int, difficulty: str, seed: int, budget: float, learn: bool) -> dict[str, Any]:
    """Hunt once, and return what was found."""
    cards = parse_deck(deck, CARD_SETS["rulebook"])
    found = hunt_extremes(
        None,
        cards,
        EDITIONS["rulebook"].rules(players, difficulty),
        Lattice(Shape(3, 2), 1, len(cards)),
        gap=GAP,
        budget=budget,
        seed=seed,
        threads=os.cpu_count() or 1,
        learn=learn,
        progress=lambda standing: print(f"\r{standing.doing} {standing.glanced} {standing.looked} "
                                        f"{standing.solved}   ", end="", file=sys.stderr),
    )  # fmt: skip
    print(file=sys.stderr)
    counts = {"glanced": found.glanced, "looked": found.looked, "solved": found.solved}
    rows = {side: getattr(found, side)[0] for side in SIDES}
    return {
        side: {"layout": row.layout, "lower": row.lower, "upper": row.upper} for side, row in rows.items()
    } | counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the answers so far")
    parser.add_argument("--deck", default="all")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--difficulty", default="impossible")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--budget", type=float, default=600, help="seconds for each hunt")
    parser.add_argument("--print", action="store_true", help="hunt no more")
    arguments = parser.parse_args()
    deck, players, difficulty = arguments.deck, arguments.players, arguments.difficulty
    lines = arguments.file.read_text().splitlines() if arguments.file.exists() else []
    known = {json.dumps(found["asked"]): found for found in map(json.loads, lines)}
    for seed in arguments.seeds:
        for way, learn in WAYS.items():
            asked = [deck, players, difficulty, seed, arguments.budget, way]
            if json.dumps(asked) in known or arguments.print:
                continue
            print(*asked, file=sys.stderr)
            found = {"asked": asked, **hunt(deck, players, difficulty, seed, arguments.budget, learn)}
            known[json.dumps(asked)] = found
            with arguments.file.open("a") as file:
                print(json.dumps(found), file=file, flush=True)
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| seed | seconds | glanced at | hardest | easiest | glanced, looked, solved |")
    print("|---|---|---|---|---|---|")
    for found in known.values():
        *_, seed, budget, way = found["asked"]
        middles = [f"{(found[side]['lower'] + found[side]['upper']) / 2:.6g}" for side in SIDES]
        counts = ", ".join(str(found[name]) for name in ("glanced", "looked", "solved"))
        print(f"| {seed} | {budget:g} | {way} | {' | '.join(middles)} | {counts} |")


if __name__ == "__main__":
    main()
