"""The review of a game as a document: its sum, its chart, and who decided how well."""

from __future__ import annotations

from layouts.code import format_code
from reports.charts import Line, Mark, line_chart, line_table
from reports.figures import chart_figure, layout_figure
from reports.pages import Document, Fact, Facts, Figure, Note, Number, Paragraph, Preformatted, Section, Table
from reports.play.screen import with_names
from reports.points import points
from reports.review import describe_better, describe_decision, describe_result, people, sum_rows
from reports.rules_in_words import describe_rules
from reports.words import counted, describe_action, percent
from search.games.game_file import format_game
from search.games.review import Event, Review
from solver.guardians.action import ROLL
from solver.guardians.notation import format_rules

MARKED = 3
LISTED = 10
DIGITS = 2


def review_document(found: Review) -> Document:
    """Return the review as a document."""
    record = found.record
    ended = describe_result(found)
    named = f" ({', '.join(filter(None, record.names))})" if any(record.names) else ""
    return Document(
        title="A game of Guardians of Hue, reviewed",
        lead=(
            f"{counted(record.game.rules.players, 'guardian')}{named}, "
            f"{len(found.events)} steps; the game is {ended}."
        ),
        sections=(
            Section("Luck and skill", (_facts(found), Paragraph(_explained(found)), _figure(found))),
            Section("Who decided how well", _people(found)),
            Section("The costliest decisions", _costliest(found)),
            Section("Every step", (_steps(found),)),
            Section("The table", _table(found)),
        ),
        colophon=f"Values are {_kind(found)}, from {found.values.source}.",
    )


def _kind(found: Review) -> str:
    exact = found.values.kind == "exact"
    return "exact" if exact else f"the middles of proved bounds at most {found.values.gap:.1e} apart"


def _facts(found: Review) -> Facts:
    values = [found.begin, found.luck, -found.regret, found.gift, found.result]
    rows = sum_rows(found)
    if len(rows) < len(values):
        del values[3]
    return Facts(
        tuple(
            Fact(name, Number(text, float(value))) for (name, text), value in zip(rows, values, strict=True)
        )
    )


def _explained(found: Review) -> str:
    return (
        "Before each decision and each roll the guardians have some probability of winning, if they play "
        "perfectly from then on. A roll moves it by luck, up or down, and on average not at all; a decision "
        "can only keep it or give some away. The chance at the start, all luck, and all that was given away "
        f"add up to the {'result' if found.record.is_over else 'chance now'}."
    )


def _figure(found: Review) -> Figure:
    points_of = ((0.0, float(found.begin)), *((float(e.number), float(e.value_after)) for e in found.events))
    lines = (Line("win probability", points_of),)
    marks = tuple(
        Mark(float(event.number), float(event.value_after), f"−{points(event.lost, signed=False)}")
        for event in sorted(found.costliest[:MARKED], key=lambda event: event.number)
    )

    def draw(ids: str, width: float) -> str:
        return line_chart(
            lines,
            title="Win probability after every step",
            x_label="step",
            y_label="win probability",
            prefix=ids,
            marks=marks,
            digits=DIGITS,
            width=width,
        )

    caption = "The win probability after every roll and decision"
    if marks:
        caption += "; marked are the costliest decisions, with what each gave away"
    texts = {float(event.number): f"{event.number}: {_step(found, event)}" for event in found.events}
    table = line_table(lines, x_label="step", marks=marks, digits=DIGITS, x_texts={0.0: "0: start", **texts})
    return chart_figure(draw, "game", f"{caption}.", table)


def _step(found: Review, event: Event) -> str:
    said = describe_action(found.record.game, event.state, event.action)
    if event.action.verb == ROLL:
        said = "Darkness Grows"
    dice = f", rolled {' '.join(map(str, event.dice))}" if event.dice else ""
    return with_names(f"{said}{dice}", found.record.names)


def _people(found: Review) -> tuple[Table | Paragraph, ...]:
    rows = people(found)
    if not rows:
        return (Paragraph("There was nothing to decide."),)
    header = ("who", "decisions", "best", "given away", "accuracy")
    table = Table(
        header,
        tuple(
            (
                name,
                Number(str(accuracy.decisions), accuracy.decisions),
                Number(str(accuracy.best), accuracy.best),
                Number(points(accuracy.lost, signed=False), float(accuracy.lost)),
                "" if accuracy.share is None else Number(percent(accuracy.share, 0), accuracy.share),
            )
            for name, accuracy in rows
        ),
        "Forced moves are left out; 'together' is what the rules leave to all players.",
    )
    return table, Paragraph(
        "An accuracy of 100% loses nothing, one of 0% as much as drawing each decision at random."
    )


def _costliest(found: Review) -> tuple[Table | Paragraph, ...]:
    worst = found.costliest[:LISTED]
    if not worst:
        return (Paragraph("No decision gave anything away."),)
    table = Table(
        ("step", "round", "decision", "better", "given away"),
        tuple(
            (
                Number(str(event.number), event.number),
                str(event.round or "setup"),
                describe_decision(found, event),
                describe_better(found, event),
                Number(points(event.lost, signed=False), float(event.lost)),
            )
            for event in worst
        ),
    )
    left = len(found.costliest) - len(worst)
    more = (Paragraph(f"{counted(left, 'more decision')} gave something away."),) if left else ()
    return table, *more


def _steps(found: Review) -> Table:
    return Table(
        ("step", "what", "luck", "given away", "win afterwards"),
        tuple(
            (
                Number(str(event.number), event.number),
                _step(found, event),
                Number(points(event.luck), float(event.luck)) if event.dice else "",
                Number(points(event.lost, signed=False), float(event.lost)) if event.is_decision else "",
                Number(percent(event.value_after, DIGITS), float(event.value_after)),
            )
            for event in found.events
        ),
    )


def _table(found: Review) -> tuple[Figure | Paragraph | Preformatted | Note, ...]:
    record = found.record
    rules = record.game.rules
    return (
        layout_figure(record.layout, "The layout."),
        Paragraph(f"{describe_rules(rules, record.layout.graph.get('edition'))}."),
        Paragraph("The game, as `hue play` goes on with it and `hue review` reads it:"),
        Preformatted(format_game(record)),
        Paragraph(f"Rules: {format_rules(rules)}. Layout: {format_code(record.layout)}."),
    )
