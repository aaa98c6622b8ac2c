"""The restricted and the relaxed game: what they are, by the readable rules, and the value between them."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from dense_games import Layers, game_on, named_board, solve_explicit

from layouts.cards import CARD_SETS
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import board_of_canonical_code
from search.surveys.decks import iter_members, parse_deck
from solver.bounds import solve_bounds
from solver.guardians.dense.arithmetic import ONE
from solver.guardians.dense.horizon import GAP, Horizon, leaves_agents_out
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import OUT, Over, Turn
from solver.model import build_model
from solver.process import Owner

ROUNDING = 1e-7
RULES = [
    {"difficulty": "easy"},
    {"difficulty": "difficult"},
    {"difficulty": "impossible"},
    {"edition": "readme"},
    {"edition": "revised", "difficulty": "easy"},
    {"edition": "revised", "difficulty": "difficult"},
    {"decider": "lord_sepia", "difficulty": "difficult"},
    {"decider": "lord_sepia_agents"},
    {"spirits_per_location": 2},
    {"spirit_moves": False, "spirit_returns": False},
    {"center_needs_spirit": True},
    {"start": "any"},
    {"blocking_agents": "any"},
]
LARGER = [("pair", 2), ("line", 1), ("triangle", 1)]
CASES = [
    *((("pair", 1), rules) for rules in RULES),
    *zip(LARGER[:2], RULES, strict=False),
    *(pytest.param(*case, marks=pytest.mark.slow) for case in product(LARGER, RULES)),
]


def without_agents(game):
    return Game(game.board, replace(game.rules, agents=0), lumped=True)


def within(game, rounds):
    """Return the values of the first turns if the game is lost unless won in time, by the readable rules."""
    play = Play(game)
    first = Turn(0, game.rules.actions)

    @cache
    def value(state, left):
        if isinstance(state.moment, Over):
            return float(state.moment.won)
        if left < 0:
            return 0.0
        if state.moment == first:
            left -= 1
            if left < 0:
                return 0.0
        lost = state.spirits.count(OUT)
        worths = [
            sum(
                float(chance) * value(after, shorter(left) if after.spirits.count(OUT) > lost else left)
                for chance, after in play.outcomes(state, action)
            )
            for action in play.actions(state)
        ]
        return min(worths) if play.owner(state) == Owner.OPPONENT else max(worths)

    return lambda state: value(state, rounds)


def shorter(left):
    """Return how many rounds are left besides this one once a spirit is lost."""
    return max(n for n in range(left + 2) if n * (n + 1) // 2 < left + 1) - 1


@pytest.mark.parametrize(("table", "rules"), CASES, ids=str)
def test_without_agents_no_state_is_worth_less(table, rules):
    board, players = table
    game = game_on(named_board(board, rules.get("edition", "rulebook")), players, actions=2, **rules)
    assert leaves_agents_out(game.rules)
    starts = list(Layers(game, gap=1e-4).starts())
    model, bounds = solve_explicit(game, starts)
    bare_model, bare = solve_explicit(without_agents(game), [state._replace(agents=()) for state in starts])
    for state in starts:
        relaxed = bare.upper[bare_model.index[state._replace(agents=())]]
        assert relaxed >= bounds.lower[model.index[state]] - 1e-12


@pytest.mark.parametrize(("table", "rules"), CASES, ids=str)
def test_the_value_is_between_the_games_with_a_horizon(table, rules):
    board, players = table
    game = game_on(named_board(board, rules.get("edition", "rulebook")), players, actions=2, **rules)
    model, bounds = solve_explicit(game)
    low, high = Horizon(game, up=False), Horizon(game, up=True)
    before = None
    for rounds in range(6):
        lower, upper = low.starts(), high.starts()
        assert low.rounds == high.rounds == rounds
        exact = within(game, rounds)
        for state in lower:
            at = model.index[state]
            assert lower[state] / ONE <= bounds.upper[at] + 1e-12
            assert upper[state] / ONE >= bounds.lower[at] - 1e-12
            assert lower[state] / ONE == pytest.approx(exact(state), abs=ROUNDING)
            if before:
                assert before[0][state] <= lower[state]
                assert before[1][state] >= upper[state] - GAP * ONE
        before = lower, upper
        low.sweep()
        high.sweep()


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize("difficulty", ["difficult", "impossible"])
def test_what_the_last_round_leaves_out_changes_nothing(difficulty, up):
    game = game_on(named_board("triangle"), 1, difficulty=difficulty)
    horizon = Horizon(game, up=up)
    part = horizon._parts[-1]
    whole, before = part.layer.copy(), horizon.updates
    part.sweeper.sweep(whole, up, fails=horizon._fails)
    took, before = horizon.updates - before, horizon.updates
    horizon.sweep()
    assert (part.layer == whole).all()
    left_out = game.rules.growths if up else game.rules.growths + 1
    assert horizon.updates - before == took - left_out * whole.size


@pytest.mark.parametrize(
    "rules",
    [{"spirit_moves": False}, {"encounter_on_light": False}, {"edition": "readme", "spirit_returns": True}],
)
def test_where_nothing_is_proved_the_relaxed_game_begins_at_one(rules):
    game = game_on(named_board("line"), 1, actions=2, **rules)
    assert not leaves_agents_out(game.rules)
    assert set(Horizon(game, up=True).starts().values()) == {ONE}


def test_far_away_both_come_to_the_value():
    game = game_on(named_board("triangle"), 1, difficulty="impossible")
    low, high = Horizon(game, up=False), Horizon(game, up=True)
    model, bounds = solve_explicit(game)
    for _ in range(40):
        low.sweep()
        high.sweep()
    for state, lower in low.starts().items():
        assert high.starts()[state] - lower < 1e-6 * ONE
        assert lower / ONE <= bounds.upper[model.index[state]] + 1e-12


@pytest.mark.parametrize(
    ("difficulty", "decks"),
    [
        ("easy", ("3", "3,4")),
        ("difficult", ("5", "3,3")),
        ("impossible", ("3", "5")),
        *(
            pytest.param(difficulty, ("3", "5", "3,3", "3,4", "4,5", "5,5"), marks=pytest.mark.slow)
            for difficulty in ("easy", "difficult", "impossible")
        ),
    ],
)
def test_every_small_layout_is_worth_no_more_without_agents(difficulty, decks):
    rulebook = CARD_SETS["rulebook"]
    for deck in decks:
        cards = parse_deck(deck, rulebook)
        for member in iter_members(cards, Lattice(Shape(3, 2), 1, len(cards))):
            board = board_of_canonical_code(member.layout)
            game = game_on(board, 1, difficulty=difficulty, setup_growths=2)
            values = [
                solve_bounds(build_model(Play(some)), gap=1e-9, at=[0])
                for some in (game, without_agents(game))
            ]
            assert values[0].lower[0] <= values[1].upper[0] + 1e-12


@pytest.mark.parametrize(("board", "players"), [("line", 1), ("triangle", 1), ("pair", 2)])
def test_a_mix_is_above_every_value_or_changes_nothing(board, players):
    game = game_on(named_board(board), players, difficulty="easy")
    layers = Layers(game)
    values = layers.part.lower
    proved = {}
    for below, above, share in product((2, 6, 12), (1, 3), (0.0, 0.02, 0.2, 0.6, 1.0)):
        restricted, relaxed = Horizon(game, up=False), Horizon(game, up=True)
        for horizon, rounds in ((restricted, below), (relaxed, above)):
            for _ in range(rounds):
                horizon.sweep()
        part, updates = relaxed._parts[-1], relaxed.updates
        was = part.layer.copy()
        proved[below, above, share] = relaxed.mix(restricted, share)
        assert relaxed.updates > updates
        if not proved[below, above, share]:
            assert (part.layer == was).all()
            continue
        mixed = part.layer.copy()
        assert (mixed >= values).all()
        assert (mixed <= was).all()
        relaxed.sweep()
        assert (part.layer <= mixed).all()
    # Of the one side alone nothing is raised; of the other, what is to come is lacking.
    assert all(found for (_, _, share), found in proved.items() if share == 1.0)
    assert board == "pair" or not any(proved[2, above, 0.0] for above in (1, 3))
    assert proved[12, 3, 0.2]


def test_a_mix_lowers_what_rounds_from_above_take_longer_for():
    game = game_on(named_board("triangle"), 1, difficulty="easy")
    restricted, relaxed, plain = Horizon(game, up=False), Horizon(game, up=True), Horizon(game, up=True)
    for horizon, rounds in ((restricted, 4), (relaxed, 3), (plain, 8)):
        for _ in range(rounds):
            horizon.sweep()
    assert relaxed.mix(restricted, 0.3)
    assert restricted.updates + relaxed.updates < plain.updates
    assert sum(relaxed.starts().values()) < sum(plain.starts().values())
