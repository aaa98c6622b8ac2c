"""What has been done and rolled in a game, step by step, each step checked against the rules.

A step is an action with what its dice showed. Between the two the record waits for the dice
(`rolling`). Nothing is lumped, so that the record says what people saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from layouts.errors import RuleError
from layouts.graph import board_of
from solver.guardians.action import ROLL_DIE, Action
from solver.guardians.dice import SIDES
from solver.guardians.game import Game
from solver.guardians.notation import format_action
from solver.guardians.phases import begin_game
from solver.guardians.play import Play
from solver.guardians.rolling import after_roll, count_dice
from solver.guardians.state import Over, State
from solver.guardians.validity import check_state
from solver.process import Owner

if TYPE_CHECKING:
    import networkx as nx

    from solver.guardians.rules import Rules

Dice = tuple[int, ...]


class Step(NamedTuple):
    """An action, what its dice showed (nothing, if it rolls none), and where it led."""

    action: Action
    dice: Dice
    after: State


class Note(NamedTuple):
    """What somebody has written into a game's file: before an entry, or beside it."""

    entry: int  # its number, from 0; an entry is an action, or what dice show
    text: str
    beside: str = ""  # the entry, as a line; empty for a note on a line of its own


@dataclass(frozen=True)
class Record:
    """A game so far: where it began, its steps, and perhaps an action whose dice are to be rolled.

    Parameters
    ----------
    game
        The game on the table, nothing lumped.
    begin
        The state in which it began.
    names
        Of the players, by seat; empty where there is none.
    rolling
        The action chosen, if its dice are to be rolled.
    notes
        That the game's file has; two records are equal whatever was noted.
    """

    layout: nx.Graph = field(compare=False)
    game: Game
    begin: State
    names: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    rolling: Action | None = None
    notes: tuple[Note, ...] = field(default=(), compare=False)

    @property
    def play(self) -> Play:
        """The process of the game."""
        return Play(self.game)

    @property
    def state(self) -> State:
        """What lies on the table now; before the roll, if dice are to be rolled."""
        return self.steps[-1].after if self.steps else self.begin

    @property
    def states(self) -> list[State]:
        """All states passed, the first and the last included."""
        return [self.begin, *(step.after for step in self.steps)]

    @property
    def owner(self) -> Owner:
        """Who decides now; chance if dice are to be rolled."""
        return Owner.CHANCE if self.rolling else self.play.owner(self.state)

    @property
    def dice_awaited(self) -> int:
        """How many dice are to be rolled now; none if somebody is to decide."""
        action = self.rolling or (ROLL_DIE if self.owner == Owner.CHANCE else None)
        return count_dice(self.game, self.state, action) if action else 0

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return isinstance(self.state.moment, Over)


def begin_record(
    layout: nx.Graph, rules: Rules, *, names: Sequence[str] = (), begin: State | None = None
) -> Record:
    """Return the record of a game that begins, before the setup unless another state is given.

    Raises
    ------
    RuleError
        If the state can't arise, or there are more names than players.
    """
    if len(names) > rules.players:
        raise RuleError(f"{len(names)} names, and {rules.players} players")
    game = Game(board_of(layout), rules)
    if begin is None:
        begin = begin_game(game)
    else:
        check_state(game, begin)
    return Record(layout, game, begin, (*names, *[""] * (rules.players - len(names))))


def decide(record: Record, action: Action) -> Record:
    """Add an action; if it rolls dice, they are awaited then.

    Raises
    ------
    RuleError
        If it isn't legal, or dice are awaited.
    """
    moment = record.state.moment
    if isinstance(moment, Over):
        raise RuleError(f"the game is over: it is {'won' if moment.won else 'lost'}")
    board = record.game.board
    said = format_action(board, action)
    if record.dice_awaited:
        raise RuleError(f"{said}: {describe_awaited(record.dice_awaited)} first")
    legal = record.play.actions(record.state)
    if action not in legal:
        listed = ", ".join(format_action(board, each) for each in legal)
        raise RuleError(f"{said} isn't legal here; what is: {listed}")
    if count_dice(record.game, record.state, action):
        return replace(record, rolling=action)
    return _add(record, action, ())


def roll(record: Record, dice: Sequence[int]) -> Record:
    """Add what the dice show that are awaited.

    Raises
    ------
    RuleError
        If none are, or so many aren't, or a die shows no number from 1 to 6.
    """
    awaited = record.dice_awaited
    if not awaited:
        over = " and the game is over" if record.is_over else ", but a decision"
        raise RuleError(f"no dice are to be rolled here{over}")
    if len(dice) != awaited:
        raise RuleError(f"{describe_awaited(awaited)}, and {len(dice)} given")
    wrong = [die for die in dice if die not in SIDES]
    if wrong:
        raise RuleError(f"a die shows 1 to 6, and never {wrong[0]}")
    return _add(record, record.rolling or ROLL_DIE, tuple(dice))


def _add(record: Record, action: Action, dice: Dice) -> Record:
    after = after_roll(record.game, record.state, action, dice)
    return replace(record, steps=(*record.steps, Step(action, dice, after)), rolling=None)


def take_back(record: Record) -> Record:
    """Return the record without its last entry: an action, or what dice showed.

    Raises
    ------
    RuleError
        If there is none.
    """
    if record.rolling:
        return replace(record, rolling=None)
    if not record.steps:
        raise RuleError("nothing has been done yet that could be taken back")
    *before, last = record.steps
    waits = last.dice and last.action != ROLL_DIE
    return replace(record, steps=tuple(before), rolling=last.action if waits else None)


def describe_awaited(count: int) -> str:
    """Say how many dice are to be rolled."""
    return f"{count} {'die is' if count == 1 else 'dice are'} to be rolled"
