"""Histograms, read back: bars stand at their numbers and are as high as their weights."""

import itertools
from fractions import Fraction

import pytest
from chart_cases import ENDS, HISTOGRAMS, LOST, WON, histogram_case
from chart_reading import SVG, classed, number_in, numbers_of, reader, root_of, texts_in
from hypothesis import given
from hypothesis import strategies as st

from reports.charts import NARROW, WIDE, Distribution, histogram_table
from reports.charts.distributions import MOST_CLASSES, classes_of

both_widths = pytest.mark.parametrize("width", [WIDE, NARROW])


def heights(chart):
    """Return a function from a pixel to a weight, by the ticks; below 0 they count downwards."""
    ticks = classed(root_of(chart), "chart-y-tick")
    placed = [(float(tick.get("y")) - 4.3, number_in(tick.text)) for tick in ticks]
    (zero,) = [pixel for pixel, value in placed if value == 0]
    pixel, value = max(placed, key=lambda tick: abs(tick[0] - zero))
    for other, weight in placed:
        assert weight == pytest.approx(abs(zero - other) * value / abs(zero - pixel), rel=1e-3)
    return lambda at: (zero - at) * value / abs(zero - pixel)


def bars_of(chart):
    """Return name, class, and the edges left, right, bottom and top of each bar."""
    read, found = heights(chart), {}
    for group in root_of(chart).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is None:
            continue
        (bar,) = classed(group, "chart-bar")
        x, y, wide, high = (float(bar.get(key)) for key in ("x", "y", "width", "height"))
        name, _, number = title.text.rpartition(": ")[0].rpartition(", ")
        found[name, number] = (x, x + wide, read(y + high), read(y))
    return found


@both_widths
def test_mirrored_bars_grow_from_0_up_and_down(width):
    chart = HISTOGRAMS["mirrored"].draw(prefix="p", width=width)
    found, pixel = bars_of(chart), abs(heights(chart)(1) - heights(chart)(0))
    assert len(found) == len(WON) + len(LOST)
    for (name, number), (_, _, low, high) in found.items():
        ends = (0, WON[int(number)]) if name == "games won" else (-LOST[int(number)], 0)
        assert (low, high) == pytest.approx(ends, abs=0.02 * pixel)


@both_widths
def test_stacked_bars_begin_where_the_first_ends(width):
    chart = HISTOGRAMS["stacked"].draw(prefix="p", width=width)
    found, pixel = bars_of(chart), abs(heights(chart)(1) - heights(chart)(0))
    for (name, number), (_, _, low, high) in found.items():
        won, lost = WON.get(int(number), 0), LOST.get(int(number), 0)
        ends = (0, won) if name == "games won" else (won, won + lost)
        assert (low, high) == pytest.approx(ends, abs=0.02 * pixel)


@pytest.mark.parametrize("name", ["mirrored", "stacked", "one", "one number", "all equal", "counts"])
@both_widths
def test_bars_stand_over_their_numbers_apart_from_each_other(name, width):
    chart = HISTOGRAMS[name].draw(prefix="p", width=width)
    ticks = {tick.text: float(tick.get("x")) for tick in classed(root_of(chart), "chart-x-tick")}
    found = bars_of(chart)
    for (_, number), (left, right, _, _) in found.items():
        text = number.replace("-", "−")
        if text in ticks:
            assert (left + right) / 2 == pytest.approx(ticks[text], abs=0.02)
    edges = sorted({(left, right) for left, right, _, _ in found.values()})
    for (_, right), (left, _) in itertools.pairwise(edges):
        assert right < left
    if len(ticks) > 1:
        read = reader(chart, "x")
        for (_, number), (left, right, _, _) in found.items():
            assert read((left + right) / 2) == pytest.approx(int(number), abs=0.02)


@both_widths
def test_many_numbers_are_put_into_classes(width):
    case = HISTOGRAMS["two hundred numbers"]
    chart = case.draw(prefix="p", width=width)
    found, pixel = bars_of(chart), abs(heights(chart)(1) - heights(chart)(0))
    assert "Each bar stands for 5 numbers." in [text.text for text in texts_in(chart)]
    assert found["lost", "5 to 9"][2:] == pytest.approx((-0.02, 0), abs=0.02 * pixel)
    assert found["lost", "195 to 199"][2:] == pytest.approx((-0.01, 0), abs=0.02 * pixel)
    assert len([1 for name, _ in found if name == "won"]) == 40
    assert [row[0] for row in case.table.rows][:2] == ["0 to 4", "5 to 9"]


@given(
    st.lists(st.dictionaries(st.integers(-1000, 1000), st.floats(0, 1), max_size=40), min_size=1, max_size=2)
)
def test_classes_are_few_even_and_lose_nothing(weights):
    found = classes_of([Distribution(str(k), each) for k, each in enumerate(weights)])
    numbers = [number for each in weights for number in each]
    if not numbers:
        assert found == []
        return
    assert len(found) <= MOST_CLASSES
    assert found[0].first <= min(numbers) <= found[0].last
    assert found[-1].first <= max(numbers) <= found[-1].last
    (size,) = {each.last - each.first + 1 for each in found}
    sizes = [1, 2, 5, 10, 20, 50, 100]
    few = [each for each in sizes if max(numbers) // each - min(numbers) // each + 1 <= MOST_CLASSES]
    assert size == few[0]
    for one, other in itertools.pairwise(found):
        assert other.first == one.last + 1
    for each in found:
        assert each.first % size == 0
        for index, given_weights in enumerate(weights):
            exact = sum(Fraction(w) for n, w in given_weights.items() if each.first <= n <= each.last)
            assert each.sums[index] == float(exact)


@pytest.mark.parametrize("name", HISTOGRAMS)
def test_every_number_is_in_the_table(name):
    case = HISTOGRAMS[name]
    known = numbers_of(case.table)
    root = root_of(case.draw(prefix="p"))
    for title in root.iter(f"{SVG}title"):
        if ": " in title.text and "%" in title.text:
            number = title.text.rpartition(": ")[2]
            assert number in known
    for row in case.table.rows:
        assert len(row) == len(case.table.header)


def test_the_table_by_hand():
    table = histogram_table(
        [Distribution("won", {3: 0.25, 5: 0.5}), Distribution("lost", {4: 0.125})], x_label="round", digits=2
    )
    assert table.header == ("round", "won", "lost")
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["3", "25.00%", "0.00%"],
        ["4", "0.00%", "12.50%"],
        ["5", "50.00%", "0.00%"],
    ]
    assert table.numeric() == (True, True, True)


def test_the_description_gives_totals_and_the_most_frequent_number():
    distributions = [Distribution("won", {3: 0.25, 5: 0.5}), Distribution("lost", {4: 0.0})]
    described = root_of(histogram_case(distributions).draw(prefix="p")).find(f"{SVG}desc").text
    assert described == (
        "A histogram of share of games by round, from 3 to 5. "
        "won: 75.0% in all, most at 5, 50.0%. lost: none."
    )


def test_the_second_is_hatched_and_named():
    chart = HISTOGRAMS["mirrored"].draw(prefix="p")
    fills = {}
    for group in root_of(chart).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            (bar,) = classed(group, "chart-bar")
            name = title.text.rpartition(", ")[0]
            fills.setdefault(name, set()).add((bar.get("fill") == bar.get("stroke"), bar.get("stroke")))
    assert fills == {"games won": {(True, "#0b5cad")}, "games lost": {(False, "#b3450b")}}
    assert {"games won", "games lost"} <= {text.text for text in texts_in(chart)}
    assert "games won" not in {text.text for text in texts_in(histogram_case(ENDS[:1]).draw(prefix="p"))}


def test_weights_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="can't be negative"):
        Distribution("won", {1: -0.1})
    with pytest.raises(ValueError, match="finite"):
        Distribution("won", {1: float("nan")})
