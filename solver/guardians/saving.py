"""How is a solved game saved without a second copy of it in memory?

Part by part, as it is solved: one more sweep of the lower bounds writes each layer as it passes, one
more of the upper bounds is compared with what was written and gives the layer's gap. All goes to a
file aside, which gets its name at the very end; whatever fails before leaves no table, nor half of one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from layouts.errors import RuleError
from layouts.toml import where_of
from solver.guardians.game import Game
from solver.guardians.saved_format import (
    AGENTS,
    ASIDE,
    HEADER_SPACE,
    Layer,
    format_header,
    make_header,
    plan_layers,
    same_board,
)

if TYPE_CHECKING:
    from solver.guardians.dense.solve import Solved


class TableWriter:
    """Writes one table: `with TableWriter(...) as writer: solve_game(game, keep=writer.keep)`.

    The table is there after the block, if nothing was raised in it and every part was kept.

    Parameters
    ----------
    game
        The lumped game that is solved.
    layout
        The code of its layout.
    path
        Where the table will be; the folder is made.

    Raises
    ------
    RuleError
        From any method, if the file can't be written.
    """

    def __init__(self, game: Game, layout: str, path: Path) -> None:
        assert same_board(game.board, layout)
        self.game = game
        self.layout = layout
        self.path = path
        self.layers = list(plan_layers(game))
        self.sweeps = 0
        self.proofs: list[str] = []
        self._aside = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}{ASIDE}")
        with self._writing():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._aside.open("xb+")

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.finish()
        finally:
            self.discard()

    def keep(self, solved: Solved) -> None:
        """Write a part; its bounds are a sweep further afterwards, and still bounds.

        Raises
        ------
        AssertionError
            If a lower bound is above the upper one, which would be a bug.
        """
        sweeper, part = solved.sweeper, solved.part
        last = self.game.rules.players - 1
        actions = self.game.rules.actions
        spirits_left = sweeper.space.spirits_left
        keys = [(layer.spirits_left, layer.turn) for layer in self.layers]

        def number(turn: int, left: int) -> int | None:
            """Return which layer this is, if it is stored."""
            if left == actions:
                wanted = turn
            elif (turn, left) == (last, 0):
                wanted = AGENTS
            else:
                return None
            return keys.index((spirits_left, wanted))

        def write(turn: int, left: int, values: Any) -> None:
            i = number(turn, left)
            if i is not None:
                with self._writing():
                    self.layers[i] = self._write_layer(self.layers[i], values)

        def compare(turn: int, left: int, values: Any) -> None:
            i = number(turn, left)
            if i is not None:
                with self._writing():
                    self.layers[i] = replace(self.layers[i], gap=self._gap(self.layers[i], values))

        sweeper.sweep(part.lower, up=False, fails=solved.lower_fails, visit=write)
        sweeper.sweep(part.upper, up=True, fails=solved.upper_fails, visit=compare)
        self.sweeps += part.sweeps
        self.proofs.append(part.proof)

    def _write_layer(self, layer: Layer, values: Any) -> Layer:
        assert values.shape == layer.shape
        checks = np.zeros(layer.blocks, dtype="<u4")
        self._file.seek(layer.offset)
        for dark_set, row in enumerate(values):
            row = np.ascontiguousarray(row, dtype="<u4")
            checks[dark_set] = [crc32(block) for block in row]
            self._file.write(row.data)
        self._file.seek(layer.checks_offset)
        self._file.write(checks.data)
        return replace(layer, checks_crc=crc32(checks.data))

    def _gap(self, layer: Layer, upper: Any) -> int:
        gap = 0
        self._file.seek(layer.offset)
        for row in upper:
            lower = np.frombuffer(self._file.read(layer.row_bytes), dtype="<u4").reshape(row.shape)
            assert not (lower > row).any(), "a lower bound is above the upper one"
            gap = max(gap, int((row - lower).max()))
        return gap

    def finish(self) -> Path:
        """Give the table its name, and return it."""
        assert all(layer.gap >= 0 for layer in self.layers), "a part is missing"
        header = make_header(self.layout, self.game.rules, tuple(self.layers), self.sweeps, self.proofs)
        start = format_header(header)
        assert len(start) == HEADER_SPACE
        with self._writing():
            self._file.seek(0)
            self._file.write(start)
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._aside, self.path)
        return self.path

    def discard(self) -> None:
        """Leave nothing of an unfinished table; after `finish` there is nothing to do."""
        try:
            self._file.close()
        except OSError:  # what it still had to write didn't fit
            pass
        finally:
            self._aside.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RuleError(
                f"{where_of(self.path)}: the table can't be written ({error.strerror or error})"
            ) from None
