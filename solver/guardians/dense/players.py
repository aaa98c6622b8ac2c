"""The players' layers: one action of the active guardian, backed up for one dark set at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.guardians.dense.arithmetic import (
    ONE,
    SURE,
    Rounding,
    Sums,
    Values,
    Word,
    copy_to,
    quotient,
    raise_to,
)
from solver.guardians.dense.lookup import DiceTable, Ints, Moves
from solver.guardians.dense.space import Space
from solver.kernel import lean_kernel


@lean_kernel
def attempt(out: Values, success: Values, failure: Values, rating: int, r: Rounding) -> None:
    """Raise values by an attempt without support, or with all of it given before the roll."""
    if rating <= SURE:
        raise_to(out, success)
        return
    chance = np.uint64(r.p[rating])
    if chance == 0:
        if r.rising:
            raise_to(out, failure)
        return
    for i in range(out.size):
        f = failure[i]
        s = success[i]
        gain = s - f if s > f else np.uint32(0)
        value = f + np.uint32((np.uint64(gain) * chance + r.carry32) >> np.uint64(32))
        out[i] = max(out[i], value if s > f or r.rising else np.uint32(0))


@lean_kernel
def attempt_rows(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, rating: int, r: Rounding
) -> None:
    """Raise rows of values by attempts without support.

    Parameters
    ----------
    out, failure, success : uint32[spirits][others]
    paths : int32[spirits][3]
        In so many `rows` of spirits' ranks: from which the attempt is made, and to which one success leads,
        or another, whichever is better.
    """
    chance = np.uint64(r.p[rating])
    if rating <= SURE:
        for k in range(rows):
            of, to, or_to = paths[k, 0], paths[k, 1], paths[k, 2]
            for i in range(out.shape[1]):
                out[of, i] = max(out[of, i], max(success[to, i], success[or_to, i]))
    elif chance > 0 or r.rising:
        for k in range(rows):
            of, to, or_to = paths[k, 0], paths[k, 1], paths[k, 2]
            for i in range(out.shape[1]):
                f = failure[of, i]
                s = max(success[to, i], success[or_to, i])
                gain = s - f if s > f else np.uint32(0)
                value = f + np.uint32((np.uint64(gain) * chance + r.carry32) >> np.uint64(32))
                out[of, i] = max(out[of, i], value if s > f or r.rising else np.uint32(0))


class Scratch(NamedTuple):
    """Room for what is worked out: kernels allocate nothing.

    While support is looked at, columns of spirits' ranks lie one after the other. The rows of `columns` are
    what to raise (`BEST`), and then what success and failure lead to: with no supporter lying (`SUCCESS`,
    `FAILURE`), with the first one (3, 4), the second (5, 6), and both (7, 8).
    """

    out: Values  # [guardian][spirits][others]
    victory: Values  # [1][others]: what breaking the last seal leads to
    columns: Values  # [row][column and rank]
    total: Sums  # [column and rank]
    mended: Values  # [column and rank]
    again: Values  # [one or the other reserved][class of failed rolls][rank]
    kept: Values  # [dice kept][rank]


BEST, SUCCESS, FAILURE = 0, 1, 2
STEP = 64
"""Values that vector loops take at a time."""


@lean_kernel
def in_steps(size: int) -> int:
    """Return so many or a few more, so that loops which do `STEP` at a time leave no slow rest."""
    return -(-size // STEP) * STEP


def make_scratch(space: Space, m: Moves, d: DiceTable) -> Scratch:
    """Return scratch arrays for one thread."""
    ranks, others = space.shape[3:]
    most = in_steps(m.support.shape[1] * ranks)
    ranks = in_steps(ranks)
    return Scratch(
        np.empty(space.shape[2:], dtype=np.uint32),
        np.full((1, others), ONE, dtype=np.uint32),
        np.zeros((9, most), dtype=np.uint32),
        np.zeros(most, dtype=np.float64),
        np.zeros(most, dtype=np.uint32),
        np.zeros((2, d.class_ways.shape[1], ranks), dtype=np.uint32),
        np.zeros((d.keep_ways.shape[1], ranks), dtype=np.uint32),
    )


@lean_kernel
def fetch(
    success: Values, failure: Values, paths: Ints, rows: int, o: int, columns: Values, to: int, at: int
) -> None:
    """Copy a column of what success and failure lead to, so that loops over it vectorise."""
    for i in range(rows):
        columns[to, at + i] = max(success[paths[i, 1], o], success[paths[i, 2], o])
        columns[to + 1, at + i] = failure[paths[i, 0], o]


@lean_kernel
def best_again(out: Values, f0: Values, s1: Values, f1: Values, rows: int, chance: Word, r: Rounding) -> None:
    """Set values to the better of failing (f0) and of the best reroll by a guardian who lies then (s1, f1).

    Where success is worth no more than failure, no reroll is better than f1; see `arithmetic`.
    """
    for i in range(rows):
        gain = np.uint64(s1[i] - f1[i] if s1[i] > f1[i] else np.uint32(0))
        again = f1[i] + np.uint32((gain * chance + r.carry32) >> np.uint64(32))
        out[i] = again if (s1[i] > f1[i] or r.rising) and again > f0[i] else f0[i]


@lean_kernel
def raise_after(
    best: Values, s0: Values, f0: Values, s1: Values, f1: Values, rows: int, rating: int, d: DiceTable,
    r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise values by a roll after which one guardian may support; s1 and f1 are with that one lying."""
    if rating <= SURE:
        raise_to(best[:rows], s0[:rows])
        return
    total, again = scratch.total, scratch.mended
    ways = np.float64(d.ways[rating])
    for i in range(rows):
        total[i] = ways * np.float64(s0[i]) + r.carry216
    for c in range(d.class_ways.shape[1]):
        ways = np.float64(d.class_ways[rating, c])
        if ways == 0:
            break
        best_again(again, f0, s1, f1, rows, np.uint64(r.class_p[rating, c]), r)
        for i in range(rows):
            total[i] += ways * np.float64(again[i])
    for i in range(rows):
        best[i] = max(best[i], quotient(total[i], 216.0))


@lean_kernel
def support_by_one(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, who: Ints, rating: int,
    reroll: bool, d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise columns by an attempt with one guardian here who may support, before the roll or after it.

    `who` are the columns, and for each the one with that guardian lying. All are done at once, as long loops
    take a third of the time that many short ones do.
    """
    columns = scratch.columns
    size = 0
    for j in range(len(who)):
        if who[j, 0] < 0:
            break
        for i in range(rows):
            columns[BEST, size + i] = out[paths[i, 0], who[j, 0]]
        fetch(success, failure, paths, rows, who[j, 1], columns, 3, size)
        if reroll and rating > SURE:
            fetch(success, failure, paths, rows, who[j, 0], columns, SUCCESS, size)
        size += rows
    if size == 0:
        return
    best, s1, f1 = columns[BEST], columns[3], columns[4]
    whole = in_steps(size)
    attempt(best[:whole], s1[:whole], f1[:whole], rating - 1, r)
    if reroll and rating > SURE:
        raise_after(best, columns[SUCCESS], columns[FAILURE], s1, f1, whole, rating, d, r, scratch)
    for j in range(size // rows):
        for i in range(rows):
            out[paths[i, 0], who[j, 0]] = best[j * rows + i]


@lean_kernel
def raise_after_both(
    columns: Values, rows: int, rating: int, d: DiceTable, r: Rounding, scratch: Scratch
) -> None:
    """Raise values by a roll after which two guardians may support, one after the other, in either order."""
    total, again, kept = scratch.total, scratch.again, scratch.kept
    sab, fab = columns[7], columns[8]
    for c in range(d.class_ways.shape[1]):
        for first in range(2):
            f1 = columns[4 + 2 * first]
            best_again(again[first, c], f1, sab, fab, rows, np.uint64(r.class_p[rating, c]), r)
    for keep in range(d.keep_ways.shape[1]):
        for first in range(2):
            s1 = columns[3 + 2 * first]
            ways = np.float64(d.keep_ways[rating, keep])
            for i in range(rows):
                total[i] = ways * np.float64(s1[i]) + r.carry216
            for c in range(d.class_ways.shape[1]):
                ways = np.float64(d.keep_class[rating, keep, c])
                if ways > 0:
                    for i in range(rows):
                        total[i] += ways * np.float64(again[first, c, i])
            for i in range(rows):
                value = quotient(total[i], 216.0)
                kept[keep, i] = value if first == 0 else max(value, kept[keep, i])
    s, f, mended = columns[SUCCESS], columns[FAILURE], scratch.mended
    ways = np.float64(d.ways[rating])
    for i in range(rows):
        total[i] = ways * np.float64(s[i]) + r.carry216
    for roll in range(d.roll_ways.shape[1]):
        ways = np.float64(d.roll_ways[rating, roll])
        if ways == 0:
            break
        for i in range(rows):
            mended[i] = f[i]
        for j in range(d.roll_keeps.shape[2]):
            keep = d.roll_keeps[rating, roll, j]
            if keep < 0:
                break
            raise_to(mended[:rows], kept[keep, :rows])
        for i in range(rows):
            total[i] += ways * np.float64(mended[i])
    best = columns[BEST]
    for i in range(rows):
        best[i] = max(best[i], quotient(total[i], 216.0))


@lean_kernel
def support_by_two(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, who: Ints, rating: int,
    reroll: bool, d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise one column by an attempt with two guardians here who may support, before the roll or after it.

    `who` are the columns with both upright, with the first lying, with the second, with both.
    """
    columns = scratch.columns
    best = columns[BEST]
    for i in range(rows):
        best[i] = out[paths[i, 0], who[0]]
    for j in range(4):
        fetch(success, failure, paths, rows, who[j], columns, SUCCESS + 2 * j, 0)
    sab, fab = columns[7], columns[8]
    whole = in_steps(rows)
    if rating >= 2:
        attempt(best[:whole], sab[:whole], fab[:whole], rating - 2, r)
    for first in range(2):
        s1, f1 = columns[3 + 2 * first], columns[4 + 2 * first]
        attempt(best[:whole], s1[:whole], f1[:whole], rating - 1, r)
        if reroll:
            raise_after(best, s1, f1, sab, fab, whole, rating - 1, d, r, scratch)
    if reroll and rating > SURE:
        raise_after_both(columns, whole, rating, d, r, scratch)
    for i in range(rows):
        out[paths[i, 0], who[0]] = best[i]


@lean_kernel
def attempts(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, rating: int, reroll: bool,
    support: Ints, pair: Ints, d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise rows of values by attempts with all support there can be; see `attempt_rows`."""
    attempt_rows(out, success, failure, paths, rows, rating, r)
    if rating == 0 or out.shape[1] == 1:
        return
    support_by_one(out, success, failure, paths, rows, support, rating, reroll, d, r, scratch)
    for i in range(len(pair)):
        if pair[i, 0] < 0:
            break
        support_by_two(out, success, failure, paths, rows, pair[i], rating, reroll, d, r, scratch)


@lean_kernel
def rest_and_move(before: Values, here: int, m: Moves, out: Values) -> None:
    """Set values to the best of doing nothing, standing up, moving and assisting at one location."""
    lying, standing = before[2 * here], before[2 * here + 1]
    copy_to(out[2 * here].reshape(-1), lying.reshape(-1))
    raise_to(out[2 * here].reshape(-1), standing.reshape(-1))
    row = out[2 * here + 1]
    copy_to(row.reshape(-1), standing.reshape(-1))
    for i in range(m.neighbours.shape[1]):
        place = m.neighbours[here, i]
        if place < 0:
            break
        raise_to(row.reshape(-1), before[2 * place + 1].reshape(-1))
    for i in range(m.assist.shape[1]):
        o = m.assist[here, i, 0]
        if o < 0:
            break
        helped = m.assist[here, i, 1]
        for spirits in range(len(row)):
            row[spirits, o] = max(row[spirits, o], standing[spirits, helped])


@lean_kernel
def player_layer(
    layer: Values, dark_set: int, begin: int, end: int, center_fails: Values, reroll: bool, m: Moves,
    d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Back up one action of the active player for one dark set, in place.

    An attack leads to a lower agents' rank, so the higher ones go first.

    Parameters
    ----------
    layer : uint32[dark set][agents][guardian][spirits][others]
        Values with one action less left, of smaller dark sets, too; then of this set with it left.
    begin, end
        The agents' ranks to back up; with them all that an attack leads to.
    center_fails : uint32[agents][spirits][others]
        What a failure at the center's seal leads to, the active player lying there.
    """
    out = scratch.out
    for agents in range(end - 1, begin - 1, -1):
        before = layer[dark_set, agents]
        for here in range(len(before) // 2):
            rest_and_move(before, here, m, out)
            row, lying, standing = out[2 * here + 1], before[2 * here], before[2 * here + 1]
            one, two = m.support[here], m.pair[here]

            to = m.attack_to[agents, here]
            if to >= 0:
                beaten, rating = layer[dark_set, to, 2 * here + 1], m.attack_rating[dark_set, here]
                paths, rows = m.attack_paths, len(m.attack_paths)
                attempts(row, beaten, lying, paths, rows, rating, reroll, one, two, d, r, scratch)
            if m.free[agents, here] == 0:
                continue

            rating = m.encounter_rating[dark_set, here]
            if rating >= 0:
                paths, rows = m.encounter_paths[here], m.encounter_rows[here]
                attempts(row, standing, lying, paths, rows, rating, reroll, one, two, d, r, scratch)

            bit, rating = m.bit[here], m.seal_rating[here]
            paths, rows = m.seal_paths[here], m.seal_rows[here]
            if bit < 0 and dark_set == 0:
                won, lost = scratch.victory, center_fails[agents]
                attempts(row, won, lost, paths, rows, rating, reroll, one, two, d, r, scratch)
            elif bit >= 0 and (dark_set >> bit) & 1 == 1:
                broken = layer[dark_set & ~(1 << bit), agents, 2 * here + 1]
                attempts(row, broken, lying, paths, rows, rating, reroll, one, two, d, r, scratch)
        copy_to(before.reshape(-1), out.reshape(-1))
