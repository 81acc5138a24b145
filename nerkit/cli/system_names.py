"""Names of systems on the command line: `[NAME=]PATH`."""

import os
from collections.abc import Sequence

from nerkit.errors import UsageError


def named_paths(texts: Sequence[str]) -> dict[str, str]:
    """Name -> path of arguments `[NAME=]PATH`. Raises UsageError for a name that two have."""
    paths: dict[str, str] = {}
    for text in texts:
        name, path = _named(text)
        if name in paths:
            raise UsageError(f"two systems are called {name!r}; tell them apart with -s NAME=PATH")
        paths[name] = path
    return paths


def _named(text: str) -> tuple[str, str]:
    """`NAME=PATH` as (name, path); a file that exists under the whole text is a path."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path or "/" in name or os.path.exists(text):
        return text, text
    return name, path
