"""RULES.md section 5: what standing agents do."""

from fractions import Fraction

import pytest

from solver.guardians.state import LOST, AgentsAct, Growth
from solver.process import Owner

STAR = ("o6 a3 b4 d5 e4", "oa ob od oe")
ROW = ("o6 a3 b3 d4 e5", "oa ab bd de")


def act(t, dark, agents, waiting=None, guardians="O", **more):
    """Lay the table with agents to act; by default all that stand."""
    state = t.lay(dark, guardians, agents=agents, **more)
    places = t.places(waiting if waiting is not None else agents.replace("r", "").replace("x", ""), {})
    return state._replace(moment=AgentsAct(places))


def test_every_standing_agent_acts_once(table):
    """5: those in the reserve or exhausted don't; who has acted doesn't again."""
    t = table(*STAR)
    for agents, waiting in (("rr", None), ("or", (0,)), ("xo", (0,)), ("oa", (0, 1)), ("xx", None)):
        after = t.pass_on(t.lay("oa", "O", agents=agents))
        assert after.moment == (AgentsAct(waiting) if waiting else Growth(1, False))
    first = act(t, "oab", "oa")
    second = next(s for s in t.do(first, "step.o.d") if s.dark == first.dark)
    assert second == act(t, "oab", "ad", waiting="a")
    third = t.only(second, "step.a.o")
    assert third == t.lay("oab", "O", agents="do", moment=Growth(1, False))


def test_in_an_order_of_the_players_choice(table):
    """5: R13: either may be the next; two at one place are alike."""
    t = table(*STAR)
    assert t.steps(act(t, "oab", "oa")) == {"o>d", "a>o"}
    assert t.steps(act(t, "oab", "aa")) == {"a>o"}
    assert t.play.owner(act(t, "oab", "oa")) == Owner.PLAYERS


def test_an_agent_that_acted_is_not_taken_for_one_that_waits_there(table):
    """5: one steps to where the other still waits; then one of the two acts."""
    t = table(*STAR)
    after = t.only(act(t, "oab", "ao"), "step.a.o")
    assert after == act(t, "oab", "oo", waiting="o")
    done = next(s for s in t.do(after, "step.o.d") if s.dark == after.dark)
    assert done == t.lay("oab", "O", agents="od", moment=Growth(1, False))


def test_it_moves_to_the_adjacent_light_location_with_the_highest_tag(table):
    """5.1: 5 before 4 before 3; ties are chosen."""
    t = table(*STAR)
    assert t.steps(act(t, "o", "or")) == {"o>d"}
    assert t.steps(act(t, "od", "or")) == {"o>b", "o>e"}
    assert t.steps(act(t, "obd", "or")) == {"o>e"}
    assert t.steps(act(t, "obde", "or")) == {"o>a"}


def test_it_does_not_look_past_a_light_neighbour(table):
    """5.1: a higher tag further off, or higher but dark, doesn't matter."""
    t = table(*ROW)
    assert t.steps(act(t, "o", "br")) == {"b>d"}
    assert t.steps(act(t, "od", "br")) == {"b>a"}


def test_otherwise_it_steps_along_a_shortest_path_to_the_light_location_with_the_highest_tag(table):
    """5.2: from o, with a dark: e (5) is the target though b (3) and d (4) are nearer."""
    t = table("o6 a3 b3 d4 e5", "oa ab oe ed")
    assert t.steps(act(t, "oae", "or")) == {"o>e"}  # d, a 4, before b, a 3
    assert t.steps(act(t, "oaed", "or")) == {"o>a"}


def test_among_equally_high_targets_the_nearest(table):
    """5.2: a 3 two steps off before a 3 three steps off."""
    t = table("o6 a4 b3 d4 e4 f3", "oa ab od de ef")
    assert t.steps(act(t, "oade", "or")) == {"o>a"}


def test_ties_between_targets_and_between_paths_are_chosen(table):
    """5.2: two equal targets; or two shortest paths to one."""
    t = table("o6 a4 b3 d4 e3", "oa ab od de")
    assert t.steps(act(t, "oad", "or")) == {"o>a", "o>d"}
    t = table("o6 a4 b3 d4", "oa ab od db")
    assert t.steps(act(t, "oad", "or")) == {"o>a", "o>d"}


def test_only_shortest_paths_count(table):
    """5.2: not a way round, nor a step back."""
    t = table("o6 a4 b3 d4 e4", "oa ab od de eb")
    assert t.steps(act(t, "oade", "or")) == {"o>a"}
    assert t.steps(act(t, "oade", "dr")) == {"d>e"}


def test_the_target_is_another_location_than_the_one_it_stands_on(table):
    """5.2: standing on the only light 5, it heads for a 3."""
    t = table("o6 a5 b4 d3", "oa ob bd")
    assert t.steps(act(t, "ob", "ar")) == {"a>o"}
    t = table("o6 a5 b4 d3", "oa ob bd ad")
    assert t.steps(act(t, "obd", "ar")) == {"a>o", "a>d"}


def test_with_no_other_light_location_it_moves_to_any_adjacent_one(table):
    """5.2: it stands on the last light one."""
    t = table("o6 a5 b4 d3", "oa ob ab ad")
    assert t.steps(act(t, "obd", "ar")) == {"a>o", "a>b", "a>d"}


def test_r14_nearest_then_highest(table):
    """5.2 with R14 `nearest`: distance first, then the tag."""
    cards = ("o6 a4 b3 d4 e4 f5", "oa ab od de ef")
    assert table(*cards).steps(act(table(*cards), "oade", "or")) == {"o>d"}
    t = table(*cards, agent_target="nearest")
    assert t.steps(act(t, "oade", "or")) == {"o>a"}
    t = table("o6 a4 b3 d4 e5", "oa ab od de", agent_target="nearest")
    assert t.steps(act(t, "oad", "or")) == {"o>d"}
    t = table("o6 a4 b3 d4 e3", "oa ab od de", agent_target="nearest")
    assert t.steps(act(t, "oad", "or")) == {"o>a", "o>d"}


def test_r14_adjacent(table):
    """5.2 with R14 `adjacent`: any neighbour where none is light; 5.1 stays."""
    t = table("o6 a4 b3 d4 e5", "oa ab od de", agent_target="adjacent")
    assert t.steps(act(t, "oad", "or")) == {"o>a", "o>d"}
    assert t.steps(act(t, "oadb", "or")) == {"o>a", "o>d"}
    assert t.steps(act(t, "od", "or")) == {"o>a"}


@pytest.mark.parametrize(("tag", "sides"), [(3, 4), (4, 3), (5, 2)])
def test_on_a_light_location_a_roll_of_at_least_its_tag_darkens_it(table, tag, sides):
    """5.3: 3 or more, 4 or more, 5 or more."""
    t = table(f"o6 a{tag} b3", "oa ab")
    state = act(t, "o", "or")
    assert t.do(state, "step.o.a") == {
        t.lay("oa", "O", agents="ar", moment=Growth(1, False)): Fraction(sides, 6),
        t.lay("o", "O", agents="ar", moment=Growth(1, False)): 1 - Fraction(sides, 6),
    }


def test_on_a_dark_location_there_is_no_roll(table):
    """5.3: nothing to darken."""
    t = table(*ROW)
    assert t.only(act(t, "oa", "or"), "step.o.a") == t.lay("oa", "O", agents="ar", moment=Growth(1, False))


def test_the_second_agent_sees_the_board_as_the_first_left_it(table):
    """5: where the first has darkened d, the second goes for the 4s; where not, for d too."""
    t = table(*STAR)
    for after in t.do(act(t, "o", "oo"), "step.o.d"):
        darkened = after.dark == t.mask("od")
        assert t.steps(after) == ({"o>b", "o>e"} if darkened else {"o>d"})


def test_an_agent_always_moves_also_off_a_light_location(table):
    """5: no agent may stay, though it stands on a light 5 and all else is dark."""
    t = table(*STAR)
    for dark in ("o", "od", "oabe", "oab"):
        for place in "oabde":
            for step in t.steps(act(t, dark, place + "r")):
                assert step[0] == place != step[2]
    assert t.steps(act(t, "oabe", "dr")) == {"d>o"}


def test_spirits_and_guardians_stay_where_they_are_when_their_location_turns_dark(table):
    """5: a spirit and an upright guardian on d."""
    t = table(*STAR, growths=1)
    state = act(t, "o", "or", guardians="D", spirits="dr")
    after = t.lay("od", "D", agents="dr", spirits="dr", moment=Growth(1, False))
    assert t.do(state, "step.o.d")[after] == Fraction(2, 6)


def test_then_every_exhausted_agent_stands_up_at_the_center(table):
    """5: after all standing ones have acted, before Darkness Grows; it has not acted itself."""
    t = table(*STAR, growths=1)
    after = t.pass_on(t.lay("oa", "O", agents="xx"))
    assert after == t.lay("oa", "O", agents="oo", moment=Growth(1, False))
    first = t.pass_on(t.lay("oa", "O", agents="xa"))
    assert first == act(t, "oa", "xa")
    assert t.only(first, "step.a.o") == t.lay("oa", "O", agents="oo", moment=Growth(1, False))


def test_agents_that_stand_up_wait_for_the_next_round(table):
    """5: also where no growth follows; an agent that stands up does not act in this round."""
    t = table(*STAR, growths=0)
    assert t.only(t.lay("oa", "O", agents="xr"), "stop") == t.lay("oa", "O", agents="or")
    for after in t.do(act(t, "oa", "xo"), "step.o.d"):
        assert after == t.lay("oad" if after.dark == t.mask("oad") else "oa", "O", agents="do")


def test_an_agent_can_lose_the_game_for_the_guardians(table):
    """5.3 and 1: by the last light location."""
    t = table("o6 a3", "oa")
    assert t.do(act(t, "o", "or"), "step.o.a") == {
        LOST: Fraction(4, 6),
        t.lay("o", "O", agents="ar", moment=Growth(1, False)): Fraction(2, 6),
    }


@pytest.mark.parametrize("decider", ["lord_sepia", "lord_sepia_agents"])
def test_lord_sepia_chooses_for_the_agents(table, decider):
    """5 and R16: order and step are the opponent's, the steps the same."""
    t = table(*STAR, decider=decider)
    state = act(t, "od", "or")
    assert t.play.owner(state) == Owner.OPPONENT
    assert t.steps(state) == {"o>b", "o>e"}
