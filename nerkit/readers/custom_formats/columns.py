"""Column formats: one token per line, and one group of columns per element of the sentence.

    separator = "\t"                  or "whitespace"
    columns = ["chapter", "sentence", "token", "word"]    the first columns, which describe tokens
    group = ["cue", "scope", "event"]  the columns of one element; each element has a group
    nothing = "***"                   replaces the groups of a sentence without elements
    blank = "_"                       the cell of a token outside of a field; default "_"
    collection = "negations"          the field of documents that lists the elements
    words = "word"                    the column with the words of the document
    bare = { bare_scope = "scope" }   a further field of elements: a copy of another field without punctuation

Blank lines separate documents. A field of an element is the list of its tokens, [place, text of the cell].

    I     _    _          an element with two columns: its first field is [[1, "not"]], its second [[2, "go"]]
    not   not  _
    go    _    go
"""

import unicodedata
from collections.abc import Iterator
from typing import Any

from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.line_shape import BLANK, LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.custom_formats import ReadDocument, TableFormat

# fmt: off
KEYS = {
    "separator": "text", "collection": "text", "columns": "names", "group": "names", "nothing": "text*",
    "blank": "text*", "words": "text?", "bare": "{text}*",
}
# fmt: on
WHITESPACE = "whitespace"


def described(form: TableFormat) -> TableFormat:
    """The column format in a table. Raises InputError for an invalid table."""
    table = form.table
    form.check_names(table["columns"], table.get("words"), "words")
    form.check_names(table["group"], table.get("bare"), "bare")

    shape = LineShape(None if table["separator"] == WHITESPACE else table["separator"], ends=BLANK)

    def read(source: Source) -> Iterator[ReadDocument]:
        """Yield one document per block of lines. Raises InputError for a line with other columns."""
        for unit in shape.units(shape.rows(source)):
            yield _sentence(form, unit.rows)

    return form._replace(read=read)


def _sentence(form: TableFormat, block: list[TextRow]) -> ReadDocument:
    """The document in the lines of a sentence. Raises InputError for a line with other columns."""
    table = form.table
    fixed, group, nothing = len(table["columns"]), table["group"], table.get("nothing")
    width = len(block[0].cells)
    for row in block:
        cells = row.cells
        is_nothing = nothing is not None and cells[fixed:] == [nothing]
        if len(cells) != width or (not is_nothing and (width - fixed) % len(group)) or width < fixed:
            problem = f"{plural(len(cells), 'cell')}: {fixed} and {len(group)} for each element"
            problem += f", or {nothing!r}" if nothing else ""
            problem += f"; the first line of the sentence has {width}" if len(cells) != width else ""
            raise row.error(0, problem)
    has_none = nothing is not None and block[0].cells[fixed:] == [nothing]
    number = 0 if has_none else (width - fixed) // len(group)
    elements = []
    for first in range(fixed, fixed + number * len(group), len(group)):
        element: dict[str, Any] = {
            name: _tokens(block, first + place, table.get("blank", "_")) for place, name in enumerate(group)
        }
        for name, of in table.get("bare", {}).items():
            element[name] = [token for token in element[of] if not _is_punctuation(token[1])]
        elements.append(form.finish(element))
    fields: dict[str, Any] = {table["collection"]: elements}
    if "words" in table:
        place = table["columns"].index(table["words"])
        fields["tokens"] = [row.cells[place] for row in block]
    return ReadDocument(None, fields, None, {table["collection"]: [block[0].line] * len(elements)})


def _tokens(block: list[TextRow], column: int, blank: str) -> list[list[Any]]:
    """The tokens that a column marks, each as [place, text of the cell]."""
    return [[place, row.cells[column]] for place, row in enumerate(block) if row.cells[column] != blank]


def _is_punctuation(text: str) -> bool:
    return all(unicodedata.category(letter).startswith("P") for letter in text)
