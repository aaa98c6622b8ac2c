"""All combinations of changes, the cheapest first.

Of equal cost, those of fewer changes come first, and then those whose changes come first in the list: so
there is one order, whatever the machine. Changes of which two set the same thing don't combine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from search.tuning.design import Change

Combination = tuple[Change, ...]


def cost_of(changes: Combination) -> int:
    """Return the cost of a combination: the sum of its changes'."""
    return sum(change.cost for change in changes)


def iter_combinations(changes: Sequence[Change], together: int) -> Iterator[Combination]:
    """Yield every combination of 1 to `together` changes once, by cost.

    Parameters
    ----------
    changes
        By cost; see `list_changes`.
    """
    most = sum(change.cost for change in changes[-together:])
    for cost in range(1, most + 1):
        for count in range(1, together + 1):
            yield from _of_cost(changes, cost, count)


def _of_cost(changes: Sequence[Change], cost: int, count: int) -> Iterator[Combination]:
    """Yield the combinations of just so many changes that cost just so much."""
    for index, first in enumerate(changes):
        if count * first.cost > cost:
            return  # what follows costs no less
        if first.cost + (count - 1) * changes[-1].cost < cost:
            continue
        if count == 1:
            if first.cost == cost:
                yield (first,)
            continue
        for rest in _of_cost(changes[index + 1 :], cost - first.cost, count - 1):
            if all(first.slots.isdisjoint(other.slots) for other in rest):
                yield (first, *rest)
