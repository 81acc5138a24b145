"""List the files in a folder with its subfolders, or the matches of a pattern. The search is bounded and does
not follow links to folders, so that it ends even with circular links.
"""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from nerkit.exceptions import UnreadableError, some
from nerkit.ground.limits import DEEPEST_FOLDER, MOST_FILES
from nerkit.ground.warnings import Warned

ONE_BY_ONE = "name a folder that holds only data, or score each folder by itself and merge the results"
ANY_FOLDERS = "**"  # the part of a pattern that stands for folders inside one another


def files_below(top: str, *, hidden: bool = False) -> tuple[list[str], list[str]]:
    """The paths of (all regular files, all other entries) in a folder and its subfolders. Other entries are
    pipes, devices, broken links, and links to folders. Hidden files and folders are omitted unless *hidden*.

    Raises UnreadableError for a folder that cannot be read, and for too many files or folders.
    """
    files: list[str] = []
    others: list[str] = []
    for entry in _entries(top, hidden):
        is_regular = entry.is_file(follow_symlinks=False) or os.path.isfile(entry.path)
        (files if is_regular else others).append(entry.path)
        if len(files) + len(others) > MOST_FILES:
            raise UnreadableError(
                f"the folder has more than {MOST_FILES:,} files",
                source=top,
                remedy=ONE_BY_ONE,
            )
    return files, others


def _entries(top: str, hidden: bool) -> Iterator["os.DirEntry[str]"]:
    """The entries in a folder and its subfolders, except folders, one folder after the other."""
    waiting = [(top, 0)]
    while waiting:
        folder, depth = waiting.pop()
        if depth > DEEPEST_FOLDER:
            problem = f"more than {DEEPEST_FOLDER} folders are nested here"
            raise UnreadableError(problem, source=top, remedy=ONE_BY_ONE)
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith(".") and not hidden:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                    else:
                        yield entry
        except FileNotFoundError:  # taken away since
            continue
        except OSError as error:
            raise UnreadableError((error.strerror or str(error)).lower(), source=folder) from None


def regular(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """Split paths into (regular files, other paths)."""
    files: list[str] = []
    others: list[str] = []
    for path in paths:
        (files if os.path.isfile(path) else others).append(path)
    return files, others


def left_out_of(path: str, names: Sequence[str]) -> list[str]:
    """A list with a warning about paths in a folder that are not regular files. Empty without such paths."""
    return [Warned("not-regular", side=path, names=some(names))] if names else []


def no_files(names: Sequence[str]) -> str | None:
    """The remedy for a folder without regular files; None if *names* is empty."""
    return (
        f"{some(names)}: not a regular file; name the file itself if nerkit should read it" if names else None
    )


def matching(pattern: str) -> list[str]:
    """The paths that match a pattern, sorted. `**` matches any number of nested folders, but no links to
    folders.

    A pattern with `**` matches only files, other patterns match folders, too. Raises errors as `files_below`
    does.
    """
    pattern = pattern.replace(os.altsep or os.sep, os.sep)  # Windows has two separators
    parts = pattern.split(os.sep)
    if parts[-1] == ANY_FOLDERS:  # at the end it stands for what is below them
        parts.append("*")
    if ANY_FOLDERS not in parts:
        _check_readable(parts)
        return sorted(glob.glob(pattern))
    place = parts.index(ANY_FOLDERS)
    before = os.sep.join(parts[:place])
    if place:
        tops = [before or os.sep] if not glob.has_magic(before) else sorted(glob.glob(before))
    else:
        tops = [os.curdir]
    hidden = any(part.startswith(".") for part in parts[place:])
    paths = []
    for top in filter(os.path.isdir, tops):
        for found in (path for paths in files_below(top, hidden=hidden) for path in paths):
            below = os.path.relpath(found, top).split(os.sep)
            if fits(below, parts[place:]):
                paths.append(os.path.join(top, *below) if place else os.path.join(*below))
    return sorted(paths)


def _check_readable(parts: Sequence[str]) -> None:
    """Raise UnreadableError if a pattern leads into a folder that cannot be read. `glob` would ignore such a
    folder.
    """
    for place, part in enumerate(parts):
        if not part:  # before the root
            continue
        before = os.sep.join(parts[:place]) or (os.sep if place else os.curdir)
        needed = os.X_OK | (os.R_OK if glob.has_magic(part) else 0)
        for folder in glob.glob(before) if glob.has_magic(before) else [before]:
            if os.path.isdir(folder) and not os.access(folder, needed):
                raise UnreadableError("permission denied", source=folder)


def fits(names: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether a path matches a pattern. *names* and *parts* are the path and the pattern, split at the
    slashes.
    """
    reached = {0}  # how many of the parts may have been used up
    for name in names:
        after = set()
        for place in _with_skips(reached, parts):
            if place == len(parts):
                continue
            if parts[place] == ANY_FOLDERS:
                if not name.startswith("."):
                    after.add(place)
            elif fnmatchcase(name, parts[place]) and (parts[place][:1] == "." or name[:1] != "."):
                after.add(place + 1)
        reached = after
    return len(parts) in _with_skips(reached, parts)


def _with_skips(reached: set[int], parts: Sequence[str]) -> set[int]:
    """The states *reached*, with the states reached if `**` matches no folder. A state is an index into
    *parts*.
    """
    places = set(reached)
    for place, part in enumerate(parts):
        if place in places and part == ANY_FOLDERS:
            places.add(place + 1)
    return places
