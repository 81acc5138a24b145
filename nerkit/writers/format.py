"""The record of an output format, at the end of its module."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from nerkit.exceptions import UsageError

TOKENS, CHARACTERS = "token", "character"  # units of offsets
# characters; but a document without text and tokens is allowed, and keeps its unit
OFFSETS = "offset"
BREAKS = re.compile(r"[\t\n\r]")  # characters that end a column or a line


def cell(text: str, what: str, to: str, refused: str = "\t\n\r") -> str:
    """Check that a text fits into a column or line, and return it.

    what     the kind of text, for the message
    to       the name of the format, for the message
    refused  characters that would end the column or line

    Raises UsageError if the text has one of the characters.
    """
    if any(mark in text for mark in refused):
        raise UsageError(f"{to} cannot hold the {what} {text!r}: a blank, tab or line break would end it")
    return text


@dataclass(frozen=True)
class Writer:
    """An output format: the function that writes it, and facts about the format.

    write      function (corpus) -> its text in pieces; each piece ends in a newline
    takes      the class of the corpus
    holds      the parts of documents that the format can hold (`record_parts`), for relations and events
    unit       the unit of offsets in documents: TOKENS, CHARACTERS or OFFSETS; empty for any unit
    templates  whether the documents hold role fillers or templates
    files      function (corpus) -> the name and text of each file, for a format with one file per document
    lost       function (corpus) -> phrases about data that the format cannot hold, in addition to `holds`
    """

    write: Callable[[Any], Iterator[str]]
    takes: type[Any]
    holds: frozenset[str] = frozenset()
    unit: str = ""
    templates: bool = False
    files: Callable[[Any], Iterator[tuple[str, str]]] | None = None
    lost: Callable[[Any], list[str]] = lambda _: []
