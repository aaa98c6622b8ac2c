"""Numbers and lists in words."""

from fractions import Fraction
from random import Random

import pytest

from reports.readings import _difference
from reports.weighed_moves import regret_text, win_text
from reports.words import (
    at_least,
    at_most,
    bounds_text,
    describe_duration,
    describe_memory,
    listed,
    percent,
    percent_within,
)
from search.playouts import Estimate
from search.ranking import Behind, Move


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 1, "0.0%"),
        (1, 1, "100.0%"),
        (Fraction(1, 3), 1, "33.3%"),
        (0.123456789, 4, "12.3457%"),
        (Fraction(1, 216), 1, "0.5%"),
        (0.00012, 1, "1.2e-02%"),
        (1e-9, 4, "1.0e-07%"),
    ],
)
def test_percent(value, digits, text):
    assert percent(value, digits) == text


def test_bounds_far_apart_are_both_written():
    assert percent_within(0.25, 0.25000001, 3) == "25.000%"
    assert percent_within(4.96e-8, 1.42e-7, 3) == "5.0e-06% to 1.4e-05%"
    assert percent_within(0.0, 1.0) == "0.0% to 100.0%"
    assert percent_within(0.0, 0.0) == "0.0%"


@pytest.mark.parametrize("seed", range(50))
def test_written_bounds_hold_what_they_were_written_of(seed):
    random = Random(seed)
    lower = random.random() * 10 ** -random.randrange(6)
    upper = min(1.0, lower + random.random() * 10 ** -random.randrange(1, 15))
    low, high = map(Fraction, bounds_text(lower, upper).split(" to "))
    assert low <= Fraction(lower) <= Fraction(upper) <= high
    width = Fraction(upper) - Fraction(lower)
    assert high - low <= width + max(
        width / 5, Fraction(2, 10**16)
    )  # a unit of the last decimal on either side
    assert Fraction(at_least(lower)) <= Fraction(lower) <= Fraction(at_most(lower))
    assert Fraction(at_most(lower)) - Fraction(at_least(lower)) <= Fraction(lower) / 900


def test_a_middle_isnt_written_where_bounds_are_wide():
    move = Move(None, 0.1, 0.9, 0.0, 0.3, ties=False, soon=None, estimate=None)
    assert win_text(move, 3) == "10.000% to 90.000%"
    assert regret_text(move, 3, first=False) == "0.000 to 30.000 pp"
    assert regret_text(move, 3, first=True) == "-"
    near = move._replace(lower=0.5, upper=0.5001, regret_lower=0.1, regret_upper=0.1001)
    assert win_text(near, 3) == "50.005%"
    assert regret_text(near, 3, first=False) == "10.005 pp"
    tiny = move._replace(regret_lower=0.00002, regret_upper=0.00002)
    assert regret_text(tiny, 3, first=False) == "0.00200 pp"


def test_an_estimated_regret_has_its_error_and_is_only_written_where_it_is_one():
    move = Move(None, 0.0, 1.0, 0.0, 1.0, ties=True, soon=None, estimate=Estimate(0.25, 0.125, 12))
    assert win_text(move, 3) == "25.0% ± 12.5%"
    assert regret_text(move, 3, first=True) == "-"
    assert regret_text(move._replace(behind=Behind(0.0625, 0.125)), 3, first=False) == "6.2 ± 12.5 pp"
    assert regret_text(move._replace(behind=Behind(-0.0625, 0.125)), 3, first=False) == "-"


def test_what_takes_little_is_not_said_to_take_nothing():
    assert [describe_duration(seconds) for seconds in (0.01, 1.4, 2.2, 119, 7200)] == [
        "a second", "a second", "2 seconds", "2 minutes", "2.0 hours",
    ]  # fmt: skip
    sizes = {0: "0.0 kB", 86_000: "86.0 kB", 1e6: "1.0 MB", 9.9e7: "99.0 MB", 1e8: "0.1 GB", 5.67e9: "5.7 GB"}
    assert {size: describe_memory(size) for size in sizes} == sizes


def test_listed():
    assert listed([]) == "none"
    assert listed([], nothing="no card") == "no card"
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_a_difference_within_the_bounds_is_none():
    assert _difference((0.1, 0.2), (0.15, 0.3)) == "none"
    assert _difference((0.1, 0.1), (0.3, 0.3)) == "+20.0000 pp"
    assert _difference((0.3, 0.3), (0.1, 0.1)) == "-20.0000 pp"
