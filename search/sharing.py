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
SHORT = 0.1
"""Seconds after which it is looked whether a pool that is waited for can still end by itself."""


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

    def wait() -> None:
        while not ended.wait(SHORT):
            if _is_broken(pool):
                kill()  # the pool only asks the others politely, which they leave to us

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
            wait()
    except KeyboardInterrupt:  # while what is left of the work was waited for
        kill()
        ended.wait()
        raise


def _is_broken(pool: Executor) -> bool:
    """Tell whether a process of a pool that is being shut down has died."""
    try:
        pool.submit(int)
    except BrokenExecutor:
        return True
    except RuntimeError:  # it takes no more
        return False
    return False


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
            futures = [pool.submit(work, piece) for piece in pieces]
            pool.submit(int)  # Python 3.11 watches a process that it has begun from the next piece on
            for future in as_completed(futures):
                yield future.result()
        except BrokenExecutor:
            raise RuleError(
                "a process that shared the work died (of too little memory?); fewer --processes take less"
            ) from None


def _begin() -> None:
    """Leave interrupts to the parent, and end when it does: a killed one can't tell its workers to.

    A terminal sends Ctrl-C to all processes, and `timeout`, say, a polite kill.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
