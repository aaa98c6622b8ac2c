"""Are two boards the same but for the cards' names and order, and if so, which card is which?

Colours first: cards start with tag, ratings and distance from the center, and are told apart by
their neighbours' colours, again and again. Equal boards have equal colours. Then locations are matched
one after another, going back where a match fails; so a renaming that is found is one.
"""

from __future__ import annotations

from hashlib import sha256

from layouts.board import Board
from solver.guardians.state import State

Renaming = tuple[int, ...]
"""By location of one board, the location of another."""


def colours(board: Board) -> list[str]:
    """Return for each location a text that any renaming of the board leaves as it is."""
    found = [
        repr((board.tags[i], tuple(board.ratings[i]), board.distances[board.center][i]))
        for i in range(len(board))
    ]
    for _ in range(len(board)):
        found = [
            sha256(repr((found[i], sorted(found[j] for j in board.neighbours[i]))).encode()).hexdigest()
            for i in range(len(board))
        ]
    return found


def find_renaming(board: Board, other: Board) -> Renaming | None:
    """Return which location of `other` each one of `board` is, or None if the boards differ."""
    if (board.tags, board.ratings, board.neighbours) == (other.tags, other.ratings, other.neighbours):
        return tuple(range(len(board)))
    mine, theirs = colours(board), colours(other)
    if sorted(mine) != sorted(theirs):
        return None
    distances = board.distances[board.center]
    order = sorted(range(len(board)), key=lambda i: distances[i])
    match: dict[int, int] = {}

    def fits(i: int, j: int) -> bool:
        return mine[i] == theirs[j] and all(
            (k in board.neighbours[i]) == (match[k] in other.neighbours[j]) for k in match
        )

    def extend(done: int) -> bool:
        if done == len(order):
            return True
        i = order[done]
        for j in range(len(other)):
            if j not in match.values() and fits(i, j):
                match[i] = j
                if extend(done + 1):
                    return True
                del match[i]
        return False

    return tuple(match[i] for i in range(len(board))) if extend(0) else None


def rename(state: State, renaming: Renaming) -> State:
    """Return what lies on the table with the locations renamed; those that the moment names are not."""

    def move(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(renaming[place] if place >= 0 else place for place in places)

    return state._replace(
        dark=sum(1 << new for old, new in enumerate(renaming) if state.dark >> old & 1),
        agents=tuple(sorted(move(state.agents))),
        spirits=tuple(sorted(move(state.spirits))),
        at=move(state.at),
    )
