"""The contents of a report, computed before it is rendered: headline, errors, documents, sums and scores.

An item in several pairs (a gold item that a system split) is drawn once, with the class of the first wrong
pair. The page holds all errors of `nerkit errors`. If a page would be too large, the worst documents are
complete, with their errors, and the page counts the other documents. If a single document is too large, only
its beginning is shown, and the page counts its further errors.
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
from nerkit.views.grid import Grid, short_names
from nerkit.views.report.documents import LARGE, Document, Drawing, ListedError
from nerkit.views.report.headline import PageTop, headline
from nerkit.views.report.items import ALONE, COLOURS, DocumentItems
from nerkit.views.report.labels import LabelLine, label_lines, most_frequent
from nerkit.views.report.parts import TextPart
from nerkit.views.report.repair_bars import KINDS, MOST, GainRow, gain_rows, of_kind

CELLS = 20  # rows and columns of a table of labels; the others are summed
OTHERS = "others"
GENEROUS = 1.5  # documents are drawn until their estimated bytes exceed the room by this factor
CONTEXTS = (None, sys.maxsize, 90, 60, 40, 25, 10)  # characters around an error; None: whole texts
LISTED = 0.55  # the share of the page for its list of errors if some errors are not drawn
LIKELY = 1.03  # documents probably fit if their estimated bytes are below this share of the page
SAMPLE = 50  # the number of documents from which the size of all documents is estimated


class ErrorGroup(NamedTuple):
    """The errors of a group, and the name of the group."""

    name: str
    errors: list[ListedError]


@dataclass
class Contents:
    """Everything on a page.

    unit      `document`, or the word for smaller units, such as `sentence`
    context   the number of characters of its sentence on each side of an error; None if texts are whole
    terser    function that makes these contents with shorter texts; None if texts cannot be shorter
    one_line  the files whose items are all on line 1, so that the page shows no lines
    names     on a page about annotators their names; their disagreements take the place of errors
    grid      the agreement of annotators
    """

    result: Result
    top: PageTop
    scores: list[Row]
    labels: list[LabelLine]
    classes: list[dict[str, Any]]
    confusion: list[ConfusionTable]
    gains: list[GainRow]
    documents: list[Document]
    labels_left_out: int = 0
    left_out: int = 0
    errors_left_out: int = 0
    total: int = 0
    command: str = ""
    unit: str = "document"
    context: int | None = None
    terser: Callable[[], "Contents"] | None = None
    one_line: frozenset[str | None] = frozenset()
    names: Sequence[str] = ()
    grid: Grid | None = None

    @property
    def noun(self) -> str:
        """The word for an error."""
        return "disagreement" if self.names else "error"

    @property
    def is_drawn(self) -> bool:
        """Whether any document has a drawing. Tables of items have no drawing."""
        return not self.names or any(document.parts for document in self.documents)

    @property
    def envelope(self) -> dict[str, Any]:
        """The JSON form of the result: signature, inputs, warnings and rows."""
        return self.result.to_dict()

    @property
    def several(self) -> bool:
        """Whether several systems were scored."""
        return len(self.result.counts) > 1

    @property
    def label_systems(self) -> list[str]:
        """The systems in the columns of the table of labels."""
        columns = zip(*(line.rows for line in self.labels), strict=True)
        return [next(row.system for row in column if row is not None) for column in columns]

    @property
    def weight(self) -> int:
        """About how many bytes of a compact page the documents with errors take."""
        return sum(document.weight for document in self.documents if document.errors)

    @property
    def errors(self) -> list[ListedError]:
        """All errors, document by document."""
        return [one for document in self.documents for one in document.errors]

    @property
    def rows(self) -> list[ListedError]:
        """The errors that have a row, document by document."""
        return [one for document in self.documents for one in document.rows]

    @property
    def groups(self) -> list[ErrorGroup]:
        """The rows of errors by their groups, the largest group first, each in the order of
        `nerkit errors`.
        """
        filed: dict[str, list[ListedError]] = {}
        for one in sorted(self.rows, key=lambda one: one.key):
            filed.setdefault(one.group, []).append(one)
        return [ErrorGroup(*each) for each in sorted(filed.items(), key=lambda each: -len(each[1]))]

    @property
    def kinds(self) -> list[tuple[str, list[int]]]:
        """The classes of errors on the page, with the number of errors of each system, most
        frequent first.
        """
        numbers = Counter((one.error.kind, one.error.system) for one in self.errors)
        kinds = Counter(one.error.kind for one in self.errors).most_common()
        systems = list(self.result.counts) or [""]
        return [(kind, [numbers[kind, system] for system in systems]) for kind, _ in kinds]

    @property
    def units(self) -> Sequence[str]:
        """The unit in which errors count and the unit in which they are listed; empty if both units are
        equal.
        """
        sized = self.classes and "items" in self.classes[0]
        return units_of(self.result.task) if sized else ()

    @cached_property
    def short(self) -> dict[str, str]:
        """The short names of systems, for places with little room."""
        names = list(dict.fromkeys(self.names or [*self.result.systems, *self.result.counts]))
        short = dict(zip(names, short_names(names), strict=True))
        return short | {f"only {name}": f"only {own}" for name, own in short.items()}

    @cached_property
    def colours(self) -> dict[str, int]:
        """Label -> the number of its colour, from 1, for the most frequent labels."""
        labels = Counter(item.label for document in self.documents for item in document.items)
        return {label: place for place, (label, _) in enumerate(labels.most_common(COLOURS), 1)}

    @property
    def on_texts(self) -> bool:
        """Whether items are drawn on texts, in the colours of their labels."""
        parts = [part for document in self.documents for part in document.parts]
        return self.result.task != "coref" and any(isinstance(part, TextPart) for part in parts)

    @property
    def shortened(self) -> bool:
        """Whether the page shows only parts of a text."""
        parts = (part for document in self.documents for part in document.parts)
        texts = (part for part in parts if isinstance(part, TextPart))
        return any(sentence.excerpt is not None for part in texts for sentence in part.sentences)

    @property
    def texts_shown(self) -> str:
        """The words that describe the shown parts of texts."""
        if self.context == sys.maxsize:
            return "the sentences with errors"
        others = ", without the items that are right" if (self.context or 0) <= ALONE else ""
        return f"the words around errors{others}"

    @property
    def undrawn(self) -> int:
        """The number of errors that the page lists but does not draw."""
        return sum(
            len(document.errors) if document.brief else document.undrawn for document in self.documents
        )

    @property
    def cut_short(self) -> int:
        """The number of errors that are left out of documents that the page shows in part."""
        return sum(document.left_out for document in self.documents)

    @property
    def widest(self) -> str:
        """The longest short name of an annotator."""
        return max((self.short[name] for name in self.names), key=len)

    @cached_property
    def filters(self) -> dict[str, str]:
        """Name of a filter by an annotator's label -> the annotator."""
        return {f"said-{place}": name for place, name in enumerate(self.names)}

    def choices(self, name: str) -> list[tuple[str, int]]:
        """The values of a filter in order, with the number of errors that have each value."""
        errors = self.rows
        if name == "label":
            values = Counter(label for one in errors for label in _labels_of(one))
        elif name == "system":
            values = Counter(one.error.system for one in self.errors)
        elif name in self.filters:
            values = Counter(said for one in errors if (said := one.said[self.filters[name]]) is not None)
        else:
            fields = {
                "class": lambda one: one.error.kind,
                "gold": lambda one: one.gold,
                "system-label": lambda one: one.other,
                "change": lambda one: one.change,
                "document": lambda one: one.document,
            }
            values = Counter(value for one in errors if (value := fields[name](one)) is not None)
        given = list(values.items())
        return given if name in ("system", "document") else sorted(given)

    def matrix(self) -> list[tuple[str, list[int]]]:
        """The number of errors of each system, for documents in which the numbers differ."""
        systems = list(self.result.counts)
        rows = []
        for document in self.documents:
            numbers = Counter(one.error.system for one in document.errors)
            row = [numbers[system] for system in systems]
            if len(set(row)) > 1:
                rows.append((document.name, row))
        return sorted(rows, key=lambda row: min(row[1]) - max(row[1]))[:CELLS]

    def within(self, budget: float) -> "Contents":
        """The contents with the worst documents that fit into about *budget* bytes; at least one document."""
        total, number = 0.0, 0
        for document in self.documents:
            total += document.weight
            if total > budget and number:
                break
            number += 1
        return self._without(self.documents[:number], self.documents[number:])

    def listed_within(self, budget: float) -> "Contents":
        """The contents with as many of the worst documents as fit into about *budget* bytes.

        Errors come before drawings: further documents are listed without a drawing. At least one document is
        kept.
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
        """The contents with only the documents *kept*. The errors of *dropped* documents are counted."""
        errors = sum(len(document.errors) + document.left_out for document in dropped)
        return replace(
            self,
            documents=kept,
            left_out=self.left_out + len(dropped),
            errors_left_out=self.errors_left_out + errors,
        )


def contents(
    result: Result,
    size: int | None,
    command: str = "",
    stored: Mapping[str, Result] = MappingProxyType({}),
    *,
    title: str | None = None,
) -> Contents:
    """Make the contents of a report.

    size      the largest size of the page in bytes; a larger document is shown in part
    command   the command that makes the page again
    stored    name -> a result on the same gold that has only scores
    title     the title of the page; without a title the page names the files
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
    gained = gain_rows(listed)
    every_label = label_lines(whole, gained)
    labels = most_frequent(every_label, len(whole.systems))
    empty = Contents(
        result,
        headline(whole, kept, adds_up=_adds_up(result, classes), title=title),
        [row for row in (*whole.rows, *kept) if isinstance(row.cut[0], Pooled)],
        labels,
        classes,
        _confusion(listed),
        [row for by in KINDS for row in of_kind(gained, by)[:MOST]],
        [],
        labels_left_out=len(every_label) - len(labels),
        one_line=_of_one_line(listed),
        total=len(listed),
        command=command,
    )
    drawing = Drawing(result, listed, size)
    ordered = drawing.ordered()
    empty = replace(empty, unit=drawing.unit)
    return _drawn(empty, drawing, ordered, _level(drawing, ordered))


def _level(drawing: Drawing, ordered: Sequence[tuple[int, DocumentItems]]) -> int:
    """The first level of CONTEXTS at which a large page holds all errors, estimated from some documents."""
    wrong = [(number, of) for number, of in ordered if number]
    sample = wrong[:: len(wrong) // SAMPLE + 1]
    if drawing.size is None or drawing.size < LARGE or not sample:
        return 0
    share = sum(number for number, _ in sample) / sum(number for number, _ in wrong)
    room = LIKELY * drawing.size * share

    def fits(context: int | None) -> bool:
        """Whether the sampled documents fit with this context."""
        return sum(drawing.document(of, context, cut=False).weight for _, of in sample) < room

    return 0 if fits(CONTEXTS[0]) else bisect_left(CONTEXTS, True, 1, len(CONTEXTS) - 1, key=fits)


def _drawn(
    empty: Contents, drawing: Drawing, ordered: Sequence[tuple[int, DocumentItems]], level: int = 0
) -> Contents:
    """The contents with the documents that fit. *level* is the place in CONTEXTS of the characters around
    errors.

    On a large page the errors of all documents take precedence over texts.
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
    """Yield documents with errors and without drawings, as many as fit into *room* bytes."""
    for number, of in ordered:
        if not number or room <= 0:
            return
        yield (document := drawing.brief(of))
        room -= document.listed


def _first_runs(result: Result) -> Result:
    """The result with the first run of each group in place of the group. The page lists its errors."""
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
    """The labels of an error: the labels of its items, or the labels that annotators gave."""
    if one.said:
        return list(dict.fromkeys(said for said in one.said.values() if said is not None))
    sides = [one.gold] * (one.gold != SPURIOUS) + [one.other] * (one.other != MISSED)
    return list(dict.fromkeys([one.label, *("" if label == "-" else label for label in sides)]))


def _adds_up(result: Result, classes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the errors of all classes add up to the headline.

    They do if all classes have gains, or if the counts of the headline equal the numbers of errors.
    """
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


def _of_one_line(listed: ErrorList) -> frozenset[str | None]:
    """The files whose last item is on the first line."""
    sides = (side for errors in listed.by_system.values() for side in errors.items if len(side.label.codes))
    last = (side.where(len(side.label.codes) - 1) for side in sides)
    return frozenset(name for name, line in last if line == 1)


def _confusion(listed: ErrorList) -> list[ConfusionTable]:
    """The tables of labels, most frequent labels first; none for graphs, because their parts have
    no labels.
    """
    if any(errors.graphs is not None for errors in listed.by_system.values()):
        return []
    return [heaviest(table) for table in confusion_tables(listed)]


def heaviest(table: ConfusionTable) -> ConfusionTable:
    """A table with its most frequent labels. A row and a column `others` sum up the other labels.

    The last row and the last column stay last.
    """
    weight: Counter[str] = Counter()
    for (gold, own), number in table.items.items():
        weight[gold] += number
        weight[own] += number * (own != gold)
    alone = {table.down[-1], table.across[-1]}
    heavy = sorted({*table.down, *table.across} - alone, key=lambda label: (-weight[label], label))
    kept = heavy if len(heavy) < CELLS else heavy[: CELLS - 2]
    kinds = {*kept, *alone}
    items: Counter[tuple[str, str]] = Counter()
    for (gold, own), number in table.items.items():
        items[gold if gold in kinds else OTHERS, own if own in kinds else OTHERS] += number
    rest = [OTHERS] if len(kept) < len(heavy) else []
    down = [*(label for label in kept if label in table.down), *rest, table.down[-1]]
    across = [*(label for label in kept if label in table.across), *rest, table.across[-1]]
    off = [number for (gold, own), number in items.items() if gold != own]
    return table._replace(down=down, across=across, items=items, most=max(off, default=0))
