"""Files by their paths: those of this machine, and those with a scheme (`s3://…`, `memory://…`) that fsspec
opens where it is installed.
"""

import os
from typing import Any, BinaryIO, NamedTuple, cast

from nerkit.errors import InputError, UnreadableError
from nerkit.ground import files_read
from nerkit.ground.patterns import regex

REMOTE = regex(r"[A-Za-z][A-Za-z0-9+.-]+://")


class FileState(NamedTuple):
    """The size of a file, and what changes with its content."""

    size: int
    stamp: int | str


def is_remote(path: object) -> bool:
    """Whether a path has a scheme, and names no file of this machine."""
    return isinstance(path, str) and REMOTE.match(path) is not None and not os.path.exists(path)


def absolute(path: str) -> str:
    """The path, whatever the working folder is."""
    return path if is_remote(path) else os.path.abspath(path)


def opened(path: str) -> BinaryIO:
    """The file, open for reading. Raises OSError, InputError for a remote file that is not there,
    UnreadableError where fsspec is not installed.
    """
    if not is_remote(path):
        file = open(path, "rb", buffering=0)  # noqa: SIM115  (closed by who asked for it)
        files_read.note(file.fileno())
        return cast(BinaryIO, file)
    system, inner = _located(path)
    try:
        return cast(BinaryIO, system.open(inner, "rb"))
    except FileNotFoundError:
        raise InputError("no such file or directory", source=path) from None


def state_of(path: str) -> FileState:
    """Size and stamp of a file. Raises as `opened` does."""
    if not is_remote(path):
        state = os.stat(path)
        return FileState(state.st_size, state.st_mtime_ns)
    system, inner = _located(path)
    try:
        return FileState(int(system.info(inner)["size"]), str(system.ukey(inner)))
    except FileNotFoundError:
        raise InputError("no such file or directory", source=path) from None


def _located(path: str) -> tuple[Any, str]:
    """The file system of a remote path, and the path in it."""
    try:
        import fsspec
    except ImportError:
        remedy = "install the library that opens it: pip install fsspec"
        raise UnreadableError("a remote file, which fsspec opens", source=path, remedy=remedy) from None
    try:
        system, inner = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:  # no driver for this scheme, or none that is known
        raise UnreadableError(f"a remote file that fsspec cannot open ({error})", source=path) from None
    return system, str(inner)
