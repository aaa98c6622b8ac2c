"""RULES.md section 7: every reading with its default and its alternatives, difficulties and editions."""

from dataclasses import fields
from fractions import Fraction
from itertools import chain

import pytest

from layouts.cards import CARD_SETS, Ratings
from layouts.errors import RuleError
from solver.guardians.editions import EDITIONS, open_edition
from solver.guardians.rules import READINGS, Rules, parse_reading
from solver.guardians.state import (
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    Turn,
)
from solver.process import Owner

STAR = ("o6 a3 b4 d5", "oa ob od")

DEFAULTS = {
    "center_agent_from": 3,
    "start": "center",
    "blocking_agents": "standing",
    "spirits_per_location": 1,
    "encounter_on_light": True,
    "spirit_moves": True,
    "center_needs_spirit": False,
    "spirit_returns": True,
    "reduce_timing": "before",
    "reroll": True,
    "agent_order": "chosen",
    "agent_target": "highest",
    "growth_choice": "light",
    "decider": "players",
    "actions": 4,
    "agents": 2,
    "spirits": 2,
    "reroll_when": "failed",
}
NUMBERS = {
    1: {"setup_growths"},
    2: {"center_agent_from"},
    3: {"start"},
    4: {"blocking_agents"},
    5: {"spirits_per_location"},
    6: {"encounter_on_light"},
    7: {"spirit_moves"},
    8: {"center_needs_spirit"},
    9: {"spirit_returns"},
    10: {"reduce_timing"},
    11: {"reroll"},
    12: {"center_penalty"},
    13: {"agent_order"},
    14: {"agent_target"},
    15: {"growth_choice"},
    16: {"decider"},
    17: {"actions"},
    18: {"agents", "spirits"},
    19: {"growths"},
    20: {"reroll_when"},
}
VALUES = {
    "setup_growths": (0, 1, 7, 30),
    "center_agent_from": (1, 2, 3, 4, 5),
    "start": ("center", "any"),
    "blocking_agents": ("standing", "any"),
    "spirits_per_location": (1, 2),
    "encounter_on_light": (True, False),
    "spirit_moves": (True, False),
    "center_needs_spirit": (True, False),
    "spirit_returns": (True, False),
    "reduce_timing": ("before", "after"),
    "reroll": (True, False),
    "center_penalty": (True, False),
    "agent_order": ("chosen",),
    "agent_target": ("highest", "nearest", "adjacent"),
    "growth_choice": ("light",),
    "decider": ("players", "lord_sepia", "lord_sepia_agents"),
    "actions": (1, 2, 4, 9),
    "agents": (0, 1, 2),
    "spirits": (0, 1, 2),
    "growths": (0, 1, 2, 3, 8),
    "reroll_when": ("failed",),
}
WRONG = ("nonsense", -1, "", 1.5, None, "auto")


def test_there_are_twenty_readings_with_these_fields():
    """7: R1 to R20; each is a named field of the rules."""
    found = {}
    for name, reading in READINGS.items():
        found.setdefault(reading.number, set()).add(name)
    assert found == NUMBERS
    assert {f.name for f in fields(Rules)} == set(READINGS) | {"players"}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_defaults_are_the_rulebooks(players):
    """7: R1 is players + 1; difficulty Easy has one growth and no penalty."""
    rules = open_edition("rulebook").rules(players)
    expected = {**DEFAULTS, "setup_growths": players + 1, "growths": 1, "center_penalty": False}
    assert {name: getattr(rules, name) for name in READINGS} == expected


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in VALUES.items() for v in values])
def test_every_alternative_can_be_chosen(name, value):
    """7: by hand over a default; as text, too."""
    rules = open_edition("rulebook").rules(2, None, {name: value})
    assert getattr(rules, name) == value
    assert parse_reading(f"{name}={str(value).lower()}") == (name, value)


@pytest.mark.parametrize(("name", "value"), [(n, v) for n in VALUES for v in WRONG])
def test_nothing_else_can_be_chosen(name, value):
    """7: a value that no reading has is refused, naming the reading."""
    with pytest.raises(RuleError, match=name):
        Rules(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("center_agent_from", 0), ("center_agent_from", 6), ("spirits_per_location", 0),
     ("spirits_per_location", 3), ("actions", 0), ("agents", 3), ("spirits", 3), ("reroll", 1),
     ("actions", True), ("growths", False)],
)  # fmt: skip
def test_numbers_out_of_range_and_truths_for_numbers_are_refused(name, value):
    """7: R2 1 to 5, R5 1 or 2, R17 1 or more, R18 0 to 2."""
    with pytest.raises(RuleError, match=name):
        Rules(**{name: value})


# --- what each alternative does, where another file has not shown it


def test_r4_any_agent_blocks_also_an_exhausted_one(table):
    """7: exhausted agents lie at the center, so they block only there."""
    t = table(*STAR, blocking_agents="any")
    assert not t.can(t.lay("oa", "O", agents="xr"), "encounter")
    assert not t.can(t.lay("o", "O", agents="xx"), "seal")
    assert not t.can(t.lay("o", "O", agents="or"), "seal")
    assert t.can(t.lay("o", "O", agents="rr"), "seal")
    assert t.can(t.lay("oa", "A", agents="xx", spirits="ar"), "seal")
    assert t.can(t.lay("oa", "A", agents="xx"), "encounter")
    assert not t.can(t.lay("oa", "A", agents="ar"), "encounter")
    assert not t.can(t.lay("oa", "O", agents="xx"), "attack")


def test_r5_two_spirits_may_stand_on_one_location(table):
    """7: with one here an encounter can bring the other; with two here none."""
    t = table(*STAR, spirits_per_location=2)
    assert t.only(t.lay("o", "A", spirits="ar"), "encounter").spirits == (1, 1)
    assert t.only(t.lay("o", "A", spirits="ab"), "encounter").spirits == (1, 1)
    assert not t.can(t.lay("o", "A", spirits="aa"), "encounter")


def test_r6_false_no_encounter_on_a_light_location(table):
    """7: dark ones only; the center is dark."""
    t = table(*STAR, encounter_on_light=False)
    assert not t.can(t.lay("oa", "B"), "encounter")
    assert t.can(t.lay("oa", "A"), "encounter")
    assert t.can(t.lay("oa", "O"), "encounter")


def test_r7_false_with_an_empty_reserve_no_encounter_is_possible(table):
    """7: spirits on the table stay there."""
    t = table(*STAR, spirit_moves=False)
    assert not t.can(t.lay("oa", "A", spirits="bd"), "encounter")
    assert t.can(t.lay("oa", "A", spirits="br"), "encounter")


def test_r8_the_centers_seal_needs_a_spirit_too(table):
    """7: there, not elsewhere."""
    t = table(*STAR, center_needs_spirit=True)
    assert not t.can(t.lay("o", "O"), "seal")
    assert not t.can(t.lay("o", "O", spirits="ab"), "seal")
    assert t.can(t.lay("o", "O", spirits="or"), "seal")
    assert not t.can(t.lay("oa", "O", spirits="or"), "seal")


def test_r9_false_the_spirit_stays_where_it_is(table):
    """7: after the seal is broken."""
    t = table(*STAR, ratings={"a": (1, 1, 1)}, spirit_returns=False)
    after = t.only(t.lay("oa", "A", spirits="ab"), "seal")
    assert after == t.lay("o", "A", spirits="ab", moment=Turn(0, 3))


@pytest.mark.parametrize("penalty", [True, False])
def test_r12_by_hand_overrides_the_difficulty(penalty):
    """7: true or false, whatever the difficulty."""
    for name in ("easy", "difficult", "impossible"):
        rules = open_edition("rulebook").rules(2, name, {"center_penalty": penalty})
        assert rules.center_penalty is penalty


def test_auto_by_hand_is_as_the_difficulty_says():
    """7: R12 auto, R1 and R19 by players and difficulty."""
    auto = dict(parse_reading(f"{name}=auto") for name in ("center_penalty", "growths", "setup_growths"))
    for name in ("easy", "difficult", "impossible"):
        edition = open_edition("rulebook")
        assert edition.rules(3, name, auto) == edition.rules(3, name)


def test_r16_who_decides_what(table):
    """7: Lord Sepia: sections 2.1, 5 and 6, or only 5; never what guardians do, nor the dice."""
    t = table(*STAR, players=2)
    guardians = (
        Turn(0, 1), Failed(0, 0, "seal", 12, (1, 1, 1)), SpiritLost(0, 0), PlaceGuardian(1)
    )  # fmt: skip
    agents = (AgentsAct((0,)),)
    growth = tuple(
        chain.from_iterable((Darken(3, 0, setup), PlaceAgent(3, 0, setup)) for setup in (True, False))
    )
    for decider, his in (
        ("players", ()),
        ("lord_sepia_agents", agents),
        ("lord_sepia", (*agents, *growth)),
    ):
        t = table(*STAR, players=2, decider=decider)
        for moment in (*guardians, *agents, *growth):
            owner = Owner.OPPONENT if moment in his else Owner.PLAYERS
            assert t.play.owner(t.lay("o", "OO", agents="or", moment=moment)) == owner
        assert t.play.owner(t.lay("o", "OO", moment=Growth(1, True))) == Owner.CHANCE


def test_r18_fewer_agents_and_spirits(table):
    """7: none or one of each; then a roll that would bring an agent does nothing."""
    for agents in (0, 1, 2):
        t = table(*STAR, agents=agents, spirits=agents, setup_growths=0)
        assert t.play.initial() == t.lay("o", "O", agents="r" * agents, spirits="r" * agents)
        state = t.lay("o", "O", agents="r" * agents, spirits="r" * agents, moment=Growth(1, False))
        after = t.lay("o", "O", agents="o" + "r" * (agents - 1) if agents else "", spirits="r" * agents)
        assert t.roll(state)[after] == Fraction(1, 6)


# --- difficulty and editions


@pytest.mark.parametrize(
    ("name", "growths", "penalty"), [("easy", 1, False), ("difficult", 2, True), ("impossible", 3, True)]
)
def test_difficulty_sets_growths_and_through_auto_the_penalty(name, growths, penalty):
    """3 and 7: rulebook edition; the rest are the defaults."""
    rules = open_edition("rulebook").rules(2, name)
    assert rules == Rules(players=2, setup_growths=3, growths=growths, center_penalty=penalty)


def test_a_reading_given_by_hand_overrides_the_difficulty():
    """7: growths, and the edition's readings."""
    assert open_edition("rulebook").rules(2, "impossible", {"growths": 0}).growths == 0
    assert open_edition("readme").rules(2, None, {"spirit_moves": True, "setup_growths": 5}) == Rules(
        setup_growths=5, blocking_agents="any", spirit_moves=True, center_needs_spirit=True,
        spirit_returns=False, agent_target="adjacent", growths=1, center_penalty=False,
    )  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("name", "growths"), [("easy", 1), ("difficult", 2), ("impossible", 3)])
def test_the_readme_edition(players, name, growths):
    """7: R1 players, R4 any, R7 false, R8 true, R9 false, R12 false, R14 adjacent."""
    assert open_edition("readme").rules(players, name) == Rules(
        players=players, setup_growths=players, blocking_agents="any", spirit_moves=False,
        center_needs_spirit=True, spirit_returns=False, center_penalty=False, agent_target="adjacent",
        growths=growths,
    )  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("name", "growths"), [("easy", 0), ("medium", 1), ("difficult", 2)])
def test_the_revised_edition(players, name, growths):
    """7: growths 0, 1, 2; penalty always; all else as the defaults."""
    assert open_edition("revised").rules(players, name) == Rules(
        players=players, setup_growths=players + 1, center_penalty=True, growths=growths
    )


def test_editions_have_just_these_difficulties():
    """7: easiest first; the easiest is meant where none is named; others are refused with the list."""
    names = {name: [d.name for d in edition.preset.difficulties] for name, edition in EDITIONS.items()}
    printed = ["easy", "difficult", "impossible"]
    assert names == {"rulebook": printed, "readme": printed, "revised": ["easy", "medium", "difficult"]}
    for name in names:
        assert open_edition(name).rules(2) == open_edition(name).rules(2, "easy")
    with pytest.raises(RuleError, match=r"difficulty 'medium' is unknown.*easy, difficult, impossible"):
        open_edition("rulebook").rules(2, "medium")
    with pytest.raises(RuleError, match="easy, medium, difficult"):
        open_edition("revised").rules(2, "impossible")


def test_editions_have_their_cards():
    """7: the rulebook's also in the README's; the revised ones are weaker, and one of its 3s is not."""
    printed = {3: Ratings(4, 2, 1), 4: Ratings(5, 3, 2), 5: Ratings(5, 3, 2), 6: Ratings(6, 5, 0)}
    for name in ("rulebook", "readme"):
        assert {tag: EDITIONS[name].cards.ratings_of("any", tag) for tag in printed} == printed
    revised = {3: Ratings(2, 1, 1), 4: Ratings(4, 2, 2), 5: Ratings(4, 2, 2), 6: Ratings(5, 4, 0)}
    assert {tag: CARD_SETS["revised"].ratings_of("any", tag) for tag in revised} == revised
    assert EDITIONS["revised"].cards.ratings_of("Light", 3) == Ratings(3, 1, 1)
