"""In which order to visit the states of a model.

Tarjan's algorithm numbers the strongly connected components so that every transition leads to a
component with the same or a smaller number. The order lists the states component by component and,
within one, in descending number. States are numbered breadth-first, so successors mostly come before
predecessors, and neighbours in the order are neighbours in memory: a sweep is then about four times
as fast as one in depth-first postorder, and needs hardly more repetitions (both measured on the game).
Linear in states and transitions; no recursion.

Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.kernel import kernel
from solver.model import Model, S


@dataclass(frozen=True, eq=False)
class Order:
    """The strongly connected components of a graph, successors first.

    Attributes
    ----------
    component : int32[n]
        Number of each state's component, 0 … k−1.
    first : int64[k + 1]
        Component i is ``state[first[i] : first[i + 1]]``.
    state : int32[n]
        All states, component by component, in descending number within one.
    """

    component: NDArray[np.int32]
    first: NDArray[np.int64]
    state: NDArray[np.int32]


def order_states(model: Model[S], kept: NDArray[np.bool_] | None = None) -> Order:
    """Return the order of a model's states, along the choices `kept` (bool[m]; all by default)."""
    edges = model.first_transition[model.first_choice]
    if kept is None:
        kept_edges = np.ones(0, dtype=np.bool_)
    else:
        kept_edges = np.repeat(kept, np.diff(model.first_transition))
    return order_graph(edges, model.target, kept_edges)


def order_graph(
    first_edge: NDArray[np.int64], target: NDArray[np.int32], kept: NDArray[np.bool_] | None = None
) -> Order:
    """Return the order of a graph's vertices; the edges of v are ``target[first_edge[v]:first_edge[v + 1]]``.

    `kept` says which edges count; None or an empty array stands for all.
    """
    if kept is None:
        kept = np.ones(0, dtype=np.bool_)
    component, first, state = _tarjan(first_edge, target, kept)
    return Order(component, first, state)


@kernel
def _tarjan(
    first_edge: NDArray[np.int64], target: NDArray[np.int32], kept: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Return component, first and state of an `Order`."""
    n = len(first_edge) - 1
    every = len(kept) == 0
    number = np.full(n, -1, dtype=np.int32)  # in order of discovery
    low = np.empty(n, dtype=np.int32)  # the earliest vertex known to be reachable, among the open ones
    component = np.full(n, -1, dtype=np.int32)
    path = np.empty(n, dtype=np.int32)
    edge = np.empty(n, dtype=np.int64)  # the next edge of each vertex on the path
    opened = np.empty(n, dtype=np.int32)
    found = count = stacked = 0
    for root in range(n):
        if number[root] >= 0:
            continue
        depth = 0
        path[0] = root
        edge[0] = first_edge[root]
        number[root] = low[root] = found
        found += 1
        opened[stacked] = root
        stacked += 1
        while depth >= 0:
            v = path[depth]
            e = edge[depth]
            if e < first_edge[v + 1]:
                edge[depth] = e + 1
                if not every and not kept[e]:
                    continue
                w = target[e]
                if number[w] < 0:
                    depth += 1
                    path[depth] = w
                    edge[depth] = first_edge[w]
                    number[w] = low[w] = found
                    found += 1
                    opened[stacked] = w
                    stacked += 1
                elif component[w] < 0:
                    low[v] = min(low[v], number[w])
                continue
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[v])
            if low[v] == number[v]:
                while True:
                    stacked -= 1
                    component[opened[stacked]] = count
                    if opened[stacked] == v:
                        break
                count += 1
    first = np.zeros(count + 1, dtype=np.int64)
    for v in range(n):
        first[component[v] + 1] += 1
    for i in range(count):
        first[i + 1] += first[i]
    place = first[:-1].copy()
    state = np.empty(n, dtype=np.int32)
    for v in range(n - 1, -1, -1):
        state[place[component[v]]] = v
        place[component[v]] += 1
    return component, first, state
