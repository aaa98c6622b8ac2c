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
from small_games import SLOW_WITHOUT_JIT, SMALL, results

PROGRAM = Path(__file__).with_name("small_games.py")
QUICK = [name for name in SMALL if name not in SLOW_WITHOUT_JIT][::3]


def run_leg(what, names, **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    leg = subprocess.run(
        [sys.executable, "-W", "error", str(PROGRAM), what, *names],
        env={**clean, **environment},
        capture_output=True,
        text=True,
    )
    assert leg.returncode == 0, leg.stderr
    return json.loads(leg.stdout)


def test_the_kernels_pass_with_bounds_checking_on(tmp_path):
    # Optimised less, compiling takes less time; the numbers are the same.
    found = run_leg("both", SMALL, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert {game["apart"] for game in found["games"].values()} == {0}
    assert found["idle"] == []
    assert found["games"] == {name: results(name, "both") for name in SMALL}


def test_the_reference_path_passes_with_jit_off():
    found = run_leg("explicit", QUICK, NUMBA_DISABLE_JIT="1")
    assert found["games"] == {name: results(name, "explicit") for name in QUICK}


@pytest.mark.slow
def test_all_kernels_pass_with_jit_off():
    found = run_leg("both", SMALL, NUMBA_DISABLE_JIT="1")
    assert found["games"] == {name: results(name, "both") for name in SMALL}
