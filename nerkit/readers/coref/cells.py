"""Cells of the column of coreference: (5  5)  (5)  (5|(0."""

import re
from typing import NamedTuple

NOTHING = ("-", "_", "*")
BRACKET = re.compile(r"(\()?([^()|\s]+)(\))?\|*")
CELL = re.compile(r"\|*(?:\([^()|\s]++\)?\|*|[^()|\s]++\)\|*)+\Z")


class CellBrackets(NamedTuple):
    """The ids in a cell: of mentions of one word, of those that end, of those that begin."""

    whole: tuple[str, ...]
    closing: tuple[str, ...]
    opening: tuple[str, ...]


def is_cell(text: str) -> bool:
    """Whether a text is a cell of the column of coreference."""
    return text in NOTHING or CELL.match(text) is not None


def brackets_of(cell: str) -> CellBrackets:
    """The brackets of a well-formed cell."""
    brackets = [] if cell in NOTHING else BRACKET.findall(cell)
    return CellBrackets(
        tuple(name for opens, name, closes in brackets if opens and closes),
        tuple(name for opens, name, closes in brackets if closes and not opens),
        tuple(name for opens, name, closes in brackets if opens and not closes),
    )
