"""Small games, solved and saved once for all tests of saved tables."""

import json
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from layouts.board import Board
from layouts.catalogue import load_named
from layouts.code import format_code
from layouts.graph import board_of, graph_of
from solver.bounds import solve_bounds
from solver.guardians.dense.solve import solve_game
from solver.guardians.game import Game
from solver.guardians.play import Play
from solver.guardians.position import Position
from solver.guardians.rules import Rules
from solver.guardians.saved_folder import FOLDER_VARIABLE, LIMIT_VARIABLE, table_path
from solver.guardians.saved_format import HEADER_SPACE, MAGIC, load_header
from solver.guardians.saving import TableWriter
from solver.model import build_model

GAP = 1e-7


@dataclass(frozen=True)
class Saved:
    """A layout, the lumped game on it, and where its table is."""

    layout: object
    game: Game
    path: Path

    @property
    def folder(self):
        return self.path.parent

    def position(self, state):
        return Position(self.layout, self.game.rules, state)


@pytest.fixture(autouse=True)
def no_tables_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "tables"))
    monkeypatch.delenv(LIMIT_VARIABLE, raising=False)


def lay(layout, readings):
    return layout, Game(board_of(layout), Rules(**{"setup_growths": 1, **readings}), lumped=True)


@pytest.fixture(scope="session")
def game_on():
    return lambda name, **readings: lay(load_named(name), readings)


@pytest.fixture(scope="session")
def save():
    """Solve a game and save its table in a folder."""

    def run(layout, game, folder):
        path = table_path(game, folder)
        with TableWriter(game, format_code(layout), path) as writer:
            solve_game(game, gap=GAP, keep=writer.keep)
        return Saved(layout, game, path)

    return run


@pytest.fixture(scope="session")
def saved_of(tmp_path_factory, save):
    @cache
    def run(name, readings):
        layout, game = lay(load_named(name) if isinstance(name, str) else graph_of(name), dict(readings))
        return save(layout, game, tmp_path_factory.mktemp("tables"))

    return lambda name, **readings: run(name, tuple(readings.items()))


@pytest.fixture
def small(saved_of):
    """A table that is quick to make, of two players on two cards."""
    return saved_of("pair", players=2, actions=2)


@pytest.fixture(scope="session")
def solved_of():
    """All states of a lumped game with their bounds, by the explicit solver."""

    @cache
    def run(game):
        model = build_model(Play(game))
        bounds = solve_bounds(model, gap=1e-9)
        assert bounds.closed
        return {
            state: (float(low), float(high))
            for state, low, high in zip(model.states, bounds.lower, bounds.upper, strict=True)
        }

    return run


@pytest.fixture(scope="session")
def shuffle_board():
    """The same board with other names, in another order."""

    def run(board, order):
        at = {old: new for new, old in enumerate(order)}
        return Board(
            tuple(f"Card {i}" for i in range(len(board))),
            tuple(board.tags[old] for old in order),
            tuple(board.ratings[old] for old in order),
            tuple(tuple(sorted(at[j] for j in board.neighbours[old])) for old in order),
        )

    return run


@pytest.fixture(scope="session")
def forge():
    """Make a copy of a table with one layer changed, and every checksum with it."""

    def run(saved, folder, turn, change, gap=None):
        header = load_header(saved.path)
        data = bytearray(saved.path.read_bytes())
        number, layer = next((i, each) for i, each in enumerate(header.layers) if each.turn == turn)
        size = layer.shape[0] * layer.row_bytes
        values = (
            np.frombuffer(data, f"<u{layer.item}", size // layer.item, layer.offset)
            .reshape(layer.shape)
            .copy()
        )
        change(values)
        data[layer.offset : layer.offset + size] = values.tobytes()
        checks = np.array([[crc32(block) for block in row] for row in values], "<u4").tobytes()
        data[layer.checks_offset : layer.checks_offset + len(checks)] = checks
        length, _ = struct.unpack_from("<II", data, len(MAGIC))
        fields = json.loads(data[16 : 16 + length])
        fields["layers"][number]["checks_crc"] = crc32(checks)
        if gap is not None:
            fields["layers"][number]["gap"] = gap
        text = json.dumps(fields).encode()
        start = MAGIC + struct.pack("<II", len(text), crc32(text)) + text
        path = folder / saved.path.name
        folder.mkdir(exist_ok=True)
        path.write_bytes(start.ljust(HEADER_SPACE, b"\0") + data[HEADER_SPACE:])
        return path

    return run
