"""Surveys: a row for every layout, and rows that outlive kills, locks and damage."""

import json
import random
import re
import signal
import sqlite3
import subprocess
import time
from itertools import count

import psutil
import pytest
from small_survey import COMMAND, DECK, ONE_EASY, OPTIONS, count_rows, rows_of

from layouts.cards import CARD_SETS
from layouts.errors import ParseError, RuleError
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from reports.app import run_command
from search.surveys.database import lock_database, open_database
from search.surveys.decks import iter_members, parse_deck
from search.surveys.features import features_of
from search.surveys.solving import solve_layout

RULEBOOK = CARD_SETS["rulebook"]
LATTICE = Lattice(Shape(3, 2), 1, 4)
MOST_KILLS = 20
MEMBERS = list(iter_members(parse_deck(DECK, RULEBOOK), LATTICE))


def test_every_layout_has_its_row(undisturbed):
    assert {row.layout for row in undisturbed} == {member.layout for member in MEMBERS}
    assert [row.lower for row in undisturbed] == sorted(row.lower for row in undisturbed)
    for row in undisturbed:
        again = solve_layout(row.layout, ONE_EASY, 1e-8)
        assert (row.lower, row.upper) == (again.lower, again.upper)
        assert row.features == features_of(row.layout)


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_at_random_it_ends_with_the_same_rows(undisturbed, tmp_path, times):
    """A survey that ends before it is killed must have the rows; then another one is begun.

    Some kill must come after rows are written, and before all are.
    """
    rng, paths = random.Random(1), (tmp_path / f"killed{i}.db" for i in count())
    path, kept, kills, interrupted = next(paths), 0, 0, 0
    while kills < times or (not interrupted and kills < MOST_KILLS):
        process = subprocess.Popen([*COMMAND, str(path), *OPTIONS])
        try:
            deadline = time.monotonic() + (120 if kills % 2 == 0 else rng.uniform(0.0, 2.0))
            while process.poll() is None and count_rows(path) == kept and time.monotonic() < deadline:
                time.sleep(0.01)  # every other time until there are more rows, however slow this machine is
            assert process.wait(rng.uniform(0.0, 0.3)) == 0
        except subprocess.TimeoutExpired:
            kill_with_workers(process)
            kills += 1
        else:
            assert rows_of(path) == undisturbed
            path, kept = next(paths), 0
        now = count_rows(path)
        interrupted += kept < now < len(undisturbed)
        assert now >= kept
        kept = now
    assert interrupted
    assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    assert rows_of(path) == undisturbed


def kill_with_workers(process):
    workers = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert alive == []


def test_a_worker_that_dies_costs_one_line_and_what_it_had(undisturbed, tmp_path):
    path = tmp_path / "died.db"
    process = subprocess.Popen([*COMMAND, str(path), *OPTIONS], stderr=subprocess.PIPE, text=True)
    deadline, workers = time.monotonic() + 120, []
    while not workers and time.monotonic() < deadline:
        children = psutil.Process(process.pid).children()
        workers = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        time.sleep(0.01)
    workers[0].kill()
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "a process that solves layouts died" in said
    assert said.count("\n") == 1
    assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    assert rows_of(path) == undisturbed


def test_ctrl_c_stops_it_and_the_same_command_goes_on(undisturbed, tmp_path):
    path = tmp_path / "stopped.db"
    process = subprocess.Popen([*COMMAND, str(path), *OPTIONS, "--json"], stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            if rows_of(path):
                break
        except (ParseError, RuleError):
            pass
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    said = json.loads(out)
    assert process.returncode == (4 if said["solved"] < said["layouts"] else 0)
    assert len(rows_of(path)) == said["solved"] > 0
    assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    assert rows_of(path) == undisturbed


def test_a_narrower_gap_solves_again_and_a_wider_one_does_not(tmp_path, capsys):
    path = str(tmp_path / "gaps.db")
    run = ["survey", "run", path, "--deck", "3", "-p", "1", "-d", "easy", "--processes", "1", "--gap"]
    gaps = []
    for gap in ("1e-3", "1e-9", "1e-3"):
        assert run_command([*run, gap]) == 0
        (row,) = rows_of(tmp_path / "gaps.db")
        gaps.append(row.upper - row.lower)
    assert 1e-9 < gaps[0] <= 1e-3
    assert gaps[1] == gaps[2] <= 1e-9
    capsys.readouterr()


@pytest.mark.parametrize(("players", "code"), [("1", 0), ("2", 3)])  # enumerated; 32 bits hold no 1e-13
def test_what_is_solved_counts_as_solved_whatever_gap_came_out(tmp_path, capsys, players, code):
    path = str(tmp_path / "done.db")
    run = ["survey", "run", path, "--deck", "3,4", "-p", players, "--processes", "1", "--gap", "1e-13"]
    assert run_command(run) == code
    said = re.fullmatch(
        r"hue: the bounds of 2 layouts are wider than asked for, by up to (\S+); "
        r"a --gap of 1e-13 is out of reach there\n|",
        capsys.readouterr().err,
    )
    rows = rows_of(tmp_path / "done.db")
    wide = [row.upper - row.lower for row in rows if row.upper - row.lower > 1e-13]
    assert said[1] == (f"{max(wide):.3g}" if code else None)
    assert bool(wide) == bool(code)
    assert run_command(["survey", "status", path, "--json"]) == 0
    (survey,) = json.loads(capsys.readouterr().out)["surveys"]
    assert survey["solved"] == survey["layouts"] == 2
    assert run_command([*run, "--resume", "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer["gap"] == 1e-13
    assert answer["widest_gap"] == max(row.upper - row.lower for row in rows)
    assert rows_of(tmp_path / "done.db") == rows


def test_two_runs_at_once_are_one_too_many(tmp_path, capsys):
    path = tmp_path / "twice.db"
    with lock_database(path):
        assert run_command(["survey", "run", str(path), "--deck", "3", "-p", "1"]) == 2
    assert "another process is running a survey" in capsys.readouterr().err


def test_a_database_that_somebody_writes_to_is_waited_for_and_then_said_to_be_locked(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("search.surveys.database.PATIENCE", 0.2)
    path = tmp_path / "busy.db"
    run = ["survey", "run", str(path), "--deck", "3", "-p", "1", "--processes", "1"]
    with open_database(path, create=True):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert run_command(run) == 2
    said = capsys.readouterr().err
    assert "another process is writing to it" in said
    assert said.count("\n") == 1
    other.execute("ROLLBACK")
    other.close()
    assert run_command(run) == 0


def test_a_full_disk_costs_what_was_not_kept_and_nothing_else(undisturbed, tmp_path, monkeypatch, capsys):
    path = tmp_path / "full.db"
    run = ["survey", "run", str(path), *OPTIONS]
    connect = sqlite3.connect

    def small(*args, **options):
        connection = connect(*args, **options)
        connection.execute("PRAGMA max_page_count = 6")  # SQLite's own word for a full disk
        return connection

    with monkeypatch.context() as patch:
        patch.setattr("search.surveys.database.sqlite3.connect", small)
        assert run_command(run) == 2
    said = capsys.readouterr().err
    assert "there is no room left on the disk" in said
    assert said.count("\n") == 1
    assert 0 < len(rows_of(path)) < len(undisturbed)
    assert run_command(run) == 0
    assert rows_of(path) == undisturbed


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to look" * 50])
def test_what_is_no_database_is_said_so(tmp_path, capsys, content):
    path = tmp_path / "x.db"
    path.write_bytes(content)
    code = run_command(["survey", "status", str(path)])
    said = capsys.readouterr()
    if content:
        assert code == 2
        assert "no database of surveys" in said.err
        assert path.read_bytes() == content
    else:
        assert code == 0  # an empty file is an empty database
        assert "No survey yet" in said.out


def test_another_database_is_left_alone(tmp_path, capsys):
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.close()
    assert run_command(["survey", "run", str(path), "--deck", "3"]) == 2
    assert "a database, but not of surveys" in capsys.readouterr().err
    assert run_command(["survey", "status", str(tmp_path / "none.db")]) == 2
    assert not (tmp_path / "none.db").exists()


def test_show_and_export_say_what_the_rows_say(undisturbed, tmp_path, capsys):
    path = tmp_path / "shown.db"
    assert run_command(["survey", "run", str(path), *OPTIONS]) == 0
    capsys.readouterr()
    assert run_command(["survey", "show", str(path), "--top", "2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["finished"] is True
    assert [each["layout"] for each in shown["hardest"]] == [row.layout for row in undisturbed[:2]]
    assert shown["easiest"][0]["win"]["upper"] == max(row.upper for row in undisturbed)
    for kind in ("csv", "parquet"):
        out = tmp_path / f"rows.{kind}"
        assert run_command(["survey", "export", str(path), "--out", str(out)]) == 0
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert len(lines) == 1 + len(undisturbed)
    from pyarrow import parquet

    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(row["layout"], row["lower"], row["contacts"]) for row in table] == [
        (row.layout, row.lower, row.features["contacts"]) for row in undisturbed
    ]
    assert run_command(["survey", "export", str(path), "--out", str(tmp_path / "rows.txt")]) == 2
    assert run_command(["survey", "show", str(path), "--survey", "7"]) == 2


@pytest.mark.parametrize(
    "command",
    [
        ["survey", "run", "."],
        ["extremes", "--database", "."],
        ["tune", "pair", "--win", "0:1", "--database", "."],
    ],
)
def test_a_directory_is_no_database(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    deck = [] if command[0] == "tune" else ["--deck", "3"]
    assert run_command([*command, *deck, "-p", "1"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "director" in said
