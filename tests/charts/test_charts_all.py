"""What holds for charts of every kind: self-contained, accessible, no text over another, deterministic."""

import re
from xml.etree import ElementTree

import pytest
from chart_cases import CASES, EMPTY, HOSTILE
from chart_reading import SVG, classed, numbers_of, overlapping, root_of, size_of, texts_in

from reports.charts import NARROW, WIDE, Bar, Distribution, Line, bar_chart, histogram, line_chart
from reports.pages.style import DARK, LIGHT
from reports.pages.text import one_line

every_case = pytest.mark.parametrize("name", CASES)
both_widths = pytest.mark.parametrize("width", [WIDE, NARROW])


@every_case
@both_widths
def test_no_text_covers_another_or_leaves_the_chart(name, width):
    chart = CASES[name].draw(prefix="p", width=width)
    texts = texts_in(chart)
    assert overlapping(texts) == []
    wide, high = size_of(chart)
    assert wide == width
    for text in texts:
        assert text.left >= -0.01, text
        assert text.right <= wide + 0.01, text
        assert text.top >= 0, text
        assert text.bottom <= high, text


@every_case
@both_widths
def test_it_is_an_image_with_a_title_and_a_description(name, width):
    root = root_of(CASES[name].draw(prefix="p", width=width))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "p-title p-desc"
    assert root.find(f"{SVG}title").get("id") == "p-title"
    assert root.find(f"{SVG}desc").get("id") == "p-desc"
    assert root.find(f"{SVG}title").text
    assert root.find(f"{SVG}desc").text


@every_case
def test_the_same_bytes_each_time_and_only_the_prefix_differs(name):
    draw = CASES[name].draw
    chart = draw(prefix="first-chart")
    assert chart == draw(prefix="first-chart")
    assert chart.replace("first-chart", "other") == draw(prefix="other")
    ids = [element.get("id") for element in root_of(chart).iter() if element.get("id")]
    assert ids == ["first-chart-title", "first-chart-desc"]


@every_case
@both_widths
def test_it_needs_nothing_from_outside(name, width):
    chart = CASES[name].draw(prefix="p", width=width)
    assert not re.search(r"<(?:script|style|image|use|foreignObject|a)\b|href|url\(|@import", chart)
    assert set(re.findall(r"https?://[^\"]*", chart)) == {"http://www.w3.org/2000/svg"}
    assert "nan" not in re.sub(r">[^<]*<", "><", chart).lower()
    assert not re.search(r"\d\.\d{3}|\de-\d", re.sub(r">[^<]*<", "><", chart))
    chart.encode("utf-8")
    assert len(chart) < 150_000


@every_case
def test_colours_are_properties_of_the_page_with_fallbacks(name):
    """Every paint is an attribute, for programs without custom properties, and the same as a style."""
    for element in root_of(CASES[name].draw(prefix="p")).iter():
        style = dict(part.split(":", 1) for part in (element.get("style") or "").split(";") if part)
        for what in ("fill", "stroke"):
            if element.get(what) in (None, "none"):
                assert what not in style
            else:
                found = re.fullmatch(r"var\(--chart-(\w+),(#[0-9a-f]{6})\)", style[what])
                assert found[2] == element.get(what)
                known = {"ink": "ink", "muted": "muted", "paper": "surface"}
                name = known.get(found[1], f"chart-{found[1]}")
                assert LIGHT[name] == found[2]
                assert name in DARK


@every_case
@both_widths
def test_hostile_texts_are_shown_as_they_are_or_shortened(name, width):
    chart = CASES[name].draw(prefix="p", width=width)
    assert "<script" not in chart
    whole = one_line(HOSTILE)
    for text in texts_in(chart):
        if "alert" in text.text:
            assert text.text.rstrip("…").strip() in whole


@pytest.mark.parametrize("name", EMPTY)
@both_widths
def test_without_data_it_says_so(name, width):
    chart = EMPTY[name].draw(prefix="p", width=width)
    assert "No data" in [text.text for text in texts_in(chart)]
    assert root_of(chart).find(f"{SVG}desc").text == "There is no data to show."
    assert EMPTY[name].table.rows == ()


@every_case
@both_widths
def test_every_number_on_a_label_or_tooltip_is_in_the_table(name, width):
    """The ticks of axes are the scale and no numbers of their own."""
    case = CASES[name]
    root = root_of(case.draw(prefix="p", width=width))
    for value in classed(root, "chart-value"):
        assert value.text in numbers_of(case.table)
    for group in root.iter(f"{SVG}g"):
        tip = group.find(f"{SVG}title")
        if tip is not None and ": " in tip.text and classed(group, "chart-bar"):
            assert tip.text.rpartition(": ")[2] in numbers_of(case.table)
        if tip is not None and classed(group, "chart-mark"):
            assert any(tip.text in one_line(cell) for cell in numbers_of(case.table))


@pytest.mark.parametrize("prefix", ["", "1a", "a b", "a.b", 'a"', "é"])
def test_a_prefix_must_be_able_to_begin_an_id(prefix):
    for case in (CASES["lines: steps"], CASES["bars: ladder"], CASES["histogram: one"], EMPTY["no bars"]):
        with pytest.raises(ValueError, match="prefix"):
            case.draw(prefix=prefix)


@pytest.mark.parametrize("options", [{"width": 279}, {"width": float("nan")}, {"digits": -1}])
def test_widths_and_digits_that_cannot_be_are_refused(options):
    for case in (CASES["lines: steps"], CASES["bars: ladder"], CASES["histogram: one"]):
        with pytest.raises(ValueError, match=r"width|wide|decimals"):
            case.draw(prefix="p", **options)


def test_series_that_cannot_be_told_apart_are_refused():
    words = {"title": "t", "prefix": "p"}
    axes = {"x_label": "x", "y_label": "y"}
    with pytest.raises(ValueError, match="13 series; no more than 12"):
        line_chart([Line(str(k), ((0, 0),)) for k in range(13)], **words, **axes)
    with pytest.raises(ValueError, match="same name"):
        line_chart([Line("a", ((0, 0),)), Line("a", ((1, 0),))], **words, **axes)
    with pytest.raises(ValueError, match="8 series; no more than 7"):
        bar_chart([Bar("a", 0, str(k)) for k in range(8)], value_label="v", **words)
    with pytest.raises(ValueError, match="same name and the same series"):
        bar_chart([Bar("a", 0), Bar("a", 1)], value_label="v", **words)
    with pytest.raises(ValueError, match="3 series; no more than 2"):
        histogram([Distribution(str(k), {1: 1}) for k in range(3)], **words, **axes)


def test_a_broken_chart_would_be_seen():
    """The checks above fail on charts that are wrong in the ways they look for."""
    chart = CASES["lines: steps"].draw(prefix="p")
    moved = re.sub(r'(<text[^>]*) y="[\d.]+"', r'\1 y="50"', chart)
    assert overlapping(texts_in(moved))
    with pytest.raises(ElementTree.ParseError):
        root_of(chart.replace("</text>", "", 1))
