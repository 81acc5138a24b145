"""Gold that is incomplete or undecided: spans that nerkit leaves out or chooses before the comparison.

    ignore_spans       leaves out annotations of either side that share a position with one of these spans,
                       whatever their labels
    partial_gold       leaves out system annotations that share no position with a gold annotation, because
                       nobody can judge them if gold is not exhaustive. It applies to all documents, or to
                       the documents that a file lists, one id per line
    gold_candidates    decides for gold annotations with several candidate ids. `first` takes the reader's
                       first id. `any` takes the id of a system annotation with this span, if it is a
candidate

The first two change denominators: precision is about the annotations that can be judged. Warnings count the
annotations that are left out.
"""

from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.algorithms.intervals import Intervals, covered
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Candidate, Spans
from nerkit.ground.warnings import Warned, counted, listed
from nerkit.io import expand, single


class Partial(NamedTuple):
    """The documents whose gold is partial, None for all, and the file that lists them."""

    documents: frozenset[str] | None
    source: str = ""

    @classmethod
    def read(cls, path: str) -> "Partial":
        """Read the documents that a file lists, one id per line."""
        with single(path) as source:
            return cls(frozenset(line.strip() for _, line in source.lines()) - {""}, path)


class IncompleteGold(Protocol):
    """The options about gold that cannot be judged."""

    @property
    def gold_candidates(self) -> str:
        """A value of GOLD_CANDIDATES."""

    @property
    def ignored(self) -> Spans | None:
        """The spans of `ignore_spans`, None without such spans."""

    @property
    def partial(self) -> Partial | None:
        """The documents of `partial_gold`, None for no document."""


def judged(batch: Batch[Spans], options: IncompleteGold) -> tuple[Batch[Spans], list[str]]:
    """Return the batch with the annotations that can be judged, and warnings that count all other
    annotations.
    """
    warnings: list[str] = []
    if options.gold_candidates == "any":
        batch = with_any_candidate(batch)
    if options.ignored is not None:
        batch, warnings = without_ignored(batch, options.ignored)
    if options.partial is not None:
        batch, unjudged = without_unjudged(batch, options.partial)
        warnings += unjudged
    if any(side.any_id and side.candidates for side in (batch.gold, batch.system)):
        from nerkit.scorers.spans import id_sets

        batch = id_sets.named(batch)
    return batch, warnings


def without_ignored(batch: Batch[Spans], ignored: Spans) -> tuple[Batch[Spans], list[str]]:
    """Return the batch without the annotations that overlap *ignored* spans, and warnings that count them."""
    place = {name: i for i, name in enumerate(batch.documents)}
    codes = np.array([place.get(name, NONE) for name in ignored.documents], np.int64)
    known = ignored.in_documents(batch.documents, codes)
    warnings = [*ignored.warnings]
    sides = []
    if not len(ignored):
        source = f"{ignored.origins[0].name}: " if ignored.origins else ""
        warnings.append(Warned("nothing-to-ignore", side=source))
    for name, side in (("gold", batch.gold), ("system", batch.system)):
        dropped = _overlap(side, known)
        sides.append(side.take(~dropped))
        warnings += counted("on-ignored-spans", int(dropped.sum()), side=name)
    not_scored = sorted(set(ignored.documents) - set(batch.documents))
    warnings += counted("ignored-not-scored", len(not_scored))
    return Batch(batch.documents, *sides), warnings


def without_unjudged(batch: Batch[Spans], partial: Partial) -> tuple[Batch[Spans], list[str]]:
    """Return the batch without system annotations that lie on no gold annotation, in documents with
    partial gold.
    """
    system = batch.system
    dropped, not_scored = ~_overlap(system, batch.gold), list[str]()
    if partial.documents is not None:
        not_scored = sorted(partial.documents - set(batch.documents))
        dropped &= np.array([name in partial.documents for name in batch.documents], bool)[system.document]
    warnings: list[str] = [*counted("not-judged", int(dropped.sum()))]
    warnings += listed("partial-not-scored", not_scored, side=partial.source)
    return Batch(batch.documents, batch.gold, system.take(~dropped)), warnings


def with_any_candidate(batch: Batch[Spans]) -> Batch[Spans]:
    """Return the batch with gold annotations linked to the candidate that a system annotation of the span
    has.
    """
    gold, system = batch.gold, batch.system
    if gold.any_id or not gold.candidates or "eid" not in system.fields:
        return batch
    rows = zip(*(each.tolist() for each in (system.document, system.start, system.end)), strict=True)
    linked = {(*row, system.fields["eid"].value(i)) for i, row in enumerate(rows)}
    chosen: dict[int, Candidate] = {}
    for row, candidates in gold.candidates.items():
        place = (int(gold.document[row]), int(gold.start[row]), int(gold.end[row]))
        fitting = [one for one in candidates if (*place, one.id) in linked]
        chosen.update((row, one) for one in fitting[:1])
    fields = dict(gold.fields)
    for name, part in (("eid", "id"), ("type", "type"), ("score", "score")):
        if name not in fields:
            continue
        values = Vocabulary({value: i for i, value in enumerate(fields[name].values)})
        codes = fields[name].codes.copy()
        for row, candidate in chosen.items():
            value = getattr(candidate, part)
            codes[row] = NONE if value is None else values[value]
        fields[name] = Column(list(values), codes)
    return Batch(batch.documents, replace(gold, fields=fields), system)


def read(path: str, formats: tuple[str, ...]) -> Spans:
    """Return the spans in a file of any of these formats; no spans for a blank file."""
    sources = expand(path)
    form = readers.sniff(sources, formats) or formats[0]
    spans: Spans = readers.reading(form, "spans")(readers.select(sources, form))
    return spans


def _overlap(spans: Spans, others: Spans) -> BoolArray:
    """Return whether each span shares a position with a span of *others*, shape (spans,)."""

    def intervals(side: Spans) -> Intervals:
        document: IntArray = side.document
        return Intervals(document, side.start, side.end)

    overlaps: BoolArray = covered(intervals(spans), intervals(others)) > 0
    return overlaps
