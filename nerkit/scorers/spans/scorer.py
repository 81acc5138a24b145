"""Spans, from corpora to counts: TASK."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.credit import Table
from nerkit.algorithms.overlap_matching import crowd_warning
from nerkit.corpora.corpus import Batch
from nerkit.corpora.pairing import same_texts
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.errors import UsageError, plural
from nerkit.ground.warnings import Added, constant
from nerkit.readers.spans import in_memory
from nerkit.results.counts import Counts, Part
from nerkit.results.rows import Grouping
from nerkit.scorers import names as naming
from nerkit.scorers.cells import Cells, Cut, all_labels, cuts
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans import absent_fields, hipe, incomplete_gold, language, paired_texts, surfaces
from nerkit.scorers.spans.aggregators import CORPUS
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.matching import KeyedItems
from nerkit.scorers.spans.measures import (
    HEADLINE,
    HEADLINES_WITH_IDS,
    LANGUAGE,
    MEASURES,
    OF_ANSWERS,
    OF_STRINGS,
    WITH_IDS,
    WITHOUT_IDS,
)
from nerkit.scorers.spans.meetings import CellMeasure, MucPairs, SpanCells
from nerkit.scorers.spans.options import MATCHES, READS, MucRules, Options
from nerkit.scorers.spans.slices import seen_items, sliced
from nerkit.scorers.spans.surfaces import SURFACE
from nerkit.scorers.task import ListedBy, Measure, Named, OverAll, Reads, Sharded, Task, TaskRows, counted


def read_objects(data: object, name: str = "<memory>") -> Spans:
    """The spans of documents in memory, or the answers of a model: texts, or entities without offsets."""
    from nerkit.readers.texts import answers

    return answers.of_objects(data, name) if answers.is_answers(data) else in_memory.read(data, name)


def reading(options: Options) -> dict[str, object]:
    """The options that the readers take, by name, where they have a value."""
    asked = {
        "layer": options.layer,
        "feature": options.feature,
        "label_names": options.label_names,
        "spans_key": options.spans_key,
    }
    return {name: value for name, value in asked.items() if value is not None}


def prepare(
    corpora: Sequence[Spans], selection: Selection, options: Options
) -> tuple[list[Spans], list[str]]:
    """The spans of each side that are scored, relabelled and filtered; labels without spans are warned of.

    Raises InputError for an answer of gold that could not be read.
    """
    gold, *systems = same_texts.in_common(hipe.aligned(corpora))
    sides = _placed(gold, systems)
    told = {note for side in systems for note in side.warnings}
    lost_places = [note for side in sides[1:] for note in side.warnings if note not in told]
    if options.min_score is not None:
        sides[1:] = [_scored_from(side, options.min_score) for side in sides[1:]]
    return [selection.apply(corpus) for corpus in sides], [*lost_places, *selection.unused(*sides)]


def _placed(gold: Spans, systems: Sequence[Spans]) -> list[Spans]:
    """Gold and the systems, strings of answers with their places in the texts of gold."""
    if not any(side.statuses for side in (gold, *systems)):
        return [gold, *systems]
    from nerkit.scorers.spans.placement import check_readable, placed

    check_readable(gold)
    return [gold, *(placed(gold, system) for system in systems)]


def _scored_from(spans: Spans, least: float) -> Spans:
    """The spans with at least this score, and those without one."""
    scores = spans.fields.get("score")
    if scores is None:
        return spans
    fits = np.array(
        [not isinstance(score, int | float) or score >= least for score in scores.values] + [True]
    )
    return spans.take(fits[scores.codes])


def defaults(sides: Sequence[Spans]) -> Sequence[str]:
    """The default measures: those for linked mentions where any side has ids, those of strings where answers
    of models are compared.
    """
    if sides and sides[0].statuses:
        return OF_STRINGS
    if any(side.statuses for side in sides):
        return OF_ANSWERS
    columns = hipe.columns_of(sides)
    if columns:
        return hipe.defaults(columns)
    has_ids = any("eid" in side.fields and any(side.fields["eid"].values) for side in sides)
    return WITH_IDS if has_ids else WITHOUT_IDS


def count(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every measure and every grouping of the plan.

    Raises UsageError for a field that the data does not have, and for cluster measures whose key has credits.
    """
    of_columns = [measure for measure in measures if isinstance(measure.compute, hipe.HipeMeasure)]
    if of_columns and len(of_columns) == len(measures):
        counting = hipe.HipeCounting(batch, options)
        parts = [part for measure in measures for part in counting.parts(measure, plan)]
        labels = [label for part in parts for label in part.labels]
        warnings = [*counting.warnings, *absent_fields.one_sided(batch, measures)]
        return Counts.collect(batch.documents, labels, parts, warnings)
    if of_columns:
        raise UsageError(f"{of_columns[0].name}: measures of HIPE's columns do not go with others")
    hipe.no_effect(options)
    absent = [*absent_fields.check_rows(batch, plan), *absent_fields.one_sided(batch, measures)]
    counts = _count(batch, measures, plan, options)
    return replace(counts, warnings=(*counts.warnings, *absent)) if absent else counts


def _count(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of measures of the language."""
    batch, unjudged = incomplete_gold.judged(batch, options)
    counts = _count_judged(batch, measures, plan, options)
    return replace(counts, warnings=(*unjudged, *counts.warnings)) if unjudged else counts


def _count_judged(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of a batch of which all annotations can be judged."""
    of_cells = [measure for measure in measures if isinstance(measure.compute, CellMeasure)]
    warnings: list[str] = [*_without_pairs(options, of_cells)]
    measures = [measure for measure in measures if measure not in of_cells]
    is_read = SURFACE in batch.gold.fields
    if not is_read and any(SURFACE in part.compute.key for part in counted(measures)):
        batch = surfaces.with_surfaces(batch, options.text)
    columns, tables = Columns(batch), options.tables
    for measure in counted(measures):
        language.check_fields(measure, columns.known)
        _check_credits(measure, tables)
    counting = _Counting(columns, _with_sets(batch, tables), by_overlap=_by_overlap(options))
    batch_cuts = cuts(columns, plan)
    parts = [
        group.part(measure.name, counting.numbers(measure, group.cells), measure.compute.aggregator.extras)
        for measure in counted(measures)
        for cut in batch_cuts
        for group in cut.groups(by_document=measure.compute.by_document)
    ]
    if of_cells:
        parts += _cell_parts(SpanBatch(batch, columns, options.muc_rules()), of_cells, batch_cuts)
    warnings += crowd_warning([batch.documents[code] for code in sorted(counting.crowded)])
    warnings += [*paired_texts.differing(batch), *paired_texts.contradicting(batch)]
    warnings += [*counting.warnings(), *_idle(options, tables, measures)]
    return Counts.collect(batch.documents, all_labels(batch_cuts), parts, warnings)


def _with_sets(batch: Batch[Spans], tables: Mapping[str, Table]) -> Mapping[str, Table]:
    """The tables of credits, with the credits between sets of ids where mentions have any."""
    if not (batch.gold.id_sets or batch.system.id_sets):
        return tables
    from nerkit.scorers.spans import id_sets

    return id_sets.tables(batch, tables)


class SpanBatch(NamedTuple):
    """A batch, its columns, and the rules by which its spans are paired."""

    batch: Batch[Spans]
    columns: Columns
    rules: MucRules


def _without_pairs(options: Options, of_cells: Sequence[Measure]) -> list[Added]:
    """A warning for each option of pairing that the user set, where no measure pairs spans."""
    if any(isinstance(measure.compute, MucPairs) for measure in of_cells):
        return []
    changed = {"min_overlap=…": options.min_overlap != Options.min_overlap, "min_iou=…": options.min_iou > 0}
    return [
        constant(f"{name} has no effect: only strict, exact, partial and type pair spans")
        for name, is_changed in changed.items()
        if is_changed
    ]


def _cell_parts(spans: SpanBatch, measures: Sequence[Measure], batch_cuts: Sequence[Cut]) -> Iterator[Part]:
    """The count rows of measures that look at the spans of each cell by themselves."""
    for cut in batch_cuts:
        for group in cut.groups(by_document=True):
            cells = SpanCells(spans.batch, spans.columns, group.cells, spans.rules)
            for measure in measures:
                compute: CellMeasure = measure.compute
                yield group.part(measure.name, compute.numbers(cells), compute.extras)


class _Counting:
    """Counts measures over the columns of one batch, and keeps the annotations that repeat another one."""

    def __init__(self, columns: Columns, tables: Mapping[str, Table], *, by_overlap: bool) -> None:
        self._columns, self._tables, self._by_overlap = columns, tables, by_overlap
        self.crowded: set[int] = set()  # codes of documents whose spans were not matched by all pairs
        self._repeated: dict[str, Sequence[IntArray]] = {}  # by measure: rows of gold, rows of the system

    def numbers(self, measure: Measure, cells: Cells) -> FloatArray:
        """(p_num, p_den, r_num, r_den) of every cell, shape (cells, 4)."""
        expression: Expression = measure.compute
        items = KeyedItems(
            columns=self._columns,
            cells=cells,
            key=expression.key,
            condition=expression.filter,
            tables=self._tables,
            by_overlap=self._by_overlap,
            crowded=self.crowded,
        )
        aggregator = expression.aggregator
        assert aggregator.compute is not None  # what combines others is not counted itself
        if measure.name not in self._repeated:  # the first cut is everything
            warned_of = aggregator.repeats and "span" in expression.key
            self._repeated[measure.name] = items.repeated() if warned_of else ()
        return aggregator.compute(items)

    def warnings(self) -> list[Added]:
        """A sentence for each side on which measures count annotations once that are there several times."""
        return _repeats(
            [
                (name, side, len(rows), self._columns.place(int(rows.min())))
                for name, sides in self._repeated.items()
                for side, rows in zip(("gold", "system"), sides, strict=False)
                if len(rows)
            ],
            list(self._repeated),
        )


REPEATED = 4  # the place of such warnings among others of counting


def _repeats(listed: Sequence[tuple[str, str, int, str]], order: Sequence[str]) -> list[Added]:
    """The sentences about measures that count annotations of a side once: measure, side, how many, the
    first; *order* has all measures.
    """
    measures: dict[tuple[str, int, str], list[str]] = {}
    for name, side, number, place in listed:
        measures.setdefault((side, number, place), []).append(name)
    return [
        Added(
            f"{side}: {plural(number, 'annotation')} with the same key as an earlier one, "
            f"counted once in {', '.join(names)} (the first: {place})",
            _all_repeats,
            ([(name, side, number, place) for name in names], order),
            REPEATED,
        )
        for (side, number, place), names in measures.items()
    ]


def _all_repeats(parts: Sequence[Added]) -> list[Added]:
    """The sentences about the annotations of all parts."""
    order = parts[0].data[1]
    totals: dict[tuple[int, str], tuple[str, str, int, str]] = {}
    for part in parts:
        for name, side, number, place in part.data[0]:
            key = (order.index(name), side)
            before = totals.get(key, (name, side, 0, place))
            totals[key] = (name, side, before[2] + number, before[3])
    return _repeats([totals[key] for key in sorted(totals)], order)


def _by_overlap(options: Options) -> bool:
    return options.match != MATCHES[0]


def _check_credits(measure: Measure, tables: Mapping[str, Table]) -> None:
    for part in counted([measure]):
        if part.compute.aggregator.scope == CORPUS and any(tables.get(name) for name in part.compute.key):
            raise UsageError(f"{part.name}: cluster measures know no credit for related types or ids")


IDLE = 5  # the place of such warnings behind others of counting


def _idle(options: Options, tables: Mapping[str, Table], measures: Sequence[Measure]) -> list[Added]:
    """Warnings for credits of fields that no key has, and for --match without cluster measures."""
    expressions: list[Expression] = [measure.compute for measure in measures]
    in_keys = {name for expression in expressions for name in expression.key}
    weighted = {"type_weights=…": {"type"}, "id_weights=…": {"eid", "kbid"}}
    warnings = [
        constant(f"{option} has no effect: no measure has {' or '.join(sorted(fields))} in its key", IDLE)
        for option, fields in weighted.items()
        if fields & set(tables) and not fields & in_keys
    ]
    if _by_overlap(options) and not any(
        e.aggregator.scope == CORPUS and "span" in e.key for e in expressions
    ):
        warnings.append(constant("match=… has no effect: no measure compares clusters of spans", IDLE))
    return warnings


def _written(name: str) -> list[Measure]:
    """The measures of a name in the language of expressions, or of a column of HIPE."""
    return hipe.written(name) or language.written(name)


def _check_spelling(measure: Measure) -> None:
    """Raise UsageError for an expression whose fields look misspelt."""
    if not isinstance(measure.compute, hipe.HipeMeasure):
        language.check_spelling(measure)


def _bins(options: Options) -> list[str]:
    """The fields for which the options have bins."""
    return [name for name, text in ((hipe.NOISE, options.noise), (hipe.TIME, options.period)) if text]


def _in_parts(measures: Sequence[Measure], options: Options, cut: bool) -> str:
    """Why measures cannot be counted in parts."""
    from nerkit.scorers.spans import over_all

    return over_all.reason(over_all.waiting(measures, options, cut), cut)


def _over_all() -> OverAll:
    """The counting of measures whose items may lie in several parts of the corpus."""
    from nerkit.scorers.spans import over_all

    def count(
        spans: over_all.AllSpans, measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
    ) -> Counts:
        """Their counts over all parts."""
        return _count_judged(spans.batch(), measures, plan, options)

    return OverAll(over_all.waiting, over_all.kept, over_all.AllSpans, count)


TASK = Task(
    name="spans",
    reads=Reads(kind=READS, read_objects=read_objects, takes=Spans, reading=reading),
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    count=count,
    mistakes=ListedBy("nerkit.scorers.spans.mistakes"),
    headline=HEADLINE,
    named=Named(
        preferred=HEADLINES_WITH_IDS,
        defaults=defaults,
        unfit=absent_fields.unfit,
        written=_written,
        beside=hipe.ranked,
        check_spelling=_check_spelling,
        language=LANGUAGE,
    ),
    rows=TaskRows(
        shown_by=_bins,
        sliced=sliced,
        seen_items=seen_items,
        names=naming.of_spans,
        names_in_items=naming.ids_of_spans,
    ),
    sharded=Sharded(in_parts=_in_parts, over_all=_over_all),
)
