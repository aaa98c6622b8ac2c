"""When are two coloured graphs the same but for the names of their nodes?

They are isomorphic if a renaming of the nodes makes one of the other, colours kept. The canonical order of a
graph's nodes makes one and the same graph of all that are isomorphic, and of no other:

1. Nodes have ranks 0, 1, ..., by colour. Ranks are refined: nodes are ranked anew by their rank, then by
   how many neighbours they have of the highest rank, of the second highest, and so on, until this tells no
   more nodes apart.
2. If no two nodes have the same rank, the ranks are the order. If some have, take the lowest of the ranks
   that the fewest nodes share (at least two); put each of these nodes in turn before the others, whose rank
   grows by one as all higher ranks do; and refine again.
3. Of all the orders so found, take one whose edges, written as bits, are the least number. The bits are those
   of graph6: the pairs (0, 1), (0, 2), (1, 2), (0, 3), ... from the highest bit down.

Codes that are kept somewhere hang on these three steps: whoever changes one gives the codes a new version.

Branches of step 2 that an automorphism, found on the way, makes equal to one searched before are left out,
which changes nothing in the result. This is the scheme of McKay (Practical graph isomorphism, 1981) without
what only large graphs need; it is meant for up to about 16 nodes, and right for any number.

Graphs are given by adjacency: n integers, and bit j of the i-th is set if the nodes i and j are joined. That
this is symmetric, and no node joined to itself, isn't checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from layouts.errors import RuleError

MOST_AUTOMORPHISMS = 362_880  # 9!, as many as ten cards can have with the center kept

Neighbours = Sequence[Sequence[int]]


def canonical_order(colours: Sequence[Any], adjacency: Sequence[int]) -> tuple[int, ...]:
    """Return the nodes of a coloured graph in canonical order; colours ascend in it.

    Parameters
    ----------
    colours : sequence of n colours
        Integers, or anything else that can be hashed and ordered.
    adjacency : sequence of n int
        See the module.

    Examples
    --------
    >>> canonical_order([0, 0, 0], [0b010, 0b101, 0b010])  # the middle of a path has most neighbours
    (0, 2, 1)
    """
    neighbours = [bits_in(mask) for mask in adjacency]
    ranks = _refine(_ranks(colours), neighbours)
    search = _Search(neighbours)
    _visit(search, ranks, ())
    return tuple(search.order)


def edge_bits(order: Sequence[int], adjacency: Sequence[int]) -> int:
    """Return the edges between nodes in this order as one number; see step 3 of the module.

    Examples
    --------
    >>> bin(edge_bits([0, 2, 1], [0b010, 0b101, 0b010]))
    '0b11'
    """
    return _edge_bits(order, [bits_in(mask) for mask in adjacency])


def automorphisms(
    colours: Sequence[Any], adjacency: Sequence[int], most: int = MOST_AUTOMORPHISMS
) -> list[tuple[int, ...]]:
    """Return all automorphisms of a coloured graph, ascending: the i-th number is the image of node i.

    Raises
    ------
    RuleError
        If there are more than `most`.

    Examples
    --------
    >>> automorphisms([0, 0, 0], [0b010, 0b101, 0b010])
    [(0, 1, 2), (2, 1, 0)]
    """
    ranks = _refine(_ranks(colours), [bits_in(mask) for mask in adjacency])
    alike = [sum(1 << node for node, other in enumerate(ranks) if other == rank) for rank in ranks]
    stack: list[tuple[int, ...]] = [()]  # images of the first nodes, the least on top
    found = []
    while stack:
        images = stack.pop()
        node = len(images)
        if node == len(adjacency):
            found.append(images)
            if len(found) > most:
                raise RuleError(f"the graph has more than {most} automorphisms; these are too many to list")
            continue
        free = alike[node]
        for before, image in enumerate(images):
            free &= ~(1 << image)
            free &= adjacency[image] if adjacency[node] >> before & 1 else ~adjacency[image]
        stack += [(*images, image) for image in reversed(bits_in(free))]
    return found


@lru_cache(maxsize=1 << 14)
def bits_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, ascending.

    Examples
    --------
    >>> bits_in(0b10110)
    (1, 2, 4)
    """
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


@dataclass(slots=True)
class _Search:
    """What is known of a graph while its orders are searched: the best so far, and automorphisms."""

    neighbours: Neighbours
    bits: int = -1  # the edges in the best order so far; -1 before there is one
    order: Sequence[int] = ()
    path: tuple[int, ...] = ()  # the nodes that were put before others on the way to the best order
    found: list[dict[int, int]] = field(default_factory=list)


def _visit(search: _Search, ranks: list[int], path: tuple[int, ...]) -> int:
    """Search all orders below refined ranks, and return at which depth of the path to go on."""
    order = _order_if_distinct(ranks)
    if order is not None:
        return _compare(search, order, path)
    depth = len(path)
    done: set[int] = set()
    for node in _fewest_alike(ranks):
        if node in _orbits(done, [image for image in search.found if all(image[n] == n for n in path)]):
            continue
        done.add(node)
        rank = ranks[node]
        split = [r + (r > rank or (r == rank and other != node)) for other, r in enumerate(ranks)]
        back = _visit(search, _refine(split, search.neighbours), (*path, node))
        if back < depth:
            return back
    return depth


def _compare(search: _Search, order: list[int], path: tuple[int, ...]) -> int:
    """Compare an order with the best so far, and return at which depth of the path to go on.

    If both give the same edges, an automorphism leads from the one to the other. It leads from the whole
    branch of the best order to the branch in which this one lies, where both paths part; the former was
    searched to its end, so the latter needs no more.
    """
    bits = _edge_bits(order, search.neighbours)
    if bits == search.bits:
        search.found.append(dict(zip(search.order, order, strict=True)))
        return next(depth for depth, node in enumerate(path) if search.path[depth] != node)
    if search.bits < 0 or bits < search.bits:
        search.bits, search.order, search.path = bits, order, path
    return len(path)


def _ranks(colours: Sequence[Any]) -> list[int]:
    """Return 0 for nodes of the least colour, 1 for those of the next, and so on."""
    rank = {colour: index for index, colour in enumerate(sorted(set(colours)))}
    return [rank[colour] for colour in colours]


def _refine(ranks: list[int], neighbours: Neighbours) -> list[int]:
    """Return ranks by step 1; a node's rank and counts, the highest rank's first, are held as one number."""
    nodes = len(ranks)
    width = nodes.bit_length()  # a count is at most nodes - 1
    count = len(set(ranks))
    while count < nodes:
        units = [1 << width * rank for rank in ranks]
        top = width * count
        keys = [
            (rank << top) + sum([units[other] for other in adjacent])
            for rank, adjacent in zip(ranks, neighbours, strict=True)
        ]
        distinct = sorted(set(keys))
        if len(distinct) == count:
            break
        count = len(distinct)
        rank_of = dict(zip(distinct, range(count), strict=True))
        ranks = [rank_of[key] for key in keys]
    return ranks


def _order_if_distinct(ranks: list[int]) -> list[int] | None:
    """Return the nodes by rank, if no two have the same."""
    order = [-1] * len(ranks)
    for node, rank in enumerate(ranks):
        order[rank] = node
    return None if -1 in order else order


def _fewest_alike(ranks: list[int]) -> list[int]:
    """Return the nodes of the lowest of the ranks that the fewest nodes share, at least two."""
    alike: list[list[int]] = [[] for _ in ranks]
    for node, rank in enumerate(ranks):
        alike[rank].append(node)
    return min((nodes for nodes in alike if len(nodes) > 1), key=len)


def _orbits(nodes: set[int], images: list[dict[int, int]]) -> set[int]:
    """Return all nodes to which automorphisms, one after another, lead from some."""
    reached = set(nodes)
    fresh = list(nodes)
    while fresh:
        node = fresh.pop()
        new = {image[node] for image in images} - reached
        reached |= new
        fresh += new
    return reached


def _edge_bits(order: Sequence[int], neighbours: Neighbours) -> int:
    place = [0] * len(order)
    for index, node in enumerate(order):
        place[node] = index
    bits = 0
    for index, node in enumerate(order):
        column = 0
        for other in neighbours[node]:
            if place[other] < index:
                column |= 1 << (index - 1 - place[other])
        bits = bits << index | column
    return bits
