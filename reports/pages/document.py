"""What does a report consist of, whatever it is written as?

A document has sections, a section has blocks and further sections. All texts are plain: whoever renders
them escapes them. A number is its text, as a reader sees it, and its value, as a program wants it; what
kind of number it is (exact, bounded, estimated) is said in words in the same table or sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from xml.etree import ElementTree

DEEPEST = 3  # levels of sections: h2 to h4
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a table or among the facts.

    Parameters
    ----------
    text : str
        As it is shown, with its unit: `28.8%`.
    value : float or str
        The same for programs: a probability, not percent; a rational number as the string `p/q`.

    Raises
    ------
    ValueError
        If the value is infinite or not a number: JSON has neither.
    """

    text: str
    value: float | str

    def __post_init__(self) -> None:
        if not isinstance(self.value, str) and not isfinite(self.value):
            raise ValueError(f"the value of {self.text!r} is {self.value}; it must be finite")


Cell = str | Number


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that must not be overlooked: what was estimated, what was left out and why."""

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of short texts; numbered, if their order matters."""

    items: tuple[str, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Preformatted:
    """A text in which every space and line counts: a command, a file, a picture in ASCII."""

    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One of the numbers that a reader should see first: what it is, the number, what kind of number."""

    name: str
    value: Cell
    note: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts beside each other."""

    items: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first cell of a row says what the row is about.

    Parameters
    ----------
    header : tuple of str
        What the columns are, with units.
    rows : tuple of tuple of str or Number
        As many cells in each as in the header. A column of numbers only (and empty cells) is aligned
        to the right.
    caption : str, optional
        What the table shows; a figure's table needs none.

    Raises
    ------
    ValueError
        If there is no column, or a row is longer or shorter than the header.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""

    def __post_init__(self) -> None:
        if not self.header:
            raise ValueError("a table needs a column")
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"the row {row} has {len(row)} cells; the header has {len(self.header)}")

    def numeric(self) -> tuple[bool, ...]:
        """Tell of each column whether it holds numbers and nothing else."""
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.header)
        return tuple(
            any(cells) and all(isinstance(cell, Number) for cell in cells if cell) for cells in columns
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its numbers.

    Parameters
    ----------
    svg : str
        A whole `svg` element; see `reports.charts` and `layouts.pictures.svg`.
    caption : str
        What can be seen in it; it is numbered by whoever renders it.
    table : Table, optional
        Every number of the picture. A picture of a layout has none.
    narrow : str, optional
        The same picture for narrow screens, with other ids. Without it the picture is scaled down,
        which makes the texts of a chart too small on a phone.
    text : str, optional
        What stands in for a picture without a table where there is nothing but text.

    Raises
    ------
    ValueError
        If one of the pictures isn't a well-formed `svg` element.
    """

    svg: str
    caption: str
    table: Table | None = None
    narrow: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        for picture in filter(None, (self.svg, self.narrow)):
            ids_of(picture)
        if not self.svg:
            raise ValueError(f"the figure {self.caption!r} has no picture")


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Figures to compare, beside each other where there is room."""

    figures: tuple[Figure, ...]


Block = Paragraph | Note | Listing | Preformatted | Facts | Table | Figure | SideBySide


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what belongs under it: blocks and further sections."""

    heading: str
    blocks: tuple[Block | Section, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A report.

    Parameters
    ----------
    title : str
        Its name.
    sections : tuple of Section
        Its contents; sections may be three deep.
    lead : str, optional
        One or two sentences under the title: what is reported, of which game.
    colophon : str, optional
        What made it, from what; the last line.

    Raises
    ------
    ValueError
        If sections are deeper than that, or two pictures have an id in common.
    """

    title: str
    sections: tuple[Section, ...]
    lead: str = ""
    colophon: str = ""

    def __post_init__(self) -> None:
        for section in self.sections:
            if depth_of(section) > DEEPEST:
                raise ValueError(f"the section {section.heading!r} is more than {DEEPEST} deep")
        found: set[str] = set()
        for figure in figures_in(self.sections):
            for picture in filter(None, (figure.svg, figure.narrow)):
                for name in ids_of(picture):
                    if name in found:
                        raise ValueError(f"two pictures have the id {name!r}; give each its own prefix")
                    found.add(name)


def figures_in(blocks: tuple[Block | Section, ...]) -> Iterator[Figure]:
    """Yield all figures in the order in which they are read."""
    for block in blocks:
        match block:
            case Figure():
                yield block
            case SideBySide():
                yield from block.figures
            case Section():
                yield from figures_in(block.blocks)


def depth_of(section: Section) -> int:
    """Return how many levels of headings a section has."""
    return 1 + max((depth_of(block) for block in section.blocks if isinstance(block, Section)), default=0)


def ids_of(picture: str) -> list[str]:
    """Return the ids in an SVG picture.

    Raises
    ------
    ValueError
        If it isn't a well-formed `svg` element.
    """
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        raise ValueError(f"a picture isn't well-formed SVG: {error}") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError(f"a picture is <{root.tag}>; it must be <svg> in the namespace of SVG")
    return [name for element in root.iter() if (name := element.get("id")) is not None]
