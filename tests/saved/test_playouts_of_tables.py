"""Playouts of a table's policy against its certified bounds, and lengths against the exact Markov chain."""

import json
import signal
from collections import defaultdict

import pytest

from reports.app import run_command
from search.lengths import Lengths, Playthrough, collect, iter_playthroughs, play_through
from search.look_up import SCALE, LookUp
from search.stored_policy import StoredPolicy
from solver.guardians.phases import ends_round, in_setup
from solver.guardians.saved import open_table
from solver.guardians.saved_folder import FOLDER_VARIABLE
from solver.guardians.state import Over
from solver.process import Owner

CASES = [
    ("pair", {"players": 2, "actions": 2}, 6000),
    ("pair", {"players": 2, "center_penalty": True, "growths": 2, "actions": 2}, 7000),
    ("pair", {"players": 2, "decider": "lord_sepia"}, 3000),
    pytest.param("pair", {"players": 3, "actions": 2}, 2600, marks=pytest.mark.slow),
    ("triangle", {"players": 1, "growths": 0, "agents": 1}, 500),
]
WINS = 400


def exact_lengths(table, most):
    """Return the probabilities of having won and lost by each round, by following the policy's chain."""
    policy = StoredPolicy(table)
    play = policy.play
    waiting = {play.initial(): 1.0}
    won, lost = [0.0], [0.0]
    for _ in range(most + 1):  # the setup, then round by round
        after_round = defaultdict(float)
        won.append(won[-1])
        lost.append(lost[-1])
        begin = waiting
        while begin:
            state, chance = begin.popitem()
            if isinstance(state.moment, Over):
                (won if state.moment.won else lost)[-1] += chance
                continue
            action = play.actions(state)[0] if play.owner(state) == Owner.CHANCE else policy(state)
            for p, after in play.outcomes(state, action):
                over = isinstance(after.moment, Over)
                if not over and (
                    ends_round(play.game, state, after) or (in_setup(state) and not in_setup(after))
                ):
                    after_round[after] += chance * float(p)
                else:
                    begin[after] = begin.get(after, 0.0) + chance * float(p)
        waiting = dict(after_round)
    return won[1:], lost[1:]


@pytest.mark.parametrize(("name", "readings", "count"), CASES)
def test_playouts_agree_with_the_bounds_and_the_exact_lengths(saved_of, name, readings, count):
    saved = saved_of(name, **readings)
    table = open_table(saved.path, saved.game)
    lengths = collect(iter_playthroughs(saved.path, saved.game, count, seed=1))
    lower, upper = (bound / SCALE for bound in LookUp(table).value(StoredPolicy(table).play.initial()))
    win = lengths.win
    assert lower * count > WINS
    assert lower - 4 * win.error < win.mean < upper + 4 * win.error
    won, lost = exact_lengths(table, 25)
    for rounds in (1, 2, 3, 5, 8, 13, 25):
        for exact, outcome in ((won, True), (lost, False)):
            found = lengths.ended_by(rounds, outcome)
            assert abs(found.mean - exact[rounds]) < 4 * found.error
    assert lengths.endless == 0


def test_the_same_games_are_played_by_any_number_of_processes(small):
    alone = collect(iter_playthroughs(small.path, small.game, 25, seed=3))
    shared = collect(iter_playthroughs(small.path, small.game, 25, seed=3, processes=2))
    assert alone == shared
    assert [each.number for each in alone.playthroughs] == list(range(25))
    assert alone != collect(iter_playthroughs(small.path, small.game, 25, seed=4))


def test_means_and_shares_by_hand():
    found = Lengths(
        (Playthrough(0, True, 2), Playthrough(1, False, 4), Playthrough(2, True, 6), Playthrough(3, False, 4))
    )
    assert found.win.mean == 0.5
    assert (found.rounds.mean, found.rounds_if_won.mean, found.longest) == (4, 4, 6)
    assert found.rounds.error == pytest.approx((8 / 3 / 4) ** 0.5)
    assert [found.ended_by(k, True).mean for k in (1, 2, 5, 6)] == [0, 0.25, 0.25, 0.5]
    assert [found.ended_by(k, False).mean for k in (3, 4)] == [0, 0.5]
    endless = Lengths((Playthrough(0, None, 9), Playthrough(1, False, 4)))
    assert (endless.endless, endless.rounds, endless.rounds_if_won) == (1, None, None)


def test_a_policy_that_goes_round_does_not_end(saved_of):
    """With neither agents nor growth nothing is rolled; going back and forth comes back to a state."""
    saved = saved_of("pair", players=1, agents=0, growths=0)
    policy = StoredPolicy(open_table(saved.path, saved.game))
    play = policy.play

    def wander(state):
        moves = [action for action in play.actions(state) if action.verb == "move"]
        return moves[0] if moves else policy(state)

    found = Lengths(tuple(play_through(play, wander, play.initial(), 1, number) for number in range(20)))
    assert {each.won for each in found.playthroughs} == {None, False}  # the setup itself may lose
    assert found.rounds is None


def test_ctrl_c_prints_what_was_played(hue, monkeypatch):
    from reports import playouts

    monkeypatch.setattr(playouts.Progress, "show", lambda *_: signal.raise_signal(signal.SIGINT))
    code, out, err = hue("playouts", *GAME, "--count", "500", "--processes", "2", "--json")
    assert code == 3
    assert json.loads(out)["playouts"] == 1
    assert "stopped after 1 of 500 playouts" in err


@pytest.fixture
def hue(capsys, monkeypatch, small):
    monkeypatch.setenv(FOLDER_VARIABLE, str(small.folder))

    def run(*arguments):
        code = run_command(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run


GAME = ("pair", "-p", "2", "-r", "actions=2", "-r", "setup_growths=1")


def test_hue_playouts(hue):
    code, out, err = hue("playouts", *GAME, "--count", "30")
    assert (code, err) == (0, "")
    assert "30 playouts of the policy of the saved table" in out
    assert "(proved: 0." in out
    code, out, _ = hue("playouts", *GAME, "--count", "30", "--json")
    found = json.loads(out)
    assert found["proved"]["lower"] <= found["proved"]["upper"]
    assert found["won_by_round"][-1] + found["lost_by_round"][-1] == pytest.approx(1)
    assert found["won_by_round"][-1] == found["win"]["mean"]


def test_without_a_table_it_says_how_to_make_one(hue):
    code, out, err = hue("playouts", "line")
    assert (code, out) == (2, "")
    assert err == "hue: there is no saved table of this game; make it by hue solve, with --method dense\n"
