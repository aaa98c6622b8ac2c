"""SVG pictures: well-formed, the same bytes each time, everything said on them, and nothing outside."""

import re
from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree

import pytest

from layouts import CATALOGUE, Place, Ratings, RuleError, Shape, load_named, make_layout
from layouts.graph import board_of, empty_graph
from layouts.pictures.overlay import OnCard
from layouts.pictures.rings import RADIUS, ring_positions
from layouts.pictures.svg import SvgView, svg_picture
from layouts.pictures.svg_text import SMALLEST, fit, number, width_of
from layouts.pictures.svg_tokens import fill_tray, tokens
from layouts.placing.lattice import Lattice
from layouts.shapes.contact_graphs import enumerate_shapes

SVG = "{http://www.w3.org/2000/svg}"
NASTY = """<b> & "Grüße' ]]> 花 \\N"""
FULL = OnCard(True, agents=1, exhausted_agents=1, spirits=2, upright=(1, 2), lying=(3, 4))


def without_places(graph):
    bare = empty_graph(graph.graph.get("edition"))
    for name, card in graph.nodes.items():
        bare.add_node(name, **{key: card[key] for key in ("tag", "ratings", "own")})
    bare.add_edges_from(graph.edges)
    return bare


def root_of(picture):
    return ElementTree.fromstring(picture)


def texts(element):
    return [text.text for text in element.iter(f"{SVG}text")]


def drawn_cards(picture):
    """Return the group of each card, by what stands before the colon of its tooltip."""
    groups = [group for group in root_of(picture).iter(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    return {group.find(f"{SVG}title").text.partition(": tag")[0]: group for group in groups}


def offset(element):
    return tuple(map(float, re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform")).groups()))


def row(n):
    tags = {f"c{i}": 6 if i == 0 else 3 for i in range(n)}
    return make_layout(tags, places={name: Place(14 * i, 0, "landscape") for i, name in enumerate(tags)})


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("overlaid", [True, False])
def test_every_card_is_drawn_with_name_tag_and_ratings(name, placed, overlaid):
    graph = load_named(name) if placed else without_places(load_named(name))
    picture = svg_picture(graph, dict.fromkeys(graph, FULL) if overlaid else None)
    cards = drawn_cards(picture)
    assert list(cards) == list(graph)
    for card, group in cards.items():
        tag, ratings, *words = texts(group)
        assert tag == str(graph.nodes[card]["tag"])
        assert ratings == str(graph.nodes[card]["ratings"])
        spelled = " ".join(words).removesuffix(" 1 2 3 4") if overlaid else " ".join(words)
        assert spelled == card
        assert f"{card}: tag {tag}" in root_of(picture).find(f"{SVG}desc").text
        outlines = group.findall(f"{SVG}rect") + [
            c for c in group.findall(f"{SVG}circle") if c.get("cx") is None
        ]
        assert len(outlines) == (2 if tag == "6" else 1)  # the center is marked
        assert outlines[0].get("fill") == ("#444" if overlaid else "#fff")
    assert len(picture.encode()) < 40_000


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_same_layout_gives_the_same_bytes(name):
    first = svg_picture(load_named(name), {"stars": FULL} if "Stars" in load_named(name) else {})
    again = svg_picture(load_named(name), {"Stars": FULL} if "Stars" in load_named(name) else {})
    assert first == again
    bare = without_places(load_named(name))
    assert svg_picture(bare) == svg_picture(bare)
    for picture in (first, svg_picture(bare)):
        assert not re.search(r"\bid=|<style|<script|href|\d\.\d{3}|\de-\d", picture)


@pytest.mark.parametrize("name", CATALOGUE)
def test_cards_are_drawn_to_scale(name):
    graph = load_named(name)
    left, top = (min(card[axis] for card in graph.nodes.values()) for axis in ("x", "y"))
    for card, group in drawn_cards(svg_picture(graph)).items():
        node = graph.nodes[card]
        assert offset(group) == (10 * (node["x"] - left), 10 * (node["y"] - top))
        size = tuple(float(group.find(f"{SVG}rect").get(key)) + 3 for key in ("width", "height"))
        assert size == ((140, 100) if node["orientation"] == "landscape" else (100, 140))


def test_a_card_of_another_shape():
    graph = make_layout({"A": 6, "B": 3}, [("A", "B")])
    for name, place in {"A": Place(0, 0, "landscape"), "B": Place(3, 0, "portrait")}.items():
        graph.nodes[name].update(place._asdict())
    cards = drawn_cards(svg_picture(graph, shape=Shape(3, 2)))
    assert offset(cards["B"]) == (140, 0)
    assert float(cards["B"].find(f"{SVG}rect").get("width")) == float(round(Fraction(280, 3), 2)) - 3


@pytest.mark.parametrize("graph", [load_named("rulebook"), without_places(load_named("rulebook")), row(36)])
def test_everything_is_inside_the_frame(graph):
    root = root_of(svg_picture(graph, dict.fromkeys(graph, FULL)))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (root.get("width"), root.get("height")) == (number(width), number(height))
    shift = offset(root.findall(f"{SVG}g")[0])
    for group in drawn_cards(ElementTree.tostring(root, encoding="unicode")).values():
        x, y = (a + b for a, b in zip(offset(group), shift, strict=True))
        circle = group.find(f"{SVG}circle")
        reach = RADIUS if circle.get("r") == number(RADIUS) else 0
        assert reach < x < width - (reach or 90)
        assert reach < y < height - (reach or 90)


def test_names_are_escaped():
    for graph in (
        make_layout({NASTY: 6, "A": 3}, [(NASTY, "A")]),
        make_layout(
            {NASTY: 6, "A": 3}, places={NASTY: Place(0, 0, "landscape"), "A": Place(14, 0, "portrait")}
        ),
    ):
        picture = svg_picture(graph)
        assert "<b>" not in picture
        assert list(drawn_cards(picture)) == [NASTY, "A"]


@pytest.mark.parametrize(
    "name", ["W" * 60, "Forests and " * 4 + "Grasslands", "花" * 60, "x-" * 30], ids="Wfcx"
)
@pytest.mark.parametrize("overlay", [None, FULL])
@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_long_names_are_fitted_or_shortened(name, overlay, orientation):
    graph = make_layout(
        {name: 6, "A": 3},
        places={name: Place(0, 0, orientation), "A": Place(-14, 0, "landscape")},
        ratings={name: Ratings(99, 99, 99)},
    )
    group = drawn_cards(svg_picture(graph, overlay and {name: overlay}))[name]
    wide, high = (140, 100) if orientation == "landscape" else (100, 140)
    for text in group.findall(f"{SVG}text"):
        size = float(text.get("font-size"))
        assert width_of(text.text, size) < wide - 10
        assert float(text.get("y")) > size * 0.7
        assert float(text.get("y")) < high
    written = "".join(texts(group)[2:]).replace(" ", "")
    assert "…" in written or written.startswith(name.replace(" ", ""))
    assert ("…" in written) or name[0] != "W" or not overlay


def test_texts_are_broken_where_lines_get_even():
    assert fit("Arts and Gardens I", 124, 30).lines == ["Arts and", "Gardens I"]
    assert fit("a-b", 500, 60).lines == ["a-b"]
    lines, size, cut = fit("Donaudampfschifffahrtsgesellschaft", 84, 100)
    assert (size, cut) == (SMALLEST, False)
    assert "".join(lines) == "Donaudampfschifffahrtsgesellschaft"


def test_what_lies_on_a_card_is_told_by_shape_and_in_words():
    graph = load_named("pair")
    plain = svg_picture(graph, {"stars": OnCard()})
    assert not {"dark", "agent", "spirit", "guardian"} & set(texts(root_of(plain)))
    picture = svg_picture(graph, {"stars": OnCard(agents=1), "chalks": OnCard(sealed=True, lying=(2,))})
    stars, chalks = drawn_cards(picture).values()
    assert stars.find(f"{SVG}title").text == "Stars: tag 6 (center), 6/5/0, light, 1 agent standing"
    assert chalks.find(f"{SVG}title").text == "Chalks: tag 3, 4/2/1, dark, guardian 2 lying"
    assert len(list(stars.iter(f"{SVG}path"))) == len(list(chalks.iter(f"{SVG}path"))) == 1
    assert texts(chalks)[-1] == "2"
    legend = set(texts(root_of(picture)))
    assert {"dark", "light", "agent", "guardian, exhausted"} <= legend
    assert not {"spirit", "guardian", "agent, exhausted"} & legend
    kinds = [OnCard(agents=1), OnCard(exhausted_agents=1), OnCard(spirits=1), OnCard(upright=(1,))]
    kinds += [OnCard(lying=(1,)), OnCard(sealed=True), OnCard()]
    faces = [
        ElementTree.tostring(drawn_cards(svg_picture(graph, {"Stars": kind}))["Stars"]) for kind in kinds
    ]
    assert all(one != other for one, other in combinations(faces, 2))


def test_many_things_on_a_card_are_counted_and_fit():
    crowd = OnCard(agents=3, exhausted_agents=99, spirits=2, upright=tuple(range(10)), lying=(11, 12))
    items = tokens(crowd)
    assert len(items) == 1 + 1 + 2 + 12
    assert "×3" in items[0].drawing
    assert "×99" in items[1].drawing
    tray = fill_tray(items, 124, 40)
    assert sum(map(len, tray.rows)) == 16
    assert tray.height <= 40
    assert all(tray.scale * sum(item.width for item in row) <= 124 for row in tray.rows)


def test_layouts_without_places_say_so_and_have_few_crossings():
    graph = without_places(load_named("rulebook"))
    picture = svg_picture(graph)
    assert "Where the cards lie isn't known" in root_of(picture).find(f"{SVG}desc").text
    assert any("Where the cards lie" in text for text in texts(root_of(picture)))
    assert "Where the cards lie" not in svg_picture(load_named("rulebook"))
    assert len(list(root_of(picture).iter(f"{SVG}line"))) == len(graph.edges)


def crossings(board):
    points = ring_positions(board)

    def side(a, b, c):
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0

    edges = [(a, b) for a, near in enumerate(board.neighbours) for b in near if a < b]
    return sum(
        side(points[a], points[b], points[c]) != side(points[a], points[b], points[d])
        and side(points[c], points[d], points[a]) != side(points[c], points[d], points[b])
        for (a, b), (c, d) in combinations(edges, 2)
        if not {a, b} & {c, d}
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_circles_of_the_catalogue_do_not_cross_or_overlap(name):
    board = board_of(load_named(name))
    assert crossings(board) == 0
    points = ring_positions(board)
    assert points[board.center] == (0, 0)
    assert all(abs(complex(a.x - b.x, a.y - b.y)) > 2 * RADIUS for a, b in combinations(points, 2))


def runs_behind_a_card(board):
    """Tell whether an edge runs through the circle of a third card, by the area of the triangle."""
    points = [complex(*point) for point in ring_positions(board)]
    for one, near in enumerate(board.neighbours):
        for other in near:
            along = points[other] - points[one]
            for card in set(range(len(board))) - {one, other}:
                aside = (points[card] - points[one]) / along
                if 0 < aside.real < 1 and abs(aside.imag) * abs(along) < RADIUS:
                    return True
    return False


@pytest.mark.parametrize("cards", [3, 4, 5, 6])
def test_circles_of_all_small_shapes_are_drawn_clearly(cards):
    for shape in enumerate_shapes(Lattice(Shape(3, 2), 1, cards), cards):
        tags = {f"c{node}": 6 if node == 0 else 3 for node in shape}
        board = board_of(make_layout(tags, [(f"c{one}", f"c{other}") for one, other in shape.edges]))
        assert crossings(board) == 0
        assert not runs_behind_a_card(board)


@pytest.mark.parametrize("joined", ["star", "all", "chain"])
def test_circles_of_large_boards_are_apart(joined):
    tags = {f"c{i}": 6 if i == 0 else 3 for i in range(36)}
    edges = {
        "star": [("c0", f"c{i}") for i in range(1, 36)],
        "all": list(combinations(tags, 2)),
        "chain": [(f"c{i}", f"c{i + 1}") for i in range(35)],
    }[joined]
    points = ring_positions(board_of(make_layout(tags, edges)))
    assert all(abs(complex(a.x - b.x, a.y - b.y)) > 2 * RADIUS for a, b in combinations(points, 2))


def test_a_notebook_shows_it():
    graph = load_named("pair")
    overlay = {"Stars": FULL}
    assert SvgView(graph, overlay)._repr_svg_() == svg_picture(graph, overlay)


def test_what_cannot_be_drawn():
    graph = load_named("pair")
    with pytest.raises(RuleError, match="no card 'moon'; the names are Stars, Chalks"):
        svg_picture(graph, {"moon": OnCard()})
    with pytest.raises(RuleError, match="'stars' is used twice"):
        svg_picture(graph, {"Stars": OnCard(), "stars": OnCard()})
    del graph.nodes["Chalks"]["x"]
    with pytest.raises(RuleError, match="card 'Chalks' has no place"):
        svg_picture(graph)
    graph.nodes["Chalks"]["tag"] = 6
    with pytest.raises(RuleError, match="more than one center"):
        svg_picture(graph)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sealed": 1}, "sealed is 1; it must be True or False"),
        ({"agents": -1}, "agents is -1; it must be a whole number from 0 to 99"),
        ({"spirits": True}, "spirits is True"),
        ({"exhausted_agents": 100}, "exhausted_agents is 100"),
        ({"upright": (1, "a")}, "the number of a guardian is 'a'"),
        ({"lying": (1.5,)}, "the number of a guardian is 1.5"),
    ],
)
def test_what_cannot_lie_on_a_card(wrong, message):
    with pytest.raises(RuleError, match=re.escape(message)):
        OnCard(**wrong)
