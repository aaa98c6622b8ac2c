"""The board that a solver sees."""

import copy
import pickle
from itertools import pairwise

import pytest

from layouts import Board, Ratings, RuleError, load_named
from layouts.graph import board_of

ANY = Ratings(1, 1, 1)


def path(n):
    """A row of n cards, the center first."""
    neighbours = tuple(tuple(j for j in (i - 1, i + 1) if 0 <= j < n) for i in range(n))
    return Board(tuple(f"c{i}" for i in range(n)), (6, *(3,) * (n - 1)), (ANY,) * n, neighbours)


def test_a_board_says_how_many_where_the_center_is_and_what_is_called_what():
    board = Board(("B", "A b", "C"), (3, 6, 5), (ANY,) * 3, ((1,), (0, 2), (1,)))
    assert len(board) == 3
    assert board.center == 1
    assert [board.index(name) for name in ("b", "a-B", "A b", "C")] == [0, 1, 1, 2]
    with pytest.raises(RuleError, match="no card 'D'; the names are B, A b, C"):
        board.index("D")


def test_distances_in_a_row_and_in_the_square():
    assert path(5).distances == tuple(tuple(abs(i - j) for j in range(5)) for i in range(5))
    square = board_of(load_named("square"))
    assert square.distances == tuple(
        tuple(abs(i // 3 - j // 3) + abs(i % 3 - j % 3) for j in range(9)) for i in range(9)
    )


def test_a_board_is_a_value():
    board = path(4)
    assert eval(repr(board)) == board
    assert {board: 1}[path(4)] == 1
    assert board != path(3)
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board
    assert pickle.loads(pickle.dumps(board)).distances == board.distances
    with pytest.raises(AttributeError):
        board.tags = ()


def test_two_to_thirty_six_cards():
    assert len(path(2)) == 2
    assert len(path(36)) == 36
    with pytest.raises(RuleError, match="number of cards is 37; a board has 2 to 36"):
        path(37)
    with pytest.raises(RuleError, match="number of cards is 1; a board has 2 to 36"):
        path(1)


@pytest.mark.parametrize(
    ("fields", "culprit"),
    [
        ({"names": ("A", "B")}, "as many tags, ratings and lists of neighbours as names"),
        ({"names": ("A", "B", "b")}, "'b' is used twice, as 'B'"),
        ({"names": ("A", "B c", "b-C")}, "'b-C' is used twice, as 'B c'"),
        ({"names": ("A", "", "C")}, "card name ''"),
        ({"tags": (3, 3, 3)}, "there is no center"),
        ({"tags": (6, 6, 3)}, "more than one center: A, B"),
        ({"tags": (6, 2, 3)}, "card 'B': the tag is 2"),
        ({"tags": (6, True, 3)}, "card 'B': the tag is True"),
        ({"ratings": (ANY, Ratings(1, -1, 1), ANY)}, "card 'B': the ratings are"),
        ({"ratings": (ANY, Ratings(1, 1.0, 1), ANY)}, "card 'B': the ratings are"),
        ({"ratings": (ANY, Ratings(100, 1, 1), ANY)}, "card 'B': the ratings are"),
        ({"neighbours": ((0, 1), (0, 2), (1,))}, "'A' is said to be adjacent to itself"),
        ({"neighbours": ((1,), (2,), (1,))}, "'A' has the neighbour 'B', but not the other way round"),
        ({"neighbours": ((1,), (2, 0), (1,))}, "'B': neighbours must be ascending"),
        ({"neighbours": ((1,), (0, 2, 2), (1,))}, "'B': neighbours must be ascending"),
        ({"neighbours": ((1,), (0, 3), (1,))}, "'B': neighbours must be numbers from 0 to 2"),
        ({"neighbours": ((1,), (0, -1), (1,))}, "'B': neighbours must be numbers from 0 to 2"),
        ({"neighbours": ((1,), (0,), ())}, "no way leads from the center to C"),
    ],
)
def test_what_is_no_board_is_refused(fields, culprit):
    good = {
        "names": ("A", "B", "C"),
        "tags": (6, 3, 3),
        "ratings": (ANY,) * 3,
        "neighbours": ((1,), (0, 2), (1,)),
    }
    Board(**good)
    with pytest.raises(RuleError) as caught:
        Board(**{**good, **fields})
    assert culprit in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_long_row_has_one_step_between_neighbours():
    distances = path(36).distances
    assert all(distances[i][j] == 1 for i, j in pairwise(range(36)))
