"""`hue solve` by the dense solver: its answer, its table, and what it refuses."""

import re

import pytest

import reports.whole

DENSE = ("--method", "dense")
SMALL = ("pair", "-p", "2", "-r", "setup_growths=1")


@pytest.mark.parametrize(
    "arguments",
    [
        SMALL,
        ("triangle", "-p", "1"),
        ("triangle", "-p", "1", "-d", "impossible"),
        ("line", "-p", "1", "-r", "decider=lord_sepia", "-r", "start=any"),
        ("revised-triangle", "-p", "1", "-d", "easy"),
    ],
    ids=" ".join,
)
def test_both_methods_agree(hue, arguments):
    dense = hue("solve", *arguments, *DENSE, "--json").json
    explicit = hue("solve", *arguments, "--method", "enumerate", "--json").json
    assert dense["win"]["kind"] == "bounded"
    assert dense["win"]["upper"] - dense["win"]["lower"] <= 1e-6
    assert dense["win"]["lower"] <= explicit["win"]["upper"]
    assert explicit["win"]["lower"] <= dense["win"]["upper"]
    assert "lower:" in dense["proof"]
    chances = [
        [o[key] for o in answer["openings"]] for answer in (dense, explicit) for key in ("probability",)
    ]
    assert sorted(chances[0]) == sorted(chances[1])


def test_the_second_time_the_table_is_read(hue, monkeypatch):
    first = hue("solve", *SMALL, *DENSE, "--json").json
    monkeypatch.setattr(reports.whole, "_solve", None)  # a second solve would break
    again = hue("solve", *SMALL, *DENSE, "--json").json
    assert again["win"] == first["win"]
    assert again["openings"] == first["openings"]
    move = hue("move", *SMALL, "--json").json
    assert move["table"] == first["table"]


def test_best_first_moves_are_those_of_enumeration(hue):
    dense = hue("solve", *SMALL, *DENSE, "--json").json["openings"]
    explicit = {o["state"]: o for o in hue("solve", *SMALL, "--json").json["openings"]}
    assert all(o["action"] == explicit[o["state"]]["action"] for o in dense)


def test_the_ends_of_many_setups_are_named_however_a_game_was_solved(hue):
    board = ("rulebook", "--keep", "Stars,Houses,Pool,Boat")
    asked = ("solve", *board, "-p", "1", "-d", "easy", "-r", "actions=1")
    explicit, dense = hue(*asked), hue(*asked, *DENSE)
    pattern = r"leave something to play: at best (.*?) \(win .*?\); at worst (.*?) \(win "
    said = [re.findall(pattern, answer.words) for answer in (explicit, dense)]
    assert len(said[0]) == 1
    assert said[0] == said[1]


def test_a_large_board_is_for_the_dense_solver(hue):
    answer = hue("solve", "rulebook", "--memory", "1")
    assert (answer.code, answer.out) == (5, "")
    too_large = r"hue: solving this takes \d\.\d GB .*--keep.*--players.*--memory.*\n"
    assert re.fullmatch(too_large, answer.err)
    for arguments in (("-p", "4"), ("-r", "reduce_timing=after")):
        answer = hue("solve", "rulebook", *arguments)
        assert answer.code == 2
        assert re.fullmatch(r"hue: the dense solver can't do .*enumeration can.*\n", answer.err)
    assert hue("solve", "pair", "--exact", *DENSE).code == 2


def test_a_dry_run_says_what_it_takes(hue):
    answer = hue("solve", "rulebook", "--dry-run")
    assert answer.code == 0
    assert re.fullmatch(
        r"251,817,984 states in a layer; about 6\.\d GB .* minutes\. "
        r"For the start alone .* 1\.\d GB, 1\.0 GB of disk \(.*checkpoint\), .*\n",
        answer.out,
    )
    needs = hue("solve", "rulebook", "--dry-run", "--json").json["dry_run"]
    assert needs["states"] == 256 * 66 * 46 * 18 * 18


def test_a_dry_run_over_budget_is_refused_as_the_solve_would_be(hue):
    for wanted, code in (((), 0), (("--gap", "1e-6"), 5), (("--relative-gap", "0.01"), 0)):
        answer = hue("solve", "rulebook", "--dry-run", "--memory", "2", *wanted)
        assert "251,817,984 states in a layer" in answer.out
        assert answer.code == code
        assert bool(answer.err) == bool(code)
    assert re.fullmatch(
        r"hue: solving this takes 6.*, or bound the start alone \(.*\)\n",
        hue("solve", "rulebook", "--dry-run", "--memory", "2", "--gap", "1e-6").err,
    )
    one = hue("solve", "rulebook", "-p", "1", "--dry-run", "--memory", "0.1")
    assert one.code == 5
    assert "start alone" not in one.err


def test_where_only_the_start_fits_that_is_said_before(hue):
    needs = hue("solve", *SMALL, "--dry-run", "--json").json["dry_run"]
    between = (needs["memory"] + needs["start_memory"]) / 2e9
    answer = hue("solve", *SMALL, *DENSE, "--memory", str(between))
    assert answer.code == 0
    assert re.fullmatch(
        r"hue: all values .* 0\.3 GB of memory: bounding the start alone, to 1%\n",
        answer.err,
    )
    assert "no table is saved" in answer.out
    assert hue("solve", *SMALL, *DENSE).code == 0
    for memory in (between, 0.1):  # what is saved takes none
        answer = hue("solve", *SMALL, *DENSE, "--memory", str(memory))
        assert (answer.code, answer.err) == (0, "")
        assert "Saved: " in answer.out


def test_what_a_long_solve_takes_is_said_before(hue, monkeypatch):
    monkeypatch.setattr(reports.whole, "LONG", 0.0)
    said = r"hue: this takes about 0\.3 GB of memory and a second in all; Ctrl-C stops it and .*\n"
    for wanted in (("--relative-gap", "0.01"), ()):  # of which the second saves a table
        assert re.fullmatch(said, hue("solve", *SMALL, *DENSE, *wanted).err)
    assert hue("solve", *SMALL, *DENSE).err == ""


def test_a_saved_table_is_as_good_as_bounding_the_start(hue):
    table = hue("solve", *SMALL, *DENSE, "--json").json
    start = hue("solve", *SMALL, *DENSE, "--relative-gap", "0.01", "--json").json
    assert start["table"] == table["table"] is not None
    assert start["win"] == table["win"]
    gap = (start["win"]["upper"] - start["win"]["lower"]) / start["win"]["lower"]
    closer = hue("solve", *SMALL, *DENSE, "--relative-gap", str(gap / 2), "--json").json
    assert closer["table"] is None


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (("--gap", "1e-12"), "no gap below 1e-08"),
        (("--gap", "1e-6", "--relative-gap", "0.01"), "the dense solver takes one"),
    ],
)
def test_a_gap_that_cannot_be_had_is_refused(hue, wanted, said):
    answer = hue("solve", *SMALL, *DENSE, *wanted)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_relative_gap_alone_leaves_the_way_to_the_size(hue):
    """With three players and nine cards it is the only way, and nobody should have to name it."""
    wanted = ("--relative-gap", "0.01", "--json")
    small = hue("solve", *SMALL, *wanted).json
    large = hue("solve", *SMALL, *wanted, "--limit", "100").json
    assert large["states"] < small["states"]  # those of one layer
    assert large["proof"].endswith("upper: T(U) <= U, rounded up")
