"""JSON with everything in one object: how the numbers were made, the inputs, rows and warnings (schema 1)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.formatters.columns import objects
from nerkit.views.grid import Style

INDENT = " " * 2


def render(envelope: Mapping[str, Any], _: Style) -> Iterator[str]:
    """The indented JSON object. Numbers have full precision; a missing number is null."""
    before = "{"
    for name, value in envelope.items():
        yield f"{before}\n{INDENT}{_text(name)}: "
        if name == "rows" and value:
            yield from _rows(value)
        else:
            yield _text([] if name == "rows" else value, INDENT)
        before = ","
    yield "\n}"


def _rows(rows: Sequence[Any]) -> Iterator[str]:
    """The JSON list of the rows, in pieces. Rows can be computed while they are written."""
    before, margin = "[", INDENT * 2
    columns = getattr(rows, "columns", None)
    inner = f"\n{margin}{INDENT}"
    for fields in columns or ():
        for text in objects(fields, f"\n{margin}{{{inner}", f",{inner}", f"\n{margin}}}"):
            yield before + text
            before = ","
    for row in rows if columns is None else ():
        fields = row if isinstance(row, dict) else row.to_dict()
        inside = (
            f"\n{margin}{INDENT}{_text(name)}: {_text(fields[name], margin + INDENT)}" for name in fields
        )
        yield f"{before}\n{margin}{{{','.join(inside)}\n{margin}}}"
        before = ","
    yield f"\n{INDENT}]"


def _text(value: Any, margin: str = "") -> str:
    """The JSON text of a value. All its lines but the first begin with *margin*.

    A scalar is written without an indent, because json creates reference cycles if it indents.
    """
    if not isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    text = json.dumps(value, indent=INDENT, ensure_ascii=False, allow_nan=False)
    return text.replace("\n", f"\n{margin}")


FORMATTER = Formatter(render, views.envelope)
