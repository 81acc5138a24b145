"""Access to files by path: local files, and remote files with a scheme (`s3://…`, `memory://…`), which fsspec
opens if it is installed.

The process remembers the files that it has read, so that output does not overwrite them.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple, cast

from nerkit.exceptions import LibraryError, NerkitError, NotFoundError, UnreadableError
from nerkit.ground.containment import admit
from nerkit.ground.limits import MOST_FILES
from nerkit.ground.patterns import regex

ACCESS = "check the path, the network, and the environment variables of the driver (keys, endpoint)"
FETCH = "download the file first"
CHAIN = "::"  # between the parts of a path of fsspec's that stand inside one another
MAGIC = regex(r"[*\[]")  # of a pattern; a question mark begins the query of an address
LOCAL = regex(r"\A(?:file|local)://")
REMOTE = regex(r"[A-Za-z][A-Za-z0-9+.-]+://")
_READ: dict[int, set[int]] = defaultdict(set)  # the numbers of files that were read, by their device


class FileState(NamedTuple):
    """The size of a file, and a stamp that changes with its content."""

    size: int
    stamp: int | str


def is_remote(path: object) -> bool:
    """Whether a path has a scheme such as `s3://`, and is not the name of a local file."""
    is_address = isinstance(path, str) and "://" in path and REMOTE.match(path) is not None
    return is_address and not os.path.exists(str(path))


def absolute(path: str) -> str:
    """The absolute form of a path."""
    return path if is_remote(path) else os.path.abspath(path)


def opened(path: str) -> BinaryIO:
    """Open a file for reading. Raises OSError, InputError for a missing remote file, and LibraryError if
    fsspec is needed but not installed.
    """
    if not is_remote(path):
        admit(path)
        file = open(path, "rb", buffering=0)  # noqa: SIM115  (closed by who asked for it)
        note(file.fileno())
        return cast(BinaryIO, file)
    for part in path.split(CHAIN):
        if os.path.isfile(local := LOCAL.sub("", part)):
            note_state(os.stat(local))  # because other code opens the file
    with _told(path):
        system, inner = _located(path)
        return cast(BinaryIO, system.open(inner, "rb"))


def state_of(path: str) -> FileState:
    """The size and stamp of a file. Raises errors as `opened` does."""
    if "://" not in path or not is_remote(path):
        state = os.stat(path)
        return FileState(state.st_size, state.st_mtime_ns)
    with _told(path):
        system, inner = _located(path)
        size = system.info(inner)["size"]
        if size is None:
            raise UnreadableError("the remote file does not tell its size", source=path, remedy=FETCH)
        return FileState(int(size), str(system.ukey(inner)))


def is_file(path: str) -> bool:
    """Whether a path is a regular file, local or remote. Raises errors as `opened` does."""
    if not is_remote(path):
        return os.path.isfile(path)
    with _told(path):
        system, inner = _located(path)
        return bool(system.isfile(inner))


class RemoteFile(NamedTuple):
    """A file in a remote folder or pattern: its full path, and its path relative to the folder (its name, for
    a pattern).
    """

    path: str
    member: str


def remote_files(path: str) -> list[RemoteFile] | None:
    """The files in a remote folder or pattern, sorted by name. None for other paths.

    Hidden files are omitted unless *path* itself contains a hidden name. Raises errors as `opened` does, and
    UnreadableError for too many files.
    """
    if CHAIN in path:  # archives and caches in others' names are opened by fsspec alone
        return None
    with _told(path):
        system, inner = _located(path)
        magic = MAGIC.search(path)
        is_pattern = magic is not None and not system.exists(inner)
        if is_pattern:
            known = system.glob(inner, detail=True)
        elif system.isfile(inner) or not system.isdir(inner):
            return None
        else:
            known = system.find(inner, detail=True)
        names = sorted(name for name, info in known.items() if info["type"] == "file")
        if len(names) > MOST_FILES:
            raise UnreadableError(f"more than {MOST_FILES:,} files", source=path)
        typed = path.rstrip("/") + "/"
        if is_pattern and magic is not None:  # what stands before its first part that is one
            typed = path[: path.rfind("/", 0, magic.start()) + 1]
            inner = _located(typed)[1]
        members = [name.removeprefix(inner.rstrip("/")).lstrip("/") for name in names]
        wanted = [one for one in members if "/." in path or not any(p[:1] == "." for p in one.split("/"))]
        return [RemoteFile(typed + one, one.rpartition("/")[2] if is_pattern else one) for one in wanted]


@contextmanager
def _told(path: str) -> Iterator[None]:
    """A context that converts errors of a remote driver to InputError. Before the driver runs, it checks that
    the path may be read.
    """
    admit(path)
    try:
        yield
    except NerkitError:
        raise
    except FileNotFoundError:
        raise NotFoundError("no such file or directory", source=path) from None
    except Exception as error:  # noqa: BLE001
        raise UnreadableError(driver_problem(error), source=path, remedy=ACCESS) from None


def driver_problem(error: Exception) -> str:
    """The message of an error of the library that reads a file."""
    reason = next(
        (line.strip() for line in str(error).splitlines() if line.strip()), "the driver gives no reason"
    )
    return f"nerkit cannot read the file ({type(error).__name__}: {reason})"


def _located(path: str) -> tuple[Any, str]:
    """Split a remote path into (file system object, path in that file system)."""
    try:
        import fsspec
    except ImportError:
        remedy = "install fsspec: pip install fsspec"
        raise LibraryError("remote files need the library fsspec", source=path, remedy=remedy) from None
    try:
        system, inner = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:  # no driver for this scheme, or none that is known
        raise UnreadableError(f"fsspec cannot open the remote file ({error})", source=path) from None
    return system, str(inner)


def note(descriptor: int) -> None:
    """Remember the file of an open descriptor as read."""
    note_state(os.fstat(descriptor))


def is_read(path: str | int) -> bool:
    """Whether this process has read a file, even under another name or descriptor."""
    state = os.stat(path)
    return state.st_ino in _READ.get(state.st_dev, ())


def note_state(state: os.stat_result) -> None:
    """Remember the file with this `os.stat` result as read."""
    _READ[state.st_dev].add(state.st_ino)


def forget() -> None:
    """Forget the files that were read, because a new file can reuse the number of a deleted file."""
    _READ.clear()
