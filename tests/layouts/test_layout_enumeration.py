"""Placements by the placing rule: counts that are known, and a brute force that shares no code."""

import numpy as np
import pytest

from layouts.errors import RuleError
from layouts.placement import Shape, contacts
from layouts.placing.enumeration import Enumeration, contact_masks, distinct, extend, least_images, places_in
from layouts.placing.lattice import Lattice
from layouts.placing.laying import find_laying

COARSE = {2: 9, 3: 105, 4: 603, 5: 3053, 6: 17575, 7: 110338, 8: 700984, 9: 4480654}
SQUARE = {2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 1, 9: 1}


def placements(shape, cards, min_contact=1):
    lattice = Lattice(Shape(*shape), min_contact, cards)
    return lattice, Enumeration(lattice).run(cards)


@pytest.mark.parametrize("cards", range(2, 8))
def test_known_numbers_of_placements_of_coarse_cards(cards):
    assert len(placements((3, 2), cards)[1]) == COARSE[cards]


@pytest.mark.slow
def test_all_placements_of_nine_coarse_cards():
    assert len(placements((3, 2), 9)[1]) == COARSE[9]


@pytest.mark.parametrize("cards", range(2, 10))
def test_known_numbers_of_placements_of_squares(cards):
    assert len(placements((1, 1), cards)[1]) == SQUARE[cards]


def brute_force(long, short, cards, min_contact):
    """Return all placements as sets of (x, y, width, height), the least of each center's symmetry class."""
    sizes = {(long, short), (short, long)}

    def shared(a, b):
        """Return how long the side is that two cards share; −1 if they overlap."""
        across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        if across > 0 and down > 0:
            return -1
        return max(across, down) if min(across, down) == 0 else 0

    def least(rest):
        images = []
        for swap in (False, True) if long == short else (False,):
            for flip in (False, True):
                for turn in (False, True):
                    image = []
                    for x, y, w, h in rest:
                        if flip:
                            x = long - x - w
                        if turn:
                            y = short - y - h
                        image.append((y, x, h, w) if swap else (x, y, w, h))
                    images.append(tuple(sorted(image)))
        return min(images)

    center = (0, 0, long, short)
    found = {()}
    for number in range(1, cards):
        far = number * long
        further = set()
        for rest in found:
            for w, h in sizes:
                for x in range(-far - w, far + long + 1):
                    for y in range(-far - h, far + short + 1):
                        card = (x, y, w, h)
                        touched = [shared(card, other) for other in (center, *rest)]
                        if -1 in touched:
                            continue
                        if touched[0] >= min_contact or sum(t >= min_contact for t in touched) >= 2:
                            further.add(least((*rest, card)))
        found = further
    return found


@pytest.mark.parametrize(
    ("shape", "cards", "min_contact"),
    [((3, 2), 4, 1), ((3, 2), 4, 2), ((3, 2), 3, 3), ((1, 1), 6, 1), ((2, 1), 4, 1), ((4, 3), 3, 2)],
)
def test_a_brute_force_finds_the_same_sets(shape, cards, min_contact):
    lattice, found = placements(shape, cards, min_contact)
    sides = {"landscape": shape, "portrait": shape[::-1]}
    mine = set()
    for row in found:
        _, *rest = places_in(lattice, row)
        mine.add(tuple(sorted((place.x, place.y, *sides[place.orientation]) for place in rest)))
    theirs = brute_force(*shape, cards, min_contact)
    images = {frozenset(image) for image in theirs}
    assert len(mine) == len(found) == len(theirs)
    # Which mirror image stands for the others is not the same: compare them up to that.
    for rest in mine:
        x_flipped = [(shape[0] - x - w, y, w, h) for x, y, w, h in rest]
        y_flipped = [(x, shape[1] - y - h, w, h) for x, y, w, h in rest]
        both = [(x, shape[1] - y - h, w, h) for x, y, w, h in x_flipped]
        group = [list(rest), x_flipped, y_flipped, both]
        if shape[0] == shape[1]:
            group += [[(y, x, h, w) for x, y, w, h in image] for image in group]
        assert sum(frozenset(image) in images for image in {tuple(sorted(image)) for image in group}) == 1


@pytest.mark.parametrize(
    ("shape", "cards"),
    [((3, 2), 5), ((1, 1), 9), ((7, 5), 3), pytest.param((3, 2), 8, marks=pytest.mark.slow)],
)
def test_every_placement_can_be_laid_and_its_contacts_are_what_they_are(shape, cards):
    lattice, found = placements(shape, cards)
    masks = contact_masks(lattice, found)
    for row, mask in zip(found, masks, strict=True):
        places = {str(number): place for number, place in enumerate(places_in(lattice, row))}
        pairs = contacts(places, Shape(*shape))
        touching = {name: set() for name in places}
        for one, other in pairs:
            touching[one].add(other)
            touching[other].add(one)
        assert find_laying(touching, "0").stuck == []
        assert [sum(1 << int(other) for other in touching[name]) for name in places] == mask.tolist()


def test_the_least_image_stands_for_all_of_them():
    lattice, found = placements((3, 2), 4)
    assert np.array_equal(least_images(lattice, found), found)
    for image in lattice.mirror_images(found):
        assert np.array_equal(least_images(lattice, np.sort(image, axis=1)), found)


def test_extending_leaves_what_lies_and_adds_one():
    lattice, found = placements((3, 2), 3)
    more = extend(lattice, found[:1])
    assert np.array_equal(more[:, :2], np.broadcast_to(found[:1], (len(more), 2)))
    assert len(distinct(more)) <= len(more)


def test_codes_are_places():
    lattice, found = placements((3, 2), 4)
    x, y, orientation = lattice.decode(found)
    assert np.array_equal(lattice.encode(x, y, orientation), found)


@pytest.mark.parametrize(
    ("shape", "min_contact", "cards", "part"),
    [
        ((2, 3), 1, 4, "the long side comes first"),
        ((3, 0), 1, 4, "at least 1"),
        ((3, 2), 0, 4, "a contact of 0"),
        ((3, 2), 4, 4, "at most a side, 3"),
        ((3, 2), 1, 0, "at least the center"),
        ((14, 10), 1, 9, "reach too far"),
    ],
)
def test_what_is_no_lattice_is_refused(shape, min_contact, cards, part):
    with pytest.raises(RuleError, match=part):
        Lattice(Shape(*shape), min_contact, cards)


def test_small_batches_come_to_the_same(monkeypatch):
    expected = placements((3, 2), 5)[1]
    monkeypatch.setattr("layouts.placing.enumeration.BATCH", 7)
    assert np.array_equal(placements((3, 2), 5)[1], expected)
