"""Formats of XML: documents are elements, and what they list are elements inside them.

    document = "entry"                        the element that is a document
    id = "@eid"                               its attribute, or the name of an element in it whose text it is
    each = ["mtriple", "gtriple"]             the elements that are listed
    collection = "triples"                    the field of documents that lists them
    fields = { from = ["@a", "@b"], type = "@relType?" }   their attributes, the first that is there; with ?
                                              it may lack; or
    split = " | "                             what parts their text, and
    into = ["s", "p", "o"]                    the names of its parts

There is no DTD and no entity of one's own, nothing is fetched, and elements stand at most 256 inside one
another.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn
from xml.parsers import expat

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat

KEYS = ("document", "id", "each", "collection", "fields", "split", "into")
DEEPEST = 256


def described(form: TableFormat) -> TableFormat:
    """The format of XML that a table describes; InputError for a table that describes none."""
    _check(form)
    fields = form.table.get("fields")
    attributes = {name: [way] if isinstance(way, str) else way for name, way in (fields or {}).items()}
    for name, ways in attributes.items():
        if not isinstance(ways, list) or not all(isinstance(way, str) and way[:1] == "@" for way in ways):
            form.fail(f"{name} must be an attribute, as @name, or a list of attributes", "fields", name)

    def read(source: Source) -> Iterator[ReadDocument]:
        yield from _Parsing(source, form, attributes).items()

    return form._replace(evidence=form.evidence._replace(begins="<"), read=read)


def _check(form: TableFormat) -> None:
    table = form.table
    form.check(document="text", collection="text", id="text*", split="text*")
    form.check(each="names", into="names*")
    fields = table.get("fields")
    if ("split" in table) != ("into" in table) or ("split" in table) == (fields is not None):
        form.fail("an element needs fields, or split and into")
    if fields is not None and not isinstance(fields, dict):
        form.fail('write fields as { name = "@attribute" }', "fields")


class _Parsing:
    """The documents of one file, as its elements begin and end."""

    def __init__(self, source: Source, form: TableFormat, attributes: Mapping[str, list[str]]) -> None:
        self.name, self.text = source.name, source.text()
        self.table, self.attributes, self.finish = form.table, attributes, form.finish
        self.found: list[ReadDocument] = []
        self.depth, self.inside = 0, 0  # the depth, and that of the document; 0: in none
        self.id: str | None = None
        self.rows: list[Any] = []
        self.lines: list[int] = []
        self.words: list[str] | None = None  # the text of the element that is being read
        self.begun: dict[str, str] = {}
        self.at = (1, 0)
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = lambda *_: self.fail(
            "the file has a DTD, which nerkit does not read"
        )

    def items(self) -> list[ReadDocument]:
        """The documents. Raises InputError (file, line, column)."""
        try:
            self.parser.Parse(self.text.encode(), True)
        except expat.ExpatError as error:
            self.at = (error.lineno, error.offset)
            self.fail(f"not valid XML: {expat.ErrorString(error.code)}")
        return self.found

    def fail(self, problem: str) -> NoReturn:
        """Raise the InputError at the place of the element that is being read."""
        line, column = self.at
        lines = self.text.split("\n")
        text = lines[line - 1] if line <= len(lines) else ""
        raise InputError(problem, source=self.name, line=line, column=column + 1, text=text)

    def _here(self) -> None:
        self.at = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._here()
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

    def _characters(self, text: str) -> None:
        if self.words is not None:
            self.words.append(text)

    def _end(self, name: str) -> None:
        if self.inside and name == self.table.get("id") and self.words is not None:
            self.id, self.words = "".join(self.words).strip(), None
        elif self.inside and name in self.table["each"] and self.words is not None:
            self.rows.append(self.finish(self._row(name, "".join(self.words).strip())))
            self.lines.append(self.at[0])
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
