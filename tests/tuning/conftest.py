"""Designs to tune, and `hue` run in this process."""

import json
from dataclasses import dataclass
from functools import cache

import pytest

from layouts.catalogue import load_named
from layouts.graph import induced
from reports.app import run_command
from search.tuning.design import Design
from solver.bounds import solve_bounds
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.model import build_model


@pytest.fixture
def make_design():
    """Return a design on a layout of the catalogue, or some of its cards."""

    def make(name, players, difficulty="easy", edition=None, keep=None, **readings):
        layout = load_named(name)
        if keep is not None:
            layout = induced(layout, keep)
        return Design(layout, EDITIONS[edition or layout.graph["edition"]], difficulty, players, readings)

    return make


@pytest.fixture(scope="session")
def bounds_of():
    """Solve a variant as the rules say it, every state enumerated, nothing lumped and nothing renamed."""

    @cache
    def solve(variant):
        found = solve_bounds(build_model(Play(Game(*variant))), gap=1e-11, at=[0])
        return float(found.lower[0]), float(found.upper[0])

    return solve


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def words(self):
        return " ".join(self.out.split())


@pytest.fixture
def hue(capsys, monkeypatch, tmp_path):
    """Run a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*arguments):
        capsys.readouterr()
        code = run_command([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run
