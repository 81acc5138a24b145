"""The record of a format that is written, at the end of its module."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from nerkit.exceptions import UsageError

TOKENS, CHARACTERS = "token", "character"  # what offsets count
# the same as CHARACTERS, but where there is neither text nor tokens whatever offsets count
OFFSETS = "offset"


def cell(text: str, what: str, to: str, refused: str = "\t\n\r") -> str:
    """A text that is in a column or a line as it is. Raises UsageError if it has one of the characters
    *refused*, which would make other columns or lines of it.
    """
    if any(mark in text for mark in refused):
        raise UsageError(f"{to} cannot hold the {what} {text!r}: a blank, tab or line break would end it")
    return text


@dataclass(frozen=True)
class Writer:
    """The writer of a format.

    write  (corpus) -> its text in pieces, each ending in a newline
    takes  the class of the corpus
    holds  of documents of relations and events: what the format can hold (`record_parts`)
    unit   the unit of their offsets; any unit, if empty
    lost   (corpus) -> what the format cannot hold of it, in words, where `holds` does not say
    templates  whether its documents are fillers of roles or templates
    files  (corpus) -> the name and the text of each file, where a document is a file of its own
    """

    write: Callable[[Any], Iterator[str]]
    takes: type[Any]
    holds: frozenset[str] = frozenset()
    unit: str = ""
    templates: bool = False
    files: Callable[[Any], Iterator[tuple[str, str]]] | None = None
    lost: Callable[[Any], list[str]] = lambda _: []
