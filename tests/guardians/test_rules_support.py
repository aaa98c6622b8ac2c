"""RULES.md section 4: support before and after the roll, and the center penalty."""

from fractions import Fraction
from itertools import product

import pytest

from solver.guardians.action import REDUCE, REROLL
from solver.guardians.attempts import target_of
from solver.guardians.notation import parse_action
from solver.guardians.state import LOST, OUT, WON, Failed, SpiritLost, Turn

TRIANGLE = ("o6 a3 b3", "oa ob ab")


def supported(t, state, verb):
    """Return the groups that may support an attempt before the roll."""
    return {action.who for action in t.play.actions(state) if action.verb == verb}


def test_support_needs_other_guardians_upright_at_the_same_location(table):
    """4: not the player, not the exhausted, not those elsewhere; any group of them."""
    t = table(*TRIANGLE, players=4)
    state = t.lay("oa", "AAaB", spirits="ar")
    assert supported(t, state, "seal") == {(), (1,)}
    state = t.lay("oa", "AAAA", spirits="ar", moment=Turn(2, 4))
    assert supported(t, state, "seal") == {(), (0,), (1,), (3,), (0, 1), (0, 3), (1, 3), (0, 1, 3)}


@pytest.mark.parametrize(
    ("word", "agents", "spirits"), [("attack", "ar", "rr"), ("encounter", "rr", "rr"), ("seal", "rr", "ar")]
)
def test_each_supporter_before_the_roll_lowers_the_target_by_three(table, tools, word, agents, spirits):
    """4: R10 by default; for every attempt, on its rating."""
    t = table(*TRIANGLE, ratings={"a": (6, 6, 6)}, players=4, reroll=False)
    state = t.lay("oa", "AAAA", agents=agents, spirits=spirits)
    for who, target in (("", 18), (".2", 15), (".2.4", 12), (".2.3.4", 9)):
        action = parse_action(t.board, word + who)
        assert target_of(t.game, state, 0, action) == target
        wins = sum(p for s, p in t.do(state, word + who).items() if s.upright & 1)
        assert wins == tools.chance(target)


def test_the_target_never_falls_below_zero(table):
    """4: and no more guardians are asked than can lower it."""
    t = table(*TRIANGLE, ratings={"a": (2, 1, 0)}, players=4)
    for spirits, agents in (("ar", "rr"), ("rr", "ar"), ("rr", "rr")):
        state = t.lay("oa", "AAAA", spirits=spirits, agents=agents)
        for action in t.play.actions(state):
            if action.verb in ("attack", "encounter", "seal"):
                assert target_of(t.game, state, 0, action) >= 0
    state = t.lay("oa", "AAAA", spirits="ar")
    assert (1, 2) in supported(t, state, "seal")
    assert t.only(state, "seal.2") == t.lay("o", "AaAA", moment=Turn(0, 3))
    assert t.only(state, "seal.2.4") == t.lay("o", "AaAa", moment=Turn(0, 3))


def test_supporters_stay_exhausted_whatever_the_result(table, tools):
    """4: before the roll."""
    t = table(*TRIANGLE, players=2)
    state = t.lay("oa", "AA", spirits="ar")
    assert t.do(state, "seal.2") == {
        t.lay("o", "Aa", moment=Turn(0, 3)): tools.chance(9),
        t.lay("oa", "aa", spirits="ar", moment=Turn(0, 3)): 1 - tools.chance(9),
    }


def test_rerollers_stay_exhausted_whatever_the_result(table):
    """4: after the roll: 6 6 and the third die again needs 3 for 15."""
    t = table(*TRIANGLE, ratings={"a": (5, 2, 1)}, players=2)
    state = t.lay("oa", "AA", spirits="ar", moment=Failed(0, 2, "seal", 15, (2, 6, 6)))
    assert t.do(state, "reroll.2.2") == {
        t.lay("o", "Aa", moment=Turn(0, 2)): Fraction(4, 6),
        t.lay("oa", "aa", spirits="ar", moment=Turn(0, 2)): Fraction(2, 6),
    }


def test_every_failed_roll_is_seen_before_it_is_accepted(table):
    """4: the first roll at target 12 with a supporter: each failing set of dice with its chance."""
    t = table(*TRIANGLE, players=2)
    state = t.lay("oa", "AA", spirits="ar", moment=Turn(0, 3))
    expected = {}
    for dice in product(range(1, 7), repeat=3):
        if sum(dice) >= 12:
            after = t.lay("o", "AA", moment=Turn(0, 2))
        else:
            shown = Failed(0, 2, "seal", 12, tuple(sorted(dice)))
            after = t.lay("oa", "AA", spirits="ar", moment=shown)
        expected[after] = expected.get(after, 0) + Fraction(1, 216)
    assert t.do(state, "seal") == expected
    assert expected[t.lay("o", "AA", moment=Turn(0, 2))] == Fraction(81, 216)


def test_any_number_of_dice_of_the_players_choice_are_rolled_again(table):
    """4: R11: one, two or three; equal dice are one choice."""
    t = table(*TRIANGLE, players=2)
    state = t.lay("oa", "AA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 4, 6)))
    words = {"1", "4", "6", "14", "16", "46", "146"}
    assert t.options(state) == {"accept"} | {f"reroll.2.{word}" for word in words}
    state = t.lay("oa", "AA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 1, 4)))
    words = {"1", "4", "11", "14", "114"}
    assert t.options(state) == {"accept"} | {f"reroll.2.{word}" for word in words}


@pytest.mark.parametrize(
    ("again", "wins"),
    [("1", Fraction(5, 6)), ("6", Fraction(0)), ("14", Fraction(26, 36)), ("146", Fraction(81, 216))],
)
def test_the_dice_that_are_not_rolled_again_stay(table, again, wins):
    """4: target 12 from 1 4 6: keep 4 6, keep 1 4 (7 at least needed), keep 6 (6 needed), keep none."""
    t = table(*TRIANGLE, players=2)
    state = t.lay("oa", "AA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 4, 6)))
    spread = t.do(state, f"reroll.2.{again}")
    assert sum(p for s, p in spread.items() if s.dark == t.mask("o")) == wins


def test_a_failed_roll_may_be_accepted(table):
    """4: nobody has to support."""
    t = table(*TRIANGLE, players=2)
    state = t.lay("oa", "AA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 4, 6)))
    assert t.only(state, "accept") == t.lay("oa", "aA", spirits="ar", moment=Turn(0, 3))


def test_several_may_support_and_in_both_ways(table, tools):
    """4: seat 2 lowers a 15 to a 12, then seat 3 has dice rolled again."""
    t = table(*TRIANGLE, ratings={"a": (5, 2, 1)}, players=3)
    state = t.lay("oa", "AAA", spirits="ar")
    spread = t.do(state, "seal.2")
    assert spread[t.lay("o", "AaA", moment=Turn(0, 3))] == tools.chance(12)
    failed = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 4, 6)))
    assert spread[failed] == Fraction(6, 216)
    assert t.do(failed, "reroll.3.1")[t.lay("o", "Aaa", moment=Turn(0, 3))] == Fraction(5, 6)


def test_each_may_support_once(table):
    """4: who has supported, before or after the roll, is exhausted and not asked again."""
    t = table(*TRIANGLE, players=3)
    failed = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 3, "seal", 9, (1, 1, 1)))
    assert {action.who for action in t.play.actions(failed)} == {(), (2,)}
    for after in t.do(failed, "reroll.3.111"):
        assert not isinstance(after.moment, Failed)


def test_rerolls_come_one_after_another_each_after_seeing_the_last(table):
    """4: either supporter first; the dice of the first reroll are what the second sees."""
    t = table(*TRIANGLE, players=3, ratings={"a": (6, 2, 1)})
    state = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 3, "seal", 18, (1, 6, 6)))
    assert {action.who for action in t.play.actions(state)} == {(), (1,), (2,)}
    spread = t.do(state, "reroll.3.1")
    shown = {s.moment.dice for s in spread if isinstance(s.moment, Failed)}
    assert shown == {(d, 6, 6) for d in range(1, 6)}
    assert all(p == Fraction(1, 6) for p in spread.values())
    assert all(s.upright & 0b110 == 0b010 for s in spread)


def test_support_costs_the_supporter_no_action(table):
    """4: the supporter's own turn still has all its actions."""
    t = table(*TRIANGLE, players=2, reroll=False)
    after = t.do(t.lay("oa", "AA", spirits="ar", moment=Turn(0, 1)), "seal.2")
    assert {s.moment for s in after} == {Turn(1, 4)}


def test_a_reroll_that_is_refused_by_r11(table, tools):
    """4 and R11 false: the first roll decides, support before it stays."""
    t = table(*TRIANGLE, players=2, reroll=False)
    state = t.lay("oa", "AA", spirits="ar")
    assert t.do(state, "seal") == {
        t.lay("o", "AA", moment=Turn(0, 3)): tools.chance(12),
        t.lay("oa", "aA", spirits="ar", moment=Turn(0, 3)): 1 - tools.chance(12),
    }
    assert supported(t, state, "seal") == {(), (1,)}


def test_with_r10_after_the_rating_is_lowered_only_after_a_failed_roll(table):
    """4 and R10: nobody supports before; the dice on the table then count against the new target."""
    t = table(*TRIANGLE, players=3, reduce_timing="after")
    assert supported(t, t.lay("oa", "AAA", spirits="ar"), "seal") == {()}
    close = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 2, 6)))
    assert t.only(close, "reduce.3") == t.lay("o", "AAa", moment=Turn(0, 3))
    far = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 2, 5)))
    after = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 3, "seal", 9, (1, 2, 5)))
    assert t.only(far, "reduce.2") == after
    assert t.only(after, "reduce.3") == t.lay("o", "Aaa", moment=Turn(0, 3))
    last = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 3, "seal", 9, (1, 1, 1)))
    assert t.only(last, "reduce.3") == t.lay("oa", "aaa", spirits="ar", moment=Turn(0, 3))


def test_with_r10_after_dice_may_be_rolled_again_too(table):
    """4 and R10: both ways mix, in any order; without R11 only the lowering is left."""
    t = table(*TRIANGLE, players=3, reduce_timing="after")
    state = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 1, 6)))
    verbs = {(action.verb, action.who) for action in t.play.actions(state)}
    assert verbs == {("accept", ())} | {(v, (s,)) for v in (REDUCE, REROLL) for s in (1, 2)}
    lowered = t.only(state, "reduce.2")
    light = t.lay("o", "Aaa", moment=Turn(0, 3))
    assert t.do(lowered, "reroll.3.1")[light] == Fraction(5, 6)
    t = table(*TRIANGLE, players=3, reduce_timing="after", reroll=False)
    assert t.options(state) == {"accept", "reduce.2", "reduce.3"}
    assert any(isinstance(s.moment, Failed) for s in t.do(t.lay("oa", "AAA", spirits="ar"), "seal"))


# --- center penalty


@pytest.mark.parametrize(
    ("spirits", "choices"),
    [("rr", {"rq"}), ("or", {"oq", "rq"}), ("ab", {"aq", "bq"}), ("aa", {"aq"}), ("oo", {"oq"})],
)
def test_a_failure_at_the_centers_seal_takes_one_spirit_of_the_players_choice(table, spirits, choices):
    """4: R12: from the reserve or the table; what is the same is one choice."""
    t = table(*TRIANGLE, center_penalty=True, spirits_per_location=2)
    state = t.lay("o", "O", spirits=spirits, moment=Turn(0, 3))
    (failure,) = (s for s in t.do(state, "seal") if s != WON)
    if isinstance(failure.moment, SpiritLost):
        assert failure == t.lay("o", "o", spirits=spirits, moment=SpiritLost(0, 2))
        after = {t.only(failure, word) for word in t.options(failure)}
    else:
        after = {failure}
    assert after == {t.lay("o", "o", spirits=kept, moment=Turn(0, 2)) for kept in choices}


def test_at_the_second_failure_the_game_is_lost(table, tools):
    """4: with two spirits, none is left then."""
    t = table(*TRIANGLE, center_penalty=True)
    for spirits in ("qr", "qo", "qb"):
        state = t.lay("o", "O", spirits=spirits)
        assert t.do(state, "seal") == {WON: tools.chance(18), LOST: 1 - tools.chance(18)}


def test_with_none_left_after_the_first_failure_it_loses(table):
    """4: one spirit in the box, or none to take."""
    for spirits, laid in ((1, "r"), (1, "o"), (0, "")):
        t = table(*TRIANGLE, center_penalty=True, spirits=spirits)
        assert set(t.do(t.lay("o", "O", spirits=laid), "seal")) == {WON, LOST}


def test_a_failed_attempt_is_one_that_support_did_not_save(table):
    """4: the penalty falls when the failure is accepted, not at the failed roll, and once."""
    t = table(*TRIANGLE, center_penalty=True, players=2)
    state = t.lay("o", "OO", moment=Failed(0, 3, "seal", 18, (5, 6, 6)))
    assert state.spirits.count(OUT) == 0
    assert t.only(state, "accept") == t.lay("o", "oO", spirits="rq", moment=Turn(0, 3))
    assert t.do(state, "reroll.2.5") == {
        WON: Fraction(1, 6),
        t.lay("o", "oo", spirits="rq", moment=Turn(0, 3)): Fraction(5, 6),
    }


def test_a_failure_at_the_center_ends_the_turn_like_any_other_with_the_last_action(table):
    """4: after the spirit is chosen, the next decision comes."""
    t = table(*TRIANGLE, center_penalty=True, players=2)
    state = t.lay("o", "oO", spirits="ar", moment=SpiritLost(0, 0))
    assert t.only(state, "lose.a") == t.lay("o", "oO", spirits="qr", moment=Turn(1, 4))
    assert t.only(state, "lose") == t.lay("o", "oO", spirits="qa", moment=Turn(1, 4))


def test_without_the_penalty_no_spirit_is_lost(table):
    """4: R12 false."""
    t = table(*TRIANGLE, center_penalty=False)
    state = t.lay("o", "O", spirits="or")
    assert t.lay("o", "o", spirits="or", moment=Turn(0, 3)) in t.do(state, "seal")
