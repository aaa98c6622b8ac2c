"""RULES.md section 4: attack, encounter, break seal; what a success does and what a failure costs."""

import pytest

from solver.guardians.state import LOST, WON, Failed, SpiritMoves, Turn

FOUR = ("o6 a3 b4 d5", "oa ob od ab")


# --- attack


def test_attack_needs_a_standing_agent_here(table):
    """4: one elsewhere, in the reserve or exhausted will not do."""
    t = table(*FOUR)
    assert t.can(t.lay("oa", "A", agents="ar"), "attack")
    for agents in ("rr", "bd", "xx", "ox"):
        assert not t.can(t.lay("oa", "A", agents=agents), "attack")
    assert not t.can(t.lay("oa", "O", agents="xx"), "attack")
    assert t.can(t.lay("oa", "O", agents="xo"), "attack")


@pytest.mark.parametrize(("place", "target"), [("a", 6), ("b", 9), ("d", 9), ("o", 15)])
def test_attack_is_an_attempt_against_three_times_the_strength(table, tools, place, target):
    """4: of the dark card on which it takes place; with the rulebook's cards."""
    t = table(*FOUR)
    dark = "oad" if place == "d" else "oab"
    state = t.lay(dark, place.upper(), agents=place + "r")
    assert t.target(state, "attack") == target
    assert t.do(state, "attack") == {
        t.lay(dark, place.upper(), agents="xr", moment=Turn(0, 3)): tools.chance(target),
        t.lay(dark, place.lower(), agents=place + "r", moment=Turn(0, 3)): 1 - tools.chance(target),
    }


def test_attacking_on_a_light_location_has_target_zero(table):
    """4: no roll, no failure, but the action is spent."""
    t = table(*FOUR)
    state = t.lay("o", "D", agents="dr")
    assert t.target(state, "attack") == 0
    assert t.only(state, "attack") == t.lay("o", "D", agents="xr", moment=Turn(0, 3))


def test_a_beaten_agent_goes_to_the_center_exhausted(table):
    """4: one of those standing here, not both; at the center itself, too."""
    t = table(*FOUR, ratings={"o": (6, 1, 0)})
    assert t.only(t.lay("oa", "D", agents="dd"), "attack").agents == t.places("dx", {"x": -2})
    assert t.only(t.lay("oa", "D", agents="bd"), "attack").agents == t.places("bx", {"x": -2})
    assert t.only(t.lay("oa", "O", agents="oo"), "attack").agents == t.places("ox", {"x": -2})
    assert t.only(t.lay("oa", "O", agents="xo"), "attack").agents == t.places("xx", {"x": -2})


def test_an_attack_changes_nothing_else(table):
    """4: spirits and dark cards stay."""
    t = table(*FOUR)
    after = t.only(t.lay("o", "D", agents="dr", spirits="da"), "attack")
    assert after == t.lay("o", "D", agents="xr", spirits="da", moment=Turn(0, 3))


# --- encounter


def test_encounter_counts_influence_here_and_on_adjacent_dark_cards(table):
    """4: a: 1 here, 0 from the center, 2 from b; d is not adjacent to it. Light cards count nothing."""
    t = table(*FOUR)
    for dark, guardian, target in (
        ("oab", "A", 9),
        ("oad", "A", 3),
        ("obd", "A", 6),
        ("od", "A", 0),
        ("oab", "B", 9),
        ("oab", "D", 0),
        ("od", "D", 6),
        ("o", "O", 0),
        ("oab", "O", 9),
        ("obd", "O", 12),
    ):
        assert t.target(t.lay(dark, guardian), "encounter") == target


def test_the_center_counts_if_a_designer_gives_it_influence(table):
    """4: every adjacent location, dark ones only; the center is dark."""
    t = table(*FOUR, ratings={"o": (6, 5, 4)})
    assert t.target(t.lay("od", "A"), "encounter") == 12
    assert t.target(t.lay("oa", "A"), "encounter") == 15


def test_a_successful_encounter_places_a_spirit_from_the_reserve_here(table, tools):
    """4: and the action is spent."""
    t = table(*FOUR)
    state = t.lay("oab", "A", spirits="rr")
    assert t.do(state, "encounter") == {
        t.lay("oab", "A", spirits="ar", moment=Turn(0, 3)): tools.chance(9),
        t.lay("oab", "a", spirits="rr", moment=Turn(0, 3)): 1 - tools.chance(9),
    }
    state = t.lay("od", "A", spirits="dr")
    assert t.only(state, "encounter") == t.lay("od", "A", spirits="ad", moment=Turn(0, 3))


def test_with_an_empty_reserve_a_spirit_of_the_players_choice_moves_here(table):
    """4: R7; no choice where both stand together or only one is in the game."""
    t = table(*FOUR, center_penalty=True, spirits_per_location=2)
    asked = t.only(t.lay("o", "A", spirits="bd"), "encounter")
    assert asked == t.lay("o", "A", spirits="bd", moment=SpiritMoves(0, 3))
    assert t.only(asked, "spirit.b") == t.lay("o", "A", spirits="ad", moment=Turn(0, 3))
    assert t.only(asked, "spirit.d") == t.lay("o", "A", spirits="ab", moment=Turn(0, 3))
    assert t.only(t.lay("o", "A", spirits="bb"), "encounter").spirits == t.places("ab", {})
    assert t.only(t.lay("o", "A", spirits="bq"), "encounter").spirits == t.places("aq", {"q": -3})


def test_with_a_spirit_in_the_reserve_none_on_the_table_moves(table):
    """4: the reserve comes first."""
    t = table(*FOUR)
    assert t.only(t.lay("o", "A", spirits="br"), "encounter").spirits == t.places("ab", {})


def test_with_no_spirit_on_the_table_either_no_encounter_is_possible(table):
    """4: all out of the game but one that is here, or none in the box."""
    t = table(*FOUR, spirits=0)
    assert not t.can(t.lay("o", "A", spirits=""), "encounter")
    t = table(*FOUR, center_penalty=True)
    assert not t.can(t.lay("o", "A", spirits="aq"), "encounter")
    assert t.can(t.lay("o", "A", spirits="bq"), "encounter")
    assert t.can(t.lay("o", "A", spirits="rq"), "encounter")


def test_encounter_needs_no_agent_standing_here(table):
    """4: R4 by default; one elsewhere or exhausted does not matter."""
    t = table(*FOUR)
    assert not t.can(t.lay("oab", "A", agents="ar"), "encounter")
    assert not t.can(t.lay("o", "A", agents="ar"), "encounter")
    assert t.can(t.lay("oab", "A", agents="bd"), "encounter")
    assert t.can(t.lay("oab", "O", agents="xx"), "encounter")
    assert not t.can(t.lay("oab", "O", agents="xo"), "encounter")


def test_encounter_needs_no_spirit_here(table):
    """4: R5 by default."""
    t = table(*FOUR)
    assert not t.can(t.lay("oab", "A", spirits="ar"), "encounter")
    assert not t.can(t.lay("o", "A", spirits="ab"), "encounter")
    assert t.can(t.lay("oab", "A", spirits="br"), "encounter")


def test_encounters_are_allowed_on_light_locations_and_at_the_center(table):
    """4: R6 by default."""
    t = table(*FOUR)
    assert t.can(t.lay("oa", "D"), "encounter")
    assert t.can(t.lay("oa", "O"), "encounter")
    assert t.can(t.lay("oa", "A"), "encounter")


# --- break seal


@pytest.mark.parametrize(("place", "target"), [("a", 12), ("b", 15), ("d", 15)])
def test_break_seal_is_an_attempt_against_three_times_the_defence(table, tools, place, target):
    """4: with the rulebook's cards."""
    t = table(*FOUR)
    state = t.lay("o" + place, place.upper(), spirits=place + "r")
    assert t.target(state, "seal") == target
    assert t.do(state, "seal") == {
        t.lay("o", place.upper(), spirits="rr", moment=Turn(0, 3)): tools.chance(target),
        t.lay("o" + place, place.lower(), spirits=place + "r", moment=Turn(0, 3)): 1 - tools.chance(target),
    }


def test_the_location_turns_light_and_one_spirit_here_returns_to_the_reserve(table):
    """4: R9; other cards and other spirits stay; with two spirits here one stays."""
    t = table(*FOUR, ratings={"a": (1, 1, 1)}, spirits_per_location=2)
    for spirits, after in (("ar", "rr"), ("ab", "rb"), ("aa", "ra")):
        state = t.lay("oab", "A", spirits=spirits, moment=Turn(0, 1))
        assert t.only(state, "seal").spirits == t.places(after, {"r": -1})
        assert t.only(state, "seal").dark == t.mask("ob")


def test_break_seal_needs_a_dark_location(table):
    """4: a light one has no seal, spirit or not."""
    t = table(*FOUR)
    assert not t.can(t.lay("ob", "A", spirits="ar"), "seal")
    assert t.can(t.lay("oa", "A", spirits="ar"), "seal")


def test_break_seal_needs_no_agent_standing_here(table):
    """4: R4 by default, at the center as well; exhausted agents there do not matter."""
    t = table(*FOUR)
    assert not t.can(t.lay("oa", "A", agents="ar", spirits="ar"), "seal")
    assert t.can(t.lay("oa", "A", agents="ob", spirits="ar"), "seal")
    assert not t.can(t.lay("o", "O", agents="or"), "seal")
    assert t.can(t.lay("o", "O", agents="xx"), "seal")


def test_break_seal_needs_a_spirit_here_except_at_the_center(table):
    """4: R8 by default."""
    t = table(*FOUR)
    assert not t.can(t.lay("oa", "A", spirits="rr"), "seal")
    assert not t.can(t.lay("oa", "A", spirits="ob"), "seal")
    assert t.can(t.lay("o", "O", spirits="rr"), "seal")
    assert t.can(t.lay("o", "O", spirits="or"), "seal")


def test_the_center_can_be_attempted_only_when_every_other_location_is_light(table):
    """4: one other dark card bars it, wherever it is."""
    t = table(*FOUR)
    assert t.can(t.lay("o", "O"), "seal")
    for other in "abd":
        assert not t.can(t.lay("o" + other, "O", spirits="or"), "seal")


def test_the_centers_seal_wins(table, tools):
    """4: target 18, one roll in 216."""
    t = table(*FOUR)
    assert t.do(t.lay("o", "O"), "seal") == {
        WON: tools.chance(18),
        t.lay("o", "o", moment=Turn(0, 3)): 1 - tools.chance(18),
    }


# --- attempts


@pytest.mark.parametrize("defence", range(1, 8))
def test_the_player_rolls_three_white_dice_against_the_target(table, defence):
    """4: succeeds if the sum is at least 3 times the rating; 1 needs no roll, 7 can't be reached."""
    t = table(*FOUR, ratings={"a": (defence, 1, 1)})
    state = t.lay("oa", "A", spirits="ar")
    assert t.target(state, "seal") == 3 * defence
    wins = {1: 216, 2: 206, 3: 160, 4: 81, 5: 20, 6: 1, 7: 0}[defence]
    spread = t.do(state, "seal")
    assert len(spread) == (1 if wins in (0, 216) else 2)
    assert sum(p for s, p in spread.items() if s.dark == t.mask("o")) * 216 == wins


def test_a_target_of_three_or_less_succeeds_without_a_roll(table):
    """4: ratings 0 and 1 surely succeed, also where somebody could support."""
    t = table(*FOUR, ratings={"a": (0, 0, 0), "b": (1, 1, 1)}, players=2)
    for here in "ab":
        sealed = t.lay("o" + here, here.upper() * 2, spirits=here + "r")
        assert len(t.do(sealed, "seal")) == 1
        assert len(t.do(t.lay("o" + here, here.upper() * 2, agents=here + "r"), "attack")) == 1
        assert len(t.do(t.lay("o" + here, here.upper() * 2), "encounter")) == 1


@pytest.mark.parametrize(
    ("word", "agents", "spirits"), [("attack", "ar", "rr"), ("encounter", "rr", "rr"), ("seal", "rr", "ar")]
)
def test_on_failure_the_players_meeple_is_exhausted(table, tools, word, agents, spirits):
    """4: the player's alone; whatever the attempt, the action is spent and nothing else has changed."""
    t = table(*FOUR, ratings={"a": (4, 4, 4)}, players=2)
    state = t.lay("oa", "AB", agents=agents, spirits=spirits, moment=Turn(0, 2))
    failed = t.lay("oa", "aB", agents=agents, spirits=spirits, moment=Turn(0, 1))
    assert t.do(state, word)[failed] == 1 - tools.chance(12)


def test_the_action_is_spent_either_way(table):
    """4: with the last action the turn passes on."""
    t = table(*FOUR, players=2)
    state = t.lay("oa", "AB", spirits="ar", moment=Turn(0, 1))
    assert {s.moment for s in t.do(state, "seal")} == {Turn(1, 4)}


def test_an_attempt_may_be_made_although_it_cannot_succeed(table):
    """4: target 21: it surely fails alone; two supporters make it an 18 and a 15."""
    t = table(*FOUR, ratings={"a": (7, 1, 1)}, players=3, reroll=False)
    alone = t.lay("oa", "ABD", spirits="ar")
    assert t.only(alone, "seal") == t.lay("oa", "aBD", spirits="ar", moment=Turn(0, 3))
    helped = t.lay("oa", "AAA", spirits="ar")
    assert t.only(helped, "seal").upright == 0b110
    light = t.lay("o", "Aaa", spirits="rr", moment=Turn(0, 3))
    assert t.do(helped, "seal.2.3")[light] * 216 == 20


def test_a_failed_roll_with_nobody_here_to_support_is_final(table):
    """4: guardians elsewhere, or exhausted here, are never asked."""
    t = table(*FOUR, players=3)
    for guardians in ("ABD", "Aaa", "Aab"):
        state = t.lay("oa", guardians, spirits="ar")
        assert not any(isinstance(s.moment, Failed) for s in t.do(state, "seal"))


def test_a_failed_attempt_away_from_the_center_never_loses_a_spirit(table):
    """4: the penalty is the center's."""
    t = table(*FOUR, center_penalty=True)
    for state, word in (
        (t.lay("oa", "A", spirits="ar"), "seal"),
        (t.lay("oab", "A", spirits="br"), "encounter"),
        (t.lay("oab", "O", spirits="br"), "encounter"),
        (t.lay("oa", "O", agents="or", spirits="qr"), "attack"),
    ):
        for after in t.do(state, word):
            assert after != LOST
            assert after.spirits.count(-3) == state.spirits.count(-3)
