"""Bar charts, read back: bars and whiskers are as long as their values by the axis says."""

import itertools
import re

import pytest
from chart_cases import BARS, HOSTILE, LONG
from chart_reading import SVG, classed, numbers_of, reader, root_of, texts_in

from reports.charts import NARROW, WIDE, Bar, Form, bar_chart, bar_table
from reports.charts.bar_values import whisker_of
from reports.pages.text import one_line

both_widths = pytest.mark.parametrize("width", [WIDE, NARROW])
CHARTS = {
    "ladder": [
        Bar("random", 0.0012, error=0.0003),
        Bar("greedy", 0.061, error=0.0024),
        Bar("optimal", 0.2877562, lower=0.27, upper=0.2977563),
    ],
    "side by side": [
        Bar(name, value * factor, series, lower=value * factor - 0.01, upper=value * factor + 0.02)
        for name, value in (("easy", 0.3), ("medium", 0.2), ("difficult", 0.05))
        for series, factor in (("rulebook", 1), ("revised", 1.4))
    ],
    "differences": [
        Bar("Stars", -0.081, "one more"),
        Bar("Stars", 0.062, "one less"),
        Bar("Houses", -0.004, "one more", error=0.02),
    ],
    "negative only": [Bar("a", -0.2), Bar("b", -0.1, error=0.001)],
    "tiny": [Bar("a", 1e-6, lower=9e-7, upper=1.2e-6), Bar("b", 2.5e-7)],
}
SIGNED = {"differences", "negative only"}


def drawn(name, width):
    return bar_chart(
        CHARTS[name], title="t", value_label="v", prefix="p", signed=name in SIGNED, digits=4, width=width
    )


def rectangles(root):
    return [
        {key: float(bar.get(key)) for key in ("x", "y", "width", "height")}
        for group in root.iter(f"{SVG}g")
        if group.find(f"{SVG}title") is not None
        for bar in classed(group, "chart-bar")
    ]


@pytest.mark.parametrize("name", CHARTS)
@both_widths
def test_bars_reach_from_0_to_their_values(name, width):
    chart = drawn(name, width)
    root, read = root_of(chart), reader(chart, "x")
    pixel = abs(read(1) - read(0))
    bars = rectangles(root)
    assert len(bars) == len(CHARTS[name])
    for bar, given in zip(bars, CHARTS[name], strict=True):
        ends = sorted((0, given.value))
        assert read(bar["x"]) == pytest.approx(ends[0], abs=0.02 * pixel)
        assert read(bar["x"] + bar["width"]) == pytest.approx(ends[1], abs=0.02 * pixel)
        assert 0 < bar["x"] <= bar["x"] + bar["width"] < width


@pytest.mark.parametrize("name", CHARTS)
@both_widths
def test_whiskers_reach_from_bound_to_bound_or_two_errors_either_side(name, width):
    chart = drawn(name, width)
    root, read = root_of(chart), reader(chart, "x")
    pixel = abs(read(1) - read(0))
    with_whiskers = [bar for bar in CHARTS[name] if bar.error is not None or bar.lower is not None]
    whiskers = classed(root, "chart-whisker")
    assert len(whiskers) == len(with_whiskers)
    for path, bar in zip(whiskers, with_whiskers, strict=True):
        found = re.fullmatch(r"M(\S+) (\S+)V(\S+)M\1 (\S+)H(\S+)M\5 \2V\3", path.get("d"))
        start, top, bottom, middle, end = map(float, found.groups())
        low, high = (
            (bar.lower, bar.upper)
            if bar.error is None
            else (bar.value - 2 * bar.error, bar.value + 2 * bar.error)
        )
        assert read(start) == pytest.approx(low, abs=0.02 * pixel)
        assert read(end) == pytest.approx(high, abs=0.02 * pixel)
        assert middle == pytest.approx((top + bottom) / 2, abs=0.01)
        assert 0 < start <= end < width


@pytest.mark.parametrize("name", CHARTS)
@both_widths
def test_there_is_a_line_at_0_beside_every_bar(name, width):
    chart = drawn(name, width)
    root, read = root_of(chart), reader(chart, "x")
    (line,) = [
        path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "1.4" and "V" in path.get("d")
    ]
    parts = [tuple(map(float, part)) for part in re.findall(r"M(\S+) ([^V]+)V([^M]+)", line.get("d"))]
    assert len(parts) == (1 if width == WIDE else len({bar.name for bar in CHARTS[name]}))
    for x, _, _ in parts:
        assert read(x) == pytest.approx(0, abs=0.02 * abs(read(1) - read(0)))
    for bar in rectangles(root):
        assert any(top <= bar["y"] and bar["y"] + bar["height"] <= bottom for _, top, bottom in parts)


def test_the_whisker_of_an_estimated_probability_stays_one():
    assert whisker_of(Bar("a", 0.01, error=0.02), Form()) == (0, 0.05)
    assert whisker_of(Bar("a", 0.99, error=0.02), Form()) == (0.95, 1)
    assert whisker_of(Bar("a", 0.5, error=0.02), Form()) == (0.46, 0.54)
    assert whisker_of(Bar("a", 0.01, error=0.02), Form(signed=True)) == (-0.03, 0.05)
    assert whisker_of(Bar("a", 0.01, error=0.02), Form(percent=False)) == (-0.03, 0.05)
    assert whisker_of(Bar("a", 0.01), Form()) is None


@pytest.mark.parametrize("name", CHARTS)
@both_widths
def test_values_and_names_stand_at_their_bars(name, width):
    chart = drawn(name, width)
    root = root_of(chart)
    form = Form(signed=name in SIGNED, digits=4)
    bars, texts = rectangles(root), texts_in(chart)
    values = [text for text in texts if text.kind == "chart-value"]
    assert [value.text for value in values] == [
        form.to_error(bar.error).write(bar.value) for bar in CHARTS[name]
    ]
    for bar, value, given in zip(bars, values, CHARTS[name], strict=True):
        assert value.top < bar["y"] + bar["height"] / 2 < value.bottom
        assert value.left > max(b["x"] + b["width"] for b in bars)
        (label,) = [text for text in texts if text.text == given.name]
        if width == WIDE:
            assert label.right < min(b["x"] for b in bars)
            together = [b for b, each in zip(bars, CHARTS[name], strict=True) if each.name == given.name]
            assert together[0]["y"] - 3 < (label.top + label.bottom) / 2
            assert (label.top + label.bottom) / 2 < together[-1]["y"] + together[-1]["height"] + 3
        else:
            assert label.bottom <= bar["y"] + 2


@pytest.mark.parametrize("name", CHARTS)
@both_widths
def test_bars_do_not_touch_each_other(name, width):
    bars = sorted(rectangles(root_of(drawn(name, width))), key=lambda bar: bar["y"])
    for above, below in itertools.pairwise(bars):
        assert above["y"] + above["height"] < below["y"]


def test_series_are_told_apart_without_colour():
    root = root_of(BARS["seven series"].draw(prefix="p"))
    looks = set()
    for group in root.iter(f"{SVG}g"):
        if group.find(f"{SVG}title") is None:
            continue
        (bar,) = classed(group, "chart-bar")
        hatching = list(group.iter(f"{SVG}path"))
        slopes = set()
        for path in hatching:
            for x1, y1, x2, y2 in re.findall(r"M(\S+) (\S+)L(\S+) ([^M]+)", path.get("d")):
                across, down = float(x2) - float(x1), float(y2) - float(y1)
                slopes.add(90 if not across else round(down / across))
        looks.add((bar.get("fill") == bar.get("stroke"), frozenset(slopes)))
    assert len(looks) == 7


@both_widths
def test_hatching_stays_inside_its_bar(width):
    root = root_of(drawn("side by side", width))
    hatched = 0
    for group in root.iter(f"{SVG}g"):
        bars = classed(group, "chart-bar")
        if group.find(f"{SVG}title") is None or len(bars) != 1:
            continue
        left, top = float(bars[0].get("x")), float(bars[0].get("y"))
        right, bottom = left + float(bars[0].get("width")), top + float(bars[0].get("height"))
        for path in group.iter(f"{SVG}path"):
            for x, y in re.findall(r"[ML](\S+) ([^MLVH]+)", path.get("d")) if "L" in path.get("d") else ():
                hatched += 1
                assert left - 0.01 <= float(x) <= right + 0.01
                assert top - 0.01 <= float(y) <= bottom + 0.01
    assert hatched > 100


def test_the_legend_names_the_series_in_their_order():
    chart = BARS["side by side"].draw(prefix="p")
    texts = {text.text: text for text in texts_in(chart)}
    assert texts["rulebook"].left < texts["revised"].left
    alone = bar_chart([Bar("a", 0.5, "rulebook")], title="t", value_label="v", prefix="p")
    assert "rulebook" not in [text.text for text in texts_in(alone)]


@pytest.mark.parametrize(
    ("bars", "note"),
    [
        ([Bar("a", 0.5, error=0.1)], "Whiskers: 2 standard errors either side."),
        ([Bar("a", 0.5, lower=0.4, upper=0.6)], "Whiskers: from the lower to the upper bound."),
        (
            [Bar("a", 0.5, error=0.1), Bar("b", 0.5, lower=0.4, upper=0.6)],
            "Whiskers: from the lower to the upper bound, or 2 standard errors either side of an estimate.",
        ),
        ([Bar("a", 0.5)], None),
    ],
)
def test_it_is_said_what_the_whiskers_are(bars, note):
    chart = bar_chart(bars, title="t", value_label="v", prefix="p")
    notes = [text.text for text in texts_in(chart) if text.text.startswith("Whiskers")]
    assert notes == ([note] if note else [])


def test_notes_are_said_once_for_all_bars_of_a_name():
    same = [Bar("a", 0.1, "x", note="bounded"), Bar("a", 0.2, "y", note="bounded")]
    texts = [text.text for text in texts_in(bar_chart(same, title="t", value_label="v", prefix="p"))]
    assert texts.count("bounded") == 1
    other = [Bar("a", 0.1, "x", note="bounded"), Bar("a", 0.2, "y", note="estimated")]
    texts = [text.text for text in texts_in(bar_chart(other, title="t", value_label="v", prefix="p"))]
    assert "x: bounded" in texts
    assert "y: estimated" in texts


@pytest.mark.parametrize("name", BARS)
def test_every_number_is_in_the_table(name):
    case = BARS[name]
    known = numbers_of(case.table)
    root = root_of(case.draw(prefix="p"))
    values = classed(root, "chart-value")
    assert len(values) == len(case.table.rows)
    assert {value.text for value in values} <= known
    described = root.find(f"{SVG}desc").text
    for number in re.findall(r"(?<=[ ])[−+]?[\d,.]+(?:×10[⁻⁰-⁹¹²³]+)?(?:%|\u00a0pp)", described):
        assert number in known, number


def test_the_table_by_hand():
    bars = [
        Bar("easy", 0.25, "rulebook", lower=0.2468, upper=0.2532, note="bounded"),
        Bar("hard", 0.1, "rulebook"),
        Bar("easy", 0.5, "revised", error=0.0123, note="estimated"),
    ]
    table = bar_table(bars, name_label="difficulty", series_label="edition", value_label="win probability")
    assert table.header == (
        "difficulty",
        "edition",
        "win probability",
        "lower bound",
        "upper bound",
        "standard error",
        "note",
    )
    assert [[cell if isinstance(cell, str) else cell.text for cell in row] for row in table.rows] == [
        ["easy", "rulebook", "25.0%", "24.6%", "25.4%", "", "bounded"],
        ["easy", "revised", "50.0%", "", "", "1.2\u00a0pp", "estimated"],
        ["hard", "rulebook", "10.0%", "", "", "", ""],
    ]
    bare = bar_table([Bar("a", 0.03)], name_label="card", value_label="change", signed=True)
    assert (bare.header, bare.rows[0][1].text) == (("card", "change"), "+3.0\u00a0pp")


def test_estimates_are_written_to_the_second_digit_of_their_errors():
    bars = [Bar("a", 0.05, error=0.0235294), Bar("b", 0.0, error=0.0098528), Bar("c", 0.00126, error=7e-10)]
    table = bar_table([*bars, Bar("d", 0.04)], name_label="game", value_label="win", digits=5)
    assert [[cell if isinstance(cell, str) else cell.text for cell in row[1:]] for row in table.rows] == [
        ["5.0%", "2.4\u00a0pp"],
        ["0.00%", "0.99\u00a0pp"],
        ["0.12600%", "7×10⁻⁸\u00a0pp"],
        ["4.00000%", ""],
    ]


def test_long_names_are_cut_in_the_picture_but_whole_in_tooltip_and_table():
    case = BARS["hostile"]
    root = root_of(case.draw(prefix="p", width=WIDE))
    tips = [title.text for title in root.iter(f"{SVG}title")]
    assert one_line(f"{HOSTILE}, {LONG}: 50.0%") in tips
    assert HOSTILE in numbers_of(case.table)
    assert any(text.text.endswith("…") for text in texts_in(case.draw(prefix="p", width=WIDE)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value": float("nan")}, "finite"),
        ({"value": 0.5, "error": float("inf")}, "finite"),
        ({"value": 0.5, "lower": 0.4}, "only one bound"),
        ({"value": 0.5, "upper": 0.6}, "only one bound"),
        ({"value": 0.5, "lower": 0.6, "upper": 0.7}, "isn't from 0.6 to 0.7"),
        ({"value": 0.5, "error": -0.1}, "can't be negative"),
        ({"value": 0.5, "error": 0.1, "lower": 0.4, "upper": 0.6}, "nor stand beside bounds"),
    ],
)
def test_bars_that_cannot_be_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Bar("a", **options)
