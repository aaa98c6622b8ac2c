"""What does a histogram show, and which numbers are these?

A distribution over whole numbers: of rounds, for instance. Where there are many of them, neighbours are
put together into classes, the same in every histogram and table of the same distributions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import fsum

from reports.charts.numbers import Form, check_finite
from reports.pages import Cell, Number, Table

MOST_CLASSES = 60


@dataclass(frozen=True, slots=True)
class Distribution:
    """How much there is of each of some whole numbers.

    Parameters
    ----------
    name : str
        What is counted.
    weights : mapping of int to float
        How much or how often; 0 for the numbers left out.

    Raises
    ------
    ValueError
        If a weight is negative or not finite.
    """

    name: str
    weights: Mapping[int, float]

    def __post_init__(self) -> None:
        for number, weight in self.weights.items():
            check_finite(weight, f"the weight of {number} in {self.name!r}")
            if weight < 0:
                raise ValueError(f"the weight of {number} in {self.name!r} is {weight}; it can't be negative")


@dataclass(frozen=True, slots=True)
class NumberClass:
    """Whole numbers from `first` to `last`, and how much each distribution has of them."""

    first: int
    last: int
    sums: tuple[float, ...]

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def classes_of(distributions: Sequence[Distribution]) -> list[NumberClass]:
    """Return the classes of a histogram, from the least number to the greatest; those between may be empty.

    All are of the same size, which is 1 where there aren't many numbers, else 2 or 5 or 10 or so on, and
    begin at multiples of it.
    """
    numbers = [number for each in distributions for number in each.weights]
    if not numbers:
        return []
    size = _class_size(min(numbers), max(numbers))
    first = min(numbers) // size * size
    return [
        NumberClass(
            start,
            start + size - 1,
            tuple(
                fsum(each.weights.get(number, 0.0) for number in range(start, start + size))
                for each in distributions
            ),
        )
        for start in range(first, max(numbers) + 1, size)
    ]


def histogram_table(
    distributions: Sequence[Distribution], *, x_label: str, percent: bool = True, digits: int = 1
) -> Table:
    """Return all numbers of a histogram as a table, one row for each class.

    Parameters
    ----------
    distributions, x_label, percent, digits
        As for `histogram`.
    """
    form = Form(percent, digits=digits)
    rows: list[tuple[Cell, ...]] = []
    for each in classes_of(distributions):
        number: Cell = Number(str(each), each.first) if each.first == each.last else str(each)
        rows.append((number, *(form.cell(total) for total in each.sums)))
    return Table((x_label, *(each.name for each in distributions)), tuple(rows))


def _class_size(first: int, last: int) -> int:
    sizes: Iterator[int] = (digit * 10**power for power in count() for digit in (1, 2, 5))
    return next(size for size in sizes if last // size - first // size < MOST_CLASSES)
