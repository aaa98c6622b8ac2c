"""Exact values: policy iteration in rational arithmetic, and a certificate that proves them.

Under one policy a side a model is a chain. Its values are the *least* solution of V(s) = Σ p·V(s'):
0 wherever no positive terminal value can be reached, and the unique solution of a linear system
elsewhere (`solver.chains`).

**Policies.** Begin with choices that the float bounds can't exclude, tied ones so that they lead on.
Against the players' policy σ the opponent's best reply is found: where it can avoid positive terminal
values for ever it does, which is worth 0; everywhere else all plays end, so that policy iteration finds
the one fixed point. Then each state of the players where some choice is worth strictly more takes
the best one, and so on. The values never fall: let v be the old ones, v ≤ T_σ'(v). Where a new play
could stay for ever, v is constant and nothing was strictly better, so the choices there are old, the
opponent had avoided everything there before, and v = 0. There are finitely many policies, so this ends.

**Certificate.** V is the value, whatever led to it, if in exact arithmetic

1. V is right at the terminal states and T(V) ≤ V: then V is at least the least fixed point of T;
2. V ≤ T_σ(V), where T_σ lets the players follow σ and the opponent do anything; and V = 0 wherever,
   against σ, the opponent can avoid positive terminal values for ever. Elsewhere every play under σ
   surely gets to a terminal state or to where V = 0, so iterating T_σ shows V to be at most what σ
   secures.

`solve_exact` checks both at every state and every choice before it returns. Source: A. Hoffman and
R. Karp, On nonterminating stochastic games, Management Science 12 (1966).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from solver.bounds import Bounds, choice_bounds, solve_bounds
from solver.chains import TooLargeForExact, evaluate_chain
from solver.components import Predecessors, attract, find_predecessors
from solver.model import Model, S
from solver.process import Owner

__all__ = ["Exact", "TooLargeForExact", "solve_exact"]

LIMIT = 1000  # unknowns; 412 of them in a game of 98,615 states took half a minute
ZERO = fmpq(0)


@dataclass(frozen=True, eq=False)
class Exact:
    """Exact values of all states, and policies that prove them.

    Attributes
    ----------
    values : list of Fraction, length n
        Exact.
    policy : int64[n]
        An optimal choice of each state, the opponent's included; −1 where terminal.
    evaluations : int
        Policies that were evaluated.
    feedback : int
        Unknowns of the largest linear system.
    proof : str
        What was checked, in words.
    """

    values: list[Fraction]
    policy: NDArray[np.int64]
    evaluations: int
    feedback: int
    proof: str

    def __repr__(self) -> str:
        return f"<Exact: {len(self.values)} states, {self.evaluations} policies, {self.feedback} unknowns>"


def solve_exact(
    model: Model[S],
    bounds: Bounds | None = None,
    *,
    limit: int = LIMIT,
) -> Exact:
    """Return the exact value of every state.

    Parameters
    ----------
    model : Model
    bounds : Bounds, optional
        Where to begin; computed if missing. Any bounds will do, tight ones save evaluations.
    limit : int
        The largest linear system allowed.

    Returns
    -------
    Exact
        Proved in rational arithmetic.

    Raises
    ------
    TooLargeForExact
        A linear system would be larger than `limit`.
    """
    game = _Game(model)
    if bounds is None:
        bounds = solve_bounds(model, gap=1e-13, max_sweeps=1000)
    policy = _first_policy(game, bounds)
    evaluations = feedback = 0
    while True:
        avoided = _avoid(game, policy)
        _stay(game, policy, avoided)
        while True:
            values, size = evaluate_chain(model, policy, game.predecessors, limit)
            evaluations += 1
            feedback = max(feedback, size)
            if not _switch(game, policy, values, Owner.OPPONENT):
                break
        if not _switch(game, policy, values, Owner.PLAYERS):
            break
    _prove(game, policy, values)
    proof = "T(V) <= V, and V is what the players' policy secures; checked in rationals at every choice"
    fractions = [Fraction(int(v.p), int(v.q)) for v in values]
    return Exact(fractions, policy, evaluations, feedback, proof)


class _Game:
    """A model with what rational arithmetic wants at hand."""

    def __init__(self, model: Model[S]) -> None:
        self.model = model
        self.predecessors: Predecessors = find_predecessors(model)
        self.owner: list[int] = model.owner.tolist()
        self.probabilities = [fmpq(p.numerator, p.denominator) for p in model.probabilities]
        self.targets: list[int] = model.target.tolist()
        self.weights: list[int] = model.weight.tolist()
        self.edges: list[int] = model.first_transition.tolist()
        self.ends = [fmpq(v.numerator, v.denominator) for v in model.values]

    def back_up(self, choice: int, values: list[fmpq]) -> fmpq:
        """Return Σ p·V(s') of a choice, exact."""
        begin, end = self.edges[choice], self.edges[choice + 1]
        if end - begin == 1:
            return values[self.targets[begin]]
        p = self.probabilities
        return sum((p[self.weights[e]] * values[self.targets[e]] for e in range(begin, end)), ZERO)


def _first_policy(game: _Game, bounds: Bounds) -> NDArray[np.int64]:
    """Return choices that the bounds can't exclude; among these, ones that lead to positive ends."""
    model = game.model
    n = len(model)
    policy = np.full(n, -1, dtype=np.int64)
    good = np.zeros(model.count_choices(), dtype=np.bool_)
    for s in range(n):
        choices = model.choices(s)
        if len(choices) < 2:
            policy[s] = choices[0] if choices else -1
            good[choices.start : choices.stop] = True
            continue
        pairs = choice_bounds(model, bounds, s)
        if game.owner[s] == Owner.OPPONENT:
            least = min(high for _, high in pairs)
            wanted = [low <= least for low, _ in pairs]
            policy[s] = choices[min(range(len(pairs)), key=lambda i: pairs[i])]
        else:
            most = max(low for low, _ in pairs)
            wanted = [high >= most for _, high in pairs]
            policy[s] = choices[max(range(len(pairs)), key=lambda i: pairs[i])]
        good[choices.start : choices.stop] = wanted
    queue = [s for s in range(n) if model.terminal[s] >= 0 and model.values[model.terminal[s]] > 0]
    led = np.zeros(n, dtype=np.bool_)
    led[queue] = True
    first, choice, state = game.predecessors.first, game.predecessors.choice, game.predecessors.state
    for t in queue:
        for c in choice[first[t] : first[t + 1]].tolist():
            s = int(state[c])
            if good[c] and not led[s]:
                led[s] = True
                policy[s] = c
                queue.append(s)
    return policy


def _avoid(game: _Game, policy: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return where the opponent can avoid positive ends for ever, the players following `policy`."""
    model = game.model
    followed = np.repeat(model.owner != Owner.PLAYERS, np.diff(model.first_choice))
    followed[policy[model.owner == Owner.PLAYERS]] = True
    positive = np.array([v > 0 for v in model.values] + [False])[model.terminal]
    return ~attract(model, positive, model.owner == Owner.OPPONENT, followed, game.predecessors)


def _stay(game: _Game, policy: NDArray[np.int64], avoided: NDArray[np.bool_]) -> None:
    """Let the opponent stay among the `avoided` states where it can."""
    model = game.model
    for s in np.flatnonzero(avoided & (model.owner == Owner.OPPONENT)).tolist():
        policy[s] = next(
            c
            for c in model.choices(s)
            if all(avoided[t] for t in game.targets[game.edges[c] : game.edges[c + 1]])
        )


def _switch(game: _Game, policy: NDArray[np.int64], values: list[fmpq], owner: Owner) -> bool:
    """Take the best choice wherever it is strictly better for `owner`; return whether one was."""
    switched = False
    for s in np.flatnonzero(game.model.owner == owner).tolist():
        best = values[s]
        for c in game.model.choices(s):
            value = game.back_up(c, values)
            if value < best if owner == Owner.OPPONENT else value > best:
                best, policy[s] = value, c
                switched = True
    return switched


def _prove(game: _Game, policy: NDArray[np.int64], values: list[fmpq]) -> None:
    """Check the certificate in the module's docstring; raise AssertionError if it does not hold."""
    model = game.model
    avoided = _avoid(game, policy)
    for s, value in enumerate(values):
        if game.owner[s] == Owner.TERMINAL:
            good = value == game.ends[model.terminal[s]]
        else:
            backups = [game.back_up(c, values) for c in model.choices(s)]
            if game.owner[s] == Owner.OPPONENT:
                good = min(backups) == value
            else:
                good = max(backups) == value == game.back_up(int(policy[s]), values)
        if not good or (avoided[s] and value != 0):
            raise AssertionError(f"no proof of the value of state {s}: {model.states[s]!r}")
