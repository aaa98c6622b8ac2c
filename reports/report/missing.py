"""What a report leaves out, said so that a reader can bring it in."""

from __future__ import annotations

from collections.abc import Iterable

from reports.pages import Note
from search.difficulty.findings import Missing

FEW = 6


def missing_notes(begin: str, missing: Iterable[tuple[str, Missing]]) -> tuple[Note, ...]:
    """Return what is missing for want of time, with how much, and for each other reason what it keeps out."""
    later: list[str] = []
    by_reason: dict[str, list[str]] = {}
    for what, reason in missing:
        if reason.for_good:
            by_reason.setdefault(reason.why, []).append(what)
        else:
            later.append(f"{what} ({reason.why})")
    notes = [Note(f"{begin}, for want of time: {_some(later)}.")] if later else []
    return (*notes, *(Note(f"{begin}: {_some(named)} ({why}).") for why, named in by_reason.items()))


def _some(named: list[str]) -> str:
    left = len(named) - FEW
    return "; ".join(named[:FEW]) + (f"; and {left} more" if left > 0 else "")
