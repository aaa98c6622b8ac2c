"""What a command line asks about: a layout and rules, or a position; as the options say it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from layouts.cards import CardSet
from layouts.catalogue import CATALOGUE, is_toml, open_layout
from layouts.code import VERSION
from layouts.errors import InputError, RuleError
from layouts.files import TABLES, layout_of
from layouts.graph import board_of, induced
from layouts.names import fold
from layouts.placing.laying import laying_of
from layouts.toml import STDIN, load_text, parse_toml, where_of
from reports.output import warn
from solver.guardians.editions import Edition, open_edition
from solver.guardians.game import Game
from solver.guardians.phases import begin_game
from solver.guardians.position import Position, parse_position
from solver.guardians.position_file import read_position
from solver.guardians.rules import Rules, parse_reading

if TYPE_CHECKING:
    import networkx as nx

Layout = Annotated[
    str,
    typer.Argument(metavar="LAYOUT", help="A name of the catalogue, a file, a code, or - for stdin."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="1 to 4 guardians; 2 by default.")]
DifficultyName = Annotated[
    str | None, typer.Option("--difficulty", "-d", help="The easiest by default; an unknown one lists them.")
]
EditionName = Annotated[
    str | None, typer.Option("--edition", "-e", help="rulebook, readme, revised, or a TOML file of your own.")
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", "-r", metavar="NAME=VALUE", help="Read an open rule so; see `hue readings`."),
]
Keep = Annotated[
    str | None, typer.Option("--keep", metavar="A,B,C", help="Play on these cards of the layout only.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Gap = Annotated[float, typer.Option("--gap", help="Wanted between the bounds.")]
RelativeGap = Annotated[
    float | None, typer.Option("--relative-gap", help="Wanted as well, as a part of the lower bound.")
]
LAYOUT_SECTIONS = 4  # of a layout's code, with places; a position's has more

Limit = Annotated[int, typer.Option("--limit", min=1, help="Most states to enumerate.")]
Processes = Annotated[
    int | None, typer.Option("--processes", min=1, help="To share the work; as many as cores by default.")
]


def as_many(processes: int | None) -> int:
    """Return how many processes share work: as many as cores, unless it was said."""
    return processes or os.cpu_count() or 1


@dataclass(frozen=True)
class Choices:
    """The options that say what is played."""

    players: int | None = None
    difficulty: str | None = None
    edition: str | None = None
    readings: tuple[str, ...] = ()
    keep: str | None = None

    def given(self) -> list[str]:
        """Name the options that were given."""
        named = {
            "--players": self.players,
            "--difficulty": self.difficulty,
            "--edition": self.edition,
            "--reading": self.readings or None,
            "--keep": self.keep,
        }
        return [name for name, value in named.items() if value is not None]


@dataclass(frozen=True)
class Question:
    """A layout with the edition and rules it is played by."""

    layout: nx.Graph
    edition: Edition
    difficulty: str
    rules: Rules

    @property
    def game(self) -> Game:
        """The game, nothing lumped."""
        return Game(board_of(self.layout), self.rules)


def ask_about_layout(argument: str, choices: Choices) -> Question:
    """Open a layout and settle the rules.

    Raises
    ------
    InputError
        With one clear line for whatever is wrong.
    """
    edition = open_edition(choices.edition) if choices.edition else None
    layout = open_layout(argument, edition.cards if edition else None)
    return _settle(layout, edition, choices)


def warn_if_unlayable(layout: nx.Graph) -> None:
    """Say so if the placing rule doesn't allow a board: people cut boards up, and solve them all the same."""
    stuck = laying_of(layout).stuck
    if stuck:
        names = ", ".join(stuck)
        warn(f"by the placing rule {names} could not be laid: touching neither the center nor two cards")


def _settle(layout: nx.Graph, edition: Edition | None, choices: Choices) -> Question:
    if choices.keep is not None:
        layout = induced(layout, [name.strip() for name in choices.keep.split(",")])
    if edition is None:
        edition = _edition_of(layout)
    readings = dict(parse_reading(text) for text in choices.readings)
    difficulty = edition.difficulty(choices.difficulty)
    players = 2 if choices.players is None else choices.players
    return Question(layout, edition, difficulty.name, edition.rules(players, difficulty.name, readings))


def _edition_of(layout: nx.Graph) -> Edition:
    """Return the edition that a layout names; the readings of one of its own are not in the layout."""
    name = layout.graph.get("edition") or "rulebook"
    try:
        return open_edition(name)
    except InputError:
        raise RuleError(f"the layout is of edition {name!r}; give its file with --edition") from None


def open_either(argument: str, card_set: CardSet | None = None) -> nx.Graph | Position:
    """Open what is either a layout or a position; the cards are for a layout.

    Raises
    ------
    InputError
        With one clear line for whatever is wrong.
    """
    if _is_code(argument):
        text, where = argument, "position"
    elif argument == STDIN or (fold(argument) not in CATALOGUE and os.path.exists(argument)):
        text, where = load_text(argument).strip(), where_of(argument)
    else:
        return open_layout(argument, card_set)
    if _is_code(text):
        *_, last = sections = text.split(":")
        if len(sections) <= LAYOUT_SECTIONS and not last.startswith("d"):
            return open_layout(text, card_set)
        return parse_position(text)
    if argument != STDIN and not is_toml(argument):
        return open_layout(argument, card_set)
    table = parse_toml(text, where)
    if set(table) <= {"edition", *TABLES}:
        return layout_of(table, where, card_set)
    return read_position(table, where, Path() if argument == STDIN else Path(argument).parent)


def ask_about_position(argument: str, choices: Choices) -> Position:
    """Open a position; a layout means the start of its setup.

    Raises
    ------
    InputError
        With one clear line for whatever is wrong.
    """
    edition = open_edition(choices.edition) if choices.edition else None
    found = open_either(argument, edition.cards if edition else None)
    if not isinstance(found, Position):
        return _start(_settle(found, edition, choices))
    if choices.given():
        where = "position" if _is_code(argument) else where_of(argument)
        raise RuleError(f"{where}: a position has rules of its own; leave out {', '.join(choices.given())}")
    return found


def _is_code(text: str) -> bool:
    return text.startswith((f"{VERSION}:", f"{VERSION}.")) and ":" in text


def _start(question: Question) -> Position:
    return Position(question.layout, question.rules, begin_game(question.game))


def check_gaps(gap: float, relative_gap: float | None) -> None:
    """Raise RuleError unless the gaps wanted are sensible numbers."""
    for name, value in (("--gap", gap), ("--relative-gap", relative_gap)):
        if value is not None and not 1e-13 <= value <= 1:
            raise RuleError(f"{name} {value}: a gap is between 1e-13 and 1")
