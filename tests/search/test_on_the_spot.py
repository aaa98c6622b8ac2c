"""A game that the dense solver does in seconds is solved while somebody waits, and saved."""

from types import SimpleNamespace

import pytest

from search import on_the_spot
from search.advice import advise
from search.values import open_values
from solver.guardians.phases import begin_game
from solver.guardians.position import Position

PAIR = {"players": 2, "setup_growths": 1, "actions": 2}


@pytest.fixture
def asked(solved_of, layout_of, monkeypatch):
    """Return a small game, told to be too large to enumerate quickly, and where it begins."""
    monkeypatch.setattr(on_the_spot, "MOST_ENUMERATED", 0)
    play, _, _ = solved_of("pair", **PAIR)
    return Position(layout_of("pair"), play.game.rules, begin_game(play.game))


@pytest.fixture
def tables(tmp_path):
    return tmp_path / "tables"


def files(folder):
    return sorted(path.name for path in folder.glob("*") if not path.name.endswith(".lock"))


def agree(some, others):
    known = {move.action: move for move in others}
    assert len(known) == len(some) > 0
    for move in some:
        assert move.lower <= known[move.action].upper
        assert known[move.action].lower <= move.upper


def test_it_is_solved_once_and_looked_up_from_then_on(asked, tables):
    enumerated = advise(asked, tables=False)
    first = advise(asked, tables=tables)
    again = advise(asked, tables=tables)
    assert (first.bounded, first.closed, first.is_new) == (True, True, True)
    assert (again.bounded, again.is_new, again.table) == (True, False, first.table)
    assert files(tables) == [first.table.name]
    assert first.moves == again.moves
    agree(first.moves, enumerated.moves)
    assert enumerated.table is None


def test_values_are_found_the_same_way(asked, tables):
    game = asked.game
    enumerated = open_values(game, asked.state, tables=False)
    made = open_values(game, asked.state, tables=tables, code="")
    assert made.source.endswith("all solved")  # without the code of the layout no table can be made
    made = open_values(game, asked.state, tables=tables, code=code_of(asked))
    assert made.source.startswith("the saved table")
    low, high = made.bounds(asked.state)
    assert low <= enumerated.bounds(asked.state)[1]
    assert enumerated.bounds(asked.state)[0] <= high


def code_of(position):
    from layouts.code import format_code

    return format_code(position.layout)


@pytest.mark.parametrize("options", [{"seconds": 0.0}, {"gap": 1e-9}])
def test_what_takes_longer_or_must_be_finer_is_not_begun(asked, tables, options):
    advice = advise(asked, tables=tables, **options)
    assert advice.bounded  # enumerated, as the game is small after all
    assert advice.table is None
    assert not tables.exists()


def test_a_gap_that_a_table_can_have_is_kept(asked, tables):
    advice = advise(asked, tables=tables, gap=1e-7)
    assert advice.is_new
    assert all(move.upper - move.lower <= 1e-7 for move in advice.moves)
    finer = advise(asked, tables=tables, gap=1e-9)
    assert (finer.table, finer.closed) == (None, True)


@pytest.mark.parametrize(
    ("patched", "value", "why"),
    [("PATIENCE", 0.0, "more than 0 seconds"), ("MOST_BYTES", 10**9, "may take 0 GB")],
)
def test_without_time_or_room_it_says_so_and_goes_on(asked, tables, monkeypatch, patched, value, why):
    monkeypatch.setattr(on_the_spot, patched, value)
    if patched != "PATIENCE":
        monkeypatch.setenv("HUE_TABLES_LIMIT", "0")
    said = []
    advice = advise(asked, tables=tables, refused=said.append)
    assert (advice.bounded, advice.table) == (True, None)
    (line,) = said
    assert why in line
    assert not tables.exists() or not files(tables)


def test_a_large_table_is_not_made_without_being_asked_for(asked, tables, monkeypatch):
    monkeypatch.setattr(on_the_spot, "MOST_BYTES", 1000)
    assert advise(asked, tables=tables).table is None
    assert not tables.exists()


def test_interrupted_it_leaves_nothing(asked, tables):
    def interrupt(what, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        advise(asked, tables=tables, progress=interrupt)
    assert not files(tables)


def test_the_kernels_being_compiled_at_first_is_not_counted_as_the_games_time(asked, tables, monkeypatch):
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(on_the_spot, "time", SimpleNamespace(monotonic=lambda: clock.now))

    def slow_at_first(game, code, *, after_sweep, **_):
        for sweep, second in enumerate((1e6, 1e6 + 59, 1e6 + 61), start=1):
            clock.now = second
            swept.append(sweep)
            after_sweep(None, SimpleNamespace(sweeps=sweep), False)

    swept, refused = [], []
    monkeypatch.setattr(on_the_spot, "save_table", slow_at_first)
    monkeypatch.setattr(on_the_spot, "takes_seconds", lambda *_: True)
    how = {"gap": None, "seconds": 20.0, "folder": tables, "progress": None}
    assert on_the_spot.solve_on_the_spot(asked.game, "", refused=refused.append, **how) is None
    assert swept == [1, 2, 3]
    assert refused == ["solving the whole game took more than 60 seconds"]
