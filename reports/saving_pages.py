"""A document into a file: HTML, Markdown or JSON, by the end of its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from layouts.errors import RuleError
from layouts.toml import where_of
from layouts.writing import check_writable, save_text
from reports.pages import Document, render_html, render_markdown

KINDS: dict[str, Callable[[Document], str] | None] = {
    ".html": render_html,
    ".htm": render_html,
    ".md": render_markdown,
    ".json": None,  # as `--json` prints it
}


def check_out(path: Path) -> None:
    """Check that a file of that name can be written, before the work that fills it.

    Raises
    ------
    RuleError
        If it isn't known how, or nothing can be written there.
    """
    if path.suffix.lower() not in KINDS:
        ends = ", ".join(KINDS)
        raise RuleError(f"{where_of(path)}: a report is written as what its name ends in: {ends}")
    check_writable(path)


def save_document(path: Path, document: Document, as_json: str) -> None:
    """Write a document; aside, then renamed.

    Parameters
    ----------
    as_json
        What is written if the name ends in `.json`: the same that `--json` prints.

    Raises
    ------
    RuleError
        If it can't be written there, or the name doesn't say as what.
    """
    check_out(path)
    render = KINDS[path.suffix.lower()]
    save_text(path, render(document) if render else as_json + "\n")
