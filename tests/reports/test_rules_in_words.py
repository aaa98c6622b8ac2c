"""The rules of a game in words: by the printed difficulty that is nearest, and what differs."""

from dataclasses import replace

import pytest

from reports.rules_in_words import describe_rules
from solver.guardians.editions import EDITIONS, nearest_difficulty


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_printed_difficulty_is_known_again(edition, players):
    for difficulty in EDITIONS[edition].preset.difficulties:
        rules = EDITIONS[edition].rules(players, difficulty.name)
        found = nearest_difficulty(rules, edition)
        assert found == (EDITIONS[edition], difficulty, {})
        assert describe_rules(rules, edition) == f"{players} player{'s' * (players > 1)}, {difficulty.name}"


def test_other_readings_and_other_editions_are_named():
    rules = EDITIONS["rulebook"].rules(2, "difficult")
    assert describe_rules(replace(rules, actions=3)) == "2 players, difficult, actions=3"
    assert describe_rules(replace(rules, decider="lord_sepia", reroll=False), "mine") == (
        "2 players, difficult, reroll=false, decider=lord_sepia"
    )
    revised = EDITIONS["revised"].rules(1, "easy")
    assert describe_rules(revised) == "1 player, easy of the revised edition"
    assert describe_rules(revised, "revised") == "1 player, easy"
    # Of the nearest ones, the edition of the cards comes first.
    medium = EDITIONS["revised"].rules(2, "medium")
    assert describe_rules(medium, "revised") == "2 players, medium"
