"""Rows made of counts. Each grouping is selected, added up, scored and averaged as a whole.

The example of `nerkit.results.rows` has two documents with two labels. As arrays, the grouping by label has
the shape (2 cells, 4), and the grouping by document (2, 4). The grouping by both has the shape (3, 4),
because d2 has no PER on either side. Only pairs of a document and a label that occur are cells. Therefore the
number of cells grows with the data and not with documents times labels. The first two numbers of the cell LOC
are 3 and 4, the sums over d1 and d2. An average over labels adds up the documents, scores each of the two
labels, and takes the mean: shape (2, 4) to (4,). A composite measure has one more axis before the last, for
its parts.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray, Vocabulary
from nerkit.exceptions import UsageError
from nerkit.results.counts import (
    BOUND,
    NUMBERS,
    Counts,
    Label,
    exact_sums,
    label_text,
    own_name,
)
from nerkit.results.rows import AVERAGES, EVERYTHING, MACRO, MICRO, Grouping, Pooled, Row, rank, whole
from nerkit.results.scores import SCORES, Composite, mean, score

ROW_LIMIT = 5_000_000  # rows of one measure beyond which a product of fields is refused

_Some = TypeVar("_Some", list[Label], IntArray)


def rows(
    counts: Counts,
    system: str,
    measures: Sequence[str],
    plan: Sequence[Grouping],
    *,
    composites: Mapping[str, Composite] = MappingProxyType({}),
    macro: bool = False,
    beta: float = 1.0,
    empty: str = "zero",
    of_groups: str | None = None,
) -> list[Row]:
    """Return the rows of one system.

    counts, system   the counts of the system, and its name
    plan             the groupings of the rows
    composites       name -> a measure that is a formula over other measures
    macro            whether averages over labels and documents are added
    beta             beta of the headline F
    empty            the name of the value of 0/0
    of_groups        the name of the value of 0/0 in groups of a macro average, if it differs

    Measures are in the given order, documents in the order of the counts, labels sorted, `*` last.
    """
    pooled = counts.pooled()
    made: list[Row] = []
    for measure in measures:
        how = beta, empty, of_groups or empty
        table = _RowTable(counts, measure, composites.get(measure), pooled, how)
        parts = [part for grouping in plan for part in table.parts_of(grouping, macro=macro)]
        if parts:
            cuts = [cut for part in parts for cut in part.cuts]
            scores, numbers = (np.concatenate([part[place] for part in parts]) for place in (1, 2))
            # A dictionary by rank, because groupings may overlap
            by_rank = {rank(cut, table.order): place for place, cut in enumerate(cuts)}
            places = [by_rank[place] for place in sorted(by_rank)]
            whole_part = ScoredCuts([cuts[place] for place in places], scores[places], numbers[places])
            made += _rows(system, measure, whole_part, table.extras)
    return made


class ScoredCuts(NamedTuple):
    """Scores and counts for some pairs of a document and a label.

    scores    value, precision, recall and F1, shape (cuts, 4), or with an upper bound (cuts, 5)
    numbers   the counts, shape (cuts, numbers), or for a composite measure (cuts, parts, numbers)
    """

    cuts: list[tuple[str, Label]]
    scores: FloatArray
    numbers: FloatArray


def _rows(system: str, measure: str, part: ScoredCuts, extras: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of a measure. *extras* names the numbers after the first four.

    A composite measure shows no counts.
    """
    cuts, scores, numbers = part
    composite = numbers.ndim > 2
    counts = [[None] * len(NUMBERS)] * len(cuts) if composite else numbers[:, : len(NUMBERS)].tolist()
    further = numbers[..., len(NUMBERS) :]
    further = further.sum(axis=1) if composite else further
    known: Any = np.where(np.isnan(scores), np.array(None), scores) if np.isnan(scores).any() else scores
    # Labels by identity, because the average `macro` equals a label of this name
    texts = {at: label_text(label) for at, label in {id(label): label for _, label in cuts}.items()}
    for cut, values, counted, more in zip(cuts, known.tolist(), counts, further.tolist(), strict=True):
        extra: dict[str, Any] = dict(zip(extras, map(whole, more), strict=False)) if extras else {}
        if len(values) > len(SCORES):
            unproven, _ = (extra.pop(name) for name in BOUND)
            bound = values.pop()
            extra |= {"optimal": False, "upper_bound": bound} if unproven else {"optimal": True}
        names = system, measure, own_name("document", cut[0]), texts[id(cut[1])]
        fields: list[Any] = [*names, *values, *counted, extra, cut]
        yield Row(*fields)


class _Cells(NamedTuple):
    """The groups of a grouping, each with a document and a label as codes.

    *numbers* has the shape (cells, numbers), or for a composite measure (cells, parts, numbers).
    """

    documents: Sequence[str]
    labels: list[Label]
    document: IntArray
    label: IntArray
    numbers: FloatArray

    def sums_by(self, name: str) -> FloatArray:
        """Return sums for each value of a field, over all other fields, shape (values, …, numbers).

        A document without a cell has a group, too.
        """
        group, size = self.document, len(self.documents)
        if name != "document":
            values = Vocabulary()
            group = values.codes([dict(label)[name] for label in self.labels])[self.label]
            size = len(values)
        flat = self.numbers.reshape(len(group), math.prod(self.numbers.shape[1:]))
        return exact_sums(group, flat, size).reshape(size, *self.numbers.shape[1:])


class _RowTable:
    """The counts of one measure. Groupings cut them into scored lines."""

    def __init__(
        self,
        counts: Counts,
        measure: str,
        composite: Composite | None,
        pooled: FloatArray,
        how: tuple[float, str, str],
    ) -> None:
        self.counts, self.composite = counts, composite
        self.beta, self.empty, self.of_groups = how
        self.parts = (measure,) if composite is None else composite.parts
        self.pooled = [pooled[counts.measures.index(part)] for part in self.parts]
        extras = [counts.extras.get(part, ()) for part in self.parts]
        alone = len(extras) == 1
        self.bounded = all(set(BOUND) <= set(names if alone else names[: len(BOUND)]) for names in extras)
        self.extras = extras[0] if alone else BOUND if self.bounded else ()
        self.order = {name: i for i, name in enumerate(counts.documents)}
        self.headline = counts.headlines.get(measure)

    def parts_of(self, grouping: Grouping, *, macro: bool) -> Iterator[ScoredCuts]:
        """Yield the groups of a grouping, then their averages. Yield nothing if the measure lacks a field."""
        if self.headline is not None and set(self.headline.lacks) & set(grouping.fields):
            return
        cells = self._cells(grouping)
        if grouping.shown:
            places = zip(cells.document.tolist(), cells.label.tolist(), strict=True)
            cuts = [(cells.documents[document], cells.labels[label]) for document, label in places]
            yield ScoredCuts(cuts, self._scores(grouping, cells), cells.numbers)
        if grouping.fields and (macro or grouping.ranked) and (cells.labels or grouping.shown):
            kinds = AVERAGES if macro and len(grouping.fields) == 1 else (MACRO,)
            kept = self._without_apart(cells)
            for line in self._averages(grouping, kept, kinds):  # null if all labels are apart
                none = cells.labels and not kept.labels
                yield line._replace(scores=np.full_like(line.scores, np.nan)) if none else line

    def _without_apart(self, cells: _Cells) -> _Cells:
        """Return the groups without the labels that averages leave out (`Headline.apart`)."""
        apart = self.headline.apart if self.headline is not None else ()
        kept = [i for i, label in enumerate(cells.labels) if dict(label).get("label") not in apart]
        if len(kept) == len(cells.labels):
            return cells
        place = np.full(len(cells.labels), NONE)
        place[kept] = np.arange(len(kept))
        rows = place[cells.label] != NONE
        return _Cells(
            cells.documents,
            [cells.labels[i] for i in kept],
            cells.document[rows],
            place[cells.label[rows]],
            cells.numbers[rows],
        )

    def _cells(self, grouping: Grouping) -> _Cells:
        """Return the groups of a grouping with their numbers.

        With a document and labels, the groups are the pairs that occur. With documents alone, they are all
        documents. Without documents, they are all combinations of labels. For sparse fields
        (`Headline.sparse`), only labels of this measure count. Raises UsageError for more than ROW_LIMIT
        groups.
        """
        if "document" not in grouping.fields:
            labels = _few(combinations(self.counts, grouping.labels, self.parts), grouping)
            of_parts = [self._pooled(numbers, labels) for numbers in self.pooled]
            label = np.arange(len(labels))
            return _Cells([EVERYTHING], labels, label * 0, label, self._together(of_parts))
        own = self.parts if is_sparse(self.counts, grouping.labels, self.parts) else None
        document, code = self.counts.occurring(grouping.labels, own)
        _few(document, grouping)
        of_parts = [self.counts.sums(part, document, code) for part in self.parts]
        codes, label = np.unique(code, return_inverse=True)
        labels = [self.counts.labels[code] for code in codes.tolist()]
        return _Cells(self.counts.documents, labels, document, label, self._together(of_parts))

    def _together(self, of_parts: Sequence[FloatArray]) -> FloatArray:
        """Return the numbers of the parts as one array; a composite measure has an axis for its parts."""
        return of_parts[0] if self.composite is None else np.stack(of_parts, axis=-2)

    def _pooled(self, pooled: FloatArray, labels: list[Label]) -> FloatArray:
        """Return the pooled numbers of some labels, shape (labels, numbers); 0 for labels that do
        not occur.
        """
        place = {label: i for i, label in enumerate(self.counts.labels)}
        zero = np.zeros(pooled.shape[1])
        cells = [pooled[place[label]] if label in place else zero for label in labels]
        return np.array(cells).reshape(len(labels), len(zero))

    def _scores(self, grouping: Grouping, cells: _Cells) -> FloatArray:
        """Return the scores of the groups, shape (cells, 4 or 5).

        If the measure is an average over documents, the scores of pooled groups are means over documents.
        """
        if "document" in grouping.fields or self.headline is None or self.headline.average != MACRO:
            return self._score(cells.numbers)
        by_document = self._score(self.counts.by_document(self.parts[0], cells.labels))
        means = [mean(by_document[:, j], self.empty) for j in range(len(cells.labels))]
        return np.array(means).reshape(len(means), by_document.shape[-1])

    def _score(self, numbers: FloatArray, empty: str | None = None) -> FloatArray:
        """Return scores of numbers, shape (…, 4), or with the upper bound of the value (…, 5).

        *empty* is the value of 0/0, if it differs from the table's.
        """
        plain = numbers[..., : len(NUMBERS)]
        scores = self._plain_score(plain, empty)
        if not self.bounded:
            return scores
        # *slack* more items might agree on both sides: the bound adds them to p_num and r_num
        slack = numbers[..., len(NUMBERS) + self.extras.index("slack"), np.newaxis]
        bound = self._plain_score(plain + slack * np.array([1, 0, 1, 0]), empty)
        return np.concatenate([scores, bound[..., :1]], axis=-1)

    def _plain_score(self, numbers: FloatArray, empty: str | None) -> FloatArray:
        """Return scores without the upper bound, shape (…, 4)."""
        value = empty or self.empty
        if self.composite is None:
            return score(numbers, self.beta, value, self.headline)
        return self.composite.formula(numbers, self.beta, value)

    def _averages(self, grouping: Grouping, cells: _Cells, kinds: Sequence[Pooled]) -> Iterator[ScoredCuts]:
        """Yield averages over the values of each field; the other fields are summed over.

        With several fields, yield the score of the sum of all groups, too.
        """
        for name in grouping.fields:
            groups = cells.sums_by(name)
            for kind in kinds:
                names = {field: kind if field == name else MICRO for field in grouping.fields}
                yield self._average(names, kind, groups)
        if len(grouping.fields) > 1:
            yield self._average(dict.fromkeys(grouping.fields, MICRO), MICRO, cells.numbers)

    def _average(self, names: dict[str, Pooled], kind: Pooled, groups: FloatArray) -> ScoredCuts:
        """Return the average over groups, shape (groups, …, numbers).

        *names* gives for each field its name in the row.
        """
        document = names.pop("document", EVERYTHING)
        flat = groups.reshape(len(groups), math.prod(groups.shape[1:]))
        total = exact_sums(np.zeros(len(groups), np.int64), flat, 1).reshape(groups.shape[1:])
        scores = self._score(groups, self.of_groups if kind == MACRO else self.empty)
        if kind == MICRO:
            averaged = self._score(total)
        elif kind == MACRO:
            averaged, total = mean(scores, self.empty), total / max(len(groups), 1)
        else:
            gold = groups[..., NUMBERS.index("r_den")]
            averaged = mean(scores, self.empty, gold if self.composite is None else gold.sum(axis=1))
        return ScoredCuts([(document, tuple(names.items()))], averaged[np.newaxis], total[np.newaxis])


def _few(cells: _Some, grouping: Grouping) -> _Some:
    """Return the cells. Raise UsageError if there are more than ROW_LIMIT cells."""
    if len(cells) > ROW_LIMIT:
        fields = " and ".join(grouping.fields)
        raise UsageError(f"rows by {fields} would be {len(cells):,} rows; leave out a field")
    return cells


def is_sparse(counts: Counts, fields: Sequence[str], measures: Sequence[str]) -> bool:
    """Return whether these measures have rows by these fields only for labels with counts."""
    own = [counts.headlines[name] for name in measures if name in counts.headlines]
    return any(name in headline.sparse for headline in own for name in fields)


def combinations(counts: Counts, fields: Sequence[str], measures: Sequence[str]) -> list[Label]:
    """Return every combination of the values of some fields; without fields, a list with the label `ALL`.

    If a field is sparse, only values with counts of these measures are combined.
    """
    sparse = is_sparse(counts, fields, measures)
    labels = counts.labels_of(measures) if sparse else counts.labels
    values = [
        sorted({label[0][1] for label in labels if len(label) == 1 and label[0][0] == name})
        for name in fields
    ]
    return [tuple(zip(fields, chosen, strict=True)) for chosen in itertools.product(*values)]
