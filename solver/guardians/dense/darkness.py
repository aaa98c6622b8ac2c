"""The layers of darkness: the agents and growth, backed up in place for a piece of all rows at a time.

Neither looks at the guardians or at the spirits, so what goes on in one column of a layer is nothing to the
next. A piece is some columns of all dark sets and agents: the larger dark sets that a row depends on are then
still in a fast cache, where whole rows had to be fetched from memory each time (nine cards and two players:
growth in 0.52 of the time, the agents in 0.70). Pieces are independent, so no thread waits for another.

Darkness only adds to the dark locations, and a set's rank is below those of the sets that have more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.guardians.dense.arithmetic import Rounding, Sums, Values, copy_to, lower_to, quotient, raise_to
from solver.guardians.dense.lookup import Darkness
from solver.kernel import lean_kernel


class Scratch(NamedTuple):
    """Room for what is worked out of one piece: kernels allocate nothing."""

    best: Values  # [columns]
    roll: Values  # [columns]
    total: Sums  # [columns]
    out: Values  # [agents][columns]
    stepped: Values  # [n+1][n][columns]: by where the agent that has moved is, and the one still to step
    has_stepped: NDArray[np.bool_]  # [n+1][n]: is it worked out?
    dark_stepped: Values  # [n][n][columns]: where the first one has darkened
    has_dark_stepped: NDArray[np.bool_]  # [n][n]


def make_scratch(columns: int, t: Darkness) -> Scratch:
    """Return scratch arrays for pieces of so many columns, for one thread."""
    places = t.faces.size
    return Scratch(
        np.empty(columns, dtype=np.uint32),
        np.empty(columns, dtype=np.uint32),
        np.empty(columns, dtype=np.float64),
        np.empty((t.resting.size, columns), dtype=np.uint32),
        np.empty((places + 1, places, columns), dtype=np.uint32),
        np.empty((places + 1, places), dtype=np.bool_),
        np.empty((places, places, columns), dtype=np.uint32),
        np.empty((places, places), dtype=np.bool_),
    )


@lean_kernel
def average_die(out: Values, darkened: Values, stays: Values, faces: int, r: Rounding) -> None:
    """Set `out` to averages, `faces` of 6 for the first; `out` may be one of the two."""
    for i in range(out.size):
        d, s = darkened[i], stays[i]
        high = d if d > s else s
        low = s if d > s else d
        p = r.die[faces] if d > s else r.die[6 - faces]
        out[i] = low + np.uint32((np.uint64(high - low) * np.uint64(p) + r.carry32) >> np.uint64(32))


@lean_kernel
def choose(out: Values, other: Values, lord: bool, first: bool) -> None:
    """Take the other values, if they are the first or better for whoever decides."""
    if first:
        copy_to(out, other)
    elif lord:
        lower_to(out, other)
    else:
        raise_to(out, other)


@lean_kernel
def growth_layer(
    layer: Values, left: int, right: int, begin: int, end: int, lord: bool, t: Darkness, r: Rounding,
    scratch: Scratch,
) -> None:  # fmt: skip
    """Let Darkness Grow once before a layer, in place.

    An agent placed from the reserve leads to a lower agents' rank, so the higher ones go first.

    Parameters
    ----------
    layer : uint32[dark set][agents][columns]
        The last dark set, a lost game, must be 0.
    left, right
        The columns to back up.
    begin, end
        The agents' ranks to back up. Those with an exhausted agent are left alone: all stand by now.
    """
    full = layer.shape[0] - 1
    best, total = scratch.best[: right - left], scratch.total[: right - left]
    for agents in range(end - 1, begin - 1, -1):
        if t.resting[agents] == 1:
            continue
        for dark_set in range(full):
            now = layer[dark_set, agents, left:right]
            for i in range(total.size):
                total[i] = r.carry6
            for tag in range(t.tag_faces.size):
                faces = np.float64(t.tag_faces[tag])
                if t.darkened[dark_set, tag, 0] >= 0:
                    for i in range(t.darkened.shape[2]):
                        to = t.darkened[dark_set, tag, i]
                        if to < 0:
                            break
                        choose(best, layer[to, agents, left:right], lord, i == 0)
                else:
                    copy_to(best, now)
                    for i in range(t.tagged.shape[1]):
                        place = t.tagged[tag, i]
                        if place < 0 or t.placed[agents, place] < 0:
                            break
                        choose(best, layer[dark_set, t.placed[agents, place], left:right], lord, i == 0)
                for i in range(total.size):
                    total[i] += faces * np.float64(best[i])
            for i in range(total.size):
                now[i] = quotient(total[i], 6.0)


@lean_kernel
def last_steps(
    out: Values, layer: Values, left: int, right: int, dark_set: int, moved: int, waiting: int, lord: bool,
    t: Darkness, r: Rounding, roll: Values,
) -> None:  # fmt: skip
    """Set `out` to the values when one agent has moved (or needn't) and the other is still to step."""
    for i in range(t.steps.shape[2]):
        place = t.steps[dark_set, waiting, i]
        if place < 0:
            break
        rank = t.settled[moved, place]
        stays = layer[dark_set, rank, left:right]
        to = t.grown[dark_set, place]
        if to == dark_set:
            choose(out, stays, lord, i == 0)
        elif i == 0:
            average_die(out, layer[to, rank, left:right], stays, t.faces[place], r)
        else:
            average_die(roll, layer[to, rank, left:right], stays, t.faces[place], r)
            choose(out, roll, lord, False)


@lean_kernel
def agents_layer(
    layer: Values, left: int, right: int, begin: int, end: int, lord: bool, t: Darkness, r: Rounding,
    scratch: Scratch,
) -> None:  # fmt: skip
    """Let the agents act before a layer, in place.

    Parameters
    ----------
    layer : uint32[dark set][agents][columns]
        The last dark set, a lost game, must be 0.
    left, right
        The columns to back up.
    begin, end
        The agents' ranks to back up.
    """
    size = right - left
    roll, then = scratch.roll[:size], scratch.best[:size]
    has_stepped, has_dark_stepped = scratch.has_stepped, scratch.has_dark_stepped
    for dark_set in range(layer.shape[0] - 1):
        has_stepped[:, :] = False
        has_dark_stepped[:, :] = False
        for agents in range(begin, end):
            best = scratch.out[agents - begin, :size]
            a, a_acts = t.first[agents, 0], t.first[agents, 1] == 1
            b, b_acts = t.second[agents, 0], t.second[agents, 1] == 1
            if not (a_acts or b_acts):
                copy_to(best, layer[dark_set, t.settled[a, b], left:right])
                continue
            if not (a_acts and b_acts):
                mover, other = (a, b) if a_acts else (b, a)
                stays = scratch.stepped[other, mover, :size]
                if not has_stepped[other, mover]:
                    last_steps(stays, layer, left, right, dark_set, other, mover, lord, t, r, roll)
                    has_stepped[other, mover] = True
                copy_to(best, stays)
                continue
            fresh = True
            for order in range(1 if a == b else 2):
                mover, waiting = (a, b) if order == 0 else (b, a)
                for i in range(t.steps.shape[2]):
                    place = t.steps[dark_set, mover, i]
                    if place < 0:
                        break
                    stays = scratch.stepped[place, waiting, :size]
                    darkens = scratch.dark_stepped[place, waiting, :size]
                    if not has_stepped[place, waiting]:
                        last_steps(stays, layer, left, right, dark_set, place, waiting, lord, t, r, roll)
                        has_stepped[place, waiting] = True
                    to = t.grown[dark_set, place]
                    if to == dark_set:
                        choose(best, stays, lord, fresh)
                    else:
                        if not has_dark_stepped[place, waiting]:
                            if to == layer.shape[0] - 1:
                                darkens[:] = 0
                            else:
                                last_steps(darkens, layer, left, right, to, place, waiting, lord, t, r, roll)
                            has_dark_stepped[place, waiting] = True
                        average_die(then, darkens, stays, t.faces[place], r)
                        choose(best, then, lord, fresh)
                    fresh = False
        for agents in range(begin, end):
            copy_to(layer[dark_set, agents, left:right], scratch.out[agents - begin, :size])
