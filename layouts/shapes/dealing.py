"""In how many ways can a deck be dealt onto a shape, and which are they?

A deck is a list of cards of which only the kind (tag and ratings) counts; just one is the center. A shape is
a graph with a marked center (see `canon.masks_of`). A deal says which kind lies on each node; the center lies
on the center. Deals are the same if an automorphism of the shape, one that keeps the center, makes one of the
other; of those that are the same the least stands for all: kinds are ordered as in canonical layouts, and
deals are compared node by node in the order of the shape's nodes.

How many there are is counted once more by Burnside's lemma, without a list of deals: the mean, over the
automorphisms, of the number of deals that an automorphism keeps. It keeps a deal if all nodes of each of its
cycles have the same kind, so this number is the coefficient of Π x_k^(number of cards of kind k) in
Π over cycles of (Σ over kinds k of x_k^(length of the cycle)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from layouts.cards import CENTER_TAG, Card, CardSet, check_ratings, check_tag
from layouts.errors import RuleError, quote
from layouts.graph import graph_of
from layouts.shapes.canon import board_of_cards, kind_order, masks_of
from layouts.shapes.isomorphism import automorphisms

if TYPE_CHECKING:
    import networkx as nx

Deal = tuple[Card, ...]
"""The card on each node, in the order of the shape's nodes."""


def deck_of(card_set: CardSet) -> tuple[Card, ...]:
    """Return the deck of an edition, in the order of kinds.

    Raises
    ------
    RuleError
        If there are fewer cards of a tag than cards of this tag with ratings of their own, or no ratings.

    Examples
    --------
    >>> from layouts.cards import CARD_SETS
    >>> [card.tag for card in deck_of(CARD_SETS["revised"])]
    [6, 3, 3, 3, 3, 4, 4, 5, 5]
    """
    deck = []
    for tag, count in card_set.counts.items():
        named = [card for card in card_set.by_name.values() if card.tag == tag]
        plain = count - len(named)
        if plain < 0 or (plain and tag not in card_set.by_tag):
            raise RuleError(
                f"the edition {quote(card_set.name)} doesn't say what its {count} cards of tag {tag} are"
            )
        deck += named
        deck += [Card(tag, card_set.by_tag[tag]) for _ in range(plain)]
    return tuple(sorted(deck, key=kind_order))


def iter_partial_decks(deck: Iterable[Card], cards: int) -> Iterator[tuple[Card, ...]]:
    """Yield every deck of so many cards of a deck, the center among them, each once.

    Raises
    ------
    RuleError
        If `deck` isn't a deck, or hasn't so many cards.
    """
    kinds = _kinds(deck)
    if not 1 <= cards <= kinds.total():
        raise RuleError(
            f"a deck of {kinds.total()} cards has no part of {cards}; ask for 1 to {kinds.total()}"
        )
    center, *others = kinds
    return ((center, *part) for part in _parts([(kind, kinds[kind]) for kind in others], cards - 1))


def iter_deals(shape: nx.Graph, deck: Iterable[Card]) -> Iterator[Deal]:
    """Yield every deal of a deck onto a shape up to automorphisms, each once, in ascending order.

    Parameters
    ----------
    shape
        See `canon.masks_of`; a layout will do, its cards are taken up.
    deck
        As many cards as the shape has nodes.

    Raises
    ------
    RuleError
        If the shape or the deck isn't one, they don't fit, or the shape has too many automorphisms to list.
    """
    kinds, center, group = _prepare(shape, deck)
    first, *others = kinds
    left = [kinds[kind] for kind in others]
    numbers = _least_deals(center, group[1:], left)  # the first changes nothing
    return (tuple(first if number < 0 else others[number] for number in deal) for deal in numbers)


def count_deals(shape: nx.Graph, deck: Iterable[Card]) -> int:
    """Return the number of deals up to automorphisms, by Burnside's lemma; see `iter_deals`.

    Raises
    ------
    RuleError
        As `iter_deals` does.
    """
    kinds, center, group = _prepare(shape, deck)
    counts = tuple(kinds.values())[1:]
    types = Counter(_cycle_lengths(image, center) for image in group)
    kept = sum(number * _count_kept(lengths, counts) for lengths, number in types.items())
    mean, rest = divmod(kept, len(group))
    assert rest == 0, "the automorphisms are no group"
    return mean


def dealt_layout(shape: nx.Graph, deal: Deal) -> nx.Graph:
    """Return the layout that a deal makes of a shape, in the order of the shape's nodes; names are made up.

    Raises
    ------
    RuleError
        If it isn't a deal onto the shape, or the shape is a single node.
    """
    adjacency, center = masks_of(shape)
    if len(deal) != len(adjacency):
        raise RuleError(f"the deal has {len(deal)} cards and the shape {len(adjacency)} nodes")
    if deal[center].tag != CENTER_TAG:
        raise RuleError("the deal doesn't put the center on the shape's center")
    return graph_of(board_of_cards(deal, adjacency))


def _kinds(deck: Iterable[Card]) -> Counter[Card]:
    """Return how many cards there are of each kind, the center first, the others ascending."""
    cards = sorted(
        (Card(check_tag(tag, "deck"), check_ratings(ratings, "deck")) for tag, ratings in deck),
        key=kind_order,
    )
    centers = sum(card.tag == CENTER_TAG for card in cards)
    if centers != 1:
        raise RuleError(f"the deck has {centers} centers; just one card has the tag {CENTER_TAG}")
    return Counter(cards)


def _prepare(shape: nx.Graph, deck: Iterable[Card]) -> tuple[Counter[Card], int, list[tuple[int, ...]]]:
    """Return the kinds of a deck that fits a shape, the shape's center and its automorphisms."""
    adjacency, center = masks_of(shape)
    kinds = _kinds(deck)
    if kinds.total() != len(adjacency):
        raise RuleError(
            f"the deck has {kinds.total()} cards and the shape {len(adjacency)} nodes; there must be as many"
        )
    return kinds, center, automorphisms([node != center for node in range(len(adjacency))], adjacency)


def _parts(kinds: Sequence[tuple[Card, int]], cards: int) -> Iterator[tuple[Card, ...]]:
    if not kinds:
        if cards == 0:
            yield ()
        return
    (kind, count), *rest = kinds
    for number in range(min(count, cards), -1, -1):
        for part in _parts(rest, cards - number):
            yield (*(kind,) * number, *part)


def _least_deals(center: int, group: list[tuple[int, ...]], left: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the deals that no automorphism makes less; kinds are numbers, -1 on the center.

    Nodes are filled one by one, in ascending order of kinds, with `left[kind]` cards of each. A partial deal
    is given up once an automorphism makes it less, whatever follows; one that makes it more is done with.
    """
    nodes = sum(left) + 1

    def fill(deal: tuple[int, ...], group: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        undecided = []
        for image in group:
            difference = _first_difference(deal, image)
            if difference < 0:
                return
            if difference == 0:
                undecided.append(image)
        if len(deal) == nodes:
            yield deal
        elif len(deal) == center:
            yield from fill((*deal, -1), undecided)
        else:
            for kind, number in enumerate(left):
                if number:
                    left[kind] -= 1
                    yield from fill((*deal, kind), undecided)
                    left[kind] += 1

    return fill((), group)


def _first_difference(deal: tuple[int, ...], image: tuple[int, ...]) -> int:
    """Return the first difference of a partial deal and what an automorphism makes of it; 0 if not known."""
    for node, kind in enumerate(deal):
        if image[node] >= len(deal):
            break
        if deal[image[node]] != kind:
            return deal[image[node]] - kind
    return 0


def _cycle_lengths(image: tuple[int, ...], center: int) -> tuple[int, ...]:
    """Return the lengths of an automorphism's cycles, ascending, without the center's."""
    lengths = []
    seen = {center}
    for start in image:
        length, node = 0, start
        while node not in seen:
            seen.add(node)
            length, node = length + 1, image[node]
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))


def _count_kept(lengths: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """Return in how many ways cycles can be given kinds so that just `counts[kind]` nodes have each kind."""
    ways = Counter({counts: 1})  # by how many cards of each kind are left
    for length in lengths:
        after: Counter[tuple[int, ...]] = Counter()
        for left, number in ways.items():
            for kind, cards in enumerate(left):
                if cards >= length:
                    after[(*left[:kind], cards - length, *left[kind + 1 :])] += number
        ways = after
    return ways.total()
