"""How much memory may a command use?"""

from __future__ import annotations

SHARE = 0.85
"""Part of the machine's memory that may be used unless `--memory` says how much."""


def memory_of_machine() -> int:
    """Return the bytes of memory in this machine."""
    import psutil

    return int(psutil.virtual_memory().total)


def may_use(gigabytes: float | None) -> float:
    """Return the bytes of memory that may be used: what `--memory` says, or most of what there is."""
    return memory_of_machine() * SHARE if gigabytes is None else gigabytes * 1e9
