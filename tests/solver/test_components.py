from itertools import combinations

import numpy as np
import pytest
from toys import TOYS, random_process

from solver.components import attract, end_components
from solver.model import build_model
from solver.order import order_states


def named(model, components):
    return {
        frozenset(model.states[s] for s in components.member[a:b])
        for a, b in zip(components.first, components.first[1:], strict=False)
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gambler's ruin, fair", []),
        ("slow mode", []),
        ("tie", []),
        ("wait for ever", ["here there"]),
        ("wait in one place", ["s"]),
        ("nested components", ["a b c d"]),
        ("two components in a row", ["a b", "c d"]),
        ("component without a way out", ["a b"]),
        ("opponent holds play inside", ["a b"]),
        ("opponent must let go", []),
    ],
)
def test_end_components_of_toys(name, expected):
    model = build_model(TOYS[name].process)
    assert named(model, end_components(model)) == {frozenset(states.split()) for states in expected}


def test_components_within_a_part_and_with_fewer_choices():
    model = build_model(TOYS["nested components"].process)
    within = np.array([s in ("a", "b") for s in model.states])
    assert named(model, end_components(model, within=within)) == {frozenset("ab")}
    allowed = np.ones(model.count_choices(), dtype=bool)
    allowed[model.choices(model.index["b"])[1]] = False  # b no longer leads to c
    assert named(model, end_components(model, allowed)) == {frozenset("ab")}


def inside_choices(model, part, s):
    return [c for c in model.choices(s) if all(t in part for _, t in model.transitions(c))]


def is_end_component(model, part):
    if not all(inside_choices(model, part, s) for s in part):
        return False
    for start in part:
        reached, queue = {start}, [start]
        for s in queue:
            for c in inside_choices(model, part, s):
                new = {t for _, t in model.transitions(c)} - reached
                reached |= new
                queue.extend(new)
        if reached != set(part):
            return False
    return True


@pytest.mark.parametrize("seed", range(120))
def test_end_components_are_the_maximal_sets_that_fit_the_definition(seed):
    model = build_model(random_process(seed, states=6))
    parts = [
        frozenset(part)
        for size in range(1, 7)
        for part in combinations([s for s in range(len(model)) if model.terminal[s] < 0], size)
        if is_end_component(model, frozenset(part))
    ]
    expected = {p for p in parts if not any(p < q for q in parts)}
    found = end_components(model)
    assert {frozenset(map(model.states.index, names)) for names in named(model, found)} == expected
    for i in range(len(found)):
        assert set(np.flatnonzero(found.label == i)) == set(found.member[found.first[i] : found.first[i + 1]])


@pytest.mark.parametrize("seed", range(60))
def test_the_attractor_is_the_least_set_closed_under_its_rule(seed):
    model = build_model(random_process(seed))
    rng = np.random.default_rng(seed)
    n = len(model)
    every, inside = rng.random(n) < 0.5, model.terminal >= 0
    allowed = rng.random(model.count_choices()) < 0.8
    found = attract(model, inside, every, allowed)
    changed = True
    while changed:
        changed = False
        for s in range(n):
            hits = [any(inside[t] for _, t in model.transitions(c)) for c in model.choices(s) if allowed[c]]
            if not inside[s] and (all(hits) if every[s] else any(hits)):
                inside[s] = changed = True
    assert np.array_equal(found, inside)


@pytest.mark.parametrize("seed", range(60))
def test_the_order_puts_successors_first(seed):
    model = build_model(random_process(seed, states=12))
    n = len(model)
    reach = np.eye(n, dtype=bool)
    for s in range(n):
        for c in model.choices(s):
            for _, t in model.transitions(c):
                reach[s, t] = True
    for k in range(n):
        reach |= np.outer(reach[:, k], reach[k])
    order = order_states(model)
    assert sorted(order.state.tolist()) == list(range(n))
    for s in range(n):
        for t in range(n):
            if reach[s, t]:
                assert order.component[t] <= order.component[s]
            assert (order.component[s] == order.component[t]) == (reach[s, t] and reach[t, s])
    for i in range(len(order.first) - 1):
        assert set(order.component[order.state[order.first[i] : order.first[i + 1]]]) == {i}
