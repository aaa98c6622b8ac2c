"""The README is true: what it shows is printed, what it says to write is read, what it says to run runs."""

import re
import shlex
from pathlib import Path

import pytest

from solver.guardians.saved_folder import FOLDER_VARIABLE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}[^\n]*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


TOML = blocks("toml")
TABLE, PLACED, POSITION = TOML
FIRST = blocks("sh")[0].splitlines()[0]
MENTIONED = list(dict.fromkeys(re.findall(r"`hue ([a-z][^`]*)`", README)))


def test_the_first_command_prints_what_the_readme_shows(hue):
    command = FIRST.split("&&")[-1].split()
    assert command[0].endswith("/hue")
    answer = hue(*command[1:])
    assert (answer.code, answer.err) == (0, "")
    (shown,) = blocks("text")
    assert answer.out.startswith(shown)
    assert "+-----" in shown
    assert "The guardians win with probability 0." in shown
    assert "best first move" in answer.out
    assert "proved" in answer.out


def test_other_systems_run_the_same_commands():
    (powershell,) = blocks("powershell")
    unix = [line.replace(".venv/bin/", "").replace("'", '"') for line in blocks("sh")[0].splitlines()]
    windows = [line.replace(".venv\\Scripts\\", "").replace("'", '"') for line in powershell.splitlines()]
    for line, other in zip(unix, windows, strict=True):
        for command in line.split(" && "):
            assert command.replace("python3 -m venv", "py -m venv") in other


def test_the_game_of_the_readme_is_reviewed(hue, file):
    (game,) = blocks("game")
    file(game, "anna.txt")
    answer = hue("review", "anna.txt")
    assert (answer.code, answer.err) == (0, "")
    assert "Win probability through 3 steps" in answer.out
    assert "Anna" in answer.out


def test_the_readme_shows_every_form_of_a_file():
    assert len(TOML) == 3
    assert "[adjacent]" in TABLE
    assert "[placement]" in PLACED
    assert "phase" in POSITION


@pytest.mark.parametrize("text", [TABLE, PLACED])
def test_layouts_of_the_readme_can_be_shown_and_solved(hue, text):
    shown = hue("show", "-", stdin=text)
    assert (shown.code, shown.err) == (0, "")
    solved = hue("solve", "-", "-p", "1", "-r", "actions=1", stdin=text)
    assert (solved.code, solved.err) == (0, "")


def test_the_names_in_the_readme_are_those_of_the_catalogue():
    from layouts.catalogue import CATALOGUE

    for name in CATALOGUE:
        assert f"`{name}`" in README


def test_the_phases_in_the_readme_are_all(hue):
    said = re.search(r"\(`phase`\): (.*?)\. It", README, re.DOTALL)[1]
    answer = hue("move", "-", stdin='layout = "pair"\nphase = "?"')
    known = answer.err.split("the phases are ")[1].strip().split(", ")
    assert sorted(re.findall("`([a-z_]+)`", said)) == sorted(known)


def test_the_page_on_positions_has_every_key_and_phase(hue):
    page = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `\[?([a-z_]+)\]?` \|", page, re.MULTILINE))
    keys = hue("move", "-", stdin='layout = "pair"\nwrong = 1').err.split("known are ")[1].strip().split(", ")
    phases = hue("move", "-", stdin='layout = "pair"\nphase = "?"').err.split("the phases are ")[1].strip()
    assert named == {*keys, *phases.split(", ")} - {"cards", "adjacent", "placement"}
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    answer = hue("move", "-", stdin=example)
    assert (answer.code, answer.err) == (0, "")
    assert "Player 1 to act at Houses, 3 actions left." in answer.words


def test_exit_codes_in_the_readme_are_those_of_the_program():
    from reports import output

    said = dict(
        re.findall(
            r"(\d+) ([a-z][a-z ]+)", README.split("Exit codes:")[1].split("\n\n")[0].replace("\n", " ")
        )
    )
    codes = (
        output.DONE,
        output.NO,
        output.BAD_INPUT,
        output.NOT_CLOSED,
        output.STOPPED,
        output.REFUSED,
        output.INTERNAL_ERROR,
        output.INTERRUPTED,
    )
    assert [int(code) for code in said] == list(codes)


REPORTS = [line for line in MENTIONED if line.startswith("report ")]
LONG = {
    "solve my-table.toml --players 2 --difficulty difficult": "-r actions=2",
    "readings --compare pair": "-p 1",
    "play my-table.toml --names Anna,Ben": "-r actions=2",
}
"""What takes long runs as it is by hand, and by default with more options, on a smaller game."""


@pytest.mark.parametrize(
    ("line", "more"),
    [
        *((line, LONG.get(line, "")) for line in MENTIONED if line not in REPORTS),
        *(pytest.param(line, "", marks=pytest.mark.slow) for line in (*REPORTS, *LONG)),
    ],
)
def test_every_command_that_the_readme_mentions_runs(hue, file, line, more, tmp_path, monkeypatch):
    assert line in MENTIONED
    saved_tables = tmp_path / "tables"
    monkeypatch.setenv(FOLDER_VARIABLE, str(saved_tables))
    file(TABLE, "my-table.toml")
    file(POSITION, "position.toml")
    if line.startswith(("verify", "playouts")):
        assert hue("solve", "pair", "--players", "1", "--method", "dense").code == 0
        (table,) = saved_tables.glob("*.hue")
        line = line.replace("NAME", table.stem)
    if line.startswith("survey show"):
        assert hue("survey", "run", "decks.db", "--deck", "3", "-p", "1").code == 0
    if line.startswith("review"):
        assert hue("play", "pair", "-p", "1", "--out", "game.txt", stdin="quit").code == 0
    answer = hue(*shlex.split(line), *more.split(), stdin="quit\n" if line.startswith("play ") else "")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out


def test_the_readme_mentions_every_command():
    commands = {"solve", "move", "verify", "playouts", "perft", "show", "readings", "tables", "layouts"}
    commands |= {"survey", "extremes", "play", "review", "report", "tune"}
    assert {line.split()[0] for line in MENTIONED} == commands


HELPED = ("solve", "move", "perft", "show", "readings", "extremes", "play", "review", "report", "tune")


def test_options_in_the_readme_exist(hue):
    options = set(re.findall(r"`(--[a-z-]+)", README))
    assert options >= {"--keep", "--exact", "--json", "--reading", "--edition"}
    helps = "".join(hue(command, "--help").out for command in HELPED)
    helps += hue("survey", "run", "--help").out
    assert all(option in helps for option in options)
