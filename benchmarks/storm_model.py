"""A game as a file that the model checker Storm reads: every state that can be reached, as one archive.

The format is UMB, the unified Markov binary that PRISM, mcsta and Storm share: a tar archive of an index
and of flat arrays, little-endian and 64 bits wide,

    state s     has the choices   state-to-choices[s]   ... state-to-choices[s+1] - 1
    choice c    has the branches  choice-to-branches[c] ... choice-to-branches[c+1] - 1
    branch b    leads to          branch-to-target[b] with branch-to-probability[b]

States of a lumped game, chance merged into the choices as `Play` has it, terminal states with a choice
that stays. Of the orders of states tried, that one is taken in which Storm is quickest: as they come in a
round, so that a sweep in place from the last state to the first, as Storm's seem to go, carries values
through a whole round; states of one moment are sorted by what lies on the table.

The enumeration keeps a state as one integer, so that the file can have more states than fit as objects:
about 180 bytes a state.

Source: the UMB specification, https://github.com/pmc-tools/umb.
"""

from __future__ import annotations

import json
import tarfile
import tempfile
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.guardians.play import Play
from solver.guardians.state import (
    AgentsAct,
    Failed,
    Growth,
    Over,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)
from solver.process import Owner

WIN = "win"
"""The label of the states in which the game is won."""
BITS = (9, 8, 8, 13, 4, 2, 16)
"""How wide the number of each field of a `State` is in a code: the numbers are given as values come up."""
MOST_PLAYERS = 4
UPRIGHT, MOMENT = State._fields.index("upright"), State._fields.index("moment")
CHUNK = 1_000_000  # states written at a time

Longs = NDArray[np.int64]


class Codes:
    """States as integers of 60 bits, and back."""

    def __init__(self) -> None:
        self._known: list[dict[Any, int]] = [{} for _ in BITS]
        self._values: list[list[Any]] = [[] for _ in BITS]
        upright = sorted(range(1 << MOST_PLAYERS), key=int.bit_count, reverse=True)
        self._values[UPRIGHT] = upright  # so that a reroll, which exhausts a guardian, leads to a larger code
        self._known[UPRIGHT] = {who: number for number, who in enumerate(upright)}

    def pack(self, state: State) -> int:
        """Return the code of a state."""
        code = 0
        for value, known, values, bits in zip(state, self._known, self._values, BITS, strict=True):
            number = known.setdefault(value, len(values))
            if number == len(values):
                assert number >> bits == 0
                values.append(value)
            code = code << bits | number
        return code

    def unpack(self, code: int) -> State:
        """Return the state of a code."""
        fields = []
        for values, bits in zip(reversed(self._values), reversed(BITS), strict=True):
            fields.append(values[code & (1 << bits) - 1])
            code >>= bits
        return State(*reversed(fields))

    def sort(self, codes: NDArray[np.uint64]) -> Longs:
        """Return in which order the states come in a round."""
        places = list(map(place_in_round, self._values[MOMENT]))
        ranked = {place: rank for rank, place in enumerate(sorted(set(places)))}
        rank = np.array([ranked[place] for place in places], dtype=np.uint64)
        bits = BITS[MOMENT]
        moment, table = codes & np.uint64((1 << bits) - 1), codes >> np.uint64(bits)
        return np.argsort(rank[moment] << np.uint64(sum(BITS) - bits) | table, kind="stable")


def place_in_round(moment: Any) -> tuple[int, ...]:
    """Return a key by which every transition within the setup or a round leads to a larger one.

    But for failed rolls: a reroll leads to another one, with one guardian more who lies.
    """
    if isinstance(moment, Turn):
        return 1, moment.player, -moment.left
    if isinstance(moment, Failed | SpiritMoves | SpiritLost):  # `left` does not count the action under way
        return 1, moment.player, -moment.left - 1, 1 if isinstance(moment, Failed) else 2
    if isinstance(moment, AgentsAct):
        return 2, -len(moment.waiting)
    if isinstance(moment, Over):
        return (4,)
    if isinstance(moment, PlaceGuardian):
        return 0, 1, moment.player
    rolled = not isinstance(moment, Growth)
    return 3 * (not moment.setup), -moment.left - rolled, rolled


@dataclass(frozen=True, eq=False)
class Explicit:
    """An enumerated game.

    Attributes
    ----------
    codes : uint64[n]
        The states, breadth-first, packed.
    order : int64[n]
        The states as they come in the file.
    choices, branches : uint8[n], uint8[m]
        How many choices each state has, and branches each choice.
    target, weight : uint32[b], uint16[b]
        Successor, and which of the probabilities, of each branch.
    probabilities : float64
        Each value once, rounded to nearest.
    won : int
        The state in which the game is won.
    """

    codes: NDArray[np.uint64]
    order: Longs
    choices: NDArray[np.uint8]
    branches: NDArray[np.uint8]
    target: NDArray[np.uint32]
    weight: NDArray[np.uint16]
    probabilities: NDArray[np.float64]
    won: int


def enumerate_game(play: Play) -> Explicit:
    """Enumerate all states that can be reached from the start of the setup."""
    names = Codes()
    codes, index = array("Q"), dict[int, int]()
    choices, branches, target, weight = array("B"), array("B"), array("I"), array("H")
    weights: dict[Any, int] = {}
    won = -1

    def number(state: State) -> int:
        code = names.pack(state)
        found = index.setdefault(code, len(codes))
        if found == len(codes):
            codes.append(code)
        return found

    number(play.initial())
    for at, code in enumerate(codes):  # the array grows while we walk along it
        state = names.unpack(code)
        assert play.owner(state) != Owner.OPPONENT, "a game against an opponent is not an MDP"
        actions = play.actions(state)
        for action in actions:
            outcomes = play.outcomes(state, action)
            branches.append(len(outcomes))
            for probability, successor in outcomes:
                target.append(number(successor))
                weight.append(weights.setdefault(probability, len(weights)))
        if not actions:
            branches.append(1)
            target.append(at)
            weight.append(weights.setdefault(1, len(weights)))
            won = at if play.value(state) else won
        choices.append(len(actions) or 1)
    return Explicit(
        codes=np.frombuffer(codes, dtype=np.uint64),
        order=names.sort(np.frombuffer(codes, dtype=np.uint64)),
        choices=np.frombuffer(choices, dtype=np.uint8),
        branches=np.frombuffer(branches, dtype=np.uint8),
        target=np.frombuffer(target, dtype=np.uint32),
        weight=np.frombuffer(weight, dtype=np.uint16),
        probabilities=np.array([float(probability) for probability in weights]),
        won=won,
    )


def write_umb(model: Explicit, path: Path, *, breadth_first: bool = False) -> None:
    """Write the archive, not compressed; the states as they come in a round, or as they were found."""
    n = len(model.codes)
    order = np.arange(n) if breadth_first else model.order
    number = np.empty(n, dtype=np.int64)  # in the file
    number[order] = np.arange(n)
    label = {"alias": WIN, "applies-to": ["states"], "type": {"type": "bool", "size": 1}}
    index = {
        "format-version": 1,
        "format-revision": 0,
        "transition-system": {
            "time": "discrete",
            "#players": 1,
            "#states": n,
            "#initial-states": 1,
            "#choices": len(model.branches),
            "#choice-actions": 0,
            "#branches": len(model.target),
            "#branch-actions": 0,
            "#observations": 0,
            "branch-probability-type": {"type": "double", "size": 64},
        },
        "annotations": {"aps": {WIN: label}},
    }
    with tempfile.TemporaryDirectory(dir=path.parent) as name, tarfile.open(path, "w") as archive:
        folder = Path(name)
        (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
        _write_bits(folder / "state-is-initial.bin", n, number[0])
        _write_bits(folder / "win.bin", n, number[model.won])
        _write_arrays(folder, model, order, number)
        archive.add(folder / "index.json", "index.json")
        for array_name in ("state-to-choices", "state-is-initial", "choice-to-branches", "branch-to-target",
                           "branch-to-probability"):  # fmt: skip
            archive.add(folder / f"{array_name}.bin", f"{array_name}.bin")
        archive.add(folder / "win.bin", f"annotations/aps/{WIN}/states/values.bin")


def _write_bits(path: Path, n: int, place: int) -> None:
    """Write a set of one state as a mask of n bits."""
    mask = np.zeros(-(-n // 64), dtype="<u8")
    mask[place // 64] = np.uint64(1) << np.uint64(place % 64)
    mask.tofile(path)


def _write_arrays(folder: Path, model: Explicit, order: Longs, number: Longs) -> None:
    """Write choices and branches in the order of the file."""
    with (
        (folder / "state-to-choices.bin").open("wb") as choices,
        (folder / "choice-to-branches.bin").open("wb") as branches,
        (folder / "branch-to-target.bin").open("wb") as target,
        (folder / "branch-to-probability.bin").open("wb") as probability,
    ):
        np.zeros(1, dtype="<u8").tofile(choices)
        np.zeros(1, dtype="<u8").tofile(branches)
        choices_so_far = branches_so_far = 0
        for choice_counts, branch_counts, edges in _chunks(model, order):
            (choices_so_far + np.cumsum(choice_counts)).astype("<u8").tofile(choices)
            (branches_so_far + np.cumsum(branch_counts)).astype("<u8").tofile(branches)
            number[model.target[edges]].astype("<u8").tofile(target)
            model.probabilities[model.weight[edges]].astype("<f8").tofile(probability)
            choices_so_far += len(branch_counts)
            branches_so_far += len(edges)


def _chunks(model: Explicit, order: Longs) -> Iterator[tuple[Longs, Longs, Longs]]:
    """Yield, for runs of states of the file: choices of each, branches of each choice, and those branches."""
    first_choice = np.cumsum(model.choices, dtype=np.int64) - model.choices
    first_branch = np.cumsum(model.branches, dtype=np.int64) - model.branches
    for begin in range(0, len(order), CHUNK):
        states = order[begin : begin + CHUNK]
        counts = model.choices[states].astype(np.int64)
        chosen = _runs(first_choice[states], counts)
        sizes = model.branches[chosen].astype(np.int64)
        yield counts, sizes, _runs(first_branch[chosen], sizes)


def _runs(first: Longs, counts: Longs) -> Longs:
    """Return first[0], first[0] + 1, ... (counts[0] of them), then those from first[1] on, and so forth."""
    ends = np.cumsum(counts)
    found: Longs = np.repeat(first - ends + counts, counts) + np.arange(ends[-1])
    return found
