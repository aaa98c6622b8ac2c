"""Which game is played, in the words of somebody who asked for it: players, difficulty, readings."""

from __future__ import annotations

from reports.words import counted
from solver.guardians.editions import EDITIONS, nearest_difficulty
from solver.guardians.rules import Rules, format_value

DEFAULT = "rulebook"


def describe_rules(rules: Rules, cards: str | None = None) -> str:
    """Return the rules in words, by the printed difficulty that they are nearest to.

    Parameters
    ----------
    cards
        The edition of the layout's cards, if it is known, which need not be said.
    """
    likely = cards if cards and cards in EDITIONS else DEFAULT
    edition, difficulty, different = nearest_difficulty(rules, likely)
    whose = "" if edition.name == likely else f" of the {edition.name} edition"
    readings = [f"{name}={format_value(value)}" for name, value in different.items()]
    return ", ".join([counted(rules.players, "player"), f"{difficulty.name}{whose}", *readings])
