"""How does one play by a saved table? The policy whose value is certified, and playouts of it.

At each choice the players take the action with the highest lower bound, Lord Sepia the one with the lowest
upper bound; bounds of states that the table doesn't hold are worked out as in `look_up`. At the start of
rounds the table has L < T(L) wherever L > 0, so this policy raises the expected L every round: by it the
players win with a probability of at least L, from wherever it begins, and of at most the value, which is at
most U. (That Lord Sepia's part of it holds the players to U isn't proved: T(U) <= U says it of each round.)

Of actions with the very same lower bound the players take the one with which they are likeliest to win within
as many rounds as the table's header says (one), where that is found out by looking at few positions; else the
first. Among actions whose bounds merely overlap it isn't asked: by one with a lower bound that is less, the
expected L might not rise, and nothing would be proved of the policy.
"""

from __future__ import annotations

from search.look_up import MOST_KNOWN, LookUp
from search.soon import FEW_NODES, may_win_this_round, win_soon
from solver.guardians.action import Action
from solver.guardians.saved import SavedTable
from solver.guardians.state import State
from solver.process import Owner


class StoredPolicy:
    """The policy of a table, as a function from a state of its lumped game to an action."""

    def __init__(self, table: SavedTable) -> None:
        self.search = LookUp(table)
        self.tie_rounds = table.header.tie_rounds
        self.play = self.search.play
        self._chosen: dict[State, Action] = {}

    def __call__(self, state: State) -> Action:
        """Return the action for a state that is the players', Lord Sepia's, or a choice of darkness."""
        action = self._chosen.get(state)
        if action is None:
            if len(self._chosen) >= MOST_KNOWN:
                self._chosen.clear()
            action = self._chosen[state] = self._choose(state)
        return action

    def _choose(self, state: State) -> Action:
        play = self.play
        actions = play.actions(state)
        if len(actions) == 1:
            return actions[0]
        values = [self.search.average(list(play.outcomes(state, action))) for action in actions]
        if play.owner(state) == Owner.OPPONENT:
            return min(zip(actions, values, strict=True), key=lambda item: item[1][1])[0]
        best = max(lower for lower, _ in values)
        ties = [action for action, (lower, _) in zip(actions, values, strict=True) if lower == best]
        if len(ties) > 1 and may_win_this_round(play.game, state):
            soon, _ = win_soon(play, state, FEW_NODES, most=self.tie_rounds)
            return max(ties, key=lambda action: soon.get(action, 0.0))
        return ties[0]
