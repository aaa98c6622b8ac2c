from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from toys import TOYS, brute_force, gamblers_ruin, random_process

from solver.bounds import Bounds
from solver.exact import TooLargeForExact, _Game, _prove, solve_exact
from solver.model import build_model

F = Fraction


def know_nothing(model):
    n = len(model)
    return Bounds(np.zeros(n), np.ones(n), 0, False, "values lie between 0 and 1")


@pytest.mark.parametrize("name", TOYS)
def test_toys_are_solved_exactly(name):
    model = build_model(TOYS[name].process)
    expected = [TOYS[name].values[s] for s in model.states]
    assert solve_exact(model).values == expected
    assert solve_exact(model, know_nothing(model)).values == expected


@pytest.mark.parametrize("seed", range(240))
def test_random_models_equal_the_best_of_all_policies(seed):
    model = build_model(random_process(seed, states=6, games=seed % 3 > 0))
    expected = brute_force(model)
    assert solve_exact(model).values == expected
    assert solve_exact(model, know_nothing(model)).values == expected


def test_the_policies_name_a_choice_of_each_state():
    model = build_model(TOYS["opponent holds one ring, lets go of another"].process)
    policy = solve_exact(model).policy
    for s in range(len(model)):
        assert policy[s] == -1 if model.terminal[s] >= 0 else policy[s] in model.choices(s)


def test_a_waiting_policy_is_improved():
    # With bounds that exclude nothing, policy iteration has something to do.
    model = build_model(TOYS["two components in a row"].process)
    assert solve_exact(model, know_nothing(model)).evaluations > 1


@pytest.mark.parametrize(
    "name", ["tie", "wait for ever", "nested components", "opponent lets go", "slow mode"]
)
def test_wrong_values_get_no_proof(name):
    model = build_model(TOYS[name].process)
    exact = solve_exact(model)
    values = [fmpq(v.numerator, v.denominator) for v in exact.values]
    _prove(_Game(model), exact.policy, values)
    for s in range(len(model)):
        for change in (fmpq(1, 10**30), fmpq(-1, 10**30)):
            with pytest.raises(AssertionError, match="no proof"):
                _prove(_Game(model), exact.policy, [*values[:s], values[s] + change, *values[s + 1 :]])


def test_a_greater_fixed_point_gets_no_proof():
    # Where play can go on for ever, 1 solves the equations as well; but the policy doesn't secure it.
    model = build_model(TOYS["wait for ever"].process)
    here, there = model.index["here"], model.index["there"]
    values = [fmpq(v.numerator, v.denominator) for v in solve_exact(model).values]
    values[here] = values[there] = fmpq(1)
    policy = solve_exact(model).policy.copy()
    policy[here] = model.choices(here)[0]
    with pytest.raises(AssertionError, match="no proof"):
        _prove(_Game(model), policy, values)


def test_too_large_a_system_is_refused_with_numbers():
    model = build_model(gamblers_ruin(F(1, 2), 40).process)
    with pytest.raises(TooLargeForExact, match=r"\d+ unknowns in a component of 39 states") as caught:
        solve_exact(model, limit=10)
    assert caught.value.unknowns > 10
    assert caught.value.limit == 10
