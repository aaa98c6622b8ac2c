"""Can this position arise? Every invariant of the rules, with one clear line for each that is broken.

Not checked: whether there is a sequence of moves that leads here.
"""

from __future__ import annotations

from layouts.errors import RuleError
from solver.guardians.attempts import SURE_TARGET, rating_of, spirit_actions, supporters
from solver.guardians.dice import SIDES, WHITE_DICE
from solver.guardians.game import Game
from solver.guardians.growth import LOWEST_TAG
from solver.guardians.growth import actions as growth_actions
from solver.guardians.state import (
    ENCOUNTER,
    EXHAUSTED,
    OUT,
    RESERVE,
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
)
from solver.guardians.turn import can_attempt


def check_state(game: Game, state: State) -> None:
    """Raise RuleError, saying what is wrong and what would be right, unless the state can arise."""
    if isinstance(state.moment, Over):
        raise RuleError("the game is already over")
    _check_locations(game, state)
    _check_pieces(game, state)
    _check_moment(game, state)


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise RuleError(message)


def _check_locations(game: Game, state: State) -> None:
    n = len(game.board)
    _check(state.dark >> n == 0, f"a dark location is none of the {n} on the board")
    _check(state.dark != 0, "the game is already over: every location is light, and the guardians have won")
    _check(state.dark != game.everything, "the game is already over: every location is dark, and it is lost")
    center = game.board.names[game.center]
    _check(
        bool(state.dark >> game.center & 1),
        f"{center} is light while other cards are dark; the center's seal can only be broken last",
    )


def _check_pieces(game: Game, state: State) -> None:
    rules, names, n = game.rules, game.board.names, len(game.board)
    for what, found, wanted in (
        ("agents", len(state.agents), rules.agents),
        ("spirits", len(state.spirits), rules.spirits),
        ("guardians", len(state.at), rules.players),
    ):
        _check(found == wanted, f"{what}: there are {found}, but the rules say {wanted}")
    for what, places, elsewhere in (
        ("agent", state.agents, (RESERVE, EXHAUSTED)),
        ("spirit", state.spirits, (RESERVE, OUT)),
        ("guardian", state.at, ()),
    ):
        for place in places:
            known = 0 <= place < n or place in elsewhere
            _check(known, f"{what} at location {place}: the board has locations 0 to {n - 1}")
    for place in set(state.spirits) - {RESERVE, OUT}:
        limit = rules.spirits_per_location
        _check(
            state.spirits.count(place) <= limit,
            f"two spirits stand on {names[place]}; the reading spirits_per_location allows {limit}",
        )
    lost = state.spirits.count(OUT)
    if lost:
        _check(
            rules.center_penalty, "a spirit is out of the game, but no rule takes it (center_penalty=false)"
        )
        _check(
            lost < rules.spirits,
            "the game is already over: the last spirit is out of the game, and it is lost",
        )
    _check(0 <= state.first < rules.players, f"starting player {state.first + 1}: {rules.players} play")
    _check(state.upright >> rules.players == 0, "a guardian is upright who does not play")


def _check_moment(game: Game, state: State) -> None:
    rules, moment = game.rules, state.moment
    if isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost | PlaceGuardian):
        _check(
            0 <= moment.player < rules.players,
            f"it is the turn of player {moment.player + 1}, but {rules.players} play",
        )
    if isinstance(moment, Turn | Failed | SpiritMoves | SpiritLost):
        least = 1 if isinstance(moment, Turn) else 0
        most = rules.actions if isinstance(moment, Turn) else rules.actions - 1
        _check(
            least <= moment.left <= most, f"actions left: {moment.left}; there can be {least} to {most} here"
        )
    if isinstance(moment, AgentsAct):
        _check_waiting(game, state, moment)
    elif isinstance(moment, Growth | Darken | PlaceAgent):
        _check_growth(game, state, moment)
    elif isinstance(moment, PlaceGuardian):
        _check(rules.start == "any", "guardians are placed only with the reading start=any")
        _check_setup(game, state)
    elif isinstance(moment, Failed):
        _check_failed(game, state, moment)
    elif isinstance(moment, SpiritMoves):
        here = state.at[moment.player]
        _check(bool(state.upright >> moment.player & 1), "the player who has succeeded is exhausted")
        _check(rules.spirit_moves, "no spirit moves with the reading spirit_moves=false")
        _check(RESERVE not in state.spirits, "a spirit moves only when the reserve is empty")
        _check(
            can_attempt(game, state, ENCOUNTER, here) and len(spirit_actions(game, state)) > 1,
            f"there is no choice of a spirit to move to {game.board.names[here]}",
        )
    elif isinstance(moment, SpiritLost):
        _check_spirit_lost(game, state, moment)


def _check_waiting(game: Game, state: State, moment: AgentsAct) -> None:
    _check(bool(moment.waiting), "no agent is left to act")
    _check(tuple(sorted(moment.waiting)) == moment.waiting, "the agents waiting are not sorted")
    for place in set(moment.waiting):
        where = game.board.names[place] if 0 <= place < len(game.board) else f"location {place}"
        _check(
            place >= 0 and state.agents.count(place) >= moment.waiting.count(place),
            f"an agent at {where} is to act, but does not stand there",
        )


def _check_setup(game: Game, state: State) -> None:
    """Check what holds until the first turn: no spirit on the table, all guardians upright."""
    everyone = (1 << game.rules.players) - 1
    _check(set(state.spirits) <= {RESERVE}, "a spirit is on the table, or out of the game, in the setup")
    _check(state.upright == everyone, "a guardian is exhausted in the setup")
    _check(EXHAUSTED not in state.agents, "an agent is exhausted in the setup")


def _check_growth(game: Game, state: State, moment: Growth | Darken | PlaceAgent) -> None:
    rules = game.rules
    most = rules.setup_growths if moment.setup else rules.growths
    rolled = not isinstance(moment, Growth)
    least, most = (0, most - 1) if rolled else (1, most)
    what = "setup" if moment.setup else "round"
    _check(
        least <= moment.left <= most,
        f"growths left: {moment.left}; in the {what} there can be {least} to {most} here",
    )
    _check(
        moment.setup or EXHAUSTED not in state.agents, "exhausted agents have stood up before Darkness Grows"
    )
    if moment.setup:
        _check_setup(game, state)
        _check(
            all(place == game.center for place in state.at), "in the setup the guardians wait at the center"
        )
    if not isinstance(moment, Growth):
        _check(LOWEST_TAG <= moment.tag <= max(SIDES), f"tag {moment.tag} is none that the die can name")
        light = any(not state.dark >> place & 1 for place in game.tagged[moment.tag])
        _check(
            isinstance(moment, Darken) or not light, f"a location of tag {moment.tag} is light: it darkens"
        )
        _check(len(growth_actions(game, state)) > 1, f"there is nothing to choose for tag {moment.tag}")


def _check_failed(game: Game, state: State, moment: Failed) -> None:
    player, here = moment.player, state.at[moment.player]
    name = game.board.names[here]
    _check(bool(state.upright >> player & 1), "the player who rolls is exhausted")
    _check(can_attempt(game, state, moment.attempt, here), f"no {moment.attempt} can be attempted at {name}")
    rating = rating_of(game, state, moment.attempt, here)
    lying = sum(
        place == here and not state.upright >> seat & 1
        for seat, place in enumerate(state.at)
        if seat != player
    )
    targets = [3 * (rating - support) for support in range(lying + 1) if 3 * (rating - support) > SURE_TARGET]
    _check(
        moment.target in targets,
        f"target {moment.target}: the {moment.attempt} at {name} has the rating {rating}"
        + (f", so it can be {', '.join(map(str, targets))}" if targets else " and needs no roll"),
    )
    _check(
        len(moment.dice) == WHITE_DICE and all(die in SIDES for die in moment.dice),
        f"dice {moment.dice}: there are three, showing 1 to 6",
    )
    _check(tuple(sorted(moment.dice)) == moment.dice, "the dice are not sorted")
    _check(sum(moment.dice) < moment.target, f"the dice show {sum(moment.dice)}: the roll has not failed")
    _check(
        bool(supporters(game, state, player)),
        "nobody is there to support, so the attempt is over; give the next decision",
    )


def _check_spirit_lost(game: Game, state: State, moment: SpiritLost) -> None:
    _check(game.rules.center_penalty, "no spirit is lost with the reading center_penalty=false")
    at_center = state.at[moment.player] == game.center and state.dark == 1 << game.center
    _check(at_center, "a spirit is lost only by failing at the center's seal")
    _check(not state.upright >> moment.player & 1, "the player who has failed is not exhausted")
    _check(len(spirit_actions(game, state)) > 1, "there is no choice of a spirit to lose")
