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
from nerkit.readers.columns.text import TextRow, rows
from nerkit.readers.custom_formats import ReadDocument, TableFormat

KEYS = {**dict.fromkeys(("document", "group", "separator", "collection"), "text"), "columns": "names"}
MOST_READINGS = 4096  # of a line
OPTIONAL = re.compile(r"\[([^][]*)\]")


def described(form: TableFormat) -> TableFormat:
    """The group format in a table. Raises InputError for an invalid table."""

    def read(source: Source) -> Iterator[ReadDocument]:
        yield from _documents(source, form)

    return form._replace(read=read, implicit=True)


def _documents(source: Source, form: TableFormat) -> Iterator[ReadDocument]:
    """Yield the documents of a file, each with the groups below its line."""
    table, collection = form.table, form.table["collection"]
    found: list[ReadDocument] = []
    for row in rows(source):
        line = row.text
        if not row.cells:
            continue
        if line.startswith(table["document"]):
            name = line.removeprefix(table["document"]).split("\t")[0].strip()
            found.append(ReadDocument(name, {collection: []}, None, {collection: []}))
            continue
        if not found:
            raise row.error(0, "the line comes before the first document")
        item = found[-1]
        assert item.lines is not None
        if table["group"] in line:
            item.fields[collection].append([])
            item.lines[collection].append(row.line)
        elif not item.fields[collection]:
            problem = "the reading comes before the first group of its document"
            raise row.error(0, problem)
        else:
            item.fields[collection][-1] += map(form.finish, _readings(row, table))
    yield from found


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
