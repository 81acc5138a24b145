"""Files cut into parts at the borders of documents, alike on all sides.

A part is a range of bytes of each file. Where documents have ids, a part ends on every side where the same
document begins; else items are counted, and a part of one file has as many of them as that of the others.
Files are read once for that, a block at a time, and no further than a cut. That the parts hold the same
documents is looked at when they are scored (`nerkit.evaluation.sharding.shards`), as only then their ids are
known.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import IntArray
from nerkit.evaluation.sharding.uncut import refuse, uncut
from nerkit.evaluation.sharding.windows import Window
from nerkit.ground.limits import LONGEST_LINE
from nerkit.ground.paths import opened, state_of
from nerkit.ground.streams import ByteRange, first_lines
from nerkit.readers.borders import Borders

NEWLINE = ord("\n")
BLANK = 64  # bytes at the end of a block that are looked at first
BLOCK = 1 << 20  # bytes read at a time
AHEAD = 4  # parts in which the next document of gold is looked for
TRIES = 8  # documents that are looked for, one after the other
JUMPS = 8  # times that this goes on a part further, before all that follows is one part
SAMPLE = 100  # items that are looked at for an id


class _Place(NamedTuple):
    """A border: its offset, the number of the line that begins there, the number of items before it."""

    offset: int
    line: int
    items: int


START = _Place(0, 1, 0)


@dataclass(frozen=True)
class CutFile:
    """A file that is cut: where it is, what its borders are, its first lines, and its size; or the window
    through which it is read, if it is read once alone.
    """

    path: str
    borders: Borders
    head: bytes
    size: int = 0
    window: Window | None = None

    @classmethod
    def of(cls, path: str, form: str, window: Window | None = None) -> "CutFile":
        """The file. Raises UncutError where its format has no borders."""
        head = window.first_lines() if window else first_lines(path)
        borders = readers.reader(form).borders(head)
        if borders is None:
            uncut(f"{form} is read in one piece")
        return cls(path, borders, head, 0 if window else state_of(path).size, window)

    def opened(self) -> Any:
        """The file, to be read from any place that has not been cut off."""
        return self.window.opened() if self.window else opened(self.path)

    @property
    def has_ids(self) -> bool:
        """Whether one of the first items has an id."""
        text = b"\n" + self.head
        items = islice(self.borders.item.finditer(text), SAMPLE)
        return any(self.borders.key(_line_at(text, match.end())) is not None for match in items)

    def part(self, begin: _Place, end: _Place | None) -> ByteRange:
        """The part between two borders, or to the end of the file."""
        stop = end.offset if end else self.window.end if self.window else self.size
        part = ByteRange(self.path, begin.offset, stop, begin.line, end is None)
        return replace(part, data=self.window.cut_off(stop), head=self.head) if self.window else part


def parts(files: Sequence[CutFile], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """The parts of all files, one tuple after the other, gold first; its parts have *size* bytes or a little
    more.

    Raises UncutError where borders are found to be none.
    """
    refuse(_of_borders(files))
    begin = [START] * len(files)
    with ExitStack() as stack:
        for places in _cuts(files, size, stack):
            yield tuple(file.part(*ends) for file, *ends in zip(files, begin, places, strict=True))
            begin = places
    yield tuple(file.part(place, None) for file, place in zip(files, begin, strict=True))


def _of_borders(files: Sequence[CutFile]) -> Iterator[str]:
    """Why files are not cut alike: one alone marks documents, or nothing says which items belong together."""
    if len({file.borders for file in files}) > 1:
        yield "not every side marks documents"
    if not (files[0].borders.ordered or all(file.has_ids for file in files)):
        yield "its items have no ids"


def _cuts(files: Sequence[CutFile], size: int, stack: ExitStack) -> Iterator[list[_Place]]:
    """The places where all files are cut, by ids if there are any, else by order."""
    by_id = [_by_id] if all(file.has_ids for file in files) else []
    ways = [*by_id, *([_by_order] if files[0].borders.ordered else [])]
    for way in ways:
        walks = [_Walk(file, stack, counting=way is _by_order) for file in files]
        begin: list[_Place] = [START] * len(files)
        while (places := way(walks, begin, size)) is not None:
            yield places
            begin = places
        if begin[0] != START or way is ways[-1]:
            for walk in walks:
                walk.finish()
            return


def _by_order(walks: "list[_Walk]", begin: Sequence[_Place], size: int) -> list[_Place] | None:
    """The places where the same number of items has gone by in all files, behind so many bytes of gold; None
    if not.
    """
    border = walks[0].beyond(begin[0].offset + size)
    if border is None:
        return None
    places = [place for walk in walks if (place := walk.to(border.items)) is not None]
    return places if len(places) == len(walks) else None


def _by_id(walks: "list[_Walk]", begin: Sequence[_Place], size: int) -> list[_Place] | None:
    """The places where a document begins in all files, behind so many bytes of gold; None if none does."""
    gold, *systems = walks
    target = begin[0].offset + size
    for _ in range(JUMPS):
        for _ in range(TRIES):
            document = gold.document_beyond(target)
            if document is None:
                return None
            key, border = document
            ahead = [copy(walk) for walk in systems]
            places = [
                walk.to_document(key, place.offset, place.offset + AHEAD * size)
                for walk, place in zip(ahead, begin[1:], strict=True)
            ]
            known = [place for place in places if place is not None]
            if len(known) == len(places):
                walks[1:] = ahead
                return [border, *known]
            target = border.offset + 1
        target += size
    return None


class _Walk:
    """The borders of a file from its beginning on, a block after the other; items are counted if that is
    asked for. A copy goes on by itself.
    """

    def __init__(self, file: CutFile, stack: ExitStack, *, counting: bool = True) -> None:
        self.file, self.stream, self.counting = file, stack.enter_context(file.opened()), counting
        self.offset, self.line, self.items = 0, 1, 0  # what has been read before the block
        self.block, self.held, self.ended = b"", b"", False
        self.before = b""  # the last line of the block before
        self.number = 0  # of the borders in the block
        self.known: list[int] | None = []  # where they are; None until that is asked for
        self.literal: bytes | None = None  # what they are in this block, where it can be searched for
        self.fixed = next(iter(self._fixed(b"\n" + file.head)), None)

    def beyond(self, offset: int) -> _Place | None:
        """The first border at this offset or behind it; None if there is none before the end of the file."""
        while True:
            if self.offset + len(self.block) >= offset:
                places = self._found()
                i = bisect_left(places, offset - self.offset)
                if i < len(places):
                    return self._place(places[i], i + 1)
            if not self._next():
                return None

    def to(self, items: int) -> _Place | None:
        """The border that so many items stand before; None if there are not as many."""
        while self.items + self.number < items:
            if not self._next():
                return None
        number = items - self.items
        return self._place(self._found()[number - 1], number)

    def document_beyond(self, offset: int) -> tuple[bytes, _Place] | None:
        """The first document with an id that begins at this offset or behind it: its key, and where."""
        key_of = self.file.borders.key
        while True:
            for at in self._from(offset - self.offset):
                key = key_of(_line_at(self.block, at))
                if key is not None and key != key_of(self._line_before(at)):
                    return key, self._place(at)
            if not self._next():
                return None

    def _line_before(self, at: int) -> bytes:
        """The line that ends where the one at a place in the block begins."""
        end = at - 1
        return self.block[self.block.rfind(b"\n", 0, end) + 1 : end] if end > 0 else self.before

    def to_document(self, key: bytes, begin: int, end: int) -> _Place | None:
        """The place where a document with this key begins behind an offset and up to another; None if none
        does.
        """
        pattern, key_of = re.compile(key), self.file.borders.key
        while True:
            text = b"\n" + self.block
            for match in pattern.finditer(text, max(begin - self.offset, 0)):
                at = text.rfind(b"\n", 0, match.start() + 1)
                if self.offset + at > begin and key_of(_line_at(self.block, at)) == key:
                    self._check_line_before(at)
                    return _Place(self.offset + at, self.line + _number_of(b"\n", self.block[:at]), 0)
            if self.offset + len(self.block) > end or not self._next():
                return None

    def finish(self) -> None:
        """Read to the end, for what is checked of every block."""
        while self._next():
            pass

    def _check_line_before(self, at: int) -> None:
        behind = self.file.borders.behind
        if behind is not None and behind.match(self._line_before(at)) is None:
            refuse(["a document begins within a sentence"])

    def _place(self, at: int, number: int = 0) -> _Place:
        """The border at a place in the block, which is that *number* of the block."""
        self._check_line_before(at)
        return _Place(self.offset + at, self.line + _number_of(b"\n", self.block[:at]), self.items + number)

    def _next(self) -> bool:
        """Go on to the next block; False at the end."""
        if self.ended:
            return False
        self.before = self.block.rpartition(b"\n")[2]
        self.offset += len(self.block)
        self.line += _number_of(b"\n", self.block)
        self.items += self.number
        data, cut = bytearray(self.held), 0
        self.stream.seek(self.offset + len(data))
        while not cut and not self.ended:
            more = self.stream.read(BLOCK)  # which may be less
            if b"\0" in more or len(data) > LONGEST_LINE:
                refuse(["a line cannot be read"])
            self.ended = not more
            data += more
            cut = len(data) if self.ended else _end_of_text(data)
        self.block, self.held = bytes(data[:cut]), bytes(data[cut:])
        refuse(self._otherwise())
        self.known = None
        self.literal = None if self.ended or b"\r" in self.block else self.file.borders.literal
        if self.counting:
            self.number = _number_of(self.literal, self.block) if self.literal else len(self._found())
        return True

    def _found(self) -> list[int]:
        """The places of the borders in the block."""
        if self.known is None:
            ends = _ends_of(self.literal, self.block) if self.literal else None
            self.known = list(self._matched()) if ends is None else ends.tolist()
        return self.known

    def _from(self, begin: int) -> Iterator[int]:
        """The borders from a place in the block on, of which a pattern finds no more than are asked for."""
        if self.literal:
            places = self._found()
            yield from places[bisect_left(places, begin) :]
        else:
            # a pattern begins at the end of the line before, or of the one before that, which is blank
            line_before = self.block.rfind(b"\n", 0, max(begin - 1, 0))
            yield from (at for at in self._matched(max(line_before, 0)) if at >= begin)

    def _matched(self, begin: int = 0) -> Iterator[int]:
        """Where matches of the pattern of borders end."""
        end = len(self.block) if self.ended else len(self.block) + 1  # the end of the file is none
        matches = self.file.borders.item.finditer(self.block, begin)
        return (match.end() for match in matches if match.end() < end)

    def _otherwise(self) -> Iterator[str]:
        """Why the block shows borders that are others than the first lines show."""
        block, borders = self.block, self.file.borders
        if b"\r" in block and block.count(b"\r") != block.count(b"\r\n"):
            yield "lines end in CR alone"
        if any(hint in block for hint in borders.hints) and borders.never and borders.never.search(block):
            yield "documents are marked behind the first lines alone"
        if any(text != self.fixed for text in self._fixed(block)):
            yield "lines that say how others are read differ"

    def _fixed(self, text: bytes) -> set[bytes]:
        """The lines of a text that say how others are read."""
        fixed = self.file.borders.fixed
        return set() if fixed is None else {line.rstrip() for line in fixed.findall(text)}


def _line_at(text: bytes, at: int) -> bytes:
    """The line that begins at an offset."""
    end = text.find(b"\n", at)
    return text[at:] if end < 0 else text[at:end]


def _number_of(literal: bytes, block: bytes) -> int:
    """The count of a text in a block, without overlaps; for newlines four times as fast as `count`."""
    if literal.strip(b"\n") or len(literal) > 2:
        return block.count(literal)
    is_newline = np.frombuffer(block, np.uint8) == NEWLINE
    if len(literal) == 1:
        return int(np.count_nonzero(is_newline))
    twice = is_newline[1:] & is_newline[:-1]
    if (twice[1:] & twice[:-1]).any():  # of three in a row two are one, and so on
        return block.count(literal)
    return int(np.count_nonzero(twice))


def _ends_of(literal: bytes, block: bytes) -> IntArray | None:
    """The ends of one newline, or two in a row, in a block; None for other texts and where they overlap."""
    if literal.strip(b"\n") or len(literal) > 2:
        return None
    is_newline = np.frombuffer(block, np.uint8) == NEWLINE
    if len(literal) == 1:
        return np.flatnonzero(is_newline) + 1
    twice = is_newline[1:] & is_newline[:-1]
    return None if (twice[1:] & twice[:-1]).any() else np.flatnonzero(twice) + 2


def _end_of_text(data: bytearray) -> int:
    """The end of the last whole line that is not blank, without its newline; 0 if there is none."""
    end = data.rfind(b"\n") + 1
    tail = data[max(end - BLANK, 0) : end].rstrip(b"\r\n \t")
    return end - min(end, BLANK) + len(tail) if tail else len(data[:end].rstrip(b"\r\n \t"))
