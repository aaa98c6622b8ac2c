"""Surveys and searches on a real Dask cluster: workers die and come back, and nothing is lost."""

import json
import os
import subprocess
import sys
import time

import pytest
from distributed import KilledWorker
from small_survey import COMMAND, GAME, OPTIONS, count_rows, rows_of

from layouts.errors import RuleError
from reports.app import run_command
from search.surveys.workers import cluster_workers

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
PATIENCE = 120


class Cluster:
    """A scheduler with two workers, each a process with one thread."""

    def __init__(self, folder):
        self.file = folder / "scheduler.json"
        self.processes = []
        self.scheduler = self.start("scheduler", "--port", "0", "--no-dashboard")
        self.address = self._address()
        self.workers = [self.start_worker(), self.start_worker()]

    def start(self, what, *more):
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file), *more]
        process = subprocess.Popen(command, env={**os.environ, "PYTHONWARNINGS": "ignore"}, **QUIET)
        self.processes.append(process)
        return process

    def start_worker(self):
        return self.start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def _address(self):
        """Wait until the scheduler has written all of its file."""
        deadline = time.monotonic() + PATIENCE
        while not (self.file.exists() and self.file.read_text().endswith("}")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        return json.loads(self.file.read_text())["address"]


@pytest.fixture(scope="module")
def clusters():
    """The clusters begun so far, of which the last one may be alive; starting one takes seconds."""
    begun = []
    yield begun
    for process in (process for one in begun for process in one.processes):
        process.kill()
        process.wait()


@pytest.fixture
def cluster(clusters, tmp_path):
    if not clusters or clusters[-1].scheduler.poll() is not None:
        clusters.append(Cluster(tmp_path))
    return clusters[-1]


def wait_for_a_row(path):
    deadline = time.monotonic() + PATIENCE
    while not count_rows(path):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_survey_loses_nothing_when_a_worker_is_killed_and_another_comes(undisturbed, cluster, tmp_path):
    path = tmp_path / "killed.db"
    survey = subprocess.Popen([*COMMAND, str(path), *GAME, "--scheduler", cluster.address], **QUIET)
    wait_for_a_row(path)
    assert len(rows_of(path)) < len(undisturbed)
    cluster.workers[0].kill()
    cluster.start_worker()
    assert survey.wait(PATIENCE) == 0
    assert rows_of(path) == undisturbed


def test_a_scheduler_that_is_lost_costs_one_line_and_what_it_had(undisturbed, cluster, tmp_path):
    path = tmp_path / "lost.db"
    run = [*COMMAND, str(path), *GAME, "--scheduler", cluster.address]
    survey = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_for_a_row(path)
    cluster.scheduler.kill()
    _, said = survey.communicate(timeout=PATIENCE)
    assert survey.returncode == 2
    assert "the scheduler is lost" in said
    assert said.count("\n") == 1
    assert 0 < len(rows_of(path)) < len(undisturbed)
    assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    assert rows_of(path) == undisturbed


@pytest.mark.slow
def test_extremes_are_the_same_on_a_cluster(cluster, capsys):
    search = ["extremes", "--deck", "3,4,5", "-p", "1", "-d", "impossible", "--json"]
    found = []
    for where in (["--scheduler", cluster.address], ["--processes", "1"]):
        assert run_command([*search, *where]) == 0
        found.append(json.loads(capsys.readouterr().out))
    for side in ("hardest", "easiest"):
        (there, *_), (here, *_) = (one[side] for one in found)
        assert there == here
    assert {one["claim"] for one in found} == {"proved"}


def test_what_all_workers_die_of_is_said_so(cluster):
    with pytest.raises(RuleError, match="again and again"), cluster_workers(cluster.address):
        raise KilledWorker("a layout", None, 10)


def test_a_scheduler_that_is_not_there_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("search.surveys.workers.CONNECTING", 0.5)
    run = ["survey", "run", str(tmp_path / "x.db"), "--deck", "3", "--scheduler", "tcp://127.0.0.1:9"]
    assert run_command(run) == 2
    assert "no scheduler answers there" in capsys.readouterr().err
