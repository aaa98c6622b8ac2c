"""A document into a file: HTML, Markdown or JSON, by the end of its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from layouts.errors import RuleError
from layouts.toml import where_of
from layouts.writing import save_text
from reports.pages import Document, render_html, render_markdown, render_plain


def _render_json(document: Document) -> str:
    return json.dumps(render_plain(document), indent=2) + "\n"


KINDS: dict[str, Callable[[Document], str]] = {
    ".html": render_html,
    ".htm": render_html,
    ".md": render_markdown,
    ".json": _render_json,
}


def check_kind(path: Path) -> None:
    """Check that it is known how to write a file of that name.

    Raises
    ------
    RuleError
        If it isn't.
    """
    if path.suffix.lower() not in KINDS:
        ends = ", ".join(KINDS)
        raise RuleError(f"{where_of(path)}: a report is written as what its name ends in: {ends}")


def save_document(path: Path, document: Document) -> None:
    """Write a document; aside, then renamed.

    Raises
    ------
    RuleError
        If it can't be written there, or the name doesn't say as what.
    """
    check_kind(path)
    save_text(path, KINDS[path.suffix.lower()](document))
