"""Formats of lines: an element a line, in cells.

separator = "\\t"                  or "whitespace"
columns = ["doc", "type", "a", "novel?"]   names of the cells; a last one with ? may lack
document = "doc"                  the column of the id of its document; or "line": each line is one;
                                  or "blank": blank lines part documents
collection = "facts"              the field of documents that lists the elements
when = { cells = [4, 5], starts = "A", not_number = 2 }    the lines that are elements; others are passed by
skip = "#"                        what comments begin with
split = { words = " " }           columns that are lists, and what parts them
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nerkit.errors import InputError, plural
from nerkit.ground.preset_files import check_keys
from nerkit.ground.toml_text import Toml
from nerkit.io import Source
from nerkit.readers.described import ReadDocument, TableFormat

KEYS = ("separator", "columns", "document", "collection", "when", "skip", "split")
BLANK, LINE = "blank", "line"
WHITESPACE = "whitespace"


def described(
    toml: Toml, at: tuple[str, str], table: Mapping[str, Any], finish: Callable[[Any], Any]
) -> TableFormat:
    """The format of lines that a table describes; InputError for a table that describes none."""
    columns = table.get("columns")
    if not isinstance(columns, list) or not columns or not all(isinstance(one, str) for one in columns):
        toml.fail("columns is a list of names", *at, "columns")
    names = [name.removesuffix("?") for name in columns]
    if any(name.endswith("?") for name in columns[:-1]) or len(set(names)) < len(names):
        toml.fail("columns have names of their own, and the last alone may lack", *at, "columns")
    document = table.get("document", BLANK)
    if document not in (*names, BLANK, LINE):
        toml.fail("document is a column, blank or line", *at, "document")
    for key in ("separator", "collection"):
        if not isinstance(table.get(key), str) or not table[key]:
            toml.fail(f"{key} is a text", *at, key)
    when, split = table.get("when", {}), table.get("split", {})
    for key, value, known in (("when", when, ("cells", "starts", "not_number")), ("split", split, names)):
        if not isinstance(value, dict):
            toml.fail(f"{key} is a table", *at, key)
        check_keys(toml, value, known, *at, key)
    if not isinstance(when.get("cells", []), list) or not isinstance(when.get("not_number", 1), int):
        toml.fail("when has cells, a list of numbers, and not_number, a column from 1", *at, "when")
    rows = _LineCells(table, columns, names, document)

    def read(source: Source) -> Iterator[ReadDocument]:
        yield from rows.documents(source, finish)

    return TableFormat(at[1], table, "", read, implicit=document in names)


class _LineCells:
    """The elements of the lines of a file."""

    def __init__(self, table: Mapping[str, Any], columns: list[str], names: list[str], document: str) -> None:
        self.table, self.names, self.document = table, names, document
        self.when, self.split = table.get("when", {}), table.get("split", {})
        self.separator = None if table["separator"] == WHITESPACE else table["separator"]
        self.least = len(names) - columns[-1].endswith("?")
        self.skip = table.get("skip")

    def documents(self, source: Source, finish: Callable[[Any], Any]) -> Iterator[ReadDocument]:
        """The documents of a file, in the order of their first lines."""
        collection, begun = self.table["collection"], False
        items: dict[Any, ReadDocument] = {}
        block = 0
        for number, line in source.lines():
            if not line.strip():
                block, begun = block + begun, False
                continue
            begun = True
            row = self._row(source.name, number, line)
            if row is None:
                continue
            key: Any = {BLANK: block, LINE: number}.get(self.document)
            name = None if key is not None else row.pop(self.document)
            item = items.setdefault((key, name), ReadDocument(name, {collection: []}, None, {collection: []}))
            item.fields[collection].append(finish(row))
            assert item.lines is not None
            item.lines[collection].append(number)
        yield from items.values()

    def _row(self, source: str, number: int, line: str) -> dict[str, Any] | None:
        """The cells of a line by name; None for a line that is no element."""
        if self.skip and line.startswith(self.skip):
            return None
        cells = line.split(self.separator)
        if self.when and not self._is_element(line, cells):
            return None
        if not self.least <= len(cells) <= len(self.names):
            raise InputError(
                f"{plural(len(cells), 'cell')}, and not {len(self.names)}",
                source=source,
                line=number,
                column=1,
                text=line,
                remedy=f"the cells are {', '.join(self.names)}",
            )
        row: dict[str, Any] = dict(zip(self.names, cells, strict=False))
        return row | {name: row[name].split(by) for name, by in self.split.items() if name in row}

    def _is_element(self, line: str, cells: list[str]) -> bool:
        if len(cells) not in self.when.get("cells", [len(cells)]):
            return False
        column = self.when.get("not_number", 0)
        if column and (column > len(cells) or cells[column - 1].isdigit()):
            return False
        return line.startswith(self.when.get("starts", ""))
