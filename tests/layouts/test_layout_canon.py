"""Canonical order, automorphisms and codes: against networkx, brute force, and numbers that are known."""

import hashlib
import random
import re
import subprocess
import sys
from collections import defaultdict
from itertools import combinations, permutations
from math import factorial

import networkx as nx
import pytest

from layouts import CATALOGUE, Ratings, RuleError, check_layout, load_named, make_layout
from layouts.errors import ParseError
from layouts.plain import PlainGraph
from layouts.shapes.canon import (
    canonical_code,
    canonical_layout,
    format_shape,
    masks_of,
    parse_canonical_code,
    parse_shape_code,
    shape_code,
)
from layouts.shapes.isomorphism import automorphisms, bits_in, canonical_order, edge_bits

SIXES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
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


# Shapes and their code


def marked(graph, center):
    shape = nx.Graph(graph)
    shape.nodes[center]["tag"] = 6
    return shape


SHAPES = [marked(graph, center) for graph in CONNECTED for center in graph]


def test_there_are_as_many_shapes_as_is_known():
    """Connected graphs with one node marked: A126100."""
    codes = defaultdict(set)
    for shape in SHAPES:
        codes[len(shape)].add(shape_code(shape))
    assert [len(codes[nodes]) for nodes in range(1, 7)] == [1, 1, 3, 11, 58, 407]


def test_shape_codes_decode():
    for shape in SHAPES:
        code = shape_code(shape)
        read = parse_shape_code(code)
        assert shape_code(read) == code
        assert [node for node, card in read.nodes.items() if card] == [0]
        assert nx.is_isomorphic(shape, read, node_match=lambda a, b: a.get("tag") == b.get("tag"))
        assert re.fullmatch("[A-Za-z0-9._:-]+", code)


def test_shape_codes_by_hand():
    assert format_shape([0]) == "hues1:1."
    assert shape_code(marked(nx.path_graph(2), 1)) == "hues1:2.g"  # 1 and five zeros to fill up: 32
    assert shape_code(marked(nx.path_graph(3), 1)) == "hues1:3.w"  # 0-1, 0-2: 110 000, 48
    assert shape_code(marked(nx.path_graph(3), 2)) == "hues1:3.Y"  # center, end, middle: 011 000, 24
    assert shape_code(marked(nx.complete_graph(4), 2)) == "hues1:4._"  # 111 111


def test_codes_stay_as_they_are():
    """If this fails, the canonical order has changed: give the codes a new version."""
    codes = {name: (shape_code(load_named(name)), canonical_code(load_named(name))) for name in CATALOGUE}
    assert codes["rulebook"] == (
        "hues1:9.AymUm1",
        "huec1:6.6.5.0-3.4.2.1x4-4.5.3.2x2-5.5.3.2x2:YC3UqK",
    )
    assert codes["revised"] == (
        "hues1:9.VqUWLD",
        "huec1:6.5.4.0-3.2.1.1x3-3.3.1.1-4.4.2.2x2-5.4.2.2x2:0nVXAY",
    )
    assert codes["square"][0] == "hues1:9.ADmlSY"
    assert codes["line"][1] == "huec1:6.6.5.0-3.4.2.1-4.5.3.2:w"
    every = " ".join(sorted({shape_code(shape) for shape in SHAPES}))
    assert hashlib.sha256(every.encode()).hexdigest() == DIGEST


DIGEST = "7497a501c173084754c530c8cca786c0104cb1363cbdce5cf95534bc91eee2b6"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' can't be read; it must look like hues1:NODES.EDGES"),
        ("hues2:2.g", "can't be read"),
        ("hues1:2g", "can't be read"),
        ("hues1:2.g\n", "can't be read"),
        ("hues1:٢.g", "can't be read"),
        ("hues1:02.g", "can't be read"),
        ("hues1:0.", "can't be read"),
        ("hues1:3.+", "can't be read"),
        ("hues1:37.g", "there are 37 nodes; a shape has at most 36"),
        ("hues1:3.", "the edges '' have 0 letters; 3 nodes need 1"),
        ("hues1:3.ww", "the edges 'ww' have 2 letters; 3 nodes need 1"),
        ("hues1:2.h", "'hues1:2.h' isn't canonical; that is hues1:2.g"),  # a bit that only fills up
        ("hues1:3.o", "'hues1:3.o' isn't canonical; that is hues1:3.Y"),
        ("hues1:3.g", "the shape isn't connected"),
    ],
)
def test_bad_shape_codes_are_refused(text, message):
    with pytest.raises(ParseError) as caught:
        parse_shape_code(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("shape code: ")
    assert "\n" not in str(caught.value)


def test_every_other_word_for_a_shape_is_refused():
    """Of the 64 words for four nodes just 11 are read, one a shape."""
    read = []
    for letter in SIXES:
        try:
            read.append(shape_code(parse_shape_code(f"hues1:4.{letter}")))
        except ParseError:
            continue
    assert len(set(read)) == len(read) == 11


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (nx.path_graph(3), "there are 0 centers"),
        (marked(marked(nx.path_graph(3), 0), 1), "there are 2 centers"),
        (marked(nx.empty_graph(3), 0), "the shape isn't connected"),
        (marked(nx.path_graph(37), 0), "the number of nodes is 37; a shape has 1 to 36"),
        (nx.Graph(), "the number of nodes is 0"),
        (marked(nx.Graph([(0, 1), (1, 1)]), 0), "node 1 is said to be adjacent to itself"),
        (nx.DiGraph(), "a shape is a simple undirected graph"),
    ],
)
def test_what_is_no_shape_is_refused(graph, message):
    with pytest.raises(RuleError, match=message):
        shape_code(graph)


# Layouts and their code


def disguised(rng, graph):
    """Return the same layout by other names, in another order, without places; all ratings by hand."""
    cards = list(graph)
    rng.shuffle(cards)
    name = {card: f"N{index}" for index, card in enumerate(rng.sample(cards, len(cards)))}
    return make_layout(
        {name[card]: graph.nodes[card]["tag"] for card in cards},
        [(name[a], name[b]) for a, b in graph.edges],
        ratings={name[card]: graph.nodes[card]["ratings"] for card in cards},
    )


def plain(graph):
    return list(graph.nodes.items()), sorted(graph.edges), graph.graph


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_layout_is_known_again(name):
    rng = random.Random(12)
    graph = load_named(name)
    code = canonical_code(graph)
    read = parse_canonical_code(code)
    check_layout(read)
    assert re.fullmatch("[A-Za-z0-9._:-]+", code)
    assert plain(read) == plain(canonical_layout(graph))
    assert canonical_code(read) == code
    alike = {"tag", "ratings"}
    assert nx.is_isomorphic(graph, read, node_match=lambda a, b: all(a[key] == b[key] for key in alike))
    for _ in range(20):
        other = disguised(rng, graph)
        assert canonical_code(other) == code
        assert shape_code(other) == shape_code(graph)
        assert plain(canonical_layout(other)) == plain(read)


def test_anything_that_differs_changes_the_code():
    graph = load_named("rulebook")
    codes = [canonical_code(graph)]
    for card in ("Chalks", "Paints", "Candies", "Flowers"):  # no automorphism: four different layouts
        other = disguised(random.Random(13), graph)
        twin = nx.relabel_nodes(graph, {})
        twin.nodes[card].update(ratings=Ratings(4, 2, 2), own=True)
        codes += [canonical_code(twin)]
        assert canonical_code(other) == codes[0]
    for one, other in [
        ("Chalks", "Houses"),
        ("Houses", "Pool"),
    ]:  # another tag; another tag, the same ratings
        twin = make_layout(
            {card: graph.nodes[{one: other, other: one}.get(card, card)]["tag"] for card in graph},
            graph.edges,
        )
        codes.append(canonical_code(twin))
    fewer = graph.edges - {("Boat", "Flowers"), ("Flowers", "Boat")}
    codes.append(canonical_code(make_layout({c: graph.nodes[c]["tag"] for c in graph}, fewer)))
    assert len(set(codes)) == len(codes) == 8


def test_the_names_of_a_canonical_layout():
    graph = canonical_layout(load_named("revised"))
    assert " ".join(graph) == "Center 3a 3b 3c 3d 4a 4b 5a 5b"
    assert graph.nodes["3d"] == {"tag": 3, "ratings": Ratings(3, 1, 1), "own": True}
    tags = {"C": 6} | {f"N{number}": 3 for number in range(35)}
    star = make_layout(tags, [("C", name) for name in tags if name != "C"])
    assert canonical_code(parse_canonical_code(canonical_code(star))) == canonical_code(star)


GOOD = "huec1:6.6.5.0-3.4.2.1x2-4.5.3.2:1"  # the center joined to all, and a 3 to the 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("huec1", "hue1", "can't be read; it must look like huec1:KINDS:EDGES"),
        ("huec1", "huec2", "can't be read"),
        (":1", ":1:", "can't be read"),
        (":1", "", "can't be read"),
        (":1", ":1\n", "can't be read"),
        (":1", ":é", "can't be read"),
        ("6.6.5.0-", "", "there is no center"),
        ("6.6.5.0", "3.6.5.0", "there is no center"),
        ("6.6.5.0", "6.6.5.0x2", "the edges '1' have 1 letters; 5 nodes need 2"),
        ("4.5.3.2", "6.5.3.2", "there is more than one center: Center, 6b"),
        (
            "6.6.5.0",
            "7.6.5.0",
            "the kind '7.6.5.0' can't be read; it must look like tag.D.S.I or tag.D.S.Ix2",
        ),
        ("3.4.2.1", "3.4.2", "the kind '3.4.2x2' can't be read"),
        ("3.4.2.1", "3.4.2.01", "can't be read"),
        ("3.4.2.1", "3.4.2.100", "can't be read"),
        ("3.4.2.1x2", "3.4.2.1x1", "can't be read"),
        ("3.4.2.1x2", "3.4.2.1x02", "can't be read"),
        ("3.4.2.1x2", "3.4.2.1x٢", "can't be read"),
        ("3.4.2.1x2", "3.4.2.1-3.4.2.1", "isn't canonical; that is " + GOOD),
        (
            "3.4.2.1x2-4.5.3.2",
            "4.5.3.2-3.4.2.1x2",
            "isn't canonical; that is huec1:6.6.5.0-3.4.2.1x2-4.5.3.2",
        ),
        ("3.4.2.1x2", "3.4.2.1x99", "the edges '1' have 1 letters; 101 nodes need 842"),
        (":1", ":1A", "the edges '1A' have 2 letters; 4 nodes need 1"),
        (":1", ":A", "the board isn't connected"),
        (":1", ":2", "isn't canonical; that is " + GOOD),
    ],
)
def test_bad_canonical_codes_are_refused(old, new, message):
    assert canonical_code(parse_canonical_code(GOOD)) == GOOD
    assert old in GOOD
    with pytest.raises(ParseError) as caught:
        parse_canonical_code(GOOD.replace(old, new, 1))
    assert message in str(caught.value)
    assert str(caught.value).startswith("canonical code: ")
    assert "\n" not in str(caught.value)


def test_too_many_cards_are_refused():
    letters = -(-(37 * 36 // 2) // 6)
    with pytest.raises(ParseError, match="the number of cards is 37; a board has at most 36"):
        parse_canonical_code(f"huec1:6.6.5.0-3.4.2.1x36:{'_' * letters}")
    with pytest.raises(ParseError, match="the number of cards is 1"):
        parse_canonical_code("huec1:6.6.5.0:")


def test_what_is_no_layout_has_no_code():
    with pytest.raises(RuleError):
        canonical_code(marked(nx.path_graph(3), 0))


def test_networkx_is_not_imported_before_a_graph_is_wanted():
    code = (
        "import sys, layouts.shapes.dealing; "
        "from layouts.shapes.canon import board_of_canonical_code as read; "
        f"print(len(read({GOOD!r})), 'networkx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4", "False"]


def test_a_plain_graph_has_a_shape():
    graph = PlainGraph()
    for name, tag in (("Stars", 6), ("Chalks", 3)):
        graph.add_node(name, tag=tag)
    graph.add_edge("Stars", "Chalks")
    assert shape_code(graph) == "hues1:2.g"
