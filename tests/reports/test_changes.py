"""What an outcome has changed, in words: on every state of a small game."""

import pytest

from layouts import board_of, load_named
from reports.changes import describe_change
from solver.guardians.editions import EDITIONS
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.state import Over
from solver.model import build_model


@pytest.fixture(scope="module")
def steps():
    """Return the game, and all pairs of a state and what can follow it."""
    game = Game(
        board_of(load_named("pair")), EDITIONS["rulebook"].rules(2, "easy", {"actions": 1, "spirits": 1})
    )
    play = Play(game)
    found = {
        (state, after)
        for state in build_model(play).states
        for action in play.actions(state)
        for _, after in play.outcomes(state, action)
        if not isinstance(after.moment, Over)
    }
    return game, found


def on_the_table(state):
    return state.dark, state.agents, state.spirits, state.at, state.upright


def test_nothing_changes_only_where_nothing_does(steps):
    game, pairs = steps
    unseen = [pair for pair in pairs if "nothing changes" in describe_change(game, *pair)]
    assert unseen
    for before, after in unseen:
        assert on_the_table(before) == on_the_table(after)


def test_who_stands_up_or_falls_is_said(steps):
    game, pairs = steps
    counts = [0, 0]
    for before, after in pairs:
        said = describe_change(game, before, after)
        risen = after.upright & ~before.upright
        assert said.count("stands up") == risen.bit_count()
        assert all(f"player {seat + 1} stands up" in said for seat in range(2) if risen >> seat & 1)
        fallen = before.upright & ~after.upright
        assert ("exhausted" in said.replace("exhausted, at the center", "")) == bool(fallen)
        counts = [counts[0] + bool(risen), counts[1] + bool(fallen)]
    assert min(counts) > 0
