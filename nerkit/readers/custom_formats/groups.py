"""Group formats: facts in several readings, one reading per line, below the line of their document or group.

    document = "sent_id:"             the beginning of a document's line; its id follows, up to a tab
    group = "--> Cluster"             a text in each line that begins a group (the readings of one fact)
    separator = " --> "               the separator of the parts of a reading
    columns = ["s", "p", "o"]         the names of its parts
    collection = "facts"              the field of documents that lists the groups

Words in square brackets are optional. A line means its readings with and without each bracket, at most 4,096.

    He --> served as --> [the] Prime Minister [of Australia]        four readings
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.custom_formats import ReadDocument, TableFormat

KEYS = {**dict.fromkeys(("document", "group", "separator", "collection"), "text"), "columns": "names"}
MOST_READINGS = 4096  # of a line
OPTIONAL = re.compile(r"\[([^][]*)\]")


def described(form: TableFormat) -> TableFormat:
    """The group format in a table. Raises InputError for an invalid table."""
    table = form.table
    shape = LineShape(begins=re.compile(rf"{re.escape(table['document'])}([^\t]*)"))

    def read(source: Source) -> Iterator[ReadDocument]:
        """Yield the documents of a file, each with the groups below its line."""
        for unit in shape.units(filter(lambda row: row.cells, shape.rows(source))):
            groups, lines = list[Any](), list[int]()
            for row in unit.rows:
                if unit.mark is None:
                    raise row.error(0, "the line comes before the first document")
                if table["group"] in row.text:
                    groups.append([])
                    lines.append(row.line)
                elif not groups:
                    raise row.error(0, "the reading comes before the first group of its document")
                else:
                    groups[-1] += map(form.finish, _readings(row, table))
            name, of = unit.mark and unit.mark[1].strip(), table["collection"]
            yield ReadDocument(name, {of: groups}, None, {of: lines})

    return form._replace(read=read, implicit=True)


def _readings(row: TextRow, table: Mapping[str, Any]) -> list[dict[str, str]]:
    """The readings of a line: every combination with and without each bracket."""
    fixed_and_optional = OPTIONAL.split(row.text.strip())  # texts outside and inside by turns
    fixed, optional = fixed_and_optional[::2], fixed_and_optional[1::2]
    if 2 ** len(optional) > MOST_READINGS:
        raise row.error(0, f"the line has more than {MOST_READINGS:,} readings")
    rows: dict[tuple[str, ...], None] = {}
    for taken in product((True, False), repeat=len(optional)):
        words = [f"{word} " if is_there else " " for word, is_there in zip(optional, taken, strict=True)]
        text = "".join(part for pair in zip(fixed, [*words, ""], strict=True) for part in pair)
        parts = [" ".join(part.split()) for part in text.split(table["separator"])]
        if len(parts) != len(table["columns"]):
            raise row.error(0, f"{len(parts)} parts, not {len(table['columns'])}")
        rows[tuple(parts)] = None
    return [dict(zip(table["columns"], parts, strict=True)) for parts in rows]
