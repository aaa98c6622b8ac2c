"""Work that is shared between processes: all of it is done, and no process outlives its use."""

import os
import signal
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


def die_or_wait(piece):
    if piece == 0:
        time.sleep(1)  # until the other one is at work
        os._exit(3)
    time.sleep(100)


@pytest.mark.parametrize("look", [list, next])
def test_when_one_dies_the_others_do_not_go_on(look):
    begun = time.monotonic()
    with pytest.raises(RuleError, match="died"):
        look(iter_shared(die_or_wait, range(2), 2))
    assert time.monotonic() - begun < 60


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_polite_kill_of_all_processes_is_left_to_the_first(tmp_path):
    """As of `timeout 60 hue report ...`, in a script: the first one ends as it thinks best."""
    script = tmp_path / "polite.py"
    script.write_text(POLITE)
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=where,
        start_new_session=True,
    )  # fmt: skip
    assert run.stdout.readline() == "at work\n"
    os.killpg(run.pid, signal.SIGTERM)
    assert run.communicate(timeout=90) == ("heard\nended\n", "")
    assert run.returncode == 0


POLITE = """
import os, signal, time
from contextlib import closing
from search.sharing import iter_shared

heard, after, workers = [], [], set()

def work(piece):
    time.sleep(0.2)
    return os.getpid()

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: heard.append(True))
    with closing(iter_shared(work, range(1000), 2)) as found:
        for worker in found:
            if len(workers) < 2 and len(workers | {worker}) == 2:
                print("at work", flush=True)
            workers.add(worker)
            after += heard
            if len(after) > 4:
                print("heard", flush=True)
                break
    print("ended", flush=True)
"""

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
