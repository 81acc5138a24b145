"""The files that a run in shards reads, and their parts.

Regular files can be read from any place. Pipes and compressed files are read once, from beginning to end, and
their parts hold their bytes.

For folders or patterns, a part is some files of each side. Files belong together if they have the same path
below the folder. Suffixes do not count, unless the paths without them are not unique.
"""

import io
import os
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple, cast

from nerkit import readers
from nerkit.evaluation.inputs import Input
from nerkit.evaluation.sharding.streams import KeptInput
from nerkit.exceptions import InputError, NerkitError
from nerkit.ground.bad_bytes import stream_too_long
from nerkit.ground.limits import LARGEST_STREAM
from nerkit.ground.limits import size as shown_size
from nerkit.ground.paths import FileState, absolute, opened, state_of
from nerkit.ground.streams import FIRST, FIRST_BYTES, ByteRange, first_lines, lines_at_beginning
from nerkit.io import Source, expand
from nerkit.readers.cuts import AHEAD, JUMPS, readable, uncut

BLOCK = 1 << 20  # bytes of a file that are read at a time
FILE = 1 << 12  # bytes of memory for a file of a folder besides its text
LEAST = 2  # the least files of a part, because readers treat a single file differently


class FilePart(NamedTuple):  # a tuple, because a folder can have hundreds of thousands of files
    """An uncompressed input file, a file (maybe compressed) of a folder or pattern, or a part of a file.

    name, member   the name in messages, and the path below the folder
    path           the path to open
    size, changed  the bytes, and the time or tag of the last change, when the run began
    part           the range of bytes; None: the whole file
    among          the name in messages for all files of the folder together
    """

    name: str
    path: str
    size: int
    changed: int | str = 0
    member: str | None = None
    part: ByteRange | None = None
    among: str | None = None

    @property
    def passes(self) -> bool:
        """Whether the file can be read only once."""
        return False

    def source(self) -> Source:
        """Return the file or part as an input; a file of a folder counts as one of several."""
        source = Source(self.part or self.path, self.name, self.member, listed=self.member is not None)
        source.member = source.member if self.member is None else self.member  # has no suffix to remove
        source.among = self.among
        return source

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the file."""
        with opened(self.path) as file:
            yield from iter(partial(file.read, BLOCK), b"")

    def first_lines(self) -> bytes:
        """Return the first lines of the file."""
        return first_lines(self.path)

    def check_held(self, size: int) -> None:
        """Do nothing: the file can be read again, so that no limit is needed."""

    def check(self) -> None:
        """Raise InputError if the size or the time of the file has changed."""
        check_unchanged(self.name, self.path, FileState(self.size, self.changed))

    def absolute(self) -> "FilePart":
        """Return the part with the absolute path of its file."""
        path = absolute(self.path)
        return self._replace(path=path, part=self.part and replace(self.part, path=path))


Shard = Sequence[Sequence[FilePart]]  # the parts of each side, gold first


class StreamedFile:
    """An input that is read once, from its beginning: a pipe, or a compressed file.

    name     the name in messages
    path     the path as typed
    size     the number of its bytes if all were read at first; otherwise a number above the size of a shard
    member   None: the input is not a file of a folder
    """

    member: str | None = None
    passes = True

    def __init__(self, target: Any, name: str, size: int) -> None:
        self.name, self._target = name, target
        self._is_pipe = isinstance(target, KeptInput)
        self.path: str = target.typed if self._is_pipe else os.fspath(target)
        self._state = None if self._is_pipe else state_of(self.path)
        self._most = max(LARGEST_STREAM, (JUMPS + AHEAD) * size)
        self._begin()
        self._read_ahead(size + 1)
        self.size = self._count

    def source(self) -> Source:
        """Return the pipe or compressed file as an input, from its beginning."""
        return Source(self._target.unended() if self._is_pipe else self.path, self.name)

    def first_lines(self) -> bytes:
        """Return the first lines of the file. If blocks were taken, the file is read from its beginning
        again.

        Raises UncutError for a pipe that cannot be read again.
        """
        if self._is_taken:
            if self._is_pipe and not self._target.spool.is_kept:
                uncut("the end of the file needs another reading than the beginning")
            self.close()
            self._begin()
        while self._count < 2 * FIRST_BYTES and b"".join(self._ahead).count(b"\n") < FIRST:
            if self._ended:
                break
            self._read_ahead(self._count + 1)
        return lines_at_beginning(cast(Any, io.BytesIO(b"".join(self._ahead))))

    def blocks(self) -> Iterator[bytes]:
        """Yield the decompressed bytes."""
        self._is_taken = True
        while self._ahead or self._read_ahead(self._count + 1):
            yield self._ahead.popleft()

    def check_held(self, size: int) -> None:
        """Raise an error if a part needs too many bytes in memory."""
        if size > self._most:
            what = f"has more than {shown_size(self._most)} without a place to cut"
            if self._is_pipe:
                raise stream_too_long(self.name, what)
            uncut(f"a file {what}")

    @property
    def sha256(self) -> str:
        """The digest of the bytes; empty if the input was not read to its end."""
        return self._source.sha256 if self._ended else ""

    def check(self) -> None:
        """Raise InputError if a compressed file has changed; a pipe cannot change."""
        if self._state is not None:
            check_unchanged(self.name, self.path, self._state)

    def close(self) -> None:
        """Close the input."""
        self._source.close()

    def _begin(self) -> None:
        self._source = self.source()
        self._pieces, self._ahead = self._source.pieces(), deque[bytes]()
        self._count, self._ended, self._is_taken = 0, False, False

    def _read_ahead(self, size: int) -> bool:
        """Read until *size* bytes of the input are read; return whether bytes wait to be taken."""
        while self._count < size and not self._ended:
            piece = next(self._pieces, b"")
            self._ended = not piece
            self._ahead.extend([piece] if piece else [])
            self._count += len(piece)
        return bool(self._ahead)


InputFile = FilePart | StreamedFile


def check_unchanged(name: str, path: str, before: FileState) -> None:
    """Raise InputError if the size or the time of a file is not the same as *before*."""
    try:
        state: FileState | None = state_of(path)
    except (OSError, InputError):
        state = None
    if state != before:
        remedy = "score the file when it is complete, or score a copy"
        raise InputError("the file changed while nerkit read it", source=name, remedy=remedy)


@dataclass(frozen=True)
class InputFiles:
    """The files of an input, and warnings about files left out. *several* means a folder or a pattern."""

    files: Sequence[InputFile]
    several: bool = False
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(cls, one: Input, size: int, stack: ExitStack) -> "InputFiles":
        """Return the files of an input, for parts of *size* bytes. A stream is closed with the *stack*.

        Raises UncutError for an input that cannot be read.
        """
        if not isinstance(one.target, str | os.PathLike | KeptInput):
            uncut("an input is not a file")
        sources = expand(one.target)
        if sources[0].listed:
            with readable(OSError):
                files = [
                    FilePart(source.name, source.name, *state_of(source.name), member=source.member)
                    for source in sources
                ]
            return cls(files, True, sources.warnings)
        with readable(NerkitError, OSError):
            if isinstance(one.target, KeptInput) or _is_packed(sources[0]):
                file = StreamedFile(one.target, sources[0].name, size)
                stack.callback(file.close)
                return cls([file])
        with readable(OSError):
            path = os.fspath(one.target)
            return cls([FilePart(sources[0].name, path, *state_of(path))])

    @property
    def bytes(self) -> int:
        """The bytes of all files together."""
        return sum(file.size for file in self.files)

    @property
    def overhead(self) -> int:
        """The bytes of memory for the files of a folder besides their texts."""
        return FILE * len(self.files) * self.several

    def sources(self) -> Sequence[Source]:
        """Return the files as inputs, from their beginnings."""
        return [file.source() for file in self.files]

    def chosen(self, form: str) -> "InputFiles":
        """Return only the files that the format reads. Raises UncutError for a folder or pattern with
        a single file.
        """
        if not self.several:
            return self
        suffix = readers.suffix_of(form)
        files = [file for file in self.files if (file.member or "").endswith(suffix)]
        if len(files) < 2:
            uncut("the folder has a single file")
        return replace(self, files=files)


def _is_packed(source: Source) -> bool:
    with source:
        return source.packed


def groups(sides: Sequence[Sequence[Any]], size: int) -> Iterator[tuple[Sequence[Any], ...]]:
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


def _places(sides: Sequence[Sequence[Any]]) -> Iterator[list[int]]:
    """Yield, after each gold file, the number of earlier files on each side."""
    names = _names(sides)
    known = {name: place for place, name in enumerate(names[0])}
    stops = []
    for own in names[1:]:
        places = [known.get(name, -1) for name in own]
        shared = [place for place in places if place >= 0]
        if shared != sorted(shared):
            uncut("the sides list files in another order")
        stops.append(list(accumulate(places, max)))  # the last gold file of this or earlier files
    for place in range(len(names[0])):
        yield [place + 1, *(bisect_right(last, place) for last in stops)]


def _names(sides: Sequence[Sequence[Any]]) -> list[list[str]]:
    """Return the names that pair the files of all sides: paths without suffix, whole paths, or numbers."""
    members = [[str(file.member) for file in side] for side in sides]
    for names in ([[os.path.splitext(member)[0] for member in own] for own in members], members):
        if all(len(set(own)) == len(own) for own in names):
            return names
    if len(set(map(len, sides))) > 1:
        uncut("nerkit cannot tell files with the same name apart")
    return [[str(place) for place in range(len(side))] for side in sides]


def digests_of(files: Sequence[InputFile]) -> list[str]:
    """Return the digest of each file. Raises InputError for a file that changed."""
    known = dict[str, str]()  # by path
    for file in files:
        if isinstance(file, FilePart) and file.path not in known:
            file.check()
            known[file.path] = digest(file.path)
    return [file.sha256 if isinstance(file, StreamedFile) else known[file.path] for file in files]


def digest(path: str) -> str:
    """Return the SHA-256 digest of a file."""
    from hashlib import file_digest

    with opened(path) as file:
        return file_digest(cast(Any, file), "sha256").hexdigest()
