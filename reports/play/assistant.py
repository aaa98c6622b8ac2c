"""Following a game line by line: what is entered, what follows of itself, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from layouts.errors import RuleError
from reports.play.entry import COMMANDS, Command, find_action, parse_command, parse_shown
from reports.play.screen import Screen, describe_decider, describe_dice
from reports.play.session import Session
from reports.review import show_review
from search.advice import Advice
from search.games.record import Record, decide
from search.games.review import review
from search.values import Values
from solver.guardians.action import Action
from solver.guardians.phases import begins_round
from solver.process import Owner

AT_END = ("undo", "redo", "review", "save", "board", "help", "quit")
"""Commands that mean something when the game is over."""


@dataclass(frozen=True)
class Manner:
    """How a game is followed.

    Parameters
    ----------
    simulate
        The program rolls the dice, and decides for the side that is not advised.
    side
        Who is advised: `Owner.PLAYERS` or `Owner.OPPONENT`.
    hints
        Moves are ranked before a decision; else only listed.
    """

    simulate: bool
    side: Owner
    hints: bool


class Assistant:
    """What happens between two entries.

    Parameters
    ----------
    values
        Of the game, if they are known.
    advise
        Ranks the moves where a game stands.
    keep
        Called with the game after each entry that counts.
    save
        Writes the game to a file that was named.
    """

    def __init__(
        self,
        session: Session,
        screen: Screen,
        values: Values | None,
        manner: Manner,
        *,
        advise: Callable[[Record], Advice],
        keep: Callable[[Record], None],
        save: Callable[[Record, str], None],
    ) -> None:
        self.session = session
        self.screen = screen
        self.values = values
        self.manner = manner
        self.advise = advise
        self.keep = keep
        self.save = save
        self.is_done = False
        self._advice: tuple[Record, Advice] | None = None

    @property
    def record(self) -> Record:
        """The game as it stands."""
        return self.session.record

    @property
    def is_at_end(self) -> bool:
        """Is the game over, and nothing only tried out?"""
        return self.record.is_over and not self.session.depth

    @property
    def prompt(self) -> str:
        """What is asked for now."""
        record = self.record
        branch = "what if: " * self.session.depth
        if record.is_over:
            return f"{branch}the game is over ({'back or undo' if branch else 'undo; Enter leaves'})> "
        if record.dice_awaited:
            return f"{branch}{describe_dice(record)}> "
        return f"{branch}{describe_decider(record)}> "

    def begin(self) -> None:
        """Draw the table, go on to the first entry, and say what it is about."""
        self.screen.show_board(self.record)
        self._go_on()
        self._show()

    def enter(self, text: str) -> None:
        """Do what a line says.

        Raises
        ------
        InputError
            If it can't be read or isn't legal here; nothing has changed then.
        """
        text = text.strip()
        if not text:
            return
        command = parse_command(text)
        if command:
            self._obey(command)
            return
        before = self.record
        if before.dice_awaited:
            self.session.roll(parse_shown(text).dice)
        else:
            self._decide(find_action(before.game.board, self._numbered(), text))
        self._entered(before)

    def _numbered(self) -> list[Action]:
        """Return the legal actions in the order in which they are numbered on the screen."""
        if self._hinted():
            return [move.action for move in self._advised().moves]
        return list(self.record.play.actions(self.record.state))

    def _hinted(self) -> bool:
        return self.manner.hints and self.record.owner == self.manner.side

    def _advised(self) -> Advice:
        if self._advice is None or self._advice[0] is not self.record:
            self._advice = self.record, self.advise(self.record)
        return self._advice[1]

    def _decide(self, action: Action) -> None:
        record = self.record
        # A mistake is told to those who practise, and wherever the moves are ranked anyway.
        told = self.values is not None or self._hinted() or self.manner.simulate
        advice = self._advised() if told and record.owner == self.manner.side else None
        self.session.decide(action)
        if advice:
            move = next(move for move in advice.moves if move.action == action)
            self.screen.show_cost(record, record.state, advice, move)

    def _entered(self, before: Record) -> None:
        self._report(before, self.record)
        self._go_on()
        if not self.session.depth:
            self.keep(self.record)
        self._show()

    def _report(self, before: Record, after: Record) -> None:
        """Say what the steps between two moments of a game have changed."""
        passed = after.states
        for at in range(len(before.steps), len(after.steps)):
            self.screen.show_step(after, passed[at], after.steps[at])
            if begins_round(after.game, passed[at], passed[at + 1]):
                self.screen.show_board(after)

    def _go_on(self) -> None:
        """Take the steps that nobody is asked about: forced ones, and those that the program makes."""
        while not self.record.is_over:
            before = self.record
            if before.dice_awaited:
                if not (self.manner.simulate and not self.session.depth):
                    return
                after = self._rolled(before)
            else:
                action = self._own_choice(before)
                if action is None:
                    return
                after = decide(before, action)
            self.session.go_on(after)
            self._report(before, after)

    def _rolled(self, record: Record) -> Record:
        from search.games.simulate import roll_awaited

        return roll_awaited(record, self.session.random)

    def _own_choice(self, record: Record) -> Action | None:
        """Return the action that the program takes, if it is to."""
        actions = record.play.actions(record.state)
        if len(actions) == 1:
            return actions[0]
        if self.manner.simulate and record.owner != self.manner.side:
            return self._advised().moves[0].action
        return None

    def _show(self) -> None:
        record = self.record
        self.screen.show_moment(record)
        if record.is_over:
            if not self.session.depth and self.values is not None:
                self._review()
        elif not record.dice_awaited:
            if self._hinted():
                self.screen.show_moves(record, self._advised(), every=False)
            else:
                self.screen.list_actions(record)

    def _review(self) -> None:
        if self.values is not None:
            show_review(self.screen.out, review(self.record, self.values))
        else:
            raise RuleError("there is no review: this game is too large to solve, and has no saved table")

    def _obey(self, command: Command) -> None:
        name, rest = command
        record = self.record
        if rest and name != "save":
            raise RuleError(f"`{name}` takes nothing after it")
        if name in ("moves", "hint", "best") and (record.is_over or record.dice_awaited):
            raise RuleError("there is nothing to decide now")
        match name:
            case "help":
                for word, meaning in COMMANDS.items():
                    self.screen.say(f"{word:>8}  {meaning}")
                self.screen.say("Or a move's number, a move in words (move houses), or what the dice show.")
            case "moves" if not self._hinted():
                self.screen.list_actions(record)
            case "moves":
                self.screen.show_moves(record, self._advised(), every=True)
            case "hint":
                self._hint()
            case "best":
                self._decide(self._advised().moves[0].action)
                self._entered(record)
            case "roll":
                self.session.roll()
                self._entered(record)
            case "board":
                self.screen.show_board(record)
            case "undo":
                self.session.undo()
                self._moved()
            case "redo":
                self.session.redo()
                self._moved()
            case "what-if":
                self.session.branch()
                self.screen.say("What follows is only tried out, until `back`.")
                self._show()
            case "back":
                self.session.leave_branch()
                self._show()
            case "review":
                self._review()
            case "save":
                self.save(self.session.kept, rest)
            case "quit":
                self.is_done = True

    def _hint(self) -> None:
        """List the ranked moves; numbered in words only, where the list on the screen is another."""
        self.screen.show_moves(self.record, self._advised(), every=True)
        if not self._hinted():
            self.screen.say(
                "(The numbers of this list don't count here: enter the move in words, or `best`.)"
            )

    def _moved(self) -> None:
        if not self.session.depth:
            self.keep(self.record)
        self._show()


def follow(assistant: Assistant, lines: Iterable[str], *, on_error: Callable[[int, Exception], None]) -> bool:
    """Enter lines until the game is left, or is over; tell whether one of these came about before they ended.

    When it is over, entries can still be taken back; any line that means nothing then leaves.

    Parameters
    ----------
    on_error
        Called with the number of a line that was refused, from 1, and why; it may raise.
    """
    from layouts.errors import InputError

    assistant.begin()
    for number, line in enumerate(lines, start=1):
        command = parse_command(line.strip())
        if assistant.is_at_end and not (command and command.name in AT_END):
            return True
        try:
            assistant.enter(line)
        except InputError as error:
            on_error(number, error)
        if assistant.is_done:
            return True
    return assistant.is_at_end
