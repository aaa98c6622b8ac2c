"""How numbers are written: rounded as `decimal` does, with units, bounds outwards, tiny ones in full."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import ceil, floor

import pytest
from chart_reading import number_in
from hypothesis import given
from hypothesis import strategies as st

from reports.charts import Form
from reports.charts.ticks import ticks_covering
from reports.words import percent

DECIMAL = {round: ROUND_HALF_EVEN, floor: ROUND_FLOOR, ceil: ROUND_CEILING}


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (Form(), 0.28756, "28.8%"),
        (Form(digits=4), 0.287756244, "28.7756%"),
        (Form(digits=0), 0.5, "50%"),
        (Form(), 0, "0.0%"),
        (Form(), 1, "100.0%"),
        (Form(), 0.0005, "0.1%"),
        (Form(), 0.0004, "0.040%"),
        (Form(), 1e-6, "0.00010%"),
        (Form(), 1.04e-7, "0.000010%"),
        (Form(), 9.96e-8, "0.000010%"),
        (Form(), 9.4e-8, "9.4×10⁻⁶%"),
        (Form(), 2.54e-9, "2.5×10⁻⁷%"),
        (Form(), Fraction(1, 10**40), "1×10⁻³⁸%"),
        (Form(), -0.02, "−2.0%"),
        (Form(signed=True), 0.0312, "+3.1\u00a0pp"),
        (Form(signed=True), -0.0312, "−3.1\u00a0pp"),
        (Form(signed=True), 0, "0.0\u00a0pp"),
        (Form(signed=True), -1e-6, "−0.00010\u00a0pp"),
        (Form(percent=False), 12, "12"),
        (Form(percent=False), 12.25, "12.2"),
        (Form(percent=False), 12345678, "12,345,678"),
        (Form(percent=False, signed=True), -3, "−3"),
        (Form(percent=False, signed=True), 2.5, "+2.5"),
    ],
)
def test_numbers_by_hand(form, value, text):
    assert form.write(value) == text
    assert form.cell(value).text == text
    assert form.cell(value).value == float(value)


@given(st.floats(-1, 1), st.integers(0, 6), st.sampled_from([round, floor, ceil]))
def test_percent_is_rounded_as_by_decimal(value, digits, rounding):
    exact = Decimal(value) * 100
    if 0 < abs(exact) < Decimal(5) * Decimal(10) ** (-digits - 1):
        return
    expected = exact.quantize(Decimal(10) ** -digits, DECIMAL[rounding])
    assert number_in(Form(digits=digits).write(value, rounding)) == pytest.approx(float(expected) / 100)


@given(st.floats(0, 1), st.integers(0, 6))
def test_bounds_stay_bounds(value, digits):
    form = Form(digits=digits)
    lower, upper = (Fraction(number_in(form.write(value, way))) for way in (floor, ceil))
    dust = Fraction(1, 10**15)
    assert lower * (1 - dust) <= Fraction(value) <= upper * (1 + dust)


@given(st.floats(0.001, 1))
def test_percent_is_that_of_the_command(value):
    assert Form().write(value) == percent(value)


@pytest.mark.parametrize(
    ("error", "text"), [(0.004, "0.4\u00a0pp"), (0.0, "0.0\u00a0pp"), (3e-5, "0.0030\u00a0pp")]
)
def test_the_error_of_a_probability_is_in_pp(error, text):
    assert Form().write_error(error) == text
    assert Form(signed=True).write_error(error) == text
    assert Form(percent=False).write_error(2.0) == "2"


@pytest.mark.parametrize(
    ("ends", "form", "texts"),
    [
        ((0, 1), Form(), "0% 20% 40% 60% 80% 100%"),
        ((0, 0.012), Form(), "0% 0.5% 1.0% 1.5%"),
        ((0, 1e-6), Form(), "0% 0.00002% 0.00004% 0.00006% 0.00008% 0.00010%"),
        ((0, 1e-9), Form(), "0% 2×10⁻⁸% 4×10⁻⁸% 6×10⁻⁸% 8×10⁻⁸% 1×10⁻⁷%"),
        ((0, 3e-9), Form(), "0% 1×10⁻⁷% 2×10⁻⁷% 3×10⁻⁷%"),
        ((0.5, 0.500000001), Form(), "50% 50.00000002% 50.00000004% 50.00000006% 50.00000008% 50.00000010%"),
        ((-0.01, 0.01), Form(signed=True), "−1.0\u00a0pp −0.5\u00a0pp 0\u00a0pp +0.5\u00a0pp +1.0\u00a0pp"),
        ((0, 12000), Form(percent=False), "0 5,000 10,000 15,000"),
    ],
)
def test_ticks_are_written_with_the_decimals_they_need(ends, form, texts):
    ticks = ticks_covering(*ends, 6)
    assert " ".join(form.ticks(ticks)).replace("50.00000000%", "50%") == texts
    assert len(set(form.ticks(ticks))) == len(ticks.values)
    for value, text in zip(ticks.values, form.ticks(ticks), strict=True):
        assert number_in(text) == pytest.approx(float(value), rel=1e-12)
