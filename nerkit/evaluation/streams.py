"""Inputs that can be read again: of a pipe the beginning is kept, or, if it goes on, a copy in a file.

The copy stands in the folder for temporary files (TMPDIR), and is taken away at the end, also when the
process is told to end.
"""

import io
import os
import signal
import stat
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO, cast

from nerkit.errors import NerkitError
from nerkit.ground.bad_bytes import stream_too_long
from nerkit.ground.limits import COPIED_SHARDS, LARGEST_COPY
from nerkit.ground.limits import size as shown_size
from nerkit.ground.paths import is_remote, state_of
from nerkit.ground.records import record
from nerkit.ground.streams import STDIN
from nerkit.io import Source, expand

EXPANDING = 16  # a compressed file this many times smaller than a shard is not looked into
BLOCK = 1 << 20  # bytes read of a pipe at a time
COPIED = f"write it to a file first; a larger shard size has a pipe copied as far as {COPIED_SHARDS} shards"
ENDING = ("SIGTERM", "SIGHUP")  # signals that end a process, where the system has them


@record
class KeptInput:
    """An input that has been read from a pipe: an open file that begins anew whenever it is opened.

    typed   what the input is called in results;  name  in messages
    pipe    the pipe, as an open file
    data    its beginning, or all of it
    path    where a copy of all of it is, if there is one
    rest    whether what follows the data is still in the pipe, where it can be read once
    """

    typed: str
    name: str
    pipe: Any
    data: bytes = b""
    path: str | None = None
    rest: bool = False
    _open: BinaryIO | None = None

    def again(self) -> "KeptInput":
        """The same, to be read from the beginning."""
        return KeptInput(self.typed, self.name, self.pipe, self.data, self.path, self.rest)

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes; none at the end."""
        if self._open is None:
            self._open = io.BytesIO(self.data) if self.path is None else open(self.path, "rb")  # noqa: SIM115
        found = self._open.read(size)
        if found or not self.rest:
            return found
        more: bytes = self.pipe.read(size)
        return more

    def fileno(self) -> int:
        """The number of the pipe, by which it is known that nothing says where it ends."""
        number: int = self.pipe.fileno()
        return number

    def close(self) -> None:
        """Close the copy, if it is open."""
        if self._open is not None:
            self._open.close()


def may_be_large(targets: Sequence[Any], size: int, options: Iterable[Any]) -> bool:
    """Whether all targets are files, folders or patterns, one of them may be larger than a shard of *size*
    bytes, and no option is a pipe, which can be read once alone.
    """
    if any(isinstance(value, str) and is_pipe(value) for value in options):
        return False
    large = False
    for target in targets:
        if isinstance(target, KeptInput):
            if target.rest:
                return False
            large |= target.path is not None or len(target.data) > size // EXPANDING
        elif isinstance(target, str | os.PathLike) and (files := _files(os.fspath(target))):
            large |= sum(state_of(path).size for path in files) > size // EXPANDING
        else:
            return False
    return large


def _files(path: str) -> list[str]:
    """The files that a path names; none where it names nothing, is a text or a stream."""
    if os.path.isfile(path) or is_remote(path):
        return [path]
    if path == STDIN or "\n" in path or ("(" in path and not os.path.exists(path)):
        return []
    try:
        return [source.name for source in expand(path)]
    except NerkitError:
        return []


@contextmanager
def kept(targets: Sequence[Any], size: int, is_readable: Callable[[Source], bool]) -> Iterator[list[Any]]:
    """The targets; of pipes up to *size* bytes are kept in memory, else a copy is, if its beginning is
    readable.

    Raises InputError for a pipe that goes on for too long.
    """
    with ExitStack() as stack:
        yield [_kept(target, size, is_readable, stack) if is_pipe(target) else target for target in targets]


def is_pipe(target: Any) -> bool:
    """Whether a target is standard input or another path that can be read once alone."""
    if not isinstance(target, str | os.PathLike):
        return False
    if os.fspath(target) == STDIN:
        return True
    try:
        mode = os.stat(target).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def temporary(stack: ExitStack) -> BinaryIO:
    """A file of its own, which is taken away with the stack."""
    import tempfile

    stack.enter_context(_tidy_end())
    file = tempfile.NamedTemporaryFile(prefix="nerkit-")  # noqa: SIM115  (closed with the stack)
    return cast(BinaryIO, stack.enter_context(file))


@contextmanager
def _tidy_end() -> Iterator[None]:
    """Let a signal that ends this process interrupt it, so that files are taken away; none that somebody
    handles or ignores.
    """
    numbers: list[signal.Signals] = []
    if threading.current_thread() is threading.main_thread():
        known = [one for one in signal.Signals if one.name in ENDING]
        numbers = [number for number in known if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _end(*_: Any) -> None:
    raise KeyboardInterrupt


def _kept(target: Any, size: int, is_readable: Callable[[Source], bool], stack: ExitStack) -> Any:
    (source,) = expand(target)
    typed, raw = os.fspath(target), source.raw()
    if typed != STDIN:
        stack.callback(raw.close)
    try:
        blocks = [raw.read(BLOCK)]
    except OSError:
        return target  # what reads it says what is wrong
    count = len(blocks[0])
    while blocks[-1] and count <= size:
        blocks.append(raw.read(BLOCK))
        count += len(blocks[-1])
    beginning = KeptInput(typed, source.name, raw, b"".join(blocks))
    if count <= size:
        return beginning
    beginning.rest = True
    if not is_readable(Source(io.BytesIO(beginning.data), source.name)):
        return beginning
    file, most = temporary(stack), max(LARGEST_COPY, COPIED_SHARDS * size)
    file.write(beginning.data)
    while block := raw.read(BLOCK):
        file.write(block)
        count += len(block)
        if count > most:
            raise stream_too_long(source.name, f"of more than {shown_size(most)}", COPIED)
    file.flush()
    return KeptInput(typed, source.name, raw, path=file.name)
