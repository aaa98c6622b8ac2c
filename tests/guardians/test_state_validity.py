"""States that can't arise and that no file can describe: each is refused."""

import pytest

from layouts.errors import RuleError
from solver.guardians.state import (
    EXHAUSTED,
    LOST,
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
    Turn,
)
from solver.guardians.validity import check_state


def lay(table, moment, dark="o", guardians="OO", changes=None, *, agents="rr", spirits="rr", **readings):
    t = table("o6 a3 b3", "oa ob ab", players=2, **readings)
    state = t.lay(dark, guardians, agents=agents, spirits=spirits, moment=moment)
    return t.game, state._replace(**(changes or {}))


BROKEN = {
    "a dark location off the board": (Turn(0, 4), {"dark": 0b1001}, "a dark location is none of the 3"),
    "an agent off the board": (Turn(0, 4), {"agents": (-1, 3)}, "agent at location 3: the board has"),
    "a spirit off the board": (Turn(0, 4), {"spirits": (-1, 3)}, "spirit at location 3: the board has"),
    "a guardian off the board": (Turn(0, 4), {"at": (0, 3)}, "guardian at location 3: the board has"),
    "a guardian in the reserve": (Turn(0, 4), {"at": (0, RESERVE)}, "guardian at location -1"),
    "an exhausted spirit": (Turn(0, 4), {"spirits": (EXHAUSTED, -1)}, "spirit at location -2"),
    "an agent out of the game": (Turn(0, 4), {"agents": (-3, -1)}, "agent at location -3"),
    "a third guardian upright": (Turn(0, 4), {"upright": 0b111}, "a guardian is upright who does not play"),
    "a third player starts": (Turn(0, 4), {"first": 2}, "starting player 3: 2 play"),
    "seat -1": (Turn(-1, 4), {}, "player 0, but 2 play"),
    "placing seat 2": (PlaceGuardian(2), {}, "player 3, but 2 play"),
    "unsorted dice": (
        Failed(0, 0, "seal", 18, (6, 1, 1)),
        {},
        "the dice are not sorted",
    ),
    "two dice": (Failed(0, 0, "seal", 18, (1, 1)), {}, "dice (1, 1): there are three"),
    "a seven": (Failed(0, 0, "seal", 18, (1, 1, 7)), {}, "showing 1 to 6"),
    "an agent waits off the board": (AgentsAct((7,)), {}, "an agent at location 7 is to act"),
    "agents of the reserve wait": (AgentsAct((RESERVE,)), {}, "is to act, but does not stand there"),
    "agents wait out of order": (AgentsAct((1, 0)), {"agents": (0, 1)}, "sorted"),
    "setup tag 6": (PlaceAgent(6, 0, True), {}, "there is nothing to choose for tag 6"),
    "setup darken": (Darken(3, 3, True), {}, "growths left: 3; in the setup there can be 0 to 2 here"),
    "the exhausted succeed": (SpiritMoves(0, 0), {"spirits": (1, 2), "upright": 0b10}, "exhausted"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_every_state_that_can_not_arise_is_refused(table, name):
    moment, changes, fragment = BROKEN[name]
    start = "any" if isinstance(moment, PlaceGuardian) else "center"
    game, state = lay(table, moment, changes=changes, start=start)
    with pytest.raises(RuleError) as error:
        check_state(game, state)
    assert fragment in str(error.value)


def test_a_game_that_is_over_is_no_position(table):
    game, _ = lay(table, None)
    for end in (WON, LOST):
        with pytest.raises(RuleError, match="already over"):
            check_state(game, end)


@pytest.mark.parametrize(
    ("guardians", "target", "good"),
    [("AA", 12, True), ("AA", 9, False), ("AAa", 9, True), ("AAa", 12, True), ("AAa", 6, False),
     ("AAaa", 6, True), ("AAb", 9, False), ("aAA", 12, False), ("AAA", 11, False)],
)  # fmt: skip
def test_targets_go_down_by_three_for_each_who_lies_here(table, guardians, target, good):
    """A failed roll's target says how many may have supported before; the player's own does not count."""
    t = table("o6 a3 b3", "oa ob ab", players=len(guardians))
    state = t.lay("oa", guardians, spirits="ar", moment=Failed(0, 0, "seal", target, (1, 1, 1)))
    if good:
        check_state(t.game, state)
    else:
        with pytest.raises(RuleError):
            check_state(t.game, state)


def test_one_and_two_spirits_a_place(table):
    for limit in (1, 2):
        game, state = lay(table, None, spirits="aa", spirits_per_location=limit)
        if limit == 2:
            check_state(game, state)
        else:
            with pytest.raises(RuleError, match="two spirits stand on a"):
                check_state(game, state)


def test_a_spirit_may_be_out_of_the_game_on_the_smallest_board(pair):
    """Two cards, the penalty, one failure at the center."""
    t = pair(center_penalty=True)
    for spirits in ("rq", "oq", "aq"):
        check_state(t.game, t.lay("o", "O", spirits=spirits))


def test_what_is_good_is_let_through(table):
    for moment, guardians, agents, spirits, readings in (
        (Turn(1, 1), "Ob", "ox", "ab", {}),
        (Failed(1, 3, "seal", 18, (5, 6, 6)), "OO", "xa", "rr", {}),
        (SpiritMoves(0, 0), "OO", "rr", "ab", {}),
        (SpiritLost(1, 0), "Oo", "rr", "ar", {"center_penalty": True}),
        (AgentsAct((0,)), "Oo", "oo", "ar", {}),
        (Growth(1, False), "Oo", "oo", "ar", {}),
        (Growth(3, True), "OO", "or", "rr", {"setup_growths": 3}),
        (Darken(3, 2, True), "OO", "or", "rr", {"setup_growths": 3}),
        (PlaceGuardian(1), "AO", "or", "rr", {"start": "any"}),
    ):
        game, state = lay(table, moment, guardians=guardians, agents=agents, spirits=spirits, **readings)
        check_state(game, state)
