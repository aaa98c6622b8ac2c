"""Share independent pieces of work between processes of this machine; one alone does it all here.

The processes end with the one that started them, however that ends.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

from layouts.errors import RuleError

T = TypeVar("T")
Piece = TypeVar("Piece")


@contextmanager
def local_workers(processes: int) -> Iterator[tuple[Executor, int]]:
    """Start processes on this machine. An interrupt that comes through doesn't wait for what they do."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin)
    before = set(active_children())

    ended = threading.Event()

    def kill() -> None:
        for process in set(active_children()) - before:
            process.kill()

    def end() -> None:
        pool.shutdown(wait=True, cancel_futures=True)
        ended.set()

    try:
        try:
            yield pool, processes
        except KeyboardInterrupt:
            kill()
            raise
        finally:
            # Python 3.11 takes a thread for ended whose join was interrupted. So another thread joins the
            # pool's than the one that Ctrl-C interrupts.
            threading.Thread(target=end).start()
            ended.wait()
    except KeyboardInterrupt:  # while what is left of the work was waited for
        kill()
        ended.wait()
        raise


def iter_shared(
    work: Callable[[Piece], T], pieces: Sequence[Piece], processes: int
) -> Generator[T, None, None]:
    """Yield what comes of each piece, as they end; what is left when it is closed isn't begun.

    Parameters
    ----------
    work
        A function of a module, or a partial one of such, with arguments that can be sent.

    Raises
    ------
    RuleError
        If a process dies.
    """
    if processes == 1:
        yield from map(work, pieces)
        return
    with local_workers(processes) as (pool, _):
        try:
            for future in as_completed([pool.submit(work, piece) for piece in pieces]):
                yield future.result()
        except BrokenExecutor:
            raise RuleError(
                "a process that shared the work died (of too little memory?); fewer --processes take less"
            ) from None


def _begin() -> None:
    """Leave interrupts to the parent, and end when it does: a killed one can't tell its workers to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
