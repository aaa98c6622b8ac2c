"""Whether every play ends: by the check in numpy, by what is known of a game, and by the ratings alone."""

import pytest
from dense_games import game_on, named_board

from solver.guardians.dense.check import every_play_ends
from solver.guardians.dense.ends import surely_ends
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Sweeper


def ends(game, spirits=2):
    space = Space(game, spirits)
    found = every_play_ends(space)
    assert found or not surely_ends(Sweeper(space))
    return found


@pytest.mark.parametrize("decider", ["players", "lord_sepia", "lord_sepia_agents"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_with_the_rulebooks_cards_every_play_ends(players, decider):
    assert ends(game_on(named_board("pair"), players, actions=2, decider=decider))


@pytest.mark.parametrize(
    ("board", "players"), [("line", 1), ("line", 2), ("triangle", 1), ("triangle", 2), ("sample-four", 1)]
)
def test_on_larger_boards_every_play_ends_too(board, players):
    """With two, support and rerolls make attempts likely, but never sure."""
    assert ends(game_on(named_board(board), players))


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("agents", [0, 1, 2])
def test_without_growth_guardians_can_wait_while_the_agents_are_in_the_reserve(players, agents):
    assert not ends(game_on(named_board("pair"), players, growths=0, agents=agents, actions=2))


@pytest.mark.parametrize("spirits", [1, 2])
def test_on_revised_easy_plays_can_go_on_with_any_number_of_spirits(spirits):
    assert not ends(game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy"), spirits)


def test_enough_support_makes_attempts_sure_so_guardians_can_hold_out():
    """The example of the rules' page: the revised cards in a triangle, growths 1, two players, no agents."""
    game = game_on(named_board("revised-triangle", "revised"), 2, "revised", "medium", agents=0)
    assert game.rules.growths == 1
    assert not ends(game)
    assert ends(game_on(named_board("revised-triangle", "revised"), 1, "revised", "medium", agents=0))
