"""Line formats: one element per line, in cells.

    separator = "\t"                  or "whitespace"
    columns = ["doc", "type", "a", "novel?"]   names of the cells; a last name with ? is optional, a last name
                                      with * takes all remaining cells as a list
    optional = "confidence"           a column that exists in a line if its cell is a number
    document = "doc"                  the column of document ids; or "line": each line is a document;
                                      or "blank": blank lines separate documents
    collection = "facts"              the field of documents that lists the elements; not needed with
                                      document = "line": then the cells are the document's fields
    when = { cells = [4, 5], starts = "A", not_number = 2 }    conditions for lines that are elements
    skip = "#"                        the beginning of comments
    split = { words = " " }           columns that are lists, and their separators; "" splits into characters
    into = { place = ["-", "start", "end"] }   the field names for the parts of such a column; "-": none
    numbers = ["start", "end"]        fields that are whole numbers
    header = { tokens = "S " }        lines with this beginning are a field of their document
    nothing = { type = "noop" }       values that mark a line as "no element"
    readings = { annotators = "annotator" }    a field of documents that lists readings (records with the
                                      collection), and the column whose values separate them
    spread = { covered = ["start", "end"] }    a field beside the collection: the places of all distinct
                                      elements, from the first field up to the second (if equal, the first)
    places = { boundaries = "marks" }          a field beside the cells: the places of 1 in a list

A document without elements has the empty list, or one reading with the empty list.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow, rows
from nerkit.readers.custom_formats import ReadDocument, TableFormat

TABLES = ("when", "split", "into", "header", "nothing", "readings", "spread", "places")
# fmt: off
KEYS = {
    "separator": "text", "columns": "names", "numbers": "names*", "when": "lines*", "into": "{names}*",
    "nothing": "table*", "spread": "{pair}*",
    **dict.fromkeys(("optional", "document", "collection", "skip"), "text?"),
    **dict.fromkeys(("split", "header", "readings", "places"), "{text}*"),
}
# fmt: on
BLANK, LINE = "blank", "line"
WHITESPACE = "whitespace"
LEFT_OUT = "-"


def described(form: TableFormat) -> TableFormat:
    """The line format in a table. Raises InputError for an invalid table."""
    table: dict[str, Any] = {**{key: {} for key in TABLES}, "numbers": [], "document": BLANK, **form.table}
    columns, document, made = table["columns"], table["document"], chain(*table["into"].values())
    names = [name.removesuffix("?").removesuffix("*") for name in columns]
    if any(name.endswith(("?", "*")) for name in columns[:-1]) or len(set(names)) < len(names):
        form.fail("columns must have different names, and only the last column may be missing", "columns")
    form.check_names((*names, BLANK, LINE), document, "document")
    if document != LINE and "collection" not in table:
        form.fail("collection must be a text", "collection")
    form.check_keys(table["when"], ("cells", "starts", "not_number"), "when")
    form.check_keys(table["split"], names, "split")
    form.check_keys(table["into"], tuple(table["split"]), "into")
    form.check_names(names, table.get("optional"), "optional")
    fields = [*names, *made]
    form.check_names(fields, table["numbers"], "numbers")
    form.check_names(table["numbers"], table["spread"], "spread")
    form.check_names(fields, {name: name for name in table["nothing"]}, "nothing")
    for key in ("readings", "places"):
        form.check_names(fields, table[key], key)
    reading = _LineReading(table, names, form.finish)
    return form._replace(read=reading.documents, implicit=document in names)


Element = tuple[dict[str, Any], TextRow]  # the fields of a line, and the line


class _Gathered:
    """A document under construction: its elements, by the value that separates readings."""

    def __init__(self, name: str | None) -> None:
        self.name, self.header = name, dict[str, Any]()
        self.elements: dict[Any, list[Element]] = {}


class _LineReading:
    def __init__(self, table: Mapping[str, Any], names: list[str], finish: Callable[[Any], Any]) -> None:
        self.table, self.names, self.finish = table, names, finish
        self.separator = None if table["separator"] == WHITESPACE else table["separator"]
        self.least = len(names) - table["columns"][-1].endswith(("?", "*"))
        self.all_left = table["columns"][-1].endswith("*")
        # the field of documents that lists readings, and the column that separates them
        pair: tuple[Any, Any] = next(iter(table["readings"].items()), (None, None))
        self.readings, self.reading = pair

    def documents(self, source: Source) -> Iterator[ReadDocument]:
        """The documents, in the order of their first lines."""
        block, begun = 0, False
        gathered: dict[Any, _Gathered] = {}
        for line in rows(source, self.separator):
            if not line.cells:
                block, begun = block + begun, False
                continue
            if "skip" in self.table and line.text.startswith(self.table["skip"]):
                continue
            begun = True
            key: Any = {BLANK: block, LINE: line.line}.get(self.table["document"])
            row = self._row(line)
            if row is None and key is None:
                continue
            name = None if key is not None or row is None else row.pop(self.table["document"])
            one = gathered.setdefault((key, name), _Gathered(name))
            if row is None:
                self._take_header(one, line.text)
            else:
                self._take(one, row, line)
        yield from map(self._made, gathered.values())

    def _row(self, line: TextRow) -> dict[str, Any] | None:
        """Name -> cell of a line; None if the line is not an element. InputError for too few cells."""
        cells, names, table = line.cells, self.names, self.table
        if "optional" in table and not _is_number(cells[(at := names.index(table["optional"])) :]):
            cells.insert(at, "")
        if table["when"] and not _is_element(line.text, cells, table["when"]):
            return None
        if len(cells) < self.least or (len(cells) > len(names) and not self.all_left):
            remedy = f"the cells are {', '.join(names)}"
            line.fail(0, f"{plural(len(cells), 'cell')}, not {len(names)}", remedy)
        row: dict[str, Any] = dict(zip(names, cells, strict=False))
        if self.all_left:
            row[names[-1]] = cells[self.least :]
        for name in row.keys() & table["split"]:
            row[name] = _parts(row[name], table["split"][name])
        for name, parts in table["into"].items():
            values = row.pop(name)
            if len(values) != len(parts):
                raise line.error(0, f"{name} has {plural(len(values), 'part')}, not {len(parts)}")
            row.update((part, value) for part, value in zip(parts, values, strict=True) if part != LEFT_OUT)
        for name in table["numbers"]:
            try:
                row[name] = int(row[name])
            except (TypeError, ValueError):
                raise line.error(0, f"{name} is {row[name]!r}, not a whole number") from None
        return row

    def _take_header(self, one: _Gathered, line: str) -> None:
        """Keep a header line as a field of its document: a text, or for the field `tokens` a list of
        words.
        """
        for name, start in self.table["header"].items():
            if line.startswith(start):
                text = line[len(start) :]
                one.header[name] = text.split() if name == "tokens" else text

    def _take(self, one: _Gathered, row: dict[str, Any], line: TextRow) -> None:
        """Keep an element under its reading. A line that means "no element" only creates the reading."""
        elements = one.elements.setdefault(row.pop(self.reading) if self.reading else None, [])
        nothing = self.table["nothing"]
        if not nothing or any(row.get(name) != value for name, value in nothing.items()):
            elements.append((row, line))

    def _made(self, one: _Gathered) -> ReadDocument:
        collection = self.table.get("collection")
        if collection is None:
            ((row, line),) = one.elements[None]
            fields = self._beside(row, line)
            places = {name: [line.line] * len(field) for name, field in fields.items() if field}
            return ReadDocument(one.name, fields, None, places or {"": [line.line]})
        numbers = [[line.line for _, line in elements] for elements in one.elements.values()]
        readings = [[row for row, _ in elements] for elements in one.elements.values()] or [[]]
        listed = [self._record(collection, rows) for rows in readings]
        if self.readings is None:
            return ReadDocument(one.name, one.header | listed[0], None, {collection: list(chain(*numbers))})
        places = {f"{self.readings}[{i}].{collection}": lines for i, lines in enumerate(numbers)}
        return ReadDocument(one.name, one.header | {self.readings: listed}, None, places)

    def _beside(self, row: dict[str, Any], line: TextRow) -> dict[str, Any]:
        """The fields of a document that is one line, with the fields of `places`."""
        fields: dict[str, Any] = self.finish(row)
        for name, marks in self.table["places"].items():
            for mark in fields[marks]:
                if mark not in ("0", "1"):
                    raise line.error(0, f"{mark!r} in {marks} is neither 0 nor 1")
            fields[name] = [place for place, mark in enumerate(fields[marks]) if mark == "1"]
        return fields

    def _record(self, collection: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """The elements of a document or a reading, with the fields of `spread`."""
        record: dict[str, Any] = {collection: list(map(self.finish, rows))}
        for name, (first, last) in self.table["spread"].items():
            distinct = {tuple(map(str, row.values())): (row[first], row[last]) for row in rows}.values()
            record[name] = sorted(chain(*(range(start, max(end, start + 1)) for start, end in distinct)))
        return record


def _is_element(line: str, cells: list[str], when: Mapping[str, Any]) -> bool:
    column = when.get("not_number", 0)
    if column and (column > len(cells) or cells[column - 1].isdigit()):
        return False
    return len(cells) in when.get("cells", [len(cells)]) and line.startswith(when.get("starts", ""))


def _parts(cell: Any, by: str) -> list[str]:
    """The parts of a cell, or of a list of cells. A blank as separator means any white space."""
    text = by.join(cell) if isinstance(cell, list) else cell
    return text.split() if by == " " else text.split(by) if by else list(text)


def _is_number(cells: list[str]) -> bool:
    try:
        return bool(cells) and float(cells[0]) is not None
    except ValueError:
        return False
