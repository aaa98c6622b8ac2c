"""Does every play end, whatever players, dice and darkness do?

If so, the least fixed point of a round is the only one. There is a short argument that often settles it,
and else an exact way over all states: the greatest set of states in which players and darkness, choosing
together, can make sure that the game goes on for another round within the set is found by the sweep of
values 0 and 1 (rounded down, an average is 1 only if all parts are). Every play ends if that set is empty.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.guardians.dense.arithmetic import SURE, Values
from solver.guardians.dense.sweep import Sweeper


def surely_ends(sweeper: Sweeper) -> bool:
    """Tell whether defences alone show that every play ends; False means that they don't.

    With at least one growth a round, some face of the die darkens a card as long as one is light. If every
    attempt at a seal but the center's can fail, with all the support there can be, then some run of rolls
    loses from every state: at most as many rounds later as there are cards. (A play that is won has ended.)
    """
    moves, rules = sweeper.moves, sweeper.rules
    least = int(moves.seal_rating[moves.bit >= 0].min(initial=2**31 - 1))
    return rules.growths >= 1 and least - (rules.players - 1) > SURE


def every_play_ends(
    sweeper: Sweeper, alive: Values, progress: Callable[[int], None] = lambda left: None
) -> bool:
    """Tell it exactly, by sweeps.

    Parameters
    ----------
    alive
        A layer to work on, whatever is in it.
    progress
        Called after each sweep with the number of states from which a play may still go on.
    """
    alive[...] = 1
    alive[-1] = 0
    last = -1
    while True:
        sweeper.sweep(alive, up=False, won=0, cooperate=True)
        left = int(np.count_nonzero(alive))
        if left in (0, last):
            return left == 0
        progress(left)
        last = left
