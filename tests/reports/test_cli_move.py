"""`hue move`: positions of every phase, as TOML and as a code; and boards that are too large to solve."""

import re

import pytest

HEAD = {"schema": int, "command": str, "version": str}
MOVE = {
    **HEAD,
    "position": str,
    "layout": str,
    "rules": dict,
    "decider": str,
    "unit": str,
    "kind": str,
    "method": str,
    "soon_rounds": int,
    "moves": list,
    "outcomes": list,
    "states": int,
    "sweeps": int,
    "seconds": float,
}
ONE = 'layout = "triangle"\nplayers = 1\n'
TWO = 'layout = "pair"\nplayers = 2\n'
SHORT = "[readings]\nactions = 2\n"
SEPIA = f'{SHORT}decider = "lord_sepia"\n'
PLACING = f'{SHORT}start = "any"\nsetup_growths = 2\n'
FOUR = 'layout = "rulebook"\nkeep = ["Chalks", "Houses", "Paints", "Stars"]\nplayers = 1\n'
TINY = "[readings]\nactions = 1\nagents = 1\nspirits = 1\n"

# phase: the position, who decides, its actions, and words to be found
PHASES = {
    "turn": (
        f"{TWO}player = 1\nactions_left = 1\n{SHORT}",
        "players",
        {"move.Chalks", "encounter", "seal", "seal.2", "stop"},
        [
            "Player 1 to act at Stars, 1 action left.",
            "break the seal, player 2 supporting",
            "needs 15+ on three dice",
        ],
    ),
    "a turn with much on the table": (
        f'{ONE}sealed = ["Stars", "Chalks"]\nagents = ["Stars", "exhausted"]\nspirits = ["Paints", "out"]\n'
        f'guardians = [{{ at = "Chalks", exhausted = true }}]\n{SHORT}center_penalty = true\n',
        "players",
        {"stand", "stop"},
        [
            "Player 1 to act at Chalks, exhausted, 2 actions left",
            "1 agent, exhausted",
            "1 spirit out of the game",
            "guardians in parentheses are exhausted",
        ],
    ),
    "failed": (
        f'{TWO}phase = "failed"\nplayer = 1\nactions_left = 1\nattempt = "seal"\ndice = [1, 4, 6]\n{SHORT}',
        "players",
        {"accept", *(f"reroll.2.{dice}" for dice in (1, 4, 6, 14, 16, 46, 146))},
        [
            "Player 1 has rolled 1 4 6 (11) for 18+, a seal at Stars",
            "player 2 supports: roll 1 4 again",
            "impossible",
        ],
    ),
    "failed, where the rating is lowered afterwards": (
        f'{TWO}phase = "failed"\nplayer = 1\nactions_left = 1\nattempt = "seal"\ndice = [5, 5, 6]\n{SHORT}'
        'reduce_timing = "after"\n',
        "players",
        {"accept", "reduce.2", *(f"reroll.2.{dice}" for dice in (5, 6, 55, 56, 556))},
        ["lower the rating by 1", "then the roll has succeeded"],
    ),
    "spirit_moves": (
        f'{ONE}phase = "spirit_moves"\nactions_left = 1\nspirits = ["Stars", "Chalks"]\n'
        f'guardians = ["Paints"]\n{SHORT}',
        "players",
        {"spirit.Stars", "spirit.Chalks"},
        ["which spirit moves to Paints?", "the spirit at Stars moves here"],
    ),
    "spirit_lost": (
        f'{ONE}phase = "spirit_lost"\nactions_left = 1\nspirits = ["reserve", "Chalks"]\n'
        f'guardians = [{{ at = "Stars", exhausted = true }}]\n{SHORT}'
        "center_penalty = true\n",
        "players",
        {"lose", "lose.Chalks"},
        ["which spirit is lost?", "the spirit in the reserve is lost", "lose the spirit at Chalks"],
    ),
    "agents": (
        f'{ONE}phase = "agents"\nagents = ["Stars", "Chalks"]\nsealed = ["Stars", "Chalks"]\n{SHORT}',
        "players",
        {"step.Stars.Paints", "step.Chalks.Paints"},
        ["The agents act; waiting at Stars and Chalks.", "darkens it on 3+: 66.7%"],
    ),
    "agents, by Lord Sepia": (
        f'{ONE}phase = "agents"\nagents = ["Stars", "reserve"]\n{SEPIA}',
        "lord_sepia",
        {"step.Stars.Chalks", "step.Stars.Paints"},
        ["Lord Sepia decides; the best move is the one with the lowest win probability."],
    ),
    "growth": (
        f'{ONE}phase = "growth"\n{SHORT}',
        "chance",
        {"roll"},
        [
            "Darkness Grows at the end of the round, once more",
            "roll the black die",
            "nothing changes",
            "33.3%",
        ],
    ),
    "setup": (
        f'{ONE}phase = "setup"\ngrowths_left = 2\n{SHORT}',
        "chance",
        {"roll"},
        ["Darkness Grows in the setup, 2 times more"],
    ),
    "darken": (
        f'{ONE}phase = "darken"\ntag = 3\ngrowths_left = 0\nsetup = false\n{SHORT}',
        "players",
        {"darken.Chalks", "darken.Paints"},
        ["The die has named tag 3: which of its light locations turns dark?", "Chalks turns dark"],
    ),
    "darken, by Lord Sepia": (
        f'{ONE}phase = "darken"\ntag = 3\ngrowths_left = 1\nsetup = true\n{SEPIA}',
        "lord_sepia",
        {"darken.Chalks", "darken.Paints"},
        ["Lord Sepia decides"],
    ),
    "place_agent": (
        f'{FOUR}phase = "place_agent"\ntag = 3\ngrowths_left = 0\nsetup = false\n'
        f'agents = ["reserve"]\nspirits = ["reserve"]\nsealed = ["Stars", "Chalks", "Paints"]\n{TINY}',
        "players",
        {"agent.Chalks", "agent.Paints"},
        ["all dark: where does an agent appear?", "an agent appears at Chalks"],
    ),
    "place_guardian": (
        f'{ONE}phase = "place_guardian"\n{PLACING}',
        "players",
        {"place.Stars", "place.Chalks", "place.Paints"},
        ["Where does player 1 start?", "start at Paints"],
    ),
}


@pytest.fixture(scope="module")
def known():
    return {}


@pytest.fixture
def found_of(hue, file, known):
    """Return what `hue move --json` says about a phase; each is asked once."""

    def ask(phase):
        if phase not in known:
            answer = hue("move", file(PHASES[phase][0]), "--json")
            assert (answer.code, answer.err) == (0, "")
            known[phase] = answer.json
        return known[phase]

    return ask


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_is_answered_with_bounds_best_first(found_of, phase):
    _, decider, actions, _ = PHASES[phase]
    found = found_of(phase)
    assert {name: type(value) for name, value in found.items()} == {
        **MOVE,
        "seed": type(None),
    }
    assert (found["decider"], found["kind"], found["unit"]) == (decider, "bounded", "probability")
    assert {move["action"] for move in found["moves"]} == actions
    assert len(found["moves"]) == len(actions)
    for move in found["moves"]:
        assert next(iter(move)) == "action"
        for key in ("lower", "upper", "regret_lower", "regret_upper"):
            assert type(move[key]) is float
            assert 0 <= move[key] <= 1
        assert move["lower"] <= move["upper"] <= move["lower"] + 1.1e-9
        assert move["regret_lower"] <= move["regret_upper"]
    best, last = found["moves"][0], found["moves"][-1]
    assert best["regret_lower"] == 0
    sign = -1 if decider == "lord_sepia" else 1
    assert all(sign * best["upper"] >= sign * move["lower"] - 2e-9 for move in found["moves"])
    assert last["regret_upper"] == max(move["regret_upper"] for move in found["moves"]) or last["tie"]
    assert bool(found["outcomes"]) == (decider == "chance")


@pytest.mark.parametrize("phase", PHASES)
def test_a_code_asks_the_same_as_its_file(hue, found_of, phase):
    first = found_of(phase)
    again = hue("move", first["position"], "--json").json
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert re.fullmatch("[A-Za-z0-9._:-]+", first["position"])


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_is_explained_in_words(hue, phase):
    text, _, _, words = PHASES[phase]
    answer = hue("move", "-", stdin=text)
    assert (answer.code, answer.err) == (0, "")
    for wanted in words:
        assert wanted in answer.words
    assert re.search(r"^ *=?1  .*\d%", answer.out, re.MULTILINE)
    assert "Proved bounds, from" in answer.out
    assert re.search(r"^This position: hue1\S+$", answer.out, re.MULTILINE)


def test_regret_is_shown_in_percentage_points(hue, file):
    path = file(PHASES["turn"][0])
    found = hue("move", path, "--json").json["moves"]
    shown = re.findall(r"(\d+\.\d{4}) pp", hue("move", path).out)
    assert [float(pp) for pp in shown] == pytest.approx(
        [100 * move["regret_lower"] for move in found if not move["tie"]][1:], abs=1e-4
    )
    assert len(shown) >= 3


def test_ties_are_marked_and_ordered(hue):
    answer = hue("move", "-", stdin=PHASES["darken"][0])  # Chalks and Paints are alike
    assert re.search(r"^=1  Chalks turns dark", answer.out, re.MULTILINE)
    assert re.search(r"^=2  Paints turns dark", answer.out, re.MULTILINE)
    assert (
        "= ties with the best within the bounds, those first that are likeliest to win soon" in answer.words
    )
    assert " pp" not in answer.out
    answer = hue("move", "-", stdin=PHASES["darken, by Lord Sepia"][0])
    assert "those first that are least likely to be won soon" in answer.words
    found = hue("move", "-", "--json", stdin=PHASES["darken"][0]).json
    assert [move["tie"] for move in found["moves"]] == [True, True]
    assert found["moves"][0]["win_soon"] == found["moves"][1]["win_soon"]


def test_a_layout_is_the_start_of_its_setup(hue):
    found = hue("move", "pair", "-p", "1", "-r", "actions=2", "--json").json
    assert found["decider"] == "chance"
    assert found["position"].endswith("-growth.2.setup")
    value = hue("solve", "pair", "-p", "1", "-r", "actions=2", "--json").json["win"]
    (roll,) = found["moves"]
    assert roll["lower"] <= value["upper"]
    assert value["lower"] <= roll["upper"]
    lower = sum(eval_fraction(o["probability"]) * o["lower"] for o in found["outcomes"])
    assert lower == pytest.approx(roll["lower"], abs=1e-9)


def eval_fraction(text):
    numerator, _, denominator = text.partition("/")
    return int(numerator) / int(denominator or 1)


@pytest.mark.parametrize("players", [1, *(pytest.param(some, marks=pytest.mark.slow) for some in (3, 4))])
def test_a_large_board_is_estimated_and_says_how(hue, players):
    options = ("-p", players, "-r", "setup_growths=0", "--seconds", "0", "--playouts", "1", "--seed", "5")
    answer = hue("move", "rulebook", *options, "--json")
    assert (answer.code, answer.err) == (0, "")
    found = answer.json
    assert {name: type(value) for name, value in found.items()} == {**MOVE, "seed": int}
    assert (found["kind"], found["seed"], found["states"]) == ("estimated", 5, 0)
    assert "too large to solve" in found["method"]
    assert "1 playout each from seed 5" in found["method"]
    for move in found["moves"]:
        assert (move["lower"], move["upper"]) == (0, 1)
        assert set(move["estimate"]) == {"mean", "error", "playouts"}
        assert move["estimate"]["playouts"] == 1
    assert found["moves"][0]["regret_estimate"] is None
    for move in found["moves"][1:]:
        assert set(move["regret_estimate"]) == {"mean", "error"}
    words = hue("move", "rulebook", *options).words
    assert "then wins" in words
    assert "±" in words
    assert (
        "Too large to solve on the spot: after each move a strategy that looks one action ahead played on"
        in words
    )
    assert "Proved" not in words
    if players != 3:  # which depends on the machine's memory
        assert ("`hue solve` of this layout with these rules takes about" in words) == (players == 1)


def test_what_the_dense_solver_does_in_seconds_is_solved_and_saved(hue):
    first = hue("move", "sample-four", "-p", "2", "--json")
    assert (first.code, first.err) == (0, "")
    found = first.json
    assert "the whole game was solved, and saved as the table" in found["method"]
    assert found["kind"] == "bounded"
    answer = hue("move", "sample-four", "-p", "2")
    assert "Proved bounds, looked up in the saved table" in answer.words
    again = hue("move", "sample-four", "-p", "2", "--json").json
    assert again["moves"] == found["moves"]
    assert "looked up" in again["method"]
    assert hue("tables", "list", "--json").json["tables"]


def test_estimates_are_the_same_from_the_same_seed(hue):
    options = (
        "move",
        "pair",
        "-r",
        "setup_growths=0",
        "--limit",
        "10",
        "--seconds",
        "1e9",
        "--playouts",
        "20",
        "--json",
    )
    moves = [hue(*options, "--seed", seed).json["moves"] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]


def test_files_are_found_from_where_the_position_lies(hue, file, tmp_path):
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "mine.toml").write_text('[cards]\nA = 6\nB = 3\n[adjacent]\nA = ["B"]\n')
    path = tmp_path / "boards" / "position.toml"
    path.write_text(f'layout = "mine.toml"\nplayers = 1\n{SHORT}')
    answer = hue("move", path)
    assert answer.code == 0
    assert "move to B" in answer.out
