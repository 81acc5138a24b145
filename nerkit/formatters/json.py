"""JSON with everything in one object: how the numbers were made, the inputs, rows and warnings (schema 1)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerkit import views
from nerkit.formatters import Formatter
from nerkit.views.grid import Style

INDENT = " " * 2
NESTED = (list, tuple, dict)


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
    before, margin = "[", f"\n{INDENT * 2}"
    flat = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(f",{margin}{INDENT}", ": "))
    for row in rows:
        fields = row if isinstance(row, dict) else row.to_dict()
        if any(isinstance(value, NESTED) for value in fields.values()):
            yield f"{before}{margin}{_text(fields, INDENT * 2)}"
        else:
            yield f"{before}{margin}{{{margin}{INDENT}{flat.encode(fields)[1:-1]}{margin}}}"
        before = ","
    yield f"\n{INDENT}]"


def _text(value: Any, margin: str = "") -> str:
    """The JSON text of a value. All its lines but the first begin with *margin*.

    A scalar is written without an indent, because json creates reference cycles if it indents.
    """
    if not isinstance(value, NESTED):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    text = json.dumps(value, indent=INDENT, ensure_ascii=False, allow_nan=False)
    return text.replace("\n", f"\n{margin}")


FORMATTER = Formatter(render, views.envelope)
