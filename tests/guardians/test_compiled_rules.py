"""The compiled rules are the rules: the same actions and outcomes, in the same order, state by state."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from layouts.catalogue import load_named
from layouts.graph import board_of
from search.playouts import draw
from solver.guardians.compiled.choices import list_choices, make_choices
from solver.guardians.compiled.facts import make_facts
from solver.guardians.compiled.results import list_results, make_results
from solver.guardians.compiled.table import row_of, state_of
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.rules import Rules, list_alternatives, with_reading
from solver.process import Owner

MANY, FEW = 1_500, 250
"""States that are looked at."""
GAMES, LONG = 60, 500
"""Games at random in which they are looked for, and decisions and rolls after which one is given up."""
SHORT = Rules(players=2, setup_growths=1, actions=2, center_penalty=True)


def games_at_random(play, count):
    """Yield so many states of games in which every decision is drawn at random, if there are, each once."""
    random, seen = Random(1), set()
    for _ in range(GAMES):
        state = play.initial()
        for _ in range(LONG):
            if state not in seen:
                seen.add(state)
                yield state
            if len(seen) == count:
                return
            if play.owner(state) == Owner.TERMINAL:
                break
            state = draw(play.outcomes(state, random.choice(play.actions(state))), random)


def steps_agree(board, rules, count):
    """Compare both rules in so many states; return them."""
    play = Play(Game(board, rules))
    facts, choices, (chances, rows) = make_facts(play.game), make_choices(), make_results()
    seen = list(games_at_random(play, count))
    for state in seen:
        row = row_of(state)
        before = row.copy()
        assert state_of(row, rules.players) == state
        actions = play.actions(state)
        assert list_choices(facts, row, choices) == len(actions)
        for action, choice in zip(actions, choices, strict=False):
            expected = play.outcomes(state, action)
            found = list_results(facts, row, choice, chances, rows)
            assert found == len(expected), (state, action)
            for (p, after), chance, then in zip(expected, chances, rows, strict=False):
                assert (chance, state_of(then, rules.players)) == (float(p), after), (state, action)
                assert np.array_equal(then, row_of(after))  # nothing is left of what was there before
        assert np.array_equal(row, before)
    return seen


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("pair", Rules(players=1)),
        ("pair", SHORT),
        ("line", Rules(players=3, setup_growths=1, actions=2, reduce_timing="after")),
        ("triangle", Rules(players=4, setup_growths=1, growths=2)),
        ("small-sample", Rules(players=3, center_penalty=True)),
        ("revised-triangle", Rules(players=2, start="any", decider="lord_sepia")),
    ],
)
def test_on_small_boards(name, rules):
    seen = steps_agree(board_of(load_named(name)), rules, MANY)
    kinds = {type(state.moment).__name__ for state in seen}
    assert kinds >= {"Turn", "AgentsAct", "Growth", "Over"}
    assert rules.players == 1 or rules.start == "any" or "Failed" in kinds


FLIPPED = list_alternatives(SHORT)


@pytest.mark.parametrize(("reading", "value"), FLIPPED, ids=[f"{name}={value}" for name, value in FLIPPED])
def test_with_each_reading_another(reading, value):
    steps_agree(board_of(load_named("small-sample")), with_reading(SHORT, reading, value), FEW)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "edition"), [("rulebook", "rulebook"), ("revised", "revised"), ("square", "readme")]
)
def test_on_nine_cards(name, edition, players):
    for difficulty in EDITIONS[edition].preset.difficulties:
        steps_agree(board_of(load_named(name)), EDITIONS[edition].rules(players, difficulty.name), FEW)


@pytest.mark.parametrize(
    "how", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)]
)
def test_they_pass_as_plain_python_and_with_bounds_checked(how, tmp_path):
    """Where an index beyond an array, or an overflow, is an error."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    asked = ["-q", "-n0", "-p", "no:cacheprovider", "-W", "error", __file__, "-k", "small_boards"]
    leg = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        env={**clean, how: "1", "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert leg.returncode == 0, leg.stdout
    assert "100%" in leg.stdout
