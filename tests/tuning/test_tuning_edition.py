"""A tuned edition read back makes the variant of the layout, exactly; whatever it was tuned from."""

import random

import pytest

from layouts.cards import Ratings
from layouts.catalogue import load_named
from layouts.graph import board_of, make_layout, with_cards
from search.tuning.changes import list_changes
from search.tuning.combinations import iter_combinations
from search.tuning.design import Design, vary
from search.tuning.edition_file import format_edition, tuned_edition
from solver.guardians.editions import EDITIONS, parse_edition

MINE = """
name = "mine"
base = "revised"
[cards]
4 = [3, 3, 3]
Light = { tag = 3, ratings = [9, 9, 9] }
"Boat" = { tag = 3, ratings = [1, 2, 3] }
[readings]
start = "any"
growths = 2
[difficulties]
calm = { growths = 1, center_penalty = false }
"very wild" = { growths = 4, center_penalty = true }
"""
EDITED = {**EDITIONS, "mine": parse_edition(MINE)}
READINGS = [
    {},
    {"setup_growths": 2, "growths": 3, "center_penalty": True},
    {"center_penalty": "auto", "growths": "auto", "agents": 1, "spirit_moves": False},
]


def check(design, variant):
    """Write a variant's edition, read it, and play the design's layout by it."""
    edition = tuned_edition(design, variant)
    again = parse_edition(format_edition(edition))
    assert again == edition
    assert again.rules(variant.rules.players, design.difficulty) == variant.rules
    assert board_of(with_cards(design.layout, again.cards)) == variant.board
    return again


@pytest.mark.parametrize("readings", READINGS, ids=str)
@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("board", ["rulebook", "revised"])
def test_it_makes_the_variant(board, name, readings):
    """Of single changes every third, and pairs at random, at two difficulties; nothing is solved."""
    edition = EDITED[name]
    layout = with_cards(load_named(board), edition.cards)
    for difficulty in edition.preset.difficulties[::2]:
        design = Design(layout, edition, difficulty.name, 2, readings)
        changes = list_changes(design)
        pairs = list(iter_combinations(changes, 2))
        for combination in [(), *((change,) for change in changes[::3]), *random.Random(1).sample(pairs, 30)]:
            again = check(design, vary(design, combination))
            others = [one for one in again.preset.difficulties if one.name != difficulty.name]
            assert others == [one for one in edition.preset.difficulties if one.name != difficulty.name]


def test_what_the_layout_gives_stays():
    ratings = {"My card": Ratings(3, 3, 3)}
    tags = {"Stars": 6, "My card": 3, "Chalks": 3}
    edges = [("Stars", "My card"), ("Stars", "Chalks")]
    layout = make_layout(tags, edges, ratings=ratings, edition="rulebook")
    design = Design(layout, EDITIONS["rulebook"], "easy", 1, {})
    changes = list_changes(design, ["ratings"])
    assert {setting.card for change in changes for setting in change.settings} == {"Stars", "Chalks"}
    for change in changes:
        check(design, vary(design, [change]))


def text_of(design, *texts):
    """Return the edition file for the changes with these texts."""
    by_text = {change.text: change for change in list_changes(design)}
    return format_edition(tuned_edition(design, vary(design, [by_text[text] for text in texts])))


def test_files_by_hand(make_design):
    design = make_design("rulebook", 2, "difficult")
    both = "Pool and Boat, tag 5: defence 5 to 4"
    assert text_of(design, both) == 'name = "tuned"\nbase = "rulebook"\n[cards]\n5 = [4, 3, 2]\n'
    assert text_of(design, "Houses, tag 4: strength 3 to 1", "setup growths: 3 to 2") == (
        'name = "tuned"\nbase = "rulebook"\n'
        "[cards]\nHouses = { tag = 4, ratings = [5, 1, 2] }\n"
        "[readings]\nsetup_growths = 2\n"
    )
    assert text_of(design, "growths: 2 to 1", "players: 2 to 3 (and so setup growths 3 to 4)") == (
        'name = "tuned"\nbase = "rulebook"\n[difficulties]\n'
        "easy = { growths = 1, center_penalty = false }\n"
        "difficult = { growths = 1, center_penalty = true }\n"
        "impossible = { growths = 3, center_penalty = true }\n"
    )
    revised = make_design("revised", 2)
    assert text_of(revised, "center_penalty: true to false") == (
        'name = "tuned"\nbase = "revised"\n[readings]\ncenter_penalty = false\n'
    )
    readme = make_design("rulebook", 2, edition="readme")
    assert text_of(readme, "start: center to any") == (
        'name = "tuned"\nbase = "readme"\n[readings]\nstart = "any"\n'
    )


def test_of_a_kind_most_are_told_by_their_tag(make_design):
    """Of four 3s three are changed one by one: then they are what goes with the tag."""
    design = make_design("rulebook", 2)
    texts = [f"{name}, tag 3: defence 4 to 3" for name in ("Chalks", "Paints", "Candies")]
    assert text_of(design, *texts) == (
        'name = "tuned"\nbase = "rulebook"\n'
        "[cards]\n3 = [3, 2, 1]\nFlowers = { tag = 3, ratings = [4, 2, 1] }\n"
    )
