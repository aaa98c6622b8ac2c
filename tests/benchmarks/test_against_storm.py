"""The comparison with Storm: what it writes is the game, and what it asks of both sides is the same."""

import importlib.util
import json
import subprocess
import sys
import tarfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from benchmarks import against_storm
from benchmarks.storm_model import Codes, enumerate_game, write_umb
from layouts.catalogue import load_named
from layouts.graph import board_of
from solver.bounds import solve_bounds
from solver.guardians.dense.solve import solve_game
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.phases import ends_round
from solver.guardians.play import Play
from solver.model import build_model

SCRIPT = Path(against_storm.__file__)
CASES = [
    ("pair", 1, "easy", {}),
    ("line", 1, "difficult", {"actions": 2}),
    ("pair", 2, "difficult", {"actions": 2, "start": "any"}),
    ("pair", 3, "easy", {"actions": 1, "agents": 0, "spirits": 1}),
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case[:3])))
def play(request):
    layout, players, difficulty, readings = request.param
    rules = EDITIONS["rulebook"].rules(players, difficulty, readings)
    return Play(Game(board_of(load_named(layout)), rules, lumped=True))


def read_umb(path):
    """Return the index and the arrays of an archive."""
    with tarfile.open(path) as archive:
        content = {name: archive.extractfile(name).read() for name in archive.getnames()}
    types = {"branch-to-probability.bin": "<f8"}
    arrays = {
        name: np.frombuffer(data, types.get(name, "<u8")).tolist()
        for name, data in content.items()
        if name.endswith(".bin")
    }
    return json.loads(content["index.json"])["transition-system"], arrays


def members(words):
    """Return the numbers in a set that is a mask of 64-bit words."""
    return [64 * i + bit for i, word in enumerate(words) for bit in range(64) if word >> bit & 1]


@pytest.mark.parametrize("breadth_first", [False, True])
def test_the_file_has_the_states_choices_and_probabilities_of_the_model(play, tmp_path, breadth_first):
    model, explicit = build_model(play), enumerate_game(play)
    write_umb(explicit, tmp_path / "model.umb", breadth_first=breadth_first)
    system, arrays = read_umb(tmp_path / "model.umb")
    n = system["#states"]
    order = list(range(n)) if breadth_first else explicit.order.tolist()
    place = {state: at for at, state in enumerate(order)}  # both enumerations are breadth-first
    first_choice, first_branch = arrays["state-to-choices.bin"], arrays["choice-to-branches.bin"]
    assert (n, len(first_choice), sorted(order)) == (len(model), n + 1, list(range(n)))
    assert system["#choices"] == len(first_branch) - 1 == first_choice[-1]
    assert system["#branches"] == len(arrays["branch-to-target.bin"]) == first_branch[-1]
    for state in range(n):
        found = []
        for choice in range(first_choice[place[state]], first_choice[place[state] + 1]):
            span = slice(first_branch[choice], first_branch[choice + 1])
            chances = arrays["branch-to-probability.bin"][span]
            assert sum(Fraction(chance).limit_denominator(6**3) for chance in chances) == 1
            found.append(list(zip(chances, arrays["branch-to-target.bin"][span], strict=True)))
        wanted = [
            [(float(chance), place[after]) for chance, after in model.transitions(choice)]
            for choice in model.choices(state)
        ]
        assert found == (wanted or [[(1.0, place[state])]])
    won = [place[i] for i in range(n) if model.terminal[i] >= 0 and model.values[model.terminal[i]] == 1]
    assert members(arrays["annotations/aps/win/states/values.bin"]) == won
    assert members(arrays["state-is-initial.bin"]) == [place[0]]


def test_only_the_end_of_a_round_leads_back(play):
    model, explicit = build_model(play), enumerate_game(play)
    place = np.argsort(explicit.order)
    for state in range(len(model)):
        for choice in model.choices(state):
            for _, after in model.transitions(choice):
                assert place[after] > place[state] or ends_round(
                    play.game, model.states[state], model.states[after]
                )


def test_codes_are_one_to_one(play):
    codes = Codes()
    states = build_model(play).states
    packed = [codes.pack(state) for state in states]
    assert len(set(packed)) == len(states)
    assert list(map(codes.unpack, packed)) == states
    assert max(packed) < 2**64


def test_both_sides_are_asked_for_the_start_of_the_setup(play):
    bounds = solve_bounds(build_model(play), gap=1e-12, at=[0])
    lower, upper = against_storm.start_bounds(play, *solve_game(play.game, gap=1e-6))
    assert lower - 1e-12 <= bounds.lower[0] <= bounds.upper[0] <= upper + 1e-12
    assert 0 < upper - lower <= 1e-6


def test_without_storm_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["against_storm.py"])
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert against_storm.main() == 2
    assert ".[storm]" in capsys.readouterr().err


@pytest.mark.slow
def test_the_smallest_board_against_storm():
    pytest.importorskip("stormpy")
    command = [sys.executable, SCRIPT, "--board", "2", "2", "difficult"]
    done = subprocess.run(
        [*command, "--repeats", "1", "--explicit"], capture_output=True, text=True, check=True
    )
    assert "the intervals overlap" in done.stdout
