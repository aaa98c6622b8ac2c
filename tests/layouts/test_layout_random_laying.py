"""Laying at random: legal, repeatable, and uniform over the places allowed."""

import random
from collections import Counter

import pytest

from layouts.catalogue import load_named
from layouts.errors import RuleError
from layouts.graph import board_of
from layouts.placement import Shape
from layouts.placing.enumeration import extend
from layouts.placing.lattice import Lattice
from layouts.placing.laying import laying_of
from layouts.placing.random_laying import HALF_INCHES, count_shapes, lay_at_random, random_layout

TAGS = {name: card["tag"] for name, card in load_named("rulebook").nodes.items()}


@pytest.mark.parametrize("seed", range(10))
def test_a_random_layout_can_be_laid_and_has_all_cards(seed):
    layout = random_layout(TAGS, seed)
    assert laying_of(layout).stuck == []
    assert {name: card["tag"] for name, card in layout.nodes.items()} == TAGS
    assert list(layout) == list(TAGS)


def test_the_seed_decides():
    boards = {board_of(random_layout(TAGS, seed)) for seed in range(6)}
    assert len(boards) == 6
    assert board_of(random_layout(TAGS, 3)) == board_of(random_layout(TAGS, 3))


def test_an_edition_gives_the_ratings():
    layout = random_layout(TAGS, 1, edition="revised")
    assert layout.nodes["Stars"]["ratings"] == (5, 4, 0)


def test_without_a_center_there_is_no_layout():
    with pytest.raises(RuleError, match="0 cards have the tag 6"):
        random_layout({"Boat": 5}, 1)


def test_the_first_card_lies_anywhere_alike():
    """32 places touch a 3 by 2 card; chi squared with 31 degrees of freedom is over 61 once in a thousand."""
    lattice = Lattice(Shape(3, 2), 1, 2)
    rng = random.Random(1)
    number = 3200
    found = Counter(int(lay_at_random(lattice, 2, rng)[0]) for _ in range(number))
    assert len(found) == 32
    assert sum((count - number / 32) ** 2 / (number / 32) for count in found.values()) < 61


def test_every_place_that_is_allowed_comes_up():
    lattice = Lattice(Shape(1, 1), 1, 3)
    rng = random.Random(2)
    rows = {tuple(lay_at_random(lattice, 3, rng).tolist()) for _ in range(600)}
    seconds = {row[0] for row in rows}
    assert len(seconds) == 4
    for second in seconds:
        allowed = {row[1] for row in extend(lattice, lattice_row(second)).tolist()}
        assert {row[1] for row in rows if row[0] == second} == allowed


def lattice_row(code):
    import numpy as np

    return np.array([[code]], dtype=np.uint16)


def test_shapes_are_counted():
    """Of two further squares one in three lies opposite, but they make the same shape, a path."""
    assert dict(count_shapes(Lattice(Shape(1, 1), 1, 3), 3, 50, 1)) == {(0b110, 0b001, 0b001): 50}
    found = count_shapes(Lattice(HALF_INCHES, 1, 5), 5, 40, 1)
    assert found.total() == 40
    assert len(found) > 5
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert found == count_shapes(Lattice(HALF_INCHES, 1, 5), 5, 40, 1)
