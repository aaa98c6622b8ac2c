"""The players' layers: one action of the active guardian, backed up for one dark set at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.guardians.dense.arithmetic import SURE, Rounding, Sums, Values, Word, copy_to, quotient, raise_to
from solver.guardians.dense.lookup import DiceTable, Ints, Moves
from solver.kernel import kernel


@kernel
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
        value = value if s > f or r.rising else np.uint32(0)
        out[i] = max(out[i], value)


@kernel
def attempt_rows(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, rating: int, r: Rounding
) -> None:
    """Raise rows of values as `attempt` does; `paths` are as for `attempts`."""
    chance = np.uint64(r.p[rating])
    if rating > SURE and chance == 0 and not r.rising:
        return
    for k in range(rows):
        row, s0, s1, f0 = out[paths[0, k]], success[paths[1, k]], success[paths[2, k]], failure[paths[0, k]]
        if rating <= SURE:
            for i in range(row.size):
                row[i] = max(row[i], max(s0[i], s1[i]))
        else:
            for i in range(row.size):
                s = max(s0[i], s1[i])
                f = f0[i]
                gain = s - f if s > f else np.uint32(0)
                value = f + np.uint32((np.uint64(gain) * chance + r.carry32) >> np.uint64(32))
                row[i] = max(row[i], value if s > f or r.rising else np.uint32(0))


class Scratch(NamedTuple):
    """Room for columns of spirits' ranks while support is looked at.

    The rows of `columns` are what to raise (`BEST`), and then what success and failure lead to: with no
    supporter lying (`SUCCESS`, `FAILURE`), with the first one (3, 4), the second (5, 6), and both (7, 8).
    """

    columns: Values  # [row][rank]
    total: Sums  # [rank]
    again: Values  # [one or the other reserved][class of failed rolls][rank]
    kept: Values  # [dice kept][rank]


BEST, SUCCESS, FAILURE = 0, 1, 2


@kernel
def make_scratch(ranks: int, d: DiceTable) -> Scratch:
    """Return scratch arrays for columns of so many ranks."""
    return Scratch(
        np.empty((9, ranks), dtype=np.uint32),
        np.empty(ranks, dtype=np.float64),
        np.empty((2, d.class_ways.shape[1], ranks), dtype=np.uint32),
        np.empty((d.keep_ways.shape[1], ranks), dtype=np.uint32),
    )


@kernel
def fetch(
    success: Values, failure: Values, paths: Ints, rows: int, o: int, columns: Values, to: int
) -> None:
    """Copy a column of what success and failure lead to, so that loops over it vectorise."""
    for i in range(rows):
        columns[to, i] = max(success[paths[1, i], o], success[paths[2, i], o])
        columns[to + 1, i] = failure[paths[0, i], o]


@kernel
def best_again(out: Values, f0: Values, s1: Values, f1: Values, rows: int, chance: Word, r: Rounding) -> None:
    """Set values to the better of failing (f0) and of the best reroll by a guardian who lies then (s1, f1).

    Where success is worth no more than failure, no reroll is better than f1; see `arithmetic`.
    """
    for i in range(rows):
        gain = np.uint64(s1[i] - f1[i] if s1[i] > f1[i] else np.uint32(0))
        again = f1[i] + np.uint32((gain * chance + r.carry32) >> np.uint64(32))
        out[i] = again if (s1[i] > f1[i] or r.rising) and again > f0[i] else f0[i]


@kernel
def raise_after(
    best: Values, s0: Values, f0: Values, s1: Values, f1: Values, rows: int, rating: int, d: DiceTable,
    r: Rounding, total: Sums, again: Values,
) -> None:  # fmt: skip
    """Raise values by a roll after which one guardian may support; s1 and f1 are with that one lying."""
    if rating <= SURE:
        raise_to(best[:rows], s0[:rows])
        return
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


@kernel
def support_by_one(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, o: int, o1: int, rating: int,
    reroll: bool, d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise one column by an attempt with one guardian here who may support, before the roll or after it.

    `o1` is the column with that guardian lying.
    """
    columns = scratch.columns
    best = columns[BEST]
    for i in range(rows):
        best[i] = out[paths[0, i], o]
    fetch(success, failure, paths, rows, o1, columns, 3)
    s1, f1 = columns[3], columns[4]
    attempt(best[:rows], s1[:rows], f1[:rows], rating - 1, r)
    if reroll and rating > SURE:
        fetch(success, failure, paths, rows, o, columns, SUCCESS)
        raise_after(
            best, columns[SUCCESS], columns[FAILURE], s1, f1, rows, rating, d, r, scratch.total,
            scratch.again[0, 0],
        )  # fmt: skip
    for i in range(rows):
        out[paths[0, i], o] = best[i]


@kernel
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
    s, f, mended = columns[SUCCESS], columns[FAILURE], again[0, 0]
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


@kernel
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
        best[i] = out[paths[0, i], who[0]]
    for j in range(4):
        fetch(success, failure, paths, rows, who[j], columns, SUCCESS + 2 * j)
    sab, fab = columns[7], columns[8]
    if rating >= 2:
        attempt(best[:rows], sab[:rows], fab[:rows], rating - 2, r)
    for first in range(2):
        s1, f1 = columns[3 + 2 * first], columns[4 + 2 * first]
        attempt(best[:rows], s1[:rows], f1[:rows], rating - 1, r)
        if reroll:
            raise_after(best, s1, f1, sab, fab, rows, rating - 1, d, r, scratch.total, scratch.again[0, 0])
        else:
            attempt(best[:rows], s1[:rows], f1[:rows], rating - 1, r)
    if reroll and rating > SURE:
        raise_after_both(columns, rows, rating, d, r, scratch)
    for i in range(rows):
        out[paths[0, i], who[0]] = best[i]


@kernel
def attempts(
    out: Values, success: Values, failure: Values, paths: Ints, rows: int, here: int, rating: int,
    reroll: bool, m: Moves, d: DiceTable, r: Rounding, scratch: Scratch,
) -> None:  # fmt: skip
    """Raise rows of values by an attempt at `here` against `rating`, with all support there can be.

    Parameters
    ----------
    out, failure, success : uint32[spirits][others]
    paths : int32[3][spirits]
        In so many `rows` of spirits' ranks: from which the attempt is made, and to which one success leads,
        or another, whichever is better.
    """
    attempt_rows(out, success, failure, paths, rows, rating, r)
    if rating == 0 or out.shape[1] == 1:
        return
    for i in range(m.support.shape[1]):
        o, o1 = m.support[here, i, 0], m.support[here, i, 1]
        if o < 0:
            break
        support_by_one(out, success, failure, paths, rows, o, o1, rating, reroll, d, r, scratch)
    for i in range(m.pair.shape[1]):
        if m.pair[here, i, 0] < 0:
            break
        support_by_two(out, success, failure, paths, rows, m.pair[here, i], rating, reroll, d, r, scratch)


@kernel
def find_paths(first: Ints, second: Ints, paths: Ints) -> int:
    """List the spirits' ranks with somewhere to go, or two places; return how many."""
    rows = 0
    for spirits in range(first.size):
        if first[spirits] >= 0:
            paths[0, rows] = spirits
            paths[1, rows] = first[spirits]
            paths[2, rows] = second[spirits] if second[spirits] >= 0 else first[spirits]
            rows += 1
    return rows


@kernel
def player_layer(
    layer: Values, dark_set: int, begin: int, end: int, center_fails: Values, reroll: bool, m: Moves,
    d: DiceTable, r: Rounding, won: int,
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
    won
        The value of winning: `ONE`.
    """
    digits, spirit_ranks, others = layer.shape[2:]
    out = np.empty((digits, spirit_ranks, others), dtype=np.uint32)
    scratch = make_scratch(spirit_ranks, d)
    paths = np.empty((3, spirit_ranks), dtype=np.int32)
    stays = np.arange(spirit_ranks).astype(np.int32)
    victory = np.full((1, others), won).astype(np.uint32)
    for agents in range(end - 1, begin - 1, -1):
        before = layer[dark_set, agents]
        for here in range(digits // 2):
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
                for spirits in range(spirit_ranks):
                    if standing[spirits, helped] > row[spirits, o]:
                        row[spirits, o] = standing[spirits, helped]

            to = m.attack_to[agents, here]
            if to >= 0:
                rows = find_paths(stays, stays, paths)
                rating = m.attack_rating[dark_set, here]
                beaten = layer[dark_set, to, 2 * here + 1]
                attempts(row, beaten, lying, paths, rows, here, rating, reroll, m, d, r, scratch)
            if m.free[agents, here] == 0:
                continue

            rating = m.encounter_rating[dark_set, here]
            if rating >= 0:
                to_either = m.encounter_to[:, here]
                rows = find_paths(to_either[:, 0], to_either[:, -1], paths)
                attempts(row, standing, lying, paths, rows, here, rating, reroll, m, d, r, scratch)

            bit, rating = m.bit[here], m.seal_rating[here]
            seal_to = m.seal_to[:, here]
            if bit < 0 and dark_set == 0:
                rows = find_paths(seal_to, seal_to, paths)
                paths[1:] = 0
                attempts(
                    row, victory, center_fails[agents], paths, rows, here, rating, reroll, m, d, r, scratch
                )
            elif bit >= 0 and (dark_set >> bit) & 1 == 1:
                rows = find_paths(seal_to, seal_to, paths)
                broken = layer[dark_set & ~(1 << bit), agents, 2 * here + 1]
                attempts(row, broken, lying, paths, rows, here, rating, reroll, m, d, r, scratch)
        copy_to(before.reshape(-1), out.reshape(-1))
