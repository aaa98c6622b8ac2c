"""What is a position worth, by a saved table of its game?

The file is mapped, not read; each block is checked when first looked at. A table answers for its own
layout and for any other that is the same but for the cards' names and order (`renaming`). Looking a
value up imports no library: that would take longer than the rest.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from layouts.errors import ParseError, RuleError, quote
from layouts.toml import where_of
from solver.guardians.dense.space import ONE, Space
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.notation import format_rules
from solver.guardians.renaming import Renaming, find_renaming, rename
from solver.guardians.saved_format import AGENTS, ITEM, SHORT_ITEM, WIDTHS, Header, Layer, read_header
from solver.guardians.state import EXHAUSTED, OUT, RESERVE, AgentsAct, Growth, Over, State, Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NUMBERS = {ITEM: struct.Struct("<I"), SHORT_ITEM: struct.Struct("<H")}


class SavedTable:
    """A table open for reading; see `open_table`.

    Attributes
    ----------
    game : Game
        The game that is asked about, lumped.
    header : Header
        What the table says about itself.
    """

    def __init__(
        self, path: Path, header: Header, game: Game, renaming: Renaming, content: mmap.mmap
    ) -> None:
        self.path = path
        self.header = header
        self.game = game
        self._renaming = renaming
        self._content = content
        self._layers = {(layer.spirits_left, layer.turn): layer for layer in header.layers}
        self._table_game = header.game
        self._spaces = {left: Space(self._table_game, left) for left, _ in self._layers}
        self._checked: set[tuple[int, int] | tuple[int, int, int]] = set()

    def holds(self, state: State) -> bool:
        """Tell whether the table has the value of a state, or the game is over then."""
        return isinstance(state.moment, Over) or self._find(state) is not None

    def bounds(self, state: State) -> tuple[Fraction, Fraction]:
        """Return proved bounds of the value of a state that the table holds.

        Raises
        ------
        ParseError
            If this part of the table is damaged.
        LookupError
            If the table doesn't hold it.
        """
        found = self.numerators(state)
        if found is None:
            raise LookupError(f"the table has no value for the moment {state.moment}")
        return Fraction(found[0], ONE), Fraction(found[1], ONE)

    def numerators(self, state: State) -> tuple[int, int] | None:
        """Return the bounds times `ONE`, or None if the table doesn't hold the state."""
        if isinstance(state.moment, Over):
            value = ONE if state.moment.won else 0
            return value, value
        found = self._find(state)
        if found is None:
            return None
        turn, state = found
        state = rename(state, self._renaming)
        spirits_left = sum(place != OUT for place in state.spirits)
        layer = self._layers[spirits_left, turn]
        active = self.game.rules.players - 1 if turn == AGENTS else turn
        dark_set, agents, *rest = self._spaces[spirits_left].rank(state, active)
        lower = self._number(layer, dark_set, agents, rest)
        width = layer.gap
        if turn == 0:
            width = self._number(self._layers[spirits_left, WIDTHS], dark_set, agents, rest)
        return lower, min(ONE, lower + width)

    def _number(self, layer: Layer, dark_set: int, agents: int, rest: Sequence[int]) -> int:
        """Return one number of a layer, whose block is checked."""
        block = dark_set * layer.shape[1] + agents
        self._check(layer, block)
        place = 0
        for digit, size in zip(rest, layer.shape[2:], strict=True):
            place = place * size + digit
        number = _NUMBERS[layer.item]
        at = layer.offset + block * layer.block_bytes + layer.item * place
        return int(number.unpack_from(self._content, at)[0])

    def layer(self, spirits_left: int, turn: int) -> NDArray[np.uint32]:
        """Return all lower bounds of a layer, times `ONE`, as an array in the file; all are checked.

        Where the turn is `WIDTHS`, it is upper minus lower bounds, possibly with 16 bits.

        Raises
        ------
        ParseError
            If this part of the table is damaged.
        """
        import numpy as np

        layer = self._layers[spirits_left, turn]
        for block in range(layer.shape[0] * layer.shape[1]):
            self._check(layer, block)
        size = layer.shape[0] * layer.row_bytes // layer.item
        return np.frombuffer(self._content, f"<u{layer.item}", size, layer.offset).reshape(layer.shape)

    def _find(self, state: State) -> tuple[int, State] | None:
        """Return the turn of the layer, and the state as it is there."""
        state = representative(self.game, state)
        moment, rules = state.moment, self.game.rules
        if isinstance(moment, Turn):
            return (moment.player, state) if moment.left == rules.actions else None
        if isinstance(moment, AgentsAct):
            nobody_has_acted = moment.waiting == tuple(place for place in state.agents if place >= 0)
            return (AGENTS, state) if nobody_has_acted else None
        if not (isinstance(moment, Growth) and not moment.setup and moment.left == rules.growths):
            return None
        # Exhausted agents have stood up, at the center. If there are none elsewhere, then this is what
        # the agents' part leads to when all those at the center are exhausted: nobody acts.
        if any(place not in (self.game.center, RESERVE) for place in state.agents):
            return None
        lying = tuple(EXHAUSTED if place >= 0 else place for place in state.agents)
        return AGENTS, state._replace(agents=tuple(sorted(lying)))

    def _check(self, layer: Layer, block: int) -> None:
        """Check a block, and before the first one of a layer its list of checksums."""
        listed = (layer.spirits_left, layer.turn)
        if listed not in self._checked:
            begin = layer.checks_offset
            if self._crc32(begin, layer.checks_bytes) != layer.checks_crc:
                raise self._damaged("a list of checksums")
            self._checked.add(listed)
        if (*listed, block) not in self._checked:
            (wanted,) = _NUMBERS[ITEM].unpack_from(self._content, layer.checks_offset + ITEM * block)
            if self._crc32(layer.offset + block * layer.block_bytes, layer.block_bytes) != wanted:
                raise self._damaged(f"block {block} of a layer")
            self._checked.add((*listed, block))

    def _crc32(self, begin: int, size: int) -> int:
        with memoryview(self._content) as content, content[begin : begin + size] as part:
            return crc32(part)

    def _damaged(self, what: str) -> ParseError:
        return ParseError(f"{where_of(self.path)} is damaged ({what}); remove it and solve again")


def open_table(path: Path, game: Game | None = None) -> SavedTable:
    """Open a saved table.

    Parameters
    ----------
    game
        What it is to be the table of; by default whatever it says.

    Raises
    ------
    ParseError
        If the file can't be read, isn't a table or is damaged.
    RuleError
        If it was saved by another version, or is the table of another game.
    """
    where = where_of(path)
    try:
        with path.open("rb") as file:
            header = read_header(file, path)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ParseError(f"{where}: can't be read ({error.strerror or error})") from None
    game = Game(game.board, game.rules, lumped=True) if game else header.game
    if header.rules != format_rules(game.rules):
        asked = quote(format_rules(game.rules))
        raise RuleError(f"{where} is a table for other rules: {quote(header.rules)}, not {asked}")
    renaming = find_renaming(game.board, header.game.board)
    if renaming is None:
        raise RuleError(f"{where} is a table for another layout: {header.layout}")
    return SavedTable(path, header, game, renaming, content)
