"""`hue solve`, `show`, `perft` and `readings`: what they answer, in JSON and in words."""

import json
import re
from fractions import Fraction
from importlib.metadata import version

import pytest

from layouts.catalogue import CATALOGUE
from reports.output import DISTRIBUTION
from solver.guardians.rules import READINGS

QUICK = ("-p", "1", "-r", "actions=2")
HEAD = {"schema": int, "command": str, "version": str}
SOLVE = {
    **HEAD,
    "layout": str,
    "edition": str,
    "difficulty": str,
    "rules": dict,
    "unit": str,
    "win": dict,
    "proof": str,
    "openings": list,
    "setups": dict,
    "states": int,
    "sweeps": int,
    "seconds": float,
    "table": type(None),
}
TRIO = """
edition = "rulebook"
[cards]
Stars = 6
Chalks = 3
"My card" = { tag = 3, ratings = [3, 1, 1] }
[adjacent]
Stars = ["Chalks", "My card"]
Chalks = ["My card"]
"""


def has(found, schema):
    assert {name: type(value) for name, value in found.items()} == schema


def win_of(answer):
    assert (answer.code, answer.err) == (0, "")
    win = answer.json["win"]
    return win["lower"], win["upper"]


def meet(one, other):
    return one[0] <= other[1] and other[0] <= one[1]


def test_json_of_solve_has_what_the_schema_says(hue):
    found = hue("solve", "pair", *QUICK, "--json").json
    has(found, SOLVE)
    assert (found["schema"], found["command"], found["version"]) == (1, "solve", version(DISTRIBUTION))
    assert (found["edition"], found["difficulty"], found["unit"]) == ("rulebook", "easy", "probability")
    assert found["rules"]["players"] == 1
    assert set(found["rules"]) == {"players", *READINGS}
    win = found["win"]
    assert list(win) == ["kind", "lower", "upper", "exact"]
    assert (win["kind"], win["exact"]) == ("bounded", None)
    assert 0 < win["lower"] <= win["upper"] < 1
    assert win["upper"] - win["lower"] <= 1e-9
    assert found["states"] > 100
    assert found["sweeps"] >= 1
    assert "lower:" in found["proof"]
    for opening in found["openings"]:
        assert list(opening) == ["state", "probability", "lower", "upper", "action"]
    assert sum(Fraction(opening["probability"]) for opening in found["openings"]) == 1


def test_the_layout_in_json_is_a_code_that_can_be_asked_again(hue):
    first = hue("solve", "pair", *QUICK, "--json")
    again = hue("solve", first.json["layout"], *QUICK, "--json")
    assert again.json["win"] == first.json["win"]
    assert again.json["layout"] == first.json["layout"]


def test_words_and_json_say_the_same(hue):
    win = hue("solve", "pair", *QUICK, "--json").json["win"]
    answer = hue("solve", "pair", *QUICK)
    middle = (win["lower"] + win["upper"]) / 2
    assert f"The guardians win with probability {middle:.9f} ({100 * middle:.4f}%)." in answer.words
    shown = re.search(r"Bounded: from ([0-9.]+) to ([0-9.]+), gap", answer.words)
    lower, upper = map(Fraction, shown.groups())
    assert Fraction(win["lower"]) - Fraction(1, 10**14) <= lower <= Fraction(win["lower"])  # rounded outward
    assert Fraction(win["upper"]) <= upper <= Fraction(win["upper"]) + Fraction(1, 10**14)
    assert "1 player, easy, rulebook edition" in answer.out
    assert "best first move" in answer.out


def test_exact_is_a_rational_within_the_bounds(hue):
    bounded = win_of(hue("solve", "pair", *QUICK, "--json"))
    answer = hue("solve", "pair", *QUICK, "--exact", "--json")
    lower, upper = win_of(answer)
    win = answer.json["win"]
    assert win["kind"] == "exact"
    value = Fraction(win["exact"])
    assert Fraction(lower) <= value <= Fraction(upper)
    assert bounded[0] <= value <= bounded[1]
    assert upper - lower < 1e-15
    assert f"Exact: {value}" in hue("solve", "pair", *QUICK, "--exact").words


def test_readings_are_taken(hue):
    with_actions = {
        n: win_of(hue("solve", "pair", "-p", "1", "-r", f"actions={n}", "--json")) for n in (2, 3)
    }
    assert with_actions[2][1] < with_actions[3][0]
    answer = hue(
        "solve", "pair", *QUICK, "--reading", "Setup-Growths=1", "--reading", "decider=lord_sepia", "--json"
    )
    rules = answer.json["rules"]
    assert (rules["actions"], rules["setup_growths"], rules["decider"]) == (2, 1, "lord_sepia")


def test_difficulties_get_harder(hue):
    wins = [
        win_of(hue("solve", "pair", *QUICK, "--difficulty", name, "--json"))
        for name in ("easy", "Difficult", "impossible")
    ]
    assert wins[0][0] > wins[1][1] > wins[1][0] > wins[2][1]


def test_editions_are_taken(hue):
    rulebook = hue("solve", "line", *QUICK, "--json").json
    revised = hue("solve", "line", *QUICK, "--edition", "revised", "--json").json
    assert revised["edition"] == "revised"
    assert revised["rules"]["growths"] == 0
    assert revised["win"]["lower"] > rulebook["win"]["upper"]
    assert hue("solve", "revised-triangle", *QUICK, "--json").json["edition"] == "revised"


EDITION = """
name = "mine"
[cards]
3 = [3, 2, 1]
[readings]
setup_growths = 1
actions = 2
[difficulties]
calm = { growths = 1, center_penalty = false }
wild = { growths = 3, center_penalty = true }
"""


def test_an_edition_of_ones_own_is_taken(hue, file):
    path = file(EDITION, "mine.toml")
    calm = hue("solve", "pair", "-p", "1", "-e", path, "--json").json
    wild = hue("solve", "pair", "-p", "1", "-e", path, "-d", "wild", "--json").json
    assert (calm["edition"], calm["difficulty"]) == ("mine", "calm")
    assert (calm["rules"]["setup_growths"], calm["rules"]["actions"]) == (1, 2)
    assert "Chalks.3.3.2.1" in calm["layout"]
    assert wild["rules"]["growths"] == 3
    assert wild["win"]["upper"] < calm["win"]["lower"]
    assert "1 player, calm, mine edition" in hue("solve", "pair", "-p", "1", "-e", path).out


def test_keep_takes_the_induced_board(hue):
    kept = hue("solve", "triangle", "--keep", "stars, chalks", *QUICK, "--json").json
    pair = hue("solve", "pair", *QUICK, "--json").json
    assert kept["win"] == pair["win"]
    assert "Paints" not in kept["layout"]


@pytest.mark.parametrize("command", ["solve", "show", "move", "perft"])
def test_a_layout_may_come_from_a_file_from_stdin_or_as_a_code(hue, file, command):
    options = () if command == "show" else (*QUICK, "-r", "setup_growths=0")
    path = file(TRIO)
    code = hue("show", path, "--json").json["layout"]
    answers = [
        hue(command, path, *options, "--json"),
        hue(command, "-", *options, "--json", stdin=TRIO),
        hue(command, "-", *options, "--json", stdin=f"{code}\n") if command in ("move", "perft") else None,
        hue(command, code, *options, "--json"),
    ]
    found = [{k: v for k, v in answer.json.items() if k != "seconds"} for answer in answers if answer]
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("name", ["Revised Triangle", "revised-triangle", "REVISED-TRIANGLE"])
def test_names_of_the_catalogue_are_compared_leniently(hue, name):
    assert hue("show", name) == hue("show", "revised-triangle")


def test_a_relative_gap_is_reached(hue):
    lower, upper = win_of(hue("solve", "pair", *QUICK, "--gap", "0.5", "--relative-gap", "1e-6", "--json"))
    assert 0 < upper - lower <= 1e-6 * lower


# --- show


@pytest.mark.parametrize("name", CATALOGUE)
def test_show_draws_every_layout_of_the_catalogue(hue, name):
    answer = hue("show", name)
    assert (answer.code, answer.err) == (0, "")
    found = hue("show", name, "--json").json
    has(found, {**HEAD, "layout": str, "edition": str, "cards": dict, "edges": list})
    assert f"Code: {found['layout']}" in answer.out.splitlines()
    for card in found["cards"]:
        assert f"\n{card} " in answer.out
    assert found["edges"]
    assert all(len(edge) == 2 and set(edge) <= set(found["cards"]) for edge in found["edges"])


def test_names_are_printed_as_they_are(hue, file):
    """Nothing in a name is markup, and none is too strange for a terminal."""
    path = file('[cards]\n"[b]old [/red]" = 6\n":star: ☃" = 3\n[adjacent]\n"[b]old [/red]" = [":star: ☃"]\n')
    for command in ("show", "solve", "move"):
        options = () if command == "show" else (*QUICK, "-r", "setup_growths=0")
        answer = hue(command, path, *options)
        assert (answer.code, answer.err) == (0, "")
        assert "[b]old [/red]" in answer.out
        assert ":star: ☃" in answer.out


# --- perft


def test_perft_counts_and_splits(hue):
    found = hue("perft", "pair", "-p", "1", "--depth", "7", "--json").json
    has(found, {**HEAD, "position": str, "unit": str, "depth": int, "levels": list})
    assert [level["depth"] for level in found["levels"]] == list(range(8))
    assert found["levels"][0] == {"depth": 0, "decision": 0, "chance": 1, "terminal": 0}
    split = hue(
        "perft", "pair", "-p", "1", "-r", "setup_growths=0", "--depth", "5", "--split", "--json"
    ).json["split"]
    levels = hue("perft", "pair", "-p", "1", "-r", "setup_growths=0", "--depth", "5", "--json").json["levels"]
    for kind in ("decision", "chance", "terminal"):
        assert sum(row[kind] for row in split) == levels[5][kind]
    assert {row["action"] for row in split} == {"move.Chalks", "encounter", "seal", "stop"}
    words = hue(
        "perft", "pair", "-p", "1", "-r", "setup_growths=0", "--depth", "5", "--split"
    ).out.splitlines()
    assert words[-1].split() == [
        "all",
        *(f"{levels[5][k]:,}" for k in ("decision", "chance", "terminal")),
        f"{sum(v for k, v in levels[5].items() if k != 'depth'):,}",
    ]


def test_perft_from_a_position(hue):
    found = hue("perft", "pair", "-p", "1", "--json").json
    again = hue("perft", found["position"], "--json").json
    assert again == found


# --- readings


def test_readings_explains_each(hue):
    answer = hue("readings")
    found = hue("readings", "--json").json
    has(found, {**HEAD, "readings": dict})
    assert list(found["readings"]) == list(READINGS)
    for name, reading in READINGS.items():
        row = found["readings"][name]
        assert list(row) == ["number", "value", "values", "meaning"]
        assert (row["number"], row["meaning"]) == (f"R{reading.number}", reading.meaning)
        assert f"R{reading.number}" in answer.out
        assert f" {name} " in answer.out
        assert reading.meaning.split()[0] in answer.out
    assert hue("readings", "-d", "difficult", "--json").json["readings"]["growths"]["value"] == 2
    assert hue("readings", "-p", "4", "--json").json["readings"]["setup_growths"]["value"] == 5


def test_readings_compares(hue):
    answer = hue("readings", "--compare", "pair", *QUICK, "--json")
    assert (answer.code, answer.err) == (0, "")
    found = answer.json
    has(found, {**HEAD, "layout": str, "unit": str, "win": dict, "alternatives": list})
    base = win_of(answer)
    assert meet(base, win_of(hue("solve", "pair", *QUICK, "--json")))
    rows = {(row["reading"], row["value"]): row["win"] for row in found["alternatives"]}
    assert len(rows) == len(found["alternatives"])
    changeable = {
        name for name, reading in READINGS.items() if reading.values is None or len(reading.values) > 1
    }
    assert {name for name, _ in rows} == changeable
    for name, value in (("growths", 0), ("blocking_agents", "any"), ("center_penalty", True)):
        option = f"{name}={str(value).lower()}"
        assert meet(
            (rows[name, value]["lower"], rows[name, value]["upper"]),
            win_of(hue("solve", "pair", *QUICK, "-r", option, "--json")),
        )
    assert rows["growths", 0]["lower"] > base[1]


def test_readings_compares_in_words_and_says_what_is_too_large(hue):
    limit = hue("solve", "pair", *QUICK, "--json").json["states"] + 1
    answer = hue("readings", "--compare", "pair", *QUICK, "--limit", limit)
    assert answer.code == 0
    rows = {line.split()[1]: line for line in answer.out.splitlines() if line.startswith("R")}
    assert "too large" in rows["actions=6"]
    assert rows["growths=0"].split()[3].endswith("%")
    assert rows["growths=0"].endswith(" pp")
    assert rows["decider=lord_sepia"].endswith("none")
    assert json.loads(hue("readings", "--compare", "pair", *QUICK, "--limit", limit, "--json").out)


def test_of_many_setups_the_best_and_the_worst_are_named(hue):
    asked = ("solve", "sample-four", "-p", "1", "-d", "easy")
    found = hue(*asked, "--json").json
    openings, setups = found["openings"], found["setups"]
    assert len(openings) > 8
    text = hue(*asked).words
    said = re.search(
        r"something to play: at best (.*?) \(win ([0-9.]+)%\); at worst (.*?) \(win ([0-9.]+)%\)\.", text
    )
    for end, shown, pick in (("best", said[2], max), ("worst", said[4], min)):
        middle = (setups[end]["lower"] + setups[end]["upper"]) / 2
        assert shown == f"{100 * middle:.3f}"
        chosen_best = pick(opening["lower"] + opening["upper"] for opening in openings) / 2
        assert pick(middle, chosen_best - 1e-9 if end == "best" else chosen_best + 1e-9) == middle
    assert said[1] != said[3]
