"""What is compiled, and how often."""

import numpy as np

from solver.kernel import lean_kernel


def no_cache(function):
    raise OSError


def test_numbers_as_written_dont_each_make_a_kernel_of_their_own(monkeypatch):
    monkeypatch.setattr("solver.kernel.KernelCache", no_cache)

    @lean_kernel
    def put(values, at, value):
        values[at] = value

    @lean_kernel
    def put_several(values):
        put(values, 0, 7)
        put(values, at=1, value=8)
        put(values, 2, values[0])

    values = np.zeros(3, dtype=np.int64)
    put_several(values)
    assert values.tolist() == [7, 8, 7]
    assert len(put.signatures) == 1
