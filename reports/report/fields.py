"""A report for programs: every number with what it claims, besides the document that people read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.code import format_code
from search.difficulty.findings import Findings, Missing, Scored, Start
from search.difficulty.worth import Worth
from solver.guardians.notation import format_action, format_rules, format_state


def report_fields(found: Sequence[Findings], command: str) -> dict[str, Any]:
    """Return what was found out, as JSON has it; `command` is what makes the report."""
    return {"made_by": command, "unit": "probability", "layouts": [_layout(each) for each in found]}


def _layout(each: Findings) -> dict[str, Any]:
    names = each.game.board.names
    return {
        "name": each.name,
        "layout": format_code(each.layout),
        "edition": each.edition.name,
        "looked_at": _game(each.game.rules, each.difficulty),
        "wins": [
            {"players": key[0], "difficulty": key[1], **_number(each.guesses.get(key, worth))}
            for key, worth in each.grid.items()
        ],
        "skill": _several(each.ladder, _number),
        "games": _part(each.tally) if isinstance(each.tally, Missing) else _tally(each),
        "openings": _several(each.starts, lambda start: _opening(each, start)),
        "changes": {
            "of": {**_game(each.variant_game.rules, each.difficulty), **_number(each.variant_base)},
            "ratings": [
                {
                    "card": names[valued.what.place],
                    "rating": valued.what.rating,
                    "step": valued.what.step,
                    **_number(valued.worth),
                }
                for valued in each.ratings
            ],
            "readings": [
                {"reading": valued.what.reading, "value": valued.what.value, **_number(valued.worth)}
                for valued in each.readings
            ],
        },
        "place": _part(each.place) if isinstance(each.place, Missing) else each.place._asdict(),
    }


def _game(rules: Any, difficulty: str) -> dict[str, Any]:
    return {"players": rules.players, "difficulty": difficulty, "rules": format_rules(rules)}


def _number(worth: Worth | Scored | Missing) -> dict[str, Any]:
    match worth:
        case Worth():
            return {"kind": "bounded", "lower": worth.lower, "upper": worth.upper}
        case Scored():
            return {"kind": "estimated", "strategy": worth.name, "mean": worth.mean, "error": worth.error,
                    "playouts": worth.playouts}  # fmt: skip
        case _:
            return _part(worth)


def _part(missing: Missing) -> dict[str, Any]:
    return {"kind": "missing", "why": missing.why}


def _several(parts: Sequence[Any] | Missing, write: Any) -> Any:
    return _part(parts) if isinstance(parts, Missing) else [write(part) for part in parts]


def _tally(each: Findings) -> dict[str, Any]:
    assert not isinstance(each.tally, Missing)
    dark = {each.game.board.names[place]: count for place, count in sorted(each.tally.dark.items())}
    return {"kind": "estimated", "seed": each.seed, **each.tally.as_answer(), "dark": dark}


def _opening(each: Findings, start: Start) -> dict[str, Any]:
    action = start.action and format_action(each.game.board, start.action)
    state = format_state(start.state)
    return {"state": state, "probability": start.probability, "action": action, **_number(start.worth)}
