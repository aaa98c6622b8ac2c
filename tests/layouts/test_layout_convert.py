"""Other formats: what comes back, and what is lost and said to be."""

import json
import re

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts import (
    CARD_SETS,
    CATALOGUE,
    CardSet,
    InputError,
    ParseError,
    Place,
    Ratings,
    RuleError,
    load_named,
    make_layout,
)
from layouts.formats.convert import FORMATS, format_as, format_of, parse_as
from layouts.formats.dot import format_dot
from layouts.formats.graph6 import GraphShape, format_graph6, layout_of_shape, parse_graph6
from layouts.formats.graphml import format_graphml, parse_graphml
from layouts.formats.node_link import format_node_link, parse_node_link
from layouts.names import fold
from layouts.placing.random_laying import random_layout

LOSSLESS = ["toml", "code", "json", "graphml"]
MINE = CardSet("my \"own\" <1> & 'more'", {tag: Ratings(tag, 0, 1) for tag in (3, 4, 5, 6)})
ODD = ['a "quoted" <name> & more', "Ferris  wheel", "back\\slash\\", "花 é ß", "]]> -- {x}", "%s\\n", "null"]

names = (
    st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=60)
    .map(str.strip)
    .filter(lambda name: name and name.isprintable())
)
ratings = st.builds(Ratings, *[st.integers(0, 99)] * 3)


@st.composite
def layouts(draw):
    """Draw a layout, by hand or in a row, of any edition, with some ratings given by hand."""
    cards = draw(st.lists(names | st.sampled_from(ODD), min_size=2, max_size=6, unique_by=fold))
    tags = {name: draw(st.sampled_from([3, 4, 5])) for name in cards}
    tags[draw(st.sampled_from(cards))] = 6
    x, y = draw(st.integers(-9000, 9000)), draw(st.integers(-9000, 9000))
    tree = [(card, cards[draw(st.integers(0, index))]) for index, card in enumerate(cards[1:])]
    return make_layout(
        tags,
        **draw(
            st.sampled_from(
                [
                    {"edges": tree},
                    {"places": {card: Place(x + 10 * i, y + i, "portrait") for i, card in enumerate(cards)}},
                ]
            )
        ),
        ratings=draw(st.dictionaries(st.sampled_from(cards), ratings, max_size=2)),
        edition=draw(st.sampled_from([None, *CARD_SETS, MINE])),
    )


def same(first, second):
    return nx.utils.graphs_equal(first, second) and list(first) == list(second)


def refusal(function, *arguments, **more):
    """Return the message with which an input is refused, or nothing."""
    try:
        function(*arguments, **more)
    except InputError as error:
        return str(error)
    return ""


@given(layouts(), st.sampled_from(["json", "graphml"]))
def test_nothing_is_lost(graph, name):
    text, warning = format_as(graph, name)
    assert warning is None
    assert same(parse_as(text, name), graph)
    assert format_as(parse_as(text, name), name).text == text


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("form", LOSSLESS)
def test_the_catalogue(name, form):
    graph = load_named(name)
    written = format_as(graph, form)
    assert written.warning is None
    assert written.text.endswith("\n")
    assert same(parse_as(written.text, form), graph)
    assert written == format_as(load_named(name), form)


@pytest.mark.parametrize("name", CATALOGUE)
def test_ascii_pictures_keep_cards_and_adjacency(name):
    graph = load_named(name)
    text, warning = format_as(graph, "ascii")
    assert "edition and places are lost" in warning
    read = parse_as(text, "ascii", card_set=CARD_SETS[graph.graph["edition"]])
    assert {frozenset(edge) for edge in read.edges} == {frozenset(edge) for edge in graph.edges}
    assert {name: card["ratings"] for name, card in read.nodes.items()} == dict(graph.nodes(data="ratings"))


def test_a_picture_that_cannot_be_read_back_is_warned_of():
    """In ASCII the two names are the same."""
    places = {"Cafe": Place(0, 0, "landscape"), "Café": Place(14, 0, "landscape")}
    _, warning = format_as(make_layout({"Cafe": 6, "Café": 3}, places=places), "ascii")
    assert "this picture can't be read back" in warning
    assert "'Cafe' is used twice" in warning


@pytest.mark.parametrize("seed", range(20))
def test_a_picture_of_a_random_layout_is_read_back(seed):
    """Short contacts are a part of a row, and must not be rounded away."""
    layout = random_layout(load_named("rulebook"), seed)
    text, warning = format_as(layout, "ascii")
    assert "can't be read back" not in warning
    back = parse_as(text, "ascii")
    assert {frozenset(edge) for edge in back.edges} == {frozenset(edge) for edge in layout.edges}


def test_the_json_is_what_networkx_makes_and_reads():
    graph = load_named("rulebook")
    content = json.loads(format_node_link(graph))
    wanted = json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))
    assert content == wanted
    assert list(content["nodes"][0])[:4] == ["id", "tag", "ratings", "own"]
    assert nx.is_isomorphic(nx.node_link_graph(content, edges="edges"), graph)
    older = json.dumps(nx.node_link_data(graph, edges="links"))
    assert same(parse_node_link(older), graph)


def test_networkx_reads_our_graphml_and_we_read_its():
    graph = load_named("rulebook")
    plain = nx.parse_graphml(format_graphml(graph))
    assert dict(plain.nodes["Stars"]) == {
        "tag": 6,
        "ratings": "6/5/0",
        "own": False,
        "x": 20,
        "y": 14,
        "orientation": "landscape",
    }
    assert plain.graph["edition"] == "rulebook"
    again = parse_graphml("\n".join(nx.generate_graphml(plain)).replace("<default", "<desc"))
    assert nx.utils.graphs_equal(again, graph)


def test_json_is_readable():
    text = format_node_link(make_layout({"花": 6, "B": 3}, [("花", "B")]))
    assert text.splitlines()[2] == '  {"id": "花", "tag": 6, "ratings": [6, 5, 0], "own": false},'


def test_ratings_and_own_may_be_left_out_where_the_edition_has_them():
    nodes = [{"id": "A", "tag": 6}, {"id": "B", "tag": 3, "ratings": [1, 1, 1]}]
    nodes.append({"id": "C", "tag": 3, "ratings": [4, 2, 1]})
    text = json.dumps({"nodes": nodes, "edges": [{"source": "a", "target": b} for b in "BC"]})
    graph = parse_node_link(text)
    assert [card["own"] for card in graph.nodes.values()] == [False, True, False]
    assert graph.nodes["A"]["ratings"] == (6, 5, 0)
    assert set(graph.edges) == {("A", "B"), ("A", "C")}


def test_dot():
    dot = format_dot(load_named("pair"))
    assert 'edition="rulebook";\n  node [shape=box, fixedsize=true];' in dot
    assert 'ratings="6/5/0", own=false, peripheries=2, pos="1.75,-1.25!", width=3.5, height=2.5];' in dot
    assert dot.endswith('  "Stars" -- "Chalks";\n}\n')
    odd = make_layout({'a"b': 6, "c\\N": 3}, [('a"b', "c\\N")])
    assert '"a\\"b" -- "c\\\\N";' in format_dot(odd)
    assert 'label="c\\\\N\\ntag 3  4/2/1"' in format_dot(odd)
    assert "pos" not in format_dot(odd)
    assert "can be read" in format_as(odd, "dot").warning


def test_svg():
    text, warning = format_as(load_named("pair"), "svg")
    assert text.startswith("<svg")
    assert "can be read" in warning


@given(layouts())
def test_graph6_keeps_the_shape(graph):
    text = format_graph6(graph)
    assert text == nx.to_graph6_bytes(graph, header=False).decode()
    shape = parse_graph6(">>graph6<<" + text)
    tags = dict(graph.nodes(data="tag"))
    again = layout_of_shape(shape, tags)
    assert {frozenset(edge) for edge in again.edges} == {frozenset(edge) for edge in graph.edges}
    assert dict(again.nodes(data="tag")) == tags
    assert list(again) == list(graph)


def test_graph6_needs_the_tags():
    text, warning = format_as(load_named("triangle"), "graph6")
    assert text == "Bw\n"
    assert "which card is the center" in warning
    graph = parse_as(text, "graph6", tags=[3, 6, 4], card_set=CARD_SETS["revised"])
    assert dict(graph.nodes(data="tag")) == {"Card 1": 3, "Card 2": 6, "Card 3": 4}
    assert graph.graph == {"edition": "revised"}
    assert graph.nodes["Card 2"]["ratings"] == (5, 4, 0)
    own = layout_of_shape(GraphShape(2, ((0, 1),)), {"A": 6, "B": 3}, ratings={"B": Ratings(0, 0, 0)})
    assert own.nodes["B"]["own"]
    assert "the format graph6 needs the cards' tags" in refusal(parse_as, text, "graph6")
    assert "has its own tags" in refusal(parse_as, "", "json", tags=[6, 3])
    assert "has 3 cards, but there are tags for 2" in refusal(parse_as, text, "graph6", tags=[6, 3])
    assert "more than one center" in refusal(parse_as, text, "graph6", tags=[6, 3, 6])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("Bw Bw", "one line with one graph"),
        ("Bw\nBw", "one line with one graph"),
        ("B\x7f", "the character '\\x7f' isn't one of graph6"),
        ("Bé", "the character 'é' isn't one of graph6"),
        ("@", "the graph has 1 vertices; a board has 2 to 36 cards"),
        ("d" + "?" * 111, "the graph has 37 vertices"),
        ("~?@c", "the graph has more than 62 vertices"),
        ("Bww", "a graph of 3 vertices has 1 characters after the first; there are 2"),
        ("B", "has 1 characters after the first; there are 0"),
        ("B~", "bits set that belong to no pair"),
    ],
)
def test_wrong_graph6(text, message):
    with pytest.raises(ParseError, match=re.escape(message)) as caught:
        parse_graph6(text, "f.g6")
    assert str(caught.value).startswith("f.g6: ")


def test_a_shape_that_is_not_connected():
    with pytest.raises(RuleError, match="isn't connected"):
        layout_of_shape(parse_graph6("A?"), [6, 3])


def test_formats():
    assert format_of("Board.GraphML") == "graphml"
    assert format_of("dir.json/board") is None
    assert refusal(format_as, load_named("pair"), "png").startswith(
        "there is no format 'png'; the formats are toml"
    )
    assert "there is no format" in refusal(parse_as, "", "png")
    for name in ("dot", "svg"):
        assert not FORMATS[name].is_read
        assert "only written" in refusal(parse_as, "", name)
    bare = make_layout({"A": 6, "B": 3}, [("A", "B")])
    assert refusal(format_as, bare, "ascii") == "card 'A' has no place; give x, y and orientation"
    bare.nodes["A"]["tag"] = 3
    for name in FORMATS:
        assert "there is no center" in refusal(format_as, bare, name)


@pytest.mark.parametrize("name", LOSSLESS)
def test_cards_of_another_edition(name):
    text = format_as(load_named("rulebook"), name).text
    graph = parse_as(text, name, card_set=CARD_SETS["revised"])
    assert graph.nodes["Stars"]["ratings"] == (5, 4, 0)
    assert graph.graph["edition"] == "revised"
