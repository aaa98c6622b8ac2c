"""How is a TOML file read so that whatever is wrong with it gets one clear line?

Not only for layouts: editions and positions are TOML files, too.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

from layouts.errors import ParseError, quote

STDIN = "-"
LARGEST_FILE = 1_000_000  # bytes; a layout has about a thousand
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^=]*?)\s*=""")


def where_of(path: str | Path) -> str:
    """Return how messages name a file.

    Examples
    --------
    >>> where_of("-"), where_of("my board.toml")
    ('standard input', 'my board.toml')
    """
    text = str(path)
    if text == STDIN:
        return "standard input"
    return text if text.isprintable() and text else quote(text)


def load_text(path: str | Path) -> str:
    """Return the text of a file, or of the standard input if `path` is `-`.

    Raises
    ------
    ParseError
        If it can't be read, is too large, or isn't UTF-8 text.
    """
    where = where_of(path)
    if os.path.isdir(path):
        raise ParseError(f"{where} is a directory; give a TOML file")
    try:
        if str(path) == STDIN:
            content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise ParseError(f"{where}: there is no such file") from None
    except OSError as error:
        raise ParseError(f"{where}: can't be read ({error.strerror or error})") from None
    except ValueError:  # a zero byte in the path
        raise ParseError(f"{where} can't be the name of a file") from None
    if len(content) > LARGEST_FILE:
        raise ParseError(f"{where} has more than {LARGEST_FILE} bytes; give a TOML file")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte {content[error.start]:#04x} at offset {error.start}"
        raise ParseError(f"{where} isn't UTF-8 text ({byte}); give a TOML file") from None
    if "\0" in text:
        raise ParseError(f"{where} isn't text (a zero byte at offset {text.index(chr(0))}); give a TOML file")
    return text


def parse_toml(text: str, where: str) -> dict[str, object]:
    """Return what a TOML text says.

    Raises
    ------
    ParseError
        If it is empty or isn't TOML; a name used twice is named.
    """
    if not text.strip():
        raise ParseError(f"{where} is empty")
    try:
        # TOML ends lines as Unix or Windows do; with a last line's end, errors have a line number.
        return tomllib.loads(text + "\n")
    except RecursionError:
        raise ParseError(f"{where} isn't TOML that can be read: brackets are nested too deep") from None
    except ValueError as error:  # tomllib.TOMLDecodeError, or a number with thousands of digits
        raise ParseError(f"{where} {_what_is_wrong(str(error), text)}") from None


def _what_is_wrong(message: str, text: str) -> str:
    """Return a parser's message as the rest of a sentence that begins with the file's name."""
    line = re.search(r"\(at line (\d+)", message)
    at = f" in line {line[1]}" if line else ""
    inline = re.match(r"Duplicate inline table key '(.*)'", message)
    table = re.match(r"Cannot declare \((.*?),?\) twice", message)
    if inline:
        return f"uses the name {quote(inline[1])} twice{at}; give each its own"
    if table:
        return f"has the table {table[1]} twice{at}; make them one"
    if message.startswith("Cannot overwrite a value") and line:
        key = _KEY.match(text.splitlines()[int(line[1]) - 1])
        if key:
            return f"uses the name {key[1]} twice{at}; give each its own"
    if message.startswith("Exceeds the limit"):
        return "has a number with thousands of digits"
    if message.startswith("Expected '=' after a key"):
        return f"isn't TOML: {message}; a name with spaces needs quotes"
    return f"isn't TOML: {' '.join(message.split())}"


def format_string(text: str) -> str:
    """Return a printable text as a TOML string.

    Examples
    --------
    >>> print(format_string('a "b"'))
    "a \\"b\\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def format_key(name: str) -> str:
    """Return a printable text as a TOML key, in quotes if it needs them.

    Examples
    --------
    >>> print(format_key("Stars"), format_key("Ferris wheel"))
    Stars "Ferris wheel"
    """
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else format_string(name)
