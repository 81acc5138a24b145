"""`nerkit agree`: the agreement of annotators on every measure, as a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np

from nerkit import readers
from nerkit.corpora.tags import Tagged
from nerkit.evaluation.agreement.annotations import Annotations, formats_of
from nerkit.evaluation.agreement.annotators import annotators_of
from nerkit.evaluation.agreement.document_labels import is_labelled
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.items import AnnotatorPair, pairs_of_spans
from nerkit.evaluation.agreement.options import (
    DEFAULTS,
    EVERYBODY,
    F1,
    HEADLINE,
    ITEM,
    MEASURES,
    OF_TABLES,
    TASKS,
    AgreeRequest,
)
from nerkit.evaluation.facts import Facts
from nerkit.evaluation.id_mismatch import of_names
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.streams import hashing, is_pipe
from nerkit.ground.warnings import Names, Warned, parted
from nerkit.io import check_stdin, expand
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.results.signature import signature
from nerkit.scorers import task_named, task_of
from nerkit.scorers.names import LABEL

if TYPE_CHECKING:
    from nerkit.evaluation.agreement.pair_scores import MeasuredPairs

SHOWN = 5  # warnings that are shown one by one
DEFAULT = asdict(AgreeRequest())


class AnnotatorResult(Result):
    """The result of an agreement, without gold; the system of a row is `a|b` for a pair, `*` for all
    annotators.
    """

    def pooled(self, measure: str) -> list[Row]:
        """Return the rows of a measure over all annotators."""
        return [row for row in super().pooled(measure) if row.system == EVERYBODY]


@hashing(wanted=False)  # a result of annotators has no digests
def agree(
    annotators: Mapping[str, str],
    asked: AgreeRequest,
    confidence: float | None = None,
    resamples: tuple[int, int] = (1000, 12345),
) -> Result:
    """Return the agreement of annotators, from a file for each name, or from one file with all
    annotators.

    *confidence* is the level of the intervals over documents (None: no intervals). *resamples* is the
    number of resamples and the seed.

    Raises UsageError and InputError for annotations that cannot be compared.
    """
    check_stdin(list(annotators.values()))
    task, whole, measured = _task_of(annotators, asked), None, None
    if task is None:
        whole = annotators_of(annotators, asked)
        said, asked, inputs = whole.said, whole.asked, whole.inputs
        names = asked.measures or (OF_TABLES if isinstance(said, Values) else DEFAULTS)
        others = tuple(name for name in names if name not in MEASURES)
        if asked.options and not others:
            raise UsageError(
                f"{', '.join(asked.options)}: you give an option of a task's measures, but no such measure"
            )
        measured = _measured(said, others, asked) if others else None
        rows = [row for name in names if name in MEASURES for row in whole.measured(name)]
        rows += measured.rows() if measured else ()
        rows += whole.of_labels(names)
        shared = _nothing_shared(whole.exact_spans) if isinstance(said, Annotations) else ()
        told = (*said.warnings, *whole.warnings, *whole.values_warnings, *shared)
        (notes, warnings), stated = parted(told), {"units": asked.units or "item"}
    else:
        measured = _of_task(annotators, asked, task)
        rows, inputs, stated = list(measured.rows()), measured.annotators, {"of": task}
        notes, warnings = (), tuple(measured.warnings)
    result = _result(asked, rows, inputs, stated, warnings)
    if confidence is not None:
        from nerkit.evaluation.agreement.intervals import with_intervals

        result = with_intervals((whole, measured), result, confidence, resamples)
    return replace(result, notes=tuple(dict.fromkeys((*notes, *(measured.notes if measured else ())))))


def _task_of(paths: Mapping[str, str], asked: AgreeRequest) -> str | None:
    """Return the task that scores files without spans over units, for example coreference or trees; None
    for files with such spans, tags or items.
    """
    if asked.units == ITEM or asked.annotator is not None or len(paths) < 2:
        return None
    if asked.task is not None:
        return None if asked.task in TASKS else task_named(asked.task).name
    if asked.form is not None:
        own = asked.form in formats_of(None) or not {"spans", "tags"}.isdisjoint(readers.corpora(asked.form))
        return None if own else task_of(asked.form).name
    for path in paths.values():
        if is_pipe(path):
            continue  # a stream can be read only once, so only files are looked at
        sources = expand(path)
        if asked.form is None and any(is_labelled(source.head) for source in sources[:1]):
            return None
        form = readers.recognised(sources, readers.BY_CONTENT)
        if form is not None:
            return (
                None if form in formats_of(None) else readers.meant_for(form, sources) or task_of(form).name
            )
    return None


def _of_task(paths: Mapping[str, str], asked: AgreeRequest, task: str) -> "MeasuredPairs":
    """Score every pair of annotators with the measures of *task*, which has no units."""
    chosen = [name for name in asked.measures if name in MEASURES and name != F1]
    if chosen or asked.units or asked.positions or asked.tags:
        what = f"{chosen[0]} is" if chosen else "units, positions and tags are"
        raise UsageError(
            f"{what} for spans, but these files are of the task {task}; use f1, or measures of {task}"
        )
    for name, path in paths.items():
        if is_pipe(path):
            raise UsageError(
                f"{name}: nerkit agree reads its inputs several times; give a file, not a stream"
            )
    from nerkit.evaluation.agreement.pair_scores import MeasuredPairs

    return MeasuredPairs(paths, task, asked.measures or (F1,), asked)


def _measured(said: Annotations | Values, measures: tuple[str, ...], asked: AgreeRequest) -> "MeasuredPairs":
    """Score every pair of annotators with the named measures of the task `bio` or `spans`.

    Raises UsageError for unknown names.
    """
    from nerkit.evaluation.agreement.pair_scores import MeasuredPairs

    if isinstance(said, Values):
        raise unknown("measure", measures[0], MEASURES)
    tagged = any(isinstance(corpus, Tagged) for corpus in said.corpora.values())
    task = task_named("bio" if tagged else "spans")
    for name in measures:
        try:
            task.resolve([name])
        except UsageError as error:
            raise unknown("measure", name, [*MEASURES, *task.known_names()]) from error
    return MeasuredPairs(said.corpora, task.name, measures, replace(asked, form=None))


def _result(
    asked: AgreeRequest,
    rows: Sequence[Row],
    inputs: tuple[Facts, ...],
    stated: Mapping[str, str],
    warnings: Sequence[str],
) -> Result:
    """Return the result with these rows and inputs; *stated* is the first part of the signature."""
    measures = tuple(dict.fromkeys(row.measure for row in rows))
    return AnnotatorResult(
        task="agree",
        signature=signature("agree", measures, {**stated, **_stated(asked, measures)}, asked.empty),
        measures=measures,
        counts={},
        options={name: value for name, value in asdict(asked).items() if value != DEFAULT[name]},
        inputs=inputs,
        warnings=tuple(dict.fromkeys(warnings)),
        listed=tuple(rows),
        headline=HEADLINE if HEADLINE in measures and not asked.measures else measures[0],
    )


def _stated(asked: AgreeRequest, measures: Sequence[str]) -> dict[str, str]:
    """Return the options that the signature states, as name -> text."""
    stated = {
        "positions": "yes" if asked.positions else None,
        **{name: str(value) for name, value in asked.options.items()},
        "tags": "yes" if asked.tags else None,
        "limit": str(asked.limit) if asked.limit and "gamma" in measures else None,
        "annotator": asked.annotator or None,
        "labels": None if asked.labels is None else "+".join(asked.labels),
        "only": "+".join(asked.only) or None,
        "by": "+".join(asked.by) or None,
    }
    if "gamma" in measures:
        stated |= {"sampler": asked.sampler, "samples": str(asked.samples), "seed": str(asked.seed)}
        stated["weights"] = ",".join(f"{one:g}" for one in asked.weights)
    return {name: text for name, text in stated.items() if text is not None}


def _nothing_shared(said: Annotations) -> list[str]:
    """Return a warning for each pair of annotators with nothing in common; after SHOWN warnings, their
    number.
    """
    pairs = pairs_of_spans(said.once(), by_document=False)
    warnings = [text for who, pair in pairs for text in _of_pair(said, who, pair)]
    more = len(warnings) - SHOWN
    return [
        *warnings[:SHOWN],
        *([Warned("more-pairs", more)] if more > 0 else []),
    ]


def _of_pair(said: Annotations, who: tuple[int, int], pair: AnnotatorPair) -> Iterator[str]:
    """Yield the warnings about a pair of annotators."""
    one, other = (said.names[i] for i in who)
    if not pair.common.any():
        ids = [[said.documents[i] for i in np.flatnonzero(said.has[k])] for k in who]
        if all(ids):
            facts = {"of_one": Names.of(ids[0]), "of_other": Names.of(ids[1])}
            yield Warned("no-document-in-common", facts=facts, one=one, other=other)
        return
    left, right = (
        {str(said.label.values[code]): int(n) for code, n in zip(side.key, side.number, strict=True)}
        for side in (pair.left, pair.right)
    )
    told = of_names(LABEL, (left, right), (one, other))
    yield from told
    if left and right and not told and not len(pair.equal.key):
        sizes = f"{sum(left.values()):,} and {sum(right.values()):,}"
        yield Warned("no-span-in-common", one=one, other=other, sizes=sizes)
