"""How does the game begin: what can the setup lead to, how likely, and what is the best first move?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from solver.bounds import Bounds
from solver.guardians.action import Action
from solver.guardians.first_turns import first_turns
from solver.guardians.game import Game
from solver.guardians.phases import in_setup
from solver.guardians.play import Play
from solver.guardians.state import Over, State
from solver.model import Model
from solver.process import ONE, Owner


class Opening(NamedTuple):
    """A first turn, with bounds of its win probability and the best first move."""

    state: State
    probability: Fraction  # exact, given that the setup's choices are made best
    lower: float
    upper: float
    action: Action | None  # None: the setup has ended the game, or nobody looked


class Setup(NamedTuple):
    """Where the first turn may begin, with bounds of its win probability."""

    state: State
    lower: float
    upper: float


def extreme_setups(
    game: Game, bounds_of: Callable[[State], tuple[float, float]]
) -> tuple[Setup, Setup] | None:
    """Return the setups that are worth most and least, of all that rolls and choices together can lead to.

    None if the setup always ends the game, which isn't counted as one.

    Parameters
    ----------
    game
        Lumped.
    """
    found = [Setup(state, *bounds_of(state)) for state in first_turns(game)]
    if not found:
        return None
    best = max(found, key=lambda setup: (setup.lower + setup.upper, setup.state))
    return best, min(found, key=lambda setup: (setup.lower + setup.upper, setup.state))


def find_openings(play: Play, model: Model[State], bounds: Bounds) -> list[Opening]:
    """Return the first turns that the setup leads to, likeliest first.

    The setup's choices are made by whoever makes them, best by the bounds; so is the first move. Where
    several are best within the bounds, one of them is taken.
    """
    reached = play_setup(play, lambda state: best_action(play, model, bounds, state))
    openings = [
        Opening(
            state,
            probability,
            float(bounds.lower[model.index[state]]),
            float(bounds.upper[model.index[state]]),
            None if isinstance(state.moment, Over) else best_action(play, model, bounds, state),
        )
        for state, probability in reached.items()
    ]
    return sorted(openings, key=lambda opening: (-opening.probability, -opening.lower, opening.state))


def play_setup(play: Play, choose: Callable[[State], Action]) -> dict[State, Fraction]:
    """Return the states after the setup with their exact probabilities, given what is chosen in it."""
    reached: dict[State, Fraction] = defaultdict(Fraction)
    waiting = {play.initial(): ONE}
    while waiting:
        state, probability = waiting.popitem()
        if not in_setup(state):
            reached[state] += probability
            continue
        for chance, successor in play.outcomes(state, choose(state)):
            waiting[successor] = waiting.get(successor, Fraction(0)) + probability * chance
    return reached


def best_action(play: Play, model: Model[State], bounds: Bounds, state: State) -> Action:
    """Return an action of a state that is best by the middle of its bounds; the first of equals."""

    def middle(action: Action) -> float:
        total = 0.0
        for chance, successor in play.outcomes(state, action):
            at = model.index[successor]
            total += float(chance) * (float(bounds.lower[at]) + float(bounds.upper[at])) / 2
        return round(total, 12)  # what is equal but for rounding is equal

    pick = min if play.owner(state) == Owner.OPPONENT else max
    return pick(play.actions(state), key=middle)
