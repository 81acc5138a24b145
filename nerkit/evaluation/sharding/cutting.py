"""Files cut into parts at the beginnings of documents, alike on all sides.

A part is a range of bytes of each file. Where documents have ids, a part ends on every side where the same
document begins; else items are counted, and a part of one file has as many of them as that of the others.
Files are read once for that, a block at a time, and no further than a cut. That the parts hold the same
documents is looked at when they are scored (`nerkit.evaluation.sharding.shards`), as only then their ids are
known.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from nerkit import readers
from nerkit.evaluation.sharding.windows import Window
from nerkit.ground.paths import opened, state_of
from nerkit.ground.streams import ByteRange, first_lines
from nerkit.readers.cuts import START, Place, Walk, Way, refuse, uncut, way_of

AHEAD = 4  # parts in which the next document of gold is looked for
TRIES = 8  # documents that are looked for, one after the other
JUMPS = 8  # times that this goes on a part further, before all that follows is one part


@dataclass(frozen=True)
class CutFile:
    """A file that is cut: where it is, the way to cut it, its first lines, and its size. A file that is read
    once alone has the window through which it is read instead of the size.
    """

    path: str
    way: Way
    head: bytes
    size: int = 0
    window: Window | None = None

    @classmethod
    def of(cls, path: str, form: str, window: Window | None = None) -> "CutFile":
        """The file. Raises UncutError if it is read in one piece."""
        head = window.first_lines() if window else first_lines(path)
        way = way_of(readers.reader(form).cut, head)
        if way is None:
            uncut(f"{form} is read in one piece")
        return cls(path, way, head, 0 if window else state_of(path).size, window)

    def opened(self) -> Any:
        """The file, to be read from any place that has not been cut off."""
        return self.window.opened() if self.window else opened(self.path)

    def walk(self, stack: ExitStack, *, counting: bool) -> Walk:
        """The places where it may be cut; items are counted if that is asked for."""
        return Walk(self.way, stack.enter_context(self.opened()), b"\n" + self.head, counting=counting)

    def part(self, begin: Place, end: Place | None) -> ByteRange:
        """The part between two cuts, or to the end of the file."""
        stop = end.offset if end else self.window.end if self.window else self.size
        part = ByteRange(self.path, begin.offset, stop, begin.line, end is None)
        return replace(part, data=self.window.cut_off(stop), head=self.head) if self.window else part


def parts(files: Sequence[CutFile], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """The parts of all files, one tuple after the other, gold first; its parts have *size* bytes or a little
    more.

    Raises UncutError if the files cannot be cut alike.
    """
    by_id = all(file.way.has_ids(file.head) for file in files)
    refuse(_unlike([file.way for file in files], by_id=by_id))
    begin = [START] * len(files)
    with ExitStack() as stack:
        for places in _cuts(files, size, stack, by_id=by_id):
            yield tuple(file.part(*ends) for file, *ends in zip(files, begin, places, strict=True))
            begin = places
    yield tuple(file.part(place, None) for file, place in zip(files, begin, strict=True))


def _unlike(ways: Sequence[Way], *, by_id: bool) -> Iterator[str]:
    """Why files are not cut alike: one alone marks documents, or nothing says which items belong together."""
    if len(set(ways)) > 1:
        yield "not every side marks documents"
    if not (ways[0].ordered or by_id):
        yield "its items have no ids"


def _cuts(files: Sequence[CutFile], size: int, stack: ExitStack, *, by_id: bool) -> Iterator[list[Place]]:
    """The places where all files are cut, by ids if there are any, else by order."""
    ways = [*([_by_id] if by_id else []), *([_by_order] if files[0].way.ordered else [])]
    for way in ways:
        walks = [file.walk(stack, counting=way is _by_order) for file in files]
        begin = [START] * len(files)
        while (places := way(walks, begin, size)) is not None:
            yield places
            begin = places
        if begin[0] != START or way is ways[-1]:
            for walk in walks:
                walk.finish()
            return


def _by_order(walks: list[Walk], begin: Sequence[Place], size: int) -> list[Place] | None:
    """The places where the same number of items has gone by in all files, behind so many bytes of gold; None
    if not.
    """
    first = walks[0].beyond(begin[0].offset + size)
    if first is None:
        return None
    places = [place for walk in walks if (place := walk.to(first.items)) is not None]
    return places if len(places) == len(walks) else None


def _by_id(walks: list[Walk], begin: Sequence[Place], size: int) -> list[Place] | None:
    """The places where a document begins in all files, behind so many bytes of gold; None if none does."""
    gold, *systems = walks
    target = begin[0].offset + size
    for _ in range(JUMPS):
        for _ in range(TRIES):
            document = gold.document_beyond(target)
            if document is None:
                return None
            key, first = document
            ahead = [copy(walk) for walk in systems]
            places = [
                walk.to_document(key, place.offset, place.offset + AHEAD * size)
                for walk, place in zip(ahead, begin[1:], strict=True)
            ]
            known = [place for place in places if place is not None]
            if len(known) == len(places):
                walks[1:] = ahead
                return [first, *known]
            target = first.offset + 1
        target += size
    return None
