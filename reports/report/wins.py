"""The parts of a report about winning: how likely it is, and how much of that is skill."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.charts import Bar, bar_chart, bar_table
from reports.figures import chart_figure
from reports.pages import Block, Fact, Figure, Listing, Number, Paragraph, Section
from reports.report.missing import missing_notes
from reports.words import bounds_text, counted, percent
from search.difficulty.findings import Findings, Missing, Scored
from search.difficulty.guess import GREEDY, TURN_AHEAD
from search.difficulty.rungs import RUNGS
from search.difficulty.worth import Worth

DIGITS, TABLE_DIGITS = 2, 5
MOST_DIGITS = 6
PLAYING = {GREEDY: "playing greedily", TURN_AHEAD: "looking one turn ahead"}


def players(count: int) -> str:
    """Say how many players."""
    return counted(count, "player")


def focus(each: Findings) -> str:
    """Say which game is looked at closely."""
    return f"{players(each.game.rules.players)}, {each.difficulty}"


def worth_fact(each: Findings) -> Fact:
    """Return the win probability of the game that is looked at closely."""
    name = f"win, {focus(each)}"
    if isinstance(each.worth, Missing):
        guess = each.guesses.get((each.game.rules.players, each.difficulty))
        if isinstance(guess, Scored):
            said = f"estimated: won by {PLAYING[guess.name]}, ± {percent(guess.error, 2)}"
            return Fact(name, Number(percent(guess.mean, 2), guess.mean), said)
        return Fact(name, "not known", each.worth.why)
    value = Number(percent(each.worth.middle, 3), each.worth.middle)
    return Fact(name, value, f"proved: {bounds_text(*each.worth)}")


def win_section(found: Sequence[Findings]) -> Section:
    """Return the win probability for each number of players and each difficulty."""
    bars = [
        Bar(
            f"{players(count)}, {difficulty}",
            worth.middle,
            series=series_of(found, each),
            lower=worth.lower,
            upper=worth.upper,
        )
        for each in found
        for (count, difficulty), worth in each.grid.items()
        if isinstance(worth, Worth)
    ]
    guesses = [
        (each, f"{players(count)}, {difficulty} (estimated: {guess.name})", guess)
        for each in found
        for (count, difficulty), guess in each.guesses.items()
        if isinstance(guess, Scored)
    ]
    bars += [
        Bar(name, guess.mean, series=series_of(found, each), error=guess.error)
        for each, name, guess in guesses
    ]
    said = [
        "The probability that the guardians win if they play perfectly, from the start of the setup.",
        "Bounds are proved.",
    ]
    if guesses:
        playouts = {guess.name: guess.playouts for _, _, guess in guesses}
        ways = [f"{playouts[name]:,} by {PLAYING[name]}" for name in PLAYING if name in playouts]
        which = ", whichever surely wins more" if len(ways) > 1 else ""
        said.append(
            "Games too large to solve are estimated: how many playouts are won, of "
            f"{', or of '.join(ways)}{which}; with standard errors."
        )
        if all(each.game.rules.decider == "players" for each, _, _ in guesses):
            said.append("Perfect play wins at least as often.")
    blocks: list[Block | Section] = [Paragraph(" ".join(said))]
    if bars:
        blocks.append(bar_figure(bars, "wins", "Win probability", "game", "win probability"))
    missing = [
        (f"{series_of(found, each)} {players(count)}, {difficulty}".strip(), worth)
        for each in found
        for (count, difficulty), worth in {**each.grid, **each.guesses}.items()
        if isinstance(worth, Missing)
    ]
    return Section("How likely is a win?", (*blocks, *missing_notes("Not in here", missing)))


def ladder_section(found: Sequence[Findings]) -> Section:
    """Return how often strategies win that are played by people of more and more skill."""
    bars, missing = [], []
    for each in found:
        if isinstance(each.ladder, Missing):
            missing.append((series_of(found, each) or "the ladder", each.ladder))
            continue
        bars += [
            Bar(rung.name, rung.mean, series=series_of(found, each), error=rung.error) for rung in each.ladder
        ]
    blocks: list[Block | Section] = [
        Paragraph(
            "Few people play perfectly. Each rung is a way to play, from choosing at random to the best "
            "choice always; the distance between the rungs is the room for skill. Estimated from seeded "
            "playouts, with standard errors."
        ),
        Listing(tuple(f"{name}: {meaning}" for name, meaning in RUNGS.items())),
    ]
    if bars:
        blocks.append(bar_figure(bars, "ladder", "Wins by how well people play", "strategy", "games won"))
    named = ", ".join(dict.fromkeys(focus(each) for each in found))
    return Section(f"Room for skill ({named})", (*blocks, *missing_notes("Not in here", missing)))


def series_of(found: Sequence[Findings], each: Findings) -> str:
    """Return the name that tells a layout from the others; none if it is alone."""
    return "" if len(found) == 1 else each.name


def bar_figure(
    bars: Sequence[Bar],
    prefix: str,
    title: str,
    name_label: str,
    value_label: str,
    *,
    signed: bool = False,
    digits: int | None = None,
) -> Figure:
    """Return bars with their numbers; unless told with how many digits, with more where all are small."""
    beside = digits_for(max(abs(float(bar.value)) for bar in bars)) if digits is None else digits
    in_table = max(TABLE_DIGITS, beside + 2) if digits is None else digits

    def draw(ids: str, width: float) -> str:
        return bar_chart(
            bars,
            title=title,
            value_label=value_label,
            prefix=ids,
            signed=signed,
            digits=beside,
            width=width,
        )

    table = bar_table(
        bars,
        name_label=name_label,
        value_label=value_label,
        series_label="layout",
        signed=signed,
        digits=in_table,
    )
    return chart_figure(draw, prefix, f"{title}.", table)


def digits_for(largest: float) -> int:
    """Return with how many digits percentages are written, so that the largest has three that count.

    Examples
    --------
    >>> digits_for(0.3), digits_for(0.002), digits_for(0.00004)
    (2, 3, 5)
    """
    if largest <= 0:
        return DIGITS
    return min(MOST_DIGITS, max(DIGITS, 2 - math.floor(math.log10(100 * largest))))
