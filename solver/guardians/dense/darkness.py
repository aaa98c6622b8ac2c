"""The layers of darkness: the agents and growth, backed up for one dark set at a time."""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import Rounding, Values, lower_to, raise_to
from solver.guardians.dense.lookup import Darkness
from solver.kernel import kernel


@kernel
def average_die(out: Values, darkened: Values, stays: Values, faces: int, r: Rounding) -> None:
    """Set `out` to averages, `faces` of 6 for the first; `out` may be one of the two."""
    for i in range(out.size):
        d, s = darkened[i], stays[i]
        high = d if d > s else s
        low = s if d > s else d
        p = r.die[faces] if d > s else r.die[6 - faces]
        out[i] = low + np.uint32((np.uint64(high - low) * np.uint64(p) + r.carry32) >> np.uint64(32))


@kernel
def choose(out: Values, other: Values, lord: bool, first: bool) -> None:
    """Take the other values, if they are the first or better for whoever decides."""
    if first:
        for i in range(out.size):
            out[i] = other[i]
    elif lord:
        lower_to(out, other)
    else:
        raise_to(out, other)


@kernel
def growth_layer(
    layer: Values, out: Values, dark_set: int, begin: int, end: int, lord: bool, t: Darkness, r: Rounding
) -> None:
    """Let Darkness Grow once before a dark set of the layer; larger ones are read.

    Parameters
    ----------
    layer : uint32[dark set][agents][rest]
    out : uint32[agents][rest]
    begin, end
        The agents' ranks to back up. Those with an exhausted agent are copied: all stand by now.
    """
    full = layer.shape[0] - 1
    size = layer.shape[2]
    best = np.empty(size, dtype=np.uint32)
    total = np.empty(size, dtype=np.uint64)
    for agents in range(begin, end):
        if t.resting[agents] == 1:
            out[agents] = layer[dark_set, agents]
            continue
        for i in range(size):
            total[i] = r.carry6
        for tag in range(t.tag_faces.size):
            faces = np.uint64(t.tag_faces[tag])
            if t.darkened[dark_set, tag, 0] >= 0:
                for i in range(t.darkened.shape[2]):
                    to = t.darkened[dark_set, tag, i]
                    if to < 0:
                        break
                    if to == full:
                        best[:] = 0
                    else:
                        choose(best, layer[to, agents], lord, i == 0)
            else:
                best[:] = layer[dark_set, agents]
                for i in range(t.tagged.shape[1]):
                    place = t.tagged[tag, i]
                    if place < 0 or t.placed[agents, place] < 0:
                        break
                    choose(best, layer[dark_set, t.placed[agents, place]], lord, i == 0)
            for i in range(size):
                total[i] += faces * np.uint64(best[i])
        for i in range(size):
            out[agents, i] = np.uint32(total[i] // np.uint64(6))


@kernel
def last_steps(
    out: Values, layer: Values, dark_set: int, moved: int, waiting: int, lord: bool, t: Darkness,
    r: Rounding, roll: Values,
) -> None:  # fmt: skip
    """Set `out` to the values when one agent has moved (or needn't) and the other is still to step."""
    full = layer.shape[0] - 1
    for i in range(t.steps.shape[2]):
        place = t.steps[dark_set, waiting, i]
        if place < 0:
            break
        rank = t.settled[moved, place]
        stays = layer[dark_set, rank]
        to = t.grown[dark_set, place]
        if to == dark_set:
            choose(out, stays, lord, i == 0)
        elif i == 0:
            average_die(out, layer[to, rank] if to != full else layer[full, 0], stays, t.faces[place], r)
        else:
            average_die(roll, layer[to, rank] if to != full else layer[full, 0], stays, t.faces[place], r)
            choose(out, roll, lord, False)


@kernel
def agents_layer(
    layer: Values, out: Values, dark_set: int, begin: int, end: int, lord: bool, t: Darkness, r: Rounding
) -> None:
    """Let the agents act before a dark set of the layer; larger ones are read.

    Parameters
    ----------
    layer : uint32[dark set][agents][rest]
        The last dark set, a lost game, must be 0.
    out : uint32[agents][rest]
    begin, end
        The agents' ranks to back up.
    """
    full = layer.shape[0] - 1
    size = layer.shape[2]
    roll = np.empty(size, dtype=np.uint32)
    then = np.empty(size, dtype=np.uint32)
    dark_then = np.empty(size, dtype=np.uint32)
    for agents in range(begin, end):
        a, a_acts = t.first[agents, 0], t.first[agents, 1] == 1
        b, b_acts = t.second[agents, 0], t.second[agents, 1] == 1
        if not (a_acts or b_acts):
            out[agents] = layer[dark_set, t.settled[a, b]]
        elif not (a_acts and b_acts):
            mover, other = (a, b) if a_acts else (b, a)
            last_steps(out[agents], layer, dark_set, other, mover, lord, t, r, roll)
        else:
            fresh = True
            for order in range(1 if a == b else 2):
                mover, waiting = (a, b) if order == 0 else (b, a)
                for i in range(t.steps.shape[2]):
                    place = t.steps[dark_set, mover, i]
                    if place < 0:
                        break
                    last_steps(then, layer, dark_set, place, waiting, lord, t, r, roll)
                    to = t.grown[dark_set, place]
                    if to != dark_set:
                        if to == full:
                            dark_then[:] = 0
                        else:
                            last_steps(dark_then, layer, to, place, waiting, lord, t, r, roll)
                        average_die(then, dark_then, then, t.faces[place], r)
                    choose(out[agents], then, lord, fresh)
                    fresh = False
