"""Tagged text as columns: tokens with one tag each, sentence after sentence."""

from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from nerkit.algorithms.byte_spans import WordBytes
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Origin, origin, origins_of
from nerkit.ground.records import record


class Tag(NamedTuple):
    """A tag: the letter of its scheme (`O`, `B`, …) and the type. The type is None for `O`, and `_` for a
    bare letter.
    """

    letter: str
    type: str | None


NEWLINE = 10
OUTSIDE = Tag("O", None)


@record(frozen=True)
class Tagged:
    """Tokens with one tag each, sentence after sentence; the tokens of a sentence are on consecutive lines.

    first      the first token of each sentence, ascending from 0; every sentence has a token
    document   code of each sentence's document in `documents`; sentences of one document are together
    line       1-based line of each sentence's first token (0 in memory)
    tags       the tag of every token: a column of `Tag`
    text       the tokens in UTF-8, each followed by a newline, or an object that `bytes()` converts to
               them; None if only tags are known
    named      whether the documents have ids; if not, `documents` holds their 1-based positions
    flat       whether the tokens of a sentence are on one line, not one per line
    plain      whether every line of the files is blank, or a word and a tag as `nerkit noisy` reads them
    """

    documents: list[str]
    first: IntArray
    document: IntArray
    line: IntArray
    tags: Column
    text: bytes | WordBytes | None = None
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    marks_documents: ClassVar[bool] = True  # a file without marks is one document without id
    flat: bool = False
    plain: bool = False

    def __len__(self) -> int:
        return len(self.tags.codes)

    @property
    def sentence_count(self) -> int:
        """The number of tagged sentences."""
        return len(self.first)

    @cached_property
    def last(self) -> IntArray:
        """The end (exclusive) of each sentence in tokens."""
        last = np.empty_like(self.first)
        last[:-1], last[-1:] = self.first[1:], len(self)
        return last

    def tokens(self) -> list[str]:
        """The text of every token."""
        if self.text is None:
            return ["_"] * len(self)
        return bytes(self.text).decode().split("\n")[:-1]

    @cached_property
    def begins(self) -> IntArray:
        """The byte of `text` at which each token begins, followed by the length of `text`."""
        written = b"" if self.text is None else bytes(self.text)
        return np.append(0, np.flatnonzero(np.frombuffer(written, np.uint8) == NEWLINE) + 1)

    def words(self, first: int, last: int) -> str:
        """The tokens from *first* to before *last*, joined by blanks; empty if only tags are known."""
        if self.text is None or first >= last:
            return ""
        begin, end = int(self.begins[first]), int(self.begins[last]) - 1
        return bytes(self.text)[begin:end].decode().replace("\n", " ")

    @cached_property
    def document_texts(self) -> list[str]:
        """The tokens of each document, each followed by a newline; empty for tags without tokens."""
        if self.text is None:
            return []
        text, ends = bytes(self.text), np.append(0, np.cumsum(self.sizes()))
        return [text[start:end].decode() for start, end in pairwise(self.begins[ends].tolist())]

    def same_texts(self, other: "Tagged") -> bool:
        """Whether both corpora have equal tokens in equal documents. Bytes are compared, without decoding
        tokens.
        """
        return (
            self.text is not None and self.text == other.text and np.array_equal(self.sizes(), other.sizes())
        )

    def sizes(self) -> IntArray:
        """The number of tokens of each document."""
        sizes = np.zeros(len(self.documents), np.int64)
        np.add.at(sizes, self.document, self.last - self.first)
        return sizes

    def in_documents(self, documents: list[str], codes: IntArray) -> "Tagged":
        """File the sentences under *documents*, in their order.

        *codes* has each old document's new position, or -1 to drop the document.
        """
        place = codes[self.document]
        order = np.argsort(place, kind="stable")
        order = order[place[order] != NONE]
        if np.array_equal(order, np.arange(len(place))):
            return replace(self, documents=documents, document=place)
        length = (self.last - self.first)[order]
        tokens = np.repeat(self.first[order] - np.cumsum(length) + length, length) + np.arange(length.sum())
        words = None if self.text is None else self.tokens()
        return replace(
            self,
            documents=documents,
            first=np.cumsum(length) - length,
            document=place[order],
            line=self.line[order],
            tags=self.tags.take(tokens),
            text=None if words is None else "".join(f"{words[i]}\n" for i in tokens.tolist()).encode(),
            origins=origins_of(self.origins, self.first[order], np.cumsum(length) - length),
        )

    def lines(self, rows: IntArray) -> IntArray:
        """The lines of these tokens."""
        sentence = self.first.searchsorted(rows, "right") - 1
        below = 0 if self.flat else rows - self.first[sentence]
        return np.where(self.line[sentence] > 0, self.line[sentence] + below, 0)

    def place(self, row: int) -> str:
        """`file:line` of a token, or for tags from memory its sentence and its position in the sentence."""
        (line,) = self.lines(np.array([row]))
        if line:
            return f"{origin(self.origins, row)}:{line}"
        sentence = int(np.searchsorted(self.first, row, "right")) - 1
        return f"sentence {sentence + 1}, token {row - int(self.first[sentence]) + 1}"


def lined(text: str, last: IntArray) -> tuple[str, IntArray, IntArray]:
    """Join the words of lines with blanks, and with a line break after each of the words at *last*.

    Returns the text and the offsets at which its words begin and end.
    """
    written = np.frombuffer(text.encode(), np.uint8).copy()
    breaks = np.flatnonzero(written == NEWLINE)
    written[breaks] = ord(" ")
    written[breaks[last]] = NEWLINE
    ends = breaks if text.isascii() else np.cumsum(written & 0xC0 != 0x80)[breaks] - 1  # first bytes
    return written[:-1].tobytes().decode(), np.append(0, ends[:-1] + 1), ends
