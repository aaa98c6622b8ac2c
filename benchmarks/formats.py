"""Which numbers should a layer hold: 32-bit fixed point, float32 or float64?

Run `python benchmarks/formats.py` (half a minute, 2 GB). Measured is what a sweep does for most states, the
backup of an attempt without support, max(F, F + p · (S − F)), rounded down so that it stays a proof:

    fixed     32-bit whole numbers, p a 32-bit fraction: the product is cut off
    float32   worked out as float64, and what rounding to the nearest may add is taken off before
    float64   what the roundings of the operations may add is taken off at the end

The best of three times, two threads unless told otherwise; streaming reads and writes as many bytes and does
nothing else. The steps are how far apart two numbers are at what two players win on impossible, and on the
revised cards' medium: that, times the rounds to come, is about the least gap that can be proved.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from timeit import repeat
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from solver.kernel import lean_kernel

ROUNDS = 3
AT = (0.00045, 0.6)
STATES = 251_817_984
"""In a layer of two players on nine cards, impossible."""
WAYS = 91  # of 216, say
Values = NDArray[Any]


@lean_kernel
def back_up_fixed(success: Values, failure: Values, out: Values) -> None:
    """Set `out` to the better of attempting and failing at once."""
    p = np.uint64((WAYS << 32) // 216)
    for i in range(out.size):
        s, f = np.uint64(success[i]), np.uint64(failure[i])
        out[i] = f + ((p * (s - f)) >> np.uint64(32)) if s > f else f


@lean_kernel
def back_up_single(success: Values, failure: Values, out: Values) -> None:
    """See `back_up_fixed`."""
    p, less = WAYS / 216, 1 - 2.0**-23
    for i in range(out.size):
        s, f = np.float64(success[i]), np.float64(failure[i])
        out[i] = np.float32((f + p * (s - f)) * less) if s > f else failure[i]


@lean_kernel
def back_up_double(success: Values, failure: Values, out: Values) -> None:
    """See `back_up_fixed`."""
    p, less = WAYS / 216, 1 - 2.0**-50
    for i in range(out.size):
        s, f = success[i], failure[i]
        out[i] = (f + p * (s - f)) * less if s > f else f


@lean_kernel
def stream(success: Values, failure: Values, out: Values) -> None:
    """Read and write, no more."""
    for i in range(out.size):
        out[i] = success[i] + failure[i]


FORMATS: dict[str, tuple[Any, Callable[..., None], Callable[[float], float]]] = {
    "fixed": (np.uint32, back_up_fixed, lambda value: 2.0**-32),
    "float32": (np.float32, back_up_single, lambda value: float(np.spacing(np.float32(value)))),
    "float64": (np.float64, back_up_double, lambda value: float(np.spacing(value))),
}


def rate(kernel: Callable[..., None], arrays: tuple[Values, ...], threads: int) -> float:
    """Return how many million values a second a kernel comes to that threads share."""
    size = arrays[0].size
    step = -(-size // (8 * threads))
    pieces = [tuple(array[begin : begin + step] for array in arrays) for begin in range(0, size, step)]
    with ThreadPoolExecutor(threads) as pool:

        def work() -> None:
            for _ in pool.map(lambda piece: kernel(*piece), pieces):
                pass

        work()  # compiles, or loads, the kernel
        return size / min(repeat(work, number=1, repeat=ROUNDS)) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--values", type=int, default=64_000_000)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}, ", end="")
    print(f"{arguments.threads} threads\n")
    steps = "".join(f"{f'step at {value}':>17}" for value in AT)
    print(f"{'format':<10}{'million backups/s':>20}{'streaming':>12}{steps}{'a layer, GB':>14}")
    chances = rng.random(arguments.values)
    for name, (kind, back_up, step) in FORMATS.items():
        scale = 2**32 - 1 if name == "fixed" else 1
        success, failure = (chances * scale).astype(kind), (chances[::-1] * scale).astype(kind)
        out = np.empty_like(success)
        rates = [rate(kernel, (success, failure, out), arguments.threads) for kernel in (back_up, stream)]
        gigabytes = STATES * out.itemsize / 1e9
        steps = "".join(f"{step(value):>17.1e}" for value in AT)
        print(f"{name:<10}{rates[0]:>20,.0f}{rates[1]:>12,.0f}{steps}{gigabytes:>14.1f}", flush=True)


if __name__ == "__main__":
    main()
