"""Charts of all kinds with their tables: usual ones, and those at the edges."""

from math import exp, sin
from typing import NamedTuple

from layouts.pictures.svg_text import width_of
from reports.charts import (
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
from reports.pages import Table

HOSTILE = '<script>alert("x")</script> & \x00\x1b\ud800 ]]> "\' | --> 花 ' + "W" * 80
LONG = "a name that is far longer than anyone would want it to be, with many words " * 3


class Case(NamedTuple):
    """A chart to be drawn with a prefix and a width, and its table."""

    draw: object
    table: Table


def lines_case(lines, **options):
    shared = {key: options[key] for key in ("percent", "marks", "digits") if key in options}
    words = {"title": "How it went", "x_label": "round", "y_label": "win probability", **options}
    return Case(
        lambda **more: line_chart(lines, **{**words, **more}),
        line_table(lines, x_label=words["x_label"], **shared),
    )


def bars_case(bars, **options):
    shared = {key: options[key] for key in ("percent", "signed", "digits") if key in options}
    words = {"title": "How large", "value_label": "win probability", **options}
    return Case(
        lambda **more: bar_chart(bars, **{**words, **more}),
        bar_table(bars, name_label="name", value_label=words["value_label"], **shared),
    )


def histogram_case(distributions, **options):
    shared = {key: options[key] for key in ("percent", "digits") if key in options}
    words = {"title": "How long", "x_label": "round", "y_label": "share of games", **options}
    return Case(
        lambda **more: histogram(distributions, **{**words, **more}),
        histogram_table(distributions, x_label=words["x_label"], **shared),
    )


WAVE = tuple((x, 0.5 + 0.4 * sin(x / 9) * exp(-x / 90)) for x in range(200))
GAME = [Line("win probability", WAVE[:72])]
WON = {round_: 0.3 * exp(-((round_ - 8) ** 2) / 18) / 7.5 for round_ in range(3, 24)}
LOST = {round_: 0.7 * exp(-((round_ - 11) ** 2) / 40) / 11 for round_ in range(4, 31)}
ENDS = [Distribution("games won", WON), Distribution("games lost", LOST)]

LINES = {
    "review": lines_case(
        GAME,
        marks=[Mark(*WAVE[place], f"−{place}.5 pp no support") for place in (5, 14, 15, 40, 71)],
        x_ticks=[(9 * round_, f"round {round_ + 1}") for round_ in range(9)],
    ),
    "steps": lines_case(
        [
            Line("won", tuple((x, 0.3 * (1 - exp(-x / 4))) for x in range(26))),
            Line("lost", tuple((x, 0.6 * (1 - exp(-x / 6))) for x in range(26))),
        ],
        steps=True,
    ),
    "two hundred points": lines_case(
        [Line(f"series {k}", tuple((x, y / k) for x, y in WAVE)) for k in (1, 2, 3)]
    ),
    "all ends at one place": lines_case([Line(f"series {k}", ((0, k / 12), (1, 1.0))) for k in range(12)]),
    "one point": lines_case([Line("alone", ((5, 0.25),))]),
    "one point marked": lines_case([Line("alone", ((5, 0.25),))], marks=[Mark(5, 0.25, "here")]),
    "all values equal": lines_case([Line("level", tuple((x, 0.3) for x in range(5)))]),
    "all 0": lines_case([Line("nothing", tuple((x, 0.0) for x in range(5)))]),
    "all 1": lines_case([Line("sure", tuple((x, 1.0) for x in range(5)))]),
    "tiny": lines_case([Line("tiny", ((0, 1e-6), (1, 2.5e-7), (2, 0.0)))]),
    "close together": lines_case([Line("close", ((0, 0.9), (1, 0.9000001), (2, 0.90000005)))]),
    "not probabilities": lines_case([Line("actions", ((0, 12), (1, -40.5), (2, 1234567)))], percent=False),
    "times": lines_case([Line("a", ((0.25, 0.1), (0.5, 0.2), (0.5, 0.4), (2.75, 0.3)))]),
    "one without points": lines_case([Line("some", ((0, 0.1), (4, 0.2))), Line("none", ())]),
    "crowded marks": lines_case(GAME, marks=[Mark(x, y, f"mark number {x} of many") for x, y in WAVE[:72]]),
    "hostile": lines_case(
        [Line(HOSTILE, ((0, 0.1), (1, 0.4))), Line(LONG, ((0, 0.3), (1, 0.2)))],
        title=HOSTILE,
        x_label=HOSTILE,
        y_label=LONG,
        marks=[Mark(0, 0.1, HOSTILE), Mark(1, 0.2, LONG)],
        x_ticks=[(0, HOSTILE), (1, LONG)],
    ),
}
BARS = {
    "ladder": bars_case(
        [
            Bar("random", 0.0012, error=0.0003, note="estimated, 10,000 playouts"),
            Bar("greedy", 0.061, error=0.0024, note="estimated, 10,000 playouts"),
            Bar("optimal, erring in one decision of ten", 0.214, error=0.0041),
            Bar("optimal", 0.2877562, lower=0.2877561, upper=0.2877563, note="bounded"),
        ],
        digits=4,
    ),
    "side by side": bars_case(
        [
            Bar(
                name,
                value * factor,
                series,
                lower=value * factor - 0.01,
                upper=value * factor + 0.02,
                note=note,
            )
            for name, value in (("easy", 0.3), ("medium", 0.2), ("difficult", 0.05))
            for series, factor, note in (("rulebook", 1, "bounded"), ("revised", 1.4, "also bounded"))
        ]
    ),
    "differences": bars_case(
        [
            Bar("Stars", -0.081, "one more"),
            Bar("Stars", 0.062, "one less"),
            Bar("Houses", -0.004, "one more"),
            Bar("Boat", 0.01, "one less", error=0.02),
        ],
        signed=True,
    ),
    "seven series": bars_case([Bar("all", k / 10, f"series {k}") for k in range(7)]),
    "many": bars_case([Bar(f"strategy {k}", k / 200) for k in range(200)]),
    "one bar": bars_case([Bar("alone", 0.25)]),
    "all values equal": bars_case([Bar("a", 0.3), Bar("b", 0.3)]),
    "all 0": bars_case([Bar("a", 0.0), Bar("b", 0.0)]),
    "no difference": bars_case([Bar("a", 0.0), Bar("b", 0.0)], signed=True),
    "tiny": bars_case([Bar("a", 1e-6, lower=9e-7, upper=1.2e-6), Bar("b", 2.5e-7), Bar("c", 1e-12)]),
    "negative only": bars_case([Bar("a", -0.2), Bar("b", -0.1)], signed=True),
    "not probabilities": bars_case([Bar("rounds", 1234.5), Bar("turns", 12)], percent=False),
    "hostile": bars_case(
        [Bar(HOSTILE, 0.5, LONG, note=LONG), Bar(LONG, 0.25, HOSTILE, note=HOSTILE)],
        title=LONG,
        value_label=HOSTILE,
    ),
}
HISTOGRAMS = {
    "mirrored": histogram_case(ENDS),
    "stacked": histogram_case(ENDS, stacked=True),
    "one": histogram_case(ENDS[:1]),
    "one number": histogram_case([Distribution("won", {5: 0.25}), Distribution("lost", {5: 0.75})]),
    "all equal": histogram_case([Distribution("won", dict.fromkeys(range(6), 0.1))]),
    "all 0": histogram_case([Distribution("won", {3: 0.0, 4: 0.0}), Distribution("lost", {4: 0.0})]),
    "tiny": histogram_case([Distribution("won", {3: 1e-6, 4: 2e-7}), Distribution("lost", {9: 1e-9})]),
    "two hundred numbers": histogram_case(
        [Distribution("won", {x: y / 100 for x, y in WAVE}), Distribution("lost", {7: 0.02, 199: 0.01})]
    ),
    "counts": histogram_case([Distribution("won", {-3: 120, 0: 4, 8: 77})], percent=False),
    "hostile": histogram_case(
        [Distribution(HOSTILE, {1: 0.5}), Distribution(LONG, {2: 0.5})],
        title=LONG,
        x_label=LONG,
        y_label=HOSTILE,
    ),
}
EMPTY = {
    "no lines": lines_case([]),
    "lines without points": lines_case([Line("a", ()), Line("b", ())]),
    "no bars": bars_case([]),
    "no distributions": histogram_case([]),
    "no numbers": histogram_case([Distribution("won", {})]),
    "hostile": lines_case([], title=HOSTILE),
}
CASES = {
    f"{kind}: {name}": case
    for kind, cases in (("lines", LINES), ("bars", BARS), ("histogram", HISTOGRAMS), ("empty", EMPTY))
    for name, case in cases.items()
}
assert width_of(HOSTILE, 13) > 640  # or else it would need no cutting
