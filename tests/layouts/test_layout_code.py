"""Codes by hand, and what is said of damaged ones."""

import pytest

from layouts import CardSet, ParseError, Ratings, format_code, load_named, make_layout, parse_code

PAIR = "hue1:Stars.6.6.5.0-Chalks.3.4.2.1:01"
PLACED = "hue1.rulebook:Stars.6.6.5.0-Chalks.3.4.2.1:01:0.0.L-14.m5.P"


def test_codes_by_hand():
    graph = make_layout(
        {"Ferris wheel": 4, "É_": 6, "B": 3},
        [("B", "Ferris wheel"), ("É_", "B")],
        ratings={"B": Ratings(10, 0, 99)},
    )
    assert format_code(graph) == "hue1:Ferris__wheel.4.5.3.2-_C3_89_5F.6.6.5.0-B.3.10.0.99.o:02-12"
    assert format_code(load_named("pair")) == PLACED.replace("m5.P", "0.L")
    mine = CardSet("my own", {3: Ratings(1, 1, 1), 6: Ratings(2, 2, 2)})
    graph = make_layout({"A": 6, "B": 3}, [("A", "B")], edition=mine)
    assert format_code(graph) == "hue1.my__own:A.6.2.2.2-B.3.1.1.1:01"


def test_a_negative_place():
    assert parse_code(PLACED).nodes["Chalks"]["y"] == -5


@pytest.mark.parametrize(
    ("old", "new", "culprit"),
    [
        ("hue1", "hue2", "the version 'hue2.rulebook' can't be read; it must look like hue1 or hue1.EDITION"),
        ("hue1", "Hue1", "the version"),
        ("rulebook", "", "the version 'hue1.'"),
        ("rulebook", "rule-book", "the version 'hue1.rule-book'"),
        ("rulebook", "revised", "'Stars': the ratings 6/5/0 aren't those of the edition 'revised'"),
        (":0.0.L-14.m5.P", ":0.0.L-14.m5.P:", "5 sections; there must be 3, or 4 with places"),
        (":01:0.0.L-14.m5.P", "", "2 sections; there must be 3"),
        ("Stars", "Sta rs", "the card 'Sta rs.6.6.5.0' can't be read; it must look like Name.tag.D.S.I"),
        ("Stars", "", "the card '.6.6.5.0' can't be read"),
        ("Stars", "Chalks", "the name 'Chalks' is used twice"),
        ("Stars", "chalks", "'Chalks' is used twice, as 'chalks'"),
        ("Stars", "S_74ars", "'S_74ars' should be written 'Stars'"),
        ("Stars", "S_20ars", "'S_20ars' should be written 'S__ars'"),
        ("Stars", "S_ars", "the card 'S_ars.6.6.5.0' can't be read"),
        ("Stars", "S_c3_89", "the card"),
        ("Stars", "S_C3", "'S_C3' has escapes that aren't UTF-8"),
        ("Stars", "S_0A", "has a character that can't be printed"),
        ("Stars", "__S", "has a space at its end"),
        ("Stars.6", "Stars.3", "there is no center"),
        ("Stars.6", "Stars.7", "the card 'Stars.7.6.5.0' can't be read"),
        ("6.5.0", "6.5", "the card 'Stars.6.6.5' can't be read"),
        ("6.5.0", "6.5.00", "the card 'Stars.6.6.5.00' can't be read"),
        ("6.5.0", "6.5.-0", "can't be read"),
        ("6.5.0", "6.5.٣", "can't be read"),
        ("6.5.0", "6.5.100.o", "the ratings are"),
        ("6.5.0", "6.5.1", "'Stars': the ratings 6/5/1 aren't those of the edition 'rulebook'"),
        ("6.5.0", "6.5.0.x", "can't be read"),
        (":01:", "::", "the edge '' can't be read; it must look like two digits"),
        (":01:", ":10:", "isn't the one way to write this layout; that is hue1.rulebook:Stars"),
        (":01:", ":01-01:", "isn't the one way to write this layout"),
        (":01:", ":00-01:", "'Stars' is said to be adjacent to itself"),
        (":01:", ":02:", "the edge '02' leads to card 2, but there are 2 cards"),
        (":01:", ":0A:", "the edge '0A' can't be read"),
        (":01:", ":011:", "the edge '011' can't be read"),
        ("0.0.L-", "", "1 places for 2 cards"),
        ("14.m5.P", "14.m5.X", "the place '14.m5.X' can't be read; it must look like x.y.L or x.y.P"),
        ("14.m5.P", "14.m0.P", "the place '14.m0.P' can't be read"),
        ("14.m5.P", "014.m5.P", "the place '014.m5.P' can't be read"),
        ("14.m5.P", "14.5", "the place '14.5' can't be read"),
        ("14.m5.P", "99999.m5.P", "'Chalks': x is 99999"),
        ("14.m5.P", "13.m5.P", "'Stars' and 'Chalks' overlap"),
        ("14.m5.P", "15.m5.P", "'Chalks' and 'Stars' don't touch but are said to be adjacent"),
    ],
)
def test_what_is_said_of_a_damaged_code(old, new, culprit):
    parse_code(PLACED)
    assert old in PLACED
    with pytest.raises(ParseError) as caught:
        parse_code(PLACED.replace(old, new, 1))
    message = str(caught.value)
    assert message.startswith("layout code: ")
    assert culprit in message, message
    assert message.isprintable()


def test_every_cut_is_noticed():
    code = format_code(load_named("rulebook"))
    for end in range(len(code)):
        if (
            code[:end].count(":") != 2
        ):  # without all its places, or with all edges and no places, it may be whole
            with pytest.raises(ParseError):
                parse_code(code[:end])
    assert parse_code(PAIR)
