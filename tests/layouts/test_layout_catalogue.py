"""The named layouts: adjacencies read off the pictures by eye against those computed from the places."""

import io

import networkx as nx
import pytest

from layouts import (
    CARD_SETS,
    CATALOGUE,
    ParseError,
    RuleError,
    format_code,
    load_named,
    open_layout,
    save_layout,
)
from layouts.catalogue import fold
from layouts.graph import board_of, check_layout, with_cards

RULEBOOK_EDGES = """Chalks-Houses Chalks-Pool Houses-Paints Houses-Pool Houses-Stars Paints-Candies
Paints-Stars Paints-Ferris_wheel Candies-Ferris_wheel Pool-Stars Stars-Ferris_wheel Stars-Boat
Ferris_wheel-Boat Ferris_wheel-Flowers Boat-Flowers"""
REVISED_EDGES = """Love_and_Hope-Dreams_and_Sight Love_and_Hope-Light Dreams_and_Sight-Light
Light-Arts_and_Gardens_I Love_and_Hope-Seas_and_Cloudscapes Light-Seas_and_Cloudscapes
Arts_and_Gardens_I-Seas_and_Cloudscapes Love_and_Hope-Sunrise_and_Sunset
Seas_and_Cloudscapes-Sunrise_and_Sunset Love_and_Hope-Peaks_and_Caves Sunrise_and_Sunset-Peaks_and_Caves
Love_and_Hope-Arts_and_Gardens_II Peaks_and_Caves-Arts_and_Gardens_II Love_and_Hope-Forests_and_Grasslands
Dreams_and_Sight-Forests_and_Grasslands Arts_and_Gardens_II-Forests_and_Grasslands"""
SQUARE_EDGES = """Chalks-Houses Houses-Paints Pool-Stars Stars-Boat Candies-Ferris_wheel Ferris_wheel-Flowers
Chalks-Pool Pool-Candies Houses-Stars Stars-Ferris_wheel Paints-Boat Boat-Flowers"""
EDGES = {
    "rulebook": RULEBOOK_EDGES,
    "revised": REVISED_EDGES,
    "square": SQUARE_EDGES,
    "sample-four": "Houses-Paints Houses-Pool Houses-Stars Paints-Stars Pool-Stars",
    "small-sample": "Houses-Paints Houses-Stars Paints-Stars",
    "triangle": "Stars-Chalks Stars-Paints Chalks-Paints",
    "revised-triangle": "Love_and_Hope-Peaks_and_Caves Love_and_Hope-Seas_and_Cloudscapes "
    "Peaks_and_Caves-Seas_and_Cloudscapes",
    "line": "Chalks-Stars Stars-Houses",
    "pair": "Stars-Chalks",
}
TAGS = {
    "rulebook": [3, 3, 3, 3, 4, 4, 5, 5, 6],
    "revised": [3, 3, 3, 3, 4, 4, 5, 5, 6],
    "square": [3, 3, 3, 3, 4, 4, 5, 5, 6],
    "sample-four": [3, 4, 5, 6],
    "small-sample": [3, 4, 6],
    "triangle": [3, 3, 6],
    "revised-triangle": [3, 3, 6],
    "line": [3, 4, 6],
    "pair": [3, 6],
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_places_give_the_adjacencies_seen_by_eye(name):
    graph = load_named(name)
    check_layout(graph)
    wanted = {frozenset(edge.replace("_", " ").split("-")) for edge in EDGES[name].split()}
    assert {frozenset(edge) for edge in graph.edges} == wanted
    assert sorted(board_of(graph).tags) == TAGS[name]


def test_names_and_editions():
    assert set(CATALOGUE) == set(EDGES)
    assert all(fold(name) == name for name in CATALOGUE)
    assert all(entry.description for entry in CATALOGUE.values())
    assert {name for name in CATALOGUE if load_named(name).graph["edition"] != "rulebook"} == {
        "revised",
        "revised-triangle",
    }
    assert [card["own"] for name in CATALOGUE for card in load_named(name).nodes.values()].count(True) == 0


def test_the_revised_sample_has_the_revised_ratings():
    cards = load_named("revised").nodes
    assert cards["Light"]["ratings"] == (3, 1, 1)
    assert cards["Peaks and Caves"]["ratings"] == (2, 1, 1)
    assert cards["Love and Hope"]["ratings"] == (5, 4, 0)


def test_the_revised_triangle_is_the_triangle_with_other_cards():
    board = board_of(load_named("revised-triangle"))
    assert board.ratings == ((5, 4, 0), (2, 1, 1), (2, 1, 1))
    assert board.neighbours == board_of(load_named("triangle")).neighbours


def test_the_square_has_its_center_in_the_middle():
    board = board_of(load_named("square"))
    assert board.center == 4
    assert sorted(map(len, board.neighbours)) == [2, 2, 2, 2, 3, 3, 3, 3, 4]


def test_a_layout_may_be_named_coded_filed_or_piped(tmp_path, monkeypatch):
    graph = load_named("sample-four")
    path = tmp_path / "board.toml"
    save_layout(graph, path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    for argument in ("sample-four", "Sample Four", format_code(graph), str(path), "-"):
        assert nx.utils.graphs_equal(open_layout(argument), graph)


def test_a_layout_may_be_opened_with_another_editions_cards(tmp_path):
    path = tmp_path / "board.toml"
    save_layout(load_named("pair"), path)
    expected = with_cards(load_named("pair"), CARD_SETS["revised"])
    for argument in ("pair", format_code(load_named("pair")), str(path)):
        assert nx.utils.graphs_equal(open_layout(argument, CARD_SETS["revised"]), expected)


@pytest.mark.parametrize(
    "argument",
    [
        "rulebok",
        "",
        "no/such/file.toml",
        "a\0b",
        pytest.param("x" * 5000, id="long"),
        "hue",
        "\ud800",
        "a\nb",
    ],
)
def test_what_is_no_layout_gets_the_list(argument):
    with pytest.raises(ParseError) as caught:
        open_layout(argument)
    assert "is no file, no layout code and not in the catalogue: rulebook, revised, square" in str(
        caught.value
    )
    assert str(caught.value).isprintable()


def test_a_damaged_code_is_said_to_be_one():
    with pytest.raises(ParseError, match=r"^layout code: "):
        open_layout("hue1:Stars")
    with pytest.raises(
        ParseError, match=r"^layout code: the version 'hue2' can't be read; it must look like hue1"
    ):
        open_layout("hue2:Stars.6.6.5.0-Chalks.3.4.2.1:01")


def test_an_unknown_name_gets_the_list():
    with pytest.raises(RuleError, match="no layout 'rulebok'; the names are rulebook, revised, "):
        load_named("rulebok")
