"""Chunks in brackets, one sentence a line, as textbooks print them.

    [NP The morning flight] [PP from] [NP Denver] [VP has arrived] .

Tokens are separated by blanks. What follows an opening bracket is the type; the last token of a chunk may
touch the closing bracket or not. Chunks do not nest. Blank lines are skipped. The tags are those of IOB2.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import Column, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.exceptions import InputError, UsageError
from nerkit.io import Source
from nerkit.readers.format import Reader

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
    tags, codes, words = Vocabulary(), list[int](), list[str]()
    sentences, documents, origins = list[tuple[int, int, int]](), list[str](), list[Origin]()
    for source in sources:
        first_row = len(codes)
        for number, line in source.lines():
            begin = len(codes)
            for word, tag in _tokens(line, source.name, number):
                words.append(f"{word}\n")
                codes.append(tags[tag])
            if len(codes) > begin:
                sentences.append((begin, len(documents), number))
        origins.append(Origin(source.name, source.sha256, first_row))
        documents.append(source.stem if len(sources) > 1 else "1")
    first, document, place = np.array(sentences, np.int64).reshape(-1, 3).T
    return Tagged(
        documents=documents,
        first=first,
        document=document,
        line=place,
        tags=Column(list(tags), np.array(codes, np.int64)),
        text="".join(words).encode(),
        origins=tuple(origins),
        named=len(sources) > 1,
        flat=True,
    )


def _tokens(line: str, source: str, number: int) -> Iterator[tuple[str, Tag]]:
    """The tokens of a line, each with its tag."""
    opened: re.Match[str] | None = None
    fresh = False  # the chunk has no token yet

    def fail(problem: str, at: re.Match[str]) -> NoReturn:
        raise InputError(problem, source=source, line=number, column=at.start() + 1, text=line, remedy=FORM)

    for piece in PIECE.finditer(line):
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
            yield piece["token"], Tag("B" if fresh else "I", opened["open"])
            fresh = False
        else:
            yield piece["token"], OUTSIDE
    if opened:
        fail("the bracket is not closed on its line", opened)


READER = Reader(read, Tagged, cut="sentence lines")
