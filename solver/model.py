"""An explicit model: every state that can be reached, as flat arrays.

Breadth-first enumeration numbers the states 0 … n−1, the roots first. The choices (state-action
pairs) of all states lie one after another, and so do the transitions of all choices:

    state s       has the choices      first_choice[s]     … first_choice[s+1] − 1
    choice c      has the transitions  first_transition[c] … first_transition[c+1] − 1
    transition t  leads to             target[t] with probability probabilities[weight[t]]

so the transitions of one state are contiguous as well. The choices of a state stand in the order of
`process.actions(state)`. Everything here is exact: probabilities and terminal values are interned
rationals. Unless `check` is set, the builder trusts the process that probabilities are positive and
sum to 1, and that no successor occurs twice in a distribution.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.process import ONE, Owner, Process

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

REPORT_EVERY = 50_000  # states expanded between two calls of `progress`
MAX_ALIASES = 100_000  # Fraction objects recognised by identity, which spares hashing them


class ModelTooLarge(Exception):  # noqa: N818 - a limit was met; nothing is wrong with the process
    """The enumeration found more states than its limit allows."""

    def __init__(self, reached: int, limit: int) -> None:
        super().__init__(f"more than {limit} states: {reached} found so far")
        self.reached = reached
        self.limit = limit


class InvalidProcess(ValueError):  # noqa: N818 - named like its sibling
    """A process broke the contract of `solver.process.Process`."""


@dataclass(frozen=True, eq=False, repr=False)
class Model(Generic[S]):
    """A process enumerated into flat arrays; see the module's docstring.

    Attributes
    ----------
    states : list of S, length n
        Breadth-first, roots first.
    index : dict from S to int
        The inverse of `states`.
    owner : int8[n]
        `Owner` of each state.
    first_choice : int64[n + 1]
    first_transition : int64[m + 1]
    target : int32[t]
        Successors.
    weight : int32[t]
        Index into `probabilities`.
    terminal : int32[n]
        Index into `values`, or −1 where the state is not terminal.
    probabilities : tuple of Fraction
        Each value once; the first is 1.
    values : tuple of Fraction
        Terminal values, each once.
    """

    states: list[S]
    index: dict[S, int]
    owner: NDArray[np.int8]
    first_choice: NDArray[np.int64]
    first_transition: NDArray[np.int64]
    target: NDArray[np.int32]
    weight: NDArray[np.int32]
    terminal: NDArray[np.int32]
    probabilities: tuple[Fraction, ...]
    values: tuple[Fraction, ...]

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Model: {len(self)} states, {self.count_choices()} choices, {len(self.target)} transitions>"

    def count_choices(self) -> int:
        """Return m, the number of choices of all states together."""
        return len(self.first_transition) - 1

    def choices(self, state: int) -> range:
        """Return the choices of a state (none if it is terminal), in the order of its actions."""
        return range(int(self.first_choice[state]), int(self.first_choice[state + 1]))

    def transitions(self, choice: int) -> list[tuple[Fraction, int]]:
        """Return probability (exact) and successor of each transition of a choice."""
        span = slice(int(self.first_transition[choice]), int(self.first_transition[choice + 1]))
        return [
            (self.probabilities[w], t)
            for w, t in zip(self.weight[span].tolist(), self.target[span].tolist(), strict=True)
        ]


def build_model(
    process: Process[S, A],
    roots: Sequence[S] | None = None,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    check: bool = False,
) -> Model[S]:
    """Enumerate all states that can be reached from `roots`.

    Parameters
    ----------
    process : Process
    roots : sequence of states, optional
        Where to start; the initial state by default. They get the first indices.
    limit : int, optional
        The largest number of states allowed.
    progress : callable, optional
        Called as ``progress(states_found, states_expanded)`` every 50,000 states and at the end.
    check : bool
        Also check that each distribution is one: positive, summing to exactly 1, no successor twice.

    Raises
    ------
    ModelTooLarge
        Beyond `limit`.
    InvalidProcess
        A state without a choice, a chance state with several, a terminal value outside [0, 1], or what
        `check` finds.
    """
    states: list[S] = []
    index: dict[S, int] = {}
    for root in [process.initial()] if roots is None else roots:
        if index.setdefault(root, len(states)) == len(states):
            states.append(root)

    owners, terminals = array("b"), array("i")
    first_choice, first_transition = array("q", [0]), array("q", [0])
    targets, weights = array("i"), array("i")
    intern_weight, probabilities = _interner([ONE])
    intern_value, values = _interner([])

    owner_of, actions_of, outcomes_of = process.owner, process.actions, process.outcomes
    find, add_state = index.setdefault, states.append
    add_target, add_weight = targets.append, weights.append
    chance, terminal = Owner.CHANCE, Owner.TERMINAL
    weight_by_id: dict[int, int] = {id(ONE): 0}
    aliases: list[Fraction] = [ONE]  # keeps alive what `weight_by_id` knows by identity
    known = weight_by_id.get
    found = len(states)
    most = limit if limit is not None else 2**31 - 1

    for expanded, state in enumerate(states, start=1):  # the list grows while we walk along it
        owner = owner_of(state)
        owners.append(owner)
        if owner == terminal:
            terminals.append(intern_value(process.value(state)))
        else:
            terminals.append(-1)
            choices = 0
            for action in actions_of(state):
                choices += 1
                for probability, successor in outcomes_of(state, action):
                    target = find(successor, found)
                    if target == found:
                        add_state(successor)
                        found += 1
                    add_target(target)
                    weight = known(id(probability))
                    if weight is None:
                        weight = intern_weight(probability)
                        if len(aliases) < MAX_ALIASES:
                            aliases.append(probability)
                            weight_by_id[id(probability)] = weight
                    add_weight(weight)
                first_transition.append(len(targets))
            if choices != 1 and (choices == 0 or owner == chance):
                raise InvalidProcess(f"{choices} actions where {Owner(owner).name} decides: {state!r}")
        first_choice.append(len(first_transition) - 1)
        if found > most:
            raise ModelTooLarge(found, most)
        if progress is not None and (expanded % REPORT_EVERY == 0 or expanded == found):
            progress(found, expanded)

    model = Model(
        states=states,
        index=index,
        owner=np.frombuffer(owners, dtype=np.int8),
        first_choice=np.frombuffer(first_choice, dtype=np.int64),
        first_transition=np.frombuffer(first_transition, dtype=np.int64),
        target=np.frombuffer(targets, dtype=np.int32),
        weight=np.frombuffer(weights, dtype=np.int32),
        terminal=np.frombuffer(terminals, dtype=np.int32),
        probabilities=tuple(probabilities),
        values=tuple(values),
    )
    for value in model.values:
        if not 0 <= value <= 1:
            raise InvalidProcess(f"a terminal value outside [0, 1]: {value}")
    if check:
        _check_distributions(model)
    return model


def _interner(values: list[Fraction]) -> tuple[Callable[[Fraction], int], list[Fraction]]:
    """Return a function that numbers rationals by value, and the growing list of those numbered."""
    number = {value.as_integer_ratio(): i for i, value in enumerate(values)}  # hashing pairs is faster

    def intern(value: Fraction) -> int:
        i = number.setdefault(value.as_integer_ratio(), len(values))
        if i == len(values):
            values.append(Fraction(value))
        return i

    return intern, values


def _check_distributions(model: Model[S]) -> None:
    """Raise InvalidProcess unless every choice is a distribution over distinct successors."""
    good: set[tuple[int, ...]] = set()  # weights of distributions seen, which are few
    for state in range(len(model)):
        for choice in model.choices(state):
            span = slice(int(model.first_transition[choice]), int(model.first_transition[choice + 1]))
            weights = tuple(model.weight[span].tolist())
            if weights not in good:
                terms = [model.probabilities[w] for w in weights]
                if sum(terms) != 1 or min(terms, default=ONE) <= 0:
                    shown = " + ".join(map(str, terms))
                    raise InvalidProcess(f"not a distribution: {shown} in {model.states[state]!r}")
                good.add(weights)
            if len(set(model.target[span].tolist())) < len(weights):
                raise InvalidProcess(f"a successor occurs twice in {model.states[state]!r}")
