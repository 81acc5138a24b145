"""Formats of lines: an element a line, in cells.

    separator = "\\t"                  or "whitespace"
    columns = ["doc", "type", "a", "novel?"]   names of the cells; a last one with ? may lack, one with *
                                      takes all that are left, as a list
    optional = "confidence"           a column that is there where a number stands in its place
    document = "doc"                  the column of the id of its document; or "line": each line is one;
                                      or "blank": blank lines part documents
    collection = "facts"              the field of documents that lists the elements; where each line is a
                                      document it may be left out: the cells are its fields
    when = { cells = [4, 5], starts = "A", not_number = 2 }    the lines that are elements, no others
    skip = "#"                        what comments begin with
    split = { words = " " }           columns that are lists, and what parts them; "" parts characters
    into = { place = ["-", "start", "end"] }   fields that the parts of such a column are, but for "-"
    numbers = ["start", "end"]        fields that are whole numbers
    header = { tokens = "S " }        lines that begin so are a field of their document
    nothing = { type = "noop" }       elements that say that there is none
    readings = { annotators = "annotator" }    a field of documents that lists readings, records with
                                      the collection, and the column whose values tell them apart
    spread = { covered = ["start", "end"] }    beside the collection: the places of all distinct elements,
                                      from the first field up to the second, the first itself if equal
    places = { boundaries = "marks" }          beside its cells: the places of a list at which 1 stands

A document without elements has the empty list, or one reading with it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.custom_formats import ReadDocument, TableFormat

TABLES = ("when", "split", "into", "header", "nothing", "readings", "spread", "places")
KEYS = ("separator", "columns", "optional", "document", "collection", "skip", "numbers", *TABLES)
BLANK, LINE = "blank", "line"
WHITESPACE = "whitespace"
LEFT_OUT = "-"
Finish = Callable[[Any], Any]


def described(form: TableFormat) -> TableFormat:
    """The format of lines that a table describes; InputError for a table that describes none."""
    table, finish = form.table, form.finish
    form.check(columns="names")
    columns = table["columns"]
    names = [name.removesuffix("?").removesuffix("*") for name in columns]
    if any(name.endswith(("?", "*")) for name in columns[:-1]) or len(set(names)) < len(names):
        form.fail("columns must have different names, and only the last may be missing", "columns")
    document = table.get("document", BLANK)
    if document not in (*names, BLANK, LINE):
        form.fail("document must be a column, blank or line", "document")
    _check(form, names)
    if document != LINE and "collection" not in table:
        form.fail("collection must be a text", "collection")

    def read(source: Source) -> Iterator[ReadDocument]:
        yield from _LineReading(_LineCells(table, columns, names), source, document, finish).documents()

    return form._replace(read=read, implicit=document in names)


def _check(form: TableFormat, names: list[str]) -> None:
    table = form.table
    form.check(separator="text", collection="text?", skip="text?")
    form.check(**dict.fromkeys(TABLES, "table*"))
    when = table.get("when", {})
    form.check_keys(when, ("cells", "starts", "not_number"), "when")
    if not isinstance(when.get("cells", []), list) or not isinstance(when.get("not_number", 1), int):
        form.fail("when needs cells (a list of numbers) and not_number (a column from 1)", "when")
    form.check_keys(table.get("split", {}), names, "split")
    form.check_keys(table.get("into", {}), tuple(table.get("split", {})), "into")
    for key in ("split", "header"):
        if not all(isinstance(one, str) for one in table.get(key, {}).values()):
            form.fail(f"{key} must have texts", key)
    for key in ("into", "spread"):
        for name, parts in table.get(key, {}).items():
            if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
                form.fail(f"{name} must be a list of names", key, name)
    if table.get("optional", names[0]) not in names:
        form.fail("optional must name a column", "optional")
    _check_names(form, [*names, *chain(*table.get("into", {}).values())])


def _check_names(form: TableFormat, made: list[str]) -> None:
    """Raise InputError where a key names no field of elements."""
    table = form.table
    numbers = table.get("numbers", [])
    if not isinstance(numbers, list) or not all(name in made for name in numbers):
        form.fail("numbers must be a list of fields", "numbers")
    for name, parts in table.get("spread", {}).items():
        if len(parts) != 2 or not set(parts) <= set(numbers):
            form.fail(f"{name} must be a pair of fields that are numbers", "spread", name)
    for key in ("nothing", "readings", "places"):
        for name, value in table.get(key, {}).items():
            if (name if key == "nothing" else value) not in made:
                form.fail(f"{key} names no field of elements: {name} = {value!r}", key, name)


class _ElementLine(NamedTuple):
    """A line that is an element, and where it stands."""

    row: dict[str, Any]
    line: ColumnLine


class _LineCells:
    def __init__(self, table: Mapping[str, Any], columns: list[str], names: list[str]) -> None:
        self.table, self.names = table, names
        self.when, self.split, self.into = (table.get(key, {}) for key in ("when", "split", "into"))
        self.separator = None if table["separator"] == WHITESPACE else table["separator"]
        self.least = len(names) - columns[-1].endswith(("?", "*"))
        self.all_left = columns[-1].endswith("*")
        optional = table.get("optional")
        self.optional = None if optional is None else names.index(optional)

    def row(self, line: ColumnLine) -> dict[str, Any] | None:
        """The fields of a line by name; None for a line that is no element. InputError for a short one."""
        cells = line.text.split(self.separator)
        if self.optional is not None and not _is_number(cells[self.optional : self.optional + 1]):
            cells.insert(self.optional, "")
        if self.when and not self._is_element(line.text, cells):
            return None
        if len(cells) < self.least or (len(cells) > len(self.names) and not self.all_left):
            remedy = f"the cells are {', '.join(self.names)}"
            raise line.error_at(0, f"{plural(len(cells), 'cell')}, not {len(self.names)}", remedy)
        row: dict[str, Any] = dict(zip(self.names, cells, strict=False))
        if self.all_left:
            row[self.names[-1]] = cells[self.least :]
        for name, by in self.split.items():
            if name in row:
                row[name] = _parts(row[name], by)
        for name, parts in self.into.items():
            self._take_apart(row, name, parts, line)
        for name in self.table.get("numbers", ()):
            row[name] = _whole_number(row[name], name, line)
        return row

    def _take_apart(self, row: dict[str, Any], name: str, parts: list[str], line: ColumnLine) -> None:
        values = row.pop(name)
        if len(values) != len(parts):
            raise line.error_at(0, f"{name} has {plural(len(values), 'part')}, not {len(parts)}")
        row.update((part, value) for part, value in zip(parts, values, strict=True) if part != LEFT_OUT)

    def _is_element(self, line: str, cells: list[str]) -> bool:
        if len(cells) not in self.when.get("cells", [len(cells)]):
            return False
        column = self.when.get("not_number", 0)
        if column and (column > len(cells) or cells[column - 1].isdigit()):
            return False
        return line.startswith(self.when.get("starts", ""))


class _Gathered:
    """A document as its lines are read: its elements by the value that tells readings apart."""

    def __init__(self, name: str | None) -> None:
        self.name, self.header = name, dict[str, Any]()
        self.lines: dict[Any, list[_ElementLine]] = {}


class _LineReading:
    def __init__(self, cells: _LineCells, source: Source, document: str, finish: Finish) -> None:
        self.cells, self.source, self.document, self.finish = cells, source, document, finish
        table = cells.table
        self.collection, self.skip = table.get("collection"), table.get("skip")
        self.readings: tuple[str, str] | None = next(iter(table.get("readings", {}).items()), None)

    def documents(self) -> Iterator[ReadDocument]:
        """The documents, in the order of their first lines."""
        block, begun = 0, False
        gathered: dict[Any, _Gathered] = {}
        for number, line in self.source.lines():
            if not line.strip():
                block, begun = block + begun, False
                continue
            if self.skip and line.startswith(self.skip):
                continue
            begun = True
            key: Any = {BLANK: block, LINE: number}.get(self.document)
            place = ColumnLine(self.source.name, number, line)
            row = self.cells.row(place)
            if row is None and key is None:
                continue
            name = None if key is not None or row is None else row.pop(self.document)
            one = gathered.setdefault((key, name), _Gathered(name))
            if row is None:
                self._take_header(one, line)
            else:
                self._take(one, _ElementLine(row, place))
        yield from map(self._made, gathered.values())

    def _take_header(self, one: _Gathered, line: str) -> None:
        """Keep a line that is a field of its document: a text, or words where it is called tokens."""
        for name, start in self.cells.table.get("header", {}).items():
            if line.startswith(start):
                text = line[len(start) :]
                one.header[name] = text.split() if name == "tokens" else text

    def _take(self, one: _Gathered, line: _ElementLine) -> None:
        """Keep an element under its reading; one that stands for none makes the reading alone."""
        reading = line.row.pop(self.readings[1]) if self.readings else None
        lines = one.lines.setdefault(reading, [])
        nothing = self.cells.table.get("nothing", {})
        if not nothing or any(line.row.get(name) != value for name, value in nothing.items()):
            lines.append(line)

    def _made(self, one: _Gathered) -> ReadDocument:
        if self.collection is None:
            (line,) = one.lines[None]
            fields = self._beside(line)
            places = {name: [line.line.number] * len(field) for name, field in fields.items() if field}
            return ReadDocument(one.name, fields, None, places or {"": [line.line.number]})
        listed = [self._record(lines) for lines in one.lines.values()] or [self._record([])]
        numbers = [[line.line.number for line in lines] for lines in one.lines.values()]
        if self.readings is None:
            return ReadDocument(
                one.name, one.header | listed[0], None, {self.collection: list(chain(*numbers))}
            )
        name = self.readings[0]
        places = {f"{name}[{i}].{self.collection}": lines for i, lines in enumerate(numbers)}
        return ReadDocument(one.name, one.header | {name: listed}, None, places)

    def _beside(self, line: _ElementLine) -> dict[str, Any]:
        """The fields of a document that is a line."""
        fields: dict[str, Any] = self.finish(line.row)
        for name, marks in self.cells.table.get("places", {}).items():
            for mark in fields[marks]:
                if mark not in ("0", "1"):
                    raise line.line.error_at(0, f"{mark!r} in {marks} is neither 0 nor 1")
            fields[name] = [place for place, mark in enumerate(fields[marks]) if mark == "1"]
        return fields

    def _record(self, lines: list[_ElementLine]) -> dict[str, Any]:
        """The elements of a document or of a reading, and what is made of them all."""
        record: dict[str, Any] = {self.collection or "": [self.finish(line.row) for line in lines]}
        for name, (first, last) in self.cells.table.get("spread", {}).items():
            distinct = {tuple(map(str, line.row.values())): line.row for line in lines}.values()
            pairs = [(row[first], row[last]) for row in distinct]
            places = [place for start, end in pairs for place in range(start, max(end, start + 1))]
            record[name] = sorted(places)
        return record


def _parts(cell: Any, by: str) -> list[str]:
    """The parts of a cell, or of several that are left; blanks part words."""
    text = by.join(cell) if isinstance(cell, list) else cell
    return text.split() if by == " " else text.split(by) if by else list(text)


def _is_number(cells: list[str]) -> bool:
    try:
        return bool(cells) and float(cells[0]) is not None
    except ValueError:
        return False


def _whole_number(text: Any, name: str, line: ColumnLine) -> int:
    try:
        return int(text)
    except (TypeError, ValueError):
        raise line.error_at(0, f"{name} is {text!r}, not a whole number") from None
