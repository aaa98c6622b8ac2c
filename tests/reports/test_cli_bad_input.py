"""Bad input gets one clear line on stderr, exit code 2, nothing on stdout, and no traceback."""

import json
import re

import pytest

from layouts.catalogue import CATALOGUE
from solver.guardians.rules import READINGS

STARS = '[cards]\nStars = 6\nChalks = 3\n[adjacent]\nStars = ["Chalks"]\n'
TURN = 'layout = "pair"\nplayers = 1\n'

LAYOUTS = {
    "an empty file": ("", "is empty"),
    "blanks only": (" \n\n", "is empty"),
    "binary bytes": (b"\xff\xfe\x00\x01cards", "isn't UTF-8 text"),
    "zero bytes": (b"\0\0\0\0", "isn't text"),
    "no TOML": ("Stars: 6\n", "TOML"),
    "one card": ("[cards]\nStars = 6\n[adjacent]\n", "number of cards is 1"),
    "no card": ("[cards]\n[adjacent]\n", "card"),
    "no center": ('[cards]\nA = 3\nB = 4\n[adjacent]\nA = ["B"]\n', "no center"),
    "two centers": ('[cards]\nA = 6\nB = 6\n[adjacent]\nA = ["B"]\n', "center"),
    "an unknown tag": ('[cards]\nA = 6\nB = 7\n[adjacent]\nA = ["B"]\n', "tag"),
    "a tag in words": ('[cards]\nA = 6\nB = "three"\n[adjacent]\nA = ["B"]\n', "B"),
    "a board in two parts": (
        '[cards]\nA = 6\nB = 3\nC = 3\nD = 3\n[adjacent]\nA = ["B"]\nC = ["D"]\n',
        "isn't connected",
    ),
    "a card alone": ('[cards]\nA = 6\nB = 3\nC = 3\n[adjacent]\nA = ["B"]\n', "isn't connected"),
    "overlapping cards": (
        '[placement]\nA = { tag = 6, x = 0, y = 0, orientation = "landscape" }\n'
        'B = { tag = 3, x = 3, y = 2, orientation = "landscape" }\n',
        "overlap",
    ),
    "cards that don't touch": (
        '[placement]\nA = { tag = 6, x = 0, y = 0, orientation = "landscape" }\n'
        'B = { tag = 3, x = 30, y = 2, orientation = "landscape" }\n',
        "B",
    ),
    "a crooked card": (
        '[placement]\nA = { tag = 6, x = 0, y = 0, orientation = "diagonal" }\n'
        'B = { tag = 3, x = 7, y = 0, orientation = "landscape" }\n',
        "orientation",
    ),
    "a name used twice": ('[cards]\nA = 6\nB = 3\nB = 4\n[adjacent]\nA = ["B"]\n', "B"),
    "names that differ in case": ('[cards]\nA = 6\na = 3\n[adjacent]\nA = ["a"]\n', "twice"),
    "an edge to nowhere": ('[cards]\nA = 6\nB = 3\n[adjacent]\nA = ["B", "C"]\n', "'C'"),
    "an edge to itself": ('[cards]\nA = 6\nB = 3\n[adjacent]\nA = ["A", "B"]\n', "A"),
    "ratings of another length": (
        '[cards]\nA = 6\nB = { tag = 3, ratings = [1, 2] }\n[adjacent]\nA = ["B"]\n',
        "ratings",
    ),
    "an unknown table": ("[card]\nA = 6\n", "card"),
    "an unknown edition": (f'edition = "first"\n{STARS}', "first"),
}


def one_line(answer, *fragments):
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch("hue: [^\n]+\n", answer.err)
    assert "Traceback" not in answer.err
    for fragment in fragments:
        assert fragment in answer.err


@pytest.mark.parametrize("command", ["solve", "move", "show", "readings --compare"])
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_bad_layout(hue, file, command, case):
    content, fragment = LAYOUTS[case]
    path = file(content)
    answer = hue(*command.split(), path)
    one_line(answer, fragment, "input.toml")


POSITIONS = {
    "an agent exhausted away from the center": (
        f'{TURN}agents = [{{ at = "Chalks", exhausted = true }}, "reserve"]',
        "always at the center",
    ),
    "three spirits": (f'{TURN}spirits = ["reserve", "reserve", "Stars"]', "there are 3"),
    "one agent": (f'{TURN}agents = ["reserve"]', "there are 1"),
    "a spirit exhausted": (
        f'{TURN}spirits = [{{ at = "Stars", exhausted = true }}, "reserve"]',
        "spirits never are",
    ),
    "two spirits on one card": (f'{TURN}spirits = ["Chalks", "Chalks"]', "spirit"),
    "a light center with dark cards": (f'{TURN}sealed = ["Chalks"]', "Stars is light"),
    "a game already won": (f"{TURN}sealed = []", "already over"),
    "a game already lost": (f'{TURN}sealed = ["Stars", "Chalks"]', "already over"),
    "too many guardians": (f'{TURN}guardians = ["Stars", "Stars"]', "there are 2"),
    "a guardian nowhere": (f'{TURN}guardians = ["Boat"]', "'Boat'"),
    "no actions left": (f"{TURN}actions_left = 0", "action"),
    "too many actions left": (f"{TURN}actions_left = 5", "action"),
    "a player who isn't there": (f"{TURN}player = 2", "player"),
    "player 0": (f"{TURN}player = 0", "player"),
    "five players": ('layout = "pair"\nplayers = 5', "1 to 4"),
    "an unknown phase": (f'{TURN}phase = "night"', "the phases are turn"),
    "an unknown key": (f"{TURN}colour = 3", "'colour'"),
    "a key of another phase": (f"{TURN}dice = [1, 2, 3]", "dice"),
    "four dice": (f'{TURN}phase = "failed"\nattempt = "seal"\ndice = [1, 2, 3, 4]', "dice"),
    "a roll that succeeded": (
        'layout = "pair"\nplayers = 2\nphase = "failed"\nactions_left = 1\n'
        'attempt = "seal"\ndice = [6, 6, 6]',
        "",
    ),
    "a failure nobody can support": (
        f'{TURN}phase = "failed"\nactions_left = 1\nattempt = "seal"\ndice = [1, 2, 3]',
        "",
    ),
    "an unknown attempt": (
        f'{TURN}phase = "failed"\nactions_left = 1\nattempt = "dance"\ndice = [1, 2, 3]',
        "'dance'",
    ),
    "no spirit to move": (f'{TURN}phase = "spirit_moves"\nactions_left = 1', "spirit"),
    "no agent to act": (f'{TURN}phase = "agents"\nwaiting = ["Chalks"]', "agent"),
    "no choice to make": (f'{TURN}phase = "darken"\ntag = 3\ngrowths_left = 0\nsetup = false', ""),
    "guardians who aren't placed": (f'{TURN}phase = "place_guardian"', ""),
    "a layout and cards": (f"{TURN}{STARS}", "either"),
    "no layout": ("players = 1", "layout"),
    "an unknown layout": ('layout = "pear"\nplayers = 1', "pear"),
    "an unknown edition": (f'{TURN}edition = "first"', "first"),
    "an unknown difficulty": (f'{TURN}difficulty = "heroic"', "easy, difficult, impossible"),
    "an unknown reading": (f"{TURN}[readings]\nluck = 3", "'luck'"),
    "a reading's unknown value": (f"{TURN}[readings]\nactions = 0", "1 to 20"),
    "players in words": ('layout = "pair"\nplayers = "one"', "players"),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_a_bad_position(hue, file, case):
    content, fragment = POSITIONS[case]
    one_line(hue("move", file(content).name), "input.toml", fragment)


CODE = "hue1.rulebook:Stars.6.6.5.0-Chalks.3.4.2.1:01"
CODES = {
    f"{CODE}:p1:d0-aRR-sRR-g0U-f1-turn.1.5": "action",
    f"{CODE}:p1:d01-aRR-sRR-g0U-f1-turn.1.4": "already over",
    f"{CODE}:p1:d0-aRR-sRR-g0U-f1-night": "night",
    f"{CODE}:p1:d0-aRR-g0U-f1-turn.1.4": "state",
    f"{CODE}:p1:d-a-s-g-f1-over.won": "already over",
    f"{CODE}:p9:d0-aRR-sRR-g0U-f1-turn.1.4": "players",
    f"{CODE}:p1.luck-3:d0-aRR-sRR-g0U-f1-turn.1.4": "luck",
    f"{CODE}:d0-aRR-sRR-g0U-f1-turn.1.4": "",
    "hue1.rulebook:Stars": "layout code",
    "hue1.rulebook:Stars.6.6.5.0:": "",
    "hue2:Stars.6.6.5.0-Chalks.3.4.2.1:01": "hue2",
    "hue1": "hue1",
    "hue1.": "",
}


@pytest.mark.parametrize("code", CODES)
def test_a_bad_code(hue, code):
    one_line(hue("move", code), CODES[code])


COMMAND_LINES = {
    "solve": "See hue solve --help",
    "slove pair": "'solve'",
    "solve pear": ", ".join(CATALOGUE),
    "solve .": "is a directory",
    "move .": "is a directory",
    "show": "LAYOUT",
    "solve pair line": "line",
    "solve pair --colour": "--colour",
    "solve pair --dificulty easy": "--difficulty",
    "solve pair --players": "--players",
    "solve pair --players two": "--players",
    "solve pair --players 0": "1 to 4",
    "solve pair --players 5": "1 to 4",
    "solve pair --difficulty heroic": "easy, difficult, impossible",
    "solve revised --difficulty impossible": "easy, medium, difficult",
    "solve pair --edition first": "rulebook, readme, revised",
    "solve pair --edition .": "is a directory",
    "solve pair --reading luck=3": ", ".join(READINGS),
    "solve pair --reading actions": "NAME=VALUE",
    "solve pair --reading actions=0": "1 to 20",
    "solve pair --reading start=nowhere": "center, any",
    "solve pair --reading reroll=yes": "true, false",
    "solve pair --keep Stars": "number of cards is 1",
    "solve pair --keep Stars,Boat": "Stars, Chalks",
    "solve rulebook --keep Boat,Flowers": "no center",
    "solve rulebook --keep Stars,Chalks": "isn't connected",
    "solve pair --gap 0": "--gap",
    "solve pair --gap nan": "--gap",
    "solve pair --gap 2": "--gap",
    "solve pair --relative-gap -1": "--relative-gap",
    "solve pair --limit 0": "--limit",
    "move pair --seconds -1": "--seconds",
    "move pair --playouts 0": "--playouts",
    "move pair --gap 0": "--gap",
    "perft pair --depth -1": "--depth",
    "perft pair --depth 1000": "--depth",
    "perft pair --depth 0 --split": "--depth",
    "readings pair": "pair",
    "readings --compare pear": "pear",
    "--debug": "hue --help",
}


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_bad_command_line(hue, line):
    one_line(hue(*line.split()), COMMAND_LINES[line])


@pytest.mark.parametrize("name", ["", " ", "nowhere.toml", "a\0b", "pair\n", "-", "é" * 300])
@pytest.mark.parametrize("command", ["solve", "move", "show", "perft"])
def test_a_bad_name_of_a_file(hue, command, name):
    one_line(hue(command, "--", name))


def test_a_position_keeps_its_own_rules(hue, file):
    path = file(TURN)
    one_line(hue("move", path, "--players", "2", "-r", "actions=3"), "--players, --reading")
    one_line(hue("perft", path, "--keep", "Stars,Chalks"), "--keep")
    one_line(hue("move", f"{CODE}:p1:d0-aRR-sRR-g0U-f1-turn.1.4", "-d", "easy"), "--difficulty")


def test_a_bad_edition_file(hue, file):
    for content, fragment in {
        "": "is empty",
        "base = 'revised'": "name",
        "name = 'rulebook'": "printed edition",
        "name = 'mine'\nbase = 'first'": "'first'",
        "name = 'mine'\n[readings]\nluck = 2": "'luck'",
        "name = 'mine'\n[cards]\n7 = [1, 1, 1]": "7",
        "name = 'mine'\n[difficulties]": "empty",
        "name = 'mine'\ncolour = 1": "'colour'",
    }.items():
        one_line(hue("solve", "pair", "--edition", file(content)), fragment)


def test_an_edition_of_ones_own_is_asked_for(hue, file):
    path = file(f'edition = "mine"\n{STARS}')
    for command in ("solve", "show", "move"):
        one_line(hue(command, path), "mine")


@pytest.mark.parametrize(
    "line", ["show pear --json", "solve --json", "move --json pair --depth 3", "solve --json ."]
)
def test_errors_are_json_too(hue, line):
    answer = hue(*line.split())
    assert (answer.code, answer.out) == (2, "")
    error = json.loads(answer.err)
    assert error["schema"] == 1
    assert error["error"]["kind"] == "bad input"
    assert "\n" not in error["error"]["message"]
    plain = hue(*line.replace("--json", "").split()).err
    assert plain == f"hue: {error['error']['message']}\n"


def test_nothing_that_was_given_is_changed(hue, file, tmp_path):
    path = file(LAYOUTS["two centers"][0])
    before = path.read_bytes()
    hue("solve", path)
    hue("move", path)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["input.toml"]
