"""Playouts: fair dice, the same from the same seed, and in agreement with exactly evaluated strategies."""

import math
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from search import playouts
from search.playouts import draw, estimate, estimate_actions, play_each, play_out
from search.strategies import greedy, score_after
from solver.bounds import solve_bounds
from solver.guardians.action import Action
from solver.guardians.state import AgentsAct
from solver.model import build_model
from solver.process import Outcome, Owner

F = Fraction
THREE = [Outcome(F(1, 2), "a"), Outcome(F(1, 3), "b"), Outcome(F(1, 6), "c")]


class At:
    """A random number that is known."""

    def __init__(self, point):
        self.point = point

    def random(self):
        return self.point


@pytest.mark.parametrize(
    ("point", "drawn"),
    [(0.0, "a"), (0.4999, "a"), (0.5, "b"), (0.8333, "b"), (0.8334, "c"), (1 - 2**-53, "c"), (1.0, "c")],
)
def test_draw_goes_by_the_cumulated_probabilities(point, drawn):
    assert draw(THREE, At(point)) == drawn


def test_draws_are_distributed_as_said():
    n, random = 20_000, Random(5)
    drawn = [draw(THREE, random) for _ in range(n)]
    for probability, state in THREE:
        p = float(probability)
        assert abs(drawn.count(state) / n - p) < 4 * math.sqrt(p * (1 - p) / n)


def test_an_estimate_is_a_mean_and_its_standard_error():
    found = estimate([F(1)] * 25 + [F(0)] * 75)
    assert (found.mean, found.playouts) == (0.25, 100)
    assert found.error == pytest.approx(math.sqrt(0.25 * 0.75 / 100), rel=0.02)


@pytest.mark.parametrize("value", [0, 1])
def test_no_or_only_wins_prove_nothing(value):
    few, many = estimate([F(value)] * 10), estimate([F(value)] * 1000)
    assert 0 < many.error < 0.002 < 0.05 < few.error


def first(process):
    return lambda state: process.actions(state)[0]


def test_a_playthrough_that_goes_round_without_a_roll_is_endless(written):
    calls = []
    turning = written(
        "s", {"s": (Owner.PLAYERS, {"wait": {"t": 1}}), "t": (Owner.PLAYERS, {"wait": {"s": 1}})}
    )
    assert play_out(turning, lambda state: calls.append(state) or "wait", "s", Random(1)) == 0
    assert calls == ["s", "t"]


def test_a_playthrough_that_comes_back_by_a_roll_goes_on(written):
    table = {"s": (Owner.PLAYERS, {"try": {"win": F(1, 50), "s": F(49, 50)}}), "win": 1}
    process = written("s", table)
    assert all(play_out(process, first(process), "s", Random(seed)) == 1 for seed in range(20))


def test_an_endless_playthrough_with_rolls_is_cut_off_and_not_won(written, monkeypatch):
    monkeypatch.setattr(playouts, "LONGEST", 100)
    half = {"s": F(1, 2), "t": F(1, 2)}
    process = written("s", {"s": (Owner.PLAYERS, {"roll": half}), "t": (Owner.CHANCE, {"roll": half})})
    assert play_out(process, first(process), "s", Random(1)) == 0


def estimate_all(play, strategy, seed, rounds):
    start = play.initial()
    played = (play_each(play, strategy, start, seed, number) for number in range(rounds))
    return estimate_actions(play.actions(start), played)


def test_the_same_seed_gives_the_same_estimates(play_of):
    play = play_of("pair", players=2, setup_growths=0)
    strategy = cache(greedy(play))

    def ask(seed):
        return estimate_all(play, strategy, seed, 15)

    found = ask(3)
    assert found == ask(3)
    assert found != ask(4)
    assert [item.action for item in found] == list(play.actions(play.initial()))
    assert {item.estimate.playouts for item in found} == {15}


def test_a_playthrough_is_the_same_whichever_are_played_before_it(play_of):
    play = play_of("pair", players=2, setup_growths=0)

    def ask(number):
        return play_each(play, greedy(play), play.initial(), 3, number)

    played = [ask(number) for number in range(12)]
    assert [ask(number) for number in reversed(range(12))] == played[::-1]
    assert len(set(map(tuple, played))) > 1


class Followed:
    """A process in which everybody who decides follows a strategy."""

    def __init__(self, process, strategy):
        self.process, self.strategy = process, strategy

    def __getattr__(self, name):
        return getattr(self.process, name)

    def actions(self, state):
        if self.process.owner(state) in (Owner.PLAYERS, Owner.OPPONENT):
            return [self.strategy(state)]
        return self.process.actions(state)


@pytest.mark.parametrize(
    ("name", "rules", "rounds"),
    [
        ("pair", {"players": 2, "setup_growths": 0}, 1250),
        ("revised-triangle", {"players": 2, "setup_growths": 2, "decider": "lord_sepia", "actions": 3}, 1200),
    ],
)
def test_playouts_agree_with_the_exact_value_of_the_strategy(play_of, name, rules, rounds):
    play = play_of(name, **rules)
    strategy = cache(greedy(play))
    bounds = solve_bounds(build_model(Followed(play, strategy)), gap=1e-9)
    value = (float(bounds.lower[0]) + float(bounds.upper[0])) / 2
    assert value * rounds >= 400
    assert (1 - value) * rounds >= 400
    wins = sum(play_out(play, strategy, play.initial(), Random(f"x{i}")) for i in range(rounds))
    assert abs(float(wins) / rounds - value) < 4 * math.sqrt(value * (1 - value) / rounds)


def test_estimates_of_each_action_agree_with_the_exact_values_after_it(play_of):
    play = play_of("pair", players=2, setup_growths=0)
    strategy = cache(greedy(play))
    roots = [o.state for a in play.actions(play.initial()) for o in play.outcomes(play.initial(), a)]
    model = build_model(Followed(play, strategy), list(dict.fromkeys(roots)))
    bounds = solve_bounds(model, gap=1e-9)
    found = estimate_all(play, strategy, 2, 200)
    for action, item in found:
        outcomes = play.outcomes(play.initial(), action)
        value = sum(float(p) * float(bounds.lower[model.index[s]]) for p, s in outcomes)
        assert abs(item.mean - value) < 4 * math.sqrt(value * (1 - value) / 200) + 1e-9
    assert len({round(item.estimate.mean, 2) for item in found}) > 1


# --- the greedy strategy


def test_greedy_takes_the_highest_score_and_lord_sepia_the_lowest(solved_of):
    play, model, _ = solved_of(
        "line", players=1, setup_growths=1, actions=2, start="any", decider="lord_sepia"
    )
    strategy, opposed = greedy(play), 0
    for state in model.states[::5]:
        if play.owner(state) not in (Owner.PLAYERS, Owner.OPPONENT):
            continue
        scores = {
            action: sum(
                float(p) * score_after(play.game, state, action, s) for p, s in play.outcomes(state, action)
            )
            for action in play.actions(state)
        }
        best = min(scores.values()) if play.owner(state) == Owner.OPPONENT else max(scores.values())
        assert scores[strategy(state)] == best
        opposed += isinstance(state.moment, AgentsAct) and len(set(scores.values())) > 1
    assert opposed > 20


def test_greedy_breaks_the_last_seal_when_it_is_sure(play_of):
    play = play_of("revised-triangle", players=4, setup_growths=0, center_agent_from=5)
    start = play.initial()  # four guardians on the center, three of whom may support
    chosen = greedy(play)(start)
    assert chosen == Action("seal", chosen.place, chosen.source, chosen.who, chosen.dice)
    assert chosen.who == (1, 2, 3)
