"""Reports: right by the solver, the same when made twice, gone on with, and refused in one line."""

import json
import re
import sqlite3
from fractions import Fraction

import pytest

import reports.report.run
from layouts.catalogue import load_named
from layouts.graph import board_of
from reports.app import run_command
from reports.report.variants import _difference
from search.difficulty.clock import Clock, LeftOut, describe_seconds
from search.difficulty.close_look import CloseLook
from search.difficulty.findings import Missing
from search.difficulty.games import play_games
from search.difficulty.investigate import BATCH, Asked, _tally, choose_focus, investigate
from search.difficulty.kept import kept_path, open_kept
from search.difficulty.rungs import RUNGS
from search.difficulty.variants import iter_rating_steps, iter_reading_steps
from search.difficulty.worth import OutOfTime, Worth, find_worth
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.rules import READINGS

SMALL = ["--memory", "0.4"]  # what takes more is left out for good
REPORT = ["report", "pair", "-p", "1", "-d", "easy", "--playouts", "20", *SMALL]


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """A report on the pair, in all three forms, and the folder with what was kept for it."""
    folder = tmp_path_factory.mktemp("reports")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUE_REPORTS", str(folder))
        patch.setenv("HUE_TABLES", str(folder))
        for end in ("html", "md", "json"):
            assert run_command([*REPORT, "--out", str(folder / f"first.{end}")]) == 0
    return folder


def hue(folder, monkeypatch, *arguments):
    monkeypatch.setenv("HUE_REPORTS", str(folder))
    monkeypatch.setenv("HUE_TABLES", str(folder))
    return run_command([*map(str, arguments)])


def test_made_twice_it_is_the_same_byte_by_byte(reported, monkeypatch, tmp_path):
    for end in ("html", "md", "json"):
        assert hue(reported, monkeypatch, *REPORT, "--out", reported / f"again.{end}") == 0
        first, again = (reported / f"{name}.{end}" for name in ("first", "again"))
        assert first.read_bytes() == again.read_bytes()
        assert first.stat().st_size < 1_000_000
    # And with nothing kept, so that all is worked out anew: of one game, as others take long.
    for folder in (reported, tmp_path):
        assert hue(folder, monkeypatch, *REPORT, "--one-game", "--out", folder / "anew.html") == 0
    assert (tmp_path / "anew.html").read_bytes() == (reported / "anew.html").read_bytes()


def test_the_parts_are_all_there_and_right(reported, capsys):
    text = (reported / "first.md").read_text()
    for heading in (
        "At a glance", "How likely is a win?", "Room for skill", "How long is a game?",
        "When is it decided?",
        "Pressure on each card", "The open readings", "How to begin", "Among all layouts",
        "How this was made",
    ):  # fmt: skip
        assert f"## {heading}" in text
    board = board_of(load_named("pair"))
    for players in (1, 2):
        for difficulty in ("easy", "difficult", "impossible"):
            rules = EDITIONS["rulebook"].rules(players, difficulty)
            worth = find_worth(Game(board, rules), lambda: False)
            row = next(
                line
                for line in text.splitlines()
                if line.startswith(f"| {players} player") and difficulty in line
            )
            shown = [float(number) / 100 for number in re.findall(r"([0-9.]+)%", row)]
            assert shown[1] <= worth.lower + 1e-12
            assert worth.upper - 1e-12 <= shown[2]
            assert shown[2] - shown[1] < 3e-7
    for rating in ("defence", "strength", "influence"):
        assert f"{rating} +1" in text


def test_of_one_game_nothing_is_said_of_others(reported, monkeypatch):
    assert hue(reported, monkeypatch, *REPORT, "--one-game", "--out", reported / "one.md") == 0
    text = (reported / "one.md").read_text()
    rows = [line for line in text.splitlines() if re.match(r"\| \d players?, ", line)]
    assert [row.split(" | ")[0] for row in rows] == ["| 1 player, easy"]
    assert "made by: hue report pair -p 1 -d easy --playouts 20 --seed 1 --one-game\n" in text
    assert (
        text.split("## Room for skill")[1].split("## How this was made")[0]
        == (
            (reported / "first.md").read_text().split("## Room for skill")[1].split("## How this was made")[0]
        )
    )


def test_every_reading_is_explained_once(reported):
    text = (reported / "first.md").read_text()
    for name, reading in READINGS.items():
        told = text.count(f"| R{reading.number} {name}: {reading.meaning} |")
        assert told == (reading.values is None or len(reading.values) > 1)


def test_every_rating_and_every_reading_has_its_step():
    game = Game(board_of(load_named("pair")), EDITIONS["rulebook"].rules(1, "easy"))
    steps = list(iter_rating_steps(game))
    assert len(steps) == 2 * 2 * 3 - 1  # Stars have an influence of 0, which can't be one less
    for step in steps:
        before, after = game.board.ratings, step.game.board.ratings
        different = [
            (place, name)
            for place, (one, other) in enumerate(zip(before, after, strict=True))
            for name in one._fields
            if getattr(one, name) != getattr(other, name)
        ]
        assert different == [(step.place, step.rating)]
        assert getattr(after[step.place], step.rating) == getattr(before[step.place], step.rating) + step.step
    for reading in iter_reading_steps(game):
        assert getattr(reading.game.rules, reading.reading) == reading.value
        assert reading.value != getattr(game.rules, reading.reading)
        assert reading.game.rules.players == 1


def test_without_time_parts_are_left_out_and_said_and_come_later(kept_folder, tmp_path, capsys):
    assert run_command([*REPORT, "--one-game", "--budget", "0", "--out", "none.md"]) == 3
    said = capsys.readouterr().err
    assert re.search(r"\d+ parts are left out for want of time", said)
    assert said.count("\n") == 1
    text = (tmp_path / "none.md").read_text()
    assert "would be needed" in text
    assert "Not in here, for want of time: " in text
    assert "left out for want of time" in text
    assert run_command([*REPORT, "--one-game", "--budget", "0", "--resume", "--out", "all.md"]) == 0
    text = (tmp_path / "all.md").read_text()
    assert "for want of time" not in text


def test_several_layouts_and_editions_side_by_side(kept_folder, tmp_path):
    given = ["-p", "1", "-d", "difficult", "--one-game", "--playouts", "20", "--budget", "300", *SMALL]
    assert (
        run_command(["report", "pair", "-e", "rulebook", "-e", "revised", *given, "--out", "two.html"]) == 0
    )
    text = (tmp_path / "two.html").read_text()
    assert "pair, rulebook and pair, revised compared" in text
    assert text.count("<figure") > 6


def test_json_has_the_document(reported, monkeypatch, capsys):
    assert hue(reported, monkeypatch, *REPORT, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["command"] == "report"
    assert found["title"] == "How hard is pair?"
    (layout,) = found["layouts"]
    assert layout["looked_at"] == {"players": 1, "difficulty": "easy", "rules": "p1.setup_growths-2"}
    kinds = {(win["players"], win["difficulty"]): win["kind"] for win in layout["wins"]}
    assert len(kinds) == 12
    assert kinds[2, "difficult"] == "bounded"
    assert kinds[4, "easy"] == "estimated"
    for win in layout["wins"]:
        assert win["lower"] < win["upper"] if win["kind"] == "bounded" else win["error"] > 0
    assert layout["games"]["count"] == 20
    assert [rung["strategy"] for rung in layout["skill"]] == [*RUNGS]
    assert (reported / "first.json").read_text() == json.dumps(found, indent=2) + "\n"


def test_ratings_readings_and_openings_are_those_of_other_commands(reported, monkeypatch, capsys):
    """By commands that know nothing of reports; these are checked against exact values elsewhere."""

    def asked(*arguments):
        capsys.readouterr()
        assert hue(reported, monkeypatch, *arguments, "--json") in (0, 3)
        return json.loads(capsys.readouterr().out)

    def meet(one, other):
        return one["lower"] <= other["upper"] and other["lower"] <= one["upper"]

    (layout,) = asked(*REPORT)["layouts"]
    game = ["pair", "-p", "1", "-d", "easy"]
    compared = {
        (row["reading"], row["value"]): row["win"]
        for row in asked("readings", "--compare", *game)["alternatives"]
    }
    for row in layout["changes"]["readings"]:
        assert meet(row, compared.pop((row["reading"], row["value"])))
    assert not compared
    text = (
        "[cards]\nStars = { tag = 6, ratings = [6, 5, 0] }\nChalks = { tag = 3, ratings = [%d, 2, 1] }\n"
        "[adjacent]\nStars = ['Chalks']\n"
    )
    for step in (-1, 1):
        path = reported / "changed.toml"
        path.write_text(text % (4 + step))
        solved = asked("solve", path, "-e", "rulebook", "-p", "1", "-d", "easy")["win"]
        (row,) = [
            row
            for row in layout["changes"]["ratings"]
            if (row["card"], row["rating"], row["step"]) == ("Chalks", "defence", step)
        ]
        assert meet(row, solved)
    openings = {opening["state"]: opening for opening in asked("solve", *game)["openings"]}
    assert sum(Fraction(each["probability"]) for each in layout["openings"]) == pytest.approx(1)
    for opening in layout["openings"]:
        known = openings[opening["state"]]
        assert meet(opening, known)
        assert opening["action"] == known["action"]


def test_what_is_looked_at_closely_does_not_depend_on_the_time(kept_folder):
    """On nine cards: two players on the easiest difficulty that takes minutes."""

    def asked(name, **focus):
        edition = EDITIONS["rulebook"]
        difficulties = tuple(each.name for each in edition.preset.difficulties)
        options = {"focus_players": None, "focus_difficulty": None, **focus}
        layout = load_named(name)
        return Asked(
            name, layout, edition, {}, (1, 2, 3, 4), difficulties, playouts=1, seed=1, memory=2e10, **options
        )

    def focus_of(name, **focus):
        board = board_of(load_named(name))
        return choose_focus(asked(name, **focus), lambda p, d: Game(board, EDITIONS["rulebook"].rules(p, d)))

    assert focus_of("rulebook") == (2, "difficult")
    assert focus_of("rulebook", focus_difficulty="easy") == (1, "easy")
    assert focus_of("pair") == (2, "easy")
    assert focus_of("pair", focus_players=3) == (3, "easy")


def test_without_room_for_its_table_the_close_look_is_left_out_and_the_rest_is_there(
    kept_folder, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("search.difficulty.close_look.MOST_ENUMERATED", 0)
    monkeypatch.setenv("HUE_TABLES_LIMIT", "0")
    assert run_command([*REPORT, "--one-game", "--budget", "300", "--out", "none.md"]) == 0
    text = (tmp_path / "none.md").read_text()
    assert "all tables together may take 0 GB" in text.replace("0.0 GB", "0 GB")
    assert "| 1 player, easy | 0.18" in text
    assert "R17 actions" in text
    assert "the standard errors are at most" not in text  # of games that weren't played


def test_what_was_played_before_the_time_ran_out_is_not_played_again(kept_folder):
    edition = EDITIONS["rulebook"]
    layout = load_named("pair")
    game = Game(board_of(layout), edition.rules(1, "easy"))
    asked = Asked("pair", layout, edition, {}, (1,), ("easy",), 1, "easy", 3 * BATCH, 1, 2e9)
    said = []
    with open_kept() as kept:
        clock = Clock(100, kept, stop=lambda: len(said) > 1.5 * BATCH, progress=said.append)
        assert _tally(asked, clock, CloseLook(game, "")).why in ("the time ran out", "stopped before")
        more = []
        whole = _tally(asked, Clock(100, kept, progress=more.append), CloseLook(game, ""))
        games = [text for text in more if f"of {3 * BATCH}" in text]
    assert whole.count == 3 * BATCH
    assert len(games) == 2 * BATCH
    assert whole == play_games(CloseLook(game, "").perfect(lambda: False, print), range(3 * BATCH), 1)


def test_a_difference_that_bounds_cannot_tell_from_none_is_at_most_so_much():
    assert _difference(Worth(0.25, 0.5), Worth(0.375, 0.5000000001)).text == "≤ 25.00001 pp"  # rounded up
    assert _difference(Worth(0.25, 0.5), Worth(0.125, 0.25)).text == "≤ 37.50000 pp"
    assert _difference(Worth(0.25, 0.25), Worth(0.5, 0.5)).text == "+25.000 pp"


def test_what_changes_do_is_counted(kept_folder):
    layout, edition, said = load_named("pair"), EDITIONS["rulebook"], []
    asked = Asked("pair", layout, edition, {}, (1,), ("easy",), 1, "easy", 1, 1, 2e9, only_focus=True)
    with open_kept() as kept:
        found = investigate(asked, Clock(100, kept, progress=said.append), Missing("no survey"))
    assert [text.split("; ")[0] for text in said if "rating 2 of" in text] == [
        f"Stars, defence +1, rating 2 of {len(found.ratings)}"
    ]
    assert any(f"setup_growths=1, reading 1 of {len(found.readings)}" in text for text in said)


def test_the_place_in_a_survey(kept_folder, tmp_path):
    assert run_command(["survey", "run", "decks.db", "--deck", "3,4", "-p", "1", "-d", "easy"]) == 0
    # The line of the catalogue has the same cards.
    given = ["line", "-p", "1", "-d", "easy", "--playouts", "10", "--budget", "0", "--database", "decks.db"]
    assert run_command(["report", *given, "--out", "place.md"]) == 3
    assert re.search(r"line: number \d of \d from the hardest", (tmp_path / "place.md").read_text())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["pair", "--out", "report.pdf"], "report.pdf: a report is written as what its name ends in: .html"),
        (["pair", "pair"], "a layout is given twice"),
        (["pair", "-p", "5"], "--players 5: there are 1 to 4"),
        (["pair", "-e", "nowhere"], "nowhere"),
        (["pair", "--database", "none.db", "--budget", "0"], "none.db"),
    ],
)
def test_bad_input_is_one_line(kept_folder, capsys, arguments, why):
    assert run_command(["report", *arguments]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_a_damaged_file_of_parts_is_named(kept_folder, capsys):
    kept_folder.mkdir()
    kept_path().write_bytes(b"not a database, but long enough to be looked at" * 100)
    assert run_command(REPORT) == 2
    said = capsys.readouterr().err
    assert "reports.db" in said
    assert "HUE_REPORTS names another folder" in said
    assert said.count("\n") == 1
    kept_path().unlink()
    connection = sqlite3.connect(kept_path())
    connection.execute("CREATE TABLE other (x)")
    connection.commit()
    connection.close()
    assert run_command(REPORT) == 2
    assert "another program's database" in capsys.readouterr().err


def test_a_clock_keeps_parts_and_leaves_out_what_does_not_fit(kept_folder):
    with open_kept() as kept:
        clock = Clock(100, kept)
        assert clock.part("q", "a part", 1, lambda say: [1, 2]) == [1, 2]
        assert clock.part("q", "a part", 1e9, lambda say: pytest.fail("known already")) == [1, 2]
        with pytest.raises(LeftOut, match="about 3 h would be needed"):
            clock.part("r", "a part", 10_000, lambda say: [])

        def too_long(say):
            raise OutOfTime

        with pytest.raises(LeftOut, match="the time ran out"):
            clock.part("r", "a part", 1, too_long)
        assert kept.find("r") is None
        stopped = Clock(100, kept, stop=lambda: True)
        assert stopped.part("q", "a part", 1, too_long) == [1, 2]
        with pytest.raises(LeftOut, match="stopped before"):
            stopped.part("r", "a part", 1, too_long)


def test_a_worth_that_takes_too_long_is_given_up():
    game = Game(board_of(load_named("line")), EDITIONS["rulebook"].rules(1, "easy"))
    calls = iter([False, True, True, True])
    with pytest.raises(OutOfTime):
        find_worth(game, lambda: next(calls, True))


def test_a_dense_worth_agrees_with_an_enumerated_one(monkeypatch):
    game = Game(board_of(load_named("triangle")), EDITIONS["rulebook"].rules(1, "difficult"))
    enumerated = find_worth(game, lambda: False)
    monkeypatch.setattr("search.surveys.solving.SMALL", 0)
    said = []
    dense = find_worth(game, lambda: False, said.append)
    assert said[:2] == ["", "1 sweeps"]
    assert dense.lower <= enumerated.upper
    assert enumerated.lower <= dense.upper
    assert isinstance(dense, Worth)
    with pytest.raises(OutOfTime):
        find_worth(game, lambda: True)


def test_times_in_words():
    assert [describe_seconds(s) for s in (0.1, 59, 60, 7199, 7200)] == [
        "1 s",
        "59 s",
        "1 min",
        "120 min",
        "2 h",
    ]


def test_what_is_too_large_is_estimated_and_marked(reported):
    text = (reported / "first.md").read_text()
    rows = [line for line in text.splitlines() if "(estimated: " in line]
    assert [row.split("|")[1].split("(")[0].strip() for row in rows] == [
        f"4 players, {difficulty}" for difficulty in ("easy", "difficult", "impossible")
    ]
    ways = {"greedy": "2,000 by playing greedily", "one turn ahead": "20 by looking one turn ahead"}
    used = [way for name, way in ways.items() if any(f"(estimated: {name})" in row for row in rows)]
    assert f"how many playouts are won, of {', or of '.join(used)}" in text
    assert "Perfect play wins at least as often" in text


def test_where_nothing_can_be_written_nothing_is_worked_out(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(reports.report.run, "open_kept", None)  # where the work begins
    assert run_command([*REPORT, "--out", str(tmp_path / "no" / "x.html")]) == 2
    assert "x.html: can't be written" in capsys.readouterr().err
