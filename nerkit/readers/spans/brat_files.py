"""Small files of brat whose lines are read together: spans of one piece, and lines that are no spans.

    T1 TAB PER 0 4 TAB John        LINE.findall gives a row for each line of all files, which become columns;
    #1 TAB …                       the row of a line that is no such span has it as a whole

A file is plain where all its spans are so, each with an id of its own, and stand in its text. All others are
read line by line, as faults, references and fragments are looked at there.
"""

import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress

import numpy as np

from nerkit.algorithms.columns import LARGEST
from nerkit.exceptions import InputError
from nerkit.readers.columns.documents import Files
from nerkit.readers.spans.brat_texts import ANNOTATIONS, beside, readings
from nerkit.readers.spans.span_table import SpanTable

LINE = re.compile(r"^(?:(T\S*)\t(\S+) (\d+) (\d+) *(\t.*)?|(.*))$", re.MULTILINE)
OTHERS = {  # first letter of the id -> what the line is
    "R": "relation",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "*": "equivalence",
    "#": "note",
}
NOT_SPANS = "not read (no spans)"
NOT_REGULAR = "not read (no regular file)"
UNFIT = "whose text is not as long as the offsets say"
UNPLACED = "whose text is not what stands at the offsets"


class SpanFiles:
    """The spans of several files, as columns, with the texts beside those that are plain.

    bounds   where the spans of each file begin, and behind the last one
    others   the first letters of the lines of each file that are no spans
    texts    of each file that is plain: its text, if it has one, and the number of its spans that do not fit
    """

    def __init__(self, text: str, files: Files) -> None:
        self.text, self.files = text, files
        names, labels, starts, ends, own, rest = zip(*LINE.findall(text), strict=True)
        lines = np.flatnonzero(np.fromiter(map(len, names), np.int64, len(names)))
        begins = np.array([begin for _, begin in files])
        self.bounds = [*np.searchsorted(lines, begins).tolist(), len(lines)]
        self.line = lines - begins[np.searchsorted(begins, lines, "right") - 1] + 1
        self.names, self.labels = list(filter(None, names)), list(filter(None, labels))
        self.own = [cell[1:] if cell else None for cell in compress(own, names)]
        self.others: list[list[str]] = [[] for _ in files]
        self.texts: list[tuple[str | None, int] | None] = [None] * len(files)
        try:
            self.start, self.end = (list(map(int, filter(None, cells))) for cells in (starts, ends))
        except ValueError:  # of too many digits
            return
        if max(self.start, default=0) < LARGEST > max(self.end, default=0):
            strange = self._strange(rest) | self._without_length()
            for place in range(len(files)):
                self.texts[place] = None if place in strange else self._beside(place)

    def _strange(self, rest: Sequence[str]) -> set[int]:
        """The files with spans or lines of other forms; notes the lines that are no spans."""
        begins = [begin for _, begin in self.files]
        rows = [row for row, line in enumerate(rest) if line]
        places = (np.searchsorted(begins, rows, "right") - 1).tolist()
        strange = set()
        for row, place in zip(rows, places, strict=True):
            if rest[row][0] in OTHERS:
                self.others[place].append(rest[row][0])
            elif rest[row].strip():
                strange.add(place)
        return strange

    def _without_length(self) -> set[int]:
        """The files with spans that do not end after their starts."""
        wrong = np.flatnonzero(np.array(self.end, np.int64) <= np.array(self.start, np.int64))
        return set((np.searchsorted(self.bounds, wrong, "right") - 1).tolist())

    def _beside(self, place: int) -> tuple[str | None, int] | None:
        """The text of a file, and how many of its spans do not fit; None where the file is not plain."""
        first, last = self.bounds[place], self.bounds[place + 1]
        names, own = self.names[first:last], self.own[first:last]
        starts, ends = self.start[first:last], self.end[first:last]
        if len(set(names)) < len(names):
            return None
        try:
            texts = readings(self.files[place][0])
        except InputError:
            return None
        if not texts:
            spans = zip(own, starts, ends, strict=True)
            return None, sum(text is not None and len(text) != end - start for text, start, end in spans)
        if len(texts) > 1 or max(ends, default=0) > len(texts[0]):
            return None
        covered = list(map(texts[0].__getitem__, map(slice, starts, ends)))
        return texts[0], 0 if covered == own else sum(map(_is_unlike, own, covered))

    def is_plain(self, place: int) -> bool:
        """Whether a file can be added together with others."""
        return self.texts[place] is not None

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def lines(self, place: int) -> Iterator[tuple[int, str]]:
        """The numbered lines of a file."""
        begin = self.files[place][1]
        end = self.files[place + 1][1] if place + 1 < len(self.files) else None
        return enumerate(self._lines[begin:end], 1)

    def add(self, places: Sequence[int], table: SpanTable) -> None:
        """Add the documents of files behind each other, which are plain."""
        first, last = self.bounds[places[0]], self.bounds[places[-1] + 1]
        base, rows = len(table.ids), len(table) - first
        for place in places:
            source, (text, unfit) = self.files[place][0], self.texts[place] or (None, 0)
            table.source(source, rows + self.bounds[place])
            if text is None:
                table.tally.add("text", NOT_REGULAR, int(any(map(os.path.exists, beside(source.name)))))
            table.tally.add("annotation", UNFIT if text is None else UNPLACED, unfit)
            for kind in self.others[place]:
                table.tally.add(OTHERS[kind], NOT_SPANS)
            table.document(source.member.removesuffix(ANNOTATIONS), text)
        counts = np.diff(self.bounds[places[0] : places[-1] + 2])
        table.add(
            np.repeat(np.arange(base, base + len(places)), counts),
            (self.start[first:last], self.end[first:last], self.line[first:last]),
            type=self.labels[first:last],
            text=self.own[first:last],
        )


def _is_unlike(own: str | None, covered: str) -> bool:
    """Whether a text is another one than what a span covers, blanks aside."""
    return own is not None and own != covered and "".join(own.split()) != "".join(covered.split())
