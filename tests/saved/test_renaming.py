"""When two boards are the same but for names and order."""

import random

import pytest

from layouts.board import Board
from layouts.cards import Ratings
from layouts.catalogue import load_named
from layouts.code import board_of_code, format_code
from layouts.graph import board_of
from solver.guardians.renaming import colours, find_renaming, rename
from solver.guardians.state import EXHAUSTED, OUT, RESERVE, State, Turn

NAMES = ["rulebook", "revised", "square", "triangle", "line", "pair"]


def is_renaming(board, other, renaming):
    return sorted(renaming) == list(range(len(other))) and all(
        board.tags[i] == other.tags[j]
        and board.ratings[i] == other.ratings[j]
        and {renaming[k] for k in board.neighbours[i]} == set(other.neighbours[j])
        for i, j in enumerate(renaming)
    )


def ring_board(edges):
    """A center, and six cards around it that are alike, with these edges between them."""
    pairs = [(0, i) for i in range(1, 7)] + edges
    neighbours = [
        tuple(sorted({a for a, b in pairs if b == i} | {b for a, b in pairs if a == i})) for i in range(7)
    ]
    names = ("Center", *(f"Card {i}" for i in range(1, 7)))
    ratings = (Ratings(6, 5, 0), *[Ratings(4, 2, 1)] * 6)
    return Board(names, (6, *[3] * 6), ratings, tuple(neighbours))


RING = ring_board([(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 6)])
TRIANGLES = ring_board([(1, 2), (2, 3), (1, 3), (4, 5), (5, 6), (4, 6)])
BOARDS = [*(board_of(load_named(name)) for name in NAMES), RING, TRIANGLES]


@pytest.mark.parametrize("board", BOARDS)
def test_every_shuffled_board_is_recognised(board, shuffle_board):
    for seed in range(20):
        other = shuffle_board(board, random.Random(seed).sample(range(len(board)), len(board)))
        assert is_renaming(board, other, find_renaming(board, other))
        assert sorted(colours(board)) == sorted(colours(other))


def test_boards_that_differ_are_told_apart():
    for i, board in enumerate(BOARDS):
        for j, other in enumerate(BOARDS):
            assert (find_renaming(board, other) is not None) == (i == j)


def test_colours_alone_would_not_tell_a_ring_from_two_triangles():
    assert sorted(colours(RING)) == sorted(colours(TRIANGLES))
    assert find_renaming(RING, TRIANGLES) is None


def test_another_rating_is_another_board(shuffle_board):
    other = Board(RING.names, RING.tags, (*RING.ratings[:6], Ratings(4, 2, 2)), RING.neighbours)
    assert find_renaming(RING, other) is None


def test_what_lies_on_the_table_is_renamed():
    state = State(0b011, (EXHAUSTED, 2), (OUT, 1), (0, 2), 0b10, 0, Turn(0, 4))
    assert rename(state, (2, 0, 1)) == State(0b101, (EXHAUSTED, 1), (OUT, 0), (2, 1), 0b10, 0, Turn(0, 4))
    reserve = state._replace(agents=(RESERVE, RESERVE), spirits=(0, 2))
    assert rename(reserve, (2, 0, 1)).agents == (RESERVE, RESERVE)
    assert rename(reserve, (2, 0, 1)).spirits == (1, 2)


@pytest.mark.parametrize("name", NAMES)
def test_a_code_gives_the_same_board_without_networkx(name):
    graph = load_named(name)
    assert board_of_code(format_code(graph)) == board_of(graph)
