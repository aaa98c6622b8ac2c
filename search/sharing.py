"""Share independent pieces of work between processes; one of them does it all here."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
Piece = TypeVar("Piece")


def iter_shared(work: Callable[[Piece], T], pieces: Sequence[Piece], processes: int) -> Iterator[T]:
    """Yield what comes of each piece, as they end; what is left when nobody asks any more isn't begun.

    Parameters
    ----------
    work
        A function of a module, or a partial one of such, with arguments that can be sent.
    """
    if processes == 1:
        yield from map(work, pieces)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_parent) as pool:
        futures = [pool.submit(work, piece) for piece in pieces]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
