"""Build the columns of a corpus of spans, document by document.

The corpus keeps the ids of documents if every document has a unique id. Otherwise documents are numbered
(`Spans.named` is False), and repeated ids are reported.
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


NOT_READ = "not read"  # part of the verdict about items that a reader skips


@record
class Tally:
    """A counter of items for warnings: (noun, verdict) -> number of items."""

    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, noun: str, verdict: str, count: int = 1) -> None:
        """Count *count* items; the warning about all of them is `source: 3 NOUNs VERDICT`."""
        self.counts[noun, verdict] = self.counts.get((noun, verdict), 0) + count

    def unread(self) -> dict[str, int]:
        """Kind of item that was not read -> number of items; the kind is the noun and part of the verdict."""
        return {
            " ".join([noun, *verdict.partition(NOT_READ)[0].split()]): count
            for (noun, verdict), count in self.counts.items()
            if count and NOT_READ in verdict
        }

    def warnings(self, sources: Sequence[Source]) -> list[Warned]:
        """One warning per kind of item, about the input *sources*."""
        return self.of(where(sources))

    def of(self, place: str) -> list[Warned]:
        """One warning per kind of item, about the file *place*."""
        found = ((*kind, count) for kind, count in self.counts.items() if count)
        return [counted(place, *one) for one in found]


def counted(place: str, noun: str, verdict: str, count: int) -> Warned:
    """The warning about *count* items of the kind *noun* in the file *place*."""
    return Warned("counted", count, side=place, noun=noun, verdict=verdict)


class ReadingTable:
    """A table of documents under construction, with counts for warnings.

    ids         the id of each document, or None
    origins     the inputs
    tally       a counter of items for warnings
    keys        a counter of unknown keys of items
    hashed      whether ids are Prodigy's numbers of texts
    own_ids     whether ids are numbers that only the program that wrote the file knows
    refused     a list that collects the InputErrors of documents; None to raise the first InputError
    options     the options of the format's reader
    unlabelled  function that raises the error about the first item without a label, if there is such an item
    """

    def __init__(self, refused: list[InputError] | None = None) -> None:
        from nerkit.readers.item_keys import ItemKeys

        self.ids: list[str | None] = []
        self.origins: list[Origin] = []
        self.tally, self.keys, self.hashed, self.refused = Tally(), ItemKeys(), False, refused
        self.options: Mapping[str, Any] = {}
        self.own_ids = False
        self.unlabelled: Callable[[], NoReturn] | None = None
        self.of_file: dict[Any, Any] = {}  # notes of the reader about the current file
        self.of_all: dict[Any, Any] = {}  # notes of the reader about all files

    def attempt(self, make: Callable[[], Made]) -> Made | None:
        """Return the value of *make()*; if `refused` is a list, collect its InputError and return None."""
        try:
            return make()
        except InputError as error:
            if self.refused is None:
                raise
            self.refused.append(error)
            return None


class SpanTable(ReadingTable):
    """A table with one row per span; `document` begins a document, and `span` adds a row to it."""

    def __init__(self, *fields: str, any_id: bool = False) -> None:
        ReadingTable.__init__(self)
        self.current = -1  # the document that spans are added to
        self.places: dict[str, int] = {}  # name given to `go_on` -> document
        self.texts: list[str | None] = []  # the text of each document
        self.paths: list[str | None] = []  # an id for each document from the path of its file
        self.other_ids: tuple[OtherIds, ...] = ()  # further ids of documents without ids
        self.rows = array("q")  # four numbers per row: document, start, end, line
        self.fields: dict[str, tuple[Vocabulary, array[int]]] = {}  # field -> values, code of each row
        self.names = (*ALWAYS, *fields)
        self.candidates: dict[int, tuple[Candidate, ...]] = {}
        self.warnings: list[Warned] = []  # further warnings
        self.any_id = any_id  # whether each candidate is correct; then ids of documents can repeat

    def document(self, name: str | None, text: str | None = None) -> None:
        """Begin a document with this id and text, which are optional."""
        self.current = len(self.ids)
        self.ids.append(name)
        self.texts.append(text)

    def go_on(self, name: str) -> None:
        """Continue the document of this name, or begin it if it does not exist."""
        if name not in self.places:
            self.places[name] = len(self.ids)
            self.document(name)
        self.current = self.places[name]

    def move_ends(self, first: int, by: int) -> None:
        """Add *by* to the ends of the rows from *first* on."""
        self.rows[4 * first + 2 :: 4] = array("q", [end + by for end in self.rows[4 * first + 2 :: 4]])

    def span(self, start: int, end: int, line: int, **fields: Any) -> None:
        """Add a span to the current document; fields that are not given have no value."""
        if not fields.keys() <= self.fields.keys():
            for name in [name for name in fields if name not in self.fields]:
                self._field(name)
        self.rows.extend((self.current, start, end, line))
        for name, (values, codes) in self.fields.items():
            codes.append(values[fields.get(name)])

    def _field(self, name: str) -> None:
        """Add a field without values for the existing rows."""
        values = Vocabulary({None: 0})
        self.fields[name] = values, array("q", bytes(8 * len(self)))

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows) // 4

    def unplaced(self, string: str, line: int, **fields: Any) -> None:
        """Add an entity to the current document that has no offsets, only a *string*."""
        start, end = unplaced(string)
        self.span(start, end, line, string=string, text=string, **fields)

    def source(self, source: Source) -> None:
        """Begin an input; the following rows come from *source*."""
        self.origins.append(Origin(source.name, "", len(self)))

    def read(
        self,
        sources: Iterable[Source],
        add: Callable[[Source, "SpanTable"], None],
        ended: Callable[["SpanTable"], None] = lambda _: None,
    ) -> Spans:
        """Read files into a corpus.

        *add* adds the documents of one file to this table. *ended* is called once after the last file.
        """
        sources = list(sources)
        for source in sources:
            self.source(source)
            before = len(self.ids)
            add(source, self)
            self.paths += places(source, len(self.ids) - before)
        ended(self)
        return self.spans(sources)

    def name_by(self, *ways: list[str | None]) -> None:
        """Replace the ids by the first complete list of ids in *ways*, if documents lack unique ids."""
        for ids in ways:
            if ids and None not in ids and (None in self.ids or len(set(self.ids)) < len(self.ids)):
                self.ids = ids

    def spans(self, sources: Sequence[Source]) -> Spans:
        """The corpus. Ids that occur twice are reported and replaced by numbers, unless they can repeat."""
        rows = np.array(self.rows).reshape(-1, 4)
        named = None not in self.ids
        repeated = _repeated([name for name in self.ids if name is not None])
        place = where(sources)
        warnings = [*self.warnings, *self.keys.notes(place)]
        warnings += [*self.tally.warnings(sources), *self.keys.warnings(place)]
        if named and repeated and not (self.any_id or self.hashed):
            named = False
            warnings += listed("ids-repeated-in-file", repeated, side=place)
        for name in self.names:
            if name not in self.fields:
                self._field(name)
        names = dict.fromkeys((*self.names, *self.fields))  # further fields in order of first appearance
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
    """The score at *path* of a value. Raises InputError if it is neither a finite number nor null."""
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
    """Ids for *count* documents of a file in a folder: its path without suffix, and a number if several.

    None for each document of another input.
    """
    if not source.listed:
        return [None] * count
    names = [source.stem] if count == 1 else [f"{source.stem}:{place + 1}" for place in range(count)]
    return [NameInFile(name, source.stem) for name in names]
