"""Nerval 0.3.3's way from tagged words to counts, its accidents included: `noisy --nerval`.

Without this option, the measure `noisy` is the corrected version of Nerval's.

Labels of characters
    A word that begins an entity (B, S, U) has a begin at its first character; the type stands on all of its
    characters, and E and L are inside tags like I. The space before a word has
        the word's type, if the word before has it too and this one does not begin an entity;
        else, where a begin follows a word of another type p, neither outside: p, if the next word that is
        outside or of type p is an inside word of p (the inner entity is nested); if not, outside;
        else the outer type of the last such nesting, if it was one (never forgotten at the end of the outer
        entity).
Labels of columns
    A gap has the type of the character before it and is no begin; before the first and after the last
    character of a text it is outside.
Matching, column by column through the gold text, leaving out columns already taken as a further part
    A begin opens an entity. The columns where the system has the same type are its counterpart, from the
    first on until one has another; if the entity's first column already does, the counterpart goes back to
    its own begin. Both go on after the end of the entity over further parts: columns of other types are
    passed over and inside columns of this type taken. Columns that the system side has given to a further
    part end the comparison of the next entity that meets them. An entity matches if both texts have
    characters and edit distance / gold length is within the threshold.
Counts
    predicted and support count begins; inside tags without a begin can match, under no label (P above 1).
    The total is counted under the name ALL, so that entities of a type called ALL are in it twice.

Deliberate differences. Types that contain a blank are recognised when looking ahead for nesting. Gold that
begins with an inside tag is scored; Nerval stops with an UnboundLocalError. By label, a type called ALL has
its own row beside the total; Nerval has one row for both.
"""

import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, first_of_each, ranked
from nerkit.algorithms.text_alignment.alignment import GOLD_ONLY, SYSTEM_ONLY, Alignment
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Texts
from nerkit.exceptions import UsageError
from nerkit.ground.records import record
from nerkit.results.counts import ALL, Part, numbers_of
from nerkit.scorers.noisy.alignment import AlignedTexts

Accept = Callable[[str, str], bool]  # gold and system text -> recognised


@record(frozen=True)
class Characters:
    """A text with the type of each character (-1 outside entities), and a mask of the characters that begin
    an entity.
    """

    text: str
    type: IntArray
    begin: BoolArray


def characters(text: str, words: tuple[IntArray, IntArray], kind: IntArray, begins: BoolArray) -> Characters:
    """Return the labels of the characters of a text, from the half-open *words*, their types, and a mask of
    the words that begin an entity.
    """
    start, end = words
    type_ = np.full(len(text), NONE)
    begin = np.zeros(len(text), bool)
    if len(start):
        between = np.stack([kind, np.append(_spaces(kind, begins), NONE)], axis=1).ravel()
        lengths = np.stack(
            [end - start, np.append(start[1:] - end[:-1], len(text) - end[-1])], axis=1
        ).ravel()
        type_ = np.repeat(between, lengths)
        begin[start] = begins
    return Characters(text, type_, begin)


def _spaces(kind: IntArray, begins: BoolArray) -> IntArray:
    """Return the types of the spaces between words."""
    before, after = kind[:-1], kind[1:]
    within = (before == after) & (after != NONE) & ~begins[1:]
    turning = np.flatnonzero((before != after) & begins[1:] & (after != NONE) & (before != NONE))
    outer = np.append(NONE, _outer(kind, begins, turning))
    latest = np.searchsorted(turning, np.arange(len(after)), "right")
    types: IntArray = np.where(within, after, outer[latest])
    return types


def _outer(kind: IntArray, begins: BoolArray, at: IntArray) -> IntArray:
    """Return for the words *at* the type of the entity that goes on after the entity that begins behind them,
    or -1.
    """
    order = np.argsort(kind, kind="stable")
    following = np.full(len(kind), len(kind))  # the next word of the same type
    alike = np.flatnonzero(np.diff(kind[order]) == 0)
    following[order[alike]] = order[alike + 1]
    outside = np.append(np.flatnonzero(kind == NONE), len(kind))
    goes_on = following[at] < outside[np.searchsorted(outside, at)]
    goes_on &= ~np.append(begins, True)[following[at]]
    outer: IntArray = np.where(goes_on, kind[at], NONE)
    return outer


class _NervalSide:
    """One text in the columns of the alignment, as lists."""

    def __init__(self, side: Characters, present: BoolArray) -> None:
        self.text = side.text
        place = np.cumsum(present) - 1  # the character at or before each column
        outside = (place < 0) | (np.cumsum(present[::-1])[::-1] == 0)
        last = max(len(side.text) - 1, 0)
        types = np.append(side.type, NONE)[np.clip(place, 0, last)]
        self.column_types = np.where(outside, NONE, types)
        self.types: list[int] = self.column_types.tolist()
        self.begins: list[bool] = (present & np.append(side.begin, False)[np.clip(place, 0, last)]).tolist()
        self.before: list[int] = np.append(0, np.cumsum(present)).tolist()
        self.taken: set[int] = set()  # columns that were a further part

    def cut(self, pieces: Sequence[tuple[int, int]]) -> str:
        """Return the text of these ranges of columns, without gaps."""
        return "".join([self.text[self.before[a] : self.before[b]] for a, b in pieces])

    def further(self, first: int, type_: int) -> tuple[int, int]:
        """Return the columns from *first* on that continue an entity; an empty range unless the column before
        has its type.
        """
        i, end, types = first, len(self.types), self.types
        while i < end and types[i] != NONE:
            at = i
            inner = i = self._next(i, type_)
            while i < end and types[i] == type_ and not self.begins[i]:
                self.taken.add(i)
                i += 1
            if i in (at, inner):
                break
        return (first, i) if i > first and types[i - 1] == type_ else (first, first)

    def _next(self, first: int, type_: int) -> int:
        """Return the first column from *first* on with this type or without a type, or the number of
        columns.
        """
        nearest = len(self.types)
        for kind in (NONE, type_):
            columns = self._places.get(kind, ())
            place = bisect_left(columns, first)
            if place < len(columns):
                nearest = min(nearest, columns[place])
        return nearest

    @cached_property
    def _places(self) -> dict[int, list[int]]:
        """The columns of each type."""
        places: dict[int, list[int]] = {}
        for column, type_ in enumerate(self.types):
            places.setdefault(type_, []).append(column)
        return places

    def back(self, first: int, type_: int) -> tuple[int, int]:
        """Return the columns before *first* that belong to the same entity."""
        j = first - 1
        while j >= 0 and self.types[j] == type_ and not self.begins[j] and j not in self.taken:
            j -= 1
        if self.begins[j] and self.types[j] == type_ and j not in self.taken:
            return (j, first) if j >= 0 else (first, first)  # -1 is the last column there
        return j + 1, first


def matches(gold: Characters, system: Characters, alignment: Alignment, accept: Accept) -> list[int]:
    """Return the types of the recognised gold entities, -1 for inside tags without a begin."""
    left = _NervalSide(gold, alignment.columns != SYSTEM_ONLY)
    right = _NervalSide(system, alignment.columns != GOLD_ONLY)
    return _Scan(left, right, accept).run()


class _Scan:
    """The state of the comparison while it goes through the columns."""

    def __init__(self, gold: _NervalSide, system: _NervalSide, accept: Accept) -> None:
        self.gold, self.system, self.accept = gold, system, accept
        self.recognised: list[int] = []
        self.open()

    def open(self) -> None:
        """Begin an entity."""
        self.pieces: list[tuple[int, int]] = []
        self.counterpart: list[tuple[int, int]] = []
        self.started = self.ended = False

    def run(self) -> list[int]:
        """Return the recognised types, in the order of the columns where their gold entities end."""
        gold, system = self.gold, self.system
        types, begins, end = gold.types, gold.begins, len(gold.types)
        last, last_stretch = NONE, NONE
        inside = np.flatnonzero(gold.column_types != NONE)
        stretches = np.cumsum(gold.column_types == NONE)[inside]
        for i, stretch in zip(inside.tolist(), stretches.tolist(), strict=True):
            if stretch != last_stretch:
                last, last_stretch = NONE, stretch
            if i in gold.taken:
                continue
            type_ = types[i]
            if begins[i]:
                self.open()
                last = type_
            self.pieces.append((i, i + 1))
            if not self.ended:
                if system.types[i] == type_:
                    if i in system.taken:
                        continue
                    self.meet(i, type_)
                elif self.started:
                    self.ended = True
            if i + 1 == end or types[i + 1] != last:
                self.close(i, type_, last)
        return self.recognised

    def meet(self, i: int, type_: int) -> None:
        """Note that the system has the type of the entity in this column."""
        if len(self.pieces) == 1 and not self.system.begins[i]:
            self.counterpart.append(self.system.back(i, type_))
        self.counterpart.append((i, i + 1))
        self.started = True

    def close(self, i: int, type_: int, last: int) -> None:
        """End the entity at column *i*."""
        if not self.ended:
            self.counterpart.append(self.system.further(i + 1, type_))
        self.pieces.append(self.gold.further(i + 1, type_))
        gold, system = self.gold.cut(self.pieces), self.system.cut(self.counterpart)
        if gold and system and self.accept(gold, system):
            self.recognised.append(last)
        self.pieces, self.counterpart = [], []


# Counts under these conventions: begins on each side, and matches, of every document and type.

BEGINNING, OUTSIDE = "BSU", "O"
TOTAL = "ALL"  # under which Nerval counts entities of all types


@record(frozen=True)
class TypeCounts:
    """Rows of document, type (-1: matched without a begin) and four numbers: matched, predicted, matched,
    support.
    """

    types: list[str]
    document: IntArray
    kind: IntArray
    numbers: FloatArray

    def part(self, measure: str, fields: tuple[str, ...]) -> Part:
        """Return the rows summed by document, or by document and label. Raises UsageError for other
        fields.
        """
        if set(fields) - {"label"}:
            raise UsageError(f"nerval=True counts by label and document only, not by {', '.join(fields)}")
        counted = np.flatnonzero(self.kind != NONE) if fields else self._total()
        document, kind, numbers = self.document[counted], self.kind[counted], self.numbers[counted]
        labels = [(("label", name),) for name in self.types] if fields else [ALL]
        label = kind if fields else np.zeros_like(kind)
        key = combine(document, label)
        first, (cell, size) = first_of_each(key), ranked(key)
        sums = np.stack([np.bincount(cell, column, size) for column in numbers.T], axis=1).astype(float)
        return Part(measure, document[first], labels, label[first], sums[: len(first)])

    def _total(self) -> IntArray:
        """Return the rows that the total sums: all rows, and rows of a type with the name of the total
        twice.
        """
        also_total = self.types.index(TOTAL) if TOTAL in self.types else len(self.types)
        return np.repeat(np.arange(len(self.kind)), np.where(self.kind == also_total, 2, 1))


def type_counts(batch: Batch[Texts], aligned: AlignedTexts, accept: Accept) -> TypeCounts:
    """Return the counts of each document and type of a batch."""
    types = Vocabulary()
    sides = [_labelled(texts, types) for texts in (batch.gold, batch.system)]
    document: list[IntArray] = []
    kind: list[IntArray] = []
    numbers: list[FloatArray] = []
    pairs = zip(*sides, aligned.alignments, strict=True)
    for place, ((gold, support), (system, predicted), alignment) in enumerate(pairs):
        matched = np.array(matches(gold, system, alignment, accept), np.int64)
        # codes begin at -1, which becomes place 0
        by_type = [
            np.bincount(codes + 1, minlength=len(types) + 1) for codes in (matched, predicted, support)
        ]
        rows = numbers_of(*by_type)
        counted = np.flatnonzero(rows.any(axis=1))
        document.append(np.full(len(counted), place))
        kind.append(counted - 1)
        numbers.append(rows[counted])
    none = np.empty(0, np.int64)
    return TypeCounts(
        list(types),
        np.concatenate([none, *document]),
        np.concatenate([none, *kind]),
        np.concatenate([np.empty((0, 4)), *numbers]),
    )


def _labelled(texts: Texts, types: Vocabulary) -> list[tuple[Characters, IntArray]]:
    """Return for each document the labels of its characters, and the types of its begins."""
    return list(_from_tokens(texts, types) if texts.tokens is not None else _from_spans(texts, types))


def _from_tokens(texts: Texts, types: Vocabulary) -> Iterator[tuple[Characters, IntArray]]:
    tokens = texts.tokens
    assert tokens is not None
    column = tokens.fields["tag"]
    kinds = np.array([NONE if tag == OUTSIDE else types[tag[2:]] for tag in column.values] or [NONE])
    begins = np.array([tag[0] in BEGINNING for tag in column.values] or [False])
    shown = np.where(kinds == types.get(OUTSIDE, NONE), NONE, kinds)  # Nerval reads a type `O` as outside
    for text, rows in zip(texts.texts, _rows(tokens.document, len(texts.texts)), strict=True):
        codes = column.codes[rows]
        words = tokens.start[rows], tokens.end[rows]
        yield characters(text, words, shown[codes], begins[codes]), kinds[codes][begins[codes]]


def _from_spans(texts: Texts, types: Vocabulary) -> Iterator[tuple[Characters, IntArray]]:
    """Return the labels of characters for formats without words: a span begins at its first character; the
    inner of nested spans is visible.
    """
    spans = texts.spans
    column = spans.fields["type"]
    kinds = np.array([types[str(value)] for value in column.values] + [NONE])[column.codes]
    for text, rows in zip(texts.texts, _rows(spans.document, len(texts.texts)), strict=True):
        start, end, kind = spans.start[rows], spans.end[rows], kinds[rows]
        shown, begin = np.full(len(text), NONE), np.zeros(len(text), bool)
        for i in np.lexsort((-end, start)):
            shown[start[i] : end[i]] = kind[i]
            begin[start[i] : end[i]] = False
            begin[start[i] : start[i] + 1] = True
        yield Characters(text, shown, begin), kind[kind != NONE]


def _rows(document: IntArray, documents: int) -> Iterator[IntArray]:
    """Yield the rows of each document."""
    order = np.argsort(document, kind="stable")
    borders = np.searchsorted(document[order], np.arange(documents + 1))
    for first, last in itertools.pairwise(borders):
        yield order[first:last]
