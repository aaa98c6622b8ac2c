"""What a person sees of a long solve, and how it is stopped and taken up again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from shutil import disk_usage
from typing import TYPE_CHECKING, Any, Protocol

from layouts.errors import RuleError
from reports.output import Progress, warn
from reports.words import at_least, at_most, counted, describe_duration, describe_memory
from search.first_moves import look_up_value
from solver.guardians.checkpoint import checkpoint_path, save_checkpoint

if TYPE_CHECKING:
    from pathlib import Path

    from solver.guardians.dense.guesses import Arrays, Facts
    from solver.guardians.dense.step import Step
    from solver.guardians.held import Holds
    from solver.guardians.saving import TableWriter

GUESS = 1e-12
"""Bounds no further apart than this, which is rounding, are guesses."""
VALUE_EVERY = 10.0
"""Seconds from one look at what the start is worth so far to the next: that takes some tenths of one."""


class Going(Protocol):
    """A solve under way."""

    @property
    def spirits(self) -> int:
        """Of the part under way."""

    def state(self) -> tuple[Facts, Arrays]:
        """Return all that is needed to go on."""

    def first_turns(self) -> Holds | None:
        """Return bounds of the first turns so far, or guesses at them, which are equal; None before that."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The solve was asked to stop, and did.

    Parameters
    ----------
    reached
        How far it has come.
    bounds
        What is proved of the start of the game.
    """

    def __init__(self, reached: str, bounds: tuple[float, float]) -> None:
        super().__init__(reached)
        self.bounds = bounds


class Watch:
    """Called after each sweep: shows progress, keeps checkpoints, and stops when asked to.

    Parameters
    ----------
    table
        Where the table will be; the checkpoint is beside it.
    job
        What is solved; see `save_checkpoint`.
    seconds
        About how long the whole will take.
    every
        Seconds from one checkpoint to the next.
    stop
        Tells whether to stop.
    writer
        What writes the table, if there is to be one.
    leave_free
        Bytes of disk that the solve itself will need: no checkpoint may take them, unless it stops there.
    """

    def __init__(
        self,
        table: Path,
        job: dict[str, Any],
        progress: Progress,
        *,
        seconds: float,
        every: float,
        stop: Callable[[], bool],
        writer: TableWriter | None = None,
        leave_free: int = 0,
    ) -> None:
        self.table = table
        self.writer = writer
        self.leave_free = leave_free
        self.job = job
        self.progress = progress
        self.every = every
        self.stop = stop
        self.begun = self.kept = time.monotonic()
        self.seconds = seconds
        self.warned = False
        self.stage: tuple[int, int] | None = None  # spirits and number of the stage under way
        self.first: tuple[float, float] = 0.0, 1.0  # when it began, and how far off its first guess was
        self.value, self.valued = "", -math.inf  # what the start is worth so far, and when that was looked at

    def after_sweep(self, going: Going, step: Step, at_guess: bool) -> None:
        """See the class.

        Raises
        ------
        Stopped
            If asked to stop; what was reached is kept.
        """
        self.show(going, step)
        if self.stop():
            if self.keep(going, step, last=True):
                raise Stopped(self.describe(going, step), proved_so_far(going.first_turns()))
            raise KeyboardInterrupt
        if at_guess and time.monotonic() - self.kept > self.every:
            self.keep(going, step, last=False)
            self.kept = time.monotonic()

    def keep(self, going: Going, step: Step, *, last: bool) -> bool:
        """Keep a checkpoint, and tell whether that could be done; if not, say why: once, and at the last."""
        self.progress.show(f"{self.describe(going, step)}; keeping a checkpoint")
        try:
            kept = {"table": self.writer.state()} if self.writer else {}
            facts, arrays = going.state()
            takes = sum(array.nbytes for array in arrays.values())
            if not last and self._free() < takes + self.leave_free:
                needed = describe_memory(takes + self.leave_free)
                raise RuleError(f"to keep one and go on takes {needed} of disk")
            save_checkpoint(self.table, self.job, {**facts, **kept}, arrays)
        except (OSError, RuleError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            if last or not self.warned:
                warn(f"no checkpoint could be kept ({why or error})")
            self.warned = True
            return False
        if self.writer:
            self.writer.suspend()  # the checkpoint counts on what is there
        return True

    def _free(self) -> int:
        """Return the bytes of disk that there are once a new checkpoint has taken the place of the last."""
        earlier = checkpoint_path(self.table)
        return disk_usage(self.table.parent).free + (earlier.stat().st_size if earlier.exists() else 0)

    def show(self, going: Going, step: Step) -> None:
        """Show what is being done, how far it is, and how long it may still take."""
        now = time.monotonic()
        if (going.spirits, step.number) != self.stage:
            self.stage, self.first = (going.spirits, step.number), (now, step.off)
        left = self._seconds_left(now, step)
        about = f"; about {describe_duration(left)} left" if left >= 1 else ""  # else nobody knows
        if now - self.valued >= VALUE_EVERY and self.progress.seen:
            self.value, self.valued = describe_value(going.first_turns()), now
        self.progress.show(self.describe(going, step) + self.value + about)

    def describe(self, going: Going, step: Step) -> str:
        """Say what is being done and how far it is."""
        spirits = counted(going.spirits, "spirit")
        return (
            f"{spirits} left, stage {step.number + 1} of {step.stages}, {step.what}: {step.sweeps} sweeps, "
            f"off by {step.off:.1e}, {step.enough:.1e} is enough"
        )

    def _seconds_left(self, now: float, step: Step) -> float:
        """Return what is left of the estimate, or of this stage as it has gone so far, if that is more."""
        of_all = self.begun + self.seconds - now
        begun, off = self.first
        done = math.log(off / step.off) if 0 < step.off < off else 0.0
        to_do = math.log(step.off / step.enough) if step.off > step.enough > 0 else 0.0
        of_stage = (now - begun) * to_do / done if done else 0.0
        return max(of_all, of_stage, 0.0)


def proved_so_far(first_turns: Holds | None) -> tuple[float, float]:
    """Return bounds of the start of the game; guesses, which are equal bounds, prove nothing."""
    lower, upper = look_up_value(first_turns) if first_turns else (0.0, 1.0)
    return (0.0, 1.0) if upper - lower <= GUESS else (lower, upper)


def describe_value(first_turns: Holds | None) -> str:
    """Say what the start of the game is worth so far: bounds, or a guess; nothing if there is neither."""
    if first_turns is None:
        return ""
    lower, upper = look_up_value(first_turns)
    if upper - lower <= GUESS:
        return f"; the start is guessed to be worth {lower:.6g}"
    return f"; the start is proved to be worth {at_least(lower, 6)} to {at_most(upper, 6)}"
