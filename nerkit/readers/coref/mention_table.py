"""Mentions under construction, a document at a time, for all formats of coreference.

A document may have an id. When every document of a corpus has one, they are its ids, repeated or not; else
documents are known by their positions (`Mentions.named` is False). In a folder, documents without an id are
named after their file.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Origin
from nerkit.corpora.mentions import Dependency, Fragments, Mentions, Words
from nerkit.corpora.pairing.other_ids import Found, candidates
from nerkit.io import Source
from nerkit.readers.spans.span_records import places
from nerkit.readers.spans.span_table import Tally

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
        self.minimum: dict[int, Ranges] = {}  # of the rows where it is known
        self.zeros: dict[int, frozenset[Dependency]] = {}
        self.tally, self.warnings = Tally(), list[str]()
        self.forms: list[str] = []
        self.word_lines: list[IntArray] = []
        self.first_words: list[int] = []  # of each document
        self.has_words, self.has_forms, self.has_sentences = True, True, True  # whether they are known
        self._codes: dict[str, int] = {}  # of the entities of the current document
        self._begun: list[tuple[Source, int, int]] = []  # inputs, their first documents and rows

    def source(self, source: Source) -> None:
        """The following documents are read from *source*."""
        self._begun.append((source, len(self.ids), len(self.rows)))

    def document(self, name: str | None) -> None:
        """Begin a document, with its id if it has one."""
        self.ids.append(name)
        self.texts.append(None)
        self.first_words.append(len(self.forms))
        self._codes = {}

    def words(self, forms: Iterable[str], lines: IntArray) -> None:
        """Add words to the current document, and their lines."""
        self.forms += forms
        self.word_lines.append(lines)

    def entity(self, name: str) -> int:
        """The code of the entity of the current document that is called *name*."""
        code = self._codes.get(name)
        return self.another(name) if code is None else code

    def another(self, name: str) -> int:
        """The code of a further entity called *name*."""
        code = self._codes[name] = len(self.entities)
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
            self.minimum[len(self.rows)] = minimum
        self.rows.append((len(self.ids) - 1, entity, line, head, sentence))
        self.ranges.append(ranges)

    def mentions(self) -> Mentions:
        """The corpus; its inputs have been read."""
        rows = np.fromiter(chain.from_iterable(self.rows), np.int64, 5 * len(self.rows)).reshape(-1, 5)
        self._name_after_files()
        named = None not in self.ids
        sources = [source for source, _, _ in self._begun]
        span = fragments(self.ranges)
        return Mentions(
            documents=[str(name) if named else str(i + 1) for i, name in enumerate(self.ids)],
            document=rows[:, 0],
            entity=rows[:, 1],
            entities=self.entities,
            span=span,
            line=rows[:, 2],
            head=rows[:, 3],
            minimum=self._minimum(),
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
        return Words(
            np.array([*self.first_words, len(self.forms)]), self.forms if self.has_forms else None, lines
        )

    def _minimum(self) -> Fragments | None:
        """The smallest spans; where one is not known, the mention itself."""
        if not self.minimum:
            return None
        return fragments([self.minimum.get(row, whole) for row, whole in enumerate(self.ranges)])


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
