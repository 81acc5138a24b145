"""XML read element by element, with the place of each. A DTD is refused, and nothing is fetched."""

from typing import Any, NamedTuple
from xml.parsers import expat

from nerkit.exceptions import InputError
from nerkit.io import Source


class TextPlace(NamedTuple):
    """A place in a file: line and column from 1, and the line."""

    source: str
    line: int
    column: int
    text: str

    def error(self, problem: str) -> InputError:
        """The error at this place."""
        return InputError(problem, source=self.source, line=self.line, column=self.column, text=self.text)


class XmlReading:
    """An XML file while it is read; formats define what happens at the begin and end of an element, and with
    text.
    """

    def __init__(self, source: Source) -> None:
        self.name, self.text = source.name, source.text()
        self.written = self.text.split("\n")
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def parse(self) -> None:
        """Read the file. Raises InputError (file, line, column) for text that is not XML."""
        try:
            self.parser.Parse(self.text.encode(), True)
        except expat.ExpatError as error:
            problem = f"not valid XML: {expat.ErrorString(error.code)}"
            raise self.place(error.lineno, error.offset).error(problem) from None

    @property
    def here(self) -> TextPlace:
        """The place of the element that begins."""
        return self.place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def place(self, line: int, column: int) -> TextPlace:
        """The place of a line, from 1, and a column, from 0."""
        text = self.written[line - 1] if line <= len(self.written) else ""
        return TextPlace(self.name, line, column + 1, text)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def characters(self, text: str) -> None:
        """A piece of text."""

    def _doctype(self, *_: Any) -> None:
        raise self.here.error("the file has a DTD, which nerkit does not read")
