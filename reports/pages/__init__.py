"""Reports as data, and the same report as one HTML file, as Markdown, and as an object of JSON."""

from reports.pages.as_html import render_html
from reports.pages.as_markdown import render_markdown
from reports.pages.as_plain import render_plain
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
)

__all__ = [
    "Block",
    "Cell",
    "Document",
    "Fact",
    "Facts",
    "Figure",
    "Listing",
    "Note",
    "Number",
    "Paragraph",
    "Preformatted",
    "Section",
    "SideBySide",
    "Table",
    "render_html",
    "render_markdown",
    "render_plain",
]
