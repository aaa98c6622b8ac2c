"""Leaps on maps with known modes and fixed points; the bounds they lead to are compared elsewhere."""

import errno

import numpy as np
import pytest
from linear_map import Linear, start

from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.leaps import CYCLE, STRIDE, Copy, Leaps


def cycle(linear, leaps):
    while not leaps.is_due:
        linear.sweep(leaps.layer)
        leaps.spare()
    leaps.keep()
    linear.sweep(leaps.layer)
    found = leaps.certify()
    for _ in range(CYCLE - 1):
        linear.sweep(leaps.layer)
        leaps.spare()
    leaps.leap()
    return found


def after_sweeps(linear, count):
    layer = start()
    for _ in range(count):
        linear.sweep(layer)
    return layer


@pytest.fixture(autouse=True)
def all_values_sampled(monkeypatch):
    monkeypatch.setattr("solver.guardians.dense.leaps.STRIDE", 1)


@pytest.mark.parametrize("modes", [(0.9,), (0.85, -0.8), (0.84, -0.79, 0.6, -0.6, 0.5)])
def test_leaps_come_closer_than_sweeps_alone(modes, tmp_path):
    linear = Linear(*modes)
    leaps = Leaps(after_sweeps(linear, 4), 0, False, tmp_path)
    for _ in range(5):
        cycle(linear, leaps)
    plain = after_sweeps(linear, 4 + 5 * 2 * CYCLE)
    assert linear.off(leaps.layer) < linear.off(plain) / 10


def test_a_leap_ends_the_slowest_mode(tmp_path):
    linear = Linear(0.9)
    leaps = Leaps(after_sweeps(linear, 20), 0, False, tmp_path)
    cycle(linear, leaps)
    assert linear.off(leaps.layer) < linear.off(after_sweeps(linear, 20)) / 1000


def test_a_sample_will_do(tmp_path, monkeypatch):
    monkeypatch.setattr("solver.guardians.dense.leaps.STRIDE", STRIDE // 10)
    linear = Linear(0.9)
    leaps = Leaps(after_sweeps(linear, 20), 0, False, tmp_path)
    assert 10 < leaps.samples[0].size < 100
    cycle(linear, leaps)
    assert linear.off(leaps.layer) < linear.off(after_sweeps(linear, 20)) / 1000


@pytest.mark.parametrize(("up", "shift"), [(True, 7), (False, -7)])
def test_a_copy_says_whether_it_is_a_bound_and_can_be_put_back(up, shift, tmp_path):
    linear = Linear(0.9)
    layer = after_sweeps(linear, 400)
    layer[:-1] += np.uint32(200) if up else np.uint32(ONE - 199)  # wraps: 200 less
    leaps = Leaps(layer, shift, up, tmp_path)
    before = layer.copy()
    leaps.keep()
    linear.sweep(layer)
    moved = layer[:-1].astype(np.int64) - before[:-1]
    violation, largest = leaps.certify()
    assert violation == (moved.max() if up else 1 - moved.min())
    assert largest == np.abs(moved + shift).max()
    assert (layer[:-1] == before[:-1] + moved + shift).all()
    leaps.withdraw()
    assert (layer == before).all()
    assert leaps.copy is None
    leaps.withdraw()  # there is none by now
    assert (layer == before).all()


def test_the_fixed_point_is_that_with_the_shift(tmp_path):
    linear = Linear(0.8)
    leaps = Leaps(after_sweeps(linear, 60), -1000, False, tmp_path)
    for _ in range(20):
        violation, largest = cycle(linear, leaps)
    assert (violation, largest) == (1 - 1000, 0)


def test_a_lost_game_stays_lost(tmp_path):
    linear = Linear(0.9)
    leaps = Leaps(start(), 50, True, tmp_path)
    cycle(linear, leaps)
    assert (leaps.layer[-1] == 0).all()


def test_a_copy_leaves_no_file_even_if_there_is_no_room(tmp_path, monkeypatch):
    copy = Copy(np.ones((3, 4), dtype=np.uint32), tmp_path)
    assert (copy.row(2) == 1).all()
    copy.close()
    assert list(tmp_path.iterdir()) == []

    class Full:
        size = itemsize = 1

        def tofile(self, _):
            raise OSError(errno.ENOSPC, "No space left on device")

    class Layer(list):
        itemsize = 4

    with pytest.raises(OSError, match="No space"):
        Copy(Layer([Full()]), tmp_path)
    assert list(tmp_path.iterdir()) == []
