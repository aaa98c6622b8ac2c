"""What does somebody mean who types a line in the middle of a game?

A number means the move of that number in the list, or what dice show; words mean an action, as it is
written in a game file or nearly so (`move houses`, `seal 2`, `mov ho`), or a command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from layouts.board import Board
from layouts.errors import ParseError, RuleError, quote
from search.games.game_file import DICE, parse_dice
from solver.guardians.action import Action
from solver.guardians.notation import format_action

COMMANDS = {
    "moves": "list all moves, and not only the first",
    "hint": "say what the best move is, and what the others cost",
    "best": "make the best move",
    "roll": "let the program roll the dice that are awaited",
    "board": "draw the table",
    "undo": "take the last entry back",
    "redo": "enter again what was taken back",
    "what-if": "try something out: nothing is kept until `back`",
    "back": "return to where `what-if` was entered",
    "review": "say how much luck and how much skill there has been so far",
    "save": "write the game to a file: save FILE",
    "help": "list these commands",
    "quit": "stop; the game is kept",
}
SHORT = {"u": "undo", "?": "help", "q": "quit", "whatif": "what-if", "exit": "quit"}


class Command(NamedTuple):
    """A word of `COMMANDS`, and what follows it."""

    name: str
    rest: str


class Shown(NamedTuple):
    """A dice roll that somebody has made."""

    dice: tuple[int, ...]


def parse_command(text: str) -> Command | None:
    """Return the command that a line is, if it is one."""
    word, _, rest = text.partition(" ")
    name = SHORT.get(word.lower(), word.lower())
    if name == "what" and rest.lower() == "if":
        return Command("what-if", "")
    return Command(name, rest.strip()) if name in COMMANDS else None


def parse_shown(text: str) -> Shown:
    """Read what dice show: `1 4 6`, `146` or `dice 1 4 6`.

    Raises
    ------
    ParseError
        If it is something else.
    """
    words = text.split()
    return Shown(parse_dice(words[1:] if words[0] == DICE else words))


def find_action(board: Board, ranked: Sequence[Action], text: str) -> Action:
    """Return the legal action that somebody means.

    Parameters
    ----------
    ranked
        The legal actions, as they are numbered on the screen.

    Raises
    ------
    ParseError, RuleError
        If none of them is meant, or more than one could be.
    """
    if re.fullmatch("[0-9]+", text):
        number = int(text) if len(text) < 5 else 0
        if not 1 <= number <= len(ranked):
            raise RuleError(f"there is no move {text}; they are numbered from 1 to {len(ranked)}")
        return ranked[number - 1]
    wanted = _plain(text)
    forms = {action: _plain(format_action(board, action)) for action in ranked}
    same = [action for action, form in forms.items() if form == wanted]
    if same:
        return same[0]
    begun = [action for action, form in forms.items() if _begins(form, wanted)]
    if len(begun) == 1:
        return begun[0]
    listed = ", ".join(format_action(board, action) for action in begun or ranked)
    if begun:
        raise RuleError(f"{quote(text)} could be {listed}")
    raise ParseError(f"{quote(text)} is no legal move; what is: {listed}")


def _plain(text: str) -> str:
    """Return an action without case and signs; numbers one after another are put together."""
    words = re.sub(r"[^\w]+", " ", text.replace("_", " ").lower()).strip()
    return re.sub(r"(?<=\d) (?=\d)", "", words)


def _begins(form: str, wanted: str) -> bool:
    """Tell whether each word typed begins the word of the action in its place."""
    said, words = wanted.split(), form.split()
    return 0 < len(said) <= len(words) and all(
        word.startswith(start) for word, start in zip(words, said, strict=False)
    )
