"""The values that independent programs have found, each in the interval of the dense solver."""

import json
from pathlib import Path

import pytest

from layouts.code import format_code
from layouts.errors import RuleError
from layouts.graph import board_of, make_layout
from search.first_moves import look_up_value
from solver.guardians.dense.scope import check_scope
from solver.guardians.dense.solve import solve_game
from solver.guardians.game import Game
from solver.guardians.rules import Rules
from solver.guardians.saved import open_table
from solver.guardians.saving import TableWriter

FILE = Path(__file__).parents[1] / "guardians" / "reference-values.json"
VALUES = dict(enumerate(json.loads(FILE.read_text(encoding="utf-8"))["values"]))
AFTER = [number for number, entry in VALUES.items() if entry["readings"].get("reduce_timing") == "after"]
GAP = 1e-7
SLACK = 1e-11  # how far outside its interval a reference value may lie


def rules_of(entry):
    players = entry["players"]
    return Rules(players=players, **{"setup_growths": players + 1, **entry["readings"]})


@pytest.mark.parametrize("number", [number for number in VALUES if number not in AFTER])
def test_the_value_is_met(number, tmp_path):
    entry = VALUES[number]
    layout = make_layout(entry["cards"], entry["adjacent"], edition=entry.get("edition"))
    game = Game(board_of(layout), rules_of(entry), lumped=True)
    check_scope(game.rules)
    path = tmp_path / "table.hue"
    with TableWriter(game, format_code(layout), path) as writer:
        solve_game(game, gap=GAP, keep=writer.keep)
    lower, upper = look_up_value(open_table(path, game))
    assert 0 <= upper - lower <= GAP
    assert lower <= entry["win_upper"] + SLACK
    assert entry["win_lower"] - SLACK <= upper


@pytest.mark.parametrize("number", AFTER)
def test_what_it_cannot_do_is_refused(number):
    with pytest.raises(RuleError, match="reduce_timing"):
        check_scope(rules_of(VALUES[number]))


def test_all_but_one_are_met():
    assert (len(VALUES), len(AFTER)) == (45, 1)
