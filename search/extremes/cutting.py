"""Is a layout out of the race for the hardest and the easiest? A few rounds often tell.

Its restricted game within K rounds is never worth more than the layout, its relaxed game never less
(`horizon`). So a layout is out if, for some K, the first is worth more than the hardest layout known, and for
some K the second less than the easiest. Iterates are made until that comes about, or would take longer than
it is worth; then the layout has to be solved. Where iterates from above are slow, a mix of both sides takes
their place: rounds from below are made until it looks low enough.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from math import inf, log

from layouts.shapes.canon import board_of_canonical_code
from search.first_moves import look_up_value
from search.surveys.solving import Cut
from solver.guardians.dense.horizon import Horizon
from solver.guardians.game import Game
from solver.guardians.held import HeldValues
from solver.guardians.notation import parse_rules

PROBE, DEEP_PROBE = 2, 3
"""Rounds from below, of all layouts, and of those that look hardest and easiest. By the second, bounds rank
layouts nearly as their values do: on five cards, one player, the logarithms have correlations of 0.91 to 0.98
with those of the values, and 0.94 to 0.995 by the third.

Probing a quarter of the leaders to the fourth round, a quarter of these to the fifth and so on to the sixth,
on the eight decks of five cards with over 30 layouts: on impossible and difficult it takes up to 0.044 of all
work more, 0.014 less at best; on easy 0.023 to 0.045 less on three decks, up to 0.004 more on the others."""
MIX_FROM = 3
"""Rounds from above before a mix of both sides is proposed. On 3,3,3,4 and 3,4,4,5, easy, this takes 0.358
and 0.403 of all work, 2 rounds 0.364 and 0.410, 4 rounds 0.372 and 0.415, 6 rounds 0.400 and 0.440; without
mixes it was 0.524 and 0.502."""
MIX_MARGIN = 2.5
"""The share of the upper side in it, times that at which the start alone would be a bound; other states need
2 to 3 times that. With a margin of 1.5 half of the mixes aren't proved (0.420 and 0.442)."""
MIX_MORE = 2.0
"""That margin is multiplied by this whenever a mix wasn't proved."""
MOST_GROWTHS_OF_MIXES = 1
"""With more growths a round, iterates from above are quick."""
KEPT = 500_000_000
"""Bytes of restricted games that a worker keeps, to go on with them."""


class _Kept(threading.local):
    """What a worker keeps, latest last; a process of a cluster may have several, each a thread."""

    def __init__(self) -> None:
        self.games: OrderedDict[tuple[str, str], Horizon] = OrderedDict()


_kept = _Kept()


def probe_layout(layout: str, rules: str, rounds: int = PROBE, threads: int = 1) -> Cut:
    """Bound a layout from below by its restricted game within so many rounds.

    Parameters
    ----------
    layout, rules
        Codes; so that a process elsewhere can be asked.
    """
    begun = time.monotonic()
    horizon = _restricted(layout, rules, threads)
    done = horizon.updates
    while horizon.rounds < rounds:
        horizon.sweep()
    return Cut(_value(horizon), 1.0, horizon.updates - done, time.monotonic() - begun)


def cut_layout(
    layout: str,
    rules: str,
    known: tuple[float, float],
    hardest: float,
    easiest: float,
    worth: int,
    *,
    anew: bool = False,
) -> Cut:
    """Bound a layout until it is out of the race, or that takes too long.

    Parameters
    ----------
    layout, rules
        Codes.
    known
        What is known of the layout: lower and upper bound.
    hardest, easiest
        An upper bound of the hardest layout known, a lower bound of the easiest.
    worth
        Most state updates to spend on either side.
    anew
        Leave out what this worker has kept, so that the answer doesn't depend on what it did before.
    """
    begun = time.monotonic()
    lower, upper = known
    restricted = Horizon(_game(layout, rules), up=False) if anew else _restricted(layout, rules)
    done = restricted.updates
    if lower <= hardest:
        lower = max(lower, _iterate(restricted, hardest, worth))
    if lower > hardest and upper >= easiest:
        relaxed = Horizon(_game(layout, rules), up=True)
        if can_mix(relaxed):
            _mix(relaxed, restricted, easiest, worth)
        upper = min(upper, _iterate(relaxed, easiest, worth))
        lower = max(lower, _value(restricted))
        done -= relaxed.updates
    return Cut(lower, upper, restricted.updates - done, time.monotonic() - begun)


def can_mix(horizon: Horizon) -> bool:
    """Tell whether mixes of both sides are worth proposing.

    Where a spirit can be lost the part with one less holds the mix up, as its own upper bound is far off: on
    3,3,3,4, difficult, 7 of 512 mixes are proved.
    """
    rules = horizon.game.rules
    return rules.growths <= MOST_GROWTHS_OF_MIXES and not (rules.center_penalty and rules.spirits > 1)


def _mix(relaxed: Horizon, restricted: Horizon, aim: float, worth: int) -> None:
    """Bring the restricted game so far that a mix of both is proved to be below an aim, and mix them.

    Or stop: the restricted game is above it, or that takes more updates than it is worth.
    """
    high, above = _value(relaxed), 0.0
    while relaxed.rounds < MIX_FROM:
        before = high
        relaxed.sweep()
        high = _value(relaxed)
        above = before - high
    done, low, margin = restricted.updates, _value(restricted), MIX_MARGIN
    while low < aim <= high and relaxed.updates + restricted.updates - done <= worth:
        before = low
        restricted.sweep()
        low = _value(restricted)
        below = low - before
        share = margin * below / (below + above) if below + above > 0 else 1.0
        if low + share * (high - low) >= aim:
            continue
        if relaxed.mix(restricted, share):
            return
        margin *= MIX_MORE


def _restricted(layout: str, rules: str, threads: int = 1) -> Horizon:
    """Return a layout's restricted game, as far as this worker has come with it."""
    games = _kept.games
    horizon = games.pop((layout, rules), None) or Horizon(_game(layout, rules), up=False, threads=threads)
    games[layout, rules] = horizon
    while len(games) > 1 and sum(one.nbytes for one in games.values()) > KEPT:
        games.popitem(last=False)
    return horizon


def _iterate(horizon: Horizon, aim: float, worth: int) -> float:
    """Move the horizon away until its value is past an aim, or that takes more updates than it is worth.

    Returns the last value. Steps shrink from round to round: the last one tells the least that it may take.
    """
    value, done = _value(horizon), horizon.updates
    while (value >= aim) if horizon.up else (value <= aim):
        before = value
        horizon.sweep()
        value = _value(horizon)
        a_round, done = horizon.updates - done, horizon.updates
        left, step = _log(value, aim), _log(before, value)
        rounds = 1 if step == inf else left / step if step else inf
        if done + rounds * a_round > worth:
            break
    return value


def _log(one: float, other: float) -> float:
    """Return how far apart two values are, as factors go."""
    if one == other:
        return 0.0
    return abs(log(one / other)) if one > 0 and other > 0 else inf


def _value(horizon: Horizon) -> float:
    starts = horizon.starts()
    return look_up_value(HeldValues(horizon.game, starts, starts))[horizon.up]


def _game(layout: str, rules: str) -> Game:
    return Game(board_of_canonical_code(layout), parse_rules(rules), lumped=True)
