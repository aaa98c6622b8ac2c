"""About how many states does a lumped game have? For deciding whether to enumerate them."""

from __future__ import annotations

from math import comb

from solver.guardians.game import Game
from solver.guardians.state import ATTEMPTS

ROLLS = 8
"""Failed rolls told apart for each attempt with a supporter, about (with two or more: 50)."""


LARGEST_MODEL = 3_000_000
"""States that are enumerated at most, unless somebody asks for more: about 4 GB and a few minutes."""
ENUMERATED_A_SECOND = 20_000
"""States that are enumerated and solved, about."""


def estimate_states(game: Game) -> int:
    """Return a rough count of the states that can be reached, usually within a factor of 2.

    Counts the dark sets, the whereabouts of agents, spirits and guardians, and the actions left of
    each player; then the failed rolls where guardians meet. Reading R2, the setup, and the choices of
    darkness are left out.
    """
    rules, n = game.rules, len(game.board)
    dark = max(1, 2 ** (n - 1) - 1)
    agents = comb(n + 2 + rules.agents - 1, rules.agents)
    spirits = sum(comb(n, on_table) for on_table in range(rules.spirits + 1))
    if rules.center_penalty and rules.spirits > 1:
        spirits += sum(comb(n, on_table) for on_table in range(rules.spirits)) / dark  # mostly the last fight
    tables = dark * agents * spirits * (2 * n) ** rules.players
    turns = rules.players * rules.actions + 1
    meeting = 1 - (1 - 1 / (4 * n)) ** (rules.players - 1)
    rolls = ROLLS if rules.players == 2 and rules.reduce_timing == "before" else 50
    if not rules.reroll and rules.reduce_timing == "before":
        rolls = 0
    return int(tables * turns * (1 + len(ATTEMPTS) / 2 * meeting * rolls))
