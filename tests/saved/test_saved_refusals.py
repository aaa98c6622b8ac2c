"""What isn't the table asked for is refused in one line that says why; nothing wrong is ever answered."""

import json
import struct
from zlib import crc32

import pytest

from layouts.errors import InputError, ParseError, RuleError
from solver.guardians import saved_format
from solver.guardians.saved import open_table
from solver.guardians.saved_folder import find_table
from solver.guardians.saved_format import HEADER_SPACE, MAGIC, load_header
from solver.guardians.state import Turn


@pytest.fixture
def copy(small, tmp_path):
    """A copy of a table, changed by a function of its bytes."""

    def make(change=lambda data: data):
        path = tmp_path / small.path.name
        path.write_bytes(bytes(change(bytearray(small.path.read_bytes()))))
        return path

    return make


def with_header(change):
    """Change a header's fields, and its checksum with them."""

    def run(data):
        length, _ = struct.unpack_from("<II", data, len(MAGIC))
        fields = json.loads(data[16 : 16 + length])
        change(fields)
        text = json.dumps(fields).encode()
        start = MAGIC + struct.pack("<II", len(text), crc32(text)) + text
        return start.ljust(HEADER_SPACE, b"\0") + data[HEADER_SPACE:]

    return run


def refusal(path, game=None, kind=InputError):
    with pytest.raises(kind) as caught:
        open_table(path, game)
    text = str(caught.value)
    assert "\n" not in text
    assert path.name in text
    return text


def test_a_copy_is_as_good(copy, small):
    assert open_table(copy(), small.game)


def test_other_rules(copy, game_on):
    text = refusal(copy(), game_on("pair", players=2, actions=3)[1], RuleError)
    assert "other rules: 'p2.setup_growths-1.actions-2', not 'p2.setup_growths-1.actions-3'" in text


def test_another_layout(copy, game_on):
    assert "another layout" in refusal(copy(), game_on("line", players=2, actions=2)[1], RuleError)


def test_another_version_of_the_project(copy, monkeypatch):
    monkeypatch.setattr(saved_format, "this_version", lambda: "99.0")
    assert "this is version 99.0" in refusal(copy(), kind=RuleError)


def test_another_format(copy):
    assert "format 99" in refusal(copy(with_header(lambda fields: fields.update(format=99))), kind=RuleError)


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\0" * 100_000, b"HUETABL", b'cards = "x"\n' * 10_000], ids=len
)
def test_what_is_not_a_table(tmp_path, content):
    path = tmp_path / "some.hue"
    path.write_bytes(content)
    assert "isn't a saved table" in refusal(path, kind=ParseError)


def test_no_file_and_a_folder(tmp_path):
    refusal(tmp_path / "none.hue", kind=ParseError)
    (tmp_path / "folder.hue").mkdir()
    refusal(tmp_path / "folder.hue", kind=ParseError)


@pytest.mark.parametrize("kept", [8, 15, 16, 1000, HEADER_SPACE - 1, HEADER_SPACE, 70_000, -4, -1])
def test_truncated(copy, kept):
    assert "damaged" in refusal(copy(lambda data: data[:kept]), kind=ParseError)


def test_longer_than_it_should_be(copy):
    assert "damaged" in refusal(copy(lambda data: data + b"\0"), kind=ParseError)


@pytest.mark.parametrize("at", [*range(8, 1500, 53), HEADER_SPACE - 1])
def test_any_edited_byte_of_the_header(copy, at):
    def change(data):
        data[at] ^= 1
        return data

    assert "damaged" in refusal(copy(change), kind=ParseError)


EDITS = [
    lambda fields: fields.update(layout="hue1:Stars.6.6.5.0"),
    lambda fields: fields.update(rules="p9"),
    lambda fields: fields.update(rules="p1.setup_growths-1.actions-2"),
    lambda fields: fields.update(numbers="float32"),
    lambda fields: fields.update(axes=["spirits"]),
    lambda fields: fields.update(tie_rounds=3),
    lambda fields: fields.update(surprise=1),
    lambda fields: fields.pop("layers"),
    lambda fields: fields.update(layers=[]),
    lambda fields: fields["layers"][0].update(offset=0),
    lambda fields: fields["layers"][0].update(gap=-1),
    lambda fields: fields["layers"][0].update(gap=2**32),
    lambda fields: fields["layers"][0].update(ranks=1),
    lambda fields: fields["layers"][-1].update(item=4),
    lambda fields: fields["layers"][0].update(item=2),
    lambda fields: fields["layers"].reverse(),
    lambda fields: fields.clear(),
]


@pytest.mark.parametrize("edit", EDITS)
def test_a_header_with_a_checksum_that_says_something_else(copy, edit):
    assert "damaged" in refusal(copy(with_header(edit)), kind=ParseError)


def test_every_damaged_block_is_refused_when_it_is_read(copy, small, solved_of):
    """One byte of every block is edited; no state is answered for then, whole layers included."""
    header = load_header(small.path)

    def change(data):
        for layer in header.layers:
            block = layer.block_bytes
            for begin in range(layer.offset, layer.offset + layer.shape[0] * layer.row_bytes, block):
                data[begin + begin % block] ^= 16
        return data

    table = open_table(copy(change), small.game)
    held = [state for state in solved_of(small.game) if table.holds(state) and state.at]
    assert len(held) > 100
    for state in held:
        with pytest.raises(ParseError, match="damaged"):
            table.bounds(state)


def test_damaged_blocks_spoil_no_other(copy, small, solved_of):
    header = load_header(small.path)

    def change(data):
        layer = header.layers[0]
        for agents in range(0, layer.shape[1], 2):
            data[layer.offset + agents * layer.row_bytes // layer.shape[1]] ^= 1
        return data

    table, sound = open_table(copy(change), small.game), open_table(small.path, small.game)
    answered = refused = 0
    for state in solved_of(small.game):
        if isinstance(state.moment, Turn) and table.holds(state):
            try:
                assert table.bounds(state) == sound.bounds(state)
                answered += 1
            except ParseError:
                refused += 1
    assert answered > 10
    assert refused > 10


def test_edited_checksums_are_refused(copy, small, solved_of):
    header = load_header(small.path)

    def change(data):
        for layer in header.layers:
            data[layer.checks_offset] ^= 1
        return data

    table = open_table(copy(change), small.game)
    state = next(state for state in solved_of(small.game) if table.holds(state) and state.at)
    with pytest.raises(ParseError, match="a list of checksums"):
        table.bounds(state)


def test_a_search_says_why_the_table_of_the_game_is_refused(copy, small):
    path = copy(lambda data: data[:-1])
    said = []
    assert find_table(small.game, path.parent, said.append) is None
    assert len(said) == 1
    assert "damaged" in said[0]
