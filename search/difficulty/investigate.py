"""Find out about a layout what a budget of time allows, the most important parts first.

Every part is a question of its own (`clock`): what has been worked out is kept, so that the same report
asked for again is the same, and goes on where time ran out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from layouts.code import format_code
from layouts.graph import board_of
from search.difficulty.clock import Clock, LeftOut
from search.difficulty.close_look import CloseLook
from search.difficulty.findings import Findings, Missing, Place, Scored, Start, Valued
from search.difficulty.games import Tally, play_games, tally_of
from search.difficulty.guess import STRATEGIES, estimate_guess_seconds, guess_wins, surest
from search.difficulty.rungs import RUNGS, Weighed, play_rung, score_rung
from search.difficulty.variants import iter_rating_steps, iter_reading_steps
from search.difficulty.worth import (
    OutOfTime,
    Worth,
    describe_board,
    estimate_memory,
    estimate_seconds,
    find_worth,
    question_of_worth,
)
from search.openings import play_setup
from solver.guardians.action import Action
from solver.guardians.editions import Edition
from solver.guardians.game import Game
from solver.guardians.notation import format_rules, format_state, parse_state
from solver.guardians.play import Play
from solver.guardians.rules import Value, format_value
from solver.guardians.state import Over
from solver.rounding import round_down, round_up

if TYPE_CHECKING:
    import networkx as nx

PROCESSES = os.cpu_count() or 1
"""To share playouts that take long."""
PARTS = 5
"""Goes up whenever an answer means something else than before."""
T = TypeVar("T")
Cell = tuple[int, str]
GameOf = Callable[[int, str], Game]
QUICK = 20.0
"""Seconds up to which a game is solved once for each of its variants, unless somebody asks for more."""
CLOSE = 300.0
"""Seconds up to which a game is looked at closely, unless somebody asks for another; whatever the budget, so
that the same command makes the same report."""
BATCH = 100
"""Games that are kept together: what an interrupted report has played isn't lost."""


class Asked(NamedTuple):
    """What is asked about a layout.

    Parameters
    ----------
    players, difficulties
        Of the games that are valued.
    focus_players, focus_difficulty
        Of the game that is looked at closely; None leaves it to the time it takes.
    memory
        Bytes that may be used.
    only_focus
        No other game is valued.
    variant_players
        Of the game whose variants are valued; None leaves it to the time they take.
    """

    name: str
    layout: nx.Graph
    edition: Edition
    readings: dict[str, Value]
    players: tuple[int, ...]
    difficulties: tuple[str, ...]
    focus_players: int | None
    focus_difficulty: str | None
    playouts: int
    seed: int
    memory: float
    only_focus: bool = False
    variant_players: int | None = None


def investigate(asked: Asked, clock: Clock, place: Place | Missing, *, variants: bool = True) -> Findings:
    """Find out about a layout.

    Parameters
    ----------
    place
        Of the layout in a survey, if there is one.
    variants
        False leaves out what changes would do: with several layouts that comes after all else of all.
    """
    board = board_of(asked.layout)

    def game_of(players: int, difficulty: str) -> Game:
        return Game(board, asked.edition.rules(players, difficulty, asked.readings))

    players, difficulty = choose_focus(asked, game_of)
    game = game_of(players, difficulty)
    variant_players = asked.variant_players or _quick_players(
        players, lambda count: game_of(count, difficulty)
    )
    variant_game = game_of(variant_players, difficulty)
    look = CloseLook(game, format_code(asked.layout))
    # The openings first: for them a table is saved, from which the game's own worth is looked up, and all
    # games are played.
    starts = _starts(asked, clock, look)
    wanted = {(players, difficulty)}
    if not asked.only_focus:
        wanted |= {(p, d) for p in asked.players for d in asked.difficulties}
    grid = _grid(asked, clock, {key: game_of(*key) for key in wanted})
    tally = _tally(asked, clock, look)
    ladder = _ladder(asked, clock, look)
    too_large = [key for key, worth in grid.items() if isinstance(worth, Missing) and worth.for_good]
    guesses = {key: _guess(asked, clock, game_of(*key), *key) for key in too_large}
    base = _worth(asked, clock, variant_game, "the game of the variants")
    reading_steps = list(iter_reading_steps(variant_game)) if variants else []
    rating_steps = list(iter_rating_steps(variant_game)) if variants else []
    readings = [
        Valued(step, _worth(asked, clock, step.game, f"{step.reading}={format_value(step.value)}, {nth}"))
        for nth, step in _numbered("reading", reading_steps)
    ]
    ratings = [
        Valued(
            step,
            _worth(
                asked, clock, step.game, f"{board.names[step.place]}, {step.rating} {step.step:+d}, {nth}"
            ),
        )
        for nth, step in _numbered("rating", rating_steps)
    ]
    return Findings(
        name=asked.name,
        layout=asked.layout,
        edition=asked.edition,
        difficulty=difficulty,
        game=game,
        grid=grid,
        guesses=guesses,
        tally=tally,
        seed=asked.seed,
        ladder=ladder,
        starts=starts,
        variant_game=variant_game,
        variant_base=base,
        ratings=ratings,
        readings=readings,
        place=place,
    )


def choose_focus(asked: Asked, game_of: GameOf) -> tuple[int, str]:
    """Return the number of players and the difficulty of the game that is looked at closely.

    What was asked for; else two players, else one, on the easiest difficulty that takes minutes.
    """
    players = [asked.focus_players] if asked.focus_players else [2, 1]
    difficulties = [asked.focus_difficulty] if asked.focus_difficulty else [*asked.difficulties]
    candidates = [(count, difficulty) for count in players for difficulty in difficulties]
    for candidate in candidates:
        seconds = estimate_seconds(game_of(*candidate))
        if seconds is not None and seconds <= CLOSE:
            return candidate
    return candidates[-1]


def _quick_players(players: int, game_of: Callable[[int], Game]) -> int:
    """Return with how many players variants are valued: fewer, where each would take too long."""
    for count in range(players, 1, -1):
        seconds = estimate_seconds(game_of(count))
        if seconds is not None and seconds <= QUICK:
            return count
    return 1


def _attempt(work: Callable[[], T]) -> T | Missing:
    try:
        return work()
    except LeftOut as reason:
        return Missing(str(reason), reason.for_good)


def _worth(asked: Asked, clock: Clock, game: Game, what: str) -> Worth | Missing:
    def work() -> Worth:
        seconds = estimate_seconds(game)
        if seconds is None:
            raise LeftOut("too large to solve", for_good=True)
        _check_memory(asked, game)
        return Worth(
            *clock.part(
                question_of_worth(game),
                what,
                seconds,
                lambda say: find_worth(game, clock.is_over, say),
            )
        )

    return _attempt(work)


def _numbered(what: str, steps: Sequence[T]) -> Iterator[tuple[str, T]]:
    """Yield each with words that say which of them it is."""
    return ((f"{what} {i} of {len(steps)}", step) for i, step in enumerate(steps, 1))


def _grid(asked: Asked, clock: Clock, games: dict[tuple[int, str], Game]) -> dict[Cell, Worth | Missing]:
    """Value the games, those first that take least; return them in the order of the difficulties."""
    found = {}
    for players, difficulty in sorted(games, key=lambda key: (estimate_seconds(games[key]) or 1e99, key)):
        what = f"{players} players, {difficulty}"
        found[players, difficulty] = _worth(asked, clock, games[players, difficulty], what)
    names = [each.name for each in asked.edition.preset.difficulties]
    return {key: found[key] for key in sorted(found, key=lambda key: (key[0], names.index(key[1])))}


def _guess(asked: Asked, clock: Clock, game: Game, players: int, difficulty: str) -> Scored | Missing:
    def find() -> Scored:
        return surest([guess(strategy) for strategy in STRATEGIES])

    def guess(strategy: str) -> Scored:
        def work(say: Callable[[str], None]) -> list[object]:
            return list(guess_wins(strategy, game, asked.playouts, asked.seed, clock.is_over, say, PROCESSES))

        question = _question(f"guess {strategy}", game, asked.playouts, asked.seed)
        seconds = estimate_guess_seconds(strategy, game, asked.playouts, PROCESSES)
        what = f"{players} players, {difficulty}, estimated: {strategy}"
        return Scored(*clock.part(question, what, seconds, work))

    return _attempt(find)


def _question(kind: str, game: Game, *details: object) -> str:
    asked = [kind, PARTS, format_rules(game.rules), describe_board(game.board), *details]
    return " ".join(map(str, asked))


def _close_seconds(asked: Asked, look: CloseLook, more: float) -> float:
    seconds = look.seconds
    if seconds is None:
        raise LeftOut("too large to solve", for_good=True)
    if seconds:
        _check_memory(asked, look.game)
    return seconds + more


def _check_memory(asked: Asked, game: Game) -> None:
    memory = estimate_memory(game)
    if memory > asked.memory:
        raise LeftOut(f"{memory / 1e9:.1f} GB of memory would be needed", for_good=True)


def _batches(count: int) -> list[range]:
    return [range(first, min(first + BATCH, count)) for first in range(0, count, BATCH)]


def _tally(asked: Asked, clock: Clock, look: CloseLook) -> Tally | Missing:
    def play(numbers: range, say: Callable[[str], None]) -> dict[str, object]:
        perfect = look.perfect(clock.is_over, say)

        def check(number: int) -> None:
            say(f"{number:,} of {asked.playouts:,}")
            if clock.is_over():
                raise OutOfTime

        return play_games(perfect, numbers, asked.seed, check).as_answer()

    def find() -> Tally:
        whole = Tally()
        for numbers in _batches(asked.playouts):
            question = _question("games", look.game, numbers, asked.seed)
            seconds = _close_seconds(asked, look, 0.0)
            whole.add(tally_of(clock.part(question, "playouts", seconds, partial(play, numbers))))
        return whole

    return _attempt(find)


def _starts(asked: Asked, clock: Clock, look: CloseLook) -> list[Start] | Missing:
    def work(say: Callable[[str], None]) -> list[list[object]]:
        perfect = look.perfect(clock.is_over, say)
        values = perfect.values
        reached = play_setup(Play(values.game), lambda state: perfect.choose(state).action)
        rows: list[list[object]] = []
        for state, probability in sorted(reached.items(), key=lambda item: (-item[1], item[0])):
            lower, upper = values.bounds(state)
            over = isinstance(state.moment, Over)
            action = None if over else list(perfect.choose(state).action)
            bounds = [round_down(Fraction(lower)), round_up(Fraction(upper))]
            rows.append([format_state(state), float(probability), *bounds, action])
        return rows

    def find() -> list[Start]:
        rows = clock.part(_question("starts", look.game), "openings", _close_seconds(asked, look, 1.0), work)
        return [
            Start(parse_state(state), probability, Worth(lower, upper), action and _action(*action))
            for state, probability, lower, upper, action in rows
        ]

    return _attempt(find)


def _action(verb: str, place: int, source: int, who: Iterable[int], dice: Iterable[int]) -> Action:
    return Action(verb, place, source, tuple(who), tuple(dice))


def _ladder(asked: Asked, clock: Clock, look: CloseLook) -> list[Scored] | Missing:
    def play(rung: str, numbers: range, say: Callable[[str], None]) -> list[Weighed]:
        perfect = look.perfect(clock.is_over, say)

        def check(number: int) -> None:
            say(f"{rung}: {number:,} of {asked.playouts:,}")
            if clock.is_over():
                raise OutOfTime

        return play_rung(perfect, rung, numbers, asked.seed, check)

    def find() -> list[Scored]:
        found = []
        for rung in RUNGS:
            games: list[Weighed] = []
            for numbers in _batches(asked.playouts):
                question = _question("rung", look.game, rung, numbers, asked.seed)
                seconds = _close_seconds(asked, look, 1.0)
                played = clock.part(question, "skill ladder", seconds, partial(play, rung, numbers))
                games += (Weighed(*game) for game in played)
            found.append(score_rung(rung, games))
        return found

    return _attempt(find)
