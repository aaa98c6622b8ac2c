"""Every state of tiny boards: the contract of a process, notation, validity, and what never changes."""

from fractions import Fraction

import pytest

from solver.guardians.notation import format_action, format_state, parse_action, parse_state
from solver.guardians.state import EXHAUSTED, LOST, OUT, RESERVE, WON, Over
from solver.guardians.validity import check_state
from solver.process import Owner

PAIR = ("o6 a3", "oa")
TRIANGLE = ("o6 a3 b3", "oa ob ab")
ROW = ("b4 o6 a3", "ba ao")
README = {
    "blocking_agents": "any", "spirit_moves": False, "center_needs_spirit": True,
    "spirit_returns": False, "agent_target": "adjacent",
}  # fmt: skip

GAMES = {
    "pair-1": (PAIR, {}),
    "pair-1-two-growths-penalty": (PAIR, {"growths": 2, "center_penalty": True, "setup_growths": 1}),
    "pair-1-two-spirits-a-place-penalty": (PAIR, {"spirits_per_location": 2, "center_penalty": True}),
    "pair-1-readme": (PAIR, {"setup_growths": 1, **README}),
    "pair-1-agent-from-1": (PAIR, {"center_agent_from": 1, "setup_growths": 0, "growths": 0}),
    "pair-2": (PAIR, {"players": 2, "setup_growths": 1, "actions": 2}),
    "pair-2-penalty": (
        PAIR,
        {"players": 2, "setup_growths": 1, "center_penalty": True, "actions": 1, "agents": 1},
    ),
    "pair-2-start-any": (PAIR, {"players": 2, "start": "any", "setup_growths": 1, "actions": 1, "agents": 1}),
    "pair-2-after": (
        PAIR,
        {"players": 2, "reduce_timing": "after", "setup_growths": 1, "actions": 1, "agents": 1},
    ),
    "pair-2-after-no-reroll": (
        PAIR,
        {"players": 2, "reduce_timing": "after", "reroll": False, "setup_growths": 1, "actions": 1},
    ),
    "pair-3-lumped": (PAIR, {"players": 3, "setup_growths": 1, "actions": 1, "agents": 1, "lumped": True}),
    "pair-2-lumped": (PAIR, {"players": 2, "setup_growths": 1, "lumped": True}),
    "triangle-1": (TRIANGLE, {"setup_growths": 1}),
    "triangle-1-penalty": (TRIANGLE, {"center_penalty": True, "actions": 2, "setup_growths": 3}),
    "triangle-1-two-spirits-a-place": (TRIANGLE, {"spirits_per_location": 2, "actions": 2}),
    "triangle-1-start-any": (TRIANGLE, {"start": "any", "setup_growths": 2, "actions": 2, "agents": 1}),
    "triangle-1-readme": (TRIANGLE, {"setup_growths": 1, "actions": 3, **README}),
    "triangle-1-lord-sepia": (TRIANGLE, {"decider": "lord_sepia", "setup_growths": 1, "actions": 2}),
    "row-1-lord-sepia-agents": (ROW, {"decider": "lord_sepia_agents", "setup_growths": 1, "actions": 2}),
    "row-1-no-agents": (ROW, {"agents": 0, "spirits": 1, "encounter_on_light": False}),
    "row-1-no-spirits": (ROW, {"agents": 1, "spirits": 0, "agent_target": "nearest", "actions": 2}),
}


@pytest.fixture(scope="module", params=list(GAMES))
def explored(request, table, tools):
    """Every state of a game, unlumped unless its name says so, and every move while it goes on."""
    (cards, edges), readings = GAMES[request.param]
    t = table(cards, edges, **readings)
    found = tools.explore(t.play)
    moves = {
        (state, action, outcome.state)
        for state, turns in found.items()
        for action, outcomes in turns.items()
        for outcome in outcomes
        if outcome.state.at
    }
    return t, found, moves


def test_every_distribution_sums_to_one_and_names_no_successor_twice(explored):
    _, found, _ = explored
    for outcomes in {id(o): o for turns in found.values() for o in turns.values()}.values():
        assert sum(outcome.probability for outcome in outcomes) == 1
        assert all(type(outcome.probability) is Fraction for outcome in outcomes)
        assert all(outcome.probability > 0 for outcome in outcomes)
        assert len({outcome.state for outcome in outcomes}) == len(outcomes)


def test_who_decides_has_something_to_decide_and_chance_has_one_thing(explored):
    t, found, _ = explored
    for state, turns in found.items():
        owner, actions = t.play.owner(state), t.play.actions(state)
        assert list(turns) == list(actions)
        assert len(set(actions)) == len(actions)
        if owner == Owner.TERMINAL:
            assert not actions
        elif owner == Owner.CHANCE:
            assert len(actions) == 1
        else:
            assert actions
        assert owner != Owner.OPPONENT or "lord_sepia" in t.game.rules.decider


def test_plays_end_only_when_the_game_is_over(explored):
    t, found, _ = explored
    ends = {state for state, turns in found.items() if not turns}
    assert ends <= {WON, LOST}
    for state in found:
        over = isinstance(state.moment, Over)
        assert over == (state in ends) == (t.play.owner(state) == Owner.TERMINAL)
        if over:
            assert t.play.value(state) == (1 if state == WON else 0)


def test_every_state_is_valid(explored):
    t, found, _ = explored
    for state in found:
        if not isinstance(state.moment, Over):
            check_state(t.game, state)


def test_every_state_and_action_can_be_written_and_read(explored):
    t, found, _ = explored
    actions = set()
    texts = set()
    for state, turns in found.items():
        text = format_state(state)
        assert parse_state(text) == state
        texts.add(text)
        actions.update(turns)
    assert len(texts) == len(found)
    words = {format_action(t.board, action): action for action in actions}
    assert len(words) == len(actions)
    for word, action in words.items():
        assert parse_action(t.board, word) == action


def test_every_game_can_be_won_and_lost(explored):
    _, found, _ = explored
    assert WON in found
    assert LOST in found


# --- what never changes (RULES.md section 1)


def test_the_center_is_dark_until_the_game_is_won(explored):
    t, found, _ = explored
    for state in found:
        if state.at:
            assert state.dark >> t.game.center & 1
            assert state.dark != t.game.everything


def test_the_number_of_pieces_is_constant(explored):
    t, found, _ = explored
    rules, n = t.game.rules, len(t.board)
    for state in found:
        if state.at:
            assert (len(state.agents), len(state.spirits)) == (rules.agents, rules.spirits)
            assert len(state.at) == rules.players
            assert all(0 <= place < n for place in state.at)
            assert all(0 <= place < n or place in (RESERVE, EXHAUSTED) for place in state.agents)
            assert all(0 <= place < n or place in (RESERVE, OUT) for place in state.spirits)
            assert 0 <= state.upright < 1 << rules.players
            assert list(state.agents) == sorted(state.agents)
            assert list(state.spirits) == sorted(state.spirits)


def test_agents_never_return_to_the_reserve_and_come_one_at_a_time(explored):
    _, _, moves = explored
    for before, _, after in moves:
        came = before.agents.count(RESERVE) - after.agents.count(RESERVE)
        assert came in (0, 1, 2)
        if came == 2:
            assert before.moment.setup  # the last setup growth, and the one on the center


def test_only_an_attack_exhausts_an_agent_which_then_stands_up_at_the_center(explored):
    t, _, moves = explored
    for before, action, after in moves:
        new, old = after.agents.count(EXHAUSTED), before.agents.count(EXHAUSTED)
        if new > old:
            assert new == old + 1
            assert action.verb == "attack" or before.moment.attempt == "attack"
        if new < old:
            assert new == 0
            assert after.agents.count(t.game.center) >= old


def test_lost_spirits_never_return_and_are_lost_one_at_a_time_by_the_penalty(explored):
    t, _, moves = explored
    for before, _, after in moves:
        lost = after.spirits.count(OUT) - before.spirits.count(OUT)
        assert lost in (0, 1)
        if lost:
            assert t.game.rules.center_penalty
            assert before.dark == after.dark == 1 << t.game.center


def test_one_location_at_a_time_changes_its_side(explored):
    _, _, moves = explored
    for before, action, after in moves:
        changed = before.dark ^ after.dark
        assert changed.bit_count() <= 1
        if changed & before.dark:  # turned light
            assert action.verb == "seal" or before.moment.attempt == "seal"
        if changed & after.dark:
            assert action.verb in ("roll", "darken", "step")


def test_guardians_move_and_lie_down_only_as_the_rules_say(explored):
    t, _, moves = explored
    for before, action, after in () if t.game.lumped else moves:  # there, seats are renamed
        if before.at != after.at:
            assert action.verb in ("move", "place")
            assert sum(a != b for a, b in zip(before.at, after.at, strict=True)) == 1
        if before.upright & ~after.upright:
            assert action.verb in ("attack", "encounter", "seal", "reroll", "reduce", "accept")
        if after.upright & ~before.upright:
            assert action.verb in ("stand", "assist")
            assert (after.upright ^ before.upright).bit_count() == 1
