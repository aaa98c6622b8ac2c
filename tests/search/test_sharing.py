"""Work that is shared between processes: all of it is done, and no process outlives its use."""

import os
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor

import pytest

from layouts.errors import RuleError
from search.sharing import iter_shared, local_workers


def double(piece):
    return 2 * piece


def die(piece):
    os._exit(piece)


@pytest.mark.parametrize("processes", [1, 2])
def test_every_piece_is_done_once(processes):
    assert sorted(iter_shared(double, range(7), processes)) == [0, 2, 4, 6, 8, 10, 12]


def test_a_process_that_dies_is_said_to():
    with pytest.raises(RuleError, match="died"):
        list(iter_shared(die, [3, 4], 2))


WAITING = """
import os, signal, threading, time
from search.sharing import local_workers

def work():
    with local_workers(2) as (pool, _):
        waiting = [pool.submit(time.sleep, 100) for _ in range(3)]
        while not all(future.running() for future in waiting[:2]):
            time.sleep(0.01)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

if __name__ == "__main__":
    try:
        work()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_an_interrupt_ends_the_wait_for_what_is_left_and_then_the_process(tmp_path):
    script = tmp_path / "waiting.py"
    script.write_text(WAITING)
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=90, env=where, check=True
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_an_interrupt_does_not_wait_for_what_is_being_done():
    waiting = []

    def work():
        with local_workers(2) as (pool, _):
            waiting.extend(pool.submit(time.sleep, 20) for _ in range(3))
            while not all(future.running() for future in waiting[:2]):
                time.sleep(0.01)
            raise KeyboardInterrupt  # what a second Ctrl-C comes to

    with pytest.raises(KeyboardInterrupt):
        work()
    for future in waiting:
        assert future.cancelled() or isinstance(future.exception(), BrokenExecutor)
