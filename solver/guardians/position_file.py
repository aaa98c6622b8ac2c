"""How a person writes a position down: in TOML.

Whatever is left out is as at the start of the first turn: only the center dark, guardians upright
on it, reserves full::

    layout = "rulebook"              # a name, a file or a code; or the layout's own tables, here
    keep = ["Stars", "Houses", "Paints"]
    edition = "rulebook"
    players = 2
    difficulty = "easy"
    phase = "turn"
    starting_player = 1
    player = 2
    actions_left = 3
    sealed = ["Stars", "Houses"]
    agents = ["Houses", "exhausted"]  # or "reserve", or { at = "Stars", exhausted = true }
    spirits = ["reserve", "out"]
    guardians = ["Stars", { at = "Houses", exhausted = true }]
    [readings]
    actions = 4

What else a phase needs: `failed` has attempt, dice and perhaps target; `agents` may have waiting;
`growth` and `setup` have growths_left; `darken` and `place_agent` have tag, growths_left and setup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layouts.cards import DEFAULT_EDITION, CardSet
from layouts.catalogue import CATALOGUE, open_layout
from layouts.errors import ParseError, located, quote
from layouts.files import TABLES, layout_of
from layouts.graph import board_of, induced
from layouts.names import fold
from layouts.toml import STDIN
from solver.guardians.attempts import rating_of
from solver.guardians.editions import EDITIONS, open_edition
from solver.guardians.game import Game
from solver.guardians.position import Position
from solver.guardians.state import (
    ATTEMPTS,
    EXHAUSTED,
    OUT,
    RESERVE,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    Moment,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)

if TYPE_CHECKING:
    import networkx as nx


_KEYS: Mapping[str, tuple[type, str]] = {
    "layout": (str, "a name, a file or a code"),
    "keep": (list, "a list of cards"),
    "edition": (str, "a name or a file"),
    "players": (int, "a number"),
    "difficulty": (str, "a name"),
    "readings": (dict, "a table"),
    "phase": (str, "a name"),
    "starting_player": (int, "a number"),
    "player": (int, "a number"),
    "actions_left": (int, "a number"),
    "sealed": (list, "a list of cards"),
    "agents": (list, "a list of places"),
    "spirits": (list, "a list of places"),
    "guardians": (list, "a list of places"),
    "attempt": (str, "a name"),
    "target": (int, "a number"),
    "dice": (list, "a list of numbers"),
    "waiting": (list, "a list of cards"),
    "growths_left": (int, "a number"),
    "tag": (int, "a number"),
    "setup": (bool, "true or false"),
}


def read_position(table: Mapping[str, object], where: str, folder: Path | None = None) -> Position:
    """Return the position that a TOML table describes; `where` begins every message.

    `folder` is where the files named in it are looked for.
    """
    with located(where):
        for key, value in table.items():
            if key in TABLES:
                continue
            if key not in _KEYS:
                raise ParseError(f"unknown key {quote(key)}; known are {', '.join((*_KEYS, *TABLES))}")
            kind, what = _KEYS[key]
            if type(value) is not kind:
                raise ParseError(f"{key} is {quote(value)}; it must be {what}")
        return _Reader(table, folder or Path()).position()


@dataclass(frozen=True)
class _Reader:
    """One file being read; the methods go from the layout to the moment."""

    table: Mapping[str, Any]
    folder: Path

    def position(self) -> Position:
        named = self.table.get("edition")
        edition = None if named is None else open_edition(self._find(named, EDITIONS))
        layout = self._layout(edition.cards if edition else None)
        with located("readings"):
            rules = (edition or open_edition(layout.graph.get("edition") or DEFAULT_EDITION)).rules(
                self.table.get("players", 2), self.table.get("difficulty"), self.table.get("readings")
            )
        return Position(layout, rules, self._state(Game(board_of(layout), rules)))

    def _find(self, name: str, known: Mapping[str, object]) -> str:
        """Return a name as it is, and a file's name as seen from the folder of this file."""
        if fold(name) in known or "\0" in name or not (self.folder / name).exists():
            return name
        return str(self.folder / name)

    def _layout(self, cards: CardSet | None) -> nx.Graph:
        own = {key: self.table[key] for key in TABLES if key in self.table}
        if ("layout" in self.table) == bool(own):
            raise ParseError("give either layout = ..., or [cards] and [adjacent], or [placement]")
        if own:
            layout = layout_of(own, "layout", cards)
        else:
            name = self.table["layout"]
            if name == STDIN:
                raise ParseError("layout can't be the standard input here")
            layout = open_layout(self._find(name, CATALOGUE), cards)
        if "keep" in self.table:
            layout = induced(layout, _texts(self.table["keep"], "keep"))
        return layout

    def _state(self, game: Game) -> State:
        table, rules = self.table, game.rules
        guardians = [
            self._place(game, item, "guardians", {})
            for item in table.get("guardians", [game.board.names[game.center]] * rules.players)
        ]
        agents = [
            self._place(game, item, "agents", {"reserve": RESERVE, "exhausted": EXHAUSTED})
            for item in table.get("agents", ["reserve"] * rules.agents)
        ]
        spirits = [
            self._place(game, item, "spirits", {"reserve": RESERVE, "out": OUT})
            for item in table.get("spirits", ["reserve"] * rules.spirits)
        ]
        sealed = table.get("sealed")
        center = [game.board.names[game.center]]
        dark = {
            self._card(game, name, "sealed")
            for name in _texts(center if sealed is None else sealed, "sealed")
        }
        for place, exhausted in spirits:
            if exhausted:
                raise ParseError(
                    f"spirits: the one at {game.board.names[place]} is exhausted; spirits never are"
                )
        for place, exhausted in agents:
            if exhausted and place != game.center:
                raise ParseError(
                    f"agents: the one at {game.board.names[place]} is exhausted, "
                    f"but exhausted agents are always at the center, {center[0]}"
                )
        state = State(
            dark=sum(1 << place for place in dark),
            agents=tuple(sorted(EXHAUSTED if exhausted else place for place, exhausted in agents)),
            spirits=tuple(sorted(place for place, _ in spirits)),
            at=tuple(place for place, _ in guardians),
            upright=sum(1 << seat for seat, (_, exhausted) in enumerate(guardians) if not exhausted),
            first=table.get("starting_player", 1) - 1,
            moment=Turn(0, 1),
        )
        return state._replace(moment=self._moment(game, state))

    def _card(self, game: Game, name: object, key: str) -> int:
        if not isinstance(name, str):
            raise ParseError(f"{key}: {quote(name)} is no card's name")
        with located(key):
            return game.board.index(name)

    def _place(self, game: Game, item: object, key: str, words: Mapping[str, int]) -> tuple[int, bool]:
        """Return where a piece is and whether it is said to be exhausted."""
        if isinstance(item, dict):
            if (
                not {"at"} <= set(item) <= {"at", "exhausted"}
                or type(item.get("exhausted", False)) is not bool
            ):
                raise ParseError(f'{key}: {quote(item)} must be like {{ at = "Stars", exhausted = true }}')
            return self._card(game, item["at"], key), item.get("exhausted", False)
        if isinstance(item, str) and item in words:
            return words[item], False
        return self._card(game, item, key), False

    def _number(self, key: str, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if value is None:
            raise ParseError(f"{key} is missing; the phase {self.table.get('phase')} needs it")
        return int(value)

    def _moment(self, game: Game, state: State) -> Moment:
        phase = self.table.get("phase", "turn")
        if phase not in _MOMENTS:
            raise ParseError(f"phase {quote(phase)} is unknown; the phases are {', '.join(_MOMENTS)}")
        read, keys = _MOMENTS[phase]
        for key in _OF_SOME_PHASES:
            if key in self.table and key not in keys:
                raise ParseError(f"{key} says nothing in the phase {phase}; leave it out")
        return read(self, game, state)

    @property
    def _player(self) -> int:
        return self._number("player", self.table.get("starting_player", 1)) - 1

    def _turn(self, game: Game, state: State) -> Moment:
        return Turn(self._player, self._number("actions_left", game.rules.actions))

    def _failed(self, game: Game, state: State) -> Moment:
        attempt = self.table.get("attempt")
        if attempt not in ATTEMPTS:
            raise ParseError(f"attempt is {quote(attempt)}; it must be one of {', '.join(ATTEMPTS)}")
        dice = self.table.get("dice", [])
        if len(dice) != 3 or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
            raise ParseError(f"dice is {quote(dice)}; it must be three numbers from 1 to 6")
        player = self._player
        here = state.at[player] if 0 <= player < len(state.at) else 0
        target = self._number("target", 3 * rating_of(game, state, attempt, here))
        return Failed(player, self._number("actions_left"), attempt, target, tuple(sorted(dice)))

    def _agents(self, game: Game, state: State) -> Moment:
        if "waiting" not in self.table:
            return AgentsAct(tuple(place for place in state.agents if place >= 0))
        names = _texts(self.table["waiting"], "waiting")
        return AgentsAct(tuple(sorted(self._card(game, name, "waiting") for name in names)))

    def _growth(self, game: Game, state: State) -> Moment:
        return Growth(self._number("growths_left", game.rules.growths), setup=False)

    def _setup(self, game: Game, state: State) -> Moment:
        return Growth(self._number("growths_left", game.rules.setup_growths), setup=True)

    def _choice(self, kind: type[Darken] | type[PlaceAgent]) -> Moment:
        return kind(self._number("tag"), self._number("growths_left"), self.table.get("setup", False))


def _texts(items: Sequence[object], key: str) -> list[str]:
    if not all(isinstance(item, str) for item in items):
        raise ParseError(f"{key} is {quote(items)}; it must be a list of names in quotes")
    return [str(item) for item in items]


_ReadMoment = Callable[[_Reader, Game, State], Moment]
_ACTIVE = ("player", "actions_left")
_MOMENTS: Mapping[str, tuple[_ReadMoment, tuple[str, ...]]] = {
    "turn": (_Reader._turn, _ACTIVE),
    "failed": (_Reader._failed, (*_ACTIVE, "attempt", "target", "dice")),
    "spirit_moves": (lambda r, game, state: SpiritMoves(r._player, r._number("actions_left")), _ACTIVE),
    "spirit_lost": (lambda r, game, state: SpiritLost(r._player, r._number("actions_left")), _ACTIVE),
    "agents": (_Reader._agents, ("waiting",)),
    "growth": (_Reader._growth, ("growths_left",)),
    "setup": (_Reader._setup, ("growths_left",)),
    "darken": (lambda r, game, state: r._choice(Darken), ("tag", "growths_left", "setup")),
    "place_agent": (lambda r, game, state: r._choice(PlaceAgent), ("tag", "growths_left", "setup")),
    "place_guardian": (lambda r, game, state: PlaceGuardian(r._player), ("player",)),
}
_OF_SOME_PHASES = (
    "player",
    "actions_left",
    "attempt",
    "target",
    "dice",
    "waiting",
    "growths_left",
    "tag",
    "setup",
)
