"""Guardians of Hue as a stochastic decision process: each moment's actions, outcomes and owner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from solver.guardians import agents, attempts, growth, turn
from solver.guardians.action import ROLL_DIE, Action
from solver.guardians.game import Game
from solver.guardians.phases import begin_game
from solver.guardians.state import (
    AgentsAct,
    Darken,
    Failed,
    Growth,
    Over,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)
from solver.process import Outcome, Owner


class _Phase(NamedTuple):
    """The rules of one kind of moment."""

    actions: Callable[[Game, State], Sequence[Action]]
    outcomes: Callable[[Game, State, Action], Sequence[Outcome[State]]]


_PHASES = {
    Turn: _Phase(turn.actions, turn.outcomes),
    Failed: _Phase(attempts.support_actions, attempts.support_outcomes),
    SpiritMoves: _Phase(attempts.spirit_actions, attempts.spirit_outcomes),
    SpiritLost: _Phase(attempts.spirit_actions, attempts.spirit_outcomes),
    AgentsAct: _Phase(agents.actions, agents.outcomes),
    Growth: _Phase(lambda game, state: (ROLL_DIE,), growth.roll_outcomes),
    Darken: _Phase(growth.actions, growth.outcomes),
    PlaceAgent: _Phase(growth.actions, growth.outcomes),
    PlaceGuardian: _Phase(growth.actions, growth.outcomes),
    Over: _Phase(lambda game, state: (), lambda game, state, action: ()),
}
_LORD_SEPIAS = {
    "players": (),
    "lord_sepia_agents": (AgentsAct,),
    "lord_sepia": (AgentsAct, Darken, PlaceAgent),
}


@dataclass(frozen=True)
class Play:
    """The process of a `Game`; see `solver.process.Process` for what its methods promise."""

    game: Game

    def initial(self) -> State:
        """Return the table before the setup rolls."""
        return begin_game(self.game)

    def owner(self, state: State) -> Owner:
        """Return who decides: with reading R16, Lord Sepia chooses for darkness."""
        kind = type(state.moment)
        if kind is Over:
            return Owner.TERMINAL
        if kind is Growth:
            return Owner.CHANCE
        return Owner.OPPONENT if kind in _LORD_SEPIAS[self.game.rules.decider] else Owner.PLAYERS

    def value(self, state: State) -> Fraction:
        """Return 1 if the game was won and 0 if it was lost."""
        assert isinstance(state.moment, Over)
        return Fraction(state.moment.won)

    def actions(self, state: State) -> Sequence[Action]:
        """Return the legal actions, always in the same order."""
        return _PHASES[type(state.moment)].actions(self.game, state)

    def outcomes(self, state: State, action: Action) -> Sequence[Outcome[State]]:
        """Return the distribution over successors of a legal action."""
        return _PHASES[type(state.moment)].outcomes(self.game, state, action)
