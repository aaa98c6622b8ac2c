"""A whole report: its parts in order, and what made it."""

from __future__ import annotations

from collections.abc import Sequence

from layouts.code import format_code
from reports.figures import layout_figure
from reports.pages import (
    Block,
    Document,
    Fact,
    Facts,
    Figure,
    Listing,
    Number,
    Paragraph,
    Section,
    SideBySide,
)
from reports.report.lengths import choice_fact, decided_section, length_section
from reports.report.variants import opening_section, place_section, pressure_section, reading_section
from reports.report.wins import focus, ladder_section, series_of, win_section, worth_fact
from reports.words import percent
from search.difficulty.findings import Findings, Missing, Scored
from solver.guardians.notation import format_rules
from solver.version import this_version


def report_document(found: Sequence[Findings], command: str) -> Document:
    """Return the report on one layout, or on several side by side.

    Parameters
    ----------
    command
        What makes it.
    """
    names = [each.name for each in found]
    title = (
        f"How hard is {names[0]}?" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} compared"
    )
    return Document(
        title=title,
        lead=f"Guardians of Hue: {_lead(found)}. Unofficial; the game is by Ronald Villaver.",
        sections=(
            Section("At a glance", (*_glance(found), _pictures(found))),
            win_section(found),
            ladder_section(found),
            length_section(found),
            decided_section(found),
            pressure_section(found),
            reading_section(found),
            opening_section(found),
            place_section(found),
            Section("How this was made", _made(found, command)),
        ),
        colophon=f"guardians-of-hue-solver {this_version()}",
    )


def _lead(found: Sequence[Findings]) -> str:
    parts = [
        f"{len(each.game.board)} cards, {each.edition.name} edition, looked at closely with {focus(each)}"
        for each in found
    ]
    return "; ".join(dict.fromkeys(parts))


def _glance(found: Sequence[Findings]) -> list[Block]:
    blocks: list[Block] = []
    for each in found:
        facts = [worth_fact(each)]
        if not isinstance(each.tally, Missing):
            facts.append(choice_fact(each.tally))
        if not isinstance(each.ladder, Missing):
            facts += _skill_facts(each.ladder)
        if len(found) > 1:
            blocks.append(Paragraph(f"{each.name}:"))
        blocks.append(Facts(tuple(facts)))
    return blocks


def _skill_facts(ladder: Sequence[Scored]) -> list[Fact]:
    """Say what part of perfect play's wins others get."""
    perfect = ladder[-1]
    return [
        Fact(
            f"{rung.name}, wins",
            Number(percent(rung.mean / perfect.mean, 0), rung.mean / perfect.mean),
            f"± {percent(rung.error / perfect.mean, 0)} (standard error) of perfect play, estimated",
        )
        for rung in ladder[-3:-1]
        if perfect.mean
    ]


def _pictures(found: Sequence[Findings]) -> Figure | SideBySide:
    captions = [f"The layout{f': {each.name}' if series_of(found, each) else ''}." for each in found]
    figures = tuple(
        layout_figure(each.layout, caption) for each, caption in zip(found, captions, strict=True)
    )
    return figures[0] if len(figures) == 1 else SideBySide(figures)


def _made(found: Sequence[Findings], command: str) -> tuple[Block, ...]:
    left = sum(each.missing for each in found)
    texts = [
        "Bounded numbers are proved intervals, of which the middle is shown. Estimated ones come from seeded "
        "playouts and have standard errors. The same command makes the same report.",
    ]
    if left:
        texts.append(
            f"{left} parts are left out for want of time; the same command goes on with them, and works "
            "nothing out that is here already; with --resume it goes on to the end."
        )
    items = tuple(
        f"{each.name}: layout {format_code(each.layout)}, rules {format_rules(each.game.rules)}"
        for each in found
    )
    return (*map(Paragraph, texts), Listing((f"made by: {command}", *items)))
