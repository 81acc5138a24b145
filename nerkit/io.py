"""Inputs as streams of text: `-`, `<(…)`, plain or compressed files, directories and globs.

nerkit opens every input once and never seeks, so a pipe works like a file. The first bytes tell the
compression; the name does not matter. LF, CRLF and CR end a line. Bytes that are not UTF-8 are an error with
its place.
"""

import glob
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Self, cast

from nerkit.exceptions import InputError, NerkitError, NotFoundError, UsageError, plural
from nerkit.ground.bad_bytes import (
    WIDE,
    expanding,
    line_too_long,
    not_utf8,
    nul_character,
    stream_too_long,
    text_too_large,
    unreadable,
    wide_text,
)
from nerkit.ground.containment import admit
from nerkit.ground.folders import files_below, left_out_of, matching, no_files, regular
from nerkit.ground.limits import (
    EXPANDED,
    EXPANSION,
    LARGEST_STREAM,
    LARGEST_TEXT,
    LONGEST_LINE,
    MOST_STREAM_LINES,
    MOST_STREAM_ROWS,
    size,
)
from nerkit.ground.paths import is_remote, remote_files
from nerkit.ground.streams import (
    BOM,
    STDIN,
    ByteRange,
    HashingStream,
    decompressed,
    is_endless,
    is_hashing,
    new_digest,
    open_binary,
)

BLOCK = 1 << 22  # bytes read at a time
NEWLINE = ord("\n")
HEAD = 1 << 16  # bytes that recognition may look at
_ENDED: BinaryIO = io.BytesIO()  # a stream whose bytes have all been read
COMPRESSED = (".gz", ".bz2", ".xz", ".zst")  # suffixes that are not part of a document's name
WIDE_MARKS = tuple(WIDE)


class Source:
    """One input: a name for messages, its decompressed text in blocks of lines, and the digest of its
    bytes.

    The *target* is a path, an open file, a part of a file, or the bytes themselves. The *member* is the
    path below the given directory, without a compression suffix (otherwise the base name). An input from
    a directory or a pattern is *listed*; then member names identify documents.
    """

    __slots__ = (  # saves memory, because a folder can have hundreds of thousands of files
        *("name", "member", "listed", "part", "among", "marked", "endless", "is_table"),
        *("_target", "_stream", "_bytes", "_sha256", "_head", "_packed", "_size"),
    )

    def __init__(self, target: Any, name: str, member: str | None = None, *, listed: bool = False) -> None:
        self.name, self.listed = name, listed
        self.member = without_compression(member or os.path.basename(name))
        self._target = target
        self._stream: BinaryIO | None = None  # the decompressed text; None until the input is open
        self._bytes: HashingStream | bytes | None = None  # the input's bytes; all of a small file
        self._sha256: bytes | None = None  # the digest, after `_forget`
        self._packed, self._size = False, 0  # whether it is compressed, and the bytes of text so far
        self._head = b""
        self.part = target if isinstance(target, ByteRange) else None
        self.among: str | None = None  # the name of all files of a folder that is read in parts
        self.marked = False  # after opening: whether the text began with a byte order mark
        self.endless = False  # after opening: whether the input is a pipe or a device
        self.is_table = False  # whether each line becomes an object, so that fewer lines are allowed

    @property
    def stem(self) -> str:
        """The member without its suffix: the name of a document that is a file in a folder."""
        return os.path.splitext(self.member)[0]

    @property
    def head(self) -> str:
        """The first text of the input (at most 64 KiB), with newlines as LF; a later read starts at
        the beginning.

        If this text is blank, it is the first text that is not blank.
        """
        self._open()
        first = self._head if len(self._head) <= HEAD else self._head.lstrip()[:HEAD]
        text = first.decode("utf-8", errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def first_text(self, size: int) -> tuple[str, bool]:
        """Return the first *size* bytes of the text, with newlines as LF, and whether they are all.

        An incomplete last line is left out, unless it is the only line. A later read starts at the
        beginning.
        """
        self._open()
        pieces, missing = [self._head], size - len(self._head)
        while missing > 0 and self._stream is not _ENDED and (data := self._read(missing)):
            pieces.append(data)
            missing -= len(data)
        self._head = b"".join(pieces) if len(pieces) > 1 else self._head
        whole = missing > 0 or self._stream is _ENDED
        lines = self._head if whole else self._head[: self._head.rfind(b"\n") + 1] or self._head
        text = lines.decode("utf-8", errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n"), whole

    @property
    def sha256(self) -> str:
        """Hexadecimal digest of the bytes of the input, after reading it.

        Empty for a part, for bytes that are not a file, and if no digests are wanted.
        """
        return (self._digest() if self._sha256 is None else self._sha256).hex()

    def _digest(self) -> bytes:
        if isinstance(self._bytes, HashingStream):
            found = self._bytes.digest
        else:
            no_file = isinstance(self._target, bytes)
            found = new_digest(self._bytes or b"") if is_hashing() and not no_file else None
        return b"" if found is None else bytes(found.digest())

    def blocks(self, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
        """Yield consecutive blocks of whole lines: number of the first line (from 1), text without
        the last newline.

        Raises InputError for bytes that are not UTF-8, a NUL, a line of more than *longest* bytes, or
        a damaged compressed file.
        """
        for line, block, end in self._closing(longest):
            yield line, self._decode(block, line, end)

    def small_text(self, most: int) -> str | None:
        """Return the whole text of an uncompressed file of at most *most* bytes, as `text` does;
        otherwise None.

        Returns None also if `text` would raise an error. After None, the input can still be read from
        the beginning.
        """
        self._open()
        data = self._head
        if type(self._bytes) is not bytes or len(data) > most or b"\0" in data or data.startswith(WIDE_MARKS):
            return None
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None
        self._forget()
        return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")

    def byte_blocks(
        self, longest: int = LONGEST_LINE, *, closed: bool = False
    ) -> Iterator[tuple[int, bytes]]:
        """Yield the blocks of text as UTF-8 bytes, with the errors of `text`.

        With *closed*, each block ends in a newline. This costs no copy if the last line has a
        newline.
        """
        for line, block, end in self._closing(longest):
            if not block.isascii():
                self._decode(block, line, end)
            if not closed:
                yield line, block[:end]
            elif block[end : end + 1]:
                yield line, block[: end + 1]
            else:
                yield line, block + b"\n"

    def _closing(self, longest: int) -> Iterator[tuple[int, bytes, int]]:
        """Yield the blocks and the index where their text ends; close the source after the last block."""
        self._open()
        try:
            yield from self._blocks(longest)
        finally:
            self.close()
        self._forget()

    @property
    def packed(self) -> bool:
        """Whether the input is compressed."""
        self._open()
        return self._packed

    @property
    def is_small(self) -> bool:
        """Whether the input is a file of less than HEAD bytes, which was read completely at once."""
        self._open()
        return isinstance(self._bytes, bytes)

    @property
    def first_line(self) -> int:
        """The number of the first line, which is not 1 for a later part of a file."""
        return 1 if self.part is None else self.part.line

    @property
    def is_first(self) -> bool:
        """Whether the input begins at the beginning of a file."""
        return self.part is None or self.part.begin == 0

    @property
    def beginning(self) -> str | None:
        """For a later part of a file, the first lines of this file, which tell how to read it;
        otherwise None.
        """
        later = None if self.is_first else self.part
        return None if later is None else later.first_lines().decode(errors="replace")

    def _blocks(self, longest: int) -> Iterator[tuple[int, bytes, int]]:
        self._refuse_wide()
        line = self.first_line
        begun, length = list[bytes](), 0  # the pieces of an incomplete line, and the number of their bytes
        for piece, more in self._pieces():
            first = piece.find(b"\n")
            if length + (first if first >= 0 else len(piece)) > longest:
                raise line_too_long(self.name, b"".join([*begun, piece])[:HEAD], line, longest)
            nul = piece.find(b"\0")
            if nul >= 0:
                raise nul_character(self.name, b"".join([*begun, piece]), length + nul, line)
            cut = piece.rfind(b"\n") + 1 if more else len(piece)
            if cut or not more:
                block = b"".join([*begun, piece[:cut]]) if begun else piece  # copies of large pieces cost
                size = cut + length
                begun, length = [], 0
                if size:
                    yield line, block, size - (block[size - 1] == NEWLINE)
                    line += _newlines(block, size)
                    most = MOST_STREAM_ROWS if self.is_table else MOST_STREAM_LINES
                    if self.endless and line > most:
                        raise stream_too_long(self.name, f"has more than {most:,} lines")
            if cut < len(piece):
                begun.append(piece[cut:])
                length += len(piece) - cut

    def _pieces(self) -> Iterator[tuple[bytes, bool]]:
        """Yield the bytes from the beginning with every newline as LF, and whether more bytes may come."""
        data, half, more = self._head, b"", True
        while more:
            block = self._read(BLOCK)
            more = bool(block)
            data = half + data + block
            half = b""
            if b"\r" in data:
                half = b"\r" if more and data.endswith(b"\r") else b""  # can be half of a CRLF
                data = data[: len(data) - len(half)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            yield data, more
            data = b""

    def lines(self, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
        """Yield each line with its 1-based number."""
        for first, text in self.blocks(longest):
            yield from enumerate(text.split("\n"), first)

    def text(self, longest: int = LONGEST_LINE, largest: int = LARGEST_TEXT) -> str:
        """Return the whole text, with newlines as LF. Raises InputError for more than *largest*
        characters.
        """
        blocks, count = list[str](), 0
        for first, text in self.blocks(longest):
            blocks.append(text)
            count += len(text) + 1
            if count > largest:
                raise text_too_large(self.name, first, largest)
        return "\n".join(blocks)

    def characters(self) -> str:
        """Return the whole text with unchanged newlines, for offsets that count them.

        A byte order mark is skipped, and `marked` is then true.
        """
        self._open()
        with self:
            self._refuse_wide()
            pieces, count = [self._head], 0
            while pieces[-1]:
                count += len(pieces[-1])
                if b"\0" in pieces[-1]:
                    data = b"".join(pieces)
                    raise nul_character(self.name, data, data.index(b"\0"), 1)
                if count > LARGEST_TEXT:
                    raise text_too_large(self.name, 1, LARGEST_TEXT)
                pieces.append(self._read(BLOCK))
            return self._decode(b"".join(pieces), 1)

    def _refuse_wide(self) -> None:
        for mark, encoding in WIDE.items():
            if self._head.startswith(mark):
                raise wide_text(self.name, encoding)

    def close(self) -> None:
        """Close the opened files, but not standard input. A source that is read to its end closes itself."""
        if self._target == STDIN or self._stream is None or not isinstance(self._bytes, HashingStream):
            return
        if self._stream is not _ENDED:
            self._stream.close()
        self._bytes.close()

    def _forget(self) -> None:
        """Free the data of a listed file after reading it; keep only its digest. The file can be
        opened again.
        """
        if self.listed and self.part is None and self._bytes is not None:
            self._sha256 = self._digest()
            self._stream, self._bytes, self._head = None, None, b""
            self._packed, self._size = False, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        if self._stream is not None:
            return
        try:
            raw = self.raw()
            if isinstance(raw, bytes) and len(raw) < HEAD:
                self._bytes, self._stream = raw, _ENDED
                self._begin(raw)
                return
            raw = io.BytesIO(raw) if isinstance(raw, bytes) else raw
            self.endless = self.part is None and is_endless(raw)
            of_file = self.part is None and not isinstance(self._target, bytes)
            self._bytes = HashingStream(raw, hashed=of_file and is_hashing())
            buffered = cast(BinaryIO, io.BufferedReader(self._bytes, HEAD))
            self._stream = buffered if self.part is not None else decompressed(buffered, self.name)
            self._packed = self._stream is not buffered
        except (NerkitError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001  (each driver of remote files raises its own class)
            raise unreadable(self.name, error, packed=False) from None
        pieces, count, blank = list[bytes](), 0, True
        try:
            while (count < HEAD or blank) and (data := self._read(HEAD - count if count < HEAD else HEAD)):
                pieces.append(data)
                count += len(data)
                blank = blank and data.isspace()
            if not data and self._target != STDIN:  # a folder may have more files than can be open at once
                self.close()
                self._stream = _ENDED
        except BaseException:
            self.close()
            raise
        self._begin(b"".join(pieces))

    def _begin(self, head: bytes) -> None:
        """Store the first bytes, without a byte order mark."""
        self.marked = self.is_first and head.startswith(BOM)
        self._head = head.removeprefix(BOM) if self.marked else head

    def raw(self) -> Any:
        """Return the unchanged bytes of the input, as an open file or as bytes."""
        if self.part is not None:
            return self.part.opened()
        if isinstance(self._target, bytes):
            return self._target
        is_path = isinstance(self._target, str) or not hasattr(self._target, "read")
        return open_binary(self._target) if is_path else self._target

    def pieces(self, most: int | None = None) -> Iterator[bytes]:
        """Yield the decompressed bytes from the beginning, without a byte order mark, in pieces of at
        most *most* bytes.
        """
        self._open()
        try:
            block = self._head
            while block:
                yield block
                block = self._read(most or BLOCK)
        finally:
            self.close()

    def _bounded(self, grown: int) -> None:
        """Raise InputError for compressed data that expand more than any text does."""
        self._size += grown
        if self.endless and self._size > LARGEST_STREAM:
            raise stream_too_long(self.name, f"is larger than {size(LARGEST_STREAM)}")
        if not self._packed or self._size <= EXPANDED:
            return
        assert isinstance(self._bytes, HashingStream)
        if self._size > EXPANSION * self._bytes.count:
            raise expanding(self.name)

    def _read(self, count: int) -> bytes:
        assert self._stream is not None
        try:
            data = self._stream.read(count)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  (each compression library raises its own class for damaged data)
            raise unreadable(self.name, error, packed=self._packed) from None
        self._bounded(len(data))
        return data

    def _decode(self, data: bytes, first: int, end: int | None = None) -> str:
        """Return the text of the bytes up to *end*; *first* is the number of their first line."""
        try:
            return str(memoryview(data)[:end], "utf-8")
        except UnicodeDecodeError as error:
            raise not_utf8(self.name, data[:end], first, error) from None


class Sources(list[Source]):
    """The inputs that a path names, and warnings about files left out."""

    def __init__(self, sources: Iterable[Source], warnings: Sequence[str] = ()) -> None:
        super().__init__(sources)
        self.warnings = tuple(warnings)


def expand(target: Any) -> Sources:
    """Return the inputs that *target* names: a path, `-`, a directory (all files below it), a glob, a
    remote path (`s3://…`), or an open file.

    Pipes, devices and dead links in a directory or glob are left out with a warning, because reading them may
    never end. Raises InputError for a directory without files, a glob
    without matches, or a path that does not exist.
    """
    if hasattr(target, "read"):
        return Sources([Source(target, str(getattr(target, "name", "<stream>")))])
    path = os.fspath(target)
    if path == STDIN:
        return Sources([Source(STDIN, "<stdin>")])
    if is_remote(path):
        return _remote(path)
    admit(path)
    if os.path.isdir(path):
        files, left = folder(path)
        return Sources((Source(name, name, member, listed=True) for name, member in files), left)
    if not os.path.exists(path) and glob.has_magic(path):
        paths, left_out = regular(each for each in matching(path) if not os.path.isdir(each))
        if not paths:
            raise NotFoundError("no file matches this pattern", source=path, remedy=no_files(left_out))
        return Sources((Source(p, p, listed=True) for p in paths), left_out_of(path, left_out))
    if not os.path.exists(path):
        raise NotFoundError("no such file or directory", source=path)
    return Sources([Source(path, path)])


def _remote(path: str) -> Sources:
    """Return a remote file, or the files of a remote folder or pattern."""
    files = remote_files(path)
    if files is None:
        return Sources([Source(path, path)])
    if not files:
        raise NotFoundError("the folder has no files, or no file matches the pattern", source=path)
    return Sources(Source(name, name, member, listed=True) for name, member in files)


def single(target: Any) -> Source:
    """Return the only input of a side file, for example a table of weights. Raises InputError for several
    files.
    """
    sources = expand(target)
    if len(sources) > 1:
        problem = f"{plural(len(sources), 'file')}, but nerkit reads only one here"
        raise InputError(problem, source=str(target), remedy=f"name the file, for example {sources[0].name}")
    sources[0].is_table = True
    return sources[0]


def check_stdin(targets: list[Any]) -> None:
    """Raise UsageError if `-` is given twice, because standard input can be read only once."""
    if [one for one in targets if isinstance(one, str)].count(STDIN) > 1:
        raise UsageError("only one input can be standard input (-); give the other input as a file or <( … )")


def folder(path: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return (path, path below the folder) of all files below *path*, sorted, and warnings about files
    left out.

    Hidden files are left out. Raises InputError for a folder without files.
    """
    paths, others = files_below(path)
    before = len(os.path.join(path, ""))
    left_out = sorted(each[before:] for each in others)
    if not paths:
        raise NotFoundError("the folder has no files", source=path, remedy=no_files(left_out))
    paths.sort()
    members = (each[before:].replace(os.sep, "/") for each in paths)
    return list(zip(paths, members, strict=True)), left_out_of(path, left_out)


def _newlines(block: bytes, size: int) -> int:
    """Return the number of newlines among the first *size* bytes of a block."""
    if size < HEAD:
        return block.count(b"\n", 0, size)
    import numpy as np  # five times as fast as bytes.count

    return int(np.count_nonzero(np.frombuffer(block, np.uint8, size) == NEWLINE))


def without_compression(name: str) -> str:
    """Return the name without a suffix of compression."""
    if not name.endswith(COMPRESSED):
        return name
    stem, suffix = os.path.splitext(name)
    return stem if suffix in COMPRESSED else name
