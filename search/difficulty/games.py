"""How do games go that are played perfectly? How long they are, when they are decided, how much is to choose.

Estimates from seeded playouts. Playthrough number i draws from `Random(f"{seed} {i}")`. Whoever decides
takes the action with the best bound that is proved: the players the highest lower one, Lord Sepia the
lowest upper one. A game is decided in the first round that begins with a chance of a tenth of what it was
at the start, or less, or with nine tenths of the way from there to 1, or more; or else when it ends.

Where winning is rare, hardly any of these games is won. So as many others are played given that they are: an
outcome s' of an action in s is drawn with p(s') · V(s') / Σ p · V, which is its probability among the games
that are won from there. The values being known within their gap, so are these probabilities.

A decision is a real choice if an action other than the best is tempting: worse, by more than the bounds, but
by no more than a tenth of the chance. (That some action is worse is hardly ever not so: one can always stop.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from search.playouts import draw
from search.values import Bounds, Values
from solver.guardians.action import Action
from solver.guardians.phases import begins_round, in_setup, seat_of
from solver.guardians.play import Play
from solver.guardians.state import Over, State, Turn, members
from solver.process import Outcome, Owner

LONGEST = 100_000
LOST_SHARE, WON_SHARE = Fraction(1, 10), Fraction(9, 10)
TEMPTING = Fraction(1, 10)
MOST_KNOWN = 1_000_000
"""States to remember what is best in."""


class Choice(NamedTuple):
    """What is done in a state, and whether it mattered."""

    action: Action
    is_real: bool


@dataclass
class Tally:
    """What playthroughs come to together."""

    count: int = 0
    won: int = 0
    losses: Counter[int] = field(default_factory=Counter)  # games lost, by rounds begun
    wins: Counter[int] = field(default_factory=Counter)  # of as many others, given that they are won
    endless: int = 0
    decided: Counter[int] = field(default_factory=Counter)  # games by the round in which they were
    turns: int = 0
    real_turns: int = 0
    rounds: int = 0
    dark: Counter[int] = field(default_factory=Counter)  # rounds that begin with a card dark, by location

    def add(self, other: Tally) -> None:
        """Take in what other playthroughs come to."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)

    def as_answer(self) -> dict[str, Any]:
        """Return all of it as JSON can have it."""

        def plain(counter: Counter[int]) -> list[list[int]]:
            return [[key, number] for key, number in sorted(counter.items())]

        return {
            "count": self.count,
            "won": self.won,
            "losses": plain(self.losses),
            "wins": plain(self.wins),
            "endless": self.endless,
            "decided": plain(self.decided),
            "turns": self.turns,
            "real_turns": self.real_turns,
            "rounds": self.rounds,
            "dark": plain(self.dark),
        }


def tally_of(answer: dict[str, Any]) -> Tally:
    """Return what `Tally.as_answer` has made an answer of."""

    def counter(pairs: list[tuple[int, int]]) -> Counter[int]:
        return Counter(dict(pairs))

    return Tally(
        answer["count"],
        answer["won"],
        counter(answer["losses"]),
        counter(answer["wins"]),
        answer["endless"],
        counter(answer["decided"]),
        answer["turns"],
        answer["real_turns"],
        answer["rounds"],
        counter(answer["dark"]),
    )


class Perfect:
    """Play by the values of a game, with what it remembers.

    Parameters
    ----------
    values
        Of all states that can follow the start.
    play
        The game as on the table, or lumped, of which there are fewer states to remember; by default that.
    """

    def __init__(self, values: Values, play: Play | None = None) -> None:
        self.values = values
        self.play = play or Play(values.game)
        self._chosen: dict[State, Choice] = {}
        self._worth: dict[State, Fraction] = {}

    def worth(self, state: State) -> Fraction:
        """Return the value of a state."""
        found = self._worth.get(state)
        if found is None:
            if len(self._worth) > MOST_KNOWN:
                self._worth.clear()
            found = self._worth[state] = self.values.value(state)
        return found

    def choose(self, state: State) -> Choice:
        """Return what is done in a state in which somebody decides."""
        found = self._chosen.get(state)
        if found is None:
            if len(self._chosen) > MOST_KNOWN:
                self._chosen.clear()
            found = self._chosen[state] = self._choose(state)
        return found

    def _choose(self, state: State) -> Choice:
        actions = self.play.actions(state)  # one only, where chance decides
        if len(actions) == 1:
            return Choice(actions[0], False)
        weighed = {action: self._bounds(state, action) for action in actions}
        if self.play.owner(state) == Owner.OPPONENT:
            best = min(weighed, key=lambda action: weighed[action][1])
        else:
            best = max(weighed, key=lambda action: weighed[action][0])
        return Choice(best, any(_is_tempting(weighed[best], other) for other in weighed.values()))

    def _bounds(self, state: State, action: Action) -> Bounds:
        lower = upper = Fraction(0)
        for p, after in self.play.outcomes(state, action):
            low, high = self.values.bounds(after)
            lower += p * low
            upper += p * high
        return lower, upper


def _is_tempting(best: Bounds, other: Bounds) -> bool:
    """Tell whether an action is worse than the best, for whoever decides, but not by much."""
    apart = other[1] < best[0] or other[0] > best[1]
    at_best = (best[0] + best[1]) / 2
    return apart and abs(at_best - (other[0] + other[1]) / 2) <= TEMPTING * at_best


def play_games(
    perfect: Perfect, numbers: Iterable[int], seed: int, check: Callable[[int], None] = lambda number: None
) -> Tally:
    """Play games from the start, and as many that are won, and tally them.

    Parameters
    ----------
    numbers
        Of the playthroughs, which say what they draw from.
    check
        Called after each with its number; it may raise.
    """
    tally = Tally()
    is_winnable = perfect.worth(perfect.play.initial()) > 0
    for number in numbers:
        _play_one(perfect, Random(f"{seed} {number}"), tally)
        rounds = _play_a_win(perfect, Random(f"{seed} {number} won")) if is_winnable else None
        if rounds is not None:
            tally.wins[rounds] += 1
        check(number)
    return tally


def _play_one(perfect: Perfect, random: Random, tally: Tally) -> None:
    play = perfect.play
    state = play.initial()
    begin = perfect.worth(state)
    low, high = LOST_SHARE * begin, begin + WON_SHARE * (1 - begin)
    rounds, decided = 0, None
    since_roll: set[State] = set()
    is_counted = True  # is it known already that the turn has a real choice?
    begins = not in_setup(state)
    tally.count += 1
    for _ in range(LONGEST):
        if begins:
            rounds += 1
            tally.rounds += 1
            tally.dark.update(members(state.dark))
            if decided is None and not low < perfect.worth(state) < high:
                decided = rounds
        moment = state.moment
        if isinstance(moment, Over):
            if moment.won:
                tally.won += 1
            else:
                tally.losses[rounds] += 1
            tally.decided[decided or rounds] += 1
            return
        if state in since_roll:
            break  # what is done depends on the state alone, so it would go round for ever
        since_roll.add(state)
        if isinstance(moment, Turn) and moment.left == play.game.rules.actions:
            tally.turns += 1
            is_counted = False
        action, is_real = perfect.choose(state)
        if is_real and not is_counted and seat_of(state) is not None:
            tally.real_turns += 1
            is_counted = True
        outcomes = play.outcomes(state, action)
        if len(outcomes) > 1:
            since_roll.clear()
        after = draw(outcomes, random)
        begins = begins_round(play.game, state, after)
        state = after
    tally.endless += 1


def _play_a_win(perfect: Perfect, random: Random) -> int | None:
    """Play a game given that it is won, and return its rounds; None if, within the gap, it isn't."""
    play = perfect.play
    state = play.initial()
    rounds = 0 if in_setup(state) else 1
    for _ in range(LONGEST):
        if isinstance(state.moment, Over):
            return rounds if state.moment.won else None
        outcomes = play.outcomes(state, perfect.choose(state).action)
        after = _draw_weighed(outcomes, [float(p * perfect.worth(each)) for p, each in outcomes], random)
        rounds += begins_round(play.game, state, after)
        state = after
    return None


def _draw_weighed(outcomes: Sequence[Outcome[State]], weights: list[float], random: Random) -> State:
    if not sum(weights):
        return outcomes[0].state
    return random.choices(outcomes, weights)[0].state
