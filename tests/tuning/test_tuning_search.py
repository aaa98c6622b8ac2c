"""The search finds what solving every combination finds, in the same order; through stops and kills, too."""

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from fractions import Fraction
from itertools import combinations

import pytest

from layouts.errors import RuleError
from search.tuning import judging
from search.tuning.changes import list_changes
from search.tuning.combinations import cost_of, iter_combinations
from search.tuning.design import vary
from search.tuning.judging import Means, Range, Side, TooLarge
from search.tuning.sameness import codes_of, plain_game
from search.tuning.tune import tune_design

MEANS = Means(600.0, 1e9)
ENOUGH = 10**6
EXACT = "15428657633135835929010200641/8238982168849104689288772902402"
"""What `pair` is worth to one player on easy (docs/results.md)."""


def cheap(design):
    """Return every other change that costs little."""
    return [change for change in list_changes(design) if change.cost <= 3][::2]


def all_combinations(changes, together):
    """List combinations by cost, number and place in the list, without `iter_combinations`."""
    places = [
        chosen
        for count in range(1, together + 1)
        for chosen in combinations(range(len(changes)), count)
        if len({slot for place in chosen for slot in changes[place].slots})
        == sum(len(changes[place].slots) for place in chosen)
    ]
    places.sort(key=lambda chosen: (sum(changes[place].cost for place in chosen), len(chosen), chosen))
    return [tuple(changes[place] for place in chosen) for chosen in places]


def compare(design, changes, together, wanted, bounds_of):
    """Check a search against solving every combination; return what it did."""
    tuning = tune_design(None, design, wanted, changes, most=ENOUGH, together=together, means=MEANS)
    assert tuning.ended == "all"
    assert tuning.complete
    every = all_combinations(changes, together)
    assert tuning.counts.total() == len(every)
    expected, within, games = [], [], {codes_of(plain_game(vary(design, ())))}
    for combination in every:
        variant = vary(design, combination)
        side = wanted.side(*bounds_of(variant))
        assert side is not Side.OPEN
        if side is Side.INSIDE and not any(set(less) <= set(combination) for less in within):
            within.append(combination)  # nothing of it can be left out
            codes = codes_of(plain_game(variant))
            if codes not in games:
                expected.append(combination)
            games.add(codes)
    assert [one.changes for one in tuning.found] == expected
    for one in tuning.found:
        assert one.variant == vary(design, one.changes)
        lower, upper = bounds_of(one.variant)
        assert one.verdict.lower <= upper
        assert one.verdict.upper >= lower
        assert one.verdict.upper - one.verdict.lower < 2e-6
    return tuning


EASIER, HARDER = Range(Fraction("0.00197"), Fraction("0.0055")), Range(Fraction("0.0001"), Fraction("0.0005"))
SMALL = {"actions": 1, "agents": 1, "setup_growths": 1}
"""With which `triangle` is worth 0.00196 to one player."""


@pytest.mark.parametrize(
    ("dense", "wanted"),
    [
        pytest.param(False, HARDER, id="enumerated-harder", marks=pytest.mark.slow),
        pytest.param(True, EASIER, id="dense-easier"),
        pytest.param(False, EASIER, id="enumerated-easier", marks=pytest.mark.slow),
        pytest.param(True, HARDER, id="dense-harder", marks=pytest.mark.slow),
    ],
)
def test_it_finds_what_solving_every_combination_finds(make_design, bounds_of, monkeypatch, wanted, dense):
    """Also by the dense solver, with bounds from restricted games. Influence has no effect on this board."""
    if dense:
        monkeypatch.setattr("search.surveys.solving.SMALL", 0)
    design = make_design("triangle", 1, **SMALL)
    changes = [change for change in cheap(design) if "influence" not in change.text]
    tuning = compare(design, changes, 2, wanted, bounds_of)
    assert len(tuning.found) >= 2
    assert min(tuning.counts[how] for how in ("implied", "same", "solved", "needless")) > 0
    assert (tuning.counts["bounded"] > 0) == dense
    assert tuning.solved + tuning.bounded < tuning.counts.total() / 2


@pytest.mark.parametrize("wanted", [EASIER, HARDER], ids=["easier", "harder"])
def test_of_single_changes_it_finds_those_of_solving_each(make_design, bounds_of, monkeypatch, wanted):
    """All of them but other players, by the dense solver where it can: no spirits, no agents, any reading."""
    monkeypatch.setattr("search.surveys.solving.SMALL", 0)
    design = make_design("triangle", 1, **SMALL)
    changes = [change for change in list_changes(design) if change.kind != "players"]
    compare(design, changes, 1, wanted, bounds_of)


@pytest.mark.parametrize(
    ("sign", "wanted"),
    [
        pytest.param(-1, ("0.0042", "0.0043"), id="falling"),
        pytest.param(1, ("0.003", "0.00310598"), id="rising", marks=pytest.mark.slow),
    ],
)
def test_three_ratings_at_once(make_design, bounds_of, sign, wanted):
    design = make_design("triangle", 1, actions=2, agents=1, setup_growths=1)
    changes = [
        change
        for change in list_changes(design, ["ratings"])
        if change.cost <= 2 and all(sign * (one.after - one.before) > 0 for one in change.settings)
    ]
    tuning = compare(design, changes[:4], 3, Range(*map(Fraction, wanted)), bounds_of)
    assert any(len(one.changes) == 3 for one in tuning.found)


@pytest.mark.slow
def test_with_support(make_design, bounds_of):
    """Two players, who support; and the opponent decides."""
    few = {"actions": 1, "agents": 0, "setup_growths": 0, "spirits": 1}
    design = make_design("pair", 2, decider="lord_sepia", **few)
    tuning = compare(design, cheap(design), 2, Range(Fraction("0.16"), Fraction("0.6")), bounds_of)
    assert len(tuning.found) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [("0.15", "0.17"), ("0.4", "0.5")], ids="-".join)
def test_on_three_cards_it_finds_what_solving_every_combination_finds(make_design, bounds_of, wanted):
    design = make_design("revised-triangle", 1)
    compare(design, cheap(design), 2, Range(*map(Fraction, wanted)), bounds_of)


def test_no_two_of_the_same_and_none_cheaper_later(make_design):
    design = make_design("sample-four", 2)
    changes = list_changes(design)
    seen, last = set(), 0
    for combination in iter_combinations(changes, 2):
        assert combination not in seen
        assert cost_of(combination) >= last
        seen.add(combination)
        last = cost_of(combination)
    assert len(seen) == len(all_combinations(changes, 2))


def test_what_is_within_the_range_needs_no_change(make_design):
    design = make_design("pair", 1)
    tuning = tune_design(
        None, design, Range(Fraction(0), Fraction(1)), list_changes(design), most=5, together=2, means=MEANS
    )
    assert (tuning.now.side, tuning.found, tuning.solved, tuning.complete) == (Side.INSIDE, [], 1, True)


def test_an_end_that_is_the_value_is_never_decided(make_design):
    """No bounds are on one side of it, however close."""
    design = make_design("pair", 1)
    wanted = Range(Fraction(EXACT), Fraction(1))
    tuning = tune_design(None, design, wanted, [], most=1, together=1, means=MEANS)
    assert tuning.now.side is Side.OPEN
    assert tuning.now.lower <= wanted.low <= tuning.now.upper
    assert tuning.now.upper - tuning.now.lower <= 1e-12


def test_what_is_too_large_is_left_and_the_ranking_open_from_there(make_design, monkeypatch):
    monkeypatch.setattr("search.surveys.solving.SMALL", 0)
    monkeypatch.setattr(judging, "MOST_ENUMERATED", 100)
    design = make_design("pair", 2, actions=2)
    changes = [change for change in list_changes(design, ["readings"]) if change.cost <= 3]
    wanted = Range(Fraction("0.9"), Fraction(1))
    tuning = tune_design(None, design, wanted, changes, most=ENOUGH, together=1, means=MEANS)
    assert [one.changes[0].text for one in tuning.left] == ["reduce_timing: before to after"]
    assert "dense solver can't do reduce_timing=after" in tuning.left[0].verdict.proof
    assert (tuning.open_from, tuning.complete, tuning.ended) == (3, False, "all")
    for means, message in ((Means(1e-6, 1e9), "takes about 0 seconds"), (Means(60.0, 1e3), "GB of memory")):
        with pytest.raises(TooLarge, match=message):
            tune_design(None, design, wanted, changes, most=1, together=1, means=means)


def test_what_takes_much_longer_is_decided_last_and_the_answer_is_the_same(make_design, monkeypatch):
    """Two players take longer than one by the estimate; stopped before they are decided, they are left."""
    design, wanted = make_design("pair", 1, actions=2), Range(Fraction("0.02"), Fraction("0.2"))
    changes = [*list_changes(design, ["growths"]), *list_changes(design, ["players"])[:1]]
    done = []

    def search(limit=ENOUGH):
        done.clear()
        return tune_design(
            None,
            design,
            wanted,
            changes,
            most=ENOUGH,
            together=2,
            means=MEANS,
            progress=done.append,
            stop=lambda: len(done) >= limit,
        )

    at_once = search()
    looked = len(done)
    assert any(change.kind == "players" for one in at_once.found for change in one.changes)
    monkeypatch.setattr(judging, "DEAR", 0.0)
    last = search()
    assert len(done) == 2 * looked
    assert (last.found, last.ended, last.complete) == (at_once.found, "all", True)
    stopped = search(looked)
    assert (stopped.ended, stopped.unlooked, stopped.complete) == ("stopped", False, False)
    assert stopped.open_from == 8
    assert {one.changes[-1].kind for one in stopped.left} == {"players"}
    assert all(one.verdict.proof.endswith("left for last") for one in stopped.left)
    assert [one for one in at_once.found if one.changes[-1].kind != "players"] == stopped.found


def test_kinds_are_checked(make_design):
    with pytest.raises(RuleError, match=r"'rating'.*ratings, growths, players, readings"):
        list_changes(make_design("pair", 1), ["rating"])


# --- stopped, killed and taken up again


def run(design, path, stop_after=None, progress=lambda standing: None):
    """Tune a design; stop after so many combinations."""
    done = []

    def note(standing):
        done.append(standing)
        progress(standing)

    return tune_design(
        path,
        design,
        EASIER,
        cheap(design),
        most=3,
        together=2,
        means=MEANS,
        progress=note,
        stop=lambda: stop_after is not None and len(done) >= stop_after,
    )


def summary(tuning):
    return [(one.changes, one.verdict) for one in tuning.found], tuning.counts, tuning.open_from


@pytest.mark.parametrize("dense", [False, True], ids=["enumerated", "dense"])
def test_stopped_it_keeps_what_is_found_and_goes_on(make_design, monkeypatch, tmp_path, dense):
    if dense:
        monkeypatch.setattr("search.surveys.solving.SMALL", 0)
    design, path = make_design("triangle", 1, **SMALL), tmp_path / "x.db"
    whole = run(design, None)
    assert (len(whole.found), whole.ended, whole.complete) == (3, "found", True)
    first = run(design, path, stop_after=8)
    assert (first.ended, first.complete, first.counts.total()) == ("stopped", False, 8)
    assert first.found == whole.found[: len(first.found)]
    assert 0 < len(first.found) < 3
    assert first.open_from >= first.found[-1].cost
    assert summary(run(design, path)) == summary(whole)

    def solve(*_):
        raise AssertionError("solved anew")

    monkeypatch.setattr(judging, "solve_start", solve)
    assert summary(run(design, path)) == summary(whole)


def test_when_the_time_is_over_it_keeps_what_is_found(make_design, monkeypatch):
    """A clock that goes on 75 seconds for each combination, of 600."""
    design, now = make_design("triangle", 1, **SMALL), [0.0]
    monkeypatch.setattr(judging.time, "monotonic", lambda: now[0])

    def wait(standing):
        assert standing.seconds_left == 600 - now[0]
        now[0] += 75

    tuning = run(design, None, progress=wait)
    assert (tuning.ended, tuning.complete, tuning.counts.total()) == ("time", False, 8)
    assert tuning.found
    assert tuning.open_from == cost_of(list(iter_combinations(cheap(design), 2))[8])


def test_killed_it_ends_with_the_same_answer(tmp_path):
    """Killed when some games are solved; the same command goes on."""
    options = ["pair", "-p", "1", "--win", "0.004:0.006", "--change", "readings", "--together", "1", "--json"]
    command = [sys.executable, "-m", "reports", "tune", *options]
    wanted = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    path = tmp_path / "killed.db"
    with subprocess.Popen([*command, "--database", str(path)], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and rows_in(path) < 5:
            time.sleep(0.01)
        process.kill()
    before = rows_in(path)
    done = subprocess.run([*command, "--database", str(path)], check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert 5 <= before < rows_in(path)
    assert found == wanted


def rows_in(path):
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.Error:
        return 0
