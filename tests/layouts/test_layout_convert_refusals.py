"""Other formats: the one line that wrong input gets."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from layouts import (
    InputError,
    load_named,
    make_layout,
)
from layouts.formats.convert import format_as, parse_as
from layouts.formats.graphml import format_graphml, parse_graphml
from layouts.formats.node_link import parse_node_link


def refusal(function, *arguments, **more):
    """Return the message with which an input is refused, or nothing."""
    try:
        function(*arguments, **more)
    except InputError as error:
        return str(error)
    return ""


A = {"id": "A", "tag": 6}
B = {"id": "B", "tag": 3}
AB = {"source": "A", "target": "B"}


def changed(**what):
    return json.dumps({"nodes": [A, B], "edges": [AB], **what})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("{", "it isn't JSON: Expecting property name"),
        ("[" * 100_000, "it isn't JSON that can be read: brackets are nested too deep"),
        ("9" * 5000, "it isn't JSON: Exceeds the limit"),
        (" " * 1_000_001 + "{}", "it has more than 1000000 characters"),
        ("[]", "it isn't node-link JSON"),
        ('{"nodes": [], "nodes": []}', "the key 'nodes' is used twice"),
        ("{}", "nodes is missing; it must be a list of objects"),
        (changed(more=1), "unknown key 'more'; known are directed"),
        (changed(directed=True), "directed is True; a layout is a simple undirected graph"),
        (changed(multigraph=1), "multigraph is 1"),
        (changed(graph=[]), "graph is []"),
        (changed(graph={"name": ""}), "graph is {'name': ''}"),
        (changed(graph={"edition": 3}), "edition name 3 is no text"),
        (changed(graph={"edition": "moon"}), "there is no edition 'moon'"),
        (changed(links=[AB]), "give either edges or links"),
        (changed(nodes=3), "nodes is 3; it must be a list of objects"),
        (changed(nodes=[A, 3]), "nodes has 3; it must be an object with id"),
        (changed(nodes=[A, {"tag": 3}]), "it must be an object with id"),
        (changed(nodes=[A, {"id": 1, "tag": 3}]), "card name 1 is no text"),
        (changed(nodes=[A, {"id": [], "tag": 3}]), "card name [] is no text"),
        (changed(nodes=[A, {"id": "B"}]), "card 'B': the tag is missing"),
        (changed(nodes=[A, {**B, "tag": "3"}]), "card 'B': the tag is '3'; it must be"),
        (changed(nodes=[A, {**B, "tag": 6}]), "there is more than one center: A, B"),
        (changed(nodes=[A, A]), "card name 'A' is used twice"),
        (changed(nodes=[A, {**B, "colour": 1}]), "card 'B': unknown attribute 'colour'"),
        (changed(nodes=[A, {**B, "ratings": [1, 2]}]), "the ratings are [1, 2]"),
        (changed(nodes=[A, {**B, "ratings": "1/2/3"}]), "the ratings are '1/2/3'"),
        (changed(nodes=[A, {**B, "own": True}]), "said to be its own, but are missing"),
        (
            changed(nodes=[A, {**B, "ratings": [1, 1, 1], "own": 1}]),
            "isn't said whether the ratings are its own",
        ),
        (changed(nodes=[A, {**B, "ratings": [1, 1, 1], "own": False}]), "aren't those of the edition"),
        (changed(nodes=[A, {**B, "x": 1}]), "card 'A' has no place"),
        (
            changed(nodes=[{**n, "x": 0.5, "y": 0, "orientation": "portrait"} for n in (A, B)]),
            "card 'A': x is 0.5 quarter-inches",
        ),
        (
            changed(nodes=[{**n, "x": 0, "y": 0, "orientation": "portrait"} for n in (A, B)]),
            "the cards 'A' and 'B' overlap",
        ),
        (
            changed(nodes=[{**n, "x": x, "y": 0, "orientation": "portrait"} for n, x in ((A, 0), (B, 11))]),
            "don't touch but are",
        ),
        (changed(nodes=[{**A, "id": f"c{i}"} for i in range(37)]), "there are 37 nodes"),
        (changed(edges=[{"source": "A"}]), "it must be an object with source and target"),
        (changed(edges=[{**AB, "weight": 1}]), "has more than source and target"),
        (changed(edges=[{**AB, "target": "C"}]), "there is no card 'C'; the names are A, B"),
        (changed(edges=[{**AB, "target": 1}]), "card name 1 is no text"),
        (changed(edges=[{**AB, "target": "A"}]), "adjacent to itself"),
        (changed(edges=[]), "the board isn't connected"),
        (changed(nodes=[A], edges=[]), "the number of cards is 1"),
    ],
)
def test_wrong_json(text, message):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        parse_node_link(text, "f.json")
    assert str(caught.value).startswith("f.json: ")
    assert str(caught.value).isprintable()


GRAPHML = format_graphml(make_layout({"A": 6, "B": 3}, [("A", "B")], edition="rulebook"))
EDGE = '<edge source="A" target="B" />'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (GRAPHML, "", "it is empty"),
        (GRAPHML, "<graphml>", "it isn't XML: no element found"),
        ("</graph>", "", "it isn't XML: mismatched tag"),
        (GRAPHML, "<svg/>", "it isn't GraphML: the root is 'svg', not 'graphml'"),
        ("<graphml ", "<!DOCTYPE x [<!ENTITY a 'b'>]><graphml ", "it has a document type, which isn't read"),
        (GRAPHML, "<graphml/>", "it has 0 graphs; there must be one"),
        ('edgedefault="undirected"', 'edgedefault="directed"', "the graph is directed"),
        (EDGE, '<edge source="A" target="B" directed="true"/>', "an edge is directed"),
        (EDGE, '<edge source="A"/>', "the element 'edge' has no target"),
        (EDGE, '<edge source="A" target="Z"/>', "there is no card 'Z'; the names are A, B"),
        (EDGE, "<hyperedge/>", "the element 'hyperedge' in 'graph' isn't part of a layout"),
        (EDGE, '<edge source="A" target="B"><data key="w">1</data></edge>', "the element 'data' in 'edge'"),
        ('<node id="A">', "<node>", "the element 'node' has no id"),
        ('<node id="A">', '<node id="b">', "is used twice"),
        ('<data key="tag">6</data>', "", "card 'A': the tag is missing"),
        ('<data key="tag">6</data>', '<data key="tag">six</data>', "node 'A': tag is 'six', which is no int"),
        ('<data key="tag">6</data>', f'<data key="tag">{"9" * 5000}</data>', "node 'A': tag is '9999"),
        ('<data key="tag">3</data>', '<data key="tag">6</data>', "there is more than one center: A, B"),
        ('<data key="tag">6</data>', '<data key="tag">6</data>' * 2, "node 'A': 'tag' is given twice"),
        ('<data key="tag">6</data>', "<data>6</data>", "the element 'data' has no key"),
        (
            '<data key="tag">6</data>',
            '<data key="t">6</data>',
            "node 'A': the key 't' isn't declared for a node",
        ),
        ('attr.name="tag"', 'attr.name="colour"', "card 'A': unknown attribute 'colour'"),
        (
            'attr.name="tag" attr.type="int"',
            'attr.name="tag" attr.type="double"',
            "no double that a layout has",
        ),
        ('attr.name="tag" attr.type="int"', 'attr.name="tag"', "card 'A': the tag is '6'; it must be"),
        (
            '<data key="ratings">6/5/0</data>',
            '<data key="ratings">6/5</data>',
            "card 'A': the ratings are '6/5'",
        ),
        ('<data key="own">false</data>', '<data key="own">no</data>', "own is 'no', which is no boolean"),
        ('attr.name="edition"', 'attr.name="author"', "the graph has data 'author'; only edition is known"),
        (">rulebook<", ">moon <", "edition name 'moon ' has a space at its end"),
    ],
)
def test_wrong_graphml(old, new, message):
    assert old in GRAPHML
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        parse_graphml(GRAPHML.replace(old, new), "f.graphml")
    assert str(caught.value).startswith("f.graphml: ")
    assert str(caught.value).isprintable()


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats()
    | st.sampled_from(["A", "b", "rulebook", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "tag", "ratings", "own", "x", "orientation", "source", "target"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["directed", "graph", "nodes", "edges", "links"]), values))
@example({"nodes": [{"id": "A", "tag": float("nan")}], "edges": []})
def test_whatever_json_says_it_is_a_layout_or_gets_one_line(content):
    assert refusal(parse_node_link, json.dumps(content)).isprintable()


@given(st.data(), st.sampled_from(["json", "graphml", "code", "toml"]))
def test_a_damaged_file_is_a_layout_or_gets_one_line(data, name):
    text = format_as(load_named("triangle"), name).text
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.sampled_from(["", *'"<>{}[]&/6-\0 \n', "é", "&#0;", "<!DOCTYPE x>"]))
    damaged = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    assert refusal(parse_as, damaged, name).isprintable()


@given(st.text(), st.sampled_from(["json", "graphml", "code", "toml", "ascii"]))
def test_no_text_is_a_layout_by_chance(text, name):
    message = refusal(parse_as, text, name, "f")
    assert message.startswith("f")
    assert message.isprintable()
