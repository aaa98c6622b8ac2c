"""`hue layouts deals`, `tally`, and `draw` of a position: numbers known otherwise, and what is refused."""

import signal
from collections import Counter
from itertools import combinations, permutations

import networkx as nx
import pytest

from layouts.cards import CARD_SETS
from layouts.catalogue import load_named, open_layout
from layouts.shapes.canon import canonical_code, shape_code
from layouts.shapes.dealing import deck_of
from reports.app import run_command
from reports.output import Progress

DECK = deck_of(CARD_SETS["rulebook"])


def deals_by_isomorphism(shape, deck):
    """Count the orders of a deck, the center first, that networkx finds no isomorphism between."""
    match = nx.algorithms.isomorphism.categorical_node_match("kind", None)
    found = []
    for order in set(permutations(deck[1:])):
        graph = nx.Graph(shape.edges)
        nx.set_node_attributes(graph, dict(enumerate([deck[0], *order])), "kind")
        if not any(nx.is_isomorphic(graph, other, match) for other in found):
            found.append(graph)
    return len(found)


@pytest.mark.parametrize("name", ["triangle", "line", "small-sample", "sample-four"])
def test_deals_are_those_that_networkx_tells_apart(hue, name):
    answer = hue("layouts", "deals", name, "--list", "--json").json
    graph = load_named(name)
    shape = nx.convert_node_labels_to_integers(graph, ordering="default")
    names = list(graph)
    center = next(i for i, each in enumerate(names) if graph.nodes[each]["tag"] == 6)
    shape = nx.relabel_nodes(shape, {center: 0, 0: center})
    decks = {(deck[0], *sorted(part)) for deck in [DECK] for part in combinations(deck[1:], len(shape) - 1)}
    assert answer["kind"] == "exact"
    assert answer["decks"] == len(decks)
    expected = sum(deals_by_isomorphism(shape, deck) for deck in decks)
    assert answer["deals"] == len(set(answer["layouts"])) == expected


def test_each_layout_that_is_listed_can_be_opened_and_has_that_shape(hue):
    square = load_named("sample-four")
    code = shape_code(square)
    listed = hue("layouts", "deals", code, "--list").out.splitlines()
    *codes, last = listed
    assert (
        last == f"{len(codes):,} ways to deal 8 parts of the deck onto this shape, up to its automorphisms."
    )
    assert canonical_code(square) in codes
    for each in codes:
        layout = open_layout(each)
        assert canonical_code(layout) == each
        assert shape_code(layout) == code


def test_all_nine_cards_are_one_deck(hue):
    """By hand: of 420 orders around the center a half turn keeps 12, each of four mirrors 12: 480 / 8."""
    said = hue("layouts", "deals", "square").out
    assert said == "60 ways to deal the deck onto this shape, up to its automorphisms.\n"


def test_a_shape_alone_is_no_layout(hue):
    answer = hue("show", "hues1:2.g")
    assert answer.code == 2
    assert "a shape without cards" in answer.err


@pytest.mark.parametrize(
    "command", ["deals nowhere", "deals hues1:x", "tally -n 1", "tally --shape 3", "tally -n 10 --shape 1x1"]
)
def test_what_makes_no_sense_is_refused_in_one_line(hue, command):
    answer = hue("layouts", *command.split())
    assert answer.code == 2
    assert answer.err.count("\n") == 1


def test_the_tally_says_how_often_each_graph_comes_up(hue):
    answer = hue("layouts", "tally", "-n", "4", "--shape", "3x2", "--layouts", "300", "--json").json
    assert (answer["kind"], answer["layouts"]) == ("estimated", 300)
    rows = answer["contact_graphs"]
    assert len(rows) <= 5  # as many as there are
    assert sum(row["count"] for row in rows) == 300
    assert [row["count"] for row in rows] == sorted((row["count"] for row in rows), reverse=True)
    again = hue("layouts", "tally", "-n", "4", "--shape", "3x2", "--layouts", "600", "--seed", "2", "--json")
    shares = Counter({row["shape"]: row["share"] for row in again.json["contact_graphs"]})
    for row in rows:
        assert abs(row["share"] - shares[row["shape"]]) < 5 * row["error"]
    text = hue("layouts", "tally", "-n", "4", "--shape", "3x2", "--layouts", "300", "--top", "2").out
    assert text.splitlines()[1].startswith(rows[0]["shape"])
    assert f"and {len(rows) - 2} more" in text


def test_a_tally_stopped_says_what_it_has(monkeypatch, capsys):
    monkeypatch.setattr(
        Progress, "show", lambda _, text: text.startswith("7 of") and signal.raise_signal(signal.SIGINT)
    )
    assert run_command(["layouts", "tally", "-n", "3", "--layouts", "500"]) == 4
    assert "\n7 layouts of 3 cards" in capsys.readouterr().out


def test_a_position_is_drawn_as_it_lies(hue, tmp_path):
    plain = hue("layouts", "draw", "triangle").out
    path = tmp_path / "position.toml"
    path.write_text(
        'layout = "triangle"\nplayers = 1\nsealed = ["Stars", "Chalks"]\n'
        'agents = ["Paints", "exhausted"]\nguardians = [{ at = "Chalks", exhausted = true }]\n'
    )
    drawn = hue("layouts", "draw", str(path)).out
    assert drawn != plain
    for said in ("dark, 1 agent exhausted", "dark, guardian 1 lying", "light, 1 agent standing"):
        assert said in drawn
        assert said not in plain
