"""The small survey, as it is when nobody disturbs it; under importlib mode pytest doesn't find it itself."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from small_survey import COMMAND, OPTIONS, rows_of


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory):
    """The rows of a survey that nobody disturbs."""
    path = tmp_path_factory.mktemp("survey") / "whole.db"
    assert subprocess.run([*COMMAND, str(path), *OPTIONS], check=False).returncode == 0
    return rows_of(path)
