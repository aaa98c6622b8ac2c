"""Positions that break an invariant of the rules: one clear line for each."""

import pytest

from layouts.errors import InputError, ParseError, RuleError
from layouts.toml import parse_toml
from solver.guardians.position_file import read_position


def read(text):
    return read_position(parse_toml(text, "my file"), "my file")


START = 'layout = "triangle"\nplayers = 2\n'
PENALTY = START + 'difficulty = "difficult"\n'
MEETING = 'sealed = ["Stars", "Chalks"]\nguardians = ["Chalks", "Chalks"]\nspirits = ["Chalks", "reserve"]\n'
FAILED = START + MEETING + 'phase = "failed"\nattempt = "seal"\nactions_left = 3\n'
ANYWHERE = 'phase = "place_guardian"\n[readings]\nstart = "any"\n'

RULES_BROKEN = {
    # issue 2, by name
    "agent exhausted away from the center": (
        START + 'agents = [{ at = "Chalks", exhausted = true }, "reserve"]',
        "agents: the one at Chalks is exhausted, but exhausted agents are always at the center, Stars",
    ),
    "three spirits": (START + 'spirits = ["reserve", "reserve", "Chalks"]', "spirits: there are 3"),
    "light center with dark cards": (START + 'sealed = ["Chalks"]', "Stars is light while other cards are"),
    "won": (START + "sealed = []", "already over: every location is light"),
    "lost": (START + 'sealed = ["Stars", "Chalks", "Paints"]', "already over: every location is dark"),
    "last spirit out": (PENALTY + 'spirits = ["out", "out"]', "already over: the last spirit is out"),
    "unknown reading": (
        START + "[readings]\nnonsense = 1",
        "reading 'nonsense' is unknown; the readings are",
    ),
    "unknown value": (START + '[readings]\nstart = "here"', "reading start: 'here' is none of its values"),
    "unknown edition": (START + 'edition = "third"', "edition 'third' is neither a file nor one of rulebook"),
    "unknown difficulty": (
        START + 'difficulty = "hard"',
        "'hard' is unknown in edition rulebook; it has easy",
    ),
    "unknown layout": ('layout = "nowhere"', "nowhere"),
    # pieces
    "one agent": (START + 'agents = ["Chalks"]', "agents: there are 1, but the rules say 2"),
    "no spirits": (START + "spirits = []", "spirits: there are 0, but the rules say 2"),
    "three guardians": (START + 'guardians = ["Stars", "Stars", "Stars"]', "guardians: there are 3"),
    "agent on no card": (START + 'agents = ["Moon", "reserve"]', "agents: there is no card 'Moon'"),
    "spirit on no card": (START + 'spirits = ["Moon", "reserve"]', "spirits: there is no card 'Moon'"),
    "guardian in the reserve": (START + 'guardians = ["reserve", "Stars"]', "no card 'reserve'"),
    "agent out of the game": (START + 'agents = ["out", "reserve"]', "agents: there is no card 'out'"),
    "exhausted spirit": (
        START + 'spirits = [{ at = "Chalks", exhausted = true }, "reserve"]',
        "spirits: the one at Chalks is exhausted; spirits never are",
    ),
    "two spirits in one place": (
        START + 'spirits = ["Chalks", "Chalks"]',
        "two spirits stand on Chalks; the reading spirits_per_location allows 1",
    ),
    "a spirit out without the penalty": (
        START + 'spirits = ["out", "reserve"]',
        "a spirit is out of the game, but no rule takes it (center_penalty=false)",
    ),
    "sealed card of another board": (START + 'sealed = ["Stars", "Moon"]', "sealed: there is no card 'Moon'"),
    # whose turn
    "starting player 3": (START + "starting_player = 3", "starting player 3: 2 play"),
    "starting player 0": (START + "starting_player = 0", "starting player 0: 2 play"),
    "player 3": (START + "player = 3", "the turn of player 3, but 2 play"),
    "player 0": (START + "player = 0", "the turn of player 0, but 2 play"),
    "no action left": (START + "actions_left = 0", "actions left: 0; there can be 1 to 4 here"),
    "five actions left": (START + "actions_left = 5", "actions left: 5; there can be 1 to 4 here"),
    "four left after a failed roll": (
        FAILED.replace("actions_left = 3", "actions_left = 4") + "dice = [1, 1, 1]",
        "actions left: 4; there can be 0 to 3 here",
    ),
    "player 5 rolls": (FAILED + "dice = [1, 1, 1]\nplayer = 5", "the turn of player 5, but 2 play"),
    # a failed roll
    "a success": (FAILED + "dice = [4, 4, 4]", "the dice show 12: the roll has not failed"),
    "nobody to support": (
        FAILED.replace('"Chalks", "Chalks"]', '"Chalks", "Stars"]') + "dice = [1, 1, 1]",
        "nobody is there to support",
    ),
    "the supporter lies": (
        FAILED.replace('"Chalks", "Chalks"]', '"Chalks", { at = "Chalks", exhausted = true }]')
        + "dice = [1, 1, 1]",
        "nobody is there to support",
    ),
    "the roller lies": (
        FAILED.replace('["Chalks", "Chalks"]', '[{ at = "Chalks", exhausted = true }, "Chalks"]')
        + "dice = [1, 1, 1]",
        "the player who rolls is exhausted",
    ),
    "no such attempt here": (
        FAILED.replace('"seal"', '"attack"') + "dice = [1, 1, 1]",
        "no attack can be attempted at Chalks",
    ),
    "wrong target": (
        FAILED + "dice = [1, 1, 1]\ntarget = 9",
        "target 9: the seal at Chalks has the rating 4, so it can be 12",
    ),
    "no roll needed": (
        START + 'phase = "failed"\nattempt = "encounter"\nactions_left = 3\ndice = [1, 1, 1]\ntarget = 3',
        "has the rating 0 and needs no roll",
    ),
    # a spirit to move or to lose
    "a spirit in the reserve": (
        START + 'spirits = ["reserve", "Chalks"]\nphase = "spirit_moves"\nactions_left = 1',
        "a spirit moves only when the reserve is empty",
    ),
    "no spirit may move": (
        START
        + 'spirits = ["Chalks", "Paints"]\nphase = "spirit_moves"\nactions_left = 1\n'
        + "[readings]\nspirit_moves = false",
        "no spirit moves with the reading spirit_moves=false",
    ),
    "one spirit that could move": (
        PENALTY + 'spirits = ["Chalks", "out"]\nphase = "spirit_moves"\nactions_left = 1',
        "there is no choice of a spirit to move to Stars",
    ),
    "a spirit is here": (
        START + 'spirits = ["Stars", "Paints"]\nphase = "spirit_moves"\nactions_left = 1',
        "there is no choice of a spirit to move to Stars",
    ),
    "nothing to lose": (
        START + 'phase = "spirit_lost"\nactions_left = 1',
        "no spirit is lost with the reading center_penalty=false",
    ),
    "lost away from the center": (
        PENALTY
        + 'guardians = [{ at = "Chalks", exhausted = true }, "Stars"]\nspirits = ["Chalks", "reserve"]\n'
        + 'phase = "spirit_lost"\nactions_left = 1',
        "a spirit is lost only by failing at the center's seal",
    ),
    "lost while others are dark": (
        PENALTY
        + 'sealed = ["Stars", "Chalks"]\nguardians = [{ at = "Stars", exhausted = true }, "Stars"]\n'
        + 'spirits = ["Chalks", "reserve"]\nphase = "spirit_lost"\nactions_left = 1',
        "a spirit is lost only by failing at the center's seal",
    ),
    "lost by nobody": (
        PENALTY + 'spirits = ["Chalks", "reserve"]\nphase = "spirit_lost"\nactions_left = 1',
        "the player who has failed is not exhausted",
    ),
    "one kind to lose": (
        PENALTY
        + 'guardians = [{ at = "Stars", exhausted = true }, "Stars"]\n'
        + 'phase = "spirit_lost"\nactions_left = 1',
        "there is no choice of a spirit to lose",
    ),
    # agents
    "no agent stands": (START + 'phase = "agents"', "no agent is left to act"),
    "an agent elsewhere waits": (
        START + 'agents = ["Stars", "reserve"]\nphase = "agents"\nwaiting = ["Chalks"]',
        "an agent at Chalks is to act, but does not stand there",
    ),
    "an agent waits twice": (
        START + 'agents = ["Stars", "Chalks"]\nphase = "agents"\nwaiting = ["Stars", "Stars"]',
        "an agent at Stars is to act, but does not stand there",
    ),
    "an exhausted agent waits": (
        START + 'agents = ["exhausted", "reserve"]\nphase = "agents"\nwaiting = ["Stars"]',
        "an agent at Stars is to act, but does not stand there",
    ),
    # growth
    "two growths on easy": (
        START + 'phase = "growth"\ngrowths_left = 2',
        "growths left: 2; in the round there can be 1 to 1 here",
    ),
    "no growth left": (START + 'phase = "growth"\ngrowths_left = 0', "growths left: 0; in the round"),
    "four setup growths": (
        START + 'phase = "setup"\ngrowths_left = 4',
        "growths left: 4; in the setup there can be 1 to 3 here",
    ),
    "one more after the choice": (
        START + 'phase = "darken"\ntag = 3\ngrowths_left = 1',
        "growths left: 1; in the round there can be 0 to 0 here",
    ),
    "exhausted agents at growth": (
        START + 'agents = ["exhausted", "reserve"]\nphase = "growth"',
        "exhausted agents have stood up before Darkness Grows",
    ),
    "a spirit in the setup": (
        START + 'spirits = ["Chalks", "reserve"]\nphase = "setup"',
        "a spirit is on the table, or out of the game, in the setup",
    ),
    "a guardian lies in the setup": (
        START + 'guardians = ["Stars", { at = "Stars", exhausted = true }]\nphase = "setup"',
        "a guardian is exhausted in the setup",
    ),
    "an agent lies in the setup": (
        START + 'agents = ["exhausted", "reserve"]\nphase = "setup"',
        "an agent is exhausted in the setup",
    ),
    "a guardian has moved in the setup": (
        START + 'guardians = ["Stars", "Chalks"]\nphase = "setup"',
        "in the setup the guardians wait at the center",
    ),
    "tag 2": (START + 'phase = "darken"\ntag = 2\ngrowths_left = 0', "tag 2 is none that the die can name"),
    "tag 7": (START + 'phase = "darken"\ntag = 7\ngrowths_left = 0', "tag 7 is none that the die can name"),
    "no card of the tag": (
        START + 'phase = "darken"\ntag = 4\ngrowths_left = 0',
        "there is nothing to choose for tag 4",
    ),
    "one card of the tag": (
        START + 'sealed = ["Stars", "Chalks"]\nphase = "darken"\ntag = 3\ngrowths_left = 0',
        "there is nothing to choose for tag 3",
    ),
    "an agent where one is light": (
        START + 'sealed = ["Stars", "Chalks"]\nphase = "place_agent"\ntag = 3\ngrowths_left = 0',
        "a location of tag 3 is light: it darkens",
    ),
    "an agent for a single card": (
        START + 'phase = "place_agent"\ntag = 6\ngrowths_left = 0',
        "there is nothing to choose for tag 6",
    ),
    # placing guardians
    "placed without the reading": (
        START + 'phase = "place_guardian"',
        "guardians are placed only with the reading start=any",
    ),
    "placed with a spirit about": (
        START + 'spirits = ["Chalks", "reserve"]\n' + ANYWHERE,
        "a spirit is on the table, or out of the game, in the setup",
    ),
    "placed by player 3": (START + "player = 3\n" + ANYWHERE, "the turn of player 3, but 2 play"),
    # rules
    "no players": (START.replace("2", "0"), "players: 0 is no number of players; 1 to 4 can play"),
    "five players": (START.replace("2", "5"), "players: 5 is no number of players; 1 to 4 can play"),
    "keeping one card": (START + 'keep = ["Stars"]', "the number of cards is 1"),
    "keeping no center": (START + 'keep = ["Chalks", "Paints"]', "there is no center"),
}

UNREADABLE = {
    "unknown key": (START + "nonsense = 1", "unknown key 'nonsense'; known are layout, keep"),
    "no layout": ("players = 2", "give either layout"),
    "two layouts": (START + "[cards]\nStars = 6", "give either layout"),
    "standard input": ('layout = "-"', "layout can't be the standard input here"),
    "a directory": ('layout = "/"', "is a directory"),
    "an empty name": ('layout = ""', "is a directory"),
    "players in words": ('layout = "pair"\nplayers = "two"', "players is 'two'; it must be a number"),
    "players true": ('layout = "pair"\nplayers = true', "players is True; it must be a number"),
    "a card for a list": (START + 'sealed = "Stars"', "sealed is"),
    "numbers for cards": (START + "sealed = [1]", "sealed is [1]; it must be a list of names"),
    "a number for a place": (START + 'agents = [1, "reserve"]', "agents: 1 is no card's name"),
    "a number in a place": (START + 'agents = [{ at = 1 }, "reserve"]', "agents: 1 is no card's name"),
    "a place with more": (
        START + 'agents = [{ at = "Stars", lying = true }, "reserve"]',
        "must be like { at =",
    ),
    "a place without a card": (START + 'agents = [{ exhausted = true }, "reserve"]', "must be like { at ="),
    "exhausted = 1": (
        START + 'agents = [{ at = "Stars", exhausted = 1 }, "reserve"]',
        "must be like { at =",
    ),
    "unknown phase": (START + 'phase = "dawn"', "phase 'dawn' is unknown; the phases are turn, failed"),
    "over": (START + 'phase = "over"', "phase 'over' is unknown"),
    "dice in a turn": (START + "dice = [1, 1, 1]", "dice says nothing in the phase turn; leave it out"),
    "tag in a turn": (START + "tag = 3", "tag says nothing in the phase turn"),
    "player of growth": (START + 'phase = "growth"\nplayer = 1', "player says nothing in the phase growth"),
    "actions when placing": (START + "actions_left = 1\n" + ANYWHERE, "actions_left says nothing in the"),
    "no attempt": (
        START + 'phase = "failed"\nactions_left = 1\ndice = [1, 1, 1]',
        "attempt is None; it must be one of attack, encounter, seal",
    ),
    "unknown attempt": (
        START + 'phase = "failed"\nattempt = "move"\nactions_left = 1\ndice = [1, 1, 1]',
        "attempt is 'move'; it must be one of attack, encounter, seal",
    ),
    "two dice": (FAILED + "dice = [1, 1]", "dice is [1, 1]; it must be three numbers from 1 to 6"),
    "a seven": (FAILED + "dice = [1, 1, 7]", "dice is [1, 1, 7]; it must be three numbers"),
    "true dice": (FAILED + "dice = [1, 1, true]", "it must be three numbers from 1 to 6"),
    "no dice": (FAILED, "it must be three numbers from 1 to 6"),
    "actions left not said": (
        FAILED.replace("actions_left = 3\n", "") + "dice = [1, 1, 1]",
        "actions_left is missing; the phase failed needs it",
    ),
    "no tag": (START + 'phase = "darken"\ngrowths_left = 0', "tag is missing; the phase darken needs it"),
    "growths left not said": (
        START + 'phase = "place_agent"\ntag = 3',
        "growths_left is missing; the phase place_agent needs it",
    ),
    "waiting for a number": (
        START + 'agents = ["Stars", "reserve"]\nphase = "agents"\nwaiting = [0]',
        "waiting is [0]; it must be a list of names",
    ),
    "no TOML": ("layout = ", "isn't TOML"),
}


def one_line(error, fragment):
    message = str(error.value)
    assert fragment in message
    assert message.startswith("my file")
    assert "\n" not in message


@pytest.mark.parametrize("name", RULES_BROKEN)
def test_what_breaks_a_rule_is_named(name):
    text, fragment = RULES_BROKEN[name]
    with pytest.raises(InputError) as error:
        read(text)
    one_line(error, fragment)


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_can_not_be_read_is_named(name):
    text, fragment = UNREADABLE[name]
    with pytest.raises(ParseError) as error:
        read(text)
    one_line(error, fragment)


def test_no_guardians_are_not_taken_for_guardians_at_the_center():
    """As with agents and spirits: an empty list is a wrong number, not a list left out."""
    with pytest.raises(RuleError, match="guardians: there are 0, but the rules say 2"):
        read(START + "guardians = []")
