"""Paths in texts that are not from the user, and whether they stay inside a folder, links resolved.

A configuration that was found, and a stored result, may name files of one folder only. A value names a file
by itself, or behind `=`, `@` or a comma:

    seen=train.bio     seen=train.bio, train.bio
    @../../ids.txt     @../../ids.txt, ../../ids.txt      the second leads outside
"""

import glob
import os
from collections.abc import Iterator

from nerkit.ground.patterns import regex

INNER = regex(r"[=@,]")  # what may stand before the name of a file in a value
GLOB = regex(r"[*?\[]")
ADDRESS = regex(r"(?:\A|[=@])[A-Za-z][A-Za-z0-9+.-]+://")


def named_paths(value: str) -> list[str]:
    """All paths that a value may name: the value itself, and what stands behind each sign."""
    return [value, *(value[match.end() :] for match in INNER.finditer(value))]


def names_address(value: str) -> bool:
    """Whether a value names what is fetched (`s3://…`)."""
    return ADDRESS.search(value) is not None


def reached(path: str) -> Iterator[str]:
    """The paths that nerkit may read for a path: itself, the matches of a pattern, the links in a folder.

    The path, or the beginning of the pattern, comes first, so that a caller who refuses it looks no further.
    """
    if not path or "\0" in path:
        return
    if not os.path.exists(path) and GLOB.search(path):
        yield GLOB.split(path, maxsplit=1)[0] or "."
        yield from glob.iglob(path, recursive=True)
        return
    yield path
    for folder, folders, names in os.walk(path):
        for name in (*folders, *names):
            if os.path.islink(os.path.join(folder, name)):
                yield os.path.join(folder, name)


def is_inside(path: str, root: str) -> bool:
    """Whether a path, links resolved, is in the folder *root*, whose own links are resolved before."""
    return os.path.commonpath([root, os.path.realpath(path)]) == root
