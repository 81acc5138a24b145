"""The files that this process has read, so that none of them is replaced by what it writes."""

import os

_READ: dict[int, set[int]] = {}  # the numbers of files, by their device


def note(descriptor: int) -> None:
    """Remember the file of an open descriptor."""
    _note(os.fstat(descriptor))


def note_path(path: str) -> None:
    """Remember a file that something else opens, if there is one of that name."""
    if os.path.isfile(path):
        _note(os.stat(path))


def is_read(path: str | int) -> bool:
    """Whether this file has been read, by whatever name or descriptor."""
    state = os.stat(path)
    return state.st_ino in _READ.get(state.st_dev, ())


def _note(state: os.stat_result) -> None:
    _READ.setdefault(state.st_dev, set()).add(state.st_ino)


def forget() -> None:
    """Begin anew, as a command does: a number may be that of another file later."""
    _READ.clear()
