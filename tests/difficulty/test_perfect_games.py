"""Games played perfectly, and on the rungs of the ladder: against exact distributions worked out apart."""

from collections import defaultdict
from fractions import Fraction

import pytest

from search.difficulty.findings import Scored
from search.difficulty.games import TEMPTING, Perfect, play_games, tally_of
from search.difficulty.guess import GREEDY, GREEDY_GAMES, MOST_GAMES, TURN_AHEAD, guess_wins, surest
from search.difficulty.rungs import RUNGS, Weighed, play_rung, score_rung
from search.difficulty.worth import OutOfTime
from search.strategies import greedy, one_turn_ahead
from solver.bounds import solve_bounds
from solver.guardians.game import Game
from solver.guardians.phases import begins_round, in_setup
from solver.guardians.play import Play
from solver.guardians.state import Over, members
from solver.model import build_model
from solver.process import Owner

NAMES = ["pair", "pair, two", "line, Lord Sepia"]
GAMES = 2000


def solve_chain(chain):
    bounds = solve_bounds(build_model(chain), gap=1e-10, at=[0])
    return (float(bounds.lower[0]) + float(bounds.upper[0])) / 2


def distributions(play, values):
    """What the rungs do, said a second time."""
    perfect = Perfect(values, play)

    def best(state):
        return {perfect.choose(state).action: Fraction(1)}

    def uniform(state):
        actions = play.actions(state)
        return {action: Fraction(1, len(actions)) for action in actions}

    def erring(rate):
        def mixed(state):
            found = defaultdict(Fraction)
            for share, part in ((rate, uniform(state)), (1 - rate, best(state))):
                for action, p in part.items():
                    found[action] += share * p
            return found

        return mixed

    by_score, by_turn = greedy(play), one_turn_ahead(play)
    players = {
        "random": uniform,
        "greedy": lambda state: {by_score(state): Fraction(1)},
        "one turn ahead": lambda state: {by_turn(state): Fraction(1)},
        "perfect, erring 3 in 10": erring(Fraction(3, 10)),
        "perfect, erring 1 in 10": erring(Fraction(1, 10)),
        "perfect": best,
    }

    def against_the_best(choose):
        return lambda state: best(state) if play.owner(state) == Owner.OPPONENT else choose(state)

    return {name: against_the_best(choose) for name, choose in players.items()}


@pytest.mark.parametrize("name", [*NAMES[:2], pytest.param(NAMES[2], marks=pytest.mark.slow)])
def test_the_ladder_agrees_with_exact_evaluation(name, values_of, induced):
    values = values_of(name)
    play = Play(values.game)
    perfect = Perfect(values)
    found = {
        name: score_rung(name, play_rung(perfect, name, range(600), 3, lambda number: None)) for name in RUNGS
    }
    assert list(found) == list(RUNGS)
    value = float(values.value(play.initial()))
    for rung, distribution in distributions(play, values).items():
        exact = solve_chain(induced(play, distribution))
        assert abs(found[rung].mean - exact) <= 4 * found[rung].error + 1e-9
        # Winning and losing alone would leave an error of sqrt(p(1 - p)/n), a little more where p is small.
        likely = (600 * exact + 1) / 602
        assert found[rung].error < 1.5 * (likely * (1 - likely) / 600) ** 0.5
        assert found[rung].mean <= value + 4 * found[rung].error + 1e-9
    assert found["perfect"].error < 1e-6
    assert found["perfect"].mean == pytest.approx(value, abs=1e-6)
    assert found["perfect, erring 1 in 10"].mean > found["perfect, erring 3 in 10"].mean


def rounds_exactly(play, perfect, most):
    """Return how likely the game is won, and lost, in each round, by going through all of it."""
    state = play.initial()
    won, lost = defaultdict(float), defaultdict(float)
    dark, rounds_begun = defaultdict(float), 0.0
    waiting = {(state, 0 if in_setup(state) else 1): 1.0}
    fresh = {key for key in waiting if key[1]}
    while waiting:
        following, begun = defaultdict(float), set()
        for (state, rounds), mass in waiting.items():
            if (state, rounds) in fresh:
                rounds_begun += mass
                for place in members(state.dark):
                    dark[place] += mass
            if isinstance(state.moment, Over):
                (won if state.moment.won else lost)[rounds] += mass
                continue
            if rounds > most:
                continue
            for p, after in play.outcomes(state, perfect.choose(state).action):
                begins = begins_round(play.game, state, after)
                following[after, rounds + begins] += mass * float(p)
                if begins:
                    begun.add((after, rounds + begins))
        waiting, fresh = following, begun
    return won, lost, dark, rounds_begun


@pytest.mark.parametrize("name", [NAMES[0], pytest.param(NAMES[1], marks=pytest.mark.slow)])
def test_lengths_and_darkness_agree_with_the_exact_distribution(name, values_of):
    values = values_of(name)
    perfect = Perfect(values)
    won, lost, dark, rounds_begun = rounds_exactly(perfect.play, perfect, 60)
    total = sum(won.values())
    assert total == pytest.approx(float(values.value(perfect.play.initial())), abs=1e-6)
    tally = play_games(Perfect(values), range(GAMES), 11)
    assert tally.wins.total() == GAMES
    assert tally.won + tally.losses.total() + tally.endless == tally.count == GAMES
    assert tally.endless == 0
    assert tally.decided.total() == GAMES
    for exact, found, mass in ((won, tally.wins, total), (lost, tally.losses, 1 - total)):
        for rounds in set(exact) | set(found):
            p = exact[rounds] / mass
            error = (max(p, 1e-3) / found.total()) ** 0.5
            assert abs(found[rounds] / found.total() - p) <= 4.5 * error
    for place in range(len(values.game.board)):
        expected, got = dark[place] / rounds_begun, tally.dark[place] / tally.rounds
        assert abs(got - expected) < 0.05
    assert tally_of(tally.as_answer()) == tally


def test_the_same_seed_plays_the_same_games(values_of):
    values = values_of("pair")
    perfect = Perfect(values)
    whole = play_games(perfect, range(50), 1)
    assert whole == play_games(Perfect(values), range(50), 1) != play_games(perfect, range(50), 2)
    parts = play_games(perfect, range(20), 1)
    parts.add(play_games(perfect, range(20, 50), 1))
    assert parts == whole  # so batches can be kept apart
    games = play_rung(perfect, "random", range(50), 1, lambda number: None)
    assert games == [
        game
        for batch in (range(20), range(20, 50))
        for game in play_rung(perfect, "random", batch, 1, lambda number: None)
    ]


def test_of_two_estimates_the_closer_one_is_taken():
    steady = [Weighed(0.25 + 0.01 * (number % 2), number % 4 == 0) for number in range(100)]
    found = score_rung("steady", steady)
    assert found.mean == pytest.approx(0.255)
    assert found.error == pytest.approx(0.01 / 2 / 99**0.5)
    wild = [Weighed(0.5 * (-1) ** number, number == 0) for number in range(100)]
    found = score_rung("wild", wild)
    assert found.mean == 0.01
    assert found.error == pytest.approx((2 / 102 * 100 / 102 / 100) ** 0.5)
    assert score_rung("never", [Weighed(-1.0, False), Weighed(1.0, False)] * 50).error > 0


def test_decided_and_real_choices_by_hand(values_of):
    """On the pair every game that the setup has lost is decided in round 0; others later."""
    values = values_of("pair")
    tally = play_games(Perfect(values), range(500), 1)
    assert tally.decided[0] == tally.losses[0]
    perfect = Perfect(values)
    real = 0
    for state, choice in play_through_choices(perfect, 30):
        actions = perfect.play.actions(state)
        worth = sorted(
            (
                float(sum(p * perfect.worth(after) for p, after in perfect.play.outcomes(state, a)))
                for a in actions
            ),
            reverse=True,
        )
        near = [w for w in worth if 1e-9 < worth[0] - w <= float(TEMPTING) * worth[0]]
        assert choice.is_real == bool(near)
        real += choice.is_real
    assert real


def play_through_choices(perfect, games):
    from random import Random

    from search.playouts import draw

    for number in range(games):
        random, state = Random(number), perfect.play.initial()
        while not isinstance(state.moment, Over):
            choice = perfect.choose(state)
            if perfect.play.owner(state) == Owner.PLAYERS:
                yield state, choice
            state = draw(perfect.play.outcomes(state, choice.action), random)


def test_what_is_played_on_the_table_is_what_is_played_lumped(small_game, values_of, induced):
    """Perfect play of the game as on the table wins as much as that of the lumped one."""
    game, values = small_game("pair, two"), values_of("pair, two")
    value = float(values.value(Play(game).initial()))
    for play in (Play(game), Play(Game(game.board, game.rules, lumped=True))):
        perfect = Perfect(values, play)
        chain = induced(play, lambda state, perfect=perfect: {perfect.choose(state).action: Fraction(1)})
        won = solve_chain(chain)
        assert won == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize(
    ("name", "strategy", "games"),
    [(TURN_AHEAD, one_turn_ahead, MOST_GAMES), (GREEDY, greedy, MOST_GAMES * GREEDY_GAMES)],
)
def test_a_guess_agrees_with_the_exact_value_of_its_strategy(small_game, induced, name, strategy, games):
    game = small_game("pair, two")
    play = Play(game)
    choose = strategy(play)
    exact = solve_chain(induced(play, lambda state: {choose(state): Fraction(1)}))
    guess = guess_wins(name, game, 1000, 3, lambda: False, lambda text: None)
    assert (guess.name, guess.playouts) == (name, games)  # no more
    assert abs(guess.mean - exact) <= 4 * guess.error
    assert guess.mean > 0


@pytest.mark.parametrize(
    ("ahead", "greedily", "kept"),
    [
        ((0.00, 0.0099), (0.0014, 0.0004), GREEDY),  # three players on the rulebook's layout, difficult
        ((0.93, 0.0270), (0.5759, 0.0049), TURN_AHEAD),  # four, easy
        ((0.05, 0.0240), (0.0376, 0.0019), GREEDY),  # three, easy: fewer, but surely
    ],
)
def test_of_guesses_the_one_that_surely_wins_more_is_kept(ahead, greedily, kept):
    assert surest([Scored(TURN_AHEAD, *ahead, 100), Scored(GREEDY, *greedily, 10_000)]).name == kept


def test_a_guess_is_the_same_however_many_processes_share_it(small_game, monkeypatch):
    game = small_game("pair, two")
    alone = guess_wins(TURN_AHEAD, game, 12, 5, lambda: False, lambda text: None)
    monkeypatch.setattr("search.difficulty.guess.QUICK", 0.0)
    seen = []
    assert guess_wins(TURN_AHEAD, game, 12, 5, lambda: False, seen.append, processes=2) == alone
    assert seen == [f"{number} of 12" for number in range(1, 13)]
    with pytest.raises(OutOfTime):
        guess_wins(TURN_AHEAD, game, 12, 5, lambda: True, seen.append, processes=2)


def test_greedy_games_say_how_far_they_are_and_can_be_stopped(small_game):
    game, seen, stops = small_game("pair, two"), [], iter([False, False, True])
    with pytest.raises(OutOfTime):
        guess_wins(GREEDY, game, 12, 5, lambda: next(stops), seen.append)
    assert seen == ["compiling, once on this machine", "0 of 1,200", "100 of 1,200", "200 of 1,200"]
