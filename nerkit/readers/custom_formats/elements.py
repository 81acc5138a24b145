"""XML formats: documents are elements, and the items of a document are elements inside it.

    document = "entry"                        the name of the document element
    id = "@eid"                               the attribute with the id, or the child element with the id
    each = ["mtriple", "gtriple"]             the names of the item elements
    collection = "triples"                    the field of documents that lists the items
    fields = { from = ["@a", "@b"], type = "@relType?" }   attributes of items; the first existing one counts;
                                              with ? an attribute is optional; instead of fields:
    split = " | "                             the separator inside the text of an item, and
    into = ["s", "p", "o"]                    the names of the parts

DTDs and custom entities are not allowed, nerkit never fetches anything, and elements can be nested at most
256 deep.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat
from nerkit.readers.xml_text import XmlReading

# fmt: off
KEYS = {
    "document": "text", "collection": "text", "id": "text*", "split": "text*", "fields": "{way}*",
    "each": "names", "into": "names*",
}
# fmt: on
DEEPEST = 256


def described(form: TableFormat) -> TableFormat:
    """The XML format in a table. Raises InputError for an invalid table."""
    table = form.table
    if ("split" in table) != ("into" in table) or ("split" in table) == ("fields" in table):
        form.fail("an element needs fields, or split and into")
    fields = table.get("fields", {})
    attributes = {name: [way] if isinstance(way, str) else way for name, way in fields.items()}
    for name, ways in attributes.items():
        if not ways or any(way[:1] != "@" for way in ways):
            form.fail(f"{name} must be an attribute, as @name, or a list of attributes", "fields", name)

    def read(source: Source) -> Iterator[ReadDocument]:
        yield from _Parsing(source, form, attributes).items()

    return form._replace(read=read)


class _Parsing(XmlReading):
    """The parse of one XML file, which collects its documents."""

    def __init__(self, source: Source, form: TableFormat, attributes: Mapping[str, list[str]]) -> None:
        super().__init__(source)
        self.table, self.attributes, self.finish = form.table, attributes, form.finish
        self.found: list[ReadDocument] = []
        self.depth, self.inside = 0, 0  # current depth, depth of the open document (0: none)
        self.id: str | None = None
        self.rows: list[Any] = []
        self.lines: list[int] = []
        self.words: list[str] | None = None  # text of the current element
        self.begun: dict[str, str] = {}
        self.at = self.place(1, 0)

    def items(self) -> list[ReadDocument]:
        """Yield the documents. Raises InputError (file, line, column)."""
        self.parse()
        return self.found

    def fail(self, problem: str) -> NoReturn:
        """Raise the InputError at the current element."""
        raise self.at.error(problem)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start tag of an element: a document, or an item of a document."""
        self.at = self.here
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"nested too deeply: more than {DEEPEST} nested elements")
        if self.inside == 0 and name == self.table["document"]:
            self.inside, self.rows, self.lines = self.depth, [], []
            key = self.table.get("id", "")
            self.id = attributes.get(key[1:]) if key.startswith("@") else None
            if key.startswith("@") and self.id is None:
                self.fail(f"{name} has no attribute {key[1:]}")
        elif self.inside and (name in self.table["each"] or name == self.table.get("id")):
            self.words, self.begun = [], attributes

    def characters(self, text: str) -> None:
        if self.words is not None:
            self.words.append(text)

    def end(self, name: str) -> None:
        """Handle the end tag of an element: a document, or an item of a document."""
        if self.inside and name == self.table.get("id") and self.words is not None:
            self.id, self.words = "".join(self.words).strip(), None
        elif self.inside and name in self.table["each"] and self.words is not None:
            self.rows.append(self.finish(self._row(name, "".join(self.words).strip())))
            self.lines.append(self.at.line)
            self.words = None
        elif self.depth == self.inside:
            collection = self.table["collection"]
            self.found.append(ReadDocument(self.id, {collection: self.rows}, None, {collection: self.lines}))
            self.inside, self.id = 0, None
        self.depth -= 1

    def _row(self, name: str, text: str) -> dict[str, str]:
        if "split" in self.table:
            parts = text.split(self.table["split"])
            if len(parts) != len(self.table["into"]):
                self.fail(f"{len(parts)} parts, not {len(self.table['into'])}: {text[:60]!r}")
            return dict(zip(self.table["into"], map(str.strip, parts), strict=True))
        row = {}
        for field, ways in self.attributes.items():
            keys = [way[1:].removesuffix("?") for way in ways]
            key = next((key for key in keys if key in self.begun), None)
            if key is not None:
                row[field] = self.begun[key]
            elif not ways[-1].endswith("?"):
                self.fail(f"{name} has no attribute {' or '.join(keys)}")
        return row
