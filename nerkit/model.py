"""What readers make and scorers take: annotations as columns, a whole corpus at a time.

All offsets are half-open `[start, end)`. A categorical column is a list of distinct values and an array of codes
into it, so that comparing two sides is comparing integers.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

NONE = -1  # the code of an absent value
LARGEST = 2**53  # offsets stay below, so that lengths are exact as floats


class Vocabulary(dict[Any, int]):
    """Distinct values in order of first appearance; looking a new one up gives it the next code."""

    def __missing__(self, value: Any) -> int:
        code = self[value] = len(self)
        return code

    def codes(self, values: Sequence[Any]) -> IntArray:
        """The codes of *values*, as an array of the same length."""
        return np.fromiter(map(self.__getitem__, values), np.int64, len(values))


@dataclass(frozen=True, slots=True)
class Column:
    """A categorical column: `values[codes[i]]` is the value of row *i*, and code -1 an absent one."""

    values: list[Any]
    codes: IntArray

    @classmethod
    def of(cls, values: Iterable[Hashable | None]) -> "Column":
        """The column of these values, None being an absent one."""
        vocabulary, values = Vocabulary(), list(values)
        codes = [NONE if value is None else vocabulary[value] for value in values]
        return cls(list(vocabulary), np.array(codes, np.int64))

    def take(self, rows: Any) -> "Column":
        """The column of these rows (a mask or indices)."""
        return Column(self.values, self.codes[rows])

    def map(self, function: Any) -> "Column":
        """The column of `function(value)`, computed once per distinct value; None becomes an absent value."""
        vocabulary = Vocabulary()
        new = [function(value) for value in self.values]
        recode = np.array([*(NONE if v is None else vocabulary[v] for v in new), NONE], np.int64)
        return Column(list(vocabulary), recode[self.codes])

    def value(self, row: int) -> Any:
        """The value of one row, or None."""
        code = self.codes[row]
        return None if code == NONE else self.values[code]


class Candidate(NamedTuple):
    """One reading of a mention: the id it is linked to, a score, its type."""

    id: str | None
    score: float | None
    type: str | None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where rows come from: from row *first_row* on, they were read from *name*."""

    name: str
    sha256: str
    first_row: int


@dataclass(frozen=True, slots=True)
class Spans:
    """The spans of a corpus, one row each, in the order they were read.

    document    code of the row's document in `documents` (ids in order of first appearance)
    start, end  half-open offsets, in the unit of the format (characters in annotation files)
    line        1-based line in the file it was read from (0 in memory)
    fields      further columns: `eid`, `score`, `type`, and whatever else the format carries
    candidates  row -> all readings of a mention that has several, best first
    named       whether the documents have ids; else `documents` holds their 1-based positions
    texts       the text of each document, whose characters the offsets count, or None; empty where no document has one
    """

    documents: list[str]
    document: IntArray
    start: IntArray
    end: IntArray
    line: IntArray
    fields: dict[str, Column]
    candidates: dict[int, tuple[Candidate, ...]] = field(default_factory=dict)
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    texts: Sequence[str | None] = ()

    def __len__(self) -> int:
        return len(self.document)

    def take(self, rows: BoolArray) -> "Spans":
        """The spans of the rows where the mask is true; documents stay as they are."""
        kept = np.flatnonzero(rows)
        renumbered = {int(old): new for new, old in enumerate(kept)} if self.candidates else {}
        return replace(
            self,
            document=self.document[rows],
            start=self.start[rows],
            end=self.end[rows],
            line=self.line[rows],
            fields={name: column.take(rows) for name, column in self.fields.items()},
            candidates={renumbered[r]: c for r, c in self.candidates.items() if r in renumbered},
            origins=origins_among(self.origins, kept),
        )

    def in_documents(self, documents: list[str], codes: IntArray) -> "Spans":
        """The same spans filed under *documents*; *codes* gives each old document's new place, -1 drops it.

        Documents that come to one place keep their text if all of them have the same.
        """
        texts = texts_in(self.texts, len(documents), codes) if self.texts else ()
        spans = replace(self, documents=documents, document=codes[self.document], texts=texts)
        dropped = spans.document == NONE
        return spans.take(~dropped) if dropped.any() else spans

    def place(self, row: int) -> str:
        """`file:line` of a row, or `span N` for spans from memory."""
        name = origin(self.origins, row)
        return f"{name}:{self.line[row]}" if name else f"span {row + 1}"


def texts_in(texts: Sequence[str | None], size: int, codes: IntArray) -> list[str | None]:
    """The text of each of *size* places, None where there is none or the documents there differ."""
    found: list[set[str]] = [set() for _ in range(size)]
    for text, new in zip(texts, codes.tolist(), strict=True):
        if new != NONE and text is not None:
            found[new].add(text)
    return [next(iter(each)) if len(each) == 1 else None for each in found]


@dataclass(frozen=True, slots=True)
class Texts:
    """Annotated texts: `texts[d]` is the text of `spans.documents[d]`, and the spans' offsets are characters of it.

    *tokens*, where the format has them, are the words with their `tag` as it was written, under the same documents;
    *marked* says of each text whether its file began with a byte order mark, which is no character of it.
    """

    texts: list[str]
    spans: Spans
    tokens: Spans | None = None
    marked: tuple[bool, ...] = ()

    @property
    def documents(self) -> list[str]:
        """The ids of the documents."""
        return self.spans.documents

    @property
    def named(self) -> bool:
        """Whether the documents have ids of their own."""
        return self.spans.named

    @property
    def origins(self) -> tuple[Origin, ...]:
        """The files that were read."""
        return self.spans.origins

    @property
    def warnings(self) -> tuple[str, ...]:
        """What there is to say about the reading."""
        return self.spans.warnings

    def __len__(self) -> int:
        return len(self.spans)

    def in_documents(self, documents: list[str], codes: IntArray) -> "Texts":
        """The same texts filed under *documents*; one without a text here is empty, and two in one place follow each other."""
        texts, shifts = [""] * len(documents), np.zeros(len(self.texts), np.int64)
        for old, (text, new) in enumerate(zip(self.texts, codes.tolist(), strict=True)):
            if new != NONE:
                shifts[old] = len(texts[new])
                texts[new] += text
        spans = _shifted(self.spans, shifts).in_documents(documents, codes)
        tokens = self.tokens and _shifted(self.tokens, shifts).in_documents(documents, codes)
        return replace(self, texts=texts, spans=spans, tokens=tokens)


def _shifted(spans: Spans, shifts: IntArray) -> Spans:
    """The spans of each document moved by as many characters as *shifts* says."""
    if not shifts.any():
        return spans
    by = shifts[spans.document]
    return replace(spans, start=spans.start + by, end=spans.end + by)


class Corpus(Protocol):
    """What every reader makes and `evaluation` moves about, whatever the task: items filed under documents."""

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
        """The same items filed under *documents*; *codes* gives each old document's new place, -1 drops it."""


Side = TypeVar("Side", bound=Corpus)


@dataclass(frozen=True, slots=True)
class Batch(Generic[Side]):
    """Paired documents: both sides are filed under the same `documents`, so equal codes mean the same one."""

    documents: list[str]
    gold: Side
    system: Side


class Tag(NamedTuple):
    """What a tag says: the letter of its scheme (`O`, `B`, `I`, …) and the type, None for `O` and `_` for a bare letter."""

    letter: str
    type: str | None


OUTSIDE = Tag("O", None)


@dataclass(frozen=True, slots=True)
class Tagged:
    """Tokens with one tag each, sentence after sentence; tokens of a sentence stand on consecutive lines of a file.

    first      the first token of each sentence, ascending from 0; every sentence has a token
    document   code of each sentence's document in `documents`; sentences of one document stand together
    line       1-based line of each sentence's first token (0 in memory)
    tags       the tag of every token: a column of `Tag`
    text       the tokens in UTF-8, each ended by a newline; None where only tags are known
    named      whether the documents have ids; else `documents` holds their 1-based positions
    flat       the tokens of a sentence stand on one line instead
    """

    documents: list[str]
    first: IntArray
    document: IntArray
    line: IntArray
    tags: Column
    text: bytes | None = None
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    flat: bool = False

    def __len__(self) -> int:
        return len(self.tags.codes)

    @property
    def last(self) -> IntArray:
        """One past the last token of each sentence."""
        return np.append(self.first[1:], len(self))[: len(self.first)]

    def tokens(self) -> list[str]:
        """The text of every token."""
        if self.text is None:
            return ["_"] * len(self)
        return self.text.decode().split("\n")[:-1]

    def sizes(self) -> IntArray:
        """The number of tokens of each document."""
        sizes = np.zeros(len(self.documents), np.int64)
        np.add.at(sizes, self.document, self.last - self.first)
        return sizes

    def in_documents(self, documents: list[str], codes: IntArray) -> "Tagged":
        """The same sentences filed under *documents* and in their order; *codes* gives each old document's new place."""
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
        """The lines on which these tokens stand."""
        sentence = np.searchsorted(self.first, rows, "right") - 1
        below = 0 if self.flat else rows - self.first[sentence]
        return np.where(self.line[sentence] > 0, self.line[sentence] + below, 0)

    def place(self, row: int) -> str:
        """`file:line` of a token, or its sentence and place in it for tags from memory."""
        (line,) = self.lines(np.array([row]))
        if line:
            return f"{origin(self.origins, row)}:{line}"
        sentence = int(np.searchsorted(self.first, row, "right")) - 1
        return f"sentence {sentence + 1}, token {row - int(self.first[sentence]) + 1}"


def origin(origins: tuple[Origin, ...], row: int) -> str:
    """The name of the input that a row comes from."""
    return next((found.name for found in reversed(origins) if found.first_row <= row), "")


def origins_among(origins: tuple[Origin, ...], rows: IntArray) -> tuple[Origin, ...]:
    """Where the *rows* that are left (ascending) come from; an input of which none is left is among them still."""
    return tuple(replace(o, first_row=int(np.searchsorted(rows, o.first_row))) for o in origins)


def origins_of(origins: tuple[Origin, ...], old: IntArray, new: IntArray) -> tuple[Origin, ...]:
    """Where pieces come from whose first rows, *old* so far, are *new* now."""
    begins = np.array([found.first_row for found in origins])
    source = np.searchsorted(begins, old, "right") - 1
    fresh = np.flatnonzero(np.append(True, source[1:] != source[:-1])[: len(source)])
    return tuple(replace(origins[source[i]], first_row=int(new[i])) for i in fresh if source[i] >= 0)
