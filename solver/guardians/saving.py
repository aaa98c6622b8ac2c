"""How is a solved game saved without a second copy of it in memory?

Part by part, as it is solved: the bounds where rounds start are written as they are; one more sweep of the
lower ones writes each other layer as it passes, one more of the upper ones is compared with what was
written and gives the layer's gap. All goes to a file aside, which gets its name at the very end;
whatever fails before leaves no table, nor half of one. A solve that is to go on later can keep the
file aside, and what is in it (`state`).
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
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
    ITEM,
    SHORT_ITEM,
    WIDTHS,
    Layer,
    format_header,
    make_header,
    plan_layers,
    same_board,
)

if TYPE_CHECKING:
    from solver.guardians.dense.solve import Solved

Key = tuple[int, int]
"""Of a layer: spirits left and turn."""


def _key(layer: Layer) -> Key:
    return layer.spirits_left, layer.turn


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
    begun
        What `state` returned, to go on with the parts that were kept then.

    Raises
    ------
    RuleError
        From any method, if the file can't be written.
    """

    def __init__(self, game: Game, layout: str, path: Path, begun: dict[str, Any] | None = None) -> None:
        assert same_board(game.board, layout)
        self.game = game
        self.layout = layout
        self.path = path
        self.found: dict[Key, Layer] = {}
        self.sweeps = 0
        self.proofs: list[str] = []
        self.suspended = False
        aside = f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}{ASIDE}"
        if begun:
            aside = begun["aside"]
            layers = [Layer(**{**layer, "shape": tuple(layer["shape"])}) for layer in begun["layers"]]
            self.found = {_key(layer): layer for layer in layers}
            self.sweeps, self.proofs = begun["sweeps"], begun["proofs"]
        self._aside = path.with_name(aside)
        with self._writing():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._aside.open("rb+" if begun else "xb+")

    def state(self) -> dict[str, Any]:
        """Make sure that the parts kept so far are on the disk; return what is needed to go on with them."""
        with self._writing():
            self._file.flush()
            os.fsync(self._file.fileno())
        return {
            "aside": self._aside.name,
            "layers": [asdict(layer) for layer in self.found.values()],
            "sweeps": self.sweeps,
            "proofs": self.proofs,
        }

    def suspend(self) -> None:
        """Leave the file aside where it is, for a solve that goes on later."""
        self.suspended = True

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

        def turn_of(turn: int, left: int) -> int | None:
            """Return what this layer is saved as, if it is."""
            if left == actions and turn > 0:
                return turn
            return AGENTS if (turn, left) == (last, 0) else None

        def write(turn: int, left: int, values: Any) -> None:
            saved_as = turn_of(turn, left)
            if saved_as is not None:
                self._keep_layer((spirits_left, saved_as), values)

        def compare(turn: int, left: int, values: Any) -> None:
            saved_as = turn_of(turn, left)
            if saved_as is not None:
                with self._writing():
                    self._note_gap((spirits_left, saved_as), values)

        self._keep_layer((spirits_left, 0), part.lower)
        self._keep_widths(spirits_left, part.lower, part.upper)
        sweeper.sweep(part.lower, up=False, fails=solved.lower_fails, visit=write)
        sweeper.sweep(part.upper, up=True, fails=solved.upper_fails, visit=compare)
        self.sweeps += part.sweeps
        self.proofs.append(part.proof)

    def _place(self, key: Key) -> Layer:
        """Return where a layer goes, which for widths depends on those of the parts before."""
        wide = {left for (left, turn), layer in self.found.items() if (turn, layer.item) == (WIDTHS, ITEM)}
        return next(layer for layer in plan_layers(self.game, frozenset(wide)) if _key(layer) == key)

    def _keep_layer(self, key: Key, values: Any) -> None:
        layer = self._place(key)
        assert values.shape == layer.shape
        with self._writing():
            self.found[key] = self._write_rows(layer, (np.ascontiguousarray(row, "<u4") for row in values))

    def _keep_widths(self, spirits_left: int, lower: Any, upper: Any) -> None:
        assert all(not (low > up).any() for low, up in zip(lower, upper, strict=True)), (
            "a lower bound is above the upper one"
        )
        widest = max(int((up - low).max()) for low, up in zip(lower, upper, strict=True))
        key = spirits_left, WIDTHS
        layer = self._place(key)
        if widest >= 1 << 8 * SHORT_ITEM:
            layer = replace(layer, item=ITEM)
            self.found[key] = layer
            layer = self._place(key)
        rows = ((up - low).astype(f"<u{layer.item}") for low, up in zip(lower, upper, strict=True))
        with self._writing():
            self.found[key] = replace(self._write_rows(layer, rows), gap=widest)
        self.found[spirits_left, 0] = replace(self.found[spirits_left, 0], gap=widest)

    def _write_rows(self, layer: Layer, rows: Iterable[Any]) -> Layer:
        checks = np.zeros(layer.blocks, dtype="<u4")
        self._file.seek(layer.offset)
        for dark_set, row in enumerate(rows):
            checks[dark_set] = [crc32(block) for block in row]
            self._file.write(row.data)
        self._file.seek(layer.checks_offset)
        self._file.write(checks.data)
        return replace(layer, checks_crc=crc32(checks.data))

    def _note_gap(self, key: Key, upper: Any) -> None:
        gap, layer = 0, self.found[key]
        self._file.seek(layer.offset)
        for row in upper:
            lower = np.frombuffer(self._file.read(layer.row_bytes), dtype="<u4").reshape(row.shape)
            assert not (lower > row).any(), "a lower bound is above the upper one"
            gap = max(gap, int((row - lower).max()))
        self.found[key] = replace(layer, gap=gap)

    def finish(self) -> Path:
        """Give the table its name, and return it."""
        wide = {left for (left, turn), layer in self.found.items() if (turn, layer.item) == (WIDTHS, ITEM)}
        planned = plan_layers(self.game, frozenset(wide))
        layers = tuple(self.found[_key(layer)] for layer in planned)
        assert all(layer.gap >= 0 for layer in layers)
        header = make_header(self.layout, self.game.rules, layers, self.sweeps, self.proofs)
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
        """Leave nothing of an unfinished table, unless it is suspended; after `finish` there is nothing."""
        try:
            self._file.close()
        except OSError:  # what it still had to write didn't fit
            pass
        finally:
            if not self.suspended:
                self._aside.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RuleError(
                f"{where_of(self.path)}: the table can't be written ({error.strerror or error})"
            ) from None
