"""Layout files: what they may say, and the one line that each wrong one gets."""

import io
import os

import pytest

from layouts import (
    CARD_SETS,
    InputError,
    ParseError,
    RuleError,
    format_layout,
    load_layout,
    load_named,
    parse_layout,
)
from layouts.files import save_layout

BY_HAND = """
edition = "rulebook"            # optional
[cards]                         # name = tag, or a card with ratings of its own
Stars = 6
Chalks = 3
"My card" = { tag = 3, ratings = [3, 1, 1] }
[adjacent]
Stars = ["Chalks", "My card"]
Chalks = ["My card"]
"""
PLACED = """
[placement]
Stars = { tag = 6, x = 10, y = 7, orientation = "landscape" }
Boat = { tag = 5, x = 13.0, y = 12, orientation = "landscape" }
Pool = { tag = 5, x = 5, y = 6.5, orientation = "portrait", ratings = [0, 1, 2] }
"""
HEAD = "[cards]\nA = 6\nB = 3\n"
ROW = '[placement]\nA = { tag = 6, x = 0, y = 0, orientation = "landscape" }\n'


def edges(graph):
    return {frozenset(edge) for edge in graph.edges}


def test_cards_and_adjacencies_by_hand():
    graph = parse_layout(BY_HAND)
    assert graph.graph == {"edition": "rulebook"}
    assert {name: (card["tag"], card["ratings"], card["own"]) for name, card in graph.nodes.items()} == {
        "Stars": (6, (6, 5, 0), False),
        "Chalks": (3, (4, 2, 1), False),
        "My card": (3, (3, 1, 1), True),
    }
    assert edges(graph) == {
        frozenset(pair) for pair in [("Stars", "Chalks"), ("Stars", "My card"), ("Chalks", "My card")]
    }


def test_cards_as_they_lie():
    graph = parse_layout(PLACED)
    assert graph.nodes["Pool"] == {
        "tag": 5,
        "ratings": (0, 1, 2),
        "own": True,
        "x": 10,
        "y": 13,
        "orientation": "portrait",
    }
    assert graph.nodes["Boat"]["x"] == 26
    assert type(graph.nodes["Boat"]["x"]) is int
    assert edges(graph) == {frozenset(pair) for pair in [("Stars", "Boat"), ("Stars", "Pool")]}


@pytest.mark.parametrize(
    "adjacent",
    [
        'Stars = ["Chalks", "My card"]\n"My card" = ["Chalks"]',
        'Stars = ["Chalks", "My card"]\nChalks = ["Stars", "My card"]\n"My card" = ["Stars", "Chalks"]',
        'stars = ["chalks", "MY-CARD"]\nchalks = ["my card"]\nmy-card = []',
    ],
)
def test_edges_may_be_listed_from_one_side_or_both_and_names_in_any_case(adjacent):
    head = BY_HAND[: BY_HAND.index("Stars = [")]
    assert edges(parse_layout(head + adjacent)) == edges(parse_layout(BY_HAND))


def test_a_text_as_written():
    assert format_layout(parse_layout(BY_HAND)) == (
        'edition = "rulebook"\n\n[cards]\nStars = 6\nChalks = 3\n'
        '"My card" = { tag = 3, ratings = [3, 1, 1] }\n\n'
        '[adjacent]\nStars = ["Chalks", "My card"]\nChalks = ["My card"]\n'
    )
    assert format_layout(parse_layout(PLACED)) == (
        '[placement]\nStars = { tag = 6, x = 10, y = 7, orientation = "landscape" }\n'
        'Boat = { tag = 5, x = 13, y = 12, orientation = "landscape" }\n'
        'Pool = { tag = 5, x = 5, y = 6.5, orientation = "portrait", ratings = [0, 1, 2] }\n'
    )


def test_a_callers_cards_override_the_files_edition():
    for text in (BY_HAND, BY_HAND.replace('"rulebook"', '"of a friend"')):
        graph = parse_layout(text, card_set=CARD_SETS["revised"])
        assert graph.graph == {"edition": "revised"}
        assert [card["ratings"] for card in graph.nodes.values()] == [(5, 4, 0), (2, 1, 1), (3, 1, 1)]


@pytest.mark.parametrize(
    ("text", "error", "culprits"),
    [
        ("", ParseError, ["f.toml is empty"]),
        (" \n\n", ParseError, ["f.toml is empty"]),
        ("# nothing\n", ParseError, ["no layout here; give [cards] and [adjacent], or [placement]"]),
        ("[cards", ParseError, ["isn't TOML", "line 1"]),
        ("Ferris wheel = 4", ParseError, ["isn't TOML", "line 1", "a name with spaces needs quotes"]),
        ("A = 0x" + "f" * 5000, ParseError, ["unknown key 'A'"]),
        (HEAD + "A = 3\n", ParseError, ["uses the name A twice in line 4"]),
        (HEAD + '"A" = 3', ParseError, ['uses the name "A" twice in line 4']),
        ("cards = { A = 6, A = 3 }", ParseError, ["uses the name 'A' twice in line 1"]),
        (HEAD + "[cards]\nC = 3\n", ParseError, ["has the table 'cards', twice".replace(",", ""), "line 4"]),
        (HEAD + "a = 3\n[adjacent]\nA = ['B']", RuleError, ["[cards]: card name 'a' is used twice, as 'A'"]),
        (
            HEAD + "[adjacent]\nA = ['B']\na = ['B']",
            RuleError,
            ["[adjacent]: name 'a' is used twice, as 'A'"],
        ),
        (HEAD, ParseError, ["[adjacent] is missing"]),
        ("[adjacent]\nA = ['B']", ParseError, ["[cards] is missing"]),
        (HEAD + ROW, ParseError, ["either [placement] or [cards] and [adjacent], not both"]),
        (
            ROW + "[adjacent]\nA = ['B']",
            ParseError,
            ["either [placement] or [cards] and [adjacent], not both"],
        ),
        ("cards = 3\nadjacent = {}", ParseError, ["cards is 3; it must be a table [cards]"]),
        ("cards = [3]\n[adjacent]", ParseError, ["cards is [3]; it must be a table"]),
        (
            HEAD + "[adjacent]\nA = ['B']\n[colours]",
            ParseError,
            ["unknown key 'colours'; known are edition, cards"],
        ),
        ("layout = 'pair'\n", ParseError, ["unknown key 'layout'; this is a position: `hue move`"]),
        ("players = 3\n" + HEAD, ParseError, ["unknown key 'players'", "give --players"]),
        ("edition = 3\n" + HEAD, ParseError, ["edition is 3; it must be a name in quotes"]),
        (
            "edition = 'revized'\n" + HEAD,
            RuleError,
            ["no edition 'revized'; the editions are rulebook, readme, revised"],
        ),
        (
            HEAD + "[adjacent]\nA = ['B', 'X']",
            RuleError,
            ["[adjacent] A: there is no card 'X'; the names are A, B"],
        ),
        (HEAD + "[adjacent]\nX = ['B']", RuleError, ["[adjacent]: there is no card 'X'; the names are A, B"]),
        (HEAD + "[adjacent]\nA = ['B', 'A']", RuleError, ["'A' is said to be adjacent to itself"]),
        (
            HEAD + "[adjacent]\nA = ['B', 'b']",
            RuleError,
            ["[adjacent] A: card name 'b' is used twice, as 'B'"],
        ),
        (HEAD + "[adjacent]\nA = 'B'", ParseError, ["[adjacent] A: 'B' must be a list of names in quotes"]),
        (HEAD + "[adjacent]\nA = [3]", ParseError, ["[adjacent] A: [3] must be a list of names in quotes"]),
        (HEAD + "[adjacent]", RuleError, ["isn't connected: no way leads from the center to B"]),
        (
            HEAD + "C = 4\n[adjacent]\nA = ['C']",
            RuleError,
            ["isn't connected: no way leads from the center to B"],
        ),
        ("[cards]\nA = 6\n[adjacent]", RuleError, ["the number of cards is 1; a board has 2 to 36"]),
        ("[cards]\n[adjacent]", RuleError, ["the number of cards is 0; a board has 2 to 36"]),
        (
            "[cards]\nA = 3\nB = 3\n[adjacent]\nA = ['B']",
            RuleError,
            ["there is no center; give one card the tag 6"],
        ),
        ("[cards]\nA = 6\nB = 6\n[adjacent]\nA = ['B']", RuleError, ["more than one center: A, B"]),
        (
            "[cards]\n" + "".join(f"c{i} = {3 + 3 * (i == 0)}\n" for i in range(37)) + "[adjacent]",
            RuleError,
            ["the number of cards is 37; a board has 2 to 36"],
        ),
        ("[cards]\nA = 7\n[adjacent]", RuleError, ["[cards] A: the tag is 7; it must be 3, 4, 5 or 6"]),
        ("[cards]\nA = true\n[adjacent]", RuleError, ["[cards] A: the tag is True"]),
        ("[cards]\nA = 3.0\n[adjacent]", RuleError, ["[cards] A: the tag is 3.0"]),
        ("[cards]\nA = '3'\n[adjacent]", RuleError, ["[cards] A: the tag is '3'"]),
        ("[cards]\nA = { ratings = [1, 1, 1] }\n[adjacent]", ParseError, ["[cards] A: tag is missing"]),
        ("[cards]\nA.b = 3\n[adjacent]", ParseError, ["[cards] A: tag is missing"]),
        (
            "[cards]\nA = { tag = 3, colour = 1 }\n[adjacent]",
            ParseError,
            ["[cards] A: unknown key 'colour'; known are tag, ratings"],
        ),
        *[
            (
                f"[cards]\nA = {{ tag = 3, ratings = {ratings} }}\n[adjacent]",
                RuleError,
                ["[cards] A: the ratings are", "[defence, strength, influence]"],
            )
            for ratings in (
                "3",
                "[1, 2]",
                "[1, 2, 3, 4]",
                "[1, 2, -1]",
                "[1, 2, true]",
                "[1, 2, 3.0]",
                "[1, 2, nan]",
                "[1, 2, inf]",
                "[1, 2, 100]",
                "['1', 2, 3]",
                "{ a = 1 }",
            )
        ],
        ("[cards]\n'' = 3\n[adjacent]", RuleError, ["[cards]: card name '' has 0 characters"]),
        ("[cards]\n' A' = 3\n[adjacent]", RuleError, ["[cards]: card name ' A' has a space at its end"]),
        (
            '[cards]\n"a\\nb" = 3\n[adjacent]',
            RuleError,
            ["card name 'a\\nb' has a character that can't be printed"],
        ),
        (f"[cards]\n{'x' * 61} = 3\n[adjacent]", RuleError, ["has 61 characters; write 1 to 60"]),
        ("placement = 3", ParseError, ["placement is 3; it must be a table [placement]"]),
        (
            "[placement]\nA = 6",
            ParseError,
            ["[placement] A: 6 must be like { tag = ..., x = ..., y = ..., orien"],
        ),
        ("[placement]\nA = { tag = 6, x = 1, y = 2 }", ParseError, ["[placement] A: orientation is missing"]),
        (
            "[placement]\nA = { x = 1, y = 2, orientation = 'portrait' }",
            ParseError,
            ["[placement] A: tag is missing"],
        ),
        (
            "[placement]\nA = { tag = 6, x = 1, y = 2, orientation = 'portrait', z = 1 }",
            ParseError,
            ["[placement] A: unknown key 'z'; known are tag, x, y, orientation, ratings"],
        ),
        (
            "[placement]\nA = { tag = 6, x = 1, y = 2, orientation = 'Portrait' }",
            RuleError,
            ["[placement] A: the orientation is 'Portrait'; it must be landscape or portrait"],
        ),
        (
            "[placement]\nA = { tag = 6, x = 1, y = 2, orientation = 90 }",
            RuleError,
            ["[placement] A: the orientation is 90"],
        ),
        *[
            (
                f"[placement]\nA = {{ tag = 6, x = 1, y = {number}, orientation = 'portrait' }}",
                RuleError,
                [f"[placement] A: y is {shown}; it must be a number of half-inches"],
            )
            for number, shown in [
                ("0.3", "0.3"),
                ("nan", "nan"),
                ("-inf", "-inf"),
                ("true", "True"),
                ("'7'", "'7'"),
                ("9999999", "9999999"),
                ("1e300", "1e+300"),
                ("[1]", "[1]"),
                ("1979-05-27", "1979-05-27"),
                ("0x" + "f" * 5000, "a huge number"),
            ]
        ],
        (
            ROW + "B = { tag = 3, x = 6.5, y = 4.5, orientation = 'portrait' }",
            RuleError,
            ["the cards 'A' and 'B' overlap"],
        ),
        (
            ROW + "B = { tag = 3, x = 7, y = 5, orientation = 'portrait' }",
            RuleError,
            ["no way leads from the center to B"],
        ),
        (
            ROW + "A = { tag = 3, x = 7, y = 0, orientation = 'portrait' }",
            ParseError,
            ["uses the name A twice in line 3"],
        ),
    ],
)
def test_one_clear_line_for_what_is_wrong(text, error, culprits):
    with pytest.raises(InputError) as caught:
        parse_layout(text, "f.toml")
    message = str(caught.value)
    assert isinstance(caught.value, error)
    assert message.startswith("f.toml")
    assert all(culprit in message for culprit in culprits), message
    assert message.isprintable()


@pytest.mark.parametrize(
    ("content", "culprit"),
    [
        (b"", "is empty"),
        (b"\xff\xfe\x00\x01", "isn't UTF-8 text (byte 0xff at offset 0)"),
        (b"[cards]\n\xe9 = 3", "isn't UTF-8 text (byte 0xe9 at offset 8)"),
        (b"[cards]\0", "isn't text (a zero byte at offset 7)"),
        (b"#" * 1_000_001, "has more than 1000000 bytes"),
    ],
    ids=["empty", "binary", "latin-1", "zero", "large"],
)
def test_what_is_no_text_file(tmp_path, content, culprit):
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    with pytest.raises(ParseError) as caught:
        load_layout(path)
    assert str(caught.value).startswith(str(path))
    assert culprit in str(caught.value)
    assert str(caught.value).isprintable()


def test_what_is_no_file(tmp_path):
    with pytest.raises(ParseError, match="is a directory; give a TOML file"):
        load_layout(tmp_path)
    with pytest.raises(ParseError, match=r"missing\.toml: there is no such file"):
        load_layout(tmp_path / "missing.toml")
    with pytest.raises(ParseError, match="can't be the name of a file"):
        load_layout("a\0b")
    with pytest.raises(ParseError) as caught:
        load_layout("x" * 5000)
    assert "can't be read" in str(caught.value)


def test_windows_files_with_a_mark_in_front_are_read(tmp_path):
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BY_HAND.replace("\n", "\r\n").encode())
    assert format_layout(load_layout(path)) == format_layout(parse_layout(BY_HAND))


def test_a_hyphen_is_the_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PLACED.encode())))
    assert list(load_layout("-")) == ["Stars", "Boat", "Pool"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(ParseError, match=r"^standard input is empty$"):
        load_layout("-")


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "board.toml"
    save_layout(load_named("pair"), path)
    before = path.read_bytes()

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", refuse)
    with pytest.raises(RuleError, match=r"board\.toml: can't be written \(No space left on device\)"):
        save_layout(load_named("square"), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["board.toml"]


def test_where_nothing_can_be_written(tmp_path):
    for path in (tmp_path / "missing" / "board.toml", tmp_path):
        with pytest.raises(RuleError, match="can't be written"):
            save_layout(load_named("pair"), path)
    assert os.listdir(tmp_path) == []


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target.toml", tmp_path / "link.toml"
    save_layout(load_named("pair"), target)
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no symbolic links here")
    save_layout(load_named("square"), link)
    assert link.is_symlink()
    assert len(load_layout(target)) == 9
