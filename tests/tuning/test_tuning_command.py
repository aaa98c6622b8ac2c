"""`hue tune`: what it prints, writes and returns."""

import re
import shlex
import signal

import pytest

import reports.tune
from layouts.catalogue import open_layout
from layouts.errors import RuleError
from layouts.shapes.canon import canonical_code
from reports.app import run_command
from reports.output import Progress
from reports.tune import parse_range
from search.surveys.solving import solve_layout
from solver.guardians.editions import open_edition
from solver.guardians.notation import format_rules

PAIR = ("pair", "-p", "1", "-r", "actions=2")
QUICK = (*PAIR, "--change", "ratings,growths", "--together", "1", "--win", "0.2%:1%")


def test_it_ranks_and_says_what_is_proved(hue):
    answer = hue("tune", *QUICK)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("Now: win 0.0913% (bounded: 0.00091321476")
    assert "Wanted: 0.2000% to 1.0000%." in answer.out
    rows = re.findall(
        r"^(\d+) +(\d+) +([0-9.]+)% +([0-9.e-]+) +([0-9.e-]+) +(.*?) *$", answer.out, re.MULTILINE
    )
    assert [(number, cost, change) for number, cost, *_, change in rows] == [
        ("1", "1", "setup growths: 2 to 1"),
        ("2", "2", "setup growths: 2 to 0"),
    ]
    for *_, win, low, high, _ in rows:
        assert 0.002 <= float(low) <= float(high) <= 0.01
        assert abs(float(win) / 100 - float(low)) < 1e-6
    assert "setup growths 1 (one number of the setup, which acts once a game)" in answer.words
    assert re.search(r"\d+ combinations of 28 changes looked at: \d+ solved", answer.words)
    assert "Proved: no other of them does it." in answer.words


def test_as_json_it_says_everything(hue):
    answer = hue("tune", *QUICK, "--json", "--most", "1")
    assert (answer.code, answer.err) == (0, "")
    found = answer.json
    assert (found["command"], found["unit"], found["claim"]) == ("tune", "probability", "proved")
    assert found["range"] == {"low": 0.002, "high": 0.01}
    assert found["win"]["lower"] <= 0.000913215 <= found["win"]["upper"] + 1e-9
    (first,) = found["suggestions"]
    assert first["cost"] == 1
    assert first["changes"][0]["settings"] == [{"card": "", "what": "setup_growths", "before": 2, "after": 1}]
    assert first["rules"]["setup_growths"] == 1
    assert first["win"]["kind"] == "bounded"
    assert found["rules"]["setup_growths"] == 2
    assert found["written"] is None
    assert sum(found["combinations"].values()) > 0


def test_the_edition_written_gives_the_win_probability_printed(hue, tmp_path):
    """The third suggestion, of two changes: the file alone makes that game; the command named solves it."""
    path = tmp_path / "a b.toml"
    win = ("--win", "0.05:0.2", "--change", "ratings,growths")
    found = hue("tune", *PAIR, *win, "--out", path, "--number", 3, "--json").json
    third = found["suggestions"][2]
    assert len(third["changes"]) == 2
    edition = open_edition(str(path))
    layout = open_layout("pair", edition.cards)
    rules = edition.rules(1, "easy")
    solution = solve_layout(canonical_code(layout), format_rules(rules), 1e-9)
    assert (solution.lower, solution.upper) == (third["win"]["lower"], third["win"]["upper"])
    for change in third["changes"]:
        assert f"# {change['text']}\n" in path.read_text()
    assert found["written"]["file"] == str(path)
    hue_name, *command = shlex.split(found["written"]["command"])
    assert hue_name == "hue"
    solved = hue(*command, "--json").json
    assert solved["rules"] == third["rules"]
    assert solved["edition"] == "tuned"
    assert solved["win"]["lower"] <= third["win"]["upper"]
    assert third["win"]["lower"] <= solved["win"]["upper"]


def test_a_file_is_replaced_whole_or_not_at_all(hue, tmp_path, monkeypatch):
    path = tmp_path / "tuned.toml"
    path.write_text("old")
    assert hue("tune", *PAIR, "--change", "players", "--win", "0.9:1", "--out", path).code == 1
    assert path.read_text() == "old"
    assert hue("tune", *QUICK, "--out", path).code == 0
    assert open_edition(str(path)).rules(1).setup_growths == 1
    assert [one.name for one in tmp_path.iterdir()] == ["tuned.toml"]


def test_within_the_range_nothing_changes(hue, tmp_path):
    answer = hue("tune", *PAIR, "--win", "0:0.5")
    assert (answer.code, answer.err) == (0, "")
    assert "nothing has to change" in answer.words
    answer = hue("tune", *PAIR, "--win", "0:0.5", "--out", tmp_path / "x.toml")
    assert answer.code == 1
    assert "there is no suggestion 1; nothing is written" in answer.err
    assert not (tmp_path / "x.toml").exists()


def test_none_at_all_is_1(hue):
    answer = hue("tune", *PAIR, "--change", "ratings", "--together", "1", "--win", "0.99:1")
    assert (answer.code, answer.err) == (1, "")
    assert "No change found that brings it there." in answer.words
    assert "Proved: none of them does it." in answer.words


def test_none_found_in_time_is_3(hue, monkeypatch):
    """The clock of the budget runs out after the layout itself is solved."""
    monkeypatch.setattr("search.tuning.judging.Judge.seconds_left", lambda judge: 1.0 - 2 * judge.solved)
    answer = hue("tune", *PAIR, "--win", "0.99:1")
    assert (answer.code, answer.err) == (3, "")
    assert "No change found that brings it there." in answer.words
    assert "combinations that cost less than 1" in answer.words
    assert "The time is over (--budget)" in answer.words


def test_what_cannot_be_solved_is_refused(hue):
    for arguments in (
        ["rulebook", "--budget", "1"],
        ["rulebook", "--memory", "0.5"],
        ["rulebook", "-p", "4"],
    ):
        answer = hue("tune", *arguments, "--win", "0.1:0.2")
        assert (answer.code, answer.out) == (5, "")
        assert re.fullmatch(
            "hue: the layout as it is can't be solved: [^\n]*--keep[^\n]*--budget[^\n]*\n", answer.err
        )


BAD = {
    "upside down": (["--win", "0.4:0.3"], "the first must be less than the second"),
    "empty": (["--win", "0.4:0.4"], "the first must be less than the second"),
    "above 1": (["--win", "0.4:1.3"], "from 0 to 1"),
    "above 100 %": (["--win", "25%:101%"], "from 0 to 1"),
    "below 0": (["--win=-0.1:0.3"], "two probabilities, like 0.25:0.35"),
    "one number": (["--win", "0.3"], "two probabilities"),
    "three numbers": (["--win", "0.1:0.2:0.3"], "two probabilities"),
    "no numbers": (["--win", "nan:inf"], "two probabilities"),
    "a huge exponent": (["--win", "0:1e999999999"], "two probabilities"),
    "no range": ([], "--win"),
    "an unknown kind": (
        ["--win", "0.1:0.2", "--change", "rating"],
        "no changes of the kind 'rating'; the kinds are",
    ),
    "no kind": (["--win", "0.1:0.2", "--change", ""], "no changes of the kind ''"),
    "a number of nothing": (["--win", "0.1:0.2", "--number", "2"], "--out"),
    "a number too large": (["--win", "0.1:0.2", "--out", "x.toml", "--number", "6"], "raise --most"),
    "the standard output": (["--win", "0.1:0.2", "--out", "-"], "give the name of a file"),
    "a folder": (["--win", "0.1:0.2", "--out", "."], "can't be written"),
    "a folder that isn't there": (["--win", "0.1:0.2", "--out", "no/x.toml"], "can't be written"),
    "a folder for a database": (["--win", "0.1:0.2", "--database", "."], ". is a directory"),
    "too many at once": (["--win", "0.1:0.2", "--together", "5"], "--together"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_line(hue, case):
    arguments, message = BAD[case]
    answer = hue("tune", *PAIR, *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch("hue: [^\n]+\n", answer.err)
    assert message in answer.err


def test_a_file_that_is_no_database_stays(hue, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    answer = hue("tune", *QUICK, "--database", path)
    assert (answer.code, answer.out) == (2, "")
    assert path.read_text() == "mine"


def test_cards_with_ratings_of_their_own_are_left_alone_and_said_to_be(hue, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        '[cards]\nStars = 6\n"My card" = { tag = 3, ratings = [4, 2, 1] }\n[adjacent]\nStars = ["My card"]\n'
    )
    options = (
        "-p",
        "1",
        "-r",
        "actions=2",
        "--together",
        "1",
        "--change",
        "ratings",
        "--win",
        "0.0911%:0.0912%",
    )
    answer = hue("tune", path, *options, "--json")
    assert answer.code == 1
    assert "gives the ratings of My card by hand" in answer.err
    assert answer.json["changes"] == 10  # the center's: its influence of 0 only rises, two steps each way


def test_ranges():
    assert parse_range("25%:35%") == parse_range("0.25:0.35") == parse_range(" .25 : 35.0% ")
    assert [float(end) for end in parse_range("0:1")] == [0, 1]
    for text in ("", ":", "a:b", "0.1:", "1/4:1/3", "25 %:35 %"):
        with pytest.raises(RuleError, match="two probabilities"):
            parse_range(text)


def press(monkeypatch, looked):
    """Press Ctrl-C when so many combinations have been looked at."""
    describe = reports.tune._describe

    def show(standing):
        if standing.looked == looked:
            signal.raise_signal(signal.SIGINT)
        return describe(standing)

    monkeypatch.setattr(reports.tune, "_describe", show)


def test_ctrl_c_prints_what_is_found_and_is_4(hue, monkeypatch, tmp_path):
    whole = hue("tune", *QUICK, "--json").json
    database = ("--database", tmp_path / "x.db")
    with monkeypatch.context() as patched:
        press(patched, 2)
        answer = hue("tune", *QUICK, *database)
    assert answer.code == 4
    assert "setup growths: 2 to 1" in answer.out
    assert (
        "Best found so far: that nothing else does it is proved of combinations that cost less than 2"
        in answer.words
    )
    assert "Stopped; the same command goes on, with what is kept in" in answer.words
    again = hue("tune", *QUICK, *database, "--json")
    assert again.code == 0
    for name in ("suggestions", "claim", "combinations"):
        assert again.json[name] == whole[name]


def test_ctrl_c_with_nothing_found_nor_kept_is_130(hue, monkeypatch):
    press(monkeypatch, 2)
    answer = hue("tune", *PAIR, "--win", "0.99:1")
    assert answer.code == 130
    assert answer.err.splitlines()[-1] == "hue: interrupted; what was under way is not kept"


def test_progress_is_in_words(hue, monkeypatch):
    seen = []
    monkeypatch.setattr(Progress, "show", lambda _, text: seen.append(text))
    assert hue("tune", *QUICK).code == 0
    assert re.fullmatch(
        r"cost 1: 1 combinations looked at, 2 solved, 1 found; at most \d+ (seconds|minutes) left", seen[0]
    )


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_screen(hue, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = hue("tune", *PAIR, "--win", "0.05:0.2", "--change", "ratings,growths")
    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= columns


def test_from_a_saved_layout_through_stdin_it_says_so(hue, tmp_path):
    """What a layout was typed as is in the command that is named."""
    answer = hue(
        "tune", "line", *PAIR[1:], "--keep", "Chalks,Stars", *QUICK[5:], "--out", tmp_path / "x.toml"
    )
    assert answer.code == 0
    assert "hue solve line --edition" in answer.words
    assert answer.words.endswith("--players 1 --difficulty easy --keep Chalks,Stars")


def test_help_says_what_it_is_for(capsys):
    assert run_command(["tune", "--help"]) == 0
    out = capsys.readouterr().out
    assert "smallest changes" in out
    for option in (
        "win",
        "change",
        "together",
        "most",
        "budget",
        "memory",
        "database",
        "out",
        "number",
        "json",
    ):
        assert f"--{option} " in out
