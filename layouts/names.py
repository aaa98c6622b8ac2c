"""Which names may cards have, and when are two names the same?

A name is 1 to 60 printable characters without a space at either end. Names are compared without
case, and a space counts as a hyphen, so that `ferris-wheel` can be typed for `Ferris wheel`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import normalize

from layouts.errors import RuleError, quote

LONGEST_NAME = 60


def fold(name: str) -> str:
    """Return what is compared of a name.

    Examples
    --------
    >>> fold("Ferris wheel")
    'ferris-wheel'
    """
    return normalize("NFC", normalize("NFC", name).casefold()).replace(" ", "-")


def check_name(name: object, what: str = "card name") -> str:
    """Return `name` if it is one.

    Raises
    ------
    RuleError
        If it isn't 1 to 60 printable characters without a space at either end.
    """
    if not isinstance(name, str):
        raise RuleError(f"{what} {quote(name)} is no text; write 1 to {LONGEST_NAME} printable characters")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise RuleError(f"{what} {quote(name)} has {len(name)} characters; write 1 to {LONGEST_NAME}")
    if not name.isprintable():
        raise RuleError(f"{what} {quote(name)} has a character that can't be printed; leave it out")
    if name != name.strip():
        raise RuleError(f"{what} {quote(name)} has a space at its end; leave it out")
    return name


def check_distinct(names: Iterable[str], what: str = "card name") -> None:
    """Check that no two names are the same.

    Raises
    ------
    RuleError
        If two names differ at most in case, or in spaces and hyphens.
    """
    seen: dict[str, str] = {}
    for name in names:
        other = seen.get(fold(name))
        if other is not None:
            also = "" if other == name else f", as {quote(other)} (case, space and hyphen don't count)"
            raise RuleError(f"{what} {quote(name)} is used twice{also}; give each its own")
        seen[fold(name)] = name


def index_of(name: str, names: Sequence[str], what: str = "card") -> int:
    """Return the place of `name` in `names`.

    Raises
    ------
    RuleError
        If it isn't there; the message lists the names.
    """
    folded = fold(name)
    for index, other in enumerate(names):
        if fold(other) == folded:
            return index
    raise RuleError(f"there is no {what} {quote(name)}; the names are {', '.join(names)}")
