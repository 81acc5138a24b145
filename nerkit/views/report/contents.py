"""The contents of a report, computed before it is rendered: headline, errors, documents, sums and scores.

An item that stands in several pairs (a gold item that a system split) is drawn once, with the class of the
first of them that is wrong. Errors are those of `nerkit errors`, all of them; where a page would be larger
than is wanted, the worst documents come whole, with their errors, and the others are counted. Of a document
that alone is larger the beginning comes, and the errors behind it are counted.
"""

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, NamedTuple

from nerkit.results.error_list import ErrorList
from nerkit.results.errors import MISSED, SPURIOUS
from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row
from nerkit.views.errors import ConfusionTable, confusion_tables, units_of
from nerkit.views.grid import short_names
from nerkit.views.report.documents import LARGE, Document, Drawing, ListedError
from nerkit.views.report.gains import Bar, bars
from nerkit.views.report.headline import PageTop, headline
from nerkit.views.report.items import ALONE, COLOURS, DocumentItems
from nerkit.views.report.parts import TextPart

CELLS = 20  # rows and columns of a table of labels; the others are summed
LABEL_ROWS = 2_000  # of the table of labels, about: those of the labels that most items have
OTHERS = "others"
GENEROUS = 1.5  # how much more documents are drawn than there seems to be room for
CONTEXTS = (None, sys.maxsize, 90, 60, 40, 25, 10)  # characters of a sentence around an error; None: all
LISTED = 0.55  # of the size: what the errors of a page may take on which not all are drawn
LIKELY = 1.03  # of the size: what a guess says of documents that may well have room
SAMPLE = 50  # documents of which is guessed how large all are


class LabelRow(NamedTuple):
    """A label of a system under the headline measure."""

    system: str
    label: str
    row: Row


class ErrorGroup(NamedTuple):
    """Errors that are filed under one name."""

    name: str
    errors: list[ListedError]


@dataclass
class Contents:
    """Everything on a page.

    unit      `document`, or the word for smaller units, such as `sentence`
    context   how many characters of its sentence stand on both sides of an error; None where texts are whole
    terser    makes the same with less of the texts; None where these are as short as they get
    """

    result: Result
    top: PageTop
    scores: list[Row]
    labels: list[LabelRow]
    classes: list[dict[str, Any]]
    confusion: list[ConfusionTable]
    gains: list[Bar]
    documents: list[Document]
    labels_left_out: int = 0
    left_out: int = 0
    errors_left_out: int = 0
    total: int = 0
    command: str = ""
    unit: str = "document"
    context: int | None = None
    terser: Callable[[], "Contents"] | None = None

    @property
    def envelope(self) -> dict[str, Any]:
        """The signature, the inputs and the warnings."""
        return self.result.to_dict()

    @property
    def several(self) -> bool:
        """Whether several systems were scored."""
        return len(self.result.counts) > 1

    @property
    def weight(self) -> int:
        """About how many bytes of a compact page the documents that have errors take."""
        return sum(document.weight for document in self.documents if document.errors)

    @property
    def errors(self) -> list[ListedError]:
        """All errors, document by document."""
        return [one for document in self.documents for one in document.errors]

    @property
    def groups(self) -> list[ErrorGroup]:
        """The errors by their groups, most first; each in the order of `nerkit errors`, but what two
        systems have wrong stands together.
        """
        filed: dict[str, list[ListedError]] = {}
        for one in sorted(self.errors, key=lambda one: (one.twin, one.key)):
            filed.setdefault(one.group, []).append(one)
        return [ErrorGroup(*each) for each in sorted(filed.items(), key=lambda each: -len(each[1]))]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """The classes of errors on the page and how many there are, most first."""
        return Counter(one.error.kind for one in self.errors).most_common()

    @property
    def units(self) -> Sequence[str]:
        """The units of errors that count differently, and of what is listed of them; else nothing."""
        sized = self.classes and "items" in self.classes[0]
        return units_of(self.result.task) if sized else ()

    @cached_property
    def short(self) -> dict[str, str]:
        """The short names of systems, for places with little room."""
        names = list(dict.fromkeys([*self.result.systems, *self.result.counts]))
        return dict(zip(names, short_names(names), strict=True))

    @cached_property
    def colours(self) -> dict[str, int]:
        """The numbers of the colours of the labels that most items have, from 1."""
        labels = Counter(item.label for document in self.documents for item in document.items)
        return {label: place for place, (label, _) in enumerate(labels.most_common(COLOURS), 1)}

    @property
    def on_texts(self) -> bool:
        """Whether items are drawn on texts, in the colours of their labels."""
        parts = [part for document in self.documents for part in document.parts]
        return self.result.task != "coref" and any(isinstance(part, TextPart) for part in parts)

    @property
    def shortened(self) -> bool:
        """Whether of a text only parts are shown."""
        parts = (part for document in self.documents for part in document.parts)
        texts = (part for part in parts if isinstance(part, TextPart))
        return any(sentence.excerpt is not None for part in texts for sentence in part.sentences)

    @property
    def texts_shown(self) -> str:
        """The parts of texts that are shown, in words."""
        if self.context == sys.maxsize:
            return "the sentences with errors"
        others = ", without the items that are right" if (self.context or 0) <= ALONE else ""
        return f"the words around errors{others}"

    @property
    def undrawn(self) -> int:
        """The number of errors that are listed and not drawn."""
        return sum(
            len(document.errors) if document.brief else document.undrawn for document in self.documents
        )

    @property
    def cut_short(self) -> int:
        """The number of errors left out of documents of which a part is shown."""
        return sum(document.left_out for document in self.documents)

    def choices(self, name: str) -> list[tuple[str, int]]:
        """The values of a filter and how many errors have each, in order."""
        errors = self.errors
        if name == "label":
            values = Counter(label for one in errors for label in _labels_of(one))
        else:
            fields = {
                "class": lambda one: one.error.kind,
                "gold": lambda one: one.gold,
                "system-label": lambda one: one.other,
                "change": lambda one: one.change,
                "system": lambda one: one.error.system,
                "document": lambda one: one.document,
            }
            values = Counter(value for one in errors if (value := fields[name](one)) is not None)
        given = list(values.items())
        return given if name in ("system", "document") else sorted(given)

    def matrix(self) -> list[tuple[str, list[int]]]:
        """The number of errors of each system in each document, of those that systems differ in."""
        systems = list(self.result.counts)
        rows = []
        for document in self.documents:
            numbers = Counter(one.error.system for one in document.errors)
            row = [numbers[system] for system in systems]
            if len(set(row)) > 1:
                rows.append((document.name, row))
        return sorted(rows, key=lambda row: min(row[1]) - max(row[1]))[:CELLS]

    def within(self, budget: float) -> "Contents":
        """The same with the worst documents, as many as take about so many bytes; one at least."""
        total, number = 0.0, 0
        for document in self.documents:
            total += document.weight
            if total > budget and number:
                break
            number += 1
        return self._without(self.documents[:number], self.documents[number:])

    def listed_within(self, budget: float) -> "Contents":
        """The same with as many of the worst documents drawn as there is room for in about so many bytes, and
        the errors of the others listed, as long as these do not take more; one document at least.
        """
        listed = [document for document in self.documents if document.errors or document.left_out]
        spare, number = budget, 0
        for document in listed:
            if document.listed > spare and number:
                break
            spare -= document.listed
            number += 1
        kept = []
        for document in listed[:number]:
            parts = document.weight - document.listed
            kept.append(document if parts <= spare else document.in_brief())
            spare -= parts if parts <= spare else 0
        return self._without(kept, [*listed[number:], *self.documents[len(listed) :]])

    def _without(self, kept: list[Document], dropped: Sequence[Document]) -> "Contents":
        """The same with the documents that are kept; the errors of the others are counted."""
        errors = sum(len(document.errors) + document.left_out for document in dropped)
        return replace(
            self,
            documents=kept,
            left_out=self.left_out + len(dropped),
            errors_left_out=self.errors_left_out + errors,
        )


def contents(
    result: Result, size: int | None, command: str = "", stored: Mapping[str, Result] = MappingProxyType({})
) -> Contents:
    """The contents of a report; a document that alone takes more than *size* bytes comes in part.

    *command* is what makes the page again; *stored* are results on the same gold, of which there are scores
    alone.
    """
    whole, result = result, _first_runs(result)
    kept = [
        replace(row, system=name if len(one.systems) == 1 else f"{name}/{row.system}")
        for name, one in stored.items()
        for row in one.rows
        if row.measure in whole.measures and (row.document, row.label) == ("*", "*")
    ]
    listed = result.errors()
    classes = [dict(row) for row in listed.summary().rows]
    labels, labels_left_out = _most_frequent(_labels(whole))
    empty = Contents(
        result,
        headline(whole, kept, adds_up=_adds_up(result, classes)),
        [row for row in (*whole.rows, *kept) if isinstance(row.cut[0], Pooled)],
        labels,
        classes,
        _confusion(listed),
        bars(listed),
        [],
        labels_left_out=labels_left_out,
        total=len(listed),
        command=command,
    )
    drawing = Drawing(result, listed, size)
    ordered = drawing.ordered()
    empty = replace(empty, unit=drawing.unit)
    return _drawn(empty, drawing, ordered, _level(drawing, ordered))


def _level(drawing: Drawing, ordered: Sequence[tuple[int, DocumentItems]]) -> int:
    """The first level at which a large page holds all errors, as some of the documents suggest."""
    wrong = [(number, of) for number, of in ordered if number]
    sample = wrong[:: len(wrong) // SAMPLE + 1]
    if drawing.size is None or drawing.size < LARGE or not sample:
        return 0
    share = sum(number for number, _ in sample) / sum(number for number, _ in wrong)
    room = LIKELY * drawing.size * share

    def fits(context: int | None) -> bool:
        return sum(drawing.document(of, context, cut=False).weight for _, of in sample) < room

    return 0 if fits(CONTEXTS[0]) else bisect_left(CONTEXTS, True, 1, len(CONTEXTS) - 1, key=fits)


def _drawn(
    empty: Contents, drawing: Drawing, ordered: Sequence[tuple[int, DocumentItems]], level: int = 0
) -> Contents:
    """The contents with the documents for which there is room, drawn with the context of a level. On a large
    page all errors come before all of the texts.
    """
    size = drawing.size
    large = size is not None and size >= LARGE
    room = None if size is None else GENEROUS * size
    last = not large or level + 1 == len(CONTEXTS)
    if not last:
        terser = partial(_drawn, empty, drawing, ordered, level + 1)
    documents: list[Document] = []
    for _, of in ordered:
        if room is not None and room <= 0:
            break
        documents.append(drawing.document(of, CONTEXTS[level], cut=last))
        room = room if room is None else room - documents[-1].weight
    if any(number for number, _ in ordered[len(documents) :]) and not last:
        return terser()
    if size is not None and large:
        documents += _briefs(drawing, ordered[len(documents) :], LISTED * size - _listed(documents))
    rest = ordered[len(documents) :]
    return replace(
        empty,
        documents=documents,
        left_out=len(rest),
        errors_left_out=sum(number for number, _ in rest),
        context=CONTEXTS[level],
        terser=None if last else terser,
    )


def _listed(documents: Sequence[Document]) -> int:
    """About how many bytes of the page the errors of documents take, without drawings."""
    return sum(document.listed for document in documents)


def _briefs(
    drawing: Drawing, ordered: Sequence[tuple[int, DocumentItems]], room: float
) -> Iterator[Document]:
    """Documents with errors, without drawings, as many as there is room for."""
    for number, of in ordered:
        if not number or room <= 0:
            return
        yield (document := drawing.brief(of))
        room -= document.listed


def _first_runs(result: Result) -> Result:
    """The result with the first run of each group in its place, whose errors are listed."""
    if not result.groups or result.scored is None:
        return result
    group_of = {run: name for name, runs in result.groups.items() for run in runs}
    first = {run: name for name, (run, *_) in result.groups.items()}
    kept = [run for run in result.counts if run not in group_of or run in first]
    batches = {first.get(run, run): result.scored.batches[run] for run in kept}
    counts = {first.get(run, run): result.counts[run] for run in kept}
    scored = replace(result.scored, batches=batches)
    return replace(result, scored=scored, counts=counts, groups={}, added=())


def _labels_of(one: ListedError) -> list[str]:
    """The labels of the items of an error, on either side."""
    sides = [one.gold] * (one.gold != SPURIOUS) + [one.other] * (one.other != MISSED)
    return list(dict.fromkeys([one.label, *("" if label == "-" else label for label in sides)]))


def _labels(result: Result) -> list[LabelRow]:
    """The rows by slot of the headline measure, where it has slots; else those by label."""
    for cut in ("slot", "label"):
        again = [] if cut in result.scoring.by else result.cut_by(cut, result.headline)
        rows = [*result.rows, *again]
        named = {
            (row.system, row.label): LabelRow(row.system, row.label, row)
            for row in rows
            if row.measure == result.headline
            and isinstance(row.cut[0], Pooled)
            and any(name == cut and not isinstance(value, Pooled) for name, value in row.cut[1])
        }
        if named:
            return list(named.values())
    return []


def _adds_up(result: Result, classes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the headline counts the errors of the classes: it has their gains, or is a share of as many."""
    if all(row["gain"] is not None for row in classes):
        return True
    errors: Counter[str] = Counter()
    for one in classes:
        errors[one["system"]] += one["errors"]
    is_lower = result.headline in result.lower_is_better
    return all(
        (row.p_num, row.p_den) == (row.r_num, row.r_den)
        and errors[row.system] == (row.p_num if is_lower else (row.p_den or 0) - (row.p_num or 0))
        for row in result.pooled(result.headline)
    )


def _most_frequent(rows: list[LabelRow]) -> tuple[list[LabelRow], int]:
    """The rows of the labels that most items have, as many as LABEL_ROWS allows and at least CELLS; and the
    number of the other labels.
    """
    items: dict[str, float] = dict.fromkeys((one.label for one in rows), 0)
    for one in rows:
        items[one.label] += (one.row.p_den or 0) + (one.row.r_den or 0)
    number = max(LABEL_ROWS * len(items) // max(len(rows), 1), CELLS)
    if number >= len(items):
        return rows, 0
    kept = set(sorted(items, key=items.__getitem__, reverse=True)[:number])
    return [one for one in rows if one.label in kept], len(items) - number


def _confusion(listed: ErrorList) -> list[ConfusionTable]:
    """The tables of labels, heaviest first; none of parts of graphs, which are not taken for each other."""
    if any(errors.graphs is not None for errors in listed.by_system.values()):
        return []
    return [_heaviest(table) for table in confusion_tables(listed)]


def _heaviest(table: ConfusionTable) -> ConfusionTable:
    """A table with its heaviest rows and columns; the others are summed as the last ones."""
    weight: Counter[str] = Counter()
    for (gold, own), number in table.items.items():
        weight[gold] += number
        weight[own] += number * (own != gold)
    alone = {SPURIOUS, MISSED}
    heavy = sorted({*table.down, *table.across} - alone, key=lambda label: (-weight[label], label))
    kept = heavy if len(heavy) < CELLS else heavy[: CELLS - 2]
    kinds = {*kept, *alone}
    items: Counter[tuple[str, str]] = Counter()
    for (gold, own), number in table.items.items():
        items[gold if gold in kinds else OTHERS, own if own in kinds else OTHERS] += number
    rest = [OTHERS] if len(kept) < len(heavy) else []
    down = [*(label for label in kept if label in table.down), *rest, SPURIOUS]
    across = [*(label for label in kept if label in table.across), *rest, MISSED]
    off = [number for (gold, own), number in items.items() if gold != own]
    return ConfusionTable(table.system, down, across, items, max(off, default=0))
