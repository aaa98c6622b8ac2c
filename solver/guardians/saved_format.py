"""What is in the file of a saved table?

    magic            8 bytes, `HUETABLE`
    length, crc      of the header that follows, two little-endian unsigned 32-bit integers
    header           JSON: versions, layout, rules, number format, how the policy breaks ties, and of
                     each layer: what it holds, its axes, where it is, its gap; then zeros up to 64 KiB
    layers           one after another, each at a multiple of 4096 bytes: little-endian unsigned integers,
                     value = integer / (2**32 − 1), in the order of `space`; then at a multiple of
                     4096 the crc32 of each *block* of the layer

For each number of spirits left there are, with 32 bits a value,

- lower bounds L at the start of rounds, that is of the starting player's turn, turn 0;
- lower bounds at the start of the other players' turns, and after the last turn, before the agents
  (`AGENTS`): what the rules make of L within a round;

and, after all these, U − L at the start of rounds (`WIDTHS`), U being the upper bounds, with 16 bits a value,
or 32 where that isn't enough. L and U can be checked anew: L < T(L) where L > 0, and T(U) ≤ U.

A block is what has the same dark set and agents, so that a look-up reads and checks little. The crc32
of a layer's list of crc32s is in the header. The gap of a layer is the widest difference between
upper and lower bound in it, so value ≤ lower + gap, everywhere in the layer.
"""

from __future__ import annotations

import json
import os
import struct
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from layouts.board import Board
from layouts.code import board_of_code
from layouts.errors import InputError, ParseError, RuleError
from layouts.toml import where_of
from solver.guardians.dense.space import ONE, Space
from solver.guardians.game import Game
from solver.guardians.notation import format_rules, parse_rules
from solver.guardians.rules import Rules
from solver.version import this_version

MAGIC = b"HUETABLE"
FORMAT = 3
NUMBERS = "uint32, or uint16 for widths; value / (2**32-1), little-endian"
AXES = ("dark set", "agents", "active guardian", "spirits", "other guardians")
TIE_ROUNDS = 1
"""Of actions with the same lower bound a table's policy (`search.stored_policy`) takes the one likeliest to
win within so many rounds, the one under way among them."""
HEADER_SPACE = 1 << 16
ALIGNMENT = 4096
ITEM, SHORT_ITEM = 4, 2  # bytes of a number
ASIDE = ".part"
"""How the names of unfinished files end."""
CHECKPOINT = ".checkpoint"
"""How the names of checkpoints end."""
AGENTS = -1
"""Stands for a turn: what the layer before the agents' part of a round has instead of one."""
WIDTHS = -2
"""Stands for a turn: upper minus lower bounds at the start of rounds."""
_START = struct.Struct("<II")

Shape = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Layer:
    """One array of a table; `gap` and `checks_crc` are −1 before it is written."""

    spirits_left: int
    turn: int  # 0: the starting player's; AGENTS: before the agents; WIDTHS
    item: int  # bytes of a number
    shape: Shape
    ranks: int  # crc32 of which whereabouts of agents and of spirits have which rank
    offset: int
    checks_offset: int
    gap: int = -1  # the widest upper − lower, times ONE
    checks_crc: int = -1

    @property
    def blocks(self) -> tuple[int, int]:
        """How many blocks there are: dark sets, whereabouts of the agents."""
        return self.shape[0], self.shape[1]

    @property
    def block_bytes(self) -> int:
        """The bytes of one block."""
        return self.row_bytes // self.shape[1]

    @property
    def row_bytes(self) -> int:
        """The bytes of one dark set."""
        _, *rest = self.shape
        size = self.item
        for digits in rest:
            size *= digits
        return size

    @property
    def checks_bytes(self) -> int:
        """The bytes of the list of crc32s."""
        return ITEM * self.shape[0] * self.shape[1]


@dataclass(frozen=True)
class Header:
    """What a table says about itself."""

    layout: str  # code
    rules: str
    sweeps: int
    proofs: tuple[str, ...]  # of the parts, fewest spirits first
    layers: tuple[Layer, ...]
    version: str  # of the project
    format: int = FORMAT
    numbers: str = NUMBERS
    bounds: str = "lower; the upper bound is lower + gap in each layer, lower + width where rounds start"
    axes: tuple[str, ...] = AXES
    tie_rounds: int = TIE_ROUNDS

    @property
    def game(self) -> Game:
        """The game, lumped."""
        return Game(board_of_code(self.layout), parse_rules(self.rules), lumped=True)

    @property
    def gap(self) -> float:
        """The widest gap of all layers, a probability."""
        return max(layer.gap for layer in self.layers) / ONE

    @property
    def size(self) -> int:
        """The bytes of the whole file."""
        return self.layers[-1].checks_offset + self.layers[-1].checks_bytes


def plan_layers(game: Game, wide: frozenset[int] = frozenset()) -> tuple[Layer, ...]:
    """Return all layers of a table, where they will be, fewest spirits first, widths last.

    Parameters
    ----------
    wide
        The numbers of spirits left for which widths take 32 bits.
    """
    most = game.rules.spirits
    fewest = 1 if game.rules.center_penalty and most else most
    parts = range(fewest, most + 1)
    wanted = [(left, turn, ITEM) for left in parts for turn in (*range(game.rules.players), AGENTS)]
    wanted += [(left, WIDTHS, ITEM if left in wide else SHORT_ITEM) for left in parts]
    layers = []
    end = HEADER_SPACE
    for spirits_left, turn, item in wanted:
        space = Space(game, spirits_left)
        shape, ranks = space.shape, crc32(repr((space.agents, space.spirits)).encode())
        layer = Layer(spirits_left, turn, item, shape, ranks, _aligned(end), 0)
        checks = _aligned(layer.offset + shape[0] * layer.row_bytes)
        layer = replace(layer, checks_offset=checks)
        end = checks + layer.checks_bytes
        layers.append(layer)
    return tuple(layers)


def table_size(game: Game) -> int:
    """Return how many bytes the table of a game takes."""
    last = plan_layers(game)[-1]
    return last.checks_offset + last.checks_bytes


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


def format_header(header: Header) -> bytes:
    """Return the beginning of the file."""
    text = json.dumps(asdict(header)).encode("ascii")
    start = MAGIC + _START.pack(len(text), crc32(text)) + text
    assert len(start) <= HEADER_SPACE
    return start.ljust(HEADER_SPACE, b"\0")


def load_header(path: Path) -> Header:
    """Return the header of the table in a file; see `read_header`."""
    try:
        with path.open("rb") as file:
            return read_header(file, path)
    except OSError as error:
        raise ParseError(f"{where_of(path)}: can't be read ({error.strerror or error})") from None


def read_header(file: BinaryIO, path: Path) -> Header:
    """Return the header of an open file.

    Raises
    ------
    ParseError
        If the file isn't a table, or a damaged one: a header changed, a file of another size.
    RuleError
        If it was written by another version.
    """
    where = where_of(path)
    start = file.read(HEADER_SPACE)
    if not start:
        raise ParseError(f"{where} is empty; it isn't a saved table")
    if not start.startswith(MAGIC):
        raise ParseError(f"{where} isn't a saved table")
    damaged = ParseError(f"{where} is damaged (its header); remove it and solve again")
    if len(start) < HEADER_SPACE:
        raise damaged
    length, crc = _START.unpack_from(start, len(MAGIC))
    begin = len(MAGIC) + _START.size
    text = start[begin : begin + length]
    if begin + length > HEADER_SPACE or crc32(text) != crc or start[begin + length :].strip(b"\0"):
        raise damaged
    try:
        fields = json.loads(text)
        found = (fields["format"], fields["version"])
    except (ValueError, LookupError, TypeError):
        raise damaged from None
    if found != (FORMAT, this_version()):
        raise RuleError(
            f"{where} was saved by version {found[1]} in format {found[0]}, and this is version "
            f"{this_version()} with format {FORMAT}; remove it and solve again"
        )
    try:
        header = _header_of(fields)
        wide = {layer.spirits_left for layer in header.layers if (layer.turn, layer.item) == (WIDTHS, ITEM)}
        planned = plan_layers(header.game, frozenset(wide))
        as_planned = [replace(layer, gap=-1, checks_crc=-1) for layer in header.layers] == list(planned)
    except (InputError, LookupError, TypeError, ValueError):
        raise damaged from None
    if not as_planned or (header.numbers, header.axes, header.tie_rounds) != (NUMBERS, AXES, TIE_ROUNDS):
        raise damaged
    if not all(0 <= layer.gap <= ONE for layer in header.layers):
        raise damaged
    size = os.fstat(file.fileno()).st_size
    if size != header.size:
        raise ParseError(
            f"{where} is damaged (it has {size:,} bytes and should have {header.size:,}); "
            "remove it and solve again"
        )
    return header


def _header_of(fields: dict[str, object]) -> Header:
    layers = fields.pop("layers")
    proofs, axes = fields.pop("proofs"), fields.pop("axes")
    assert isinstance(layers, list)
    assert isinstance(proofs, list)
    assert isinstance(axes, list)
    return Header(
        **fields,  # type: ignore[arg-type]
        proofs=tuple(proofs),
        axes=tuple(axes),
        layers=tuple(Layer(**{**layer, "shape": tuple(layer["shape"])}) for layer in layers),
    )


def make_header(
    layout: str, rules: Rules, layers: tuple[Layer, ...], sweeps: int, proofs: list[str]
) -> Header:
    """Return the header of a table that has been written."""
    return Header(layout, format_rules(rules), sweeps, tuple(proofs), layers, this_version())


def same_board(board: Board, layout: str) -> bool:
    """Tell whether a layout's code says exactly this board."""
    return board_of_code(layout) == board
