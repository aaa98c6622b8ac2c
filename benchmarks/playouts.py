"""How many playouts by the greedy strategy are there in a second, readable and compiled?

Run `python benchmarks/playouts.py` (two minutes, and what compiling takes once on a machine). After each
action of the first turn of a game, so many games are played on; the times are of one processor. The compiled
playouts are compared with the readable ones: they must be the same.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import psutil

from layouts.catalogue import load_named
from layouts.graph import board_of
from search.greedy_games import GreedyGames
from search.playouts import draw, play_each
from search.strategies import greedy
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.phases import in_setup
from solver.guardians.play import Play
from solver.guardians.state import State

GAMES = (
    ("rulebook", 2, "easy"),
    ("rulebook", 3, "easy"),
    ("rulebook", 4, "easy"),
    ("revised", 3, "medium"),
    ("revised", 4, "difficult"),
)


def first_turn(play: Play) -> State:
    """Return the first turn of a game in which the first action is taken while there is a choice."""
    state, random = play.initial(), Random("playouts")
    while in_setup(state):
        state = draw(play.outcomes(state, play.actions(state)[0]), random)
    return state


def timed(play: Callable[[int], list[Fraction]], rounds: int) -> tuple[float, list[list[Fraction]]]:
    """Return the seconds of processor time, and what the playouts came to."""
    begun = time.process_time()
    found = [play(number) for number in range(rounds)]
    return time.process_time() - begun, found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=10, help="playouts after each action")
    parser.add_argument("--players", type=int, help="only games of so many")
    arguments = parser.parse_args()
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{'layout':<10}{'players':>8}  {'difficulty':<12}{'playouts':>9}{'a second':>10}{'compiled':>10}"
          f"{'ratio':>7}{'won':>7}")  # fmt: skip
    for layout, players, difficulty in GAMES:
        if arguments.players not in (None, players):
            continue
        game = Game(board_of(load_named(layout)), EDITIONS[layout].rules(players, difficulty))
        play = Play(game)
        state, strategy, games = first_turn(play), greedy(play), GreedyGames(game)
        games.play_each(state, 1, 0)  # compiles, or loads, the kernels
        slow, expected = timed(partial(play_each, play, strategy, state, 1), arguments.rounds)
        fast, found = timed(partial(games.play_each, state, 1), arguments.rounds)
        if found != expected:
            raise SystemExit("the compiled playouts are others")
        count = sum(map(len, found))
        won = float(sum(map(sum, found)) / count)
        print(f"{layout:<10}{players:>8}  {difficulty:<12}{count:>9}{count / slow:>10,.0f}"
              f"{count / fast:>10,.0f}{slow / fast:>7.0f}{won:>7.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
