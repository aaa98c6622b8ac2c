"""Labels: cut to a width, spread without covering each other, and placed beside what they belong to."""

import doctest
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reports.charts.text_boxes
from layouts.pictures.svg_text import width_of
from reports.charts.text_boxes import BOLD, Box, broken, place_beside, shortened, spread
from reports.pages.text import one_line

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@given(TEXTS, st.floats(30, 300))
def test_a_shortened_text_fits_and_begins_as_it_did(text, width):
    short = shortened(text, width, 12)
    assert width_of(short, 12) <= width
    whole = one_line(text)
    assert short == whole or (short.endswith("…") and whole.startswith(short.rstrip("…")))


@given(TEXTS, st.floats(30, 300), st.integers(1, 4), st.booleans())
def test_a_broken_text_fits_into_its_lines(text, width, most, bold):
    lines = broken(text, width, 12, most, bold)
    assert 1 <= len(lines) <= most
    assert all(width_of(line, 12) * (BOLD if bold else 1) <= width + 1e-9 for line in lines)


def test_nothing_is_lost_of_a_text_that_fits():
    text = "optimal, erring in one decision of ten"
    assert broken(text, 400, 12, 2) == [text]
    assert " ".join(broken(text, 120, 12, 3)) == text
    assert broken(text, 120, 12, 1)[0].endswith("…")
    assert broken(" a\n b\x00", 400, 12, 2) == ["a b�"]
    assert "".join(broken("x" * 40, 100, 12, 9)) == "x" * 40


LABELS = st.lists(st.tuples(st.floats(-50, 250), st.floats(5, 30)), max_size=8)


@given(LABELS)
def test_spread_labels_keep_apart_inside_and_in_order(labels):
    wanted, heights = [w for w, _ in labels], [h for _, h in labels]
    if sum(heights) > 200:
        with pytest.raises(ValueError, match="higher than the room"):
            spread(wanted, heights, 0, 200)
        return
    tops = spread(wanted, heights, 0, 200)
    placed = sorted(zip(tops, heights, wanted, strict=True))
    for (top, height, _), (below, _, _) in itertools.pairwise(placed):
        assert top + height <= below + 1e-6
    assert all(top >= -1e-6 and top + height <= 200 + 1e-6 for top, height, _ in placed)
    middles = [want + height / 2 for _, height, want in placed]
    assert middles == sorted(middles)


def test_labels_that_have_room_stay_where_they_are_wanted():
    assert spread([10, 50, 90], [20, 20, 20], 0, 200) == [10, 50, 90]
    assert spread([90, 10, 50], [20, 20, 20], 0, 200) == [90, 10, 50]
    assert spread([10, 12], [20, 20], 0, 200) == [10, 30]
    assert spread([190, 190], [20, 20], 0, 200) == [160, 180]


BOXES = st.lists(
    st.tuples(st.floats(0, 180), st.floats(0, 90), st.floats(5, 60), st.floats(5, 60)).map(
        lambda b: Box(b[0], b[1], b[0] + b[2], b[1] + b[3])
    ),
    max_size=6,
)


@given(st.tuples(st.floats(0, 200), st.floats(0, 100)), BOXES)
def test_a_label_is_placed_inside_and_over_nothing(point, taken):
    plot = Box(0, 0, 200, 100)
    box = place_beside(point, (50, 14), plot, taken, [])
    if box is None:
        assert taken
    else:
        assert plot.holds(box)
        assert not any(box.overlaps(other) for other in taken)
        assert box.right - box.left == pytest.approx(50)
        assert box.bottom - box.top == pytest.approx(14)


def test_a_label_keeps_off_lines_and_near_its_point():
    plot = Box(0, 0, 400, 200)
    above = place_beside((200, 100), (60, 14), plot, [], [])
    assert above.bottom < 100 < above.bottom + 20
    line = [(x, 85) for x in range(0, 400, 4)]
    below = place_beside((200, 100), (60, 14), plot, [], line)
    assert not any(below.has(*point) for point in line)


def test_there_may_be_no_room():
    assert place_beside((5, 5), (50, 14), Box(0, 0, 40, 100), [], []) is None
    plot = Box(0, 0, 200, 100)
    assert place_beside((100, 50), (50, 14), plot, [plot], []) is None


def test_boxes():
    box = Box(0, 0, 10, 10)
    assert box.overlaps(Box(9, 9, 20, 20))
    assert not box.overlaps(Box(10, 0, 20, 10))
    assert box.holds(Box(0, 0, 10, 10))
    assert not box.holds(Box(0, 0, 10.1, 10))
    assert box.has(10, 10)
    assert not box.has(10.1, 5)


def test_the_examples_are_right():
    found = doctest.testmod(reports.charts.text_boxes)
    assert found.attempted
    assert not found.failed
