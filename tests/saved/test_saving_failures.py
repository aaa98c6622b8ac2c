"""Whatever goes wrong while a table is written leaves the old one, or none, and one clear line."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from layouts.code import format_code
from layouts.errors import RuleError
from solver.guardians.dense.solve import solve_game
from solver.guardians.saved import open_table
from solver.guardians.saved_folder import table_path
from solver.guardians.saving import TableWriter

SCRIPT = """
import sys
from pathlib import Path
from layouts.catalogue import load_named
from layouts.code import format_code
from layouts.errors import InputError
from layouts.graph import board_of
from solver.guardians.dense.solve import solve_game
from solver.guardians.game import Game
from solver.guardians.rules import Rules
from solver.guardians.saving import TableWriter

layout = load_named("pair")
game = Game(board_of(layout), Rules(players=2, actions=2, setup_growths=1), lumped=True)
if sys.argv[2] != "0":
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    for _ in range(int(sys.argv[3])):
        with TableWriter(game, format_code(layout), Path(sys.argv[1])) as writer:
            solve_game(game, keep=writer.keep)
except InputError as error:
    print(error)
    sys.exit(2)
"""


class FullDisk:
    """A file that can be written to only so many times."""

    def __init__(self, file, writes):
        self.file, self.writes = file, writes

    def write(self, data):
        self.writes -= 1
        if self.writes < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.file.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


def write(game, layout, path, writes=None):
    with TableWriter(game, format_code(layout), path) as writer:
        if writes is not None:
            writer._file = FullDisk(writer._file, writes)
        solve_game(game, keep=writer.keep)
        return writer


@pytest.mark.parametrize("writes", range(13))
def test_a_full_disk_at_any_write(game_on, tmp_path, writes):
    layout, game = game_on("pair", players=2, actions=2)
    path = tmp_path / "a.hue"
    with pytest.raises(RuleError) as caught:
        write(game, layout, path, writes)
    assert str(caught.value) == f"{path}: the table can't be written (No space left on device)"
    assert list(tmp_path.iterdir()) == []


def test_it_takes_thirteen_writes(game_on, tmp_path):
    """So the test above fails at each of them."""
    layout, game = game_on("pair", players=2, actions=2)
    writer = write(game, layout, tmp_path / "a.hue", 13)
    assert writer._file.writes == 0


def test_a_failure_leaves_the_old_table(game_on, tmp_path):
    layout, game = game_on("pair", players=2, actions=2)
    path = tmp_path / "a.hue"
    write(game, layout, path)
    before = path.read_bytes()
    with pytest.raises(RuleError):
        write(game, layout, path, 12)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.hue"]


def test_an_interrupt_leaves_nothing(game_on, tmp_path):
    layout, game = game_on("pair", players=1)

    def keep(solved):
        writer.keep(solved)
        raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        TableWriter(game, format_code(layout), table_path(game, tmp_path)) as writer,
    ):
        solve_game(game, keep=keep)
    assert list(tmp_path.iterdir()) == []


def run_script(*arguments):
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize("limit", [1, 66_000, 72_000])
def test_a_real_limit_on_the_size_of_files(tmp_path, limit):
    run = run_script(tmp_path / "a.hue", limit, 1)
    said, _ = run.communicate()
    assert run.returncode == 2
    assert said == f"{tmp_path / 'a.hue'}: the table can't be written (File too large)\n"
    assert list(tmp_path.iterdir()) == []


def test_two_processes_writing_the_same_table(tmp_path, game_on):
    path = tmp_path / "a.hue"
    runs = [run_script(path, 0, 5) for _ in range(2)]
    assert [run.communicate()[0] for run in runs] == ["", ""]
    assert [run.returncode for run in runs] == [0, 0]
    assert os.listdir(tmp_path) == ["a.hue"]
    assert open_table(path, game_on("pair", players=2, actions=2)[1])


def test_a_folder_that_is_a_file(game_on, tmp_path):
    layout, game = game_on("pair", players=1)
    (tmp_path / "file").write_text("x")
    with pytest.raises(RuleError, match="the table can't be written"):
        TableWriter(game, format_code(layout), tmp_path / "file" / "a.hue")


def test_a_read_only_file_system(game_on, tmp_path, monkeypatch):
    layout, game = game_on("pair", players=1)

    def open_nothing(path, mode):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "open", open_nothing)
    with pytest.raises(RuleError, match=r"a.hue: the table can't be written \(Read-only file system\)"):
        TableWriter(game, format_code(layout), tmp_path / "a.hue")


def test_a_read_only_folder(game_on, tmp_path):
    layout, game = game_on("pair", players=1)
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write anywhere")
    with pytest.raises(RuleError, match=r"can't be written \(Permission denied\)"):
        TableWriter(game, format_code(layout), folder / "a.hue")


def test_a_table_is_replaced_not_overwritten(game_on, tmp_path):
    """Who has the old one open goes on reading it."""
    layout, game = game_on("pair", players=1)
    path, old = tmp_path / "a.hue", tmp_path / "old.hue"
    write(game, layout, path)
    os.link(path, old)
    write(game, layout, path)
    assert not path.samefile(old)
    assert open_table(old, game)
