"""Pictures: a small one line for line, and what must hold for all."""

import re

import pytest

from layouts import (
    CATALOGUE,
    Place,
    Ratings,
    RuleError,
    adjacency_text,
    ascii_picture,
    load_named,
    make_layout,
)

LEGEND = "On each card: name, tag (6 is the center), defence/agent strength/encounter influence."
SMALL = (
    """\
                     +--------------+
                     |              |
                     |              |
+--------------------+              |
|                    |              |
|                    |    Paints    |
|       Houses       | tag 3  4/2/1 |
|    tag 4  5/3/2    |              |
|                    |              |
|                    |              |
|                    |              |
+--------+-----------+--------+-----+
         |       Stars        |
         |    tag 6  6/5/0    |
         |        dark        |
         |       agent        |
         |       1 2(x)       |
         |                    |
         +--------------------+

"""
    + LEGEND
)


def row(n, name="Card number {}"):
    tags = {name.format(i): 6 if i == 0 else 3 for i in range(n)}
    return make_layout(tags, places={card: Place(14 * i, 0, "landscape") for i, card in enumerate(tags)})


def test_a_picture_line_for_line():
    assert ascii_picture(load_named("small-sample"), {"stars": ["dark", "agent", "1 2(x)"]}) == SMALL


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("marks", [[], ["dark"], ["dark", "agents", "spirit", "1 2(x)"]])
def test_pictures_are_ascii_and_not_too_wide_and_name_every_card(name, marks):
    graph = load_named(name)
    picture = ascii_picture(graph, dict.fromkeys(graph, marks))
    assert picture.isascii()
    assert "(1)" in picture or not re.search(r"[|+]\w|\w[|+]", picture)  # a space between text and border
    assert all(len(line) <= 100 and line == line.rstrip() for line in picture.split("\n"))
    words = re.sub("[|+;]", " ", picture).split()
    for card in graph:
        assert set(card.split()) <= set(words)
    for word in " ".join(marks).split():
        assert words.count(word) >= len(graph)


@pytest.mark.parametrize("name", CATALOGUE)
def test_cards_are_drawn_to_scale(name):
    """Measure each box from the line with the name, out to the borders around it: 21 by 7.5, 15 by 10.5.

    Different coordinates never share a row, which may push one down.
    """
    graph = load_named(name)
    lines = ascii_picture(graph).split("\n")
    top, left = (min(card[axis] for card in graph.nodes.values()) for axis in ("y", "x"))
    for card in graph.nodes.values():
        wide, high = (14, 10) if card["orientation"] == "landscape" else (10, 14)
        x, y = (card["x"] - left) * 1.5, (card["y"] - top) * 0.75
        for column in (x, x + wide * 1.5):
            for line in (y, y + high * 0.75):
                assert "+" in {
                    lines[r][c : c + 1]
                    for r in (int(line), int(line + 0.5), int(line + 1.5))
                    for c in (int(column), int(column + 0.5))
                }


def test_nine_cards_in_a_row_stay_within_100_columns():
    lines = ascii_picture(row(9)).split("\n")
    assert max(map(len, lines)) == 100
    assert lines[1].count("Card") == 9
    assert lines[2].split("|")[4].strip() == "number 3"
    assert lines[3].split("|")[1].strip() == "6 6/5/0"


def test_what_does_not_fit_on_a_card_follows_below():
    lines = ascii_picture(row(9), {"card-number-3": ["dark"]}).split("\n")
    assert lines[1].split("|")[4] == "(1) Card n"
    assert [line.split("|")[4].strip() for line in lines[2:4]] == ["3 4/2/1", "dark"]
    assert lines[-3] == "(1) Card number 3; tag 3  4/2/1; dark"
    assert lines[-1] == LEGEND


def test_even_36_cards_in_a_row_are_drawn():
    assert ascii_picture(row(36, "a{}")).count("+") == 2 * 37


def test_other_letters_are_written_in_ascii():
    tags = {"Café": 6, "花" * 60: 3}
    graph = make_layout(tags, places={"Café": Place(0, 0, "landscape"), "花" * 60: Place(14, 0, "portrait")})
    picture = ascii_picture(graph, {"café": ["à"]})
    assert picture.isascii()
    assert "Cafe" in picture
    assert "\\u82b1\\u82b1" in picture
    assert max(map(len, picture.split("\n"))) <= 100


def test_what_cannot_be_drawn():
    graph = make_layout({"A": 6, "B": 3}, [("A", "B")])
    with pytest.raises(RuleError, match="card 'A' has no place"):
        ascii_picture(graph)
    with pytest.raises(RuleError, match="no card 'moon'; the names are Stars, Chalks"):
        ascii_picture(load_named("pair"), {"moon": ["dark"]})


def test_the_table_of_adjacencies():
    graph = make_layout(
        {"Stars": 6, "Ferris wheel": 4, "B": 3},
        [("B", "Stars"), ("Ferris wheel", "Stars")],
        ratings={"B": Ratings(1, 2, 10)},
    )
    assert (
        adjacency_text(graph)
        == """\
card          tag  D/S/I    adjacent to
Stars           6  6/5/0    Ferris wheel, B
Ferris wheel    4  5/3/2    Stars
B               3  1/2/10*  Stars

D/S/I: defence/agent strength/encounter influence; tag 6 is the center.
* ratings given by hand"""
    )
    assert "Stars     6  6/5/0  Chalks\n" in adjacency_text(load_named("pair"))
    assert "*" not in adjacency_text(load_named("pair"))
