"""What is the best move in a position of a game that has a saved table?

From the position on, what can follow is searched up to the first states that the table holds: the
rest of one player's turn, or of the agents' and the growths' part of a round, or of the setup.

    V(s) = the table's bounds                           where it holds s
    V(s) = max or min or average over what can follow   elsewhere

Bounds are integers, multiples of 1 / `SCALE`; averages are rounded outward, so they are proved if the
table's are. The moves of the position itself are always looked into, even if the table holds its value.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction

from search.advice import Advice
from search.ranking import rank
from search.soon import FEW_NODES
from solver.guardians.dense.space import ONE
from solver.guardians.game import Game
from solver.guardians.held import Holds
from solver.guardians.lumping import representative
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.saved import SavedTable
from solver.guardians.state import State
from solver.process import Owner
from solver.rounding import round_down, round_up

SHIFT = 64
SCALE = ONE << SHIFT

MOST_KNOWN = 1_000_000
"""States to remember the bounds of; they take about 1 GB."""

Bounds = tuple[int, int]


class LookUp:
    """The search behind one answer, with what it has found so far.

    Attributes
    ----------
    values : dict
        Bounds of states looked at, of the lumped game; begun anew when there are `MOST_KNOWN`.
    """

    def __init__(self, table: Holds) -> None:
        self.table = table
        self.play = Play(table.game)
        self.values: dict[State, Bounds] = {}

    def value(self, state: State) -> Bounds:
        """Return bounds of the value of a state of the lumped game, times `SCALE`."""
        known = self.values.get(state)
        if known is None:
            held = self.table.numerators(state)
            known = self._search(state) if held is None else (held[0] << SHIFT, held[1] << SHIFT)
            if len(self.values) >= MOST_KNOWN:
                self.values.clear()
            self.values[state] = known
        return known

    def _search(self, state: State) -> Bounds:
        play = self.play
        best = min if play.owner(state) == Owner.OPPONENT else max
        found = [
            self.average([(p, successor) for p, successor in play.outcomes(state, action)])
            for action in play.actions(state)
        ]
        return best(lower for lower, _ in found), best(upper for _, upper in found)

    def average(self, outcomes: list[tuple[Fraction, State]]) -> Bounds:
        """Return bounds of the average over outcomes, times `SCALE`."""
        lower = upper = 0
        for p, state in outcomes:
            low, high = self.value(state)
            lower += low * p.numerator // p.denominator
            upper -= -high * p.numerator // p.denominator
        return lower, min(upper, SCALE)


def look_up(position: Position, table: SavedTable, *, gap: float | None = None) -> Advice:
    """Rank all legal moves of a position by a table of its game.

    Parameters
    ----------
    gap
        Wanted between the bounds of each move; by default whatever the table has.

    Raises
    ------
    ParseError
        If the part of the table that is needed is damaged.
    """
    begun = time.monotonic()
    lumped: Game = table.game
    search = LookUp(table)

    def weigh(outcomes: Sequence[tuple[Fraction, State]]) -> tuple[float, float]:
        lower, upper = search.average([(p, representative(lumped, after)) for p, after in outcomes])
        return round_down(Fraction(lower, SCALE)), round_up(Fraction(upper, SCALE))

    ranked = rank(Play(position.game), position.state, weigh, FEW_NODES)
    return Advice(
        position=position,
        **ranked._asdict(),
        bounded=True,
        states=len(search.values),
        sweeps=0,
        seconds=time.monotonic() - begun,
        closed=gap is None or all(move.upper - move.lower <= gap for move in ranked.moves),
        table=table.path,
    )
