"""Who works on the layouts of a survey: processes here (`sharing`), or a Dask cluster; alike for both.

Layouts are handed out a few at a time, and their solutions come as they are ready, in any order. A worker
of a cluster may die: what it had is given to another by Dask, and counted once, since only what comes back
counts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from layouts.errors import RuleError
from search.surveys.solving import Solution, solve_layout

AHEAD = 2
"""Layouts handed out at a time for each worker."""
CONNECTING = 10.0
"""Seconds in which a scheduler has to answer."""


@contextmanager
def _silent(loggers: list[logging.Logger]) -> Iterator[None]:
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def cluster_workers(address: str) -> Iterator[tuple[Executor, int]]:
    """Use the workers of a Dask scheduler.

    Raises
    ------
    RuleError
        If `distributed` isn't installed, nobody answers there, the scheduler is lost, or all who try a layout
        die of it.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise RuleError("--scheduler needs distributed: pip install '.[cluster]'") from None
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    try:
        connect: Any = Client
        client = connect(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RuleError(f"--scheduler {address}: no scheduler answers there ({error})") from None
    with _silent(loggers), client:  # what is lost is said in one line, below
        # retries: a worker that is killed again and again is no fault of the layout's
        executor, number = (
            client.get_executor(pure=False, retries=10),
            sum(client.nthreads().values()),
        )
        try:
            yield executor, max(1, number)
        except KilledWorker:
            raise RuleError(
                "workers of the cluster died again and again over one layout (of too little memory?); what "
                "is solved is kept, and the same command goes on"
            ) from None
        except CancelledError:  # nobody here cancels what is waited for
            raise RuleError(
                f"--scheduler {address}: the scheduler is lost; what is solved is kept, and the same command "
                "goes on once there is one again"
            ) from None


Workers = AbstractContextManager[tuple[Executor, int]]
"""Gives who does the work, and how many they are."""


class Call(NamedTuple):
    """What a worker shall do: a function of a module, which it can import, and what to give it."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def iter_results(
    workers: tuple[Executor, int], next_call: Callable[[], Call | None]
) -> Iterator[tuple[Call, Any]]:
    """Yield calls with their results, as they are ready.

    Parameters
    ----------
    next_call
        Asked for more whenever a worker has room; None if there is nothing to do now. Where that depends
        on results, it is asked again after each of them.

    Raises
    ------
    RuleError
        If a process of this machine dies.
    """
    executor, number = workers
    running: dict[Future[Any], Call] = {}
    try:
        while True:
            while len(running) < AHEAD * number and (call := next_call()) is not None:
                running[executor.submit(call.function, *call.arguments)] = call
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenExecutor:
        raise RuleError(
            "a process that solves layouts died (of too little memory?); what is solved is kept, and the "
            "same command goes on; fewer --processes take less memory"
        ) from None
    finally:
        for future in running:
            future.cancel()


def iter_solutions(
    workers: tuple[Executor, int], layouts: Iterable[str], rules: str, gap: float
) -> Iterator[tuple[str, Solution]]:
    """Yield each layout's solution as it is ready; see `iter_results`."""
    waiting = iter(layouts)

    def next_call() -> Call | None:
        layout = next(waiting, None)
        return None if layout is None else Call(solve_layout, (layout, rules, gap))

    for call, solution in iter_results(workers, next_call):
        yield call.arguments[0], solution
