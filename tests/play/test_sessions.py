"""Following a game: undo, redo, what-if, costs that are told, and what the program does by itself."""

import re
from dataclasses import replace
from random import Random

import pytest

from layouts.errors import RuleError
from search.games.counsel import advise_by_values, split_roll
from search.games.record import roll
from search.games.review import review
from search.playouts import Estimate
from search.ranking import rank_estimates
from solver.guardians.attempts import target_of
from solver.guardians.rolling import after_roll, count_dice
from solver.guardians.state import Turn
from solver.process import Owner


def test_entries_make_the_record_and_are_kept(follow_line):
    assistant, kept, _ = follow_line()
    for said in ("4", "dice 4", "move houses", "attack", "6 6 6"):
        assistant.enter(said)
    assert [step.dice for step in assistant.record.steps] == [(4,), (4,), (), (6, 6, 6)]
    assert kept[-1] == assistant.record
    assert len(kept) == 5


def test_undo_and_redo_go_entry_by_entry(follow_line):
    assistant, kept, _ = follow_line()
    for said in ("4", "4", "move houses", "attack"):
        assistant.enter(said)
    last = assistant.record
    passed = [last]
    for _ in range(4):
        assistant.enter("undo")
        passed.append(assistant.record)
    assert not passed[-1].steps
    with pytest.raises(RuleError, match="nothing has been done yet"):
        assistant.enter("undo")
    for expected in reversed(passed[:-1]):
        assistant.enter("redo")
        assert assistant.record == expected
    with pytest.raises(RuleError, match="nothing was taken back"):
        assistant.enter("redo")
    assistant.enter("undo")
    assistant.enter("stop")
    with pytest.raises(RuleError, match="nothing was taken back"):
        assistant.enter("redo")
    assert kept[-1] == assistant.record


def test_what_is_tried_out_is_not_kept(follow_line):
    assistant, kept, saved = follow_line()
    for said in ("4", "4", "move houses"):
        assistant.enter(said)
    before, count = assistant.record, len(kept)
    for said in ("what if", "attack", "666", "what-if", "stop"):
        assistant.enter(said)
    assert assistant.prompt.startswith("what if: what if: ")
    assistant.enter("save there.txt")
    assert saved == {"there.txt": before}
    assistant.enter("back")
    assert assistant.record.steps[-1].dice == (6, 6, 6)
    assistant.enter("back")
    assert assistant.record == before
    assert len(kept) == count
    with pytest.raises(RuleError, match="nothing is being tried out"):
        assistant.enter("back")
    assistant.enter("undo")
    assert len(assistant.record.steps) == 2


def test_in_a_simulation_dice_are_chosen_where_something_is_tried_out(follow_line):
    games = (follow_line(simulate=True, seed=seed)[0] for seed in range(50))
    assistant = next(each for each in games if not each.is_done and each.record.state.dark & 4)  # Houses
    for said in ("what-if", "encounter"):
        assistant.enter(said)
    assert assistant.record.dice_awaited == 3
    assistant.enter("111")
    assert assistant.record.steps[-1].dice == (1, 1, 1)
    assistant.enter("back")
    assert assistant.record.dice_awaited == 0


def test_undo_in_a_branch_stops_where_it_began(follow_line):
    assistant, _, _ = follow_line()
    assistant.enter("4")
    assistant.enter("what if")
    with pytest.raises(RuleError, match="nothing has been tried out yet"):
        assistant.enter("undo")


@pytest.mark.parametrize("said", ["7", "1 1", "fly", "seal", "best", "hint", "save", "undo now", "redo"])
def test_what_is_refused_changes_nothing(follow_line, said):
    assistant, kept, _ = follow_line()
    assistant.enter("4")
    before = assistant.record
    if said == "save":
        assistant.save = lambda record, name: (_ for _ in ()).throw(RuleError(f"no file {name!r}"))
    with pytest.raises(ValueError, match=r"\S"):
        assistant.enter(said)
    assert assistant.record == before
    assert len(kept) == 1


def test_the_moves_are_ranked_by_their_values(follow_line, read_screen):
    assistant, _, _ = follow_line()
    assistant.enter("4")
    assistant.enter("4")
    shown = read_screen(assistant)
    advice = advise_by_values(assistant.record, assistant.values)
    lines = re.findall(r"^ *(\d) +(\S.*?)  ", shown, re.M)[-len(advice.moves) :]
    assert [number for number, _ in lines] == ["1", "2", "3", "4"]
    assert lines[0][1] == "move to Houses"
    assert lines[-1][1] == "stop: end the turn"
    assistant.enter("best")
    assert assistant.record.steps[-1].action == advice.moves[0].action


def test_a_mistake_is_told_with_what_the_review_says_it_costs(follow_line, read_screen):
    assistant, _, _ = follow_line(simulate=True, hints=False, seed=3)
    told = []
    random = Random(2)
    while not assistant.is_at_end:
        read_screen(assistant)
        assistant.enter(str(random.randint(1, len(assistant.record.play.actions(assistant.record.state)))))
        told += re.findall(r"That gave (\S+) pp away", read_screen(assistant))
    costs = [event.lost for event in review(assistant.record, assistant.values).events if event.is_decision]
    lossy = [100 * float(cost) for cost in costs if cost > assistant.values.gap]
    assert len(told) == len(lossy) > 0
    for said, cost in zip(told, lossy, strict=True):
        assert abs(float(said) - cost) <= 1e-3


@pytest.mark.parametrize(("error", "is_told"), [(1e-9, True), (0.5, False)])
def test_in_a_game_too_large_to_solve_a_mistake_is_told_if_the_estimates_leave_no_doubt(
    follow_line, read_screen, error, is_told
):
    assistant, _, _ = follow_line(simulate=True, hints=False, known=False, seed=3)
    by_values = assistant.advise

    def estimated(record):
        advice = by_values(record)
        moves = [
            move._replace(estimate=Estimate((move.lower + move.upper) / 2, error, 9)) for move in advice.moves
        ]
        return replace(advice, moves=rank_estimates(moves, advice.owner, None), bounded=False, seed=1)

    assistant.advise = estimated
    random, costs, told = Random(2), [], []
    while not assistant.is_at_end:
        read_screen(assistant)
        advice = by_values(assistant.record)
        actions = assistant.record.play.actions(assistant.record.state)
        number = random.randint(1, len(actions))
        move = next(move for move in advice.moves if move.action == actions[number - 1])
        costs.append(100 * (move.regret_lower + move.regret_upper) / 2)
        assistant.enter(str(number))
        told += re.findall(r"That gave about (\S+) pp \(± \S+ pp, estimated\) away", read_screen(assistant))
    lossy = [cost for cost in costs if cost > 1e-5]
    assert len(told) == (len(lossy) if is_told else 0)
    assert lossy
    for said, cost in zip(told, lossy, strict=False):
        assert abs(float(said) - cost) <= 1e-3


def test_in_practice_nothing_is_given_away_before_the_decision(follow_line, read_screen):
    assistant, _, _ = follow_line(simulate=True, hints=False)
    shown = read_screen(assistant)
    assert "regret" not in shown
    assert re.search(r"^ +1 move to", shown, re.M)
    assistant.enter("hint")
    assert "regret" in read_screen(assistant)


def test_lord_sepia_is_advised_and_the_program_plays_the_team(follow_line, read_screen):
    assistant, _, _ = follow_line(simulate=True, side=Owner.OPPONENT, decider="lord_sepia", seed=4)
    while not assistant.is_at_end:
        assert assistant.record.owner == Owner.OPPONENT
        assistant.enter("best")
    found = review(assistant.record, assistant.values)
    assert found.regret <= assistant.values.gap * len(found.events)
    assert found.gift <= assistant.values.gap * len(found.events)


def test_the_game_over_is_reviewed(follow_line, read_screen):
    assistant, _, _ = follow_line()
    assistant.enter("3")
    assistant.enter("4")
    assert assistant.is_at_end
    shown = read_screen(assistant)
    assert "The game is lost." in shown
    assert "luck of the rolls" in shown


@pytest.mark.parametrize("said", ["666", "111"])
def test_success_and_failure_weighed_by_hand(follow_line, said):
    """Split every attempt of a state, by going through all 216 rolls."""
    assistant, _, _ = follow_line()
    for entry in ("4", "4", "move houses", "attack", said):
        assistant.enter(entry)
    record, values = assistant.record, assistant.values
    checked = 0
    for state in record.states:
        if not isinstance(state.moment, Turn):
            continue
        for action in record.play.actions(state):
            split = split_roll(record.play, values, state, action)
            if not count_dice(record.game, state, action):
                assert split is None
                continue
            target = target_of(record.game, state, state.moment.player, action)
            faces = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
            won = [
                values.value(after_roll(record.game, state, action, dice))
                for dice in faces
                if sum(dice) >= target
            ]
            lost = [
                values.value(after_roll(record.game, state, action, dice))
                for dice in faces
                if sum(dice) < target
            ]
            assert split.chance * 216 == len(won)
            assert split.success == (sum(won) / len(won) if won else None)
            assert abs(split.failure - sum(lost) / len(lost)) < 1e-15
            checked += 1
    assert checked


def test_rolls_by_the_program_are_seeded(follow_line):
    games = []
    for seed in (5, 5, 6):
        assistant, _, _ = follow_line(simulate=True, seed=seed)
        while not assistant.is_at_end:
            assistant.enter("best")
        games.append(assistant.record)
    assert games[0] == games[1] != games[2]


def test_the_program_rolls_on_demand(follow_line):
    assistant, _, _ = follow_line()
    assistant.enter("roll")
    assert len(assistant.record.steps) == 1
    again = roll(assistant.record, [4])
    assert again.dice_awaited == 0
