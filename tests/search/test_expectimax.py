"""Expectimax: by hand, against a plain recursion, and against the solver's bounds."""

import itertools
from fractions import Fraction
from functools import cache

import pytest

from search.expectimax import Expectimax, OutOfTime
from solver.guardians.phases import ends_round
from solver.guardians.state import Failed, Turn
from solver.process import Owner

F = Fraction
MAX, MIN, DICE = Owner.PLAYERS, Owner.OPPONENT, Owner.CHANCE

DUEL = {  # W_h = 1/2 − 1 / (3·2^h) from h = 1 on
    "start": (MAX, {"third": {"win": F(1, 3), "lose": F(2, 3)}, "fight": {"foe": 1}}),
    "foe": (
        MIN,
        {
            "half": {"win": F(1, 2), "lose": F(1, 2)},
            "again": {"start": F(1, 2), "win": F(1, 4), "lose": F(1, 4)},
        },
    ),
    "win": 1,
    "lose": 0,
}
RETRY = {
    "try": (MAX, {"roll": {"dice": 1}, "stop": {"win": F(1, 7), "lose": F(6, 7)}}),
    "dice": (DICE, {"fall": {"win": F(5, 216), "try": F(211, 216)}}),
    "win": 1,
    "lose": 0,
}


def searching(play, **options):
    return Expectimax(play, lambda before, after: ends_round(play.game, before, after), **options)


@pytest.fixture
def duel(written):
    return written("start", DUEL)


def after_start(before, after):
    return after in ("start", "try")


def test_values_of_a_duel_by_hand(duel):
    search = Expectimax(duel, after_start)
    assert search.value("start", 0) == 0
    assert [search.value("start", h) for h in range(1, 6)] == [F(1, 2) - F(1, 3 * 2**h) for h in range(1, 6)]
    assert [search.value("foe", h) for h in (1, 2, 3)] == [F(1, 4), F(5, 12), F(11, 24)]


def test_values_of_retrying_by_hand(written):
    search = Expectimax(written("try", RETRY), after_start)
    for rounds in range(1, 40):
        tries = [1 - F(211, 216) ** k * (1 - F(1, 7)) for k in range(rounds)]  # k rolls, then stop
        assert search.value("try", rounds) == max(*tries, 1 - F(211, 216) ** rounds)


def test_values_are_exact_fractions(duel):
    value = Expectimax(duel, after_start).value("start", 100)
    assert type(value) is Fraction
    assert value == F(1, 2) - F(1, 3 * 2**100)  # a float would be 1/2


def test_a_terminal_state_has_its_value_at_every_horizon(written):
    search = Expectimax(written("draw", {"draw": F(1, 3)}), after_start)
    assert search.value("draw", 0) == search.value("draw", 5) == F(1, 3)
    assert search.rank("draw", 5) == []


def test_no_round_left_is_worth_nothing(duel):
    assert Expectimax(duel, after_start).value("foe", 0) == 0


def test_players_get_the_highest_first_and_an_opponent_the_lowest(duel):
    search = Expectimax(duel, after_start)
    assert search.rank("start", 3) == [("fight", F(11, 24)), ("third", F(1, 3))]
    assert search.rank("foe", 3) == [("again", F(11, 24)), ("half", F(1, 2))]


@pytest.mark.parametrize("owner", [MAX, MIN])
def test_equal_actions_keep_their_order(written, owner):
    lottery = {"win": F(1, 2), "lose": F(1, 2)}
    other = {"win": F(1, 3), "lose": F(2, 3)} if owner == MAX else {"win": F(2, 3), "lose": F(1, 3)}
    table = {"s": (owner, {"b": lottery, "c": other, "a": lottery, "d": lottery}), "win": 1, "lose": 0}
    ranked = Expectimax(written("s", table), after_start).rank("s", 1)
    assert [item.action for item in ranked] == ["b", "a", "d", "c"]


def test_a_node_limit_is_kept(duel):
    search = Expectimax(duel, after_start, node_limit=7)
    with pytest.raises(OutOfTime):
        search.value("start", 100)
    assert search.nodes == 8
    roomy = Expectimax(duel, after_start, node_limit=200)
    assert roomy.value("start", 100) == F(1, 2) - F(1, 3 * 2**100)
    assert roomy.nodes <= 200


def test_a_long_horizon_is_not_a_deep_stack(written):
    search = Expectimax(written("try", RETRY), after_start)
    assert search.value("try", 800) == 1 - F(211, 216) ** 799 * F(6, 7)


class Watched:
    """A process that notes how many values the search remembers while it runs."""

    def __init__(self, process):
        self.process, self.search, self.most = process, None, 0

    def __getattr__(self, name):
        return getattr(self.process, name)

    def actions(self, state):
        self.most = max(self.most, len(self.search))
        return self.process.actions(state)


@pytest.mark.parametrize("size", [1, 2, 10, 100])
def test_a_tiny_table_gives_the_same_values_within_its_size(play_of, size):
    play = play_of("pair", players=1, setup_growths=1)
    watched = Watched(play)
    small = searching(watched, table_size=size)
    watched.search = small
    large = searching(play)
    start = play.initial()
    assert small.value(start, 2) == large.value(start, 2) > 0
    assert small.rank(start, 1) == large.rank(start, 1)
    assert 0 < watched.most <= max(size, 2)
    assert small.nodes > large.nodes  # what was forgotten was looked at again


def test_a_second_question_is_answered_from_the_table(play_of):
    play = play_of("pair", players=1, setup_growths=1)
    search = searching(play)
    value = search.value(play.initial(), 3)
    nodes, hits = search.nodes, search.hits
    assert search.value(play.initial(), 3) == value
    assert (search.nodes, search.hits) == (nodes, hits + 1)


# --- the game, from every state


CASES = [
    ("pair", {"players": 1, "setup_growths": 1}),
    ("pair", {"players": 1, "setup_growths": 1, "decider": "lord_sepia", "center_penalty": True}),
    ("line", {"players": 1, "setup_growths": 1, "actions": 2, "start": "any", "decider": "lord_sepia"}),
]


def plain(play):
    """W_h once more: no shortcut, no bounded table, Python's own fractions."""

    @cache
    def value(state, rounds):
        owner = play.owner(state)
        if owner == Owner.TERMINAL:
            return play.value(state)
        if rounds == 0:
            return F(0)
        pick = min if owner == Owner.OPPONENT else max
        return pick(of_action(state, action, rounds) for action in play.actions(state))

    def of_action(state, action, rounds):
        total = F(0)
        for p, successor in play.outcomes(state, action):
            total += p * value(successor, rounds - ends_round(play.game, state, successor))
        return total

    return value


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_every_state_agrees_with_a_plain_recursion_and_stays_under_the_solved_value(solved_of, name, rules):
    solved = solved_of(name, **rules)
    play, search, value = solved.play, searching(solved.play), plain(solved.play)
    states = solved.model.states[:: 1 if len(solved.model) < 1000 else 7]
    positive = 0
    for state in states:
        lower_horizon = F(0)
        for rounds in (1, 2):
            found = search.value(state, rounds)
            assert found == value(state, rounds)
            assert lower_horizon <= found <= F(solved.of(state)[1])
            lower_horizon = found
        positive += 0 < lower_horizon < 1
        ranked = search.rank(state, 2)
        if ranked:
            assert ranked[0].value == lower_horizon  # the best action attains W_h
            assert {item.action for item in ranked} == set(play.actions(state))
            values = [item.value for item in ranked]
            assert values == sorted(values, reverse=play.owner(state) != Owner.OPPONENT)
    assert positive > 100


def test_it_converges_to_the_solved_value_from_below(solved_of):
    solved = solved_of("pair", players=1, setup_growths=1)
    search = searching(solved.play)
    start = solved.play.initial()
    lower, upper = solved.of(start)
    values = [search.value(start, rounds) for rounds in range(25)]
    assert values[0] == 0
    assert all(a < b for a, b in itertools.pairwise(values))
    assert values[-1] <= F(upper)
    assert values[-1] >= F(lower) - F(1, 10**9)
    assert values[4] < F(lower) - F(1, 10**5)


def test_it_converges_with_two_guardians_from_any_moment(solved_of):
    solved = solved_of("pair", lumped=True, players=2, setup_growths=1, actions=2)
    search = searching(solved.play)
    for kind in (Turn, Failed):
        states = [state for state in solved.model.states if isinstance(state.moment, kind)][::150]
        assert states
        for state in states:
            lower, upper = solved.of(state)
            near = search.value(state, 8)
            assert search.value(state, 3) <= near <= F(upper)
            assert near >= F(lower) - F(1, 50)
