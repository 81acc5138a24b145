"""Files cut into parts at the borders of documents, alike on all sides.

A part is a range of bytes of each file. Items are counted: a part of one file has as many of them as that of
the others; where they are lines that begin with the id of their document, a part of the others ends where
the next document of gold begins. Only what is before a cut is read, a block at a time. That the parts hold
the same documents is looked at when they are scored (`nerkit.evaluation.shards`), as only then their ids
are known.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nerkit.ground.streams import ByteRange
from nerkit.io import first_lines
from nerkit.readers.format import Borders

BLANK = 64  # bytes at the end of a block that are looked at first
BLOCK = 1 << 20  # bytes read at a time
AHEAD = 4  # parts in which the next document of gold is looked for
TRIES = 8  # documents that are looked for, one after the other


class UncutError(Exception):
    """A reason why files are scored in one piece."""


class _Place(NamedTuple):
    """A border: its offset, the number of the line that begins there, the number of items before it."""

    offset: int
    line: int
    items: int


@dataclass
class CutFile:
    """A file that is cut: where it is, its size, and what its borders are."""

    path: str
    borders: Borders
    marked: bool  # whether documents are marked
    size: int

    @classmethod
    def of(cls, path: str, borders: Borders) -> "CutFile":
        """The file, looked at so far as to know whether it marks documents."""
        document = borders.document
        marked = document is not None and document.search(b"\n" + first_lines(path)) is not None
        return cls(path, borders, marked, os.stat(path).st_size)

    def part(self, begin: _Place, end: _Place | None) -> ByteRange:
        """The part between two borders, or to the end of the file."""
        stop = self.size if end is None else end.offset
        return ByteRange(self.path, begin.offset, stop, begin.line, end is None)


def parts(files: Sequence[CutFile], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """The parts of all files, one tuple after the other, gold first; its parts have *size* bytes or a little
    more.

    Raises UncutError where borders are found to be none.
    """
    if files[0].borders.key:
        yield from _by_key(files, size)
        return
    if len({file.marked for file in files}) > 1:
        raise UncutError("not every side marks documents")
    walks = [_Walk(file) for file in files]
    try:
        begin = [_Place(0, 1, 0)] * len(files)
        while True:
            border = walks[0].beyond(begin[0].offset + size)
            if border is None:
                break
            places = [place for walk in walks if (place := walk.to(border.items)) is not None]
            if len(places) < len(walks):
                break  # one of the files ends before that
            yield tuple(file.part(*ends) for file, *ends in zip(files, begin, places, strict=True))
            begin = places
        yield tuple(file.part(place, None) for file, place in zip(files, begin, strict=True))
        for walk in walks:
            walk.finish()
    finally:
        for walk in walks:
            walk.close()


class _Walk:
    """The borders of a file from its beginning on, of which those are kept that may still be asked for."""

    def __init__(self, file: CutFile) -> None:
        self.file, self.stream = file, open(file.path, "rb")  # noqa: SIM115  (closed with the walk)
        document = file.borders.document
        self.pattern = document if file.marked and document is not None else file.borders.item
        self.before = file.marked  # the border is before the line that the pattern finds, not behind it
        self.offset, self.line, self.items = 0, 1, 0  # what has been read before the block
        self.block, self.held, self.ended = b"", b"", False
        self.number = 0  # of the borders in the block
        self.known: list[int] | None = []  # where they are; None until that is asked for

    def beyond(self, offset: int) -> _Place | None:
        """The first border at this offset or behind it; None if there is none before the end of the file."""
        while True:
            if self.offset + len(self.block) >= offset:
                for i, at in enumerate(self._found()):
                    if self.offset + at >= offset:
                        return self._place(i)
            if not self._next():
                return None

    def to(self, items: int) -> _Place | None:
        """The border that so many items stand before; None if there are not as many."""
        while self.items + self.number < items:
            if not self._next():
                return None
        return self._place(items - self.items - 1)

    def finish(self) -> None:
        """Read to the end, for what is checked of every block."""
        while self._next():
            pass

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def _place(self, i: int) -> _Place:
        at = self._found()[i]
        return _Place(self.offset + at, self.line + self.block.count(b"\n", 0, at), self.items + i + 1)

    def _next(self) -> bool:
        """Go on to the next block; False at the end."""
        if self.ended:
            return False
        self.offset += len(self.block)
        self.line += self.block.count(b"\n")
        self.items += self.number
        data, cut = self.held, 0
        while not cut and not self.ended:
            more = self.stream.read(BLOCK)
            self.ended = not more
            data += more
            cut = len(data) if self.ended else _end_of_text(data)
        self.block, self.held = data[:cut], data[cut:]
        self._check()
        literal, self.known = self.file.borders.literal, None
        counted = literal is not None and not self.before and not self.ended and b"\r" not in self.block
        self.number = self.block.count(literal) if counted and literal else len(self._found())
        return True

    def _found(self) -> list[int]:
        """Where the borders in the block are."""
        if self.known is None:
            size = self.file.size - self.offset  # the end of the file is none
            matches = [match for match in self.pattern.finditer(self.block) if match.end() < size]
            self.known = [match.start() + 1 if self.before else match.end() for match in matches]
        return self.known

    def _check(self) -> None:
        if b"\r" in self.block and self.block.count(b"\r") != self.block.count(b"\r\n"):
            raise UncutError("lines end in CR alone")
        document, marks = self.file.borders.document, self.file.borders.marks
        if document is None or self.file.marked or not any(mark in self.block for mark in marks):
            return
        if document.search(self.block):
            raise UncutError("documents are marked behind the first lines alone")


def _end_of_text(data: bytes) -> int:
    """The end of the last whole line that is not blank, without its newline; 0 if there is none."""
    end = data.rfind(b"\n") + 1
    tail = data[max(end - BLANK, 0) : end].rstrip(b"\r\n \t")
    return end - min(end, BLANK) + len(tail) if tail else len(data[:end].rstrip(b"\r\n \t"))


def _by_key(files: Sequence[CutFile], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """The parts of files whose lines begin with the ids of their documents."""
    gold, *systems = [_Lines(file) for file in files]
    begin = [_Place(0, 1, 0)] * len(files)
    try:
        while (end := _next_cut(gold, systems, begin, size)) is not None:
            yield tuple(file.part(*ends) for file, *ends in zip(files, begin, end, strict=True))
            begin = end
        yield tuple(file.part(place, None) for file, place in zip(files, begin, strict=True))
    finally:
        for lines in (gold, *systems):
            lines.stream.close()


def _next_cut(
    gold: "_Lines", systems: "Sequence[_Lines]", begin: Sequence[_Place], size: int
) -> list[_Place] | None:
    """Where a document begins in all files behind so many bytes of gold; None if there is none."""
    target = begin[0].offset + size
    while target < gold.file.size:
        for _ in range(TRIES):
            key, offset = gold.next_document(target)
            if key is None:
                return None
            places = [
                lines.find(key, place.offset, size) for lines, place in zip(systems, begin[1:], strict=True)
            ]
            known = [place for place in places if place is not None]
            if len(known) == len(places):
                offsets = [offset, *known]
                lines = zip((gold, *systems), begin, offsets, strict=True)
                return [one.place(place, at) for one, place, at in lines]
            target = offset + 1
        target = max(target, begin[0].offset) + size
    return None


class _Lines:
    """A file whose lines begin with ids."""

    def __init__(self, file: CutFile) -> None:
        self.file, self.stream = file, open(file.path, "rb")  # noqa: SIM115  (closed by who made it)

    def next_document(self, offset: int) -> tuple[bytes | None, int]:
        """The id of the first document that begins behind this offset, and where; None for none."""
        self.stream.seek(offset)
        self.stream.readline()
        before = self.stream.readline().partition(b"\t")[0]
        at = self.stream.tell()
        while line := self.stream.readline():
            key, tab, _ = line.partition(b"\t")
            if tab and key != before and before:
                return key, at
            before, at = key, at + len(line)
        return None, at

    def find(self, key: bytes, offset: int, size: int) -> int | None:
        """Where the first line with this id begins, some way behind *offset*; None if there is none."""
        wanted, held = b"\n" + key + b"\t", b"\n" if offset == 0 else b""
        self.stream.seek(offset)
        at = offset - len(held)
        while at < offset + AHEAD * size:
            data = self.stream.read(BLOCK)
            if not data:
                return None
            held += data
            place = held.find(wanted)
            if place >= 0:
                return at + place + 1 if at + place + 1 > offset else None
            drop = max(len(held) - len(wanted), 0)
            at, held = at + drop, held[drop:]
        return None

    def place(self, begin: _Place, offset: int) -> _Place:
        """The border at an offset behind another one."""
        self.stream.seek(begin.offset)
        line, left = begin.line, offset - begin.offset
        while left:
            data = self.stream.read(min(BLOCK, left))
            line, left = line + data.count(b"\n"), left - len(data)
        return _Place(offset, line, 0)
