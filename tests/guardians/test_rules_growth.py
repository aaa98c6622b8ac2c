"""RULES.md section 6: Darkness Grows."""

from fractions import Fraction

import pytest

from solver.guardians.state import LOST, Darken, Growth, PlaceAgent
from solver.process import Owner

ALL = ("o6 a3 b3 d4 e4 f5 g5", "oa ob od oe of og")
ONE_EACH = ("o6 a3 d4 f5 g5", "oa od of og")


def grow(t, dark, left=1, setup=False, **more):
    return t.lay(dark, "O", moment=Growth(left, setup), **more)


@pytest.mark.parametrize("setup", [False, True])
def test_one_two_and_three_mean_tag_three_and_four_to_six_that_tag(table, setup):
    """6: half the rolls are 3s, a sixth each 4, 5 and 6; the center is dark, so a 6 brings an agent."""
    t = table(*ALL, growths=2, setup_growths=2)
    state = grow(t, "o", 2, setup)
    assert t.roll(state) == {
        t.lay("o", "O", moment=Darken(3, 1, setup)): Fraction(3, 6),
        t.lay("o", "O", moment=Darken(4, 1, setup)): Fraction(1, 6),
        t.lay("o", "O", moment=Darken(5, 1, setup)): Fraction(1, 6),
        t.lay("o", "O", agents="or", moment=Growth(1, setup)): Fraction(1, 6),
    }


def test_the_black_die_is_chance(table):
    """6: with one thing to do about it."""
    t = table(*ALL)
    assert t.play.owner(grow(t, "o")) == Owner.CHANCE
    assert t.options(grow(t, "o")) == {"roll"}


def test_a_light_location_of_that_tag_turns_dark_of_the_players_choice(table):
    """6: R15: one of the light ones, and only that one."""
    t = table(*ALL)
    state = t.lay("oe", "O", moment=Darken(3, 0, False))
    assert t.options(state) == {"darken.a", "darken.b"}
    assert t.only(state, "darken.b") == t.lay("oeb", "O")
    assert t.play.owner(state) == Owner.PLAYERS


def test_a_dark_location_is_no_choice_while_another_is_light(table):
    """6: R15: with one light 4 left a 4 darkens it, without asking."""
    t = table(*ALL)
    assert t.roll(grow(t, "od"))[t.lay("ode", "O")] == Fraction(1, 6)


def test_otherwise_an_agent_from_the_reserve_is_placed_on_a_location_of_that_tag(table):
    """6: standing, of the players' choice."""
    t = table(*ALL)
    asked = t.lay("ode", "O", moment=PlaceAgent(4, 0, False))
    assert t.roll(grow(t, "ode"))[asked] == Fraction(1, 6)
    assert t.options(asked) == {"agent.d", "agent.e"}
    assert t.only(asked, "agent.e") == t.lay("ode", "O", agents="er")
    assert t.play.owner(asked) == Owner.PLAYERS


def test_one_agent_at_a_time_is_placed(table):
    """6: the other stays where it is, in the reserve or on the table."""
    t = table(*ALL)
    asked = t.lay("ode", "O", agents="fr", moment=PlaceAgent(4, 0, False))
    assert t.only(asked, "agent.d") == t.lay("ode", "O", agents="fd")


def test_an_agent_may_be_placed_where_one_stands(table):
    """6: also where guardians and spirits are."""
    t = table(*ALL)
    asked = t.lay("ode", "D", agents="dr", spirits="dr", moment=PlaceAgent(4, 0, False))
    assert t.only(asked, "agent.d") == t.lay("ode", "D", agents="dd", spirits="dr")


def test_no_agent_comes_while_a_location_of_the_tag_is_light(table):
    """6: an agent in the reserve stays there."""
    t = table(*ALL)
    assert t.roll(grow(t, "od")) == {
        t.lay("od", "O", moment=Darken(3, 0, False)): Fraction(3, 6),
        t.lay("ode", "O"): Fraction(1, 6),
        t.lay("od", "O", moment=Darken(5, 0, False)): Fraction(1, 6),
        t.lay("od", "O", agents="or"): Fraction(1, 6),
    }


def test_with_no_agent_left_nothing_happens(table):
    """6: 4 and 6 find no light card and no agent."""
    t = table(*ONE_EACH)
    spread = t.roll(grow(t, "od", agents="of"))
    assert spread == {
        t.lay("oad", "O", agents="of"): Fraction(3, 6),
        t.lay("od", "O", agents="of"): Fraction(2, 6),
        t.lay("od", "O", agents="of", moment=Darken(5, 0, False)): Fraction(1, 6),
    }


def test_exhausted_agents_are_not_in_the_reserve(table):
    """6: in the setup of a designer's game or not, an exhausted agent is none to place."""
    t = table(*ONE_EACH)
    assert t.roll(grow(t, "od", agents="xx"))[t.lay("od", "O", agents="xx")] == Fraction(2, 6)


def test_without_a_card_of_that_tag_nothing_happens(table):
    """6: an agent in the reserve stays there, too."""
    t = table("o6 a5 b5", "oa ob")
    assert t.roll(grow(t, "o")) == {
        t.lay("o", "O"): Fraction(4, 6),
        t.lay("o", "O", moment=Darken(5, 0, False)): Fraction(1, 6),
        t.lay("o", "O", agents="or"): Fraction(1, 6),
    }


def test_an_agent_placed_by_darkness_grows_does_not_act_in_this_round(table):
    """6 after 5: it waits for the next round."""
    t = table(*ALL, growths=2)
    spread = t.roll(grow(t, "ode", left=2))
    assert t.lay("ode", "O", agents="or", moment=Growth(1, False)) in spread
    asked = t.lay("ode", "O", moment=PlaceAgent(4, 1, False))
    assert t.only(asked, "agent.d").moment == Growth(1, False)


def test_spirits_and_guardians_stay_on_a_location_that_darkens(table):
    """6 as in 5: pieces are not moved."""
    t = table(*ONE_EACH)
    after = t.lay("od", "D", spirits="dr")
    state = t.lay("o", "D", spirits="dr", moment=Growth(1, False))
    assert t.roll(state)[after] == Fraction(1, 6)


def test_the_last_light_location_loses_whoever_chooses(table):
    """6 and 1: at once, with growths to come."""
    t = table("o6 a3 b4", "oa ob", growths=2, decider="lord_sepia")
    assert t.roll(grow(t, "oa", left=2))[LOST] == Fraction(1, 6)


def test_choices_go_on_to_the_next_growth_or_round(table):
    """6 and 3: growths left are counted down."""
    t = table(*ALL, growths=3, players=2)
    state = t.lay("o", "OO", moment=Darken(3, 2, False))
    assert t.only(state, "darken.a") == t.lay("oa", "OO", moment=Growth(2, False))
    state = t.lay("o", "OO", moment=Darken(3, 0, False))
    assert t.only(state, "darken.a") == t.lay("oa", "OO", first=1)


@pytest.mark.parametrize(
    ("decider", "owner"),
    [("lord_sepia", Owner.OPPONENT), ("lord_sepia_agents", Owner.PLAYERS), ("players", Owner.PLAYERS)],
)
def test_lord_sepia_chooses_in_darkness_grows(table, decider, owner):
    """6 and R16: in rounds and in the setup (2.1); with `lord_sepia_agents` the players do."""
    t = table(*ALL, decider=decider)
    for setup in (False, True):
        for moment in (Darken(3, 0, setup), PlaceAgent(4, 0, setup)):
            assert t.play.owner(t.lay("ode", "O", moment=moment)) == owner
        assert t.play.owner(grow(t, "ode", setup=setup)) == Owner.CHANCE
