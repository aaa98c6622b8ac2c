"""A solve that is stopped at any sweep goes on to the same bytes; what isn't its checkpoint is refused."""

import json

import numpy as np
import pytest

from layouts.code import format_code
from layouts.errors import ParseError, RuleError
from solver.guardians import checkpoint
from solver.guardians.checkpoint import (
    checkpoint_path,
    load_checkpoint,
    lock,
    remove_leftovers,
    save_checkpoint,
)
from solver.guardians.dense.solve import solve_game
from solver.guardians.saved_folder import table_path
from solver.guardians.saving import TableWriter

CASES = {
    "three groups": ("pair", {"players": 2, "actions": 2}),
    "two parts": ("pair", {"players": 2, "center_penalty": True, "growths": 2, "actions": 2}),
    "no end": ("line", {"players": 1, "agents": 1, "growths": 0, "actions": 2}),
}
JOB = {"layout": "a", "rules": "b", "gap": 1e-6}


class AskedToStop(Exception):  # noqa: N818
    pass


def solve(game, layout, path, stop_after=None, wait_for_guess=False):
    """Solve, from the checkpoint if there is one; stop after some sweeps; return how many were made."""
    begun, table = None, None
    if checkpoint_path(path).exists():
        begun = load_checkpoint(path, JOB)
        table = begun[0].pop("table")
    made = 0

    def after_sweep(going, step, at_guess):
        nonlocal made
        made += 1
        if stop_after is not None and made >= stop_after and (at_guess or not wait_for_guess):
            kept = writer.state()
            facts, arrays = going.state()
            save_checkpoint(path, JOB, {**facts, "table": kept}, arrays)
            writer.suspend()
            raise AskedToStop

    with TableWriter(game, format_code(layout), path, table) as writer:
        solve_game(game, gap=1e-6, after_sweep=after_sweep, keep=writer.keep, begin_with=begun)
    return made


@pytest.mark.parametrize("wait_for_guess", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_a_solve_stopped_again_and_again_ends_with_the_same_bytes(game_on, tmp_path, name, wait_for_guess):
    board, readings = CASES[name]
    layout, game = game_on(board, **readings)
    whole, halting = table_path(game, tmp_path / "a"), table_path(game, tmp_path / "b")
    solve(game, layout, whole)
    stops = 0
    for stop_after in (1, 2, 17, 11, 3, 23, 5, 12, 31, 13, 47, 10_000):
        try:
            solve(game, layout, halting, stop_after, wait_for_guess)
        except AskedToStop:
            stops += 1
        else:
            break
    assert stops >= 3
    assert halting.read_bytes() == whole.read_bytes()


def test_a_checkpoint_comes_back(tmp_path):
    table = tmp_path / "a.hue"
    arrays = {"x": np.arange(6, dtype=np.uint32).reshape(2, 3), "y": np.ones(2)}
    save_checkpoint(table, JOB, {"sweeps": 3, "off": 0.1}, arrays)
    facts, found = load_checkpoint(table, JOB)
    assert facts == {"sweeps": 3, "off": 0.1}
    assert all(
        (found[name] == array).all() and found[name].dtype == array.dtype for name, array in arrays.items()
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.hue.checkpoint"]


@pytest.mark.parametrize("name", JOB)
def test_of_another_job(tmp_path, name):
    save_checkpoint(tmp_path / "a.hue", JOB, {}, {})
    with pytest.raises(RuleError, match=f"of a solve with another {name}; --restart"):
        load_checkpoint(tmp_path / "a.hue", {**JOB, name: "other"})


@pytest.mark.parametrize(("name", "other"), [("this_version", lambda: "99.0"), ("FORMAT", 99)])
def test_of_another_version(tmp_path, monkeypatch, name, other):
    save_checkpoint(tmp_path / "a.hue", JOB, {}, {})
    monkeypatch.setattr(checkpoint, name, other)
    with pytest.raises(
        RuleError, match=r"kept by version .* in format \d.* 99(\.0 with format \d)?; --restart"
    ):
        load_checkpoint(tmp_path / "a.hue", JOB)


def test_every_edited_byte_of_the_content_and_every_cut_is_found(tmp_path):
    table = tmp_path / "a.hue"
    save_checkpoint(table, JOB, {"sweeps": 3}, {"x": np.arange(100, dtype=np.uint32)})
    path = checkpoint_path(table)
    sound = path.read_bytes()
    for cut in range(0, len(sound), 37):
        path.write_bytes(sound[:cut])
        with pytest.raises(ParseError, match="damaged"):
            load_checkpoint(table, JOB)
    for at in range(len(sound)):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        try:
            facts, arrays = load_checkpoint(table, JOB)
        except (ParseError, RuleError):
            continue
        # Some bytes of a zip, like dates, mean nothing here.
        assert facts == {"sweeps": 3}
        assert (arrays["x"] == np.arange(100)).all()


def test_a_failure_keeps_the_checkpoint_before(tmp_path, monkeypatch):
    table = tmp_path / "a.hue"
    save_checkpoint(table, JOB, {"sweeps": 3}, {})

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", fail)
    with pytest.raises(OSError, match="No space"):
        save_checkpoint(table, JOB, {"sweeps": 4}, {})
    assert load_checkpoint(table, JOB)[0] == {"sweeps": 3}
    assert [path.name for path in tmp_path.iterdir()] == ["a.hue.checkpoint"]


def test_only_one_at_a_time(tmp_path):
    table = tmp_path / "tables" / "a.hue"
    with lock(table):
        with pytest.raises(RuleError, match="another process is solving this game"), lock(table):
            pass
        with lock(table.with_name("b.hue")):
            pass
    with lock(table):
        pass


def test_leftovers_are_those_of_this_table(tmp_path):
    for name in ("a.hue", "a.hue.1.x.part", "a.hue.2.y.part", "b.hue.1.x.part"):
        (tmp_path / name).touch()
    remove_leftovers(tmp_path / "a.hue", keep="a.hue.2.y.part")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.hue", "a.hue.2.y.part", "b.hue.1.x.part"]


def test_facts_are_plain(tmp_path):
    save_checkpoint(tmp_path / "a.hue", JOB, {"sweeps": 3}, {})
    with np.load(checkpoint_path(tmp_path / "a.hue")) as found:
        assert json.loads(found["facts"].tobytes())["job"] == JOB
