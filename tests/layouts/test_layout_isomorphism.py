"""Canonical order and automorphisms: against networkx, brute force, and numbers that are known."""

import random
from collections import defaultdict
from itertools import combinations, permutations
from math import factorial

import networkx as nx
import pytest

from layouts import RuleError, load_named
from layouts.shapes.canon import (
    masks_of,
)
from layouts.shapes.isomorphism import automorphisms, bits_in, canonical_order, edge_bits

CONNECTED = [
    graph for graph in nx.graph_atlas_g() if 1 <= len(graph) <= 6 and nx.is_connected(graph)
]  # every one up to isomorphism


def masks(graph):
    return [sum(1 << other for other in graph[node]) for node in range(len(graph))]


def graph_of_masks(colours, adjacency):
    graph = nx.Graph()
    graph.add_nodes_from((node, {"colour": colour}) for node, colour in enumerate(colours))
    graph.add_edges_from((node, other) for node, mask in enumerate(adjacency) for other in bits_in(mask))
    return graph


def relabelled(rng, colours, adjacency):
    image = list(range(len(colours)))
    rng.shuffle(image)
    return moved(image, colours, adjacency)


def moved(image, colours, adjacency):
    """Give node i of a coloured graph the number image[i]."""
    new_colours, new_adjacency = [None] * len(image), [0] * len(image)
    for node, mask in enumerate(adjacency):
        new_colours[image[node]] = colours[node]
        new_adjacency[image[node]] = sum(1 << image[other] for other in bits_in(mask))
    return new_colours, new_adjacency


def form(colours, adjacency):
    order = canonical_order(colours, adjacency)
    assert sorted(order) == list(range(len(colours)))
    return tuple(colours[node] for node in order), edge_bits(order, adjacency)


def isomorphic(one, other):
    return nx.is_isomorphic(
        graph_of_masks(*one), graph_of_masks(*other), node_match=lambda a, b: a["colour"] == b["colour"]
    )


def coloured(rng, colourings, most=6):
    """Yield the connected graphs in random order of nodes, without colours and in random ones."""
    for graph in CONNECTED:
        if len(graph) <= most:
            for number in range(colourings + 1):
                colours = [rng.randrange(number + 1) for _ in graph]
                yield relabelled(rng, colours, masks(graph))


# The canonical order


def test_a_form_is_shared_exactly_by_isomorphic_graphs():
    """Compared with networkx in every pair with the same colours and as many edges."""
    alike = defaultdict(list)
    rng = random.Random(4)
    for colours, adjacency in coloured(rng, 3):
        for graph in ((colours, adjacency), relabelled(rng, colours, adjacency)):
            edges = sum(mask.bit_count() for mask in graph[1])
            alike[(edges, *sorted(graph[0]))].append((graph, form(*graph)))
    same = different = 0
    for graphs in alike.values():
        for (one, one_form), (other, other_form) in combinations(graphs, 2):
            assert isomorphic(one, other) == (one_form == other_form)
            same += one_form == other_form
            different += one_form != other_form
    assert same > 500
    assert different > 1000


def test_the_order_makes_an_isomorphic_graph_with_ascending_colours():
    for colours, adjacency in coloured(random.Random(5), 3):
        order = canonical_order(colours, adjacency)
        place = [order.index(node) for node in range(len(order))]
        in_order = moved(place, colours, adjacency)
        assert in_order[0] == sorted(colours)
        assert isomorphic(in_order, (colours, adjacency))


def test_every_relabelling_has_the_same_form():
    for colours, adjacency in coloured(random.Random(6), 2, most=5):
        forms = {form(*moved(image, colours, adjacency)) for image in permutations(range(len(colours)))}
        assert len(forms) == 1


def shrikhande():
    steps = [(0, 1), (1, 0), (1, 1)]
    graph = nx.Graph(
        ((x, y), ((x + i) % 4, (y + j) % 4)) for x in range(4) for y in range(4) for i, j in steps
    )
    return nx.convert_node_labels_to_integers(graph)


def rook():
    return nx.convert_node_labels_to_integers(nx.line_graph(nx.complete_bipartite_graph(4, 4)))


REGULAR = {
    "4 by 4 rook's graph": rook(),
    "Shrikhande graph": shrikhande(),  # the same parameters as the one before
    "Petersen graph": nx.petersen_graph(),
    "pentagonal prism": nx.circular_ladder_graph(5),
    "Möbius ladder": nx.circulant_graph(10, [1, 5]),
    "two pentagons": nx.disjoint_union(nx.cycle_graph(5), nx.cycle_graph(5)),
    "ten in a ring": nx.cycle_graph(10),
    "hypercube": nx.convert_node_labels_to_integers(nx.hypercube_graph(4)),
    "no edges": nx.empty_graph(16),
    "all edges": nx.complete_graph(16),
    "eight pairs": nx.disjoint_union_all([nx.complete_graph(2)] * 8),
    "star": nx.star_graph(15),
    "Frucht graph": nx.frucht_graph(),  # cubic, without symmetry
}


def test_regular_graphs_are_told_apart_and_known_again():
    """Refinement tells nothing in these; all depends on the search."""
    rng = random.Random(7)
    forms = {}
    for name, graph in REGULAR.items():
        found = {form(*relabelled(rng, [0] * len(graph), masks(graph))) for _ in range(12)}
        assert len(found) == 1, name
        forms[name] = found.pop()
    assert len(set(forms.values())) == len(REGULAR)


def test_random_graphs_of_nine_to_sixteen_nodes_are_known_again():
    rng = random.Random(8)
    for _ in range(300):
        nodes = rng.randrange(9, 17)
        graph = nx.gnp_random_graph(nodes, rng.choice([0.1, 0.3, 0.6]), seed=rng.randrange(10**6))
        colours = [rng.randrange(3) for _ in graph]
        assert form(colours, masks(graph)) == form(*relabelled(rng, colours, masks(graph)))


def by_definition(colours, adjacency):
    """Return the canonical edges by the three steps of the module, in classes of nodes, without pruning."""
    nodes = range(len(colours))

    def refined(classes):
        while True:
            keys = {
                node: (rank, *(sum(adjacency[node] >> n & 1 for n in other) for other in reversed(classes)))
                for rank, group in enumerate(classes)
                for node in group
            }
            finer = [[node for node in nodes if keys[node] == key] for key in sorted(set(keys.values()))]
            if len(finer) == len(classes):
                return classes
            classes = finer

    def least(classes):
        sizes = [len(group) for group in classes if len(group) > 1]
        if not sizes:
            order = [node for (node,) in classes]
            return "".join(str(adjacency[order[i]] >> order[j] & 1) for j in nodes for i in range(j))
        at = next(index for index, group in enumerate(classes) if len(group) == min(sizes))
        before, group, after = classes[:at], classes[at], classes[at + 1 :]
        return min(
            least(refined([*before, [node], [other for other in group if other != node], *after]))
            for node in group
        )

    kinds = sorted(set(colours))
    return least(refined([[node for node in nodes if colours[node] == kind] for kind in kinds]))


UNLIKE_BRANCHES = [  # in graph6: refinement leaves nodes together that no automorphism makes each other
    "ILbAOWo?w",
    "IGDccckq?",
    "Iic_PCT`_",
    "HrMicTF",
    "I?q`e?oS?",
    "I?gqe?oo?",
]


def test_the_form_is_the_one_defined_and_pruning_changes_nothing():
    rng = random.Random(9)
    graphs = list(coloured(rng, 1, most=5))
    for name in ("square", "revised"):
        adjacency, center = masks_of(load_named(name))
        graphs.append(([node != center for node in range(9)], adjacency))
    others = [nx.from_graph6_bytes(text.encode()) for text in UNLIKE_BRANCHES]
    others += [nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)), nx.circular_ladder_graph(3)]
    graphs += [relabelled(rng, [0] * len(graph), masks(graph)) for graph in others for _ in range(3)]
    for colours, adjacency in graphs:
        assert form(colours, adjacency)[1] == int("0" + by_definition(colours, adjacency), 2)


def test_edge_bits_are_those_of_graph6():
    for colours, adjacency in coloured(random.Random(10), 0):
        graph = graph_of_masks(colours, adjacency)
        text = nx.to_graph6_bytes(graph, header=False).decode().strip()[1:]
        pairs = len(graph) * (len(graph) - 1) // 2
        bits = "".join(f"{ord(letter) - 63:06b}" for letter in text)[:pairs]
        assert edge_bits(range(len(graph)), adjacency) == int("0" + bits, 2)


# Automorphisms


def by_permutations(colours, adjacency):
    """Return the automorphisms by trying every permutation."""
    nodes = range(len(colours))
    edges = [(a, b) for a in nodes for b in bits_in(adjacency[a]) if a < b]
    return [
        image
        for image in permutations(nodes)
        if all(adjacency[image[a]] >> image[b] & 1 for a, b in edges)
        and all(colours[image[node]] == colours[node] for node in nodes)
    ]


def test_automorphisms_are_those_found_by_trying_every_permutation():
    for colours, adjacency in coloured(random.Random(11), 2):
        assert list(automorphisms(colours, adjacency)) == by_permutations(colours, adjacency)


def test_automorphisms_count_the_labelled_connected_graphs():
    """A graph has n!/(number of automorphisms) labellings; how many there are in all is known: A001187."""
    labelled = [0] * 7
    for graph in CONNECTED:
        labelled[len(graph)] += factorial(len(graph)) // len(automorphisms([0] * len(graph), masks(graph)))
    assert labelled[1:] == [1, 1, 4, 38, 728, 26704]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Petersen graph", 120),
        ("4 by 4 rook's graph", 1152),
        ("Shrikhande graph", 192),
        ("hypercube", 384),
        ("Frucht graph", 1),
        ("ten in a ring", 20),
        ("two pentagons", 200),
    ],
)
def test_known_numbers_of_automorphisms(name, number):
    graph = REGULAR[name]
    assert len(set(automorphisms([0] * len(graph), masks(graph)))) == number


def test_too_many_automorphisms_are_refused():
    assert len(automorphisms([0] * 5, [0] * 5, most=120)) == 120
    with pytest.raises(RuleError, match="more than 119 automorphisms"):
        automorphisms([0] * 5, [0] * 5, most=119)
