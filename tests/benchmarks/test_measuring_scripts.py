"""The scripts that measure: they run, and what they print is what was measured."""

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import psutil
import pytest

from benchmarks import formats, whole_games
from benchmarks.whole_games import Printed, row, solve

FOLDER = Path(whole_games.__file__).parent
PAIR = Printed("pair", "rulebook", 1, "easy", "players")


def run(script, *arguments):
    command = [sys.executable, FOLDER / script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_growth_of_the_dense_solver_goes_card_by_card_and_player_by_player():
    _, head, *rows = run("growth.py", "--dense", "--most", 2000)
    assert head.split()[:2] == ["cards", "players"]
    assert [tuple(line.split()[:3]) for line in rows] == [("2", "1", "320"), ("2", "2", "1,280")]


def test_growth_of_enumeration_still_runs():
    _, _, *rows = run("growth.py", "--most", 3000)
    assert [line.split()[:3] for line in rows] == [["pair", "1", "613"]]


def test_speed_counts_all_layers_of_a_sweep():
    head, _, *rows = run("speed.py", "--layout", "pair")
    assert "1,280 states" in head
    layers = {line[:28].strip(): int(line[28:].split()[0]) for line in rows}
    assert layers["a whole sweep"] == 2 * 4 + 1 + 3
    assert layers["all growths of a round"] == 3


def test_compiled_playouts_are_compared_with_readable_ones():
    _, _, *rows = run("playouts.py", "--rounds", 1, "--players", 3)
    assert [row.split()[:4] for row in rows] == [
        ["rulebook", "3", "easy", "10"],
        ["revised", "3", "medium", "12"],
    ]


def test_formats_are_measured_alike_and_round_down():
    _, _, head, *rows = run("formats.py", "--values", 100_000)
    assert [row.split()[0] for row in rows] == ["fixed", "float32", "float64"]
    assert head.split()[-3:] == ["a", "layer,", "GB"]
    rng = np.random.default_rng(2)
    for kind, back_up, _ in formats.FORMATS.values():
        scale = 2**32 - 1 if kind == np.uint32 else 1
        success, failure = ((rng.random(999) * scale).astype(kind) for _ in range(2))
        out = np.empty_like(success)
        back_up(success, failure, out)
        for s, f, found in zip(success.tolist(), failure.tolist(), out.tolist(), strict=True):
            exact = Fraction(f) + Fraction(formats.WAYS, 216) * max(Fraction(s) - Fraction(f), 0)
            assert Fraction(found) <= exact, kind
            assert Fraction(found) > exact - (2 if scale > 1 else Fraction(1, 2**20))


@pytest.mark.slow
def test_look_ups_are_timed_and_import_nothing_heavy(tmp_path, monkeypatch):
    monkeypatch.setenv("HUE_TABLES", str(tmp_path))
    _, _, _, *rows = run("look_up.py", "--layout", "pair", "--positions", 2)
    assert len(rows) == 2
    assert all(row.endswith("none of them") and "turn" in row for row in rows)


@pytest.mark.slow
def test_hunts_with_and_without_learning_are_kept_and_not_done_again(tmp_path):
    options = [tmp_path / "hunts", "--deck", "3,4", "--players", 1, "--seeds", 2, "--budget", 2]
    _, _, _, _, *rows = run("hunts.py", *options)
    assert [row.split(" | ")[2] for row in rows] == ["learning", "at random"]
    hardest, easiest = {tuple(map(float, row.split(" | ")[3:5])) for row in rows}.pop()
    assert 0 < hardest < easiest  # of so few layouts both find the same
    assert run("hunts.py", *options, "--print")[4:] == rows
    assert len((tmp_path / "hunts").read_text().splitlines()) == 2


def test_a_game_is_solved_in_a_process_of_its_own(tmp_path):
    found = solve(PAIR, tmp_path)
    assert Printed(*(found[name] for name in Printed._fields)) == PAIR
    assert 0 < found["upper"] - found["lower"] <= 1e-6
    assert found["lower"] <= 0.001872641229
    assert found["upper"] >= 0.001872641221


@pytest.mark.parametrize("end", ["stopped", "killed", "its command stopped"])
def test_a_game_goes_on_in_the_middle(tmp_path, end):
    game = Printed("sample-four", "rulebook", 2, "easy", "players")
    program = f"from benchmarks.whole_games import *; solve({game!r}, Path({str(tmp_path)!r}))"
    stopped = subprocess.Popen([sys.executable, "-c", program], cwd=FOLDER.parent, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("*.part")) and time.monotonic() < deadline:
        time.sleep(0.05)
    (child,) = psutil.Process(stopped.pid).children()
    if end != "its command stopped":
        stopped.send_signal(signal.SIGINT if end == "stopped" else signal.SIGKILL)
    if end != "stopped":
        child.send_signal(signal.SIGKILL if end == "killed" else signal.SIGINT)
    stopped.communicate()
    assert stopped.returncode == {"stopped": -signal.SIGINT, "killed": -signal.SIGKILL}.get(end, 1)
    (kept,) = tmp_path.glob("*.seconds")
    before = float(kept.read_text())
    assert (before > 0) == (end != "killed") == bool(list(tmp_path.glob("*.checkpoint")))
    found = solve(game, tmp_path)
    assert 0 < found["upper"] - found["lower"] <= 1e-6
    assert found["seconds"] > before
    assert not kept.exists()
    assert not list(tmp_path.glob("*.checkpoint"))


def test_what_is_known_is_printed_and_not_solved_again(tmp_path):
    file = tmp_path / "games"
    known = {**PAIR._asdict(), "lower": 0.25, "upper": 0.5, "sweeps": 7, "seconds": 3, "peak": 2e9}
    file.write_text(json.dumps(known) + "\n")
    assert row(known) in run("whole_games.py", file, "--print")


def test_bounds_are_printed_rounded_outward():
    known = {**PAIR._asdict(), "lower": 1 / 3, "upper": 2 / 3, "sweeps": 7, "seconds": 3, "peak": 2e9}
    low, high = row(known).split(" | ")[5:7]
    assert float(low) <= 1 / 3
    assert float(high) >= 2 / 3
    known |= {"lower": 2 / 3, "upper": 1 / 3}
    low, high = row(known).split(" | ")[5:7]
    assert float(low) <= 2 / 3
    assert float(high) >= 1 / 3
