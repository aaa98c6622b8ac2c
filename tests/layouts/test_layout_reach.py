"""Literals that say how far cards lie from the center, against networkx on random graphs."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from ortools.sat.python import cp_model

from layouts.placing.constraints import make_solver
from layouts.placing.reach import cards_within

NAMES = [f"{number}" for number in range(7)]
CENTER = "3"


@pytest.mark.parametrize("seed", range(12))
def test_cards_are_within_so_many_steps_just_if_they_are(seed):
    rng = np.random.default_rng(seed)
    graph = nx.Graph()
    graph.add_nodes_from(NAMES)
    graph.add_edges_from(pair for pair in combinations(NAMES, 2) if rng.random() < 0.15 + 0.02 * seed)
    distance = nx.single_source_shortest_path_length(graph, CENTER)
    for as_many_as_can_be in (False, True):
        model = cp_model.CpModel()
        touch = {}
        for one, other in combinations(NAMES, 2):
            touch[one, other] = touch[other, one] = model.new_bool_var("")
            model.add(touch[one, other] == graph.has_edge(one, other))
        within = cards_within(model, NAMES, CENTER, touch, 4)
        (model.maximize if as_many_as_can_be else model.minimize)(sum(within.values()))
        solver = make_solver(20.0)
        assert solver.status_name(solver.solve(model)) == "OPTIMAL"
        assert set(within) == {(name, most) for name in NAMES if name != CENTER for most in (1, 2, 3, 4)}
        for (name, most), literal in within.items():
            assert solver.boolean_value(literal) == (distance.get(name, 9) <= most)
