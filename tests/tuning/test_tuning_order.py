"""What is said to be no harder is worth no less, and what is said to be the same game is worth the same."""

from dataclasses import replace
from functools import cache

import pytest

from layouts.cards import Ratings
from layouts.shapes.canon import board_of_canonical_code
from search.surveys.solving import solve_layout
from search.tuning.design import Variant, vary
from search.tuning.order import EASIEST_FIRST, hardness_of, no_harder
from search.tuning.sameness import codes_of, plain_game
from solver.bounds import solve_bounds
from solver.guardians.game import Game
from solver.guardians.notation import parse_rules
from solver.guardians.play import Play
from solver.guardians.rules import READINGS, with_reading
from solver.model import build_model

SETTLED = ("setup_growths", "growths", "actions")


def one_reading_changed(rules):
    """Yield the rules, and those with one reading changed, whichever has another value."""
    yield rules
    for name, reading in READINGS.items():
        if name not in SETTLED:
            for value in reading.values or ():
                if value != getattr(rules, name):
                    yield with_reading(rules, name, value)


def one_step_easier(variant):
    """Yield the variant with one rating lower, one reading easier or one action more; and what was done."""
    board, rules = variant
    for place, ratings in enumerate(board.ratings):
        for what in Ratings._fields:
            if getattr(ratings, what):
                lower = ratings._replace(**{what: getattr(ratings, what) - 1})
                changed = (*board.ratings[:place], lower, *board.ratings[place + 1 :])
                yield what, Variant(replace(board, ratings=changed), rules)
    for name, values in EASIEST_FIRST.items():
        for value in values[: values.index(getattr(rules, name))]:
            yield name, Variant(board, replace(rules, **{name: value}))
    yield "actions", Variant(board, replace(rules, actions=rules.actions + 1))


@pytest.fixture(scope="module")
def quick_bounds():
    """Solve a variant by the dense solver, or enumerate what that can't do."""

    @cache
    def solve(layout, rules):
        game = Game(board_of_canonical_code(layout), parse_rules(rules), lumped=True)
        if game.rules.reduce_timing == "after":
            found = solve_bounds(build_model(Play(game)), gap=1e-10, at=[0])
            return float(found.lower[0]), float(found.upper[0])
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("search.surveys.solving.SMALL", 0)
            solution = solve_layout(layout, rules, 1e-8, 2)
        return solution.lower, solution.upper

    return lambda variant: solve(*codes_of(variant))


def check_order(variants, bounds_of):
    """Compare every variant with those one step easier; return by what some are worth more."""
    more = set()
    for variant in variants:
        lower, upper = bounds_of(variant)
        for what, easier in one_step_easier(variant):
            assert no_harder(hardness_of(easier), hardness_of(variant))
            assert not no_harder(hardness_of(variant), hardness_of(easier))
            low, high = bounds_of(easier)
            assert high >= lower, (what, variant)
            if low > upper:
                more.add(what)
    return more


EVERYTHING = {*Ratings._fields, *EASIEST_FIRST, "actions"}
HARD = {
    "start": "center",
    "blocking_agents": "any",
    "encounter_on_light": False,
    "spirit_moves": False,
    "center_needs_spirit": True,
    "decider": "lord_sepia",
}


def test_what_is_easier_is_worth_no_less(make_design, quick_bounds):
    """One player on three cards, as the rules are and with readings at their hardest."""
    design = make_design("small-sample", 1, center_penalty=True, actions=2, agents=1)
    rules = [
        design.rules,
        replace(design.rules, **HARD),
        with_reading(design.rules, "blocking_agents", "any"),
    ]
    found = check_order([Variant(design.board, one) for one in rules], quick_bounds)
    assert found >= {*Ratings._fields, *HARD, "actions"}


@pytest.mark.slow
def test_with_support_what_is_easier_is_worth_no_less(make_design, quick_bounds):
    """Two players on three cards."""
    few = {"agents": 1, "setup_growths": 1, "actions": 2, "center_penalty": True}
    design = make_design("small-sample", 2, **few)
    found = check_order([Variant(design.board, replace(design.rules, reroll=False))], quick_bounds)
    assert found >= {"defence", "strength", "reroll", "reduce_timing", "actions"}


@pytest.mark.slow
@pytest.mark.parametrize("reduce_timing", ["before", "after"])
@pytest.mark.parametrize("decider", ["players", "lord_sepia"])
@pytest.mark.parametrize("name", ["triangle", "small-sample"])
def test_under_every_reading_what_is_easier_is_worth_no_less(
    make_design, quick_bounds, name, reduce_timing, decider
):
    few = {"agents": 1, "setup_growths": 1, "actions": 2, "center_penalty": True}
    for players in (1, 2) if reduce_timing == "before" else (1,):
        design = make_design(name, players, **few, reduce_timing=reduce_timing, decider=decider)
        variants = [Variant(design.board, rules) for rules in one_reading_changed(design.rules)]
        print(name, players, sorted(EVERYTHING - check_order(variants, quick_bounds)))


def test_what_is_not_shown_is_not_compared(make_design):
    """Fewer growths, agents or players; and what is easier in one way and harder in another."""
    design = make_design("triangle", 2)
    board, rules = vary(design, ())
    here = hardness_of(Variant(board, rules))
    assert no_harder(here, here)
    for changed in (
        {"growths": 0},
        {"agents": 0},
        {"players": 1},
        {"setup_growths": 0},
        {"agent_target": "adjacent"},
    ):
        other = hardness_of(Variant(board, replace(rules, **changed)))
        assert not no_harder(other, here)
        assert not no_harder(here, other)
    mixed = Variant(replace(board, ratings=(Ratings(6, 5, 0), Ratings(3, 3, 1), Ratings(4, 2, 1))), rules)
    assert not no_harder(hardness_of(mixed), here)
    assert not no_harder(here, hardness_of(mixed))


ODD = [
    {"agents": 0, "decider": "lord_sepia_agents", "agent_target": "nearest", "blocking_agents": "any"},
    {"agents": 0, "center_agent_from": 1},
    {"spirits": 1, "spirits_per_location": 2},
    {"spirits": 0, "encounter_on_light": False, "spirit_moves": False, "spirit_returns": False},
    {"reroll": False, "reduce_timing": "after"},
    {"center_agent_from": 1},
    {"center_agent_from": 2},
    {"center_agent_from": 5},
]


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("readings", ODD, ids=str)
def test_what_has_no_effect_is_put_back(make_design, bounds_of, players, readings):
    """The ratings 0 and 1, and readings; the value is the same, and a second time nothing is left to do."""
    small = {"agents": 1, "setup_growths": 1, "actions": 1, "center_penalty": True}
    design = make_design("triangle" if players == 1 else "pair", players, **{**small, **readings})
    board, rules = vary(design, ())
    for ratings in (
        (Ratings(5, 0, 1), Ratings(0, 1, 2), Ratings(3, 3, 1)),
        (Ratings(5, 0, 0), Ratings(1, 0, 2)),
    ):
        ratings = (*ratings, Ratings(1, 2, 0))[: len(board)]
        variant = Variant(replace(board, ratings=ratings), rules)
        plain = plain_game(variant)
        assert plain != variant
        assert plain_game(plain) == plain
        lower, upper = bounds_of(variant)
        low, high = bounds_of(plain)
        assert abs(lower - low) < 1e-10
        assert abs(upper - high) < 1e-10


def test_what_has_an_effect_is_not_put_back(make_design):
    """A reading changed is another game, where it has an effect at all."""
    design = make_design("triangle", 2)
    found = {
        codes_of(plain_game(Variant(design.board, rules))) for rules in one_reading_changed(design.rules)
    }
    variants = list(one_reading_changed(design.rules))
    twice = len(variants) - len(found)
    assert twice == 3  # an agent on the center from 4 or 5 players on, or not; from 1 or 2


def test_isomorphic_layouts_are_the_same_game(make_design):
    board, rules = vary(make_design("triangle", 1), ())
    one, other = (
        Variant(replace(board, ratings=(Ratings(6, 5, 0), *ratings)), rules)
        for ratings in ((Ratings(3, 2, 1), Ratings(4, 2, 1)), (Ratings(4, 2, 1), Ratings(3, 2, 1)))
    )
    assert one != other
    assert codes_of(one) == codes_of(other)
