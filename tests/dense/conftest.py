"""What the tests of the dense solver share; under importlib mode pytest doesn't find its modules itself."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from dense_games import DENSE_GAP, compare


@pytest.fixture
def agrees():
    def check(game):
        found = compare(game)
        assert found.apart == []
        assert found.compared > found.starts > 0
        assert found.widest <= DENSE_GAP
        return found

    return check
