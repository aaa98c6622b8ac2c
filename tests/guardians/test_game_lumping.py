"""A lumped game and the game on the table are worth the same, state by state."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from solver.bounds import solve_bounds
from solver.guardians.dice import alike_for_one_reroll, success_chance
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.rules import Rules
from solver.guardians.state import Failed, Turn
from solver.model import build_model

MOST_STATES = 100_000  # a tiny board has fewer

PAIR = ("o6 a3", "oa")
TRIANGLE = ("o6 a3 b3", "oa ob ab")
README = {
    "blocking_agents": "any", "spirit_moves": False, "center_needs_spirit": True,
    "spirit_returns": False, "agent_target": "adjacent",
}  # fmt: skip

GAMES = {
    "pair-2": (PAIR, {"players": 2, "setup_growths": 1, "actions": 3}),
    "pair-2-penalty": (
        PAIR,
        {"players": 2, "setup_growths": 1, "center_penalty": True, "growths": 2, "actions": 1},
    ),
    "pair-2-readme": (PAIR, {"players": 2, "setup_growths": 1, "actions": 2, **README}),
    "pair-2-after": (PAIR, {"players": 2, "setup_growths": 1, "actions": 1, "reduce_timing": "after"}),
    "pair-2-no-reroll": (PAIR, {"players": 2, "setup_growths": 1, "reroll": False}),
    "pair-2-start-any-two-spirits": (
        PAIR,
        {"players": 2, "setup_growths": 1, "start": "any", "spirits_per_location": 2, "actions": 1},
    ),
    "pair-2-lord-sepia": (PAIR, {"players": 2, "setup_growths": 1, "decider": "lord_sepia", "actions": 1}),
    "pair-3": (PAIR, {"players": 3, "setup_growths": 1, "actions": 1, "agents": 1, "spirits": 1}),
    "triangle-1": (TRIANGLE, {"setup_growths": 1}),
    "triangle-1-penalty": (TRIANGLE, {"setup_growths": 1, "center_penalty": True, "growths": 2}),
    "triangle-1-lord-sepia": (TRIANGLE, {"setup_growths": 1, "decider": "lord_sepia", "actions": 3}),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "pair-3" else []) for name in GAMES]
)
def test_every_state_is_worth_what_its_representative_is(table, name):
    (cards, edges), readings = GAMES[name]
    told_apart, lumped = table(cards, edges, **readings), table(cards, edges, lumped=True, **readings)
    full, small = build_model(told_apart.play, limit=MOST_STATES), build_model(lumped.play, limit=MOST_STATES)
    one, other = solve_bounds(full, gap=1e-9), solve_bounds(small, gap=1e-9)
    for bounds in (one, other):
        assert np.all(bounds.lower <= bounds.upper)
        assert np.all(bounds.upper - bounds.lower <= 1e-9)
    where = np.array([small.index[representative(lumped.game, state)] for state in full.states])
    assert np.all(one.lower <= other.upper[where])
    assert np.all(other.lower[where] <= one.upper)
    assert set(where.tolist()) == set(range(len(small)))  # each lumped state stands for some
    if readings.get("players", 1) > 1:
        assert len(small) < len(full) * 0.7
        assert one.lower.max() == 1.0 > one.upper[0] > one.lower[0] > 0


def test_representatives_represent_themselves(table):
    t = table(*PAIR, players=2, setup_growths=1, actions=2, lumped=True)
    for state in build_model(t.play, limit=MOST_STATES).states:
        assert representative(t.game, state) == state


def test_seats_are_renamed_so_that_the_starting_player_is_the_first(table):
    t = table(*PAIR, players=3, lumped=True)
    state = t.lay("o", "OaA", first=1, moment=Turn(0, 2))
    assert representative(t.game, state) == t.lay("o", "aAO", first=0, moment=Turn(2, 2))


def test_a_round_that_ends_renames_the_seats(table):
    t = table(*PAIR, players=3, lumped=True, growths=0, agents=0)
    last = t.lay("o", "OaA", agents="", moment=Turn(2, 2))
    assert t.only(last, "stop") == t.lay("o", "aAO", agents="")


def test_rolls_are_put_together_only_for_the_last_supporters_reroll(table):
    """At 18, 1 6 6 and 5 6 6 both need one die to show a 6; with two supporters they differ."""
    one = Failed(0, 0, "seal", 18, (1, 6, 6))
    two = one._replace(dice=(5, 6, 6))
    for guardians, readings, alike in (
        ("OO", {}, True),
        ("OOO", {}, False),
        ("OoO", {}, True),
        ("OO", {"reduce_timing": "after"}, False),
    ):
        t = table(*PAIR, players=len(guardians), lumped=True, **readings)
        first, second = (representative(t.game, t.lay("o", guardians, moment=m)) for m in (one, two))
        assert (first == second) == alike


def test_rolls_put_together_have_failed_and_share_their_best_chance():
    """At every target: same representative just where the best reroll is equally likely to succeed."""
    rolls = list(combinations_with_replacement(range(1, 7), 3))
    for target in range(4, 22):
        chances = {}
        for dice in (dice for dice in rolls if sum(dice) < target):
            alike = alike_for_one_reroll(target, dice)
            assert sum(alike) < target
            best = max(success_chance(target, kept) for n in (0, 1, 2) for kept in combinations(dice, n))
            assert chances.setdefault(alike, best) == best
        assert len(set(chances.values())) == len(chances)


def test_nothing_is_lumped_unless_asked_for(tools):
    assert not Game(tools.lay_board(*PAIR), Rules()).lumped
