"""In which order are the moves of a position? By what is known of each, and by what breaks ties."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from search.soon import win_soon
from solver.guardians.action import Action
from solver.guardians.play import Play
from solver.guardians.state import State
from solver.process import Owner
from solver.rounding import round_down, round_up

if TYPE_CHECKING:
    from search.playouts import Estimate

DOUBT = 2.0
"""Standard errors of a difference up to which a move isn't preferred to the strategy's own."""


class Behind(NamedTuple):
    """By how much a move's estimate is worse than that of the move that comes first; negative if better."""

    mean: float
    error: float  # standard error

    @property
    def is_certain(self) -> bool:
        """Is the move worse beyond doubt?"""
        return self.mean > DOUBT * self.error


class Move(NamedTuple):
    """A legal move with the win probability after it, and what it costs against the best."""

    action: Action
    lower: float
    upper: float
    regret_lower: float
    regret_upper: float
    ties: bool  # the bounds don't tell it from the best
    soon: float | None  # probability of winning within `Advice.soon` rounds; only among ties
    estimate: Estimate | None  # instead of bounds
    behind: Behind | None = None  # and instead of the regret's


class Turnout(NamedTuple):
    """One way that the only thing to do, a roll, can turn out; bounds of the win probability then."""

    probability: Fraction
    state: State
    lower: float
    upper: float


class Ranked(NamedTuple):
    """All legal moves of a state, best first for whoever decides."""

    owner: Owner
    moves: list[Move]
    turnouts: list[Turnout]  # likeliest first, where chance decides
    soon: int  # horizon of `Move.soon`


Weigh = Callable[[Sequence[tuple[Fraction, State]]], tuple[float, float]]
"""Returns bounds of an average over outcomes, rounded outward."""


def rank(play: Play, state: State, weigh: Weigh, soon_nodes: int) -> Ranked:
    """Rank what can be done in a state by what it may lead to.

    Parameters
    ----------
    soon_nodes
        Positions looked at to tell ties apart.
    """
    owner, actions = play.owner(state), play.actions(state)
    values = {action: weigh(play.outcomes(state, action)) for action in actions}
    moves, soon = rank_moves(play, state, owner, values, soon_nodes)
    turnouts = []
    if owner == Owner.CHANCE:
        for p, after in play.outcomes(state, actions[0]):
            turnouts.append(Turnout(p, after, *weigh([(Fraction(1), after)])))
    return Ranked(owner, moves, sorted(turnouts, key=lambda turnout: -turnout.probability), soon)


def rank_moves(
    play: Play,
    state: State,
    owner: Owner,
    values: dict[Action, tuple[float, float]],
    soon_nodes: int,
) -> tuple[list[Move], int]:
    """Order the moves: by their bounds, and those that tie with the best by how soon they may win.

    Returns the moves and the horizon of `Move.soon`: the longest that takes at most `soon_nodes`.
    """
    sign = -1 if owner == Owner.OPPONENT else 1
    lower = [sign * value[0 if sign > 0 else 1] for value in values.values()]
    upper = [sign * value[1 if sign > 0 else 0] for value in values.values()]
    best_lower, best_upper = max(lower), max(upper)
    ties = {action for action, high in zip(values, upper, strict=True) if high >= best_lower}
    soon, horizon = win_soon(play, state, soon_nodes) if len(ties) > 1 else ({}, 0)
    moves = [
        Move(
            action=action,
            lower=values[action][0],
            upper=values[action][1],
            regret_lower=max(0.0, round_down(Fraction(best_lower) - Fraction(high))),
            regret_upper=max(0.0, round_up(Fraction(best_upper) - Fraction(low))),
            ties=action in ties and len(ties) > 1,
            soon=soon.get(action) if action in ties else None,
            estimate=None,
        )
        for action, low, high in zip(values, lower, upper, strict=True)
    ]

    def order(move: Move) -> tuple[bool, float, float]:
        if move.action in ties:
            return (False, -sign * (move.soon or 0.0), move.regret_upper)
        return (True, move.regret_upper, 0.0)

    return sorted(moves, key=order), horizon


def rank_estimates(moves: list[Move], owner: Owner, chosen: Action | None) -> list[Move]:
    """Order moves by their estimates, best first; but a strategy's own, unless one is better beyond doubt.

    So what comes first is never worse, but for the estimates' errors, than that strategy; picking a lucky
    estimate would be.
    """
    sign = -1 if owner == Owner.OPPONENT else 1

    def behind(move: Move, first: Move) -> Behind:
        assert move.estimate is not None
        assert first.estimate is not None
        lost = sign * (first.estimate.mean - move.estimate.mean)
        return Behind(lost, math.hypot(first.estimate.error, move.estimate.error))

    best = max(moves, key=lambda move: sign * move.estimate.mean if move.estimate else 0.0)
    first = next((move for move in moves if move.action == chosen), best)
    if behind(first, best).is_certain:
        first = best
    weighed = [(behind(move, first), move) for move in moves if move is not first]
    others = [move._replace(behind=lost, ties=not lost.is_certain) for lost, move in weighed]
    tied = first._replace(ties=any(move.ties for move in others))
    return [tied, *sorted(others, key=lambda move: move.behind or ())]
