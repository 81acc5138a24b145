"""Gold that is incomplete or undecided: spans that are left out or chosen before the comparison.

    ignore_spans       Annotations of either side that share a position with one of these spans are left out,
                       whatever their labels.
    partial_gold       Where gold is not exhaustive, nothing can be said of system annotations that share no
                       position with any gold annotation: they are left out. It applies to all documents, or
                       to those that a file lists, one id a line.
    gold_candidates    A gold annotation with several candidate ids stands for its `first`, as the reader has
                       it, or, with `any`, for the one that a system annotation of the same span has, if one
                       of them has it.

The first two change denominators: precision is that of the annotations that can be judged. What is left out
is counted in warnings.
"""

from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.algorithms.intervals import Intervals, covered
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.ground.warnings import Warned, counted, listed
from nerkit.io import expand, single


class Partial(NamedTuple):
    """The documents whose gold is partial, None for all, and the file that lists them."""

    documents: frozenset[str] | None
    source: str = ""

    @classmethod
    def read(cls, path: str) -> "Partial":
        """The documents that a file lists, one id a line."""
        with single(path) as source:
            return cls(frozenset(line.strip() for _, line in source.lines()) - {""}, path)


class IncompleteGold(Protocol):
    """The options that say what of gold cannot be judged."""

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
    """The batch with the annotations that can be judged, and warnings that count the others."""
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
    """The batch without the annotations that overlap *ignored* ones, and warnings that count them."""
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
    """The batch without system annotations that lie on no gold annotation, where gold is partial."""
    system = batch.system
    dropped, not_scored = ~_overlap(system, batch.gold), list[str]()
    if partial.documents is not None:
        not_scored = sorted(partial.documents - set(batch.documents))
        dropped &= np.array([name in partial.documents for name in batch.documents], bool)[system.document]
    warnings: list[str] = [*counted("not-judged", int(dropped.sum()))]
    warnings += listed("partial-not-scored", not_scored, side=partial.source)
    return Batch(batch.documents, batch.gold, system.take(~dropped)), warnings


def with_any_candidate(batch: Batch[Spans]) -> Batch[Spans]:
    """The batch with gold annotations linked to the candidate that a system annotation of the span has."""
    gold, system = batch.gold, batch.system
    if gold.any_id or not gold.candidates or "eid" not in system.fields:
        return batch
    rows = zip(system.document.tolist(), system.start.tolist(), system.end.tolist(), strict=True)
    linked = {(*row, system.fields["eid"].value(i)) for i, row in enumerate(rows)}
    columns = {name: gold.fields[name] for name in ("eid", "type", "score") if name in gold.fields}
    values = {name: Vocabulary({v: i for i, v in enumerate(c.values)}) for name, c in columns.items()}
    codes = {name: column.codes.copy() for name, column in columns.items()}
    for row, candidates in gold.candidates.items():
        where = (int(gold.document[row]), int(gold.start[row]), int(gold.end[row]))
        chosen = next((candidate for candidate in candidates if (*where, candidate.id) in linked), None)
        if chosen is None:
            continue
        for name, value in (("eid", chosen.id), ("type", chosen.type), ("score", chosen.score)):
            if name in columns:
                codes[name][row] = NONE if value is None else values[name][value]
    fields = gold.fields | {name: Column(list(values[name]), codes[name]) for name in columns}
    return Batch(batch.documents, replace(gold, fields=fields), system)


def read(path: str, formats: tuple[str, ...]) -> Spans:
    """The spans in a file of any of these formats; none in a blank one."""
    sources = expand(path)
    form = readers.sniff(sources, formats) or formats[0]
    spans: Spans = readers.reading(form, "spans")(readers.select(sources, form))
    return spans


def _overlap(spans: Spans, others: Spans) -> BoolArray:
    """Whether each span shares a position with any of the others."""

    def intervals(side: Spans) -> Intervals:
        document: IntArray = side.document
        return Intervals(document, side.start, side.end)

    overlaps: BoolArray = covered(intervals(spans), intervals(others)) > 0
    return overlaps
