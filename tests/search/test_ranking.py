"""Which move comes first where moves are only estimated, and how far the others are behind it."""

import math

import pytest

from search.playouts import Estimate
from search.ranking import Move, rank_estimates
from solver.process import Owner


def estimated(means, error=0.01):
    return [
        Move(name, 0.0, 1.0, 0.0, 1.0, False, None, Estimate(mean, error, 9)) for name, mean in means.items()
    ]


def described(moves):
    return [(move.action, move.behind and round(move.behind.mean, 9), move.ties) for move in moves]


MEANS = {"a": 0.30, "b": 0.50, "c": 0.49}


def test_without_a_strategy_the_best_estimate_comes_first():
    assert described(rank_estimates(estimated(MEANS), Owner.PLAYERS, None)) == [
        ("b", None, True),
        ("c", 0.01, True),
        ("a", 0.2, False),
    ]


def test_for_lord_sepia_the_lowest_comes_first():
    assert described(rank_estimates(estimated(MEANS), Owner.OPPONENT, None)) == [
        ("a", None, False),
        ("c", 0.19, False),
        ("b", 0.2, False),
    ]


def test_the_strategys_move_comes_first_unless_another_is_better_beyond_doubt():
    by_strategy = rank_estimates(estimated(MEANS), Owner.PLAYERS, "c")
    assert described(by_strategy) == [("c", None, True), ("b", -0.01, True), ("a", 0.19, False)]
    assert rank_estimates(estimated(MEANS), Owner.PLAYERS, "a")[0].action == "b"
    assert rank_estimates(estimated(MEANS, error=0.1), Owner.PLAYERS, "a")[0].action == "a"


@pytest.mark.parametrize(("lost", "is_certain"), [(2.01, True), (1.99, False)])
def test_doubt_is_two_standard_errors_of_the_difference(lost, is_certain):
    other = 0.5 - lost * 0.01 * math.sqrt(2)
    moves = rank_estimates(estimated({"a": 0.5, "b": other}), Owner.PLAYERS, None)
    assert moves[1].behind.error == pytest.approx(0.01 * math.sqrt(2))
    assert moves[1].behind.is_certain == is_certain
    assert [move.ties for move in moves] == [not is_certain] * 2
