"""The readings: which of the rules' open points is taken how, as one frozen value.

The rulebook leaves gaps. Each gap is a *reading* with a number, a field of `Rules`, a default and
alternatives; `READINGS` lists them with what they mean. A `Rules` value is complete: nothing in it
is "automatic" any more, so two equal values are the same game.

Source: the designer's rulebook, 2016 edition, for the defaults; the README edition of the rules and
the revised cards for the presets in `editions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

from layouts.errors import RuleError, quote

Value = bool | int | str
AUTO = "auto"
MOST_PLAYERS = 4
MOST_DIGITS = 9
"""Longer numbers are no reading's value, and Python refuses very long ones."""


class Reading(NamedTuple):
    """One open point of the rules: its number, what the values mean, and which there are."""

    number: int
    meaning: str
    values: tuple[Value, ...] | None  # None: any whole number from `least` on
    least: int = 0
    most: int = 99
    alternatives: tuple[Value, ...] = ()  # worth comparing, where any number is allowed

    def allows(self, value: Value) -> bool:
        """Tell whether `value` is one of this reading's; True is not taken for 1."""
        if self.values is None:
            return type(value) is int and self.least <= value <= self.most
        return any(type(value) is type(other) and value == other for other in self.values)

    def describe_values(self) -> str:
        """List the values in words, for messages and tables."""
        if self.values is None:
            return f"a whole number from {self.least} to {self.most}"
        return ", ".join(format_value(value) for value in self.values)


def format_value(value: Value) -> str:
    """Write a reading's value as it is typed: true, 3, lord_sepia."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_value(text: str) -> Value:
    """Read what `format_value` wrote."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else text


READINGS: Mapping[str, Reading] = {
    "setup_growths": Reading(1, "how often Darkness Grows in the setup", None, 0, 99, (1, 2, 3, 4)),
    "center_agent_from": Reading(
        2, "from how many players on an agent starts on the center", (1, 2, 3, 4, 5), alternatives=(1, 5)
    ),
    "start": Reading(3, "guardians start at the center, or anywhere they like", ("center", "any")),
    "blocking_agents": Reading(
        4, "which agents block an encounter and a seal: standing ones, or any", ("standing", "any")
    ),
    "spirits_per_location": Reading(5, "how many spirits may stand on one location", (1, 2)),
    "encounter_on_light": Reading(6, "encounters are allowed on light locations", (True, False)),
    "spirit_moves": Reading(
        7, "with the reserve empty, an encounter moves a spirit that is on the table", (True, False)
    ),
    "center_needs_spirit": Reading(8, "the center's seal needs a spirit there, too", (False, True)),
    "spirit_returns": Reading(9, "a broken seal sends its spirit back to the reserve", (True, False)),
    "reduce_timing": Reading(
        10, "a supporter lowers the rating before the roll, or only after a failed one", ("before", "after")
    ),
    "reroll": Reading(11, "a supporter may have dice of a failed roll rolled again", (True, False)),
    "center_penalty": Reading(
        12, "each failure at the center's seal takes a spirit out of the game", (True, False)
    ),
    "agent_order": Reading(13, "the order in which agents act is chosen", ("chosen",)),
    "agent_target": Reading(
        14,
        "where an agent without a light neighbour heads: the highest tag, the nearest card, or any neighbour",
        ("highest", "nearest", "adjacent"),
    ),
    "growth_choice": Reading(15, "Darkness Grows darkens a light location of the tag, if any", ("light",)),
    "decider": Reading(
        16,
        "who chooses for darkness: the players, Lord Sepia (setup, agents and growth), or he for the agents",
        ("players", "lord_sepia", "lord_sepia_agents"),
    ),
    "actions": Reading(17, "actions in a player's turn", None, 1, 20, (2, 3, 5, 6)),
    "agents": Reading(18, "agents in the box", (2, 1, 0)),
    "spirits": Reading(18, "spirits in the box", (2, 1, 0)),
    "growths": Reading(19, "how often Darkness Grows at the end of a round", None, 0, 99, (0, 1, 2, 3)),
    "reroll_when": Reading(20, "dice are rolled again only after a failure", ("failed",)),
}


@dataclass(frozen=True)
class Rules:
    """The rules of one game, every reading settled. Field by field as in `READINGS`.

    Raises
    ------
    RuleError
        If a field has a value that its reading doesn't allow, or `players` is not 1 to 4.
    """

    players: int = 2
    setup_growths: int = 3
    center_agent_from: int = 3
    start: str = "center"
    blocking_agents: str = "standing"
    spirits_per_location: int = 1
    encounter_on_light: bool = True
    spirit_moves: bool = True
    center_needs_spirit: bool = False
    spirit_returns: bool = True
    reduce_timing: str = "before"
    reroll: bool = True
    center_penalty: bool = False
    agent_order: str = "chosen"
    agent_target: str = "highest"
    growth_choice: str = "light"
    decider: str = "players"
    actions: int = 4
    agents: int = 2
    spirits: int = 2
    growths: int = 1
    reroll_when: str = "failed"

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 1 <= self.players <= MOST_PLAYERS:
            raise RuleError(f"players: {self.players} is no number of players; 1 to {MOST_PLAYERS} can play")
        for name, reading in READINGS.items():
            check_reading(name, getattr(self, name), reading)

    def differences(self) -> dict[str, Value]:
        """Return the fields that are not at their defaults, in order."""
        defaults = Rules()
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != getattr(defaults, f.name)
        }


def reading_named(name: str) -> Reading:
    """Look a reading up; RuleError lists the names if there is none such."""
    if name not in READINGS:
        raise RuleError(f"reading {quote(name)} is unknown; the readings are {', '.join(READINGS)}")
    return READINGS[name]


def check_reading(name: str, value: Value, reading: Reading | None = None) -> None:
    """Raise RuleError unless `value` is one that the reading `name` allows."""
    reading = reading or reading_named(name)
    if not reading.allows(value):
        raise RuleError(f"reading {name}: {quote(format_value(value))} is none of its values; it takes "
                        f"{reading.describe_values()}")  # fmt: skip


def parse_reading(text: str) -> tuple[str, Value]:
    """Read NAME=VALUE; the value may be `auto` where a default depends on players or difficulty.

    Raises
    ------
    RuleError
        If the text has no "=", the name is no reading's, or the value none of its values.
    """
    name, equals, value_text = (part.strip() for part in text.partition("="))
    if not equals:
        raise RuleError(f"reading {quote(text)} has no value; write NAME=VALUE, as in actions=3")
    name = name.lower().replace("-", "_")
    reading = reading_named(name)
    value = parse_value(value_text)
    if not (value == AUTO and name in AUTOMATIC):
        check_reading(name, value, reading)
    return name, value


AUTOMATIC = ("setup_growths", "center_penalty", "growths")
"""Readings whose default depends on the number of players or on the difficulty."""


@dataclass(frozen=True)
class Difficulty:
    """A named difficulty: what `auto` stands for."""

    name: str
    growths: int
    center_penalty: bool


@dataclass(frozen=True)
class Preset:
    """An edition's readings and difficulties, hardest last."""

    readings: Mapping[str, Value] = field(default_factory=dict)
    difficulties: tuple[Difficulty, ...] = ()
    extra_setup_growths: int = 1  # how many more than there are players


def settle_rules(
    preset: Preset, players: int, difficulty: Difficulty, readings: Mapping[str, Value] | None = None
) -> Rules:
    """Return complete rules: readings given by hand override the edition's, these the defaults."""
    chosen = {**preset.readings, **(readings or {})}
    for name in chosen:
        reading_named(name)
    automatic: dict[str, Value] = {
        "setup_growths": players + preset.extra_setup_growths,
        "center_penalty": difficulty.center_penalty,
        "growths": difficulty.growths,
    }
    for name, value in automatic.items():
        if chosen.get(name, AUTO) == AUTO:
            chosen[name] = value
    return Rules(players=players, **chosen)  # type: ignore[arg-type]


def with_reading(rules: Rules, name: str, value: Value) -> Rules:
    """Return rules with one reading changed."""
    check_reading(name, value)
    return replace(rules, **{name: value})  # type: ignore[arg-type]


def list_alternatives(rules: Rules) -> list[tuple[str, Value]]:
    """Return each reading with each of its other values that are worth comparing."""
    return [
        (name, value)
        for name, reading in READINGS.items()
        for value in (reading.alternatives or reading.values or ())
        if value != getattr(rules, name)
    ]
