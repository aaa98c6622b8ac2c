"""What a survey is of: decks, every layout of one once, its features, and bounds that hold."""

from collections import Counter
from itertools import permutations

import networkx as nx
import pytest

from layouts.cards import CARD_SETS, Card, Ratings
from layouts.errors import RuleError
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import board_of_canonical_code, parse_canonical_code, shape_code
from layouts.shapes.contact_graphs import enumerate_shapes
from search.surveys.decks import count_members, format_deck, iter_members, parse_deck
from search.surveys.features import features_of
from search.surveys.solving import solve_layout
from solver.bounds import solve_bounds
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.notation import format_rules
from solver.guardians.play import Play
from solver.model import build_model

RULEBOOK = CARD_SETS["rulebook"]


def members_of(deck, cards=RULEBOOK, shape=(3, 2)):
    found = parse_deck(deck, cards)
    return list(iter_members(found, Lattice(Shape(*shape), 1, len(found))))


def test_a_deck_is_read_from_tags_and_names():
    assert parse_deck("3,3,5", RULEBOOK)[1:] == (Card(3, Ratings(4, 2, 1)),) * 2 + (
        Card(5, Ratings(5, 3, 2)),
    )
    assert len(parse_deck("ALL", RULEBOOK)) == 9
    revised = parse_deck("3, light", CARD_SETS["revised"])
    assert [card.ratings for card in revised[1:]] == [(2, 1, 1), (3, 1, 1)]
    assert format_deck(revised) == "3.2.1.1-3.3.1.1"


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("3,7", "'7' is no card"),
        ("", "'' is no card"),
        ("4,4,4", "has 2 cards of tag 4"),
        ("6", "'6' is no card"),
    ],
)
def test_what_is_no_deck_is_refused(deck, message):
    with pytest.raises(RuleError, match=message):
        parse_deck(deck, RULEBOOK)


@pytest.mark.parametrize("deck", ["3", "3,4", "3,3,4", "3,4,5", "3,3,4,5"])
def test_the_members_are_the_layouts_that_networkx_tells_apart(deck):
    cards = parse_deck(deck, RULEBOOK)
    match = nx.algorithms.isomorphism.categorical_node_match("card", None)
    expected = []
    for shape in enumerate_shapes(Lattice(Shape(3, 2), 1, len(cards)), len(cards)):
        for order in set(permutations(cards[1:])):
            graph = nx.Graph(shape.edges)
            nx.set_node_attributes(graph, dict(enumerate((cards[0], *order))), "card")
            if not any(nx.is_isomorphic(graph, other, match) for other in expected):
                expected.append(graph)
    found = members_of(deck)
    assert len({member.layout for member in found}) == len(found) == len(expected)
    assert count_members(cards, Lattice(Shape(3, 2), 1, len(cards))) == len(expected)
    for member in found:
        graph = parse_canonical_code(member.layout)
        assert shape_code(graph) == member.shape
        assert Counter(graph.nodes[name]["tag"] for name in graph) == Counter(card.tag for card in cards)


@pytest.mark.parametrize(
    "limits", [{"seconds": 0.0}, {"stop": lambda: True}, {"bytes": 10**4}], ids=["time", "stop", "memory"]
)
def test_what_takes_too_much_is_not_counted(limits, monkeypatch):
    cards = parse_deck("3,3,4,5", RULEBOOK)
    lattice = Lattice(Shape(3, 2), 1, len(cards))
    if "bytes" in limits:
        monkeypatch.setattr("layouts.placing.enumeration.BATCH", 20)
        monkeypatch.setattr("search.surveys.decks.MOST_BYTES", limits["bytes"])
        limits = {}
    assert count_members(cards, lattice, **limits) is None


@pytest.mark.parametrize("players", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_ways_of_solving_hold_the_value(players, monkeypatch):
    rules = EDITIONS["rulebook"].rules(players, "difficult")
    for member in members_of("3,4"):
        monkeypatch.setattr("search.surveys.solving.SMALL", 10**9)
        listed = solve_layout(member.layout, format_rules(rules), 1e-10)
        monkeypatch.setattr("search.surveys.solving.SMALL", 0)
        dense = solve_layout(member.layout, format_rules(rules), 1e-7)
        assert (listed.method, dense.method) == ("enumerated", "dense")
        assert listed.upper - listed.lower <= 1e-10
        assert dense.upper - dense.lower <= 1e-7
        assert dense.lower <= listed.upper
        assert listed.lower <= dense.upper
        if players == 1:
            game = Game(board_of_canonical_code(member.layout), rules)
            bounds = solve_bounds(build_model(Play(game)), at=[0])  # nothing lumped
            assert bounds.lower[0] <= listed.upper
            assert listed.lower <= bounds.upper[0]
        assert dense.updates > dense.states * dense.sweeps > 0


def test_features_by_hand():
    """The center touches all three others; the 3s lie on either side of the 4."""
    code = next(
        member.layout
        for member in members_of("3,3,4")
        if features_of(member.layout)["contacts"] == 5 and features_of(member.layout)["center_degree"] == 3
    )
    found = features_of(code)
    assert (found["distance_mean"], found["distance_most"], found["cut_cards"]) == (1, 1, 0)
    assert (found["defence_far"], found["strength_far"]) == (4 + 4 + 5, 2 + 2 + 3)
    degrees = sorted([found["degree_4"], found["degree_3"]])
    assert degrees in ([2, 3], [2, 2.5])
    line = features_of(next(m.layout for m in members_of("3,4") if features_of(m.layout)["contacts"] == 2))
    assert line["cut_cards"] == 1
