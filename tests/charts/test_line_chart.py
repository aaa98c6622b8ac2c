"""Line charts, read back: what a pixel stands for by the axes is the value that was given."""

import itertools
import re

import pytest
from chart_cases import GAME, LINES, WAVE, lines_case
from chart_reading import SVG, classed, corners, number_in, numbers_of, reader, root_of, texts_in

from layouts.pictures.svg_text import width_of
from reports.charts import NARROW, WIDE, Line, Mark, line_chart, line_table

WORDS = {"title": "t", "x_label": "x", "y_label": "y", "prefix": "p"}
both_widths = pytest.mark.parametrize("width", [WIDE, NARROW])
PLAIN = [name for name in LINES if name not in ("steps", "review", "hostile", "close together")]
POINTS = {
    "two hundred points": [tuple((x, y / k) for x, y in WAVE) for k in (1, 2, 3)],
    "all ends at one place": [((0, k / 12), (1, 1.0)) for k in range(12)],
    "all values equal": [tuple((x, 0.3) for x in range(5))],
    "all 0": [tuple((x, 0.0) for x in range(5))],
    "all 1": [tuple((x, 1.0) for x in range(5))],
    "tiny": [((0, 1e-6), (1, 2.5e-7), (2, 0.0))],
    "not probabilities": [((0, 12), (1, -40.5), (2, 1234567))],
    "times": [((0.25, 0.1), (0.5, 0.2), (0.5, 0.4), (2.75, 0.3))],
    "one without points": [((0, 0.1), (4, 0.2))],
}


@pytest.mark.parametrize("name", POINTS)
@both_widths
def test_pixels_are_the_values(name, width):
    chart = LINES[name].draw(prefix="p", width=width)
    x_of, y_of = reader(chart, "x"), reader(chart, "y")
    paths = classed(root_of(chart), "chart-line")
    assert len(paths) == len(POINTS[name])
    pixel_x, pixel_y = abs(x_of(1) - x_of(0)), abs(y_of(1) - y_of(0))
    for path, points in zip(paths, POINTS[name], strict=True):
        assert len(corners(path)) == len(points)
        for (x, y), point in zip(corners(path), points, strict=True):
            assert x_of(x) == pytest.approx(point[0], abs=pixel_x)
            assert y_of(y) == pytest.approx(point[1], abs=pixel_y)


@pytest.mark.parametrize("name", LINES)
@both_widths
def test_all_points_are_within_the_plot(name, width):
    root = root_of(LINES[name].draw(prefix="p", width=width))
    ticks = [float(tick.get("y")) - 4.3 for tick in classed(root, "chart-y-tick")]
    right = max(float(line.get("x2")) for line in root.iter(f"{SVG}line") if line.get("y1") == line.get("y2"))
    for path in classed(root, "chart-line"):
        for x, y in corners(path):
            assert 0 < x <= max(right, width - 10)
            assert min(ticks) - 0.02 <= y <= max(ticks) + 0.02
    for mark in classed(root, "chart-mark"):
        assert min(ticks) - 0.02 <= float(mark.get("cy")) <= max(ticks) + 0.02


def test_one_point_is_drawn_and_labelled():
    chart = LINES["one point marked"].draw(prefix="p")
    root = root_of(chart)
    (point,), (ring,) = classed(root, "chart-point"), classed(root, "chart-mark")
    at = re.fullmatch(r"translate\((\S+) (\S+)\)", point.get("transform")).groups()
    assert at == (ring.get("cx"), ring.get("cy"))
    (tick,) = classed(root, "chart-x-tick")
    assert (tick.text, tick.get("x")) == ("5", at[0])
    assert reader(chart, "y")(float(at[1])) == pytest.approx(0.25)
    assert [label.text for label in classed(root, "chart-mark-label")] == ["here"]


def test_a_step_holds_until_the_next_x():
    lines = [Line("won", ((0, 0.0), (1, 0.1), (2, 0.1), (4, 0.5)))]
    chart = lines_case(lines, steps=True).draw(prefix="p")
    x_of, y_of = reader(chart, "x"), reader(chart, "y")
    (path,) = classed(root_of(chart), "chart-line")
    read = [(round(x_of(x), 1), round(y_of(y), 2)) for x, y in corners(path)]
    assert read == [(0, 0), (1, 0), (1, 0.1), (2, 0.1), (4, 0.1), (4, 0.5)]


@both_widths
def test_marks_are_at_their_points_with_labels_beside_them(width):
    chart = LINES["review"].draw(prefix="p", width=width)
    root = root_of(chart)
    y_of = reader(chart, "y")
    path = corners(classed(root, "chart-line")[0])
    rings = [(float(ring.get("cx")), float(ring.get("cy"))) for ring in classed(root, "chart-mark")]
    for ring, place in zip(rings, (5, 14, 15, 40, 71), strict=True):
        assert ring == pytest.approx(path[place], abs=0.006)
        assert y_of(ring[1]) == pytest.approx(WAVE[place][1], abs=0.005)
    labels = [text for text in texts_in(chart) if text.kind == "chart-mark-label"]
    assert len(labels) == 5
    for label, (x, y) in zip(labels, rings, strict=True):
        away = (
            max(label.left - x, x - label.right, 0) ** 2 + max(label.top - y, y - label.bottom, 0) ** 2
        ) ** 0.5
        assert 6 < away < 120
        for other_x, other_y in rings:
            assert not (
                label.left < other_x + 6
                and other_x - 6 < label.right
                and label.top < other_y + 6
                and other_y - 6 < label.bottom
            )


@both_widths
def test_labels_without_room_are_counted(width):
    root = root_of(LINES["crowded marks"].draw(prefix="p", width=width))
    shown = len(classed(root, "chart-mark-label"))
    assert len(classed(root, "chart-mark")) == 72
    assert 5 < shown < 72
    notes = [text.text for text in root.iter(f"{SVG}text")]
    assert f"Labels without room here, but in the table: {72 - shown}." in notes


def test_several_lines_are_told_apart_without_colour():
    lines = [Line(f"series {k}", tuple((x, k / 20 + x / 40) for x in range(5))) for k in range(12)]
    root = root_of(line_chart(lines, **WORDS))
    looks = set()
    for path in classed(root, "chart-line"):
        group = next(group for group in root.iter(f"{SVG}g") if path in list(group))
        points = [point.get("d") for point in classed(group, "chart-point")]
        assert len(points) == 5
        assert len(set(points)) == 1
        looks.add((path.get("stroke-dasharray"), points[0]))
    assert len(looks) == 12


@both_widths
def test_every_line_is_named_beside_its_sample(width):
    chart = LINES["all ends at one place"].draw(prefix="p", width=width)
    names = [text for text in texts_in(chart) if text.text.startswith("series")]
    root = root_of(chart)
    samples = [
        line
        for line in root.iter(f"{SVG}line")
        if line.get("stroke-width") == "2.2" and line.get("y1") == line.get("y2")
    ]
    assert len(names) == len(samples) == 12
    paths = classed(root, "chart-line")
    for path, sample, name in zip(paths, samples, sorted(names, key=lambda n: int(n.text[7:])), strict=True):
        assert sample.get("stroke") == path.get("stroke")
        assert sample.get("stroke-dasharray") == path.get("stroke-dasharray")
        assert name.left - 10 < float(sample.get("x2")) < name.left
        assert name.top < float(sample.get("y1")) < name.bottom


def test_names_are_in_the_order_of_lines_that_meet():
    chart = LINES["all ends at one place"].draw(prefix="p", width=WIDE)
    names = [text for text in texts_in(chart) if text.text.startswith("series")]
    assert [name.text for name in sorted(names, key=lambda name: name.top)] == [
        f"series {k}" for k in range(11, -1, -1)
    ]


@pytest.mark.parametrize("name", ["two hundred points", "steps"])
def test_names_at_the_ends_are_level_with_them(name):
    chart = LINES[name].draw(prefix="p", width=WIDE)
    names = {text.text: text for text in texts_in(chart)}
    root = root_of(chart)
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and (paths := classed(group, "chart-line")):
            label = names[title.text]
            assert (label.top + label.bottom) / 2 == pytest.approx(corners(paths[0])[-1][1], abs=14)
            assert label.left > corners(paths[0])[-1][0]


def test_given_ticks_are_written_at_their_x():
    ticks = [(0, "start"), (9, "round 2"), (18, "round 3")]
    chart = lines_case([Line("a", WAVE[:20])], x_ticks=ticks).draw(prefix="p")
    root = root_of(chart)
    path = corners(classed(root, "chart-line")[0])
    found = {tick.text: float(tick.get("x")) for tick in classed(root, "chart-x-tick")}
    assert found == {text: pytest.approx(path[x][0], abs=0.006) for x, text in ticks}


def test_given_ticks_without_room_are_thinned_evenly():
    ticks = [(x, f"roll {x}") for x in range(72)]
    root = root_of(lines_case(GAME, x_ticks=ticks[::-1]).draw(prefix="p"))
    shown = [int(tick.text.split()[-1]) for tick in classed(root, "chart-x-tick")]
    assert shown[0] == 0
    assert len({b - a for a, b in itertools.pairwise(shown)}) == 1
    assert 6 < len(shown) < 15


def test_probabilities_of_very_different_sizes_have_useful_axes():
    for size in (1, 1e-3, 1e-6, 1e-9, 1e-15):
        chart = line_chart([Line("a", ((0, 0.0), (1, size)))], **WORDS)
        texts = [tick.text for tick in classed(root_of(chart), "chart-y-tick")]
        assert 3 <= len(set(texts)) == len(texts) <= 6
        assert size <= max(map(number_in, texts)) * (1 + 1e-9) <= 2 * size
        assert max(width_of(text, 12) for text in texts) < 80


@pytest.mark.parametrize("name", PLAIN)
def test_every_point_is_in_the_table(name):
    table = LINES[name].table
    for row in table.rows:
        assert len(row) == len(table.header)
    if name in POINTS:
        for points in POINTS[name]:
            known = {(row[0].value, cell.value) for row in table.rows for cell in row[1:] if cell}
            assert set(points) <= known


def test_the_table_by_hand():
    lines = [Line("won", ((0, 0.1), (1, 0.25), (1, 0.5))), Line("lost", ((1, 0.001), (2.5, 0.0)))]
    marks = [Mark(1, 0.5, "−3.0 pp"), Mark(1, 0.001, "also")]
    table = line_table(lines, x_label="round", marks=marks, x_texts={1: "a roll"}, digits=2)
    assert table.header == ("round", "won", "lost", "marked")
    assert [[cell if isinstance(cell, str) else cell.text for cell in row] for row in table.rows] == [
        ["0", "10.00%", "", ""],
        ["a roll", "25.00%", "0.10%", "also"],
        ["a roll", "50.00%", "", "−3.0 pp"],
        ["2.50", "", "0.00%", ""],
    ]
    assert table.rows[0][1].value == 0.1
    assert line_table(lines[:1], x_label="round").header == ("round", "won")


def test_the_description_says_what_the_chart_shows():
    lines = [Line("won", ((0, 0.1), (1, 0.05), (2, 0.5))), Line("none", ())]
    chart = lines_case(lines).draw(prefix="p")
    assert root_of(chart).find(f"{SVG}desc").text == (
        "A line chart of win probability by round. won: 10.0% at 0, 50.0% at 2; lowest 5.0%, highest 50.0%. "
        "none: no data."
    )
    described = root_of(LINES["review"].draw(prefix="p")).find(f"{SVG}desc").text
    numbers = re.findall(r"[\d.]+%", described)
    assert len(numbers) == 4
    assert set(numbers) <= numbers_of(LINES["review"].table)


def test_input_that_cannot_be_drawn_is_refused():
    for bad in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            Line("a", ((0, bad),))
        with pytest.raises(ValueError, match="finite"):
            Line("a", ((bad, 0),))
        with pytest.raises(ValueError, match="finite"):
            Mark(0, bad, "a")
        with pytest.raises(ValueError, match="finite"):
            Mark(bad, 0, "a")
    with pytest.raises(ValueError, match="they must rise"):
        Line("a", ((1, 0), (0, 0)))
    for function in (
        lambda **more: line_chart(GAME, **WORDS, **more),
        lambda **more: line_table(GAME, x_label="x", **more),
    ):
        with pytest.raises(ValueError, match="no line has a point"):
            function(marks=[Mark(0, 0.123, "here")])
