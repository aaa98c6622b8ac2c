"""`hue show`: a layout's picture, its adjacency and ratings, and its code."""

from __future__ import annotations

from layouts.code import format_code
from reports.arguments import Question
from reports.boards import print_adjacency, print_picture
from reports.output import DONE, console, print_json


def run(question: Question, *, as_json: bool) -> int:
    """Print, and return the exit code."""
    layout = question.layout
    code = format_code(layout)
    if as_json:
        cards = {
            name: {key: list(value) if key == "ratings" else value for key, value in attributes.items()}
            for name, attributes in layout.nodes.items()
        }
        edges = [sorted(edge, key=list(layout).index) for edge in layout.edges]
        print_json("show", {"layout": code, "edition": question.edition.name, "cards": cards, "edges": edges})
        return DONE
    out = console()
    if print_picture(out, layout):
        out.print()
    print_adjacency(out, layout)
    out.print()
    out.print(f"Code: {code}", soft_wrap=True)
    return DONE
