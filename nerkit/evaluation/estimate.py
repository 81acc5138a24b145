"""`nerkit estimate`: scores of a population from a few gold documents and many documents that a model judged.

nerkit reads gold, the judge's annotations and a system once. It scores the system against gold on the
documents that people annotated, and against the judge on all documents. `stats.estimation` makes estimates
from both counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray
from nerkit.corpora.corpus import Corpus, with_form
from nerkit.corpora.selection import listed_ids
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.inputs import Input, input_name, read_all
from nerkit.evaluation.request import Request
from nerkit.evaluation.stored import results as stored
from nerkit.exceptions import UsageError, plural, some
from nerkit.ground.warnings import Warned
from nerkit.results.counts import ALL, NUMBERS
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING, Row
from nerkit.results.signature import extended
from nerkit.stats.estimation import (
    FEWEST,
    FIELDS,
    UNBALANCED,
    Estimate,
    Estimation,
    Parts,
    changes,
    estimates,
)
from nerkit.stats.rows import units_of
from nerkit.stats.small import few_decide
from nerkit.stats.units import SIZES, Sheet

NOTE = (
    "the estimate assumes that the gold documents are a random sample of all documents and "
    "independent of each other. The judge must be fixed beforehand and must treat gold "
    "documents like all others (none of them in its prompt)"
)


def estimate(
    gold: Any,
    judged: Any,
    systems: Mapping[str, Any],
    request: Request,
    how: Estimation,
    *,
    gold_documents: str | Sequence[str] | None = None,
    judged_documents: str | Sequence[str] | None = None,
    unit: str | None = None,
) -> Result:
    """Return estimates of every measure and system, as rows with the fields of
    `stats.estimation.Estimate`.

    *gold_documents* and *judged_documents* are ids, or a file with one id per line; by default the
    documents of the files. A *unit* is a field such as the source or the author. Documents with equal
    values depend on each other, so their counts are added first. Without systems, *gold* and *judged* are
    files of stored counts of the same systems.

    Raises UsageError if the gold documents are not known, or if the judge lacks some of them. Raises
    UsageError for measures that do not add up over documents.
    """
    if not systems and stored.is_stored(gold) and stored.is_stored(judged):
        against_gold, against_judge = stored.read(gold), stored.read(judged)
        names = _ids(gold_documents) or _documents(against_gold)
        everything = _ids(judged_documents) or _documents(against_judge)
    else:
        corpora, implicit, task = _read(gold, judged, systems, request)
        people, judge, *answers = corpora
        if gold_documents is None and implicit:
            raise UsageError(
                "this format does not show annotated documents without items; list the ids of "
                'all annotated documents in a file, one per line: gold_documents="FILE"'
            )
        names = _ids(gold_documents) or list(people.documents)
        _check_listed(names, people)
        everything = _ids(judged_documents) or (
            list(dict.fromkeys([*judge.documents, *(d for one in answers for d in one.documents), *names]))
            if implicit
            else list(judge.documents)
        )
        everything = _with_extra(everything, names, answers, request)
        by = (*request.by, unit) if unit else request.by
        request = replace(request, task=task, by_document=True, by=by)
        against_gold, against_judge = (
            evaluate_systems(
                _filed(side, documents),
                {name: _filed(one, documents) for name, one in zip(systems, answers, strict=True)},
                request,
            )
            for side, documents in ((people, names), (judge, everything))
        )
    _check_judged(names, everything)
    return _result((against_gold, against_judge), names, everything, how, unit)


def lower_ends(result: Result) -> Result:
    """Return the result with the lower bounds of the intervals as scores, for gates on the lower bound."""
    ends = [{name: row.extra[f"{name}_low"] for name in FIELDS} for row in result.rows]
    rows = (replace(row, value=low["f1"], **low) for row, low in zip(result.rows, ends, strict=True))
    return replace(result, listed=tuple(rows))


def _read(
    gold: Any, judged: Any, systems: Mapping[str, Any], request: Request
) -> tuple[list[Corpus], bool, str]:
    """Read gold, the judge's annotations and the systems.

    Returns the corpora, whether documents exist only through their items, and the task.
    """
    if not systems:
        raise UsageError("you gave no system to score; give a system with -s FILE, or as an argument")
    request = request.with_preset()
    inputs = [Input(role, input_name(at, role), at) for role, at in (("gold", gold), ("gold", judged))]
    inputs += [Input("system", name, at) for name, at in systems.items()]
    read = read_all(inputs, request)
    for one, corpus in zip(inputs, read.corpora, strict=True):
        if not corpus.named and len(corpus.documents):
            raise UsageError(
                f"{one.name}: nerkit cannot tell gold documents from judged documents without "
                "ids; mark documents as the format allows"
            )
    corpora = [with_form(corpus, form) for corpus, form in zip(read.corpora, read.forms, strict=True)]
    return corpora, read.implicit, read.task.name


def _ids(listed: str | Sequence[str] | None) -> list[str]:
    """Return the listed ids, or the lines of a file of ids."""
    if listed is None:
        return []
    names = listed_ids(listed) if isinstance(listed, str) else list(listed)
    if not names:
        raise UsageError("the list of documents is empty; write one id per line")
    return list(dict.fromkeys(names))


def _documents(result: Result) -> list[str]:
    return list(dict.fromkeys(name for counts in result.counts.values() for name in counts.documents))


def _with_extra(
    everything: list[str], names: list[str], answers: Sequence[Corpus], request: Request
) -> list[str]:
    """Return the documents to score: the judge's documents, and further system documents if `extra`
    allows them.
    """
    known = {*everything, *names}
    further = list(dict.fromkeys(name for one in answers for name in one.documents if name not in known))
    if further and (request.extra or "error") == "error":
        what = f"{plural(len(further), 'document')} of a system that are neither in the gold file nor judged"
        raise UsageError(
            f'{what}: {some(further)}; leave these documents out with extra="ignore", or count '
            'them as judged without items with extra="spurious"'
        )
    return everything + further if request.extra == "spurious" else everything


def _check_listed(names: Sequence[str], people: Corpus) -> None:
    listed = set(names)
    further = [name for name in people.documents if name not in listed]
    if further:
        raise UsageError(
            f"the gold file has {plural(len(further), 'document')} that the list of gold "
            f"documents lacks: {some(further)}; list all documents that people annotated"
        )


def _check_judged(names: Sequence[str], everything: Sequence[str]) -> None:
    known = set(everything)
    lacking = [name for name in names if name not in known]
    if lacking:
        raise UsageError(
            f"the judge lacks {plural(len(lacking), 'gold document')}: {some(lacking)}; the "
            "judge must annotate every gold document, because nerkit measures its errors there"
        )


def _filed(corpus: Corpus, names: list[str]) -> Corpus:
    """Return the corpus restricted to these documents, in their order."""
    places = {name: place for place, name in enumerate(names)}
    codes = np.array([places.get(name, NONE) for name in corpus.documents], np.int64)
    return corpus.in_documents(names, codes)


def _units(results: Sequence[Result], field: str | None) -> dict[str, str]:
    """Return document -> value of a field. Raises UsageError for a document with several values."""
    values: dict[str, str] = {}
    for counts in (counts for result in results for counts in result.counts.values() if field):
        counted = np.flatnonzero(counts.numbers.any(axis=1) & (counts.document != NONE))
        for document, label in sorted(set(zip(counts.document[counted], counts.label[counted], strict=True))):
            named = dict(counts.labels[label])
            name, value = counts.documents[document], named.get(field or "")
            if value is not None and values.setdefault(name, value) != value:
                raise UsageError(
                    f"document {name} has {field} {values[name]} and {value}; a unit has whole documents"
                )
    return values


def _summed(
    by_name: Mapping[str, FloatArray], names: Sequence[str], unit_of: Mapping[str, str]
) -> FloatArray:
    """Return the counts of each unit of these documents, shape (units, 4); a document without a unit is
    its own unit.
    """
    units: dict[tuple[bool, str], FloatArray] = {}
    for name in names:
        key = name in unit_of, unit_of.get(name, name)
        units[key] = units.get(key, np.zeros(4)) + by_name.get(name, 0)
    return np.array([*units.values()]).reshape(-1, 4)


def _result(
    results: tuple[Result, Result], names: list[str], everything: list[str], how: Estimation, unit: str | None
) -> Result:
    """Return the pooled rows of all systems and measures, as estimates."""
    against_gold, against_judge = results
    unit_of, apart = _units(results, unit), set(names)
    others = [name for name in everything if name not in apart]
    sizes = len(_summed({}, names, unit_of)), len(_summed({}, others, unit_of))
    if sizes[0] < FEWEST:
        what = f"{plural(sizes[0], 'gold unit')} by {unit}" if unit else plural(sizes[0], "gold document")
        raise UsageError(
            f"{what}: an estimate needs at least {FEWEST}; annotate more documents, or score "
            'only the gold documents with confidence=… and interval="t"'
        )
    rows, warnings = [], list(dict.fromkeys((*against_gold.warnings, *against_judge.warnings)))
    for system in against_gold.counts:
        for row in (
            row for row in against_gold.rows if row.system == system and row.cut == (EVERYTHING, ALL)
        ):
            by_gold, by_judge = (_counts(one, system, row.measure) for one in (against_gold, against_judge))
            pairs = (by_gold, names), (by_judge, names), (by_judge, others)
            parts = Parts(*(_summed(by_name, part, unit_of) for by_name, part in pairs))
            found = estimates(parts, how)
            rows.append(_row(row, found, *sizes))
            warnings += _doubts(row.measure, parts, found["f1"], how)
    stated = {
        "estimate": "ppi",
        "lambda": "tuned" if how.weight is None else f"{how.weight:g}",
        "interval": "t",
        "level": f"{how.level:g}",
        **({"unit": unit} if unit else {}),
    }
    return replace(
        against_gold,
        signature=extended(against_gold.signature, stated),
        listed=tuple(rows),
        added=(),
        scored=None,
        inputs=against_judge.inputs[:1] + against_gold.inputs,
        warnings=tuple(warnings),
        notes=(*against_gold.notes, NOTE),
    )


def _counts(result: Result, system: str, measure: str) -> dict[str, FloatArray]:
    """Return document -> four counts of a measure.

    Raises UsageError for a measure that does not add up over documents.
    """
    units = units_of(result)
    units.check([measure])
    sheet = Sheet.of(units.measured(system, measure), [(EVERYTHING, ALL)])
    if not units.whole or sheet.columns.shape[1] != 4 or result[measure].p_num is None:
        raise UsageError(
            f"{measure} is not a ratio of sums over documents, so nerkit cannot estimate it; "
            "use a measure with P and R"
        )
    return dict(zip(units.counts[system].documents, sheet.columns, strict=True))


def _row(row: Row, found: Mapping[str, Estimate], gold: int, others: int) -> Row:
    """Return the row of a measure with estimates as scores, and without counts."""
    named = (one.named(field) for field, one in found.items())
    numbers: dict[str, Any] = {name: number for one in named for name, number in one.items()}
    scores: dict[str, Any] = {field: numbers.pop(field) for field in found}
    extra = {**numbers, "gold_documents": gold, "judged_documents": others}
    counts: dict[str, Any] = dict.fromkeys(NUMBERS)
    return replace(row, value=scores["f1"], **scores, **counts, extra=extra)


def _doubts(measure: str, parts: Parts, found: Estimate, how: Estimation) -> list[str]:
    """Return warnings: if few gold documents decide the estimate, and if the judge scores both parts
    differently.
    """
    items = parts.gold[:, SIZES].sum(axis=1)
    text = few_decide(measure, changes(parts, found, how), items, "gold document", "annotate more documents")
    warnings: list[str] = [] if text is None else [text]
    z = found.balance_z
    if z is not None and abs(z) > UNBALANCED:
        warnings.append(Warned("judge-differs", measure=measure, z=f"{z:.2f}"))
    return warnings
