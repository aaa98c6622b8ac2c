"""What tests of several rooms need."""

import os
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, settings

# Before numpy is imported, and for the processes that tests start. All cores are at work on tests already:
# more threads for small matrices wait for each other without rest, at four times the work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from solver.process import Outcome, Owner

# How long an example takes says more of what else the machine does than of what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

COMPILING = "test_dense_agrees.py"
WITHOUT_KERNELS = ("charts", "layouts", "pages")
"""Folders of tests that compile nothing."""


def pytest_collection_modifyitems(items):
    """Begin with tests that compile nearly all kernels, and with those that need none.

    One process then compiles while others find something else to do: two that came to the same kernel at
    once would both compile it. Each file stays together, and otherwise all keep their order.
    """

    def rank(item):
        if item.path.name == COMPILING:
            return 0
        return 1 if item.path.parent.name in WITHOUT_KERNELS else 2

    items.sort(key=rank)


class Induced:
    """The chain that a game is when all decisions are drawn from a distribution."""

    def __init__(self, play, distribution):
        self.play, self.distribution = play, distribution

    def initial(self):
        return self.play.initial()

    def owner(self, state):
        return Owner.TERMINAL if self.play.owner(state) == Owner.TERMINAL else Owner.CHANCE

    def value(self, state):
        return self.play.value(state)

    def actions(self, state):
        return ("go",) if self.owner(state) == Owner.CHANCE else ()

    def outcomes(self, state, action):
        rolls = self.play.owner(state) == Owner.CHANCE
        shares = {self.play.actions(state)[0]: Fraction(1)} if rolls else self.distribution(state)
        found = defaultdict(Fraction)
        for chosen, share in shares.items():
            for p, after in self.play.outcomes(state, chosen):
                found[after] += p * share
        return [Outcome(p, after) for after, p in found.items() if p]


@pytest.fixture(scope="session")
def induced():
    """Return the chain of a process under a distribution over the actions of each state."""
    return Induced
