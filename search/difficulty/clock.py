"""How much time is left for a report, and what is done with a part that doesn't fit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from search.difficulty.kept import Kept
from search.difficulty.worth import OutOfTime, Stop

Answer = Any
SLACK = 1.2
"""A part is begun if the time left is its estimate by so much; estimates are rough."""


class LeftOut(Exception):  # noqa: N818 - nothing went wrong
    """A part isn't in the report; the message says why."""

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good  # more time wouldn't bring it in


class Clock:
    """A budget of seconds, and the parts that are kept.

    Parameters
    ----------
    seconds
        For all parts together that aren't known yet.
    stop
        Asked within parts; True ends the one at work and leaves the others out.
    progress
        Called with what is being worked out.
    """

    def __init__(
        self,
        seconds: float,
        kept: Kept,
        *,
        stop: Stop = lambda: False,
        progress: Callable[[str], None] = lambda what: None,
    ) -> None:
        self.kept = kept
        self._deadline = time.monotonic() + seconds
        self._stop = stop
        self._progress = progress

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.0, self._deadline - time.monotonic())

    def is_over(self) -> bool:
        """Has the time run out, or was it asked to stop?"""
        return self._stop() or not self.left

    def part(
        self, question: str, what: str, seconds: float, work: Callable[[Callable[[str], None]], Answer]
    ) -> Answer:
        """Return the answer to a question: what is kept, or what `work` finds.

        Parameters
        ----------
        question
            With all that the answer depends on.
        what
            The part, in words.
        seconds
            About how long it takes.
        work
            Called with a function that takes what to show; to raise OutOfTime when `is_over`.

        Raises
        ------
        LeftOut
            If it doesn't fit.
        """
        known = self.kept.find(question)
        if known is not None:
            return known
        if self._stop():
            raise LeftOut("stopped before")
        if seconds * SLACK > self.left:
            raise LeftOut(f"about {describe_seconds(seconds)} would be needed")
        try:
            answer = work(lambda detail: self._show(f"{what}: {detail}" if detail else what))
        except OutOfTime:
            raise LeftOut("the time ran out") from None
        self.kept.keep(question, answer)
        return answer

    def _show(self, doing: str) -> None:
        left = "" if self.left == math.inf else f"; at most {describe_seconds(self.left)} left"
        self._progress(f"{doing}{left}")


def describe_seconds(seconds: float) -> str:
    """Say how long something takes, roughly.

    Examples
    --------
    >>> describe_seconds(3), describe_seconds(70), describe_seconds(5000), describe_seconds(20000)
    ('3 s', '1 min', '83 min', '6 h')
    """
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 7200 else f"{round(seconds / 3600)} h"
