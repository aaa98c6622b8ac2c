"""The values of the one game that a report looks at closely, worked out only if something asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from layouts.errors import RuleError
from search.difficulty.clock import LeftOut
from search.difficulty.games import Perfect
from search.difficulty.worth import OutOfTime, Stop, estimate_seconds
from search.on_the_spot import MOST_ENUMERATED, save_table
from search.values import Values, values_by_solving, values_of_table
from solver.guardians.dense.scope import GAP, refusal_of
from solver.guardians.game import Game
from solver.guardians.phases import begin_game
from solver.guardians.saved_folder import find_table
from solver.guardians.size import estimate_states

if TYPE_CHECKING:
    from solver.guardians.saved import SavedTable


class CloseLook:
    """A game, and its values once they are asked for.

    Parameters
    ----------
    code
        Of the layout; a saved table has it.
    """

    def __init__(self, game: Game, code: str) -> None:
        self.game = Game(game.board, game.rules, lumped=True)
        self.code = code
        self._values: Values | None = None
        self._perfect: Perfect | None = None
        self._table: SavedTable | None = None if self._is_enumerated else find_table(self.game)

    @property
    def _is_enumerated(self) -> bool:
        return estimate_states(self.game) <= MOST_ENUMERATED or bool(refusal_of(self.game.rules))

    @property
    def seconds(self) -> float | None:
        """About how long the values take; None if they can't be worked out."""
        return 0.0 if self._values or self._table else estimate_seconds(self.game)

    def values(self, stop: Stop, say: Callable[[str], None]) -> Values:
        """Return the values; they are solved for if need be, and saved if the game is large.

        Raises
        ------
        OutOfTime
            When `stop` says so.
        LeftOut
            If a table can't be saved.
        """
        if self._values is None:
            self._values = self._find(stop, say)
        return self._values

    def perfect(self, stop: Stop, say: Callable[[str], None]) -> Perfect:
        """Return perfect play by these values, which remembers what it looked up; raises as `values` does."""
        if self._perfect is None:
            self._perfect = Perfect(self.values(stop, say))
        return self._perfect

    def _find(self, stop: Stop, say: Callable[[str], None]) -> Values:
        if self._table is not None:
            return values_of_table(self._table)
        if self._is_enumerated:

            def watch(what: str, done: int, _: int | None) -> None:
                say(f"{what}: {done:,}")
                if stop():
                    raise OutOfTime

            return values_by_solving(
                Game(self.game.board, self.game.rules), begin_game(self.game), progress=watch
            )
        return values_of_table(self._save(stop, say))

    def _save(self, stop: Stop, say: Callable[[str], None]) -> SavedTable:
        def watch(_: Any, step: Any, __: bool) -> None:
            say(f"{step.sweeps:,} sweeps")
            if stop():
                raise OutOfTime

        try:
            self._table = save_table(self.game, self.code, gap=GAP, after_sweep=watch)
        except RuleError as error:
            raise LeftOut(str(error), for_good=True) from None
        return self._table
