"""The policy of a table: best by the lower bound, and among equal actions likeliest to win this round."""

from fractions import Fraction

import pytest

from search.expectimax import Expectimax
from search.soon import may_win_this_round
from search.stored_policy import StoredPolicy
from solver.guardians.phases import ends_round, in_turn
from solver.guardians.saved import open_table
from solver.process import Owner

MOST = 4000


def states_of(play):
    """Return states that can be reached, those nearest to the start first."""
    found = [play.initial()]
    seen = set(found)
    for state in found:
        if len(found) > MOST:
            return found
        if play.owner(state) != Owner.TERMINAL:
            for action in play.actions(state):
                for _, after in play.outcomes(state, action):
                    if after not in seen:
                        seen.add(after)
                        found.append(after)
    return found


BOARDS = {"pair": {"players": 2, "growths": 0}, "triangle": {"players": 1}}


@pytest.fixture(params=BOARDS)
def policy(saved_of, request):
    small = saved_of(request.param, **BOARDS[request.param])
    return StoredPolicy(open_table(small.path, small.game))


@pytest.fixture
def this_round(policy):
    game = policy.play.game
    return Expectimax(policy.play, lambda before, after: ends_round(game, before, after))


def test_no_round_is_won_with_fewer_actions_than_dark_locations(policy, this_round):
    play, phases, told = policy.play, set(), 0
    for state in states_of(play):
        if in_turn(state):
            chance = this_round.value(state, 1)
            may = may_win_this_round(play.game, state)
            assert may or chance == 0
            told += not may
            if chance > 0:
                phases.add(state.moment.phase)
    assert told > 50 or len(play.game.board) == 2
    assert phases >= ({"turn"} if play.game.rules.players == 1 else {"turn", "failed"})  # support needs two


def test_of_equal_actions_it_takes_the_one_that_is_likeliest_to_win_within_the_round(policy, this_round):
    play, told_apart = policy.play, 0
    for state in states_of(play):
        if play.owner(state) != Owner.PLAYERS:
            continue
        actions = play.actions(state)
        lower = {one: policy.search.average(list(play.outcomes(state, one)))[0] for one in actions}
        chosen = policy(state)
        assert lower[chosen] == max(lower.values())
        soon: dict[object, Fraction] = {item.action: item.value for item in this_round.rank(state, 1)}
        ties = [one for one in actions if lower[one] == lower[chosen]]
        assert soon[chosen] == max(soon[one] for one in ties)
        told_apart += soon[chosen] > soon[ties[0]]
    assert told_apart or play.game.rules.growths  # where nothing grows, ties are told apart
