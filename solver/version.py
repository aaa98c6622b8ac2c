"""Which version of the project is this? On it depends what its files and compiled kernels mean."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def this_version() -> str:
    """Return the version of the project that is installed."""
    try:
        return version("guardians-of-hue-solver")
    except PackageNotFoundError:
        return "unknown"
