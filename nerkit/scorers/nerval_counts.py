"""Counts under Nerval's conventions: begins on each side, and matches, of every document and type (`nerval_matching`)."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nerkit.algebra.keys import combine, first_of_each, ranked
from nerkit.counts import ALL, Part, numbers_of
from nerkit.errors import UsageError
from nerkit.model import NONE, Batch, FloatArray, IntArray, Texts, Vocabulary
from nerkit.scorers.nerval_matching import Accept, Characters, characters, matches
from nerkit.scorers.noisy_alignment import Aligned

BEGINNING, OUTSIDE = "BSU", "O"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of document, type (-1: matched without a begin) and (matched, predicted, matched, support)."""

    types: list[str]
    document: IntArray
    kind: IntArray
    numbers: FloatArray

    def part(self, measure: str, fields: tuple[str, ...]) -> Part:
        """The rows summed to documents, or to documents and labels. Raises UsageError for other fields."""
        if set(fields) - {"label"}:
            raise UsageError(f"--nerval counts by label and document only, not by {', '.join(fields)}")
        kept = self.kind != NONE if fields else np.ones(len(self.kind), bool)
        document, kind, numbers = self.document[kept], self.kind[kept], self.numbers[kept]
        labels = [(("label", name),) for name in self.types] if fields else [ALL]
        label = kind if fields else np.zeros_like(kind)
        key = combine(document, label)
        first, (cell, size) = first_of_each(key), ranked(key)
        sums = np.stack([np.bincount(cell, column, size) for column in numbers.T], axis=1).astype(float)
        return Part(measure, document[first], labels, label[first], sums[: len(first)])


def of(batch: Batch[Texts], aligned: Aligned, accept: Accept) -> Table:
    """The counts of a batch."""
    types = Vocabulary()
    sides = [_labelled(texts, types) for texts in (batch.gold, batch.system)]
    document: list[IntArray] = []
    kind: list[IntArray] = []
    numbers: list[FloatArray] = []
    pairs = zip(*sides, aligned.alignments, strict=True)
    for place, ((gold, support), (system, predicted), alignment) in enumerate(pairs):
        matched = np.array(matches(gold, system, alignment, accept), np.int64)
        found = [np.bincount(codes + 1, minlength=len(types) + 1) for codes in (matched, predicted, support)]
        rows = numbers_of(*found)
        some = np.flatnonzero(rows.any(axis=1))
        document.append(np.full(len(some), place))
        kind.append(some - 1)
        numbers.append(rows[some])
    none = np.empty(0, np.int64)
    return Table(
        list(types),
        np.concatenate([none, *document]),
        np.concatenate([none, *kind]),
        np.concatenate([np.empty((0, 4)), *numbers]),
    )


def _labelled(texts: Texts, types: Vocabulary) -> list[tuple[Characters, IntArray]]:
    """For each document the labels of its characters, and the types of its begins."""
    return list(_from_tokens(texts, types) if texts.tokens is not None else _from_spans(texts, types))


def _from_tokens(texts: Texts, types: Vocabulary) -> Iterator[tuple[Characters, IntArray]]:
    tokens = texts.tokens
    assert tokens is not None
    column = tokens.fields["tag"]
    kinds = np.array([NONE if tag == OUTSIDE else types[tag[2:]] for tag in column.values] or [NONE])
    begins = np.array([tag[0] in BEGINNING for tag in column.values] or [False])
    shown = np.where(kinds == types.get(OUTSIDE, NONE), NONE, kinds)  # a type of this name is outside there
    for text, rows in zip(texts.texts, _rows(tokens.document, len(texts.texts)), strict=True):
        codes = column.codes[rows]
        words = tokens.start[rows], tokens.end[rows]
        yield characters(text, words, shown[codes], begins[codes]), kinds[codes][begins[codes]]


def _from_spans(texts: Texts, types: Vocabulary) -> Iterator[tuple[Characters, IntArray]]:
    """Formats without words: a span begins at its first character, and the inner one of nested spans shows."""
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
    """The rows of each document in turn."""
    order = np.argsort(document, kind="stable")
    borders = np.searchsorted(document[order], np.arange(documents + 1))
    for first, last in itertools.pairwise(borders):
        yield order[first:last]
