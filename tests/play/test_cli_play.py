"""`hue play` through a pipe, and `hue review` of what it has kept; a real process where it matters."""

import io
import json
import os
import select
import shlex
import signal
import subprocess
import sys
import time

import pytest

from layouts.catalogue import load_named
from reports.app import run_command
from reports.arguments import Choices, ask_about_layout
from reports.values import solving_command
from search.games.game_file import parse_game
from search.games.record import begin_record
from solver.guardians.editions import EDITIONS

COMMAND = [sys.executable, "-m", "reports"]
LINE = ["play", "line", "-p", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HUE_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("HUE_TABLES", str(tmp_path / "tables"))
    return tmp_path / "games"


@pytest.fixture
def hue(capsys, monkeypatch):
    """Run a command with lines typed into its pipe."""

    def run(arguments, lines):
        given = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        capsys.readouterr()
        code = run_command(arguments)
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return subprocess.CompletedProcess(arguments, code, said.out, said.err)

    return run


def only_file(folder):
    (path,) = folder.iterdir()
    return path


def test_a_pipe_may_begin_with_a_byte_order_mark(hue, folder):
    assert hue(LINE, ["\ufeff4", "4", "moves"]).returncode == 4  # ends in the middle of the game
    assert len(parse_game(only_file(folder).read_text(), "it").steps) == 2


def test_a_game_is_followed_to_its_end_and_kept(folder):
    found = subprocess.run(
        [*COMMAND, *LINE, "--names", "Anna"], input="3\n4\n", capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert "the black die shows> 3" in found.stdout
    assert "The game is lost." in found.stdout
    assert "The game is kept in" in found.stdout or "the game is kept in" in found.stdout.lower()
    record = parse_game(only_file(folder).read_text(), "game")
    assert record.is_over
    assert record.names == ("Anna",)


def test_when_the_input_ends_the_game_is_kept_and_goes_on_from_its_file(hue, folder):
    found = hue(LINE, ["4", "4", "move houses", "attack"])
    assert found.returncode == 4
    assert "the input ended in the middle of the game" in found.stderr
    path = only_file(folder)
    assert path.read_text().splitlines()[-4:] == ["dice 4", "dice 4", "move.Houses", "attack"]
    path.write_text(path.read_text().replace("move.Houses", "# bold!\nmove.Houses"))
    going_on = hue(["play", str(path)], ["6 6 6", "quit"])
    assert going_on.returncode == 0
    assert "# bold!\nmove.Houses\nattack\ndice 6 6 6\n" in path.read_text()
    assert "the three dice show> 6 6 6" in going_on.stdout
    assert path.read_text().splitlines()[-1] == "dice 6 6 6"
    assert only_file(folder) == path


def test_a_file_stays_as_it_was_written_until_something_is_entered(hue, folder, tmp_path):
    out = tmp_path / "game.txt"
    hue([*LINE, "--out", str(out)], ["4", "quit"])
    noted = out.read_text() + "# Anna was late\n"
    out.write_text(noted)
    assert hue(["play", str(out)], ["quit"]).returncode == 0
    assert out.read_text() == noted
    assert hue(["play", str(out)], ["5", "quit"]).returncode == 0
    assert out.read_text().splitlines()[-1] == "dice 5"


REFUSED = {
    "7": (["4", "7"], "standard input, line 2: a die shows 1 to 6, and never 7"),
    "two dice": (["4", "1 2"], "standard input, line 2: 1 die is to be rolled, and 2 given"),
    "no move": (["4", "4", "seal"], "standard input, line 3: 'seal' is no legal move; what is: move.Houses"),
    "words for dice": (["4", "stop"], "standard input, line 2: dice 'stop': they are numbers from 1 to 6"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_refused_with_its_line_and_the_game_kept(hue, folder, case):
    lines, why = REFUSED[case]
    found = hue(LINE, lines)
    assert found.returncode == 2
    assert found.stderr.startswith(f"hue: {why}")
    assert found.stderr.count("\n") == 1
    path = only_file(folder)
    assert str(path) in found.stderr
    assert path.read_text().splitlines()[3:] == ["dice 4"] * (len(lines) - 1)


def test_what_ended_the_game_can_be_taken_back(hue, folder):
    found = hue(LINE, ["3", "4", "undo", "board", "4", "quit"])  # the second 3 or 4 loses it
    assert found.returncode == 0
    assert found.stdout.count("The game is lost.") == 4  # twice said, and twice reviewed
    path = only_file(folder)
    lines = path.read_text().splitlines()
    assert lines[-1] == "dice 4"
    again = hue(["play", str(path)], ["undo", "quit"])
    assert again.returncode == 0
    assert path.read_text().splitlines() == lines[:-1]
    left = hue(["play", str(path)], ["4", "", "undo"])  # an empty line leaves
    assert left.returncode == 0
    assert path.read_text().splitlines() == lines


def test_a_simulation_is_reproducible_and_ends(hue, folder, tmp_path):
    games = []
    for name in ("one.txt", "two.txt"):
        out = tmp_path / name
        found = hue([*LINE, "--simulate", "--seed", "7", "--out", str(out)], ["best"] * 200)
        assert found.returncode == 0
        games.append(out.read_text())
    assert games[0] == games[1]
    assert parse_game(games[0], "game").is_over


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play", "line", "-p", "1", "--names", "A,B"], "2 names, and 1 players"),
        (["play", "line", "-p", "1", "--names", "A#"], "'A#' can't be a player's name"),
        (["play", "line", "--side", "me"], "--side 'me': it is one of team, lord-sepia"),
        (["play", "line", "--side", "lord-sepia"], "--side lord-sepia: by these rules the players decide"),
        (["play", "-"], "hue play reads the entries from the standard input"),
        (["play", "nowhere"], "'nowhere' is no file, no layout code"),
        (["review", "nowhere.txt"], "nowhere.txt: there is no such file"),
    ],
)
def test_bad_command_lines(folder, capsys, arguments, why):
    assert run_command(arguments) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_a_file_is_not_overwritten_and_a_game_has_its_own_rules(hue, folder, tmp_path, capsys):
    out = tmp_path / "game.txt"
    hue([*LINE, "--out", str(out)], ["quit"])
    assert run_command([*LINE, "--out", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert run_command(["play", str(out), "-p", "2"]) == 2
    assert "a game has rules of its own; leave out --players" in capsys.readouterr().err


def test_damaged_games_are_refused_by_line(hue, folder, tmp_path, capsys):
    out = tmp_path / "game.txt"
    hue([*LINE, "--out", str(out)], ["4", "4", "move houses", "quit"])
    text = out.read_text()
    for old, new, why in (
        ("hue-game 1", "hue-game 9", "line 1: this game is of version 9"),
        ("move.Houses", "move.Chalks", None),  # as legal as the other
        ("move.Houses", "move.Nowhere", "line 6: "),
        ("move.Houses", "seal", "line 6: seal isn't legal here"),
    ):
        out.write_text(text.replace(old, new))
        for command in (["play", str(out)], ["review", str(out)]):
            if why:
                assert run_command(command) == 2
                assert f"game.txt, {why}" in capsys.readouterr().err
                assert out.read_text() == text.replace(old, new)
            elif command[0] == "review":
                assert run_command(command) == 0


def test_what_cant_be_kept_is_said(hue, folder, tmp_path):
    found = hue([*LINE, "--out", str(tmp_path / "no" / "game.txt")], ["4"])
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1


def test_ctrl_c_at_the_terminal_keeps_the_game(folder):
    """At a real terminal: mistakes are said and asked again, Ctrl-C stops and keeps."""
    ours, theirs = pytest.importorskip("pty").openpty()
    process = subprocess.Popen(
        [*COMMAND, *LINE], stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"},
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)

    unread, deadline = "", time.monotonic() + 60

    def read_until(text, again=lambda: None):
        nonlocal unread
        while text not in unread:
            assert time.monotonic() < deadline, unread
            if select.select([ours], [], [], 2)[0]:
                unread += os.read(ours, 4096).decode()
            else:
                again()
        unread = unread.partition(text)[2]

    read_until("the black die shows>")
    os.write(ours, b"9\n")
    read_until("a die shows 1 to 6, and never 9")
    read_until("the black die shows>")
    os.write(ours, b"4\n")
    read_until("the black die shows>")

    def press():
        process.send_signal(signal.SIGINT)

    press()
    # One that comes just before the terminal is read is noticed by Python at the next key: press it again.
    read_until("the game is kept in", again=press)
    assert process.wait(30) == 4
    os.close(ours)
    assert only_file(folder).read_text().splitlines()[-1] == "dice 4"


def test_the_review_of_a_kept_game(hue, folder, capsys):
    hue([*LINE, "--names", "Anna"], ["4", "4", "stop", "5", "quit"])
    path = only_file(folder)
    assert run_command(["review", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    total = found["sum"]
    assert abs(total["begin"] + total["luck"] - total["regret"] + total["gift"] - total["result"]) < 1e-12
    assert [step["action"] for step in found["steps"]] == [
        "roll",
        "roll",
        "stop",
        "step.Houses.Stars",
        "roll",
    ]
    assert found["people"][0]["name"] == "Anna"
    assert found["people"][0]["decisions"] == 1
    assert found["kind"] == "bounded"
    assert run_command(["review", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Anna" in shown
    assert "stop: end the turn" in shown
    assert run_command(["review", str(path), "--exact", "--json"]) == 0
    exact = json.loads(capsys.readouterr().out)
    assert exact["kind"] == "exact"
    assert "/" in exact["sum"]["begin"]


@pytest.mark.parametrize(("players", "memory"), [(3, 1e12), (3, 1e10), (4, 1e12)])
def test_a_game_too_large_without_a_table_is_refused_with_what_would_help(
    hue, folder, tmp_path, monkeypatch, capsys, players, memory
):
    out = tmp_path / "large.txt"
    found = hue(["play", "rulebook", "-p", str(players), "--out", str(out)], ["quit"])
    assert found.returncode == 0
    assert "no table is saved: moves are estimated" in found.stderr
    monkeypatch.setattr("reports.values.may_use", lambda asked: memory)
    assert run_command(["review", str(out)]) == 5
    said = capsys.readouterr().err
    if players == 3 and memory == 1e12:
        assert "this makes one: hue solve hue1" in said
        assert said.strip().endswith("--method dense -p 3 -d easy")
    else:
        assert "a table of it can't be made on this machine" in said


GAMES_TO_SOLVE = [
    ("rulebook", "difficult", {}),
    ("revised", "medium", {}),
    ("revised", "easy", {"decider": "lord_sepia"}),
    ("square", "impossible", {"reroll": False, "growths": 2}),
]


@pytest.mark.parametrize(("name", "difficulty", "readings"), GAMES_TO_SOLVE)
def test_the_command_that_solves_a_game_is_of_that_game(name, difficulty, readings):
    layout = load_named(name)
    edition = EDITIONS[layout.graph.get("edition") or "rulebook"]
    record = begin_record(layout, edition.rules(2, difficulty, readings))
    _, _, code, *options = shlex.split(solving_command(record))
    given = {"-r": []}
    for option, value in zip(options[::2], options[1::2], strict=True):
        given.setdefault(option, []).append(value)
    choices = Choices(int(given["-p"][0]), given["-d"][0], None, tuple(given["-r"]), None)
    assert ask_about_layout(code, choices).rules == record.game.rules


def test_a_game_that_takes_seconds_is_solved_and_saved_before_it_begins(hue, folder, tmp_path):
    out = tmp_path / "four.txt"
    found = hue(["play", "sample-four", "-p", "2", "--out", str(out)], ["quit"])
    assert found.returncode == 0
    assert "estimated" not in found.stdout + found.stderr
    assert len(list((tmp_path / "tables").glob("*.hue"))) == 1
