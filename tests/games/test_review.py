"""Reviews: the sum is the result, rolls have a mean luck of zero, and the best decision costs nothing."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from layouts.graph import board_of
from search.games.game_file import add_line, format_game, parse_game
from search.games.record import begin_record, decide, roll
from search.games.review import review, weigh_action
from search.games.simulate import simulate
from search.values import exact_values, open_values, values_by_solving
from solver.guardians.game import Game
from solver.guardians.rolling import after_roll
from solver.guardians.rules import Rules
from solver.guardians.state import Growth, Turn
from solver.process import Owner

EXACT = ["pair", "pair, two", "pair, any start", "pair, support after", "triangle, Lord Sepia"]
FEW = 50  # of each; by hand a thousand together


@pytest.fixture(scope="module")
def exact(begin):
    """Exact values of the small games, each worked out once."""
    known = {}

    def values_of(name):
        if name not in known:
            record = begin(name)
            known[name] = exact_values(record.game, record.begin)
        return known[name]

    return values_of


def weigh_faces(play, values, event):
    """Return the mean luck of a roll, over all that its dice could have shown."""
    count = len(event.dice)
    lucks = [
        values.value(after_roll(play.game, event.state, event.action, dice))
        for dice in product(range(1, 7), repeat=count)
    ]
    base = event.action_value if event.is_decision else event.value
    return sum(lucks) / len(lucks) - base


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, FEW) for name in EXACT),
        *(pytest.param(name, 4 * FEW, marks=pytest.mark.slow) for name in EXACT),
    ],
)
def test_the_sum_is_the_result_in_rational_arithmetic(name, games, exact, play_at_random):
    values, weighed, ended, gifts = exact(name), {}, 0, 0
    for seed in range(games):
        record = play_at_random(name, seed)
        found = review(record, values)
        assert found.begin + found.luck - found.regret + found.gift == found.result
        assert found.begin == values.value(record.begin)
        if record.is_over:
            assert found.result == record.state.moment.won
            ended += 1
        for event in found.events:
            assert event.lost >= 0
            gifts += event.gift > 0
            assert weigh_action(record.play, values, event.state, event.best) == event.value
            assert event.is_decision or event.luck == event.value_after - event.value
            assert event.dice or event.luck == 0
            key = (event.state, event.action)
            if event.dice and key not in weighed and len(weighed) < 300:
                weighed[key] = weigh_faces(record.play, values, event)
    assert ended > games / 2
    assert bool(gifts) == ("Lord Sepia" in name)
    assert weighed
    assert set(weighed.values()) == {0}


@pytest.mark.parametrize("name", EXACT)
def test_the_best_decisions_lose_nothing(name, exact, begin):
    values, record = exact(name), begin(name)
    play = record.play

    def best(state):
        pick = min if play.owner(state) == Owner.OPPONENT else max
        return pick(play.actions(state), key=lambda action: weigh_action(play, values, state, action))

    for seed in range(20):
        found = review(simulate(record, best, Random(seed), 300), values)
        assert found.regret == found.gift == 0
        assert found.costliest == []
        for owner, seat in {(event.owner, event.seat) for event in found.events}:
            accuracy = found.accuracy(owner, seat)
            assert accuracy.best == accuracy.decisions
            assert accuracy.lost == 0
            assert accuracy.share in (1, None)


@pytest.mark.parametrize("games", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_with_bounds_it_holds_within_the_gap(games, begin, play_at_random):
    record = begin("small-sample", setup_growths=1)
    values = values_by_solving(record.game, record.begin, gap=1e-7)
    assert values.kind == "bounded"
    assert 0 < values.gap <= 1e-7
    lossy, weighed = 0, {}
    for seed in range(games):
        played = play_at_random("small-sample", seed, setup_growths=1)
        found = review(played, values)
        assert abs(found.begin + found.luck - found.regret - found.result) < 1e-9
        assert all(event.lost >= -values.gap for event in found.events)
        lossy += len(found.costliest)
        for event in found.events:
            key = (event.state, event.action)
            if event.dice and key not in weighed and len(weighed) < 5 * games:
                weighed[key] = weigh_faces(played.play, values, event)
    assert lossy
    assert weighed
    assert max(map(abs, weighed.values())) <= values.gap  # no roll is lucky on the whole


def test_one_whole_game_by_hand():
    """The center's seal, 18 on three dice, can be tried twice before the darkness grows: it takes a spirit.

    With both spirits V2 = 1/216 + 215/216 · 1/216 = 431/46656; with one, V1 = 1/216. Stopping first lets
    the die name the 3 in half the throws, and with it the last light card is gone.
    """
    from layouts.catalogue import load_named

    rules = Rules(players=1, setup_growths=0, growths=1, agents=0, spirits=2, center_penalty=True)
    record = begin_record(load_named("pair"), rules, names=["Anna"])
    for line in ("stop", "dice 5", "seal", "dice 1 2 3", "stand", "seal", "dice 6 6 6"):
        record = add_line(record, line)
    assert record.is_over
    found = review(record, exact_values(record.game, record.begin))
    V2, V1 = Fraction(431, 46656), Fraction(1, 216)
    assert found.begin == V2
    stop, growth, first, stand, second = found.events
    assert (stop.regret, stop.luck) == (V2 / 2, 0)
    assert (growth.regret, growth.luck, growth.round) == (0, V2 / 2, 1)
    assert (first.regret, first.luck, first.round) == (0, V1 - V2, 2)
    assert (stand.regret, stand.luck) == (0, 0)
    assert (second.regret, second.luck) == (0, 1 - V1)
    assert found.result == 1
    assert found.costliest == [stop]
    assert stop.best != stop.action
    anna = found.accuracy(Owner.PLAYERS, 0)
    assert (anna.decisions, anna.best, anna.lost) == (4, 3, V2 / 2)
    # At random: move and stop cost half before the first try (a move leaves three actions: enough for
    # coming back and one try, or for one try fewer), and so on; the share is between nothing and all.
    assert 0 < anna.share < 1


def test_a_game_that_is_still_on(begin, exact):
    values = exact("pair, two")
    record = begin("pair, two")
    assert review(record, values).result == values.value(record.begin)
    record = roll(record, [6])
    assert isinstance(record.state.moment, Turn)
    attempt = next(action for action in record.play.actions(record.state) if action.verb == "attack")
    waiting = decide(record, attempt)
    found = review(waiting, values)
    assert found.begin + found.luck - found.regret == found.result
    assert found.result == weigh_action(record.play, values, record.state, attempt)
    assert found.events[-1].after is None


def test_open_values_takes_what_there_is(begin, tmp_path):
    record = begin("pair")
    values = open_values(record.game, record.begin, tables=tmp_path)
    assert values.kind == "bounded"
    assert open_values(record.game, record.begin, tables=tmp_path, limit=10) is None
    whole = begin("rulebook", players=4)
    assert open_values(whole.game, whole.begin, tables=tmp_path) is None


def test_values_of_a_saved_table_review_like_those_of_a_model(begin, play_at_random, tmp_path):
    from layouts.code import format_code
    from search.values import values_of_table
    from solver.guardians.dense.solve import solve_game
    from solver.guardians.saved import open_table
    from solver.guardians.saving import TableWriter

    record = begin("triangle")
    lumped = Game(board_of(record.layout), record.game.rules, lumped=True)
    path = tmp_path / "triangle.huetable"
    with TableWriter(lumped, format_code(record.layout), path, None) as writer:
        solve_game(lumped, gap=1e-6, keep=writer.keep)
    stored = values_of_table(open_table(path, lumped))
    solved = values_by_solving(record.game, record.begin, gap=1e-9)
    for seed in range(10):
        game = parse_game(format_game(play_at_random("triangle", seed)), "game")
        for one, other in zip(review(game, stored).events, review(game, solved).events, strict=True):
            assert abs(one.luck - other.luck) < 1e-5
            assert abs(one.regret - other.regret) < 1e-5
    assert isinstance(record.state.moment, Growth)
