"""What the kernels look up: the rules of one part of a game as small integer arrays.

Everything is worked out by the readable rules, so that there is one source of what the rules say.
Probabilities are numerators over 216 or 6. A lookup of −1 means "not possible". In shapes, n is the
number of locations, M of dark sets, S of spirits' ranks, A of agents' ranks; lists are padded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.guardians.agents import steps
from solver.guardians.attempts import rating_of
from solver.guardians.dense.space import Space
from solver.guardians.dice import (
    SIDES,
    WHITE_DICE,
    Dice,
    best_reroll,
    cast,
    rerolls,
    rolls,
    success_chance,
    without,
)
from solver.guardians.growth import LOWEST_TAG
from solver.guardians.state import (
    ATTACK,
    ENCOUNTER,
    EXHAUSTED,
    RESERVE,
    SEAL,
    State,
    Turn,
    replace_one,
)
from solver.guardians.turn import is_blocked

Ints = NDArray[np.int32]
After = Callable[[Space, tuple[int, ...], int], list[int]]
"""Which ranks of spirits an attempt at a location may lead to, the most two."""
WAYS = 6**WHITE_DICE
"""Three dice fall in so many ways."""
HIGHEST_RATING = 7
"""From this rating on no three dice are enough; higher ratings are cut to what support can still change."""


class Moves(NamedTuple):
    """What the players' layers look up."""

    neighbours: Ints  # [n][...]: adjacent locations
    bit: Ints  # [n]: bit in the dark set; −1 for the center
    encounter_rating: Ints  # [M][n]: −1 where the location's side forbids encounters
    attack_rating: Ints  # [M][n]
    seal_rating: Ints  # [n]
    attack_paths: Ints  # [S][3]: spirits before an attack, and after it, twice: the same
    encounter_paths: Ints  # [n][...][3]: spirits before an encounter, after it, and after another choice
    encounter_rows: Ints  # [n]: how many there are
    seal_paths: Ints  # [n][...][3]: spirits before a seal is broken, and after it, twice; 0 at the center
    seal_rows: Ints  # [n]
    attack_to: Ints  # [A][n]: agents after a successful attack
    free: Ints  # [A][n]: 1 where no agent blocks an encounter or a seal
    assist: Ints  # [n][...][2]: others with one lying at the location, and with that one upright
    support: Ints  # [n][...][2]: others with just one upright at the location, and with that one lying
    pair: Ints  # [n][...][4]: others with two upright there; with one, the other, and both lying


class DiceTable(NamedTuple):
    """What an attempt looks up, by rating."""

    ways: Ints  # [rating]: rolls out of 216 that succeed
    class_ways: Ints  # [rating][...]: failed rolls of a class out of 216, 0 as padding
    class_best: Ints  # [rating][...]: chance of the best reroll out of 216
    keep_ways: Ints  # [rating][kept]: rerolls keeping these dice that succeed, out of 216
    keep_class: Ints  # [rating][kept][class]: that end in a class, out of 216
    roll_ways: Ints  # [rating][...]: failed rolls told apart, out of 216
    roll_keeps: Ints  # [rating][...][...]: what can be kept of a failed roll


class Darkness(NamedTuple):
    """What growth and the agents look up."""

    steps: Ints  # [M][n][...]: where an agent may step
    grown: Ints  # [M][n]: dark set with a location added; its own where dark already
    faces: Ints  # [n]: faces of a die out of 6 with which an agent darkens a location
    first: Ints  # [A][2]: place of the first agent (n: reserve, or there is none), and whether it acts
    second: Ints  # [A][2]: of the second
    resting: Ints  # [A]: 1 where an agent is exhausted
    settled: Ints  # [n+1][n+1]: agents' rank from two places
    placed: Ints  # [A][n]: agents with one more from the reserve
    darkened: Ints  # [M][4][...]: dark sets that a roll of tag 3, 4, 5, 6 can lead to
    tagged: Ints  # [4][...]: locations of a tag
    tag_faces: Ints  # [4]: faces of a die out of 6 that name the tag


def pad(rows: Sequence[Any], depth: int) -> Ints:
    """Return nested lists as one array, short ones filled up with −1; `depth` dimensions in all."""
    shape = [1] * depth

    def measure(item: Any, level: int) -> None:
        if level < depth:
            shape[level] = max(shape[level], len(item))
            for part in item:
                measure(part, level + 1)

    def fill(out: Any, item: Any, level: int) -> None:
        for i, part in enumerate(item):
            if level == depth - 1:
                out[i] = part
            else:
                fill(out[i], part, level + 1)

    measure(rows, 0)
    padded = np.full(shape, -1, dtype=np.int32)
    fill(padded, rows, 0)
    return padded


def _table_with(space: Space, **fields: Any) -> State:
    """Return a state for asking the rules about the fields given; the rest is arbitrary."""
    game = space.game
    base = State(
        dark=1 << game.center,
        agents=(RESERVE,) * game.rules.agents,
        spirits=(RESERVE,) * game.rules.spirits,
        at=(game.center,) * game.rules.players,
        upright=(1 << game.rules.players) - 1,
        first=0,
        moment=Turn(0, 1),
    )
    return base._replace(**fields)


def make_moves(space: Space) -> Moves:
    """Return the tables of the players' layers."""
    game = space.game
    board, rules = game.board, game.rules
    everywhere = range(len(board))
    sets = range(space.shape[0])
    masks = [space.dark_mask(dark_set) for dark_set in sets]

    def rating(attempt: str, dark: int, here: int) -> int:
        return min(HIGHEST_RATING + 2, rating_of(game, _table_with(space, dark=dark), attempt, here))

    def can_encounter_side(dark: int, here: int) -> bool:
        return rules.encounter_on_light or bool(dark >> here & 1)

    encounters = [_paths(space, _after_encounter, i) for i in everywhere]
    seals = [_paths(space, _after_seal, i) for i in everywhere]
    return Moves(
        neighbours=pad(board.neighbours, 2),
        bit=pad([space.others.index(i) if i != game.center else -1 for i in everywhere], 1),
        encounter_rating=pad(
            [
                [rating(ENCOUNTER, dark, i) if can_encounter_side(dark, i) else -1 for i in everywhere]
                for dark in masks
            ],
            2,
        ),
        attack_rating=pad([[rating(ATTACK, dark, i) for i in everywhere] for dark in masks], 2),
        seal_rating=pad([rating(SEAL, game.everything, i) for i in everywhere], 1),
        attack_paths=pad([[rank] * 3 for rank in range(len(space.spirits))], 2),
        encounter_paths=pad(encounters, 3),
        encounter_rows=pad([len(ways) for ways in encounters], 1),
        seal_paths=pad(seals, 3),
        seal_rows=pad([len(ways) for ways in seals], 1),
        attack_to=pad(
            [
                [
                    space.agent_rank[replace_one(agents, i, EXHAUSTED)] if i in agents else -1
                    for i in everywhere
                ]
                for agents in space.agents
            ],
            2,
        ),
        free=pad([[not is_blocked(game, agents, i) for i in everywhere] for agents in space.agents], 2),
        assist=pad([_assists(space, i) for i in everywhere], 3),
        support=pad([_supports(space, i, 1) for i in everywhere], 3),
        pair=pad([_supports(space, i, 2) for i in everywhere], 3),
    )


def _paths(space: Space, after: After, here: int) -> list[list[int]]:
    """Return the ranks of spirits from which there is a way, and where the first choice and the last lead."""
    ways = [(rank, after(space, spirits, here)) for rank, spirits in enumerate(space.spirits)]
    return [[rank, to[0], to[-1]] for rank, to in ways if to]


def _after_encounter(space: Space, spirits: tuple[int, ...], here: int) -> list[int]:
    rules = space.game.rules
    if spirits.count(here) >= rules.spirits_per_location:
        return []
    if RESERVE in spirits:
        sources = [RESERVE]
    elif rules.spirit_moves:
        sources = sorted(set(spirits) - {here})
    else:
        sources = []
    return [space.spirit_rank[replace_one(spirits, source, here)] for source in sources]


def _after_seal(space: Space, spirits: tuple[int, ...], here: int) -> list[int]:
    rules = space.game.rules
    if here == space.game.center:
        return [0] if here in spirits or not rules.center_needs_spirit else []  # won
    if here not in spirits:
        return []
    after = replace_one(spirits, here, RESERVE) if rules.spirit_returns else spirits
    return [space.spirit_rank[after]]


def _others(space: Space) -> list[tuple[int, ...]]:
    """Return the digits of the other guardians for each of their ranks."""
    radix, count = 2 * len(space.game.board), space.game.rules.players - 1
    return [
        tuple(rank // radix ** (count - 1 - turn) % radix for turn in range(count))
        for rank in range(space.shape[4])
    ]


def _with_digit(space: Space, rank: int, turn: int, change: int) -> int:
    count = space.game.rules.players - 1
    return int(rank + change * (2 * len(space.game.board)) ** (count - 1 - turn))


def _assists(space: Space, here: int) -> list[tuple[int, int]]:
    return [
        (rank, _with_digit(space, rank, turn, +1))
        for rank, digits in enumerate(_others(space))
        for turn, digit in enumerate(digits)
        if digit == 2 * here
    ]


def _supports(space: Space, here: int, count: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for rank, digits in enumerate(_others(space)):
        willing = [turn for turn, digit in enumerate(digits) if digit == 2 * here + 1]
        if len(willing) != count:
            continue
        after = [_with_digit(space, rank, turn, -1) for turn in willing]
        if count == 2:
            after.append(_with_digit(space, after[0], willing[1], -1))
        found.append((rank, *after))
    return found


def lost_spirits(space: Space, smaller: Space) -> Ints:
    """Return [S][...]: ranks in the part with one spirit fewer after each choice of the one lost."""
    return pad(
        [
            sorted({smaller.spirit_rank[spirits[:i] + spirits[i + 1 :]] for i in range(len(spirits))})
            for spirits in space.spirits
        ],
        2,
    )


@cache
def make_dice(reroll: bool) -> DiceTable:
    """Return the tables of attempts; without `reroll` (reading R11) no roll can be mended."""
    ratings = range(HIGHEST_RATING + 3)
    keeps: list[Dice] = [dice for count in range(WHITE_DICE) for dice, _ in rolls(count)]
    classes = [_classes(3 * rating) if reroll else {} for rating in ratings]
    failures = [cast(3 * rating).failures if reroll else () for rating in ratings]

    def best(target: int, dice: Dice) -> int:
        return _ways(success_chance(target, without(dice, best_reroll(target, dice))))

    def kept_classes(rating: int, kept: Dice) -> list[int]:
        counts = dict.fromkeys(classes[rating], 0)
        for chance, dice in cast(3 * rating, kept).failures:
            counts[best(3 * rating, dice)] += _ways(chance)
        return list(counts.values())

    return DiceTable(
        ways=pad([_ways(success_chance(3 * rating)) for rating in ratings], 1),
        class_ways=np.maximum(pad([list(found.values()) for found in classes], 2), 0),
        class_best=np.maximum(pad([list(found) for found in classes], 2), 0),
        keep_ways=pad([[_ways(success_chance(3 * rating, kept)) for kept in keeps] for rating in ratings], 2),
        keep_class=np.maximum(
            pad([[kept_classes(r, kept) if reroll else [] for kept in keeps] for r in ratings], 3), 0
        ),
        roll_ways=np.maximum(pad([[_ways(p) for p, _ in found] for found in failures], 2), 0),
        roll_keeps=pad(
            [
                [[keeps.index(without(dice, rolled)) for rolled in rerolls(dice)] for _, dice in found]
                for found in failures
            ],
            3,
        ),
    )


def _classes(target: int) -> dict[int, int]:
    """Return how many of 216 rolls fail with each chance, out of 216, of the best reroll."""
    found: dict[int, int] = {}
    for chance, dice in cast(target).failures:
        best = _ways(success_chance(target, without(dice, best_reroll(target, dice))))
        found[best] = found.get(best, 0) + _ways(chance)
    return found


def _ways(chance: Any) -> int:
    ways = chance * WAYS
    assert ways.denominator == 1
    return int(ways)


def make_darkness(space: Space) -> Darkness:
    """Return the tables of growth and the agents."""
    game = space.game
    board, n = game.board, len(game.board)
    sets = range(space.shape[0])
    masks = [space.dark_mask(dark_set) for dark_set in sets]
    tags = range(LOWEST_TAG, max(SIDES) + 1)

    def grown(dark: int, places: Iterable[int]) -> list[int]:
        return [space.dark_set(dark | 1 << place) for place in places]

    def whereabouts(agents: tuple[int, ...], which: int) -> tuple[int, bool]:
        if len(agents) <= which or agents[which] == RESERVE:
            return n, False
        return (game.center, False) if agents[which] == EXHAUSTED else (agents[which], True)

    def settled(*places: int) -> int:
        on_table = [place for place in places if place != n]
        reserve = [RESERVE] * (game.rules.agents - len(on_table))
        return space.agent_rank.get(tuple(sorted(on_table + reserve)), -1)

    return Darkness(
        steps=pad([[steps(game, dark, i) for i in range(n)] for dark in masks], 3),
        grown=pad([grown(dark, range(n)) for dark in masks], 2),
        faces=pad([sum(side >= board.tags[i] for side in SIDES) for i in range(n)], 1),
        first=pad([whereabouts(agents, 0) for agents in space.agents], 2),
        second=pad([whereabouts(agents, 1) for agents in space.agents], 2),
        resting=pad([EXHAUSTED in agents for agents in space.agents], 1),
        settled=pad([[settled(i, j) for j in range(n + 1)] for i in range(n + 1)], 2),
        placed=pad(
            [
                [
                    space.agent_rank[replace_one(agents, RESERVE, i)] if RESERVE in agents else -1
                    for i in range(n)
                ]
                for agents in space.agents
            ],
            2,
        ),
        darkened=pad(
            [
                [grown(dark, (i for i in game.tagged[tag] if not dark >> i & 1)) for tag in tags]
                for dark in masks
            ],
            3,
        ),
        tagged=pad([game.tagged[tag] for tag in tags], 2),
        tag_faces=pad([sum(max(LOWEST_TAG, side) == tag for side in SIDES) for tag in tags], 1),
    )
