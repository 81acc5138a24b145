"""What writes a format: one record, at the end of its module."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Writer:
    """The writer of a format.

    write  (corpus) -> its text in pieces, each ending in a newline
    takes  the class of the corpus
    """

    write: Callable[[Any], Iterator[str]]
    takes: type[Any]
