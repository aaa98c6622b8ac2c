"""The check of bounds, which shares no kernel with the solver: it passes what is proved, and nothing else."""

import random

import numpy as np
import pytest
from dense_games import game_on, named_board

from layouts.errors import RuleError
from solver.guardians.dense import check
from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.check import (
    ReadableRound,
    center_fails,
    check_lower,
    check_upper,
    every_play_ends,
    spot_check,
    state_at,
)
from solver.guardians.dense.check_round import Rounds
from solver.guardians.dense.check_values import UNIT, Fixed
from solver.guardians.dense.solve import solve_game
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Sweeper

CLOSE = 1e-8
TAMPERED = 1000  # steps of 1 / ONE: far more than the gap of bounds that are CLOSE
HAIR = 200  # of the check's steps, of which the solver's have 2**20: what rounding may add up to in a round


def solved_parts(game, gap=1e-6):
    """Return space, lower and upper bound of each part, those with fewer spirits first."""
    parts = []
    solve_game(
        game,
        gap=gap,
        keep=lambda s: parts.append((s.sweeper.space, s.part.lower.copy(), s.part.upper.copy())),
    )
    return parts


def check_parts(parts, count):
    """Return the names of the checks that fail, each part's fails at the center worked out by the check."""
    failing, lower_fails, upper_fails, smaller = [], None, None, None
    for i, (space, lower, upper) in enumerate(parts):
        checks = {
            "upper": check_upper(space, upper, upper_fails),
            "lower": check_lower(space, lower, lower_fails),
            "spot": spot_check(space, lower, upper, count, 1, smaller),
        }
        assert checks["upper"].checked == checks["lower"].checked == upper.size
        failing += [(space.spirits_left, name, found) for name, found in checks.items() if not found.holds]
        if i + 1 < len(parts):
            larger = parts[i + 1][0]
            upper_fails = center_fails(space, upper, larger, up=True, fails=upper_fails)
            lower_fails = center_fails(space, lower, larger, up=False, fails=lower_fails)
            smaller = lower, upper
    return failing


EVERY = 10**9


@pytest.mark.parametrize(
    ("players", "actions", "difficulty", "count"),
    [
        (1, 1, "easy", EVERY),
        (1, 2, "easy", EVERY),
        (1, 2, "impossible", EVERY),
        (2, 1, "easy", EVERY),
        (2, 2, "easy", 40),
        (2, 2, "difficult", 20),
        (3, 1, "easy", 20),
        (3, 2, "easy", 1),
    ],
)
def test_solved_pairs_pass(players, actions, difficulty, count):
    game = game_on(named_board("pair"), players, difficulty=difficulty, actions=actions)
    assert check_parts(solved_parts(game), count) == []


@pytest.mark.parametrize("decider", ["players", "lord_sepia", "lord_sepia_agents"])
@pytest.mark.parametrize("difficulty", ["easy", "difficult"])
@pytest.mark.parametrize("board", ["line", pytest.param("triangle", marks=pytest.mark.slow)])
def test_solved_boards_of_three_pass(board, difficulty, decider):
    game = game_on(named_board(board), 1, difficulty=difficulty, decider=decider)
    parts = solved_parts(game)
    assert [space.spirits_left for space, _, _ in parts] == ([2] if difficulty == "easy" else [1, 2])
    assert check_parts(parts, 100) == []


def test_a_solved_board_of_four_passes():
    assert check_parts(solved_parts(game_on(named_board("sample-four"), 1, difficulty="difficult")), 30) == []


FLIPPED = [
    ("blocking_agents", "any"),
    ("spirits_per_location", 2),
    ("encounter_on_light", False),
    ("spirit_moves", False),
    ("center_needs_spirit", True),
    ("spirit_returns", False),
    ("reroll", False),
    ("agent_target", "nearest"),
    ("agent_target", "adjacent"),
    ("actions", 3),
    ("agents", 1),
    ("agents", 0),
    ("spirits", 1),
    ("spirits", 0),
    ("growths", 0),
    ("growths", 3),
]


@pytest.mark.parametrize(("reading", "value"), FLIPPED)
def test_each_reading_flipped_alone_passes(reading, value):
    assert check_parts(solved_parts(game_on(named_board("line"), 1, **{reading: value})), 50) == []


def random_layer(space, seed):
    layer = np.random.default_rng(seed).integers(0, ONE, size=space.shape, dtype=np.uint32, endpoint=True)
    layer[-1] = 0
    return layer


def random_round(game):
    """Return the space, and T of random values: readable, rounded down and rounded up."""
    space = Space(game, game.rules.spirits)
    layer, smaller, fails = random_layer(space, 0), None, {}
    if game.rules.center_penalty and space.spirits_left > 1:
        part = Space(game, space.spirits_left - 1)
        smaller = (random_layer(part, 1),) * 2
        fails = {up: center_fails(part, smaller[0], space, up=up) for up in (False, True)}
    low, high = (
        Rounds(space, Fixed(up)).backwards(layer, fails.get(up)).reshape(space.shape) for up in (False, True)
    )
    return space, ReadableRound(space, layer, layer, smaller), low, high


def assert_enclosed(space, exact, low, high, index):
    value = exact.value(state_at(space, index))[0] * UNIT
    assert int(low[index]) <= value <= int(high[index]) <= int(low[index]) + HAIR


OPERATORS = [
    *[("line", 1, {reading: value, "difficulty": "difficult"}, 100) for reading, value in FLIPPED],
    ("triangle", 1, {"decider": "lord_sepia", "growths": 2}, 100),
    ("triangle", 1, {"decider": "lord_sepia_agents", "growths": 2}, 100),
    ("pair", 2, {"actions": 1}, EVERY),
    ("pair", 2, {"actions": 1, "reroll": False, "difficulty": "difficult"}, EVERY),
    ("pair", 2, {"actions": 2, "difficulty": "difficult"}, 20),
    pytest.param("pair", 3, {"actions": 1, "difficulty": "difficult"}, 25, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("board", "players", "readings", "count"), OPERATORS)
def test_a_round_encloses_the_readable_one_by_a_hair_whatever_the_values(board, players, readings, count):
    space, exact, low, high = random_round(game_on(named_board(board), players, **readings))
    states = int(np.prod(space.shape[1:])) * (space.shape[0] - 1)
    for number in random.Random(0).sample(range(states), min(count, states)):
        assert_enclosed(space, exact, low, high, np.unravel_index(number, space.shape))


def test_two_supporters_are_each_asked_and_in_both_orders():
    """States, found by trying, in which it matters which of two guardians supports first."""
    space, exact, low, high = random_round(game_on(named_board("line"), 3, actions=1))
    for index in [(0, 2, 1, 5, 21), (0, 2, 2, 5, 21)]:
        assert_enclosed(space, exact, low, high, index)


@pytest.mark.parametrize("players", [1, 2])
def test_the_solvers_sweep_rounds_outward_of_a_round(players):
    space = Space(game_on(named_board("pair"), players, actions=2), 2)
    for up in (False, True):
        layer = random_layer(space, 3)
        inner = Rounds(space, Fixed(up)).backwards(layer).reshape(space.shape)
        Sweeper(space).sweep(layer, up)
        outer = layer.astype(np.int64) * UNIT
        assert np.all(outer >= inner if up else outer <= inner)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_an_index_and_its_state_are_each_others_inverse(players):
    game = game_on(named_board("pair"), players, difficulty="difficult")
    for spirits in (1, 2):
        space = Space(game, spirits)
        for number in range(0, int(np.prod(space.shape)), 7):
            index = tuple(int(i) for i in np.unravel_index(number, space.shape))
            state = state_at(space, index)
            assert space.rank(state, 0) == index
            assert len(state.spirits) == 2


@pytest.fixture(scope="module")
def closely():
    """Bounds closer together than what is tampered with, and indices at which there is something to take."""
    (found,) = solved_parts(game_on(named_board("line"), 1), CLOSE)
    _, lower, _ = found
    room = np.argwhere((lower > 2 * TAMPERED) & (lower < ONE - 2 * TAMPERED))
    chosen = np.random.default_rng(0).choice(room, 5, replace=False)
    return *found, [tuple(int(i) for i in index) for index in chosen]


def test_one_state_too_high_in_the_lower_bound_is_named(closely):
    space, lower, upper, indices = closely
    for index in indices:
        tampered = lower.copy()
        tampered[index] += TAMPERED
        found = check_lower(space, tampered)
        assert not found.holds
        assert found.where == state_at(space, index)
        assert 0 < found.worst <= TAMPERED / ONE
        spotted = spot_check(space, tampered, upper, EVERY, 0)
        assert (spotted.holds, spotted.where) == (False, found.where)


def test_one_state_too_low_in_the_upper_bound_is_named(closely):
    space, _, upper, indices = closely
    for index in indices:
        tampered = upper.copy()
        tampered[index] -= TAMPERED
        found = check_upper(space, tampered)
        assert not found.holds
        assert found.where == state_at(space, index)
        assert 0 < found.worst <= TAMPERED / ONE


def test_a_value_where_the_game_is_lost_is_named(closely):
    space, lower, _, _ = closely
    tampered = lower.copy()
    tampered[-1, 0, 0, 0, 0] = 1
    found = check_lower(space, tampered)
    assert found.where == state_at(space, (space.shape[0] - 1, 0, 0, 0, 0))


def test_bounds_that_are_wrong_everywhere_are_caught(closely):
    space, lower, upper, _ = closely
    too_low = lower - np.minimum(lower, TAMPERED)
    assert not check_upper(space, too_low).holds
    assert not check_upper(space, np.zeros_like(lower)).holds
    too_high = upper + np.minimum(ONE - upper, TAMPERED)
    too_high[-1] = 0
    assert not check_lower(space, too_high).holds
    assert not spot_check(space, too_low, too_low, EVERY, 0).holds


def test_a_sample_is_called_one(closely):
    space, lower, upper, _ = closely
    few = spot_check(space, lower, upper, 5, 0)
    assert (few.holds, few.checked, few.sampled) == (True, 5, True)
    every = spot_check(space, lower, upper, EVERY, 0)
    assert (every.holds, every.checked, every.sampled) == (True, lower[:-1].size, False)
    assert not check_upper(space, upper).sampled


def test_a_sample_says_how_far_it_is_and_remembers_no_more_than_some_states(closely, monkeypatch):
    space, lower, upper, _ = closely
    said, sizes = [], []
    monkeypatch.setattr(check, "MOST_KNOWN", 50)
    forget = ReadableRound.forget

    def look(exact):
        forget(exact)
        sizes.append(len(exact._known))

    monkeypatch.setattr(ReadableRound, "forget", look)
    assert spot_check(space, lower, upper, 40, 0, say=lambda *far: said.append(far)).holds
    assert said == [(done, 40) for done in range(40)]
    assert max(sizes) <= 50
    assert 0 in sizes[1:]


def held_out(game, spirits):
    """Return the limits of iterates from 1, rounded up and down, where the guardians can wait for ever."""
    sweeper = Sweeper(Space(game, spirits))
    layer = sweeper.new_layer(ONE)
    found = []
    for up in (True, False):
        before = np.zeros_like(layer)
        while not np.array_equal(layer, before):
            before = layer.copy()
            sweeper.sweep(layer, up=up)
            np.minimum(layer, before, out=layer)
        found.append(layer.copy())
    return found


def test_with_end_components_only_what_rises_strictly_is_a_lower_bound():
    """There the limit from 1 is a true upper bound, and L <= T(L) holds for it, though it is far too high."""
    game = game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy")
    space, lower, upper = solved_parts(game, CLOSE)[0]
    from_above, naive = held_out(game, 1)
    assert check_upper(space, from_above).holds
    assert int(naive.max() - upper.max()) > ONE // 100
    assert check_lower(space, naive).holds  # so this proves nothing, which is what the next lines say
    assert not every_play_ends(space)
    assert not check_lower(space, naive, strictly=True).holds

    raised = lower + np.minimum(ONE - lower, TAMPERED)
    raised[-1] = 0
    assert not check_lower(space, raised, strictly=True).holds
    assert not check_upper(space, lower - np.minimum(lower, TAMPERED)).holds


def test_a_bound_that_loses_a_little_each_round_is_proved_with_end_components():
    game = game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy")
    space, _, upper = solved_parts(game, CLOSE)[0]
    sweeper = Sweeper(space)
    layer, before = sweeper.new_layer(0), None
    while before is None or not np.array_equal(layer, before):
        before = layer.copy()
        sweeper.sweep(layer, up=False)
        layer -= layer > 0
    assert check_lower(space, layer, strictly=True).holds
    assert int((upper - layer).max()) < 1e-6 * ONE


def test_what_failing_at_the_center_leads_to_must_be_given():
    game = game_on(named_board("pair"), 1, difficulty="difficult", actions=2)
    (_, (space, lower, upper)) = solved_parts(game)
    assert not check_lower(space, lower).holds  # taken as a loss
    with pytest.raises(ValueError, match="smaller part"):
        spot_check(space, lower, upper, EVERY, 0)


def test_lowering_the_rating_after_a_roll_is_refused():
    space = Space(game_on(named_board("pair"), 2, reduce_timing="after"), 2)
    with pytest.raises(RuleError, match="reduce_timing"):
        check_upper(space, np.zeros(space.shape, dtype=np.uint32))
