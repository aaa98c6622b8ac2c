"""Hunts outlive kills, interrupts, locks and full disks: what is known is kept, and the answer comes out."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from layouts.errors import ParseError, RuleError
from reports.app import run_command
from search.surveys.database import lock_database, open_database

HUNT = ["extremes", "--deck", "3,4", "-p", "2", "-d", "easy", "--budget", "600", "--json"]
COMMAND = [sys.executable, "-m", "reports", *HUNT]
PRESSED = """
import signal, sys
from reports import extremes
from reports.app import run_command

describe, least = extremes._describe_hunt, int(sys.argv[1])

def press(standing):
    if standing.solved >= least and describe is not extremes._describe_hunt:
        extremes._describe_hunt = describe  # once
        signal.raise_signal(signal.SIGINT)
    return describe(standing)

extremes._describe_hunt = press
sys.exit(run_command(sys.argv[2:]))
"""
"""A hunt that is interrupted as soon as so many layouts are solved."""


def answer(out):
    """Return what a hunt found, without what depends on when it was stopped."""
    found = json.loads(out)
    assert found["claim"] == "proved"  # it ends when all are solved, long before the time is up
    return {side: [(one["layout"], one["win"]) for one in found[side]] for side in ("hardest", "easiest")}


def seen(path):
    """Return how many layouts were glanced at, looked at and solved, by a database."""
    try:
        with open_database(path) as database:
            surveys = [number for number, _ in database.surveys()]
            return [len(database.cuts(number)) for number in surveys] + [len(database.rows(max(surveys)))]
    except (ParseError, RuleError, ValueError):
        return []  # not begun yet


def has_no_less(counts, before):
    return len(counts) >= len(before) and all(now >= was for now, was in zip(counts, before, strict=False))


@pytest.fixture(scope="module")
def undisturbed():
    """What a hunt finds that nobody disturbs."""
    return answer(subprocess.run(COMMAND, check=True, capture_output=True).stdout)


@pytest.mark.slow
def test_killed_at_random_it_goes_on_and_ends_with_the_same_answer(undisturbed, tmp_path):
    begun, rng = time.monotonic(), random.Random(1)
    subprocess.run(COMMAND, check=True, capture_output=True)
    seconds = time.monotonic() - begun  # all being compiled
    path, kills = tmp_path / "killed.db", 0
    for _ in range(4):
        process = subprocess.Popen([*COMMAND, "--database", str(path)], stdout=subprocess.DEVNULL)
        try:
            process.wait(rng.uniform(0.4, 0.9) * seconds)
        except subprocess.TimeoutExpired:
            before = seen(path)
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            assert has_no_less(seen(path), before)
    assert kills
    done = subprocess.run([*COMMAND, "--database", str(path)], check=True, capture_output=True)
    assert answer(done.stdout) == undisturbed


def test_ctrl_c_stops_it_with_what_is_known_and_the_same_command_goes_on(undisturbed, tmp_path):
    path = tmp_path / "stopped.db"
    given = [*COMMAND, "--database", str(path)]
    process = subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not any(seen(path)) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=120)
    assert process.returncode == 4, said
    assert "Traceback" not in said
    assert json.loads(out)["claim"] == "best found"
    kept = seen(path)
    assert any(kept)
    done = subprocess.run([*given, "--resume"], check=True, capture_output=True)
    assert answer(done.stdout) == undisturbed
    assert has_no_less(seen(path), kept)


def test_two_hunts_in_one_database_are_one_too_many(tmp_path, capsys):
    path = tmp_path / "twice.db"
    with lock_database(path):
        assert run_command([*HUNT, "--database", str(path)]) == 2
    said = capsys.readouterr().err
    assert "another process" in said
    assert said.count("\n") == 1


def test_a_database_that_somebody_writes_to_is_said_to_be_locked(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("search.surveys.database.PATIENCE", 0.2)
    path = tmp_path / "busy.db"
    with open_database(path, create=True):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert run_command([*HUNT, "--database", str(path)]) == 2
    said = capsys.readouterr().err
    assert "another process is writing to it" in said
    assert said.count("\n") == 1
    other.execute("ROLLBACK")
    other.close()


def test_a_full_disk_costs_what_was_not_kept_and_nothing_else(undisturbed, tmp_path, monkeypatch, capsys):
    path = tmp_path / "full.db"
    connect, refused = sqlite3.connect, 0
    for pages in (5, 7, 9):

        def small(*args, pages=pages, **options):
            connection = connect(*args, **options)
            connection.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own word for a full disk
            return connection

        with monkeypatch.context() as patch:
            patch.setattr("search.surveys.database.sqlite3.connect", small)
            code = run_command([*HUNT, "--database", str(path)])
        said = capsys.readouterr().err
        if code == 2:
            assert "there is no room left on the disk" in said
            assert said.count("\n") == 1
            refused += 1
    assert refused
    assert run_command([*HUNT, "--database", str(path)]) == 0
    assert answer(capsys.readouterr().out) == undisturbed


@pytest.mark.parametrize(
    ("solved", "code", "last"),
    [
        (0, 130, "hue: interrupted; what was under way is not kept"),
        (1, 4, "hue: stopping at the next safe point (Ctrl-C again to stop at once)"),
    ],
)
def test_ctrl_c_without_a_database_gives_what_is_known_if_anything_is(solved, code, last):
    given = [arg for arg in HUNT if arg != "--json"]
    ended = subprocess.run(
        [sys.executable, "-c", PRESSED, str(solved), *given], capture_output=True, text=True, check=False
    )
    assert ended.returncode == code, ended.stderr
    assert ended.stderr.splitlines()[-1] == last
    assert ("Hardest" in ended.stdout) == (solved > 0)
