"""Contact graphs of placements: the counts that are known, none twice, and each made by its placement."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from layouts.placement import Place, Shape, contacts
from layouts.placing.enumeration import Enumeration, contact_masks
from layouts.placing.lattice import Lattice
from layouts.placing.laying import find_laying
from layouts.shapes.contact_graphs import (
    canonical_shape,
    enumerate_shapes,
    number_alike,
    pack,
    shapes_of,
    unpack,
)

COARSE = {2: 1, 3: 2, 4: 5, 5: 11, 6: 33, 7: 108}
SQUARE = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 1, 9: 1}


def graphs(shape, cards):
    return list(enumerate_shapes(Lattice(Shape(*shape), 1, cards), cards))


@pytest.mark.parametrize("cards", COARSE)
def test_known_numbers_of_shapes_of_coarse_cards(cards):
    assert len(graphs((3, 2), cards)) == COARSE[cards]


@pytest.mark.parametrize("cards", SQUARE)
def test_known_numbers_of_shapes_of_squares(cards):
    assert len(graphs((1, 1), cards)) == SQUARE[cards]


def same(one, other):
    return nx.is_isomorphic(one, other, node_match=lambda a, b: a.get("tag") == b.get("tag"))


@pytest.mark.parametrize(("shape", "cards"), [((3, 2), 6), ((1, 1), 7), ((7, 5), 4)])
def test_no_two_are_isomorphic_and_each_is_what_its_placement_makes(shape, cards):
    found = graphs(shape, cards)
    assert not any(same(one, other) for one, other in combinations(found, 2))
    for graph in found:
        places = {
            str(node): Place(card["x"], card["y"], card["orientation"]) for node, card in graph.nodes.items()
        }
        pairs = {frozenset(map(int, pair)) for pair in contacts(places, Shape(*shape))}
        assert pairs == {frozenset(edge) for edge in graph.edges}
        assert find_laying({node: set(graph[node]) for node in graph}, 0).stuck == []


@pytest.mark.parametrize(("shape", "cards"), [((3, 2), 5), ((7, 5), 3)])
def test_networkx_finds_as_many_kinds_among_all_placements(shape, cards):
    lattice = Lattice(Shape(*shape), 1, cards)
    kinds = []
    for masks in {tuple(row) for row in contact_masks(lattice, Enumeration(lattice).run(cards)).tolist()}:
        graph = nx.Graph((i, j) for i, mask in enumerate(masks) for j in range(cards) if mask >> j & 1)
        graph.nodes[0]["tag"] = 6
        if not any(same(graph, kind) for kind in kinds):
            kinds.append(graph)
    assert len(kinds) == len(graphs(shape, cards))


def test_numbering_alike_keeps_the_graph_and_the_center():
    lattice = Lattice(Shape(3, 2), 1, 5)
    masks = contact_masks(lattice, Enumeration(lattice).run(5))
    for before, after in zip(masks.tolist(), number_alike(masks).tolist(), strict=True):
        assert canonical_shape(tuple(before)) == canonical_shape(tuple(after))
        assert before[0].bit_count() == after[0].bit_count()


def test_few_kinds_are_left_for_the_exact_form():
    lattice = Lattice(Shape(3, 2), 1, 6)
    masks = contact_masks(lattice, Enumeration(lattice).run(6))
    assert len(np.unique(pack(number_alike(masks)))) < 3 * COARSE[6] < len(np.unique(pack(masks)))


def test_packed_adjacency_is_what_it_stands_for():
    adjacency = (0b1110, 0b0001, 0b1001, 0b0101)
    (packed,) = pack(np.array([adjacency], dtype=np.uint64)).tolist()
    assert packed == 0b101_01_1  # of card 3 to 0, 1 and 2; of 2; of 1
    assert unpack(packed, 4) == adjacency


def test_the_first_placement_of_each_shape_is_its_witness(monkeypatch):
    lattice = Lattice(Shape(3, 2), 1, 5)
    placements = Enumeration(lattice).run(5)
    whole = shapes_of(lattice, placements)
    monkeypatch.setattr("layouts.shapes.contact_graphs.BATCH", 11)
    parts = shapes_of(lattice, placements)
    assert list(whole) == list(parts)
    assert all(np.array_equal(whole[shape], parts[shape]) for shape in whole)
