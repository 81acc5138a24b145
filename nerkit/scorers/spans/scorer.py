"""Spans, from corpora to counts: TASK."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from nerkit.algorithms.overlap_matching import crowd_warning
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError, nearest_fraction
from nerkit.ground.warnings import Warned
from nerkit.results.counts import Part
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers import names as naming
from nerkit.scorers.measure import BatchView, computes
from nerkit.scorers.spans import absent_fields, language, over_all, surfaces
from nerkit.scorers.spans.language import Expression, SpanView
from nerkit.scorers.spans.measures import (
    HEADLINE,
    HEADLINES_WITH_IDS,
    ITEMS,
    LANGUAGE,
    MEASURES,
    OF_ANSWERS,
    OF_STRINGS,
    WITH_IDS,
    WITHOUT_IDS,
)
from nerkit.scorers.spans.options import MATCHES, NOISE, TIME, Options
from nerkit.scorers.spans.overlapping_pairs import SpanCompute
from nerkit.scorers.spans.slices import seen_items, sliced
from nerkit.scorers.spans.surfaces import SURFACE
from nerkit.scorers.task import InParts, Measure, Task, counted


def read_objects(data: object, name: str = "<memory>") -> Spans:
    """Return the spans of documents in memory, or the answers of a model: texts, or entities without
    offsets.
    """
    from nerkit.readers.spans import in_memory
    from nerkit.readers.texts import answers

    return answers.of_objects(data, name) if answers.is_answers(data) else in_memory.read(data, name)


def reading(options: Options, _: str) -> dict[str, object]:
    """Return the options for the readers by name, without options that are not set."""
    asked = {name: getattr(options, name) for name in ("layer", "feature", "label_names", "spans_key")}
    return {name: value for name, value in asked.items() if value is not None}


def prepare(
    corpora: Sequence[Spans], selection: Selection, options: Options
) -> tuple[list[Spans], list[str]]:
    """Return the spans of each side after relabelling and filtering, and warnings about labels without spans.

    Raises InputError for a gold answer that could not be read.
    """
    if corpora[0].facts:
        from nerkit.scorers.hipe import columns

        corpora = columns.aligned(corpora)
    gold, *systems = corpora
    sides = _placed(gold, systems)
    told = {note for side in systems for note in side.warnings}
    lost_places = [note for side in sides[1:] for note in side.warnings if note not in told]
    if options.min_score is not None:
        sides[1:] = [_scored_from(side, options.min_score) for side in sides[1:]]
    return [selection.apply(corpus) for corpus in sides], [*lost_places, *selection.unused(*sides)]


def _placed(gold: Spans, systems: Sequence[Spans]) -> list[Spans]:
    """Return gold and the systems, with strings of answers placed in the texts of the gold side."""
    if not any(side.statuses for side in (gold, *systems)):
        return [gold, *systems]
    from nerkit.scorers.spans.placement import check_readable, placed

    check_readable(gold)
    return [gold, *(placed(gold, system) for system in systems)]


def _scored_from(spans: Spans, least: float) -> Spans:
    """Return the spans with at least this score, and the spans without a score.

    Raises UsageError for a percentage if all scores are fractions.
    """
    scores = spans.fields.get("score")
    if scores is None:
        return spans
    numbers = [score for score in scores.values if isinstance(score, int | float)]
    if least > 1 and numbers and min(numbers) >= 0 and max(numbers) <= 1:
        meant = f"{least:g}{nearest_fraction(least)}"
        raise UsageError(f"min_score=…: all scores are from 0 to {max(numbers):g}, below {meant}")
    fits = np.array(
        [not isinstance(score, int | float) or score >= least for score in scores.values] + [True]
    )
    return spans.take(fits[scores.codes])


def defaults(sides: Sequence[Spans], _: Options) -> Sequence[str]:
    """Return the default measures: for links if a side has ids, for strings if answers of models are
    compared.
    """
    if sides and sides[0].statuses:
        return OF_STRINGS
    if any(side.statuses for side in sides):
        return OF_ANSWERS
    if any(side.columns for side in sides):
        from nerkit.scorers.hipe import columns, measures

        return measures.defaults(columns.columns_of(sides))
    has_ids = any("eid" in side.fields and any(side.fields["eid"].values) for side in sides)
    return WITH_IDS if has_ids else WITHOUT_IDS


def view(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the view of the spans that can be judged.

    Raises UsageError for a field that the data does not have, and for cluster measures whose key has credits.
    """
    if _of_columns(measures):
        from nerkit.scorers.hipe import counting

        of_columns = counting.view(batch, measures, plan, options)
        one_sided = absent_fields.one_sided(batch, measures)
        return replace(of_columns, warnings=lambda parts: [*of_columns.warnings(parts), *one_sided])
    if options.noise or options.period or options.n_best != Options.n_best:
        raise UsageError("n_best=…, noise=… and period=… need HIPE columns, and these files have none")
    absent = [*absent_fields.check_rows(batch, plan), *absent_fields.one_sided(batch, measures)]
    unjudged: list[str] = []
    if options.leave_out or any(side.any_id for side in (batch.gold, batch.system)):
        from nerkit.scorers.spans import incomplete_gold

        batch, unjudged = incomplete_gold.judged(batch, options)
    judged = _view_of_judged(batch, measures, plan, options)
    return replace(judged, warnings=lambda parts: [*unjudged, *judged.warnings(parts), *absent])


def _view_of_judged(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the view of a batch whose annotations can all be judged. Measures of cells come last."""
    written = counted([measure for measure in measures if _is_written(measure)])
    expressions = computes(written, Expression)
    if SURFACE not in batch.gold.fields and any(SURFACE in one.key for one in expressions):
        batch = surfaces.with_surfaces(batch, options.text)
    spans = SpanView(batch, plan, options)
    for measure in written:
        language.check_fields(measure, spans.columns.known)
        for one in computes([measure], Expression):
            if one.of_corpus and any(options.tables.get(name) for name in one.key):
                raise UsageError(f"{measure.name}: cluster measures give no credit for related types or ids")
    of_cells = [measure for measure in measures if not _is_written(measure)]

    def said(_: Sequence[Part]) -> list[str]:
        """Return the warnings about options without effect, texts, and repeated annotations."""
        crowded = [batch.documents[code] for code in sorted(spans.crowded)]
        return [
            *_without_pairs(options, of_cells),
            *crowd_warning(crowded),
            *_of_texts(batch),
            *spans.warnings([measure.name for measure in written]),
            *_idle(options, expressions),
        ]

    return BatchView(batch.documents, [*written, *of_cells], list(spans.cuts), [(0, spans)], warnings=said)


def _of_texts(batch: Batch[Spans]) -> list[Warned]:
    """Return the warnings about the texts of both sides, if gold has texts."""
    if not batch.gold.texts:
        return []
    from nerkit.scorers.spans import paired_texts

    return [
        *paired_texts.differing(batch),
        *paired_texts.of_two_forms(batch.gold.texts, batch.system.texts),
        *paired_texts.contradicting(batch),
    ]


def _is_written(measure: Measure) -> bool:
    """Return whether a measure, or a measure that it combines, is an expression of the language."""
    return bool(computes(counted([measure]), Expression))


def _without_pairs(options: Options, of_cells: Sequence[Measure]) -> list[Warned]:
    """Return a warning for each option of pairing that the user set, if no measure pairs spans."""
    if any(one.pairs_spans for one in computes(of_cells, SpanCompute)):
        return []
    changed = {"min_overlap=…": options.min_overlap != Options.min_overlap, "min_iou=…": options.min_iou > 0}
    return [
        Warned(
            "no-effect",
            option=name,
            why="min_overlap=… and min_iou=… change only strict, exact, partial and type",
        )
        for name, is_changed in changed.items()
        if is_changed
    ]


def _idle(options: Options, expressions: Sequence[Expression]) -> list[Warned]:
    """Return warnings for credits of fields that no key has, and for --match without cluster measures."""
    in_keys = {name for expression in expressions for name in expression.key}
    weighted = {"type_weights=…": {"type"}, "id_weights=…": {"eid", "kbid"}}
    warnings = [
        Warned("no-effect", option=option, why=f"no measure has {' or '.join(sorted(fields))} in its key")
        for option, fields in weighted.items()
        if fields & set(options.tables) and not fields & in_keys
    ]
    if options.match != MATCHES[0] and not any(e.of_corpus and "span" in e.key for e in expressions):
        warnings.append(Warned("no-effect", option="match=…", why="no measure compares clusters of spans"))
    return warnings


def _of_columns(measures: Sequence[Measure]) -> bool:
    """Return whether a measure is about a column of HIPE."""
    return any(one.column for one in computes(measures, SpanCompute))


def _written(name: str, explained: bool) -> list[Measure]:
    """Return the measures of a name in the language of expressions, or of a column of HIPE.

    With *explained*, raises UsageError for an expression whose fields look misspelt.
    """
    if name.startswith("NE"):  # names of columns begin in this way
        from nerkit.scorers.hipe import measures

        if of_columns := measures.written(name):
            return of_columns
    found = language.written(name)
    if explained and found:
        language.check_spelling(found[0])
    return found


def _beside(measures: Sequence[Measure], options: Options) -> Sequence[Measure]:
    """Return the measures, with measures of more links after each measure of links in columns of HIPE."""
    if not _of_columns(measures):
        return measures
    from nerkit.scorers.hipe.measures import ranked

    return ranked(measures, options)


def _scoring(options: Options) -> Scoring:
    """Return the conventions for rows. Fields with bins always have rows."""
    bins = ((NOISE, options.noise), (TIME, options.period))
    return Scoring(always=tuple(name for name, text in bins if text))


class SpanParts(InParts):
    """The parts of a corpus of spans. Clusters may go through all parts."""

    joins = True

    def kept(
        self, batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
    ) -> Batch[Spans]:
        """Return the columns of a part that measures over the corpus look at."""
        return over_all.kept(batch, measures, plan, options)

    def start(self, options: Options) -> over_all.AllSpans:
        """Return an empty collection of the spans of all parts."""
        return over_all.AllSpans(partial(_view_of_judged, options=options))


TASK = Task(
    name="spans",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(*HEADLINES_WITH_IDS, HEADLINE),
    read_objects=read_objects,
    reading=reading,
    defaults=defaults,
    fields=absent_fields.HELD,
    written=_written,
    beside=_beside,
    language=LANGUAGE,
    items=ITEMS,
    scoring=_scoring,
    sliced=sliced,
    seen_items=seen_items,
    names=naming.of_spans,
    names_in_items=naming.ids_of_spans,
    parts=SpanParts(),
)
