"""Which small changes does a design allow, and how much does each change?

Costs are small whole numbers, so that equal ones are equal; `PRICES` says what each is and why. A *kind* of
cards is all cards of the layout with one tag and equal ratings. Cards with ratings of their own, which a
layout may give by hand, are left alone: an edition can't change them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from layouts.cards import HIGHEST_RATING
from layouts.errors import RuleError
from search.tuning.design import PLAYERS, RATINGS, Change, Design, Setting
from solver.guardians.rules import MOST_PLAYERS, READINGS, format_value

KINDS = ("ratings", "growths", "players", "readings")
STEPS = (-1, 1, -2, 2)
ALL_OF_A_KIND = "all cards of a kind"


class Price(NamedTuple):
    """What a change costs, for each step if it has steps, and why."""

    cost: int
    reason: str


PRICES: Mapping[str, Price] = {
    "setup growths": Price(1, "one number of the setup, which acts once a game"),
    "one card": Price(2, "one number on one card"),
    ALL_OF_A_KIND: Price(3, "one number on several cards, but no exception to remember"),
    "growths": Price(3, "one number, which acts every round; difficulties are made of it"),
    "open reading": Price(3, "a sentence where the rulebook can be read in several ways"),
    "stated rule": Price(5, "against what the rulebook states"),
    "Lord Sepia": Price(8, "somebody has to play him, or no longer may"),
    "players": Price(8, "not the design, but who sits at the table"),
}
GROWTHS = ("setup_growths", "growths")
STATED = ("reroll", "actions", "agents", "spirits")
"""Readings in which the rulebook isn't open."""


def list_changes(design: Design, kinds: Collection[str] = KINDS) -> list[Change]:
    """Return all changes of some kinds, the cheapest first.

    Raises
    ------
    RuleError
        If there is no such kind.
    """
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise RuleError(f"there are no changes of the kind {unknown[0]!r}; the kinds are {', '.join(KINDS)}")
    found = [*_growths(design), *_ratings(design), *_readings(design), *_players(design)]
    return sorted((one for one in found if one.kind in kinds), key=lambda change: change.cost)


def cards_left_alone(design: Design) -> list[str]:
    """Return the cards whose ratings the layout gives by hand."""
    return [name for name, card in design.layout.nodes.items() if card["own"]]


def _ratings(design: Design) -> Iterator[Change]:
    alike = defaultdict(list)
    for name, card in design.layout.nodes.items():
        if not card["own"]:
            alike[card["tag"], card["ratings"]].append(name)
    for (tag, ratings), names in alike.items():
        groups = [names] if len(names) == 1 else [names, *([name] for name in names)]
        for group in groups:
            price = ALL_OF_A_KIND if len(group) > 1 else "one card"
            for what in RATINGS:
                now = getattr(ratings, what)
                for step in STEPS:
                    if 0 <= now + step <= HIGHEST_RATING:
                        settings = tuple(Setting(name, what, now, now + step) for name in group)
                        text = f"{_joined(group)}, tag {tag}: {what} {now} to {now + step}"
                        yield _priced("ratings", price, step, text, settings)


def _growths(design: Design) -> Iterator[Change]:
    for name in GROWTHS:
        yield from _steps(design, name, "growths", name.replace("_", " "))


def _readings(design: Design) -> Iterator[Change]:
    for name, reading in READINGS.items():
        if name in GROWTHS:
            continue
        now = getattr(design.rules, name)
        if type(now) is int and name in STATED:
            yield from _steps(design, name, "readings", "stated rule")
            continue
        price = "Lord Sepia" if name == "decider" else "stated rule" if name in STATED else "open reading"
        for value in reading.alternatives or reading.values or ():
            if value != now:
                text = f"{name}: {format_value(now)} to {format_value(value)}"
                yield _priced("readings", price, 1, text, (Setting("", name, now, value),))


def _players(design: Design) -> Iterator[Change]:
    now = design.players
    for step in STEPS:
        if 1 <= now + step <= MOST_PLAYERS:
            setup = design.edition.rules(now + step, design.difficulty, design.readings).setup_growths
            before = design.rules.setup_growths
            also = "" if setup == before else f" (and so setup growths {before} to {setup})"
            text = f"players: {now} to {now + step}{also}"
            yield _priced("players", "players", step, text, (Setting("", PLAYERS, now, now + step),))


def _steps(design: Design, name: str, kind: str, price: str) -> Iterator[Change]:
    now = getattr(design.rules, name)
    for step in STEPS:
        if READINGS[name].allows(now + step):
            text = f"{name.replace('_', ' ')}: {now} to {now + step}"
            yield _priced(kind, price, step, text, (Setting("", name, now, now + step),))


def _priced(kind: str, price: str, step: int, text: str, settings: tuple[Setting, ...]) -> Change:
    return Change(kind, text, abs(step) * PRICES[price].cost, price, settings)


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
