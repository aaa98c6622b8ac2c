"""Ticks: nice steps, in exact numbers, as few as allowed, and never past a probability of 1."""

import doctest
import itertools
from fractions import Fraction
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reports.charts.ticks
from reports.charts.ticks import Scale, range_of, ticks_covering, ticks_within

ENDS = st.floats(-1e6, 1e6, allow_nan=False).filter(lambda x: x == 0 or abs(x) > 1e-9)
RANGES = st.tuples(ENDS, ENDS).filter(lambda pair: pair[1] - pair[0] > 1e-9 * max(map(abs, pair))).map(sorted)


def is_nice(step):
    return any(step == digit * Fraction(10) ** power for digit in (1, 2, 5) for power in range(-30, 10))


@given(RANGES, st.integers(3, 12))
def test_covering_ticks_cover_evenly_with_a_nice_step(ends, most):
    step, values = ticks_covering(*ends, most)
    assert is_nice(step)
    assert 2 <= len(values) <= most
    assert {b - a for a, b in itertools.pairwise(values)} == {step}
    assert all(value % step == 0 for value in values)
    dust = step * Fraction(1, 10**8)
    assert values[0] <= Fraction(ends[0]) + dust < values[1] + 2 * dust
    assert values[-2] - 2 * dust < Fraction(ends[1]) - dust <= values[-1]


@given(RANGES, st.integers(3, 12))
def test_the_step_is_the_least_nice_one(ends, most):
    step = ticks_covering(*ends, most).step
    smaller = next(
        s for s in (step / 2, step * Fraction(2, 5)) if is_nice(s)
    )  # the nice number before 1, 2 and 5 is half of it or two fifths
    dust = Fraction(1, 10**9)
    low, high = (Fraction(end) for end in ends)
    needed = -((-(high / smaller - dust)) // 1) - (low / smaller + dust) // 1 + 1
    assert needed > most


@given(RANGES, st.integers(1, 12), st.booleans())
def test_ticks_within_are_inside_and_few(ends, most, whole):
    step, values = ticks_within(*ends, most, whole)
    assert is_nice(step)
    assert len(values) <= most
    dust = step * Fraction(1, 10**8)
    assert all(Fraction(ends[0]) - dust <= value <= Fraction(ends[1]) + dust for value in values)
    assert not whole or all(value.denominator == 1 for value in values)


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 1, 6, "0 0.2 0.4 0.6 0.8 1"),
        (0, 0.287756, 6, "0 0.1 0.2 0.3"),
        (0, 0.1, 6, "0 0.02 0.04 0.06 0.08 0.1"),
        (0, 0.3, 4, "0 0.1 0.2 0.3"),
        (0, 1e-6, 6, "0 2e-7 4e-7 6e-7 8e-7 1e-6"),
        (-0.08, 0.06, 6, "-0.1 -0.05 0 0.05 0.1"),
        (0.91, 0.95, 6, "0.91 0.92 0.93 0.94 0.95"),
        (-1, 1, 3, "-1 0 1"),
    ],
)
def test_ticks_by_hand(low, high, most, expected):
    assert ticks_covering(low, high, most).values == tuple(map(Fraction, expected.split()))


@given(st.lists(st.floats(0, 1), min_size=1), st.integers(3, 9))
def test_an_axis_of_probabilities_ends_at_1(values, most):
    top = ticks_covering(*range_of(values, when_zero=1), most).values[-1]
    assert top <= 1


@pytest.mark.parametrize(
    ("values", "from_zero", "expected"),
    [
        ([0.3, 0.5], False, (0.3, 0.5)),
        ([0.1, 0.5], False, (0, 0.5)),
        ([0.3, 0.5], True, (0, 0.5)),
        ([0.3], False, (0, 0.3)),
        ([-0.3], False, (-0.3, 0)),
        ([-0.3, -0.1], False, (-0.3, 0)),
        ([-0.3, -0.2], False, (-0.3, -0.2)),
        ([-0.1, 0.2], False, (-0.1, 0.2)),
        ([0, 0], False, (0, 7)),
        ([0], True, (0, 7)),
    ],
)
def test_the_range_of_an_axis(values, from_zero, expected):
    assert range_of(values, when_zero=7, from_zero=from_zero) == expected


@given(RANGES, st.floats(0, 1))
def test_a_scale_is_linear(ends, share):
    scale = Scale(*ends, 40, 20)
    assert (scale.at(ends[0]), scale.at(ends[1])) == (40, 20)
    value = Fraction(ends[0]) + (Fraction(ends[1]) - Fraction(ends[0])) * Fraction(share)
    assert scale.at(value) == pytest.approx(40 - 20 * share)


def test_subnormal_numbers_have_ticks():
    assert len(ticks_covering(0, 5e-324, 6).values) > 2
    assert log10(ticks_covering(0, 1e300, 6).step) > 298


def test_the_examples_are_right():
    found = doctest.testmod(reports.charts.ticks)
    assert found.attempted > 1
    assert not found.failed
