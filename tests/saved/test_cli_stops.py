"""Real processes, really stopped: Ctrl-C, a polite kill and a rude one, in every phase of a solve."""

import contextlib
import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import namedtuple

import pytest

from reports.app import run_command
from solver.guardians.checkpoint import lock
from solver.guardians.saved_folder import FOLDER_VARIABLE

GAME = ("sample-four", "-p", "2", "-d", "easy", "--method", "dense")
PATIENCE = 120  # seconds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The table of the game, solved in one go, and what was printed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = start(folder).communicate()
    (table,) = folder.glob("*.hue")
    return table, json.loads(done[0])


def start(folder, *more):
    return subprocess.Popen(
        [sys.executable, "-m", "reports", "solve", *GAME, "--json", *more],
        env={**os.environ, FOLDER_VARIABLE: str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(folder, pattern, run):
    """Wait until such a file is there."""
    until = time.monotonic() + PATIENCE
    while not list(folder.glob(pattern)):
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def names(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(".lock"))


OFTEN = (0, 1, 1.3, 1.6, 2, 3)  # seconds until it is stopped, again and again


@pytest.mark.parametrize(
    ("number", "times"),
    [
        (signal.SIGTERM, (0, 1.3)),
        *(pytest.param(number, OFTEN, marks=pytest.mark.slow) for number in (signal.SIGINT, signal.SIGTERM)),
    ],
)
def test_a_stop_keeps_a_checkpoint_and_resume_ends_with_the_same_bytes(tmp_path, undisturbed, number, times):
    table, answer = undisturbed
    run = start(tmp_path)
    wait_for(tmp_path, "*.part", run)
    stops = 0
    for seconds in times:
        with contextlib.suppress(subprocess.TimeoutExpired):
            run.wait(seconds)
        if run.poll() is None:
            run.send_signal(number)
        out, err = run.communicate()
        if run.returncode == 0:
            break
        if run.returncode not in (-number, 130):  # while it was still starting
            assert run.returncode == 4, err
            stops += 1
            said = json.loads(out)
            # The solve hadn't begun to go on, or it says that it has heard.
            assert said["stopped"] == "an earlier checkpoint" or "stopping at the next safe point" in err
            # What is proved by then is as much as there was time for.
            assert said["win"]["lower"] <= answer["win"]["lower"]
            assert answer["win"]["upper"] <= said["win"]["upper"]
            assert f"{table.name}.checkpoint" in names(tmp_path)
        run = start(tmp_path, "--resume")
    else:
        out, err = run.communicate()
    assert run.returncode == 0, err
    assert stops >= 1
    assert names(tmp_path) == [table.name]
    assert (tmp_path / table.name).read_bytes() == table.read_bytes()
    found = json.loads(out)
    assert (found["win"], found["sweeps"]) == (answer["win"], answer["sweeps"])


def test_a_stop_keeps_a_checkpoint_when_nobody_reads_what_is_said(tmp_path, undisturbed):
    """As in `hue solve ... 2>&1 | tee log`: Ctrl-C ends `tee` at once."""
    table, _ = undisturbed
    run = start(tmp_path)
    wait_for(tmp_path, "*.part", run)
    run.stdout.close()
    run.stderr.close()
    run.send_signal(signal.SIGINT)
    run.wait(PATIENCE)
    assert f"{table.name}.checkpoint" in names(tmp_path)


def test_a_killed_process_goes_on_from_its_last_checkpoint(tmp_path, undisturbed):
    table, _ = undisturbed
    kills = 0
    run = start(tmp_path, "--checkpoint", "0")
    for seconds in (0, 0.3, 0.6, 0.9):
        wait_for(tmp_path, "*.checkpoint", run)
        time.sleep(seconds)
        if run.poll() is not None:
            break
        run.kill()
        run.communicate()
        kills += 1
        run = start(tmp_path, "--checkpoint", "0", "--resume")
    _, err = run.communicate()
    assert (run.returncode, kills >= 1) == (0, True), err
    assert names(tmp_path) == [table.name]
    assert (tmp_path / table.name).read_bytes() == table.read_bytes()


def test_what_a_kill_leaves_is_cleared_up_by_the_next_solve(tmp_path, undisturbed):
    table, _ = undisturbed
    run = start(tmp_path)
    wait_for(tmp_path, "*.part", run)
    run.kill()
    run.communicate()
    assert [name.endswith(".part") for name in names(tmp_path)] == [True]
    again = start(tmp_path)
    again.communicate()
    assert again.returncode == 0
    assert names(tmp_path) == [table.name]


def test_a_second_process_is_refused(tmp_path, undisturbed):
    with lock(tmp_path / undisturbed[0].name):
        other = start(tmp_path)
        _, err = other.communicate()
    assert other.returncode == 2
    assert "another process is solving this game" in json.loads(err)["error"]["message"]


@pytest.fixture
def unfinished(tmp_path, monkeypatch):
    """A folder with the checkpoint of a stopped solve."""
    run = start(tmp_path)
    wait_for(tmp_path, "*.part", run)
    run.send_signal(signal.SIGINT)
    run.communicate()
    assert run.returncode == 4
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def test_an_unfinished_solve_is_neither_forgotten_nor_thrown_away(unfinished, capsys, undisturbed):
    assert run_command(["solve", *GAME]) == 2
    assert capsys.readouterr().err == (
        "hue: an unfinished solve of this game is kept; add --resume to go on with it, "
        "or --restart to begin again\n"
    )
    assert run_command(["tables", "list"]) == 0
    out = capsys.readouterr().out
    assert "an unfinished solve; the same command with --resume goes on with it" in out
    assert run_command(["solve", *GAME, "--resume", "--restart"]) == 2
    assert run_command(["solve", *GAME, "--resume", "--gap", "1e-5"]) == 2
    assert "of a solve with another gap; --restart begins again" in capsys.readouterr().err
    assert run_command(["solve", *GAME, "--restart"]) == 0
    assert names(unfinished) == [undisturbed[0].name]


def test_a_damaged_checkpoint_is_refused(unfinished, capsys):
    (path,) = unfinished.glob("*.checkpoint")
    path.write_bytes(path.read_bytes()[:-1000])
    assert run_command(["solve", *GAME, "--resume"]) == 2
    assert "is damaged; --restart begins again" in capsys.readouterr().err


def test_tables_remove_takes_an_unfinished_solve_away(unfinished, capsys):
    assert run_command(["tables", "remove", "--all"]) == 0
    assert names(unfinished) == []


def test_resume_without_anything_to_resume_begins(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert run_command(["solve", "pair", "-p", "1", "--method", "dense", "--resume"]) == 0
    assert "there is no unfinished solve of this game; beginning one" in capsys.readouterr().err


def test_a_full_disk_costs_the_checkpoint_not_the_solve(tmp_path, monkeypatch, capsys):
    from reports import long_job

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(long_job, "save_checkpoint", fail)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    command = ["solve", "pair", "-p", "2", "-d", "easy", "--method", "dense", "--checkpoint", "0"]
    assert run_command(command) == 0
    said = capsys.readouterr().err
    assert said == "hue: no checkpoint could be kept (No space left on device)\n"


def test_the_start_alone_is_stopped_and_taken_up_again_too(tmp_path, monkeypatch, capsys):
    from reports import long_job

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    command = [
        "solve",
        "triangle",
        "-p",
        "2",
        "-d",
        "easy",
        "--method",
        "dense",
        "--relative-gap",
        "0.01",
        "--json",
    ]
    assert run_command(command) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["win"]["upper"] < 1.01 * whole["win"]["lower"]
    assert whole["proof"].startswith("lower: L < T(L)")
    monkeypatch.setattr(long_job.Watch, "show", lambda *_: signal.raise_signal(signal.SIGINT))
    assert run_command(command) == 4
    assert "spirits left, stage 1 of 2" in json.loads(capsys.readouterr().out)["stopped"]
    (checkpoint,) = tmp_path.glob("*.checkpoint")
    with lock(checkpoint.with_suffix("")):  # as if it were still being solved
        assert run_command(["tables", "remove", "--all"]) == 0
    assert checkpoint.exists()
    capsys.readouterr()
    assert run_command(command) == 2
    assert run_command([*command, "--resume"]) == 4
    capsys.readouterr()
    monkeypatch.undo()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert run_command([*command, "--resume"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["win"], again["sweeps"]) == (whole["win"], whole["sweeps"])
    assert names(tmp_path) == []


def test_no_checkpoint_takes_the_disk_that_the_solve_needs(tmp_path, monkeypatch, capsys):
    """But the last one may, of a solve that is stopped."""
    from reports import long_job

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    usage = namedtuple("usage", "free")
    monkeypatch.setattr("reports.long_job.disk_usage", lambda _: usage(7000))  # a layer has 5,120 bytes
    command = ["solve", "pair", "-p", "2", "-d", "easy", "--method", "dense", "--relative-gap", "1e-3"]
    assert run_command([*command, "--checkpoint", "0"]) == 0
    said = capsys.readouterr().err
    assert re.fullmatch(
        r"hue: no checkpoint could be kept \(to keep one and go on takes \d+\.\d kB of disk\)\n", said
    )
    monkeypatch.setattr(long_job.Watch, "show", lambda *_: signal.raise_signal(signal.SIGINT))
    assert run_command(command) == 4
    assert len(list(tmp_path.glob("*.checkpoint"))) == 1
    capsys.readouterr()
    kept = []
    with monkeypatch.context() as patch:
        # So much that the next one fits once it has taken the place of the last.
        patch.setattr("reports.long_job.disk_usage", lambda _: usage(12000))
        patch.setattr(long_job.Watch, "show", lambda *_: None)
        save = long_job.save_checkpoint
        patch.setattr(long_job, "save_checkpoint", lambda *given: kept.append(save(*given)))
        assert run_command([*command, "--resume", "--checkpoint", "0"]) == 0
    assert len(kept) > 2
    assert "no checkpoint" not in capsys.readouterr().err


def test_a_stop_says_what_is_proved_by_then(tmp_path, monkeypatch, capsys):
    """The lower bound is there while the upper one is under way."""
    from reports import long_job

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    command = ["solve", "pair", "-p", "2", "-d", "easy", "--method", "dense", "--relative-gap", "1e-3"]
    assert run_command([*command, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)["win"]

    def stop_late(watch, going, step):
        if len(going.held[False]) == len(going.wanted):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(long_job.Watch, "show", stop_late)
    assert run_command([*command, "--json"]) == 4
    bounds = json.loads(capsys.readouterr().out)["win"]
    assert 0 < bounds["lower"] <= whole["upper"]
    assert whole["upper"] < bounds["upper"] < 1  # there are setups that lose at once
    assert run_command([*command, "--resume"]) == 4
    assert "So far the guardians are proved to win with probability 0.02" in capsys.readouterr().out


def test_the_progress_line_says_what_the_start_is_worth_so_far(tmp_path, monkeypatch):
    from reports.output import Progress

    shown = []
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(Progress, "seen", True)
    monkeypatch.setattr(Progress, "show", lambda _, text: shown.append(text))
    monkeypatch.setattr("reports.long_job.VALUE_EVERY", 0)
    command = ["solve", "pair", "-p", "2", "-d", "easy", "--method", "dense"]
    assert run_command(command) == 0
    assert any("; the start is guessed to be worth 0.0" in line for line in shown)
    assert "; the start is proved to be worth 0.02326" in shown[-1]
    assert run_command([*command, "--relative-gap", "1e-3"]) == 0
    assert "; the start is proved to be worth 0.0232" in shown[-1]


def test_no_room_for_a_layer_on_disk_is_said_before_and_while(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    command = ["solve", "pair", "-p", "2", "-d", "easy", "--method", "dense", "--relative-gap", "1e-3"]
    usage = namedtuple("usage", "free")
    with monkeypatch.context() as patch:
        patch.setattr("reports.whole.disk_usage", lambda _: usage(10))
        assert run_command(command) == 5
        said = capsys.readouterr().err
        assert "kB of disk for a while" in said
        assert said.count("\n") == 1

    def full(self):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("solver.guardians.dense.leaps.Leaps.keep", full)
    assert run_command(command) == 2
    said = capsys.readouterr().err
    assert said.endswith("a layer can't be kept on disk (No space left on device)\n")
    assert names(tmp_path) == []
