"""The files that this process has read, so that none of them is replaced by what it writes."""

import os

_READ: dict[int, set[int]] = {}  # the numbers of files, by their device


def note(descriptor: int) -> None:
    """Remember the file of an open descriptor."""
    state = os.fstat(descriptor)
    _READ.setdefault(state.st_dev, set()).add(state.st_ino)


def is_read(path: str) -> bool:
    """Whether this file has been read, by whatever name."""
    state = os.stat(path)
    return state.st_ino in _READ.get(state.st_dev, ())


def forget() -> None:
    """Begin anew, as a command does: a number may be that of another file later."""
    _READ.clear()
