"""Hunts: a small deck's true extremes are found; seeds, stops, and what is known the next time."""

import json
import time
from itertools import product

import pytest

from layouts.cards import CARD_SETS
from layouts.placement import Place, Shape, contacts
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import parse_canonical_code
from reports.app import run_command
from search.extremes import SIDES
from search.extremes.hunt import hunt_extremes
from search.extremes.remaining import bound_deck
from search.surveys.database import open_database
from search.surveys.decks import iter_members, parse_deck
from search.surveys.solving import solve_layout
from solver.guardians.editions import EDITIONS
from solver.guardians.notation import format_rules

RULEBOOK = CARD_SETS["rulebook"]
GAP = 1e-8


def hunt(deck, players, budget, path=None, gap=GAP, **options):
    cards = parse_deck(deck, RULEBOOK)
    lattice = Lattice(Shape(3, 2), 1, len(cards))
    rules = EDITIONS["rulebook"].rules(players, "impossible")
    return hunt_extremes(path, cards, rules, lattice, gap=gap, budget=budget, threads=1, **options)


def layouts_of(deck):
    cards = parse_deck(deck, RULEBOOK)
    return {member.layout for member in iter_members(cards, Lattice(Shape(3, 2), 1, len(cards)))}


@pytest.mark.parametrize("players", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_small_deck_is_seen_whole_and_its_extremes_are_found(players):
    layouts = layouts_of("3,4,5")
    found = hunt("3,4,5", players, 600)  # it ends when all are solved
    assert found.glanced == len(layouts)
    assert found.looked == (len(layouts) if players == 2 else 0)  # alone, a glance is all there is to see
    rules = format_rules(EDITIONS["rulebook"].rules(players, "impossible"))
    every = {layout: solve_layout(layout, rules, GAP) for layout in layouts}
    assert found.hardest[0].lower == min(solution.lower for solution in every.values())
    assert found.easiest[0].lower == max(solution.lower for solution in every.values())
    for row in [*found.hardest, *found.easiest]:
        assert (row.lower, row.upper) == (every[row.layout].lower, every[row.layout].upper)
    assert max(solution.upper for solution in every.values()) <= found.at_most < 1
    assert found.updates > sum(every[row.layout].updates for row in found.hardest)


@pytest.mark.parametrize("players", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_same_seed_sees_the_same_and_another_seed_something_else(tmp_path, players):
    def seen(seed, name, slow=0.0):
        steps = []

        def progress(standing):
            steps.append(standing)
            time.sleep(slow if standing.doing == "looking" else 0.0)

        hunt(
            "3,3,4,5",
            players,
            10**6,
            tmp_path / name,
            seed=seed,
            progress=progress,
            stop=lambda: len(steps) > 10,
        )
        with open_database(tmp_path / name) as database:
            return [set(database.cuts(number)) for number, _ in database.surveys()]

    first = seen(1, "one.db")
    assert sum(map(len, first)) == 11
    assert len(first) == players
    assert all(first)
    assert first == seen(1, "again.db", slow=0.1)  # however long a look takes
    assert first != seen(2, "two.db")


def test_what_was_solved_for_a_wider_gap_is_not_solved_for_a_narrower_one(tmp_path):
    path = tmp_path / "x.db"
    wide, narrow = (hunt("3,4", 1, 600, path, gap=gap) for gap in (1e-3, GAP))
    assert all(row.upper - row.lower > 1e-6 for row in wide.hardest)
    assert all(row.upper - row.lower <= GAP for row in [*narrow.hardest, *narrow.easiest])
    assert narrow.solved == wide.solved == len(layouts_of("3,4"))


def test_all_that_bounds_cannot_tell_from_the_most_extreme_are_named(tmp_path):
    found = hunt("3,4", 1, 600, gap=0.5)
    assert len(found.hardest) == len(found.easiest) == found.solved == len(layouts_of("3,4"))
    found = hunt("3,4", 1, 600)
    assert len(found.hardest) == len(found.easiest) == 1


def test_a_stopped_hunt_goes_on_with_what_it_has_seen(tmp_path):
    path, steps = tmp_path / "hunt.db", []
    first = hunt("3,4,5", 1, 10**6, path, progress=steps.append, stop=lambda: len(steps) > 4)
    assert (first.glanced, first.looked, first.solved) == (5, 0, 0)
    assert first.hardest == []
    second = hunt("3,4,5", 1, 600, path)
    assert second.glanced == len(layouts_of("3,4,5"))
    assert second.solved >= len(SIDES)
    third = hunt("3,4,5", 1, 1, path)
    assert third.glanced == second.glanced
    assert third.solved >= second.solved
    with open_database(path) as database:
        assert {survey.lattice for _, survey in database.surveys()} == {"3x2"}


def test_what_a_hunt_has_seen_before_does_not_end_it(tmp_path, monkeypatch):
    monkeypatch.setattr("search.extremes.hunt.MOST_TRIES", 3)
    path = tmp_path / "hunt.db"
    for more in (5, 5, 10):
        steps = []
        stop = {"progress": steps.append, "stop": lambda steps=steps, more=more: len(steps) > more}
        hunt("3,3,4,5", 1, 10**6, path, **stop)
    with open_database(path) as database:
        assert len(database.cuts(1)) == 6 + 6 + 11


@pytest.mark.parametrize("players", [1, 2])
def test_however_short_the_time_one_on_either_side_is_solved(players):
    found = hunt("3,4,5", players, 1e-6)
    assert found.glanced >= len(SIDES)
    assert found.solved == len(SIDES)
    assert found.hardest[0].lower < found.easiest[0].lower


def test_after_a_hunt_a_survey_says_that_not_all_layouts_are_listed(tmp_path, capsys):
    path = tmp_path / "hunt.db"
    hunt("3,4,5", 2, 1e-6, path)
    for command in ("status", "show", "why"):
        given = ["survey", command, str(path), *(["--survey", "2"] if command != "status" else [])]
        assert run_command(given) == 0
        assert "that a hunt has seen" in " ".join(capsys.readouterr().out.split())
        assert run_command([*given, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["surveys"][1] if command == "status" else found)["all_listed"] is False
        assert not found.get("finished", False)
    export = ["survey", "export", str(path), "--survey", "2", "--out", str(tmp_path / "x.csv")]
    assert run_command(export) == 0
    assert "a hunt has listed only the layouts that it has seen" in capsys.readouterr().err


def test_the_extremes_are_told_with_places(tmp_path, capsys):
    pictures = ["--pictures", str(tmp_path)]
    for budget in ([], ["--budget", "1"]):
        search = ["extremes", "--deck", "3,4", "-p", "1", "-d", "easy", "--processes", "1"]
        search = [*search[:-2], *budget] if budget else search
        assert run_command([*search, *pictures, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["game"], found["lattice"], found["unit"]) == ("1 player, easy", "3x2", "probability")
        assert found["deck"] == "3.4.2.1-4.5.3.2"
        for side in SIDES:
            layout = parse_canonical_code(found[side][0]["layout"])
            places = {name: Place(**place) for name, place in found[side][0]["places"].items()}
            touching = {frozenset(pair) for pair in contacts(places, Shape(3, 2))}
            assert touching == {frozenset(pair) for pair in layout.edges}
            assert "Where the cards lie" not in (tmp_path / f"{side}.svg").read_text()
        assert run_command(search) == 0
        assert "The center with a 3, a 4; 1 player, easy." in capsys.readouterr().out


def test_what_takes_more_memory_than_there_is_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("search.memory.memory_of_machine", lambda: 10**9)
    whole = ["--deck", "all", "-p", "2", "-d", "easy"]
    for command in (
        ["extremes", *whole, "--budget", "5"],
        ["survey", "run", str(tmp_path / "x.db"), *whole, "--processes", "1"],
    ):
        assert run_command(command) == 5
        said = capsys.readouterr().err
        assert "solving 1 layout at once takes about 6.0 GB" in said
        assert said.count("\n") == 1
    assert not (tmp_path / "x.db").exists()


def test_only_the_survey_asked_for_is_gone_on_with(tmp_path, capsys):
    path = str(tmp_path / "decks.db")
    one = ["-p", "1", "-d", "easy", "--processes", "1"]
    assert run_command(["survey", "run", path, "--deck", "3", *one]) == 0
    assert run_command(["survey", "run", path, "--deck", "3", *one, "--resume"]) == 0
    assert run_command(["extremes", "--database", path, "--deck", "3", *one, "--resume"]) == 0
    capsys.readouterr()
    for command in (["survey", "run", path], ["extremes", "--database", path]):
        assert run_command([*command, "--deck", "5", *one, "--resume"]) == 2
        said = capsys.readouterr().err
        assert "it holds no such survey to go on with" in said
        assert said.count("\n") == 1


def test_a_survey_after_a_hunt_lists_what_the_hunt_has_not_seen(tmp_path, capsys):
    path, steps = tmp_path / "hunt.db", []
    hunt("3,4,5", 1, 10**6, path, progress=steps.append, stop=lambda: len(steps) > 3)
    search = ["extremes", "--deck", "3,4,5", "-p", "1", "-d", "impossible", "--processes", "1"]
    assert run_command([*search, "--database", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["claim"], found["layouts"]) == ("proved", len(layouts_of("3,4,5")))


def test_the_command_says_that_it_is_the_best_found(tmp_path, capsys):
    search = ["extremes", "--deck", "3,5", "-p", "1", "-d", "easy", "--budget", "2"]
    assert run_command([*search, "--pictures", str(tmp_path / "p"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["claim"] == "proved"  # as both are solved
    assert found["layouts"] == len(layouts_of("3,5")) == 2
    assert len(found["hardest"]) == len(found["easiest"]) == 1
    assert found["hardest"][0]["win"]["kind"] == "bounded"
    assert run_command(search) == 0
    assert "Proved: 2 of 2 layouts on the lattice 3x2 glanced at" in capsys.readouterr().out
    assert sorted(path.name for path in (tmp_path / "p").iterdir()) == ["easiest.svg", "hardest.svg"]


@pytest.mark.parametrize("way", [[], pytest.param(["--budget", "1"], marks=pytest.mark.slow)])
def test_bounds_wider_than_asked_for_are_said(capsys, way):
    asked = ["extremes", "--deck", "3,4", "-p", "2", "-r", "actions=2", *way, "--json", "--gap"]
    for gap, code in (("1e-7", 0), ("1e-13", 3)):
        assert run_command([*asked, gap]) == code
        said = capsys.readouterr()
        found = json.loads(said.out)
        wins = [row["win"] for side in SIDES for row in found[side]]
        widest = max(win["upper"] - win["lower"] for win in wins)
        assert (widest > float(gap)) == ("are wider than asked for" in said.err) == bool(code)


def test_more_layouts_than_can_be_counted_in_time_are_not_counted(monkeypatch, capsys):
    monkeypatch.setattr("reports.extremes.COUNTING", 0.0)
    search = ["extremes", "--deck", "3,5", "-p", "1", "-d", "easy", "--budget", "1"]
    assert run_command([*search, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layouts"] is None
    assert run_command(search) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Best found, not proved: 2 of more layouts than could be counted on the lattice" in said


def test_nine_cards_are_refused_without_a_budget(capsys):
    assert run_command(["extremes", "--deck", "all", "-p", "1"]) == 5
    said = capsys.readouterr().err
    assert "give --budget SECONDS" in said
    assert said.count("\n") == 1
    assert run_command(["extremes", "--deck", "3", "--budget", "5", "--processes", "2"]) == 2
    assert "leave out --processes" in capsys.readouterr().err


DIFFICULTIES = ("easy", "difficult", "impossible")
DECKS = ("3", "5", "3,3", "3,4", "4,5", "3,4,5")
READINGS = [{}, {"decider": "lord_sepia"}, {"spirits_per_location": 2}]


@pytest.mark.parametrize(
    ("difficulty", "readings", "decks"),
    [
        *zip(DIFFICULTIES, READINGS, [DECKS[:4]] * 3, strict=True),
        *(pytest.param(*case, DECKS, marks=pytest.mark.slow) for case in product(DIFFICULTIES, READINGS)),
    ],
    ids=str,
)
def test_no_layout_of_a_small_deck_is_worth_more_than_the_deck(difficulty, readings, decks):
    rules = EDITIONS["rulebook"].rules(1, difficulty, readings)
    for deck in decks:
        bound = bound_deck(parse_deck(deck, RULEBOOK), rules)
        assert bound < 1
        for layout in layouts_of(deck):
            assert solve_layout(layout, format_rules(rules), GAP).lower <= bound


def test_by_readings_without_a_proof_a_deck_may_be_worth_anything():
    rules = EDITIONS["rulebook"].rules(1, "easy", {"encounter_on_light": False})
    assert bound_deck(parse_deck("3,4", RULEBOOK), rules) == 1
