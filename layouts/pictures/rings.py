"""Where are cards drawn of which only the contact graph is known?

The center in the middle, each other card on the ring that says how far it is from the center. On a
ring there are a few more seats than cards; cards move and swap seats while this lowers the cost: a
crossing, or an edge that runs through a third card, counts far more than length. The picture found
needn't be the best, but for a graph it is always the same. A graph with more than three edges a card
can't be drawn without crossings; then the cards stay where they are first put.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from layouts.board import Board

RADIUS = 68.0  # of a circle
STEP = 190.0  # between rings
CLOSEST = 2 * RADIUS + 16  # two centers on a ring
CROSSING = 1000.0
FEW = 12  # cards for which it is worth trying often
SEATS = (6, 9, 12)  # on the first ring, tried in turn until nothing crosses or runs behind a card


class Point(NamedTuple):
    """A point of the plane, y downwards."""

    x: float
    y: float


def ring_positions(board: Board) -> list[Point]:
    """Return where the middles of the circles are, by location; the center is at (0, 0).

    Examples
    --------
    >>> from layouts.cards import Ratings
    >>> ratings = Ratings(1, 1, 1)
    >>> ring_positions(Board(("A", "B"), (6, 3), (ratings, ratings), ((1,), (0,))))[0]
    Point(x=0.0, y=0.0)
    """
    edges = [(one, other) for one, near in enumerate(board.neighbours) for other in near if one < other]
    worth_trying = len(edges) <= 3 * len(board)
    tries = []
    for seats in SEATS if worth_trying and len(board) <= FEW else SEATS[:1]:
        positions = _positions(board, seats, edges, improve=worth_trying)
        cost = _cost(positions, set(range(len(board))), edges)
        tries.append((cost // CROSSING, seats, positions))
        if cost < CROSSING:
            break
    return min(tries)[2]


def _positions(board: Board, most: int, edges: list[tuple[int, int]], *, improve: bool) -> list[Point]:
    """Return the positions on rings with `most` seats on the first, more on those outside."""
    distances = board.distances[board.center]
    positions = [Point(0.0, 0.0)] * len(board)
    seats: dict[int, list[Point]] = {}
    for ring in range(1, max(distances) + 1):
        cards = _in_turn(board, positions, ring)
        opposite = ring == 1 and not any(n in board.neighbours[card] for card in cards for n in cards)
        seats[ring] = _seats(ring, len(cards), 2 if opposite and len(cards) <= 2 else most * ring)
        for index, card in enumerate(cards):
            positions[card] = seats[ring][index * len(seats[ring]) // len(cards)]
    for _ in range(8 if len(board) <= FEW else 2):
        if not improve or not _improve(positions, seats, distances, edges):
            break
    return positions


def _seats(ring: int, cards: int, seats: int) -> list[Point]:
    """Return the seats of a ring, clockwise from the left."""
    count = max(cards, seats)
    radius = max(ring * STEP, count * CLOSEST / (2 * pi))
    angles = [pi + 2 * pi * seat / count for seat in range(count)]
    return [Point(round(radius * cos(angle), 2), round(radius * sin(angle), 2)) for angle in angles]


def _in_turn(board: Board, positions: Sequence[Point], ring: int) -> list[int]:
    """Return the cards of a ring in the order of their neighbours on the ring inside; else as chains."""
    distances = board.distances[board.center]
    left = [card for card in range(len(board)) if distances[card] == ring]
    if ring > 1:
        inner = {card: [n for n in board.neighbours[card] if distances[n] == ring - 1] for card in left}
        ahead = {card: sum(positions[n].x for n in inner[card]) / len(inner[card]) for card in left}
        return sorted(left, key=lambda card: (ahead[card], card))
    order: list[int] = []
    while left:  # next to the card before, if one is; else one with the fewest neighbours, an end of a chain
        near = [card for card in left if order and card in board.neighbours[order[-1]]]
        order.append(
            min(near or left, key=lambda card: (sum(n in left for n in board.neighbours[card]), card))
        )
        left.remove(order[-1])
    return order


def _improve(
    positions: list[Point],
    seats: dict[int, list[Point]],
    distances: Sequence[int],
    edges: list[tuple[int, int]],
) -> bool:
    """Move each card to the seat of its ring that is best for it, and tell whether any has moved."""
    moved = False
    for card, ring in enumerate(distances):
        for seat in seats.get(ring, []):
            here = positions[card]
            if seat == here:
                continue
            other = positions.index(seat) if seat in positions else None
            touched = {card} if other is None else {card, other}
            before = _cost(positions, touched, edges)
            positions[card] = seat
            if other is not None:
                positions[other] = here
            if _cost(positions, touched, edges) < before - 1e-6:
                moved = True
            else:
                positions[card] = here
                if other is not None:
                    positions[other] = seat
    return moved


def _cost(positions: Sequence[Point], touched: set[int], edges: list[tuple[int, int]]) -> float:
    """Return the part of the cost that depends on the cards in `touched`."""
    cost = 0.0
    for one, other in edges:
        start, end = positions[one], positions[other]
        for card in range(len(positions)) if one in touched or other in touched else touched:
            if card not in (one, other) and _distance(positions[card], start, end) < RADIUS + 6:
                cost += CROSSING
        if one in touched or other in touched:
            cost += hypot(end.x - start.x, end.y - start.y)
            for a, b in edges:
                if a in (one, other) or b in (one, other):
                    continue
                if _cross(start, end, positions[a], positions[b]):
                    cost += CROSSING
    return cost


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two others."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point.x - start.x - along * dx, point.y - start.y - along * dy)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether the lines from a to b and from c to d cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
