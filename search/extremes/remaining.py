"""What may a layout be worth that was never looked at? No more than the cards are without their places.

In the *free game* every card is adjacent to every other, no card has any influence, and there are no
agents. Its value is never below that of a layout of the same cards: by the proof for games without agents
(`horizon`), for in the free game each move of the layout is a move, too, and without influence no target is
higher. It is small, as positions of agents drop out of the state, and solved once for a deck.
"""

from __future__ import annotations

from dataclasses import replace

from layouts.cards import Card
from layouts.shapes.canon import board_of_cards
from search.surveys.solving import solve_start
from solver.guardians.dense.horizon import GAP, leaves_agents_out
from solver.guardians.game import Game
from solver.guardians.rules import Rules


def bound_deck(deck: tuple[Card, ...], rules: Rules, threads: int = 1) -> float:
    """Return an upper bound of the win probability of every layout of a deck, the center among its cards.

    1 if the rules have readings by which nothing is proved.
    """
    if not leaves_agents_out(rules):
        return 1.0
    cards = [card._replace(ratings=card.ratings._replace(influence=0)) for card in deck]
    everything = (1 << len(cards)) - 1
    board = board_of_cards(cards, [everything & ~(1 << i) for i in range(len(cards))])
    return solve_start(Game(board, replace(rules, agents=0), lumped=True), GAP, threads).upper
