"""Which boards exist.

Cards of the editions, cards laid on a table, layouts as graphs, their files, codes and pictures, and
a catalogue of named ones. A layout is a `networkx.Graph` (see `graph`); what a solver sees of it is a
`Board`. Whatever is wrong with something given is an `InputError` of one line. Nothing here imports
networkx before a layout is made.
"""

from layouts.board import Board
from layouts.cards import CARD_SETS, CENTER_TAG, TAGS, Card, CardSet, Ratings, find_card_set
from layouts.catalogue import CATALOGUE, load_named, open_layout
from layouts.code import format_code, parse_code
from layouts.errors import InputError, ParseError, RuleError
from layouts.files import format_layout, layout_of, load_layout, parse_layout, save_layout
from layouts.graph import (
    board_of,
    check_layout,
    graph_of,
    induced,
    is_placed,
    make_layout,
    places_of,
    with_cards,
    with_places,
)
from layouts.pictures.picture import adjacency_text, ascii_picture
from layouts.placement import CARD, Box, Place, Shape, box_of, contact, contacts, overlap

__all__ = [
    "CARD",
    "CARD_SETS",
    "CATALOGUE",
    "CENTER_TAG",
    "TAGS",
    "Board",
    "Box",
    "Card",
    "CardSet",
    "InputError",
    "ParseError",
    "Place",
    "Ratings",
    "RuleError",
    "Shape",
    "adjacency_text",
    "ascii_picture",
    "board_of",
    "box_of",
    "check_layout",
    "contact",
    "contacts",
    "find_card_set",
    "format_code",
    "format_layout",
    "graph_of",
    "induced",
    "is_placed",
    "layout_of",
    "load_layout",
    "load_named",
    "make_layout",
    "open_layout",
    "overlap",
    "parse_code",
    "parse_layout",
    "places_of",
    "save_layout",
    "with_cards",
    "with_places",
]
