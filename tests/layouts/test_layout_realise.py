"""Realising contact graphs, against a brute force on coarse lattices that counts unit cells."""

import os
import subprocess
import sys
from functools import cache
from itertools import combinations, permutations

import networkx as nx
import pytest

from layouts import RuleError
from layouts.catalogue import load_named
from layouts.placement import CARD, Place, Shape, contacts
from layouts.placing.constraints import break_symmetry, fix_center, make_grid, make_model, make_solver
from layouts.placing.nearest import nearest_realisable
from layouts.placing.realise import realise

COARSE = Shape(3, 2)
LATTICES = [(COARSE, 1), (COARSE, 2), (COARSE, 3), (Shape(1, 1), 1), (Shape(4, 1), 2)]
SEVERAL = pytest.mark.parametrize(("shape", "min_contact"), LATTICES, ids=str)


# ---- the brute force: cards are sets of cells, placements are grown card by card from the center, number 0


def cells(shape, x, y, turned):
    width, height = reversed(shape) if turned else shape
    return {(x + i, y + j) for i in range(width) for j in range(height)}


@cache
def relation(shape, min_contact, turned, x, y, other_turned):
    """A card at (0, 0) and another at (x, y): "overlap", "touch" or "apart"."""
    one, other = cells(shape, 0, 0, turned), cells(shape, x, y, other_turned)
    if one & other:
        return "overlap"
    shared = sum((i + di, j + dj) in other for i, j in one for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return "touch" if shared >= min_contact else "apart"


@cache
def moves(shape, min_contact, turned):
    """Where a card touches one at (0, 0)."""
    span = range(-max(shape), max(shape) + 1)
    spots = [(x, y, t) for x in span for y in span for t in (False, True)]
    return [spot for spot in spots if relation(shape, min_contact, turned, *spot) == "touch"]


def relations(shape, min_contact, cards, card):
    x, y, turned = card
    return [relation(shape, min_contact, t, x - i, y - j, turned) for i, j, t in cards]


@cache
def placements(cards, shape, min_contact):
    """All sets of cards that can be laid, each a tuple whose first card is the center."""
    if cards == 1:
        return {((0, 0, False),)}
    found = set()
    for before in placements(cards - 1, shape, min_contact):
        for i, j, turned in before:
            for x, y, t in moves(shape, min_contact, turned):
                card = (i + x, j + y, t)
                beside = relations(shape, min_contact, before, card)
                if "overlap" not in beside and (beside[0] == "touch" or beside.count("touch") >= 2):
                    found.add((before[0], *sorted([*before[1:], card])))
    return found


@cache
def relabelled(cards, edges):
    """The same contacts with the cards but the center exchanged, in every way."""
    orders = [(0, *order) for order in permutations(range(1, cards))]
    return {frozenset(frozenset(order[v] for v in edge) for edge in edges) for order in orders}


@cache
def canonical(cards, edges):
    return min(sorted(sorted(map(sorted, same)) for same in relabelled(cards, edges)))


@cache
def realisable(cards, shape, min_contact):
    """All contact graphs of placements, as sets of pairs of numbers, in all labellings."""
    found = set()
    for placed in placements(cards, shape, min_contact):
        edges = frozenset(
            frozenset({one, other})
            for one, other in combinations(range(cards), 2)
            if relations(shape, min_contact, [placed[one]], placed[other]) == ["touch"]
        )
        if edges not in found:
            found |= relabelled(cards, edges)
    return found


def candidates(cards, connected=True):
    """All graphs of so many cards up to isomorphism with the center, number 0, marked."""
    seen = []
    for graph in nx.graph_atlas_g():
        if len(graph) == cards and (not connected or nx.is_connected(graph)):
            for center in graph:
                exchanged = {center: 0, 0: center}
                edges = frozenset(frozenset(exchanged.get(v, v) for v in edge) for edge in graph.edges)
                if canonical(cards, edges) not in seen:
                    seen.append(canonical(cards, edges))
                    yield edges


# ---- what is compared


def named(cards, edges):
    """A graph of the contacts whose cards are called `card 0`, the center, and so on."""
    graph = nx.Graph()
    graph.add_nodes_from(f"card {v}" for v in range(cards))
    graph.add_edges_from([f"card {v}" for v in edge] for edge in edges)
    return graph


def pairs(edges):
    return {frozenset(edge) for edge in edges}


def check_legal(result, edges, shape, min_contact, center="card 0"):
    """The places have just these contacts, and the order is one in which they could have been laid."""
    touching = pairs(contacts(result.places, shape, min_contact))
    assert touching == edges
    assert result.places[center] == Place(0, 0, "landscape")
    assert sorted(result.order) == sorted(result.places)
    assert result.order[0] == center
    for number, name in enumerate(result.order[1:], 1):
        held = [other for other in result.order[:number] if {name, other} in touching]
        assert center in held or len(held) >= 2


def compare(cards, shape, min_contact):
    outcomes = {"found": 0, "impossible": 0}
    for edges in candidates(cards):
        graph = named(cards, edges)
        result = realise(graph, "card 0", shape=shape, min_contact=min_contact)
        outcomes[result.outcome] += 1
        assert (result.outcome == "found") == (edges in realisable(cards, shape, min_contact)), edges
        assert bool(result.reason) == (result.outcome != "found")
        if result.outcome == "found":
            check_legal(result, pairs(graph.edges), shape, min_contact)
        else:
            assert (dict(result.places), result.order) == ({}, ())
    return outcomes


@pytest.mark.parametrize(("cards", "found", "candidates"), [(2, 1, 1), (3, 2, 3), (4, 5, 11)])
def test_every_graph_of_up_to_four_cards_agrees_with_brute_force(cards, found, candidates):
    assert compare(cards, COARSE, 1) == {"found": found, "impossible": candidates - found}


@pytest.mark.slow
def test_every_graph_of_five_cards_agrees_with_brute_force():
    assert compare(5, COARSE, 1) == {"found": 11, "impossible": 58 - 11}


@pytest.mark.slow
def test_every_graph_of_six_cards_agrees_with_brute_force():
    assert compare(6, COARSE, 1)["found"] == 33


@pytest.mark.parametrize("cards", [2, 3, 4])
@SEVERAL
def test_other_shapes_and_longer_contacts_agree_with_brute_force(cards, shape, min_contact):
    compare(cards, shape, min_contact)


@pytest.mark.parametrize(("min_contact", "coarse_contact"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_step_makes_the_lattice_coarser(min_contact, coarse_contact):
    shape = Shape(6, 4)
    for edges in candidates(4):
        graph = named(4, edges)
        result = realise(graph, "card 0", shape=shape, min_contact=min_contact, step=2)
        assert (result.outcome == "found") == (edges in realisable(4, COARSE, coarse_contact))
        if result.outcome == "found":
            check_legal(result, pairs(graph.edges), shape, min_contact)
            assert not any(place.x % 2 or place.y % 2 for place in result.places.values())


def test_a_finer_step_may_find_what_a_coarse_one_excludes():
    # six square cards around one need bricks half a side off
    star = named(7, [{0, v} for v in range(1, 7)] + [{v, v % 6 + 1} for v in range(1, 7)])
    outcomes = [realise(star, "card 0", shape=Shape(2, 2), step=step).outcome for step in (2, 1)]
    assert outcomes == ["impossible", "found"]


@pytest.mark.parametrize(("shape", "turned"), [(Shape(1, 1), 0), (COARSE, 1)])
def test_square_cards_and_the_center_are_not_turned(shape, turned):
    grid = make_grid(shape, 1, 1)
    model, cards = make_model(["a", "b"], grid)
    fix_center(model, cards["a"])
    break_symmetry(model, cards, None, grid)
    model.maximize(cards["a"].portrait + cards["b"].portrait)
    solver = make_solver(10)
    solver.solve(model)
    assert [solver.value(card.portrait) for card in cards.values()] == [0, turned]


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("name", ["rulebook", "revised"])
def test_the_sample_layouts_are_realised_from_their_graphs_alone(name, step):
    layout = load_named(name)
    center = next(card for card in layout if layout.nodes[card]["tag"] == 6)
    bare = nx.Graph()
    bare.add_nodes_from(layout)
    bare.add_edges_from(layout.edges)
    result = realise(bare, center, step=step)
    check_legal(result, pairs(layout.edges), CARD, 1, center)
    assert result == realise(layout, step=step)  # tag 6 marks the center too; nothing is left to chance


def test_the_answer_does_not_depend_on_how_strings_are_hashed():
    code = (
        "from layouts.catalogue import load_named; from layouts.placing.realise import realise;"
        "from layouts.placing.nearest import nearest_realisable as nearest; one = load_named('sample-four');"
        "print(realise(load_named('rulebook')), nearest(one, 'Paints'))"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1] != ""


# ---- the nearest realisable


def compare_nearest(cards, shape, min_contact):
    possible = realisable(cards, shape, min_contact)
    for edges in candidates(cards, connected=False):
        result = nearest_realisable(named(cards, edges), "card 0", shape=shape, min_contact=min_contact)
        if not possible:
            assert result.outcome == "impossible"
            assert not result.is_least
            continue
        changed = pairs(named(cards, edges).edges).symmetric_difference(pairs(result.added + result.removed))
        check_legal(result, changed, shape, min_contact)
        assert result.changes == len(pairs(result.added + result.removed))
        assert result.changes == min(len(edges ^ other) for other in possible), edges
        assert result.is_least
        assert result.at_least == result.changes


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_the_nearest_is_as_near_as_brute_force_says(cards):
    compare_nearest(cards, COARSE, 1)


@pytest.mark.parametrize("cards", [3, 4])
@SEVERAL
def test_the_nearest_with_other_shapes_and_longer_contacts(cards, shape, min_contact):
    compare_nearest(cards, shape, min_contact)


@pytest.mark.slow
def test_the_nearest_of_five_cards_is_as_near_as_brute_force_says():
    compare_nearest(5, COARSE, 1)


def test_a_realisable_layout_is_its_own_nearest():
    layout = load_named("rulebook")
    result = nearest_realisable(layout, step=2)
    assert (result.changes, result.is_least, result.reason) == (0, True, "")
    check_legal(result, pairs(layout.edges), CARD, 1, "Stars")


@pytest.mark.parametrize("cards", range(4, 8))
def test_the_table_is_large_enough_for_cards_far_from_the_center(cards):
    strip = named(cards, [{v, v + d} for d in (1, 2) for v in range(cards - d)])
    result = nearest_realisable(strip, "card 0", shape=Shape(2, 2))  # two rows of bricks
    assert (result.changes, result.is_least) == (0, True)


def test_what_is_added_and_removed_is_named():
    four = nx.relabel_nodes(nx.complete_graph(4), dict(enumerate("abcd")))
    result = nearest_realisable(four, "a")
    assert (len(result.removed), result.added) == (1, ())
    star = nx.relabel_nodes(nx.star_graph(2), dict(enumerate("abc")))
    chain = nearest_realisable(star, "b")  # c can't be laid at a alone
    assert chain.changes == 1
    assert chain.added == (("b", "c"),)


@pytest.mark.parametrize("cards", [4, 5])
def test_what_the_nearest_takes_for_granted_of_contacts(cards):
    for edges in realisable(cards, COARSE, 1):
        assert len(edges) <= 3 * cards - 7
        graph = named(cards, edges)
        assert max(map(len, nx.find_cliques(graph))) <= 3
        assert all(len(list(nx.common_neighbors(graph, *edge))) <= 2 for edge in graph.edges)
        assert max(nx.single_source_shortest_path_length(graph, "card 0").values()) <= cards // 2


# ---- what isn't an answer


@pytest.mark.parametrize("solve", [realise, nearest_realisable])
def test_time_that_runs_out_is_no_answer(solve):
    result = solve(load_named("rulebook"), seconds=1e-6)
    assert (result.outcome, dict(result.places)) == ("stopped", {})
    assert result.reason == "stopped after 0.0 seconds, before a placement was found or excluded; allow more"


def test_the_best_so_far_comes_with_what_is_proved():
    result = nearest_realisable(named(12, combinations(range(12), 2)), "card 0", seconds=2)
    assert result.outcome in ("found", "stopped")  # as fast as the machine is
    assert result.at_least <= result.changes or result.outcome == "stopped"
    assert not result.is_least


def test_cards_that_cannot_be_laid_are_named():
    result = realise(named(4, [{0, 1}, {1, 2}, {2, 3}]), "card 0")
    assert result.outcome == "impossible"
    assert result.reason == (
        "'card 2', 'card 3' can't be laid: a card must touch the center, or two cards that lie already"
    )


def test_a_lattice_without_a_placement_is_named():
    result = realise(named(4, combinations(range(4), 2)), "card 0", step=2)
    assert result.reason == (
        "the lattice of step 2 for cards of 14 by 10 has no placement with just these contacts"
    )
    none = nearest_realisable(named(4, []), "card 0", shape=COARSE, min_contact=3)
    assert none.reason == "the lattice of step 1 for cards of 3 by 2 has no legal placement of 4 cards"


def marked(*centers):
    graph = named(3, [{0, 1}, {1, 2}])
    for center in centers:
        graph.nodes[center]["tag"] = 6
    return graph


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        (marked(), {}, "there is no center; name it, or give one card the tag 6"),
        (marked("card 0", "card 2"), {}, "there is more than one center: card 0, card 2; name the one"),
        (marked(), {"center": "card 9"}, "there is no card 'card 9'"),
        (nx.Graph(), {}, "there is no center"),
        (nx.DiGraph(marked("card 0")), {}, "contacts are a simple undirected graph"),
        (nx.MultiGraph(marked("card 0")), {}, "contacts are a simple undirected graph"),
        (named(2, [{0, 1}, (1, 1)]), {"center": "card 0"}, "card 'card 1' is said to be adjacent to itself"),
        (nx.path_graph(3), {"center": "0"}, "card name 0 is no text"),
        (nx.Graph([("A b", "a-B")]), {"center": "A b"}, "card name 'a-B' is used twice"),
        (marked("card 0"), {"shape": Shape(2, 3)}, "a card of 2 by 3: the long side comes first"),
        (marked("card 0"), {"shape": Shape(3, 0)}, "the short side is 0; it must be a whole number"),
        (marked("card 0"), {"shape": Shape(10**9, 1)}, "the long side is 1000000000; it must be"),
        (marked("card 0"), {"min_contact": 15}, "the contact is 15; no side is longer than 14"),
        (marked("card 0"), {"min_contact": 0}, "the contact is 0; it must be a whole number from 1"),
        (marked("card 0"), {"step": True}, "the step is True; it must be a whole number from 1"),
        (marked("card 0"), {"step": 5}, "the step is 5; it must divide both sides of the card, 14 and 10"),
        (marked("card 0"), {"seconds": 0}, "the time is 0 seconds; it must be a positive number"),
        (marked("card 0"), {"seconds": float("nan")}, "the time is nan seconds"),
        (marked("card 0"), {"seconds": "10"}, "the time is '10' seconds"),
    ],
)
@pytest.mark.parametrize("solve", [realise, nearest_realisable])
def test_bad_input_gets_one_clear_line(solve, graph, options, message):
    with pytest.raises(RuleError) as caught:
        solve(graph, **options)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("solve", [realise, nearest_realisable])
def test_without_or_tools_it_is_said_how_to_install_it(solve, monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    with pytest.raises(RuleError, match=r"needs OR-Tools; install it with: pip install '\.\[optimise\]'$"):
        solve(load_named("pair"))


def test_heavy_libraries_are_imported_only_when_needed():
    code = "import sys, layouts.placing.realise, layouts.placing.nearest; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"ortools", "networkx", "numpy"} & set(loaded.stdout.split())
