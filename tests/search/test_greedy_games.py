"""Compiled playouts are those of the readable strategy, one by one."""

from math import inf
from random import Random

import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of
from search import estimated, playouts
from search.advice import advise
from search.greedy_games import GreedyGames
from search.playouts import draw, play_each
from search.strategies import greedy
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.rules import Rules
from solver.guardians.state import Over, Turn
from solver.process import Owner

BOARDS = [
    ("rulebook", "rulebook", 2),
    ("rulebook", "rulebook", 4),
    ("revised", "revised", 3),
    ("square", "readme", 3),
]


def walk(play, seed, count):
    """Return states of games in which each decision is drawn, or that of `greedy`, in turn."""
    random, choose, seen = Random(seed), greedy(play), []
    while len(seen) < count:
        state = play.initial()
        while not isinstance(state.moment, Over) and len(seen) < count:
            seen.append(state)
            actions = play.actions(state)
            by_score = len(seen) % 2 and play.owner(state) != Owner.CHANCE
            action = choose(state) if by_score else random.choice(actions)
            state = draw(play.outcomes(state, action), random)
    return seen


@pytest.mark.parametrize("decider", ["players", "lord_sepia_agents", "lord_sepia"])
@pytest.mark.parametrize(("name", "edition", "players"), BOARDS)
def test_they_choose_what_greedy_does(name, edition, players, decider):
    rules = EDITIONS[edition].rules(players, None, {"decider": decider, "start": "any"})
    play = Play(Game(board_of(load_named(name)), rules))
    choose, games, owners = greedy(play), GreedyGames(play.game), set()
    for state in walk(play, 3, 250):
        owner = play.owner(state)
        owners.add(owner)
        if owner != Owner.CHANCE:
            assert play.actions(state)[games.choose(state)] == choose(state)
    assert (Owner.OPPONENT in owners) == (decider != "players")


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("pair", Rules(players=2, setup_growths=1)),
        ("revised-triangle", Rules(players=1, setup_growths=1)),
        ("small-sample", Rules(players=3, reduce_timing="after")),
        ("revised-triangle", Rules(players=2, growths=0, decider="lord_sepia")),
        ("revised", EDITIONS["revised"].rules(3, "medium")),
    ],
)
def test_they_end_as_its_playouts_do(name, rules):
    play = Play(Game(board_of(load_named(name)), rules))
    games, choose, results = GreedyGames(play.game), greedy(play), set()
    for number, state in enumerate(walk(play, 5, 60)[::4]):
        expected = play_each(play, choose, state, 2, number)
        assert games.play_each(state, 2, number) == expected
        results.update(expected)
    assert results == {0, 1}


def test_they_tell_when_a_game_goes_round_for_ever():
    """Without agents, spirits and growth nobody can do anything, and nothing is rolled."""
    play = Play(Game(board_of(load_named("line")), Rules(players=2, growths=0, agents=0, spirits=0)))
    state = next(state for state in walk(play, 1, 20) if isinstance(state.moment, Turn))
    expected = play_each(play, greedy(play), state, 1, 1)
    assert set(expected) == {0}
    games = GreedyGames(play.game)
    assert games.play_each(state, 1, 1) == expected
    assert games.steps < 100 < playouts.LONGEST


def test_long_games_take_more_random_numbers(monkeypatch):
    monkeypatch.setattr("search.greedy_games.DRAWS", 7)
    play = Play(Game(board_of(load_named("revised")), EDITIONS["revised"].rules(2, "easy")))
    state = play.initial()
    games, longest = GreedyGames(play.game), 0
    for number in range(5):
        assert games.play_each(state, 1, number) == play_each(play, greedy(play), state, 1, number)
        longest = max(longest, games.steps)
    assert longest > 4 * 7


def test_moves_are_estimated_by_them_where_time_is_short(monkeypatch):
    monkeypatch.setattr(estimated, "_choose_strategy", lambda *_: "action")
    layout = load_named("small-sample")
    game = Game(board_of(layout), Rules(players=2))
    play = Play(game)
    state = next(state for state in walk(play, 1, 20) if isinstance(state.moment, Turn))
    advice = advise(Position(layout, game.rules, state), limit=10, seconds=inf, playouts=25, tables=False)
    assert advice.going_on == "action"
    choose = greedy(play)
    rounds = [play_each(play, choose, state, 1, number) for number in range(25)]
    means = dict(
        zip(play.actions(state), (float(sum(wins) / 25) for wins in zip(*rounds, strict=True)), strict=True)
    )
    assert {move.action: move.estimate.mean for move in advice.moves} == means
