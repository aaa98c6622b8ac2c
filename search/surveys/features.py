"""What about a layout may make it hard? Numbers that need no solver."""

from __future__ import annotations

from layouts.board import Board
from layouts.shapes.canon import board_of_canonical_code

TAGS = (3, 4, 5)


def features_of(layout: str) -> dict[str, float]:
    """Return the features of a layout, by its canonical code; see `board_features`."""
    return board_features(board_of_canonical_code(layout))


def board_features(board: Board) -> dict[str, float]:
    """Return numbers of a board that are the same for isomorphic ones.

    contacts, center_degree
        Pairs of adjacent cards; those of the center.
    distance_mean, distance_most
        From the center to the other cards.
    influence_mean
        Around a card (the sum of its neighbours' influence), of all cards but the center.
    defence_far, strength_far
        Defence, and agent strength, of a card times its distance from the center, summed.
    degree_3, degree_4, degree_5
        The mean degree of the cards of a tag; 0 if there is none.
    distance_3, distance_4, distance_5
        Their mean distance from the center.
    alike
        Contacts between cards of one tag.
    cut_cards
        Cards without which the board falls apart.
    """
    n, center = len(board), board.center
    others = [card for card in range(n) if card != center]
    degrees = [len(adjacent) for adjacent in board.neighbours]
    far = board.distances[center]
    around = [sum(board.ratings[other].influence for other in board.neighbours[card]) for card in range(n)]
    found: dict[str, float] = {
        "contacts": sum(degrees) / 2,
        "center_degree": degrees[center],
        "distance_mean": sum(far) / len(others),
        "distance_most": max(far),
        "influence_mean": sum(around[card] for card in others) / len(others),
        "defence_far": sum(board.ratings[card].defence * far[card] for card in others),
        "strength_far": sum(board.ratings[card].strength * far[card] for card in others),
    }
    for tag in TAGS:
        cards = [card for card in others if board.tags[card] == tag]
        found[f"degree_{tag}"] = sum(degrees[card] for card in cards) / len(cards) if cards else 0.0
        found[f"distance_{tag}"] = sum(far[card] for card in cards) / len(cards) if cards else 0.0
    found["alike"] = (
        sum(board.tags[one] == board.tags[other] for one in range(n) for other in board.neighbours[one]) / 2
    )
    found["cut_cards"] = sum(_falls_apart(board, card) for card in range(n))
    return found


def _falls_apart(board: Board, without: int) -> bool:
    start = next((card for card in range(len(board)) if card != without), None)
    if start is None:
        return False
    seen, waiting = {start, without}, [start]
    while waiting:
        for other in board.neighbours[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) < len(board)
