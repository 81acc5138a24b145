"""Annotations with offsets as columns: the spans of a corpus, and annotated texts.

All offsets are half-open `[start, end)`, in the unit of the format: characters in annotation files, tokens in
tagged text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar
from zlib import crc32

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.corpora.corpus import Origin, gathered, origin, origins_among, rows_of
from nerkit.exceptions import InputError
from nerkit.ground.meant import CHARACTERS, TOKENS
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.corpora.pairing.id_aliases import OtherIds

# columns of HIPE: columns of entities; columns of links -> column of the linked entities
ENTITY_COLUMNS = (
    "NE-COARSE-LIT",
    "NE-COARSE-METO",
    "NE-FINE-LIT",
    "NE-FINE-METO",
    "NE-FINE-COMP",
    "NE-NESTED",
)
LINK_COLUMNS = {"NEL-LIT": "NE-COARSE-LIT", "NEL-METO": "NE-COARSE-METO"}
Known = TypeVar("Known")
STRING = "string"  # field of strings without offsets
ROOM = 20  # bits reserved for the offsets of one string
NOWHERE = -(1 << ROOM)  # the offsets of strings start at or below this number


def unplaced(string: str) -> tuple[int, int]:
    """Negative offsets for strings without a place in their text.

    The length of the offsets is the string's length, and equal strings have equal offsets. So such a string
    overlaps nothing in a text, and only equal strings among its kind.
    """
    start = -((crc32(string.encode("utf-8", "surrogatepass")) + 1) << ROOM)
    return start, start + min(max(len(string), 1), (1 << ROOM) - 1)


class Candidate(NamedTuple):
    """One reading of a mention: its linked id, its score, its type."""

    id: str | None
    score: float | None
    type: str | None


class Hint(NamedTuple):
    """A reader's hint about a field that no item has.

    The hint has its source, or as a *trace* the place where the field seems to be.
    """

    text: str
    is_trace: bool = False


class DocumentFacts(NamedTuple):
    """Facts about a document in token formats: its words, and its date as written."""

    words: tuple[str, ...]
    date: str | None


@record(frozen=True)
class Spans:
    """The spans of a corpus, one row each, in the order they were read.

    document    code of the row's document in `documents` (ids in order of first appearance)
    start, end  half-open offsets, in the unit of the format (characters in annotation files). They are
                negative if a system's string (field STRING) is not in the text (`unplaced`)
    line        1-based line in the file it was read from (0 in memory)
    fields      further columns: `eid`, `score`, `type`, and other fields of the format
    candidates  row -> all readings of a mention that has several, best first
    any_id      whether every candidate is right, so that mentions have sets of ids; if not, only the best
                candidate counts
    id_sets     name of such a set (used as `eid`) -> its ids; computed when spans are compared
    named       whether the documents have ids; if not, `documents` holds their 1-based positions
    own_ids     whether a program made up the ids, so that a document may have different ids on both sides
                elsewhere
    hashed      whether the ids are Prodigy's numbers of texts
    texts       the text of each document, whose characters the offsets count, or None; empty if no document
                has one
    unread      items of the files that are not spans: their name and number
    statuses    how the answer of a model in each document was read, a code into STATUSES; empty if documents
                are not answers. Strings of answers get offsets later, from gold's text
    other_ids   ids under other names, if documents have no ids
    words       the tokens of each document if known (offsets can count them); empty if no document has
                tokens
    facts       the words and the date of each document, in formats with columns; empty in other formats
    columns     the annotated columns, in formats with columns
    hints       field -> the message about it if no span has it
    label_key   the key that was taken for the label, because it was the only possible key
    unsure      whether no span has a label, and several fields could be the label
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
    own_ids: bool = False
    hashed: bool = False
    texts: Sequence[str | None] = ()
    unread: Mapping[str, int] = field(default_factory=dict)
    statuses: tuple[int, ...] = ()
    words: Sequence[Sequence[str] | None] = ()
    facts: Sequence[DocumentFacts | None] = ()
    columns: tuple[str, ...] = ()
    any_id: bool = False
    id_sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    other_ids: "tuple[OtherIds, ...]" = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    label_key: str = ""
    unsure: bool = False

    def __len__(self) -> int:
        return len(self.document)

    @property
    def document_texts(self) -> Sequence[str | None]:
        """The text of each document; None if the format has no texts."""
        return self.texts

    def take(self, rows: BoolArray) -> "Spans":
        """The spans of the rows where the mask is true. Documents are unchanged."""
        selected = np.flatnonzero(rows)
        renumbered = {int(old): new for new, old in enumerate(selected)} if self.candidates else {}
        return replace(
            self,
            **rows_of(self, selected, "document start end line"),
            fields={name: column.take(rows) for name, column in self.fields.items()},
            candidates={renumbered[r]: c for r, c in self.candidates.items() if r in renumbered},
            origins=origins_among(self.origins, selected),
        )

    def in_documents(self, documents: list[str], codes: IntArray) -> "Spans":
        """File the spans under *documents*; *codes* has each old document's new position, -1 drops the
        document.

        If several documents get one position, their text is kept if it is equal in all of them.
        """
        ways: dict[str, Any] = {
            "texts": texts_in,
            "statuses": _statuses_in,
            "facts": _alone_in,
            "words": _alone_in,
        }
        held = ((name, getattr(self, name), way) for name, way in ways.items())
        facts: dict[str, Any] = {
            name: way(each, len(documents), codes) if each else () for name, each, way in held
        }
        spans = replace(self, documents=documents, document=codes[self.document], **facts)
        dropped = spans.document == NONE
        return spans.take(~dropped) if dropped.any() else spans

    @property
    def offset_unit(self) -> str | None:
        """The unit of the offsets, if the documents determine it; otherwise None."""
        if any(text is not None for text in self.texts):
            return CHARACTERS
        return TOKENS if any(words is not None for words in self.words) else None

    def strings_without_place(self) -> BoolArray:
        """The mask of the rows that are strings without a place in their text, shape (rows,)."""
        strings = self.fields.get(STRING)
        return np.zeros(len(self), bool) if strings is None else strings.codes != NONE

    def place(self, row: int) -> str:
        """`file:line` of a row, or `span N` for spans from memory."""
        name = origin(self.origins, row)
        return f"{name}:{self.line[row]}" if name else f"span {row + 1}"


def covering(spans: Spans) -> Spans:
    """Return the spans unchanged. Raises InputError for a span of empty tokens, which covers no character."""
    for row in np.flatnonzero(spans.end <= spans.start)[:1].tolist():
        name = origin(spans.origins, row)
        problem = "the span has only empty tokens and covers no character"
        remedy = "leave out the empty tokens, or use nerkit bio, which compares tags of any tokens"
        raise InputError(problem, source=name, line=int(spans.line[row]) or None, remedy=remedy)
    return spans


@record(frozen=True)
class Answers(Spans):
    """Entities in answers, as strings in the field STRING, before they get offsets in a text."""


def _statuses_in(statuses: Sequence[int], size: int, codes: IntArray) -> tuple[int, ...]:
    """The worst status among the old documents at each of *size* new positions; 0 without documents."""
    return tuple(max(each, default=0) for each in gathered(statuses, codes, size))


def _alone_in(facts: Sequence[Known | None], size: int, codes: IntArray) -> list[Known | None]:
    """The facts of the old document at each of *size* new positions; None unless exactly one document is
    there.
    """
    return [each[0] if len(each) == 1 else None for each in gathered(facts, codes, size)]


def texts_in(texts: Sequence[str | None], size: int, codes: IntArray) -> list[str | None]:
    """The text of each of *size* new positions; None if the documents there have no text or different
    texts.
    """
    there = ({text for text in each if text is not None} for each in gathered(texts, codes, size))
    return [each.pop() if len(each) == 1 else None for each in there]


@record(frozen=True)
class Texts:
    """Annotated texts: `texts[d]` is the text of `spans.documents[d]`, whose characters the spans' offsets
    count.

    If the format has *tokens*, these are the words with their original `tag`, filed under the documents. The
    column *marked* tells for each text whether its file began with a byte order mark. The mark is not a
    character of the text.
    """

    texts: list[str]
    spans: Spans
    tokens: Spans | None = None
    marked: tuple[bool, ...] = ()

    offset_unit: ClassVar[str] = CHARACTERS

    @property
    def documents(self) -> list[str]:
        """The ids of the documents."""
        return self.spans.documents

    @property
    def named(self) -> bool:
        """Whether the documents have ids."""
        return self.spans.named

    @property
    def origins(self) -> tuple[Origin, ...]:
        """The origins of the spans."""
        return self.spans.origins

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of the reader."""
        return self.spans.warnings

    @property
    def document_texts(self) -> Sequence[str]:
        """The text of each document."""
        return self.texts

    def __len__(self) -> int:
        return len(self.spans)

    def in_documents(self, documents: list[str], codes: IntArray) -> "Texts":
        """File the texts under *documents*; *codes* has each old document's new position, or -1 to drop
        the document.

        A new document without a text is empty. If two old documents get one position, their texts are
        concatenated.
        """
        texts, shifts = [""] * len(documents), np.zeros(len(self.texts), np.int64)
        for old, (text, new) in enumerate(zip(self.texts, codes.tolist(), strict=True)):
            if new != NONE:
                shifts[old] = len(texts[new])
                texts[new] += text
        spans = _shifted(self.spans, shifts).in_documents(documents, codes)
        tokens = self.tokens and _shifted(self.tokens, shifts).in_documents(documents, codes)
        return replace(self, texts=texts, spans=spans, tokens=tokens)


def _shifted(spans: Spans, shifts: IntArray) -> Spans:
    """The spans, with the number of characters in *shifts* added to the offsets of each document."""
    if not shifts.any():
        return spans
    by = shifts[spans.document]
    return replace(spans, start=spans.start + by, end=spans.end + by)


@record(frozen=True)
class EntityLists(Texts):
    """Entities as strings, in the field `string`, of documents without texts."""

    @property
    def document_texts(self) -> Sequence[str]:
        """Always empty."""
        return ()


@record(frozen=True)
class InlineTexts(Texts):
    """Texts with markup, and the errors found in the markup. The reader does not raise these errors."""

    defects: tuple[InputError, ...] = ()


def check_markup(corpus: Texts) -> None:
    """Raise the InputError for the first markup error of *corpus*, because gold must be correct."""
    if isinstance(corpus, InlineTexts) and corpus.defects:
        raise corpus.defects[0]
