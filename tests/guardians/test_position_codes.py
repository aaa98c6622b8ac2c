"""Codes: rules, states, actions and positions as words that can be read back, damaged or not."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layouts.catalogue import load_named
from layouts.errors import InputError, ParseError, RuleError
from layouts.graph import board_of
from solver.guardians.action import ACCEPTED, ROLL_DIE, STAND_UP, TURN_OVER, Action
from solver.guardians.editions import EDITIONS
from solver.guardians.notation import (
    format_action,
    format_rules,
    format_state,
    parse_action,
    parse_rules,
    parse_state,
)
from solver.guardians.position import Position, format_position, parse_position
from solver.guardians.rules import READINGS, Rules, parse_reading
from solver.guardians.state import (
    EXHAUSTED,
    LOST,
    OUT,
    RESERVE,
    WON,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)

ALPHABET = re.compile(r"[A-Za-z0-9._:-]+")
LAID = State(0b101, (EXHAUSTED, 2), (OUT, RESERVE), (0, 1), 0b01, 1, Turn(0, 3))
MOMENTS = {
    "turn.1.3": Turn(0, 3),
    "failed.2.0.seal.12.146": Failed(1, 0, "seal", 12, (1, 4, 6)),
    "failed.1.3.encounter.21.111": Failed(0, 3, "encounter", 21, (1, 1, 1)),
    "spirit_moves.4.2": SpiritMoves(3, 2),
    "spirit_lost.3.1": SpiritLost(2, 1),
    "agents.02": AgentsAct((0, 2)),
    "agents.a": AgentsAct((10,)),
    "growth.3.setup": Growth(3, True),
    "growth.12.round": Growth(12, False),
    "darken.3.0.round": Darken(3, 0, False),
    "place_agent.4.2.setup": PlaceAgent(4, 2, True),
    "place_guardian.2": PlaceGuardian(1),
}
ACTIONS = {
    "move.Houses": Action("move", 1),
    "stand": STAND_UP,
    "assist.2": Action("assist", who=(1,)),
    "attack": Action("attack"),
    "encounter.3": Action("encounter", who=(2,)),
    "seal.2.4": Action("seal", who=(1, 3)),
    "stop": TURN_OVER,
    "accept": ACCEPTED,
    "reroll.2.14": Action("reroll", who=(1,), dice=(1, 4)),
    "reduce.1": Action("reduce", who=(0,)),
    "spirit.Ferris__wheel": Action("spirit", 6),
    "lose.Houses": Action("lose", 1),
    "lose": Action("lose", RESERVE),
    "step.Houses.Stars": Action("step", 5, 1),
    "darken.Houses": Action("darken", 1),
    "agent.Houses": Action("agent", 1),
    "place.Houses": Action("place", 1),
    "roll": ROLL_DIE,
}


@pytest.mark.parametrize("text", MOMENTS)
def test_every_moment_has_a_word(text):
    state = LAID._replace(moment=MOMENTS[text])
    assert format_state(state) == f"d02-aX2-sOR-g0U1X-f2-{text}"
    assert parse_state(format_state(state)) == state


def test_the_ends_have_words():
    assert format_state(WON) == "d-a-s-g-f1-over.won"
    assert format_state(LOST) == "d-a-s-g-f1-over.lost"
    assert [parse_state(format_state(end)) for end in (WON, LOST)] == [WON, LOST]


@pytest.mark.parametrize("text", ACTIONS)
def test_every_action_has_a_word(text):
    board = board_of(load_named("rulebook"))
    assert (board.names[1], board.names[5], board.names[6]) == ("Houses", "Stars", "Ferris wheel")
    assert format_action(board, ACTIONS[text]) == text
    assert parse_action(board, text) == ACTIONS[text]


BAD_STATES = {
    "": "can't be read",
    "d0": "can't be read",
    "d0-aRR-sRR-g0U-f1-dawn.1": "phase 'dawn' is unknown",
    "d0-aRR-sRR-g0U-f1-turn.1": "should be player, left",
    "d0-aRR-sRR-g0U-f1-turn.1.4.4": "should be player, left",
    "d0-aRR-sRR-g0U-f1-turn.5.4": "should be player, left",
    "d0-aRR-sRR-g0U-f1-turn.1.04": "should be player, left",
    "d0-aRR-sRR-g0U-f1-failed.1.3.move.12.111": "should be player, left, attempt, target, dice",
    "d0-aRR-sRR-g0U-f1-failed.1.3.seal.12.117": "should be player, left, attempt, target, dice",
    "d0-aRR-sRR-g0U-f1-growth.1.night": "should be left, setup",
    "d0-aRR-sRR-g0U-f1-over.draw": "should be won",
    "d0-aRR-sRR-g0U-f0-turn.1.4": "can't be read",
    "d0-aRO-sRR-g0U-f1-turn.1.4": "can't be read",
    "d0-aRR-sRX-g0U-f1-turn.1.4": "can't be read",
    "d0-aRR-sRR-g0-f1-turn.1.4": "can't be read",
    "d10-aRR-sRR-g0U-f1-turn.1.4": "would be written 'd01-",
    "d00-aRR-sRR-g0U-f1-turn.1.4": "would be written 'd0-",
    "d0-a1R-sRR-g0U-f1-turn.1.4": "would be written 'd0-aR1-",
    "d0-aRR-s1R-g0U-f1-turn.1.4": "would be written 'd0-aRR-sR1-",
    "d0-aRR-sRR-g0U-f1-turn.1.4\n": "can't be read",
}


@pytest.mark.parametrize("text", BAD_STATES)
def test_a_state_that_can_not_be_read_says_why(text):
    with pytest.raises(ParseError) as error:
        parse_state(text)
    assert BAD_STATES[text] in str(error.value)
    assert "\n" not in str(error.value)


def test_agents_wait_in_one_order_only():
    """A state has just one code, as equal states are one."""
    with pytest.raises(InputError):
        parse_position(f"{LAYOUT}:p1.setup_growths-2:d01-a01-sRR-g0U-f1-agents.10")


BAD_ACTIONS = {
    "": "the verbs are move, stand",
    "jump": "the verbs are move, stand",
    "move": "names no card",
    "move.Moon": "no card 'Moon'",
    "move.o.a": "names 2 cards",
    "step.o": "names 1 cards",
    "move.O": "can't be read",  # would be written move.o
    "stop.1": "stop takes no seats",
    "stand.2": "stand takes no seats",
    "assist": "can't be read",
    "assist.5": "seats are written as numbers from 1 to 4",
    "assist.1.2": "can't be read",
    "seal.0": "seats are written as numbers from 1 to 4",
    "reroll.2": "can't be read",
    "reroll.14": "can't be read",
    "reroll.2.17": "seats are written as numbers",
    "reduce": "can't be read",
    "stand.": "seats are written as numbers",
}


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_an_action_that_can_not_be_read_says_why(tools, text):
    with pytest.raises(InputError) as error:
        parse_action(tools.lay_board("o6 a3", "oa"), text)
    assert BAD_ACTIONS[text] in str(error.value)


# --- rules


def test_rules_are_written_with_what_differs():
    assert format_rules(Rules()) == "p2"
    assert format_rules(Rules(players=4, setup_growths=5, center_penalty=True)) == (
        "p4.setup_growths-5.center_penalty-true"
    )
    assert format_rules(Rules(decider="lord_sepia", reroll=False)) == "p2.reroll-false.decider-lord_sepia"


def test_every_reading_and_every_preset_round_trips():
    for name, reading in READINGS.items():
        for value in reading.values or (reading.least, reading.least + 7, reading.alternatives[0]):
            rules = Rules(**{name: value})
            assert parse_rules(format_rules(rules)) == rules
            assert ALPHABET.fullmatch(format_rules(rules))
    for edition in EDITIONS.values():
        for difficulty in edition.preset.difficulties:
            for players in range(1, 5):
                rules = edition.rules(players, difficulty.name)
                assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(
    ("text", "fragment"),
    [("", "begin with the number of players"), ("p", "begin with"), ("2", "begin with"),
     ("p12", "begin with"), ("p0", "1 to 4 can play"), ("p9", "1 to 4 can play"),
     ("p2.nonsense-1", "'nonsense' is unknown"), ("p2.growths", "no value"),
     ("p2.growths-lots", "none of its values"), ("p2.growths-auto", "none of its values"),
     ("p2.growths-1", "would be written 'p2'"), ("p2.growths-2.growths-3", "would be written"),
     ("p2.growths-02", "would be written"), ("p2.players-3", "'players' is unknown"), ("p2.", "no value")],
)  # fmt: skip
def test_rules_that_can_not_be_read_say_why(text, fragment):
    with pytest.raises(InputError) as error:
        parse_rules(text)
    assert fragment in str(error.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("actions=3", ("actions", 3)), (" Spirit-Moves = FALSE ", ("spirit_moves", False)),
     ("center_penalty=auto", ("center_penalty", "auto")),
     ("agent_target=nearest", ("agent_target", "nearest"))],
)  # fmt: skip
def test_a_reading_is_typed_as_name_and_value(text, expected):
    assert parse_reading(text) == expected


@pytest.mark.parametrize(
    "text", ["actions", "actions=", "nonsense=1", "start=auto", "actions=1.5", "reroll=1"]
)
def test_a_reading_typed_wrong_is_refused(text):
    with pytest.raises(InputError):
        parse_reading(text)


def test_a_number_of_thousands_of_digits_is_one_line_too():
    """Python itself refuses to read it; the message is still the project's."""
    with pytest.raises(InputError) as error:
        parse_reading("growths=" + "9" * 5000)
    assert len(str(error.value)) < 300


# --- positions

LAYOUT = "hue1.rulebook:Stars.6.6.5.0-Chalks.3.4.2.1-Paints.3.4.2.1:01-02-12:7.0.L-0.10.L-14.10.L"
CODE = f"{LAYOUT}:p2.center_penalty-true.growths-2:d01-aX2-sR1-g1U1U-f2-failed.1.2.seal.12.146"


def test_a_position_is_one_word():
    position = parse_position(CODE)
    assert format_position(position) == CODE
    assert ALPHABET.fullmatch(CODE)
    assert position.rules == Rules(center_penalty=True, growths=2)
    moment = Failed(0, 2, "seal", 12, (1, 4, 6))
    assert position.state == State(0b011, (EXHAUSTED, 2), (RESERVE, 1), (1, 1), 0b11, 1, moment)
    assert position == Position(load_named("triangle"), position.rules, position.state)


@pytest.mark.parametrize("text", ["", "hue1", "p2:d0", ":::", CODE + ":", CODE.replace(":p2", ":p3")])
def test_what_is_no_position_is_refused(text):
    with pytest.raises(InputError):
        parse_position(text)


def test_a_position_that_breaks_a_rule_is_refused():
    with pytest.raises(RuleError, match="the dice are not sorted"):
        parse_position(CODE.replace("146", "641"))
    with pytest.raises(RuleError, match="Stars is light"):
        parse_position(CODE.replace("d01-", "d1-"))


def either(parse, *given):
    """Return what was read and no message, or nothing and the message."""
    try:
        return parse(*given), ""
    except InputError as error:
        return None, str(error)


@st.composite
def damaged(draw, texts):
    """Return a code with a few characters changed, dropped, doubled or put in."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.text("0123456789azRXOUdpsgf._:-mL é\n\0", max_size=2))
        text = text[:at] + new + text[at + draw(st.integers(0, 2)) :]
    return text


START = f"{LAYOUT}:p2:d0-aRR-sRR-g0U0U-f1-growth.3.setup"


@settings(max_examples=400)
@given(damaged([CODE, START]))
def test_a_damaged_position_is_another_position_or_an_input_error(text):
    position, message = either(parse_position, text)
    assert "\n" not in message
    assert message or format_position(position) == text


@settings(max_examples=200)
@given(damaged([*ACTIONS, "step.Ferris__wheel.Boat"]))
def test_a_damaged_action_is_another_action_or_an_input_error(text):
    board = board_of(load_named("rulebook"))
    action, message = either(parse_action, board, text)
    assert "\n" not in message
    assert message or format_action(board, action) == text


@settings(max_examples=200)
@given(damaged(["p2.growths-2.center_penalty-true", "p4.decider-lord_sepia", "p1.actions-3.spirits-0"]))
def test_damaged_rules_are_other_rules_or_an_input_error(text):
    rules, message = either(parse_rules, text)
    assert "\n" not in message
    assert message or format_rules(rules) == text
