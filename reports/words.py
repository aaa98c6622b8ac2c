"""Actions, moments and tables in words."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from solver.guardians import action as verbs
from solver.guardians.action import Action
from solver.guardians.agents import darkening_chance
from solver.guardians.attempts import SURE_TARGET, first_chance, supporters, target_of
from solver.guardians.dice import success_chance, without
from solver.guardians.game import Game
from solver.guardians.state import (
    ATTACK,
    ATTEMPTS,
    ENCOUNTER,
    EXHAUSTED,
    OUT,
    RESERVE,
    SEAL,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    Over,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
    members,
)

ATTEMPT_WORDS = {ATTACK: "attack the agent", ENCOUNTER: "encounter", SEAL: "break the seal"}
ATTEMPT_NOUNS = {ATTACK: "attack", ENCOUNTER: "encounter", SEAL: "seal"}

FEWEST_DECIMALS, MOST_DECIMALS = 9, 16
"""Of bounds."""
TELLING = 10
"""How far apart bounds are in units of their last decimal, at least."""


def describe_first(ahead: str) -> str:
    """Say which estimated move comes first; it looks ahead to the end of a round, or a turn."""
    return f"first what looks best to the end of the {ahead}, unless another is better beyond two errors"


def percent(value: float | Fraction, digits: int = 1) -> str:
    """Write a probability in percent; a tiny one that isn't 0 with two significant digits."""
    value = float(value)
    if 0 < value < 10 ** -(digits + 2) / 2:
        return f"{100 * value:.1e}%"
    return f"{100 * value:.{digits}f}%"


def percent_within(lower: float, upper: float, digits: int = 1) -> str:
    """Write the middle of two bounds in percent; or both, if they are so far apart that it would mislead."""
    if upper - lower > upper / 10:
        return f"{percent(lower, digits)} to {percent(upper, digits)}"
    return percent((lower + upper) / 2, digits)


def bounds_text(lower: float, upper: float) -> str:
    """Write two bounds, rounded outward, with as many decimals as show how far apart they are.

    Examples
    --------
    >>> bounds_text(0.25, 0.25 + 1.5e-10), bounds_text(0.1, 0.4)
    ('0.25000000000 to 0.25000000016', '0.100000000 to 0.400000001')
    """
    decimals = FEWEST_DECIMALS
    while decimals < MOST_DECIMALS and (upper - lower) * 10**decimals < TELLING:
        decimals += 1
    step = Decimal(1).scaleb(-decimals)
    low, high = Decimal(lower).quantize(step, ROUND_FLOOR), Decimal(upper).quantize(step, ROUND_CEILING)
    return f"{low:f} to {high:f}"


def at_most(upper: float, digits: int = 4) -> str:
    """Write an upper bound with few digits, rounded up."""
    return f"{float(Context(digits, ROUND_CEILING).create_decimal(Decimal(upper))):.{digits}g}"


def at_least(lower: float, digits: int = 4) -> str:
    """Write a lower bound with few digits, rounded down."""
    return f"{float(Context(digits, ROUND_FLOOR).create_decimal(Decimal(lower))):.{digits}g}"


def counted(count: int, what: str) -> str:
    """Write how many there are of something."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def listed(items: list[str], nothing: str = "none") -> str:
    """Join names as in a sentence."""
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} and {items[-1]}"


def player(seat: int) -> str:
    """Name a seat."""
    return f"player {seat + 1}"


def players(seats: tuple[int, ...]) -> str:
    """Name several seats."""
    return listed([player(seat) for seat in seats])


def describe_action(game: Game, state: State, action: Action) -> str:
    """Say what an action does."""
    names = game.board.names
    here = names[action.place] if action.place >= 0 else "the reserve"
    match action.verb:
        case verbs.MOVE:
            return f"move to {here}"
        case verbs.STAND:
            return "stand up"
        case verbs.ASSIST:
            return f"assist {players(action.who)}: stand them up"
        case verbs.STOP:
            return "stop: end the turn"
        case verbs.ACCEPT:
            return "accept the failed roll"
        case verbs.REROLL:
            dice = " ".join(map(str, action.dice))
            return f"{players(action.who)} supports: roll {dice} again"
        case verbs.REDUCE:
            return f"{players(action.who)} supports: lower the rating by 1"
        case verbs.MOVE_SPIRIT:
            return f"the spirit at {here} moves here"
        case verbs.LOSE_SPIRIT:
            return (
                f"the spirit in {here} is lost" if action.place == RESERVE else f"lose the spirit at {here}"
            )
        case verbs.STEP:
            return f"the agent at {names[action.source]} steps to {here}"
        case verbs.DARKEN:
            return f"{here} turns dark"
        case verbs.AGENT:
            return f"an agent appears at {here}"
        case verbs.PLACE:
            return f"start at {here}"
        case verbs.ROLL:
            return "roll the black die"
    attempt = ATTEMPT_WORDS[action.verb]
    return f"{attempt}, {players(action.who)} supporting" if action.who else attempt


def describe_odds(game: Game, state: State, action: Action) -> str:
    """Say what has to be rolled for an action, and how likely that is; nothing if nothing is rolled."""
    moment = state.moment
    if action.verb in ATTEMPTS and isinstance(moment, Turn):
        target = target_of(game, state, moment.player, action)
        if target <= SURE_TARGET:
            return "succeeds without a roll"
        odds = f"needs {target}+ on three dice: {_chance(first_chance(game, state, moment.player, action))}"
        left = supporters(game, state, moment.player) & ~sum(1 << seat for seat in action.who)
        return f"{odds}; then {players(members(left))} may support" if left else odds
    if action.verb == verbs.REROLL and isinstance(moment, Failed):
        kept = without(moment.dice, action.dice)
        chance = success_chance(moment.target, kept)
        held = f"keeps {' '.join(map(str, kept))}, " if kept else ""
        return f"{held}needs {moment.target - sum(kept)}+ on {_dice(len(action.dice))}: {_chance(chance)}"
    if action.verb == verbs.REDUCE and isinstance(moment, Failed):
        enough = sum(moment.dice) >= moment.target - 3
        return "then the roll has succeeded" if enough else "not enough alone"
    if action.verb == verbs.STEP and not state.dark >> action.place & 1:
        return (
            f"darkens it on {game.board.tags[action.place]}+: {percent(darkening_chance(game, action.place))}"
        )
    return ""


def _chance(chance: Fraction) -> str:
    return percent(chance) if chance else "impossible"


def _dice(count: int) -> str:
    return {1: "one die", 2: "two dice", 3: "three dice"}[count]


def describe_moment(game: Game, state: State) -> str:
    """Say what is being decided, and by whom."""
    moment, names = state.moment, game.board.names
    match moment:
        case Turn():
            lying = "" if state.upright >> moment.player & 1 else ", exhausted"
            here = names[state.at[moment.player]]
            return f"{player(moment.player).capitalize()} to act at {here}{lying}, {_left(moment.left)} left."
        case Failed():
            dice = " ".join(map(str, moment.dice))
            here = names[state.at[moment.player]]
            return (
                f"{player(moment.player).capitalize()} has rolled {dice} ({sum(moment.dice)}) for "
                f"{moment.target}+, {_an(ATTEMPT_NOUNS[moment.attempt])} at {here}: "
                f"who supports? ({_left(moment.left)} left afterwards)"
            )
        case SpiritMoves():
            return f"An encounter has succeeded: which spirit moves to {names[state.at[moment.player]]}?"
        case SpiritLost():
            return "The center's seal has held: which spirit is lost?"
        case AgentsAct():
            waiting = listed([names[place] for place in moment.waiting])
            return f"The agents act; waiting at {waiting}."
        case Growth():
            when = "in the setup" if moment.setup else "at the end of the round"
            return f"Darkness Grows {when}, {_times(moment.left)} more: the black die is rolled next."
        case Darken():
            return f"The die has named tag {moment.tag}: which of its light locations turns dark?"
        case PlaceAgent():
            return f"The die has named tag {moment.tag}, all dark: where does an agent appear?"
        case PlaceGuardian():
            return f"Where does {player(moment.player)} start?"
        case Over():
            return "The game is won." if moment.won else "The game is lost."


def _an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _left(count: int) -> str:
    return "1 action" if count == 1 else f"{count} actions"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def marks_of(game: Game, state: State) -> dict[str, list[str]]:
    """Return what lies on each card, for a picture: dark, agents, spirits, guardians by number."""
    names = game.board.names
    marks: dict[str, list[str]] = {name: [] for name in names}
    for place in members(state.dark):
        marks[names[place]].append("DARK")
    for what, places in (("agent", state.agents), ("spirit", state.spirits)):
        for place in sorted(set(places)):
            if place >= 0:
                marks[names[place]].append(counted(places.count(place), what))
    resting = state.agents.count(EXHAUSTED)
    if resting:
        marks[names[game.center]].append(f"{counted(resting, 'agent')}, exhausted")
    for place, name in enumerate(names):
        here = [seat for seat, at in enumerate(state.at) if at == place]
        if here:
            marks[name].append(
                " ".join(f"P{seat + 1}" if state.upright >> seat & 1 else f"(P{seat + 1})" for seat in here)
            )
    return marks


def describe_pieces(state: State) -> str:
    """Say what a picture of the table doesn't: reserves, spirits out of the game, what `(P1)` means."""
    parts = []
    for what, places in (("agent", state.agents), ("spirit", state.spirits)):
        count = places.count(RESERVE)
        if count:
            parts.append(f"{counted(count, what)} in reserve")
    if OUT in state.spirits:
        parts.append(f"{counted(state.spirits.count(OUT), 'spirit')} out of the game")
    if state.upright.bit_count() < len(state.at):
        parts.append("guardians in parentheses are exhausted")
    return ", ".join(parts)


def describe_dark(game: Game, state: State) -> str:
    """Name the dark cards besides the center, and where agents stand."""
    names = game.board.names
    dark = [names[place] for place in members(state.dark) if place != game.center]
    agents = [names[place] for place in state.agents if place >= 0]
    text = listed(dark, nothing="no card")
    if not agents:
        return text
    return f"{text}; {counted(len(agents), 'agent')} at {listed(list(dict.fromkeys(agents)))}"


def describe_memory(size: float) -> str:
    """Say about how many bytes of memory or disk something takes, or how many there are."""
    scale, unit = (1e9, "GB") if size >= 1e8 else (1e6, "MB") if size >= 1e5 else (1e3, "kB")
    return f"{size / scale:.1f} {unit}"


def describe_duration(seconds: float) -> str:
    """Say how long something takes, in one unit."""
    if seconds < 1.5:
        return "a second"
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 100 * 60 else f"{seconds / 3600:.1f} hours"
