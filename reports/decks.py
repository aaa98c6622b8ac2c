"""What commands about all layouts of a deck have in common: their options, and what follows from these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from layouts.errors import RuleError, quote
from layouts.toml import where_of
from reports.arguments import as_many
from reports.output import DONE, NOT_CLOSED, Progress, Refused, warn
from reports.words import counted, describe_memory

if TYPE_CHECKING:
    from layouts.cards import Card
    from search.surveys.database import Row, Survey
    from search.surveys.workers import Workers
    from solver.guardians.rules import Rules

Deck = Annotated[
    str,
    typer.Option("--deck", metavar="3,4,5", help="Tags or names of cards, or all; the center is implied."),
]
LatticeName = Annotated[str, typer.Option("--lattice", metavar="LxS", help="A card's sides.")]
SurveyGap = Annotated[float, typer.Option("--gap", help="Wanted between the bounds.")]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask cluster to do the work instead.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Only go on: refuse if there is nothing yet to go on with.")
]
LEAST_GAP = 1e-13


def check_resumed(file: Path | None, resume: bool, survey: Survey | None = None) -> None:
    """Check that there is something to go on with, if that is all that is wanted.

    A survey goes on by itself with what its database holds; this keeps a slip from beginning another.

    Parameters
    ----------
    survey
        That the database is to hold; if there is none, any will do.
    """
    if not resume:
        return
    if file is None:
        raise RuleError("--resume: give the database to go on with")
    if not file.exists():
        raise RuleError(f"{where_of(file)}: there is nothing to go on with; without --resume one is begun")
    if survey is not None:
        from search.surveys.database import open_database

        with open_database(file) as database:
            if database.find(survey) is None:
                raise RuleError(
                    f"{where_of(file)}: it holds no such survey to go on with; `hue survey status` lists "
                    "them, and without --resume one is begun"
                )


def check_memory(cards: tuple[Card, ...], rules: Rules, at_once: int) -> None:
    """Check that so many layouts of a deck can be solved at once.

    Raises
    ------
    Refused
        If they take more memory than there is.
    """
    from layouts.shapes.canon import board_of_cards
    from search.difficulty.worth import estimate_memory
    from search.memory import may_use
    from solver.guardians.game import Game

    everything = (1 << len(cards)) - 1
    board = board_of_cards(cards, [everything & ~(1 << i) for i in range(len(cards))])
    memory, most = estimate_memory(Game(board, rules, lumped=True)) * at_once, may_use(None)
    if memory > most:
        raise Refused(
            f"solving {counted(at_once, 'layout')} at once takes about {describe_memory(memory)}, and "
            f"{describe_memory(most)} may be used: take fewer cards, fewer --players, or fewer --processes"
        )


def settle(
    deck: str,
    players: int | None,
    difficulty: str | None,
    edition: str | None,
    reading: list[str] | None,
    gap: float,
    processes: int | None,
    scheduler: str | None,
) -> tuple[tuple[Card, ...], Rules, Workers]:
    """Return what the options of a survey say: the cards, the rules, and who shall work.

    Raises
    ------
    RuleError
        With one clear line for whatever is wrong.
    """
    from search.sharing import local_workers
    from search.surveys.decks import parse_deck
    from search.surveys.workers import cluster_workers
    from solver.guardians.editions import open_edition
    from solver.guardians.rules import parse_reading

    if not LEAST_GAP <= gap <= 1:
        raise RuleError(f"--gap {gap}: a gap is between {LEAST_GAP} and 1")
    if scheduler and processes:
        raise RuleError("--scheduler and --processes: the cluster says how many workers there are; take one")
    known = open_edition(edition or "rulebook")
    rules = known.rules(
        2 if players is None else players, difficulty, dict(parse_reading(text) for text in reading or ())
    )
    cards = parse_deck(deck, known.cards)
    if len(cards) < 2:
        raise RuleError(f"--deck {quote(deck)}: one card besides the center is the least")
    workers = cluster_workers(scheduler) if scheduler else local_workers(as_many(processes))
    return cards, rules, workers


def exit_code_of(rows: Iterable[Row], gap: float) -> int:
    """Return with which code a finished command ends; a gap that wasn't reached is said, and isn't success.

    The dense solver's numbers hold no gap below `solver.guardians.dense.scope.LEAST_GAP`.
    """
    wide = [row.upper - row.lower for row in rows if row.upper - row.lower > gap]
    if not wide:
        return DONE
    warn(
        f"the bounds of {counted(len(wide), 'layout')} are wider than asked for, by up to {max(wide):.3g}; "
        f"a --gap of {gap:g} is out of reach there"
    )
    return NOT_CLOSED


@contextmanager
def refuse_too_many() -> Iterator[None]:
    """Refuse, where layouts are too many to be listed.

    Raises
    ------
    Refused
        With what would help.
    """
    from search.surveys.decks import TooManyLayouts

    try:
        yield
    except TooManyLayouts as error:
        raise Refused(str(error)) from None


def show_listing(line: Progress, stop: Callable[[], bool]) -> Callable[[str], None]:
    """Return what shows how far the listing of all layouts is, and ends it, with nothing kept."""

    def show(text: str) -> None:
        line.show(text)
        if stop():
            raise KeyboardInterrupt

    return show
