"""Pictures in ASCII typed back in: what was printed, what people type, and what can't be read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts import CATALOGUE, InputError, ParseError, Place, Ratings, RuleError, load_named, make_layout
from layouts.formats.ascii_input import parse_picture
from layouts.pictures.picture import ascii_picture, from_ascii

TWO = """\
+-------+--------+
| Stars | Chalks |
| tag 6 | tag 3  |
+-------+--------+
"""


def edges(graph):
    return {frozenset(edge) for edge in graph.edges}


def cards(graph):
    return {name: (card["tag"], card["ratings"], card["own"]) for name, card in graph.nodes.items()}


def refusal(picture):
    """Return the message with which a picture is refused, or nothing."""
    try:
        parse_picture(picture)
    except InputError as error:
        return str(error)
    return ""


def row(n, name):
    tags = {name.format(i): 6 if i == 0 else 3 for i in range(n)}
    return make_layout(tags, places={card: Place(14 * i, 0, "landscape") for i, card in enumerate(tags)})


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("marks", [[], ["dark"], ["dark", "agents", "spirit", "1 2(x)"]])
def test_printed_pictures_are_read(name, marks):
    graph = load_named(name)
    picture = ascii_picture(graph, dict.fromkeys(graph, marks))
    read = parse_picture(picture, edition=graph.graph["edition"])
    assert edges(read) == edges(graph)
    assert cards(read) == cards(graph)
    assert read.graph == graph.graph
    assert not any("x" in card for card in read.nodes.values())


def test_without_the_edition_other_ratings_are_the_cards_own():
    read = parse_picture(ascii_picture(load_named("revised")))
    assert read.graph == {}
    assert cards(read)["Light"] == (3, Ratings(3, 1, 1), True)
    assert not any(own for *_, own in cards(parse_picture(ascii_picture(load_named("rulebook")))).values())


@pytest.mark.parametrize(
    "name", ["Card number {}", "a-b; c {}", "An uncommonly long name that has to be cut {}"]
)
@pytest.mark.parametrize("n", [2, 9, 36])
def test_cut_names_are_read_from_below(name, n):
    graph = row(n, name)
    picture = ascii_picture(graph, {name.format(1): ["dark", "two agents", "spirit"] * 5})
    assert cards(parse_picture(picture)) == cards(graph)
    assert edges(parse_picture(picture)) == edges(graph)


def test_letters_that_are_not_ascii_are_read_back():
    graph = make_layout(
        {"花": 6, "Ж\U0001f319": 3},
        places={"花": Place(0, 0, "landscape"), "Ж\U0001f319": Place(14, 0, "landscape")},
    )
    picture = ascii_picture(graph)
    assert picture.isascii()
    assert list(parse_picture(picture)) == list(graph)
    assert from_ascii("\\U99999999 \\u8") == "\\U99999999 \\u8"  # no letters


def test_a_line_of_cards_is_no_gap():
    """A gap with cards all around it is no card, whether or not it is a rectangle."""
    places = {
        "A": Place(0, 0, "landscape"),
        "B": Place(14, 0, "portrait"),
        "C": Place(10, 14, "landscape"),
        "D": Place(0, 10, "portrait"),
    }
    graph = make_layout({"A": 6, "B": 3, "C": 4, "D": 5}, places=places)
    picture = ascii_picture(graph)
    assert picture.count("tag") == 5  # four cards, and the legend
    assert edges(parse_picture(picture)) == edges(graph)
    assert len(graph.edges) == 4


@pytest.mark.parametrize(
    ("picture", "wanted"),
    [
        (TWO, {"Stars-Chalks"}),
        ("\n\n" + TWO.replace("\n", "   \r\n"), {"Stars-Chalks"}),
        ("    " + TWO.replace("\n", "\n    "), {"Stars-Chalks"}),
        ("\t" + TWO.replace("\n", "\n\t"), {"Stars-Chalks"}),
        ("+---++---+\n|A 6||B 3|\n+---++---+\n+---+\n|C 4|\n+---+", {"A-B", "A-C"}),
        ("+-----+----+\n|A 6  |B 3 |\n+-+---+-+--+\n  |C 4  |\n  +-----+", {"A-B", "A-C", "B-C"}),
        ("+---+---+---+\n|A 3|B 6|C 3|\n+---+---+---+", {"A-B", "B-C"}),
    ],
)
def test_typed_pictures_are_read(picture, wanted):
    assert edges(parse_picture(picture)) == {frozenset(pair.split("-")) for pair in wanted}


def test_corners_that_only_meet_do_not_touch():
    picture = "+---+---+\n|A 6|B 3|\n+---+---+---+\n    |C 3|D 3|\n    +---+---+"
    assert edges(parse_picture(picture)) == {frozenset(pair) for pair in ("AB", "BC", "CD")}
    doubled = "+---++---+\n|A 6||B 3|\n+---++---+\n     +---+\n     |C 3|\n     +---+"
    assert edges(parse_picture(doubled)) == {frozenset("AB"), frozenset("BC")}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ferris wheel tag 4 5/3/2", ("Ferris wheel", 4, Ratings(5, 3, 2))),
        ("C++ | x-y +--+ 4", ("C++ | x-y +--+", 4, Ratings(5, 3, 2))),
        ("Room 5 tag 4", ("Room 5", 4, Ratings(5, 3, 2))),
        ("Room 5 4 1/2/3 dark 2 agents", ("Room 5", 4, Ratings(1, 2, 3))),
        ("A tag 4 5/3/2 dark 1 2(x) tag 3 1/1/1", ("A", 4, Ratings(5, 3, 2))),
        ("Stage 4", ("Stage", 4, Ratings(5, 3, 2))),
        ("Vintage 7 tag 3", ("Vintage 7", 3, Ratings(4, 2, 1))),
    ],
)
def test_texts_of_cards(text, wanted):
    edge = "-" * (len(text) + 2)
    picture = f"+---+{edge}+\n|M 6| {text} |\n+---+{edge}+"
    read = parse_picture(picture)
    name = list(read)[1]
    assert (name, *cards(read)[name][:2]) == wanted


BOX = "+---+\n|A 6|\n+---+"


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("", "there is no card here"),
        ("  \n\n", "there is no card here"),
        ("Stars", "line 1, column 1: 'Stars' is part of no card"),
        (TWO.replace("Chalks |", "Chalks  "), "line 1, column 10: '--------+' is part of no card"),
        (TWO[:-2] + "\n", "is part of no card; a card is a closed box"),
        (TWO + "  x", "line 5, column 3: 'x' is part of no card"),
        (TWO.replace("tag 3", "tag 7"), "line 2: card 'Chalks': the tag is 7"),
        (TWO.replace("tag 3", "     "), "line 2: 'Chalks' can't be read; a card's text is like"),
        (TWO.replace("Chalks", "      "), "line 3: 'tag 3' can't be read"),
        (TWO.replace("Chalks", "Stars "), "line 2: the name 'Stars' is used twice, first in line 2"),
        (TWO.replace("tag 3", "tag 6"), "there is more than one center: Stars, Chalks"),
        (TWO.replace("tag 6", "tag 3"), "there is no center"),
        (
            TWO.replace("Chalks", "      ").replace("tag 3", "     "),
            "line 1: the box in columns 9 to 18 is empty",
        ),
        (BOX, "the number of cards is 1"),
        ("+---+ +---+\n|A 6| |B 3|\n+---+ +---+", "the board isn't connected"),
        (
            "+---+---++---+\n|A 6|B 3||C 3|\n+---+---++---+",
            "isn't connected: no way leads from the center to C",
        ),
        (TWO + "\nmore", "line 6: 'more' isn't part of the picture, which ends at the empty line 5"),
        (TWO.replace("Chalks", "(1) Ch"), "line 2: below the picture there is no note (1)"),
        (TWO + "\n(1) a\n(1) b", "line 7: there is a note (1) before"),
        (TWO.replace("tag 3 ", "3 1/2/3").replace("Chalks |", "Chalks|"), "is part of no card"),
        ("+------------+---+\n|A 6 100/0/0 |B 3|\n+------------+---+", "the ratings are [100, 0, 0]"),
        ("+-------------+---+\n|A 9999999999 |B 3|\n+-------------+---+", "the tag is '9999999999'"),
        ("+" * 200 + "\n" + "+" * 200, "there are more than 36 boxes"),
        ("x" * 1001, "the picture is too large; at most 1000 lines of 1000 characters"),
        ("x\n" * 1001, "the picture is too large"),
    ],
)
def test_what_cannot_be_read(picture, message):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        parse_picture(picture, "board.txt")
    assert str(caught.value).startswith("board.txt: ")
    assert str(caught.value).isprintable()


def test_errors_of_text_and_of_rules_differ():
    with pytest.raises(ParseError):
        parse_picture("x")
    with pytest.raises(RuleError, match="no edition 'moon'"):
        parse_picture(TWO, edition="moon")


@given(st.data())
def test_a_damaged_picture_is_read_or_gets_one_line(data):
    picture = ascii_picture(load_named(data.draw(st.sampled_from(["small-sample", "revised", "pair"]))))
    at = data.draw(st.integers(0, len(picture)))
    put = data.draw(st.sampled_from(["", *"+-| \nx1", "\t", "+--+", "é"]))
    damaged = picture[:at] + put + picture[at + data.draw(st.integers(0, 2)) :]
    assert refusal(damaged).isprintable()


@given(st.text(st.sampled_from("+-| \nA6"), max_size=80))
def test_whatever_is_drawn_it_is_a_layout_or_gets_one_line(text):
    assert refusal(text).isprintable()
