"""When are two variants the same game, so that one needn't be tried after the other?

If their layouts are isomorphic and their rules equal, once what has no effect is put back to its default:

- A target of 3 or less succeeds without a roll: a defence or strength of 0 is as good as 1. (With 1 a
  guardian may support to make it 0, for nothing.)
- R2 counts only by whether an agent begins on the center.
- One player has nobody to support: R10 and R11.
- Without agents: strength, R2, R4, R14, and an opponent who decides for agents only.
- Without spirits nothing is encountered: influence, R5, R6, R7, R9. With one, no two stand on a location: R5.
"""

from __future__ import annotations

from dataclasses import replace

from layouts.board import Board
from layouts.cards import Ratings
from layouts.graph import graph_of
from layouts.shapes.canon import canonical_code
from search.tuning.design import Variant
from solver.guardians.notation import format_rules
from solver.guardians.rules import MOST_PLAYERS, Rules

_DEFAULTS = Rules()
_NEVER = MOST_PLAYERS + 1


def codes_of(variant: Variant) -> tuple[str, str]:
    """Return the canonical code of a variant's layout, and that of its rules: what a survey keeps it by."""
    return canonical_code(graph_of(variant.board)), format_rules(variant.rules)


def plain_game(variant: Variant) -> Variant:
    """Return the variant with what has no effect at its default; it is worth the same."""
    rules = _plain_rules(variant.rules)
    ratings = tuple(_plain_ratings(one, rules) for one in variant.board.ratings)
    return Variant(_with_ratings(variant.board, ratings), rules)


def _plain_rules(rules: Rules) -> Rules:
    players = rules.players
    default: int = _DEFAULTS.center_agent_from
    begins_there = players >= rules.center_agent_from
    if begins_there != (players >= default):
        default = players if begins_there else _NEVER
    rules = replace(rules, center_agent_from=default)
    if players == 1:
        rules = _at_default(rules, "reroll", "reduce_timing")
    if rules.agents == 0:
        rules = _at_default(rules, "center_agent_from", "blocking_agents", "agent_target")
        if rules.decider == "lord_sepia_agents":
            rules = replace(rules, decider="players")
    if rules.spirits == 0:
        rules = _at_default(rules, "encounter_on_light", "spirit_moves", "spirit_returns")
    return _at_default(rules, "spirits_per_location") if rules.spirits < 2 else rules


def _at_default(rules: Rules, *names: str) -> Rules:
    return replace(rules, **{name: getattr(_DEFAULTS, name) for name in names})


def _plain_ratings(ratings: Ratings, rules: Rules) -> Ratings:
    return Ratings(
        max(1, ratings.defence),
        max(1, ratings.strength) if rules.agents else 0,
        ratings.influence if rules.spirits else 0,
    )


def _with_ratings(board: Board, ratings: tuple[Ratings, ...]) -> Board:
    return replace(board, ratings=ratings)
