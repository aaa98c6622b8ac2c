"""Positions in TOML: every phase, every key."""

import pytest

from layouts.toml import parse_toml
from solver.guardians.position import format_position, parse_position
from solver.guardians.position_file import read_position
from solver.guardians.rules import Rules
from solver.guardians.state import (
    EXHAUSTED,
    OUT,
    RESERVE,
    AgentsAct,
    Darken,
    Failed,
    Growth,
    PlaceAgent,
    PlaceGuardian,
    SpiritLost,
    SpiritMoves,
    State,
    Turn,
)

R, X = RESERVE, EXHAUSTED
BEGIN = State(0b001, (R, R), (R, R), (0, 0), 0b11, 0, Turn(0, 4))  # Stars, Chalks, Paints


def read(text, where="my file", folder=None):
    return read_position(parse_toml(text, where), where, folder)


PHASES = {
    "what is left out": ("", BEGIN),
    "turn": (
        """
        phase = "turn"
        starting_player = 2
        player = 1
        actions_left = 3
        sealed = ["Stars", "Paints"]
        agents = ["Paints", "exhausted"]
        spirits = ["chalks", "reserve"]
        guardians = ["Stars", { at = "Chalks", exhausted = true }]
        """,
        State(0b101, (X, 2), (R, 1), (0, 1), 0b01, 1, Turn(0, 3)),
    ),
    "the starting player's turn": ("starting_player = 2", BEGIN._replace(first=1, moment=Turn(1, 4))),
    "agents by place": (
        'agents = [{ at = "Stars", exhausted = true }, { at = "Chalks", exhausted = false }]',
        BEGIN._replace(agents=(X, 1)),
    ),
    "an agent standing at the center": ('agents = ["Stars", "reserve"]', BEGIN._replace(agents=(R, 0))),
    "failed": (
        """
        phase = "failed"
        attempt = "seal"
        actions_left = 2
        dice = [6, 1, 4]
        sealed = ["Stars", "Chalks"]
        spirits = ["Chalks", "reserve"]
        guardians = ["Chalks", "Chalks"]
        """,
        State(0b011, (R, R), (R, 1), (1, 1), 0b11, 0, Failed(0, 2, "seal", 12, (1, 4, 6))),
    ),
    "failed, at the other's place": (
        """
        phase = "failed"
        player = 2
        attempt = "attack"
        actions_left = 0
        dice = [2, 2, 1]
        target = 6
        sealed = ["Stars", "Chalks"]
        agents = ["Chalks", "reserve"]
        guardians = ["Chalks", "Chalks"]
        """,
        State(0b011, (R, 1), (R, R), (1, 1), 0b11, 0, Failed(1, 0, "attack", 6, (1, 2, 2))),
    ),
    "spirit_moves": (
        'phase = "spirit_moves"\nactions_left = 1\nspirits = ["Chalks", "Paints"]',
        BEGIN._replace(spirits=(1, 2), moment=SpiritMoves(0, 1)),
    ),
    "spirit_lost": (
        """
        difficulty = "difficult"
        phase = "spirit_lost"
        actions_left = 0
        spirits = ["Chalks", "reserve"]
        guardians = [{ at = "Stars", exhausted = true }, "Stars"]
        """,
        State(0b001, (R, R), (R, 1), (0, 0), 0b10, 0, SpiritLost(0, 0)),
    ),
    "a spirit out": (
        'difficulty = "impossible"\nspirits = ["out", "reserve"]',
        BEGIN._replace(spirits=(OUT, R)),
    ),
    "agents, all that stand": (
        'phase = "agents"\nagents = ["Chalks", "Stars"]',
        BEGIN._replace(agents=(0, 1), moment=AgentsAct((0, 1))),
    ),
    "agents, one waiting": (
        'phase = "agents"\nagents = ["Chalks", "Stars"]\nwaiting = ["Chalks"]',
        BEGIN._replace(agents=(0, 1), moment=AgentsAct((1,))),
    ),
    "agents waiting in any order": (
        'phase = "agents"\nagents = ["Chalks", "Stars"]\nwaiting = ["Chalks", "Stars"]',
        BEGIN._replace(agents=(0, 1), moment=AgentsAct((0, 1))),
    ),
    "growth": ('phase = "growth"', BEGIN._replace(moment=Growth(1, False))),
    "growth, two of three left": (
        'difficulty = "impossible"\nphase = "growth"\ngrowths_left = 2',
        BEGIN._replace(moment=Growth(2, False)),
    ),
    "setup": ('phase = "setup"', BEGIN._replace(moment=Growth(3, True))),
    "setup, one left": ('phase = "setup"\ngrowths_left = 1', BEGIN._replace(moment=Growth(1, True))),
    "darken": (
        'phase = "darken"\ntag = 3\ngrowths_left = 0',
        BEGIN._replace(moment=Darken(3, 0, False)),
    ),
    "darken in the setup": (
        'phase = "darken"\ntag = 3\ngrowths_left = 2\nsetup = true',
        BEGIN._replace(moment=Darken(3, 2, True)),
    ),
    "place_guardian": (
        'phase = "place_guardian"\nplayer = 2\nguardians = ["Chalks", "Stars"]\nreadings.start = "any"',
        BEGIN._replace(at=(1, 0), moment=PlaceGuardian(1)),
    ),
}


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_is_read(name):
    text, state = PHASES[name]
    position = read('layout = "triangle"\n' + "\n".join(line.strip() for line in text.splitlines()))
    assert position.state == state
    assert parse_position(format_position(position)) == position


def test_an_agent_to_place():
    """Both 4s of the printed layout are dark: on which does the agent appear?"""
    position = read(
        """
        layout = "rulebook"
        phase = "place_agent"
        tag = 4
        growths_left = 0
        sealed = ["Stars", "Houses", "Ferris wheel"]
        """
    )
    assert position.state.moment == PlaceAgent(4, 0, False)
    names = position.game.board.names
    assert {names[i] for i in range(9) if position.state.dark >> i & 1} == {"Stars", "Houses", "Ferris wheel"}


def test_rules_are_those_of_edition_difficulty_and_readings():
    """The layout's edition unless another is named; readings by hand over all."""
    assert read('layout = "pair"').rules == Rules()
    assert read('layout = "pair"\nplayers = 3').rules == Rules(players=3, setup_growths=4)
    revised = read('layout = "revised-triangle"')
    assert revised.rules == Rules(growths=0, center_penalty=True)
    assert revised.game.board.ratings[1] == (2, 1, 1)
    other = read('layout = "pair"\nedition = "revised"\ndifficulty = "medium"\n[readings]\nactions = 2')
    assert other.rules == Rules(growths=1, center_penalty=True, actions=2)
    assert other.game.board.ratings == ((5, 4, 0), (2, 1, 1))
    readme = read('layout = "pair"\nedition = "README"\ndifficulty = "Impossible"').rules
    assert (readme.growths, readme.spirit_moves, readme.setup_growths) == (3, False, 2)


def test_a_layout_may_be_cut_or_written_out():
    """keep; the layout's own tables; a file or an edition beside the position's."""
    kept = read('layout = "rulebook"\nkeep = ["Stars", "Houses", "Paints"]')
    assert set(kept.game.board.names) == {"Stars", "Houses", "Paints"}
    own = read(
        '[cards]\nHub = 6\n"My card" = { tag = 3, ratings = [3, 1, 1] }\n[adjacent]\nHub = ["My card"]\n'
    )
    assert own.game.board.names == ("Hub", "My card")
    assert own.game.board.ratings[1] == (3, 1, 1)


def test_files_named_in_a_position_are_looked_for_beside_it(tmp_path):
    (tmp_path / "mine.toml").write_text('[cards]\nHub = 6\nRim = 4\n[adjacent]\nHub = ["Rim"]\n')
    (tmp_path / "rules.toml").write_text('name = "own"\n[cards]\n4 = [1, 2, 3]\n[readings]\nactions = 5\n')
    position = read('layout = "mine.toml"\nedition = "rules.toml"\nplayers = 1', folder=tmp_path)
    assert position.game.board.names == ("Hub", "Rim")
    assert position.game.board.ratings[1] == (1, 2, 3)
    assert position.rules.actions == 5
