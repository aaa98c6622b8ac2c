"""The parts of a report about what would change a layout's difficulty: ratings, readings, openings."""

from __future__ import annotations

from collections.abc import Sequence

from layouts.cards import Ratings
from reports.charts import Bar
from reports.pages import Block, Cell, Figure, Number, Paragraph, Section, Table
from reports.points import points, points_at_most
from reports.report.missing import missing_notes
from reports.report.wins import bar_figure, focus, players, series_of
from reports.rules_in_words import describe_rules
from reports.words import describe_action, describe_dark, percent, percent_within
from search.difficulty.findings import Findings, Missing
from search.difficulty.worth import Worth
from solver.guardians.notation import parse_rules
from solver.guardians.rules import READINGS, format_value
from solver.guardians.state import Over

OPENINGS = 12
STRONGEST = 10
AT_MOST = "With ≤ it differs by no more than that, up or down, if at all."
RATING_COLUMNS = [(rating, step) for rating in Ratings._fields for step in (-1, 1)]


def pressure_section(found: Sequence[Findings]) -> Section:
    """Return how often each card is dark, and what its ratings do to the win probability."""
    blocks: list[Block | Section] = []
    bars = []
    for each in found:
        if isinstance(each.tally, Missing) or not each.tally.rounds:
            continue
        names = each.game.board.names
        bars += [
            Bar(name, each.tally.dark[place] / each.tally.rounds, series=series_of(found, each))
            for place, name in enumerate(names)
            if place != each.game.center
        ]
    if bars:
        blocks.append(
            Paragraph(
                "How often each card is dark when a round begins, in perfect play; estimated from the same "
                "playouts as the length of a game."
            )
        )
        blocks.append(
            bar_figure(
                bars, "dark", "Rounds that begin with the card dark", "card", "of all rounds", digits=1
            )
        )
    for number, each in enumerate(found):
        blocks += _rating_blocks(each, series_of(found, each), f"ratings-{number}")
    return Section("Pressure on each card", tuple(blocks))


def _rating_blocks(each: Findings, name: str, prefix: str) -> list[Block | Section]:
    base = each.variant_base
    if isinstance(base, Missing):
        return list(missing_notes(f"What the ratings do {name}".strip(), [("all of them", base)]))
    known = {
        (valued.what.place, valued.what.rating, valued.what.step): valued.worth for valued in each.ratings
    }
    rows: list[tuple[Cell, ...]] = []
    for place, card in enumerate(each.game.board.names):
        cells = [_difference(base, known.get((place, rating, step))) for rating, step in RATING_COLUMNS]
        if any(cells):
            rows.append((card, *cells))
    table = Table(
        ("card", *(f"{rating} {step:+d}" for rating, step in RATING_COLUMNS)),
        tuple(rows),
        f"What one less or one more does to the win probability{f' of {name}' if name else ''}",
    )
    text = (
        f"With {players(each.variant_game.rules.players)} on {each.difficulty}, where perfect play wins "
        f"{percent(base.middle, 4)}, in percentage points; the middle of proved bounds. Influence is that of "
        f"the card on encounters on it and next to it. {AT_MOST}"
    )
    missing = [
        (
            f"{each.game.board.names[valued.what.place]} {valued.what.rating} {valued.what.step:+d}",
            valued.worth,
        )
        for valued in each.ratings
        if isinstance(valued.worth, Missing)
    ]
    blocks: list[Block | Section] = (
        [Paragraph(text), *_rating_figure(each, base, name, prefix), table] if rows else []
    )
    return [*blocks, *missing_notes("Not in here", missing)]


def _rating_figure(each: Findings, base: Worth, name: str, prefix: str) -> list[Figure]:
    """Return the steps that do most, with bounds of what they do."""
    bars = []
    for valued in each.ratings:
        worth = valued.worth
        if isinstance(worth, Missing) or (worth.lower <= base.upper and base.lower <= worth.upper):
            continue
        bars.append(
            Bar(
                f"{each.game.board.names[valued.what.place]}, {valued.what.rating} {valued.what.step:+d}",
                worth.middle - base.middle,
                lower=worth.lower - base.upper,
                upper=worth.upper - base.lower,
            )
        )
    if not bars:
        return []
    strongest = sorted(bars, key=lambda bar: -abs(float(bar.value)))[:STRONGEST]
    title = f"The ratings that matter most{f': {name}' if name else ''}"
    return [bar_figure(strongest, prefix, title, "change", "win probability changes by", signed=True)]


def _apart(one: Worth, other: Worth) -> float:
    """Return by how much two games can differ, at most."""
    return max(one.upper - other.lower, other.upper - one.lower)


def _difference(base: Worth, worth: Worth | Missing | None) -> Cell:
    if worth is None or isinstance(worth, Missing):
        return ""
    difference = worth.middle - base.middle
    if worth.lower <= base.upper and base.lower <= worth.upper:
        return Number(f"≤ {points_at_most(_apart(base, worth))}", difference)
    return Number(points(difference), difference)


def reading_section(found: Sequence[Findings]) -> Section:
    """Return what each open reading does."""
    blocks: list[Block | Section] = [
        Paragraph(f"Where the rulebook can be read in several ways, and what another reading does. {AT_MOST}")
    ]
    missing: list[tuple[str, Missing]] = []
    for each in found:
        base = each.variant_base
        if isinstance(base, Missing):
            missing.append((f"readings {series_of(found, each)}".strip(), base))
            continue
        rows: list[tuple[Cell, ...]] = []
        explained = ""
        for valued in each.readings:
            name = valued.what.reading
            said = f"{name}={format_value(valued.what.value)}"
            if isinstance(valued.worth, Missing):
                missing.append((said, valued.worth))
                continue
            rows.append(
                (
                    "" if name == explained else explain_reading(name),
                    format_value(valued.what.value),
                    format_value(getattr(each.variant_game.rules, name)),
                    Number(percent(valued.worth.middle, 4), valued.worth.middle),
                    _difference(base, valued.worth),
                )
            )
            explained = name
        of = f" of {each.name}" if len(found) > 1 else ""
        caption = (
            f"{players(each.variant_game.rules.players)}, {each.difficulty}{of}: "
            f"{percent(base.middle, 4)} as it is read here"
        )
        if rows:
            blocks.append(
                Table(
                    ("reading", "read as", "instead of", "win", "difference"),
                    tuple(rows),
                    caption,
                )
            )
    return Section("The open readings", (*blocks, *missing_notes("Not in here", missing)))


def explain_reading(name: str) -> str:
    """Return a reading's number, name and meaning."""
    reading = READINGS[name]
    return f"R{reading.number} {name}: {reading.meaning}"


def opening_section(found: Sequence[Findings]) -> Section:
    """Return how to begin, for the likeliest setups."""
    blocks: list[Block | Section] = []
    missing = []
    for each in found:
        if isinstance(each.starts, Missing):
            missing.append((focus(each), each.starts))
            continue
        game = each.game
        rows = []
        for start in each.starts[:OPENINGS]:
            over = isinstance(start.state.moment, Over)
            dark = "the game is lost at once" if over else describe_dark(game, start.state)
            move = describe_action(game, start.state, start.action) if start.action else ""
            rows.append(
                (
                    dark,
                    Number(percent(start.probability), start.probability),
                    Number(percent_within(*start.worth, 3), start.worth.middle),
                    move,
                )
            )
        of = f" ({each.name})" if len(found) > 1 else ""
        left = len(each.starts) - len(rows)
        caption = f"The likeliest setups, {focus(each)}{of}{f'; {left} more are left out' if left else ''}"
        header = ("dark after the setup, besides the center", "how likely", "win then", "best first move")
        blocks.append(Table(header, tuple(rows), caption))
    return Section("How to begin", (*blocks, *missing_notes("Not in here", missing)))


def place_section(found: Sequence[Findings]) -> Section:
    """Return where a layout stands among all of its deck."""
    blocks: list[Block | Section] = []
    for each in found:
        if isinstance(each.place, Missing):
            blocks.append(Paragraph(f"{each.name}: {each.place.why}."))
            continue
        rank, of, deck, rules = each.place
        blocks.append(
            Paragraph(
                f"{each.name}: number {rank} of {of} from the hardest, among the solved layouts of the deck "
                f"{deck}; {describe_rules(parse_rules(rules))}."
            )
        )
    return Section("Among all layouts", tuple(blocks))
