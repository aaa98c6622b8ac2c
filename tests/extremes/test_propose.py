"""Proposals: the most extreme sum that any layout has, known ones left out; and weights that are learnt."""

from itertools import combinations, permutations

import numpy as np
import pytest

from layouts.cards import CARD_SETS
from layouts.graph import make_layout
from layouts.placement import Shape, contacts
from layouts.placing.lattice import Lattice
from layouts.placing.laying import find_laying
from layouts.shapes.canon import board_of_canonical_code, canonical_code
from search.extremes.propose import propose
from search.extremes.surrogate import Surrogate
from search.extremes.traits import Contact, Within, contact_of, count_traits, traits_of
from search.surveys.decks import iter_members, parse_deck

RULEBOOK = CARD_SETS["rulebook"]


def layouts_of(cards, shape):
    return [member.layout for member in iter_members(cards, Lattice(Shape(*shape), 1, len(cards)))]


def score(layout, weights):
    found = count_traits(board_of_canonical_code(layout))
    return sum(weights[trait] * number for trait, number in found.items())


@pytest.mark.parametrize("greatest", [True, False])
@pytest.mark.parametrize(
    ("deck", "shape"),
    [("3", (3, 2)), ("3,4", (1, 1)), ("3,3,4", (3, 2)), ("3,3,4,5", (3, 2)), ("3,3,3,3,5", (3, 2))],
)
def test_the_proposal_is_the_best_of_all_layouts_that_are_not_known(deck, shape, greatest):
    cards = parse_deck(deck, RULEBOOK)
    layouts, rng = layouts_of(cards, shape), np.random.default_rng(len(deck))
    weights = {trait: float(rng.normal()) for trait in traits_of(cards)}
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
    weights = dict.fromkeys(traits_of(cards), 1.0)
    assert propose(cards, weights, Shape(3, 2), 1, greatest=True, known=layouts) is None
    (left,) = set(layouts) - set(layouts[1:])
    found = propose(cards, weights, Shape(3, 2), 1, greatest=True, known=layouts[1:])
    assert found.layout == left


def test_weights_that_made_the_values_are_learnt():
    cards = parse_deck("3,3,4,5", RULEBOOK)
    layouts, rng = layouts_of(cards, (3, 2)), np.random.default_rng(1)
    weights = {trait: float(rng.normal()) for trait in traits_of(cards)}
    values = [float(np.exp(score(layout, weights) - 9)) for layout in layouts]
    some = rng.permutation(len(layouts))[:40]
    learnt = Surrogate(cards, {layouts[i]: values[i] for i in some})
    guesses = [learnt.guess(layout) for layout in layouts]
    assert np.corrcoef(np.log(guesses), np.log(values))[0, 1] > 0.98
    few = Surrogate(cards, {layouts[0]: values[0]})
    spread = [
        np.std([surrogate.draw(rng)[traits_of(cards)[0]] for _ in range(200)]) for surrogate in (few, learnt)
    ]
    assert spread[0] > 2 * spread[1]


def test_a_layout_that_cannot_be_won_in_time_teaches_something_too():
    cards = parse_deck("3,4,5", RULEBOOK)
    layouts = layouts_of(cards, (3, 2))
    learnt = Surrogate(cards, dict.fromkeys(layouts, 1e-4) | {layouts[0]: 0.0})
    assert 0 < learnt.guess(layouts[0]) < np.median([learnt.guess(layout) for layout in layouts])


def test_what_is_seen_closely_may_be_worth_something_else_and_be_chosen():
    cards = parse_deck("3,3,4,5", RULEBOOK)
    layouts, rng = layouts_of(cards, (3, 2)), np.random.default_rng(2)
    weights = {trait: float(rng.normal()) for trait in traits_of(cards)}
    values = {layout: float(np.exp(score(layout, weights) - 9)) for layout in layouts}
    glances = {layout: values[layout] for layout in layouts[::3]}
    chosen = sorted(glances, key=values.get)[-9:]
    learnt = Surrogate(cards, glances, {layout: 1000 * values[layout] for layout in chosen})
    logs = np.log([[learnt.guess(layout), values[layout]] for layout in layouts]).T
    assert np.corrcoef(logs)[0, 1] > 0.98
    assert abs(np.mean(logs[0] - logs[1])) < 0.2


def test_kinds_that_are_there_once_do_not_touch_themselves():
    cards = parse_deck("3,3,4", RULEBOOK)
    assert [(one.tag, other.tag) for one, other in traits_of(cards)] == [(3, 3), (3, 4), (3, 6), (4, 6)]


def test_how_far_cards_lie_is_counted_where_it_can_differ():
    cards = parse_deck("all", RULEBOOK)
    assert [trait for trait in traits_of(cards) if isinstance(trait, Within)] == [
        Within(kind, steps) for kind in sorted(set(cards[1:])) for steps in (2, 3)
    ]
    layout = make_layout(
        {"C": 6, "a": 3, "b": 3, "d": 3, "e": 3, "f": 3}, ["Ca", "Cb", "ad", "bd", "de", "bf"]
    )
    three = next(kind for kind in cards if kind.tag == 3)
    found = count_traits(board_of_canonical_code(canonical_code(layout)))
    assert found[Within(three, 2)] == 4  # all but e
    assert found[Contact(three, three)] == 4
    assert found[contact_of(three, cards[0])] == 2


def changes(one, other, cards):
    """Return the fewest pairs of cards that touch in only one of two layouts, alike cards being the same."""
    first, second = (board_of_canonical_code(layout) for layout in (one, other))
    names = range(len(cards))
    kinds = [list(zip(board.tags, board.ratings, strict=True)) for board in (first, second)]
    return min(
        sum(
            (b in first.neighbours[a]) != (order[b] in second.neighbours[order[a]])
            for a, b in combinations(names, 2)
        )
        for order in permutations(names)
        if all(kinds[0][name] == kinds[1][order[name]] for name in names)
    )


@pytest.mark.parametrize("most", [2, 3])
def test_a_layout_that_is_to_be_like_another_one_is(monkeypatch, most):
    monkeypatch.setattr("search.extremes.propose.MOST_CHANGES", most)
    cards = parse_deck("3,3,4,5", RULEBOOK)
    layouts, rng = layouts_of(cards, (3, 2)), np.random.default_rng(most)
    weights = {trait: float(rng.normal()) for trait in traits_of(cards)}
    for like in layouts[::20]:
        alike = [layout for layout in layouts if layout != like and changes(like, layout, cards) <= most]
        assert 0 < len(alike) < len(layouts) / 2
        found = propose(cards, weights, Shape(3, 2), 1, greatest=True, known=[like], like=like)
        assert found.layout in alike
        wanted = max(score(layout, weights) for layout in alike)
        assert score(found.layout, weights) == pytest.approx(wanted, abs=1e-3)
