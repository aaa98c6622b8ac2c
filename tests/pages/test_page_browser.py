"""Pages in a real browser: nothing too wide, no label over another, dark is dark and paper white."""

import html
import io
import json
import re
import shutil
import struct
import subprocess

import pytest
from page_cases import DOCUMENT, NASTY

from reports.app import run_command
from reports.pages import render_html
from reports.pages.style import DARK, LIGHT

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (340, 360, 768, 1280, 1920)
PAPER = 688  # pixels across A4 within the margins
SHORTEST_READABLE = 9.0  # pixels

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")]

MEASURE = """
addEventListener("load", () => {
  const found = [];
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, root = page.documentElement, wide = [];
    for (const element of page.body.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      const inside = element.parentElement.closest(".scroll, svg, .skip") || element.matches(".skip");
      if (box.right > root.clientWidth + 0.5 && !inside) wide.push(element.tagName + "." + element.className);
    }
    const charts = [];
    for (const chart of page.querySelectorAll("svg")) {
      const frame = chart.getBoundingClientRect();
      if (!frame.width) continue;
      const texts = [...chart.querySelectorAll("text")].map(text => {
        const box = text.getBoundingClientRect();
        const size = parseFloat(text.getAttribute("font-size")) * frame.width / chart.viewBox.baseVal.width;
        // The box of a text reaches above and below its letters; these take about 0.72 of its size.
        const middle = (box.top + box.bottom) / 2;
        return [text.textContent, box.left, middle - 0.36 * size, box.right, middle + 0.36 * size, size];
      });
      charts.push({title: chart.querySelector("title").textContent,
                   frame: [frame.left, frame.top, frame.right, frame.bottom], texts});
    }
    found.push({
      width: frame.clientWidth, scroll: root.scrollWidth, client: root.clientWidth, wide, charts,
      page: frame.contentWindow.getComputedStyle(page.body).backgroundColor,
      ink: frame.contentWindow.getComputedStyle(page.body).color,
      surface: frame.contentWindow.getComputedStyle(page.querySelector("figure")).backgroundColor,
      paper: frame.contentWindow.getComputedStyle(page.querySelector(".chart rect")).fill,
      narrow: [...page.querySelectorAll(".narrow")].map(e => e.getClientRects().length > 0),
      wider: [...page.querySelectorAll(".wide")].map(e => e.getClientRects().length > 0),
      boxes: [...page.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth + 1).length,
    });
  }
  document.getElementById("found").textContent = JSON.stringify(found);
});
"""


def browse(folder, *options):
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=180).stdout


def measured(folder, page, widths=WIDTHS, dark=False):
    """Return what a page measures in frames of several widths."""
    frames = "".join(
        f'<iframe style="border:0;display:block" width="{width}" height="900"'
        f' srcdoc="{html.escape(page)}"></iframe>'
        for width in widths
    )
    around = folder / "frames.html"
    around.write_text(
        '<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        f'<script>{MEASURE}</script><pre id="found"></pre>{frames}',
        encoding="utf-8",
    )
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    dom = browse(folder, scheme, "--window-size=2000,1000", "--dump-dom", around.as_uri())
    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)[1]))
    assert [frame["width"] for frame in found] == list(widths)
    return found


@pytest.fixture(scope="module", params=["one layout", "two side by side", "a review"])
def made(request, tmp_path_factory):
    """What the commands write, of each kind."""
    folder = tmp_path_factory.mktemp("made")
    page = folder / "page.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUE_REPORTS", str(folder))
        patch.setenv("HUE_TABLES", str(folder))
        game = folder / "game.txt"
        if request.param == "a review":
            patch.setattr("sys.stdin", io.StringIO("1\n" * 200))
            simulated = ["play", "pair", "-p", "2", "--simulate", "--seed", "4", "--out", str(game)]
            assert run_command(simulated) == 0
            command = ["review", str(game)]
        else:
            layouts = ["pair", "line"] if request.param == "two side by side" else ["small-sample"]
            command = ["report", *layouts, "-p", "1", "--playouts", "30"]
        assert run_command([*command, "--out", str(page)]) == 0
    return page.read_text(encoding="utf-8")


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


def overlaps(one, other):
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("document", [DOCUMENT, NASTY], ids=["usual", "nasty"])
def test_nothing_is_wider_than_the_window(document, dark, tmp_path):
    colours = DARK if dark else LIGHT
    for frame in measured(tmp_path, render_html(document), dark=dark):
        assert frame["scroll"] <= frame["client"] == frame["width"], frame["wide"]
        assert frame["wide"] == []
        assert frame["page"] == rgb(colours["page"])
        assert frame["ink"] == rgb(colours["ink"])
        assert frame["surface"] == rgb(colours["surface"])


def test_charts_are_readable_at_every_width(tmp_path):
    for frame in measured(tmp_path, render_html(DOCUMENT)):
        assert frame["narrow"] == [frame["width"] < 500] * 4
        assert frame["wider"] == [frame["width"] > 500] * 4
        drawn = [chart for chart in frame["charts"] if not chart["title"].startswith("Layout of")]
        assert len(drawn) == 4
        for chart in drawn:
            check_texts(chart, frame["width"])


def check_texts(chart, width):
    """Check that no label is too small, outside of its chart or over another."""
    left, top, right, bottom = chart["frame"]
    for place, text in enumerate(chart["texts"]):
        assert text[5] >= SHORTEST_READABLE, (width, chart["title"], text)
        assert left <= text[1] <= text[3] <= right, (width, chart["title"], text)
        assert top <= text[2] <= text[4] <= bottom, (width, chart["title"], text)
        for other in chart["texts"][place + 1 :]:
            assert not overlaps(text, other), (width, chart["title"], text, other)


def test_what_the_commands_write_fits_every_window(made, tmp_path):
    assert len(made) < 1_000_000
    for frame in measured(tmp_path, made):
        assert frame["scroll"] <= frame["client"] == frame["width"], frame["wide"]
        assert frame["wide"] == []
        drawn = [chart for chart in frame["charts"] if not chart["title"].startswith("Layout of")]
        assert drawn
        for chart in drawn:
            check_texts(chart, frame["width"])


def test_wide_tables_scroll_in_their_own_box(tmp_path):
    boxes = [frame["boxes"] for frame in measured(tmp_path, render_html(DOCUMENT))]
    assert boxes[0] >= 2  # on a phone, a table and the long line
    assert boxes[-1] <= 1  # on a wide screen, at most the long line


def test_a_page_that_is_too_wide_would_be_seen(tmp_path):
    page = render_html(DOCUMENT).replace("overflow:auto;max-width:100%", "")
    (frame,) = measured(tmp_path, page, [360])
    assert frame["scroll"] > frame["client"]
    assert frame["wide"]


@pytest.mark.parametrize("document", [DOCUMENT, NASTY], ids=["usual", "nasty"])
def test_paper_is_white_and_nothing_is_cut_off(document, tmp_path):
    """What is printed is looked at on a screen as wide as the paper, with the rules for print."""
    page = render_html(document).replace("@media print", "@media all")
    (frame,) = measured(tmp_path, page, [PAPER])
    assert frame["scroll"] <= frame["client"], frame["wide"]
    assert frame["wide"] == []
    assert frame["page"] == "rgb(255, 255, 255)"
    assert not any(frame["narrow"])


def test_it_prints_on_several_sheets_without_coarse_pictures(tmp_path):
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    page.write_text(render_html(DOCUMENT), encoding="utf-8")
    browse(tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri())
    printed = paper.read_bytes()
    assert printed.startswith(b"%PDF-")
    assert 3 <= len(re.findall(rb"/Type ?/Page\b", printed)) <= 12
    assert not re.search(rb"/Subtype ?/Image", printed)  # everything is lines and letters


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_can_be_looked_at(dark, tmp_path):
    page, picture = tmp_path / "report.html", tmp_path / "report.png"
    page.write_text(render_html(DOCUMENT), encoding="utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    browse(tmp_path, scheme, "--window-size=1280,2000", f"--screenshot={picture}", page.as_uri())
    found = picture.read_bytes()
    assert found.startswith(b"\x89PNG")
    assert struct.unpack(">II", found[16:24]) == (1280, 2000)
    assert len(found) > 50_000  # not a blank sheet
