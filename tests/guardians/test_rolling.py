"""Rolls, face by face: together they are the distribution of every action of tiny boards."""

from collections import Counter
from fractions import Fraction
from itertools import islice, product

import pytest

from solver.guardians.action import REROLL, ROLL_DIE, STAND_UP, Action
from solver.guardians.rolling import after_roll, count_dice
from solver.guardians.state import AgentsAct, Failed, Growth

PAIR = ("o6 a3", "oa")
TRIANGLE = ("o6 a3 b3", "oa ob ab")
GAMES = {
    "pair-1": (PAIR, {}),
    "pair-1-penalty": (PAIR, {"growths": 2, "center_penalty": True, "setup_growths": 1}),
    "pair-2": (PAIR, {"players": 2, "setup_growths": 1, "center_penalty": True, "actions": 2}),
    "pair-2-after": (
        PAIR,
        {"players": 2, "reduce_timing": "after", "setup_growths": 1, "actions": 1, "agents": 1},
    ),
    "pair-3": (PAIR, {"players": 3, "setup_growths": 1, "actions": 1, "agents": 1}),
    "triangle-1": (TRIANGLE, {"setup_growths": 2, "center_penalty": True, "actions": 2}),
}


SOME = {"pair-2": 613, "pair-2-after": 5}
"""One state in so many, where all of them take minutes."""
STRIDES = [(name, SOME.get(name, 1)) for name in GAMES if name != "pair-3"] + [
    pytest.param(name, 1, marks=pytest.mark.slow) for name in (*SOME, "pair-3")
]


@pytest.mark.parametrize(("name", "stride"), STRIDES)
def test_all_faces_together_are_the_distribution(name, stride, table, tools):
    (cards, edges), readings = GAMES[name]
    t = table(cards, edges, **readings)
    rolled = Counter()
    for state, turns in islice(tools.explore(t.play).items(), None, None, stride):
        for action, outcomes in turns.items():
            count = count_dice(t.game, state, action)
            found = Counter(
                after_roll(t.game, state, action, dice) for dice in product(range(1, 7), repeat=count)
            )
            expected = {outcome.state: outcome.probability for outcome in outcomes}
            assert {after: Fraction(ways, 6**count) for after, ways in found.items()} == expected
            rolled[count] += 1
    assert rolled[0]
    assert rolled[1]
    assert rolled[3]


def test_how_many_dice_an_action_rolls(table):
    t = table("o6 a3 b4", "oa ob ab", players=2)
    growth = t.lay("o", "OO", moment=Growth(1, True))
    assert count_dice(t.game, growth, ROLL_DIE) == 1
    failed = t.lay("oa", "AA", moment=Failed(0, 2, "attack", 9, (1, 1, 3)), agents="ar")
    assert count_dice(t.game, failed, Action(REROLL, who=(1,), dice=(1, 1))) == 2
    step = t.lay("o", "OO", agents="or", moment=AgentsAct((t.at("o"),)))
    assert count_dice(t.game, step, Action("step", t.at("b"), t.at("o"))) == 1
    assert count_dice(t.game, t.lay("oa", "oO"), STAND_UP) == 0
    # A rating of 2 and one supporter: the target is 3, which three dice always show.
    agent = t.lay("oa", "AA", agents="ar")
    assert count_dice(t.game, agent, Action("attack")) == 3
    assert count_dice(t.game, agent, Action("attack", who=(1,))) == 0
