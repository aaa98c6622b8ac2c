"""Small boards laid out by hand, and ways to ask the process about them.

A card is one letter; the center is `o`. What lies on the table is written in letters too:
agents `"ax"` (one stands on a, one is exhausted; `r` is the reserve), spirits `"bq"` (one on b, one out
of the game), guardians `"Oa"` (seat 0 upright on o, seat 1 exhausted on a).
"""

from fractions import Fraction

import pytest

from layouts.board import Board
from layouts.cards import Ratings
from solver.guardians.attempts import target_of
from solver.guardians.game import Game
from solver.guardians.notation import format_action, parse_action
from solver.guardians.play import Play
from solver.guardians.rules import Rules
from solver.guardians.state import EXHAUSTED, OUT, RESERVE, Failed, Over, State, Turn
from solver.process import Owner

RATINGS = {3: (4, 2, 1), 4: (5, 3, 2), 5: (5, 3, 2), 6: (6, 5, 0)}  # the rulebook's cards
ROLLS = (216, 215, 212, 206, 196, 181, 160, 135, 108, 81, 56, 35, 20, 10, 4, 1)
MOST_STATES = 100_000  # a tiny board has fewer
WAYS = dict(zip(range(3, 19), ROLLS, strict=True))  # of 216 to reach a sum


def lay_board(cards, edges, ratings=None):
    """Return a board from "o6 a3 b3" and "oa ob"."""
    names = [card[0] for card in cards.split()]
    tags = [int(card[1]) for card in cards.split()]
    rated = [Ratings(*(ratings or {}).get(name, RATINGS[tag])) for name, tag in zip(names, tags, strict=True)]
    pairs = {frozenset(edge) for edge in edges.split()}
    neighbours = [
        tuple(j for j, other in enumerate(names) if frozenset((name, other)) in pairs) for name in names
    ]
    return Board(tuple(names), tuple(tags), tuple(rated), tuple(neighbours))


class Table:
    """A game, with letters for locations and words for actions."""

    def __init__(self, board, readings, lumped=False):
        self.board = board
        self.game = Game(board, Rules(**readings), lumped=lumped)
        self.play = Play(self.game)
        self.names = board.names

    def at(self, letter):
        return self.names.index(letter)

    def mask(self, letters):
        return sum(1 << self.at(letter) for letter in letters)

    def places(self, letters, others):
        return tuple(sorted(others[x] if x in others else self.at(x) for x in letters))

    def lay(self, dark, guardians, *, agents="rr", spirits="rr", first=0, moment=None):
        return State(
            dark=self.mask(dark),
            agents=self.places(agents, {"r": RESERVE, "x": EXHAUSTED}),
            spirits=self.places(spirits, {"r": RESERVE, "q": OUT}),
            at=tuple(self.at(letter.lower()) for letter in guardians),
            upright=sum(1 << seat for seat, letter in enumerate(guardians) if letter.isupper()),
            first=first,
            moment=moment or Turn(first, self.game.rules.actions),
        )

    def options(self, state):
        """Return the legal actions as words, each once."""
        found = [format_action(self.board, action) for action in self.play.actions(state)]
        assert len(set(found)) == len(found)
        return set(found)

    def can(self, state, verb):
        """Tell whether an action with this verb is legal, supported or not."""
        return any(action.verb == verb for action in self.play.actions(state))

    def do(self, state, action):
        """Return the distribution {state: probability} of a legal action."""
        act = parse_action(self.board, action)
        assert act in self.play.actions(state), f"{action} is not among {self.options(state)}"
        found = self.play.outcomes(state, act)
        spread = {outcome.state: outcome.probability for outcome in found}
        assert len(spread) == len(found)
        assert sum(spread.values()) == 1
        assert all(p > 0 for p in spread.values())
        return spread

    def only(self, state, action):
        """Return what a legal action surely leads to."""
        (following,) = self.do(state, action)
        return following

    def pass_on(self, state):
        """Stop until it is no player's turn, and return that state."""
        while isinstance(state.moment, Turn):
            state = self.only(state, "stop")
        return state

    def target(self, state, word):
        """Return the target of an attempt, and see that the chance of success is that of three dice."""
        action = parse_action(self.board, word)
        target = target_of(self.game, state, state.moment.player, action)
        failed = self.failure(state, word)
        assert failed == 1 - (Fraction(WAYS.get(target, 0), 216) if target > 3 else 1)
        return target

    def failure(self, state, word):
        """Return the chance that an attempt's first roll fails."""
        player, action = state.moment.player, parse_action(self.board, word)
        helpers = sum(1 << seat for seat in action.who)
        return sum(
            p
            for after, p in self.do(state, word).items()
            if isinstance(after.moment, Failed)
            or (after.moment == Over(False))
            or (after.at and not after.upright >> player & 1 and not helpers >> player & 1)
        )

    def steps(self, state):
        """Return where agents may step, as a set of words like "a>o"."""
        return {
            f"{self.names[action.source]}>{self.names[action.place]}" for action in self.play.actions(state)
        }

    def roll(self, state):
        """Return the distribution of the die of Darkness Grows."""
        assert self.play.owner(state) == Owner.CHANCE
        return self.do(state, "roll")


def explore(play, roots=None):
    """List every state that can be reached, breadth first, with {action: outcomes} of each."""
    found = dict.fromkeys(roots or [play.initial()])
    queue = list(found)
    for state in queue:
        found[state] = {action: play.outcomes(state, action) for action in play.actions(state)}
        for outcomes in found[state].values():
            for outcome in outcomes:
                if outcome.state not in found:
                    assert len(found) < MOST_STATES
                    found[outcome.state] = None
                    queue.append(outcome.state)
    return found


def best_chance(play, state, is_goal, is_end):
    """Return the greatest chance to reach a goal before an end, by looking ahead at everything."""
    if is_goal(state):
        return Fraction(1)
    if is_end(state):
        return Fraction(0)
    return max(
        sum(p * best_chance(play, after, is_goal, is_end) for p, after in play.outcomes(state, action))
        for action in play.actions(state)
    )


class Tools:
    """What a test may want besides a table."""

    ways = WAYS
    lay_board = staticmethod(lay_board)
    explore = staticmethod(explore)
    best_chance = staticmethod(best_chance)

    @staticmethod
    def chance(target):
        return Fraction(WAYS[target], 216)


@pytest.fixture(scope="session")
def tools():
    return Tools


@pytest.fixture(scope="session")
def table():
    """Return a function that makes a table: cards, edges, ratings that differ, and readings."""

    def make(cards="o6 a3", edges="oa", ratings=None, *, lumped=False, players=1, **readings):
        return Table(lay_board(cards, edges, ratings), {"players": players, **readings}, lumped)

    return make


@pytest.fixture(scope="session")
def triangle(table):
    """Return a function that makes a table with the center and two 3s, all adjacent."""
    return lambda **readings: table("o6 a3 b3", "oa ob ab", **readings)


@pytest.fixture(scope="session")
def pair(table):
    """Return a function that makes a table with the center and a 3."""
    return lambda **readings: table(**readings)
