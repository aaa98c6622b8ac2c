"""What do the signs in an SVG picture mean?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from layouts.pictures.overlay import OnCard
from layouts.pictures.svg_text import element, flow, number, text_at, width_of, wrap
from layouts.pictures.svg_tokens import DARK, INK, PAPER, Token, agent, guardian, spirit

SIZE = 15
ROW = 28  # the height of a row of signs
LINE = 20  # the height of a line of text
GAP = 18
NO_PLACES = "Where the cards lie isn't known: lines join the cards that are adjacent."


class Entry(NamedTuple):
    """A sign and what it means."""

    sign: Token
    meaning: str

    @property
    def width(self) -> float:
        """How much room they take."""
        return self.sign.width + 6 + width_of(self.meaning, SIZE)


def draw_legend(lying: Mapping[str, OnCard] | None, placed: bool, width: float) -> tuple[list[str], float]:
    """Return the legend's elements, its corner at (0, 0), and its height."""
    elements: list[str] = []
    y = 0.0
    entries = _entries(lying, placed)
    for row in flow([entry.width for entry in entries], width, GAP):
        x = 0.0
        for entry in (entries[index] for index in row):
            elements.append(element("g", entry.sign.drawing, transform=f"translate({number(x)} {number(y)})"))
            elements.append(text_at(x + entry.sign.width + 6, y + 17, entry.meaning, SIZE))
            x += entry.width + GAP
        y += ROW
    texts = ["4/2/1: defence / agent strength / encounter influence", *([] if placed else [NO_PLACES])]
    for text in texts:
        for line in wrap(text, width, SIZE):
            elements.append(text_at(0, y + 15, line, SIZE))
            y += LINE
    return elements, y


def _entries(lying: Mapping[str, OnCard] | None, placed: bool) -> list[Entry]:
    """Return the signs that the picture has."""
    swatch = _small_card if placed else _small_circle
    tag = element("circle", cx=11, cy=12, r=10, fill="none", stroke=INK, stroke_width=1.5)
    label = text_at(11, 17, "n", 14, text_anchor="middle", font_weight="bold")
    found = [Entry(Token(22, tag + label), "tag"), Entry(swatch(PAPER, inner=True), "center")]
    if lying is None:
        return found
    cards = list(lying.values())
    if any(what.sealed for what in cards):
        found.append(Entry(swatch(DARK), "dark"))
    if not all(what.sealed for what in cards):
        found.append(Entry(swatch(PAPER), "light"))
    signs = [
        (any(what.agents for what in cards), agent(True), "agent"),
        (any(what.exhausted_agents for what in cards), agent(False), "agent, exhausted"),
        (any(what.spirits for what in cards), spirit(), "spirit"),
        (any(what.upright for what in cards), guardian(None, True), "guardian"),
        (any(what.lying for what in cards), guardian(None, False), "guardian, exhausted"),
    ]
    return [*found, *(Entry(sign, meaning) for there, sign, meaning in signs if there)]


def _small_card(ground: str, inner: bool = False) -> Token:
    drawn = element("rect", x=1, y=3, width=26, height=18, rx=3, fill=ground, stroke=INK, stroke_width=1.5)
    if inner:
        drawn += element("rect", x=4, y=6, width=20, height=12, rx=1, fill="none", stroke=INK)
    return Token(28, drawn)


def _small_circle(ground: str, inner: bool = False) -> Token:
    drawn = element("circle", cx=12, cy=12, r=11, fill=ground, stroke=INK, stroke_width=1.5)
    if inner:
        drawn += element("circle", cx=12, cy=12, r=8, fill="none", stroke=INK)
    return Token(24, drawn)
