"""A position: a layout, the rules, and a state; as one word, or as a file (`position_file`).

The code is the layout's code, the rules and the state, joined by `:`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from layouts.code import format_code, parse_code
from layouts.errors import ParseError, quote
from layouts.graph import board_of
from solver.guardians.game import Game
from solver.guardians.notation import format_rules, format_state, parse_rules, parse_state
from solver.guardians.rules import Rules
from solver.guardians.state import State
from solver.guardians.validity import check_state

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Position:
    """A layout, the rules, and what lies on the table; checked on the way in.

    Raises
    ------
    RuleError
        If the state breaks an invariant of the rules.
    """

    layout: nx.Graph = field(compare=False)
    rules: Rules
    state: State

    def __post_init__(self) -> None:
        check_state(self.game, self.state)

    @cached_property
    def game(self) -> Game:
        """The game on the table, nothing lumped."""
        return Game(board_of(self.layout), self.rules)


def format_position(position: Position) -> str:
    """Write a position as one word."""
    return ":".join(
        [format_code(position.layout), format_rules(position.rules), format_state(position.state)]
    )


def parse_position(text: str) -> Position:
    """Read what `format_position` wrote.

    Raises
    ------
    ParseError
        If the text is not of that form.
    RuleError
        If the position can't arise.
    """
    layout, _, state = text.rpartition(":")
    layout, _, rules = layout.rpartition(":")
    if not layout:
        raise ParseError(f"position {quote(text)} has no layout, rules and state, joined by ':'")
    return Position(parse_code(layout), parse_rules(rules), parse_state(state))
