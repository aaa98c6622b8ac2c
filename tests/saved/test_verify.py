"""`hue verify` finds wrong values that no checksum gives away, and proves tables that are right."""

import numpy as np
import pytest

from solver.guardians.saved import open_table
from solver.guardians.saved_format import AGENTS, WIDTHS
from solver.guardians.verify import LOWER, UPPER, WITHIN_LOWER, WITHIN_UPPER, spot_check_table, verify

CASES = [
    ("pair", {"players": 1}),
    ("pair", {"players": 2, "center_penalty": True, "growths": 2, "actions": 2}),
    ("pair", {"players": 3, "actions": 1}),
    ("line", {"players": 1, "decider": "lord_sepia", "actions": 2}),
    ("line", {"players": 1, "agents": 1, "growths": 0, "actions": 2}),
    ("triangle", {"players": 2, "actions": 1}),
]


@pytest.fixture
def fair(saved_of):
    return saved_of("triangle", players=1, actions=2)


def failing(path):
    return {found.claim for found in verify(open_table(path)) if not found.check.holds}


def change_one(by, where=lambda values: values > 0):
    def change(values):
        at = tuple(np.argwhere(where(values))[len(np.argwhere(where(values))) // 2])
        values[at] = int(values[at]) + by

    return change


@pytest.mark.parametrize(("name", "readings"), CASES)
def test_every_claim_of_a_sound_table_holds(saved_of, name, readings):
    table = open_table(saved_of(name, **readings).path)
    found = list(verify(table))
    parts = 2 if readings.get("center_penalty") else 1
    assert [each.claim for each in found] == [LOWER, WITHIN_LOWER, UPPER, WITHIN_UPPER] * parts
    assert all(each.check.holds and not each.check.sampled for each in found)
    for each in found:
        layers = [layer for layer in table.header.layers if layer.spirits_left == each.spirits_left]
        states = int(np.prod(layers[0].shape))
        assert each.check.checked == states * (1 if each.claim in (LOWER, UPPER) else len(layers) - 2)


def test_a_lower_bound_that_is_too_high(fair, tmp_path, forge):
    assert LOWER in failing(forge(fair, tmp_path, 0, change_one(2000)))


def test_lower_bounds_that_are_too_high_everywhere(fair, tmp_path, forge):
    """All raised by what the gap hides; that the file fits together doesn't help."""

    def change(values):
        values[values > 0] += 100_000

    assert LOWER in failing(forge(fair, tmp_path, 0, change))


def test_an_upper_bound_that_is_too_low(fair, tmp_path, forge):
    path = forge(fair, tmp_path, WIDTHS, change_one(-20, lambda values: values > 20))
    assert failing(path) == {UPPER}


def test_a_layer_within_the_round_that_is_too_high_or_too_low(fair, tmp_path, forge):
    assert failing(forge(fair, tmp_path, AGENTS, change_one(2000))) == {WITHIN_LOWER}
    low = forge(fair, tmp_path, AGENTS, change_one(-2000, lambda values: values > 2000))
    assert failing(low) == {WITHIN_UPPER}


def test_a_gap_that_is_too_small(fair, tmp_path, forge):
    assert failing(forge(fair, tmp_path, AGENTS, lambda values: None, gap=0)) == {WITHIN_UPPER}


def test_a_sample_finds_what_is_wrong_everywhere_and_says_that_it_is_one(fair, tmp_path, forge):
    def change(values):
        values[values > 0] += 100_000

    (sound,) = spot_check_table(open_table(fair.path), 20, 1)
    assert (sound.check.holds, sound.check.sampled, sound.check.checked) == (True, True, 20)
    (wrong,) = spot_check_table(open_table(forge(fair, tmp_path, 0, change)), 200, 1)
    assert not wrong.check.holds
