"""A formula as a metric: counts of documents, scores, and the matched pairs.

A document is one object. If the formula is normalised, its numerator is the matching score S. Its
denominators are the own scores of both sides, per document: (p_num, p_den, r_num, r_den) = (S, own system, S,
own gold). They are added up before they are divided (micro), or divided and averaged (`averages`).

A formula with variables has the columns `counts.BOUND`, too. If a correspondence is not proved best within
the limit, its similarity has two bounds (`latent_sets`). The lower bound is the number of elements that agree
under the best mapping found. No mapping exceeds the upper bound. Every operator grows with its parts, but it
falls with the own scores by which it divides. So the formula is computed twice. S is the smallest possible
value (smallest score over largest own scores). S + slack is the largest possible value (largest score over
smallest own scores). Documents have their smallest own scores, so that (S + slack) / own bounds the value of
one or more documents.

A document is unproven if its S or one of its own scores can be larger. Own scores are certain unless all
pairs count (`N:N`). A `weighted` average uses the known own scores as weights. A metric of two formulas has
the larger slack.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.levels import Level, documents_level, path_text
from nerkit.algebra.normalizers import Normalized, check_bounded
from nerkit.algebra.operators import Field
from nerkit.algebra.similarity import MatchedElements, Metric, Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import BoolArray, FloatArray
from nerkit.exceptions import UsageError, plural, unknown
from nerkit.results.averages import AVERAGES, OF_SCORES, averaged
from nerkit.results.counts import ALL, BOUND, Counts, Headline, Label, Part

TIE = 1e-9  # similarities this close are equal


@dataclass(frozen=True, slots=True)
class Score:
    """A score over documents.

    value         the value of the formula
    precision, recall, f1   the scores of the summed counts
    counts        the counts of each document, from which the score is computed
    optimal       whether the value is proved; always True for a formula without variables
    upper_bound   a value that no correspondence of variables exceeds
    """

    value: float
    precision: float
    recall: float
    f1: float
    counts: Counts
    optimal: bool
    upper_bound: float

    def __float__(self) -> float:
        return self.value


class Explained(NamedTuple):
    """A pair of matched items, or an item without a partner; then the other item and its path are None.

    document            the name of the document
    level               the fields that lead to the collection: `events.args`
    gold_path, system_path   the places of the items in the document: `events[0].args[1]`
    gold, system        the items
    similarity          the similarity of the items; 0 for an item without a partner
    own                 the larger own score of the two items; a smaller similarity is partial credit
    owns                the own scores of the gold item and of the system item, 0 for a missing item
    """

    document: str
    level: str
    gold_path: str | None
    system_path: str | None
    gold: Any
    system: Any
    similarity: float
    own: float
    owns: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False)
class FMeasure(Metric):
    """A metric with one formula for precision and another for recall."""

    precision: Similarity
    recall: Similarity

    def text(self, name: str = "") -> str:
        return f"F1 of {self.precision.text(name)} and {self.recall.text(name)}"

    def empty(self) -> Any:
        return self.precision.empty()


def f_measure(*, precision: Any, recall: Any) -> Metric:
    """The metric whose precision is one formula and whose recall is another, as for B-cubed (Eq. 23-24).

    >>> from nerkit.algebra import match_sets, same
    >>> print(f_measure(precision=match_sets(same, normalize="p"), recall=match_sets(same, "1:N", "r")))
    F1 of P[1:1](same) and R[1:N](same)
    """
    return FMeasure(similarity(precision), similarity(recall))


def counts(metric: Metric, gold: Any, system: Any, name: str, limit: int | None = None) -> Counts:
    """The counts of every document under the measure *name*."""
    documents, level = documents_level(gold, system, limit)
    part, warnings = measured(metric, level, name)
    return Counts.collect(documents, (), [part], warnings)


def measured(
    metric: Metric, level: Level, name: str, average: str = "micro", empty: str = "zero"
) -> tuple[Part, list[str]]:
    """The count rows of the documents of a level, and warnings; `averages` explains *empty*."""
    if average not in AVERAGES:
        raise unknown("average", str(average), AVERAGES)
    metric, level = metric.settled(level, average)
    formulas = _formulas(metric)
    scores = [_scores(formula.inner, level) for formula in formulas]
    of_precision, of_recall = scores[0], scores[-1]  # one formula has both
    columns = [of_precision.matching, of_precision.own_system, of_recall.matching, of_recall.own_gold]
    warnings = [*(_repeated(*item) for item in level.repeats.items()), *level.absent]
    extras: tuple[str, ...] = ()
    if any(formula.inner.latent for formula in formulas):
        if average in OF_SCORES:
            raise UsageError(
                f"average {average!r} cannot be used with variables, because it cannot show their bounds"
            )
        bounds = _bounds(formulas, level, scores)
        open_ = int(bounds[0].sum())
        extras, columns = BOUND, [*columns, *bounds]
        if open_:
            warnings.append(
                f"{plural(open_, 'document')} not proved optimal within the limit; see upper_bound"
            )
    headline = Headline("f1" if len(formulas) > 1 else formulas[0].normalizer, average)
    numbers, counted, headline = averaged(np.stack(columns, axis=1), headline, empty)
    documents = np.flatnonzero(counted)
    labels = np.zeros(len(documents), np.int64)
    return Part(name, documents, [ALL], labels, numbers[counted], extras, headline), warnings


def measured_by_label(metric: Metric, level: Level, name: str, label: str, average: str = "micro") -> Part:
    """The count rows of the documents, for each value of the field *label* of the matched elements.

    A pair of elements counts under the label of the gold element, an element without a partner under its
    label. Raises UsageError for a metric that is not a matching of one collection.
    """
    metric, level = metric.settled(level, average)
    formula, normalizer = _formulas(metric)[0]
    matched = _pairs(formula, level).inner
    if isinstance(metric, FMeasure) or not matched or matched[0].level.above is None:
        raise UsageError(f"{name} has no rows by label, because it is not a matching of one collection")
    elements, pairs = matched[0].level, matched[0].pairs
    labels = [str(value) for value in elements.field(label).values]
    names = sorted(set(labels))
    place = {value: code for code, value in enumerate(names)}
    code = np.array([place[value] for value in labels], np.int64)
    own, counted = matched[0].by.own(elements), matched[0].counted
    code[pairs.system] = code[pairs.gold]
    key = elements.parent % level.border * max(len(names), 1) + code  # one integer for a document and a label
    keys, row = np.unique(key, return_inverse=True)
    numbers = np.zeros((len(keys), 4))
    np.add.at(numbers, row[pairs.gold], pairs.value[:, None] * [1, 0, 1, 0])
    for column, is_side in ((1, slice(elements.border, None)), (3, slice(elements.border))):
        np.add.at(numbers[:, column], row[is_side], np.where(counted, own, 0)[is_side])
    documents, codes = np.divmod(keys, max(len(names), 1))
    listed: list[Label] = [(("label", value),) for value in names]
    return Part(name, documents, listed, codes, numbers, headline=Headline(normalizer, average))


def score(metric: Metric, gold: Any, system: Any, average: str, limit: int | None = None) -> Score:
    """The score over all documents."""
    from nerkit.results.row_table import rows
    from nerkit.results.rows import Grouping

    documents, level = documents_level(gold, system, limit)
    part, warnings = measured(metric, level, str(metric), average)
    collected = Counts.collect(documents, (), [part], warnings)
    (row,) = rows(collected, "system", [part.measure], [Grouping((), shown=True)])
    value, precision, recall, f1 = (
        number or 0.0 for number in (row.value, row.precision, row.recall, row.f1)
    )
    bound = row.extra.get("upper_bound", value)
    return Score(value, precision, recall, f1, collected, row.extra.get("optimal", True), bound)


def explain(metric: Metric, gold: Any, system: Any, limit: int | None = None) -> list[Explained]:
    """Every matched and unmatched item of every level, document by document.

    Each level comes before the levels below it, and its pairs before its items without a partner.
    """
    return explained(metric, *documents_level(gold, system, limit))


def explained(metric: Metric, documents: list[str], level: Level, average: str = "micro") -> list[Explained]:
    """The matched pairs and unmatched items of a level of documents; readings are chosen for *average*."""
    metric, level = metric.settled(level, average)
    everything = np.ones(len(level), bool)
    rows = [
        row
        for formula in _formulas(metric)
        for matched in _matched(formula.inner.explaining(), level)
        for row in _rows(matched, everything, documents)
    ]
    place = {name: i for i, name in enumerate(documents)}
    return sorted(rows, key=lambda row: place[row.document])


class _Unnormalized(NamedTuple):
    """A formula without its outermost normaliser, and the name of this normaliser, `sum` if there is none."""

    inner: Similarity
    normalizer: str


def _formulas(metric: Metric) -> list[_Unnormalized]:
    """The formulas of a metric: one, or two if precision and recall have separate formulas."""
    if isinstance(metric, FMeasure):
        return [_stripped(metric.precision), _stripped(metric.recall)]
    assert isinstance(metric, Similarity)
    return [_stripped(metric)]


def _stripped(formula: Similarity) -> _Unnormalized:
    if isinstance(formula, Normalized):
        return _Unnormalized(formula.inner, formula.normalizer)
    if isinstance(formula, Field):
        inner, normalizer = _stripped(formula.inner)
        return _Unnormalized(replace(formula, inner=inner), normalizer)
    return _Unnormalized(formula, "sum")


def _pairs(formula: Similarity, level: Level) -> SparsePairs:
    """The pairs (gold document, system document) with a similarity above 0. nerkit compares only documents
    at the same position.
    """
    return formula.pairs(level, np.tile(np.arange(level.border), 2))


class _Scores(NamedTuple):
    """The matching score of every document, and the own scores of both sides."""

    matching: FloatArray
    own_gold: FloatArray
    own_system: FloatArray


def _scores(formula: Similarity, level: Level) -> _Scores:
    pairs, own = _pairs(formula, level), formula.own(level)
    matching = np.zeros(level.border)
    matching[pairs.gold] = pairs.value
    return _Scores(matching, own[: level.border], own[level.border :])


def _bounds(
    formulas: list[_Unnormalized], level: Level, least: Sequence[_Scores]
) -> tuple[FloatArray, FloatArray]:
    """Whether each document is unproven (0 or 1), and how much more than *least* its matching score can
    be.
    """
    unproven, slack = np.zeros(level.border, bool), np.zeros(level.border)
    if level.solving.open:
        with level.solving.turned():
            most = [_scores(formula.inner, level) for formula in formulas]
        for formula, lower, upper in zip(formulas, least, most, strict=True):
            uncertain = np.any(
                [high - low > TIE * np.maximum(high, 1) for high, low in zip(upper, lower, strict=True)],
                axis=0,
            )
            unproven, slack = unproven | uncertain, np.maximum(slack, upper.matching - lower.matching)
            if formula.normalizer != "sum":
                own = lower.own_system[uncertain], lower.own_gold[uncertain]
                check_bounded(formula.inner, formula.normalizer, upper.matching[uncertain], *own)
    return unproven.astype(float), np.where(unproven, slack, 0)


def _matched(formula: Similarity, level: Level) -> tuple[MatchedElements, ...]:
    """The elements that a formula matches.

    For a formula without a matching, these are the values that it compares, paired by document.
    """
    pairs = _pairs(formula, level)
    if pairs.inner or formula.matches:
        return pairs.inner
    inner: Similarity = formula
    while isinstance(inner, Field):
        level, inner = level.field(inner.name), inner.inner
    rows = np.arange(level.border)
    value = np.zeros(level.border)
    value[pairs.gold] = pairs.value
    whole = SparsePairs(rows, rows + level.border, value)
    return (MatchedElements(level, whole, rows, np.ones(len(level), bool), inner),)


def _rows(matched: MatchedElements, counted: BoolArray, documents: list[str]) -> list[Explained]:
    """The pairs and the unmatched elements of one level, then of the levels below.

    counted   a mask of the rows above that count
    """
    level, pairs = matched.level, matched.pairs
    counted = matched.counted & counted[level.parent]
    alone = counted.copy()
    alone[pairs.gold] = alone[pairs.system] = False
    unmatched = np.flatnonzero(alone)
    gold, system = np.split(unmatched, [np.searchsorted(unmatched, level.border)])
    describe = partial(_row, level, documents, matched.by.own(level))
    rows = [describe((i, j), v) for i, j, v in zip(pairs.gold, pairs.system, pairs.value, strict=True)]
    rows += [describe((i, None), 0.0) for i in gold] + [describe((None, j), 0.0) for j in system]
    return rows + [row for below in pairs.inner for row in _rows(below, counted, documents)]


def _row(
    level: Level, documents: list[str], own: FloatArray, pair: tuple[int | None, int | None], value: float
) -> Explained:
    paths = [None if row is None else level.path(int(row)) for row in pair]
    items = [None if row is None else level.values[int(row)] for row in pair]
    document = next(path[0] for path in paths if path is not None)
    texts = [None if path is None else path_text(path[1:]).removeprefix(".") for path in paths]
    owns = [0.0 if row is None else float(own[row]) for row in pair]
    name = documents[int(document)]
    scores = float(value), max(owns), (owns[0], owns[1])
    return Explained(name, level.collection(), texts[0], texts[1], items[0], items[1], *scores)


def _repeated(collection: str, count: tuple[int, int]) -> str:
    where = f" of {collection}" if collection else ""
    sides = f"{count[0]:,} in the gold file, {count[1]:,} in the system"
    return f"{plural(sum(count), 'repeated element')}{where} counted once ({sides})"
