"""Game files: what is written reads back, and a line that can't be is refused with its reason."""

import re
from random import Random

import pytest

from layouts.errors import InputError, ParseError, RuleError
from search.games.game_file import add_line, format_game, parse_game
from search.games.record import begin_record, decide, roll, take_back
from solver.guardians.action import ACCEPTED, Action
from solver.guardians.state import Failed, Over, Turn
from solver.process import Owner


@pytest.fixture(scope="module")
def text_of(begin):
    return format_game(begin("pair"))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_reads_back(small_games, play_at_random, seed):
    for name in small_games:
        record = play_at_random(name, seed)
        again = parse_game(format_game(record), "game")
        assert again == record
        assert again.states == record.states
        assert format_game(again) == format_game(record)


def test_at_every_entry_it_can_be_kept_and_taken_back(small_games, play_at_random):
    for name in small_games:
        whole = play_at_random(name, 3, most=60)
        lines = format_game(whole).splitlines()
        record = whole
        while record.steps or record.rolling:
            assert parse_game("\n".join(lines), "game") == record
            assert lines.pop().startswith("dice") == (record.rolling is None and bool(record.steps[-1].dice))
            record = take_back(record)
        assert record.state == record.begin
        with pytest.raises(RuleError, match="nothing has been done"):
            take_back(record)


def test_random_games_come_through_every_kind_of_moment(small_games, play_at_random):
    passed = {
        type(state.moment).__name__
        for name in small_games
        for seed in range(20)
        for state in play_at_random(name, seed).states
    }
    assert passed >= {"Turn", "Failed", "AgentsAct", "Growth", "PlaceGuardian", "Over"}


def test_a_game_written_by_hand(begin):
    """The line is Chalks (3), Stars, Houses (4): one growth darkens Houses, another brings an agent there."""
    text = format_game(begin("line", names=["Anna"]))
    text += """
# the setup: a 4 names Houses
dice 4
dice 4   # an agent
move.Houses   # so says Anna
"""
    played = parse_game(text.replace("player 1 Anna", "player  1   Anna"), "game")
    assert played.names == ("Anna",)
    assert played.state.moment == Turn(0, played.game.rules.actions - 1)
    assert played.state.at == (2,)
    assert played.state.agents == (-1, 2)
    assert played.owner == Owner.PLAYERS
    attack = add_line(played, "attack")
    assert attack.dice_awaited == 3
    assert attack.state == played.state  # nothing has happened yet
    failed = add_line(attack, "dice 2 3 3")  # Houses' strength is 3: 9 are needed
    assert failed.state.upright == 0
    assert failed.state.agents == (-1, 2)
    won = add_line(attack, "dice 333")
    assert won.state.upright == 1
    assert won.state.agents == (-2, -1)


NOTED = """# the setup: a 4 names Houses
dice 4
dice 4  # an agent
# our first turn
move.Houses  # so says Anna
# and now?
"""


def test_notes_are_kept_where_they_are(begin):
    text = format_game(begin("line")) + NOTED
    played = parse_game(text, "game")
    assert format_game(played) == text
    attack = add_line(played, "attack")
    assert format_game(attack) == f"{text}attack\n"
    assert parse_game(format_game(attack), "game").notes == played.notes
    assert played == parse_game(re.sub("#.*", "", text), "game")  # which says nothing of notes
    assert format_game(parse_game(re.sub("#.*", "", text), "game")) == re.sub(
        r"\s*#.*\n", "\n", text
    ).replace("\n\n", "\n")


def test_notes_of_what_is_taken_back_stay_but_not_beside_something_else(begin):
    played = parse_game(format_game(begin("line")) + NOTED, "game")
    other = add_line(take_back(played), "move.Chalks")
    told = format_game(other)
    assert told.endswith("dice 4  # an agent\n# our first turn\nmove.Chalks\n# and now?\n")
    again = add_line(take_back(other), "move.Houses")
    assert format_game(again) == format_game(played)
    before = take_back(take_back(played))
    assert format_game(before).endswith(
        "# the setup: a 4 names Houses\ndice 4\n# our first turn\n# and now?\n"
    )


def test_notes_in_the_head_come_after_it(begin):
    head = format_game(begin("line", names=["Anna"]))
    noted = "# on Sunday\n" + head.replace("\nlayout", "  # the first\nlayout").replace("Anna", "Anna  # she")
    told = format_game(parse_game(noted + "dice 3\n", "game"))
    assert told == head + "# on Sunday\n# the first\n# she\ndice 3\n"
    assert format_game(parse_game(told, "game")) == told
    assert format_game(parse_game(noted, "game")) == head + "# on Sunday\n# the first\n# she\n"


def test_a_game_may_begin_in_the_middle(begin, play_at_random):
    before = next(
        game for seed in range(50) if not (game := play_at_random("triangle", seed, most=9)).is_over
    )
    record = begin_record(before.layout, before.game.rules, begin=before.state)
    assert re.search("^begin d", format_game(record), re.M)
    assert parse_game(format_game(record), "game") == record


WRONG_HEADS = {
    "": "game is empty",
    "hue-game 2\n": "game, line 1: this game is of version 2 of the format; this program reads 1",
    "\n# a game\nmove.Stars\n": "game, line 3: a game begins with the line 'hue-game 1', and not with 'move",
    "hue-game 1\nrules p1\n": "game, line 1: the head has no layout",
    "hue-game 1\nlayout hue1:x\nrules p1\n": "game, line 2: ",
    "hue-game 1\nlayout {layout}\nrules p9\n": "game, line 3: ",
    "hue-game 1\nlayout {layout}\nrules p1\nrules p1\n": "game, line 4: rules is said a second time",
    "hue-game 1\nlayout {layout}\nrules p1\nplayer 2 Anna\n": "game, line 4: there is no player 2",
    "hue-game 1\nlayout {layout}\nrules p1\nplayer 1 " + "A" * 41 + "\n": "game, line 4: 'AAA",
    "hue-game 1\nlayout {layout}\nrules p1\nbegin d1\n": "game, line 4: state 'd1' can't be read",
    "hue-game 1\nlayout {layout}\nrules p1\nbegin d-aRR-sRR-g0U-f1-turn.1.4\n": "game, line 4: the game is",
}


@pytest.mark.parametrize("head", WRONG_HEADS)
def test_a_wrong_head_is_refused(head, begin):
    layout = re.search("layout (.*)", format_game(begin("pair")))[1]
    with pytest.raises(InputError) as raised:
        parse_game(head.replace("{layout}", layout), "game")
    assert str(raised.value).startswith(WRONG_HEADS[head])
    assert "\n" not in str(raised.value)


WRONG_LINES = {
    "fly.Stars": "action 'fly.Stars': the verbs are",
    "dice": "dice '': they are numbers",
    "dice a": "dice 'a': they are numbers",
    "dice 1 2": "1 die is to be rolled, and 2 given",
    "dice 7": "a die shows 1 to 6, and never 7",
    "dice 0": "a die shows 1 to 6, and never 0",
    "stop": "stop: 1 die is to be rolled first",
}


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_wrong_line_is_refused_with_its_number(line, text_of):
    count = len(text_of.splitlines())
    with pytest.raises(InputError) as raised:
        parse_game(f"{text_of}# a comment\n{line}\n", "my.hue")
    assert str(raised.value).startswith(f"my.hue, line {count + 2}: {WRONG_LINES[line]}")


def test_what_isnt_legal_is_refused(begin):
    record = roll(roll(begin("line"), [4]), [4])
    with pytest.raises(RuleError, match=r"seal isn't legal here; what is: move\..*, stop"):
        add_line(record, "seal")
    with pytest.raises(RuleError, match="no dice are to be rolled here, but a decision"):
        add_line(record, "dice 3")
    with pytest.raises(RuleError, match="stop: 3 dice are to be rolled first"):
        add_line(add_line(record, "encounter"), "stop")


def test_after_its_end_nothing_can_be_added(play_at_random):
    record = next(game for seed in range(50) if (game := play_at_random("pair", seed)).is_over)
    assert isinstance(record.state.moment, Over)
    with pytest.raises(RuleError, match=r"the game is over: it is (won|lost)"):
        add_line(record, "stop")
    with pytest.raises(RuleError, match="no dice are to be rolled here and the game is over"):
        add_line(record, "dice 3")


def test_an_edited_line_is_refused_where_the_game_no_longer_fits(play_at_random):
    """Change each die of a game: what it says later must be refused, or be legal throughout."""
    games = (play_at_random("small-sample", seed, setup_growths=1) for seed in range(50))
    record = next(game for game in games if len(game.steps) > 20)
    lines = format_game(record).splitlines()
    random, refused = Random(1), 0
    for at, line in enumerate(lines):
        if not line.startswith("dice"):
            continue
        edited = [
            *lines[:at],
            "dice " + " ".join(random.choice("123456") for _ in line.split()[1:]),
            *lines[at + 1 :],
        ]
        try:
            assert format_game(parse_game("\n".join(edited), "game")).splitlines() == edited
        except RuleError as error:
            number = int(re.match(r"game, line (\d+): ", str(error))[1])
            assert number > at + 1  # the line itself is a fair roll; the first that no longer fits is named
            refused += 1
    assert refused


def test_a_failed_roll_waits_for_support(begin):
    """Houses dark, at Stars: an influence of 2, so 6 are needed."""
    failed = roll(decide(roll(begin("line, two"), [4]), Action("encounter")), [1, 3, 1])
    assert failed.state.moment == Failed(0, 1, "encounter", 6, (1, 1, 3))
    rerolled = add_line(failed, "reroll.2.11")
    assert rerolled.dice_awaited == 2
    assert roll(rerolled, [1, 2]).state.spirits.count(-1) == 1  # 3 and 1 and 2 are enough
    assert roll(rerolled, [1, 1]).state.upright == 0
    assert decide(failed, ACCEPTED).state.upright == 2


def test_more_names_than_players_are_refused(begin):
    with pytest.raises(RuleError, match="2 names, and 1 players"):
        begin("pair", names=["Anna", "Ben"])


def test_names_that_cant_be_written_are_refused():
    from search.games.game_file import check_player

    for name in ("", " Anna", "A#", "A\nB", "A" * 41):
        with pytest.raises(ParseError, match="can't be a player's name"):
            check_player(name)
    assert check_player("Zoë van der Berg") == "Zoë van der Berg"
