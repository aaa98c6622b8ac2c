"""RULES.md section 1: what is on the table, winning and losing."""

from fractions import Fraction

import pytest

from layouts.errors import RuleError
from layouts.graph import board_of, make_layout
from layouts.placement import Place
from solver.guardians.rules import Rules
from solver.guardians.state import (
    LOST,
    RESERVE,
    WON,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    SpiritLost,
    SpiritMoves,
    Turn,
)
from solver.process import Owner


def test_a_card_has_ratings_only_on_its_dark_side(triangle):
    """1: what is light has no strength, no influence and no seal."""
    t = triangle()
    light = t.lay("o", "A", agents="ar")
    assert t.target(light, "attack") == 0
    assert t.target(t.lay("oa", "A", agents="ar"), "attack") == 6
    assert t.target(t.lay("o", "A"), "encounter") == 0
    assert not t.can(t.lay("o", "A", spirits="ar"), "seal")


def test_exactly_one_location_is_the_center(tools):
    """1: tag 6 is the center's alone, wherever it stands in the list."""
    assert tools.lay_board("a3 b4 o6", "ao bo").center == 2
    for cards in ("a3 b3", "o6 p6 a3"):
        with pytest.raises(RuleError, match="center"):
            tools.lay_board(cards, "ab oa pa op")


def test_the_center_starts_dark_and_all_others_light(table):
    """1: at the start just the center is dark."""
    for cards, edges in (("o6 a3", "oa"), ("a3 b4 o6 d5", "ao bo do")):
        t = table(cards, edges)
        assert t.play.initial().dark == t.mask("o")


@pytest.mark.parametrize("n", range(2, 10))
def test_there_are_two_to_nine_locations(table, n):
    """1: nine as printed, two to eight in small configurations; all can be played."""
    letters = "abdefghi"[: n - 1]
    t = table("o6 " + " ".join(f"{x}3" for x in letters), " ".join(f"o{x}" for x in letters), setup_growths=0)
    assert t.options(t.play.initial()) == {f"move.{x}" for x in letters} | {"encounter", "seal", "stop"}


def test_one_card_is_no_layout(tools):
    """1: the smallest configuration has two locations."""
    with pytest.raises(RuleError, match="number of cards is 1"):
        tools.lay_board("o6", "")


def test_the_layout_is_connected(tools):
    """1: every location can be reached from every other."""
    with pytest.raises(RuleError, match="isn't connected"):
        tools.lay_board("o6 a3 b3", "oa")


def test_there_is_an_edge_where_two_cards_share_a_side():
    """1: a corner in common is no edge; part of a side is."""

    def neighbours(x, y):
        tags = {"o": 6, "a": 3, "b": 3}
        places = {
            "o": Place(0, 0, "landscape"),
            "a": Place(14, 0, "landscape"),
            "b": Place(x, y, "landscape"),
        }
        return board_of(make_layout(tags, places=places)).neighbours

    assert neighbours(14, 10) == ((1,), (0, 2), (1,))  # below a; it touches o at a corner only
    assert neighbours(13, 10) == ((1, 2), (0, 2), (0, 1))  # a quarter-inch further left, o's side too


def test_one_to_four_guardians_each_upright_or_exhausted(pair):
    """1: one is allowed as a small configuration; five are not."""
    for players in range(1, 5):
        state = pair(players=players).play.initial()
        assert len(state.at) == players
        assert state.upright == 2**players - 1
    for players in (0, 5):
        with pytest.raises(RuleError, match="1 to 4 can play"):
            Rules(players=players)


def test_two_agents_and_two_spirits_begin_in_the_reserve(pair):
    """1: both agents and both spirits."""
    state = pair().play.initial()
    assert state.agents == state.spirits == (RESERVE, RESERVE)


def test_an_exhausted_agent_is_at_the_center(triangle):
    """1: that is where it stands up again, wherever it was defeated."""
    t = triangle(growths=0)
    state = t.lay("o", "A", agents="ar", moment=Turn(0, 1))
    beaten = t.only(state, "attack")
    assert beaten.agents == t.places("or", {"r": RESERVE})


def test_the_players_are_one_team_that_decides_everything(pair):
    """1: by default every decision is the team's, whoever's turn it is."""
    t = pair(players=2)
    for moment in (
        Turn(0, 1),
        Turn(1, 1),
        Failed(0, 0, "seal", 12, (1, 1, 1)),
        SpiritMoves(0, 0),
        SpiritLost(0, 0),
        AgentsAct((0,)),
        Darken(3, 0, False),
    ):
        assert t.play.owner(t.lay("o", "OO", agents="or", moment=moment)) == Owner.PLAYERS
    assert t.play.owner(t.lay("o", "OO", moment=Growth(1, False))) == Owner.CHANCE


def test_their_aim_is_to_win(pair):
    """1: a win is worth 1 and a loss 0, and nothing is left to decide."""
    play = pair().play
    assert (play.value(WON), play.value(LOST)) == (1, 0)
    assert isinstance(play.value(WON), Fraction)
    for end in (WON, LOST):
        assert play.owner(end) == Owner.TERMINAL
        assert not play.actions(end)


def test_the_game_is_won_the_instant_every_location_is_light(triangle, tools):
    """1: in the middle of a turn, with actions left, other players to come, an agent about."""
    t = triangle(players=2)
    state = t.lay("o", "OA", agents="ar", moment=Turn(0, 3))
    assert t.do(state, "seal")[WON] == tools.chance(18)


def test_light_cards_alone_do_not_win(triangle):
    """1: one dark location is enough to go on."""
    t = triangle(ratings={"a": (1, 1, 1)})
    after = t.only(t.lay("oa", "A", spirits="ar", moment=Turn(0, 3)), "seal")
    assert after.moment == Turn(0, 2)
    assert after.dark == t.mask("o")


def test_the_game_is_lost_the_instant_every_location_is_dark_in_darkness_grows(triangle):
    """1: although two more growths would follow; and in the setup as well."""
    t = triangle(growths=3, setup_growths=3)
    for setup in (False, True):
        state = t.lay("oa", "O", moment=Growth(3, setup))
        assert t.roll(state)[LOST] == Fraction(1, 2)


def test_the_game_is_lost_the_instant_every_location_is_dark_when_agents_act(triangle):
    """1: although another agent is still to act."""
    t = triangle()
    state = t.lay("oa", "O", agents="oo", moment=AgentsAct((0, 0)))
    assert t.do(state, "step.o.b")[LOST] == Fraction(4, 6)


def test_the_game_is_lost_by_a_choice_of_the_last_location(table):
    """1: the instant also comes when a card is chosen to darken."""
    t = table("o6 a3 b3", "oa ob", growths=2)
    state = t.lay("o", "O", moment=Darken(3, 1, False))
    after = t.only(state, "darken.b")
    assert t.roll(after)[LOST] == Fraction(1, 2)


def test_which_spirit_moves_is_chosen_after_the_encounter_has_succeeded(table, tools):
    """1: choices are made when they come up, knowing the dice: first the roll, then the spirit."""
    t = table("o6 a3 b3 d3", "oa ob od", actions=4)
    state = t.lay("od", "O", spirits="ab")
    (success,) = (s for s in t.do(state, "encounter") if isinstance(s.moment, SpiritMoves))
    assert t.do(state, "encounter")[success] == 1  # influence 1: target 3
    assert t.options(success) == {"spirit.a", "spirit.b"}
    harder = t.lay("oab", "O", spirits="ab")
    (success,) = (s for s in t.do(harder, "encounter") if isinstance(s.moment, SpiritMoves))
    assert t.do(harder, "encounter")[success] == tools.chance(6)


def test_which_spirit_is_lost_is_chosen_after_the_attempt_has_failed(pair, tools):
    """1: first the roll at the center's seal, then the spirit."""
    t = pair(center_penalty=True)
    state = t.lay("o", "O", spirits="ar", moment=Turn(0, 4))
    spread = t.do(state, "seal")
    (failure,) = (s for s in spread if isinstance(s.moment, SpiritLost))
    assert spread == {WON: tools.chance(18), failure: 1 - tools.chance(18)}
    assert t.options(failure) == {"lose.a", "lose"}


def test_whether_to_support_again_is_chosen_after_each_roll(pair):
    """1: after a failed reroll the second supporter may help or not."""
    t = pair(players=3)
    state = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 1, 1)))
    spread = t.do(state, "reroll.2.1")
    again = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 3, "seal", 12, (1, 1, 5)))
    assert spread[again] == Fraction(1, 6)
    assert {word for word in t.options(again) if not word.startswith("reroll.3")} == {"accept"}
    assert "reroll.3.115" in t.options(again)
