"""The start alone, by guesses, against the explicit solver; stopped and taken up again."""

from itertools import product

import pytest
from dense_games import game_on, named_board, solve_explicit

from search.first_moves import look_up_openings, look_up_value
from search.openings import find_openings
from solver.guardians.dense.leaps import CYCLE
from solver.guardians.dense.space import ONE
from solver.guardians.dense.start import StartSolver
from solver.guardians.first_turns import after_first_actions, first_turns
from solver.guardians.held import HeldValues
from solver.guardians.phases import in_setup
from solver.guardians.play import Play
from solver.guardians.state import Turn

CASES = [
    ("pair", 3, {"difficulty": "impossible", "actions": 2}),
    ("pair", 2, {"difficulty": "easy"}),
    ("triangle", 2, {"difficulty": "difficult", "actions": 2}),
    ("line", 2, {"actions": 2, "decider": "lord_sepia", "growths": 2}),
]
SOME = [CASES[1], *(pytest.param(*case, marks=pytest.mark.slow) for case in (CASES[0], CASES[2]))]


class AskedToStop(Exception):  # noqa: N818
    pass


@pytest.mark.parametrize(
    ("case", "relative_gap"),
    [
        *zip(CASES[1:], [1e-2, 1e-4, 1e-4], strict=True),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in product(CASES, [1e-2, 1e-4])),
    ],
)
def test_every_value_that_is_asked_for_is_bounded(case, relative_gap):
    board, players, readings = case
    game = game_on(named_board(board), players, **readings)
    solver = StartSolver(game, relative_gap)
    found = solver.run()
    model, bounds = solve_explicit(game)
    assert found.lower.keys() == found.upper.keys() == set(solver.wanted)
    for state in solver.wanted:
        at = model.index.get(state)
        if at is not None:
            assert found.lower[state] / ONE <= bounds.upper[at] + 1e-12
            assert found.upper[state] / ONE >= bounds.lower[at] - 1e-12
    for state in solver.starts:
        assert state in model.index
    held = HeldValues(game, found.lower, found.upper)
    lower, upper = look_up_value(held)
    assert lower <= bounds.upper[0]
    assert bounds.lower[0] <= upper <= lower * (1 + relative_gap)
    explicit = {opening.state: opening for opening in find_openings(Play(game), model, bounds)}
    for opening in look_up_openings(held, 100):
        assert opening.lower <= explicit[opening.state].upper
        assert opening.upper >= explicit[opening.state].lower


@pytest.mark.parametrize(("board", "players", "readings"), SOME)
def test_a_slack_too_large_is_halved_until_the_gap_closes(board, players, readings, monkeypatch):
    for name, value in (("SHARE", 1e-3), ("PAYS", 1e-6), ("MOST_REFINEMENTS", 12)):
        monkeypatch.setattr(f"solver.guardians.dense.start.{name}", value)
    game = game_on(named_board(board), players, **readings)
    with monkeypatch.context() as context:
        context.setattr("solver.guardians.dense.start.MOST_REFINEMENTS", 0)
        lower, upper = look_up_value(held_of(StartSolver(game, 1e-5)))
    assert upper > lower * (1 + 1e-5)
    solver = StartSolver(game, 1e-5)
    again, closer = look_up_value(held_of(solver))
    assert solver.refinements > 0
    assert lower <= again <= closer < upper
    assert closer <= again * (1 + 1e-5) or solver.refinements == 12
    _, bounds = solve_explicit(game)
    assert again <= bounds.upper[0]
    assert closer >= bounds.lower[0]


def held_of(solver):
    found = solver.run()
    return HeldValues(solver.game, found.lower, found.upper)


@pytest.mark.parametrize(("board", "players", "readings"), SOME)
def test_without_a_guess_that_proves_itself_iterates_are_bounds(board, players, readings, monkeypatch):
    monkeypatch.setattr("solver.guardians.dense.start.MOST_SWEEPS", 9)
    monkeypatch.setattr("solver.guardians.dense.start.NEAR", -1)  # no guess is near enough
    game = game_on(named_board(board), players, **readings)
    solver = StartSolver(game)
    found = solver.run()
    assert solver.iterated == list(range(solver.stages))
    assert "iterates from 0 with" in found.proof
    assert "iterates from 1 with" in found.proof
    model, bounds = solve_explicit(game)
    compared = 0
    for state in solver.wanted:
        at = model.index.get(state)
        if at is not None:
            compared += 1
            assert found.lower[state] / ONE <= bounds.upper[at] + 1e-12
            assert found.upper[state] / ONE >= bounds.lower[at] - 1e-12
    assert compared > 0


def test_first_turns_are_what_the_setup_can_lead_to():
    game = game_on(named_board("triangle"), 2, actions=2)
    model, _ = solve_explicit(game)
    play = Play(game)
    expected = set()
    for state in model.states:
        if in_setup(state):
            for action in play.actions(state):
                expected |= {
                    after for _, after in play.outcomes(state, action) if isinstance(after.moment, Turn)
                }
    starts = first_turns(game)
    assert set(starts) == expected
    after = after_first_actions(game, starts)
    assert {state.moment for state in after} == {Turn(0, game.rules.actions - 1), Turn(1, game.rules.actions)}
    assert set(after) <= set(model.states)


@pytest.mark.parametrize(("board", "players", "readings"), CASES[:2])
def test_stopped_after_every_sweep_it_ends_the_same(board, players, readings):
    game = game_on(named_board(board), players, **readings)
    whole = StartSolver(game).run()
    kept, stops = None, 0

    def stop(solver, step, at_guess):
        if at_guess:
            raise AskedToStop

    while True:
        solver = StartSolver(game, after_sweep=stop)
        if kept:
            solver.resume(*kept)
        try:
            found = solver.run()
        except AskedToStop:
            kept = solver.state()
            stops += 1
        else:
            break
    assert stops >= whole.sweeps // (2 * CYCLE) - 2
    assert found == whole
