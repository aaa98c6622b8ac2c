"""The iteration behind `solver.bounds`: segments, end components, and trials of extrapolated bounds.

What is iterated and why it is sound is said there and, with proofs, in `solver.sweeps`. Here is what
changes while the sweeps go on (`Work`), the sweeping of one stretch of the order until it is closed,
and when to try an extrapolation, which is about speed alone: a trial counts only once it is proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from solver.components import EndComponents, Predecessors, attract, end_components, find_predecessors
from solver.model import Model, S
from solver.order import Order, order_states
from solver.process import Owner
from solver.rounding import round_down, round_up
from solver.sweeps import (
    Arrays,
    Floats,
    Ints,
    find_ceilings,
    opponent_choices,
    prepare_arrays,
    sweep,
    sweep_policy,
)

SEGMENT = 4096  # small components are swept together up to about this many states
PATIENCE = 4  # sweeps between a trial that was accepted and the next; doubled when one is rejected


@dataclass(eq=False)
class Segment:
    """A stretch of the order: its states and the numbers of the end components among them."""

    states: Ints
    components: Ints


@dataclass(eq=False)
class Work:
    """What changes while the sweeps go on."""

    model: Model[Any]
    arrays: Arrays
    predecessors: Predecessors
    components: EndComponents
    opposed: bool  # the opponent has a say inside an end component
    segments: list[Segment]
    lower: Floats
    upper: Floats
    best: Ints
    ceiling: Floats
    is_stopped: Callable[[], bool] = lambda: False
    updates: int = 0
    refine_at: int = 0
    accepted_lower: int = 0
    accepted_upper: int = 0


@dataclass(eq=False)
class Trials:
    """When to try the next extrapolation of one side, how far, and how much of that to leave untaken."""

    wait: int = 2 * PATIENCE
    patience: int = PATIENCE
    left: float = 0.25
    to_other_side: bool = False  # aim at the opposite bound: bisection, where a ratio is only noise
    step: float = math.inf

    def factor(self, step: float) -> float:
        """Note the step of a sweep; if a trial is due, return what multiple of it is still to come, or 0."""
        ratio = step / self.step if self.step > 0 else 0.0
        self.step = step
        self.wait -= 1
        if self.wait > 0 or not 0.3 < ratio < 1.001:
            return 0.0
        return 1e30 if self.to_other_side or ratio >= 1 else ratio / (1 - ratio)

    def settle(self, accepted: bool) -> None:
        """Be bolder after a success, more careful after a failure."""
        self.step = math.inf
        self.patience = PATIENCE if accepted else min(2 * self.patience, 64)
        self.left = max(self.left / 2, 1 / 64) if accepted else min(self.left * 2, 0.5)
        self.to_other_side ^= not accepted
        self.wait = self.patience


def begin_work(model: Model[S]) -> Work:
    """Return a model's first bounds (exact where nothing can be won), its end components and segments."""
    n = len(model)
    predecessors = find_predecessors(model)
    components = end_components(model, predecessors=predecessors)
    inside = components.member
    several = np.diff(model.first_choice)[inside] > 1
    opposed = bool(np.any((model.owner[inside] == Owner.OPPONENT) & several))

    lower = np.zeros(n)
    upper = np.zeros(n)
    ends = model.terminal >= 0
    lower[ends] = np.array([round_down(v) for v in model.values])[model.terminal[ends]]
    upper[ends] = np.array([round_up(v) for v in model.values])[model.terminal[ends]]
    hopeful = attract(model, upper > 0, model.owner == Owner.OPPONENT, None, predecessors)
    upper[hopeful & ~ends] = upper.max(initial=0.0)

    order = order_states(model)
    cuts = [0, n] if opposed else _cut(order)
    segments = [
        Segment(order.state[a:b], np.unique(labels[labels >= 0]).astype(np.int32))
        for a, b in pairwise(cuts)
        for labels in [components.label[order.state[a:b]]]
    ]
    return Work(
        model,
        prepare_arrays(model),
        predecessors,
        components,
        opposed,
        segments,
        lower,
        upper,
        best=np.full(n, -1, dtype=np.int32),
        ceiling=np.full(len(components), upper.max(initial=0.0)),
    )


def _cut(order: Order) -> list[int]:
    """Return where segments begin, and the end: at borders of strongly connected components."""
    cuts = [0]
    while cuts[-1] < len(order.state):
        i = int(np.searchsorted(order.first, np.int64(cuts[-1] + SEGMENT)))
        cuts.append(int(order.first[min(i, len(order.first) - 1)]))
    return cuts


def close_segment(
    work: Work, segment: Segment, aim: float, progress: Callable[[int, float], None] | None
) -> bool:
    """Sweep a segment until its gap is at most `aim` or nothing moves; return whether anything did."""
    states, lower, upper = segment.states, work.lower, work.upper
    low_trials, high_trials = Trials(), Trials()
    noticed = False
    while True:
        gap = float(np.max(upper[states] - lower[states]))
        if progress is not None and noticed:
            progress(-(-work.updates // len(lower)), gap)
        if gap <= aim or work.is_stopped():
            return noticed
        if work.opposed and work.updates >= work.refine_at:
            _refine(work, segment)
        low_before, high_before = lower[states], upper[states]
        low_step, high_step, moving, _ = sweep_segment(work, segment)
        if moving == 0:
            if not work.opposed or not _refine(work, segment):
                return noticed
            continue
        noticed = True
        factor = low_trials.factor(low_step)
        if factor > 0:
            part = 1 - low_trials.left
            low_trials.settle(
                is_leaving(work, segment) and _try_lower(work, segment, low_before, factor, part)
            )
        factor = high_trials.factor(high_step)
        if factor > 0:
            part = 1 - high_trials.left
            high_trials.settle(_try_upper(work, segment, high_before, factor, part))


def sweep_segment(work: Work, segment: Segment) -> tuple[float, float, int, int]:
    """Sweep once, ceilings included; return what `solver.sweeps.sweep` returns."""
    components = work.components
    if len(segment.components):
        find_ceilings(
            work.arrays,
            segment.components,
            components.label,
            components.first,
            components.member,
            work.upper,
            work.ceiling,
        )
    work.updates += len(segment.states)
    return sweep(
        work.arrays, segment.states, components.label, work.ceiling, work.lower, work.upper, work.best
    )


def _refine(work: Work, segment: Segment) -> bool:
    """Find the end components under the opponent's best choices by L; return whether they are new."""
    old = work.components.label
    allowed = opponent_choices(work.arrays, work.lower)
    work.components = end_components(work.model, allowed, predecessors=work.predecessors)
    work.ceiling = np.full(len(work.components), work.upper.max(initial=0.0))
    segment.components = np.arange(len(work.components), dtype=np.int32)
    work.refine_at = work.updates + max(8 * len(work.lower), work.updates // 4)
    return not np.array_equal(old, work.components.label)


def _try_upper(work: Work, segment: Segment, before: Floats, factor: float, part: float) -> bool:
    """Lower U by a part of what is to come, and keep that if one sweep proves it."""
    states, upper = segment.states, work.upper
    after = upper[states]
    coming = np.minimum((before - after) * factor, after - work.lower[states])
    upper[states] = after - part * coming
    *_, rises = sweep_segment(work, segment)
    if rises:
        upper[states] = after
        return False
    work.accepted_upper += 1
    return True


def _try_lower(work: Work, segment: Segment, before: Floats, factor: float, part: float) -> bool:
    """Raise L by a part of what is to come, and keep that if one sweep under the policy proves it."""
    states, lower = segment.states, work.lower
    after = lower[states]
    coming = np.minimum((after - before) * factor, work.upper[states] - after)
    lower[states] = after + part * coming
    work.updates += len(states)
    if sweep_policy(work.arrays, states, work.best, lower):
        lower[states] = after
        return False
    work.accepted_lower += 1
    return True


def is_leaving(work: Work, segment: Segment) -> bool:
    """Say if every play under the players' policy leaves the segment's states with L > 0."""
    if not work.opposed and not len(segment.components):
        return True
    model = work.model
    allowed = np.ones(model.count_choices(), dtype=np.bool_)
    decided = np.repeat(model.owner == Owner.PLAYERS, np.diff(model.first_choice))
    allowed[decided] = False
    allowed[work.best[work.best >= 0]] = True
    outside = np.ones(len(model), dtype=np.bool_)
    outside[segment.states] = work.lower[segment.states] == 0
    outside[model.owner == Owner.TERMINAL] = True
    everywhere = np.ones(len(model), dtype=np.bool_)
    return bool(attract(model, outside, everywhere, allowed, work.predecessors).all())
