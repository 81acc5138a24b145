"""Build a corpus of mentions, one document at a time, for all formats of coreference.

The corpus keeps the ids of documents if every document has an id; repeated ids are allowed. Otherwise
documents are numbered (`Mentions.named` is False). In a folder, documents without an id are named after their
file.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import numpy as np

from nerkit.algorithms.byte_spans import LateWords
from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Origin
from nerkit.corpora.mentions import Dependency, Fragments, Mentions, Words
from nerkit.corpora.pairing.id_aliases import Found, candidates
from nerkit.io import Source
from nerkit.readers.spans.span_table import Tally, places

Ranges = Sequence[tuple[int, int]]  # half-open ranges of positions, ascending


class MentionTable:
    """A table with one row per mention; `document` begins a document, and `mention` adds a row to it."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.others: list[Found] = []  # possible ids of each document without an id
        self.texts: list[str | None] = []  # the text of each document, if offsets count its characters
        self.entities: list[str] = []
        self.rows: list[tuple[int, int, int, int, int]] = []  # document, entity, line, head, sentence
        self.ranges: list[Ranges] = []  # the ranges of each row
        self._settled: list[tuple[IntArray, Fragments]] = []  # earlier rows, as arrays
        self._count = 0  # the number of earlier rows
        self.minimum: dict[int, Ranges] = {}  # row -> its smallest span, if known
        self.zeros: dict[int, frozenset[Dependency]] = {}
        self.tally, self.warnings = Tally(), list[str]()
        self._forms: list[list[str] | bytes] = []
        self.word_count = 0
        self.word_lines: list[IntArray] = []
        self.first_words: list[int] = []  # the first word of each document
        # whether all documents have words, have texts of words, and have sentences
        self.has_words, self.has_forms, self.has_sentences = True, True, True
        self.codes: dict[str, int] = {}  # name of an entity of the current document -> its code
        self._begun: list[tuple[Source, int, int]] = []  # inputs, their first documents and rows

    def read(self, sources: Iterable[Source], add: Callable[[Source, "MentionTable"], object]) -> Mentions:
        """The corpus of all inputs; *add* adds the documents of one input to this table."""
        for source in sources:
            self.source(source)
            add(source, self)
        return self.mentions()

    def source(self, source: Source) -> None:
        """Begin an input; the following documents come from *source*."""
        self._begun.append((source, len(self.ids), len(self)))

    def __len__(self) -> int:
        return self._count + len(self.rows)

    def document(self, name: str | None, *, ahead: int = 0) -> None:
        """Begin a document with this id, or None.

        *ahead* is the number of words of earlier documents that will be added later.
        """
        self.ids.append(name)
        self.texts.append(None)
        self.first_words.append(self.word_count + ahead)
        self.codes = {}

    def words(self, forms: Iterable[str] | bytes, lines: IntArray) -> None:
        """Add words and the lines of words to the current document.

        If *forms* is bytes, each word ends in a newline, and the words can belong to several documents.
        """
        self._forms.append(forms if isinstance(forms, bytes) else list(forms))
        self.word_count += len(lines)
        self.word_lines.append(lines)

    def entity(self, name: str) -> int:
        """The code of the entity *name* of the current document, which is added if it does not exist."""
        code = self.codes.get(name)
        return self.another(name) if code is None else code

    def another(self, name: str) -> int:
        """Add an entity *name* to the current document and return its code."""
        code = self.codes[name] = len(self.entities)
        self.entities.append(name)
        return code

    def mention(
        self,
        entity: int,
        line: int,
        ranges: Ranges,
        *,
        head: int = -1,
        sentence: int = 0,
        minimum: Ranges | None = None,
    ) -> None:
        """Add a mention to the current document.

        entity    the code of its entity
        line      the number of its line
        ranges    its words, as ranges of positions in the document
        head      the position of its head, -1 if unknown
        sentence  the number of its sentence in the document
        minimum   its smallest span, if known
        """
        if minimum:
            self.minimum[len(self)] = minimum
        self.rows.append((len(self.ids) - 1, entity, line, head, sentence))
        self.ranges.append(ranges)

    def columns(
        self,
        *,
        document: IntArray,
        entity: IntArray,
        line: IntArray,
        sentence: IntArray,
        start: IntArray,
        end: IntArray,
    ) -> None:
        """Add mentions without gaps and heads, as arrays of shape (mentions,)."""
        self._settle()
        rows = np.stack([document, entity, line, np.full(len(line), NONE), sentence], axis=1)
        self._settled.append((rows, Fragments.ranges(start, end)))
        self._count += len(rows)

    def _settle(self) -> None:
        """Convert the rows so far to arrays."""
        rows = np.fromiter(chain.from_iterable(self.rows), np.int64, 5 * len(self.rows)).reshape(-1, 5)
        self._settled.append((rows, fragments(self.ranges)))
        self._count += len(rows)
        self.rows, self.ranges = [], []

    def mentions(self) -> Mentions:
        """The corpus; call this after all inputs are read."""
        ranges = self.ranges  # the ranges of all rows if `minimum` is not empty
        self._settle()
        rows = np.concatenate([rows for rows, _ in self._settled])
        self._name_after_files()
        named = None not in self.ids
        sources = [source for source, _, _ in self._begun]
        span = Fragments.joined([span for _, span in self._settled])
        return Mentions(
            documents=[str(name) if named else str(i + 1) for i, name in enumerate(self.ids)],
            document=rows[:, 0],
            entity=rows[:, 1],
            entities=self.entities,
            span=span,
            line=rows[:, 2],
            head=rows[:, 3],
            minimum=self._minimum(ranges),
            sentence=rows[:, 4] if self.has_sentences else None,
            zeros=self.zeros,
            words=self._words() if self.has_words else None,
            texts=self.texts if any(text is not None for text in self.texts) else (),
            origins=tuple(Origin(source.name, source.sha256, row) for source, _, row in self._begun),
            warnings=(*self.warnings, *self.tally.warnings(sources)),
            named=named,
            other_ids=candidates(self.others) if len(self.others) == len(self.ids) and not named else (),
        )

    def _name_after_files(self) -> None:
        """Name documents without an id after their file, if the files are in a folder."""
        end = len(self.ids)
        for source, first, _ in reversed(self._begun):
            for i, name in enumerate(places(source, end - first), first):
                self.ids[i] = self.ids[i] or name
            end = first

    def _words(self) -> Words:
        lines = np.concatenate([np.empty(0, np.int64), *self.word_lines])
        first = np.array([*self.first_words, self.word_count])
        return Words(first, self._form() if self.has_forms else None, lines)

    def _form(self) -> Sequence[str]:
        """The texts of the words; decoded later (`LateWords`) if some were added as bytes."""
        if not any(isinstance(forms, bytes) for forms in self._forms):
            return list(chain.from_iterable(forms for forms in self._forms if isinstance(forms, list)))
        pieces = (
            forms if isinstance(forms, bytes) else "".join(f"{form}\n" for form in forms).encode()
            for forms in self._forms
        )
        return LateWords(b"".join(pieces))

    def _minimum(self, ranges: Sequence[Ranges]) -> Fragments | None:
        """The smallest span of each row, or its full ranges if not known; None if no row has one."""
        if not self.minimum:
            return None
        return fragments([self.minimum.get(row, whole) for row, whole in enumerate(ranges)])


def fragments(rows: Sequence[Ranges]) -> Fragments:
    """Convert the ranges of each row to arrays."""
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(rows)), np.int64)
    first = np.concatenate([[0], np.cumsum(lengths)])
    return Fragments(first, flat[0::2], flat[1::2])


def ranges_of(positions: Iterable[int]) -> Ranges:
    """The half-open ranges that cover a set of positions, ascending."""
    ranges: list[tuple[int, int]] = []
    for position in sorted(set(positions)):
        if ranges and ranges[-1][1] == position:
            ranges[-1] = (ranges[-1][0], position + 1)
        else:
            ranges.append((position, position + 1))
    return ranges
