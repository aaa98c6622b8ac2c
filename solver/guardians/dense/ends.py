"""Does every play end, whatever players, dice and darkness do? An argument from the ratings alone.

Nothing is proved by it: where it fails, games may take nearly for ever, and `part` goes another way.
`check.every_play_ends` tells it exactly.
"""

from __future__ import annotations

from solver.guardians.dense.arithmetic import SURE
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
