"""What may stand where a layout is wanted: files in every format, and shapes where cards don't matter."""

import pytest

from layouts.formats.convert import FORMATS


@pytest.mark.parametrize("format_name", ["json", "graphml", "code", "ascii", "toml"])
def test_a_file_in_any_format_is_opened_wherever_a_layout_is_wanted(hue, tmp_path, format_name):
    file = tmp_path / f"board{FORMATS[format_name].suffixes[0]}"
    hue("layouts", "convert", "triangle", "--out", str(file))
    canon = hue("layouts", "canon", "triangle").out
    assert hue("layouts", "canon", str(file)).out == canon
    for command in (["layouts", "check"], ["layouts", "draw"], ["show"], ["solve", "-p1", "-dimpossible"]):
        assert hue(*command, str(file)).code == 0
    (tmp_path / "game.toml").write_text(f'layout = "{file.name}"\nplayers = 1')
    assert hue("move", str(tmp_path / "game.toml")).code == 0


def test_of_a_format_without_cards_it_is_said_how_to_give_them(hue, tmp_path):
    hue("layouts", "convert", "triangle", "--out", str(tmp_path / "board.g6"))
    answer = hue("layouts", "check", str(tmp_path / "board.g6"))
    assert answer.code == 2
    assert "`hue layouts convert --tags 6,3,3`" in answer.err


def test_a_shape_can_be_checked_realised_and_drawn(hue, tmp_path):
    shape = hue("layouts", "canon", "triangle", "--json").json["shape_code"]
    checked = hue("layouts", "check", shape)
    assert checked.code == 0
    assert checked.err == "hue: a shape has no cards: 3s stand for all but the center\n"
    file = tmp_path / "realised.toml"
    assert hue("layouts", "realise", shape, "--out", str(file)).code == 0
    assert hue("layouts", "canon", str(file), "--json").json["shape_code"] == shape
    assert hue("layouts", "draw", shape).out.startswith("<svg")
    assert hue("solve", shape).code == 2
