"""What is typed: moves by number and in words, dice, commands; and what isn't understood."""

import pytest

from layouts.catalogue import load_named
from layouts.errors import InputError, ParseError, RuleError
from layouts.graph import board_of
from reports.play.entry import COMMANDS, find_action, parse_command, parse_shown
from solver.guardians.action import Action
from solver.guardians.notation import format_action

BOARD = board_of(load_named("rulebook"))
HOUSES, WHEEL, FOG = BOARD.index("Houses"), BOARD.index("Ferris wheel"), BOARD.index("Pool")
ACTIONS = [
    Action("move", HOUSES),
    Action("move", WHEEL),
    Action("move", FOG),
    Action("seal"),
    Action("seal", who=(1,)),
    Action("stop"),
    Action("stand"),
    Action("reroll", who=(1,), dice=(1, 4)),
    Action("step", HOUSES, WHEEL),
]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_move_is_known_by_how_it_is_written(action):
    text = format_action(BOARD, action)
    for said in (text, text.upper(), text.replace(".", " "), text.replace("-", " ").replace(".", "  ")):
        assert find_action(BOARD, ACTIONS, said) == action


@pytest.mark.parametrize(
    ("said", "at"),
    [("1", 0), ("9", 8), ("mo ho", 0), ("move f", 1), ("MOVE ferris wheel", 1), ("seal", 3), ("seal 2", 4),
     ("reroll 2 1 4", 7), ("re", 7), ("step ferris", 8), ("sto", 5)],
)  # fmt: skip
def test_a_move_is_known_by_its_number_and_by_its_beginning(said, at):
    assert find_action(BOARD, ACTIONS, said) == ACTIONS[at]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("0", "there is no move 0; they are numbered from 1 to 9"),
        ("10", "there is no move 10"),
        ("99999999999999999999", "there is no move 99999"),
        ("move", "'move' could be move.Houses, move.Ferris"),
        ("s", "'s' could be "),
        ("fly", "'fly' is no legal move; what is: move.Houses"),
        ("move chalks", "'move chalks' is no legal move"),
        ("move houses now", "'move houses now' is no legal move"),
        (".", "'.' is no legal move"),
    ],
)
def test_what_isnt_a_move_is_refused(said, why):
    with pytest.raises(InputError) as raised:
        find_action(BOARD, ACTIONS, said)
    assert str(raised.value).startswith(why)


def test_commands():
    for name in COMMANDS:
        assert parse_command(name).name == name
        assert parse_command(name.upper()).name == name
    assert parse_command("what if") == parse_command("whatif") == ("what-if", "")
    assert parse_command("?") == ("help", "")
    assert parse_command("save my game.txt") == ("save", "my game.txt")
    assert parse_command("seal 2") is None
    assert parse_command("stop") is None  # a move


def test_dice():
    for text in ("1 4 6", "146", "dice 1 4 6", "1,4,6", "1, 4, 6", "dice 1,4 6"):
        assert parse_shown(text) == ((1, 4, 6),)
    with pytest.raises(ParseError, match="they are numbers from 1 to 6"):
        parse_shown("stop")
    for text in ("1,", ",4", "1,,4", "1;4", "-1"):
        with pytest.raises(ParseError):
            parse_shown(text)


def test_of_equal_moves_none_is_guessed():
    with pytest.raises(RuleError, match="could be"):
        find_action(BOARD, ACTIONS, "st")
