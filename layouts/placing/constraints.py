"""What is a legal placement to a constraint solver?

Integers say where the cards of a model lie, and one function each makes them obey a rule; `realise` and
`nearest` put them together. With a card covering an axis from `start` to `end`, and m = `min_contact`,

    a and b touch         if a.end = b.start or b.end = a.start on one axis, and on the other they share m:
                          a.end − b.start ≥ m and b.end − a.start ≥ m (and, where m is more than the short
                          side, a.end − a.start ≥ m and b.end − b.start ≥ m)
    a and b don't touch   if on one axis there is a gap; or on one axis they don't overlap, and on the other
                          they share less than m

Every pair has to do one or the other, so that no two cards overlap: this needs no constraint of its own
(CP-SAT's for rectangles, added to these, made the search slower). Lengths are in steps of the lattice. Only
what uses the solver imports OR-Tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import permutations
from math import isfinite
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from layouts.errors import RuleError, quote
from layouts.placement import FARTHEST, ORIENTATIONS, Place, Shape
from layouts.placing.laying import FEWEST_CONTACTS

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Pair = tuple[str, str]
SEED = 1
AXES = (0, 1)  # x, y


class Grid(NamedTuple):
    """A card's sides and the shortest contact, in steps of the lattice; a step in units of the shape."""

    shape: Shape
    min_contact: int
    step: int

    def __str__(self) -> str:
        long, short = (side * self.step for side in self.shape)
        return f"the lattice of step {self.step} for cards of {long} by {short}"


class CardVariables(NamedTuple):
    """A card in the model: what it covers of each axis, from `start` to `end`, and how it is turned."""

    start: tuple[cp_model.IntVar, cp_model.IntVar]
    end: tuple[cp_model.IntVar, cp_model.IntVar]
    portrait: cp_model.IntVar


def make_grid(shape: Shape, min_contact: int, step: int) -> Grid:
    """Return the lattice with lengths in steps.

    Raises
    ------
    RuleError
        If a number is out of range, or the step doesn't divide both sides.
    """
    long, short = shape
    for what, value in (("long side", long), ("short side", short), ("contact", min_contact), ("step", step)):
        if type(value) is not int or not 1 <= value <= FARTHEST:
            raise RuleError(f"the {what} is {quote(value)}; it must be a whole number from 1 to {FARTHEST}")
    if short > long:
        raise RuleError(f"a card of {long} by {short}: the long side comes first")
    if min_contact > long:
        raise RuleError(f"the contact is {min_contact}; no side is longer than {long}")
    if long % step or short % step:
        raise RuleError(f"the step is {step}; it must divide both sides of the card, {long} and {short}")
    return Grid(Shape(long // step, short // step), -(-min_contact // step), step)


def make_solver(seconds: float) -> cp_model.CpSolver:
    """Return a solver whose answer is the same every time, if the time suffices.

    OR-Tools promises this for one worker and one seed, within one version. Several workers tell each other
    what they learn at moments that vary; taking turns (`interleave_search`) would mend that, but was slower.

    Raises
    ------
    RuleError
        If the time isn't a positive number, or OR-Tools isn't installed.
    """
    if type(seconds) not in (int, float) or not isfinite(seconds) or seconds <= 0:
        raise RuleError(f"the time is {quote(seconds)} seconds; it must be a positive number")
    solver: cp_model.CpSolver = _import_cp_model().CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_time_in_seconds = seconds
    # OR-Tools' own handler of Ctrl-C would leave none behind, and the process deaf to what we mean by it.
    solver.parameters.catch_sigint_signal = False
    return solver


def run_solver(solver: cp_model.CpSolver, model: cp_model.CpModel) -> str:
    """Solve a model and return the status by name; Ctrl-C is heard meanwhile, and ends it if it raises."""
    with ThreadPoolExecutor(1) as thread:  # handlers of signals wait for native code, not for a thread
        solving = thread.submit(solver.solve, model)
        try:
            name: str = solver.status_name(solving.result())
            return name
        except KeyboardInterrupt:
            solver.stop_search()
            raise


def make_model(names: Sequence[str], grid: Grid) -> tuple[cp_model.CpModel, dict[str, CardVariables]]:
    """Return a model with a rectangle for each card, in landscape or portrait, and no constraints yet."""
    model: cp_model.CpModel = _import_cp_model().CpModel()
    long, short = grid.shape
    farthest = (len(names) + 1) * long
    cards = {}
    for name in names:
        left, right, top, bottom = (
            model.new_int_var(-farthest, farthest, f"{name}, {side}")
            for side in ("left", "right", "top", "bottom")
        )
        portrait = model.new_bool_var(f"{name}, portrait")
        model.add(right - left == long - (long - short) * portrait)
        model.add(bottom - top == short + (long - short) * portrait)
        cards[name] = CardVariables((left, top), (right, bottom), portrait)
    return model, cards


def places_in(solver: cp_model.CpSolver, cards: Mapping[str, CardVariables], grid: Grid) -> dict[str, Place]:
    """Return where a solution lays the cards, in units of the shape."""
    places = {}
    for name, card in cards.items():
        x, y = (solver.value(start) * grid.step for start in card.start)
        places[name] = Place(x, y, ORIENTATIONS[solver.value(card.portrait)])
    return places


def fix_center(model: cp_model.CpModel, center: CardVariables) -> None:
    """Lay the center in landscape at (0, 0); only how the cards lie to each other counts."""
    model.add(center.portrait == 0)
    for axis in AXES:
        model.add(center.start[axis] == 0)


def stay_within(
    model: cp_model.CpModel, cards: Mapping[str, CardVariables], distances: Mapping[str, int], grid: Grid
) -> None:
    """Bound the table: a card at most k contacts away from the center ends at most k long sides beyond it."""
    for name, card in cards.items():
        reach = distances[name] * grid.shape.long
        for axis in AXES:
            model.add(card.start[axis] >= -reach)
            model.add(card.end[axis] <= grid.shape[axis] + reach)


def break_symmetry(
    model: cp_model.CpModel, cards: Mapping[str, CardVariables], name: str | None, grid: Grid
) -> None:
    """Leave one of several placements that are alike.

    The table can be mirrored so that the middle of one card, `name`, is neither left of nor above that of the
    center. To turn a square card changes nothing, so none is turned.
    """
    if name is not None:
        for axis in AXES:
            model.add(cards[name].start[axis] + cards[name].end[axis] >= grid.shape[axis])
    if grid.shape.long == grid.shape.short:
        for card in cards.values():
            model.add(card.portrait == 0)


def sides_in_contact(
    model: cp_model.CpModel, one: CardVariables, other: CardVariables, grid: Grid
) -> list[cp_model.IntVar]:
    """Return a literal for each side of the first card, of which the true one makes the other touch it there.

    At most one can be true.
    """
    sides = []
    for axis in AXES:
        for before, after in ((one, other), (other, one)):
            side = model.new_bool_var("")
            model.add(before.end[axis] == after.start[axis]).only_enforce_if(side)
            _share(model, one, other, 1 - axis, grid, side)
            sides.append(side)
    return sides


def ways_apart(
    model: cp_model.CpModel, one: CardVariables, other: CardVariables, grid: Grid
) -> list[cp_model.IntVar]:
    """Return literals of which each, if true, keeps the cards apart: they neither touch nor overlap.

    Cards that are apart allow one of them to be true.
    """
    ways = []
    for axis in AXES:
        shares_little = _share_little(model, one, other, 1 - axis, grid)
        for before, after in ((one, other), (other, one)):
            gap, no_overlap = model.new_bool_var(""), model.new_bool_var("")
            model.add(before.end[axis] < after.start[axis]).only_enforce_if(gap)
            model.add(before.end[axis] <= after.start[axis]).only_enforce_if(no_overlap)
            model.add_implication(no_overlap, shares_little)
            ways += [gap, no_overlap]
    return ways


def _share(
    model: cp_model.CpModel,
    one: CardVariables,
    other: CardVariables,
    axis: int,
    grid: Grid,
    literal: cp_model.IntVar,
) -> None:
    """Make two cards share at least `min_contact` of an axis if a literal is true."""
    for first, second in _ends_and_starts(one, other, grid):
        model.add(first.end[axis] - second.start[axis] >= grid.min_contact).only_enforce_if(literal)


def _share_little(
    model: cp_model.CpModel, one: CardVariables, other: CardVariables, axis: int, grid: Grid
) -> cp_model.IntVar:
    """Return a literal that makes two cards share less than `min_contact` of an axis, or nothing."""
    literal, reasons = model.new_bool_var(""), []
    for first, second in _ends_and_starts(one, other, grid):
        reason = model.new_bool_var("")
        model.add(first.end[axis] - second.start[axis] < grid.min_contact).only_enforce_if(reason)
        reasons.append(reason)
    model.add_bool_or(reasons).only_enforce_if(literal)
    return literal


def _ends_and_starts(
    one: CardVariables, other: CardVariables, grid: Grid
) -> Sequence[tuple[CardVariables, CardVariables]]:
    """Return the pairs (a, b) of which the least a.end − b.start is what two cards share of an axis."""
    across = ((one, other), (other, one))
    # a card's own length can't be the least of them unless a contact may be longer than its short side
    own = ((one, one), (other, other))
    return across + own if grid.min_contact > grid.shape.short else across


def require_laying(
    model: cp_model.CpModel, names: list[str], center: str, touch: Mapping[Pair, cp_model.IntVar]
) -> None:
    """Give the cards times of laying: each touches the center, or two cards laid before it."""
    others = [name for name in names if name != center]
    time = {name: model.new_int_var(1, max(1, len(others)), f"time of {name}") for name in others}
    held: dict[str, list[cp_model.IntVar]] = {name: [] for name in others}
    for before, after in permutations(others, 2):
        holds = model.new_bool_var(f"{before} holds {after}")
        model.add_implication(holds, touch[before, after])
        model.add(time[before] < time[after]).only_enforce_if(holds)
        held[after].append(holds)
    for name in others:
        model.add(sum(held[name]) >= FEWEST_CONTACTS).only_enforce_if(~touch[center, name])
        model.add(time[name] == 1).only_enforce_if(touch[center, name])  # it may as well be laid first


def _import_cp_model() -> ModuleType:
    try:
        return import_module("ortools.sat.python.cp_model")
    except ImportError:
        raise RuleError("this needs OR-Tools; install it with: pip install '.[optimise]'") from None
