"""How a function over flat arrays is compiled.

One decorator for all kernels: numba in its strict floating-point mode, because bounds depend on how
each operation rounds, and with its cache on disk. Numba has no types; behind `kernel` a function keeps
those it was written with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function on its first call; no fastmath, so that every operation rounds as IEEE says."""
    return cast(
        F,
        numba.njit(cache=True, nogil=True, error_model="numpy")(function),
    )
