"""Ctrl-C and the constraint solver: it is heard while that is at work, and afterwards."""

import signal
import subprocess
import sys
import time

REALISE = """
import signal
from layouts.catalogue import load_named
from layouts.placing.realise import realise
assert realise(load_named("rulebook")).outcome == "found"
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("heard")
"""
TAKES_LONG = """
import networkx as nx
from layouts.placing.nearest import nearest_realisable
graph = nx.complete_graph([str(number) for number in range(14)])
print("begun", flush=True)
try:
    nearest_realisable(graph, "0", seconds=600)
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_is_heard_after_a_graph_was_realised():
    ended = subprocess.run([sys.executable, "-c", REALISE], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "heard\n")


def test_ctrl_c_ends_what_the_constraint_solver_is_at():
    process = subprocess.Popen([sys.executable, "-c", TAKES_LONG], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, "heard\n")
