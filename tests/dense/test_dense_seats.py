"""Guardians change places in a layer as numpy transposes it."""

import numpy as np
import pytest

from solver.guardians.dense.seats import next_seat, seat_before

AGENTS, DIGITS, SPIRITS = 3, 6, 4


@pytest.fixture(params=[2, 3, 4])
def players(request):
    return request.param


@pytest.fixture
def rows(players):
    """Return a dark set in which no two values are the same."""
    shape = AGENTS, DIGITS, SPIRITS, DIGITS ** (players - 1)
    return np.random.default_rng(1).permutation(np.prod(shape)).astype(np.uint32).reshape(shape)


def transposed(rows, players, *guardians):
    """Return the rows with the guardians in another order: the active one is number 0."""
    apart = np.moveaxis(rows, 2, 1).reshape(AGENTS, SPIRITS, *[DIGITS] * players)
    turned = apart.transpose(0, 1, *(2 + guardian for guardian in guardians))
    return np.moveaxis(turned.reshape(AGENTS, SPIRITS, DIGITS, -1), 1, 2)


def test_the_next_guardian_becomes_the_active_one(rows, players):
    found = rows.copy()
    next_seat(found, DIGITS, np.empty_like(rows[0]))
    assert np.array_equal(found, transposed(rows, players, *range(1, players), 0))


def test_the_guardian_before_becomes_the_active_one(rows, players):
    found = rows.copy()
    seat_before(found, DIGITS, np.empty_like(rows[0]))
    assert np.array_equal(found, transposed(rows, players, players - 1, *range(players - 1)))
