"""Corpora: annotations as columns for a whole corpus at a time. Readers build corpora, scorers take them.

All offsets are half-open `[start, end)`. A categorical column is a list of distinct values and an array of
codes into the list, so that comparing two sides means comparing integers.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.ground.records import record
from nerkit.ground.streams import ByteRange

Item = TypeVar("Item")
STATUSES = ("clean", "wrapped", "repaired", "unreadable")  # how the answer of a model was read
CLEAN, WRAPPED, REPAIRED, UNREADABLE = range(4)  # codes into STATUSES


@dataclass(frozen=True, slots=True)  # a folder may have hundreds of thousands
class Origin:
    """The origin of rows: from *first_row* on, the rows were read from the file *name*, or from a *part*
    of the file.

    If a corpus was read before scoring, its first origin has the *form* (format) of the files.
    """

    name: str
    sha256: str
    first_row: int
    part: ByteRange | None = None
    form: str = ""


class Corpus(Protocol):
    """The base class of all corpora: items filed under documents.

    Corpora whose documents can have texts provide them as `document_texts`, with None for a document without
    a text.
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
        """File the items under *documents*; *codes* has each old document's new position, or -1 to drop
        the document.
        """


class NameInFile(str):
    """The name of a document without an id in one of several files: the file, and the document's number in
    the file.

    The name identifies the document only by its order.
    """

    __slots__ = ("file",)
    file: str

    def __new__(cls, name: str, file: str = "") -> Self:
        """Create the name of a document in a file."""
        made = super().__new__(cls, name)
        made.file = file
        return made

    def __str__(self) -> str:
        """The name as plain text."""
        return self


def joined_words(words: Column, document: IntArray, count: int) -> list[str]:
    """The words of each of *count* documents, joined by blanks. *document* has the document of each word,
    ascending.
    """
    values, codes = words.values, words.codes.tolist()
    borders = np.searchsorted(document, np.arange(count + 1)).tolist()
    return [" ".join([values[code] for code in codes[start:end]]) for start, end in pairwise(borders)]


def rows_of(table: Any, rows: IntArray, names: str) -> dict[str, Any]:
    """The named columns of a table at some rows, by name; None for a column that the table lacks."""
    columns = ((name, getattr(table, name)) for name in names.split())
    return {name: None if column is None else column.take(rows) for name, column in columns}


def gathered(items: Iterable[Item], codes: IntArray, size: int) -> list[list[Item]]:
    """The items of the old documents under each of *size* new documents; *codes* has their positions."""
    there: list[list[Item]] = [[] for _ in range(size)]
    for item, new in zip(items, codes.tolist(), strict=True):
        if new != NONE:
            there[new].append(item)
    return there


class SentenceRows:
    """A corpus of sentences: `document` has the document of each sentence, and `take` selects sentences.

    In a corpus of words, `line` has the line of each word, `sentence` its sentence, and `begins` the first
    word of each sentence.
    """

    def place(self, row: int) -> str:
        """`file:line` of a word, or for words from memory its sentence and its position in the sentence."""
        table: Any = self
        if table.line[row]:
            return f"{origin(table.origins, row)}:{table.line[row]}"
        sentence = int(table.sentence[row])
        return f"sentence {sentence + 1}, word {row - int(table.begins[sentence]) + 1}"

    def in_documents(self, documents: list[str], codes: IntArray) -> Self:
        """The sentences filed under *documents*, in their order.

        *codes* gives the new position of each old document; -1 drops the document.
        """
        table: Any = self
        place = codes[table.document]
        order = np.argsort(place, kind="stable")
        filed: Self = replace(table, documents=documents, document=place).take(order[place[order] != NONE])
        return filed


Side = TypeVar("Side", bound=Corpus)


@record(frozen=True)
class Batch(Generic[Side]):
    """Paired documents of gold and system. Both sides use the list `documents`, so that equal codes mean
    equal documents.
    """

    documents: list[str]
    gold: Side
    system: Side


def with_form(corpus: Any, form: str) -> Any:
    """The corpus, with the format *form* stored in its first origin."""
    if not corpus.origins:
        return corpus
    first, *others = corpus.origins
    origins = (replace(first, form=form), *others)
    spans = getattr(corpus, "spans", None)  # texts have the origins of their spans
    held = {"origins": origins} if spans is None else {"spans": replace(spans, origins=origins)}
    return replace(corpus, **held)


def origin(origins: tuple[Origin, ...], row: int) -> str:
    """The name of the input that contains a row."""
    return next((origin.name for origin in reversed(origins) if origin.first_row <= row), "")


def side_names(corpora: Iterable[Any]) -> list[str]:
    """The name of each side in messages, gold first: its file, or its role if it has several files."""
    return [
        corpus.origins[0].name if len(corpus.origins) == 1 else ("gold", "system")[i > 0]
        for i, corpus in enumerate(corpora)
    ]


Place = tuple[str, int]  # a file and a 1-based line in it


def places_of(
    origins: tuple[Origin, ...], line: IntArray, piece: IntArray | None = None
) -> Callable[[int], Place | None]:
    """Row -> file and line of the row; None for a row from memory.

    line    1-based line of each row, 0 in memory
    piece   the row number that *origins* use for each row, if *origins* count other rows
    """
    begins, names = [origin.first_row for origin in origins], [origin.name for origin in origins]

    def place(row: int) -> Place | None:
        """File and line of a row; None for a row from memory."""
        number = int(line[row])
        if not number or not names:
            return None
        return names[max(bisect_right(begins, row if piece is None else int(piece[row])) - 1, 0)], number

    return place


def origins_among(origins: tuple[Origin, ...], rows: IntArray) -> tuple[Origin, ...]:
    """The origins of the selected *rows* (ascending). Inputs without a selected row are kept."""
    if not origins:
        return ()
    first_rows = np.searchsorted(rows, [origin.first_row for origin in origins]).tolist()
    return tuple(
        Origin(o.name, o.sha256, first, o.part, o.form) for o, first in zip(origins, first_rows, strict=True)
    )


def origins_of(origins: tuple[Origin, ...], old: IntArray, new: IntArray) -> tuple[Origin, ...]:
    """The origins of the pieces of a corpus after a change of their order.

    *old* and *new* are the first rows of the pieces before and after the change.
    """
    begins = np.array([origin.first_row for origin in origins])
    source = np.searchsorted(begins, old, "right") - 1
    changes = np.flatnonzero(np.append(True, source[1:] != source[:-1])[: len(source)])
    return tuple(replace(origins[source[i]], first_row=int(new[i])) for i in changes if source[i] >= 0)
