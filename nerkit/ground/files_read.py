"""The files that this process has read, so that none is replaced by what it writes, and those of which no
error is to show anything.
"""

import os
from collections.abc import Iterable

_READ: dict[int, set[int]] = {}  # the numbers of files, by their device
_HIDDEN: set[str] = set()  # whole paths of files and folders, as they are named and where their links lead


def note(descriptor: int) -> None:
    """Remember the file of an open descriptor."""
    note_state(os.fstat(descriptor))


def note_path(path: str) -> None:
    """Remember a file that something else opens, if there is one of that name."""
    if os.path.isfile(path):
        note_state(os.stat(path))


def is_read(path: str | int) -> bool:
    """Whether this file has been read, by whatever name or descriptor."""
    state = os.stat(path)
    return state.st_ino in _READ.get(state.st_dev, ())


def note_state(state: os.stat_result) -> None:
    """Remember the file that is in this state."""
    _READ.setdefault(state.st_dev, set()).add(state.st_ino)


def hide(paths: Iterable[str]) -> None:
    """Remember files and folders of which no error is to show anything."""
    for path in paths:
        _HIDDEN.update((os.path.abspath(path), os.path.realpath(path)))


def is_hidden(path: str) -> bool:
    """Whether a file is one of those, or below a folder that is."""
    if not _HIDDEN:
        return False
    above = {os.path.abspath(path), os.path.realpath(path)}
    while not above & _HIDDEN and (outer := {os.path.dirname(one) for one in above}) != above:
        above = outer
    return bool(above & _HIDDEN)


def forget() -> None:
    """Begin anew, as a command does: a number may be that of another file later."""
    _READ.clear()
    _HIDDEN.clear()
