"""A grid of cells, and how numbers are in it. It does not depend on the type of the result."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import zip_longest
from typing import Any, Self, overload

from nerkit.exceptions import plural
from nerkit.ground.plain_text import cut_between_words
from nerkit.ground.records import record

DIGITS = 3  # decimals where none are asked for
SMALLEST = 1e-300  # no p of an exact test is shown below
NAMES = ("measure", "label", "document", "system")  # what a row of scores is about: columns of text


@record(frozen=True)
class Style:
    """The style of numbers in formats for people: decimals, fractions or percent, colour; and the width that
    a table may have, if it is limited.
    """

    digits: int = DIGITS
    percent: bool = False
    color: bool = False
    width: int | None = None


class LazyLines(Sequence[Sequence[str]]):
    """Lines that *make* gives anew whenever they are looked at, so that long lists are not kept."""

    def __init__(self, make: Callable[[], Iterator[Sequence[str]]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self.make()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, place: int) -> Sequence[str]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[str]]: ...

    def __getitem__(self, place: int | slice) -> Sequence[Any]:
        return list(self)[place]


@record(frozen=True)
class Grid:
    """Headers and lines of text.

    texts   the headers whose cells are text, which is to the left; numbers are to the right
    best    (line, column) of cells that are set off where a format can
    counts  the headers of columns that a table leaves out first, if it is too wide
    spare   the headers of columns that it leaves out where names that are cut are not enough
    prose   the header of a column whose text is cut around an item in brackets
    folder  the folder that a list leaves out before its places; None if the grid is not a list
    tints   (line, column) -> the colour of a cell, as the number that a terminal knows it by
    notes   sentences that are below, each on a line of its own
    lead    sentences before the table
    """

    headers: Sequence[str]
    lines: Sequence[Sequence[str]]
    texts: Sequence[str] = NAMES
    best: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    counts: Sequence[str] = ()
    spare: Sequence[str] = ()
    prose: str | None = None
    folder: str | None = None
    tints: Mapping[tuple[int, int], str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    lead: Sequence[str] = ()

    @property
    def alignment(self) -> list[str]:
        """`left` or `right` for each column."""
        return ["left" if header in self.texts else "right" for header in self.headers]

    def column(self, header: str) -> list[str]:
        """The cells of a column."""
        place = list(self.headers).index(header)
        return [line[place] for line in self.lines]

    def without(self, headers: Sequence[str]) -> "Grid":
        """The grid without these columns."""
        return self.of([i for i, header in enumerate(self.headers) if header.strip() not in headers])

    def of(self, columns: Sequence[int]) -> "Grid":
        """The grid with only these columns, by their positions."""
        place = {column: i for i, column in enumerate(columns)}
        return replace(
            self,
            headers=[self.headers[i] for i in columns],
            lines=[[line[i] for i in columns] for line in self.lines],
            best=frozenset((line, place[i]) for line, i in self.best if i in place),
            tints={(line, place[i]): tint for (line, i), tint in self.tints.items() if i in place},
        )


def first_of(number: int, total: int | None, what: str) -> list[str]:
    """The number of rows listed of all, as a note: `10 of 348 errors`; empty if all are."""
    return [] if total is None else [f"{number:,} of {plural(total, what)}"]


def titles(names: Sequence[str], style: Style) -> list[str]:
    """The headers of scores, with a percent sign if scores are percent."""
    return [f"{name}%" for name in names] if style.percent else list(names)


def number(value: float | None, style: Style) -> str:
    """A score: rounded, in percent if asked; `-` for None."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value * 100 if style.percent else value:.{style.digits}f}"


def signed(value: float | None, style: Style) -> str:
    """A difference of scores with its sign."""
    text = number(value, style)
    return text if text[0] == "-" else f"+{text}"


def probability(value: float | None) -> str:
    """A p-value: three decimals, or `<0.001`."""
    if value is None or math.isnan(value):
        return "-"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def tested(value: float | None, extra: Mapping[str, Any]) -> str:
    """A p-value with how it is known: `~` before one that is sampled.

    *extra* has the fields of an exact test. Small p of an exact test keep their magnitude; p too small to be
    told from 0 become `<1e-12`.
    """
    method = extra.get("p_method")
    if method is None or value is None:
        return probability(value)
    error = extra.get("p_error")
    mark = "~" if error is None else ""
    if error and value <= max(error, SMALLEST):
        return f"<{max(error, SMALLEST):g}"
    if value <= SMALLEST:
        return f"<{SMALLEST:g}"
    return f"{mark}{value:.3f}" if value >= 0.001 else f"{mark}{value:.1e}"


def count(value: float | None, style: Style) -> str:
    """A count: a whole number unchanged, others rounded; `-` for None."""
    if value is None:
        return "-"
    return str(int(value)) if value == int(value) else f"{value:.{style.digits}f}"


def short_names(names: Sequence[str]) -> list[str]:
    """Short names of systems: the last part of each path, if these stay distinct.

    An ending is dropped if all names share it: `.conll`, but not `.2` and `.3` of `v1.2` and `v1.3`.
    """
    stems = [name.replace("\\", "/").rstrip("/").rpartition("/")[2] for name in names]
    endings = {ending for stem in stems for before, _, ending in [stem.rpartition(".")] if before}
    if len(endings) == 1 and next(iter(endings))[:1].isalpha():
        stems = [stem.rpartition(".")[0] or stem for stem in stems]
    return stems if len(set(stems)) == len(stems) else list(names)


def shown_names(names: Sequence[str], style: Style) -> dict[str, str]:
    """The names of systems in a table: as they are, on a terminal short."""
    return dict(zip(names, names if style.width is None else short_names(names), strict=True))


class PartedCell(str):
    """A cell in which texts are between words that are never cut: labels, places, an arrow.

    parts   words, text, words, text, …; either may be empty
    """

    __slots__ = ("parts",)

    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Self:
        phrase = super().__new__(cls, "".join(parts))
        phrase.parts = parts
        return phrase

    def map(self, written: Callable[[str], str]) -> "PartedCell":
        """The phrase with its parts written otherwise."""
        return PartedCell(*map(written, self.parts))

    def cut(self, columns: int) -> "PartedCell":
        """The phrase with each of its texts cut between words, if it is wider than that many columns."""
        texts = (cut_between_words(text, columns) for text in self.parts[1::2])
        return PartedCell(
            *(part for pair in zip_longest(self.parts[::2], texts, fillvalue="") for part in pair)
        )
