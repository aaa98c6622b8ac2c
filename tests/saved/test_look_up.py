"""Advice by a saved table against advice by solving everything that can follow."""

import subprocess
import sys

import pytest

from layouts.catalogue import load_named
from layouts.errors import ParseError
from layouts.graph import board_of, induced
from search.advice import advise
from search.look_up import LookUp, look_up
from solver.guardians.game import Game
from solver.guardians.lumping import representative
from solver.guardians.notation import format_state
from solver.guardians.play import Play
from solver.guardians.position import format_position
from solver.guardians.saved import open_table
from solver.guardians.saved_folder import FOLDER_VARIABLE
from solver.guardians.saved_format import load_header
from solver.guardians.state import (
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    Turn,
)
from solver.model import build_model
from solver.process import Owner

ALONE = {"players": 1, "setup_growths": 2, "actions": 1, "agents": 1, "spirits": 1}
FOUR = board_of(induced(load_named("rulebook"), ["Chalks", "Houses", "Paints", "Stars"]))
CASES = [
    (FOUR, ALONE, (Turn, Darken, PlaceAgent)),
    (FOUR, {**ALONE, "decider": "lord_sepia"}, (AgentsAct, Darken, PlaceAgent)),
    ("triangle", {"players": 1, "center_penalty": True}, (Turn, SpiritMoves, SpiritLost, AgentsAct, Growth)),
    ("triangle", {"players": 1, "start": "any", "decider": "lord_sepia"}, (Turn, AgentsAct, PlaceGuardian)),
    ("triangle", {"players": 1, "actions": 2, "growths": 2}, (Turn, Darken, AgentsAct, Growth)),
    ("line", {"players": 1, "decider": "lord_sepia_agents"}, (Turn, AgentsAct)),
    ("pair", {"players": 2, "actions": 2, "setup_growths": 2}, (Turn, Failed, AgentsAct, Growth)),
    pytest.param(
        "pair",
        {"players": 2, "center_penalty": True},
        (Turn, Failed, SpiritLost, AgentsAct),
        marks=pytest.mark.slow,
    ),
]
EACH = 40  # positions of each phase


class Worth:
    """What solving the whole game says that states and outcomes are worth."""

    def __init__(self, game, solved):
        self.game, self.solved = game, solved

    def __call__(self, outcomes):
        found = [(float(p), self.solved[representative(self.game, state)]) for p, state in outcomes]
        return sum(p * low for p, (low, _) in found) - 1e-12, sum(p * high for p, (_, high) in found) + 1e-12


def test_what_is_remembered_of_many_positions_is_limited(saved_of, monkeypatch):
    saved = saved_of("pair", players=2, actions=2, setup_growths=2)
    table = open_table(saved.path, saved.game)
    states = build_model(Play(saved.game)).states[::7]
    remembers = LookUp(table)
    bounds = [remembers.value(state) for state in states]
    assert len(remembers.values) > 100
    monkeypatch.setattr("search.look_up.MOST_KNOWN", 100)
    forgets, most = LookUp(table), 0
    for state, known in zip(states, bounds, strict=True):
        assert forgets.value(state) == known
        most = max(most, len(forgets.values))
    assert most == 100


@pytest.mark.parametrize(("name", "readings", "kinds"), CASES)
def test_every_move_is_worth_what_solving_says(saved_of, solved_of, name, readings, kinds):
    saved = saved_of(name, **readings)
    table = open_table(saved.path, saved.game)
    worth = Worth(saved.game, solved_of(saved.game))
    play = Play(Game(saved.game.board, saved.game.rules))
    states = build_model(play).states
    for kind in kinds:
        some = [state for state in states if isinstance(state.moment, kind)]
        assert some
        for state in some[:: max(1, len(some) // EACH)]:
            found = look_up(saved.position(state), table)
            assert (found.owner, found.bounded, found.closed) == (play.owner(state), True, True)
            assert {move.action for move in found.moves} == set(play.actions(state))
            sign = -1 if found.owner == Owner.OPPONENT else 1
            best = max(sign * sum(worth(play.outcomes(state, move.action))) / 2 for move in found.moves)
            for move in found.moves:
                lower, upper = worth(play.outcomes(state, move.action))
                assert move.lower <= upper, format_state(state)
                assert move.upper >= lower, format_state(state)
                assert move.upper - move.lower <= table.header.gap + 1e-12
                regret = best - sign * (lower + upper) / 2
                assert move.regret_lower - 2e-9 <= regret <= move.regret_upper + 2e-9
            for turnout in found.turnouts:
                lower, upper = worth([(1, turnout.state)])
                assert turnout.lower <= upper
                assert turnout.upper >= lower
            if found.owner == Owner.CHANCE:
                rolled = play.outcomes(state, play.actions(state)[0])
                assert {(t.probability, t.state) for t in found.turnouts} == set(rolled)


def test_a_few_moves_are_worth_what_advice_by_solving_says(small):
    table = open_table(small.path, small.game)
    states = build_model(Play(Game(small.game.board, small.game.rules))).states
    for state in [state for state in states if state.at][:: len(states) // 6]:
        position = small.position(state)
        solved = {move.action: move for move in advise(position, tables=False).moves}
        found = look_up(position, table).moves
        assert set(solved) == {move.action for move in found}
        for move in found:
            assert move.lower <= solved[move.action].upper
            assert move.upper >= solved[move.action].lower


@pytest.fixture
def start(small):
    return small.position(Play(small.game).initial())


def test_advice_looks_up_where_it_can(small, start, monkeypatch):
    assert advise(start).table is None
    assert advise(start, tables=small.folder).table == small.path
    monkeypatch.setenv(FOLDER_VARIABLE, str(small.folder))
    assert advise(start).table == small.path
    assert advise(start, tables=False).table is None


def test_a_narrower_gap_is_worked_out(small, start):
    found = advise(start, tables=small.folder, gap=1e-12)
    assert found.table is None
    assert found.closed
    assert all(move.upper - move.lower <= 1e-12 for move in found.moves)


def test_a_wide_table_is_better_than_playouts(small, start):
    found = advise(start, tables=small.folder, gap=1e-12, limit=1, playouts=1)
    assert found.table == small.path
    assert found.bounded
    assert not found.closed


@pytest.fixture
def damaged(small, tmp_path):
    """The folder of a table of which every block is damaged."""
    data = bytearray(small.path.read_bytes())
    for layer in load_header(small.path).layers:
        for begin in range(layer.offset, layer.checks_offset, 4):
            data[begin] ^= 1
    (tmp_path / small.path.name).write_bytes(data)
    return tmp_path


def test_a_damaged_table_is_said_to_be_so_and_not_used(small, start, damaged):
    with pytest.raises(ParseError):
        look_up(start, open_table(damaged / small.path.name, start.game))
    said = []
    found = advise(start, tables=damaged, refused=said.append)
    assert found.table is None
    assert found.bounded
    assert len(said) == 1
    assert "is damaged" in said[0]


HEAVY = {"numba", "networkx", "ortools", "scipy", "numpy", "pydantic"}


FILE = """
layout = "pair"
keep = ["Stars", "Chalks"]
edition = "rulebook"
difficulty = "easy"
[readings]
actions = 2
setup_growths = 1
"""


@pytest.mark.parametrize("given", ["code", "file"])
def test_a_look_up_needs_no_heavy_library(small, start, tmp_path, given):
    """`hue move`, in a process of its own."""
    (tmp_path / "position.toml").write_text(FILE)
    position = {"code": format_position(start), "file": str(tmp_path / "position.toml")}[given]
    code = (
        "import sys; from reports.app import run_command; code = run_command(sys.argv[1:]);"
        "print(code, *sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "move", position],
        env={FOLDER_VARIABLE: str(small.folder), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "looked up in the saved table" in run.stdout
    assert run.stderr.split()[0] == "0"
    assert not HEAVY & set(run.stderr.split())
