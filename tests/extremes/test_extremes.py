"""The hardest and the easiest layouts: those of solving all, with less work, through stops and kills."""

import json
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement

import pytest

from layouts.cards import CARD_SETS
from layouts.errors import ParseError, RuleError
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from reports.app import run_command
from reports.extremes import _describer
from search.extremes.cutting import cut_layout, probe_layout
from search.extremes.race import Race, Standing, find_extremes
from search.extremes.remaining import bound_deck
from search.sharing import local_workers
from search.surveys.database import open_database
from search.surveys.decks import iter_members, parse_deck
from search.surveys.solving import solve_layout
from solver.guardians.editions import EDITIONS
from solver.guardians.notation import format_rules

RULEBOOK = CARD_SETS["rulebook"]
GAP = 1e-8
DIFFICULTIES = ("easy", "difficult", "impossible")
COMMAND = [sys.executable, "-m", "reports", "extremes"]
OPTIONS = ["--deck", "3,4,5", "-p", "1", "-d", "impossible", "--processes", "1", "--json"]


def lattice_for(cards):
    return Lattice(Shape(3, 2), 1, len(cards))


def layouts_of(deck):
    cards = parse_deck(deck, RULEBOOK)
    return sorted(member.layout for member in iter_members(cards, lattice_for(cards)))


def rules_of(players, difficulty):
    return format_rules(EDITIONS["rulebook"].rules(players, difficulty))


def run_race(layouts, rules):
    """Run a race here; return it, and the state updates that it took."""
    race, updates = Race(layouts, rules, GAP), 0
    while (call := race.next_call()) is not None:
        result = call.function(*call.arguments)
        updates += result.updates
        race.finish(call, result)
    return race, updates


def compare(deck, players, difficulty):
    """Check a race against solving all; return the share of the work."""
    layouts, rules = layouts_of(deck), rules_of(players, difficulty)
    race, updates = run_race(layouts, rules)
    standing = race.standing()
    assert standing.solved + standing.out == standing.layouts == len(layouts)
    every = {layout: solve_layout(layout, rules, GAP) for layout in layouts}
    least, most = min(one.upper for one in every.values()), max(one.lower for one in every.values())
    assert (race.hardest, race.easiest) == (least, most)
    for layout, solution in every.items():
        lower, upper = race.known[layout]
        assert lower <= solution.upper
        assert upper >= solution.lower
        # Whatever is certainly an extreme was solved; what a race puts out is no extreme.
        if solution.upper == least or solution.lower == most:
            assert layout in race.solved
        if layout not in race.solved:
            assert solution.upper > least
            assert solution.lower < most
    return updates / sum(one.updates for one in every.values())


def decks_up_to(cards):
    """Return every deck of the rulebook's cards, the center left out."""
    return [
        ",".join(map(str, deck))
        for number in range(1, cards)
        for deck in combinations_with_replacement((3, 4, 5), number)
        if deck.count(3) <= 4 and deck.count(4) <= 2 and deck.count(5) <= 2
    ]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize(("deck", "players"), [("3", 1), ("3,5", 2), ("3,3,4", 1), ("3,4,5", 1)])
def test_the_extremes_are_those_of_solving_all(deck, players, difficulty):
    compare(deck, players, difficulty)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize(
    ("deck", "players"),
    [*((deck, 1) for deck in decks_up_to(5)), *((deck, 2) for deck in decks_up_to(4))],
)
def test_on_every_small_deck_the_extremes_are_those_of_solving_all(deck, players, difficulty):
    share = compare(deck, players, difficulty)
    layouts = len(layouts_of(deck))
    print(f"{deck}, {players} players, {difficulty}: {layouts} layouts, {share:.3f} of the work")
    if layouts > 30:
        assert share <= 0.5  # docs/results.md has them all


def test_cuts_are_bounds_and_stop_where_they_are_told_to():
    layout = layouts_of("3,4,5")[0]
    for difficulty in DIFFICULTIES:
        rules = rules_of(1, difficulty)
        value = solve_layout(layout, rules, GAP)
        probes = [probe_layout(layout, rules, rounds) for rounds in (2, 3, 5)]
        assert [probe.lower for probe in probes] == sorted(probe.lower for probe in probes)
        assert probes[-1].lower <= value.upper
        out = cut_layout(layout, rules, (0.0, 1.0), value.lower / 2, 2 * value.upper, 10**9)
        assert value.lower / 2 < out.lower <= value.upper
        assert value.lower <= out.upper < 2 * value.upper
        hopeless = cut_layout(layout, rules, (0.0, 1.0), 2 * value.upper, 1.0, 1)
        assert hopeless.upper == 1.0
        assert hopeless.lower <= value.upper


def test_threads_of_one_process_do_not_get_in_each_others_way():
    """New threads, each time, so that no games are there from other tests, which may have come further."""
    layouts = layouts_of("3,4,5") * 3
    rules = format_rules(EDITIONS["rulebook"].rules(1, "impossible"))

    def probe(threads):
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(lambda layout: probe_layout(layout, rules, 1).lower, layouts))

    assert probe(4) == probe(1)


def test_time_left_is_told_by_what_was_done_meanwhile(monkeypatch):
    clock = iter([100.0, 110.0, 120.0])
    monkeypatch.setattr("reports.extremes.time.monotonic", lambda: next(clock))
    describe = _describer()

    def standing(solved):
        return Standing(100, probed=100, solved=solved, out=0, hardest=0.1, easiest=0.2)

    assert "left" not in describe(standing(50))  # all of it was known before
    assert describe(standing(60)).endswith("; about 80 seconds left")  # 7 in 20 s, 28 to go


@pytest.mark.parametrize("command", [["survey", "run"], ["extremes", "--database"]])
def test_more_layouts_than_memory_holds_are_not_listed(command, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("layouts.placing.enumeration.Enumeration.expected_bytes", lambda _: 10**15)
    path = tmp_path / "x.db"
    assert run_command([*command, str(path), "--deck", "3,3,4,5", "-p", "1", "--processes", "1"]) == 5
    said = capsys.readouterr().err
    assert "to list the layouts of 5 cards takes over 1e+06 GB of memory, and" in said
    assert said.count("\n") == 1


def test_two_processes_find_the_same(tmp_path):
    cards = parse_deck("3,4,5", RULEBOOK)
    rules = EDITIONS["rulebook"].rules(1, "impossible")
    alone, _ = run_race(layouts_of("3,4,5"), format_rules(rules))
    found = find_extremes(None, cards, rules, lattice_for(cards), gap=GAP, workers=local_workers(2))
    assert found.proved
    assert [row.layout for row in found.hardest] == [
        layout for layout in sorted(alone.solved) if alone.known[layout][0] <= alone.hardest
    ]
    assert found.easiest[0].lower == alone.easiest == max(row.lower for row in found.easiest)
    assert found.at_least == min(lower for lower, _ in alone.known.values()) or found.at_least > 0


def test_a_stopped_search_says_what_is_left_and_goes_on(tmp_path):
    cards, path = parse_deck("3,4,5", RULEBOOK), tmp_path / "x.db"
    rules = EDITIONS["rulebook"].rules(1, "impossible")
    done = []

    def search(limit):
        return find_extremes(
            path,
            cards,
            rules,
            lattice_for(cards),
            gap=GAP,
            workers=local_workers(1),
            progress=done.append,
            stop=lambda: len(done) >= limit,
        )

    first = search(3)
    assert not first.proved
    assert first.at_least == 0.0
    assert first.at_most == bound_deck(cards, rules) < 1  # of those that weren't looked at
    asked = len(done)
    second = search(10**9)
    assert second.proved
    whole, updates = run_race(layouts_of("3,4,5"), format_rules(rules))
    assert second.hardest[0].upper == whole.hardest
    assert whole.easiest <= second.at_most <= first.at_most
    assert 0 < asked < len(done)
    with open_database(path) as database:
        cuts = sum(cut.updates for cut in database.cuts(1).values())
        assert second.updates == cuts + sum(row.updates for row in database.rows(1)) >= updates / 2
    again = len(done)
    assert search(10**9) == second
    assert len(done) == again  # nothing was done anew


@pytest.mark.slow
def test_killed_at_random_it_ends_with_the_same_answer(tmp_path):
    path, rng = tmp_path / "killed.db", random.Random(1)
    wanted = json.loads(subprocess.run([*COMMAND, *OPTIONS], check=True, capture_output=True).stdout)
    kept = 0
    for _ in range(2):
        process = subprocess.Popen([*COMMAND, *OPTIONS, "--database", str(path)], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while process.poll() is None and results_in(path) == kept and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.3))  # it has got on with it, wherever it is by now
        process.kill()
        process.wait()
        before, kept = kept, results_in(path)
        assert kept >= before
    assert kept > 0
    done = subprocess.run([*COMMAND, *OPTIONS, "--database", str(path)], check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert found["claim"] == wanted["claim"] == "proved"
    for side in ("hardest", "easiest"):
        assert found[side] == wanted[side]


def results_in(path):
    """Return how many results a database holds, whatever they are."""
    try:
        with open_database(path) as database:
            numbers = [number for number, _ in database.surveys()]
            return sum(len(database.cuts(number)) + len(database.rows(number)) for number in numbers)
    except (ParseError, RuleError):
        return 0  # not begun yet


def test_what_a_survey_has_solved_is_used(tmp_path, capsys):
    path = str(tmp_path / "x.db")
    survey = ["survey", "run", path, "--deck", "3,3", "-p", "1", "-d", "easy", "--processes", "1"]
    assert run_command(survey) == 0
    with open_database(tmp_path / "x.db") as database:
        before = database.rows(1)
    capsys.readouterr()
    search = ["extremes", "--deck", "3,3", "-p", "1", "-d", "easy", "--database", path, "--json"]
    assert run_command(search) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hardest"][0]["win"]["lower"] == before[0].lower
    assert found["solved"] == len(before)


def test_a_database_of_the_first_format_is_taken_over(tmp_path):
    path = tmp_path / "old.db"
    with open_database(path, create=True):
        pass
    old = sqlite3.connect(path)
    old.executescript(
        "DROP TABLE cuts; ALTER TABLE surveys DROP COLUMN complete; PRAGMA user_version = 1;"
        "INSERT INTO surveys VALUES (1, 'a', 'b', '3x2', 1, 0.1);"
    )
    old.close()
    with open_database(path) as database:
        ((number, survey),) = database.surveys()
        assert database.complete(survey, lambda: pytest.fail("it is complete")) == number
    new = sqlite3.connect(path)
    assert new.execute("PRAGMA user_version").fetchone() == (2,)
    assert new.execute("SELECT count(*) FROM cuts").fetchone() == (0,)


def test_the_answer_is_printed_with_tables_and_drawn(tmp_path, capsys):
    folder = tmp_path / "pictures"
    command = ["extremes", "--deck", "3,5", "-p", "1", "-d", "easy", "--processes", "1"]
    assert run_command([*command, "--pictures", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said.count("adjacent to") >= 2
    assert "Proved: 2 layouts on the lattice 3x2" in said
    assert sorted(path.name for path in folder.iterdir()) == ["easiest.svg", "hardest.svg"]
    assert (folder / "easiest.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--deck", "7"], "'7' is no card of the edition rulebook"),
        (["--deck", "3", "--gap", "0"], "a gap is between"),
        (["--deck", "3", "--lattice", "0x2"], "--lattice '0x2'"),
        (["--deck", "3", "--pictures", "file/x"], "--pictures file/x: can't be made"),
        (["--deck", "3", "--database", "file/x.db"], "can't be written"),
        (["--deck", "3", "--database", "none.db", "--resume"], "none.db: there is nothing to go on with"),
        (["--deck", "3", "--resume"], "--resume: give the database to go on with"),
    ],
)
def test_bad_input_gets_one_line(tmp_path, monkeypatch, capsys, options, part):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert run_command(["extremes", *options]) == 2
    said = capsys.readouterr().err
    assert part in said
    assert said.count("\n") == 1


def test_rules_beyond_the_dense_solver_are_refused_not_answered_wrongly():
    cards = parse_deck("3,3,4,5", RULEBOOK)
    rules = EDITIONS["rulebook"].rules(2, "easy", {"reduce_timing": "after"})
    with pytest.raises(RuleError, match="R10"):
        probe_layout(layouts_of("3,3,4,5")[0], format_rules(rules))
    assert len(cards) == 5
