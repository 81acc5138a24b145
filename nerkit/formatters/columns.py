"""Convert columns of rows to text: cells, or one JSON object per row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def texts(column: Sequence[Any]) -> list[str]:
    """The cells of a column as text; a missing number is empty."""
    if None in column:
        return ["" if value is None else str(value) for value in column]
    return list(map(str, column))


def objects(fields: Mapping[str, Sequence[Any]], begin: str, between: str, end: str) -> Iterator[str]:
    """The JSON object of each row, as `json.dumps` writes it with `ensure_ascii=False`. All columns have the
    same length.
    """
    import json

    names = (json.dumps(name, ensure_ascii=False).replace("%", "%%") for name in fields)
    pattern = begin + between.join(f"{name}: %s" for name in names) + end
    return (pattern % row for row in zip(*map(_values, fields.values()), strict=True))


def _values(column: Sequence[Any]) -> list[str]:
    """The JSON values of a column, which holds only texts or only numbers; None becomes null."""
    if isinstance(column[0], str):
        from json.encoder import encode_basestring

        return list(map(encode_basestring, column))
    if None in column:
        return ["null" if value is None else str(value) for value in column]
    return list(map(str, column))
