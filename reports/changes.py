"""What an outcome has changed on the table, in words."""

from __future__ import annotations

from collections import Counter

from reports.words import listed, player
from solver.guardians.game import Game
from solver.guardians.state import (
    EXHAUSTED,
    OUT,
    RESERVE,
    Darken,
    Failed,
    Over,
    PlaceAgent,
    State,
    members,
)


def describe_change(game: Game, before: State, after: State) -> str:
    """Say what is different in `after`, a successor of `before`."""
    if isinstance(after.moment, Over):
        return "the game is won" if after.moment.won else "the game is lost"
    names = game.board.names
    parts = [f"{names[place]} turns dark" for place in members(after.dark & ~before.dark)]
    parts += [f"{names[place]} turns light" for place in members(before.dark & ~after.dark)]
    parts += _moved("agent", game, before.agents, after.agents)
    parts += _moved("spirit", game, before.spirits, after.spirits)
    for seat, (old, new) in enumerate(zip(before.at, after.at, strict=True)):
        if old != new:
            parts.append(f"{player(seat)} is at {names[new]}")
    risen, fallen = members(after.upright & ~before.upright), members(before.upright & ~after.upright)
    parts += [f"{player(seat)} stands up" for seat in risen]
    if fallen:
        parts.append(f"{listed([player(seat) for seat in fallen])} exhausted")
    if isinstance(after.moment, Darken):
        parts.append(f"a choice: which card of tag {after.moment.tag} turns dark")
    elif isinstance(after.moment, PlaceAgent):
        parts.append(f"a choice: on which card of tag {after.moment.tag} an agent appears")
    elif isinstance(after.moment, Failed):
        parts.append(f"the dice show {' '.join(map(str, after.moment.dice))}")
    return ", ".join(parts) or "nothing changes"


def _moved(what: str, game: Game, before: tuple[int, ...], after: tuple[int, ...]) -> list[str]:
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    words = {RESERVE: "back in the reserve", OUT: "out of the game", EXHAUSTED: "exhausted, at the center"}
    return [
        f"{'an' if what == 'agent' else 'a'} {what} is {words.get(place) or f'at {game.board.names[place]}'}"
        for place in come.elements()
        if gone
    ]
