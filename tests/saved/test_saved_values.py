"""Every value of a saved table against the explicit solver; what a table holds and for whom."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from layouts.board import Board
from layouts.cards import Ratings
from layouts.code import format_code
from solver.guardians.dense.solve import solve_game
from solver.guardians.dense.space import ONE
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.rules import Rules
from solver.guardians.saved import open_table
from solver.guardians.saved_folder import find_table, table_path
from solver.guardians.saved_format import AGENTS, ALIGNMENT, WIDTHS, load_header, table_size
from solver.guardians.saving import TableWriter
from solver.guardians.state import LOST, OUT, WON, AgentsAct, Growth, Turn
from solver.model import build_model

CASES = [
    ("pair", {"players": 1}),
    ("pair", {"players": 2, "center_penalty": True, "actions": 2}),
    ("pair", {"players": 2, "decider": "lord_sepia", "actions": 2}),
    ("pair", {"players": 3, "actions": 1}),
    ("line", {"players": 1, "decider": "lord_sepia_agents", "growths": 0}),
    ("line", {"players": 1, "center_penalty": True, "growths": 2}),
    ("triangle", {"players": 1, "agents": 1}),
    ("triangle", {"players": 2, "actions": 1, "center_penalty": True, "spirits": 1}),
]
# Tags 3, 4, 5 around a center, in a way that no renaming leaves as it is.
FOUR = Board(
    ("Center", "Three", "Four", "Five"),
    (6, 3, 4, 5),
    (Ratings(4, 3, 0), Ratings(4, 2, 1), Ratings(3, 2, 1), Ratings(5, 1, 2)),
    ((1, 2), (0, 2), (0, 1, 3), (2,)),
)


def apart(table, solved):
    """List the held states where the intervals don't meet, and count those held and not held."""
    wrong, held, left_out = [], Counter(), Counter()
    widest = Fraction(max(layer.gap for layer in table.header.layers), ONE)
    for state, (low, high) in solved.items():
        kind = type(state.moment)
        if not table.holds(state):
            left_out[kind, getattr(state.moment, "left", 0)] += 1
            continue
        held[kind] += 1
        lower, upper = table.bounds(state)
        if lower > high + 1e-12 or upper < low - 1e-12 or upper - lower > widest:
            wrong.append((state, float(lower), float(upper), low, high))
    return wrong, held, left_out


@pytest.mark.parametrize(("name", "readings"), CASES)
def test_every_value_is_that_of_the_explicit_solver(saved_of, solved_of, name, readings):
    saved = saved_of(name, **readings)
    wrong, held, left_out = apart(open_table(saved.path, saved.game), solved_of(saved.game))
    assert wrong == []
    actions = saved.game.rules.actions
    assert held[Turn] > 10
    assert left_out[Turn, actions] == 0  # the start of every player's turn is there
    if saved.game.rules.growths and saved.game.rules.agents:
        assert held[AgentsAct] > 0
        assert held[Growth] > 0


def test_a_part_with_a_lost_spirit_is_saved_too(saved_of, solved_of):
    saved = saved_of("pair", players=2, center_penalty=True, actions=2)
    table = open_table(saved.path, saved.game)
    lost = [state for state in solved_of(saved.game) if OUT in state.spirits and table.holds(state)]
    assert len(lost) > 10
    assert {layer.spirits_left for layer in table.header.layers} == {1, 2}


def test_the_end_of_the_game_is_exact(small):
    table = open_table(small.path)
    assert table.bounds(WON) == (1, 1)
    assert table.bounds(LOST) == (0, 0)


def test_a_state_in_the_middle_of_a_turn_is_not_held(small, solved_of):
    table = open_table(small.path)
    state = next(s for s in solved_of(small.game) if isinstance(s.moment, Turn) and s.moment.left == 1)
    assert not table.holds(state)
    with pytest.raises(LookupError):
        table.bounds(state)


@pytest.mark.parametrize("gap", [1e-7, 0.3])  # widths of 16 bits, and of 32
def test_where_rounds_start_both_bounds_are_those_that_were_proved(game_on, tmp_path, gap):
    layout, game = game_on("pair", players=2, actions=2)
    path, kept = table_path(game, tmp_path), {}
    with TableWriter(game, format_code(layout), path) as writer:

        def keep(solved):
            kept.update(lower=solved.part.lower.copy(), upper=solved.part.upper.copy())
            writer.keep(solved)

        space, _ = solve_game(game, gap=gap, keep=keep)
    table = open_table(path)
    seen = narrower = 0
    for state in build_model(Play(game)).states:
        if isinstance(state.moment, Turn) and state.moment[:2] == (0, 2):
            at = space.rank(state, 0)
            assert table.numerators(state) == (int(kept["lower"][at]), int(kept["upper"][at]))
            seen += 1
            narrower += kept["upper"][at] - kept["lower"][at] < table.header.layers[0].gap
    assert seen > 100
    assert narrower > seen / 2  # so widths tell more than the widest


def test_the_layers_are_the_bounds_and_what_the_sweeps_pass(game_on, tmp_path):
    """Number by number: the bounds where rounds start, then each layer that `visit` was called with."""
    layout, game = game_on("pair", players=2, actions=2)
    path = table_path(game, tmp_path)
    passed = {}
    with TableWriter(game, format_code(layout), path) as writer:

        def keep(solved):
            passed.update({(0, 2, False): solved.part.lower.copy(), (0, 2, True): solved.part.upper.copy()})
            for up, bound in ((False, solved.part.lower), (True, solved.part.upper)):
                solved.sweeper.sweep(
                    bound.copy(),
                    up,
                    visit=lambda turn, left, layer, up=up: passed.setdefault((turn, left, up), layer.copy()),
                )
            writer.keep(solved)

        solve_game(game, gap=1e-7, keep=keep)
    data = path.read_bytes()
    header = load_header(path)
    assert len(data) == header.size == table_size(game)
    assert [layer.turn for layer in header.layers] == [0, 1, AGENTS, WIDTHS]
    *layers, widths = header.layers
    assert (widths.item, widths.gap) == (2, layers[0].gap)
    found = open_table(path).layer(widths.spirits_left, WIDTHS)
    assert (found == passed[0, 2, True] - passed[0, 2, False]).all()
    for layer in layers:
        key = (1, 0) if layer.turn == AGENTS else (layer.turn, 2)
        lower, upper = passed[(*key, False)], passed[(*key, True)]
        found = np.frombuffer(data, "<u4", lower.size, layer.offset).reshape(lower.shape)
        assert (found == lower).all()
        assert (open_table(path).layer(layer.spirits_left, layer.turn) == lower).all()
        assert layer.gap == int((upper.astype(int) - lower).max())
        assert layer.offset % ALIGNMENT == 0


@pytest.mark.parametrize("wide_parts", [{1}, {2}, {1, 2}])
def test_wide_bounds_are_saved_with_more_bits(game_on, tmp_path, wide_parts):
    layout, game = game_on("pair", players=2, actions=2, center_penalty=True)
    path = table_path(game, tmp_path)
    uppers = {}
    with TableWriter(game, format_code(layout), path) as writer:

        def keep(solved):
            left = solved.sweeper.space.spirits_left
            if left in wide_parts:
                solved.part.upper[:-1] = ONE
            uppers[left] = solved.part.upper.copy()
            writer.keep(solved)

        solve_game(game, keep=keep)
    table = open_table(path)
    for left, upper in uppers.items():
        widths = table.layer(left, WIDTHS)
        assert widths.itemsize == (4 if left in wide_parts else 2)
        assert (table.layer(left, 0) + widths == upper).all()
    assert path.stat().st_size == table.header.size


def test_a_lower_bound_above_the_upper_one_is_a_bug_and_raises(game_on, tmp_path):
    layout, game = game_on("pair", players=1)

    def keep(solved):
        solved.part.lower[:-1] = ONE
        writer.keep(solved)

    with (
        pytest.raises(AssertionError, match="above"),
        TableWriter(game, format_code(layout), table_path(game, tmp_path)) as writer,
    ):
        solve_game(game, keep=keep)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_table_answers_for_the_same_layout_with_other_names(saved_of, solved_of, shuffle_board, seed):
    readings = {"players": 1, "actions": 2, "agents": 1, "spirits": 1}
    saved = saved_of(FOUR, **readings)
    order = random.Random(seed).sample(range(4), 4)
    game = Game(shuffle_board(FOUR, order), Rules(setup_growths=1, **readings), lumped=True)
    table = find_table(game, saved.folder)
    assert table is not None
    assert table_path(game, saved.folder) == saved.path
    wrong, held, _ = apart(table, solved_of(game))
    assert wrong == []
    assert held[Turn] > 100


def test_a_table_that_was_renamed_is_found(saved_of, tmp_path):
    saved = saved_of("pair", players=1)
    (tmp_path / "mine.hue").write_bytes(saved.path.read_bytes())
    assert find_table(saved.game, tmp_path).path.name == "mine.hue"


def test_without_a_table_nothing_is_found(saved_of, game_on, tmp_path):
    saved = saved_of("pair", players=1)
    _, other = game_on("pair", players=1, growths=2)
    assert find_table(other, saved.folder) is None
    assert find_table(saved.game, tmp_path / "nowhere") is None
