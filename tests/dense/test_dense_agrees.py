"""The dense solver against the explicit one, on every state at the start of a round."""

import random
from itertools import combinations, product

import networkx as nx
import pytest
from dense_games import game_on, named_board

from layouts.graph import board_of, make_layout
from solver.guardians.editions import EDITIONS

DIFFICULTIES = {name: [d.name for d in edition.preset.difficulties] for name, edition in EDITIONS.items()}
CASES = [
    (players, edition, difficulty, decider)
    for players, edition in product((1, 2, 3), EDITIONS)
    for difficulty in DIFFICULTIES[edition]
    for decider in ("players", "lord_sepia", "lord_sepia_agents")
]


@pytest.mark.parametrize(("players", "edition", "difficulty", "decider"), [c for c in CASES if c[0] < 3])
def test_two_cards_up_to_two_players(agrees, players, edition, difficulty, decider):
    board = named_board("pair", edition)
    agrees(game_on(board, players, edition, difficulty, decider=decider, actions=2))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "edition", "difficulty", "decider"), [c for c in CASES if c[0] == 3])
def test_two_cards_three_players(agrees, players, edition, difficulty, decider):
    board = named_board("pair", edition)
    agrees(game_on(board, players, edition, difficulty, decider=decider, actions=2))


@pytest.mark.parametrize("reroll", [True, False])
def test_two_supporters(agrees, reroll):
    agrees(game_on(named_board("pair"), 3, difficulty="difficult", actions=1, reroll=reroll))


FLIPPED = [
    ("setup_growths", 3),
    ("center_agent_from", 1),
    ("start", "any"),
    ("blocking_agents", "any"),
    ("spirits_per_location", 2),
    ("encounter_on_light", False),
    ("spirit_moves", False),
    ("center_needs_spirit", True),
    ("spirit_returns", False),
    ("reroll", False),
    ("center_penalty", True),
    ("agent_target", "nearest"),
    ("agent_target", "adjacent"),
    ("decider", "lord_sepia"),
    ("decider", "lord_sepia_agents"),
    ("actions", 3),
    ("agents", 1),
    ("agents", 0),
    ("spirits", 1),
    ("spirits", 0),
    ("growths", 0),
    ("growths", 3),
]


@pytest.mark.parametrize(("reading", "value"), FLIPPED)
def test_each_reading_flipped_alone_on_three_cards(agrees, reading, value):
    agrees(game_on(named_board("line"), 1, **{reading: value}))


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


@pytest.mark.parametrize("seed", range(3))
def test_random_boards_of_four_cards_with_one_player(agrees, seed):
    agrees(game_on(random_board(4, seed), 1, difficulty=("easy", "difficult", "impossible")[seed]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_boards_of_four_cards_with_two_players(agrees, seed):
    agrees(game_on(random_board(4, seed), 2, difficulty=("easy", "difficult", "impossible")[seed]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_boards_of_five_cards_with_one_player(agrees, seed):
    agrees(game_on(random_board(5, seed), 1, difficulty=("easy", "difficult", "impossible")[seed]))


def test_end_components_are_bounded_by_iterates_from_below(agrees):
    """On revised easy the guardians can wait for ever, so a guess proves nothing from below."""
    found = agrees(game_on(named_board("revised-triangle", "revised"), 2, "revised", "easy"))
    assert "iterates from 0" in found.part.proof


def test_where_every_play_ends_a_guess_is_proved(agrees):
    found = agrees(game_on(named_board("triangle"), 2, difficulty="easy"))
    assert "every play ends" in found.part.proof
