"""The exact value of a Markov chain: what a model is once every choice is made.

    V(s) = value(s) at terminal states,    V(s) = Σ p·V(s') elsewhere,

and V is the *least* solution: 0 where no positive end can be reached. The rest is solved strongly
connected component by component, successors first. Within one, take the states at which cycles close in a
given order as unknowns (the feedback states); all others are linear in them, by substitution along
the order. That leaves a small dense system, solved exactly by FLINT. It is nonsingular, since from each of
its states the play leaves the component with positive probability.
"""

from __future__ import annotations

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from solver.components import Predecessors, attract
from solver.model import Model, S
from solver.order import order_graph

ZERO, ONE = fmpq(0), fmpq(1)
Row = list[tuple[fmpq, int]]


class TooLargeForExact(Exception):  # noqa: N818 - a limit was met, nothing is wrong
    """A linear system is larger than the limit allows."""

    def __init__(self, unknowns: int, states: int, limit: int) -> None:
        super().__init__(
            f"{unknowns} unknowns in a component of {states} states; the limit for exact values is {limit}"
        )
        self.unknowns = unknowns
        self.states = states
        self.limit = limit


def evaluate_chain(
    model: Model[S], policy: NDArray[np.int64], predecessors: Predecessors, limit: int
) -> tuple[list[fmpq], int]:
    """Return the exact values when each state takes its choice in `policy`, and the most unknowns at once.

    Raises
    ------
    TooLargeForExact
        A system has more than `limit` unknowns.
    """
    n = len(model)
    p = [fmpq(x.numerator, x.denominator) for x in model.probabilities]
    values = [ZERO] * n
    for s in np.flatnonzero(model.terminal >= 0).tolist():
        end = model.values[model.terminal[s]]
        values[s] = fmpq(end.numerator, end.denominator)
    followed = np.zeros(model.count_choices(), dtype=np.bool_)
    followed[policy[policy >= 0]] = True
    positive = np.array([v > 0 for v in model.values] + [False])[model.terminal]
    nowhere = np.zeros(n, dtype=np.bool_)
    hopeful = attract(model, positive, nowhere, followed, predecessors) & (model.terminal < 0)

    # The chain as a graph: the transitions of the choices taken.
    begin = np.where(hopeful, model.first_transition[policy], 0)
    count = np.where(hopeful, model.first_transition[policy + 1] - begin, 0)
    first_edge = np.concatenate([np.zeros(1, np.int64), np.cumsum(count)])
    edge = np.repeat(begin - first_edge[:-1], count) + np.arange(first_edge[-1])
    targets, weights = model.target[edge], model.weight[edge]
    order = order_graph(first_edge, targets)

    edges, target_list, weight_list = first_edge.tolist(), targets.tolist(), weights.tolist()

    def row(s: int) -> Row:
        return [(p[weight_list[e]], target_list[e]) for e in range(edges[s], edges[s + 1])]

    most = 0
    for i in range(len(order.first) - 1):
        states = order.state[order.first[i] : order.first[i + 1]].tolist()
        if hopeful[states[0]]:
            most = max(most, _solve_component({s: row(s) for s in states}, values, limit))
    return values, most


def _solve_component(rows: dict[int, Row], values: list[fmpq], limit: int) -> int:
    """Set the values of a strongly connected component from those it leads to; return its unknowns."""
    order = _postorder(rows)
    place = {s: i for i, s in enumerate(order)}
    closing = {t for s in order for _, t in rows[s] if t in place and place[t] >= place[s]}
    unknown = {s: i for i, s in enumerate(sorted(closing))}
    size = len(unknown)
    if size > limit:
        raise TooLargeForExact(size, len(rows), limit)
    if size > 0:
        equations = _substitute(order, rows, unknown, values)
        matrix = fmpq_mat(size, size)
        right = fmpq_mat(size, 1)
        for s, i in unknown.items():
            constant, factors = equations[s]
            matrix[i, i] = ONE
            for j, factor in factors.items():
                matrix[i, j] -= factor
            right[i, 0] = constant
        solution = matrix.solve(right)
        for s, i in unknown.items():
            values[s] = solution[i, 0]
    for s in order:
        if s not in unknown:
            values[s] = sum((p * values[t] for p, t in rows[s]), ZERO)
    return size


def _substitute(
    order: list[int], rows: dict[int, Row], unknown: dict[int, int], values: list[fmpq]
) -> dict[int, tuple[fmpq, dict[int, fmpq]]]:
    """Write each state as a constant plus a combination of the unknowns."""
    written: dict[int, tuple[fmpq, dict[int, fmpq]]] = {}
    for s in order:
        constant = ZERO
        factors: dict[int, fmpq] = {}
        for p, t in rows[s]:
            if t in unknown:
                j = unknown[t]
                factors[j] = factors.get(j, ZERO) + p
            elif t in rows:
                other, terms = written[t]
                constant += p * other
                for j, factor in terms.items():
                    factors[j] = factors.get(j, ZERO) + p * factor
            else:
                constant += p * values[t]
        written[s] = constant, factors
    return written


def _postorder(rows: dict[int, Row]) -> list[int]:
    """Return the states of a component in depth-first postorder, without recursion."""
    order: list[int] = []
    seen: set[int] = set()
    for root in rows:
        if root in seen:
            continue
        seen.add(root)
        path = [(root, iter(rows[root]))]
        while path:
            s, successors = path[-1]
            for _, t in successors:
                if t in rows and t not in seen:
                    seen.add(t)
                    path.append((t, iter(rows[t])))
                    break
            else:
                order.append(s)
                path.pop()
    return order
