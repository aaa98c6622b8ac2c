"""How is a variant written as an edition, so that it can be played, solved and tuned again?

The tuned edition has the design's cards, readings and difficulties but for what the changes set: ratings by
tag where they are those of most cards of the tag, else by card; growths and penalty in the difficulty that
was tuned, where no reading sets them; all else as readings, those given by hand among them. The number of
players is no part of an edition. `format_edition` is the inverse of
`solver.guardians.editions.parse_edition`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from layouts.cards import Card, CardSet, Ratings
from layouts.names import fold
from layouts.toml import format_key, format_string
from search.tuning.design import Design, Variant
from solver.guardians.editions import EDITIONS, Edition, parse_edition
from solver.guardians.rules import READINGS, Difficulty, Preset, Rules, Value, format_value

NAME = "tuned"


def tuned_edition(design: Design, variant: Variant) -> Edition:
    """Return the edition by which the design's layout, at its difficulty, is the variant.

    Parameters
    ----------
    variant
        Made of the design by changes, which leave cards alone whose ratings the layout gives.
    """
    edition, rules = design.edition, variant.rules
    difficulties = tuple(
        _tuned_difficulty(one, edition.preset, rules) if one.name == design.difficulty else one
        for one in edition.preset.difficulties
    )
    preset = replace(edition.preset, difficulties=difficulties)
    without = Edition(NAME, _tuned_cards(design, variant, NAME), preset)
    settled = without.rules(rules.players, design.difficulty)
    readings: dict[str, Value] = {
        reading: getattr(rules, reading)
        for reading in READINGS
        if getattr(rules, reading) != getattr(settled, reading)
    }
    return replace(without, preset=replace(preset, readings={**preset.readings, **readings}))


def _tuned_difficulty(difficulty: Difficulty, preset: Preset, rules: Rules) -> Difficulty:
    settled = {
        name: getattr(rules, name) for name in ("growths", "center_penalty") if name not in preset.readings
    }
    return replace(difficulty, **settled)


def _tuned_cards(design: Design, variant: Variant, name: str) -> CardSet:
    cards = design.edition.cards
    by_tag, by_name = dict(cards.by_tag), dict(cards.by_name)
    known = {fold(other): other for other in by_name}
    unnamed: dict[int, dict[str, Ratings]] = {tag: {} for tag in by_tag}
    for card, ratings in zip(variant.board.names, variant.board.ratings, strict=True):
        tag = design.layout.nodes[card]["tag"]
        if design.layout.nodes[card]["own"]:
            continue
        other = known.get(fold(card))
        if other is not None and by_name[other].tag == tag:
            by_name[other] = Card(tag, ratings)
        else:
            unnamed[tag][card] = ratings
    for tag, group in unnamed.items():
        if group:
            counts = Counter(group.values())
            by_tag[tag] = max(counts, key=lambda ratings: (counts[ratings], ratings == by_tag[tag]))
        for card, ratings in group.items():
            if ratings != by_tag[tag]:
                by_name[known.get(fold(card), card)] = Card(tag, ratings)
    return CardSet(name, by_tag, by_name, cards.counts)


def format_edition(edition: Edition) -> str:
    """Return an edition as TOML, on the base on which that is shortest.

    Examples
    --------
    >>> edition = parse_edition('name = "mine"\\nbase = "readme"\\n[cards]\\n3 = [3, 2, 1]')
    >>> print(format_edition(edition), end="")
    name = "mine"
    base = "readme"
    [cards]
    3 = [3, 2, 1]
    """
    texts = ["\n".join([*_lines(edition, base), ""]) for base in EDITIONS.values()]
    return min((text for text in texts if parse_edition(text) == edition), key=len)


def _lines(edition: Edition, base: Edition) -> Iterator[str]:
    """Yield what is not as in the base; what the base alone has can't be left out, and stays."""
    yield f"name = {format_string(edition.name)}"
    yield f"base = {format_string(base.name)}"
    cards = [
        f"{tag} = {list(ratings)}"
        for tag, ratings in edition.cards.by_tag.items()
        if base.cards.by_tag.get(tag) != ratings
    ]
    cards += [
        f"{format_key(name)} = {{ tag = {card.tag}, ratings = {list(card.ratings)} }}"
        for name, card in edition.cards.by_name.items()
        if base.cards.by_name.get(name) != card
    ]
    readings = [
        f"{name} = {_toml_value(value)}"
        for name, value in edition.preset.readings.items()
        if base.preset.readings.get(name) != value
    ]
    difficulties = [
        f"{format_key(one.name)} = {{ growths = {one.growths}, "
        f"center_penalty = {_toml_value(one.center_penalty)} }}"
        for one in edition.preset.difficulties
    ]
    sections: Mapping[str, list[str]] = {
        "cards": cards,
        "readings": readings,
        "difficulties": difficulties if edition.preset.difficulties != base.preset.difficulties else [],
    }
    for title, lines in sections.items():
        if lines:
            yield from (f"[{title}]", *lines)


def _toml_value(value: Value) -> str:
    return format_string(value) if isinstance(value, str) else format_value(value)
