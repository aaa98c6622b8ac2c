"""RULES.md section 4: a player's turn, without the dice."""

import pytest

from solver.guardians.state import RESERVE, AgentsAct, Growth, Turn

ROW = ("o6 a3 b4 d5", "oa ab bd")


def test_the_player_has_four_actions(table):
    """4: the fifth belongs to the next player."""
    t = table(*ROW, players=2)
    state = t.lay("o", "OO")
    for word, left in (("move.a", 3), ("move.b", 2), ("move.d", 1)):
        state = t.only(state, word)
        assert state.moment == Turn(0, left)
    state = t.only(state, "move.b")
    assert state == t.lay("o", "BO", moment=Turn(1, 4))


@pytest.mark.parametrize("actions", [1, 2, 3, 6])
def test_or_as_many_as_r17_says(table, actions):
    """4 and R17."""
    t = table(*ROW, actions=actions)
    state = t.lay("o", "A")
    for _ in range(actions):
        assert isinstance(state.moment, Turn)
        state = t.only(state, "move.b" if state.at == (1,) else "move.a")
    assert state.moment == Growth(1, False)


def test_in_any_combination(table):
    """4: the same action again, or another between."""
    t = table(*ROW, players=2)
    state = t.lay("o", "oo")
    for word in ("stand", "assist.2", "move.a", "move.o"):
        state = t.only(state, word)
    assert state == t.lay("o", "OO", moment=Turn(1, 4))


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_and_may_stop_early(table, left):
    """4: the turn is over, whatever is left."""
    t = table(*ROW, players=2)
    state = t.lay("o", "AB", moment=Turn(0, left))
    assert t.only(state, "stop") == t.lay("o", "AB", moment=Turn(1, 4))
    last = t.lay("o", "AB", agents="ar", moment=Turn(1, left))
    assert t.only(last, "stop") == t.lay("o", "AB", agents="ar", moment=AgentsAct((1,)))


def test_an_exhausted_player_can_only_stand_or_stop(triangle):
    """4: even with an agent, a spirit, a dark card and an exhausted friend here."""
    t = triangle(players=2)
    assert t.options(t.lay("oa", "aa", agents="ar", spirits="br")) == {"stand", "stop"}
    assert t.options(t.lay("oa", "aa", spirits="ar")) == {"stand", "stop"}
    assert t.options(t.lay("oa", "aA", spirits="ar")) == {"stand", "stop"}
    assert t.options(t.lay("o", "o")) == {"stand", "stop"}


def test_an_upright_player_cannot_stand(triangle):
    """4: Stand needs an exhausted guardian."""
    t = triangle()
    assert "stand" not in t.options(t.lay("o", "O"))


def test_move_goes_to_an_adjacent_location(table):
    """4: to each neighbour, light or dark, whoever is there; nowhere else."""
    t = table(*ROW, players=2)
    state = t.lay("ob", "AB", agents="bb", spirits="br", moment=Turn(0, 3))
    assert {word for word in t.options(state) if word.startswith("move")} == {"move.o", "move.b"}
    after = t.lay("ob", "BB", agents="bb", spirits="br", moment=Turn(0, 2))
    assert t.only(state, "move.b") == after


def test_move_moves_the_player_alone(table):
    """4: other guardians, spirits and agents here stay."""
    t = table(*ROW, players=3)
    state = t.lay("oa", "AAA", agents="ar", spirits="ar", first=1, moment=Turn(1, 4))
    after = t.lay("oa", "AOA", agents="ar", spirits="ar", first=1, moment=Turn(1, 3))
    assert t.only(state, "move.o") == after


def test_stand_makes_the_player_upright(table):
    """4: the player, nobody else; it costs an action."""
    t = table(*ROW, players=2)
    assert t.only(t.lay("o", "aa"), "stand") == t.lay("o", "Aa", moment=Turn(0, 3))


def test_assist_makes_an_exhausted_guardian_here_stand(table):
    """4: anyone exhausted at the same location; nobody upright, elsewhere, or the player."""
    t = table(*ROW, players=4)
    state = t.lay("o", "AaaA", moment=Turn(0, 4))
    assert {word for word in t.options(state) if word.startswith("assist")} == {"assist.2", "assist.3"}
    assert t.only(state, "assist.3") == t.lay("o", "AaAA", moment=Turn(0, 3))
    for guardians in ("AAAA", "Abod"):
        assert not t.can(t.lay("o", guardians), "assist")


def test_a_guardian_assisted_can_act_in_its_own_turn(table):
    """4: Assist saves the other player's Stand."""
    t = table(*ROW, players=2)
    state = t.only(t.only(t.lay("o", "Aa"), "assist.2"), "stop")
    assert t.can(state, "move")


def test_the_whole_list_of_actions(table):
    """4: a guardian at a dark card with a spirit, a friend upright and one exhausted."""
    t = table(*ROW, players=3, reroll=False)
    state = t.lay("oa", "AAa", spirits="ar")
    assert t.options(state) == {"move.o", "move.b", "assist.3", "seal", "seal.2", "stop"}
    state = t.lay("oa", "AAa", agents="ar", spirits="rr")
    assert t.options(state) == {"move.o", "move.b", "assist.3", "attack", "attack.2", "stop"}
    state = t.lay("oa", "AAa", spirits="rr")
    assert t.options(state) == {"move.o", "move.b", "assist.3", "encounter", "encounter.2", "stop"}


def test_the_same_player_stays_on_turn_until_the_actions_are_spent(table):
    """4: exhausted or not, the turn goes on."""
    t = table(*ROW)
    state = t.lay("oa", "A", spirits="ar", moment=Turn(0, 2))
    failed = next(s for s in t.do(state, "seal") if s.upright == 0)
    assert failed.moment == Turn(0, 1)
    assert t.only(failed, "stand").moment == Growth(1, False)


def test_nobody_acts_in_a_turn_that_is_over(table):
    """4: the last player's Stop ends the players' part."""
    t = table(*ROW, agents=1)
    after = t.only(t.lay("o", "O", agents="x", moment=Turn(0, 4)), "stop")
    assert after == t.lay("o", "O", agents="o", moment=Growth(1, False))
    assert RESERVE not in after.agents
