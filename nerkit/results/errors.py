"""Errors of a system as columns. Scorers fill these columns, and lists of errors are made from them.

A task's `errors(batch, measures, options)` returns `Errors`: pairs of a gold and a system item, or single
items, each with a class. A class is a word of CLASSES or FURTHER. If a task lists items or fields of several
levels, the class begins with the level, for example `predicate missed`. Correct pairs are included, because
tables of labels need them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray
from nerkit.corpora.corpus import Place
from nerkit.corpora.spans import NOWHERE
from nerkit.ground.patterns import regex
from nerkit.ground.records import record

CORRECT = "correct"
MISSED, SPURIOUS, FORMAT = "missed", "spurious", "format"
CLASSES = {  # word -> what is wrong, in every task
    MISSED: "only gold has the item",
    SPURIOUS: "only the system has the item",
    "label": "only the label differs",
    "boundary": "only the boundaries differ",
    "label+boundary": "label and boundaries differ",
    "split": "several system items overlap one gold item",
    "merged": "one system item overlaps several gold items",
    "value": "the values differ",
    FORMAT: "nerkit cannot read the answer",
}
FURTHER = {  # word -> what is wrong, in the tasks that need it
    "partial": "the item earns a part of its credit",
    "duplicate": "the item occurs a second time",
    "pieces": "the ends agree, but the pieces between them differ",
    "head": "the head differs",
    "label+head": "label and head differ",
    "attachment": "the bracket above differs",
    "direction": "the two ends are exchanged",
    "template": "the item is in another template",
    "order": "the item is in another place",
    "not in text": "the text does not contain the string",
}
FIELDS = ("label", "start", "end", "text")  # fields of items, with the prefixes `gold_` and `system_`
AROUND = 30  # characters of context on each side of an item
LONGEST = 1_000  # shown characters of an item; whole texts of nested items would fill the memory
HALF = LONGEST // 2
LEFT_OUT = " … "
PART_BEFORE, PART_BEHIND = regex(r"\A\S+(?=\s)"), regex(r"(?<=\s)\S+\Z")
OfRow = Callable[[int], str | None]  # row of an item -> a text about the item, or None
PlaceOfRow = Callable[[int], Place | None]


@record(frozen=True)
class Items:
    """The items of one side.

    label        the label of each item
    start, end   half-open offsets, shape (items,); None if items have no offsets
    text         function: row -> the text of the item
    around       function: row -> the text around the item, with the item in brackets if its place is known
    place        function: row -> the file and the line on which the item begins
    sentence     1-based number of each item's sentence in its document, shape (items,)
    more         further fields of items: name -> function from row to value
    size         the weight of each item, shape (items,); None if all items have weight 1
    belongs      the offset of the predicate that each argument belongs to, shape (items,)
    parts        function: row -> half-open offsets of the fragments of a discontinuous item, empty for other
                 items
    """

    label: Column
    start: IntArray | None = None
    end: IntArray | None = None
    text: OfRow | None = None
    around: OfRow | None = None
    place: PlaceOfRow | None = None
    sentence: IntArray | None = None
    more: Mapping[str, Callable[[int], Any]] = field(default_factory=dict)
    size: FloatArray | None = None
    belongs: IntArray | None = None
    parts: Callable[[int], Sequence[tuple[int, int]]] | None = None

    def fields(self, row: int) -> dict[str, Any]:
        """Return label, start, end and text of an item, and further fields; None for absent values."""
        if row == NONE:
            return dict.fromkeys((*FIELDS, *self.more))
        start = None if self.start is None else int(self.start[row])
        end = None if self.end is None else int(self.end[row])
        if start is not None and start <= NOWHERE:
            start = end = None
        text = shortened(self.text(row)) if self.text else None
        fields = {"label": self.label.value(row), "start": start, "end": end, "text": text}
        for name, of_row in self.more.items():
            fields[name] = of_row(row)
        return fields

    def sizes(self, rows: IntArray) -> float:
        """Return the total weight of the distinct rows; NONE does not count."""
        distinct = np.unique(rows[rows != NONE])
        return float(len(distinct) if self.size is None else self.size[distinct].sum())

    def where(self, row: int) -> tuple[str | None, int | None]:
        """Return file and line of an item; None if they are not known, and for row NONE."""
        return (self.place(row) if self.place and row != NONE else None) or (None, None)


class OpenPair(NamedTuple):
    """Two values that disagree, for a person or a model to judge.

    document       the code of the document
    path           the place of the values: a slot, or a path of fields
    gold, system   the values, in JSON
    """

    document: int
    path: str
    gold: str
    system: str


@record(frozen=True)
class GraphPairs:
    """Pairs of graphs, whose tuples are the items. The first three fields are pairs of (gold, system).

    first           the first row of each document's tuples, and at the end the number of rows
    nodes           the node names of each row's tuple
    agrees          whether each row agrees with the other side
    corresponding   for each document, gold node name -> system node name
    """

    first: tuple[Sequence[int], Sequence[int]]
    nodes: tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]
    agrees: tuple[Sequence[bool], Sequence[bool]]
    corresponding: Sequence[Mapping[str, str]]


@record(frozen=True)
class Errors:
    """Pairs of items of a batch, in the order of the list.

    document       for each pair the code of its document in `documents`, shape (pairs,)
    kind           for each pair the code of its class in `kinds`, which begin with `correct`
    gold, system   rows of the items, -1 for no item
    items          the gold items and the system items
    labelled       whether the labels of both sides can be compared in a table
    warnings       warnings about the pairing
    agreeing       function: measure -> mask of the pairs that this measure counts as correct, whatever their
                   class; None if there are no such pairs
    graphs         the graphs whose tuples are the items; None for other tasks
    undecided      function without arguments that returns pairs of values for a judge; None for other tasks
    further        mask of pairs that repeat the items of an earlier pair in more detail. Tables of labels
                   skip these pairs; None if there are no such pairs
    """

    documents: Sequence[str]
    document: IntArray
    kinds: Sequence[str]
    kind: IntArray
    gold: IntArray
    system: IntArray
    items: tuple[Items, Items]
    labelled: bool = True
    warnings: Sequence[str] = ()
    agreeing: Callable[[Any], BoolArray] | None = None
    graphs: GraphPairs | None = None
    undecided: Callable[[], Sequence[OpenPair]] | None = None
    further: BoolArray | None = None

    def under(self, measure: Any, kinds: Sequence[str] | None = None) -> "Errors":
        """Return the errors that a measure counts: pairs that agree under the measure become correct.

        Classes in *kinds* stay errors, because the user asked for them by name.
        """
        if self.agreeing is None:
            return self
        agrees = self.agreeing(measure) & ~np.isin(self.kind, codes_of(self.kinds, kinds or ()))
        return replace(self, kind=np.where(agrees, 0, self.kind))


def errors_under(
    find: Callable[[Sequence[Any]], Errors],
    measures: Sequence[Any],
    headline: Any,
    kinds: Sequence[str] | None,
    *,
    named: bool,
) -> Errors:
    """Return the errors that explain the headline.

    If the user *named* the headline, these are all errors of its items. Otherwise they are the errors that
    the headline counts, and errors of the classes *kinds*. The function *find* takes a list of measures and
    returns the errors of the first measure.
    """
    errors = find([headline, *(measure for measure in measures if measure is not headline)])
    return errors if named else errors.under(headline, kinds)


def word_of(kind: str) -> str:
    """Return the word of a class without its level.

    >>> word_of("predicate missed"), word_of("label"), word_of("not in text")
    ('missed', 'label', 'not in text')
    """
    return kind if kind in FURTHER else kind.rpartition(" ")[2]


def codes_of(kinds: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return the places of the *wanted* classes in *kinds*. A word without a level stands for every level."""
    return [code for code, kind in enumerate(kinds) if kind in wanted or word_of(kind) in wanted]


def shortened(text: str | None) -> str | None:
    """Return a text, or only its beginning and its end if it has more than LONGEST characters."""
    return None if text is None else piece(text, 0, len(text))


def piece(text: str, start: int, end: int) -> str:
    """Return `text[start:end]`, or only its beginning and its end if it has more than LONGEST characters."""
    if end - start <= LONGEST:
        return text[start:end]
    return f"{text[start : start + HALF]}{LEFT_OUT}{text[end - HALF : end]}"


def joined_words(words: Callable[[Sequence[int]], list[str]], first: int, last: int) -> str:
    """Return the words at the places *first* to *last* (exclusive) as a text.

    If there are many words, only the words at both ends are joined.
    """
    if last - first <= LONGEST:
        return " ".join(words(range(first, last)))
    ends = range(first, first + HALF), range(last - HALF, last)  # every word has a character
    return LEFT_OUT.join(" ".join(words(end)) for end in ends)


def excerpt(text: str, ranges: Iterable[tuple[int, int]]) -> str | None:
    """Return the text around half-open ranges, each range in brackets.

    Ranges that overlap or touch become one. Up to AROUND characters are shown before the first range and
    behind the last, cut at whole words. If two ranges are more than 2 AROUND characters apart, the middle
    between them is left out. Blanks and line breaks become single blanks. Return None without ranges, and for
    ranges beyond the text.
    """
    apart: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    if not text or not apart or apart[-1][1] > len(text):
        return None
    at, last = apart[0][0], apart[-1][1]
    before, behind = text[max(0, at - AROUND - 1) : at], text[last : last + AROUND + 1]
    parts = [before if at <= AROUND else PART_BEFORE.sub("", before)[-AROUND:]]
    for start, end in apart:
        far = start - at > 2 * AROUND
        parts.append(f"{text[at : at + AROUND]} … {text[start - AROUND : start]}" if far else text[at:start])
        parts.append(f"[{piece(text, start, end)}]")
        at = end
    parts.append(behind if last + AROUND >= len(text) else PART_BEHIND.sub("", behind)[:AROUND])
    return " ".join("".join(parts).split())
