"""How is a document written as one HTML file?

The file needs nothing else: no script, no font, no address. Pictures stand in it as they are, all other
texts are escaped. Headings have ids made of their words, so that a place in a report can be linked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple
from unicodedata import normalize

from layouts.pictures.svg_text import BOLD, escape, width_of
from reports.pages.document import (
    Block,
    Cell,
    Document,
    Fact,
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
    figures_in,
    ids_of,
)
from reports.pages.style import style_sheet
from reports.pages.text import one_line, printable

SHORT = 12  # rows of a table that stays on one sheet of paper with its picture
LONG = 14  # characters of a cell whose column is kept from becoming very narrow
LONG_WORD = 24  # the same of a single word, which may break then
SLIM = 280.0  # pixels beside a picture
TABLE_TEXT, PADDING = 14.4, 20.0  # pixels: the size of the text of a table, the room between columns
LEVELS_LISTED = 2  # in the table of contents
_START, _MAIN = "contents", "report"  # ids


class _Headed(NamedTuple):
    """A section and its id, with the sections in it."""

    section: Section
    name: str
    inside: dict[int, _Headed]


def render_html(document: Document) -> str:
    """Return the document as one HTML file, the same bytes each time.

    Parameters
    ----------
    document : Document
        Its headings may be alike; its pictures have ids of their own.

    Returns
    -------
    str
        For a file in UTF-8.
    """
    taken = {_START, _MAIN}
    for figure in figures_in(document.sections):
        for picture in filter(None, (figure.svg, figure.narrow)):
            taken.update(ids_of(picture))
    headed = _name_sections(document.sections, taken)
    numbers = count(1)
    title = _text(document.title)
    lead = f'<p class="lead">{_text(document.lead)}</p>' if document.lead else ""
    sections = [_section(headed[index], 2, numbers) for index in sorted(headed)]
    foot = f"<footer><p>{_text(document.colophon)}</p></footer>" if document.colophon else ""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en-GB">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>{style_sheet()}</style>",
            "</head>",
            "<body>",
            f'<a class="skip" href="#{_MAIN}">To the report</a>',
            '<div class="sheet">',
            f"<header><h1>{title}</h1>{lead}</header>",
            '<div class="columns">',
            f'<nav aria-labelledby="{_START}"><h2 id="{_START}">Contents</h2>{_contents(headed, 1)}</nav>',
            f'<main id="{_MAIN}">',
            *sections,
            "</main>",
            "</div>",
            foot,
            "</div>",
            "</body>",
            "</html>\n",
        ]
    )


def _name_sections(blocks: Iterable[Block | Section], taken: set[str]) -> dict[int, _Headed]:
    """Give each section an id; return those among `blocks` by their places."""
    found = {}
    for index, block in enumerate(blocks):
        if isinstance(block, Section):
            name = _free(_slug(block.heading), taken)
            found[index] = _Headed(block, name, _name_sections(block.blocks, taken))
    return found


def _slug(heading: str) -> str:
    bare = normalize("NFKD", heading).encode("ascii", "ignore").decode("ascii").lower()
    words = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
    return words if words[:1].isalpha() else f"section-{words}".rstrip("-")


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or the name with the first number that makes it free; take it."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    free = next(each for each in names if each not in taken)
    taken.add(free)
    return free


def _contents(headed: dict[int, _Headed], level: int) -> str:
    if not headed or level > LEVELS_LISTED:
        return ""
    items = []
    for each in headed.values():
        link = f'<a href="#{each.name}">{_text(each.section.heading)}</a>'
        items.append(f"<li>{link}{_contents(each.inside, level + 1)}</li>")
    return f"<ul>{''.join(items)}</ul>"


def _section(headed: _Headed, level: int, numbers: Iterator[int]) -> str:
    parts = [f'<h{level} id="{headed.name}">{_text(headed.section.heading)}</h{level}>']
    for index, block in enumerate(headed.section.blocks):
        if isinstance(block, Section):
            parts.append(_section(headed.inside[index], level + 1, numbers))
        else:
            parts.append(_block(block, numbers))
    return "\n".join([f'<section aria-labelledby="{headed.name}">', *parts, "</section>"])


def _block(block: Block, numbers: Iterator[int]) -> str:
    match block:
        case Paragraph():
            return f"<p>{_sentences(block.text)}</p>"
        case Note():
            return f'<div class="note" role="note">{_sentences(block.text)}</div>'
        case Listing():
            tag = "ol" if block.ordered else "ul"
            return f"<{tag}>{''.join(f'<li>{_sentences(item)}</li>' for item in block.items)}</{tag}>"
        case Preformatted():
            text = escape(printable(block.text).rstrip("\n"))
            # HTML drops a line break that follows <pre>, so there is always one to drop.
            return f'<pre class="scroll" role="region" aria-label="Text" tabindex="0">\n{text}</pre>'
        case Facts():
            return f'<dl class="facts">{"".join(map(_fact, block.items))}</dl>'
        case Table():
            caption = f'<p class="caption">{_text(block.caption)}</p>' if block.caption else ""
            return f'<div class="table">{caption}{_table(block, block.caption or "Table")}</div>'
        case Figure():
            return _figure(block, next(numbers))
        case SideBySide():
            figures = "\n".join(_figure(figure, next(numbers)) for figure in block.figures)
            return f'<div class="beside">{figures}</div>'


def _fact(fact: Fact) -> str:
    note = f'<dd class="kind">{_text(fact.note)}</dd>' if fact.note else ""
    return f'<div><dt>{_text(fact.name)}</dt><dd class="value">{_cell(fact.value)}</dd>{note}</div>'


def _figure(figure: Figure, number: int) -> str:
    kinds = [kind for kind, test in (("short", _is_short), ("slim", _is_slim)) if test(figure.table)]
    classes = f' class="{" ".join(kinds)}"' if kinds else ""
    narrow = f'<div class="narrow">{figure.narrow}</div>' if figure.narrow else ""
    wide = "wide" if figure.narrow else "picture"
    table = ""
    if figure.table is not None:
        table = f'\n<div class="numbers">{_table(figure.table, f"The numbers of figure {number}")}</div>'
    return (
        f"<figure{classes}><figcaption><b>Figure {number}.</b> {_sentences(figure.caption)}</figcaption>\n"
        f'<div class="chart"><div class="{wide}">{figure.svg}</div>{narrow}</div>{table}</figure>'
    )


def _is_short(table: Table | None) -> bool:
    """Tell whether a picture and its table stay on one sheet of paper."""
    return table is None or len(table.rows) <= SHORT


def _is_slim(table: Table | None) -> bool:
    """Tell whether a table fits beside its picture, if the words of its header may stand over each other."""
    if table is None:
        return False
    room = SLIM
    for column, heading in enumerate(table.header):
        cells = [_plain(row[column]) for row in table.rows]
        words = [BOLD * width_of(word, TABLE_TEXT) for word in one_line(heading).split()]
        room -= max([*words, *(width_of(cell, TABLE_TEXT) for cell in cells)], default=0) + PADDING
    return room >= 0


def _table(table: Table, label: str) -> str:
    columns = [[_plain(row[column]) for row in table.rows] for column in range(len(table.header))]
    classes = [_column_class(numeric, cells) for numeric, cells in zip(table.numeric(), columns, strict=True)]
    head = "".join(
        f'<th scope="col"{kind}>{_text(cell)}</th>' for cell, kind in zip(table.header, classes, strict=True)
    )
    rows = []
    for row in table.rows:
        first, *rest = (_cell(cell) for cell in row)
        cells = "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(rest, classes[1:], strict=True))
        rows.append(f'<tr><th scope="row"{classes[0]}>{first}</th>{cells}</tr>')
    body = "\n".join(rows)
    return (
        f'<div class="scroll" role="region" aria-label="{_text(label)}" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _column_class(numeric: bool, cells: list[str]) -> str:
    """Return the class of a column's cells: numbers are aligned, long texts need some room."""
    if numeric:
        return ' class="n"'
    is_long = any(len(cell) > (LONG if " " in cell else LONG_WORD) for cell in cells)
    return ' class="long"' if is_long else ""


def _cell(cell: Cell) -> str:
    return _text(_plain(cell))


def _plain(cell: Cell) -> str:
    return cell.text if isinstance(cell, Number) else cell


def _text(text: str) -> str:
    return escape(one_line(text))


def _sentences(text: str) -> str:
    """Escape a text in which lines may break, but not within an option such as --out."""
    return re.sub(r"(?<!\S)--[\w-]*\w", r'<span class="option">\g<0></span>', _text(text))
