"""The rows of a result as functions of sums over units, so that any choice of units can be scored at once.

A unit is what is drawn or exchanged as a whole: a document, or a sentence or graph where documents are not marked. A row is a function
of sums of count columns over units: one label's counts, those of several labels that are averaged over, or, for an average over
documents, the units' own scores. Rows of a single document are no statistic and have none.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.errors import UsageError
from nerkit.results.counts import NUMBERS, Counts, Label
from nerkit.results.rows import EVERYTHING, MACRO, MICRO, Pooled
from nerkit.results.scores import Composite, ratio
from nerkit.stats.measured import Measured, Own

Cut = tuple[str, Label]  # the document and the label of a row
R_DEN = NUMBERS.index("r_den")
SIZES = [NUMBERS.index("p_den"), R_DEN]


class Key(NamedTuple):
    """What a row is about: its measure, its document and its label."""

    measure: str
    cut: Cut


@dataclass(frozen=True)
class Units:
    """Counts by unit of every system, and what a unit is called; *whole* when units are the documents of the rows.

    *own* says what each system has, once the counts are `aligned`.
    """

    name: str
    counts: Mapping[str, Counts]
    beta: float = 1.0
    empty: str = "zero"
    whole: bool = True
    composites: Mapping[str, Composite] = field(default_factory=dict)
    own: Mapping[str, Own] = field(default_factory=dict)

    def measured(self, system: str, measure: str) -> Measured:
        """How the scores of a measure of a system follow from its counts."""
        composite = self.composites.get(measure)
        return Measured(self.counts[system], measure, self.beta, self.empty, composite, self.own.get(system))

    def parts(self, measure: str) -> Sequence[str]:
        """The measures that a measure is computed from: mostly itself."""
        return self.composites[measure].parts if measure in self.composites else (measure,)

    def check(self, measures: Iterable[str]) -> None:
        """Raises UsageError for a measure that is not a sum over units."""
        for counts in self.counts.values():
            wide = [name for name in measures if set(self.parts(name)) & set(counts.corpus_wide)]
            if wide:
                raise UsageError(
                    f"{', '.join(wide)}: computed over the corpus as a whole, so there are no {self.name}s to resample; leave it "
                    "out, or take a measure that is a sum over documents: a key with span or docid (sets::docid+type), or those "
                    "of nerkit coref"
                )

    def sheets(self, system: str, keys: Sequence[Key]) -> Iterator["Sheet"]:
        """The sheets of a system that have the rows of *keys*, measure by measure."""
        cuts: dict[str, list[Cut]] = {}
        for key in keys:
            cuts.setdefault(key.measure, []).append(key.cut)
        for measure, found in cuts.items():
            yield Sheet.of(self.measured(system, measure), [cut for cut in found if self.resampled(cut)])

    def resampled(self, cut: Cut) -> bool:
        """Whether a row is a statistic: not one of a single document, nor an average over documents that are not the units."""
        document = cut[0]
        return isinstance(document, Pooled) and (self.whole or document in (EVERYTHING, MICRO))

    def aligned(self) -> "Units":
        """The same with one list of units and one of labels for all systems, joined by name.

        A system's averages are over its own labels and documents still, and over what comes to it by exchanges.
        """
        documents, labels = Vocabulary(), Vocabulary()
        for counts in self.counts.values():
            documents.codes(counts.documents)
            labels.codes(counts.labels)
        everywhere = set(labels).intersection(*(counts.labels for counts in self.counts.values()))
        made, own = {}, {}
        for system, counts in self.counts.items():
            places = np.append(documents.codes(counts.documents), NONE)
            has = np.zeros(len(documents), bool)
            has[places[:-1]] = True
            some = {label: label in counts.labels for label in labels if label not in everywhere}
            own[system] = Own(some, has)
            made[system] = replace(
                counts,
                documents=list(documents),
                labels=list(labels),
                document=places[counts.document],
                label=labels.codes(counts.labels)[counts.label],
            )
        return replace(self, counts=made, own=own)


@dataclass(frozen=True)
class _Average:
    """A row that averages scores over documents: the first of its eight columns among those of the sheet."""

    first: int


@dataclass(frozen=True)
class Sheet:
    """Rows of one measure and one system.

    measure, cuts   what the rows are
    columns         what is summed, shape (units, columns)
    """

    measured: Measured
    cuts: Sequence[Cut]
    columns: FloatArray
    shape: tuple[int, ...]
    rows: Sequence["_Sums | _Average"]

    @classmethod
    def of(cls, measured: Measured, cuts: Sequence[Cut]) -> "Sheet":
        """The sheet of these rows, none of which may be of a single document."""
        labels = Vocabulary()
        groups = [measured.groups(label) for _, label in cuts]
        # of labels among the columns
        places = [(kind, [labels.codes(group) for group in found]) for kind, found in groups]
        numbers = measured.components(list(labels))
        flat = [numbers.reshape(len(numbers), math.prod(numbers.shape[1:]))]
        rows: list[_Sums | _Average] = []
        for (document, _), (kind, found) in zip(cuts, places, strict=True):
            average = MACRO if document == EVERYTHING and measured.averaged else document
            if average in (EVERYTHING, MICRO):
                rows.append(_Sums(kind, found, _always(measured, groups[len(rows)][1], numbers, found)))
                continue
            rows.append(_Average(sum(column.shape[1] for column in flat)))
            flat.append(_own_scores(measured, numbers[:, np.concatenate(found)].sum(axis=1), str(average)))
        return cls(measured, cuts, np.concatenate(flat, axis=1), numbers.shape[1:], rows)

    @property
    def keys(self) -> list[Key]:
        """What the rows are about."""
        return [Key(self.measured.measure, cut) for cut in self.cuts]

    def scores(self, sums: FloatArray) -> FloatArray:
        """`value, precision, recall, f1` of every row, shape (rows, n, 4), of n sums of the columns, shape (n, columns)."""
        numbers = self._by_label(sums)
        made = np.empty((len(self.rows), len(sums), 4))
        single = self._single()
        made[single] = self.measured.scores(numbers[self._places(single)])
        for i in np.flatnonzero(~single).tolist():
            row = self.rows[i]
            made[i] = self._means(row, sums) if isinstance(row, _Average) else self._averaged(row, numbers)
        return made

    def undefined(self, sums: FloatArray) -> BoolArray:
        """Where precision, recall or F of a row that is no average is 0/0, shape (rows, n)."""
        made = np.zeros((len(self.rows), len(sums)), bool)
        single = self._single()
        strict = replace(self.measured, empty="null")
        scores = strict.scores(self._by_label(sums)[self._places(single)])
        made[single] = np.isnan(scores).any(axis=-1)
        return made

    def _by_label(self, sums: FloatArray) -> FloatArray:
        """The sums of the components, shape (labels, n, …)."""
        size = int(np.prod(self.shape))
        return np.moveaxis(sums[:, :size].reshape(len(sums), *self.shape), 1, 0)

    def _single(self) -> BoolArray:
        return np.array([isinstance(row, _Sums) and row.label is not None for row in self.rows], bool)

    def _places(self, single: BoolArray) -> IntArray:
        rows = (self.rows[i] for i in np.flatnonzero(single).tolist())
        return np.array([row.label for row in rows if isinstance(row, _Sums)], np.int64)

    def _averaged(self, row: "_Sums", numbers: FloatArray) -> FloatArray:
        """A row that sums several labels, or averages over groups of them."""
        groups = np.stack([numbers[group].sum(axis=0) for group in row.groups]) if row.groups else numbers[:0]
        if row.kind is None:
            return self.measured.scores(groups[0] if len(groups) else np.zeros(numbers.shape[1:]))
        scores = self.measured.scores(groups)
        if row.kind == MACRO:
            weights = (row.always[:, np.newaxis] | _there(groups)).astype(float)
        else:
            weights = _gold(groups, 2)
        return _mean(scores, weights[..., np.newaxis], self.measured.empty)

    def _means(self, row: _Average, sums: FloatArray) -> FloatArray:
        found = sums[:, row.first : row.first + 8].reshape(-1, 2, 4)
        return ratio(found[:, 0], found[:, 1], self.measured.empty)


@dataclass(frozen=True)
class _Sums:
    """A row of sums of labels: of one, or an average (None: the sum) over groups of them; places among the columns.

    A group that is not *always* part of a macro average is where it has items.
    """

    kind: Pooled | None
    groups: Sequence[IntArray]
    always: BoolArray

    @property
    def label(self) -> int | None:
        """The place of the label, where it is one alone."""
        alone = self.kind is None and len(self.groups) == 1 and len(self.groups[0]) == 1
        return int(self.groups[0][0]) if alone else None


def _always(
    measured: Measured, groups: Sequence[Sequence[Label]], numbers: FloatArray, places: Sequence[IntArray]
) -> BoolArray:
    """Which groups of labels are in the average whatever is exchanged: those of all systems, and a system's own that are empty."""
    empty = [not numbers[:, place].any() for place in places]
    return np.array(
        [
            any(measured.shared(label) or (nothing and measured.owned(label)) for label in group)
            for group, nothing in zip(groups, empty, strict=True)
        ],
        bool,
    )


def _there(numbers: FloatArray) -> BoolArray:
    """Whether there are items behind the numbers of each group and sum."""
    found: BoolArray = np.any(numbers[..., SIZES] > 0, axis=tuple(range(2, numbers.ndim)))
    return found


def _own_scores(measured: Measured, numbers: FloatArray, kind: str) -> FloatArray:
    """For averages over units: scores times weight, and weight where a score exists; shape (units, 8)."""
    scores = measured.scores(numbers)
    exists = ~np.isnan(scores)
    weights = np.ones(len(scores)) if kind == MACRO else _gold(numbers, 1)
    if measured.own is not None:
        weights = weights * measured.own.documents
    weight = weights[:, np.newaxis] * exists
    return np.concatenate([np.where(exists, scores, 0) * weight, weight], axis=1)


def _gold(numbers: FloatArray, leading: int) -> FloatArray:
    """The gold items (r_den) behind numbers, whatever axes follow the *leading* ones."""
    gold = numbers[..., R_DEN]
    found: FloatArray = gold.sum(axis=tuple(range(leading, gold.ndim)))
    return found


def _mean(scores: FloatArray, weights: FloatArray, empty: str) -> FloatArray:
    """The weighted mean over the first axis, nulls left out; of nothing, the value of 0/0."""
    exists = ~np.isnan(scores)
    total = (weights * exists).sum(axis=0)
    return ratio((np.where(exists, scores, 0) * weights).sum(axis=0), total, empty)
