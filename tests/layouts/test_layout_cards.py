"""Cards and their editions; the numbers are typed in here again from the printed sheets."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import layouts
from layouts import CARD_SETS, CENTER_TAG, TAGS, Card, CardSet, InputError, Ratings, RuleError, find_card_set
from layouts.errors import located, quote
from layouts.names import check_distinct, check_name, fold, index_of

MODULES = [module.name for module in pkgutil.walk_packages(layouts.__path__, "layouts.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_importing_the_room_does_not_import_networkx():
    command = "import sys, layouts; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("rulebook", {3: (4, 2, 1), 4: (5, 3, 2), 5: (5, 3, 2), 6: (6, 5, 0)}),
        ("readme", {3: (4, 2, 1), 4: (5, 3, 2), 5: (5, 3, 2), 6: (6, 5, 0)}),
        ("revised", {3: (2, 1, 1), 4: (4, 2, 2), 5: (4, 2, 2), 6: (5, 4, 0)}),
    ],
)
def test_editions_have_the_printed_ratings(edition, expected):
    card_set = CARD_SETS[edition]
    assert {tag: tuple(card_set.ratings_of("Any", tag)) for tag in TAGS} == expected
    assert card_set.counts == {3: 4, 4: 2, 5: 2, CENTER_TAG: 1}
    assert card_set.name == edition


def test_the_revised_edition_has_one_stronger_three():
    assert CARD_SETS["revised"].ratings_of("light", 3) == Ratings(3, 1, 1)
    assert CARD_SETS["revised"].ratings_of("Light", 4) == Ratings(4, 2, 2)  # another card of that name
    assert CARD_SETS["rulebook"].ratings_of("Light", 3) == Ratings(4, 2, 1)


def test_a_card_set_is_a_value():
    mine = CardSet("mine", {3: Ratings(1, 1, 1)}, {"Odd": Card(3, Ratings(2, 0, 0))})
    assert mine == CardSet("mine", {3: Ratings(1, 1, 1)}, {"Odd": Card(3, Ratings(2, 0, 0))})
    assert eval(repr(mine)) == mine
    assert len({mine, CARD_SETS["rulebook"]}) == 2
    with pytest.raises(RuleError, match=r"'Moon': the edition 'mine' has no ratings for tag 5 \(it has: 3\)"):
        mine.ratings_of("Moon", 5)


@pytest.mark.parametrize(
    ("wrong", "culprit"),
    [
        (lambda: CardSet("", {}), "edition name ''"),
        (lambda: CardSet("mine", {7: Ratings(1, 1, 1)}), "tag is 7"),
        (lambda: CardSet("mine", {3: (1, 1)}), "tag 3: the ratings are (1, 1)"),
        (
            lambda: CardSet("mine", {3: Ratings(1, 1, -1)}),
            "tag 3: the ratings are 1/1/-1; they must be [defence",
        ),
        (lambda: CardSet("mine", {3: Ratings(True, 1, 1)}), "tag 3: the ratings are True/1/1"),
        (lambda: CardSet("mine", {}, {"Odd": Card(2, Ratings(1, 1, 1))}), "card 'Odd': the tag is 2"),
        (
            lambda: CardSet("mine", {}, {"A": Card(3, Ratings(1, 1, 1)), "a": Card(3, Ratings(1, 1, 1))}),
            "'a'",
        ),
        (lambda: CardSet("mine", {3: Ratings(1, 1, 1)}, counts={3: -1}), "the count is -1"),
        (lambda: find_card_set("reviced"), "'reviced'; the editions are rulebook, readme, revised"),
        (lambda: find_card_set(3), "no edition 3"),
    ],
)
def test_what_is_no_card_set_is_refused(wrong, culprit):
    with pytest.raises(RuleError) as caught:
        wrong()
    assert culprit in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_are_compared_without_case_and_a_space_counts_as_a_hyphen():
    assert fold("Ferris wheel") == fold("FERRIS-WHEEL") != fold("Ferriswheel")
    assert fold("Café") == fold("Cafe\u0301")  # composed and decomposed
    assert index_of("ferris-wheel", ["Boat", "Ferris wheel"]) == 1
    with pytest.raises(RuleError, match="no card 'Moon'; the names are Boat, Stars"):
        index_of("Moon", ["Boat", "Stars"])


def test_a_name_may_not_come_twice():
    check_distinct(["A", "B"])
    with pytest.raises(RuleError, match="'A' is used twice;"):
        check_distinct(["A", "B", "A"])
    with pytest.raises(RuleError, match="'a-b' is used twice, as 'A b'"):
        check_distinct(["A b", "a-b"])


@pytest.mark.parametrize(
    "name", ["", " A", "A ", "a\nb", "a\tb", "\x1b[31m", "\u200b", "\ud800", "x" * 61, 5, None]
)
def test_what_is_no_name_is_refused_in_one_line(name):
    with pytest.raises(RuleError) as caught:
        check_name(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["A", "x" * 60, "Käse", "花", 'a "b" \\', "a.b:c-d_e", "#", "1", "a  b"])
def test_names_are_kept_as_they_are(name):
    assert check_name(name) == name


def test_quotes_are_one_short_line_whatever_they_quote():
    assert quote("a\nb") == "'a\\nb'"
    assert quote({"a": [1.5, None]}) == "{'a': [1.5, None]}"
    assert len(quote("x" * 1000)) == len(quote(list(range(1000)))) == 64
    assert quote(1 << 100_000) == "a huge number"  # str() of it raises ValueError


def test_where_goes_in_front_of_a_message_and_the_class_stays():
    with pytest.raises(RuleError, match=r"^file: what$") as caught, located("file"):
        raise RuleError("what")
    assert isinstance(caught.value, InputError)
    assert isinstance(caught.value, ValueError)
