"""Builds the columns of a corpus of spans document by document.

A document may have an id. The corpus keeps the ids if every document has a unique id. Otherwise the position
of a document is its id (`Spans.named` is False), and repeated ids are reported.
"""

import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, NoReturn, TypeVar

import numpy as np

from nerkit.algorithms.columns import Vocabulary
from nerkit.corpora.corpus import NameInFile, Origin
from nerkit.corpora.pairing.id_aliases import OtherIds
from nerkit.corpora.spans import Candidate, Spans, unplaced
from nerkit.exceptions import InputError
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned, listed
from nerkit.io import Source
from nerkit.readers.json_text import Value, shown
from nerkit.readers.leniency import where

Made = TypeVar("Made")
ALWAYS = ("eid", "score", "type")  # fields of a corpus of spans, used or not


NOT_READ = "not read"  # in the verdict on what a file holds and a reader leaves


@record
class Tally:
    """Counts for warnings that are given once: noun -> count, and the sentence's end by noun."""

    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, noun: str, verdict: str, count: int = 1) -> None:
        """Count *count* of *noun*; all together read `source: 3 nouns verdict`."""
        self.counts[noun, verdict] = self.counts.get((noun, verdict), 0) + count

    def unread(self) -> dict[str, int]:
        """The items that were not read: noun, with what tells it from others of the noun, -> count."""
        return {
            " ".join([noun, *verdict.partition(NOT_READ)[0].split()]): count
            for (noun, verdict), count in self.counts.items()
            if count and NOT_READ in verdict
        }

    def warnings(self, sources: Sequence[Source]) -> list[Warned]:
        """One warning for each kind of thing."""
        return self.of(where(sources))

    def of(self, place: str) -> list[Warned]:
        """The warnings about the file *place*."""
        found = ((*kind, count) for kind, count in self.counts.items() if count)
        return [counted(place, *one) for one in found]


def counted(place: str, noun: str, verdict: str, count: int) -> Warned:
    """The warning about *count* things in the file *place*."""
    return Warned("counted", count, side=place, noun=noun, verdict=verdict)


class ReadingTable:
    """A table of documents that are read, and what there is to say of them.

    tally       the items that warnings count
    keys        the keys of the items that are shown to it
    hashed      whether ids are Prodigy's numbers of texts
    own_ids     whether ids are numbers of the program that wrote them
    refused     collects the InputErrors of documents; None: the first InputError is raised
    options     the options that only the reader of this format takes
    unlabelled  what raises the error of the first item without a label, if the format needs labels
    """

    def __init__(self, refused: list[InputError] | None = None) -> None:
        from nerkit.readers.item_keys import ItemKeys

        self.ids: list[str | None] = []
        self.origins: list[Origin] = []
        self.tally, self.keys, self.hashed, self.refused = Tally(), ItemKeys(), False, refused
        self.options: Mapping[str, Any] = {}
        self.own_ids = False
        self.unlabelled: Callable[[], NoReturn] | None = None
        self.of_file: dict[Any, Any] = {}  # what its reader knows of the file
        self.of_all: dict[Any, Any] = {}  # and of all files

    def attempt(self, make: Callable[[], Made]) -> Made | None:
        """The value of *make*. Its InputError is raised, or kept in `refused`, where there is such a list."""
        try:
            return make()
        except InputError as error:
            if self.refused is None:
                raise
            self.refused.append(error)
            return None


class SpanTable(ReadingTable):
    """Rows of spans; `document` begins a document, `span` adds a row to it."""

    def __init__(self, *fields: str) -> None:
        ReadingTable.__init__(self)
        self.current = -1  # the document that spans are added to
        self.places: dict[str, int] = {}  # of the documents that `go_on` named
        self.texts: list[str | None] = []  # of each document
        self.paths: list[str | None] = []  # ids of documents that their files give
        self.other_ids: tuple[OtherIds, ...] = ()  # of documents without ids
        self.rows = array("q")  # document, start, end, line of each, one after the other
        self.fields: dict[str, tuple[Vocabulary, array[int]]] = {}  # values and, for each row, their codes
        self.names = (*ALWAYS, *fields)
        self.candidates: dict[int, tuple[Candidate, ...]] = {}
        self.warnings: list[Warned] = []  # further ones
        self.any_id = False  # whether each candidate of a mention is right

    def document(self, name: str | None, text: str | None = None) -> None:
        """Begin a document, with its id and its text if it has them."""
        self.current = len(self.ids)
        self.ids.append(name)
        self.texts.append(text)

    def go_on(self, name: str) -> None:
        """Go on with the document of this name, or begin it."""
        if name not in self.places:
            self.places[name] = len(self.ids)
            self.document(name)
        self.current = self.places[name]

    def move_ends(self, first: int, by: int) -> None:
        """Move the ends of the rows from *first* on."""
        self.rows[4 * first + 2 :: 4] = array("q", [end + by for end in self.rows[4 * first + 2 :: 4]])

    def span(self, start: int, end: int, line: int, **fields: Any) -> None:
        """Add a span to the current document; fields that are not given are absent."""
        if not fields.keys() <= self.fields.keys():
            for name in [name for name in fields if name not in self.fields]:
                self._field(name)
        self.rows.extend((self.current, start, end, line))
        for name, (values, codes) in self.fields.items():
            codes.append(values[fields.get(name)])

    def _field(self, name: str) -> None:
        """Begin a field, which is absent from all rows so far."""
        values = Vocabulary({None: 0})
        self.fields[name] = values, array("q", bytes(8 * len(self)))

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows) // 4

    def unplaced(self, string: str, line: int, **fields: Any) -> None:
        """Add an entity of the current document that has no place in its text, only a *string*."""
        start, end = unplaced(string)
        self.span(start, end, line, string=string, text=string, **fields)

    def source(self, source: Source) -> None:
        """The following rows are read from *source*."""
        self.origins.append(Origin(source.name, "", len(self)))

    def read(
        self,
        sources: Iterable[Source],
        add: Callable[[Source, "SpanTable"], None],
        ended: Callable[["SpanTable"], None] = lambda _: None,
    ) -> Spans:
        """The corpus of files. *add* adds the documents of a file, and *ended* looks at all documents."""
        sources = list(sources)
        for source in sources:
            self.source(source)
            before = len(self.ids)
            add(source, self)
            self.paths += places(source, len(self.ids) - before)
        ended(self)
        return self.spans(sources)

    def name_by(self, *ways: list[str | None]) -> None:
        """Call the documents by the first of these lists of ids, if not each has an id of its own."""
        for ids in ways:
            if ids and None not in ids and (None in self.ids or len(set(self.ids)) < len(self.ids)):
                self.ids = ids

    def spans(self, sources: Sequence[Source], *, unique: bool = True) -> Spans:
        """The corpus; *unique* is False where ids stand for the same document when they are repeated."""
        rows = np.array(self.rows).reshape(-1, 4)
        named = None not in self.ids
        repeated = _repeated([name for name in self.ids if name is not None])
        place = where(sources)
        warnings = [*self.warnings, *self.keys.notes(place)]
        warnings += [*self.tally.warnings(sources), *self.keys.warnings(place)]
        if named and repeated and unique and not self.hashed:
            named = False
            warnings += listed("ids-repeated-in-file", repeated, side=place)
        for name in self.names:
            if name not in self.fields:
                self._field(name)
        names = dict.fromkeys((*self.names, *self.fields))  # further ones in order of first appearance
        columns = {name: self.fields[name][0].column(self.fields[name][1]) for name in names}
        columns["type"] = self.keys.column() or columns["type"]
        return Spans(
            documents=[str(name) for name in self.ids]
            if named
            else list(map(str, range(1, len(self.ids) + 1))),
            document=rows[:, 0],
            start=rows[:, 1],
            end=rows[:, 2],
            line=rows[:, 3],
            fields={name: column for name, column in columns.items() if column.values or name in ALWAYS},
            candidates=self.candidates,
            origins=tuple(
                Origin(origin.name, source.sha256, origin.first_row)
                for origin, source in zip(self.origins, sources, strict=True)
            ),
            warnings=tuple(warnings),
            named=named,
            own_ids=named and self.own_ids,
            hashed=self.hashed,
            other_ids=() if named else self.other_ids,
            texts=self.texts if any(text is not None for text in self.texts) else (),
            unread=self.tally.unread(),
            any_id=self.any_id,
            hints=self.keys.hints(place),
            label_key=self.keys.label_key,
            unsure=self.keys.unsure,
        )


def score_of(value: Value, score: Any, *path: str | int) -> float | None:
    """A score as it stands at *path* of a value; InputError for what is neither a finite number nor null."""
    if not (score is None or (type(score) in (int, float) and math.isfinite(score))):
        value.fail(f"the score {shown(score)} is not a number", *path)
    number: float | None = score
    return number


def _repeated(names: Sequence[str]) -> list[str]:
    """The names that occur more than once, in order of first appearance."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    return [name for name, count in seen.items() if count > 1]


def places(source: Source, count: int) -> list[str | None]:
    """Ids for the documents of a file among others: its path without suffix, numbered where several."""
    if not source.listed:
        return [None] * count
    names = [source.stem] if count == 1 else [f"{source.stem}:{place + 1}" for place in range(count)]
    return [NameInFile(name, source.stem) for name in names]
