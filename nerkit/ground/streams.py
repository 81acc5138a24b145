"""Read the bytes of an input: hash them while they are read, decompress them, and read parts of files.

The compression is detected by the first bytes of an input, never by its name.
"""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, BinaryIO, cast

from nerkit.exceptions import LibraryError
from nerkit.ground.containment import admit
from nerkit.ground.paths import is_remote, note, note_state, opened, state_of
from nerkit.ground.records import record

STDIN = "-"
BOM = b"\xef\xbb\xbf"
FIRST = 2000  # number of first lines that can contain hints on how to read the file
FIRST_BYTES = 1 << 23  # bytes in which these lines must begin
BUFFER = 1 << 16  # bytes of a file that are read at a time for its first lines
COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd")  # gzip, bzip2, xz and zstd
MAGIC = 6  # number of bytes that identify the compression
SMALL = 1 << 16  # files with fewer bytes are read at once
_hashing: ContextVar[bool] = ContextVar("hashing", default=True)
READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)


@contextmanager
def hashing(*, wanted: bool) -> Iterator[None]:
    """A context in which inputs get SHA-256 digests if *wanted*. Digests are not needed if no output shows
    them.
    """
    token = _hashing.set(wanted)
    try:
        yield
    finally:
        _hashing.reset(token)


def is_hashing() -> bool:
    """Whether inputs get digests at present."""
    return _hashing.get()


def new_digest(data: bytes = b"") -> Any:
    """A SHA-256 object that has been fed *data*."""
    from hashlib import sha256  # whose library takes 5 ms to load

    return sha256(data)


@record(frozen=True)
class ByteRange:
    """A part of a file, made of whole lines. Parts are read independently.

    path         the path of the file
    begin, end   the half-open range of its bytes, decompressed
    line         the number of its first line in the file, 1-based
    last         whether this is the last part of the file
    data, head   the bytes, and the first lines of the file, if the file can be read only once; otherwise None
                 and empty
    """

    path: str
    begin: int
    end: int
    line: int = 1
    last: bool = True
    data: bytes | None = None
    head: bytes = b""

    def opened(self) -> Any:
        """Open the part for reading."""
        return RangeStream(self) if self.data is None else io.BytesIO(self.data)

    def first_lines(self) -> bytes:
        """The first lines of the whole file, as bytes."""
        return first_lines(self.path) if self.data is None else self.head


class RangeStream:
    """A stream of the bytes in a part of a file."""

    def __init__(self, part: ByteRange) -> None:
        self._file = opened(part.path)
        self._file.seek(part.begin)
        self._left = part.end - part.begin

    def read(self, size: int) -> bytes:
        """Read at most *size* bytes. Empty at the end of the part."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class HashingStream(io.RawIOBase):
    """A raw stream that computes the SHA-256 `digest` of all bytes read from it. The digest is None unless
    *hashed*.
    """

    def __init__(self, stream: Any, *, hashed: bool) -> None:
        self._inner = stream
        self.digest = new_digest() if hashed else None
        self._pending, self._first, self.count = b"", True, 0

    def _next(self, size: int) -> bytes:
        data = self._inner.read(size)
        return data.encode() if isinstance(data, str) else bytes(data)  # io.StringIO gives text

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with the bytes of one read. Return their number, 0 at the end."""
        if isinstance(self._inner, io.FileIO) and not (self._first or self._pending):
            size: Any = self._inner.readinto(buffer)  # a file of the system needs no copy
            if self.digest is not None:
                self.digest.update(buffer[:size])
            self.count += size
            return int(size)
        data = self._pending or self._next(len(buffer))
        while self._first and len(data) < MAGIC and (more := self._next(len(buffer))):
            data += more  # a pipe may give a byte at a time, and the magic number is looked for at once
        self._first = False
        data, self._pending = data[: len(buffer)], data[len(buffer) :]
        buffer[: len(data)] = data
        if self.digest is not None:
            self.digest.update(data)
        self.count += len(data)
        return len(data)

    def close(self) -> None:
        if not self.closed and not isinstance(self._inner, io.TextIOBase | io.BytesIO):
            self._inner.close()
        super().close()


def is_endless(stream: Any) -> bool:
    """Whether a stream is a pipe or a device, which may never end."""
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, AttributeError, ValueError):  # a stream in memory
        return False
    return not stat.S_ISREG(mode)


def is_pipe(target: Any) -> bool:
    """Whether *target* is standard input, or another path that can be read only once."""
    if not isinstance(target, str | os.PathLike):
        return False
    if os.fspath(target) == STDIN:
        return True
    try:
        mode = os.stat(target).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_plain_file(target: Any, size: int) -> bool:
    """Whether *target* is the path of an uncompressed file of at most *size* bytes."""
    if not isinstance(target, str | os.PathLike) or not os.path.isfile(target):
        return False
    try:
        if state_of(os.fspath(target)).size > size:
            return False
        with opened(os.fspath(target)) as file:
            return not file.read(MAGIC).startswith(COMPRESSED)
    except OSError:
        return False


def open_binary(target: str) -> bytes | BinaryIO:
    """Open standard input or a file. For an uncompressed regular file of fewer than SMALL bytes, return its
    bytes instead.

    Raises errors as `opened` does.
    """
    if target == STDIN:
        with suppress(OSError):  # a stream in memory has no descriptor
            note(sys.stdin.fileno())
        return sys.stdin.buffer
    if is_remote(target):
        return opened(target)
    admit(target)
    descriptor = os.open(target, READ)  # a Python file object would take 50 % longer
    try:
        state = os.fstat(descriptor)
        note_state(state)
        if (data := _whole(descriptor, state)) is not None:
            os.close(descriptor)
            return data
        return cast(BinaryIO, open(descriptor, "rb", buffering=0))  # the caller closes it
    except BaseException:
        os.close(descriptor)
        raise


def _whole(descriptor: int, state: os.stat_result) -> bytes | None:
    """All bytes of a small open file. None, with nothing read, if the file is large, is compressed or has
    grown.
    """
    if not stat.S_ISREG(state.st_mode) or state.st_size >= SMALL:
        return None
    data = os.read(descriptor, state.st_size + 1)
    if len(data) <= state.st_size and not data.startswith(COMPRESSED):
        return data
    os.lseek(descriptor, 0, os.SEEK_SET)
    return None


def decompressed(stream: BinaryIO, name: str) -> BinaryIO:
    """The decompressed stream. The compression is detected by the magic number at its beginning."""
    magic = cast(Any, stream).peek(MAGIC)[:MAGIC]
    gzipped, bzipped, xz, zstandard = map(magic.startswith, COMPRESSED)
    if gzipped:
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=stream))
    if bzipped:
        import bz2

        return cast(BinaryIO, bz2.BZ2File(stream))
    if xz:
        import lzma

        return cast(BinaryIO, lzma.LZMAFile(stream))
    if zstandard:
        return _zstandard(stream, name)
    return stream


def _zstandard(stream: BinaryIO, name: str) -> BinaryIO:
    if sys.version_info >= (3, 14):
        from compression import zstd

        return cast(BinaryIO, zstd.ZstdFile(stream))
    try:
        import zstandard
    except ImportError:
        remedy = "install zstandard, which reads such files: pip install zstandard"
        raise LibraryError("zstandard-compressed", source=name, remedy=remedy) from None
    return cast(BinaryIO, zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True))


def first_lines(path: str) -> bytes:
    """The first lines of a file: FIRST lines, or fewer if they need more than FIRST_BYTES. Newlines become
    LF, and a byte order mark is removed.
    """
    with opened(path) as file:
        return lines_at_beginning(cast(io.RawIOBase, file))


def lines_at_beginning(stream: io.RawIOBase, most: int = FIRST_BYTES) -> bytes:
    """The first lines of an open file, within its first *most* bytes."""
    data, wanted = bytearray(), FIRST
    with io.BufferedReader(stream, BUFFER) as file:
        while wanted and len(data) < most + FIRST_BYTES and data.find(b"\n", most - 1) < 0:
            if not (more := file.read1(BUFFER)):
                break
            *lines, begun = more.split(b"\n", wanted)
            wanted -= len(lines)
            data += more if wanted else more.removesuffix(begun)
    last = data.rfind(b"\n", 0, most) + 1  # the line that the first bytes end in
    if last < most:
        end = data.find(b"\n", last)
        del data[min(end + 1 or len(data), last + FIRST_BYTES) :]
    else:
        del data[last:]
    return bytes(data).removeprefix(BOM).replace(b"\r\n", b"\n").removesuffix(b"\n")
