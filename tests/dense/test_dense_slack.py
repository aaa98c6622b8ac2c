"""Falling slacks: the line through two fixed points by hand, on a game with waiting, and on real boards."""

import itertools

import numpy as np
import pytest
from dense_games import game_on, named_board

from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.part import WARM_UP, PartSolver
from solver.guardians.dense.slack import (
    FALL,
    FIRST_SLACKS,
    SHARES,
    falling_slacks,
    hang,
    is_proved,
    lead,
    lead_on,
    stand_off,
)
from solver.guardians.dense.solve import solve_game
from solver.guardians.dense.space import Space
from solver.guardians.dense.sweep import Sweeper


def values(*numbers):
    return np.array(numbers, dtype=np.uint32)


def test_slacks_fall_to_the_last_one():
    for last, first in itertools.product((8, 10, ONE // 1000, ONE // 10), FIRST_SLACKS.values()):
        slacks = falling_slacks(last, first)
        assert slacks[-1] == last
        assert len(slacks) >= 2
        assert slacks[0] >= first * ONE
        assert all(before == FALL * after for before, after in itertools.pairwise(slacks))


def test_the_line_is_led_on_within_0_and_1():
    x, before = values(100, 100, 5, ONE - 5, 0), values(40, 130, 50, ONE - 50, 0)
    out = np.empty_like(x)
    lead(x, before, 0.5, out)
    assert out.tolist() == [130, 85, 0, ONE, 0]
    lead_on(x, before, 0.5)
    assert x.tolist() == out.tolist()
    assert before.tolist() == [100, 100, 5, ONE - 5, 0]


def test_a_line_hangs_from_the_most():
    x, before = values(100, 1005, 995, 1000), values(1, 2, 3, 4)
    hang(x, before, 1000, 0.1)
    assert x.tolist() == [910, 1000, 1000, 1000]
    assert before.tolist() == [100, 1005, 995, 1000]


def test_a_line_rounds_down():
    out = np.empty(2, dtype=np.uint32)
    lead(values(10, 10), values(7, 13), 0.5, out)
    assert out.tolist() == [11, 8]


def test_what_a_sweep_does_not_raise_is_not_proved():
    x, before = values(100, 0), values(90, 0)
    assert is_proved(x, before, 0.5, values(106, 0))
    assert not is_proved(x, before, 0.5, values(105, 0))


def test_an_upper_bound_begins_above_by_the_rounds_to_come():
    before = values(60, 120, ONE - 90)
    stand_off(values(100, 100, ONE - 1), before, 0.5, 3)
    assert before.tolist() == [123, 103, ONE]


WIN = 0.01
GAP_OF_FAILS = 10_000
"""Steps between the bounds of what failing at the center leads to."""


def sweep_with_waiting(x):
    """Return the values a round earlier, down: place 0 tries to win, or goes to 1; 1 waits or goes to 0."""
    tried = np.floor(WIN * ONE + (1 - WIN) * x[0])
    return np.array([max(tried, x[1]), max(x)]).astype(np.int64)


def fixed_point(slack):
    x = np.zeros(2, dtype=np.int64)
    for _ in range(5000):
        x = np.maximum(sweep_with_waiting(x) - slack, 0)
    return x.astype(np.uint32)


def test_with_waiting_the_line_comes_from_below_and_is_proved():
    """By hand, from place 0: 1 − slack / WIN."""
    coarse, fine = fixed_point(10_000), fixed_point(1000)
    assert ONE - int(fine[0]) == pytest.approx(1000 / WIN, abs=2 / WIN)
    smaller = coarse.copy()
    guess = fine.copy()
    lead_on(guess, smaller, 1 / FALL)
    found = fixed_point(100)
    assert np.all(guess.astype(np.int64) <= found.astype(np.int64) + 2 / WIN)
    assert np.all(guess > fine)
    best = np.empty_like(fine)
    lead(fine, coarse, SHARES[0] / (FALL - 1), best)
    assert np.all(best > fine)
    assert is_proved(fine, coarse, SHARES[0] / (FALL - 1), sweep_with_waiting(best.astype(np.int64)))
    beyond = np.empty_like(fine)
    lead(fine, coarse, 1.2 / (FALL - 1), beyond)
    assert not is_proved(fine, coarse, 1.2 / (FALL - 1), sweep_with_waiting(beyond.astype(np.int64)))


@pytest.mark.parametrize(
    ("players", "readings", "way"),
    [
        (1, {}, "above"),
        (2, {"agents": 1, "actions": 1}, "above"),
        (2, {"growths": 1, "agents": 0, "setup_growths": 1}, "above"),
        (1, {"decider": "lord_sepia"}, "down"),
    ],
)
def test_where_the_guardians_can_wait_both_bounds_close(players, readings, way):
    """In the second one they hold out at so small a risk that plain sweeps rounded to 32 bits stay apart."""
    game = game_on(named_board("revised-triangle", "revised"), players, "revised", "easy", **readings)
    sweeper = Sweeper(Space(game, 1))
    stages = []

    def note(solver, step, at_guess):
        if step.what not in stages:
            stages.append(step.what)

    solver = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note)
    part = solver.run()
    assert solver.way == way
    assert any("slack" in what for what in stages)
    check(part, sweeper)


def check(part, sweeper):
    """Prove both bounds, and that they are close."""
    assert part.gap <= 1e-6
    swept = part.lower.copy()
    sweeper.sweep(swept, False)
    assert np.all((swept > part.lower) | (part.lower == 0))
    swept = part.upper.copy()
    sweeper.sweep(swept, True)
    assert np.all(swept <= part.upper)


class StopError(Exception):
    """A stop after a sweep."""


def copy_of(solver):
    """Return what a checkpoint would keep."""
    facts, arrays = solver.state()
    return dict(facts), {name: array.copy() for name, array in arrays.items()}


def check_goes_on(sweeper, facts, arrays, part, after_sweep=lambda *_: None):
    """Resume, and make sure that the same comes out, bit by bit."""
    solver = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=after_sweep)
    solver.resume(facts, arrays)
    again = solver.run()
    assert np.array_equal(again.lower, part.lower)
    assert np.array_equal(again.upper, part.upper)
    assert again.sweeps == part.sweeps


@pytest.mark.parametrize(
    ("decider", "stage", "way", "next_stage"),
    [
        ("players", "lower bound, group 1 of 3", "above", "upper bound, group 1 of 3"),
        ("players", "upper bound, group 2 of 3", "above", "upper bound, group 1 of 3"),
        ("lord_sepia", "upper bound, group 1 of 3", "down", "lower bound, group 1 of 3, slack"),
    ],
)
def test_guesses_that_do_not_settle_leave_it_to_another_way(monkeypatch, decider, stage, way, next_stage):
    """On full boards it takes many guesses to see that; here one is allowed, and a stop loses nothing."""
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "medium", decider=decider)
    sweeper = Sweeper(Space(game, 2))
    by_guesses = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=lambda *_: None)
    by_guesses.run()
    assert by_guesses.way == "guesses"
    stages, kept = [], []

    def note(solver, step, at_guess):
        if stages[-1:] != [step.what]:
            stages.append(step.what)
        stuck = (solver.way, step.what) == ("guesses", stage)
        monkeypatch.setattr("solver.guardians.dense.guesses.STUCK", 1 if stuck else 10**6)
        if at_guess and len(kept) < 2 and "slack" in step.what:
            kept.append(copy_of(solver))

    def stop(solver, step, at_guess):
        if step.what == stage and at_guess:
            raise StopError

    monkeypatch.setattr("solver.guardians.dense.guesses.CLOSER", 10**9)
    monkeypatch.setattr("solver.guardians.dense.guesses.CYCLE", 1)
    solver = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note)
    part = solver.run()
    place = stages.index(stage)
    assert not any("slack" in name for name in stages[: place + 1])
    assert stages[place + 1].startswith(next_stage)
    assert solver.way == way
    check(part, sweeper)
    assert np.all(by_guesses.lower <= part.upper)
    assert np.all(part.lower <= by_guesses.upper)
    stopped = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=stop)
    with pytest.raises(StopError):
        stopped.run()
    assert len(kept) == 2
    for few, (facts, arrays) in zip((1, 10**6, 10**6), (stopped.state(), *kept), strict=True):
        monkeypatch.setattr("solver.guardians.dense.guesses.STUCK", few)
        check_goes_on(sweeper, facts, arrays, part, note)


def leave_out_the_way_from_above(monkeypatch):
    monkeypatch.setattr("solver.guardians.dense.part.ways", lambda sweeper, long: ("down", "up"))


@pytest.mark.parametrize("stage", ["upper bound, group 1 of 3", "lower bound, group 2 of 3, slack 2.3e-09"])
def test_what_does_not_settle_from_above_does_on_the_way_down(monkeypatch, stage):
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "easy")
    sweeper = Sweeper(Space(game, 1))
    ways, kept = [], []
    settle = PartSolver._guess

    def guess(self, layer, ranks, enough):
        return (self.way, self.what) != ("above", stage) and settle(self, layer, ranks, enough)

    def note(solver, step, at_guess):
        ways.append(solver.way)
        here = solver.way == "down" or (solver.way, step.what) == ("above", stage)
        if at_guess and here and len(kept) < 4:
            kept.append(copy_of(solver))

    if "upper" in stage:
        monkeypatch.setattr("solver.guardians.dense.part.SINKING_SWEEPS", 3)
    monkeypatch.setattr(PartSolver, "_guess", guess)
    monkeypatch.setattr("solver.guardians.dense.guesses.CLOSER", 10**9)
    part = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note).run()
    assert [way for way, _ in itertools.groupby(ways)] == ["above", "down"]
    check(part, sweeper)
    for facts, arrays in kept:
        check_goes_on(sweeper, facts, arrays, part, note)


def test_a_stop_on_the_way_from_above_loses_nothing():
    """Where the upper bound and the warm-up from it begin and end, at some guesses, and in another group."""
    turns = (1, WARM_UP - 1, WARM_UP, WARM_UP + 2)
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "easy")
    sweeper = Sweeper(Space(game, 1))
    kept = {}

    def note(solver, step, at_guess):
        here = solver.stage_sweeps in turns or solver.stage_sweeps % 50 == 0
        if at_guess and here and ("group 1" in step.what or step.number == 4):
            kept[step.number, solver.stage_sweeps] = copy_of(solver)

    solver = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note)
    part = solver.run()
    assert solver.way == "above"
    assert {(0, WARM_UP + 2), (0, 50), (1, WARM_UP - 1), (1, WARM_UP), (4, WARM_UP)} <= set(kept)
    for facts, arrays in kept.values():
        check_goes_on(sweeper, facts, arrays, part)


def test_both_bounds_close_from_above_where_a_spirit_less_has_bounds_of_its_own():
    """Not above what those are worth: where the guardians can wait it would not come down."""
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "easy")
    parts = []
    solve_game(game, keep=parts.append)
    sweeper, lower = parts[1].sweeper, parts[1].lower_fails
    upper = {key: layer + np.uint32(GAP_OF_FAILS) for key, layer in parts[1].upper_fails.items()}
    solver = PartSolver(sweeper, lower, upper, gap=1e-6, after_sweep=lambda *_: None)
    part = solver.run()
    assert solver.way == "above"
    failing = 1 - 20 / 216  # 15 at the center, with three dice
    assert failing * GAP_OF_FAILS < part.gap * ONE < failing * GAP_OF_FAILS + 200
    assert part.sweeps < 1.5 * parts[1].part.sweeps


@pytest.mark.parametrize("place", [0, 1])
def test_what_does_not_settle_on_the_way_down_does_on_the_way_up(monkeypatch, place):
    """Real boards seldom need that, so the way down is made not to settle."""
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "easy")
    sweeper = Sweeper(Space(game, 1))
    kept = []

    def note(solver, step, at_guess):
        stuck = solver.way == "down" and step.number == place
        monkeypatch.setattr("solver.guardians.dense.guesses.STUCK", 1 if stuck else 10**6)
        if at_guess and (solver.way == "up" or stuck) and len(kept) < 60:
            kept.append(copy_of(solver))

    monkeypatch.setattr("solver.guardians.dense.guesses.CLOSER", 10**9)
    leave_out_the_way_from_above(monkeypatch)
    solver = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note)
    part = solver.run()
    assert solver.way == "up"
    check(part, sweeper)
    assert {facts["way"] for facts, _ in kept} == {"down", "up"}
    for facts, arrays in kept[::10]:
        check_goes_on(sweeper, facts, arrays, part, note)


def test_a_stop_on_the_way_down_loses_nothing(monkeypatch):
    """Where the warm-up begins, turns and ends, and at some guesses."""
    leave_out_the_way_from_above(monkeypatch)
    turns = (1, WARM_UP - 1, WARM_UP, WARM_UP + 1, 2 * WARM_UP)
    game = game_on(named_board("revised-triangle", "revised"), 1, "revised", "easy")
    sweeper = Sweeper(Space(game, 1))
    kept = []

    def note(solver, step, at_guess):
        here = solver.stage_sweeps in turns or solver.stage_sweeps % 10 == 0
        if at_guess and "group 1" in step.what and here:
            kept.append(copy_of(solver))

    part = PartSolver(sweeper, None, None, gap=1e-6, after_sweep=note).run()
    sweeps = [facts["stage_sweeps"] for facts, _ in kept if facts["stage"] == 0]
    assert set(turns) <= set(sweeps)
    for facts, arrays in kept:
        check_goes_on(sweeper, facts, arrays, part)
