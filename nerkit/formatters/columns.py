"""Columns of rows as text: cells, and JSON objects a row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def texts(column: Sequence[Any]) -> list[str]:
    """The cells of a column; a number that does not exist is empty."""
    if None in column:
        return ["" if value is None else str(value) for value in column]
    return list(map(str, column))


def objects(fields: Mapping[str, Sequence[Any]], begin: str, between: str, end: str) -> Iterator[str]:
    """The JSON object of each row of columns of one length, as `json.dumps` writes it without escapes."""
    import json

    names = (json.dumps(name, ensure_ascii=False).replace("%", "%%") for name in fields)
    pattern = begin + between.join(f"{name}: %s" for name in names) + end
    return (pattern % row for row in zip(*map(_values, fields.values()), strict=True))


def _values(column: Sequence[Any]) -> list[str]:
    """The values of a column: all texts, or numbers, None if they do not exist."""
    if isinstance(column[0], str):
        from json.encoder import encode_basestring

        return list(map(encode_basestring, column))
    if None in column:
        return ["null" if value is None else str(value) for value in column]
    return list(map(str, column))
