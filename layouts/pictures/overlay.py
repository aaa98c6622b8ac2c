"""What lies on a card, for pictures?

Only what can be seen on the table: nothing here knows which of it the rules of the game allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from layouts.errors import RuleError, quote
from layouts.names import check_distinct, index_of

MOST = 99


@dataclass(frozen=True, slots=True)
class OnCard:
    """What lies on one card.

    Parameters
    ----------
    sealed : bool
        True if the dark side is up.
    agents, exhausted_agents, spirits : int
        How many there are, from 0 to 99; `agents` counts those that stand.
    upright, lying : tuple of int
        The numbers of the guardians here that are upright, and of those that lie exhausted.

    Raises
    ------
    RuleError
        If something isn't as said above.

    Examples
    --------
    >>> print(OnCard(sealed=True, agents=2, lying=(1, 3)))
    dark, 2 agents standing, guardian 1 lying, guardian 3 lying
    """

    sealed: bool = False
    agents: int = 0
    exhausted_agents: int = 0
    spirits: int = 0
    upright: tuple[int, ...] = ()
    lying: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if type(self.sealed) is not bool:
            raise RuleError(f"sealed is {quote(self.sealed)}; it must be True or False")
        for field in fields(self)[1:4]:
            _check_number(getattr(self, field.name), field.name)
        for number in (*self.upright, *self.lying):
            _check_number(number, "the number of a guardian")

    def __str__(self) -> str:
        counts = [
            (self.agents, "agent", " standing"),
            (self.exhausted_agents, "agent", " exhausted"),
            (self.spirits, "spirit", ""),
        ]
        return ", ".join(
            [
                "dark" if self.sealed else "light",
                *(f"{count} {what}{'s' * (count > 1)}{how}" for count, what, how in counts if count),
                *(f"guardian {number} upright" for number in self.upright),
                *(f"guardian {number} lying" for number in self.lying),
            ]
        )


Overlay = Mapping[str, OnCard]


def lying_on(overlay: Overlay, names: Sequence[str]) -> dict[str, OnCard]:
    """Return what lies on each card of `names`; a card that the overlay leaves out is light and empty.

    Raises
    ------
    RuleError
        If something lies on a card that isn't there, or a card comes twice.
    """
    check_distinct(overlay)
    found = {names[index_of(name, names)]: what for name, what in overlay.items()}
    return {name: found.get(name, OnCard()) for name in names}


def _check_number(value: object, what: str) -> None:
    if type(value) is not int or not 0 <= value <= MOST:
        raise RuleError(f"{what} is {quote(value)}; it must be a whole number from 0 to {MOST}")
