"""Whose turn it is: a layer's axes are the active guardian and the others, and they change places.

Nothing is worked out here, only moved, but with three players and nine cards a fifth of a sweep was spent on
it while numpy transposed whole dark sets (35 MB each, where one agents' rank of 0.5 MB stays in the cache).
This takes 0.4 of that time: `benchmarks/speed.py`.
"""

from __future__ import annotations

from solver.guardians.dense.arithmetic import Values, copy_to
from solver.kernel import lean_kernel


@lean_kernel
def next_seat(rows: Values, digits: int, out: Values) -> None:
    """Make the first of the others the active guardian, and the active one the last of the others.

    Parameters
    ----------
    rows : uint32[agents][guardian][spirits][others]
    digits
        What a guardian can be at: each of the others is one of so many.
    out : uint32[guardian][spirits][others]
        Scratch.
    """
    rest = rows.shape[3] // digits  # all others but one
    for agents in range(rows.shape[0]):
        row = rows[agents]
        for spirits in range(row.shape[1]):
            for new in range(digits):
                to = out[new, spirits]
                for others in range(rest):
                    for old in range(digits):
                        to[others * digits + old] = row[old, spirits, new * rest + others]
        copy_to(row.reshape(-1), out.reshape(-1))


@lean_kernel
def seat_before(rows: Values, digits: int, out: Values) -> None:
    """Make the last of the others the active guardian; see `next_seat`, which this undoes."""
    rest = rows.shape[3] // digits
    for agents in range(rows.shape[0]):
        row = rows[agents]
        for old in range(digits):
            for spirits in range(row.shape[1]):
                come = row[old, spirits]
                for new in range(digits):
                    to = out[new, spirits]
                    for others in range(rest):
                        to[old * rest + others] = come[others * digits + new]
        copy_to(row.reshape(-1), out.reshape(-1))
