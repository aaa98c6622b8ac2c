"""Where can a play go on for ever? End components, and the attractor behind them.

An *end component* is a set C of states in which each state has a choice all of whose successors lie
in C, and which is strongly connected by such choices. Whatever happens, a play almost surely ends, or
some end component is where it stays; so a model without one has no infinite plays. Both deciders
count as cooperating here, and chance has its one choice. Two maximal end components never overlap.

The *attractor* of a set is the least superset that contains a state as soon as some (or: each) of its
choices may lead into it. What isn't attracted to the terminal states, where each choice has to, can
avoid them for ever: if that is nobody, there is no end component, and linear time has proved it.
Otherwise strongly connected components are taken and choices that leave theirs struck out, until
nothing changes. All of this is about the graph, so all of it is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.kernel import kernel
from solver.model import Model, S
from solver.order import order_states
from solver.process import Owner

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class EndComponents:
    """Maximal end components, numbered 0 … k−1.

    Attributes
    ----------
    label : int32[n]
        Each state's component, or −1.
    first : int64[k + 1]
        Component i is ``member[first[i] : first[i + 1]]``.
    member : int32[first[k]]
        The states in end components.
    """

    label: NDArray[np.int32]
    first: NDArray[np.int64]
    member: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.first) - 1


@dataclass(frozen=True, eq=False)
class Predecessors:
    """The transitions of a model seen from their successors.

    Attributes
    ----------
    first : int64[n + 1]
    choice : int32[t]
        The choices that may lead to s are ``choice[first[s] : first[s + 1]]``.
    state : int32[m]
        Whose choice each one is.
    """

    first: NDArray[np.int64]
    choice: NDArray[np.int32]
    state: NDArray[np.int32]


def find_predecessors(model: Model[S]) -> Predecessors:
    """Return the predecessors of all states; worth keeping when several attractors are wanted."""
    n = len(model)
    state = np.repeat(np.arange(n, dtype=np.int32), np.diff(model.first_choice))
    first, choice = _invert(n, model.first_transition, model.target)
    return Predecessors(first, choice, state)


def attract(
    model: Model[S],
    seed: Mask,
    every: Mask,
    allowed: Mask | None = None,
    predecessors: Predecessors | None = None,
) -> Mask:
    """Return the attractor of a set of states.

    Parameters
    ----------
    model : Model
    seed : bool[n]
        The set.
    every : bool[n]
        Where True, each allowed choice of a state has to have a successor in the attractor (so a state
        without allowed choices is attracted); elsewhere one such choice is enough.
    allowed : bool[m], optional
        The choices that exist; all by default.
    predecessors : Predecessors, optional
        Those of `model`, if they are at hand.

    Returns
    -------
    bool[n]
    """
    if predecessors is None:
        predecessors = find_predecessors(model)
    if allowed is None:
        allowed = np.ones(model.count_choices(), dtype=np.bool_)
    attracted = seed.copy()
    _attract(
        model.first_choice,
        predecessors.first,
        predecessors.choice,
        predecessors.state,
        every,
        allowed,
        attracted,
    )
    return attracted


def end_components(
    model: Model[S],
    allowed: Mask | None = None,
    within: Mask | None = None,
    predecessors: Predecessors | None = None,
) -> EndComponents:
    """Return the maximal end components.

    Parameters
    ----------
    model : Model
    allowed : bool[m], optional
        The choices that exist; all by default.
    within : bool[n], optional
        Only look among these states; among all by default.
    predecessors : Predecessors, optional
        Those of `model`, if they are at hand.
    """
    n = len(model)
    if predecessors is None:
        predecessors = find_predecessors(model)
    everywhere = np.ones(n, dtype=np.bool_)
    ended = model.owner == Owner.TERMINAL
    if within is not None:
        ended |= ~within
    ended = attract(model, ended, everywhere, allowed, predecessors)
    if ended.all():
        return EndComponents(np.full(n, -1, np.int32), np.zeros(1, np.int64), np.empty(0, np.int32))

    inside = np.ones(model.count_choices(), dtype=np.bool_) if allowed is None else allowed.copy()
    label = np.where(ended, -1, 0).astype(np.int32)
    _strike_leaving(model.first_choice, model.first_transition, model.target, label, inside)
    while True:
        order = order_states(model, inside)
        label = np.where(ended, -1, order.component).astype(np.int32)
        if not _strike_leaving(model.first_choice, model.first_transition, model.target, label, inside):
            break
        ended = attract(model, ended, everywhere, inside, predecessors)

    member = np.flatnonzero(label >= 0).astype(np.int32)
    member = member[np.argsort(label[member], kind="stable")]
    _, number, size = np.unique(label[member], return_inverse=True, return_counts=True)
    label[member] = number
    first = np.concatenate([np.zeros(1, np.int64), np.cumsum(size, dtype=np.int64)])
    return EndComponents(label, first, member)


@kernel
def _invert(
    n: int, first_transition: NDArray[np.int64], target: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return first and choice of `Predecessors`, by counting."""
    first = np.zeros(n + 1, dtype=np.int64)
    for t in target:
        first[t + 1] += 1
    for s in range(n):
        first[s + 1] += first[s]
    place = first[:-1].copy()
    choice = np.empty(len(target), dtype=np.int32)
    for c in range(len(first_transition) - 1):
        for e in range(first_transition[c], first_transition[c + 1]):
            choice[place[target[e]]] = c
            place[target[e]] += 1
    return first, choice


@kernel
def _attract(
    first_choice: NDArray[np.int64],
    first: NDArray[np.int64],
    choice: NDArray[np.int32],
    state: NDArray[np.int32],
    every: Mask,
    allowed: Mask,
    attracted: Mask,
) -> None:
    """Grow `attracted` in place."""
    n = len(attracted)
    missing = np.zeros(n, dtype=np.int32)  # allowed choices that can't yet lead into the set
    hit = np.zeros(len(allowed), dtype=np.bool_)
    queue = np.empty(n, dtype=np.int32)
    filled = 0
    for s in range(n):
        for c in range(first_choice[s], first_choice[s + 1]):
            missing[s] += allowed[c]
        if every[s] and missing[s] == 0:
            attracted[s] = True
        if attracted[s]:
            queue[filled] = s
            filled += 1
    done = 0
    while done < filled:
        for e in range(first[queue[done]], first[queue[done] + 1]):
            c = choice[e]
            s = state[c]
            if attracted[s] or hit[c] or not allowed[c]:
                continue
            hit[c] = True
            missing[s] -= 1
            if not every[s] or missing[s] == 0:
                attracted[s] = True
                queue[filled] = s
                filled += 1
        done += 1


@kernel
def _strike_leaving(
    first_choice: NDArray[np.int64],
    first_transition: NDArray[np.int64],
    target: NDArray[np.int32],
    label: NDArray[np.int32],
    inside: Mask,
) -> bool:
    """Clear `inside` for choices that may change the label, or of a state with label −1; say if any did.

    Only a choice that was struck out of a labelled state counts as a change.
    """
    changed = False
    for s in range(len(label)):
        for c in range(first_choice[s], first_choice[s + 1]):
            if not inside[c]:
                continue
            if label[s] < 0:
                inside[c] = False
                continue
            for e in range(first_transition[c], first_transition[c + 1]):
                if target[e] != s and label[target[e]] != label[s]:
                    inside[c] = False
                    changed = True
                    break
    return changed
