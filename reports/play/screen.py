"""What somebody sees who follows a game: where it stands, what can be done, and what each move is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from reports.boards import print_board
from reports.changes import describe_change
from reports.points import points
from reports.weighed_moves import regret_text, win_text
from reports.words import (
    describe_action,
    describe_first,
    describe_moment,
    describe_odds,
    describe_pieces,
    marks_of,
    percent,
    percent_within,
)
from search.advice import Advice
from search.games.counsel import Split, split_roll
from search.games.record import Record, Step
from search.games.review import count_rounds
from search.ranking import Move
from search.values import Values
from solver.guardians.action import REROLL, ROLL, STEP
from solver.guardians.phases import seat_of
from solver.guardians.state import ATTEMPTS, Growth, Over, State
from solver.process import Owner

FEW = 5
"""Moves that are listed unless all are asked for."""


def with_names(text: str, names: Sequence[str]) -> str:
    """Put the players' names where their seats are said.

    Examples
    --------
    >>> with_names("Player 2 to act; player 1 supports", ["Anna", ""])
    'Player 2 to act; Anna supports'
    """

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) - 1
        return (names[seat] if seat < len(names) else "") or match[0]

    return re.sub(r"\b[Pp]layer (\d)\b", name, text)


class Screen:
    """What is printed of a game.

    Parameters
    ----------
    values
        Of the game, if they are known.
    """

    def __init__(self, out: Console, values: Values | None) -> None:
        self.out = out
        self.values = values

    def say(self, text: str, names: Sequence[str] = ()) -> None:
        """Print a paragraph."""
        self.out.print(with_names(text, names), soft_wrap=True)

    def show_board(self, record: Record) -> None:
        """Draw the table."""
        game, state = record.game, record.state
        if isinstance(state.moment, Over):
            return
        print_board(self.out, record.layout, marks_of(game, state))
        pieces = describe_pieces(state)
        if pieces:
            self.say(pieces[0].upper() + pieces[1:] + ".", record.names)

    def show_moment(self, record: Record) -> None:
        """Say what is to be done, and how likely the game is won."""
        rounds = count_rounds(record)
        where = f"Round {rounds}" if rounds else "Setup"
        self.out.print()
        self.say(
            f"[{where}] {describe_moment(record.game, record.state)}{self._chance(record)}", record.names
        )

    def _chance(self, record: Record) -> str:
        if self.values is None or record.is_over:
            return ""
        lower, upper = map(float, self.values.bounds(record.state))
        return f" Win {percent_within(lower, upper, 3)}."

    def show_moves(self, record: Record, advice: Advice, *, every: bool) -> None:
        """List the moves as they are numbered, best first."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", justify="right")
        table.add_column("move")
        table.add_column("win" if advice.bounded else "estimated win", justify="right")
        table.add_column("regret", justify="right")
        table.add_column("odds")
        splits = {move.action: self._split(record, move) for move in advice.moves}
        if any(splits.values()):
            table.add_column("if so", justify="right")
            table.add_column("if not", justify="right")
        shown = advice.moves if every else advice.moves[:FEW]
        for number, move in enumerate(shown, start=1):
            row = [
                str(number),
                describe_action(record.game, record.state, move.action),
                win_text(move, 3),
                regret_text(move, 3, first=number == 1),
                describe_odds(record.game, record.state, move.action),
            ]
            if any(splits.values()):
                split = splits[move.action]
                row += [_part(split and split.success), _part(split and split.failure)]
            table.add_row(*(with_names(cell, record.names) for cell in row))
        self.out.print(table)
        left = len(advice.moves) - len(shown)
        if left:
            self.say(f"({left} more: moves)")
        if not advice.bounded:
            self.say(describe_estimates(advice))

    def _split(self, record: Record, move: Move) -> Split | None:
        if self.values is None:
            return None
        return split_roll(record.play, self.values, record.state, move.action)

    def list_actions(self, record: Record) -> None:
        """List the legal moves without saying which is good."""
        for number, action in enumerate(record.play.actions(record.state), start=1):
            odds = describe_odds(record.game, record.state, action)
            said = describe_action(record.game, record.state, action)
            self.say(f"{number:3} {said}{f' ({odds})' if odds else ''}", record.names)

    def show_step(self, record: Record, before: State, step: Step) -> None:
        """Say what an action and its dice have changed."""
        game, names = record.game, record.names
        parts = []
        if step.action.verb != ROLL:
            parts.append(f"{describe_action(game, before, step.action)}:")
        if step.dice:
            parts.append(f"rolled {' '.join(map(str, step.dice))},")
        parts.append(describe_change(game, before, step.after))
        self.say(f"  {' '.join(parts)}.{self._luck(record, before, step)}", names)

    def _luck(self, record: Record, before: State, step: Step) -> str:
        if self.values is None or not step.dice:
            return ""
        expected = sum(
            (p * self.values.value(after) for p, after in record.play.outcomes(before, step.action)),
            Fraction(0),
        )
        luck = self.values.value(step.after) - expected
        return f" Luck {points(luck)}."

    def show_cost(self, record: Record, before: State, advice: Advice, move: Move) -> None:
        """Say what a decision gave away, and what would have been better; estimated, if beyond doubt."""
        best = describe_action(record.game, before, advice.moves[0].action)
        if advice.bounded:
            regret = (move.regret_lower + move.regret_upper) / 2
            if move.regret_lower > 0:
                self.say(f"  That gave {points(regret, signed=False)} away; better: {best}.", record.names)
            return
        if move.behind and move.behind.is_certain:
            lost, error = (points(part, signed=False) for part in move.behind)
            about = f"{lost} (± {error}, estimated)"
            self.say(f"  That gave about {about} away; better: {best}.", record.names)


def describe_estimates(advice: Advice) -> str:
    """Say what estimates are estimates of."""
    playouts = min(move.estimate.playouts for move in advice.moves if move.estimate)
    return (
        f"Too large to solve: estimates, with their standard errors, of {playouts} or more playouts after "
        f"each move by a strategy that looks one {advice.going_on} ahead (seed {advice.seed}); no bound on "
        "perfect play" + (f"; {describe_first(advice.ahead)}." if advice.ahead else ".")
    )


def describe_dice(record: Record) -> str:
    """Say which dice are to be rolled, for a prompt."""
    moment = record.state.moment
    if isinstance(moment, Growth):
        return "the black die shows"
    action = record.rolling
    assert action is not None
    if action.verb == STEP:
        return "the agent's die shows"
    count = record.dice_awaited
    if action.verb == REROLL:
        return (
            f"the {'die' if count == 1 else f'{count} dice'} rolled again {'shows' if count == 1 else 'show'}"
        )
    assert action.verb in ATTEMPTS
    return "the three dice show"


def _part(value: Fraction | None) -> str:
    return "" if value is None else percent(value, 3)


def describe_decider(record: Record) -> str:
    """Name who decides, for a prompt."""
    if record.owner == Owner.OPPONENT:
        return "Lord Sepia"
    seat = seat_of(record.state)
    return "the team" if seat is None else record.names[seat] or f"player {seat + 1}"
