"""Parse XML element by element, with places for errors. A DTD is an error, and nothing is downloaded."""

from typing import Any, NamedTuple
from xml.parsers import expat

from nerkit.exceptions import InputError
from nerkit.io import Source


class TextPlace(NamedTuple):
    """A place in a file: the 1-based line and column, and the text of the line."""

    source: str
    line: int
    column: int
    text: str

    def error(self, problem: str) -> InputError:
        """The InputError at this place."""
        return InputError(problem, source=self.source, line=self.line, column=self.column, text=self.text)


class XmlReading:
    """A parser of an XML file; a format overrides `begin`, `end` and `characters`."""

    def __init__(self, source: Source) -> None:
        self.name, self.text = source.name, source.text()
        self.written = self.text.split("\n")
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def parse(self) -> None:
        """Parse the file. Raises InputError (file, line, column) for text that is not XML."""
        try:
            self.parser.Parse(self.text.encode(), True)
        except expat.ExpatError as error:
            problem = f"not valid XML: {expat.ErrorString(error.code)}"
            raise self.place(error.lineno, error.offset).error(problem) from None

    @property
    def here(self) -> TextPlace:
        """The current place of the parser, such as the place of a start tag."""
        return self.place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def place(self, line: int, column: int) -> TextPlace:
        """The place at a 1-based line and a 0-based column."""
        text = self.written[line - 1] if line <= len(self.written) else ""
        return TextPlace(self.name, line, column + 1, text)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start tag of an element."""

    def end(self, name: str) -> None:
        """Handle the end tag of an element."""

    def characters(self, text: str) -> None:
        """Handle a piece of text between tags."""

    def _doctype(self, *_: Any) -> None:
        raise self.here.error("the file has a DTD, which nerkit does not read")
