"""How is a document written as Markdown?

As GitHub reads it (CommonMark with tables). Figures become their captions and tables, or texts. Every text
reads as it is: whatever Markdown or HTML would take for its own is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from reports.pages.document import (
    Block,
    Cell,
    Document,
    Facts,
    Figure,
    Listing,
    Note,
    Number,
    Paragraph,
    Preformatted,
    Section,
    SideBySide,
    Table,
)
from reports.pages.text import one_line, printable

_ANYWHERE = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])|#(?=#*$)")
_FIRST = re.compile(r"^[-+#=]")
_NUMBERED = re.compile(r"\d+(?=[.)](?:\s|$))")


def render_markdown(document: Document) -> str:
    """Return the document as Markdown, ending with a line break."""
    numbers = count(1)
    parts = [f"# {escape_markdown(document.title)}"]
    if document.lead:
        parts.append(escape_markdown(document.lead))
    for section in document.sections:
        parts += _section(section, 2, numbers)
    if document.colophon:
        parts += ["---", escape_markdown(document.colophon)]
    return "\n\n".join(parts) + "\n"


def escape_markdown(text: str) -> str:
    r"""Return a text in one line that Markdown shows as it is.

    Examples
    --------
    >>> print(escape_markdown("1. a|b <i> setup_growths *x*"))
    1\. a\|b \<i\> setup_growths \*x\*
    """
    line = _ANYWHERE.sub(r"\\\g<0>", one_line(text))
    if numbered := _NUMBERED.match(line):
        return f"{numbered[0]}\\{line[numbered.end() :]}"
    return _FIRST.sub(r"\\\g<0>", line)


def _section(section: Section, level: int, numbers: Iterator[int]) -> Iterator[str]:
    yield f"{'#' * level} {escape_markdown(section.heading)}"
    for block in section.blocks:
        if isinstance(block, Section):
            yield from _section(block, level + 1, numbers)
        else:
            yield from _block(block, numbers)


def _block(block: Block, numbers: Iterator[int]) -> Iterator[str]:
    match block:
        case Paragraph():
            yield escape_markdown(block.text)
        case Note():
            yield f"> {escape_markdown(block.text)}"
        case Listing():
            marks = (f"{place}." for place in count(1)) if block.ordered else ("-" for _ in count())
            yield "\n".join(
                f"{mark} {escape_markdown(item)}" for mark, item in zip(marks, block.items, strict=False)
            )
        case Preformatted():
            yield _fenced(block.text)
        case Facts():
            yield "\n".join(
                f"- **{escape_markdown(fact.name)}:** {_cell(fact.value)}{_noted(fact.note)}"
                for fact in block.items
            )
        case Table():
            yield from _table(block)
        case Figure():
            yield from _figure(block, numbers)
        case SideBySide():
            for figure in block.figures:
                yield from _figure(figure, numbers)


def _figure(figure: Figure, numbers: Iterator[int]) -> Iterator[str]:
    yield f"**Figure {next(numbers)}.** {escape_markdown(figure.caption)}"
    if figure.table is not None:
        yield from _table(figure.table)
    if figure.text:
        yield _fenced(figure.text)


def _fenced(text: str) -> str:
    lines = printable(text).rstrip("\n")
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", lines)), default=0))
    return f"{fence}text\n{lines}\n{fence}"


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield f"**{escape_markdown(table.caption)}**"
    rules = ["---:" if numeric else "---" for numeric in table.numeric()]
    rows = [
        [escape_markdown(cell) for cell in table.header],
        rules,
        *([_cell(cell) for cell in row] for row in table.rows),
    ]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(cell: Cell) -> str:
    return escape_markdown(cell.text if isinstance(cell, Number) else cell)


def _noted(note: str) -> str:
    return f" ({escape_markdown(note)})" if note else ""
