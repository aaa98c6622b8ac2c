"""Perft: by hand, against a count that remembers nothing, and against a table of known numbers."""

from collections import Counter
from pathlib import Path

import pytest

from layouts.catalogue import CATALOGUE
from search.perft import Nodes, Perft, TreeTooLarge, add_nodes
from solver.guardians.rules import parse_reading
from solver.guardians.state import (
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    Turn,
)
from solver.process import Owner

TABLE = Path(__file__).with_name("perft.txt")


def tree_levels(process, state, depth):
    """Grow the tree ply by ply, node by node: a node is a state, or the roll that an action makes."""
    level, found = [state], []
    for ply in range(depth + 1):
        kinds = Counter(kind_of(process, node) for node in level)
        found.append(Nodes(kinds["decision"], kinds["chance"], kinds["terminal"]))
        level = [child for node in level for child in children(process, node)] if ply < depth else []
    return found


class Roll(list):
    """The states that a roll can lead to."""


def kind_of(process, node):
    if isinstance(node, Roll):
        return "chance"
    return {Owner.CHANCE: "chance", Owner.TERMINAL: "terminal"}.get(process.owner(node), "decision")


def children(process, node):
    if isinstance(node, Roll):
        return list(node)
    below = [
        Roll(outcome.state for outcome in process.outcomes(node, action)) for action in process.actions(node)
    ]
    if kind_of(process, node) == "chance":
        return list(below[0])
    return [roll if len(roll) > 1 else roll[0] for roll in below]


def levels(play, state, depth):
    perft = Perft(play)
    return [perft.count(state, level) for level in range(depth + 1)]


def test_a_toy_by_hand(written):
    table = {
        "s": (Owner.PLAYERS, {"sure": {"win": 1}, "risk": {"win": 1 / 2, "t": 1 / 2}}),
        "t": (Owner.CHANCE, {"roll": {"win": 1 / 2, "s": 1 / 2}}),
        "win": 1,
    }
    toy = written("s", table)
    assert levels(toy, "s", 4) == [
        Nodes(decision=1),
        Nodes(chance=1, terminal=1),  # the roll of `risk`; win
        Nodes(chance=1, terminal=1),  # t; win
        Nodes(decision=1, terminal=1),
        Nodes(chance=1, terminal=1),
    ]
    assert Perft(toy).split("s", 1) == [("sure", Nodes(terminal=1)), ("risk", Nodes(chance=1))]
    assert Perft(toy).split("s", 2) == [("sure", Nodes()), ("risk", Nodes(chance=1, terminal=1))]


def test_the_first_plies_of_a_pair_by_hand(play_of):
    """Stars and Chalks, one guardian on Stars, who is upright; Darkness Grows once."""
    play = play_of("pair", players=1, setup_growths=1)
    setup = Nodes(chance=1)
    grown = Nodes(decision=2, terminal=1)  # nothing, or an agent on Stars; Chalks dark is lost
    quiet = Nodes(decision=2, chance=2)  # move and encounter; the seal's roll, and stop: the die is next
    agent = Nodes(decision=2, chance=1)  # move, and stop: the agent acts; the attack's roll
    assert levels(play, play.initial(), 2) == [setup, grown, add_nodes([quiet, agent])]
    names = [verb for state in after(play) for verb in verbs(play, state)]
    assert names == ["move", "encounter", "seal", "stop", "move", "attack", "stop"]


def after(play):
    (roll,) = play.actions(play.initial())
    states = [outcome.state for outcome in play.outcomes(play.initial(), roll)]
    return sorted((state for state in states if play.actions(state)), key=lambda state: 0 in state.agents)


def verbs(play, state):
    order = ["move", "attack", "encounter", "seal", "stop"]
    return sorted((action.verb for action in play.actions(state)), key=order.index)


BOARDS = [
    ("pair", {"players": 1, "setup_growths": 1}, 6),
    ("pair", {"players": 2, "setup_growths": 1}, 6),
    ("pair", {"players": 2, "setup_growths": 0, "reduce_timing": "after"}, 5),
    ("triangle", {"players": 1, "setup_growths": 2}, 6),
    ("line", {"players": 2, "setup_growths": 1, "start": "any", "decider": "lord_sepia"}, 6),
    ("small-sample", {"players": 3, "setup_growths": 1, "actions": 2}, 5),
    ("revised-triangle", {"players": 1, "setup_growths": 1, "center_penalty": True, "growths": 0}, 6),
]


@pytest.mark.parametrize(("name", "rules", "depth"), BOARDS)
def test_the_start_agrees_with_a_tree_that_remembers_nothing(play_of, name, rules, depth):
    play = play_of(name, **rules)
    expected = tree_levels(play, play.initial(), depth)
    assert levels(play, play.initial(), depth) == expected
    assert expected[depth].total > 200


PHASES = [
    (Turn, "pair", {"players": 2, "setup_growths": 1, "actions": 2}, 3),
    (Failed, "pair", {"players": 2, "setup_growths": 1, "actions": 2}, 4),
    (SpiritMoves, "triangle", {"players": 1, "center_penalty": True}, 4),
    (SpiritLost, "triangle", {"players": 1, "center_penalty": True}, 4),
    (AgentsAct, "triangle", {"players": 1, "center_penalty": True}, 5),
    (Growth, "triangle", {"players": 1, "center_penalty": True}, 5),
    (Darken, "triangle", {"players": 1, "center_penalty": True}, 5),
    (PlaceGuardian, "line", {"players": 1, "setup_growths": 1, "start": "any"}, 5),
]


@pytest.mark.parametrize(("kind", "name", "rules", "depth"), PHASES)
def test_every_phase_agrees_and_its_split_adds_up(solved_of, kind, name, rules, depth):
    play, model, _ = solved_of(name, **rules)
    states = [state for state in model.states if isinstance(state.moment, kind)]
    for state in states[:: max(1, len(states) // 5)]:
        expected = tree_levels(play, state, depth)
        assert levels(play, state, depth) == expected
        for level in range(1, depth + 1):
            split = Perft(play).split(state, level)
            assert [action for action, _ in split] == list(play.actions(state))
            assert add_nodes(nodes for _, nodes in split) == expected[level]


def test_a_game_that_is_over_has_nothing_below(play_of, solved_of):
    play, model, _ = solved_of("pair", players=1, setup_growths=1)
    over = next(state for state in model.states if play.owner(state) == Owner.TERMINAL)
    assert levels(play, over, 2) == [Nodes(terminal=1), Nodes(), Nodes()]
    assert Perft(play).split(over, 2) == []


def test_a_tree_larger_than_the_limit_is_refused(play_of):
    play = play_of("pair", players=2)
    with pytest.raises(TreeTooLarge, match="more than 50 different trees"):
        Perft(play, limit=50).count(play.initial(), 8)
    free = Perft(play)
    count = free.count(play.initial(), 8)
    remembered = len(free._known)
    assert Perft(play, limit=remembered).count(play.initial(), 8) == count
    with pytest.raises(TreeTooLarge):
        Perft(play, limit=remembered - 1).count(play.initial(), 8)


def rows():
    lines = TABLE.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("row", rows(), ids=lambda row: "-".join(row[:4]))
def test_the_table_of_known_counts(play_of, row):
    name, players, readings, depth, *counts = row
    rules = {} if readings == "-" else dict(parse_reading(item) for item in readings.split(","))
    play = play_of(name, players=int(players), **rules)
    assert Perft(play).count(play.initial(), int(depth)) == Nodes(*map(int, counts))


def test_the_table_has_every_small_board_and_the_real_ones():
    assert {row[0] for row in rows()} == set(CATALOGUE)
