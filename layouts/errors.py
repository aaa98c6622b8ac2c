"""What is said when something given is wrong?

One clear line: what is wrong, where, and what would be right. Text that can't be read as what it
should be is a `ParseError`; text that can be read but breaks a rule is a `RuleError`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_QUOTE = 64


class InputError(ValueError):
    """Something given is wrong; `str()` is one line that says what, where, and what would be right."""


class ParseError(InputError):
    """Something can't be read as what it should be."""


class RuleError(InputError):
    """Something can be read but breaks a rule."""


class UnconnectedError(RuleError):
    """A card that nothing leads to from the center: it lies in mid-air."""


def quote(value: object) -> str:
    """Return `value` as one line of text for a message, shortened if it is long.

    Examples
    --------
    >>> quote("two\\nlines")
    "'two\\\\nlines'"
    """
    try:
        text = repr(value) if isinstance(value, str) else " ".join(str(value).split())
    except ValueError:  # Python won't write integers of more than 4300 digits in decimals
        return "a huge number"
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


@contextmanager
def located(where: str) -> Iterator[None]:
    """Put `where` in front of the message of any `InputError` raised inside.

    Raises
    ------
    InputError
        What was raised, of the same class.
    """
    try:
        yield
    except InputError as error:
        raise type(error)(f"{where}: {error}") from None
