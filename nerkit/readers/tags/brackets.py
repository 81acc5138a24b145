"""Chunks in brackets, one sentence per line, as in textbooks.

    [NP The morning flight] [PP from] [NP Denver] [VP has arrived] .

Tokens are separated by blanks. The type follows the opening bracket. The last token of a chunk may touch the
closing bracket. Chunks do not nest. Blank lines are skipped. The tags are IOB2.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NoReturn

from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.format import Reader
from nerkit.readers.tags.tag_table import Fault, TagTable

PIECE = re.compile(r"\[(?P<open>[^\s\[\]]*)|(?P<close>\])|(?P<token>[^\s\[\]]+)")
JSON = ("", "{", '"')  # what no type of a chunk begins with, as it does behind a bracket of JSON
FORM = "write lines of tokens separated by blanks, with chunks in brackets: [NP The morning flight] leaves"


def read(sources: Iterable[Source], column: int | None = None) -> Tagged:
    """All sentences of the inputs, one document for each input.

    Raises UsageError for a *column*, which brackets do not have, and InputError for a bracket inside a chunk,
    one that is never closed or never opened, a chunk without type or tokens.
    """
    if column is not None:
        raise UsageError("column=… cannot be used here, because chunks in brackets have no columns")
    sources = list(sources)

    def add(source: Source, table: TagTable) -> None:
        table.document(source.stem if len(sources) > 1 else None)
        for line in lines(source):
            words, tags = list(map(list, zip(*_tokens(line), strict=True))) or ([], [])
            if words:
                table.sentence(line.number)
            table.tokens(words, tags, partial(_fault, line))

    return TagTable().fill(sources, add).tagged(flat=True)


def _fault(line: ColumnLine, _: int) -> Fault:
    """Return a function that raises the error about a tag of a line."""
    return partial(line.fail_at, 0)


def _tokens(line: ColumnLine) -> Iterator[tuple[str, str]]:
    """The tokens of a line, each with its tag."""
    opened: re.Match[str] | None = None
    fresh = False  # the chunk has no token yet

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


READER = Reader(read, Tagged, cut="sentence lines")
