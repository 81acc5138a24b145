"""Pipes as inputs that can be read again, because nerkit keeps their bytes up to a limit.

The bytes are first in memory, then in a temporary file without a name in the folder TMPDIR.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from nerkit.exceptions import InputError, NerkitError, UnreadableError
from nerkit.ground.bad_bytes import unreadable
from nerkit.ground.limits import LARGEST_STREAM
from nerkit.ground.limits import size as size_of
from nerkit.ground.records import record
from nerkit.ground.streams import STDIN, is_pipe
from nerkit.io import expand

BLOCK = 1 << 20  # bytes that are read from a pipe at a time
IN_MEMORY = 8 << 20  # bytes of a pipe that are kept in memory before a file is used
BEYOND = 16 << 20  # bytes of a pipe that are kept beyond the first limit


class _Spool:
    """The bytes of a pipe that have come so far; if they are more than *most*, none are kept."""

    def __init__(self, pipe: Any, most: int, stack: ExitStack) -> None:
        import tempfile

        self.pipe, self.most, self.count, self.ended, self.is_kept = pipe, most, 0, False, True
        self._next = getattr(pipe, "read1", pipe.read)  # read1 returns bytes that have come, without waiting
        self._copy = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  (closed with the stack)
        stack.callback(self._copy.close)

    def read(self, at: int, size: int) -> bytes:
        """Return at most *size* bytes from place *at*, which is already read or comes next; empty at
        the end.

        Raises OSError for a pipe that cannot be read, or if there is no space for its bytes.
        """
        if at < self.count:
            assert self.is_kept
            self._copy.seek(at)
            return self._copy.read(size)
        data: bytes = b"" if self.ended else self._next(size)
        self.ended = not data
        self.count += len(data)
        if self.is_kept:
            self._keep(at, data)
        return data

    def _keep(self, at: int, data: bytes) -> None:
        """Store the received bytes. Raises OSError if the disk is full."""
        self.is_kept = False
        if self.count <= self.most:
            self._copy.seek(at)
            self._copy.write(data)
            self.is_kept = True
        else:
            self._copy.truncate(0)


@record
class KeptInput:
    """An input from a pipe, as an open file; each copy starts again from the beginning.

    typed   the name of the input in results;  name  the name in messages
    spool   the bytes that have come;  is_pipe   whether the input shows that it is a pipe
    """

    typed: str
    name: str
    spool: _Spool
    is_pipe: bool = True
    _at: int = 0

    def again(self) -> "KeptInput":
        """Return the input, to be read from the beginning."""
        return KeptInput(self.typed, self.name, self.spool)

    def unended(self) -> "KeptInput":
        """Return all bytes of the input, from the beginning, as an open file that does not look like
        a pipe.
        """
        return KeptInput(self.typed, self.name, self.spool, is_pipe=False)

    def read(self, size: int = -1) -> bytes:
        """Return at most *size* next bytes; empty at the end."""
        data = self.spool.read(self._at, size)
        self._at += len(data)
        return data

    def fileno(self) -> int:
        """Return the file descriptor of the pipe, which shows that the input is a pipe."""
        if not self.is_pipe:
            raise OSError("not a pipe")
        number: int = self.spool.pipe.fileno()
        return number

    def close(self) -> None:
        """Do nothing, because a later reader starts again."""


@contextmanager
def kept(targets: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """Yield the targets, with each pipe as a kept input after reading more than *size* bytes (or all
    bytes).
    """
    with ExitStack() as stack:
        yield [_kept(target, size, stack) if is_pipe(target) else target for target in targets]


def check_kept(targets: Iterable[Any], reason: Exception) -> None:
    """Raise *reason* if a pipe must be read again but its bytes were not kept."""
    for target in targets:
        if isinstance(target, KeptInput) and not target.spool.is_kept:
            if isinstance(reason.__cause__, NerkitError):
                raise reason.__cause__
            problem = (
                f"the stream is larger than {size_of(LARGEST_STREAM)}, and nerkit cannot score "
                f"it in shards ({reason})"
            )
            raise InputError(problem, source=target.name, remedy="write the stream to a file first")


def _kept(target: Any, size: int, stack: ExitStack) -> Any:
    (source,) = expand(target)
    typed, raw = os.fspath(target), source.raw()
    if typed != STDIN:
        stack.callback(raw.close)
    most = max(size, LARGEST_STREAM) + BEYOND
    beginning = KeptInput(typed, source.name, _Spool(raw, most, stack))
    try:
        beginning.read(BLOCK)
    except OSError as error:
        raise unreadable(source.name, error, packed=False) from None
    try:
        while not beginning.spool.ended and beginning.spool.count <= size:
            beginning.read(BLOCK)
    except OSError as error:
        problem = f"nerkit cannot store the stream:  {(error.strerror or str(error)).lower()}"
        remedy = "set TMPDIR to a folder with more space, or give a file instead"
        raise UnreadableError(problem, source=source.name, remedy=remedy) from None
    return beginning.again()
