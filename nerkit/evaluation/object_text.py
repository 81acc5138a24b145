"""Objects in Python as the text of a file: of JSON, or of CSV if they are the rows of a table."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import Enum
from operator import attrgetter, methodcaller
from pathlib import PurePath
from typing import Any
from uuid import UUID

from nerkit.evaluation.objects import is_array, record_of
from nerkit.exceptions import InputError, short


def json_text(data: Any, name: str) -> bytes:
    """Return objects as the text of a JSON file: an array with one element per line, or one value.

    Raises InputError for a value that JSON does not have.
    """
    listed = isinstance(data, list | tuple)
    texts: list[str] = []
    for number, one in enumerate(data if listed else [data], 1):
        try:
            texts.append(ENCODER.encode(one))
        except _NotJsonError as error:
            problem = f"document {number}: {error}" if listed else str(error)
            raise InputError(problem, source=name, remedy=NO_VALUE) from None
    lines = ",\n".join(texts)
    text = f"[{lines}]\n" if listed else f"{lines}\n"
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a pair of surrogates
        return json.dumps(json.loads(text)).encode()


def table_text(rows: Sequence[Mapping[str, Any]], head: int | None = None) -> bytes | None:
    """Return rows with equal columns as the text of a CSV file; *head* limits the number of rows.

    Returns None for rows with different columns or with lists in cells.
    """
    rows = rows[:head]
    names = list(rows[0]) if rows and isinstance(rows[0], Mapping) else []
    if not names or not all(isinstance(row, Mapping) and list(row) == names for row in rows):
        return None
    if any(
        isinstance(cell, Mapping | list | tuple) or is_array(cell) for row in rows for cell in row.values()
    ):
        return None
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(row.values() for row in rows)
    return text.getvalue().encode("utf-8", "surrogatepass")


class _NotJsonError(ValueError):
    """A value has no form in JSON."""


def _value(value: Any) -> Any:
    """Return the JSON value for an object of another class. Raises _NotJsonError if there is none."""
    if (fields := record_of(value)) is not None:
        return fields
    if isinstance(value, Mapping):
        return {key: value[key] for key in value}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [one for one in value]  # noqa: C416  (a list would ask for the length)
    if is_array(value):
        return value.tolist()
    found = next((written(value) for kind, written in WRITTEN.items() if isinstance(value, kind)), None)
    if found is None:
        raise _NotJsonError(f"{short(repr(value))} ({type(value).__name__}) is not a value of JSON")
    return found


WRITTEN: dict[type, Callable[[Any], Any]] = {  # a class -> function: value -> JSON value
    Enum: attrgetter("value"),
    date: methodcaller("isoformat"),
    PurePath: str,
    UUID: str,
}
ENCODER = json.JSONEncoder(ensure_ascii=False, default=_value)
NO_VALUE = "use texts, numbers, lists, dictionaries, dataclasses and pydantic models in records"
