"""Run `hue` in this process, and see what it prints where."""

import io
import json
import sys
from dataclasses import dataclass

import pytest

from reports.app import run_command


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
        """What was printed, with single spaces: where lines break says nothing."""
        return " ".join(self.out.split())


class Terminal(io.StringIO):
    """What a terminal would be sent."""

    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch, tmp_path):
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("HUE_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("HUE_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("HUE_REPORTS", str(tmp_path / "reports"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def hue(capsys, monkeypatch):
    """Run a command line; `stdin` is bytes or text."""

    def run(*arguments, stdin=b""):
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        capsys.readouterr()
        code = run_command([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run


@pytest.fixture
def on_terminal(monkeypatch, hue):
    """Run a command line whose stdout is a terminal of some width."""

    def run(*arguments, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        terminal = Terminal()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", terminal)
            code = run_command([str(argument) for argument in arguments])
        return Answer(code, terminal.getvalue(), "")

    return run


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(content, name="input.toml"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
