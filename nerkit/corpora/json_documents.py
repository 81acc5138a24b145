"""Documents as nested JSON values, with the status of reading. Readers of values build them, `nerkit json`
scores them.
"""

from collections.abc import Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, overload

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import CLEAN, Origin
from nerkit.corpora.json_paths import Kept
from nerkit.corpora.records import merged
from nerkit.exceptions import UsageError
from nerkit.ground.records import record

MISSING = NONE  # the status of a document that a side lacks


class Place(NamedTuple):
    """The place of a document: line *line* of *source*, and offset *offset* in *text*, which begins at
    line *first*.
    """

    source: str
    line: int
    text: str = ""
    offset: int = 0
    first: int = 1


class LinePlaces(Sequence[Place]):
    """The places of the values in a text with one value per line. A place is computed when it is accessed."""

    def __init__(self, source: str, text: str, first: int = 1, rows: range | None = None) -> None:
        self.source, self.text, self.first = source, text, first
        self.rows = range(text.removesuffix("\n").count("\n") + 1) if rows is None else rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> Place: ...

    @overload
    def __getitem__(self, at: slice) -> "LinePlaces": ...

    def __getitem__(self, at: int | slice) -> "Place | LinePlaces":
        if isinstance(at, slice):
            return LinePlaces(self.source, self.text, self.first, self.rows[at])
        row = self.rows[at]
        return Place(self.source, self.first + row, self.text, self._offsets[row], self.first)

    @cached_property
    def _offsets(self) -> list[int]:
        """The offset at which each line of the text begins."""
        return list(accumulate((len(line) + 1 for line in self.text.split("\n")), initial=0))


@record(frozen=True)
class JsonDocuments:
    """The documents of one side.

    documents   their ids; *named* is False if they are 1-based positions
    values      the records of the file, or their values after `prepare`. None for a document that is
                unreadable or missing on this side
    status      the status of each document, a code into STATUSES; MISSING if this side lacks the document
    raw         whether each value is the unread text of a model
    records     whether values can be envelopes
    strict_ids  whether repeated ids are an error; if not, documents with repeated ids pair by order
    at          the place of each document; empty for objects from memory
    kept        the choice of scored paths
    meets       whether each document is known to share a path with the other side
    """

    documents: list[str]
    values: Sequence[Any]
    status: list[int]
    raw: tuple[bool, ...] = ()
    records: bool = False
    strict_ids: bool = True
    at: Sequence[Place | None] = ()
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    kept: Kept = field(default_factory=Kept)
    meets: bool = False

    def __len__(self) -> int:
        return len(self.values)

    @property
    def places(self) -> tuple[str, ...]:
        """The `file:line` of each JSON value, for messages."""
        return tuple(f"{place.source}:{place.line}" if place else "" for place in self.at)

    def in_documents(self, documents: list[str], codes: IntArray) -> "JsonDocuments":
        """File the values under *documents*. Values under one document are merged."""
        if len(codes) == len(documents) and np.array_equal(codes, np.arange(len(codes))):
            return replace(self, documents=documents)
        values: list[Any] = [None] * len(documents)
        status = [MISSING] * len(documents)
        at: list[Place | None] = [None] * len(documents)
        for old, new in enumerate(codes.tolist()):
            if new == NONE:
                continue
            first = status[new] == MISSING
            values[new] = self.values[old] if first else merged(values[new], self.values[old])
            status[new] = self.status[old] if first else max(status[new], self.status[old])
            at[new] = at[new] or (self.at[old] if self.at else None)
        return replace(self, documents=documents, values=values, status=status, at=tuple(at))

    def part(self, some: slice) -> "JsonDocuments":
        """A slice of the documents, whose values have been read."""
        return replace(
            self,
            documents=self.documents[some],
            values=self.values[some],
            status=self.status[some],
            at=self.at[some],
        )

    def parted(self, names: list[str], values: Sequence[Any]) -> "JsonDocuments":
        """The documents inside the only document, with these ids."""
        status, at = [CLEAN] * len(names), (*self.at,) * len(names)
        return replace(self, documents=names, values=list(values), status=status, raw=(), at=at, named=True)

    def read_as(
        self, names: tuple[list[str], bool, list[str]], values: Sequence[Any], status: list[int]
    ) -> "JsonDocuments":
        """The documents with read values and statuses. *names* has their names, whether the names are ids,
        and warnings.
        """
        read = replace(self, documents=names[0], named=names[1], warnings=(*self.warnings, *names[2]))
        return replace(read, values=values, status=status, raw=(), records=False)


def of_objects(values: Any, name: str = "<memory>", *, records: bool = False) -> JsonDocuments:
    """The documents of a list. A text is the answer of a model; with *records*, objects can be envelopes.

    Raises UsageError for values that are not lists.
    """
    if isinstance(values, JsonDocuments):
        return values
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise UsageError(f"{name}: give a list of documents, not {type(values).__name__}")
    names = [str(place) for place in range(1, len(values) + 1)]
    return JsonDocuments(names, list(values), [CLEAN] * len(values), records=records, named=False)
