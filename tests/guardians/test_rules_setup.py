"""RULES.md sections 2 and 3: the setup, and the order of a round."""

from collections import Counter
from fractions import Fraction

import pytest

from solver.guardians.rules import Rules
from solver.guardians.state import (
    EXHAUSTED,
    LOST,
    RESERVE,
    AgentsAct,
    Darken,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    Turn,
)
from solver.process import Owner

SIX = "o6 a3 b3 d4 e5 f3"
STAR = "oa ob od oe of"


@pytest.mark.parametrize("growths", [0, 1, 2, 3, 5])
def test_darkness_grows_in_the_setup_as_often_as_r1_says(table, growths):
    """2.1: any number of growths, then the first turn."""
    t = table(SIX, STAR, setup_growths=growths)
    state, rolls = t.play.initial(), 0
    while not isinstance(state.moment, Turn):
        rolls += isinstance(state.moment, Growth)
        state = t.play.outcomes(state, t.play.actions(state)[0])[0].state
    assert rolls == growths


def test_the_setup_starts_with_no_agent_and_no_spirit_on_the_table(table):
    """2.1: also where an agent will be put on the center afterwards."""
    state = table(SIX, STAR, players=4).play.initial()
    assert state.moment == Growth(3, True)
    assert state.agents == state.spirits == (RESERVE, RESERVE)


def test_a_setup_roll_darkens_a_card_or_brings_an_agent(table):
    """2.1 is section 6: 4 darkens d, 5 darkens e, 6 finds the center dark: an agent; 1, 2, 3 ask."""
    t = table(SIX, STAR, setup_growths=1)
    assert t.roll(t.play.initial()) == {
        t.lay("o", "O", moment=Darken(3, 0, True)): Fraction(1, 2),
        t.lay("od", "O"): Fraction(1, 6),
        t.lay("oe", "O"): Fraction(1, 6),
        t.lay("o", "O", agents="or"): Fraction(1, 6),
    }


@pytest.mark.parametrize(
    ("players", "start_from", "placed"),
    [(1, 3, 0), (2, 3, 0), (3, 3, 1), (4, 3, 1), (1, 1, 1), (4, 5, 0), (2, 2, 1), (3, 4, 0), (4, 4, 1)],
)
def test_from_so_many_players_on_an_agent_starts_on_the_center(pair, players, start_from, placed):
    """2.2: with R2 players or more; 3 by default."""
    t = pair(players=players, center_agent_from=start_from, setup_growths=0)
    state = t.play.initial()
    assert state == t.lay("o", "O" * players, agents="or" if placed else "rr")
    assert Rules().center_agent_from == 3


def test_the_agent_on_the_center_comes_after_the_setup_rolls(pair):
    """2.2: so a roll of 6 has both agents in the reserve to take from."""
    t = pair(players=3, setup_growths=1)
    assert t.roll(t.play.initial()) == {
        LOST: Fraction(1, 2),
        t.lay("o", "OOO", agents="or"): Fraction(1, 3),
        t.lay("o", "OOO", agents="oo"): Fraction(1, 6),
    }


def test_the_agent_on_the_center_needs_one_left_in_the_reserve(pair):
    """2.2: if the setup rolls have used all agents, none is added."""
    t = pair(players=3, setup_growths=1)
    used = t.lay("o", "OOO", agents="oo", moment=Growth(1, True))
    assert t.roll(used)[t.lay("o", "OOO", agents="oo")] == Fraction(1, 2)
    t = pair(players=3, setup_growths=0, agents=0)
    assert t.play.initial().agents == ()


def test_every_guardian_starts_upright_at_the_center(table):
    """2.3: R3 by default."""
    t = table("a3 o6", "ao", players=3, setup_growths=0, center_agent_from=5)
    assert t.play.initial() == t.lay("o", "OOO")


def test_or_each_guardian_is_placed_anywhere_after_the_setup_rolls(table):
    """2.3 and R3 `any`: one after another, by the players, on any location, upright."""
    t = table("o6 a3 b4", "oa ob", players=2, start="any", setup_growths=1, decider="lord_sepia")
    rolled = t.roll(t.play.initial())
    state = t.lay("ob", "OO", moment=PlaceGuardian(0))
    assert rolled[state] == Fraction(1, 6)
    assert t.play.owner(state) == Owner.PLAYERS
    assert t.options(state) == {"place.o", "place.a", "place.b"}
    state = t.only(state, "place.b")
    assert state == t.lay("ob", "BO", moment=PlaceGuardian(1))
    assert t.options(state) == {"place.o", "place.a", "place.b"}
    assert t.only(state, "place.a") == t.lay("ob", "BA")


def test_guardians_are_placed_after_the_agent_on_the_center(pair):
    """2.2 before 2.3."""
    t = pair(players=3, start="any", setup_growths=0)
    assert t.play.initial() == t.lay("o", "OOO", agents="or", moment=PlaceGuardian(0))


def test_the_first_player_is_fixed(table):
    """2.3: seat 0 begins, whatever the rolls were."""
    for players in (1, 2, 3, 4):
        t = table(SIX, STAR, players=players, setup_growths=1)
        for state in t.roll(t.play.initial()):
            while not isinstance(state.moment, Turn):
                state = t.only(state, min(t.options(state)))
            assert (state.first, state.moment) == (0, Turn(0, 4))


def test_setup_choices_are_the_players(table):
    """2: they choose which card darkens, and where an agent appears."""
    t = table("o6 a3 b3 d4", "oa ob od", setup_growths=2)
    for moment in (Darken(3, 0, True), PlaceAgent(3, 0, True)):
        assert t.play.owner(t.lay("o", "O", moment=moment)) == Owner.PLAYERS


# --- section 3


def test_a_round_is_players_then_agents_then_growths_then_the_next_starting_player(table):
    """3: three players, the second of them starting; two growths."""
    t = table(SIX, STAR, players=3, growths=2)
    state = t.lay("o", "OOO", agents="or", first=1)
    seats = []
    while isinstance(state.moment, Turn):
        seats.append(state.moment.player)
        state = t.only(state, "stop")
    assert seats == [1, 2, 0]
    assert state.moment == AgentsAct((0,))
    state = next(s for s in t.do(state, "step.o.e") if s.dark == t.mask("o"))
    assert state.moment == Growth(2, False)
    state = next(s for s in t.roll(state) if s.dark == t.mask("od"))
    assert state.moment == Growth(1, False)
    state = next(s for s in t.roll(state) if s.dark == t.mask("ode"))
    assert state == t.lay("ode", "OOO", agents="er", first=2)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_player_starts_in_turn(pair, players):
    """3: the next to the left, and round again."""
    t = pair(players=players, growths=0, agents=0)
    state, starters = t.lay("o", "O" * players, agents=""), []
    for _ in range(2 * players):
        starters.append(state.first)
        turns = []
        for _ in range(players):
            turns.append(state.moment)
            state = t.only(state, "stop")
        assert turns == [Turn((starters[-1] + i) % players, 4) for i in range(players)]
    assert starters == [*range(players), *range(players)]


def test_with_no_agent_standing_the_growths_come_at_once(pair):
    """3: the agents' part may be empty."""
    t = pair(growths=3)
    assert t.pass_on(t.lay("o", "O")).moment == Growth(3, False)


@pytest.mark.parametrize("growths", [0, 1, 2, 3, 4])
def test_darkness_grows_so_often_in_a_round(table, growths):
    """3: R19; with none the next round begins."""
    t = table(SIX, STAR, growths=growths, agents=0)
    state, rolls = t.only(t.lay("o", "O", agents=""), "stop"), 0
    while not isinstance(state.moment, Turn):
        rolls += isinstance(state.moment, Growth)
        state = t.play.outcomes(state, t.play.actions(state)[0])[-1].state
    assert rolls == growths


def test_the_setup_and_a_round_differ_in_what_follows(table):
    """2 and 3: after the last growth of a round the starting player changes; after the setup's not."""
    t = table("o6 a4 b4", "oa ob", players=2)
    for setup, first in ((True, 0), (False, 1)):
        spread = t.roll(t.lay("oa", "OO", agents="oo", moment=Growth(1, setup)))
        assert spread == {
            t.lay("oa", "OO", agents="oo", first=first): Fraction(5, 6),
            LOST: Fraction(1, 6),
        }


def test_a_full_round_of_dice_adds_up(table):
    """3 and 6: two growths on a board with one card a tag, counted by hand: 4 then 5, or 5 then 4."""
    t = table("o6 a3 d4 e5", "oa od oe", growths=2)
    ends = Counter()
    for state, p in t.roll(t.lay("o", "O", moment=Growth(2, False))).items():
        for after, q in t.roll(state).items():
            ends[after] += p * q
    assert ends[t.lay("ode", "O")] == Fraction(2, 36)
    assert ends[t.lay("oa", "O", agents="ar")] == Fraction(9, 36)
    assert ends[t.lay("oa", "O", agents="or")] == Fraction(6, 36)
    assert ends[t.lay("o", "O", agents="oo")] == Fraction(1, 36)
    assert sum(ends.values()) == 1
    assert all(EXHAUSTED not in state.agents for state in ends)
