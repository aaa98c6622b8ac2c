"""The dense solver against the explicit one, on every state in a layer, whether it can be reached or not."""

import random
from itertools import combinations, product

import networkx as nx
import pytest
from dense_games import game_on, named_board

from layouts.errors import RuleError
from layouts.graph import board_of, make_layout
from solver.guardians.dense.scope import check_scope
from solver.guardians.editions import EDITIONS
from solver.guardians.rules import READINGS

DIFFICULTIES = {name: [d.name for d in edition.preset.difficulties] for name, edition in EDITIONS.items()}
DECIDERS = READINGS["decider"].values
CASES = [
    (players, edition, difficulty, decider)
    for players, edition in product((1, 2, 3), EDITIONS)
    for difficulty in DIFFICULTIES[edition]
    for decider in DECIDERS
]
NAMES = ("players", "edition", "difficulty", "decider")


def pair_of(tag, edition):
    """Return the center and one more card with an edition's ratings for its tag."""
    return board_of(make_layout({"Center": 6, "Other": tag}, [("Center", "Other")], edition=edition))


def test_all_who_may_decide_are_there():
    assert len(CASES) == 3 * 3 * 3 * 3
    assert set(DECIDERS) == {"players", "lord_sepia", "lord_sepia_agents"}


@pytest.mark.parametrize(NAMES, [c for c in CASES if c[0] < 3])
def test_two_cards_up_to_two_players(agrees, players, edition, difficulty, decider):
    agrees(game_on(pair_of(3, edition), players, edition, difficulty, decider=decider, actions=2))


@pytest.mark.slow
@pytest.mark.parametrize("tag", [4, 5])
@pytest.mark.parametrize(NAMES, [c for c in CASES if c[0] < 3])
def test_two_cards_of_other_tags(agrees, players, edition, difficulty, decider, tag):
    agrees(game_on(pair_of(tag, edition), players, edition, difficulty, decider=decider, actions=2))


@pytest.mark.slow
@pytest.mark.parametrize("tag", [3, 4, 5])
@pytest.mark.parametrize(NAMES, [c for c in CASES if c[0] == 3])
def test_two_cards_three_players(agrees, players, edition, difficulty, decider, tag):
    agrees(game_on(pair_of(tag, edition), players, edition, difficulty, decider=decider, actions=2))


@pytest.mark.parametrize("reroll", [True, False])
def test_two_supporters(agrees, reroll):
    agrees(game_on(named_board("pair"), 3, difficulty="difficult", actions=1, reroll=reroll))


UNSUPPORTED = [("reduce_timing", "after")]
FLIPPED = [
    (name, value)
    for name, reading in READINGS.items()
    for value in reading.alternatives or reading.values
    if value != getattr(game_on(named_board("line"), 1).rules, name) and (name, value) not in UNSUPPORTED
]


def test_what_is_not_supported_is_refused():
    for name, value in UNSUPPORTED:
        with pytest.raises(RuleError, match=name):
            check_scope(game_on(named_board("line"), 1, **{name: value}).rules)
    for name, value in FLIPPED:
        check_scope(game_on(named_board("line"), 1, **{name: value}).rules)


@pytest.mark.parametrize(("reading", "value"), FLIPPED)
def test_each_reading_flipped_alone_on_three_cards(agrees, reading, value):
    agrees(game_on(named_board("line"), 1, **{reading: value}))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["line", "triangle"])
@pytest.mark.parametrize(("reading", "value"), FLIPPED)
def test_each_reading_flipped_alone_on_three_cards_with_two_players(agrees, board, reading, value):
    """With two, support and rerolls are at stake."""
    agrees(game_on(named_board(board), 2, **{"actions": 2, reading: value}))


def random_board(cards, seed):
    """Return a connected board with tags and ratings at random."""
    rng = random.Random(seed)
    names = ["Center", *(f"Card {i}" for i in range(1, cards))]
    tags = {name: 6 if name == "Center" else rng.choice((3, 4, 5)) for name in names}
    graph = nx.Graph()
    for i, name in enumerate(names[1:], start=1):
        graph.add_edge(name, rng.choice(names[:i]))
    for pair in combinations(names, 2):
        if rng.random() < 0.3:
            graph.add_edge(*pair)
    ratings = {name: (rng.randint(2, 6), rng.randint(1, 5), rng.randint(0, 3)) for name in names}
    return board_of(make_layout(tags, list(graph.edges), ratings=ratings))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_boards_of_four_cards_with_one_player(agrees, seed):
    agrees(game_on(random_board(4, seed), 1, difficulty=("easy", "difficult", "impossible")[seed]))


SEEDS = list(enumerate(product(DIFFICULTIES["rulebook"], DECIDERS)))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "rules"), SEEDS)
def test_random_boards_of_four_cards_with_two_players(agrees, seed, rules):
    difficulty, decider = rules
    agrees(game_on(random_board(4, seed), 2, difficulty=difficulty, decider=decider))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "rules"), SEEDS)
def test_random_boards_of_five_cards_with_one_player(agrees, seed, rules):
    difficulty, decider = rules
    agrees(game_on(random_board(5, seed), 1, difficulty=difficulty, decider=decider))


def test_end_components_are_bounded_by_a_strict_lower_bound(agrees):
    """On revised easy the guardians can wait for ever, so L <= T(L) alone would prove nothing."""
    few = {"actions": 2, "agents": 1}
    found = agrees(game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy", **few))
    assert found.proof == "lower: L < T(L) where L > 0, rounded down; upper: T(U) <= U, rounded up"


def test_where_every_play_ends_a_guess_is_proved(agrees):
    found = agrees(game_on(named_board("triangle"), 2, difficulty="easy", actions=2, agents=1))
    assert found.proof == "lower: L < T(L) where L > 0, rounded down; upper: T(U) <= U, rounded up"


def test_where_the_guardians_hold_out_at_a_tiny_risk_bounds_close_too(agrees):
    """Rounded to 32 bits, plain sweeps never see them lose, and the bounds stay 0.5 apart."""
    readings = {"actions": 1, "agents": 1}
    agrees(game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy", **readings))
