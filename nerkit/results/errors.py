"""Errors of a system, item by item, as columns: scorers fill them, lists of errors come from them.

A task's `errors(batch, measures, options)` gives `Errors`: pairs of a gold and a system item, or one of
them alone, each of a class. A class is a word of CLASSES or FURTHER. If a task lists items or fields of
several levels, a class begins with the level: `predicate missed`. Correct pairs are among them, so that
labels can be tabulated.
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
    "split": "several system items lie on one gold item",
    "merged": "one system item lies on several gold items",
    "value": "the values differ",
    FORMAT: "nerkit cannot read the answer",
}
FURTHER = {  # word -> what is wrong, in the tasks that need it
    "partial": "the item earns a part of its credit",
    "duplicate": "the item occurs again",
    "pieces": "the ends agree, the pieces between them differ",
    "head": "the head differs",
    "label+head": "label and head differ",
    "attachment": "the bracket above differs",
    "direction": "the ends have changed places",
    "template": "the item is in another template",
    "order": "the item is in another place",
    "not in text": "the text does not contain the string",
}
FIELDS = ("label", "start", "end", "text")  # of an item, after `gold_` and `system_`
AROUND = 30  # characters on each side of an item that are shown
LONGEST = 1_000  # characters of an item that are shown; nested items would fill the memory with texts
HALF = LONGEST // 2
LEFT_OUT = " … "
PART_BEFORE, PART_BEHIND = regex(r"\A\S+(?=\s)"), regex(r"(?<=\s)\S+\Z")
OfRow = Callable[[int], str | None]  # the text that belongs to the item of a row, where there is any
PlaceOfRow = Callable[[int], Place | None]


@record(frozen=True)
class Items:
    """The items of one side.

    label        the label of each
    start, end   half-open offsets, where there are any
    text         row -> the item's own text, where there is any
    around       row -> the text in which the item stands, itself in brackets if its place is known
    place        row -> the file and the line on which the item begins, where they are known
    sentence     position of each item's sentence in its document, from 1, where there are sentences
    more         further fields of items: name -> (row -> value)
    size         how much each item counts; None: one each
    belongs      the offset of the predicate that each belongs to, where items are predicates and arguments
    parts        row -> the half-open offsets of the fragments of a discontinuous item; none of others
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
        """Label, start, end and text of an item; None for what it has not."""
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
        """The weight of the distinct rows among these; NONE is no row."""
        distinct = np.unique(rows[rows != NONE])
        return float(len(distinct) if self.size is None else self.size[distinct].sum())

    def where(self, row: int) -> tuple[str | None, int | None]:
        """File and line of an item, None where they are not known and for no item."""
        return (self.place(row) if self.place and row != NONE else None) or (None, None)


class OpenPair(NamedTuple):
    """Two values that disagree, and that a person or a model may judge.

    document       the code of their document
    path           where they stand: a slot, or a path of fields
    gold, system   the values, in JSON
    """

    document: int
    path: str
    gold: str
    system: str


@record(frozen=True)
class GraphPairs:
    """The pairs of graphs whose tuples are items. Each of the first three has an entry for gold and one for
    the system.

    first           the first row of the tuples of each document and, behind the last, their number
    nodes           the names of the nodes of each row
    agrees          whether each row agrees with the other side
    corresponding   of each document, the names of gold nodes -> those of the system's
    """

    first: tuple[Sequence[int], Sequence[int]]
    nodes: tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]
    agrees: tuple[Sequence[bool], Sequence[bool]]
    corresponding: Sequence[Mapping[str, str]]


@record(frozen=True)
class Errors:
    """Pairs of items of a batch, in the order in which they are listed.

    document       the code of each pair's document in `documents`
    kind           the class of each pair, a code into `kinds`, which begin with `correct`
    gold, system   rows of the items, -1 where there is none
    items          the items of gold and of the system
    labelled       whether labels of both sides mean the same, so that they can be tabulated
    warnings       what was paired in a way the user should know of
    agreeing       (measure) -> whether each pair counts as a match though its class is not `correct`, or is
                   nothing that the measure counts; None where no pair is of that kind
    graphs         the graphs that items are tuples of; None where they are none
    undecided      () -> the pairs of values that are open; None where none can be judged
    further        whether each pair says more of the items of one before it, so that tables of labels do
                   without it; None where none does
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
        """The errors that a measure counts: pairs that agree under it are correct, but for those of these
        *kinds*, which are asked for by name.
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
    """The errors that explain the *headline*: those of its items that it counts, or of *kinds*; all of its
    items where it was *named*, as then every class is of interest.

    *find* gives the errors of the first of some measures.
    """
    errors = find([headline, *(measure for measure in measures if measure is not headline)])
    return errors if named else errors.under(headline, kinds)


def word_of(kind: str) -> str:
    """The word of a class without its level.

    >>> word_of("predicate missed"), word_of("label"), word_of("not in text")
    ('missed', 'label', 'not in text')
    """
    return kind if kind in FURTHER else kind.rpartition(" ")[2]


def codes_of(kinds: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """The places of the *wanted* classes among *kinds*; a word without a level is of every level."""
    return [code for code, kind in enumerate(kinds) if kind in wanted or word_of(kind) in wanted]


def shortened(text: str | None) -> str | None:
    """A text; of one above LONGEST characters the beginning and the end. None stays."""
    return None if text is None else piece(text, 0, len(text))


def piece(text: str, start: int, end: int) -> str:
    """The text from *start* to *end*; of more than LONGEST characters the beginning and the end."""
    if end - start <= LONGEST:
        return text[start:end]
    return f"{text[start : start + HALF]}{LEFT_OUT}{text[end - HALF : end]}"


def joined_words(words: Callable[[Sequence[int]], list[str]], first: int, last: int) -> str:
    """The *words* of the places from one to another; of many the two ends, of which `shortened` shows no
    more.
    """
    if last - first <= LONGEST:
        return " ".join(words(range(first, last)))
    ends = range(first, first + HALF), range(last - HALF, last)  # every word has a character
    return LEFT_OUT.join(" ".join(words(end)) for end in ends)


def excerpt(text: str, ranges: Iterable[tuple[int, int]]) -> str | None:
    """The text around half-open ranges, each of them in brackets; ranges that overlap or touch are made one.

    Up to AROUND characters stand before the first and behind the last, without parts of words. Between two
    ranges the middle is left out where more than twice as many stand there. Blanks and line breaks are made
    one. None where there is no range, and for ranges beyond the text.
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
