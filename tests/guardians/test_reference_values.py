"""The values that independent programs have found, each met within 1e-9."""

import json
from pathlib import Path

import pytest

from layouts.graph import board_of, make_layout
from solver.bounds import solve_bounds
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.rules import Rules
from solver.model import build_model

VALUES = json.loads(Path(__file__).with_name("reference-values.json").read_text(encoding="utf-8"))["values"]
SLACK = 1e-11  # how far outside its interval a reference value may lie


def name_of(entry):
    """Return a readable name: the tags, the edges, the players and the readings."""
    cards, readings = entry["cards"], {**entry["readings"]}
    tags = "".join(str(tag) for tag in cards.values())
    known = ("growths", "center_penalty", "setup_growths")
    growths, penalty, setup = (readings.pop(key, None) for key in known)
    parts = [
        entry.get("edition", "cards") + "-" + tags,
        f"{len(entry['adjacent'])}edges",
        f"{entry['players']}p",
        f"g{growths}",
        f"s{'auto' if setup is None else setup}",
        *(["penalty"] if penalty else []),
        *(f"{key}={value}" for key, value in readings.items()),
    ]
    return "-".join(parts)


def test_there_are_45_of_them_with_distinct_names():
    assert len(VALUES) == 45
    assert len({name_of(entry) for entry in VALUES}) == 45


FOUR_CARDS = "cards-6345-5edges-1p-g1-s1"


def as_case(entry):
    """Return a parameter: what takes 4 s and more is slow, but for one of four cards.

    The dense solver is always asked for these.
    """
    cards, players = len(entry["cards"]), entry["players"]
    large = cards > 3 or players > 2 or (cards > 2 and players > 1)
    large = large and name_of(entry) != FOUR_CARDS
    return pytest.param(entry, id=name_of(entry), marks=[pytest.mark.slow] if large else [])


@pytest.mark.parametrize("entry", [as_case(entry) for entry in VALUES])
def test_the_value_is_met(entry):
    layout = make_layout(entry["cards"], entry["adjacent"], edition=entry.get("edition"))
    players = entry["players"]
    rules = Rules(players=players, **{"setup_growths": players + 1, **entry["readings"]})
    model = build_model(Play(Game(board_of(layout), rules, lumped=True)))
    bounds = solve_bounds(model, gap=1e-9, at=[0])
    lower, upper = float(bounds.lower[0]), float(bounds.upper[0])
    assert bounds.closed
    assert 0 <= upper - lower <= 1e-9
    assert lower <= entry["win_upper"] + SLACK
    assert entry["win_lower"] - SLACK <= upper
