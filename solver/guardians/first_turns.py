"""Where may the first turn of a game begin, and what is the start of the setup worth if those are known?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from solver.guardians.dense.space import ONE
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.phases import in_setup
from solver.guardians.play import Play
from solver.guardians.state import Over, State, Turn
from solver.process import Owner


def first_turns(game: Game) -> list[State]:
    """Return every state, of the lumped game, in which the first turn may begin; ends are left out."""
    play = Play(game)
    return sorted(_reach(play, [play.initial()], lambda state: not in_setup(state)))


def value_before(play: Play, state: State, values: Mapping[State, int]) -> float:
    """Return the value of a state of the setup, from those where the first turn begins."""
    known: dict[State, float] = {state: float(value) for state, value in values.items()}

    def value_of(state: State) -> float:
        if isinstance(state.moment, Over):
            return float(ONE if state.moment.won else 0)
        if state not in known:
            choices = [
                sum(chance * value_of(after) for chance, after in play.outcomes(state, action))
                for action in play.actions(state)
            ]
            known[state] = min(choices) if play.owner(state) == Owner.OPPONENT else max(choices)
        return known[state]

    return value_of(state)


def after_first_actions(game: Game, starts: Iterable[State]) -> list[State]:
    """Return every state after the first player's first action, be it the next one or the next turn."""
    first = Turn(0, game.rules.actions)
    return sorted(
        _reach(Play(game), starts, lambda state: isinstance(state.moment, Turn) and state.moment != first)
    )


def _reach(play: Play, begin: Iterable[State], stop: Callable[[State], bool]) -> set[State]:
    found: set[State] = set()
    seen = {representative(play.game, state) for state in begin}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        if isinstance(state.moment, Over):
            continue
        if stop(state):
            found.add(state)
            continue
        for action in play.actions(state):
            for _, after in play.outcomes(state, action):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found
