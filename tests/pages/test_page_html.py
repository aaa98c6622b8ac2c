"""The HTML page: well-formed, complete, accessible, with nothing from outside and nothing that runs."""

import itertools
import re

import pytest
from html_reading import parse_html
from page_cases import DOCUMENT, HOSTILE, NASTY, WORD, wide_table

from reports.pages import Document, Figure, Listing, Number, Paragraph, Section, Table, render_html
from reports.pages.style import DARK, LIGHT, style_sheet
from reports.pages.text import one_line

both = pytest.mark.parametrize("document", [DOCUMENT, NASTY], ids=["usual", "nasty"])
SHOWN = one_line(HOSTILE)


@both
def test_it_is_one_well_formed_file_without_anything_from_outside(document):
    page = render_html(document)
    root = parse_html(page)
    (html,) = root.children()
    assert html.get("lang") == "en-GB"
    assert [node.tag for node in html.children()] == ["head", "body"]
    tags = {node.tag for node in root.iter()}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "image", "use"}
    for node in root.iter():
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "action", "formaction", "xlink:href")
            if name == "href":
                assert value.startswith("#")
    assert not re.search(r"@import|url\(|expression\(", page)
    assert set(re.findall(r"https?:[^\"']*", page)) <= {"http://www.w3.org/2000/svg"}
    page.encode("utf-8")
    assert len(page) < 1_000_000


@both
def test_the_same_document_gives_the_same_bytes(document):
    assert render_html(document) == render_html(document)


@both
def test_ids_are_unique_and_every_reference_has_its_target(document):
    root = parse_html(render_html(document))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(set(ids)) == len(ids) > 5
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) for name in ids)
    for node in root.iter():
        if node.tag == "a":
            assert node.get("href")[1:] in ids
        for name in (node.get("aria-labelledby") or "").split():
            assert name in ids


def test_landmarks_and_headings():
    root = parse_html(render_html(DOCUMENT))
    for landmark in ("header", "nav", "main", "footer", "h1"):
        assert len(list(root.iter(landmark))) == 1
    assert next(root.iter("h1")).text() == DOCUMENT.title == next(root.iter("title")).text()
    levels = [int(node.tag[1]) for node in root.iter() if re.fullmatch("h[1-6]", node.tag)]
    assert levels == [1, 2, 2, 2, 3, 4, 2, 2]
    assert all(below <= above + 1 for above, below in itertools.pairwise(levels))
    for section in root.iter("section"):
        heading = section.children()[0]
        assert section.get("aria-labelledby") == heading.get("id")
    skip = next(root.iter("a"))
    assert skip.get("href") == f"#{next(root.iter('main')).get('id')}"


def test_the_contents_link_to_sections_of_two_levels():
    root = parse_html(render_html(DOCUMENT))
    (nav,) = root.iter("nav")
    links = [(link.text(), link.get("href")) for link in nav.iter("a")]
    assert links == [
        ("In short", "#in-short"),
        ("Pictures", "#pictures"),
        ("Charts", "#charts"),
        ("Tables and texts", "#tables-and-texts"),
        ("In short", "#in-short-2"),
    ]
    headings = {node.get("id"): node.text() for node in root.iter() if node.tag in ("h2", "h3")}
    assert all(headings[target[1:]] == text for text, target in links)


def test_every_block_is_there():
    root = parse_html(render_html(DOCUMENT))
    text = root.text()
    for words in (
        "Two guardians win",
        "Left out: three players",
        "First this.",
        "Lose.",
        "Made by hue.",
        "on easy",
    ):
        assert words in text
    assert [node.text() for node in root.classed("value")] == ["28.7756%", "9 rounds"]
    assert [node.text() for node in root.classed("kind")] == ["bounded, gap 2×10⁻⁷"]
    assert [node.get("role") for node in root.classed("note")] == ["note"]
    assert len(list(root.iter("ol"))) == 1
    assert next(root.iter("pre")).text().endswith("+---+")
    assert [node.text() for node in root.classed("option")] == ["--resume", "--out"]


def test_figures_are_numbered_captioned_and_have_their_tables():
    root = parse_html(render_html(DOCUMENT))
    figures = list(root.iter("figure"))
    assert len(figures) == 6
    for number, figure in enumerate(figures, start=1):
        caption, chart, *numbers = figure.children()
        assert caption.tag == "figcaption"
        assert caption.text().startswith(f"Figure {number}. ")
        pictures = list(chart.iter("svg"))
        assert len(pictures) == (2 if numbers else 1)
        assert len(chart.classed("narrow")) == len(chart.classed("wide")) == len(pictures) - 1
        for picture in pictures:
            assert picture.get("role") == "img"
        if numbers:
            assert len(list(numbers[0].iter("table"))) == 1
            assert numbers[0].children()[0].get("aria-label") == f"The numbers of figure {number}"


def test_cells_of_tables():
    table = wide_table()
    root = parse_html(render_html(Document("t", (Section("s", (table,)),))))
    (found,) = root.iter("table")
    columns = [node for node in found.iter("th") if node.get("scope") == "col"]
    assert [node.text() for node in columns] == list(table.header)
    rows = list(found.iter("tr"))[1:]
    for row, given in zip(rows, table.rows, strict=True):
        head, *cells = row.children()
        assert (head.tag, head.get("scope"), head.text()) == ("th", "row", given[0])
        assert [cell.tag for cell in cells] == ["td"] * 7
        assert [cell.text() for cell in cells] == [given[1], *(cell.text for cell in given[2:])]
        assert [cell.get("class") for cell in cells] == [None, *["n"] * 6]
        assert head.get("class") == "long"
    assert [node.get("class") for node in columns] == ["long", None, *["n"] * 6]
    (box,) = root.classed("scroll")
    assert (box.get("tabindex"), box.get("role"), box.get("aria-label")) == ("0", "region", table.caption)


def test_a_column_is_numeric_if_all_its_cells_are_numbers_or_empty():
    one = Number("1", 1)
    rows = ((one, one, "x", one, ""), (one, "", "y", "z", ""))
    assert Table(tuple("abcde"), rows).numeric() == (True, True, False, False, False)
    assert Table(("a",), ()).numeric() == (False,)


def test_a_few_numbers_stand_beside_the_picture_and_texts_below():
    root = parse_html(render_html(DOCUMENT))
    kinds = [figure.get("class") for figure in root.iter("figure")]
    assert kinds == ["short", "short", None, "slim", "short", "slim"]


def test_hostile_texts_are_shown_as_they_are():
    page = render_html(NASTY)
    root = parse_html(page)
    assert "<script" not in page
    assert next(root.iter("h1")).text() == SHOWN
    assert next(root.iter("h2")).text() == "Contents"
    assert next(root.iter("section")).children()[0].text() == SHOWN
    assert [node.text() for node in root.iter("p")][:2] == [SHOWN, SHOWN]
    assert [node.text() for node in root.iter("li") if node.text() == SHOWN]
    assert root.classed("value")[0].text() == SHOWN
    cells = [node.text() for node in root.iter() if node.tag in ("th", "td")]
    assert cells[:6] == [SHOWN, "b|c", SHOWN, "x y", "|", "\\"]
    first, second = (node.text() for node in root.iter("pre"))
    assert first.lstrip("\n").splitlines() == [
        "```",
        HOSTILE.replace("\x00", "�").replace("\ud800", "�"),
        "  ````",
        "</pre>",
    ]
    assert second == "\n\n  a line break first"  # a browser drops the first line break


def test_headings_get_ids_that_are_free():
    root = parse_html(render_html(NASTY))
    ids = [node.get("id") for node in root.iter("h2")]
    assert ids[2:] == ["section", "section-2-3", "report-2", "contents-2", "nasty-title-2"]


def test_an_empty_document_is_a_page():
    root = parse_html(render_html(Document("Nothing", ())))
    assert not list(root.iter("footer"))
    assert not next(iter(root.iter("nav"))).text().removeprefix("Contents")
    empty = Document("t", (Section("s", (Table(("a",), ()), Listing(()), Paragraph(""))),))
    assert len(list(parse_html(render_html(empty)).iter("table"))) == 1


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Return the ratio of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_and_charts_have_contrast(colours):
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    for text in ("ink", "muted", "accent"):
        for ground in ("page", "surface"):
            assert contrast(colours[text], colours[ground]) >= 4.5
    assert contrast(colours["ink"], colours["note"]) >= 4.5
    for series in range(1, 7):
        assert contrast(colours[f"chart-{series}"], colours["surface"]) >= 4.5


def test_the_style_sheet_sets_every_colour_in_light_and_dark_and_prints_light():
    sheet = style_sheet()
    assert LIGHT.keys() == DARK.keys()
    assert "@media screen and (prefers-color-scheme:dark)" in sheet
    assert "@media print" in sheet
    assert not set(sheet) & set("<&")
    assert sheet.count("{") == sheet.count("}")
    used = set(re.findall(r"var\(--([\w-]+)", sheet))
    assert used <= LIGHT.keys()
    drawn = set(re.findall(r"var\(--(chart-[\w-]+)", render_html(DOCUMENT)))
    assert drawn <= LIGHT.keys() | set(re.findall(r"--([\w-]+):var", sheet))


@pytest.mark.parametrize(
    "picture", ["<svg", "<p/>", "<svg/>", '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>']
)
def test_pictures_must_be_svg(picture):
    with pytest.raises(ValueError, match="picture"):
        Figure(picture, "c")
    with pytest.raises(ValueError, match="picture"):
        Figure('<svg xmlns="http://www.w3.org/2000/svg"/>', "c", narrow=picture)
    with pytest.raises(ValueError, match="has no picture"):
        Figure("", "c")


def test_two_pictures_with_one_id_are_refused():
    picture = '<svg xmlns="http://www.w3.org/2000/svg"><title id="a">t</title></svg>'
    with pytest.raises(ValueError, match="two pictures have the id 'a'"):
        Document("t", (Section("s", (Figure(picture, "c"),)), Section("s", (Figure(picture, "c"),))))
    with pytest.raises(ValueError, match="two pictures have the id 'a'"):
        Document("t", (Section("s", (Figure(picture, "c", narrow=picture),)),))


def test_documents_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="needs a column"):
        Table((), ())
    with pytest.raises(ValueError, match="has 1 cells; the header has 2"):
        Table(("a", "b"), (("x",),))
    deep = Section("1", (Section("2", (Section("3", (Section("4", ()),)),)),))
    with pytest.raises(ValueError, match="more than 3 deep"):
        Document("t", (deep,))


def test_long_words_are_whole():
    assert WORD in parse_html(render_html(NASTY)).text()
