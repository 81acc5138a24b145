"""Corpora, which readers make and scorers take: annotations as columns, a whole corpus at a time.

All offsets are half-open `[start, end)`. A categorical column is a list of distinct values and an array of
codes into it, so that comparing two sides is comparing integers.
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.ground.records import record
from nerkit.ground.streams import ByteRange

STATUSES = ("clean", "wrapped", "repaired", "unreadable")  # how the answer of a model was read
CLEAN, WRAPPED, REPAIRED, UNREADABLE = range(4)  # codes into STATUSES


@dataclass(frozen=True, slots=True)  # a folder may have hundreds of thousands
class Origin:
    """The origin of rows: from row *first_row* on, they were read from *name*, or from a *part* of it.

    The first origin of a corpus that was read before it is scored knows the *form* (format) of its files.
    """

    name: str
    sha256: str
    first_row: int
    part: ByteRange | None = None
    form: str = ""


class Corpus(Protocol):
    """Items filed under documents, the base of all corpora: readers make it and `evaluation` passes it on.

    Corpora whose documents may have texts give them as `document_texts`, None for a document without one.
    """

    @property
    def documents(self) -> list[str]: ...
    @property
    def named(self) -> bool: ...
    @property
    def origins(self) -> tuple[Origin, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...
    def __len__(self) -> int: ...
    def in_documents(self, documents: list[str], codes: IntArray) -> Self:
        """File the items under *documents*; *codes* has each old document's new place, or -1 to drop it."""


class NameInFile(str):
    """The name of a document without an id, from one of several files: the file and the document's number in
    it. It identifies the document only by its order.
    """

    __slots__ = ("file",)
    file: str

    def __new__(cls, name: str, file: str = "") -> Self:
        """The name of a document of a file."""
        made = super().__new__(cls, name)
        made.file = file
        return made

    def __str__(self) -> str:
        """The name, which `str` leaves as it is."""
        return self


def joined_words(words: Column, document: IntArray, count: int) -> list[str]:
    """The words of each of *count* documents with blanks between them; *document* of each word ascends."""
    values, codes = words.values, words.codes.tolist()
    borders = np.searchsorted(document, np.arange(count + 1)).tolist()
    return [" ".join([values[code] for code in codes[start:end]]) for start, end in pairwise(borders)]


Side = TypeVar("Side", bound=Corpus)


@record(frozen=True)
class Batch(Generic[Side]):
    """Paired documents. Both sides are filed under the same `documents`, so that equal codes mean the same
    document.
    """

    documents: list[str]
    gold: Side
    system: Side


def with_form(corpus: Any, form: str) -> Any:
    """The corpus, whose first origin knows the format *form* that it was read from."""
    if not corpus.origins:
        return corpus
    first, *others = corpus.origins
    origins = (replace(first, form=form), *others)
    spans = getattr(corpus, "spans", None)  # texts have the origins of their spans
    held = {"origins": origins} if spans is None else {"spans": replace(spans, origins=origins)}
    return replace(corpus, **held)


def origin(origins: tuple[Origin, ...], row: int) -> str:
    """The name of the input that a row comes from."""
    return next((origin.name for origin in reversed(origins) if origin.first_row <= row), "")


Place = tuple[str, int]  # a file and a 1-based line in it


def places_of(
    origins: tuple[Origin, ...], line: IntArray, piece: IntArray | None = None
) -> Callable[[int], Place | None]:
    """Row -> the file and line it was read from, None for a row from memory.

    line    1-based line of each row, 0 in memory
    piece   the row in the count of *origins* for each row, if origins count other rows
    """
    begins, names = [origin.first_row for origin in origins], [origin.name for origin in origins]

    def place(row: int) -> Place | None:
        number = int(line[row])
        if not number or not names:
            return None
        return names[max(bisect_right(begins, row if piece is None else int(piece[row])) - 1, 0)], number

    return place


def origins_among(origins: tuple[Origin, ...], rows: IntArray) -> tuple[Origin, ...]:
    """The origins of selected *rows*, ascending; inputs without a selected row are kept."""
    if not origins:
        return ()
    first_rows = np.searchsorted(rows, [origin.first_row for origin in origins]).tolist()
    return tuple(
        Origin(o.name, o.sha256, first, o.part, o.form) for o, first in zip(origins, first_rows, strict=True)
    )


def origins_of(origins: tuple[Origin, ...], old: IntArray, new: IntArray) -> tuple[Origin, ...]:
    """The origins of the pieces of a corpus when they are put in another order.

    *old* and *new* are the first rows of the pieces before and after.
    """
    begins = np.array([origin.first_row for origin in origins])
    source = np.searchsorted(begins, old, "right") - 1
    changes = np.flatnonzero(np.append(True, source[1:] != source[:-1])[: len(source)])
    return tuple(replace(origins[source[i]], first_row=int(new[i])) for i in changes if source[i] >= 0)
