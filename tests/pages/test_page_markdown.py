"""The Markdown: read by a Markdown parser, every text is what it was."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from page_cases import DOCUMENT, HOSTILE, NASTY

from layouts import adjacency_text, ascii_picture, load_named
from reports.pages import (
    Document,
    Fact,
    Facts,
    Listing,
    Note,
    Number,
    Paragraph,
    Section,
    Table,
    render_markdown,
)
from reports.pages.as_markdown import escape_markdown
from reports.pages.text import one_line

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SHOWN = one_line(HOSTILE)
TEXTS = st.text(st.sampled_from("ab1 .)-+#*_`~|<>[]()!&;\\$=\"'\n\t:/"), min_size=1, max_size=12).filter(
    lambda text: one_line(text) != ""
)


def shown(token):
    """Return the text that a reader of the rendered page sees."""
    return "".join(
        child.content
        if child.type in ("text", "code_inline", "text_special")
        else " " * (child.type == "softbreak")
        for child in token.children
    )


def read(markdown):
    """Return the kinds of blocks and their texts."""
    tokens = READER.parse(markdown)
    return [
        (tokens[place - 1].tag, shown(token)) if token.type == "inline" else ("pre", token.content)
        for place, token in enumerate(tokens)
        if token.type in ("inline", "fence")
    ]


def document_of(*blocks):
    return Document("t", (Section("s", blocks),))


@pytest.mark.parametrize("document", [DOCUMENT, NASTY], ids=["usual", "nasty"])
def test_no_html_no_link_no_emphasis_but_ours(document):
    text = render_markdown(document)
    assert text == render_markdown(document)
    assert text.endswith("\n")
    text.encode("utf-8")
    kinds = set()
    for token in READER.parse(text):
        kinds.add(token.type)
        kinds.update(child.type for child in token.children or ())
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "em_open", "s_open", "code_inline"}
    assert not kinds & {"code_block", "lheading_open"}


def test_the_nasty_document_reads_as_it_is():
    found = read(render_markdown(NASTY))
    assert found[:3] == [("h1", SHOWN), ("p", SHOWN), ("h2", SHOWN)]
    texts = [text for _, text in found]
    for words in ("- no list", "1. no list", "# no heading #", "> no quotation", "no code === ---"):
        assert ("p", words) in found
    assert texts.count(SHOWN) >= 9
    assert (
        "pre",
        f"```\n{HOSTILE.replace(chr(0), '�').replace(chr(0xD800), '�')}\n  ````\n</pre>\n",
    ) in found
    assert [text for kind, text in found if kind == "h2"][1:] == [
        "花",
        "2 < 3",
        "Report",
        "Contents",
        "nasty-title",
    ]


def tables_in(markdown):
    tables, row = [], None
    tokens = READER.parse(markdown)
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            row = []
            tables[-1].append(row)
        elif token.type == "inline" and tokens[place - 1].type in ("th_open", "td_open"):
            row.append((shown(token), tokens[place - 1].attrGet("style")))
    return tables


CELLS = st.one_of(TEXTS, st.just(""), TEXTS.map(lambda text: Number(text, 0.5)))


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[CELLS] * n), min_size=1, max_size=4)))
def test_tables_are_well_formed_whatever_is_in_them(rows):
    header = tuple(f"a|b {place}" for place in range(len(rows[0])))
    table = Table(header, tuple(rows))
    ((head, *body),) = tables_in(render_markdown(document_of(table)))
    assert [text for text, _ in head] == list(header)
    plain = [[one_line(cell.text if isinstance(cell, Number) else cell) for cell in row] for row in rows]
    assert [[text for text, _ in row] for row in body] == plain
    for (_, style), numeric in zip(head, table.numeric(), strict=True):
        assert (style == "text-align:right") == numeric


@given(TEXTS)
def test_any_text_reads_as_it_is_wherever_it_stands(text):
    line = one_line(text)
    document = Document(
        text,
        (
            Section(
                text, (Paragraph(text), Note(text), Listing((text, text)), Listing((text,), ordered=True))
            ),
        ),
        lead=text,
        colophon=text,
    )
    assert [words for _, words in read(render_markdown(document))] == [line] * 9
    tokens = [token.type for token in READER.parse(render_markdown(document)) if token.nesting == 1]
    assert tokens.count("list_item_open") == 3
    assert tokens.count("blockquote_open") == 1
    assert tokens.count("heading_open") == 2


@given(TEXTS, TEXTS)
def test_facts_are_bold_names_and_values(name, value):
    (token,) = [
        token
        for token in READER.parse(render_markdown(document_of(Facts((Fact(name, value, "kind"),)))))
        if token.type == "inline" and ":" in token.content and token.level == 3
    ]
    assert shown(token) == f"{one_line(name)}: {one_line(value)} (kind)"
    assert [child.type for child in token.children].count("strong_open") == 1


def test_figures_become_captions_and_tables():
    text = render_markdown(DOCUMENT)
    captions = re.findall(r"^\*\*Figure (\d)\.\*\* .*$", text, re.MULTILINE)
    assert captions == list("123456")
    assert len(tables_in(text)) == 4 + 2
    assert "<svg" not in text
    for name, whose in (("rulebook", "rulebook's"), ("revised", "revised")):
        picture = f"{ascii_picture(load_named(name))}\n\n{adjacency_text(load_named(name))}"
        assert f"The {whose} sample layout.\n\n```text\n{picture}\n```\n" in text
    (_, *rows) = tables_in(text)[3]
    assert [cell for cell, _ in rows[0]] == ["3", "2.4%", "0.1%"]


def test_a_document_by_hand():
    document = Document(
        "A report",
        (
            Section(
                "Results",
                (
                    Facts((Fact("Win probability", Number("28.8%", 0.288), "bounded"),)),
                    Table(("card", "change"), (("Stars", Number("−1.0 pp", -0.01)),), "Pressure"),
                    Section("Details", (Listing(("a", "b"), ordered=True),)),
                ),
            ),
        ),
        lead="Easy.",
        colophon="Made by hue.",
    )
    assert render_markdown(document) == (
        "# A report\n\nEasy.\n\n## Results\n\n- **Win probability:** 28.8% (bounded)\n\n**Pressure**\n\n"
        "| card | change |\n| --- | ---: |\n| Stars | −1.0 pp |\n\n### Details\n\n1. a\n2. b\n\n"
        "---\n\nMade by hue.\n"
    )
    assert render_markdown(replace(document, sections=(), lead="", colophon="")) == "# A report\n"


@pytest.mark.parametrize("text", ["Round #", "# #", "C##", "+", "12.", "3)", "_a_", "a_b", "=", "**", "a #1"])
def test_headings_end_and_begin_as_they_do(text):
    document = Document(text, (Section(text, (Listing((text,)),)),))
    assert read(render_markdown(document)) == [("h1", text), ("h2", text), ("p", text)]


def test_names_stay_readable():
    assert escape_markdown("setup_growths=1 at Houses, 28.8% (bounded)") == (
        "setup_growths=1 at Houses, 28.8% (bounded)"
    )
