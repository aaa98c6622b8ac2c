"""The same numbers come out, bit by bit, with array bounds checked and without compilation.

A compiled kernel reads past the end of an array in silence, and lets small integers overflow; checked,
or as plain Python with warnings as errors, it fails.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_games import SMALL, results

PROGRAM = Path(__file__).with_name("small_games.py")
QUICK = [
    "pair, one player", "two growths, lost spirits", "lord sepia", "lord sepia's agents", "no growth",
    "one agent, one spirit",
]  # fmt: skip
"""Which take a few seconds without compilation; an index beyond an array fails there, too."""
NOT_KEPT = "Cannot cache compiled function"  # what isn't optimised; the next process compiles it again


def run_leg(what, names, **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    leg = subprocess.run(
        [sys.executable, "-W", "error", "-W", f"ignore:{NOT_KEPT}", str(PROGRAM), what, *names],
        env={**clean, **environment},
        capture_output=True,
        text=True,
    )
    assert leg.returncode == 0, leg.stderr
    return json.loads(leg.stdout)


@pytest.mark.slow
def test_the_kernels_pass_with_bounds_checking_on(tmp_path):
    # Without optimisation compiling takes less time; the numbers are the same.
    found = run_leg("both", SMALL, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0", NUMBA_CACHE_DIR=str(tmp_path))
    assert {game["apart"] for game in found["games"].values()} == {0}
    assert found["idle"] == []
    assert found["games"] == {name: results(name, "both") for name in SMALL}


@pytest.mark.parametrize(
    "names", [QUICK, pytest.param(list(SMALL), marks=pytest.mark.slow)], ids=["quick games", "all games"]
)
def test_kernels_and_the_reference_path_pass_with_jit_off(names):
    found = run_leg("both", names, NUMBA_DISABLE_JIT="1")
    assert found["games"] == {name: results(name, "both") for name in names}
