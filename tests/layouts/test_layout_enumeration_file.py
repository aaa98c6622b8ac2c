"""Checkpoints of an enumeration: what is damaged is said to be, and never taken for a good one."""

import random

import numpy as np
import pytest

from layouts.errors import ParseError, RuleError
from layouts.placement import Shape
from layouts.placing.enumeration import Enumeration
from layouts.placing.enumeration_file import load_enumeration, save_enumeration
from layouts.placing.lattice import Lattice


@pytest.mark.parametrize("seed", range(60))
def test_a_checkpoint_with_a_wrong_bit_is_damaged_or_the_same(seed, tmp_path):
    lattice = Lattice(Shape(3, 2), 1, 5)
    whole = Enumeration(lattice).run(5)
    begun = Enumeration(lattice)
    begun.run(4)
    path = tmp_path / "graphs.checkpoint"
    save_enumeration(path, begun)
    rng = random.Random(seed)
    content = bytearray(path.read_bytes())
    # The beginning and the end have the zip's own words, which its sums don't cover.
    at = rng.choice([rng.randrange(len(content)), rng.randrange(80), len(content) - 1 - rng.randrange(300)])
    content[at] ^= 1 << rng.randrange(8)
    path.write_bytes(content)
    try:
        found = load_enumeration(path, lattice).run(5)
    except (ParseError, RuleError):
        return
    assert np.array_equal(found, whole)


@pytest.mark.parametrize(
    "rows", [[[65535] * 2], [[1, 2]], [[5, 4]], [[1]], []], ids=["far", "overlapping", "order", "few", "none"]
)
def test_a_checkpoint_whose_rows_are_no_placements_is_damaged(rows, tmp_path):
    lattice = Lattice(Shape(3, 2), 1, 5)
    path = tmp_path / "graphs.checkpoint"
    placements = np.array(rows, dtype=np.uint16) if rows else np.empty((0, 2), dtype=np.uint16)
    save_enumeration(path, Enumeration(lattice, placements))
    with pytest.raises(ParseError, match="it is damaged"):
        load_enumeration(path, lattice)
