"""How a game is written down: plain text, one action or roll a line.

::

    hue-game 1
    layout hue1:…
    rules p2.growths-2
    player 1 Anna
    # the setup
    dice 4
    darken.Houses
    dice 6
    # a turn
    move.Houses
    seal.2
    dice 1 4 6
    reroll.2.14
    dice 5 5

The head comes first: the version, the layout's code, the rules, and, if there are any, the players' names
and the state in which it begins (`begin`; by default, before the setup). Then actions, as in
`notation`, and after each that rolls, what the dice show; Darkness Grows is only its die. `#` begins a
note, which is kept; those in the head come after it. Whatever can't be read or done is refused with its line
and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from layouts.code import format_code, parse_code
from layouts.errors import ParseError, located, quote
from search.games.record import Note, Record, begin_record, decide, roll
from solver.guardians.action import ROLL_DIE
from solver.guardians.notation import (
    format_action,
    format_rules,
    format_state,
    parse_action,
    parse_rules,
    parse_state,
)
from solver.guardians.phases import begin_game

HEAD = "hue-game"
FORMAT = 1
DICE = "dice"
LONGEST_NAME = 40


class Line(NamedTuple):
    """A line without its note, and its number."""

    number: int
    text: str
    note: str = ""


def format_game(record: Record) -> str:
    """Write a game."""
    layout, rules = format_code(record.layout), format_rules(record.game.rules)
    lines = [f"{HEAD} {FORMAT}", f"layout {layout}", f"rules {rules}"]
    lines += [f"player {seat} {name}" for seat, name in enumerate(record.names, start=1) if name]
    if record.begin != begin_game(record.game):
        lines.append(f"begin {format_state(record.begin)}")
    entries = _format_entries(record)
    for number, entry in enumerate(entries):
        lines += [f"# {note.text}" for note in record.notes if (note.entry, note.beside) == (number, "")]
        beside = [note.text for note in record.notes if note[::2] == (number, entry)]
        lines.append("  # ".join([entry, *beside]))
    # Notes of entries that were taken back stay, but for those beside them.
    lines += [f"# {note.text}" for note in record.notes if note.entry >= len(entries) and not note.beside]
    return "\n".join(lines) + "\n"


def _format_entries(record: Record) -> list[str]:
    board = record.game.board
    entries = []
    for step in record.steps:
        if step.action != ROLL_DIE:
            entries.append(format_action(board, step.action))
        if step.dice:
            entries.append(format_dice(step.dice))
    if record.rolling:
        entries.append(format_action(board, record.rolling))
    return entries


def format_dice(dice: tuple[int, ...]) -> str:
    """Write what dice show."""
    return " ".join([DICE, *map(str, dice)])


def parse_game(text: str, where: str) -> Record:
    """Read what `format_game` wrote, or somebody's own.

    Parameters
    ----------
    where
        How messages name the file.

    Raises
    ------
    InputError
        With the line, and what is wrong: another version, an action that isn't legal, dice that can't be.
    """
    every = list(_lines(text))
    lines = [line for line in every if line.text]
    if not lines:
        raise ParseError(f"{where} is empty; a game begins with the line '{HEAD} {FORMAT}'")
    with located(f"{where}, line {lines[0].number}"):
        _check_version(lines[0].text)
    head: dict[str, Line] = {}
    rest = lines[1:]
    while rest and (match := re.fullmatch(r"(layout|rules|begin|player +[1-4]) +(\S.*)", rest[0].text)):
        key = " ".join(match[1].split())
        with located(f"{where}, line {rest[0].number}"):
            if key in head:
                raise ParseError(f"{key} is said a second time")
        head[key] = Line(rest[0].number, match[2])
        rest = rest[1:]
    record = _begin(head, where, lines[0].number)
    for line in rest:
        with located(f"{where}, line {line.number}"):
            record = add_line(record, line.text)
    return replace(record, notes=tuple(_notes(every, rest[:1], _format_entries(record))))


def add_line(record: Record, text: str) -> Record:
    """Add an action or what dice show.

    Raises
    ------
    InputError
        If the line can't be read, or isn't legal here.
    """
    if text.split()[0] == DICE:
        return roll(record, parse_dice(text.split()[1:]))
    return decide(record, parse_action(record.game.board, text))


def parse_dice(words: list[str]) -> tuple[int, ...]:
    """Read what dice show: numbers apart, with or without commas, or one after another as in 146."""
    text = re.sub("(?<=[0-9]),(?=[0-9])", "", "".join(words))
    if not re.fullmatch("[0-9]+", text):
        raise ParseError(f"dice {quote(' '.join(words))}: they are numbers from 1 to 6, as in 1 4 6")
    return tuple(map(int, text))


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), start=1):
        said, _, note = line.partition("#")
        if said.strip() or note.strip():
            yield Line(number, said.strip(), note.strip())


def _notes(lines: list[Line], first: list[Line], entries: list[str]) -> Iterator[Note]:
    """Yield the notes of a file; `first` is its first entry, if there is one."""
    done = 0
    for line in lines:
        in_head = not first or line.number < first[0].number
        is_entry = bool(line.text) and not in_head
        if line.note:
            yield Note(done, line.note, entries[done] if is_entry else "")
        done += is_entry


def _check_version(text: str) -> None:
    match = re.fullmatch(f"{HEAD} +([0-9]{{1,9}})", text)
    if not match:
        raise ParseError(f"a game begins with the line '{HEAD} {FORMAT}', and not with {quote(text)}")
    if int(match[1]) != FORMAT:
        raise ParseError(f"this game is of version {match[1]} of the format; this program reads {FORMAT}")


def _begin(head: dict[str, Line], where: str, last: int) -> Record:
    for key in ("layout", "rules"):
        if key not in head:
            raise ParseError(f"{where}, line {last}: the head has no {key}")

    def at(key: str) -> str:
        return f"{where}, line {head[key].number}"

    with located(at("layout")):
        layout = parse_code(head["layout"].text)
    with located(at("rules")):
        rules = parse_rules(head["rules"].text)
    names = [""] * rules.players
    for key, line in head.items():
        if key.startswith("player"):
            seat = int(key.split()[1])
            with located(f"{where}, line {line.number}"):
                if seat > rules.players:
                    raise ParseError(f"there is no player {seat}; the rules have {rules.players}")
                names[seat - 1] = check_player(line.text)
    if "begin" not in head:
        with located(at("layout")):
            return begin_record(layout, rules, names=names)
    with located(at("begin")):
        return begin_record(layout, rules, names=names, begin=parse_state(head["begin"].text))


def check_player(name: str) -> str:
    """Return a player's name, if it can be written in a game file.

    Raises
    ------
    ParseError
        If it is too long, or has a `#` or what can't be printed.
    """
    if len(name) > LONGEST_NAME or "#" in name or not name.isprintable() or name != name.strip() or not name:
        raise ParseError(f"{quote(name)} can't be a player's name: up to {LONGEST_NAME} letters, and no #")
    return name
