"""`hue tables`, and `hue move` with a saved table, as typed; and the limit on all tables."""

import json
import os
import signal

import pytest

from layouts.errors import RuleError
from reports.app import run_command
from solver.guardians.checkpoint import lock
from solver.guardians.saved_folder import (
    FOLDER_VARIABLE,
    LIMIT_VARIABLE,
    check_room,
    list_tables,
    remove_table,
    size_limit,
    tables_folder,
)
from solver.guardians.saved_format import table_size


@pytest.fixture
def folder(small, tmp_path, monkeypatch):
    """A folder with one table, a damaged one and an unfinished one."""
    folder = tmp_path / "some tables"
    folder.mkdir()
    (folder / small.path.name).write_bytes(small.path.read_bytes())
    (folder / "damaged.hue").write_bytes(small.path.read_bytes()[:-1])
    (folder / "new.hue.1.ab.part").write_bytes(b"x" * 10)
    (folder / "notes.txt").write_text("mine")
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def hue(capsys):
    def run(*arguments):
        code = run_command(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_tables_are_listed_with_what_they_are(hue, folder, small):
    code, out, err = hue("tables", "list")
    assert (code, err) == (0, "")
    assert f"{small.path.stem}: pair, 2 players, easy, setup_growths=1, actions=2" in out
    assert "gap " in out
    assert "damaged: " in out
    assert "remove it and solve again" in out
    assert "new.hue.1.ab.part: " in out
    assert f"3 saved tables in {folder}" in out
    assert "notes.txt" not in out


def test_tables_are_listed_in_json(hue, folder, small):
    code, out, _ = hue("tables", "list", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["folder"] == str(folder)
    assert found["limit_bytes"] == 20 * 10**9
    by_name = {entry["name"]: entry for entry in found["tables"]}
    assert set(by_name) == {small.path.stem, "damaged", "new.hue.1.ab.part"}
    table = by_name[small.path.stem]
    assert table["problem"] is None
    assert table["rules"] == "p2.setup_growths-1.actions-2"
    assert 0 < table["gap"] < 1e-6
    assert table["bytes"] == table_size(small.game)
    assert "damaged" in by_name["damaged"]["problem"]


def test_no_tables(hue):
    code, out, _ = hue("tables", "list")
    assert code == 0
    assert f"No saved tables in {tables_folder()}" in out


def test_tables_are_removed_by_name(hue, folder, small):
    code, out, _ = hue("tables", "remove", small.path.stem, "damaged")
    assert code == 0
    assert "Removed 2 saved tables" in out
    assert sorted(os.listdir(folder)) == ["new.hue.1.ab.part", "notes.txt"]


def test_all_tables_are_removed_but_not_what_is_being_written(hue, folder):
    with lock(folder / "new.hue"):
        assert hue("tables", "remove", "--all", "--json")[0] == 0
    assert [name for name in sorted(os.listdir(folder)) if not name.endswith(".lock")] == [
        "new.hue.1.ab.part",
        "notes.txt",
    ]
    assert hue("tables", "remove", "--all")[0] == 0
    assert [name for name in os.listdir(folder) if not name.endswith(".lock")] == ["notes.txt"]


@pytest.mark.parametrize("wrong", [(), ("nothing",), ("../x",), ("notes.txt",), ("damaged", "--all")])
def test_what_can_not_be_removed(hue, folder, wrong):
    before = sorted(os.listdir(folder))
    code, out, err = hue("tables", "remove", *wrong)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert sorted(os.listdir(folder)) == before


def test_a_move_says_that_it_was_looked_up(hue, folder, small):
    game = ("pair", "-r", "actions=2", "-r", "setup_growths=1")
    code, out, err = hue("move", *game)
    assert (code, err) == (0, "")
    assert f"looked up in the saved table {small.path.stem}" in out
    found = json.loads(hue("move", *game, "--json")[1])
    assert found["table"] == str(folder / small.path.name)
    assert found["kind"] == "bounded"


def test_a_move_warns_of_a_table_that_can_not_be_used(hue, folder, small):
    (folder / small.path.name).write_bytes((folder / "damaged.hue").read_bytes())
    code, out, err = hue("move", "pair", "-r", "actions=2", "-r", "setup_growths=1")
    assert code == 0
    assert "not looked up: " in err
    assert "is damaged" in err
    assert "looked up" not in out


def test_room_is_refused_with_what_to_remove(folder, small, game_on, monkeypatch):
    _, other = game_on("pair", players=1)
    check_room(other)
    monkeypatch.setenv(LIMIT_VARIABLE, "0.0002")
    with pytest.raises(RuleError, match="hue tables remove") as caught:
        check_room(other)
    assert small.path.stem in str(caught.value) or "damaged" in str(caught.value)
    remove_table("damaged")
    check_room(other)
    remove_table(small.path.name)
    monkeypatch.setenv(LIMIT_VARIABLE, "0.00001")
    with pytest.raises(RuleError, match="HUE_TABLES_LIMIT"):
        check_room(other)


def test_a_table_that_is_replaced_does_not_count(folder, small, monkeypatch):
    remove_table("damaged")
    monkeypatch.setenv(LIMIT_VARIABLE, str((table_size(small.game) + 10) / 1e9))
    check_room(small.game)


def test_a_disk_without_room_is_refused(small, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 1000}))
    with pytest.raises(RuleError, match="has room for"):
        check_room(small.game, tmp_path / "not" / "there")


@pytest.mark.parametrize("text", ["many", "-1", "nan", "inf"])
def test_a_limit_that_is_none(monkeypatch, text):
    monkeypatch.setenv(LIMIT_VARIABLE, text)
    with pytest.raises(RuleError, match=LIMIT_VARIABLE):
        size_limit()


def test_without_the_variable_tables_are_with_the_users_data(monkeypatch):
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert tables_folder().parts[-2:] == ("guardians-of-hue", "tables")
    assert list_tables(tables_folder() / "none") == []


def test_verify_proves_a_table_by_name(hue, folder, small):
    code, out, err = hue("verify", small.path.stem)
    assert (code, err) == (0, "")
    assert out.startswith("pair, 2 players, easy, setup_growths=1, actions=2\n")
    assert "with 2 spirits, lower bounds: L < T(L) where L > 0: holds on all " in out
    assert "Proved: the guardians win with probability 0." in out
    code, out, _ = hue("verify", str(small.path), "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["proved"], found["win"]["kind"]) == (0, True, True, "bounded")
    assert 0 < found["win"]["lower"] <= found["win"]["upper"] < 1
    assert len(found["claims"]) == 4


@pytest.mark.parametrize("at", ["reading the table", "layer 1 of"])
def test_ctrl_c_ends_a_verification_and_leaves_the_table_as_it_is(hue, folder, small, monkeypatch, at):
    before, asked = (folder / small.path.name).read_bytes(), []

    def interrupt(progress, text):
        if at in text and not asked:
            asked.append(text)
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr("reports.output.Progress.show", interrupt)
        code, out, err = hue("verify", small.path.stem)
    assert asked
    assert (code, err) == (130, "hue: interrupted; what was under way is not kept\n")
    assert "Proved" not in out
    assert (folder / small.path.name).read_bytes() == before
    assert hue("verify", small.path.stem)[0] == 0


def test_a_spot_check_says_how_far_it_is_and_that_it_proves_nothing(hue, folder, small, monkeypatch):
    shown = []
    with monkeypatch.context() as patch:
        patch.setattr("reports.output.Progress.show", lambda _, text: shown.append(text))
        code, out, _ = hue("verify", small.path.stem, "--spot-check", "5")
    assert code == 0
    assert any(text.endswith("spirits: state 4 of 5") for text in shown)
    assert "holds on a sample of 5 states" in out
    assert "proves nothing of the other states" in out
    found = json.loads(hue("verify", small.path.stem, "--spot-check", "5", "--json")[1])
    assert (found["holds"], found["proved"], found["win"]) == (True, False, None)


def test_verify_says_no_with_exit_code_1_and_a_position(hue, folder, small, forge):
    path = forge(small, folder / "forged", 0, lambda values: values.__iadd__(values // 2))
    code, out, err = hue("verify", str(path))
    assert (code, err) == (1, "")
    assert "L < T(L) where L > 0: FAILS by up to " in out
    assert "most at hue" in out
    assert "No: what the table claims doesn't hold." in out


@pytest.mark.parametrize("name", ["none", "damaged", "notes.txt"])
def test_verify_refuses_what_is_no_sound_table(hue, folder, name):
    code, out, err = hue("verify", name)
    assert (code, out) == (2, "")
    assert err.startswith("hue: ")
    assert err.count("\n") == 1
