"""The parts of a report about how games go: how long, when they are decided, what there is to choose."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from reports.charts import Distribution, Line, histogram, histogram_table, line_chart, line_table
from reports.figures import chart_figure
from reports.pages import Block, Fact, Facts, Figure, Number, Paragraph, Section
from reports.report.missing import missing_notes
from reports.report.wins import focus, series_of
from reports.words import percent
from search.difficulty.findings import Findings, Missing
from search.difficulty.games import Tally
from search.lengths import share_of

DIGITS = 1


def length_section(found: Sequence[Findings]) -> Section:
    """Return how many rounds games take, those won and those lost apart."""
    blocks: list[Block | Section] = [
        Paragraph(
            "Games that are played perfectly, from seeded playouts; a round counts when it begins, so a game "
            "that the setup has lost takes none. Games that are won are rare on hard layouts: as many of "
            "them are played apart, given that they are won."
        )
    ]
    for number, each in enumerate(found):
        if isinstance(each.tally, Missing):
            continue
        blocks.append(_length_facts(each, each.tally, series_of(found, each)))
        blocks.append(_length_figure(each.tally, f"rounds-{number}", series_of(found, each)))
    missing = [(focus(each), each.tally) for each in found if isinstance(each.tally, Missing)]
    return Section("How long is a game?", (*blocks, *missing_notes("Not in here", missing)))


def decided_section(found: Sequence[Findings]) -> Section:
    """Return by which round games are decided."""
    lines = []
    for each in found:
        if isinstance(each.tally, Missing):
            continue
        total, reached = each.tally.count, 0
        steps = []
        for rounds, games in sorted(each.tally.decided.items()):
            reached += games
            steps.append((float(rounds), reached / total))
        lines.append(Line(series_of(found, each) or "decided", tuple(steps)))
    said = (
        "A game counts as decided when a round begins with the chance fallen to a tenth of what it was at "
        "the start, or risen nine tenths of the way from there to certainty; or else when it ends. A game "
        "that is decided early and goes on for long is no fun to finish."
    )
    counts = [each.tally.count for each in found if isinstance(each.tally, Tally)]
    if counts:
        error = percent(0.5 / math.sqrt(min(counts)))
        said += f" Estimated from the same playouts; the standard errors are at most {error}."
    blocks: list[Block | Section] = [Paragraph(said)]
    if lines:
        title = "Games that are decided"

        def draw(ids: str, width: float) -> str:
            return line_chart(
                lines,
                title=title,
                x_label="by round",
                y_label="of all games",
                prefix=ids,
                steps=True,
                digits=DIGITS,
                width=width,
            )

        table = line_table(lines, x_label="by round", digits=DIGITS)
        blocks.append(chart_figure(draw, "decided", f"{title}.", table))
    missing = [(focus(each), each.tally) for each in found if isinstance(each.tally, Missing)]
    return Section("When is it decided?", (*blocks, *missing_notes("Not in here", missing)))


def choice_fact(tally: Tally) -> Fact:
    """Return the share of turns with a real choice, estimated."""
    share = share_of(tally.real_turns, tally.turns) if tally.turns else None
    if share is None:
        return Fact("turns with a real choice", "no turns")
    return Fact(
        "turns with a real choice",
        Number(percent(share.mean, 0), share.mean),
        f"estimated ± {percent(share.error)}; a second action costs under a tenth of the chance",
    )


def _length_facts(each: Findings, tally: Tally, name: str) -> Facts:
    won = share_of(tally.won, tally.count)
    facts = [
        Fact("games played", Number(f"{tally.count:,}", tally.count), f"{name} seed {each.seed}".strip()),
        Fact(
            "of these won",
            Number(percent(won.mean, 2), won.mean),
            f"estimated ± {percent(won.error, 2)}",
        ),
        _mean_fact("rounds of a game won", tally.wins),
        _mean_fact("rounds of a game lost", tally.losses),
        choice_fact(tally),
    ]
    if tally.endless:
        facts.append(Fact("games that did not end", Number(f"{tally.endless:,}", tally.endless)))
    return Facts(tuple(facts))


def _mean_fact(name: str, rounds: Counter[int]) -> Fact:
    count = sum(rounds.values())
    if not count:
        return Fact(name, "none")
    mean = sum(number * games for number, games in rounds.items()) / count
    spread = sum(games * (number - mean) ** 2 for number, games in rounds.items()) / max(1, count - 1)
    return Fact(name, Number(f"{mean:.2f}", mean), f"on average, estimated ± {math.sqrt(spread / count):.2f}")


def _length_figure(tally: Tally, prefix: str, name: str) -> Figure:
    distributions = [
        Distribution(name, {rounds: games / counter.total() for rounds, games in counter.items()})
        for name, counter in (("games won", tally.wins), ("games lost", tally.losses))
    ]
    title = f"Rounds of games won and lost{f': {name}' if name else ''}"

    def draw(ids: str, width: float) -> str:
        return histogram(
            distributions,
            title=title,
            x_label="rounds",
            y_label="of these games",
            prefix=ids,
            digits=DIGITS,
            width=width,
        )

    table = histogram_table(distributions, x_label="rounds", digits=2)
    return chart_figure(draw, prefix, f"{title}.", table)
