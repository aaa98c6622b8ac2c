"""Rules, states and actions as text that can be typed, sent and read back; each format has an inverse.

A state::

    d023-aR3-sR2-g0U1X-f1-turn.2.4
    │    │   │   │     │  └ what is being decided, and its details
    │    │   │   │     └ this round's starting player
    │    │   │   └ guardians by seat: location, and U (upright) or X (exhausted)
    │    │   └ spirits: location, R (reserve) or O (out of the game)
    │    └ agents: location if standing, R (reserve), or X (exhausted, at the center)
    └ dark locations

Locations are base-36 digits in the order of the layout, seats count from 1, dice are written one
after another (`146`). An action names its cards, escaped as in a layout's code: `move.Houses`,
`seal.2` (supported by seat 2), `reroll.2.14`. Rules are the number of players and the readings
that are not at their defaults. All use letters, digits, `.`, `_` and `-` only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from layouts.board import Board
from layouts.code import DIGITS, format_name, parse_name
from layouts.errors import ParseError, RuleError, quote
from solver.guardians.action import (
    ASSIST,
    LOSE_SPIRIT,
    REDUCE,
    REROLL,
    STEP,
    VERBS,
    Action,
)
from solver.guardians.rules import Rules, format_value, parse_reading
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
    Over,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
    members,
)

_LETTERS = {RESERVE: "R", EXHAUSTED: "X", OUT: "O"}
_PLACES = {
    **{digit: place for place, digit in enumerate(DIGITS)},
    **{letter: place for place, letter in _LETTERS.items()},
}


# --- rules


def format_rules(rules: Rules) -> str:
    """Write rules as one word, as in `p2.growths-3`."""
    different = {name: value for name, value in rules.differences().items() if name != "players"}
    return ".".join(
        [f"p{rules.players}", *(f"{name}-{format_value(value)}" for name, value in different.items())]
    )


def parse_rules(text: str) -> Rules:
    """Read what `format_rules` wrote.

    Raises
    ------
    ParseError
        If it is not of that form.
    RuleError
        If a reading or value is unknown.
    """
    head, *items = text.split(".")
    if not re.fullmatch("p[0-9]", head):
        raise ParseError(f"rules {quote(text)}: they begin with the number of players, as in p2")
    readings = dict(parse_reading(item.replace("-", "=", 1)) for item in items)
    try:
        rules = Rules(players=int(head[1:]), **readings)  # type: ignore[arg-type]
    except TypeError:
        raise ParseError(f"rules {quote(text)} can't be read") from None
    if format_rules(rules) != text:
        raise ParseError(f"rules {quote(text)} would be written {quote(format_rules(rules))}")
    return rules


# --- states


def _seat(seat: int) -> str:
    return str(seat + 1)


def _read_seat(text: str) -> int:
    return int(text) - 1


def _digits(numbers: tuple[int, ...]) -> str:
    return "".join(DIGITS[number] for number in numbers)


def _read_digits(text: str) -> tuple[int, ...]:
    return tuple(DIGITS.index(digit) for digit in text)


class _Field(NamedTuple):
    """How one detail of a moment is written and read."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


_SEAT = _Field("[1-4]", _seat, _read_seat)
_NUMBER = _Field("0|[1-9][0-9]{0,2}", str, int)
_DICE = _Field("[1-6]{3}", _digits, _read_digits)
_WAITING = _Field("[0-9a-z]{1,2}", _digits, _read_digits)
_ATTEMPT = _Field("|".join(ATTEMPTS), str, str)
_SETUP = _Field("setup|round", lambda setup: "setup" if setup else "round", lambda text: text == "setup")
_WON = _Field("won|lost", lambda won: "won" if won else "lost", lambda text: text == "won")

_MOMENTS: Mapping[type[Moment], tuple[_Field, ...]] = {
    Turn: (_SEAT, _NUMBER),
    Failed: (_SEAT, _NUMBER, _ATTEMPT, _NUMBER, _DICE),
    SpiritMoves: (_SEAT, _NUMBER),
    SpiritLost: (_SEAT, _NUMBER),
    AgentsAct: (_WAITING,),
    Growth: (_NUMBER, _SETUP),
    Darken: (_NUMBER, _NUMBER, _SETUP),
    PlaceAgent: (_NUMBER, _NUMBER, _SETUP),
    PlaceGuardian: (_SEAT,),
    Over: (_WON,),
}
_BY_PHASE = {kind._field_defaults["phase"]: kind for kind in _MOMENTS}
_STATE = re.compile(
    "d([0-9a-z]*)-a([0-9a-zRX]*)-s([0-9a-zRO]*)-g((?:[0-9a-z][UX])*)-f([1-4])-([a-z_]+)((?:[.][0-9a-z]+)*)"
)


def format_state(state: State) -> str:
    """Write a state as one word; see the module's docstring."""
    moment = state.moment
    fields = _MOMENTS[type(moment)]
    written = [moment.phase, *(f.write(value) for f, value in zip(fields, moment, strict=False))]
    return "-".join(
        [
            "d" + _digits(members(state.dark)),
            "a" + "".join(_LETTERS.get(place) or DIGITS[place] for place in state.agents),
            "s" + "".join(_LETTERS.get(place) or DIGITS[place] for place in state.spirits),
            "g" + "".join(
                DIGITS[place] + ("U" if state.upright >> seat & 1 else "X")
                for seat, place in enumerate(state.at)
            ),
            "f" + _seat(state.first),
            ".".join(written),
        ]
    )  # fmt: skip


def parse_state(text: str) -> State:
    """Read what `format_state` wrote. Whether it fits a board and its rules is not checked here.

    Raises
    ------
    ParseError
        If it is not of that form.
    """
    match = _STATE.fullmatch(text)
    if not match:
        raise ParseError(f"state {quote(text)} can't be read; it is like d03-aRR-sRR-g0U1X-f1-turn.1.4")
    dark, agents, spirits, guardians, first, phase, details = match.groups()
    state = State(
        dark=sum({1 << place for place in _read_digits(dark)}),
        agents=tuple(sorted(_PLACES[letter] for letter in agents)),
        spirits=tuple(sorted(_PLACES[letter] for letter in spirits)),
        at=_read_digits(guardians[::2]),
        upright=sum(1 << seat for seat, letter in enumerate(guardians[1::2]) if letter == "U"),
        first=_read_seat(first),
        moment=_parse_moment(phase, details.split(".")[1:]),
    )
    if format_state(state) != text:
        raise ParseError(f"state {quote(text)} would be written {quote(format_state(state))}")
    return state


def _parse_moment(phase: str, details: list[str]) -> Moment:
    if phase not in _BY_PHASE:
        raise ParseError(f"phase {quote(phase)} is unknown; the phases are {', '.join(_BY_PHASE)}")
    kind = _BY_PHASE[phase]
    fields = _MOMENTS[kind]
    if len(details) != len(fields) or not all(
        re.fullmatch(f.pattern, detail) for f, detail in zip(fields, details, strict=True)
    ):
        names = ", ".join(kind._fields[: len(fields)])
        raise ParseError(f"phase {phase}: {quote('.'.join(details))} should be {names}")
    return kind(*(f.read(detail) for f, detail in zip(fields, details, strict=True)))


# --- actions


def format_action(board: Board, action: Action) -> str:
    """Write an action as one word, with the names of cards: `move.Houses`, `reroll.2.14`."""
    parts = [action.verb]
    if action.verb == STEP:
        parts.append(format_name(board.names[action.source]))
    if action.verb in _WITH_PLACE and action.place != RESERVE:
        parts.append(format_name(board.names[action.place]))
    parts += map(_seat, action.who)
    if action.dice:
        parts.append(_digits(action.dice))
    return ".".join(parts)


_WITH_PLACE = ("move", "spirit", LOSE_SPIRIT, STEP, "darken", "agent", "place")


def parse_action(board: Board, text: str) -> Action:
    """Read what `format_action` wrote. Whether it is legal anywhere is not checked here.

    Raises
    ------
    ParseError
        If it is not of that form.
    RuleError
        If a card is unknown.
    """
    verb, *parts = text.split(".")
    if verb not in VERBS:
        raise ParseError(f"action {quote(text)}: the verbs are {', '.join(VERBS)}")
    place = source = 0
    if verb in _WITH_PLACE:
        if parts:
            places = [board.index(parse_name(part)) for part in parts]
            place, parts = places[-1], []
            if len(places) != (2 if verb == STEP else 1):
                raise ParseError(f"action {quote(text)} names {len(places)} cards")
            source = places[0] if verb == STEP else 0
        elif verb == LOSE_SPIRIT:
            place = RESERVE
        else:
            raise ParseError(f"action {quote(text)} names no card, as in {verb}.Stars")
    dice: tuple[int, ...] = ()
    if verb == REROLL and parts and re.fullmatch("[1-6]{1,3}", parts[-1]):
        dice = _read_digits(parts.pop())
    if not all(re.fullmatch("[1-4]", part) for part in parts):
        raise ParseError(f"action {quote(text)}: seats are written as numbers from 1 to 4")
    action = Action(verb, place, source, tuple(map(_read_seat, parts)), dice)
    one_seat = verb in (ASSIST, REROLL, REDUCE)
    if (
        format_action(board, action) != text
        or (one_seat and len(parts) != 1)
        or (verb == REROLL) != bool(dice)
    ):
        raise ParseError(f"action {quote(text)} can't be read")
    if parts and not (one_seat or verb in ATTEMPTS):
        raise RuleError(f"action {quote(text)}: {verb} takes no seats")
    return action
