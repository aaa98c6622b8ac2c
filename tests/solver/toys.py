"""Small processes whose values are known exactly, for every solver to reproduce."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from solver.model import Model
from solver.process import Outcome, Owner

F = Fraction
HALF = F(1, 2)
MAX, MIN, DICE = Owner.PLAYERS, Owner.OPPONENT, Owner.CHANCE

Lottery = Mapping[str, Fraction | int]
Turn = tuple[Owner, Mapping[str, Lottery]]


@dataclass(frozen=True)
class TableProcess:
    """A process written down: a terminal value, or who decides among which lotteries, for each state."""

    start: str
    table: Mapping[str, Turn | Fraction]

    def initial(self) -> str:
        return self.start

    def owner(self, state: str) -> Owner:
        entry = self.table[state]
        return Owner.TERMINAL if isinstance(entry, Fraction) else entry[0]

    def value(self, state: str) -> Fraction:
        entry = self.table[state]
        assert isinstance(entry, Fraction)
        return entry

    def actions(self, state: str) -> Sequence[str]:
        entry = self.table[state]
        return () if isinstance(entry, Fraction) else tuple(entry[1])

    def outcomes(self, state: str, action: str) -> Sequence[Outcome[str]]:
        entry = self.table[state]
        assert not isinstance(entry, Fraction)
        return [Outcome(F(p), s) for s, p in entry[1][action].items()]


@dataclass(frozen=True)
class Toy:
    process: TableProcess
    values: Mapping[str, Fraction]  # exact, of every state


def mixed(p: Fraction, win: str = "win", lose: str = "lose") -> Lottery:
    """Win with probability p, otherwise lose."""
    return {win: p, lose: 1 - p}


def toy(table: dict[str, Turn | Fraction], values: dict[str, Fraction | int]) -> Toy:
    """Add win and lose, and start in the first state of the table."""
    start = next(iter(table))
    ends: dict[str, Turn | Fraction] = {"win": F(1), "lose": F(0)}
    process = TableProcess(start, {**table, **ends})
    seen, queue = {start}, [start]
    while queue:
        state = queue.pop()
        for action in process.actions(state):
            for _, successor in process.outcomes(state, action):
                if successor not in seen:
                    seen.add(successor)
                    queue.append(successor)
    known = {**{s: F(v) for s, v in values.items()}, "win": F(1), "lose": F(0)}
    for state, entry in process.table.items():
        if isinstance(entry, Fraction):
            known[state] = entry
    return Toy(process, {s: known[s] for s in seen})


def gamblers_ruin(p: Fraction, top: int) -> Toy:
    """Play for 1 with chance p until 0 or `top`: (1 − r^i) / (1 − r^top) with r = (1 − p) / p."""
    table: dict[str, Turn | Fraction] = {}
    for i in [top // 2, *range(1, top)]:
        up, down = ("win" if i == top - 1 else f"{i + 1}"), ("lose" if i == 1 else f"{i - 1}")
        table[f"{i}"] = (DICE, {"bet": {up: p, down: 1 - p}})
    r = (1 - p) / p
    values = {f"{i}": F(i, top) if r == 1 else (1 - r**i) / (1 - r**top) for i in range(1, top)}
    return toy(table, values)


def slow_mode(keep: Fraction, steps: int) -> Toy:
    """A round of several steps that starts again with chance `keep`; else a third of the rest wins."""
    table: dict[str, Turn | Fraction] = {
        "round": (MAX, {"fight": {"step 1": 1}, "give up": mixed(F(1, 5))}),
    }
    for i in range(1, steps):
        table[f"step {i}"] = (DICE, {"roll": {f"step {i + 1}": F(5, 6), f"step {i} bis": F(1, 6)}})
        table[f"step {i} bis"] = (DICE, {"roll": {f"step {i + 1}": 1}})
    rest = 1 - keep
    table[f"step {steps}"] = (DICE, {"roll": {"round": keep, "win": rest / 3, "lose": 2 * rest / 3}})
    names = [
        "round",
        *(f"step {i}" for i in range(1, steps + 1)),
        *(f"step {i} bis" for i in range(1, steps)),
    ]
    return toy(table, dict.fromkeys(names, F(1, 3)))


TINY = F(1, 10**7)

TOYS: dict[str, Toy] = {
    "retry until success": toy(
        {"try": (MAX, {"roll": {"win": F(5, 216), "try": F(211, 216)}, "stop": mixed(F(9, 10))})},
        {"try": 1},
    ),
    "gambler's ruin, fair": gamblers_ruin(HALF, 10),
    "gambler's ruin, unfair": gamblers_ruin(F(2, 5), 12),
    "win p, lose p, else stay": toy(
        {"s": (DICE, {"roll": {"win": TINY, "lose": TINY, "s": 1 - 2 * TINY}})}, {"s": HALF}
    ),
    "win p, lose p, else stay, by way of another state": toy(
        {"s": (DICE, {"roll": {"win": TINY, "lose": TINY, "t": 1 - 2 * TINY}}), "t": (MAX, {"on": {"s": 1}})},
        {"s": HALF, "t": HALF},
    ),
    "wait for ever": toy(
        {"here": (MAX, {"wait": {"there": 1}, "go": mixed(HALF)}), "there": (DICE, {"pass": {"here": 1}})},
        {"here": HALF, "there": HALF},
    ),
    "wait in one place": toy({"s": (MAX, {"wait": {"s": 1}, "go": mixed(F(1, 3))})}, {"s": F(1, 3)}),
    "wait with dice": toy(
        {
            "a": (MAX, {"wait": {"b": F(1, 3), "c": F(2, 3)}, "go": mixed(F(3, 7))}),
            "b": (DICE, {"roll": {"a": F(1, 6), "c": F(5, 6)}}),
            "c": (MAX, {"wait": {"a": F(1, 10), "b": F(9, 10)}, "go": mixed(F(2, 5))}),
        },
        {"a": F(3, 7), "b": F(3, 7), "c": F(3, 7)},
    ),
    "tie": toy(
        {"s": (MAX, {"left": mixed(HALF), "right": {"t": 1}}), "t": (DICE, {"roll": mixed(HALF)})},
        {"s": HALF, "t": HALF},
    ),
    "nested components": toy(
        {
            # a and b go round; c is reached from b and leads back, by a door that may also lose.
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(F(1, 4))}),
            "b": (MAX, {"back": {"a": 1}, "outer": {"c": 1}, "leave": mixed(F(1, 3))}),
            "c": (MAX, {"round": {"d": 1}, "leave": {"a": HALF, "win": F(1, 4), "lose": F(1, 4)}}),
            "d": (DICE, {"roll": {"c": HALF, "a": HALF}}),
        },
        {"a": HALF, "b": HALF, "c": HALF, "d": HALF},
    ),
    "two components in a row": toy(
        {
            "a": (MAX, {"wait": {"b": 1}, "on": {"c": F(2, 3), "lose": F(1, 3)}}),
            "b": (MAX, {"wait": {"a": 1}, "leave": mixed(F(1, 5))}),
            "c": (MAX, {"wait": {"d": 1}, "leave": mixed(F(1, 7))}),
            "d": (MAX, {"wait": {"c": 1}, "leave": mixed(F(3, 4))}),
        },
        {"a": HALF, "b": HALF, "c": F(3, 4), "d": F(3, 4)},
    ),
    "component without a way out": toy(
        {
            "s": (MAX, {"in": {"a": 1}, "go": {"a": F(2, 3), "win": F(1, 3)}}),
            "a": (MAX, {"on": {"b": 1}, "stay": {"a": 1}}),
            "b": (DICE, {"roll": {"a": HALF, "b": HALF}}),
        },
        {"s": F(1, 3), "a": 0, "b": 0},
    ),
    "component that can only lose": toy(
        {"a": (MAX, {"on": {"b": 1}, "end": {"lose": 1}}), "b": (DICE, {"roll": {"a": HALF, "lose": HALF}})},
        {"a": 0, "b": 0},
    ),
    "long way to a loss": toy(
        {
            "a": (DICE, {"roll": {"b": F(9, 10), "lose": F(1, 10)}}),
            "b": (DICE, {"roll": {"a": F(9, 10), "lose": F(1, 10)}}),
        },
        {"a": 0, "b": 0},
    ),
    "values between 0 and 1": toy(
        {
            "s": (MAX, {"bank": {"third": 1}, "risk": {"win": F(1, 7), "third": F(3, 7), "s": F(3, 7)}}),
            "third": F(1, 3),
        },
        {"s": HALF},
    ),
    "opponent holds play inside": toy(
        {
            # Staying costs the opponent 1/4 (the players leave); letting go would cost 1/2.
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(F(1, 4))}),
            "b": (MIN, {"back": {"a": 1}, "let go": mixed(HALF)}),
        },
        {"a": F(1, 4), "b": F(1, 4)},
    ),
    "opponent lets go": toy(
        {
            # Staying would cost the opponent 1/2, since the players leave; letting go costs 1/4.
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(HALF)}),
            "b": (MIN, {"back": {"a": 1}, "let go": mixed(F(1, 4))}),
        },
        {"a": HALF, "b": F(1, 4)},
    ),
    "opponent must let go": toy(
        {"a": (MAX, {"on": {"b": 1}}), "b": (MIN, {"good": mixed(F(2, 3)), "bad": mixed(F(3, 4))})},
        {"a": F(2, 3), "b": F(2, 3)},
    ),
    "opponent avoids for ever": toy(
        {
            "a": (MAX, {"on": {"b": 1}}),
            "b": (MIN, {"back": {"a": 1}, "win": {"win": 1}}),
        },
        {"a": 0, "b": 0},
    ),
    "opponent holds one ring, lets go of another": toy(
        {
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(F(1, 8))}),
            "b": (MIN, {"back": {"a": 1}, "further": {"c": 1}}),
            "c": (MAX, {"on": {"d": 1}, "leave": mixed(F(3, 4))}),
            "d": (MIN, {"back": {"c": 1}, "let go": mixed(F(2, 3)), "to a": {"e": 1}}),
            "e": (DICE, {"roll": {"a": HALF, "win": HALF}}),
        },
        {"a": F(1, 8), "b": F(1, 8), "c": F(3, 4), "d": F(9, 16), "e": F(9, 16)},
    ),
    "opponent keeps two rings apart": toy(
        {
            # All four could go round together, and leave from c; but b never goes further.
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(F(1, 8))}),
            "b": (MIN, {"back": {"a": 1}, "further": {"c": 1}}),
            "c": (MAX, {"on": {"d": 1}, "over": {"a": 1}, "leave": mixed(F(3, 4))}),
            "d": (MAX, {"back": {"c": 1}}),
        },
        {"a": F(1, 8), "b": F(1, 8), "c": F(3, 4), "d": F(3, 4)},
    ),
    "opponent and players, all tied": toy(
        {
            "a": (MAX, {"on": {"b": 1}, "leave": mixed(F(1, 3))}),
            "b": (MIN, {"back": {"a": 1}, "dice": {"c": 1}, "let go": mixed(F(1, 3))}),
            "c": (DICE, {"roll": {"a": F(1, 3), "b": F(2, 3)}}),
        },
        {"a": F(1, 3), "b": F(1, 3), "c": F(1, 3)},
    ),
    "slow mode": slow_mode(F(992, 1000), 10),
    "very slow mode": slow_mode(F(99_999, 100_000), 3),
}


def random_process(seed: int, *, states: int = 8, games: bool = True) -> TableProcess:
    """Return a random process: few distinct targets, so that cycles, ties and end components abound."""
    rng = random.Random(seed)
    names = [f"s{i}" for i in range(states)]
    ends = {"win": F(1), "lose": F(0), "half": HALF}
    table: dict[str, Turn | Fraction] = dict(ends)
    owners = [MAX, MAX, DICE, MIN] if games else [MAX, MAX, DICE]
    for name in names:
        owner = rng.choice(owners)
        choices: dict[str, Lottery] = {}
        for i in range(1 if owner is DICE else rng.randint(1, 3)):
            sure = owner is not DICE and rng.random() < 0.6
            pool = names if rng.random() < 0.7 else [*names, *ends]
            targets = rng.sample(pool, 1 if sure else rng.randint(2, 3))
            parts = [rng.randint(1, 5) for _ in targets]
            choices[f"{i}"] = {t: F(w, sum(parts)) for t, w in zip(targets, parts, strict=True)}
        table[name] = (owner, choices)
    return TableProcess(names[0], table)


def brute_force(model: Model[str]) -> list[Fraction]:
    """Return exact values: max over the players' memoryless policies of min over the opponent's.

    Shares nothing with the solvers: each pair of policies is a chain, solved by Gauss's method on the
    states that reach a positive end.
    """
    n = len(model)
    options = [list(model.choices(s)) for s in range(n)]
    players = [s for s in range(n) if model.owner[s] == MAX]
    opponents = [s for s in range(n) if model.owner[s] == MIN]
    best = [F(0)] * n
    for ours in product(*(options[s] for s in players)):
        worst = [F(1)] * n
        for theirs in product(*(options[s] for s in opponents)):
            chosen = dict(zip(players, ours, strict=True)) | dict(zip(opponents, theirs, strict=True))
            rows = []
            for s in range(n):
                choice = chosen.get(s, options[s][0] if options[s] else -1)
                rows.append(model.transitions(choice) if options[s] else None)
            worst = [min(a, b) for a, b in zip(worst, _chain(model, rows), strict=True)]
        best = [max(a, b) for a, b in zip(best, worst, strict=True)]
    return best


def _chain(model: Model[str], rows: list[list[tuple[Fraction, int]] | None]) -> list[Fraction]:
    values = [model.values[model.terminal[s]] if row is None else F(0) for s, row in enumerate(rows)]
    positive = {s for s, v in enumerate(values) if v > 0}
    while True:
        more = {s for s, row in enumerate(rows) if row and any(t in positive for _, t in row)} | positive
        if more == positive:
            break
        positive = more
    unknown = [s for s in sorted(positive) if rows[s] is not None]
    place = {s: i for i, s in enumerate(unknown)}
    size = len(unknown)
    matrix = [[F(0)] * (size + 1) for _ in unknown]
    for s, i in place.items():
        matrix[i][i] += 1
        for p, t in rows[s] or ():
            if t in place:
                matrix[i][place[t]] -= p
            else:
                matrix[i][size] += p * values[t]
    for i in range(size):
        pivot = next(j for j in range(i, size) if matrix[j][i] != 0)
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [x / matrix[i][i] for x in matrix[i]]
        for j in range(size):
            if j != i and matrix[j][i] != 0:
                factor = matrix[j][i]
                matrix[j] = [x - factor * y for x, y in zip(matrix[j], matrix[i], strict=True)]
    for s, i in place.items():
        values[s] = matrix[i][size]
    return values
