"""A document with all kinds of blocks, as a report has them, and one with texts that want to break it."""

from math import exp, sin

from layouts import load_named
from reports.charts import (
    NARROW,
    Bar,
    Distribution,
    Line,
    Mark,
    bar_chart,
    bar_table,
    histogram,
    histogram_table,
    line_chart,
    line_table,
)
from reports.figures import layout_figure
from reports.pages import (
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

HOSTILE = '<script>alert("x")</script> & \x00\ud800 | `code` *b* _i_ [l](u) ]]> "\' #1 \\ ~~s~~ $m$ &amp; 花'
WORD = "W" * 120


def at_both_widths(draw, words, prefix, caption, table):
    wide = draw(prefix=prefix, **words)
    return Figure(wide, caption, table, draw(prefix=f"{prefix}-narrow", width=NARROW, **words))


def line_figure():
    game = [Line("win probability", tuple((x, 0.5 + 0.4 * sin(x / 9) * exp(-x / 90)) for x in range(72)))]
    marks = [Mark(*game[0].points[place], f"−{place}.5 pp no support") for place in (5, 14, 15, 40, 71)]
    words = {
        "title": "How the game went",
        "x_label": "rolls and decisions",
        "y_label": "win probability",
        "lines": game,
        "marks": marks,
        "x_ticks": [(9 * place, f"round {place + 1}") for place in range(9)],
    }
    table = line_table(game, x_label="after", marks=marks, x_texts={0: "the setup"})
    return at_both_widths(line_chart, words, "review", "The win probability after every roll.", table)


def steps_figure():
    lines = [
        Line(name, tuple((x, share * (1 - exp(-x / 5))) for x in range(26)))
        for name, share in (("won by then", 0.3), ("lost by then", 0.6))
    ]
    words = {"title": "When it ends", "x_label": "round", "y_label": "share of games", "lines": lines}
    table = line_table(lines, x_label="round")
    return at_both_widths(line_chart, {**words, "steps": True}, "ends", "Won and lost by round.", table)


def bars_figure():
    bars = [
        Bar(name, value * factor, series, error=0.004, note="estimated, 10,000 playouts")
        for name, value in (("random", 0.001), ("optimal, erring in one decision of ten", 0.2))
        for series, factor in (("rulebook", 1), ("revised", 1.4))
    ]
    words = {"title": "The skill ladder", "value_label": "win probability", "bars": bars}
    table = bar_table(bars, name_label="strategy", series_label="edition", value_label="win probability")
    return at_both_widths(bar_chart, words, "ladder", "How often teams of different skill win.", table)


def histogram_figure():
    found = [
        Distribution(name, {x: exp(-((x - middle) ** 2) / 20) / 12 for x in range(3, 24)})
        for name, middle in (("games won", 8), ("games lost", 12))
    ]
    words = {"title": "How long", "x_label": "round", "y_label": "share of games", "distributions": found}
    table = histogram_table(found, x_label="round")
    return at_both_widths(histogram, words, "rounds", "How long games last; --out FILE writes it.", table)


def wide_table():
    header = (
        "card",
        "ratings",
        *(f"one {way} {what}" for way in ("more", "less") for what in ("defence", "strength", "influence")),
    )
    rows = tuple(
        (name, "4/2/1", *(Number(f"+{place}.{k} pp", place / 100) for k in range(6)))
        for place, name in enumerate(("Stars", "Houses", "Forests and Grasslands"))
    )
    return Table(header, rows, "Pressure on each card")


DOCUMENT = Document(
    "Difficulty of the rulebook's sample layout",
    (
        Section(
            "In short",
            (
                Facts(
                    (
                        Fact("Win probability", Number("28.7756%", 0.287756), "bounded, gap 2×10⁻⁷"),
                        Fact("Median length", "9 rounds"),
                    )
                ),
                Paragraph("Two guardians win about two games in seven."),
                Note("Left out: three players. Run the same command with --resume to complete it."),
            ),
        ),
        Section(
            "Pictures",
            (
                SideBySide(
                    (
                        layout_figure(load_named("rulebook"), "The rulebook's sample layout."),
                        layout_figure(load_named("revised"), "The revised sample layout."),
                    )
                ),
                Section(
                    "Charts",
                    (line_figure(), steps_figure(), Section("More", (bars_figure(), histogram_figure()))),
                ),
            ),
        ),
        Section(
            "Tables and texts",
            (
                wide_table(),
                Table(("name", "empty"), (("a", ""),)),
                Listing(("First this.", "Then that.")),
                Listing(("Win.", "Lose."), ordered=True),
                Preformatted("+---+\n| a |  hue report rulebook --out report.html" + "x" * 150 + "\n+---+\n"),
            ),
        ),
        Section("In short", (Paragraph("The same heading again."),)),
    ),
    lead="Two guardians on easy, rulebook edition.",
    colophon="Made by hue.",
)

NASTY = Document(
    HOSTILE,
    (
        Section(
            HOSTILE,
            (
                Paragraph(HOSTILE),
                Paragraph(WORD),
                Paragraph("- no list"),
                Paragraph("1. no list"),
                Paragraph("# no heading #"),
                Paragraph("> no quotation"),
                Paragraph("    no code\n\n===\n---"),
                Note(HOSTILE),
                Listing((HOSTILE, "- no list", "1) no list", WORD)),
                Listing((HOSTILE, "+ no list"), ordered=True),
                Preformatted(f"```\n{HOSTILE}\n  ````\n</pre>"),
                Preformatted("\n  a line break first"),
                Facts((Fact(HOSTILE, HOSTILE, HOSTILE), Fact("n", Number("1|2", "1/2")))),
                Table((HOSTILE, "b|c"), ((HOSTILE, "x\ny"), ("|", "\\"), (WORD, WORD)), HOSTILE),
                Figure(
                    bar_chart(
                        [Bar(HOSTILE, 0.5, note=WORD)], title=HOSTILE, value_label=WORD, prefix="nasty"
                    ),
                    HOSTILE,
                    bar_table([Bar(HOSTILE, 0.5, note=WORD)], name_label="n|m", value_label="v"),
                ),
            ),
        ),
        Section("花", ()),
        Section("2 < 3", ()),
        Section("Report", ()),
        Section("Contents", ()),
        Section("nasty-title", ()),
    ),
    lead=HOSTILE,
    colophon=HOSTILE,
)
