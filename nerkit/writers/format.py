"""What writes a format: one record, at the end of its module."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Writer:
    """The writer of a format.

    write   (corpus) -> its text in pieces, each ending in a newline; of a folder, the path and text of each
            file
    takes   the class of the corpus
    folder  whether it is a folder of files
    holds   fields of spans that are written, or stand in the text
    """

    write: Callable[[Any], Iterator[Any]]
    takes: type[Any]
    folder: bool = False
    holds: tuple[str, ...] = ("eid", "score", "type", "text")
