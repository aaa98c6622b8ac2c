"""Advice: every move's bounds, against the value of the whole game solved from its start."""

from collections import Counter
from functools import cache

import pytest

from search import estimated as estimated_moves
from search.advice import advise
from solver.guardians.lumping import representative
from solver.guardians.notation import parse_state
from solver.guardians.position import Position
from solver.guardians.state import (
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    Turn,
)
from solver.model import build_model
from solver.process import Owner

TRIANGLE = {"players": 1, "center_penalty": True, "actions": 2}
SEPIAS = {"players": 1, "setup_growths": 2, "actions": 2, "start": "any", "decider": "lord_sepia"}
FOUR = "rulebook Chalks,Houses,Paints,Stars"
ALONE = {"players": 1, "setup_growths": 2, "actions": 1, "agents": 1, "spirits": 1}
PAIR = {"players": 2, "setup_growths": 1, "actions": 2}
CASES = [
    ("triangle", TRIANGLE, (Turn, SpiritMoves, SpiritLost, AgentsAct, Growth, Darken)),
    ("triangle", SEPIAS, (Turn, AgentsAct, Growth, Darken, PlaceGuardian)),
    ("pair", PAIR, (Turn, Failed, AgentsAct, Growth)),
    (FOUR, ALONE, (Turn, Darken, PlaceAgent)),
    (FOUR, {**ALONE, "decider": "lord_sepia"}, (AgentsAct, Darken, PlaceAgent)),
    (
        "revised-triangle",
        {"players": 1, "setup_growths": 1, "growths": 0, "agents": 0},
        (Turn,),
    ),  # a sure win
]
EACH = 2  # positions of each phase


class Table:
    """A game as on the table, and its whole lumped model, solved from the start."""

    def __init__(self, layout, play, lumped):
        self.layout, self.play, self.lumped = layout, play, lumped
        self.given = {}
        self.states = build_model(self.play).states

    def position(self, state):
        return Position(self.layout, self.play.game.rules, state)

    def advice(self, state):
        if state not in self.given:
            self.given[state] = advise(self.position(state))
        return self.given[state]

    def of(self, state):
        return self.lumped.of(representative(self.lumped.play.game, state))

    def of_action(self, state, action):
        found = [(float(p), self.of(successor)) for p, successor in self.play.outcomes(state, action)]
        return sum(p * low for p, (low, _) in found) - 1e-12, sum(p * high for p, (_, high) in found) + 1e-12

    def some(self, kind):
        """Choose positions of one phase, those with a real choice first."""
        states = [state for state in self.states if isinstance(state.moment, kind)]
        choosing = [state for state in states if len(self.play.actions(state)) > 1] or states
        assert choosing, kind
        return choosing[len(choosing) // 7 :: max(1, len(choosing) // EACH)][:EACH]


@pytest.fixture(scope="module")
def table_of(layout_of, solved_of, play_of):
    @cache
    def table(index):
        name, rules, _ = CASES[index]
        return Table(layout_of(name), play_of(name, **rules), solved_of(name, lumped=True, **rules))

    return table


KINDS = [(index, kind) for index, case in enumerate(CASES) for kind in case[2]]


def meet(one, other):
    return one[0] <= other[1] and other[0] <= one[1]


@pytest.mark.parametrize(("index", "kind"), KINDS)
def test_moves_of_every_phase_agree_with_the_whole_game(table_of, index, kind):
    table = table_of(index)
    for state in table.some(kind):
        advice = table.advice(state)
        assert advice.bounded
        assert advice.closed
        assert advice.owner == table.play.owner(state)
        assert sorted(move.action for move in advice.moves) == sorted(table.play.actions(state))
        for move in advice.moves:
            assert 0 <= move.lower <= move.upper <= 1
            assert move.upper - move.lower <= 1.1e-9
            assert meet((move.lower, move.upper), table.of_action(state, move.action))
            assert move.estimate is None
        best = advice.moves[0]
        assert meet((best.lower, best.upper), table.of(state))


@pytest.mark.parametrize(("index", "kind"), KINDS)
def test_regrets_are_true_and_the_best_has_none(table_of, index, kind):
    table = table_of(index)
    for state in table.some(kind):
        advice = table.advice(state)
        sign = -1 if advice.owner == Owner.OPPONENT else 1
        value = table.of(state)
        for move in advice.moves:
            assert 0 <= move.regret_lower <= move.regret_upper
            after = table.of_action(state, move.action)
            regret = sorted(sign * (value[i] - after[1 - i]) for i in (0, 1))
            assert meet((move.regret_lower, move.regret_upper), regret)
        assert advice.moves[0].regret_lower == 0
        assert advice.moves[0].regret_upper <= 2e-9
        ties = [move.regret_lower == 0 for move in advice.moves]
        assert ties == sorted(ties, reverse=True)
        rest = [move.regret_upper for move in advice.moves if not move.ties and move.regret_lower > 0]
        assert rest == sorted(rest)


def test_ties_are_ordered_by_winning_soon(table_of):
    seen = Counter()
    for index in range(len(CASES)):
        table = table_of(index)
        for kind in {Turn, Darken, PlaceAgent, AgentsAct, Failed} & set(CASES[index][2]):
            for state in table.some(kind):
                advice = table.advice(state)
                ties = [move for move in advice.moves if move.ties]
                assert len(ties) != 1
                assert all(move.soon is None for move in advice.moves if not move.ties)
                if not ties:
                    continue
                assert advice.moves[: len(ties)] == ties
                assert advice.soon >= 1
                soon = [move.soon for move in ties]
                assert all(0 <= chance <= move.upper for chance, move in zip(soon, ties, strict=True))
                assert soon == sorted(soon, reverse=advice.owner != Owner.OPPONENT)
                seen[advice.owner] += len(set(soon)) > 1
    assert seen[Owner.PLAYERS] > 1


def test_lord_sepia_would_rather_have_them_win_late(layout_of, play_of):
    """Nothing grows, so that the guardians win for sure; his agent can only make it later."""
    rules = {"players": 2, "setup_growths": 1, "growths": 0, "agents": 1, "actions": 2, "reroll": False}
    play = play_of("revised-triangle", decider="lord_sepia", **rules)
    state = parse_state("d0-a0-sR1-g2U0U-f2-agents.0")
    advice = advise(Position(layout_of("revised-triangle"), play.game.rules, state))
    assert advice.owner == Owner.OPPONENT
    late, soon = advice.moves
    assert late.ties
    assert soon.ties
    assert late.soon < soon.soon - 0.01
    assert late.lower > 1 - 1e-8


def test_bounds_as_wide_as_asked_for_still_hold(table_of):
    table = table_of(0)
    wide = 0.0
    for state in table.some(Turn):
        advice = advise(table.position(state), gap=0.5)
        for move in advice.moves:
            assert meet((move.lower, move.upper), table.of_action(state, move.action))
            wide = max(wide, move.upper - move.lower)
    assert wide > 1e-6


def test_a_roll_shows_how_it_can_turn_out(table_of):
    table = table_of(0)
    for state in table.some(Growth):
        advice = table.advice(state)
        outcomes = {successor: p for p, successor in table.play.outcomes(state, advice.moves[0].action)}
        assert {turnout.state: turnout.probability for turnout in advice.turnouts} == outcomes
        assert len(outcomes) > 1
        for turnout in advice.turnouts:
            assert meet((turnout.lower, turnout.upper), table.of(turnout.state))
        chances = [turnout.probability for turnout in advice.turnouts]
        assert chances == sorted(chances, reverse=True)
    assert table.advice(table.some(Turn)[0]).turnouts == []


def test_stopping_keeps_bounds_that_hold(table_of):
    table = table_of(0)
    state = table.some(Turn)[0]
    advice = advise(table.position(state), stop=lambda: True)
    assert advice.bounded
    assert not advice.closed
    for move in advice.moves:
        assert meet((move.lower, move.upper), table.of_action(state, move.action))


# --- too large to solve


def estimated(table, state, **options):
    return advise(table.position(state), limit=10, seconds=float("inf"), **options)


@pytest.mark.parametrize("index", range(len(CASES)))
def test_a_board_too_large_is_estimated_and_says_so(table_of, index):
    table = table_of(index)
    for kind in CASES[index][2]:
        state = table.some(kind)[0]
        advice = estimated(table, state, playouts=5)
        assert (advice.bounded, advice.closed, advice.states, advice.seed) == (False, False, 0, 1)
        assert sorted(move.action for move in advice.moves) == sorted(table.play.actions(state))
        for move in advice.moves:
            assert (move.lower, move.upper) == (0, 1)
            assert move.estimate.playouts == 5
            assert move.estimate.error > 0
        sign = -1 if advice.owner == Owner.OPPONENT else 1
        means = [sign * move.estimate.mean for move in advice.moves[1:]]  # the first is the strategy's own
        assert means == sorted(means, reverse=True)
        assert sum(move.ties for move in advice.moves) != 1


def test_estimates_are_the_same_from_the_same_seed(table_of):
    table = table_of(2)
    state = max((s for s in table.states if isinstance(s.moment, Turn)), key=table.of)
    assert 0.1 < table.of(state)[0] < 0.9
    one, again = (estimated(table, state, playouts=30, seed=7) for _ in range(2))
    assert one.moves == again.moves
    means = [move.estimate.mean for move in one.moves]
    assert means[0] > means[-1]
    assert means[1:] == sorted(means[1:], reverse=True)
    assert one.seed == 7
    assert estimated(table, state, playouts=30, seed=8).moves != one.moves


def test_time_and_stop_end_the_playouts(table_of):
    table = table_of(2)
    state = table.some(Turn)[0]
    for options in ({"seconds": 0.0}, {"seconds": 1e9, "stop": lambda: True}):
        advice = advise(table.position(state), limit=10, **options)
        assert {move.estimate.playouts for move in advice.moves} == {1}


def test_progress_says_what_is_done(table_of):
    table = table_of(2)
    seen = []
    estimated(table, table.some(Turn)[0], playouts=3, progress=lambda *what: seen.append(what))
    assert seen == [("playouts", 1, None), ("playouts", 2, None), ("playouts", 3, None)]


def test_processes_that_share_the_playouts_give_the_same_estimates(table_of):
    table = table_of(2)
    state = table.some(Turn)[0]
    alone, shared = (
        advise(table.position(state), limit=10, seconds=1e6, playouts=40, seed=7, processes=processes)
        for processes in (1, 2)
    )
    assert shared.moves == alone.moves
    assert {move.estimate.playouts for move in shared.moves} == {40}


def test_one_playout_of_each_move_there_is_even_where_processes_take_the_time_to_begin(table_of, monkeypatch):
    monkeypatch.setattr(estimated_moves, "QUICK", 0.0)
    table = table_of(2)
    for options in ({"seconds": 1e-3}, {"seconds": 1e6, "stop": lambda: True}):
        advice = advise(table.position(table.some(Turn)[0]), limit=10, processes=2, **options)
        assert min(move.estimate.playouts for move in advice.moves) >= 1


def test_rounds_after_one_that_was_not_played_do_not_count(table_of, monkeypatch):
    def out_of_order(work, batches, processes):
        assert processes == 2
        yield from (work(range(number, number + 1)) for number in (1, 0, 3))

    table = table_of(2)
    asked = table.position(table.some(Turn)[0])
    first_two = advise(asked, limit=10, seconds=1e6, playouts=2)
    monkeypatch.setattr(estimated_moves, "iter_shared", out_of_order)
    assert advise(asked, limit=10, seconds=1e6, processes=2).moves == first_two.moves
