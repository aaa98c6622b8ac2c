"""What a solve under way says is proved, is: checked by a sweep of every layer that it calls a bound."""

import numpy as np
import pytest
from dense_games import game_on, named_board

from search.first_moves import look_up_value
from solver.guardians.dense.solve import solve_game

CASES = [
    ("pair", 2, {"difficulty": "easy"}),
    ("triangle", 1, {"difficulty": "impossible"}),  # a spirit can be lost: two parts
    ("triangle", 1, {"difficulty": "easy", "growths": 0}),  # the guardians can wait: slacks fall
    ("pair", 2, {"difficulty": "easy", "decider": "lord_sepia"}),
]


@pytest.mark.parametrize(("board", "players", "readings"), CASES)
def test_bounds_so_far_are_proved_by_a_sweep(board, players, readings):
    game = game_on(named_board(board), players, **readings)
    seen, values = {"guess": 0, "lower": 0, "both": 0}, []

    def look(going, step, at_guess):
        held = going.first_turns()
        if held is None:
            return
        solver = going.solver
        lower, upper = solver.bounds()
        assert held.lower is lower
        assert held.upper is upper
        if upper is lower:
            seen["guess"] += 1
            return
        values.append(look_up_value(held))
        swept = lower.copy()
        solver.sweeper.sweep(swept, False, fails=going.lower_fails)
        assert not np.any((lower > 0) & (swept <= lower))
        seen["both" if upper is not None else "lower"] += 1
        if upper is not None:
            swept = upper.copy()
            solver.sweeper.sweep(swept, True, fails=going.upper_fails)
            assert not np.any(swept > upper)

    # A gap that can't be had: the upper bound is swept for as long as that helps.
    solve_game(game, gap=1e-12, threads=1, after_sweep=look)
    assert seen["guess"]
    assert seen["both"]
    (low, high), *_ = reversed(values)
    assert high - low < 1e-6
    assert all(lower <= high and low <= upper for lower, upper in values)
