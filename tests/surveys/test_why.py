"""Why a layout is hard: swaps, neighbours and rank correlations, worked by hand and against solving."""

import json
from itertools import permutations

import pytest

from layouts.cards import CARD_SETS, Card
from layouts.graph import make_layout
from layouts.placement import Shape
from layouts.placing.lattice import Lattice
from layouts.shapes.canon import board_of_canonical_code, canonical_code
from reports.app import run_command
from search.surveys.database import Row
from search.surveys.decks import iter_members, parse_deck
from search.surveys.why import Lying, correlations, iter_swaps, neighbours

RULEBOOK = CARD_SETS["rulebook"]


def layouts_of(deck):
    cards = parse_deck(deck, RULEBOOK)
    return {member.layout for member in iter_members(cards, Lattice(Shape(3, 2), 1, len(cards)))}


def row(layout, value, **features):
    return Row(layout, "", value, value, "", "", 0, 0, 0, 0.0, features, "")


def test_swaps_are_the_other_layouts_that_exchanging_two_cards_gives():
    for layout in sorted(layouts_of("3,3,4,5"))[:12]:
        swaps = [swap.layout for swap in iter_swaps(layout)]
        assert len(swaps) == len(set(swaps))
        assert layout not in swaps
        assert set(swaps) <= layouts_of("3,3,4,5")
        assert all(layout in {swap.layout for swap in iter_swaps(other)} for other in swaps)
    (one,) = {board_of_canonical_code(layout).tags for layout in layouts_of("3")}
    assert sorted(one) in [sorted(tags) for tags in permutations((6, 3))]
    assert list(iter_swaps(next(iter(layouts_of("3"))))) == []


def test_swapped_cards_are_told_as_they_lie():
    """A chain of the rules: 3 and 4 at the center, the 5 held by both."""
    names = {"C": 6, "a": 3, "b": 4, "d": 5}
    before = make_layout(names, ["Ca", "Cb", "ad", "bd"])
    after = make_layout(names | {"a": 5, "d": 3}, ["Ca", "Cb", "ad", "bd"])
    swaps = {swap.layout: swap.swapped for swap in iter_swaps(canonical_code(before))}
    assert len(swaps) == 2  # the 3 and the 4 lie alike
    three, five = (Card(tag, RULEBOOK.by_tag[tag]) for tag in (3, 5))
    assert set(swaps[canonical_code(after)]) == {Lying(three, 1, 2), Lying(five, 2, 2)}
    assert str(Lying(three, 1, 2)) == "a 3 (4/2/1), 1 step from the center with 2 contacts"


def test_rank_correlations_worked_by_hand():
    rows = [row("a", 0.1, up=1, down=3, flat=5, ties=1), row("b", 0.2, up=2, down=2, flat=5, ties=1)]
    rows += [row("c", 0.9, up=100, down=1, flat=5, ties=2)]
    found = {one.feature: one.rank_correlation for one in correlations(rows)}
    assert found == {"up": pytest.approx(1), "down": pytest.approx(-1), "ties": pytest.approx(0.75**0.5)}
    assert [one.feature for one in correlations(rows)][-1] == "ties"
    assert correlations(rows[:1]) == []


def test_neighbours_are_swaps_that_are_solved():
    layout = sorted(layouts_of("3,4,5"))[0]
    swaps = sorted(swap.layout for swap in iter_swaps(layout))
    rows = [row(layout, 0.2), *(row(other, 0.1 * (n + 1)) for n, other in enumerate(swaps[:-1]))]
    found = neighbours(layout, rows)
    assert [one.layout for one in found] == swaps[:-1]
    assert found[0].factor == pytest.approx(0.5)


def test_the_command_tells_what_goes_with_the_value(tmp_path, capsys):
    path = str(tmp_path / "x.db")
    run = ["survey", "run", path, "--deck", "3,4", "-p", "1", "-d", "easy", "--processes", "1"]
    assert run_command(run) == 0
    capsys.readouterr()
    assert run_command(["survey", "why", path, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["layouts"] == said["solved"] == len(layouts_of("3,4"))
    assert all(-1 <= one["rank_correlation"] <= 1 for one in said["correlations"])
    assert {side["layout"] for side in (said["hardest"], said["easiest"])} <= layouts_of("3,4")
    assert run_command(["survey", "why", path]) == 0
    assert "rank correlation" in capsys.readouterr().out
