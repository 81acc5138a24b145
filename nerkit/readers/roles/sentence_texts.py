"""Texts of whole sentences, of a size that fits into a processor's cache."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from nerkit.io import Source
from nerkit.readers.trees.dependency_table import Piece

PART = 1 << 20  # characters read at a time


@dataclass(frozen=True)
class SentenceText:
    """Whole sentences of an input: their text, and the number of its first line."""

    source: str
    number: int
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines."""
        return self.text.split("\n")

    @property
    def piece(self) -> Piece:
        """The lines, as formats have them that are read line by line."""
        return Piece(self.source, self.number, self.lines, ends=False)

    def fail(self, line: int, problem: str, remedy: str, column: int) -> NoReturn:
        """Raise the InputError for a column (0-based) of a line (0-based)."""
        self.piece.fail(line, problem, remedy, column)


def texts(source: Source) -> Iterator[SentenceText]:
    """The whole sentences of each block of an input; what follows its last blank line goes to the next."""
    held, number = None, source.first_line
    for _, block in source.blocks():
        text, begin = block if held is None else f"{held}\n{block}", 0
        while begin < len(text):
            cut = text.rfind("\n\n", begin, begin + PART)
            cut = text.find("\n\n", begin + PART) if cut < 0 else cut
            if cut < 0:
                break
            part = SentenceText(source.name, number, text[begin : cut + 1])
            yield part
            begin, number = cut + 2, number + part.text.count("\n") + 1
        held = text[begin:]
    if held is not None:
        yield SentenceText(source.name, number, held)
