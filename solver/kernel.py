"""How a function over flat arrays is compiled.

One decorator for all kernels: numba in its strict floating-point mode, because bounds depend on how
each operation rounds, and with a cache on disk (`solver.kernel_cache`). Numba has no types; behind
`kernel` a function keeps those it was written with.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import numba
from numba.core.types.misc import unliteral

from solver.kernel_cache import KernelCache

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function on its first call; no fastmath, so that every operation rounds as IEEE says."""
    return _compile(function, counts=True)


def lean_kernel(function: F) -> F:
    """Compile a function that allocates nothing: numba then needn't count references to each view it makes.

    Counting is atomic, and threads that share a layer wait for each other's: the players' layers of nine
    cards and two players take 0.88 of the time without it.
    """
    return _compile(function, counts=False)


def _compile(function: F, counts: bool) -> F:
    compiled = numba.njit(nogil=True, error_model="numpy", _nrt=counts)(function)
    if compiled is not function:  # as it is with NUMBA_DISABLE_JIT
        with suppress(OSError, RuntimeError):  # then it is compiled in each process
            compiled._cache = KernelCache(function)  # what cache=True does, with a cache of our own
        _compile_once_for_all_numbers(compiled)
    return cast(F, compiled)


def _compile_once_for_all_numbers(compiled: Any) -> None:
    """Let kernels that call this one with a number as written share what is compiled for any number.

    Each literal is a type of its own to numba, which compiles a kernel for each type of its arguments.
    """
    template = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: template(
        [unliteral(arg) for arg in args], {name: unliteral(kind) for name, kind in kws.items()}
    )
