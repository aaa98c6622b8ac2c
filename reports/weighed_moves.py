"""What is written beside a move: what it is worth, and what it costs against the best."""

from __future__ import annotations

from reports.words import percent, percent_within
from search.ranking import Move

SMALL = 0.01
"""A regret in pp below which two more digits are written."""


def win_text(move: Move, digits: int) -> str:
    """Write the win probability after a move: proved, or estimated with its error."""
    if move.estimate:
        return f"{percent(move.estimate.mean)} ± {percent(move.estimate.error)}"
    return percent_within(move.lower, move.upper, digits)


def regret_text(move: Move, digits: int, *, first: bool) -> str:
    """Write the regret in pp; a dash for the best move and what ties with it, or is estimated no worse."""
    if move.behind:
        lost, error = 100 * move.behind.mean, 100 * move.behind.error
        return f"{lost:.1f} ± {error:.1f} pp" if lost > 0 else "-"
    if first or move.ties:
        return "-"
    lower, upper = 100 * move.regret_lower, 100 * move.regret_upper
    digits += 2 if upper < SMALL else 0
    if upper - lower > upper / 10:
        return f"{lower:.{digits}f} to {upper:.{digits}f} pp"
    return f"{(lower + upper) / 2:.{digits}f} pp"
