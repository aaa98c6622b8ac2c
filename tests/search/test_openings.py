"""Openings: what the setup can lead to."""

from fractions import Fraction

import pytest

from search.openings import best_action, extreme_setups, find_openings
from solver.bounds import choice_bounds
from solver.guardians.phases import in_setup
from solver.guardians.state import Over, Turn
from solver.process import Owner

CASES = [
    ("pair", {"players": 2, "setup_growths": 1}),
    ("pair", {"players": 1, "setup_growths": 0}),
    ("triangle", {"players": 1}),
    ("triangle", {"players": 1, "setup_growths": 3, "decider": "lord_sepia", "actions": 2}),
    ("line", {"players": 2, "setup_growths": 1, "start": "any", "actions": 1}),
]


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_openings_are_a_distribution_that_averages_to_the_value_of_the_game(solved_of, name, rules):
    play, model, bounds = solved = solved_of(name, lumped=True, **rules)
    openings = find_openings(play, model, bounds)
    assert sum(opening.probability for opening in openings) == 1
    assert all(type(opening.probability) is Fraction for opening in openings)
    lower, upper = solved.of(play.initial())
    assert sum(o.probability * Fraction(o.lower) for o in openings) <= Fraction(upper)
    assert sum(o.probability * Fraction(o.upper) for o in openings) >= Fraction(lower)
    assert len({opening.state for opening in openings}) == len(openings)
    assert [o.probability for o in openings] == sorted((o.probability for o in openings), reverse=True)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_an_opening_is_a_first_turn_with_a_best_move_or_the_end(solved_of, name, rules):
    play, model, bounds = solved = solved_of(name, lumped=True, **rules)
    for opening in find_openings(play, model, bounds):
        assert (opening.lower, opening.upper) == solved.of(opening.state)
        if isinstance(opening.state.moment, Over):
            assert opening.action is None
            assert opening.lower == opening.upper == opening.state.moment.won
            continue
        assert isinstance(opening.state.moment, Turn)
        after = choice_bounds(model, bounds, model.index[opening.state])
        chosen = after[list(play.actions(opening.state)).index(opening.action)]
        assert chosen[1] >= opening.lower
        assert chosen[1] >= max(low for low, _ in after)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_the_best_and_the_worst_setup_are_those_of_all_rolls_and_choices(solved_of, name, rules):
    play, model, _ = solved = solved_of(name, lumped=True, **rules)
    first = {
        after
        for state in model.states
        if in_setup(state)
        for action in play.actions(state)
        for _, after in play.outcomes(state, action)
        if not in_setup(after) and not isinstance(after.moment, Over)
    } or {play.initial()}
    best, worst = extreme_setups(play.game, solved.of)
    values = {state: sum(solved.of(state)) for state in first}
    assert sum(solved.of(best.state)) == max(values.values())
    assert sum(solved.of(worst.state)) == min(values.values())
    assert (best.lower, best.upper) == solved.of(best.state)
    for opening in find_openings(play, model, solved.bounds):
        if not isinstance(opening.state.moment, Over):
            assert worst.lower <= opening.upper
            assert opening.lower <= best.upper


def test_the_setup_of_a_pair_by_hand(solved_of):
    play, model, bounds = solved_of("pair", lumped=True, players=2, setup_growths=1)
    found = [
        (o.probability, isinstance(o.state.moment, Over), sorted(o.state.agents))
        for o in find_openings(play, model, bounds)
    ]
    # a 3, on three sides of the die, darkens all; a 6 puts an agent on the center; 4 and 5 do nothing
    assert found == [
        (Fraction(1, 2), True, []),
        (Fraction(1, 3), False, [-1, -1]),
        (Fraction(1, 6), False, [-1, 0]),
    ]


def test_lord_sepia_chooses_in_the_setup_against_the_players(solved_of):
    """Chalks lies farther from the center than Paints, so that it matters which turns dark."""
    board = "rulebook Chalks,Houses,Paints,Stars"
    rules = {"players": 1, "setup_growths": 2, "actions": 1, "agents": 1, "spirits": 1, "growths": 0}
    for decider, pick in (("players", max), ("lord_sepia", min)):
        play, model, bounds = solved_of(board, lumped=True, decider=decider, **rules)
        mattered = 0
        for state in model.states:
            if in_setup(state) and play.owner(state) in (Owner.PLAYERS, Owner.OPPONENT):
                middles = [sum(pair) / 2 for pair in choice_bounds(model, bounds, model.index[state])]
                chosen = list(play.actions(state)).index(best_action(play, model, bounds, state))
                assert middles[chosen] == pytest.approx(pick(middles), abs=1e-9)
                mattered += max(middles) - min(middles) > 1e-6
        assert mattered
