"""The win probability of a whole game from both sides, proved; for boards too large to enumerate.

With T the sweep of one round (`sweep`), rounded down (T↓) or up (T↑), and V its least fixed point:

**Lower bound.** L ≤ V if L < T↓(L) wherever L > 0: the players have a policy by which the expected L grows,
so that they surely come to the end or to where L = 0. That holds with end components and with an opponent,
too.

**Upper bound.** U ≥ V if T↑(U) ≤ U. Here end components don't harm either: an average of equal values is
that value in this arithmetic.

**Finding them.** L is near the fixed point of T↓ − slack, U near that of T↑ + slack, slack being a few
steps of the number format: so each is at most (slack + the rounding of a round) · (rounds to come) from V,
and the guess that proves them is not where rounding errors decide. `mixing` proposes the guesses. Where
darkness grows at most once a round, the groups of states with 0, 1, 2 agents in the reserve, to which none
ever goes back, are solved one after the other.

Where games hardly end, as the guardians can wait for ever, or nearly so (`ends`), T↑ + slack has no fixed
point below 1, or hardly, and a guess that is too high comes down by no more than the slack in a sweep. There
the slack falls from 1e-6, and L is led from the last two of its fixed points; U begins a little above L, by
the rounds to come, and is raised to what sweeps make of it until T↑(U) ≤ U (`slack`). Where waiting costs
nothing, U comes first, by plain sweeps, and L from there.

Nine cards, two players, easy is the touchstone. Its slow mode is 0.9925 a sweep, and one changes its sign,
−0.946: a thousand sweeps without help. What was tried there, by the rms of T(x) − x reached from 6e-5:

- Aitken's guess along one mode: each followed by corrections of 1e-3 again.
- Reduced rank extrapolation and Anderson mixing of type II (both make a sum of squares least), with 2 to 7
  vectors, with the slowest mode kept apart, or over damped cycles: they stay at 1e-5. On eight cards
  (0.945) they do well, 1e-9 in 40 sweeps.
- Minimal polynomial extrapolation with three modes, every 16 sweeps: 1e-6 after 68 sweeps, and slow.
- Damped sweeps and Aitken's guess every 14: 9e-8 after 76.
- Type I mixing over cycles of ten sweeps (this one), from a guess 14 plain sweeps in: the lower bound of the
  first group is proved after 175 sweeps; from 0 it takes 300, with steps that overshoot on the way. Its upper
  bound takes 41 more, from the pairs that mixing has found. Both bounds of all groups: 358 sweeps.

On revised easy and medium (nine cards) games hardly end. By how far guesses were off:

- At the last slack at once, they come to 2e-9 and stay, as many are too high; plain sweeps from 0 would take
  over a thousand, and leaps along the last step, taken back where a sweep lowered them, were seldom accepted.
- Slacks that fall tenfold from 1e-4, from 0 upward: at the first three slacks guesses diverge (6e-4, 2e-2,
  1.0), and are given up. One player, easy, whole: 3,896 sweeps; two players, medium: not done in 3,698.
- There, taking back a guess that is further off: as slow as plain sweeps (0.9925). Aitken's guess state by
  state, capped or not: diverges. Sweeps of the sets with few dark cards in between: 24 % fewer of the whole
  ones (five cards), and more in all.
- Coming down from above from a slack of 1e-6, medium's: one player, easy, the part with one spirit: 717
  sweeps, all of them settle, and the bounds are 4e-7 apart.
- First U, by plain sweeps of the most that anything is worth, and L from U at the last two slacks, easy's:
  of that part 374 sweeps, and whole 715 instead of 1,620, 3e-7 apart; two players, whole, 261. With U only
  until a sweep lowers nothing by more than 40 steps instead of 4, 15 sweeps less for it, and up to 100 more
  for L. With mixing, U takes 85 sweeps instead of 115, or goes on for ever, a step up and a step down. L led
  along the line through U: never proved.
- Of that part, the group with both agents on the table (409 sweeps): without the slack of 2e-7 387 instead of
  370 for its lower bound, and the upper one not closed in 60 more. Five pairs instead of two: 81 instead of
  101 at the first slack, for 12 bytes more a value. Weights of its own for each dark set: diverges. From U,
  which plain sweeps of the most that anything is worth come to by themselves after 130 (64 % of the values
  are that most): 101 at the first slack, too. Momentum from 0 (cycles of five sweeps, each step between
  cycles gone on with by k / (k + 3) in the k-th, anew where that no longer helps, and not above the most):
  255 down to a slack of 2e-8, and then not settled at 2e-9 in 350.
- With Lord Sepia (one player, easy) guesses on the way down jump between 1e-4 and 6e-2 and don't settle: the
  guardians hold out at a risk of 3e-5 a round, so what is too high stays so for 30,000 sweeps, and leaps that
  must leave a bound are hardly ever longer than 1. On the way up the first slack settles, the next ones
  don't in 16 guesses; falling by 3 instead of 10 they do, in 17 guesses each, to 1e-5. Momentum from 0 is
  steady: 5e-3 off after 250 sweeps, 1e-4 after 350, 1e-5 after 500. Its values are 0.051 on average, and
  those at a slack of 1.1e-5 are 0.034: over 1,500 rounds are to come. So many times the least slack, 8 steps,
  is 3e-6: in this number format bounds 1e-6 apart can't be had there.
- Raising U by more than what a sweep asks for runs away where the guardians can wait.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.guardians.dense.arithmetic import Values
from solver.guardians.dense.guesses import Arrays, Facts
from solver.guardians.dense.lookup import Ints, lost_spirits
from solver.guardians.dense.part import Part, PartSolver
from solver.guardians.dense.space import Space
from solver.guardians.dense.step import Step
from solver.guardians.dense.sweep import Fails, Sweeper
from solver.guardians.game import Game
from solver.guardians.held import HeldLayers, Holds


@dataclass(frozen=True)
class Solved:
    """A part with what is needed to sweep it once more: `sweeper.sweep(part.lower, False, fails=...)`."""

    sweeper: Sweeper
    part: Part
    lower_fails: Fails | None
    upper_fails: Fails | None


AfterSweep = Callable[["Going", Step, bool], None]


@dataclass
class Going:
    """A solve under way: the part it is at, and what it takes over from the part before."""

    spirits: int
    lower_fails: Fails | None
    upper_fails: Fails | None
    solver: PartSolver | None = None

    def state(self) -> tuple[Facts, Arrays]:
        """Return all that `solve_game` needs to go on; see `PartSolver.state`."""
        assert self.solver is not None
        facts, arrays = self.solver.state()
        for name, fails in (("lower_fails", self.lower_fails), ("upper_fails", self.upper_fails)):
            arrays |= {f"{name}_{turn}_{left}": values for (turn, left), values in (fails or {}).items()}
        return {**facts, "spirits": self.spirits}, arrays

    def first_turns(self) -> Holds | None:
        """Return the bounds of the first turns so far, once there is a lower one; before that a guess."""
        solver = self.solver
        if solver is None or self.spirits < solver.sweeper.rules.spirits:
            return None
        return HeldLayers(solver.sweeper.space, *solver.bounds())


def read_fails(arrays: Arrays, name: str) -> Fails | None:
    """Return what `state` has put among the arrays under a name."""
    found: Fails = {}
    for key, values in arrays.items():
        if key.startswith(f"{name}_"):
            turn, left = key.split("_")[-2:]
            found[int(turn), int(left)] = values
    return found or None


def solve_game(
    game: Game,
    *,
    gap: float = 1e-6,
    threads: int = 2,
    after_sweep: AfterSweep = lambda going, step, at_guess: None,
    keep: Callable[[Solved], None] | None = None,
    begin_with: tuple[Facts, Arrays] | None = None,
) -> tuple[Space, Part]:
    """Bound the start of every round in which no spirit is lost yet; parts with fewer spirits first.

    Parameters
    ----------
    gap
        Wanted between the bounds, everywhere.
    after_sweep
        Called after each sweep; what it raises ends the solve, whose `state` can then still be asked for.
    keep
        Called with each part as it is solved; what it is given is overwritten afterwards.
    begin_with
        The `state` of an earlier solve of the same game: it goes on there, without parts kept before.
    """
    most = game.rules.spirits
    fewest = 1 if game.rules.center_penalty and most else most
    going = Going(fewest, None, None)
    if begin_with:
        facts, arrays = begin_with
        going = Going(facts["spirits"], read_fails(arrays, "lower_fails"), read_fails(arrays, "upper_fails"))
    first: Values | None = None
    while True:
        spirits = going.spirits
        space = Space(game, spirits)
        sweeper = Sweeper(space, threads)
        solver = PartSolver(
            sweeper,
            going.lower_fails,
            going.upper_fails,
            gap=gap / 2 ** (most - spirits),
            first=first,
            after_sweep=lambda _, step, at_guess: after_sweep(going, step, at_guess),
        )
        first = None
        if begin_with:
            solver.resume(*begin_with)
            begin_with = None
        going.solver = solver
        part = solver.run()
        lower_fails = upper_fails = None
        if spirits < most:
            # Of the bounds as they were proved: then they can be proved anew from what is saved.
            larger = Space(game, spirits + 1)
            lower_fails = _fails(sweeper, part.lower.copy(), False, going.lower_fails, larger)
            upper_fails = _fails(sweeper, part.upper.copy(), True, going.upper_fails, larger)
        if keep:
            keep(Solved(sweeper, part, going.lower_fails, going.upper_fails))
        if spirits == most:
            return space, part
        first = Sweeper(larger).new_layer(0)
        leave_one_out(first, larger, part.lower.__getitem__, space)
        going.solver = None
        going.lower_fails, going.upper_fails = lower_fails, upper_fails
        going.spirits += 1
        del part, solver  # their memory is needed


def _fails(sweeper: Sweeper, layer: Values, up: bool, fails: Fails | None, larger: Space) -> Fails:
    """Return what losing a spirit leads to in the part with one more; spoils the layer."""
    lost = lost_spirits(larger, sweeper.space)
    found: Fails = {}

    def visit(turn: int, left: int, layer: Values) -> None:
        found[turn, left] = fails_of(layer, sweeper.space, lost)

    sweeper.sweep(layer, up, fails=fails, visit=visit)
    return found


def fails_of(layer: Values, space: Space, lost: Ints) -> Values:
    """Return what losing a spirit at the center leads to, [agents][spirits of the larger part][others].

    Parameters
    ----------
    lost
        Which spirits' ranks may be left, for each rank of the larger part; see `lost_spirits`.
    """
    rows = layer[0, :, 2 * space.game.center]
    choices = np.where(lost[None, :, :, None] >= 0, rows[:, lost], 0)
    return np.ascontiguousarray(choices.max(axis=2))


def leave_one_out(layer: Values, space: Space, row_below: Callable[[int], Values], smaller: Space) -> None:
    """Set a layer to the values of the part with one spirit less, whichever is best to leave out.

    Parameters
    ----------
    row_below
        Returns the values of a dark set in the layer of that part, `smaller`.
    """
    lost = lost_spirits(space, smaller)
    for s in range(len(layer) - 1):
        row = row_below(s).reshape(smaller.shape[1:])
        choices = np.where(lost[None, None, :, :, None] >= 0, row[:, :, lost], 0)
        layer[s] = choices.max(axis=3)
