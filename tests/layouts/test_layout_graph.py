"""Layouts as graphs."""

from itertools import pairwise

import networkx as nx
import pytest

from layouts import CARD_SETS, Board, Card, CardSet, Place, Ratings, RuleError, load_named
from layouts.graph import (
    board_of,
    check_layout,
    graph_of,
    induced,
    is_placed,
    make_layout,
    places_of,
    with_cards,
    with_places,
)

L, P = "landscape", "portrait"
THREE, FIVE, CENTER = Ratings(4, 2, 1), Ratings(5, 3, 2), Ratings(6, 5, 0)
MINE = CardSet("mine", {3: Ratings(1, 1, 1), 4: Ratings(2, 2, 2), 6: Ratings(3, 3, 3)})


def small(**more):
    return make_layout(
        {"Sun": 6, "Ferris wheel": 4, "Boat": 3}, [("sun", "ferris-wheel"), ("Boat", "Sun")], **more
    )


def placed():
    places = {"Sun": Place(0, 0, L), "Ferris wheel": Place(14, 0, P), "Boat": Place(0, 10, L)}
    return make_layout({"Sun": 6, "Ferris wheel": 4, "Boat": 3}, places=places, edition="readme")


def test_a_layout_is_a_graph_with_attributes():
    graph = small()
    assert list(graph) == ["Sun", "Ferris wheel", "Boat"]
    assert set(map(frozenset, graph.edges)) == {
        frozenset({"Sun", "Ferris wheel"}),
        frozenset({"Sun", "Boat"}),
    }
    assert graph.nodes["Boat"] == {"tag": 3, "ratings": THREE, "own": False}
    assert graph.graph == {}
    assert not is_placed(graph)


def test_a_placed_layout_has_the_edges_of_its_contacts():
    graph = placed()
    assert graph.graph == {"edition": "readme"}
    # the boat's top right corner is at (14, 10), in the middle of the wheel's left side, from 0 to 14
    assert {frozenset(edge) for edge in graph.edges} == {
        frozenset(pair) for pair in [("Sun", "Ferris wheel"), ("Sun", "Boat"), ("Boat", "Ferris wheel")]
    }
    assert graph.nodes["Ferris wheel"] == {
        "tag": 4,
        "ratings": FIVE,
        "own": False,
        "x": 14,
        "y": 0,
        "orientation": P,
    }
    assert is_placed(graph)
    assert places_of(graph)["Boat"] == Place(0, 10, L)


def test_the_board_keeps_the_order_of_the_cards():
    assert board_of(small()) == Board(
        ("Sun", "Ferris wheel", "Boat"), (6, 4, 3), (CENTER, FIVE, THREE), ((1, 2), (0,), (0,))
    )


def test_a_board_becomes_a_layout_with_the_same_board():
    board = board_of(small(ratings={"Boat": Ratings(1, 2, 3)}))
    graph = graph_of(board)
    assert board_of(graph) == board
    assert {name: card["own"] for name, card in graph.nodes.items()} == {
        "Sun": False,
        "Ferris wheel": False,
        "Boat": True,
    }
    revised = board_of(small(edition="revised"))
    assert board_of(graph_of(revised)) == revised


def test_an_induced_layout_keeps_order_places_and_edition():
    whole = placed()
    graph = induced(whole, ["FERRIS-WHEEL", "sun"])
    assert list(graph) == ["Sun", "Ferris wheel"]
    assert list(graph.edges) == [("Sun", "Ferris wheel")]
    assert graph.graph == {"edition": "readme"}
    assert dict(graph.nodes) == {name: placed().nodes[name] for name in graph}
    graph.nodes["Sun"]["x"] = 99
    assert whole.nodes["Sun"]["x"] == 0  # the part has cards of its own


@pytest.mark.parametrize(
    ("names", "culprit"),
    [
        (["Sun", "Moon"], "no card 'Moon'; the names are Sun, Ferris wheel, Boat"),
        (["Sun", "Boat", "boat"], "'boat' is used twice, as 'Boat'"),
        (["Sun"], "the number of cards is 1"),
        ([], "the number of cards is 0"),
        (["Boat", "Ferris wheel"], "there is no center"),
    ],
)
def test_what_cannot_be_kept(names, culprit):
    with pytest.raises(RuleError) as caught:
        induced(small(), names)
    assert culprit in str(caught.value)


def test_a_part_that_falls_apart_is_refused():
    row = make_layout({"A": 6, "B": 3, "C": 3}, [("A", "B"), ("B", "C")])
    with pytest.raises(
        RuleError, match="keeping A, C: the board isn't connected: no way leads from the center to C"
    ):
        induced(row, ["A", "C"])


def test_another_editions_cards_leave_ratings_given_by_hand_alone():
    before = small(ratings={"Boat": Ratings(0, 0, 9)})
    after = with_cards(before, CARD_SETS["revised"])
    assert [after.nodes[name]["ratings"] for name in after] == [(5, 4, 0), (4, 2, 2), (0, 0, 9)]
    assert after.graph == {"edition": "revised"}
    assert set(after.edges) == set(before.edges)
    assert before.nodes["Sun"]["ratings"] == CENTER
    back = with_cards(after, CARD_SETS["rulebook"])
    assert dict(back.nodes) == dict(before.nodes)


def test_a_designers_own_cards():
    graph = with_cards(placed(), MINE)
    assert graph.nodes["Sun"] == {**placed().nodes["Sun"], "ratings": (3, 3, 3)}
    assert graph.graph == {"edition": "mine"}
    assert nx.utils.graphs_equal(make_layout(*_parts(), places=places_of(placed()), edition=MINE), graph)
    with pytest.raises(RuleError, match="'Pool': the edition 'mine' has no ratings for tag 5"):
        make_layout({"Sun": 6, "Pool": 5}, [("Sun", "Pool")], edition=MINE)


def _parts():
    return ({"Sun": 6, "Ferris wheel": 4, "Boat": 3},)


def test_the_name_of_a_known_edition_is_taken():
    other = CardSet("Revised", {3: Ratings(1, 1, 1), 6: Ratings(1, 1, 1)}, {"A": Card(3, Ratings(2, 2, 2))})
    with pytest.raises(RuleError, match="edition name 'Revised' is taken"):
        with_cards(small(), other)
    with pytest.raises(RuleError, match="edition name 'Revised' is taken"):
        small(edition=other)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ({"edges": [("A", "B"), ("B", "X")]}, "no card 'X'; the names are A, B"),
        ({"edges": [("A", "A"), ("A", "B")]}, "'A' is said to be adjacent to itself"),
        ({"edges": []}, "no way leads from the center to B"),
        ({}, "either the adjacent pairs of its cards or their places"),
        ({"edges": [("A", "B")], "places": {}}, "either the adjacent pairs of its cards or their places"),
        ({"places": {"A": Place(0, 0, L)}}, "card 'B' has no place"),
        ({"places": {"A": Place(0, 0, L), "B": Place(14, 10, L)}}, "no way leads from the center to B"),
        ({"places": {"A": Place(0, 0, L), "B": Place(5, 0, L)}}, "'A' and 'B' overlap"),
        ({"edges": [("A", "B")], "ratings": {"C": Ratings(1, 1, 1)}}, "no card 'C'"),
        ({"edges": [("A", "B")], "edition": "revized"}, "no edition 'revized'; the editions are rulebook"),
    ],
)
def test_what_makes_no_layout(arguments, culprit):
    with pytest.raises(RuleError) as caught:
        make_layout({"A": 6, "B": 3}, **arguments)
    assert culprit in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("damage", "culprit"),
    [
        (lambda g: g.nodes["Boat"].pop("tag"), "'Boat': the tag is None"),
        (lambda g: g.nodes["Boat"].pop("ratings"), "'Boat': the ratings are None"),
        (lambda g: g.nodes["Boat"].pop("own"), "'Boat': it isn't said whether the ratings are its own"),
        (lambda g: g.nodes["Boat"].pop("x"), "'Boat' has no place"),
        (lambda g: g.nodes["Boat"].update(y=10.0), "'Boat': y is 10.0"),
        (
            lambda g: g.nodes["Boat"].update(ratings=Ratings(1, 1, 1)),
            "'Boat': the ratings 1/1/1 aren't those",
        ),
        (lambda g: g.nodes["Boat"].update(y=20), "'Boat' and 'Ferris wheel' don't touch but are said to be"),
        (lambda g: g.remove_edge("Boat", "Ferris wheel"), "'Boat' and 'Ferris wheel' touch but aren't said"),
        (lambda g: g.add_edge("Boat", "Boat"), "'Boat' is said to be adjacent to itself"),
        (lambda g: g.add_node(5, tag=3), "card name 5 is no text"),
        (lambda g: g.graph.update(edition=""), "edition name ''"),
        (lambda g: g.graph.update(edition=7), "edition name 7"),
    ],
)
def test_a_damaged_graph_is_no_layout(damage, culprit):
    graph = placed()
    check_layout(graph)
    damage(graph)
    with pytest.raises(RuleError) as caught:
        check_layout(graph)
    assert culprit in str(caught.value)
    assert str(caught.value).isprintable()


def test_only_simple_undirected_graphs_are_layouts():
    for kind in (nx.DiGraph, nx.MultiGraph):
        with pytest.raises(RuleError, match="simple undirected"):
            check_layout(kind(small()))


def test_cards_are_put_in_places_and_keep_all_else():
    graph = load_named("revised")
    places = {name: Place(14 * i, 0, "landscape") for i, name in enumerate(graph)}
    placed = with_places(graph, places)
    assert places_of(placed) == places
    assert placed.graph == graph.graph
    assert list(placed.edges) == list(pairwise(graph))
    assert [card["ratings"] for card in placed.nodes.values()] == [
        card["ratings"] for card in graph.nodes.values()
    ]


def test_a_card_without_a_place_or_on_another_is_refused():
    graph = load_named("pair")
    places = {name: Place(0, 0, "landscape") for name in graph}
    with pytest.raises(RuleError, match="overlap"):
        with_places(graph, places)
    with pytest.raises(RuleError, match="has no place"):
        with_places(graph, dict(list(places.items())[:1]))
