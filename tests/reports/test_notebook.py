"""The notebook runs from its first cell to its last, and shows what the command does."""

import ast
import json
from itertools import islice
from pathlib import Path

from search.difficulty import investigate

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"


def run_cell(source, names):
    """Run a cell, and return the value of its last expression, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


def test_the_notebook_runs(tmp_path, hue, monkeypatch):
    # A report solves the game anew for each change of a rating or a reading: a few of them are enough here.
    for name in ("iter_rating_steps", "iter_reading_steps"):
        every = getattr(investigate, name)
        monkeypatch.setattr(investigate, name, lambda game, every=every: islice(every(game), 3))
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names = {}
    shown = [run_cell("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    assert shown[0]._repr_svg_().startswith("<svg")
    answer = hue("solve", "-", "-p", "1", "-d", "easy", "--json", stdin=names["text"]).json["win"]
    lower, upper = names["lower"], names["upper"]
    assert answer["lower"] <= upper
    assert lower <= answer["upper"]
    assert shown[3][0][0] == "attack"
    tuned = ("--win", "0.2%:2%", "--change", "growths", "--together", "1", "--most", "2")
    answer = hue("tune", "-", "-p", "1", "-d", "easy", *tuned, "--json", stdin=names["text"]).json
    found = [[change["text"] for change in one["changes"]] for one in answer["suggestions"]]
    assert [text.split("; ") for text, _, _ in shown[5]] == found
    assert len(shown[5]) == 2
    assert all(0.002 <= low <= high <= 0.02 for _, low, high in shown[5])
    assert names["findings"].grid[1, "easy"].lower <= upper
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "How hard is my table?" in page
    assert sum(cell["cell_type"] == "markdown" for cell in cells) >= 5
    assert all(cell.get("outputs", []) == [] for cell in cells)
