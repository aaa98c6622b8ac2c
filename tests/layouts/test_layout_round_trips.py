"""Reading what was written gives the same layout: for random layouts, names, editions and places."""

import networkx as nx
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from layouts import (
    CARD_SETS,
    CATALOGUE,
    TAGS,
    CardSet,
    InputError,
    ParseError,
    Place,
    Ratings,
    format_code,
    format_layout,
    load_layout,
    load_named,
    make_layout,
    parse_code,
    parse_layout,
    save_layout,
)
from layouts.code import format_name, parse_name
from layouts.files import layout_of
from layouts.names import fold
from layouts.placement import box_of, contact, overlap

MINE = CardSet("my own/1", {tag: Ratings(tag, 0, 1) for tag in TAGS})

names = (
    st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=60)
    .map(str.strip)
    .filter(lambda name: name and name.isprintable())
)
ratings = st.builds(Ratings, *[st.integers(0, 99)] * 3)


@st.composite
def layouts(draw, most=7):
    """Draw a layout, by hand or placed, of any edition, with some ratings given by hand."""
    cards = draw(st.lists(names, min_size=2, max_size=most, unique_by=fold))
    tags = {name: draw(st.sampled_from(TAGS[:-1])) for name in cards}
    tags[draw(st.sampled_from(cards))] = 6
    return make_layout(
        tags,
        **draw(placed(cards) if draw(st.booleans()) else joined(cards)),
        ratings=draw(st.dictionaries(st.sampled_from(cards), ratings, max_size=2)),
        edition=draw(st.sampled_from([None, *CARD_SETS, MINE])),
    )


@st.composite
def joined(draw, cards):
    """Draw connected edges: each card is joined to one before it, and some more are."""
    tree = [(card, cards[draw(st.integers(0, index))]) for index, card in enumerate(cards[1:])]
    more = draw(st.lists(st.lists(st.sampled_from(cards), min_size=2, max_size=2, unique=True), max_size=6))
    return {"edges": [*tree, *map(tuple, more)]}


@st.composite
def placed(draw, cards):
    """Draw places: each card touches one before it and overlaps none."""
    places = {}
    x, y = draw(st.integers(-50, 50)), draw(st.integers(-50, 50))
    for card in cards:
        free = [
            Place(x + dx, y + dy, orientation)
            for orientation in ("landscape", "portrait")
            for dx in range(-28 * len(places), 28 * len(places) + 1, 7)
            for dy in range(-28 * len(places), 28 * len(places) + 1, 5)
        ]
        laid = [box_of(place) for place in places.values()]
        free = [
            place
            for place in free
            if not any(overlap(box_of(place), box) for box in laid)
            and (not laid or any(contact(box_of(place), box) for box in laid))
        ]
        places[card] = draw(st.sampled_from(free))
    return {"places": places}


def same(first, second):
    return nx.utils.graphs_equal(first, second) and list(first) == list(second)


def attempt(function, *arguments):
    """Return what the function returns and "", or None and the message of its refusal."""
    try:
        return function(*arguments), ""
    except InputError as error:
        return None, str(error)


def cards_of(graph):
    return MINE if graph.graph.get("edition") == MINE.name else None


@settings(max_examples=40)
@given(layouts())
def test_files(graph):
    assert same(parse_layout(format_layout(graph), card_set=cards_of(graph)), graph)


@settings(max_examples=40)
@given(layouts())
def test_codes(graph):
    code = format_code(graph)
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-")
    assert same(parse_code(code), graph)


@settings(max_examples=20)
@given(layouts())
def test_a_file_on_the_disk(tmp_path_factory, graph):
    path = tmp_path_factory.mktemp("round") / "board.toml"
    save_layout(graph, path)
    assert same(load_layout(path, cards_of(graph)), graph)


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_catalogue(name):
    graph = load_named(name)
    assert same(parse_layout(format_layout(graph)), graph)
    assert same(parse_code(format_code(graph)), graph)


def test_thirty_six_cards_have_a_code_and_a_file():
    graph = make_layout(
        {f"c{i}": 6 if i == 9 else 3 for i in range(36)}, [(f"c{i}", f"c{i + 1}") for i in range(35)]
    )
    assert format_code(graph).endswith("-xy-yz")
    assert same(parse_code(format_code(graph)), graph)
    assert same(parse_layout(format_layout(graph)), graph)


@given(names)
@example("a  b")
@example("_ _-.:")
@example("花 é")
def test_names_in_codes(name):
    assert parse_name(format_name(name)) == name


@given(layouts(most=4), st.data())
def test_a_damaged_code_is_refused_or_is_another_layouts_only_code(graph, data):
    code = format_code(graph)
    at = data.draw(st.integers(0, len(code)))
    put = data.draw(st.sampled_from(["", *"01239azoLPSm._:-AF ", "é", "\n", "٣"]))
    damaged = code[:at] + put + code[at + data.draw(st.integers(0, 2)) :]
    assume(damaged != code)
    read, message = attempt(parse_code, damaged)
    if read is None:
        assert message.startswith("layout code: ")
        assert message.isprintable()
    else:
        assert format_code(read) == damaged
        assert not same(read, graph)


@given(st.text())
@example("hue1")
@example("hue1::")
@example("hue1:::")
@example("hue1:-:-")
@example("hue1:_FF.6.1.1.1-B.3.1.1.1:01")
def test_no_text_is_a_code_by_chance(text):
    with pytest.raises(ParseError) as caught:
        parse_code(text)
    assert str(caught.value).isprintable()


values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["tag", "ratings", "x", "y", "orientation", "A", "a", "B", ""])
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
tables = st.dictionaries(st.sampled_from(["edition", "cards", "adjacent", "placement", "Cards"]), values)


@given(tables)
@example({"cards": {"A": 6, "B": 3}, "adjacent": {"A": ["B", "B"]}})
@example({"placement": {"A": {"tag": 6, "x": 10**5000, "y": 0, "orientation": "landscape"}}})
def test_whatever_a_file_says_it_is_a_layout_or_gets_one_line(table):
    read, message = attempt(layout_of, table, "f.toml")
    if read is None:
        assert message.startswith("f.toml: ")
        assert message.isprintable()


@given(st.text())
@example("a = " + "[" * 5000)
@example("a = " + "9" * 5000)
def test_whatever_a_text_says_it_is_a_layout_or_gets_one_line(text):
    with pytest.raises(InputError) as caught:
        parse_layout(text, "f.toml")
    assert str(caught.value).startswith("f.toml")
    assert str(caught.value).isprintable()
