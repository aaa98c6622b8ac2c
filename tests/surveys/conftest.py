"""The small survey, as it is when nobody disturbs it; under importlib mode pytest doesn't find it itself."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from small_survey import COMMAND, OPTIONS, rows_of


@pytest.fixture(scope="session")
def timed(tmp_path_factory):
    """The rows of a survey that nobody disturbs, and how many seconds it takes here, all being compiled."""
    for name in ("compiles.db", "whole.db"):
        path = tmp_path_factory.mktemp("survey") / name
        begun = time.monotonic()
        assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    return rows_of(path), time.monotonic() - begun


@pytest.fixture(scope="session")
def undisturbed(timed):
    return timed[0]
