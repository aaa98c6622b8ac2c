"""The contract of the command line: help, exit codes, what goes to stdout and what to stderr."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from importlib.metadata import version

import pytest

import reports.show
import reports.solve
from reports import app
from reports.output import DISTRIBUTION, Progress

COMMANDS = [
    "solve", "move", "verify", "playouts", "perft", "show", "readings", "play", "review", "report", "tune"
]  # fmt: skip
ANSI = re.compile(r"\x1b\[")
FAST = ("pair", "-p", "1")


def start(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "reports", *arguments], **options)


# --- real processes


def test_a_real_process_answers_on_stdout_only():
    with start(
        "show", "pair", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["command"] == "show"


def test_a_real_process_says_in_one_line_what_is_wrong():
    with start("show", "nowhere", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert re.fullmatch("hue: 'nowhere' is no file.*\n", err)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
@pytest.mark.parametrize("imported", ["typer", "layouts.errors", "rich.console"])
def test_ctrl_c_while_it_begins_is_no_traceback(imported):
    command = [sys.executable, "-X", "importtime", "-m", "reports", "solve", "square", "-p", "1"]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        while not process.stderr.readline().endswith(f" {imported}\n"):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    said = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out) == (130, "")
    assert len(said) == 1
    assert said[0].startswith("hue: interrupted")


INTERRUPTING = """
import builtins
real = builtins.__import__
def fake(name, *rest, **options):
    if name == "reports.app":
        exec("raise KeyboardInterrupt")
    return real(name, *rest, **options)
builtins.__import__ = fake
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to end by")
def test_ctrl_c_within_code_made_of_text_exits_alike(tmp_path):
    """Dataclasses make such code: `python -m` remembers an interrupt there, and ends by its signal."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    with start(env={**os.environ, "PYTHONPATH": paths}, stdout=-1, stderr=-1, text=True) as process:
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "hue: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals, and no SIGINT to send")
def test_ctrl_c_while_states_are_enumerated_keeps_nothing():
    import pty

    screen, terminal = pty.openpty()
    with start("solve", "square", "-p", "1", "--limit", "1000000000", stdout=-1, stderr=terminal) as process:
        os.close(terminal)
        seen = b""
        while b"states:" not in seen:
            seen += os.read(screen, 1000)
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        seen = b""
        while chunk := read_rest(screen):
            seen += chunk
    os.close(screen)
    assert process.returncode == 130
    assert out == b""
    assert b"hue: interrupted; what was under way is not kept" in seen
    assert b"Traceback" not in seen


def read_rest(screen):
    try:
        return os.read(screen, 1000)
    except OSError:  # how Linux says that the other end is closed
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="there it is an OSError of another kind")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_reader_that_has_seen_enough_is_no_error(options):
    reading, writing = os.pipe()
    os.close(reading)
    with start("readings", *options, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        err = process.stderr.read()
    assert (process.returncode, err) == (0, b"")


# --- help


def test_help_names_every_command(hue):
    answer = hue("--help")
    assert (answer.code, answer.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z].*[.]$", answer.out, re.MULTILINE)
    assert "unofficial" in answer.out


def test_a_command_set_up_alone_is_the_same_as_among_all(hue, monkeypatch):
    listed = hue("--help").out.split("Commands:\n")[1]
    names = re.findall(r"^  ([a-z]+)", listed, re.MULTILINE)
    assert {*COMMANDS, "layouts", "survey", "tables"} < set(names)
    alone = [hue("--debug", name, "--help") for name in names]
    for name in names:
        cut = app._cut_to([name])
        assert len(cut.registered_commands) + len(cut.registered_groups) == 1
    monkeypatch.setattr(app, "_cut_to", lambda arguments: app.app)
    assert alone == [hue("--debug", name, "--help") for name in names]


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help", "move")])
def test_help_is_easy_to_get(hue, arguments):
    assert hue(*arguments) == hue("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_its_options(hue, command):
    answer = hue(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: hue {command}")
    assert answer == hue(command, "-h")
    options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", answer.out, re.MULTILINE)
    wanted = {
        "solve": "players difficulty edition reading keep gap relative-gap exact limit method memory dry-run "
        "checkpoint resume restart json",
        "move": "players difficulty edition reading keep gap limit seconds playouts seed processes json",
        "verify": "spot-check seed json",
        "playouts": "players difficulty edition reading keep count seed processes json",
        "perft": "depth split players difficulty edition reading keep limit json",
        "show": "edition keep json",
        "readings": "compare players difficulty edition reading keep gap limit json",
        "play": "players difficulty edition reading keep names out simulate hints side seed seconds limit "
        "processes",
        "review": "exact limit out json",
        "report": "out players difficulty edition reading keep one-game variant-players budget resume "
        "playouts seed database memory json",
        "tune": "win players difficulty edition reading keep change together most budget memory database out "
        "number resume json",
    }
    assert set(options) == {f"--{name}" for name in (*wanted[command].split(), "help")}


def test_version(hue):
    assert hue("--version").out == f"hue {version(DISTRIBUTION)}\n"


# --- exit codes


def test_done_is_0(hue):
    answer = hue("solve", *FAST)
    assert (answer.code, answer.err) == (0, "")


def test_bounds_wider_than_asked_for_are_3(hue, monkeypatch):
    """Ctrl-C during the sweeps: the bounds so far are printed, and they are true."""
    value = hue("solve", *FAST, "--json").json["win"]["lower"]
    monkeypatch.setattr(Progress, "sweeps", lambda *_: signal.raise_signal(signal.SIGINT))
    before = signal.getsignal(signal.SIGINT)
    answer = hue("solve", *FAST, "--json")
    assert signal.getsignal(signal.SIGINT) == before
    assert answer.code == 3
    win = answer.json["win"]
    assert win["lower"] <= value <= win["upper"]
    assert win["upper"] - win["lower"] > 1e-9
    assert answer.err.splitlines() == [
        "hue: stopping at the next safe point (Ctrl-C again to stop at once)",
        "hue: the bounds are wider than asked for",
    ]


def test_a_second_ctrl_c_stops_at_once(hue, monkeypatch):
    def press(*_):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "sweeps", press)
    answer = hue("solve", *FAST)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.splitlines()[-1] == "hue: interrupted; what was under way is not kept"


def test_ctrl_c_in_move_prints_the_bounds_so_far(hue, monkeypatch):
    def show(self, text):
        if text.startswith("sweeps"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "show", show)
    answer = hue("move", *FAST, "-r", "setup_growths=0", "--json")
    assert answer.code == 3
    assert answer.json["moves"][0]["upper"] > answer.json["moves"][0]["lower"] + 1e-9
    assert "wider than asked for" in answer.err


def test_refused_is_5_and_says_what_would_help(hue):
    for arguments in (["solve", "rulebook"], ["solve", "pair", "--limit", "500"]):
        answer = hue(*arguments, "--method", "enumerate")
        assert (answer.code, answer.out) == (5, "")
        assert re.fullmatch(r"hue: .* states.*--keep.*--players.*--limit\n", answer.err)
    answer = hue("perft", "pair", "--depth", "9", "--limit", "10")
    assert (answer.code, answer.out) == (5, "")
    assert re.fullmatch(r"hue: more than 10 .*--depth.*--limit\n", answer.err)
    answer = hue("solve", "rulebook", "--method", "enumerate", "--json")
    assert (answer.code, answer.out) == (5, "")
    assert json.loads(answer.err)["error"]["kind"] == "refused"


def broken(*_, **__):
    raise RuntimeError("a bug")


def test_a_bug_is_70_in_one_line_and_with_debug_a_traceback(hue, monkeypatch):
    monkeypatch.setattr(reports.show, "run", broken)
    answer = hue("show", "pair")
    assert (answer.code, answer.out) == (70, "")
    assert re.fullmatch(r"hue: internal error: RuntimeError\('a bug'\).*--debug.*\n", answer.err)
    assert json.loads(hue("show", "pair", "--json").err)["error"]["kind"] == "internal error"
    answer = hue("--debug", "show", "pair")
    assert answer.code == 70
    assert "Traceback" in answer.err
    assert "in broken" in answer.err


def test_interrupted_is_130(hue, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(reports.show, "run", interrupted)
    answer = hue("show", "pair")
    assert (answer.code, answer.out, answer.err) == (
        130,
        "",
        "hue: interrupted; what was under way is not kept\n",
    )


# --- what it looks like

PRINTING = [
    ("solve", *FAST),
    ("move", "pair", "-r", "setup_growths=0"),
    ("perft", "line", "--depth", "5"),
    ("perft", "line", "--depth", "7", "--split", "-r", "setup_growths=0"),
    ("show", "rulebook"),
    ("show", "revised"),
    ("readings",),
]
UNBROKEN = ("Code: ", "This position: ")


ESTIMATING = ("move", "revised", "-r", "setup_growths=0", "--playouts", "1")


@pytest.mark.parametrize(
    "arguments", [*PRINTING, pytest.param(ESTIMATING, marks=pytest.mark.slow)], ids=" ".join
)
def test_no_line_is_wider_than_the_terminal(hue, on_terminal, monkeypatch, arguments):
    for columns in (80, 120):
        answer = on_terminal(*arguments, columns=columns)
        assert answer.code == 0
        lines = re.sub(r"\x1b\[[0-9;]*m", "", answer.out).splitlines()
        too_wide = [line for line in lines if len(line) > columns and not line.startswith(UNBROKEN)]
        assert not too_wide
    monkeypatch.setenv("COLUMNS", "80")
    lines = hue(*arguments).out.splitlines()
    assert not [line for line in lines if len(line) > 80 and not line.startswith(UNBROKEN)]


@pytest.mark.parametrize("arguments", PRINTING[:2] + PRINTING[-1:], ids=" ".join)
def test_no_escape_codes_in_a_pipe_and_the_same_words_on_a_terminal(hue, on_terminal, arguments):
    piped, shown = hue(*arguments), on_terminal(*arguments, columns=120)
    assert not ANSI.search(piped.out)
    assert ANSI.search(shown.out)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.out)
    seconds = r"\d+\.\d s"
    assert re.sub(seconds, "", plain) == re.sub(seconds, "", piped.out)


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_none_is_wanted(on_terminal, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    for arguments in PRINTING[:2]:
        codes = re.findall(r"\x1b\[([0-9;]*)m", on_terminal(*arguments).out)
        assert set(codes) <= {"0", "1"}  # bold and back, no colour
        assert variable != "TERM" or not codes


def test_a_picture_that_does_not_fit_gives_way_to_text(on_terminal):
    wide, narrow = on_terminal("show", "rulebook", columns=120), on_terminal("show", "rulebook", columns=60)
    assert "+-----" in wide.out
    assert "+-----" not in narrow.out
    assert "The picture needs 82 columns; 60 are here." in narrow.out
    assert "Ferris wheel    4  5/3/2" in narrow.out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no always-full device here")
def test_a_full_disk_is_said_in_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "reports", "show", "pair"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr == "hue: can't write the answer: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no shell to close the output with")
def test_a_closed_output_is_said_to_be_so():
    command = f"{shlex.quote(sys.executable)} -m reports readings >&-"
    answer = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr == "hue: there is no standard output to write the answer to\n"
