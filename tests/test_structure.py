"""The four rooms: where they are, which way imports go, how long a module may be."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ["layouts", "solver", "search", "reports"]  # each imports only from those before it
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
LONGEST = 400


def named(path):
    return str(path.relative_to(ROOT))


def imported(path):
    """Yield the full names of all modules that a module imports, wherever it does."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            yield ".".join([*base, *filter(None, [node.module])])


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_are_this_projects(room):
    module = importlib.import_module(room)
    assert Path(module.__file__) == ROOT / room / "__init__.py"


def test_every_room_has_modules():
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(ROOMS)
    assert len(MODULES) > 50


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_imports_go_only_to_the_left(path):
    here = ROOMS.index(path.relative_to(ROOT).parts[0])
    rooms = {name.split(".")[0] for name in imported(path)}
    assert rooms & set(ROOMS) <= set(ROOMS[: here + 1])
    assert not rooms & {"tests", "benchmarks", "conftest"}


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_the_generic_solver_knows_no_game(path):
    room, *rest = path.relative_to(ROOT).parts
    if room == "solver" and len(rest) == 1:
        assert not [name for name in imported(path) if name.startswith(("solver.guardians", "layouts"))]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_module_is_too_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


MACHINE_PATH = re.compile(r"""(?:["'\s(`=]|^)(?:/(?:home|root|tmp|work|Users|opt)/|[A-Z]:\\)""", re.MULTILINE)
TEXTS = [
    *MODULES,
    *(path for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)),
    *(path for name in ("README.md", "CHANGELOG.md", "pyproject.toml") if (path := ROOT / name).exists()),
    *(path for folder in ("docs", "benchmarks") for path in sorted((ROOT / folder).rglob("*.[mp][dy]"))),
]


@pytest.mark.parametrize("path", TEXTS, ids=named)
def test_no_path_of_one_machine_is_written_down(path):
    assert not MACHINE_PATH.search(path.read_text(encoding="utf-8"))


def test_tests_hide_no_package():
    assert not list((ROOT / "tests").rglob("__init__.py"))


def test_names_of_test_files_are_unique():
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)


LAZY = {"reports.app": {"numba", "scipy", "ortools", "flint"}}


@pytest.mark.parametrize("module", LAZY)
def test_the_command_starts_without_heavy_libraries(module):
    """`hue --help` and bad input should be quick: what only solving needs is imported when it is needed."""
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not LAZY[module] & set(loaded.stdout.split())
