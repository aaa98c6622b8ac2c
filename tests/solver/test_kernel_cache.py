"""Compiled kernels are kept where none can be out of date, and a cache that fails stops nothing.

Each test runs processes of their own: on a package of three tiny modules around this project's
`solver.kernel`, with a user's cache that is empty at first.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver import kernel_cache

SOLVER = Path(__file__).resolve().parents[2] / "solver"
MODULES = {
    "__init__": "",
    "fields": """
from typing import NamedTuple

class Pair(NamedTuple):
    first: int
    second: int

FACTOR = 2
""",
    "inner": """
from solver.fields import FACTOR
from solver.kernel import kernel

@kernel
def scaled(x):
    return FACTOR * x
""",
    "outer": """
from solver.fields import Pair
from solver.inner import scaled
from solver.kernel import kernel

@kernel
def combine(pair):
    return 10 * pair.first + scaled(pair.second)

@kernel
def pick(array, i):
    return array[i]
""",
}
PROGRAM = """
import json
from solver.outer import Pair, combine
print(json.dumps({
    "value": combine(Pair(first=4, second=1)),
    "float": combine(Pair(first=4.0, second=1.0)),
    "loaded": sum(combine.stats.cache_hits.values()),
    "compiled": sum(combine.stats.cache_misses.values()),
    "path": combine.stats.cache_path,
}))
"""
RIGHT = {"value": 42, "float": 42.0}
COMPILED = {"loaded": 0, "compiled": 2}
LOADED = {"loaded": 2, "compiled": 0}


class Package:
    """A copy of the tiny package, and the cache of the user who runs it."""

    def __init__(self, folder):
        self.root = folder / "code"
        self.home = folder / "home"
        self.caches = self.home / "cache"
        self.solver = self.root / "solver"
        self.solver.mkdir(parents=True)
        self.home.mkdir()
        for name, text in MODULES.items():
            (self.solver / f"{name}.py").write_text(text)
        for name in ("kernel", "kernel_cache", "version"):
            shutil.copy(SOLVER / f"{name}.py", self.solver)

    @property
    def kernels(self):
        return self.caches / "guardians-of-hue" / "kernels"

    def edit(self, module, old, new):
        path = self.solver / f"{module}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def start(self, program=PROGRAM, **environment):
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "PYTHON"))
        }
        ours = {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.caches), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            cwd=self.root,
            env={**clean, **ours, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, program=PROGRAM, **environment):
        process = self.start(program, **environment)
        out, err = process.communicate()
        assert (process.returncode, err) == (0, "")
        return json.loads(out)

    def cached(self, folder=None):
        return sorted((folder or self.caches).rglob("*.nb[ci]"))


@pytest.fixture
def package(tmp_path):
    return Package(tmp_path)


def test_a_kernel_is_compiled_once_for_all_processes_of_a_version(package):
    first, second = package.run(), package.run()
    (folder,) = package.kernels.iterdir()
    assert first == RIGHT | COMPILED | {"path": first["path"]}
    assert Path(first["path"]).parent == folder
    assert second == first | LOADED
    assert not package.cached(package.root)


def test_a_kernel_whose_callees_or_fields_have_changed_is_compiled_anew(package):
    """Its own file is the same, so that numba by itself would go on with the old one."""
    first = package.run()
    package.edit("fields", "FACTOR = 2", "FACTOR = 3")
    assert package.run().items() >= {"value": 43, "float": 43.0, **COMPILED}.items()
    package.edit("fields", "first: int\n    second: int", "second: int\n    first: int")
    assert package.run().items() >= {"value": 43, "float": 43.0, **COMPILED}.items()
    (package.solver / "fields.py").write_text(MODULES["fields"])
    assert package.run() == first | LOADED


@pytest.mark.slow
def test_a_module_with_a_named_tuple_can_be_renamed(package):
    package.run()
    (package.solver / "fields.py").rename(package.solver / "facts.py")
    for module in ("inner", "outer"):
        package.edit(module, "solver.fields", "solver.facts")
    found = package.run()
    assert found == RIGHT | COMPILED | {"path": found["path"]}
    assert len(list(package.kernels.iterdir())) == 2


def test_without_a_folder_kernels_work(package):
    package.caches.write_text("a file where the folder should be")
    assert package.run() == RIGHT | COMPILED | {"path": None}


@pytest.mark.slow
def test_where_numba_would_keep_kernels_beside_the_source_none_are_kept(package):
    folder = Path(package.run()["path"])
    shutil.rmtree(folder)
    folder.write_text("a file where the folder should be")
    assert package.run() == RIGHT | COMPILED | {"path": None}
    (package.solver / "__pycache__").rmdir()  # numba has looked whether it can be written
    for other in (package.solver / "__pycache__", package.caches / "numba"):
        other.write_text("now numba itself has no place left and gives up")
    assert package.run() == RIGHT | COMPILED | {"path": None}


def test_where_there_is_no_home_nothing_is_kept(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kernel_cache, "user_cache_dir", lambda name: f"~/{name}")
    assert kernel_cache.kernel_folder.__wrapped__() is None
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="there a process can't limit what it writes")
def test_on_a_full_disk_kernels_work(package):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))"
    assert package.run(full + PROGRAM).items() >= (RIGHT | COMPILED).items()
    assert package.run().items() >= (RIGHT | COMPILED).items()


def test_a_damaged_cache_is_repaired(package):
    package.run()
    for path in [*package.caches.rglob("outer.*.nbi"), *package.caches.rglob("inner.*.nbc")]:
        path.write_bytes(path.read_bytes()[:-30])
    assert package.run().items() >= (RIGHT | COMPILED).items()
    assert package.run().items() >= (RIGHT | LOADED).items()


@pytest.mark.slow
def test_what_was_compiled_for_other_types_is_not_used(package):
    """Two processes that save at the same moment can leave that behind."""
    package.run()
    one, two = package.caches.rglob("outer.combine-*.nbc")
    content = one.read_bytes(), two.read_bytes()
    two.write_bytes(content[0])
    one.write_bytes(content[1])
    assert package.run().items() >= RIGHT.items()
    assert package.run().items() >= (RIGHT | LOADED).items()


def test_two_processes_can_compile_at_once(package):
    for process in [package.start() for _ in range(2)]:
        out, err = process.communicate()
        assert err == ""
        assert json.loads(out).items() >= RIGHT.items()
    assert package.run().items() >= (RIGHT | LOADED).items()


def test_the_folder_that_the_user_says_is_taken(package):
    folder = package.home / "chosen"
    found = package.run(NUMBA_CACHE_DIR=str(folder))
    assert found == RIGHT | COMPILED | {"path": found["path"]}
    assert Path(found["path"]).parent == folder
    assert package.cached(folder)
    assert not package.caches.exists()


def test_with_jit_off_there_is_nothing_to_keep(package):
    program = "from solver.outer import Pair, combine; print(combine(Pair(4, 1)))"
    assert package.run(program, NUMBA_DISABLE_JIT="1") == 42
    assert not package.caches.exists()


OUT_OF_BOUNDS = """
import json, numpy as np
from solver.outer import pick
try:
    pick(np.zeros(3), 10**6 if {far} else 1)
except IndexError:
    print(json.dumps("out of bounds"))
else:
    print(json.dumps("fine"))
"""


def test_kernels_that_check_bounds_are_never_mixed_up_with_those_that_dont(package):
    assert package.run(OUT_OF_BOUNDS.format(far=False)) == "fine"
    assert package.run(OUT_OF_BOUNDS.format(far=True), NUMBA_BOUNDSCHECK="1") == "out of bounds"
    assert len(list(package.kernels.iterdir())) == 2


def test_only_the_folders_used_last_are_kept(package):
    for age in range(8):
        folder = package.kernels / f"0.0.{age}-0123"
        folder.mkdir(parents=True)
        (folder / "kernel.nbc").write_text("")
        os.utime(folder, (10**9 - age, 10**9 - age))
    found = package.run()
    left = sorted(folder.name for folder in package.kernels.iterdir())
    assert left == [f"0.0.{age}-0123" for age in range(4)] + [Path(found["path"]).parent.name]


def imported(text):
    """Yield the full names of what a module imports from the solver, as Python reads it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield from [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_digest_covers_all_that_kernels_come_from():
    found = kernel_cache.kernel_sources()
    everything = {
        ".".join(path.relative_to(SOLVER.parent).with_suffix("").parts): path for path in SOLVER.rglob("*.py")
    }
    decorated = re.compile(r"^@(lean_)?kernel$", re.MULTILINE)
    with_kernels = {name for name, path in everything.items() if decorated.search(path.read_text())}
    assert {"solver.guardians.dense.players", "solver.sweeps"} <= with_kernels <= set(found)
    assert {"solver.kernel", "solver.guardians.dense.lookup", "solver.guardians.dense.space"} <= set(found)
    for text in found.values():
        assert set(imported(text)) & set(everything) <= set(found)
