"""What a roll is worth if it succeeds, and if it doesn't: against going through every roll of the dice.

Success is told here by the rules' own words (a total against a target, an agent's die against the tag), and
not by where a roll leads, as in `split_roll`.
"""

from fractions import Fraction
from itertools import product

import pytest

from search.games.counsel import split_roll
from search.values import values_by_solving
from solver.guardians.action import REROLL, STEP
from solver.guardians.attempts import target_of
from solver.guardians.dice import SIDES
from solver.guardians.rolling import after_roll, count_dice
from solver.guardians.state import ATTEMPTS, Failed

GAMES = ["pair, two", "line, two", "pair, support after", "triangle, Lord Sepia"]


def succeeds(game, state, action, dice):
    if action.verb == STEP:
        return dice[0] >= game.board.tags[action.place]
    if action.verb == REROLL:
        kept = list(state.moment.dice)
        for die in action.dice:
            kept.remove(die)
        return sum(kept) + sum(dice) >= state.moment.target
    return sum(dice) >= target_of(game, state, state.moment.player, action)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "line, two" else []) for name in GAMES]
)
def test_success_and_failure_are_weighed_apart(name, begin, play_at_random):
    values = values_by_solving(begin(name).game, begin(name).begin)
    seen = set()
    for seed in range(25):
        record = play_at_random(name, seed, most=80)
        for state in dict.fromkeys(record.states):
            for action in record.play.actions(state):
                split = split_roll(record.play, values, state, action)
                count = count_dice(record.game, state, action)
                if not count or action.verb not in (*ATTEMPTS, REROLL, STEP):
                    assert split is None
                    continue
                parts = {True: [], False: []}
                for dice in product(SIDES, repeat=count):
                    after = after_roll(record.game, state, action, dice)
                    parts[succeeds(record.game, state, action, dice)].append(values.value(after))
                assert split.chance == Fraction(len(parts[True]), 6**count)
                for said, found in ((split.success, parts[True]), (split.failure, parts[False])):
                    assert (said is None) == (not found)
                    assert not found or abs(said - sum(found) / len(found)) <= 1e-12
                supported = bool(action.who) or isinstance(state.moment, Failed)
                seen.add((action.verb, supported))
    if "two" in name:
        assert seen >= {("seal", False), ("seal", True), (REROLL, True), (STEP, False)}
    assert (STEP, False) in seen or name == "pair, support after"
