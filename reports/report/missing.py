"""What a report leaves out, said so that a reader can bring it in."""

from __future__ import annotations

from collections.abc import Iterable

from reports.pages import Note
from search.difficulty.findings import Missing

FEW = 6


def missing_notes(begin: str, missing: Iterable[tuple[str, Missing]]) -> tuple[Note, ...]:
    """Return a note for each reason why something is missing, with what."""
    by_reason: dict[str, list[str]] = {}
    for what, reason in missing:
        by_reason.setdefault(reason.why, []).append(what)
    notes = []
    for why, named in by_reason.items():
        shown = "; ".join(named[:FEW]) + (f"; and {len(named) - FEW} more" if len(named) > FEW else "")
        notes.append(Note(f"{begin}: {shown} ({why})."))
    return tuple(notes)
