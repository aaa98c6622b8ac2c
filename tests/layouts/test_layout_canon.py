"""Codes of shapes and layouts: against networkx, by hand, and numbers that are known."""

import hashlib
import random
import re
import subprocess
import sys
from collections import defaultdict

import networkx as nx
import pytest

from layouts import CATALOGUE, Ratings, RuleError, check_layout, load_named, make_layout
from layouts.errors import ParseError
from layouts.plain import PlainGraph
from layouts.shapes.canon import (
    canonical_code,
    canonical_layout,
    format_shape,
    parse_canonical_code,
    parse_shape_code,
    shape_code,
)

SIXES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
CONNECTED = [
    graph for graph in nx.graph_atlas_g() if 1 <= len(graph) <= 6 and nx.is_connected(graph)
]  # every one up to isomorphism


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
