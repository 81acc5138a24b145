"""What annotators said: spans over the units of documents, and values of items.

document  unit    0    1    2    3          spans   annotator  document  start  end  label
d1        anna    PER  PER  O    LOC                0          d1        0      2    PER
          ben     PER  O    O    LOC                0          d1        3      4    LOC …
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary, joined
from nerkit.algorithms.keys import combine, distinct, expand, first_of_each, set_codes
from nerkit.corpora.schemes import Decoder
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.errors import InputError, UsageError, plural
from nerkit.evaluation.agreement.options import CHARACTER, ITEM, SPAN, TOKEN, AgreeRequest
from nerkit.io import Source
from nerkit.io import expand as opened
from nerkit.scorers import task_named

OUTSIDE, INSIDE = "O", "I"
SAME = "annotators are compared on the same text: give each the same documents and tokens"
TABLE = "a table has a line of names, then one item a line: its id, and what each annotator said, or nothing"


@dataclass(frozen=True)
class Annotations:
    """Spans of several annotators over the same documents.

    names      the annotators;  documents  ids
    length     how many units each document has
    has        whether each annotator has each document, shape (annotators, documents)
    annotator, document, start, end, label   columns of spans; `[start, end)` in units
    tokens     whether the units are tokens
    """

    names: tuple[str, ...]
    documents: list[str]
    length: IntArray
    has: BoolArray
    annotator: IntArray
    document: IntArray
    start: IntArray
    end: IntArray
    label: Column
    tokens: bool = True
    warnings: tuple[str, ...] = ()

    def take(self, rows: BoolArray) -> "Annotations":
        """These spans."""
        return replace(
            self,
            annotator=self.annotator[rows],
            document=self.document[rows],
            start=self.start[rows],
            end=self.end[rows],
            label=self.label.take(rows),
        )

    def once(self) -> "Annotations":
        """Every span of an annotator once."""
        key = combine(self.annotator, self.document, self.start, self.end, self.label.codes)
        rows = np.zeros(len(key), bool)
        rows[first_of_each(key)] = True
        return self.take(rows)

    def without_labels(self) -> "Annotations":
        """The same spans, all of one label."""
        return replace(self, label=Column([INSIDE], np.zeros(len(self.start), np.int64))).once()


@dataclass(frozen=True)
class Values:
    """Values of items.

    value     code of what each annotator said of each item, NONE where nothing, shape (annotators, items)
    labels    what the codes mean
    document  code of the document of each item
    """

    names: tuple[str, ...]
    documents: list[str]
    value: IntArray
    labels: list[str]
    document: IntArray
    warnings: tuple[str, ...] = ()


def read(paths: Mapping[str, str], asked: AgreeRequest) -> "Annotations | Values":
    """What the annotators of these files said; a single file is a table of items.

    Raises InputError for what does not parse and where texts differ, UsageError for a single annotator.
    """
    if asked.units == ITEM:
        if len(paths) != 1:
            raise UsageError('units="item" reads one table, with a column for each annotator')
        return table(opened(next(iter(paths.values())))[0])
    if len(paths) < 2:
        raise UsageError(
            'agreement takes at least two annotators; a table of items is read with units="item"'
        )
    formats = (*task_named("bio").formats, *task_named("spans").formats)
    corpora = []
    for path in paths.values():
        sources = opened(path)
        form = asked.form or readers.sniff(sources, formats) or formats[0]
        corpora.append(readers.reader(form).read(readers.select(sources, form)))
    names = tuple(paths)
    if all(isinstance(corpus, Tagged) for corpus in corpora):
        if asked.units == CHARACTER:
            raise UsageError('units="character": these files have tokens and no text')
        return _of_tags(names, corpora)
    if all(isinstance(corpus, Spans) for corpus in corpora):
        return _of_spans(names, corpora, asked)
    raise UsageError("annotators' files are of different kinds: tags in columns, and spans over text")


def table(source: Source) -> Values:
    """The values of a table: a line of names, then one item a line, columns separated by tabs."""
    with source:
        lines = [(number, line.split("\t")) for number, line in source.lines() if line.strip()]
    head = lines[0][1][1:] if lines else []
    if len(head) < 2:
        raise InputError("a table with fewer than two annotators", source=source.name, line=1, remedy=TABLE)
    for number, cells in lines[1:]:
        if len(cells) > len(head) + 1:
            problem = f"{plural(len(cells) - 1, 'value')} where there are {len(head)} annotators"
            raise InputError(problem, source=source.name, line=number, text="\t".join(cells), remedy=TABLE)
    rows = [
        [cell.strip() or None for cell in [*cells[1:], *[""] * len(head)][: len(head)]]
        for _, cells in lines[1:]
    ]
    column = Column.of(value for row in rows for value in row)
    value = column.codes.reshape(-1, len(head)).T if rows else np.zeros((len(head), 0), np.int64)
    items = len(rows)
    return Values(tuple(head), ["1"], value, list(column.values), np.zeros(items, np.int64))


def values(annotations: Annotations, *, units: str, positions: bool) -> Values:
    """The value of every unit (or of every span that an annotator marked) for every annotator.

    Where spans of one annotator with different labels cover a unit, the value is the set of these.
    """
    one = annotations.without_labels() if positions else annotations
    count, size = len(one.names), len(one.length)
    if units == SPAN:
        key = combine(one.document, one.start, one.end)
        first = first_of_each(key)
        place = np.searchsorted(key[first], key)
        cell = one.annotator * len(first) + place
        document, items = one.document[first], len(first)
        spans = np.arange(len(key))
    else:
        begin = np.cumsum(one.length) - one.length
        items = int(one.length.sum())
        document = np.repeat(np.arange(size), one.length)
        spans, unit = expand(begin[one.document] + one.start, begin[one.document] + one.end)
        cell = one.annotator[spans] * items + unit
    codes, labels = _cells(cell, one.label.codes[spans], one.label.values)
    flat = np.where(one.has[:, document], 0, NONE).ravel()
    # a label that is called O is outside, as it would be in a file of tags
    own = np.array([0, *(0 if name == OUTSIDE else i for i, name in enumerate(labels, 1))], np.int64)
    flat[codes[0]] = own[codes[1]]
    value = flat.reshape(count, items)
    order = [OUTSIDE, *labels]
    note = ("items are the spans that an annotator marked: no agreement on nothing exists, so kappa is low",)
    return Values(one.names, one.documents, value, order, document, note if units == SPAN and count else ())


def _cells(
    cell: IntArray, label: IntArray, names: Sequence[str]
) -> tuple[tuple[IntArray, IntArray], list[str]]:
    """Cells that are covered, the value of each from 1, and what the values mean."""
    covered = distinct(cell)
    place = np.searchsorted(covered, cell)
    if len(covered) == len(cell):
        value = np.zeros(len(covered), np.int64)
        value[place] = label
        return (covered, value + 1), list(names)
    shape = set_codes(place, label, len(covered))
    first = np.zeros(int(shape.max(initial=0)) + 1, np.int64)
    first[shape] = np.arange(len(covered))
    used = distinct(shape)
    order = np.argsort(place, kind="stable")
    ordered = place[order]
    vocabulary = Vocabulary({name: i for i, name in enumerate(names)})
    meaning = np.zeros(len(first), np.int64)
    for code in used.tolist():
        begin, end = np.searchsorted(ordered, first[code]), np.searchsorted(ordered, first[code], "right")
        labels = sorted({str(names[one]) for one in label[order[begin:end]].tolist()})
        meaning[code] = vocabulary["+".join(labels)]
    return (covered, meaning[shape] + 1), list(vocabulary)


def _of_tags(names: tuple[str, ...], corpora: Sequence[Tagged]) -> Annotations:
    """Annotations of tagged tokens, which must be the same."""
    first = corpora[0]
    for name, corpus in zip(names[1:], corpora[1:], strict=True):
        if (
            corpus.text != first.text
            or not np.array_equal(corpus.first, first.first)
            or corpus.documents != first.documents
        ):
            _differing_tokens(names[0], first, name, corpus)
    size = len(first.tags.codes)
    bounds = np.append(first.first, size)
    document = first.document
    length = np.bincount(document, np.diff(bounds), minlength=len(first.documents)).astype(np.int64)
    begin = np.cumsum(length) - length
    of_token = np.repeat(document, np.diff(bounds))
    columns, labels = [], []
    for i, corpus in enumerate(corpora):
        decoder = Decoder(corpus)
        chunks = decoder.lenient()
        code = of_token[chunks.start] if len(chunks.start) else chunks.start
        columns.append([np.full(len(code), i), code, chunks.start - begin[code], chunks.end - begin[code]])
        labels.append(Column([str(name) for name in decoder.types], np.asarray(chunks.type)))
    annotator, filed, start, end = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    has = np.ones((len(names), len(first.documents)), bool)
    notes = tuple(dict.fromkeys(note for corpus in corpora for note in corpus.warnings))
    return Annotations(
        names, list(first.documents), length, has, annotator, filed, start, end, joined(labels), True, notes
    ).once()


def _differing_tokens(one: str, first: Tagged, other: str, second: Tagged) -> NoReturn:
    """Raise InputError at the first token that differs."""
    sides = [corpus.tokens() for corpus in (first, second)]
    at = next((i for i, pair in enumerate(zip(*sides, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        if len(sides[0]) != len(sides[1]):
            at = min(map(len, sides))
            problem = f"{plural(len(sides[1]), 'token')} where {one} has {len(sides[0]):,}"
        else:
            problem = f"other sentences or documents than {one} has"
    else:
        problem = f"token {at + 1:,} is {sides[1][at]!r} where {one} has {sides[0][at]!r}"
    raise InputError(problem, source=other, remedy=SAME)


def _of_spans(names: tuple[str, ...], corpora: Sequence[Spans], asked: AgreeRequest) -> Annotations:
    """Annotations of spans over texts, in characters or in white-space tokens."""
    documents = Vocabulary()
    codes = [documents.codes(corpus.documents) for corpus in corpora]
    texts: list[str | None] = [None] * len(documents)
    has = np.zeros((len(names), len(documents)), bool)
    for i, (name, corpus, code) in enumerate(zip(names, corpora, codes, strict=True)):
        has[i, code] = True
        for place, text in zip(code.tolist(), corpus.texts or [None] * len(code), strict=True):
            if text is not None and texts[place] is not None and texts[place] != text:
                raise InputError(
                    f"the text of document {list(documents)[place]!r} is another one than {names[0]} has",
                    source=name,
                    remedy=SAME,
                )
            texts[place] = texts[place] if text is None else text
    annotator = np.repeat(np.arange(len(names)), [len(corpus) for corpus in corpora])
    document = np.concatenate([code[corpus.document] for code, corpus in zip(codes, corpora, strict=True)])
    start = np.concatenate([corpus.start for corpus in corpora])
    end = np.concatenate([corpus.end for corpus in corpora])
    label = joined(
        [corpus.fields.get("type") or Column(["-"], np.zeros(len(corpus), np.int64)) for corpus in corpora]
    )
    length = np.zeros(len(documents), np.int64)
    if asked.units == TOKEN:
        start, end, length = _in_tokens(texts, (document, start, end), list(documents))
    else:
        np.maximum.at(length, document, end)
        known = np.array([len(text) if text is not None else 0 for text in texts], np.int64)
        length = np.maximum(length, known)
    notes = tuple(dict.fromkeys(note for corpus in corpora for note in corpus.warnings))
    return Annotations(
        names,
        list(documents),
        length,
        has,
        annotator,
        document,
        start,
        end,
        label,
        asked.units == TOKEN,
        notes,
    ).once()


def _in_tokens(
    texts: Sequence[str | None], spans: tuple[IntArray, IntArray, IntArray], names: Sequence[str]
) -> tuple[IntArray, IntArray, IntArray]:
    """Spans of characters as spans of the white-space tokens that they share a character with, and the number
    of tokens of each document. Raises UsageError for documents without text.
    """
    import re

    document, start, end = spans
    first, last = start.copy(), end.copy()
    length = np.zeros(len(texts), np.int64)
    order = np.argsort(document, kind="stable")
    borders = np.searchsorted(document[order], np.arange(len(texts) + 1))
    for code, text in enumerate(texts):
        if text is None:
            raise UsageError(
                f'units="token": document {names[code]!r} has no text; units="character" needs none'
            )
        found = [match.span() for match in re.finditer(r"\S+", text)]
        begins, ends = (np.array([span[k] for span in found], np.int64) for k in (0, 1))
        length[code] = len(found)
        rows = order[borders[code] : borders[code + 1]]
        first[rows] = np.searchsorted(ends, start[rows], "right")
        last[rows] = np.maximum(np.searchsorted(begins, end[rows], "left"), first[rows])
    return first, last, length
