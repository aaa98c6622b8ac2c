from fractions import Fraction

import numpy as np
import pytest
from toys import DICE, MAX, TOYS, TableProcess, brute_force, random_process, slow_mode

from solver import iteration
from solver.bounds import choice_bounds, solve_bounds
from solver.exact import solve_exact
from solver.model import build_model
from solver.sweeps import round_down, round_up, sweep_policy

F = Fraction

# Rounding, about 1e-16 a backup, adds up over 1e7 or 1e5 rounds.
HARD = {"win p, lose p, else stay, by way of another state": 1e-6, "very slow mode": 1e-8}


def enclose(bounds, values):
    return all(
        F(float(low)) <= value <= F(float(high))
        for low, value, high in zip(bounds.lower, values, bounds.upper, strict=True)
    )


@pytest.mark.parametrize("name", TOYS)
def test_toys_lie_between_bounds_that_close(name):
    model = build_model(TOYS[name].process)
    gap = HARD.get(name, 1e-9)
    bounds = solve_bounds(model, gap=gap, max_sweeps=50_000)
    assert enclose(bounds, [TOYS[name].values[s] for s in model.states])
    assert bounds.closed
    assert np.max(bounds.upper - bounds.lower) <= gap


@pytest.mark.parametrize("sweeps", [1, 2, 3, 5, 8, 13, 21, 34, 55])
@pytest.mark.parametrize(
    "name", ["gambler's ruin, unfair", "nested components", "slow mode", "very slow mode"]
)
def test_bounds_hold_whenever_the_iteration_is_cut_short(name, sweeps):
    model = build_model(TOYS[name].process)
    bounds = solve_bounds(model, gap=0.0, max_sweeps=sweeps)
    assert enclose(bounds, [TOYS[name].values[s] for s in model.states])
    assert not bounds.closed or np.array_equal(bounds.lower, bounds.upper)


@pytest.mark.parametrize("seed", range(240))
def test_random_models_agree_with_all_pairs_of_policies(seed):
    model = build_model(random_process(seed, states=6, games=seed % 3 > 0), check=True)
    bounds = solve_bounds(model, max_sweeps=5000)
    assert enclose(bounds, brute_force(model))
    assert bounds.closed


def iterate(model, start, sweeps):
    """Value iteration without any care: floats as they come, no end components."""
    values = [
        start if model.terminal[s] < 0 else float(model.values[model.terminal[s]]) for s in range(len(model))
    ]
    for _ in range(sweeps):
        for s in range(len(model)):
            backups = [sum(float(p) * values[t] for p, t in model.transitions(c)) for c in model.choices(s)]
            if backups:
                values[s] = min(backups) if model.owner[s] == 1 else max(backups)
    return values


@pytest.mark.parametrize(
    "name",
    [
        "wait for ever",
        "wait with dice",
        "nested components",
        "opponent holds play inside",
        "opponent avoids for ever",
    ],
)
def test_naive_iteration_from_one_is_stuck_where_play_can_go_on(name):
    model = build_model(TOYS[name].process)
    assert iterate(model, 1.0, 2000)[0] > float(TOYS[name].values[model.states[0]]) + 0.1
    assert iterate(model, 0.0, 2000)[0] == pytest.approx(float(TOYS[name].values[model.states[0]]))


def test_a_small_step_says_nothing_about_the_gap():
    toy = TOYS["win p, lose p, else stay"]
    model = build_model(toy.process)
    before, after = iterate(model, 0.0, 100)[0], iterate(model, 0.0, 101)[0]
    assert after - before < 2e-7
    assert after < 1e-4  # and 1/2 is the truth


def test_rounding_is_to_the_outside():
    for value in (F(1, 3), F(2, 3), F(1, 10), F(5, 216), F(-1, 3), F(1, 2), F(0), F(1)):
        low, high = round_down(value), round_up(value)
        assert F(low) <= value <= F(high)
        assert high <= np.nextafter(low, np.inf)
        assert (low == high) == (F(float(value)) == value)


def test_a_sum_in_plain_floats_would_be_wrong():
    # 211/216 of a third and so on: somewhere in these chains a float falls on the wrong side of the truth.
    wrong = 0
    for name, toy in TOYS.items():
        model = build_model(toy.process)
        if name.startswith(("gambler", "values", "slow")):
            values = [F(x) for x in iterate(model, 0.0, 5000)]
            wrong += sum(value > toy.values[s] for value, s in zip(values, model.states, strict=True))
            bounds = solve_bounds(model, gap=0.0, max_sweeps=5000)
            assert enclose(bounds, [toy.values[s] for s in model.states])
    assert wrong > 0


def test_extrapolation_pays(monkeypatch):
    model = build_model(TOYS["slow mode"].process)
    with_trials = solve_bounds(model)
    assert with_trials.closed
    assert "T(U) <= U" in with_trials.proof
    assert "L <= T(L)" in with_trials.proof
    monkeypatch.setattr(iteration.Trials, "factor", lambda self, step: 0.0)
    without = solve_bounds(model)
    assert without.closed
    assert "T(U) <= U" not in without.proof
    assert 5 * with_trials.sweeps < without.sweeps


def test_a_proposal_to_stay_for_ever_is_no_lower_bound():
    model = build_model(TOYS["wait for ever"].process)
    here, there = model.index["here"], model.index["there"]
    work = iteration.begin_work(model)
    segment = next(s for s in work.segments if here in s.states)
    while iteration.sweep_segment(work, segment)[2]:
        pass
    assert iteration.is_leaving(work, segment)  # "go" raised the bound last
    work.best[here] = model.choices(here)[0]  # "wait"
    work.lower[here] = work.lower[there] = 0.9
    # No value falls in a sweep under this policy, and yet it wins nothing: only `is_leaving` tells.
    assert sweep_policy(work.arrays, segment.states, work.best, work.lower) == 0
    assert not iteration.is_leaving(work, segment)


@pytest.mark.parametrize(
    "name", ["long way to a loss", "component that can only lose", "opponent avoids for ever"]
)
def test_states_without_hope_are_worth_exactly_0(name):
    bounds = solve_bounds(build_model(TOYS[name].process))
    assert bounds.upper[0] == 0
    assert bounds.sweeps == 0


@pytest.mark.parametrize(
    ("table", "value"),
    [
        ({"a": F(1, 3)}, F(1, 3)),
        ({"a": (MAX, {"0": {"a": 1}, "1": {"b": 1}}), "b": (DICE, {"0": {"a": 1}})}, 0),
    ],
)
def test_a_model_may_be_over_at_once_or_have_no_end(table, value):
    model = build_model(TableProcess("a", table))
    bounds = solve_bounds(model)
    assert bounds.closed
    assert enclose(bounds, [value] * len(model))
    assert solve_exact(model).values == [value] * len(model)


def test_the_proof_names_end_components_only_where_there_are_some():
    assert "end components" in solve_bounds(build_model(TOYS["wait for ever"].process)).proof
    assert "end components" not in solve_bounds(build_model(TOYS["tie"].process)).proof


def test_the_gap_may_be_wanted_in_some_states_only():
    model = build_model(TOYS["gambler's ruin, fair"].process)
    bounds = solve_bounds(model, gap=0.3, at=[model.index["9"]])
    assert bounds.closed
    assert bounds.upper[model.index["9"]] - bounds.lower[model.index["9"]] <= 0.3
    assert bounds.sweeps < solve_bounds(model, gap=1e-9, at=[model.index["9"]]).sweeps


def test_the_relative_gap_counts_as_well():
    model = build_model(slow_mode(F(1, 2), 3).process)
    wide = solve_bounds(model, gap=0.5)
    bounds = solve_bounds(model, gap=0.5, relative_gap=1e-6)
    assert bounds.closed
    assert np.all(bounds.upper - bounds.lower <= 1e-6 * bounds.lower)
    assert not np.all(wide.upper - wide.lower <= 1e-6 * wide.lower)


def test_stopping_keeps_the_bounds_so_far():
    toy = TOYS["very slow mode"]
    model = build_model(toy.process)
    asked, seen = [], []

    def stop():
        asked.append(True)
        return len(asked) > 5

    bounds = solve_bounds(model, stop=stop, progress=lambda sweeps, gap: seen.append((sweeps, gap)))
    assert not bounds.closed
    assert 0 < bounds.sweeps <= 10
    assert enclose(bounds, [toy.values[s] for s in model.states])
    assert seen
    assert all(0 <= gap <= 1 for _, gap in seen)


def test_small_segments_give_the_same(monkeypatch):
    monkeypatch.setattr(iteration, "SEGMENT", 1)
    for name in ("two components in a row", "values between 0 and 1", "gambler's ruin, unfair", "slow mode"):
        model = build_model(TOYS[name].process)
        bounds = solve_bounds(model)
        assert bounds.closed
        assert enclose(bounds, [TOYS[name].values[s] for s in model.states])


@pytest.mark.parametrize("name", TOYS)
def test_choice_bounds_enclose_each_choice(name):
    toy = TOYS[name]
    model = build_model(toy.process)
    bounds = solve_bounds(model, max_sweeps=1000)
    for s in range(len(model)):
        pairs = choice_bounds(model, bounds, s)
        assert len(pairs) == len(model.choices(s))
        for (low, high), choice in zip(pairs, model.choices(s), strict=True):
            value = sum(p * toy.values[model.states[t]] for p, t in model.transitions(choice))
            assert F(low) <= value <= F(high)
