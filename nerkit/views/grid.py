"""A grid of cells, and the text of numbers in it. It does not depend on the type of the result."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import zip_longest
from typing import Any, Self

from nerkit.exceptions import plural
from nerkit.ground.plain_text import cut_between_words
from nerkit.ground.records import record

DIGITS = 3  # the default number of decimals
SMALLEST = 1e-300  # the smallest p of an exact test that is shown
NAMES = ("measure", "label", "document", "system")  # the columns of a row of scores that are text


@record(frozen=True)
class Style:
    """The style of numbers in formats for people.

    digits    the number of decimals
    percent   whether scores are percent instead of fractions
    color     whether cells have colours
    width     the largest width of a table in columns; None for no limit
    """

    digits: int = DIGITS
    percent: bool = False
    color: bool = False
    width: int | None = None


class LazyLines(Sequence[Sequence[str]]):
    """Lines that the function *make* yields anew each time they are read, so that long lists are not kept."""

    def __init__(self, make: Callable[[], Iterator[Sequence[str]]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self.make()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, place: Any) -> Any:
        return list(self)[place]


@record(frozen=True)
class Grid:
    """Headers and lines of text.

    texts   the headers of columns of text, which are aligned left; columns of numbers are aligned right
    best    (line, column) of cells that formats emphasise
    counts  the headers of the columns that a table drops first if it is too wide
    spare   the headers of the columns that a table drops if shorter names are not enough
    prose   the header of a column whose text is cut around an item in brackets
    folder  the folder that a list omits from its places; None if the grid is not a list
    tints   (line, column) -> the colour of a cell, as a terminal's number
    notes   sentences below the table, one per line
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
        """The alignment of each column, `left` or `right`."""
        return ["left" if header in self.texts else "right" for header in self.headers]

    def column(self, header: str) -> list[str]:
        """The cells of a column."""
        place = list(self.headers).index(header)
        return [line[place] for line in self.lines]

    def without(self, headers: Sequence[str]) -> "Grid":
        """The grid without the columns with these headers."""
        return self.of([i for i, header in enumerate(self.headers) if header.strip() not in headers])

    def of(self, columns: Sequence[int]) -> "Grid":
        """The grid with only the columns at these positions."""
        place = {column: i for i, column in enumerate(columns)}
        return replace(
            self,
            headers=[self.headers[i] for i in columns],
            lines=[[line[i] for i in columns] for line in self.lines],
            best=frozenset((line, place[i]) for line, i in self.best if i in place),
            tints={(line, place[i]): tint for (line, i), tint in self.tints.items() if i in place},
        )


def first_of(number: int, total: int | None, what: str) -> list[str]:
    """A note about how many rows are listed, for example `10 of 348 errors`; empty if all rows are listed."""
    return [] if total is None else [f"{number:,} of {plural(total, what)}"]


def titles(names: Sequence[str], style: Style) -> list[str]:
    """The headers of scores, with a percent sign if scores are percent."""
    return [f"{name}%" for name in names] if style.percent else list(names)


def number(value: float | None, style: Style) -> str:
    """A score as text: rounded, with *style* as a fraction or as percent, `-` for None."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value * 100 if style.percent else value:.{style.digits}f}"


def signed(value: float | None, style: Style) -> str:
    """A difference of scores as text, with its sign."""
    text = number(value, style)
    return text if text[0] == "-" else f"+{text}"


def probability(value: float | None) -> str:
    """A p-value as text: three decimals, or `<0.001`; `-` for None."""
    if value is None or math.isnan(value):
        return "-"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def tested(value: float | None, extra: Mapping[str, Any]) -> str:
    """A p-value as text, with `~` before a value from random samples.

    *extra* has the fields of an exact test. A small p of an exact test keeps its magnitude. A p that cannot
    be distinguished from 0 becomes `<1e-12`.
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
    """A count as text: whole numbers unchanged, other numbers rounded, `-` for None."""
    if value is None:
        return "-"
    return str(int(value)) if value == int(value) else f"{value:.{style.digits}f}"


def short_names(names: Sequence[str]) -> list[str]:
    """Short names of systems: the last part of each path, if these parts are distinct.

    An ending is dropped if all names share it: `.conll`, but not `.2` and `.3` of `v1.2` and `v1.3`.
    """
    stems = [name.replace("\\", "/").rstrip("/").rpartition("/")[2] for name in names]
    endings = {ending for stem in stems for before, _, ending in [stem.rpartition(".")] if before}
    if len(endings) == 1 and next(iter(endings))[:1].isalpha():
        stems = [stem.rpartition(".")[0] or stem for stem in stems]
    return stems if len(set(stems)) == len(stems) else list(names)


def shown_names(names: Sequence[str], style: Style) -> dict[str, str]:
    """Name of a system -> its name in a table. On a terminal the names are short."""
    return dict(zip(names, names if style.width is None else short_names(names), strict=True))


class PartedCell(str):
    """A cell of words that are never cut (labels, places, an arrow) and texts between these words.

    parts   words, text, words, text, …; each part can be empty
    """

    __slots__ = ("parts",)

    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Self:
        phrase = super().__new__(cls, "".join(parts))
        phrase.parts = parts
        return phrase

    def map(self, written: Callable[[str], str]) -> "PartedCell":
        """The cell after a function has changed each part."""
        return PartedCell(*map(written, self.parts))

    def cut(self, columns: int) -> "PartedCell":
        """The cell with each text cut between words to at most *columns* columns."""
        texts = (cut_between_words(text, columns) for text in self.parts[1::2])
        return PartedCell(
            *(part for pair in zip_longest(self.parts[::2], texts, fillvalue="") for part in pair)
        )
