"""`hue layouts`: counts, the file of contact graphs, stops and what is damaged, and the placing rule."""

import errno
import json
import os
import signal
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

from layouts.placement import ORIENTATIONS, Place, Shape, contacts
from layouts.placing.laying import find_laying
from layouts.shapes.canon import parse_shape_code, shape_code
from reports.app import run_command
from reports.output import Progress

SQUARES = ("--shape", "1x1", "--cards", "5")


def test_count_gives_the_known_numbers(hue):
    answer = hue("layouts", "count", "--shape", "3x2", "--cards", "5", "--json").json
    assert [(row["cards"], row["placements"], row["shapes"]) for row in answer["counts"]] == [
        (2, 9, 1),
        (3, 105, 2),
        (4, 603, 5),
        (5, 3053, 11),
    ]
    text = hue("layouts", "count", *SQUARES).out.split("\n")
    assert [line.split()[:3] for line in text[1:5]] == [
        ["2", "1", "1"],
        ["3", "2", "1"],
        ["4", "2", "2"],
        ["5", "2", "2"],
    ]


def test_the_file_has_every_graph_with_a_placement_of_it(hue, tmp_path):
    out = tmp_path / "graphs"
    answer = hue("layouts", "enumerate", "--cards", "5", "--out", str(out))
    assert answer.code == 0
    assert answer.out.startswith("11 contact graphs of 3,053 placements, in ")
    head, *lines = map(json.loads, out.read_text().splitlines())
    assert (head["cards"], head["shape"], head["shapes"], head["placements"]) == (5, "3x2", 11, 3053)
    assert len({line["shape"] for line in lines}) == len(lines) == 11
    for line in lines:
        places = {str(i): Place(*place) for i, place in enumerate(line["places"])}
        touching = {name: set() for name in places}
        for one, other in contacts(places, Shape(3, 2)):
            touching[one].add(other)
            touching[other].add(one)
        assert find_laying(touching, "0").stuck == []
        graph = parse_shape_code(line["shape"])
        assert sorted(dict(graph.degree).values()) == sorted(map(len, touching.values()))
    assert [path.name for path in tmp_path.iterdir()] == ["graphs"]


def stop_while_extending(_, text):
    if "extended" in text:
        signal.raise_signal(signal.SIGINT)


def test_stopped_after_every_batch_it_ends_with_the_same_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("layouts.placing.enumeration.BATCH", 50)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    command = ["layouts", "enumerate", "--cards", "4", "--out"]
    assert run_command([*command, str(whole)]) == 0
    monkeypatch.setattr(Progress, "show", stop_while_extending)
    assert run_command([*command, str(parts)]) == 4
    assert run_command([*command, str(parts)]) == 2
    assert "--resume" in capsys.readouterr().err
    times = 1
    while True:
        code = run_command([*command, str(parts), "--resume"])
        if code == 0:
            break
        assert code == 4
        times += 1
    assert times > 4
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts", "whole"]


def test_a_stop_while_graphs_are_compared_keeps_the_placements(tmp_path, monkeypatch, capsys):
    command = ["layouts", "enumerate", "--cards", "4", "--out", str(tmp_path / "graphs")]
    with monkeypatch.context() as patch:
        patch.setattr(
            Progress, "show", lambda _, text: "graphs" in text and signal.raise_signal(signal.SIGINT)
        )
        assert run_command(command) == 4
    assert "Stopped at 4 cards" in capsys.readouterr().out
    monkeypatch.setattr("layouts.placing.enumeration.extend", None)  # not needed any more
    assert run_command([*command, "--resume"]) == 0


def test_a_full_disk_costs_the_checkpoint_not_the_work(tmp_path, monkeypatch, capsys):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("layouts.placing.enumeration_file.np.savez", fail)
    monkeypatch.setattr("reports.layout_counts.CHECKPOINT_EVERY", 0)
    assert run_command(["layouts", "enumerate", "--cards", "3", "--out", str(tmp_path / "graphs")]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said
    assert all("graphs.checkpoint: can't be written (No space left on device)" in line for line in said)
    assert [path.name for path in tmp_path.iterdir()] == ["graphs"]


@pytest.fixture
def unfinished(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("layouts.placing.enumeration.BATCH", 50)
        patch.setattr(Progress, "show", stop_while_extending)
        for _ in range(5):
            run_command(
                ["layouts", "enumerate", "--cards", "4", "--out", str(tmp_path / "graphs"), "--resume"]
            )
    return tmp_path / "graphs.checkpoint"


@pytest.mark.parametrize("damage", ["shorter", "changed", "empty", "other"])
def test_a_damaged_checkpoint_is_refused_in_one_line(unfinished, capsys, damage):
    content = unfinished.read_bytes()
    damaged = {
        "shorter": content[: len(content) // 2],
        "changed": content[:300] + bytes([content[300] ^ 255]) + content[301:],
        "empty": b"",
        "other": b"nothing of the kind",
    }[damage]
    unfinished.write_bytes(damaged)
    capsys.readouterr()
    command = ["layouts", "enumerate", "--cards", "4", "--out", str(unfinished.with_suffix(""))]
    assert run_command([*command, "--resume"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "graphs.checkpoint" in said
    assert unfinished.read_bytes() == damaged


def test_a_checkpoint_of_something_else_is_refused(unfinished, capsys):
    command = ["layouts", "enumerate", "--cards", "4", "--out", str(unfinished.with_suffix(""))]
    assert run_command([*command, "--shape", "4x3", "--resume"]) == 2
    assert "it is of shape 3x2, not 4x3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("count", "--shape", "3"), "two whole numbers from 1 to 99, like 3x2"),
        (("count", "--shape", "0x2"), "two whole numbers from 1 to 99, like 3x2"),
        (("count", "--shape", "2x3"), "the long side comes first"),
        (("count", "--min-contact", "9"), "at most a side"),
        (("check", "nowhere"), "nowhere"),
        (("enumerate", "--out", "no/such/folder/file", "--cards", "2"), "can't be written"),
    ],
)
def test_bad_input_gets_one_line(hue, arguments, part):
    answer = hue("layouts", *arguments)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert part in answer.err


@pytest.mark.parametrize("name", ["rulebook", "revised", "square"])
def test_the_samples_are_recognised_as_legal(hue, name):
    answer = hue("layouts", "check", name)
    assert answer.code == 0
    assert answer.out.startswith("The cards can be laid in this order: ")
    assert hue("layouts", "check", name, "--json").json["can_be_laid"] is True


def test_a_card_in_mid_air_is_the_answer_no(hue, tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        "[placement]\n"
        'Stars = { tag = 6, x = 0, y = 0, orientation = "landscape" }\n'
        'Boat = { tag = 5, x = 0, y = 5, orientation = "landscape" }\n'
        'Pool = { tag = 5, x = 0, y = 10, orientation = "landscape" }\n'
    )
    answer = hue("layouts", "check", str(file))
    assert answer.code == 1
    assert answer.out == "No: after Stars, Boat, none of Pool touches the center or two cards that lie.\n"
    assert hue("layouts", "check", str(file), "--json").json["stuck"] == ["Pool"]


def test_a_board_that_cannot_be_laid_is_solved_with_a_warning(hue):
    answer = hue("solve", "hue1:Stars.6.6.5.0-Chalks.3.4.2.1-Boat.5.5.3.2:01-12", "-p", "1", "--json")
    assert answer.code == 0
    assert answer.json["win"]["lower"] > 0
    assert answer.err == (
        "hue: by the placing rule Boat could not be laid: touching neither the center nor two cards\n"
    )


def test_isomorphic_layouts_have_a_code_in_common(hue):
    one = hue("layouts", "canon", "hue1:Stars.6.6.5.0-Chalks.3.4.2.1-Boat.5.5.3.2:01-12").out
    other = hue("layouts", "canon", "hue1:Pool.5.5.3.2-Light.3.4.2.1-Stars.6.6.5.0:01-12").out
    assert one == other
    code = hue("layouts", "canon", "rulebook", "--json").json
    assert code["canonical_code"].startswith("huec1:")
    assert code["shape_code"].startswith("hues1:9.")


def test_a_random_layout_is_repeatable_and_can_be_laid(hue, tmp_path):
    file = tmp_path / "random.toml"
    one = hue("layouts", "random", "--seed", "5", "--json").json
    assert hue("layouts", "random", "--seed", "5", "--json").json["layout"] == one["layout"]
    assert hue("layouts", "random", "--seed", "6", "--json").json["layout"] != one["layout"]
    assert hue("layouts", "random", "--seed", "5", "--out", str(file)).code == 0
    assert hue("layouts", "check", str(file)).code == 0
    assert hue("layouts", "check", one["layout"]).code == 0
    assert "Code: hue1" in hue("layouts", "random", "--deck", "revised").out


def test_a_layout_is_realised_again_from_its_graph_alone(hue):
    wanted = "hue1:Stars.6.6.5.0-Chalks.3.4.2.1-Boat.5.5.3.2-Pool.5.5.3.2:01-02-12-13-23"
    found = hue("layouts", "realise", wanted, "--json").json
    assert found["outcome"] == "found"
    assert found["layout"].startswith(wanted + ":")
    assert hue("layouts", "check", found["layout"]).code == 0


def test_what_cannot_be_realised_is_the_answer_no(hue):
    """Of five cards no four can all touch each other, so at least two of ten contacts must go (Turán)."""
    cards = "Stars.6.6.5.0-A.3.4.2.1-B.3.4.2.1-C.3.4.2.1-D.4.5.3.2"
    wanted = f"hue1:{cards}:01-02-03-04-12-13-14-23-24-34"
    answer = hue("layouts", "realise", wanted)
    assert answer.code == 1
    assert answer.out.startswith("No: ")
    near = hue("layouts", "realise", wanted, "--nearest", "--json")
    assert near.code == 0
    assert len(near.json["removed"]) + len(near.json["added"]) == 2
    assert near.json["proved_least"] is True
    stuck = hue("layouts", "realise", "hue1:Stars.6.6.5.0-A.3.4.2.1-B.3.4.2.1:01-12")
    assert stuck.code == 1
    assert "'B' can't be laid" in stuck.out


def test_a_layout_is_drawn_the_same_twice(hue, tmp_path):
    file = tmp_path / "rulebook.svg"
    assert hue("layouts", "draw", "rulebook", "--out", str(file)).code == 0
    drawn = file.read_text()
    assert drawn.startswith("<svg")
    assert "Ferris wheel" in drawn
    assert hue("layouts", "draw", "rulebook").out == drawn


@pytest.mark.parametrize("name", ["toml", "json", "graphml", "code"])
def test_a_layout_survives_conversion(hue, tmp_path, name):
    file = tmp_path / f"table.{name}"
    assert hue("layouts", "convert", "revised", "--to", name, "--out", str(file)).code == 0
    back = hue("layouts", "convert", str(file), "--from", name, "--to", "code")
    assert back.out == hue("layouts", "convert", "revised", "--to", "code").out


def test_what_a_format_cannot_keep_is_said(hue, tmp_path):
    file = tmp_path / "table.g6"
    answer = hue("layouts", "convert", "square", "--out", str(file))
    assert answer.code == 0
    assert answer.err.startswith("hue: ")
    assert hue("layouts", "convert", str(file), "--to", "code").code == 2
    tags = ",".join(str(tag) for tag in (3, 3, 3, 3, 6, 4, 4, 5, 5))
    assert hue("layouts", "convert", str(file), "--tags", tags, "--to", "code").code == 0
    picture = tmp_path / "table.txt"
    assert hue("layouts", "convert", "rulebook", "--out", str(picture)).code == 0
    assert hue("layouts", "convert", str(picture), "--to", "toml").code == 0
    assert hue("layouts", "convert", "rulebook").code == 2
    assert hue("layouts", "convert", "rulebook", "--to", "svg", "--out", "no/such/place.svg").code == 2


def test_the_help_names_all_formats(hue):
    from layouts.formats.convert import FORMATS
    from reports.layout_files import FORMAT_NAMES

    assert ", ".join(FORMATS) == FORMAT_NAMES
    answer = hue("layouts", "convert", "pair", "--to", "gif")
    assert answer.code == 2
    assert FORMAT_NAMES in answer.err


@pytest.mark.parametrize("command", [["count"], ["enumerate", "--out", "graphs"]])
def test_what_will_not_fit_the_memory_is_refused_where_it_stops(hue, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("layouts.placing.enumeration.BATCH", 500)
    answer = hue("layouts", *command, "--cards", "6", "--memory", "0.001")
    assert answer.code == 5
    assert "6 cards would take about 0.001" in answer.err
    assert answer.err.count("\n") == 1
    if command == ["count"]:
        assert answer.out.splitlines()[-1].split()[:3] == ["5", "3,053", "11"]
        as_json = hue("layouts", *command, "--cards", "6", "--memory", "0.001", "--json")
        assert as_json.code == 5
        assert [row["placements"] for row in as_json.json["counts"]] == [9, 105, 603, 3053]
        assert as_json.json["stopped"].startswith("6 cards would take")
        assert list(tmp_path.iterdir()) == []
    else:
        assert hue("layouts", *command, "--cards", "6", "--resume").out.startswith(
            "33 contact graphs of 17,575"
        )
        assert [path.name for path in tmp_path.iterdir()] == ["graphs"]


def test_all_placements_can_be_had_as_an_array(hue, tmp_path):
    out = tmp_path / "placements.npy"
    answer = hue("layouts", "enumerate", "-n", "5", "--out", str(tmp_path / "g"), "--placements", str(out))
    assert answer.code == 0
    rows = np.load(out)
    assert rows.shape == (3053, 5, 3)
    assert len(np.unique(rows.reshape(len(rows), -1), axis=0)) == len(rows)
    kinds = set()
    for row in rows:
        places = {str(i): Place(int(x), int(y), ORIENTATIONS[turned]) for i, (x, y, turned) in enumerate(row)}
        graph = nx.empty_graph(places)
        graph.add_edges_from(contacts(places, Shape(3, 2)))  # raises where two overlap
        assert find_laying({name: set(graph[name]) for name in graph}, "0").stuck == []
        nx.set_node_attributes(graph, {name: 6 if name == "0" else 3 for name in graph}, "tag")
        kinds.add(shape_code(graph))
    assert len(kinds) == 11
    answer = hue(
        "layouts", "enumerate", "-n", "2", "--out", str(tmp_path / "h"), "--placements", "/nowhere/p"
    )
    assert answer.code == 2
    assert "can't be written" in answer.err


@pytest.mark.parametrize("command", ["check", "realise"])
def test_a_card_that_touches_nothing_is_answered_no(hue, tmp_path, command):
    path = tmp_path / "air.toml"
    path.write_text(
        '[placement]\nStars = { tag = 6, x = 0, y = 0, orientation = "landscape" }\n'
        'Chalks = { tag = 3, x = 30, y = 5, orientation = "landscape" }\n'
    )
    answer = hue("layouts", command, str(path))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("No: ")
    assert "no way leads from the center to Chalks" in answer.out
    as_json = hue("layouts", command, str(path), "--json")
    assert as_json.code == 1
    assert "Chalks" in as_json.json["reason"]
    assert hue("show", str(path)).code == 2


def test_only_files_are_replaced(hue, tmp_path):
    """What is written to a device or a pipe goes into it; links stay; folders and no names are refused."""
    pipe, link = tmp_path / "pipe", tmp_path / "link.svg"
    os.mkfifo(pipe)
    reader = subprocess.Popen(
        [sys.executable, "-c", f"print(open({str(pipe)!r}).read())"], stdout=-1, text=True
    )
    assert hue("layouts", "draw", "pair", "-o", str(pipe)).code == 0
    assert reader.communicate(timeout=60)[0].startswith("<svg")
    assert pipe.is_fifo()
    link.symlink_to(tmp_path / "target.svg")
    assert hue("layouts", "draw", "pair", "-o", str(link)).code == 0
    assert link.is_symlink()
    assert (tmp_path / "target.svg").read_text().startswith("<svg")
    for name in (".", "", str(tmp_path)):
        answer = hue("layouts", "enumerate", "-n", "2", "--out", name)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert "can't be written" in answer.err
    assert hue("layouts", "draw", "pair", "-o", "-").out.startswith("<svg")
    assert hue("layouts", "draw", "pair", "-o", str(tmp_path / "a.png")).code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.svg", "pipe", "target.svg"]


def test_where_nothing_can_be_written_nothing_is_worked_out(hue, monkeypatch):
    monkeypatch.setattr("layouts.placing.enumeration.extend", None)
    for place in ("/nowhere/x", "x" * 300):
        answer = hue("layouts", "enumerate", "--out", place)
        assert answer.code == 2
        assert "can't be written" in answer.err
    same = hue("layouts", "enumerate", "--out", "same", "--placements", "./same")
    assert same.code == 2
    assert "name another" in same.err
