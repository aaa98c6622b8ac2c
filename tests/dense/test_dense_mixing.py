"""Mixing on maps with known modes and fixed points; bounds are compared elsewhere."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from linear_map import SHAPE, Linear, start

from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.mixing import PAIRS, WEIGHT, Mixing, combine, dot, pack

CYCLE = 10


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as pool:
        yield pool


def run(linear, pool, cycles):
    layer = start()
    mixing = Mixing(layer, (0, SHAPE[1]), 0, False, pool.map)
    for _ in range(cycles):
        linear.sweep(layer)
        mixing.certify(layer)
        for _ in range(CYCLE - 1):
            linear.sweep(layer)
        mixing.advance(layer)
    return linear.off(layer)


def test_two_slow_modes_and_one_that_changes_its_sign_are_gone_after_some_cycles(pool):
    linear = Linear(0.9925, 0.97, -0.946)
    layer = start()
    for _ in range(10 * CYCLE):
        linear.sweep(layer)
    assert linear.off(layer) > 1e-2
    assert run(linear, pool, 10) < 1e-7


def test_a_fixed_point_is_a_bound_with_the_shift_to_spare(pool):
    linear = Linear(0.9)
    layer = start()
    for _ in range(400):
        linear.sweep(layer)
    for up, shift in ((True, 7), (False, -7)):
        guess = layer.copy()
        guess[:-1] += np.uint32(200) if up else np.uint32(ONE - 199)  # wraps: 200 less
        mixing = Mixing(guess, (0, SHAPE[1]), shift, up, pool.map)
        swept = guess.copy()
        linear.sweep(swept)
        expected = swept[:-1].astype(np.int64) - guess[:-1]
        violation, largest = mixing.certify(swept)
        assert violation == (expected.max() if up else 1 - expected.min())
        assert largest == np.abs(expected + shift).max()
        damped = guess[:-1] + np.rint(WEIGHT * (expected + shift)).astype(np.int64)
        assert (swept[:-1] == damped).all()
        mixing.withdraw(swept)
        assert (swept == guess).all()


def test_where_the_lower_bound_is_zero_nothing_is_claimed(pool):
    layer = start()
    layer[0, 0, 0, 0, 0] = 10
    mixing = Mixing(layer, (0, SHAPE[1]), -1, False, pool.map)
    assert mixing.certify(layer.copy())[0] == 1  # T(x) = x is not enough where x > 0
    swept = layer.copy()
    swept[0, 0, 0, 0, 0] = 11
    assert mixing.certify(swept)[0] == 0


def test_only_the_run_of_ranks_is_touched(pool):
    rng = np.random.default_rng(2)
    layer = rng.integers(0, ONE, SHAPE, dtype=np.uint32)
    before = layer.copy()
    mixing = Mixing(layer, (1, 3), 5, True, pool.map)
    mixing.certify(layer)
    mixing.spare(layer)
    mixing.advance(layer)
    guess = layer.copy()
    mixing.withdraw(layer)
    assert (layer == guess).all()
    assert (layer[:, [0, 3]] == before[:, [0, 3]]).all()
    assert (layer[-1] == before[-1]).all()
    assert (layer[:-1, 1:3] != before[:-1, 1:3]).any()


def test_packed_vectors_are_what_they_stand_for():
    rng = np.random.default_rng(3)
    f = (rng.normal(size=(PAIRS, 10_000)) * 1e6).astype(np.float32)
    packed = np.empty(f.shape, dtype=np.int16)
    scales = [pack(row, float(np.abs(row).max()), out) for row, out in zip(f, packed, strict=True)]
    again = packed * np.array(scales)[:, None]
    assert np.abs(again - f).max() <= max(scales) * 0.51
    assert dot(packed[0], packed[1]) == int(packed[0].astype(object) @ packed[1].astype(object))
    weights = np.array([0.5, -2.0], dtype=np.float32)
    total = np.zeros(10_000, dtype=np.float32)
    combine(packed, weights, total)
    np.testing.assert_allclose(total, weights.astype(float) @ packed, rtol=1e-5, atol=0.05)
