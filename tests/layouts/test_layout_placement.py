"""Where cards lie: worked by hand, and against counting unit cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.errors import RuleError
from layouts.placement import (
    CARD,
    Box,
    Place,
    Shape,
    box_of,
    check_place,
    contact,
    contacts,
    half_inches,
    overlap,
    quarters,
)


def at(x, y, orientation="landscape"):
    return Place(x, y, orientation)


def test_a_card_is_14_by_10_in_landscape_and_10_by_14_in_portrait():
    assert box_of(at(0, 0)) == Box(0, 0, 14, 10)
    assert box_of(at(-3, 5, "portrait")) == Box(-3, 5, 7, 19)
    assert box_of(at(1, 1, "portrait"), Shape(3, 2)) == Box(1, 1, 3, 4)


@pytest.mark.parametrize(
    ("second", "length"),
    [
        (at(14, 0), 10),  # side by side
        (at(14, 9), 1),  # just one unit of side
        (at(14, 10), 0),  # a corner
        (at(14, -9), 1),
        (at(14, -10), 0),
        (at(15, 0), 0),  # a gap
        (at(-14, 3), 7),
        (at(0, 10), 14),
        (at(5, 10), 9),
        (at(13, 10), 1),
        (at(14, 11), 0),
        (at(-13, -10), 1),
        (at(2, 10, "portrait"), 10),
        (at(-10, -4, "portrait"), 10),
        (at(14, -13, "portrait"), 1),
        (at(0, 11), 0),
    ],
)
def test_the_length_of_shared_side_by_hand(second, length):
    one, other = box_of(at(0, 0)), box_of(second)
    assert contact(one, other) == contact(other, one) == length
    assert not overlap(one, other)
    assert contacts({"A": at(0, 0), "B": second}) == ([("A", "B")] if length else [])


@pytest.mark.parametrize("second", [at(0, 0), at(13, 9), at(-13, -9), at(4, -13, "portrait"), at(13, 0)])
def test_overlapping_cards_are_both_named(second):
    assert overlap(box_of(at(0, 0)), box_of(second))
    with pytest.raises(RuleError, match="'A' and 'B b' overlap"):
        contacts({"A": at(0, 0), "C": at(50, 50), "B b": second})


def test_a_longer_contact_may_be_asked_for():
    places = {"A": at(0, 0), "B": at(14, 7), "C": at(-14, 8)}
    assert contacts(places) == [("A", "B"), ("A", "C")]
    assert contacts(places, min_contact=3) == [("A", "B")]
    assert contacts(places, min_contact=4) == []


def test_other_shapes():
    grid = {f"{x}{y}": at(x, y) for x in range(2) for y in range(2)}
    assert contacts(grid, Shape(1, 1)) == [("00", "01"), ("00", "10"), ("01", "11"), ("10", "11")]
    row = {"A": at(0, 0), "B": at(3, 1, "portrait"), "C": at(5, 4)}
    assert contacts(row, Shape(3, 2)) == [("A", "B")]  # B and C share a corner only


places = st.builds(Place, st.integers(-8, 8), st.integers(-8, 8), st.sampled_from(["landscape", "portrait"]))
shapes = st.sampled_from([Shape(7, 5), Shape(3, 2), Shape(1, 1), CARD])


@given(places, places, shapes)
def test_overlap_and_contact_agree_with_counting_cells(first, second, shape):
    one, other = (
        {(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)}
        for box in (box_of(first, shape), box_of(second, shape))
    )
    assert overlap(box_of(first, shape), box_of(second, shape)) == bool(one & other)
    if not one & other:
        sides = sum(
            (x + dx, y + dy) in other for x, y in one for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        assert contact(box_of(first, shape), box_of(second, shape)) == sides


@given(st.integers(-10_000, 10_000))
def test_half_inches_have_an_inverse(length):
    text = half_inches(length)
    assert quarters(float(text), "x") == length
    assert quarters(int(text) if "." not in text else float(text), "x") == length


@pytest.mark.parametrize(
    "number", [0.3, 1e-9, 5000.5, -5001, float("nan"), float("inf"), -float("inf"), 1e308]
)
def test_what_is_no_half_of_a_half_inch_is_refused(number):
    with pytest.raises(RuleError, match=r"^x is .*; it must be a number of half-inches"):
        quarters(number, "x")


@pytest.mark.parametrize("number", [True, False, "7", None, [1], {}, pytest.param(10**5000, id="huge")])
def test_what_is_no_number_is_refused(number):
    with pytest.raises(RuleError, match=r"^x is .*; it must be a number of half-inches"):
        quarters(number, "x")


@pytest.mark.parametrize(
    ("place", "culprit"),
    [
        (at(1.0, 0), "x is 1.0"),
        (at(True, 0), "x is True"),
        (at(0, 10_001), "y is 10001"),
        (at(0, 0, "diagonal"), "orientation is 'diagonal'; it must be landscape or portrait"),
        (at(0, 0, None), "orientation is None"),
        (at(0, 0, ["landscape"]), "orientation is"),
    ],
)
def test_what_is_no_place_is_refused(place, culprit):
    check_place(at(0, -10_000), "card")
    with pytest.raises(RuleError) as caught:
        check_place(place, "card 'A'")
    assert culprit in str(caught.value)
    assert str(caught.value).startswith("card 'A': ")
