"""Where a long solve has come to, for whoever watches it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """Where the work has come to."""

    what: str
    number: int  # of the stage, from 0
    stages: int
    sweeps: int  # of the part, in all
    off: float  # how far the guess is off what a sweep makes of it, at most; or the gap; a probability
    enough: float  # at which `off` the stage ends
