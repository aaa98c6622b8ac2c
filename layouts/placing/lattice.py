"""Cards on a lattice as arrays: which places touch, which overlap, and the symmetries of the center card.

Lengths are integers, in units of the lattice; the center lies in landscape with its top left corner at
(0, 0). A place is a *code*, one 16-bit number that orders by x, then y, then orientation:

    code = ((x + reach) · 2·reach + (y + reach)) · 2 + (1 if portrait)

with `reach` more than any card's corner can be from the center's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from layouts.errors import RuleError
from layouts.placement import ORIENTATIONS, Box, Place, Shape, box_of, contact, overlap

Codes = NDArray[np.uint16]
Numbers = NDArray[np.int32]
APART, TOUCHING, OVERLAPPING = 0, 1, 2
CENTER = Place(0, 0, "landscape")


@dataclass(frozen=True)
class Lattice:
    """A card's shape, how long a side must be shared, and how many cards there may be at most."""

    shape: Shape
    min_contact: int
    cards: int

    def __post_init__(self) -> None:
        long, short = self.shape
        if not 1 <= short <= long:
            raise RuleError(
                f"a card of {long} by {short}: the long side comes first, and both are at least 1"
            )
        if not 1 <= self.min_contact <= long:
            raise RuleError(f"a contact of {self.min_contact}: it is at least 1 and at most a side, {long}")
        if self.cards < 1:
            raise RuleError(f"{self.cards} cards: there is at least the center")
        if 8 * self.reach**2 > 1 << 16:
            raise RuleError(f"{self.cards} cards of {long} by {short} reach too far for this lattice")

    @property
    def reach(self) -> int:
        """How far a corner can be from the center's, and one more."""
        return self.cards * self.shape.long + 1

    @cached_property
    def orientations(self) -> tuple[str, ...]:
        """The orientations that differ: of a square card there is one."""
        return ORIENTATIONS[:1] if self.shape.long == self.shape.short else ORIENTATIONS

    @cached_property
    def sides(self) -> Numbers:
        """Width and height by orientation."""
        boxes = [box_of(Place(0, 0, orientation), self.shape) for orientation in self.orientations]
        return np.array([(box.right, box.bottom) for box in boxes], dtype=np.int32)

    @cached_property
    def relations(self) -> NDArray[np.uint8]:
        """How two cards lie, [orientation of one][other][x from one to other][y], from −long."""
        long = self.shape.long
        span = range(-long, long + 1)
        kinds = len(self.orientations)
        table = np.zeros((kinds, kinds, len(span), len(span)), dtype=np.uint8)
        for one in range(kinds):
            first = self._box(0, 0, one)
            for other in range(kinds):
                for i, x in enumerate(span):
                    for j, y in enumerate(span):
                        table[one, other, i, j] = self._relation(first, self._box(x, y, other))
        return table

    @cached_property
    def touching(self) -> Numbers:
        """Where a card can lie that touches one at (0, 0), [its orientation][number](x, y, orientation)."""
        long = self.shape.long
        found = []
        for one in range(len(self.orientations)):
            other, x, y = np.nonzero(self.relations[one] == TOUCHING)
            found.append(np.stack([x - long, y - long, other], axis=1))
        return np.array(found, dtype=np.int32)  # as many for each: they are each other's mirror images

    def encode(self, x: Numbers, y: Numbers, orientation: Numbers) -> Codes:
        """Return the codes of places."""
        reach = self.reach
        return (((x + reach) * (2 * reach) + y + reach) * 2 + orientation).astype(np.uint16)

    def decode(self, codes: Codes) -> tuple[Numbers, Numbers, Numbers]:
        """Return x, y and orientation of places."""
        numbers, reach = codes.astype(np.int32), self.reach
        rest = numbers >> 1
        return rest // (2 * reach) - reach, rest % (2 * reach) - reach, numbers & 1

    def relate(
        self, one: tuple[Numbers, Numbers, Numbers], other: tuple[Numbers, Numbers, Numbers]
    ) -> NDArray[np.uint8]:
        """Return how cards lie to each other; places as `decode` gives them, shapes broadcast."""
        long = self.shape.long
        x, y = other[0] - one[0], other[1] - one[1]
        near = (np.abs(x) <= long) & (np.abs(y) <= long)
        x, y = np.clip(x, -long, long) + long, np.clip(y, -long, long) + long
        found: NDArray[np.uint8] = np.where(near, self.relations[one[2], other[2], x, y], APART)
        return found

    def mirror_images(self, codes: Codes) -> list[Codes]:
        """Return the places as the center's symmetries show them: 4, or 8 of a square card."""
        x, y, orientation = self.decode(codes)
        width, height = self.sides[orientation, 0], self.sides[orientation, 1]
        center_width, center_height = self.sides[0]
        images = [
            self.encode(across, down, orientation)
            for across in (x, center_width - x - width)
            for down in (y, center_height - y - height)
        ]
        if len(self.orientations) == 1:
            images += [
                self.encode(across, down, orientation)
                for down in (x, center_width - x - width)
                for across in (y, center_height - y - height)
            ]
        return images

    def place(self, code: int) -> Place:
        """Return the place of a code."""
        x, y, orientation = self.decode(np.array([code], dtype=np.uint16))
        return Place(int(x[0]), int(y[0]), self.orientations[int(orientation[0])])

    def _box(self, x: int, y: int, orientation: int) -> Box:
        return box_of(Place(x, y, self.orientations[orientation]), self.shape)

    def _relation(self, first: Box, second: Box) -> int:
        if overlap(first, second):
            return OVERLAPPING
        return TOUCHING if contact(first, second) >= self.min_contact else APART
