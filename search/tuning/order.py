"""Of which variants is it proved that one is worth at least as much as another?

Of those on the same cards, lying alike, that differ only in ways for which this is shown here, whatever the
other readings are; V is the value within K rounds, and what holds for all K holds in the limit, which is the
least fixed point. `no_harder` compares them; it looks at no value.

**More choices for the players.** These readings leave states and dice as they are, and give the players more
to choose from, or take choices from the opponent: `start` anywhere (the center among it), `blocking_agents`
standing ones only, two `spirits_per_location`, `encounter_on_light`, `spirit_moves`, no
`center_needs_spirit`, `reroll` (a roll that has failed may still be accepted), and the `decider`: players,
Lord Sepia for the agents, Lord Sepia for all.

**Upright, and more actions left.** Say that a state is ahead of another if both differ only in that more
guardians are upright in it, and that the player whose turn it is has as many actions left or more. Then it is
worth at least as much. *Proof:* the players copy what is done behind. Where somebody stands up or is assisted
behind who is upright ahead, nothing is done ahead; support and rerolls are there ahead if they are behind,
with the same dice, and where a failure is final behind it can be accepted ahead; whoever has actions left
when the turn is over behind stops. Agents and growth, whoever decides for them, see the same. So more
`actions` are worth no less; and a guardian who has failed, with all who have supported exhausted too, is at
best worth what not trying was worth.

**Lower ratings.** A lower defence, strength or influence is worth no less. *Proof*, by induction backwards
through a round: only attempts look at ratings, so let an attempt be best in the harder game, S(U) be what its
success is worth after the guardians U have supported, and F(U) its failure. By induction both are worth no
less in the easier game. By the above they fall as U grows, and F(U) is at most what the state is worth that
the attempt is made in, except for a spirit lost at the center; but there success wins the game, and S(U) = 1.
If S(U) < F(U) for the U who support before the first roll, the attempt is worth at most F(U), and so is the
state, which in the easier game is worth at least its own F(U). If that is so for a later U, it is no worse to
accept the failure before. So say S(U) ≥ F(U) whenever dice are rolled. In the easier game the players roll
the same dice and do the same until they succeed, which is then or earlier; earlier is worth S(U), and going
on at most the larger of S(U) and F(U), which is S(U). Of support before the roll what would lower the easier
rating below 0 is left out: success is certain without it.

**Lowering a rating after a failure** (`reduce_timing`) is worth no less than before the roll. *Proof:*
instead of supporting with U before the roll, the players roll, and after a failure those in U support one
after the other until the dice are enough. The dice are enough in the end just when they would have been, and
fewer or as many guardians are exhausted.

Fewer growths, agents, or spirits lost are not among these: agents follow other ways where more is light, and
an encounter takes another spirit where one more is in the reserve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import NamedTuple

from search.tuning.design import Variant
from solver.guardians.rules import Rules, Value

EASIEST_FIRST: Mapping[str, tuple[Value, ...]] = {
    "start": ("any", "center"),
    "blocking_agents": ("standing", "any"),
    "spirits_per_location": (2, 1),
    "encounter_on_light": (True, False),
    "spirit_moves": (True, False),
    "center_needs_spirit": (False, True),
    "reduce_timing": ("after", "before"),
    "reroll": (True, False),
    "decider": ("players", "lord_sepia_agents", "lord_sepia"),
}
"""Readings, and their values from the easiest to the hardest."""


class Hardness(NamedTuple):
    """What of a variant can be compared: it is no harder if no step is larger, and the rest is equal."""

    rest: tuple[object, ...]
    steps: tuple[int, ...]


def hardness_of(variant: Variant) -> Hardness:
    """Return what is compared of a variant."""
    board, rules = variant
    rest: list[object] = [board.tags, board.neighbours]
    steps = [rating for ratings in board.ratings for rating in ratings]
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if field.name == "actions":
            steps.append(-value)
        elif field.name in EASIEST_FIRST:
            steps.append(EASIEST_FIRST[field.name].index(value))
        else:
            rest.append(value)
    return Hardness(tuple(rest), tuple(steps))


def no_harder(one: Hardness, other: Hardness) -> bool:
    """Tell whether it is proved that `one` is worth at least as much as `other`."""
    return one.rest == other.rest and all(a <= b for a, b in zip(one.steps, other.steps, strict=True))
