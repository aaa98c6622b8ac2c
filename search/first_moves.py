"""How does a game with a saved table begin, and what is it worth? See `openings` for enumerated games."""

from __future__ import annotations

from fractions import Fraction

from search.look_up import SCALE, LookUp
from search.openings import Opening, Setup, extreme_setups, play_setup
from solver.guardians.action import Action
from solver.guardians.held import Holds
from solver.guardians.state import Over, State
from solver.process import Owner
from solver.rounding import round_down, round_up


def look_up_value(table: Holds) -> tuple[float, float]:
    """Return bounds, rounded outward, of the win probability from the start of the setup."""
    search = LookUp(table)
    lower, upper = search.value(search.play.initial())
    return round_down(Fraction(lower, SCALE)), round_up(Fraction(upper, SCALE))


def look_up_setups(table: Holds) -> tuple[Setup, Setup] | None:
    """Return the setups that are worth most and least; see `openings.extreme_setups`."""
    search = LookUp(table)

    def bounds(state: State) -> tuple[float, float]:
        lower, upper = search.value(state)
        return round_down(Fraction(lower, SCALE)), round_up(Fraction(upper, SCALE))

    return extreme_setups(table.game, bounds)


def look_up_openings(table: Holds, most: int) -> list[Opening]:
    """Return the first turns that the setup leads to, likeliest first, the `most` first with a best move."""
    search = LookUp(table)
    reached = play_setup(search.play, lambda state: _best(search, state))

    def bounds(state: State) -> tuple[float, float]:
        lower, upper = search.value(state)
        return round_down(Fraction(lower, SCALE)), round_up(Fraction(upper, SCALE))

    openings = [Opening(state, chance, *bounds(state), None) for state, chance in reached.items()]
    openings.sort(key=lambda opening: (-opening.probability, -opening.lower, opening.state))
    return [
        opening._replace(action=_best(search, opening.state))
        if number < most and not isinstance(opening.state.moment, Over)
        else opening
        for number, opening in enumerate(openings)
    ]


def _best(search: LookUp, state: State) -> Action:
    def middle(action: Action) -> int:
        return sum(search.average(list(search.play.outcomes(state, action))))

    pick = min if search.play.owner(state) == Owner.OPPONENT else max
    return pick(search.play.actions(state), key=middle)
