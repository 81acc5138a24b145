"""What models give for texts that are not there: JSON lists of spans, one list for each text.

    [[{"start": 0, "end": 7, …}, …], []]      a list of lists: a document each
    [{"start": 0, "end": 7, …}, …]            a list of spans: one document; one a line, a document each

Such documents have neither text nor id, so that they pair by order.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nerkit.io import Source
from nerkit.readers.json_text import Path, Value, beginning, documents, longest_line, shown, values

NESTED = re.compile(r"\s*\[\s*\[")  # lists in a list
EMPTY = re.compile(r"\s*\[(\s*\[\s*\]\s*,?)*+")  # what stands before the first span, but for brackets
Listed = tuple[Value, Path]  # a span: the value it stands in, and where


def first_span(head: str) -> Mapping[str, Any] | None:
    """The first span of lists of spans; None for anything else, and where there is none."""
    before = EMPTY.match(head)
    if before is None:
        return None
    text = head[before.end() :].lstrip().removeprefix("[").lstrip()
    if text.startswith("]"):  # lines of empty lists
        text = text.lstrip("[] \n\t\r")
    span = beginning(text) if text.startswith("{") else None
    return span if isinstance(span, dict) else None


def of_documents(source: Source, form: str) -> Iterator[list[Listed]]:
    """The spans of each document of a file. Raises InputError for what is not JSON or not a list of spans."""
    head = source.head
    if NESTED.match(head):
        yield from (_of_list(value, form) for value in documents(source, form))
    elif _has_lists(head.lstrip().partition("\n")[0]):
        yield from (
            _of_list(value, form) for value in values(source.name, source.lines(longest_line(source)), form)
        )
    else:
        yield [(value, ()) for value in documents(source, form) if _is_span(value, (), form)]


def _has_lists(line: str) -> bool:
    """Whether a line is a whole list, so that each line is one."""
    return line.rstrip().endswith("]")


def _of_list(value: Value, form: str) -> list[Listed]:
    if not isinstance(value.value, list):
        value.fail(f"{shown(value.value)} is not a list of spans", remedy=form)
    return [(value, (place,)) for place in range(len(value.value)) if _is_span(value, (place,), form)]


def _is_span(value: Value, path: Path, form: str) -> bool:
    if not isinstance(value.part(*path), dict):
        value.fail(f"{shown(value.part(*path))} is not a span", *path, remedy=form)
    return True
