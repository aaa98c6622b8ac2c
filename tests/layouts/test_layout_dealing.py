"""Dealing decks onto shapes: by hand, against brute force over permutations, and against Burnside's lemma."""

import random
from itertools import combinations, permutations
from math import factorial, prod

import networkx as nx
import pytest

from layouts import CARD_SETS, Card, CardSet, Ratings, RuleError, load_named
from layouts.shapes.canon import canonical_code, masks_of, shape_code
from layouts.shapes.dealing import count_deals, dealt_layout, deck_of, iter_deals, iter_partial_decks

RULEBOOK = deck_of(CARD_SETS["rulebook"])
REVISED = deck_of(CARD_SETS["revised"])
CENTER = Card(6, Ratings(6, 5, 0))
THREE, LIGHT = Card(3, Ratings(2, 1, 1)), Card(3, Ratings(3, 1, 1))
FOUR, FIVE = Card(4, Ratings(5, 3, 2)), Card(5, Ratings(5, 3, 2))


def marked(graph, center):
    shape = nx.Graph(graph)
    shape.nodes[center]["tag"] = 6
    return shape


SQUARE = load_named("square")
STAR = marked(nx.star_graph(8), 0)
RING = marked(nx.wheel_graph(9), 0)
RULED = load_named("rulebook")  # without symmetry
SHAPES = [
    marked(graph, center)
    for graph in nx.graph_atlas_g()
    if 2 <= len(graph) <= 5 and nx.is_connected(graph)
    for center in graph
]


def ordered(card):
    return card.tag != 6, card


def by_brute_force(shape, deck):
    """Return the least of each class of deals, ascending; nothing but permutations is tried."""
    nodes = list(shape)
    center = next(index for index, node in enumerate(nodes) if shape.nodes[node].get("tag") == 6)
    edges = {frozenset(map(nodes.index, edge)) for edge in shape.edges}
    group = [
        image
        for image in permutations(range(len(nodes)))
        if image[center] == center and {frozenset(image[end] for end in edge) for edge in edges} == edges
    ]
    deals = {deal for deal in permutations(deck) if deal[center].tag == 6}
    classes = {frozenset(tuple(deal[node] for node in image) for image in group) for deal in deals}
    return sorted((min(deals, key=in_order) for deals in classes), key=in_order)


def in_order(deal):
    return [ordered(card) for card in deal]


# Decks


def test_the_decks_of_the_editions():
    counts = [[deck.count(card) for card in dict.fromkeys(deck)] for deck in (RULEBOOK, REVISED)]
    assert counts == [[1, 4, 2, 2], [1, 3, 1, 2, 2]]
    assert list(RULEBOOK) == [CENTER] + [Card(3, Ratings(4, 2, 1))] * 4 + [FOUR] * 2 + [FIVE] * 2
    assert REVISED[:5] == (Card(6, Ratings(5, 4, 0)), THREE, THREE, THREE, LIGHT)


def test_an_edition_without_enough_said_has_no_deck():
    with pytest.raises(RuleError, match="'odd' doesn't say what its 1 cards of tag 4 are"):
        deck_of(CardSet("odd", {3: THREE.ratings}, counts={4: 1}))
    light = {"Light": LIGHT, "Lighter": LIGHT}
    with pytest.raises(RuleError, match="'odd' doesn't say what its 1 cards of tag 3 are"):
        deck_of(CardSet("odd", {3: THREE.ratings}, light, {3: 1}))
    assert deck_of(CardSet("odd", {}, light, {3: 2})) == (LIGHT, LIGHT)


def test_partial_decks():
    """Three of 4 + 2 + 2 cards: 10 ways to write 3 as a sum of three, but not with three 4s or three 5s."""
    parts = list(iter_partial_decks(RULEBOOK, 4))
    assert len(set(parts)) == len(parts) == 8
    for deck, cards in ((RULEBOOK, 6), (REVISED, 5), (REVISED, 9), (REVISED, 1)):
        brute = {(deck[0], *sorted(part)) for part in combinations(deck[1:], cards - 1)}
        found = list(iter_partial_decks(deck, cards))
        assert set(found) == brute
        assert len(found) == len(brute)


@pytest.mark.parametrize("cards", [0, 10])
def test_a_part_larger_than_the_deck_is_refused(cards):
    with pytest.raises(RuleError, match=f"a deck of 9 cards has no part of {cards}; ask for 1 to 9"):
        iter_partial_decks(REVISED, cards)


# Numbers by hand


@pytest.mark.parametrize(
    ("shape", "deck", "number"),
    [
        # 8!/(4! 2! 2!) = 420 deals. The square has 8 symmetries: the identity keeps 420; a quarter turn none,
        # as it has two cycles of 4; the half turn, four cycles of 2, keeps 4!/(2! 1! 1!) = 12; each of the
        # four mirrors, 1 + 1 + 2 + 2 + 2, keeps 3! + 3 + 3 = 12. (420 + 12 + 4 · 12) / 8 = 60.
        (SQUARE, RULEBOOK, 60),
        # 8!/(3! 2! 2!) = 1680. The half turn keeps none, as there is one Light; each mirror 2 · 3! = 12:
        # Light and a 3 on the mirror. (1680 + 4 · 12) / 8 = 216.
        (SQUARE, REVISED, 216),
        # A ring around the center: 16 symmetries; the half turn keeps 12, each of the four mirrors through
        # two cards 12, each of the four between cards, cycles of 2, 12. (420 + 12 + 48 + 48) / 16 = 33.
        (RING, RULEBOOK, 33),
        (STAR, RULEBOOK, 1),
        (STAR, REVISED, 1),
        (RULED, RULEBOOK, 420),
        (RULED, REVISED, 1680),
        (load_named("line"), [CENTER, THREE, FOUR], 1),
        (load_named("line"), [FOUR, CENTER, FOUR], 1),
        (marked(nx.path_graph(3), 0), [CENTER, THREE, LIGHT], 2),
        (marked(nx.empty_graph(1), 0), [CENTER], 1),
    ],
)
def test_numbers_by_hand(shape, deck, number):
    assert count_deals(shape, deck) == number
    assert len(list(iter_deals(shape, deck))) == number


# Against brute force


def test_deals_are_those_of_brute_force():
    rng = random.Random(2)
    odd = [Card(rng.choice([3, 4, 5]), Ratings(rng.randrange(3), 1, 1)) for _ in range(40)]
    for shape in SHAPES:
        nodes = len(shape)
        whole = rng.sample(list(iter_partial_decks(REVISED, nodes)), 1)[0]
        distinct = [CENTER, *(Card(3, Ratings(number, 0, 0)) for number in range(nodes - 1))]
        for deck in (
            whole,
            distinct,
            [*rng.sample(odd, nodes - 1), CENTER],
            [CENTER, *[LIGHT] * (nodes - 1)],
        ):
            expected = by_brute_force(shape, deck)
            assert list(iter_deals(shape, deck)) == expected
            assert count_deals(shape, deck) == len(expected)


@pytest.mark.parametrize(("graph", "center"), [(nx.octahedral_graph(), 0), (nx.star_graph(5), 0)])
def test_six_cards_too(graph, center):
    shape = marked(graph, center)
    for deck in (REVISED[:6], REVISED[:1] + REVISED[3:8], [CENTER, THREE, THREE, LIGHT, FOUR, FIVE]):
        expected = by_brute_force(shape, deck)
        assert list(iter_deals(shape, deck)) == expected
        assert count_deals(shape, deck) == len(expected)


@pytest.mark.parametrize("deck", [RULEBOOK, REVISED], ids=["rulebook", "revised"])
@pytest.mark.parametrize("shape", [SQUARE, RING, load_named("revised")], ids=["square", "ring", "revised"])
def test_nine_cards_give_every_layout_once(shape, deck):
    """By canonical codes, which know nothing of dealing: no two deals alike, and random deals among them."""
    codes = [canonical_code(dealt_layout(shape, deal)) for deal in iter_deals(shape, deck)]
    assert len(set(codes)) == len(codes) == count_deals(shape, deck)
    rng = random.Random(3)
    center = masks_of(shape)[1]
    for _ in range(100):
        deal = rng.sample(deck[1:], 8)
        deal.insert(center, deck[0])
        assert canonical_code(dealt_layout(shape, tuple(deal))) in codes


def test_the_order_of_nodes_and_of_the_deck_changes_no_number():
    rng = random.Random(4)
    for shape, deck in ((SQUARE, REVISED), (RING, RULEBOOK), (load_named("revised"), REVISED)):
        nodes = list(shape)
        rng.shuffle(nodes)
        other = nx.Graph()
        other.add_nodes_from((node, shape.nodes[node]) for node in nodes)
        other.add_edges_from(shape.edges)
        assert len(list(iter_deals(other, rng.sample(deck, 9)))) == count_deals(shape, deck)


def test_without_symmetry_all_orders_of_the_deck_are_deals():
    odd = [CENTER, *(Card(3, Ratings(number, 0, 0)) for number in range(6)), FOUR, FOUR]
    counts = [odd.count(card) for card in dict.fromkeys(odd)]
    assert count_deals(RULED, odd) == factorial(8) // prod(map(factorial, counts)) == 20160


# What a deal makes of a shape


def test_a_dealt_layout_has_the_shape_and_the_cards():
    for deal in iter_deals(SQUARE, REVISED):
        layout = dealt_layout(SQUARE, deal)
        assert shape_code(layout) == shape_code(SQUARE)
        assert tuple(Card(card["tag"], card["ratings"]) for card in layout.nodes.values()) == deal


def test_a_deal_that_does_not_fit_is_refused():
    with pytest.raises(RuleError, match="doesn't put the center on the shape's center"):
        dealt_layout(SQUARE, REVISED)
    with pytest.raises(RuleError, match="the deal has 8 cards and the shape 9 nodes"):
        dealt_layout(SQUARE, REVISED[:8])


# What is refused


@pytest.mark.parametrize("function", [iter_deals, count_deals])
@pytest.mark.parametrize(
    ("shape", "deck", "message"),
    [
        (SQUARE, RULEBOOK[:8], "the deck has 8 cards and the shape 9 nodes; there must be as many"),
        (SQUARE, (*RULEBOOK, THREE), "the deck has 10 cards and the shape 9 nodes"),
        (SQUARE, RULEBOOK[1:], "the deck has 0 centers; just one card has the tag 6"),
        (SQUARE, (CENTER, *RULEBOOK[:8]), "the deck has 2 centers"),
        (SQUARE, (*RULEBOOK[:8], Card(7, Ratings(1, 1, 1))), "deck: the tag is 7; it must be 3, 4, 5 or 6"),
        (SQUARE, (*RULEBOOK[:8], Card(3, Ratings(1, 1, 100))), "deck: the ratings are 1/1/100"),
        (nx.path_graph(9), RULEBOOK, "there are 0 centers"),
        (marked(nx.empty_graph(9), 0), RULEBOOK, "the shape isn't connected"),
        (marked(nx.star_graph(10), 0), (*RULEBOOK, THREE, THREE), "more than 362880 automorphisms"),
    ],
)
def test_what_cannot_be_dealt_is_refused_at_once(function, shape, deck, message):
    with pytest.raises(RuleError, match=message) as caught:
        function(shape, deck)
    assert "\n" not in str(caught.value)
