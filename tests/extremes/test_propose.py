"""Proposals: the most extreme sum that any layout has, known ones left out; and weights that are learnt."""

import numpy as np
import pytest

from layouts.cards import CARD_SETS
from layouts.placement import Shape, contacts
from layouts.placing.lattice import Lattice
from layouts.placing.laying import find_laying
from layouts.shapes.canon import board_of_canonical_code
from search.extremes.propose import propose
from search.extremes.surrogate import Surrogate, contacts_of, pairs_of_kinds
from search.surveys.decks import iter_members, parse_deck

RULEBOOK = CARD_SETS["rulebook"]


def layouts_of(cards, shape):
    return [member.layout for member in iter_members(cards, Lattice(Shape(*shape), 1, len(cards)))]


def score(layout, weights):
    found = contacts_of(board_of_canonical_code(layout))
    return sum(weights[pair] * number for pair, number in found.items())


@pytest.mark.parametrize("greatest", [True, False])
@pytest.mark.parametrize(
    ("deck", "shape"), [("3", (3, 2)), ("3,4", (1, 1)), ("3,3,4", (3, 2)), ("3,3,4,5", (3, 2))]
)
def test_the_proposal_is_the_best_of_all_layouts_that_are_not_known(deck, shape, greatest):
    cards = parse_deck(deck, RULEBOOK)
    layouts, rng = layouts_of(cards, shape), np.random.default_rng(len(deck))
    weights = {pair: float(rng.normal()) for pair in pairs_of_kinds(cards)}
    best = max if greatest else min
    known = set()
    for _ in range(min(4, len(layouts))):
        found = propose(cards, weights, Shape(*shape), 1, greatest=greatest, known=known)
        assert found.is_best
        assert found.layout in set(layouts) - known
        wanted = best(score(layout, weights) for layout in layouts if layout not in known)
        assert score(found.layout, weights) == pytest.approx(wanted, abs=1e-3)
        touching = {name: set() for name in found.places}
        for one, other in contacts(found.places, Shape(*shape), 1):
            touching[one].add(other)
            touching[other].add(one)
        assert find_laying(touching, "0").stuck == []
        known.add(found.layout)


def test_when_all_are_known_there_is_nothing_to_propose():
    cards = parse_deck("3,4,5", RULEBOOK)
    layouts = layouts_of(cards, (3, 2))
    weights = dict.fromkeys(pairs_of_kinds(cards), 1.0)
    assert propose(cards, weights, Shape(3, 2), 1, greatest=True, known=layouts) is None
    (left,) = set(layouts) - set(layouts[1:])
    found = propose(cards, weights, Shape(3, 2), 1, greatest=True, known=layouts[1:])
    assert found.layout == left


def test_weights_that_made_the_values_are_learnt():
    cards = parse_deck("3,3,4,5", RULEBOOK)
    layouts, rng = layouts_of(cards, (3, 2)), np.random.default_rng(1)
    weights = {pair: float(rng.normal()) for pair in pairs_of_kinds(cards)}
    values = [float(np.exp(score(layout, weights) - 9)) for layout in layouts]
    some = rng.permutation(len(layouts))[:40]
    learnt = Surrogate(cards, [layouts[i] for i in some], [values[i] for i in some])
    guesses = [learnt.guess(layout) for layout in layouts]
    assert np.corrcoef(np.log(guesses), np.log(values))[0, 1] > 0.98
    few = Surrogate(cards, [layouts[0]], [values[0]])
    spread = [
        np.std([surrogate.draw(rng)[pairs_of_kinds(cards)[0]] for _ in range(200)])
        for surrogate in (few, learnt)
    ]
    assert spread[0] > 2 * spread[1]


def test_a_layout_that_cannot_be_won_in_time_teaches_something_too():
    cards = parse_deck("3,4,5", RULEBOOK)
    layouts = layouts_of(cards, (3, 2))
    values = [0.0, *(1e-4 for _ in layouts[1:])]
    learnt = Surrogate(cards, layouts, values)
    assert 0 < learnt.guess(layouts[0]) < np.median([learnt.guess(layout) for layout in layouts])


def test_kinds_that_are_there_once_do_not_touch_themselves():
    cards = parse_deck("3,3,4", RULEBOOK)
    assert [(one.tag, other.tag) for one, other in pairs_of_kinds(cards)] == [(3, 3), (3, 4), (3, 6), (4, 6)]
