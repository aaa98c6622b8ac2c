"""Complete reports on the printed game, nine cards: four hours on two cores, so slow."""

import json
import re
from pathlib import Path

import pytest

from reports.app import run_command

SOLVED = Path(__file__).parents[2] / "docs" / "whole_games.jsonl"
HEADINGS = (
    "At a glance", "How likely is a win?", "Room for skill", "How long is a game?", "When is it decided?",
    "Pressure on each card", "The open readings", "How to begin", "Among all layouts", "How this was made",
)  # fmt: skip


def solved(board):
    """Return the published bounds of a board's games with its own cards, by players and difficulty."""
    found = map(json.loads, SOLVED.read_text().splitlines())
    return {
        (game["players"], game["difficulty"]): (game["lower"], game["upper"])
        for game in found
        if (game["board"], game["edition"], game["decider"]) == (board, board, "players")
    }


@pytest.mark.slow
def test_reports_on_both_samples_are_complete_right_and_the_same_when_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("HUE_TABLES", str(tmp_path / "tables"))
    asked = ["report", "rulebook", "revised", "-p", "2", "-d", "difficult", "--playouts", "1000", "--resume"]
    made = {}
    for name, kept in (("first", "one"), ("from what is kept", "one"), ("anew", "two")):
        monkeypatch.setenv("HUE_REPORTS", str(tmp_path / kept))
        for end in ("html", "md"):
            path = tmp_path / f"{name}.{end}"
            assert run_command([*asked, "--out", str(path)]) == 0
            made[name, end] = path.read_bytes()
            assert len(made[name, end]) < 1_000_000
    for end in ("html", "md"):
        assert made["first", end] == made["from what is kept", end] == made["anew", end]
    text = made["first", "md"].decode()
    assert "for want of time" not in text
    for heading in HEADINGS:
        assert f"## {heading}" in text
    for board in ("rulebook", "revised"):
        for (players, difficulty), (lower, upper) in solved(board).items():
            game = rf"\| {players} players?, {difficulty} \| {board} \|"
            row = next(line for line in text.splitlines() if re.match(game, line))
            _, low, high = (float(number) / 100 for number in re.findall(r"([0-9.]+)%", row)[:3])
            assert low <= upper + 1e-9
            assert high >= lower - 1e-9
