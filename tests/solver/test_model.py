import re
from fractions import Fraction

import numpy as np
import pytest
from toys import DICE, MAX, TOYS, TableProcess, mixed, random_process

from solver.model import REPORT_EVERY, InvalidProcess, ModelTooLarge, build_model
from solver.process import Outcome, Owner

F = Fraction


@pytest.mark.parametrize("name", TOYS)
def test_the_model_says_what_the_process_says(name):
    process = TOYS[name].process
    model = build_model(process, check=True)
    assert set(model.states) == set(TOYS[name].values)
    assert [model.index[s] for s in model.states] == list(range(len(model)))
    for i, state in enumerate(model.states):
        assert model.owner[i] == process.owner(state)
        actions = process.actions(state)
        assert len(model.choices(i)) == len(actions)
        for choice, action in zip(model.choices(i), actions, strict=True):
            expected = [(p, model.index[s]) for p, s in process.outcomes(state, action)]
            assert model.transitions(choice) == expected
        if process.owner(state) == Owner.TERMINAL:
            assert model.values[model.terminal[i]] == process.value(state)
        else:
            assert model.terminal[i] == -1


def test_arrays_have_the_types_and_lengths_promised():
    model = build_model(random_process(1))
    n, m, t = len(model), model.count_choices(), len(model.target)
    shapes = {
        "owner": (np.int8, n),
        "first_choice": (np.int64, n + 1),
        "first_transition": (np.int64, m + 1),
        "target": (np.int32, t),
        "weight": (np.int32, t),
        "terminal": (np.int32, n),
    }
    for name, (kind, length) in shapes.items():
        assert getattr(model, name).dtype == kind
        assert len(getattr(model, name)) == length


def test_states_come_breadth_first():
    table = {
        "a": (MAX, {"0": {"b": 1}, "1": {"c": 1}}),
        "b": (MAX, {"0": {"d": 1}}),
        "c": (MAX, {"0": {"b": 1}}),
    }
    model = build_model(TableProcess("a", {**table, "d": F(1)}))
    assert model.states == ["a", "b", "c", "d"]


def test_roots_come_first_and_only_what_they_reach_follows():
    toy = TOYS["two components in a row"]
    model = build_model(toy.process, roots=["d", "c", "d"])
    assert model.states[:2] == ["d", "c"]
    assert set(model.states) == {"c", "d", "win", "lose"}


def test_equal_probabilities_share_one_number():
    table = {
        "a": (DICE, {"roll": {"b": F(1, 2), "c": F(2, 4)}}),
        "b": (DICE, {"roll": mixed(F(1, 2), "c", "d")}),
    }
    model = build_model(TableProcess("a", {**table, "c": F(1), "d": F(0)}))
    assert model.probabilities == (1, F(1, 2))


def test_a_limit_that_is_met_does_no_harm():
    process = TOYS["gambler's ruin, fair"].process
    assert len(build_model(process, limit=11)) == 11
    with pytest.raises(ModelTooLarge) as caught:
        build_model(process, limit=10)
    assert caught.value.reached == 11
    assert caught.value.limit == 10


def test_progress_is_reported_now_and_then():
    class Counter:
        """0, 1, 2, …: a long chain."""

        def initial(self):
            return 0

        def owner(self, state):
            return Owner.TERMINAL if state == 2 * REPORT_EVERY else Owner.PLAYERS

        def value(self, state):
            return F(1)

        def actions(self, state):
            return (0,)

        def outcomes(self, state, action):
            return [Outcome(F(1), state + 1)]

    calls = []
    build_model(Counter(), progress=lambda found, expanded: calls.append((found, expanded)))
    assert calls == [
        (REPORT_EVERY + 1, REPORT_EVERY),
        (2 * REPORT_EVERY + 1, 2 * REPORT_EVERY),
        (2 * REPORT_EVERY + 1, 2 * REPORT_EVERY + 1),
    ]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"a": (MAX, {})}, "0 actions where PLAYERS decides: 'a'"),
        ({"a": (DICE, {})}, "0 actions where CHANCE decides"),
        ({"a": (DICE, {"0": {"b": 1}, "1": {"b": 1}}), "b": F(1)}, "2 actions where CHANCE decides"),
        ({"a": F(3, 2)}, "a terminal value outside [0, 1]: 3/2"),
        ({"a": F(-1, 2)}, "a terminal value outside [0, 1]: -1/2"),
    ],
)
def test_a_process_that_breaks_its_contract_is_refused(table, complaint):
    with pytest.raises(InvalidProcess, match=re.escape(complaint)):
        build_model(TableProcess("a", table))


@pytest.mark.parametrize(
    "lottery", [{"b": F(1, 2)}, {"b": F(1, 2), "c": F(2, 3)}, {"b": F(3, 2), "c": F(-1, 2)}, {}]
)
def test_the_check_finds_what_is_not_a_distribution(lottery):
    process = TableProcess("a", {"a": (DICE, {"0": lottery}), "b": F(1), "c": F(1)})
    build_model(process)
    with pytest.raises(InvalidProcess, match="not a distribution"):
        build_model(process, check=True)


def test_the_check_finds_a_successor_that_occurs_twice():
    class Twice(TableProcess):
        def outcomes(self, state, action):
            return [Outcome(F(1, 2), "b"), Outcome(F(1, 2), "b")]

    with pytest.raises(InvalidProcess, match="twice"):
        build_model(Twice("a", {"a": (DICE, {"0": {"b": 1}}), "b": F(1)}), check=True)
