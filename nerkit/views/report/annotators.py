"""The contents of a page about annotators: their agreement, their labels above the texts, their
disagreements.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import numpy as np

from nerkit.evaluation.agreement import disagreements
from nerkit.evaluation.agreement.item_values import OUTSIDE, Values
from nerkit.exceptions import plural
from nerkit.results.error_rows import Error
from nerkit.results.errors import CORRECT
from nerkit.results.result import Result
from nerkit.views import annotators
from nerkit.views.errors import ConfusionTable
from nerkit.views.grid import Style, number, short_names
from nerkit.views.report.contents import Contents, heaviest
from nerkit.views.report.document_texts import Text
from nerkit.views.report.documents import FRAME, IN_FULL, LARGEST, SENTENCE, Document, ListedError
from nerkit.views.report.drawings.texts import on_text
from nerkit.views.report.flow import cut
from nerkit.views.report.headline import PageTop, SystemHeadline, ends_of
from nerkit.views.report.items import FEWEST, DocumentItems, Drawn
from nerkit.views.report.parts import Part
from nerkit.views.report.repair_bars import MOST, Bar, GainRow

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.annotations import Annotations
    from nerkit.evaluation.agreement.annotators import Annotators
    from nerkit.evaluation.agreement.disagreements import DifferingItem, Disagreements, DisagreementSummary
    from nerkit.evaluation.agreement.texts import UnitText

PAIRS = 6  # pairs of annotators with a table of labels: the pairs that differ most


class AgreementHeadline(SystemHeadline):
    """The headline of a measure of all annotators."""

    @property
    def bars(self) -> list[tuple[str, float]]:
        """The names and values of observed and expected agreement, if they exist."""
        numbers = ((name, self.row.extra.get(name)) for name in ("observed", "expected"))
        return [(name, value) for name, value in numbers if value is not None]


def contents_of_annotators(
    result: Result, whole: "Annotators", size: int | None, command: str = "", *, title: str | None = None
) -> Contents:
    """Make the contents of the page of an agreement and of its disagreements.

    The page has about *size* bytes at most. *command* is the command that makes the page again. Without a
    *title* the page names the annotators.
    """
    listed = disagreements.listed(whole)
    named = f"Agreement of annotators: {', '.join(short_names(listed.names))}"
    parts, unit = _parts(whole, listed)
    shown, room = list[Document](), math.inf if size is None else size
    for place, part in enumerate(parts):
        if room <= 0:
            break
        shown.append(part.document(f"d{place}", listed.names, size))
        room -= shown[-1].weight
    return Contents(
        result,
        _top(result, title or named, listed),
        [],
        [],
        [],
        _confusion(whole),
        _gains(disagreements.summary(whole)),
        shown,
        left_out=len(parts) - len(shown),
        errors_left_out=sum(len(part.rows) for part in parts[len(shown) :]),
        total=len(listed.rows),
        command=command,
        unit=unit,
        names=listed.names,
        grid=annotators.rows(result, Style()),
    )


def _top(result: Result, title: str, listed: "Disagreements") -> PageTop:
    """The top of the page, with every measure of all annotators, the headline first."""
    rows = [row for name in result.measures for row in result.pooled(name)]
    rows.sort(key=lambda row: row.measure != result.headline)
    ends = ends_of(rows, "measure")
    values = [AgreementHeadline(row.measure, row, "", ends.get(row.measure)) for row in rows]
    inputs = [dict(one) | {"file": PurePath(str(one["name"])).name} for one in result.inputs]
    told = f"{plural(len(listed.rows), 'disagreement')} about {listed.units}s."
    return PageTop(title, inputs, list(values), told)


def _listed(listed: "Disagreements") -> Iterator[ListedError]:
    """Yield the disagreements as rows of the page, in groups by the labels that annotators gave."""
    for key, row in enumerate(listed.rows, 1):
        labels = {said for said in row.values.values() if said is not None}
        group = " / ".join(sorted(labels, key=lambda label: (label == OUTSIDE, label)))
        own = {"label": group, "start": None if row.item else row.start, "end": row.end}
        sides = own | {"text": row.item or row.text}, dict.fromkeys((*own, "text"))
        error = Error("", row.document, row.kind, *sides, row.context, row.place)
        name, items = row.item or row.document, (None, None)
        made = ListedError(error, key, group, group, group, "", None, group, items, name, said=row.values)
        made.made[""] = made
        yield made


def _parts(whole: "Annotators", listed: "Disagreements") -> "tuple[list[AnnotatedPart], str]":
    """The documents, or the sentences of a single document, and the word for them.

    Most disagreements come first. Each differing item of a table is a document without a text.
    """
    rows = zip(_listed(listed), listed.rows, strict=True)
    if isinstance(whole.said, Values):
        return [AnnotatedPart(one.document, None, [], [(one, row)]) for one, row in rows], "item"
    said, spans = whole.said, whole.exact_spans
    of_document: dict[str, list[tuple[ListedError, DifferingItem]]] = {name: [] for name in said.documents}
    for one, row in rows:
        of_document[row.document].append((one, row))
    parts = list[AnnotatedPart]()
    order = np.argsort(spans.document, kind="stable")
    bounds = np.searchsorted(spans.document[order], np.arange(len(of_document) + 1)).tolist()
    for code, (name, own) in enumerate(of_document.items()):
        drawn = dict(_drawn(spans, order[bounds[code] : bounds[code + 1]].tolist()))
        for one, row in own:
            _link(one, [drawn[key] for key in row.spans if key in drawn])
        text, units = (None if side.text is None else side.text(code) for side in (spans, said))
        part = AnnotatedPart(name, None if text is None else Text(*text), list(drawn.values()), own)
        parts += [part] if len(of_document) > 1 or units is None else part.by_sentence(units)
    kept = [part for part in parts if part.spans or part.rows]
    unit = SENTENCE if len(parts) > len(of_document) else "document"
    return sorted(kept, key=lambda part: -len(part.rows)), unit


def _drawn(spans: "Annotations", rows: Sequence[int]) -> "Iterator[tuple[tuple[int, int], Drawn]]":
    """Yield the spans in *rows*, with (annotator, row of the annotator's corpus) as their key."""
    for row in rows:
        by, place = int(spans.annotator[row]), (int(spans.start[row]), int(spans.end[row]))
        label = str(spans.label.value(row))
        yield (by, int(spans.row[row])), Drawn(f"s{row}", "", spans.names[by], *place, label, CORRECT, None)


def _link(one: ListedError, spans: Sequence[Drawn]) -> None:
    """Mark the spans of a disagreement, and let the disagreement link to the first span."""
    for span in spans:
        span.keys.append(one.key)
        span.linked = True
        if not span.wrong:
            span.status = one.error.kind
    one.to = spans[0].id if spans else ""


class AnnotatedPart(NamedTuple):
    """A document or a sentence: its name, its text, its spans and its disagreements."""

    name: str
    text: Text | None
    spans: list[Drawn]
    rows: "list[tuple[ListedError, DifferingItem]]"

    def by_sentence(self, units: "UnitText") -> "list[AnnotatedPart]":
        """Split the document into its sentences. *units* has the places of disagreements in the text."""
        if self.text is None:
            return [self]
        begins = [begin for begin, _ in cut(self.text.text)]
        if len(begins) == 1:
            return [self]
        _, text_of = self.text.sentences()
        parts = [AnnotatedPart(str(n + 1), text_of(n), [], []) for n in range(len(begins))]
        for span in self.spans:
            first, behind = self.text.place(span.start or 0, span.end or 0)
            first = bisect_right(begins, first) - 1
            parts[first].spans.append(span)
            for part in parts[first + 1 : bisect_left(begins, behind)]:  # a span over several sentences
                base = part.text.base if part.text else 0
                part.spans.append(replace(span, start=base, linked=False))
        for one, row in self.rows:
            part = parts[bisect_right(begins, units.place(row.start, row.end)[0]) - 1]
            one.document = part.name
            part.rows.append((one, row))
        return parts

    def document(self, id_: str, names: Sequence[str], size: int | None) -> Document:
        """The document with its drawing. If it is larger than a page of *size* bytes, it is cut."""
        most = math.inf if size is None else max(size - FRAME, 0) * LARGEST / IN_FULL
        kept = len(self.rows)
        while (document := self._first(kept, id_, names)).weight > most and kept > FEWEST:
            kept = max(FEWEST, int(kept * min(most / document.weight, 0.95)))
        return document

    def _first(self, kept: int, id_: str, names: Sequence[str]) -> Document:
        """The document with its first *kept* disagreements, and with the spans up to the last of these."""
        of, errors = DocumentItems(id_, self.name, (), names), [one for one, _ in self.rows[:kept]]
        spans, of.cut = self.spans, kept < len(self.rows)
        if of.cut:
            keys = {one.key for one in errors}
            last = max((span.start or 0 for span in spans if not keys.isdisjoint(span.keys)), default=0)
            spans = [span for span in spans if (span.start or 0) <= last]
        parts: list[Part] = [on_text(of, spans, self.text)] if spans else []
        return Document(id_, self.name, parts, errors, len(self.rows) - kept, spans)


def _confusion(whole: "Annotators") -> list[ConfusionTable]:
    """The tables of labels of the pairs of annotators that differ most."""
    values, short = whole.values, short_names(whole.names)

    pairs = combinations(range(len(values.names)), 2)
    counts = {pair: disagreements.pair_counts(values, *pair) for pair in pairs}

    def differing(pair: tuple[int, int]) -> int:
        """The number of items with different values of two annotators."""
        return sum(count for (one, other), count in counts[pair].items() if one != other)

    tables = []
    for one, other in sorted(nlargest(PAIRS, counts, key=differing)):
        items = counts[one, other]
        if not items:
            continue
        down, across = (
            sorted({pair[side] for pair in items}, key=lambda label: (label == OUTSIDE, label))
            for side in (0, 1)
        )
        kappa = number(whole.row("kappa", None, None, (one, other)).value, Style())
        title = f"{short[one]} and {short[other]}: kappa {kappa}"
        tables.append(heaviest(ConfusionTable(title, down, across, items, 0, (one, other))))
    return tables


def _gains(summary: "DisagreementSummary") -> list[GainRow]:
    """The gains of alpha if the annotators agreed on all items with a label, as rows of bars."""
    most = max((row["gain"] or 0 for row in summary.repairs), default=0) or 1
    return [
        GainRow(
            "label",
            row["label"],
            [
                Bar(
                    "",
                    row["items"],
                    row["gain"],
                    max(1, round(100 * max(row["gain"] or 0, 0) / most)),
                    urlencode({"label": row["label"]}),
                )
            ],
        )
        for row in summary.repairs[:MOST]
    ]
