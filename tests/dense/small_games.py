"""Small games that between them run every kernel.

As a program it says what comes out for some of them, for a process that compiles in another way:

    python small_games.py explicit|both GAME...
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256

from dense_games import Layers, compare_layers, game_on, named_board, solve_explicit

REVISED = {"edition": "revised", "difficulty": "easy"}
LORD_SEPIA = {"decider": "lord_sepia"}
SMALL = {
    "pair, one player": ("pair", 1, {}),
    "pair, two players": ("pair", 2, {"actions": 2}),
    "two supporters": ("pair", 3, {"actions": 1}),
    "two supporters, no rerolls": ("pair", 3, {"actions": 1, "reroll": False}),
    "two growths, lost spirits": ("pair", 2, {"actions": 2, "difficulty": "difficult"}),
    "lord sepia": ("pair", 2, {"actions": 1, "difficulty": "difficult", **LORD_SEPIA}),
    "lord sepia's agents": ("line", 1, {"actions": 1, "decider": "lord_sepia_agents"}),
    "no growth": ("line", 1, {"actions": 2, "agents": 1, "growths": 0}),
    "no agents": ("line", 1, {"actions": 2, "agents": 0}),
    "one agent, one spirit": ("line", 1, {"actions": 2, "agents": 1, "spirits": 1}),
    "two spirits a location": ("line", 1, {"actions": 2, "spirits_per_location": 2}),
    "readme edition": ("line", 1, {"actions": 2, "edition": "readme"}),
    "sure attempts": ("pair", 2, REVISED),
    "guardians hold out": ("revised-triangle", 2, {**REVISED, "actions": 1, "agents": 1, **LORD_SEPIA}),
}


def small_game(name):
    board, players, readings = SMALL[name]
    return game_on(named_board(board, readings.get("edition", "rulebook")), players, **readings)


def digest(arrays):
    """Return what differs as soon as one bit of the arrays does."""
    found = sha256()
    for array in arrays:
        found.update(array.tobytes())
    return found.hexdigest()


def results(name, what):
    """Return a digest of the explicit solver's bounds; if `what` is "both", of the dense solver's, too.

    And how many states of both lie apart.
    """
    game = small_game(name)
    model, bounds = solve_explicit(game)
    found = {"explicit": digest([bounds.lower, bounds.upper])}
    if what == "both":
        layers = Layers(game)
        found["dense"] = digest(layer for key in sorted(layers.found) for layer in layers.found[key])
        found["apart"] = len(compare_layers(layers, model, bounds).apart)
    return found


def idle_kernels():
    """Name the kernels that this process has not compiled."""
    kernels = {
        value
        for name, module in list(sys.modules.items())
        if name.startswith("solver.")
        for value in vars(module).values()
        if hasattr(value, "py_func")
    }
    return sorted(kernel.__name__ for kernel in kernels if not kernel.signatures)


if __name__ == "__main__":
    what, *names = sys.argv[1:]
    print(json.dumps({"games": {name: results(name, what) for name in names}, "idle": idle_kernels()}))
