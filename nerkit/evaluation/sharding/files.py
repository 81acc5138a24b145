"""The files that a run in shards reads.

Regular files can be read from any place. Pipes and compressed files are read once, from beginning to end. For
them, memory holds only a window: the decompressed bytes that are read and not yet part of a shard.
"""

import io
import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, NamedTuple, NoReturn, cast

from nerkit.evaluation.sharding.streams import KeptInput
from nerkit.exceptions import InputError, NerkitError
from nerkit.ground.bad_bytes import stream_too_long
from nerkit.ground.limits import LARGEST_STREAM
from nerkit.ground.limits import size as shown_size
from nerkit.ground.paths import FileState, opened, state_of
from nerkit.ground.streams import FIRST_BYTES, ByteRange, first_lines, lines_at_beginning
from nerkit.io import Source, expand
from nerkit.readers.cuts import CutPlace, readable, uncut

AHEAD = 4  # parts of a system in which the next gold document is searched
JUMPS = 8  # searches, each a part further, before the rest becomes one part


def input_file(target: Any, size: int) -> "InputFile":
    """Return the input as a file that can be cut into parts of *size* bytes.

    Raises UncutError for an input that cannot be read.
    """
    with readable(NerkitError, OSError):
        if isinstance(target, KeptInput):
            return StreamedFile(target, target.name, size)
        with expand(target)[0] as source:
            if source.packed:
                return StreamedFile(target, source.name, size)
            path = os.fspath(target)
            return LocalFile(source.name, path, *state_of(path))


class LocalFile(NamedTuple):  # a tuple, because a folder can have hundreds of thousands of files
    """An uncompressed input file, or a file (maybe compressed) of a folder or pattern.

    name, member   the name in messages, and the path below the folder
    path           the path to open
    size, changed  the bytes, and the time or tag of the last change, when the run began
    """

    name: str
    path: str
    size: int
    changed: int | str
    member: str | None = None

    @classmethod
    def listed(cls, members: Iterable[tuple[str, str]]) -> "list[LocalFile]":
        """Return the files of a folder or pattern, given as (path, path below the folder).

        Raises UncutError for a file that cannot be read.
        """
        with readable(OSError):
            return [cls(path, path, *state_of(path), member) for path, member in members]

    def source(self) -> Source:
        """Return the file as an input, from its beginning."""
        return listed_source(self.path, self.name, self.member)

    def opened(self) -> Any:
        """Open the file, for reading from any place."""
        return opened(self.path)

    def first_lines(self) -> bytes:
        """Return the first lines of the file."""
        return first_lines(self.path)

    def part(self, begin: CutPlace, end: CutPlace | None, _: bytes) -> ByteRange:
        """Return the range of bytes between two cuts, or from a cut to the end of the file."""
        stop = end.offset if end else self.size
        return ByteRange(self.path, begin.offset, stop, begin.line, end is None)

    def check(self) -> None:
        """Raise InputError if the size or the time of the file has changed."""
        _check(self.name, self.path, FileState(self.size, self.changed))


class StreamedFile:
    """An input that is read once, from its beginning: a pipe, or a compressed file.

    name     the name in messages
    path     the path as typed
    size     the number of its bytes if all were read at first; otherwise a number above the size of a shard
    member   None: the input is not a file of a folder
    """

    member: str | None = None

    def __init__(self, target: Any, name: str, size: int) -> None:
        self.name, self._target = name, target
        self._is_pipe = isinstance(target, KeptInput)
        self.path: str = target.typed if self._is_pipe else os.fspath(target)
        self._state = None if self._is_pipe else state_of(self.path)
        self._most = max(LARGEST_STREAM, (JUMPS + AHEAD) * size)
        self._window = self._begun()
        self._window.holds_more_than(size)
        self.size = self._window.end

    def source(self) -> Source:
        """Return the pipe or compressed file as an input, from its beginning."""
        return Source(self._target.unended() if self._is_pipe else self.path, self.name)

    def opened(self) -> "WindowFile":
        """Return the bytes as a file that can be read from any place after the last cut."""
        return WindowFile(self._window)

    def first_lines(self) -> bytes:
        """Return the first lines of the file. After a cut, the file is read from its beginning again.

        Raises UncutError for a pipe that cannot be read again.
        """
        if self._window.begin:
            if self._is_pipe and not self._target.spool.is_kept:
                uncut("the end of the file needs another reading than the beginning")
            self._window.source.close()
            self._window = self._begun()
        return lines_at_beginning(self.opened(), FIRST_BYTES)

    def part(self, begin: CutPlace, end: CutPlace | None, head: bytes) -> ByteRange:
        """Return the part between two cuts, or to the end of the file, with its bytes and the first
        lines *head*.
        """
        stop = end.offset if end else self._window.end
        data = self._window.cut_off(stop)
        return ByteRange(self.path, begin.offset, stop, begin.line, end is None, data, head)

    @property
    def sha256(self) -> str:
        """The digest of the bytes; empty if the input was not read to its end."""
        return self._window.source.sha256 if self._window.ended else ""

    def check(self) -> None:
        """Raise InputError if a compressed file has changed; a pipe cannot change."""
        if self._state is not None:
            _check(self.name, self.path, self._state)

    def close(self) -> None:
        """Close the input."""
        self._window.source.close()

    def _begun(self) -> "Window":
        return Window(self.source(), self._most, self._refuse)

    def _refuse(self, what: str) -> NoReturn:
        if self._is_pipe:
            raise stream_too_long(self.name, what)
        uncut(f"a file {what}")


class Window:
    """A window of the decompressed bytes of an input. Cutting off bytes moves its beginning.

    most      the most bytes in memory
    refuse    function: (description of the input) -> raises the error for more bytes than *most*
    """

    def __init__(self, source: Source, most: int, refuse: Callable[[str], NoReturn]) -> None:
        self.source, self.most, self.refuse = source, most, refuse
        self.begin = self.end = 0  # the range of bytes in the window
        self.ended = False  # whether all of the input has been read
        self._pieces = source.pieces()
        self._blocks = deque[bytes]()

    def holds_more_than(self, size: int) -> bool:
        """Read until the window ends after *size* bytes of the input; return whether it does."""
        while self.end <= size and not self.ended:
            self._read_on()
        return self.end > size

    def read(self, at: int, size: int) -> bytes:
        """Return at most *size* bytes from a place in the window or after it; empty at the end of the
        input.

        Calls `refuse` if the window would need too many bytes.
        """
        while self.end <= at and not self.ended:
            self._read_on()
        place = self.begin
        for block in self._blocks:
            if at < place + len(block):
                return block[at - place : at - place + size]
            place += len(block)
        return b""

    def cut_off(self, end: int) -> bytes:
        """Return the bytes up to a place, and remove them from the window."""
        pieces, left = list[bytes](), end - self.begin
        while left:
            block = self._blocks.popleft()
            pieces.append(block[:left])
            if len(block) > left:
                self._blocks.appendleft(block[left:])
            left -= len(pieces[-1])
        self.begin = end
        return b"".join(pieces)

    def _read_on(self) -> None:
        piece = next(self._pieces, b"")
        self.ended = not piece
        if self.end + len(piece) - self.begin > self.most:
            self.refuse(f"has more than {shown_size(self.most)} without a place to cut")
        if piece:
            self._blocks.append(piece)
            self.end += len(piece)


class WindowFile(io.RawIOBase):
    """The bytes of a window as a file."""

    def __init__(self, window: Window) -> None:
        self._window, self._at = window, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, counted from the beginning of the input."""
        assert whence == io.SEEK_SET
        self._at = offset
        return offset

    def readinto(self, buffer: object) -> int:
        """Fill the buffer from at most one block. Return the number of bytes, 0 at the end."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        data = self._window.read(self._at, len(view))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


class ListedSources(Sequence[Source]):
    """Files as inputs; each input is made when it is first used."""

    def __init__(self, files: Sequence["InputFile"]) -> None:
        self.files = files

    def __len__(self) -> int:
        return len(self.files)

    @property
    def members(self) -> list[str]:
        """The paths of the files below the folder."""
        return [file.member or file.name for file in self.files]

    def __getitem__(self, place: Any) -> Any:
        wanted = self.files[place]
        return [file.source() for file in wanted] if isinstance(place, slice) else wanted.source()


def listed_source(target: Any, name: str, member: str | None) -> Source:
    """Return an input; an input with a path below the folder counts as one of several."""
    source = Source(target, name, member, listed=member is not None)
    source.member = source.member if member is None else member  # its suffix is already removed
    return source


InputFile = LocalFile | StreamedFile


def _check(name: str, path: str, before: FileState) -> None:
    try:
        state: FileState | None = state_of(path)
    except (OSError, InputError):
        state = None
    if state != before:
        remedy = "score the file when it is complete, or score a copy"
        raise InputError("the file changed while nerkit read it", source=name, remedy=remedy)


class Digests:
    """The digests of files. A thread digests files that scoring does not read from beginning to end."""

    def __init__(self, files: Sequence[InputFile]) -> None:
        self.files = files
        self.known = dict[str, str]()  # by path
        self.thread = Thread(target=self._compute, daemon=True)
        self.thread.start()

    def of(self) -> list[str]:
        """Return the digest of each file."""
        self.thread.join()
        digests = []
        for file in self.files:
            if isinstance(file, StreamedFile):
                digests.append(file.sha256)
                continue
            if file.path not in self.known:  # the thread could not open it
                file.check()
                self.known[file.path] = digest(file.path)
            digests.append(self.known[file.path])
        return digests

    def _compute(self) -> None:
        for file in self.files:
            if isinstance(file, LocalFile) and file.path not in self.known:
                with suppress(OSError):  # `of` raises the error if the digest is needed
                    self.known[file.path] = digest(file.path)


def digest(path: str) -> str:
    """Return the SHA-256 digest of a file."""
    from hashlib import file_digest

    with opened(path) as file:
        return file_digest(cast(Any, file), "sha256").hexdigest()
