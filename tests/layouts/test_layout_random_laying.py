"""Laying at random: legal, repeatable, and uniform over the places allowed."""

import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from layouts.cards import Ratings
from layouts.catalogue import load_named
from layouts.graph import board_of, make_layout
from layouts.placement import Shape
from layouts.placing.enumeration import extend
from layouts.placing.lattice import Lattice
from layouts.placing.laying import laying_of
from layouts.placing.random_laying import HALF_INCHES, iter_shapes, lay_at_random, random_layout

DECK = load_named("rulebook")


@pytest.mark.parametrize("seed", range(10))
def test_a_random_layout_can_be_laid_and_has_all_cards(seed):
    layout = random_layout(DECK, seed)
    assert laying_of(layout).stuck == []
    assert list(layout) == list(DECK)
    for key in ("tag", "ratings", "own"):
        assert [card[key] for card in layout.nodes.values()] == [card[key] for card in DECK.nodes.values()]


def test_the_seed_decides():
    boards = {board_of(random_layout(DECK, seed)) for seed in range(6)}
    assert len(boards) == 6
    assert board_of(random_layout(DECK, 3)) == board_of(random_layout(DECK, 3))


def test_edition_and_ratings_given_by_hand_stay():
    deck = make_layout(
        {"Stars": 6, "Mine": 3}, [("Stars", "Mine")], edition="revised", ratings={"Mine": Ratings(9, 8, 7)}
    )
    layout = random_layout(deck, 1)
    assert layout.graph == {"edition": "revised"}
    assert [card["ratings"] for card in layout.nodes.values()] == [(5, 4, 0), (9, 8, 7)]
    assert layout.nodes["Mine"]["own"] is True


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
        allowed = {row[1] for row in extend(lattice, np.array([[second]], dtype=np.uint16)).tolist()}
        assert {row[1] for row in rows if row[0] == second} == allowed


def test_shapes_come_one_after_the_other():
    """Of two further squares one in three lies opposite, but they make the same shape, a path."""
    assert set(islice(iter_shapes(Lattice(Shape(1, 1), 1, 3), 3, 1), 50)) == {(0b110, 0b001, 0b001)}
    found = list(islice(iter_shapes(Lattice(HALF_INCHES, 1, 5), 5, 1), 40))
    assert len(set(found)) > 5
    assert found == list(islice(iter_shapes(Lattice(HALF_INCHES, 1, 5), 5, 1), 40))
