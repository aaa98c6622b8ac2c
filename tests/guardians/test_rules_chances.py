"""RULES.md section 8: what follows from the rules, as far as the process itself shows it."""

from fractions import Fraction
from itertools import product

import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of
from solver.bounds import solve_bounds
from solver.exact import solve_exact
from solver.guardians.dice import best_reroll, cast, rerolls, success_chance
from solver.guardians.editions import open_edition
from solver.guardians.game import Game
from solver.guardians.phases import ends_round
from solver.guardians.play import Play
from solver.guardians.state import AgentsAct, Failed, Growth, Turn
from solver.model import build_model
from solver.process import Owner

MOST_STATES = 100_000  # a tiny board has fewer

WAYS = {3: 216, 4: 215, 5: 212, 6: 206, 7: 196, 8: 181, 9: 160, 10: 135, 11: 108, 12: 81, 13: 56, 14: 35,
        15: 20, 16: 10, 17: 4, 18: 1, 19: 0, 21: 0, 2: 216, 0: 216}  # fmt: skip


def test_three_dice_reach_a_target_in_so_many_of_216_ways():
    """8: the list, counted once more."""
    for target, ways in WAYS.items():
        assert sum(sum(dice) >= target for dice in product(range(1, 7), repeat=3)) == ways
        assert success_chance(target) == Fraction(ways, 216)
        found = cast(target)
        assert (found.success, found.failure) == (Fraction(ways, 216), 1 - Fraction(ways, 216))
        assert sum(p for p, _ in found.failures) == found.failure


# --- target 15, dice 1 4 6


@pytest.fixture
def roll(table):
    """Return a function that lays a failed 1 4 6 at target 15 with some supporters left."""

    def lay(supporters):
        t = table(ratings={"a": (5, 2, 1)}, players=3)
        guardians = "A" + "A" * supporters + "a" * (2 - supporters)
        return t, t.lay("oa", guardians, spirits="ar", moment=Failed(0, 0, "seal", 15, (1, 4, 6)))

    return lay


def chance_after(tools, t, state, word):
    """Return the best chance of success if a failed roll is answered with `word`."""

    def best(after):
        return tools.best_chance(
            t.play, after, lambda s: s.dark == t.mask("o"), lambda s: not isinstance(s.moment, Failed)
        )

    return sum(p * best(after) for after, p in t.do(state, word).items())


def test_keeping_4_and_6_is_best_for_one_reroll(roll, tools):
    """8: one third; any other choice of dice is worse."""
    t, state = roll(1)
    chances = {word: chance_after(tools, t, state, word) for word in t.options(state)}
    assert chances.pop("reroll.2.1") == Fraction(1, 3)
    assert max(chances.values()) == Fraction(5, 18)
    assert best_reroll(15, (1, 4, 6)) == (1,)


def test_but_keeping_the_6_alone_is_better_over_two(roll, tools):
    """8: 5/9 = 0.5556 against 41/72 = 0.5694, which is the best of all."""
    t, state = roll(2)
    words = [f"reroll.2.{''.join(map(str, dice))}" for dice in rerolls((1, 4, 6))]
    chances = {word: chance_after(tools, t, state, word) for word in words}
    assert chances["reroll.2.1"] == Fraction(5, 9)
    assert chances.pop("reroll.2.14") == Fraction(41, 72)
    assert max(chances.values()) == Fraction(5, 9)


def test_over_two_rerolls_a_lumped_game_may_not_leave_choices_out(table):
    """8: with more than one supporter left every choice of dice stays."""
    t = table(players=3, ratings={"a": (5, 2, 1)}, lumped=True)
    state = t.lay("oa", "AAA", spirits="ar", moment=Failed(0, 0, "seal", 15, (1, 4, 6)))
    assert len(t.options(state)) == 1 + 2 * 7
    last = t.lay("oa", "AaA", spirits="ar", moment=Failed(0, 0, "seal", 15, (1, 4, 6)))
    assert t.options(last) == {"accept", "reroll.3.1"}


def test_the_one_reroll_kept_is_the_most_likely_to_succeed():
    """8: for the last supporter, at every target and failed roll."""
    for target in range(4, 20):
        for dice in product(range(1, 7), repeat=3):
            if sum(dice) < target and list(dice) == sorted(dice):
                chances = []
                for again in product((False, True), repeat=3):
                    kept = sum(d for d, rolled in zip(dice, again, strict=True) if not rolled)
                    n = sum(again)
                    ways = sum(kept + sum(new) >= target for new in product(range(1, 7), repeat=n))
                    chances.append(Fraction(ways, 6**n))
                rest = list(dice)
                for die in best_reroll(target, dice):
                    rest.remove(die)
                assert success_chance(target, tuple(rest)) == max(chances)


# --- cycles and endless plays


def closed_part(table_):
    """Return the states from which some choices keep a play from ending for ever."""
    model = build_model(table_.play, limit=MOST_STATES)
    inside = {i for i in range(len(model)) if model.owner[i] != Owner.TERMINAL}
    while True:
        out = {
            i
            for i in inside
            if not any(all(j in inside for _, j in model.transitions(c)) for c in model.choices(i))
        }
        if not out:
            return inside
        inside -= out


def test_inside_a_round_there_are_no_cycles_across_rounds_there_are(table):
    """8: without the transitions that end a round, the states can be put in order."""
    t = table(players=2, actions=2, agents=1, spirits=1, setup_growths=1)
    model = build_model(t.play, limit=MOST_STATES)
    inside = {i: set() for i in range(len(model))}
    across = 0
    for i, state in enumerate(model.states):
        for choice in model.choices(i):
            for _, j in model.transitions(choice):
                after = model.states[j]
                new_round = after.first != state.first and isinstance(after.moment, Turn)
                assert ends_round(t.game, state, after) == new_round
                if new_round:
                    across += 1
                else:
                    inside[i].add(j)
    assert across
    waits = dict.fromkeys(inside, 0)
    for targets in inside.values():
        for j in targets:
            waits[j] += 1
    ready, ordered = [i for i, n in waits.items() if n == 0], 0
    while ready:
        i = ready.pop()
        ordered += 1
        for j in inside[i]:
            waits[j] -= 1
            if waits[j] == 0:
                ready.append(j)
    assert ordered == len(model)


def test_a_round_ends_where_its_last_part_ends(pair):
    """8: with one player a round and a turn begin alike; only Growth, Agents or Stop lead over."""
    t = pair()
    start = t.lay("o", "O")
    assert ends_round(t.game, t.lay("o", "O", moment=Growth(1, False)), start)
    assert not ends_round(t.game, t.lay("o", "O", moment=Growth(1, True)), start)
    assert ends_round(t.game, t.lay("o", "O", agents="or", moment=AgentsAct((0,))), start)
    assert not ends_round(t.game, start, t.lay("o", "O", moment=Turn(0, 3)))


def test_with_the_rulebooks_cards_every_play_ends(table, triangle):
    """8: every attempt can fail where defences are above the number of players."""
    assert not closed_part(table(players=1, setup_growths=1))
    assert not closed_part(table(players=1, setup_growths=1, growths=2, center_penalty=True))
    assert not closed_part(triangle(players=1, setup_growths=1))
    assert not closed_part(table(players=2, setup_growths=1, lumped=True))


def test_without_growths_the_players_can_wait_for_ever(table):
    """8: stopping again and again, with no agent about."""
    t = table(players=1, setup_growths=1, growths=0)
    assert closed_part(t)


def test_where_support_makes_attempts_automatic_they_can_hold_out(table):
    """8: defence 2 with a supporter, no agents: the 3 is opened again each round."""
    weak = {"a": (2, 1, 1), "b": (2, 1, 1)}
    t = table("o6 a3 b3", "oa ob ab", weak, players=2, agents=0, setup_growths=1, lumped=True)
    assert closed_part(t)


def test_a_game_that_never_ends_is_not_won(table):
    """1 and 8: a seal that nobody can break, and no darkness to fear: worth 0, not 1."""
    t = table(ratings={"o": (9, 5, 0)}, agents=0, growths=0, setup_growths=0, actions=1)
    bounds = solve_bounds(build_model(t.play, limit=MOST_STATES))
    assert bounds.lower[0] == 0
    assert bounds.upper[0] <= 1e-9


def test_the_revised_triangle():
    """8: two players, growths 1, no agents, the penalty, one setup growth: the value is 39/64."""
    rules = open_edition("revised").rules(2, "medium", {"agents": 0, "setup_growths": 1})
    game = Game(board_of(load_named("revised-triangle")), rules, lumped=True)
    assert (rules.growths, rules.center_penalty) == (1, True)
    model = build_model(Play(game), limit=MOST_STATES)
    bounds = solve_bounds(model)
    assert bounds.closed
    assert bounds.lower[0] <= 0.609375 <= bounds.upper[0]
    assert bounds.upper[0] - bounds.lower[0] <= 1e-9
    assert solve_exact(model, bounds).values[0] == Fraction(39, 64)


def test_the_value_is_the_expectation_over_the_setup_rolls(table):
    """2: with the players' best choice for a 3: which of two cards darkens."""
    t = table("o6 a3 b3", "oa ab", setup_growths=1)
    model = build_model(t.play, limit=MOST_STATES)
    bounds = solve_bounds(model)

    def value(state):
        return bounds.lower[model.index[state]]

    chosen = max(value(t.lay("oa", "O")), value(t.lay("ob", "O")))
    assert value(t.lay("oa", "O")) != value(t.lay("ob", "O"))
    hoped = (3 * chosen + 2 * value(t.lay("o", "O")) + value(t.lay("o", "O", agents="or"))) / 6
    assert value(t.play.initial()) == pytest.approx(hoped, abs=3e-9)
    assert chosen > 1e-4


def test_an_attempt_whose_success_is_worth_less_than_its_failure_can_be_left_out(table):
    """8: such attempts exist, and the best other action is at least as good."""
    t = table(players=1, setup_growths=1)
    model = build_model(t.play, limit=MOST_STATES)
    bounds = solve_bounds(model)
    seen = 0
    for i, state in enumerate(model.states):
        if not isinstance(state.moment, Turn):
            continue
        others, harmful = [], False
        for choice in model.choices(i):
            moves = model.transitions(choice)
            worth = {model.states[j].upright: bounds.lower[j] for _, j in moves if model.states[j].at}
            if len(worth) == 2 and worth[0] > worth[1] + 1e-8:
                harmful = True
            else:
                others.append(sum(float(p) * bounds.lower[j] for p, j in moves))
        if harmful:
            seen += 1
            assert max(others) >= bounds.lower[i] - 2e-9
    assert seen
