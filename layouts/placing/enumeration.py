"""Every placement that the placing rule allows.

A placement is a row of codes (`lattice`), ascending, without the center's; of those that the symmetries of
the center card make of each other the least row stands for all. Placements of n cards are those of n − 1
cards with one more that may be laid then (`laying`): every order of laying passes through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from layouts.placement import Place
from layouts.placing.lattice import CENTER, OVERLAPPING, TOUCHING, Codes, Lattice
from layouts.placing.laying import FEWEST_CONTACTS

BATCH = 20_000
"""Placements that are extended at a time."""

INDEX = 16
"""Bytes a row that sorting takes beside the rows."""

Masks = NDArray[np.uint64]


@dataclass
class Enumeration:
    """Placements of more and more cards, batch by batch; what is in the fields is all it needs to go on.

    Parameters
    ----------
    lattice
        Where the cards lie.
    placements
        All with the same number of cards; the center alone by default.
    done
        How many of them have been extended by a card.
    further
        What came of that.
    """

    lattice: Lattice
    placements: Codes = field(default_factory=lambda: np.empty((1, 0), dtype=np.uint16))
    done: int = 0
    further: list[Codes] = field(default_factory=list)

    @property
    def cards(self) -> int:
        """How many cards the placements have."""
        return int(self.placements.shape[1]) + 1

    def advance(self) -> None:
        """Extend the next batch; after the last one, go on to the placements with one card more."""
        batch = self.placements[self.done : self.done + BATCH]
        self.further.append(distinct(least_images(self.lattice, extend(self.lattice, batch))))
        self.done += len(batch)
        if self.done == len(self.placements):
            self.placements = distinct(np.concatenate(self.further))
            self.done, self.further = 0, []

    def expected_bytes(self) -> int:
        """Return about how much memory the placements with one card more will take, while they are sorted.

        Extrapolated from those extended so far, an eighth at least; 0 before.
        """
        if self.done * 8 < len(self.placements) or not self.done:
            return 0
        rows = sum(map(len, self.further)) * len(self.placements) / self.done
        # Three times the rows themselves, and an order of them.
        return int(rows * (3 * self.placements.itemsize * self.cards + INDEX))

    def run(self, cards: int, after_batch: Callable[[], None] = lambda: None) -> Codes:
        """Return every placement of so many cards, [number][cards − 1], in ascending order."""
        while self.cards < cards:
            self.advance()
            after_batch()
        return self.placements


def extend(lattice: Lattice, placements: Codes) -> Codes:
    """Return the placements with one more card, in every way it may be laid; some come more than once."""
    center = lattice.encode(*(np.array([value], dtype=np.int32) for value in (CENTER.x, CENTER.y, 0)))
    lying = np.concatenate([np.broadcast_to(center, (len(placements), 1)), placements], axis=1)
    places = lattice.decode(lying)
    found = []
    for beside in range(lying.shape[1]):
        x, y, orientation = (values[:, beside, None] for values in places)
        offsets = lattice.touching[orientation[:, 0]]
        new = (x + offsets[:, :, 0], y + offsets[:, :, 1], offsets[:, :, 2])
        free = np.ones(new[0].shape, dtype=bool)
        touches_center = np.zeros(new[0].shape, dtype=bool)
        contacts = np.zeros(new[0].shape, dtype=np.uint8)
        for card in range(lying.shape[1]):
            one = tuple(values[:, card, None] for values in places)
            relation = lattice.relate((one[0], one[1], one[2]), new)
            free &= relation != OVERLAPPING
            contacts += relation == TOUCHING
            if card == 0:
                touches_center = relation == TOUCHING
        row, number = np.nonzero(free & (touches_center | (contacts >= FEWEST_CONTACTS)))
        codes = lattice.encode(*(values[row, number] for values in new))
        found.append(np.concatenate([placements[row], codes[:, None]], axis=1))
    return np.concatenate(found)


def least_images(lattice: Lattice, placements: Codes) -> Codes:
    """Return for each placement the one that stands for it: the least of its mirror images."""
    first, *others = (np.sort(image, axis=1) for image in lattice.mirror_images(placements))
    least = first.copy()
    for image in others:
        differs = image != least
        at = differs.argmax(axis=1)[:, None]
        less = np.take_along_axis(image, at, 1) < np.take_along_axis(least, at, 1)
        least = np.where(less, image, least)
    return least


def distinct(rows: Codes) -> Codes:
    """Return the rows in ascending order, each once."""
    if len(rows) < 2 or rows.shape[1] == 0:
        return rows[:1]
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    new = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)])
    found: Codes = ordered[new]
    return found


def contact_masks(lattice: Lattice, placements: Codes) -> Masks:
    """Return the adjacency of each placement's cards, [number][cards], bit j of the i-th for cards i and j.

    The center is card 0, the others follow in the order of their codes.
    """
    masks = np.zeros((len(placements), placements.shape[1] + 1), dtype=np.uint64)
    for i, j, relation in _relations(lattice, placements):
        touch = relation == TOUCHING
        masks[:, i] |= touch.astype(np.uint64) << np.uint64(j)
        masks[:, j] |= touch.astype(np.uint64) << np.uint64(i)
    return masks


def overlap_somewhere(lattice: Lattice, placements: Codes) -> bool:
    """Tell whether two cards of a placement overlap."""
    return any((relation == OVERLAPPING).any() for _, _, relation in _relations(lattice, placements))


def _relations(lattice: Lattice, placements: Codes) -> Iterator[tuple[int, int, NDArray[np.uint8]]]:
    """Yield two cards' numbers and how they lie in each placement, for each pair."""
    center = lattice.encode(*(np.array([value], dtype=np.int32) for value in (CENTER.x, CENTER.y, 0)))
    lying = np.concatenate([np.broadcast_to(center, (len(placements), 1)), placements], axis=1)
    x, y, orientation = lattice.decode(lying)
    for i in range(lying.shape[1]):
        one = (x[:, i], y[:, i], orientation[:, i])
        for j in range(i):
            yield i, j, lattice.relate(one, (x[:, j], y[:, j], orientation[:, j]))


def places_in(lattice: Lattice, placement: Codes) -> list[Place]:
    """Return the places of a row of codes, the center's first."""
    return [CENTER, *(lattice.place(int(code)) for code in placement)]
