"""The players' layers: one action of the active guardian, backed up for one dark set at a time."""

from __future__ import annotations

import numpy as np

from solver.guardians.dense.arithmetic import SURE, Rounding, Values, Word, Words, raise_to
from solver.guardians.dense.lookup import DiceTable, Ints, Moves
from solver.kernel import kernel


@kernel
def mix(success: Word, failure: Word, ways: int, carry: int) -> Word:
    """Return the average of two values, `ways` of 216 for the first."""
    return (np.uint64(ways) * success + np.uint64(216 - ways) * failure + np.uint64(carry)) // np.uint64(216)


@kernel
def attempt(out: Values, success: Values, failure: Values, rating: int, r: Rounding) -> None:
    """Raise values by an attempt without support."""
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
        if value > out[i]:
            out[i] = value


@kernel
def best_again(s1: Word, f1: Word, ways: int, carry: int) -> Word:
    """Return the value of the best reroll by the last guardian, who lies then; rounded up, of any reroll."""
    if s1 <= f1 and carry > 0:
        return f1  # then another reroll, less likely to succeed, may be better; none is better than this
    return mix(s1, f1, ways, carry)


@kernel
def one_left(s0: Word, f0: Word, s1: Word, f1: Word, rating: int, d: DiceTable, carry: int) -> Word:
    """Return the value of a roll after which one guardian may support; 1 is with that one lying."""
    if rating <= SURE:
        return s0
    total = np.uint64(d.ways[rating]) * np.uint64(s0) + np.uint64(carry)
    for c in range(d.class_ways.shape[1]):
        ways = d.class_ways[rating, c]
        if ways == 0:
            break
        again = best_again(s1, f1, d.class_best[rating, c], carry)
        total += np.uint64(ways) * np.uint64(max(f0, again))
    return total // np.uint64(216)


@kernel
def kept(s0: Word, f0: Word, s1: Word, f1: Word, rating: int, keep: int, d: DiceTable, carry: int) -> Word:
    """Return the value of a reroll that keeps some dice, after which one more guardian may support."""
    total = np.uint64(d.keep_ways[rating, keep]) * np.uint64(s0) + np.uint64(carry)
    for c in range(d.class_ways.shape[1]):
        ways = d.keep_class[rating, keep, c]
        if ways > 0:
            again = best_again(s1, f1, d.class_best[rating, c], carry)
            total += np.uint64(ways) * np.uint64(max(f0, again))
    return total // np.uint64(216)


@kernel
def support_by_one(
    out: Values, success: Values, failure: Values, rows: int, o: int, o1: int, rating: int, reroll: bool,
    d: DiceTable, r: Rounding, total: Words,
) -> None:  # fmt: skip
    """Raise one column by an attempt with one guardian here who may support, before the roll or after it.

    `o1` is the column with that guardian lying. Written as loops over rows, which vectorise.
    """
    if rating >= 1:
        before = np.uint64(r.p[rating - 1])
        sure = rating - 1 <= SURE
        for i in range(rows):
            s1, f1 = success[i, o1], failure[i, o1]
            value = s1
            if not sure:
                gain = np.uint64(s1 - f1 if s1 > f1 else np.uint32(0))
                value = f1 + np.uint32((gain * before + r.carry32) >> np.uint64(32))
                value = value if s1 > f1 or r.rising else np.uint32(0)
            if value > out[i, o]:
                out[i, o] = value
    if not reroll or rating <= SURE:
        return
    for i in range(rows):
        total[i] = np.uint64(d.ways[rating]) * np.uint64(success[i, o]) + r.carry216
    for c in range(d.class_ways.shape[1]):
        ways = np.uint64(d.class_ways[rating, c])
        if ways == 0:
            break
        best = np.uint64(r.class_p[rating, c])
        for i in range(rows):
            f0, s1, f1 = failure[i, o], success[i, o1], failure[i, o1]
            gain = np.uint64(s1 - f1 if s1 > f1 else np.uint32(0))
            again = f1 + np.uint32((gain * best + r.carry32) >> np.uint64(32))
            again = again if (s1 > f1 or r.rising) and again > f0 else f0
            total[i] += ways * np.uint64(again)
    for i in range(rows):
        value = np.uint32(total[i] // np.uint64(216))
        if value > out[i, o]:
            out[i, o] = value


@kernel
def support_by_two(
    out: Values,
    success: Values,
    failure: Values,
    who: Ints,
    rating: int,
    reroll: bool,
    d: DiceTable,
    carry: int,
    again: Values,
) -> None:
    """Raise one value by an attempt with two guardians here who may support; `again` is scratch."""
    o, oa, ob, oab = who[0], who[1], who[2], who[3]
    s, f = np.uint64(success[o]), np.uint64(failure[o])
    sa, fa = np.uint64(success[oa]), np.uint64(failure[oa])
    sb, fb = np.uint64(success[ob]), np.uint64(failure[ob])
    sab, fab = np.uint64(success[oab]), np.uint64(failure[oab])
    best: Word = np.uint64(out[o])
    if rating >= 2:
        best = max(best, sab if rating - 2 <= SURE else mix(sab, fab, d.ways[rating - 2], carry))
    if rating >= 1:
        if reroll:
            best = max(best, one_left(sa, fa, sab, fab, rating - 1, d, carry))
            best = max(best, one_left(sb, fb, sab, fab, rating - 1, d, carry))
        elif rating - 1 <= SURE:
            best = max(best, sa, sb)
        else:
            best = max(best, mix(sa, fa, d.ways[rating - 1], carry), mix(sb, fb, d.ways[rating - 1], carry))
    if reroll and rating > SURE:
        for keep in range(d.keep_ways.shape[1]):
            again[keep] = max(
                kept(sa, fa, sab, fab, rating, keep, d, carry), kept(sb, fb, sab, fab, rating, keep, d, carry)
            )
        total = np.uint64(d.ways[rating]) * s + np.uint64(carry)
        for i in range(d.roll_ways.shape[1]):
            ways = d.roll_ways[rating, i]
            if ways == 0:
                break
            value: Word = f
            for j in range(d.roll_keeps.shape[2]):
                keep = d.roll_keeps[rating, i, j]
                if keep < 0:
                    break
                value = max(value, np.uint64(again[keep]))
            total += np.uint64(ways) * value
        best = max(best, total // np.uint64(216))
    out[o] = best


@kernel
def attempts(
    out: Values, success: Values, failure: Values, rows: int, here: int, rating: int, reroll: bool,
    m: Moves, d: DiceTable, r: Rounding, total: Words, again: Values,
) -> None:  # fmt: skip
    """Raise values [rows][others] by an attempt at `here` against `rating`, with all support there can be."""
    others = out.shape[1]
    attempt(out[:rows].reshape(-1), success[:rows].reshape(-1), failure[:rows].reshape(-1), rating, r)
    if rating == 0 or others == 1:
        return
    for i in range(m.support.shape[1]):
        o = m.support[here, i, 0]
        if o < 0:
            break
        o1 = m.support[here, i, 1]
        support_by_one(out, success, failure, rows, o, o1, rating, reroll, d, r, total)
    for i in range(m.pair.shape[1]):
        if m.pair[here, i, 0] < 0:
            break
        for row in range(rows):
            support_by_two(
                out[row], success[row], failure[row], m.pair[here, i], rating, reroll, d, r.carry216, again
            )


@kernel
def player_layer(
    layer: Values, out: Values, dark_set: int, begin: int, end: int, center_fails: Values, reroll: bool,
    m: Moves, d: DiceTable, r: Rounding, won: int,
) -> None:  # fmt: skip
    """Back up one action of the active player for one dark set.

    Parameters
    ----------
    layer : uint32[dark set][agents][guardian][spirits][others]
        Values with one action less left; of smaller dark sets, too.
    out : uint32[agents][guardian][spirits][others]
        Values with that action left.
    begin, end
        The agents' ranks to back up; with them all that an attack leads to.
    center_fails : uint32[agents][spirits][others]
        What a failure at the center's seal leads to, the active player lying there.
    won
        The value of winning: `ONE`.
    """
    before = layer[dark_set]
    digits, spirit_ranks, others = before.shape[1:]
    total = np.empty(spirit_ranks, dtype=np.uint64)
    again = np.empty(d.keep_ways.shape[1], dtype=np.uint32)
    success = np.empty((spirit_ranks, others), dtype=np.uint32)
    failure = np.empty((spirit_ranks, others), dtype=np.uint32)
    result = np.empty((spirit_ranks, others), dtype=np.uint32)
    for agents in range(begin, end):
        for here in range(digits // 2):
            lying, standing = before[agents, 2 * here], before[agents, 2 * here + 1]
            row = out[agents, 2 * here]
            row[:] = lying
            raise_to(row.reshape(-1), standing.reshape(-1))
            row = out[agents, 2 * here + 1]
            row[:] = standing
            for i in range(m.neighbours.shape[1]):
                place = m.neighbours[here, i]
                if place < 0:
                    break
                raise_to(row.reshape(-1), before[agents, 2 * place + 1].reshape(-1))
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
                attempts(
                    row, before[to, 2 * here + 1], lying, spirit_ranks, here,
                    m.attack_rating[dark_set, here], reroll, m, d, r, total, again,
                )  # fmt: skip
            if m.free[agents, here] == 0:
                continue

            rating = m.encounter_rating[dark_set, here]
            if rating >= 0:
                rows = 0
                for spirits in range(spirit_ranks):
                    to = m.encounter_to[spirits, here, 0]
                    if to < 0:
                        continue
                    success[rows] = standing[to]
                    if m.encounter_to.shape[2] > 1 and m.encounter_to[spirits, here, 1] >= 0:
                        raise_to(success[rows], standing[m.encounter_to[spirits, here, 1]])
                    failure[rows] = lying[spirits]
                    result[rows] = 0
                    rows += 1
                attempts(result, success, failure, rows, here, rating, reroll, m, d, r, total, again)
                rows = 0
                for spirits in range(spirit_ranks):
                    if m.encounter_to[spirits, here, 0] >= 0:
                        raise_to(row[spirits], result[rows])
                        rows += 1

            bit = m.bit[here]
            last = bit < 0 and dark_set == 0
            if last or (bit >= 0 and (dark_set >> bit) & 1 == 1):
                rows = 0
                for spirits in range(spirit_ranks):
                    to = m.seal_to[spirits, here]
                    if to < 0:
                        continue
                    if last:
                        success[rows] = won
                        failure[rows] = center_fails[agents, spirits]
                    else:
                        success[rows] = layer[dark_set & ~(1 << bit), agents, 2 * here + 1, to]
                        failure[rows] = lying[spirits]
                    result[rows] = 0
                    rows += 1
                attempts(
                    result, success, failure, rows, here, m.seal_rating[here], reroll, m, d, r, total, again
                )
                rows = 0
                for spirits in range(spirit_ranks):
                    if m.seal_to[spirits, here] >= 0:
                        raise_to(row[spirits], result[rows])
                        rows += 1
