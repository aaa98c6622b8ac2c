"""The placing rule, by hand and on the catalogue."""

import random

import networkx as nx
import pytest

from layouts.catalogue import CATALOGUE, load_named
from layouts.graph import make_layout
from layouts.placement import Place
from layouts.placing.laying import find_laying, laying_of, may_be_laid


def test_the_center_comes_first_and_all_that_touch_it_may_follow():
    star = {"a": {"c"}, "c": {"a", "b"}, "b": {"c"}}
    assert find_laying(star, "c") == (["c", "a", "b"], [])
    assert find_laying(star, "a") == (["a", "c"], ["b"])


def test_two_cards_carry_one_that_does_not_touch_the_center():
    assert may_be_laid({"a", "b"}, {"c", "a", "b"}, "c")
    assert not may_be_laid({"a", "b"}, {"c", "a"}, "c")
    assert not may_be_laid({"a"}, {"c", "a", "b"}, "c")
    assert may_be_laid({"c"}, {"c"}, "c")


def test_a_card_that_waits_for_others_is_laid_after_them():
    """far needs near and d, near needs a and b."""
    neighbours = {
        "c": {"a", "b", "d"},
        "far": {"near", "d"},
        "near": {"a", "b", "far"},
        "a": {"c", "near"},
        "b": {"c", "near"},
        "d": {"c", "far"},
    }
    assert find_laying(neighbours, "c") == (["c", "a", "b", "near", "d", "far"], [])


def test_cards_that_only_carry_each_other_are_stuck():
    neighbours = {"c": {"a"}, "a": {"c", "x"}, "x": {"a", "y"}, "y": {"x"}}
    assert find_laying(neighbours, "c").stuck == ["x", "y"]


@pytest.mark.parametrize("seed", range(20))
def test_no_other_order_lays_more(seed):
    """Laying at random, in any order, comes to the same cards."""
    graph = nx.gnp_random_graph(8, 0.35, seed=seed)
    neighbours = {node: set(graph[node]) for node in graph}
    found = set(find_laying(neighbours, 0).order)
    rng = random.Random(seed)
    for _ in range(20):
        lying = {0}
        while True:
            can = [
                node
                for node in graph
                if node not in lying and (0 in graph[node] or len(set(graph[node]) & lying) >= 2)
            ]
            if not can:
                break
            lying.add(rng.choice(can))
        assert lying == found


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_layout_of_the_catalogue_can_be_laid(name):
    graph = load_named(name)
    order, stuck = laying_of(graph)
    assert stuck == []
    assert sorted(order) == sorted(graph)
    assert graph.nodes[order[0]]["tag"] == 6


def test_a_card_in_mid_air_is_named():
    places = {
        "Stars": Place(0, 0, "landscape"),
        "Chalks": Place(0, 10, "landscape"),
        "Paints": Place(0, 20, "landscape"),
    }
    layout = make_layout({"Stars": 6, "Chalks": 3, "Paints": 3}, places=places)
    assert laying_of(layout) == (["Stars", "Chalks"], ["Paints"])
