"""Which changes there are, what they are called, and what they cost."""

from collections import Counter

from search.tuning.changes import KINDS, PRICES, list_changes
from search.tuning.design import vary
from solver.guardians.rules import READINGS


def texts(changes, kind):
    return [f"{change.text}: {change.cost}" for change in changes if change.kind == kind]


def test_all_changes_of_a_small_design_by_hand(make_design):
    """The center and a 3 of the rulebook, one player, easy."""
    changes = list_changes(make_design("pair", 1))
    assert sorted(texts(changes, "ratings")) == sorted(
        f"{card}: {what} {now} to {now + step}: {2 * abs(step)}"
        for card, ratings in (("Stars, tag 6", (6, 5, 0)), ("Chalks, tag 3", (4, 2, 1)))
        for what, now in zip(("defence", "strength", "influence"), ratings, strict=True)
        for step in (-2, -1, 1, 2)
        if now + step >= 0
    )
    assert texts(changes, "growths") == [
        "setup growths: 2 to 1: 1",
        "setup growths: 2 to 3: 1",
        "setup growths: 2 to 0: 2",
        "setup growths: 2 to 4: 2",
        "growths: 1 to 0: 3",
        "growths: 1 to 2: 3",
        "growths: 1 to 3: 6",
    ]
    assert texts(changes, "players") == [
        "players: 1 to 2 (and so setup growths 2 to 3): 8",
        "players: 1 to 3 (and so setup growths 2 to 4): 16",
    ]
    assert texts(changes, "readings") == [
        "center_agent_from: 3 to 1: 3",
        "center_agent_from: 3 to 5: 3",
        "start: center to any: 3",
        "blocking_agents: standing to any: 3",
        "spirits_per_location: 1 to 2: 3",
        "encounter_on_light: true to false: 3",
        "spirit_moves: true to false: 3",
        "center_needs_spirit: false to true: 3",
        "spirit_returns: true to false: 3",
        "reduce_timing: before to after: 3",
        "center_penalty: false to true: 3",
        "agent_target: highest to nearest: 3",
        "agent_target: highest to adjacent: 3",
        "reroll: true to false: 5",
        "actions: 4 to 3: 5",
        "actions: 4 to 5: 5",
        "agents: 2 to 1: 5",
        "spirits: 2 to 1: 5",
        "decider: players to lord_sepia: 8",
        "decider: players to lord_sepia_agents: 8",
        "actions: 4 to 2: 10",
        "actions: 4 to 6: 10",
        "agents: 2 to 0: 10",
        "spirits: 2 to 0: 10",
    ]
    assert len(changes) == 21 + 7 + 2 + 24


def test_cards_of_a_kind_change_together_or_one_by_one(make_design):
    """The revised Light is a 3 with a defence of its own: not of the kind of the other 3s."""
    design = make_design("revised", 2, "medium")
    changes = [
        change for change in list_changes(design, ["ratings"]) if change.text.endswith("defence 2 to 1")
    ]
    threes = ("Seas and Cloudscapes", "Peaks and Caves", "Forests and Grasslands")
    assert [change.text.split(", tag")[0] for change in changes] == [
        *threes,
        "Seas and Cloudscapes, Peaks and Caves and Forests and Grasslands",
    ]
    assert [(change.cost, len(change.settings)) for change in changes] == [(2, 1)] * 3 + [(3, 3)]
    light = [change for change in list_changes(design) if change.text.startswith("Light,")]
    assert {change.text for change in light} >= {"Light, tag 3: defence 3 to 2"}


def test_every_change_changes_what_it_says_and_no_two_the_same(make_design):
    design = make_design("rulebook", 3, "difficult", actions=5)
    now, seen = vary(design, ()), set()
    for change in list_changes(design):
        board, rules = vary(design, [change])
        assert (board.ratings, rules) not in seen
        seen.add((board.ratings, rules))
        differing = {
            (name, what)
            for name, before, after in zip(board.names, now.board.ratings, board.ratings, strict=True)
            for what in before._fields
            if getattr(before, what) != getattr(after, what)
        }
        differing |= {("", name) for name in READINGS if getattr(rules, name) != getattr(now.rules, name)}
        differing |= {("", "players")} if rules.players != now.rules.players else set()
        also = {("", "setup_growths")} if change.kind == "players" else set()
        assert differing == change.slots | also
        assert change.cost > 0
        assert change.price in PRICES


def test_kinds_choose(make_design):
    design = make_design("rulebook", 2)
    every = list_changes(design)
    assert {change.kind for change in every} == set(KINDS)
    for kind in KINDS:
        assert list_changes(design, [kind]) == [change for change in every if change.kind == kind]
    counts = Counter(change.kind for change in every)
    # Nine cards and three kinds of several, 12 each; no influence of 1 falls by 2, none of 0 falls.
    ones, zeros = 4 + 1, 1
    assert counts["ratings"] == 12 * (9 + 3) - ones - 2 * zeros
