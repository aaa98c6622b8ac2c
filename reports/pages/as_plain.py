"""What is in a document, for programs?

Strings, numbers, lists and objects that JSON can take. Of pictures that have a table there is nothing else,
as that has all that is in them; others are there as SVG, and as text.
"""

from __future__ import annotations

from typing import Any

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


def render_plain(document: Document) -> dict[str, Any]:
    """Return the document as an object of JSON: title, lead, sections, colophon.

    Every block has a `kind`; a number is an object with its `text` and `value`.
    """
    return {
        "title": document.title,
        "lead": document.lead,
        "sections": [_block(section) for section in document.sections],
        "colophon": document.colophon,
    }


def _block(block: Block | Section) -> dict[str, Any]:
    match block:
        case Section():
            blocks = [_block(each) for each in block.blocks]
            return {"kind": "section", "heading": block.heading, "blocks": blocks}
        case Paragraph() | Note() | Preformatted():
            return {"kind": type(block).__name__.lower(), "text": block.text}
        case Listing():
            return {"kind": "listing", "ordered": block.ordered, "items": list(block.items)}
        case Facts():
            facts = [
                {"name": fact.name, "value": _cell(fact.value), "note": fact.note} for fact in block.items
            ]
            return {"kind": "facts", "items": facts}
        case Table():
            return {"kind": "table", **_table(block)}
        case Figure():
            named = {"kind": "figure", "caption": block.caption}
            if block.table is not None:
                return {**named, "table": _table(block.table)}
            return {**named, "table": None, "svg": block.svg, "text": block.text}
        case SideBySide():
            return {"kind": "side by side", "figures": [_block(figure) for figure in block.figures]}


def _table(table: Table) -> dict[str, Any]:
    return {
        "caption": table.caption,
        "header": list(table.header),
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
    }


def _cell(cell: Cell) -> str | dict[str, float | str]:
    return {"text": cell.text, "value": cell.value} if isinstance(cell, Number) else cell
