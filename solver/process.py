"""What a stochastic decision process is, for every solver and search in this project.

A process has states. A state is terminal and has a value, or it is somebody's turn: the players,
who maximise the expected terminal value; an opponent, who minimises it; or chance. Whoever's turn
it is, an action leads to a successor drawn from a distribution with rational probabilities:

    V(s) = value(s)                                        terminal
    V(s) = max or min over a of  Σ p(s' | s, a) · V(s')    players or opponent
    V(s) =                       Σ p(s' | s, roll) · V(s') chance, which has just one action

A play that never ends is worth 0, so V is the *least* solution of these equations: with terminal
values 0 and 1, the maximal probability of reaching a state of value 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Generic, NamedTuple, Protocol, TypeVar

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Owner(IntEnum):
    """Who decides in a state."""

    PLAYERS = 0
    OPPONENT = 1
    CHANCE = 2
    TERMINAL = 3


class Outcome(NamedTuple, Generic[S]):
    """One way that an action can turn out."""

    probability: Fraction
    state: S


ONE = Fraction(1)


class Process(Protocol[S, A]):
    """A stochastic decision process; see the module's docstring.

    All methods are pure. `actions` names no action twice and its order never changes. The
    probabilities of `outcomes` are positive and sum to exactly 1; no successor occurs twice.
    """

    def initial(self) -> S:
        """Return the state in which a playthrough starts."""

    def owner(self, state: S) -> Owner:
        """Return who decides in `state`."""

    def value(self, state: S) -> Fraction:
        """Return the value of a terminal state, exact, between 0 and 1."""

    def actions(self, state: S) -> Sequence[A]:
        """Return the legal actions: at least one; exactly one if chance decides; none if terminal."""

    def outcomes(self, state: S, action: A) -> Sequence[Outcome[S]]:
        """Return the distribution over successors of a legal `action`."""
