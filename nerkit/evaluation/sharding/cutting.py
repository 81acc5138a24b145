"""Files cut into parts at the beginnings of documents, alike on all sides.

A part is a range of bytes of each file. If documents have ids, a part ends before the same document on every
side. Otherwise nerkit counts items, and each part has the same number of items on all sides. A file is read
once, block by block, and not beyond a cut. Scoring a part checks that its sides have the same documents
(`nerkit.evaluation.sharding.shards`), because only then the ids are known.

For folders or patterns, a part is some files of each side. Files belong together if they have the same path
below the folder. Suffixes do not count, unless the paths without them are not unique.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass
from itertools import accumulate

from nerkit import readers
from nerkit.evaluation.sharding.files import AHEAD, JUMPS, InputFile
from nerkit.ground.streams import ByteRange
from nerkit.readers.cuts import START, CutPlace, Walk, Way, refuse, uncut, way_of

TRIES = 8  # documents that are tried as a cut, one after the other
FILE = 1 << 12  # bytes of memory for a file of a folder besides its text
LEAST = 2  # the least files of a part, because readers treat a single file differently


@dataclass(frozen=True)
class CutFile:
    """A file to be cut, the way to cut it, and its first lines."""

    file: InputFile
    way: Way
    head: bytes

    @classmethod
    def of(cls, file: InputFile, form: str) -> "CutFile":
        """Return a file of this format from its beginning. Raises UncutError if the format cannot be cut."""
        head = file.first_lines()
        way = way_of(readers.reader(form).cut, head)
        if way is None:
            uncut(f"{form} is read in one piece")
        return cls(file, way, head)

    def walk(self, stack: ExitStack, *, counting: bool) -> Walk:
        """Return the walk over the places where the file can be cut; with *counting*, it counts items."""
        return Walk(self.way, stack.enter_context(self.file.opened()), b"\n" + self.head, counting=counting)

    def part(self, begin: CutPlace, end: CutPlace | None) -> ByteRange:
        """Return the part of the file between two cuts, or between a cut and the end."""
        return self.file.part(begin, end, self.head)


def parts(files: Sequence[CutFile], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """Yield the parts of all files, gold first, as one tuple per shard; gold parts have at least *size*
    bytes.

    The last part can be smaller. Raises UncutError if the files cannot be cut alike.
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
    """Yield the reasons why files cannot be cut alike.

    Either only one file marks documents, or nothing tells which items belong together.
    """
    if len(set(ways)) > 1:
        yield "not every side marks documents"
    if not (ways[0].ordered or by_id):
        yield "its items have no ids"


def _cuts(files: Sequence[CutFile], size: int, stack: ExitStack, *, by_id: bool) -> Iterator[list[CutPlace]]:
    """Yield the places where all files are cut: by ids if documents have ids, otherwise by order."""
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


def _by_order(walks: list[Walk], begin: Sequence[CutPlace], size: int) -> list[CutPlace] | None:
    """Return the next cut in each file, with equally many items before it in all files; None at the end.

    The cut is about *size* bytes after the last cut in the gold side.
    """
    first = walks[0].beyond(begin[0].offset + size)
    if first is None:
        return None
    places = [place for walk in walks if (place := walk.to(first.items)) is not None]
    return places if len(places) == len(walks) else None


def _by_id(walks: list[Walk], begin: Sequence[CutPlace], size: int) -> list[CutPlace] | None:
    """Return the next cut in each file, before the same document in all files; None at the end.

    The cut is about *size* bytes after the last cut in the gold side.
    """
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


def groups(sides: Sequence[Sequence[InputFile]], size: int) -> Iterator[tuple[Sequence[InputFile], ...]]:
    """Yield the files of each part, gold first. The gold files of a part have at least *size* bytes.

    Each file counts FILE bytes more than it has. Raises UncutError if the sides do not list files in the
    same order.
    """
    begin = [0] * len(sides)
    before = [0, *accumulate(file.size + FILE for file in sides[0])]
    for end in _places(sides):
        is_large = before[end[0]] - before[begin[0]] >= size
        if not is_large:
            continue
        is_several = all(there - here >= LEAST for here, there in zip(begin, end, strict=True))
        goes_on = all(len(side) - there >= LEAST for side, there in zip(sides, end, strict=True))
        if is_several and goes_on:
            yield tuple(side[here:there] for side, here, there in zip(sides, begin, end, strict=True))
            begin = end
    yield tuple(side[here:] for side, here in zip(sides, begin, strict=True))


def _places(sides: Sequence[Sequence[InputFile]]) -> Iterator[list[int]]:
    """Yield, after each gold file, the number of earlier files on each side."""
    names = _names(sides)
    known = {name: place for place, name in enumerate(names[0])}
    stops = []
    for own in names[1:]:
        places = [known.get(name, -1) for name in own]
        shared = [place for place in places if place >= 0]
        if shared != sorted(shared):
            uncut("the sides list files in another order")
        stops.append([*accumulate(places, max)])  # the last gold file of this or earlier files
    at = [0] * len(stops)
    for place in range(len(names[0])):
        for i, last in enumerate(stops):
            while at[i] < len(last) and last[at[i]] <= place:
                at[i] += 1
        yield [place + 1, *at]


def _names(sides: Sequence[Sequence[InputFile]]) -> list[list[str]]:
    """Return the names that pair the files of all sides: paths without suffix, whole paths, or numbers."""
    members = [[str(file.member) for file in side] for side in sides]
    for names in ([[os.path.splitext(member)[0] for member in own] for own in members], members):
        if all(len(set(own)) == len(own) for own in names):
            return names
    if len(set(map(len, sides))) > 1:
        uncut("nerkit cannot tell files with the same name apart")
    return [[str(place) for place in range(len(side))] for side in sides]
