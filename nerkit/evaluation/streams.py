"""Inputs that can be read again: of a pipe the beginning is kept, or, if it goes on, a copy in a file.

The copy stands in the folder for temporary files (TMPDIR), and is taken away at the end.
"""

import io
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from nerkit.io import STDIN, expand

EXPANDING = 16  # a compressed file this many times smaller than a shard is not looked into
BLOCK = 1 << 20  # bytes read of a pipe at a time


@dataclass
class Kept:
    """An input that has been read from a pipe: an open file that begins anew whenever it is opened.

    typed   what the input is called in results;  name  in messages
    path    where its copy is; None where *data* is all of it
    """

    typed: str
    name: str
    data: bytes = b""
    path: str | None = None
    _open: BinaryIO | None = None

    def again(self) -> "Kept":
        """The same, to be read from the beginning."""
        return Kept(self.typed, self.name, self.data, self.path)

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes; none at the end."""
        if self._open is None:
            self._open = io.BytesIO(self.data) if self.path is None else open(self.path, "rb")  # noqa: SIM115
        return self._open.read(size)

    def close(self) -> None:
        """Close the copy, if it is open."""
        if self._open is not None:
            self._open.close()


def may_be_large(targets: Sequence[Any], size: int, options: Iterable[Any]) -> bool:
    """Whether all targets are single files, one of them may be larger than a shard of *size* bytes, and no
    option is a pipe, which can be read once alone.
    """
    if any(isinstance(value, str) and is_pipe(value) for value in options):
        return False
    large = False
    for target in targets:
        if isinstance(target, Kept):
            large |= target.path is not None or len(target.data) > size // EXPANDING
        elif isinstance(target, str | os.PathLike) and os.path.isfile(target):
            large |= os.stat(target).st_size > size // EXPANDING
        else:
            return False
    return large


@contextmanager
def kept(targets: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """The targets; of pipes up to *size* bytes are kept in memory, else a copy is."""
    with ExitStack() as stack:
        yield [_kept(target, size, stack) if is_pipe(target) else target for target in targets]


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

    file = tempfile.NamedTemporaryFile(prefix="nerkit-")  # noqa: SIM115  (closed with the stack)
    return cast(BinaryIO, stack.enter_context(file))


def _kept(target: Any, size: int, stack: ExitStack) -> Any:
    (source,) = expand(target)
    typed = os.fspath(target)
    raw = source.raw()
    try:
        blocks = [raw.read(BLOCK)]
    except OSError:
        return target  # what reads it says what is wrong
    count = len(blocks[0])
    while blocks[-1] and count <= size and (block := raw.read(BLOCK)):
        blocks.append(block)
        count += len(block)
    if count <= size:
        source.close()
        return Kept(typed, source.name, b"".join(blocks))
    file = temporary(stack)
    while blocks:
        file.write(blocks.pop(0))
    while block := raw.read(BLOCK):
        file.write(block)
    file.flush()
    return Kept(typed, source.name, path=file.name)
