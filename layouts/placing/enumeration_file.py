"""How is an enumeration kept, so that it goes on after a stop or a kill? And the file of what it has found.

The checkpoint is a zip of NumPy arrays, each with its crc32, and says what was enumerated; the file of shapes
has one JSON object a line, the first with what was asked for. Both are written aside and renamed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from layouts.errors import ParseError, RuleError
from layouts.placing.enumeration import (
    BATCH,
    Enumeration,
    contact_masks,
    least_images,
    overlap_somewhere,
)
from layouts.placing.lattice import Codes, Lattice
from layouts.toml import where_of
from layouts.writing import open_aside, save_text

FORMAT = 1
CHECKPOINT = ".checkpoint"


def checkpoint_of(out: Path) -> Path:
    """Return where the checkpoint of an enumeration is that writes to `out`."""
    return out.with_name(out.name + CHECKPOINT)


def describe(lattice: Lattice) -> dict[str, Any]:
    """Return what is enumerated, as JSON can hold it."""
    long, short = lattice.shape
    return {
        "format": FORMAT,
        "cards": lattice.cards,
        "shape": f"{long}x{short}",
        "min_contact": lattice.min_contact,
    }


def save_enumeration(path: Path, enumeration: Enumeration) -> None:
    """Keep where an enumeration is.

    Raises
    ------
    RuleError
        If it can't be written; an earlier one is still there then.
    """
    facts = {**describe(enumeration.lattice), "done": enumeration.done}
    further = enumeration.further or [np.empty((0, enumeration.cards), dtype=np.uint16)]
    with open_aside(path) as file:
        np.savez(
            file,
            facts=np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8),
            placements=enumeration.placements,
            further=np.concatenate(further),
        )


def load_enumeration(path: Path, lattice: Lattice) -> Enumeration:
    """Return an enumeration as it was kept.

    Raises
    ------
    ParseError
        If the file can't be read, or is damaged.
    RuleError
        If it is of another enumeration.
    """
    where = where_of(path)
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            facts = json.loads(file["facts"].tobytes())
            placements, further = file["placements"], file["further"]
        done = facts.pop("done")
        asked = describe(lattice)
        if facts != asked:
            differs = next(key for key in asked if facts.get(key) != asked[key])
            raise RuleError(f"{where}: it is of {differs} {facts.get(differs)}, not {asked[differs]}")
        _check(placements, further, done, lattice)
    except RuleError:
        raise
    except Exception as error:  # what reading a damaged zip raises can't be listed
        what = error.strerror if isinstance(error, OSError) and error.strerror else "it is damaged"
        raise ParseError(f"{where}: {what}; remove it to begin again") from None
    return Enumeration(lattice, placements, done, [further] if len(further) else [])


def _check(placements: Codes, further: Codes, done: object, lattice: Lattice) -> None:
    """Raise ValueError unless these can be what an enumeration has come to."""
    cards = placements.shape[1] + 1
    if (
        {placements.dtype, further.dtype} != {np.dtype(np.uint16)}
        or not 1 <= cards <= lattice.cards
        or further.shape[1] != cards
        or type(done) is not int
        or not 0 <= done < len(placements)
        or not all(_are_placements(rows, lattice) for rows in (placements, further))
    ):
        raise ValueError


def _are_placements(rows: Codes, lattice: Lattice) -> bool:
    """Tell whether rows are in order, each the least of its images, and their cards apart and connected."""
    if rows.ndim != 2 or not len(rows) or not rows.shape[1]:
        return rows.ndim == 2
    x, y, _ = lattice.decode(rows)
    within = max(int(np.abs(x).max()), int(np.abs(y).max())) < lattice.reach
    if not within or not (rows[:, 1:] > rows[:, :-1]).all():
        return False
    if not np.array_equal(least_images(lattice, rows), rows):
        return False
    return bool((contact_masks(lattice, rows) != 0).all()) and not overlap_somewhere(lattice, rows)


def save_placements(path: Path, lattice: Lattice, placements: Codes) -> None:
    """Write placements as an array of NumPy, int16[placement][card][x, y, 1 if portrait], the center first.

    Raises
    ------
    RuleError
        If it can't be written; what was there before is still there then.
    """
    shape = (len(placements), placements.shape[1] + 1, 3)
    with open_aside(path) as file:
        head = {"descr": "<i2", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(file, head)
        for begin in range(0, len(placements), BATCH):
            rows = placements[begin : begin + BATCH]
            out = np.zeros((len(rows), *shape[1:]), dtype="<i2")
            for axis, values in enumerate(lattice.decode(rows)):
                out[:, 1:, axis] = values
            file.write(out.tobytes())


def write_lines(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    """Write JSON objects, one a line.

    Raises
    ------
    RuleError
        If the file can't be written; what was there before is still there then.
    """
    save_text(path, "".join(json.dumps(line) + "\n" for line in lines))
