"""One round, backwards, over the whole array: growth, the agents, then the players' turns.

A sweep turns the values at the start of rounds into those one round earlier, in place: the layer it
works on is the only one in memory. Growth and agents make sets of dark locations larger, so there the
smaller sets go first, and threads share the columns out (`darkness`). A broken seal makes sets smaller, so
there the larger ones go first; those of one size don't read each other, and threads share them out.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from solver.guardians.dense import darkness, players
from solver.guardians.dense.arithmetic import ONE, InTurn, Rounding, Values
from solver.guardians.dense.darkness import agents_layer, growth_layer
from solver.guardians.dense.lookup import (
    WAYS,
    Darkness,
    DiceTable,
    Ints,
    Moves,
    make_darkness,
    make_dice,
    make_moves,
)
from solver.guardians.dense.players import player_layer
from solver.guardians.dense.scope import check_scope
from solver.guardians.dense.seats import next_seat, seat_before
from solver.guardians.dense.space import Space


def round_towards(up: bool, dice: DiceTable) -> Rounding:
    """Return the constants that make a sweep round up, or down."""

    def fractions(ways: Ints, out_of: int) -> Values:
        chances = (ways.astype(np.int64) * 2**32 + (out_of - 1 if up else 0)) // out_of
        return np.minimum(chances, ONE).astype(np.uint32)

    return Rounding(
        rising=up,
        carry6=5.0 if up else 0.0,
        carry32=np.uint64(ONE if up else 0),
        carry216=WAYS - 1.0 if up else 0.0,
        p=fractions(dice.ways, WAYS),
        class_p=fractions(dice.class_best, WAYS),
        die=fractions(np.arange(7, dtype=np.int32), 6),
    )


PIECE = 2048
"""Columns that the agents and growth are given at a time, at most. With 512 growth takes a third longer."""
Ranks = tuple[int, int]
"""A run of agents' ranks: begin and end."""
Fails = dict[tuple[int, int], Values]
"""By turn and actions left: values [agents][spirits][others] after a failure at the center's seal."""
Phase = Literal["players", "agents", "growth"]
Visit = Callable[[int, int, Values], None]
"""Called with turn, actions left and the layer, after each layer of the players, latest first."""


class Scratch(NamedTuple):
    """What one thread has to itself."""

    players: players.Scratch
    darkness: darkness.Scratch


class Sweeper:
    """The sweeps of one part; `threads` blocks are backed up at a time.

    Raises
    ------
    RuleError
        If the rules are beyond the dense solver: no wrong number comes of them, whoever asks.
    """

    def __init__(self, space: Space, threads: int = 2) -> None:
        check_scope(space.game.rules)
        self.space = space
        self.rules = space.game.rules
        self.moves: Moves = make_moves(space)
        self.dice: DiceTable = make_dice(self.rules.reroll)
        self.darkness: Darkness = make_darkness(space)
        # One thread needs no others to work for it: on small games handing over takes longer than the work.
        self.in_turn: InTurn = map if threads == 1 else ThreadPoolExecutor(threads).map
        self.piece = min(PIECE, -(-math.prod(space.shape[2:]) // threads))  # columns
        self._local = threading.local()
        self.updates = 0  # of states, in all layers, so far

    @cached_property
    def levels(self) -> list[list[int]]:
        """The dark sets by size, smallest first, without that of a lost game."""
        sets = range(self.space.shape[0] - 1)
        size = len(self.space.others)
        return [[s for s in sets if s.bit_count() == level] for level in range(size)]

    def new_layer(self, value: int) -> Values:
        """Return a layer with one value everywhere, and 0 where the game is lost."""
        if value == 0:
            return np.zeros(self.space.shape, dtype=np.uint32)  # takes no memory before it is written to
        layer = np.full(self.space.shape, value, dtype=np.uint32)
        layer[-1] = 0
        return layer

    def _scratch(self) -> Scratch:
        """Return what the thread at work has to itself."""
        if not hasattr(self._local, "scratch"):
            self._local.scratch = Scratch(
                players.make_scratch(self.space, self.moves, self.dice),
                darkness.make_scratch(self.piece, self.darkness),
            )
        scratch: Scratch = self._local.scratch
        return scratch

    def _each(self, levels: Iterable[list[int]], work: Callable[[int], None]) -> None:
        for level in levels:
            for _ in self.in_turn(work, level):
                pass

    def _each_piece(self, layer: Values, work: Callable[[Values, int, int], None]) -> None:
        """Do the work on all columns of a layer of which the dark sets and the agents are the rows."""
        rows = layer.reshape(*layer.shape[:2], -1)
        columns, size = rows.shape[2], self.piece
        lefts = range(0, columns, size)
        for _ in self.in_turn(lambda left: work(rows, left, min(left + size, columns)), lefts):
            pass

    def grow(self, layer: Values, rounding: Rounding, ranks: Ranks) -> None:
        """Put the growths of a round before the layer."""
        lord = self.rules.decider == "lord_sepia"

        def work(rows: Values, left: int, right: int) -> None:
            scratch = self._scratch().darkness
            for _ in range(self.rules.growths):
                growth_layer(rows, left, right, *ranks, lord, self.darkness, rounding, scratch)

        self._each_piece(layer, work)

    def step_agents(self, layer: Values, rounding: Rounding, ranks: Ranks) -> None:
        """Put the agents' part of a round before the layer."""
        lord = self.rules.decider != "players"

        def work(rows: Values, left: int, right: int) -> None:
            scratch = self._scratch().darkness
            agents_layer(rows, left, right, *ranks, lord, self.darkness, rounding, scratch)

        self._each_piece(layer, work)

    def rotate(self, layer: Values, ranks: Ranks, forward: bool) -> None:
        """Make the next guardian (or the one before) the active one."""
        turn, digits = next_seat if forward else seat_before, layer.shape[2]

        def work(s: int) -> None:
            turn(layer[s, slice(*ranks)], digits, self._scratch().players.out)

        if self.rules.players > 1:
            self._each(self.levels, work)

    def act(self, layer: Values, rounding: Rounding, ranks: Ranks, center_fails: Values | None) -> None:
        """Put one action of the active player before the layer."""
        lying_at_center = 2 * self.space.game.center
        fails = layer[0, :, lying_at_center].copy() if center_fails is None else center_fails

        def work(s: int) -> None:
            scratch = self._scratch().players
            scratch.victory[...] = ONE
            reroll = self.rules.reroll
            player_layer(layer, s, *ranks, fails, reroll, self.moves, self.dice, rounding, scratch)

        self._each(reversed(self.levels), work)

    def sweep(
        self,
        layer: Values,
        up: bool,
        *,
        fails: Fails | None = None,
        visit: Visit | None = None,
        ranks: Ranks | None = None,
        last: Phase = "growth",
    ) -> None:
        """Put a whole round before the layer, in place.

        Parameters
        ----------
        up
            Round up; else down.
        fails
            For each turn and number of actions left after it, what a failure at the center's seal leads
            to, if that takes a spirit; nothing known is a loss.
        visit
            See `Visit`.
        ranks
            Only these agents' ranks, a group of the space (or several, from the first on); all by default.
            Groups before them are read as they are at the start of a round, which is right where
            darkness grows at most once.
        last
            The last phase to put before the layer; those after it are left out.
        """
        ranks = ranks or (0, self.space.shape[1])
        rounding = round_towards(up, self.dice)
        players, actions = self.rules.players, self.rules.actions
        grow, step = last == "growth", last != "players"
        self._count(layer, grow * self.rules.growths + step + players * actions, ranks)
        if grow:
            self.grow(layer, rounding, ranks)
        if step:
            self.step_agents(layer, rounding, ranks)
        for _ in range(players - 2):
            self.rotate(layer, ranks, forward=True)
        for turn in reversed(range(players)):
            for left in range(actions):
                if visit:
                    visit(turn, left, layer)
                self.act(layer, rounding, ranks, self._center_fails(fails, turn, left))
            if visit:
                visit(turn, actions, layer)
            if turn:
                self.rotate(layer, ranks, forward=False)

    def _count(self, layer: Values, layers: int, ranks: Ranks) -> None:
        """Count the state updates of some layers."""
        self.updates += layers * (layer.size // self.space.shape[1]) * (ranks[1] - ranks[0])

    def _center_fails(self, fails: Fails | None, turn: int, left: int) -> Values | None:
        if not self.rules.center_penalty:
            return None
        if fails is None:
            return np.zeros((*self.space.shape[1:2], *self.space.shape[3:]), dtype=np.uint32)
        return fails[turn, left]
