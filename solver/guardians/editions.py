"""Editions: cards, readings and difficulties under one name; three printed ones, or a designer's own.

An edition file is TOML::

    name = "mine"
    base = "revised"                  # what is not said below is as there
    [cards]                           # ratings [defence, strength, influence] by tag, or by card
    3 = [3, 2, 1]
    "My card" = { tag = 3, ratings = [5, 1, 1] }
    [readings]
    setup_growths = 2
    [difficulties]                    # replaces all of the base's; easiest first
    calm = { growths = 1, center_penalty = false }
    wild = { growths = 4, center_penalty = true }

Sources: the designer's rulebook and print-and-play sheets (2016), the README of their repository,
and the revision of April 2016 (weaker cards, a gentler "easy").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from layouts.cards import CARD_SETS, Card, CardSet, check_ratings, check_tag
from layouts.errors import ParseError, RuleError, located, quote
from layouts.names import check_name, fold
from layouts.toml import STDIN, load_text, parse_toml, where_of
from solver.guardians.rules import READINGS, Difficulty, Preset, Rules, Value, check_reading, settle_rules


@dataclass(frozen=True)
class Edition:
    """A name, the cards, and how the rules are read."""

    name: str
    cards: CardSet
    preset: Preset

    def difficulty(self, name: str | None) -> Difficulty:
        """Look a difficulty up; the easiest if there is no name. RuleError lists them."""
        if name is None:
            return self.preset.difficulties[0]
        for difficulty in self.preset.difficulties:
            if fold(difficulty.name) == fold(name):
                return difficulty
        names = ", ".join(difficulty.name for difficulty in self.preset.difficulties)
        raise RuleError(f"difficulty {quote(name)} is unknown in edition {self.name}; it has {names}")

    def rules(
        self, players: int, difficulty: str | None = None, readings: Mapping[str, Value] | None = None
    ) -> Rules:
        """Return the rules for a number of players at a difficulty; readings given override both."""
        return settle_rules(self.preset, players, self.difficulty(difficulty), readings)


_PRINTED = (Difficulty("easy", 1, False), Difficulty("difficult", 2, True), Difficulty("impossible", 3, True))
_REVISED = (Difficulty("easy", 0, True), Difficulty("medium", 1, True), Difficulty("difficult", 2, True))
_README: dict[str, Value] = {
    "blocking_agents": "any",
    "spirit_moves": False,
    "center_needs_spirit": True,
    "spirit_returns": False,
    "center_penalty": False,
    "agent_target": "adjacent",
}

EDITIONS: Mapping[str, Edition] = {
    "rulebook": Edition("rulebook", CARD_SETS["rulebook"], Preset({}, _PRINTED)),
    "readme": Edition("readme", CARD_SETS["readme"], Preset(_README, _PRINTED, extra_setup_growths=0)),
    "revised": Edition("revised", CARD_SETS["revised"], Preset({"center_penalty": True}, _REVISED)),
}


def nearest_in(edition: Edition, rules: Rules) -> tuple[Difficulty, dict[str, Value]]:
    """Return the difficulty of an edition that rules are nearest to, and the readings that differ."""
    found = []
    for difficulty in edition.preset.difficulties:
        printed = edition.rules(rules.players, difficulty.name)
        different = {
            name: getattr(rules, name) for name in READINGS if getattr(rules, name) != getattr(printed, name)
        }
        found.append((difficulty, different))
    return min(found, key=lambda each: len(each[1]))


def nearest_difficulty(
    rules: Rules, likely: str = "rulebook"
) -> tuple[Edition, Difficulty, dict[str, Value]]:
    """Return the printed edition and difficulty that rules are nearest to, and the readings that differ.

    Parameters
    ----------
    likely
        The edition that is taken, if others are as near.
    """
    editions = sorted(EDITIONS.values(), key=lambda edition: edition.name != likely)
    found = [(edition, *nearest_in(edition, rules)) for edition in editions]
    return min(found, key=lambda each: len(each[2]))


def open_edition(argument: str) -> Edition:
    """Return a named edition, or read the file of one.

    Raises
    ------
    ParseError
        If it is neither, or the file can't be read as an edition.
    RuleError
        If the file breaks a rule.
    """
    for name, edition in EDITIONS.items():
        if fold(argument) == fold(name):
            return edition
    if argument != STDIN and ("\0" in argument or not Path(argument).exists()):
        names = ", ".join(EDITIONS)
        raise ParseError(f"edition {quote(argument)} is neither a file nor one of {names}")
    return parse_edition(load_text(argument), where_of(argument))


def parse_edition(text: str, where: str = "edition") -> Edition:
    """Read an edition from TOML; `where` begins every message."""
    table = parse_toml(text, where)
    with located(where):
        return _edition_of(table)


def _edition_of(table: Mapping[str, Any]) -> Edition:
    keys = {"name": str, "base": str, "cards": dict, "readings": dict, "difficulties": dict}
    for key, value in table.items():
        if key not in keys:
            raise ParseError(f"key {quote(key)} is unknown; an edition has {', '.join(keys)}")
        if not isinstance(value, keys[key]):
            kind = "a text" if keys[key] is str else "a table"
            raise ParseError(f"{key} must be {kind}, not {quote(value)}")
    if "name" not in table:
        raise ParseError("the edition has no name; write name = \"...\"")  # fmt: skip
    name = check_name(table["name"], "edition name")
    if fold(name) in EDITIONS:
        raise RuleError(f"the name {quote(name)} belongs to a printed edition; choose another")
    base_name = table.get("base", "rulebook")
    if fold(base_name) not in EDITIONS:
        raise RuleError(f"base {quote(base_name)} is unknown; the editions are {', '.join(EDITIONS)}")
    base = EDITIONS[fold(base_name)]
    preset = Preset(
        {**base.preset.readings, **_readings_of(table.get("readings", {}))},
        _difficulties_of(table["difficulties"]) if "difficulties" in table else base.preset.difficulties,
        base.preset.extra_setup_growths,
    )
    return Edition(name, _cards_of(name, table.get("cards", {}), base.cards), preset)


def _cards_of(name: str, table: dict[str, Any], base: CardSet) -> CardSet:
    by_tag, by_name = dict(base.by_tag), dict(base.by_name)
    for key, value in table.items():
        where = f"card {quote(key)}"
        if isinstance(value, dict):
            if set(value) != {"tag", "ratings"}:
                raise ParseError(f"{where} must have a tag and ratings, and nothing else")
            by_name[key] = Card(check_tag(value["tag"], where), check_ratings(value["ratings"], where))
        elif key.isdecimal():
            by_tag[check_tag(int(key[:9]), where)] = check_ratings(value, where)
        else:
            raise ParseError(f"{where} is neither a tag = [D, S, I] nor a name = {{ tag, ratings }}")
    return CardSet(name, by_tag, by_name, base.counts)


def _readings_of(table: dict[str, Any]) -> dict[str, Value]:
    for name, value in table.items():
        if not isinstance(value, bool | int | str):
            raise ParseError(f"reading {name}: {quote(value)} is neither a number, a text, true nor false")
        check_reading(name, value)
    return table


def _difficulties_of(table: dict[str, Any]) -> tuple[Difficulty, ...]:
    found = []
    for name, value in table.items():
        where = f"difficulty {quote(check_name(name, 'difficulty'))}"
        if not isinstance(value, dict) or not {"growths"} <= set(value) <= {"growths", "center_penalty"}:
            raise ParseError(f"{where} must be like {{ growths = 1, center_penalty = false }}")
        penalty = value.get("center_penalty", False)
        check_reading("growths", value["growths"])
        check_reading("center_penalty", penalty)
        found.append(Difficulty(name, value["growths"], penalty))
    if not found:
        raise ParseError("difficulties is empty; leave it out to keep the base's")
    return tuple(found)
