"""The document as JSON: all texts and numbers, no pictures."""

import json

import pytest
from page_cases import DOCUMENT, NASTY

from layouts import load_named
from reports.pages import Document, Fact, Facts, Number, Section, render_plain
from reports.pages.text import one_line, printable


def test_it_can_be_written_and_read():
    for document in (DOCUMENT, NASTY):
        plain = render_plain(document)
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_every_block_has_its_kind_and_figures_their_tables():
    plain = render_plain(DOCUMENT)
    assert [section["heading"] for section in plain["sections"]] == [
        "In short",
        "Pictures",
        "Tables and texts",
        "In short",
    ]
    kinds = [block["kind"] for section in plain["sections"] for block in section["blocks"]]
    assert kinds == [
        *("facts", "paragraph", "note"),
        *("side by side", "section"),
        *("table", "table", "listing", "listing", "preformatted"),
        "paragraph",
    ]
    facts = plain["sections"][0]["blocks"][0]["items"]
    assert facts[0] == {
        "name": "Win probability",
        "value": {"text": "28.7756%", "value": 0.287756},
        "note": "bounded, gap 2×10⁻⁷",
    }
    assert facts[1]["value"] == "9 rounds"
    pictures, charts = plain["sections"][1]["blocks"]
    assert [figure["table"] for figure in pictures["figures"]] == [None, None]
    steps = charts["blocks"][1]
    assert steps["kind"] == "figure"
    assert steps["table"]["header"] == ["round", "won by then", "lost by then"]
    assert steps["table"]["rows"][0] == [
        {"text": "0", "value": 0.0},
        {"text": "0.0%", "value": 0.0},
        {"text": "0.0%", "value": 0.0},
    ]
    for name, figure in zip(("rulebook", "revised"), pictures["figures"], strict=True):
        assert all(card in figure["text"] for card in load_named(name))
    assert all(figure["svg"].startswith("<svg") for figure in pictures["figures"])
    assert json.dumps(plain).count("<svg") == 2


def test_values_of_numbers():
    assert Number("1/3", "1/3").value == "1/3"
    for bad in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="must be finite"):
            Number("x", bad)
    document = Document("t", (Section("s", (Facts((Fact("n", Number("33.3%", "1/3")),)),)),))
    fact = render_plain(document)["sections"][0]["blocks"][0]["items"][0]
    assert fact["value"] == {"text": "33.3%", "value": "1/3"}


def test_what_cannot_be_printed_is_replaced():
    assert printable("a\x00\x1b\x7f\x85\ud800\ufffe\n\tb") == "a������\n\tb"
    assert one_line("  a\r\n b\u00a0c\t\u2028d ") == "a b\u00a0c d"
