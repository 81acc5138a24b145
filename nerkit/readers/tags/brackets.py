"""Chunks in brackets, one sentence per line, as in textbooks.

    [NP The morning flight] [PP from] [NP Denver] [VP has arrived] .

Blanks separate tokens. The type follows the opening bracket. The last token of a chunk can touch the closing
bracket. Chunks do not nest. nerkit skips blank lines. The tags are IOB2.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, NoReturn

from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.format import Reader
from nerkit.readers.tags.tag_table import Fault, TagTable

PIECE = re.compile(r"\[(?P<open>[^\s\[\]]*)|(?P<close>\])|(?P<token>[^\s\[\]]+)")
JSON = ("", "{", '"')  # can follow a bracket of JSON, but do not begin the type of a chunk
FORM = "write lines of tokens separated by blanks, with chunks in brackets: [NP The morning flight] leaves"


class ChunkLines(LineShape):
    """A format with a sentence per line and a document per input."""

    def table(self, column: int | None = None, **_: Any) -> TagTable:
        """An empty table. Raises UsageError for a *column*, because brackets do not have columns."""
        if column is not None:
            raise UsageError("column=… cannot be used here, because chunks in brackets have no columns")
        return TagTable(flat=True)

    def add_file(self, source: Source, table: TagTable) -> None:
        """Add the sentences of one file as a document.

        Raises InputError for a bracket inside a chunk, a bracket without its partner, and a chunk without a
        type or tokens.
        """
        table.document(source.stem if table.several else None)
        for line in lines(source):
            words, tags = list(map(list, zip(*_tokens(line), strict=True))) or ([], [])
            if words:
                table.sentence(line.number)
            table.tokens(words, tags, partial(_fault, line))


def _fault(line: ColumnLine, _: int) -> Fault:
    """The function that raises the error about a tag in a line."""
    return partial(line.fail_at, 0)


def _tokens(line: ColumnLine) -> Iterator[tuple[str, str]]:
    """The tokens of a line and their tags."""
    opened: re.Match[str] | None = None
    fresh = False  # whether the open chunk has no token yet

    def fail(problem: str, at: re.Match[str]) -> NoReturn:
        line.fail_at(at.start(), problem, FORM)

    for piece in PIECE.finditer(line.text):
        if piece["open"] is not None:
            if opened:
                fail("the chunk is inside another chunk", piece)
            if piece["open"][:1] in JSON:
                fail("the chunk has no type after its bracket", piece)
            opened, fresh = piece, True
        elif piece["close"]:
            if not opened or fresh:
                fail("the chunk has no tokens" if opened else "the bracket closes nothing", piece)
            opened = None
        elif opened:
            yield piece["token"], f"{'B' if fresh else 'I'}-{opened['open']}"
            fresh = False
        else:
            yield piece["token"], OUTSIDE.letter
    if opened:
        fail("the bracket is not closed on its line", opened)


SHAPE = ChunkLines()
READER = Reader(SHAPE.read, Tagged, cut="sentence lines")
