"""Mentions under construction, a document at a time, for all formats of coreference.

A document may have an id. When every document of a corpus has one, they are its ids, repeated or not;
otherwise documents are known by their positions (`Mentions.named` is False). In a folder, documents without
an id are named after their file.
"""

from collections.abc import Iterable, Sequence
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
    """Rows of mentions; `document` begins a document, `entity` one of its entities, `mention` adds a row."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.others: list[Found] = []  # what may be the id of each document without one
        self.texts: list[str | None] = []  # of each document, where offsets are its characters
        self.entities: list[str] = []
        self.rows: list[tuple[int, int, int, int, int]] = []  # document, entity, line, head, sentence
        self.ranges: list[Ranges] = []  # of each row
        self._settled: list[tuple[IntArray, Fragments]] = []  # the rows before these
        self._count = 0  # of them
        self.minimum: dict[int, Ranges] = {}  # of the rows where it is known
        self.zeros: dict[int, frozenset[Dependency]] = {}
        self.tally, self.warnings = Tally(), list[str]()
        self._forms: list[list[str] | bytes] = []
        self.word_count = 0
        self.word_lines: list[IntArray] = []
        self.first_words: list[int] = []  # of each document
        self.has_words, self.has_forms, self.has_sentences = True, True, True  # whether they are known
        self.codes: dict[str, int] = {}  # of the entities of the current document
        self._begun: list[tuple[Source, int, int]] = []  # inputs, their first documents and rows

    def source(self, source: Source) -> None:
        """The following documents are read from *source*."""
        self._begun.append((source, len(self.ids), len(self)))

    def __len__(self) -> int:
        return self._count + len(self.rows)

    def document(self, name: str | None, *, ahead: int = 0) -> None:
        """Begin a document, with its id if it has one; so many words of those before it are added later."""
        self.ids.append(name)
        self.texts.append(None)
        self.first_words.append(self.word_count + ahead)
        self.codes = {}

    def words(self, forms: Iterable[str] | bytes, lines: IntArray) -> None:
        """Add words to the current document, and their lines.

        In bytes each is ended by a newline, and they may be those of the last few documents.
        """
        self._forms.append(forms if isinstance(forms, bytes) else list(forms))
        self.word_count += len(lines)
        self.word_lines.append(lines)

    def entity(self, name: str) -> int:
        """The code of the entity of the current document that is called *name*."""
        code = self.codes.get(name)
        return self.another(name) if code is None else code

    def another(self, name: str) -> int:
        """The code of a further entity called *name*."""
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
        """Add a mention of the current document."""
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
        """Add mentions of words that follow each other, without heads."""
        self._settle()
        rows = np.stack([document, entity, line, np.full(len(line), NONE), sentence], axis=1)
        self._settled.append((rows, Fragments.ranges(start, end)))
        self._count += len(rows)

    def _settle(self) -> None:
        """Make columns of the rows so far."""
        rows = np.fromiter(chain.from_iterable(self.rows), np.int64, 5 * len(self.rows)).reshape(-1, 5)
        self._settled.append((rows, fragments(self.ranges)))
        self._count += len(rows)
        self.rows, self.ranges = [], []

    def mentions(self) -> Mentions:
        """The corpus; its inputs have been read."""
        ranges = self.ranges  # all of them where `minimum` has any
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
        """Of a folder, a document without an id is called after its file."""
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
        """The words, late ones if any are bytes."""
        if not any(isinstance(forms, bytes) for forms in self._forms):
            return list(chain.from_iterable(forms for forms in self._forms if isinstance(forms, list)))
        pieces = (
            forms if isinstance(forms, bytes) else "".join(f"{form}\n" for form in forms).encode()
            for forms in self._forms
        )
        return LateWords(b"".join(pieces))

    def _minimum(self, ranges: Sequence[Ranges]) -> Fragments | None:
        """The smallest spans; if one is not known, the mention itself."""
        if not self.minimum:
            return None
        return fragments([self.minimum.get(row, whole) for row, whole in enumerate(ranges)])


def fragments(rows: Sequence[Ranges]) -> Fragments:
    """The ranges of each row as columns."""
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(rows)), np.int64)
    first = np.concatenate([[0], np.cumsum(lengths)])
    return Fragments(first, flat[0::2], flat[1::2])


def ranges_of(positions: Iterable[int]) -> Ranges:
    """The ranges that make up a set of positions."""
    ranges: list[tuple[int, int]] = []
    for position in sorted(set(positions)):
        if ranges and ranges[-1][1] == position:
            ranges[-1] = (ranges[-1][0], position + 1)
        else:
            ranges.append((position, position + 1))
    return ranges
