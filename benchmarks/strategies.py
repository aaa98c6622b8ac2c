"""How well do simple strategies play, the further they look ahead? On small boards, against perfect play.

Run `python benchmarks/strategies.py` (minutes; `--games N` of each). The share of games that a strategy wins
is estimated as for the skill ladder: the value of the start, less what each decision gives away.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from layouts.catalogue import load_named
from layouts.graph import board_of, induced
from search.difficulty.games import Perfect
from search.difficulty.rungs import score_rung, weigh_game
from search.strategies import Strategy, greedy, one_round_ahead, one_turn_ahead
from search.values import values_by_solving
from solver.guardians.action import Action
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import State

BOARDS = [
    ("Stars,Chalks,Houses", 2, "impossible"),
    ("Stars,Chalks,Houses", 2, "easy"),
    ("Stars,Chalks,Houses,Pool", 2, "difficult"),
    ("Stars,Houses,Pool", 3, "difficult"),
]
STRATEGIES = {"greedy": greedy, "one turn ahead": one_turn_ahead, "one round ahead": one_round_ahead}


def compare(keep: str, players: int, difficulty: str, games: int) -> None:
    """Print a line for each strategy."""
    layout = induced(load_named("rulebook"), keep.split(","))
    rules = EDITIONS["rulebook"].rules(players, difficulty, {"setup_growths": 1})
    game = Game(board_of(layout), rules)
    perfect = Perfect(values_by_solving(game, Play(game).initial(), gap=1e-6))

    def best(state: State) -> Action:
        return perfect.choose(state).action

    worth = float(perfect.worth(perfect.play.initial()))
    print(f"{keep}, {players} players, {difficulty}: perfect play wins {worth:.4f}")
    for name, strategy in STRATEGIES.items():
        played, begun = [], time.monotonic()
        follow = strategy(perfect.play)

        def choose(state: State, random: Random, follow: Strategy = follow) -> Action:
            return follow(state)

        for number in range(games):
            played.append(weigh_game(perfect, choose, best, Random(f"1 {number}")))
        found, seconds = score_rung(name, played), (time.monotonic() - begun) / games
        print(f"    {name:16} {found.mean:.4f} ± {found.error:.4f}   {seconds:.2f} s a game", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300)
    arguments = parser.parse_args()
    for board in BOARDS:
        compare(*board, arguments.games)
