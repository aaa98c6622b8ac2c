"""Which characters of a text can stand in an SVG picture and in HTML?

Texts come from layout and game files, which anyone can write. XML forbids most control characters, and
half of a surrogate pair can't be encoded; each is shown as �. Escaping is a separate step.
"""

from __future__ import annotations

import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    r"""Return a text in which � stands for each character that XML or UTF-8 can't have; line breaks stay.

    Examples
    --------
    >>> printable("a\x00b\n")
    'a�b\n'
    """
    return _FORBIDDEN.sub("�", text)


def one_line(text: str) -> str:
    r"""Return a printable text in one line, each run of white space a single space.

    A no-break space stays one.

    Examples
    --------
    >>> one_line(" 1\u00a0pp \n of  it")
    '1\xa0pp of it'
    """
    return re.sub("[^\\S\u00a0\u202f]+", " ", printable(text)).strip(" ")
