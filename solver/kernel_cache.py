"""Where are compiled kernels kept, so that none is ever used that is out of date?

By itself, numba keeps them beside the source, and takes them for right as long as the kernel's own file
is unchanged. But a kernel also contains what it calls, the constants it reads and the order of the
fields of its named tuples, all of which may come from other files; if one of those changes, numba goes
on with the old machine code, or fails where a class has gone. So each version of all of them has a
folder of its own, in what this system has as the user's cache:

    kernels/VERSION-DIGEST/

The digest covers the source of all modules with kernels and of those that they import, however
indirectly, and what else decides what is compiled. A few folders used last are kept. The environment
variable NUMBA_CACHE_DIR stands above all this.

A cache that can't be written or read is no reason to fail: kernels are then compiled anew.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numba
import numpy as np
from numba.core import caching, sigutils
from platformdirs import user_cache_dir

from solver.version import this_version

PACKAGE = Path(__file__).parent
KEPT = 5
"""So many folders of versions used last stay there."""

_PLACING = Lock()
_IMPORTED = re.compile(rf"^\s*(?:from|import) ({PACKAGE.name}\.[.\w]+)", re.MULTILINE)


def kernel_sources() -> dict[str, str]:
    """Return the source, by module name, of modules with kernels and of all of this package they import."""
    texts = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
    }
    imports = {name: _IMPORTED.findall(text) for name, text in texts.items()}
    found: set[str] = set()
    waiting = [name for name, others in imports.items() if f"{PACKAGE.name}.kernel" in others]
    while waiting:
        name = waiting.pop()
        if name in texts and name not in found:
            found.add(name)
            waiting += imports[name]
    return {name: texts[name] for name in sorted(found)}


def version_name() -> str:
    """Return the name of the folder for kernels of this version of everything that shapes them."""
    around = numba.__version__, np.__version__, bool(numba.config.BOUNDSCHECK)
    digest = sha256(repr((around, kernel_sources())).encode()).hexdigest()
    return f"{this_version()}-{digest[:16]}"


@cache
def kernel_folder() -> Path | None:
    """Return this version's folder, made if need be, or None where there can be none."""
    folders = Path(user_cache_dir("guardians-of-hue")) / "kernels"
    if not folders.is_absolute():  # no home
        return None
    try:
        folder = folders / version_name()
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # used now
    except OSError:
        return None
    if is_new:
        with suppress(OSError):  # another process removes the same ones
            remove_old(folders)
    return folder


def remove_old(folders: Path) -> None:
    """Remove all but the folders used last.

    A process that still uses one compiles anew what it hasn't loaded yet.
    """
    by_use = sorted(folders.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in by_use[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel, in the right place, and never a reason to fail.

    Raises
    ------
    OSError, RuntimeError
        When it is made, if there is no place for it.
    """

    def __init__(self, function: Any) -> None:
        with _PLACING:
            before = numba.config.CACHE_DIR
            place = before or kernel_folder()
            if place is None:
                raise OSError("no folder for kernels")
            numba.config.CACHE_DIR = str(place)
            try:
                super().__init__(function)
            finally:
                numba.config.CACHE_DIR = before
        if not Path(self.cache_path).is_relative_to(place):  # it can't be written, so numba took another
            raise OSError(f"no kernels can be kept in {place}")

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the kernel compiled for a signature, or None if it has to be compiled."""
        try:
            found = super().load_overload(signature, context)
        except Exception:  # whatever broken pickles raise
            with suppress(OSError):
                self.flush()
            return None
        # Two processes may have given the same name to what they compiled for different types.
        fits = found is not None and found.signature.args == sigutils.normalize_signature(signature)[0]
        return found if fits else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a kernel, if there is room."""
        with suppress(OSError):
            super().save_overload(signature, compiled)
