"""Named strategies: legal everywhere, what they say they are, and what advice makes of them."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from search.advice import DOUBT, advise
from search.playouts import draw
from search.strategies import ends_turn, greedy, one_turn_ahead, score_after
from solver.bounds import solve_bounds
from solver.guardians.action import Action
from solver.guardians.phases import in_turn
from solver.guardians.position import Position
from solver.guardians.state import Turn
from solver.model import build_model
from solver.process import Outcome, Owner

GAMES = [
    ("pair", {"players": 1}),
    ("pair", {"players": 2, "setup_growths": 1, "actions": 2, "center_penalty": True}),
    ("pair", {"players": 2, "setup_growths": 1, "actions": 1, "agents": 1, "reduce_timing": "after"}),
    ("pair", {"players": 1, "start": "any", "actions": 2}),
    ("pair", {"players": 3, "setup_growths": 1, "actions": 1, "agents": 1}),
    ("line", {"players": 1, "setup_growths": 1, "actions": 2, "decider": "lord_sepia"}),
]


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_they_are_legal_everywhere(solved_of, name, rules):
    play, model, _ = solved_of(name, **rules)
    strategies = [greedy(play), one_turn_ahead(play)]
    for state in model.states[::3] if len(model) > 5000 else model.states:
        if play.owner(state) in (Owner.PLAYERS, Owner.OPPONENT):
            for strategy in strategies:
                assert strategy(state) in play.actions(state)


class RestOfTurn:
    """The rest of a player's turn as a process of its own, which ends with the score of the table.

    A state is one of the game in the turn, or the score, a number, when the turn is over.
    """

    def __init__(self, play, state):
        self.play, self.state = play, state

    def initial(self):
        return self.state

    def owner(self, state):
        return Owner.TERMINAL if isinstance(state, Fraction) else Owner.PLAYERS

    def value(self, state):
        return state

    def actions(self, state):
        return () if isinstance(state, Fraction) else self.play.actions(state)

    def outcomes(self, state, action):
        found, game = defaultdict(Fraction), self.play.game
        for p, after in self.play.outcomes(state, action):
            over = ends_turn(game, action, after)
            points = score_after(game, state, action, after)
            found[Fraction(round(10 * points) + 2000, 4000) if over else after] += p
        return [Outcome(p, after) for after, p in found.items()]


@pytest.mark.parametrize(("name", "rules"), [*GAMES[:3], GAMES[4]])
def test_one_turn_ahead_is_the_best_of_what_a_solver_finds_for_the_turn(solved_of, name, rules):
    play, model, _ = solved_of(name, **rules)
    strategy = one_turn_ahead(play)
    turns = [state for state in model.states if isinstance(state.moment, Turn)]
    differs = 0
    for state in Random(1).sample(turns, 25):
        rest = RestOfTurn(play, state)
        solved = build_model(rest)
        bounds = solve_bounds(solved, gap=1e-12)

        def worth(action, solved=solved, bounds=bounds, state=state, rest=rest):
            return sum(
                float(p) * float(bounds.lower[solved.index[after]])
                for p, after in rest.outcomes(state, action)
            )

        values = {action: worth(action) for action in play.actions(state)}
        assert values[strategy(state)] == pytest.approx(max(values.values()), abs=1e-9)
        differs += values[strategy(state)] > values[greedy(play)(state)] + 1e-9
    assert differs or rules.get("actions") == 1  # somewhere greedy takes another


def test_a_turn_that_leads_to_the_same_players_next_one_is_over(solved_of):
    """One player, no growth, no agent: stopping leads straight on, and looking ahead must end there."""
    play, model, _ = solved_of("pair", players=1, growths=0, agents=0, center_penalty=True)
    strategy = one_turn_ahead(play)
    turns = [state for state in model.states if isinstance(state.moment, Turn)]
    assert any(
        in_turn(outcome.state) and ends_turn(play.game, Action("stop"), outcome.state)
        for state in turns
        for outcome in play.outcomes(state, Action("stop"))
    )
    assert all(strategy(state) in play.actions(state) for state in turns)


def test_both_try_the_last_seal_in_the_end(play_of):
    """Where waiting is all that is left, somebody who never tries would play for ever."""
    for players in (1, 2):
        play = play_of("revised-triangle", lumped=True, players=players, growths=0, center_penalty=True)
        for strategy in (greedy(play), one_turn_ahead(play)):
            for seed in range(10):
                random, state = Random(seed), play.initial()
                for _ in range(3000):
                    if play.owner(state) == Owner.TERMINAL:
                        break
                    rolls = play.owner(state) == Owner.CHANCE
                    action = play.actions(state)[0] if rolls else strategy(state)
                    state = draw(play.outcomes(state, action), random)
                assert play.owner(state) == Owner.TERMINAL


def test_what_is_advised_without_solving_is_no_worse_than_the_strategy(solved_of, layout_of, induced):
    """By the exact values of going on with the strategy, after each move of many positions."""
    rules = {"players": 2, "setup_growths": 1, "actions": 2, "center_penalty": True}
    play, model, _ = solved_of("pair", **rules)
    strategy = one_turn_ahead(play)
    roots = [state for state in model.states if play.owner(state) == Owner.PLAYERS]
    going_on = [state for state in model.states if play.owner(state) != Owner.TERMINAL]
    chain = build_model(induced(play, lambda state: {strategy(state): Fraction(1)}), going_on)
    bounds = solve_bounds(chain, gap=1e-10)

    def exactly(state, action):
        return sum(
            float(p) * float(bounds.lower[chain.index[after]]) for p, after in play.outcomes(state, action)
        )

    better = 0
    for state in Random(2).sample([s for s in roots if isinstance(s.moment, Turn)], 25):
        position = Position(layout_of("pair"), play.game.rules, state)
        advice = advise(position, tables=False, limit=1, seconds=float("inf"), playouts=150)
        assert not advice.bounded
        first = advice.moves[0]
        for move in advice.moves:
            assert abs(move.estimate.mean - exactly(state, move.action)) <= 4.5 * move.estimate.error
        own = exactly(state, strategy(state))
        assert exactly(state, first.action) >= own - 2 * DOUBT * first.estimate.error
        better += exactly(state, first.action) > own + 1e-6
    assert better  # and now and then it is an improvement
