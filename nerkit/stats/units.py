"""The rows of a result as functions of sums over units, so that any choice of units can be scored.

A unit is drawn or exchanged as a whole: a document, or a sentence or graph if documents are not marked. An
example: two documents with two labels. A `Sheet` has a line for each unit, with the four numbers of every
label side by side.

             LOC                        PER
    unit     p_num p_den r_num r_den    p_num p_den r_num r_den
    d1           0     1     0     1        1     1     1     2
    d2           3     3     3     3        0     0     0     0

A resample draws as many units as there are, with replacement. Only the number of times
that each unit is drawn matters. A resample is therefore a line of weights: (1, 1) is the corpus itself, (2,
0) is d1 twice. The counts of a resample are weights @ columns:

    (1, 1)       3     4     3     4        1     1     1     2
    (2, 0)       0     2     0     2        2     2     2     4

A thousand resamples are one matrix product. The rows of the result are functions of a line of such sums:

    LOC              the score of its four sums: F1 = 3/4 for (1, 1), and 0 for (2, 0)
    macro of labels  the mean of the scores of both: F1 = (3/4 + 2/3) / 2 for (1, 1), and (0 + 2/3) / 2

The macro average over documents is a mean of scores. Sums of counts do not give it. It has eight columns of
its own: the four scores of each unit times the weight of the unit, and the weight four times.
The row is the sums of the first four over the sums of the last four.

If two systems exchange units, the columns of these units change places between their sheets. Rows of a single
document are not statistics, and no sheet has them.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.exceptions import UsageError
from nerkit.ground.limits import FEW_TESTED, MOST_TESTED, MOST_TESTED_NUMBERS
from nerkit.results.counts import NUMBERS, Counts, Label
from nerkit.results.rows import EVERYTHING, MACRO, MICRO, Pooled
from nerkit.results.scores import Composite, ratio
from nerkit.stats.score_functions import Measured, Presence

RowCut = tuple[str, Label]  # the document and the label of a row
R_DEN = NUMBERS.index("r_den")
SIZES = [NUMBERS.index("p_den"), R_DEN]  # the columns with the numbers of system items and gold items


class Key(NamedTuple):
    """The key of a row: its measure, and its document and label."""

    measure: str
    cut: RowCut


@dataclass(frozen=True)
class Units:
    """The counts of every system by unit.

    name       the word for a unit: `document`, `sentence`
    whole      whether the units are the documents of the rows
    presence   the units and labels of each system itself, once the counts are `aligned`
    of_groups  the value of 0/0 in the groups of macro averages; None: `empty`
    cuts       the sets of label fields whose rows are statistics; None: all
    not_sums   measures that are counted by document, but whose counts are not sums over these units
    """

    name: str
    counts: Mapping[str, Counts]
    beta: float = 1.0
    empty: str = "zero"
    whole: bool = True
    composites: Mapping[str, Composite] = field(default_factory=dict)
    presence: Mapping[str, Presence] = field(default_factory=dict)
    cuts: frozenset[frozenset[str]] | None = None
    not_sums: frozenset[str] = frozenset()
    of_groups: str | None = None

    def measured(self, system: str, measure: str) -> Measured:
        """Return the scores of a measure of a system as a function of its counts."""
        composite, presence = self.composites.get(measure), self.presence.get(system)
        counts, of_groups = self.counts[system], self.of_groups
        return Measured(counts, measure, self.beta, self.empty, composite, presence, of_groups)

    def parts(self, measure: str) -> Sequence[str]:
        """Return the measures whose counts make a measure: the parts of a composite, otherwise the measure
        itself.
        """
        return self.composites[measure].parts if measure in self.composites else (measure,)

    def corpus_wide(self, measures: Iterable[str]) -> list[str]:
        """Return the measures that are computed over the corpus as a whole."""
        wide = {name for counts in self.counts.values() for name in counts.corpus_wide}
        return [name for name in measures if wide & set(self.parts(name))]

    def no_sums(self, measures: Iterable[str]) -> list[str]:
        """Return the measures that are not sums over units, so that they cannot be resampled."""
        measures = list(measures)
        mixed = [name for name in measures if self.not_sums & set(self.parts(name))]
        return list(dict.fromkeys([*self.corpus_wide(measures), *mixed]))

    def check(self, measures: Iterable[str]) -> None:
        """Raise UsageError for measures that are not sums over units."""
        measures = list(measures)
        if wide := self.corpus_wide(measures):
            raise UsageError(
                f"nerkit cannot resample {self.name}s for {', '.join(wide)}, because the value "
                "is computed over the whole corpus. Leave out the measure, or use a sum over "
                "documents: a key with span or docid (sets::docid+type), or a measure of nerkit "
                "coref"
            )
        if mixed := self.no_sums(measures):
            remedy = "and there is only one document; mark documents, or leave out the measure"
            if self.cuts is not None:
                remedy = "so use documents as units, without by=…"
            raise UsageError(f"{', '.join(mixed)}: not a sum over {self.name}s, {remedy}")

    def sheets(self, system: str, keys: Sequence[Key]) -> Iterator["Sheet"]:
        """Yield the sheets of a system with the rows of *keys*, one sheet per measure.

        Raises UsageError for a measure with too many rows.
        """
        cuts: dict[str, list[RowCut]] = {}
        for key in keys:
            cuts.setdefault(key.measure, []).append(key.cut)
        for measure, listed in cuts.items():
            resampled = [cut for cut in listed if self.resampled(cut)]
            check_size(measure, len(resampled), len(self.counts[system].documents), self.name)
            yield Sheet.of(self.measured(system, measure), resampled)

    def sheets_of(self, systems: Sequence[str], keys: Sequence[Key]) -> Iterator[tuple["Sheet", ...]]:
        """Yield the sheets of some systems with equal units and labels, measure by measure; nothing for a
        single unit.

        Raises UsageError for a measure that is not a sum over units, and for one with too many rows.
        """
        together = replace(self, counts={name: self.counts[name] for name in systems}).aligned()
        together.check(dict.fromkeys(key.measure for key in keys))
        if len(together.counts[systems[0]].documents) >= 2:
            yield from zip(*(together.sheets(name, keys) for name in systems), strict=True)

    def resampled(self, cut: RowCut) -> bool:
        """Return whether a row is a statistic.

        Not statistics are: rows of one document, averages over documents if documents are not the units, and
        rows that are not counted by unit.
        """
        document = cut[0]
        if self.cuts is not None and frozenset(name for name, _ in cut[1]) not in self.cuts:
            return False
        return isinstance(document, Pooled) and (self.whole or document in (EVERYTHING, MICRO))

    def aligned(self) -> "Units":
        """Return the units with one list of units and one list of labels for all systems, so that systems can
        exchange units.

        Averages of a system still cover its own labels and documents, and labels and documents that come by
        exchange; `presence` has both. Raises UsageError for systems without a common unit.
        """
        listed: list[list[str]] = []  # the distinct lists of documents; usually there is one
        for counts in self.counts.values():
            if not listed or counts.documents != listed[-1]:
                listed.append(counts.documents)
        own = [set(each) for each in listed if each]
        if own and not set.intersection(*own):
            raise UsageError(
                f"the systems have no {self.name} in common, but a test compares {self.name}s "
                "by name; give ids to all"
            )
        documents, labels = Vocabulary(), Vocabulary()
        codes = [documents.codes(each) for each in listed]
        for counts in self.counts.values():
            labels.codes(counts.labels)
        everywhere = set(labels).intersection(*(counts.labels for counts in self.counts.values()))
        aligned, presence, at = {}, {}, 0
        for system, counts in self.counts.items():
            at += counts.documents != listed[at]
            # rows without a document have the code -1, which reads the last place
            places = np.append(codes[at], NONE)
            has = np.zeros(len(documents), bool)
            has[places[:-1]] = True
            present = set(counts.labels)
            partial = {label: label in present for label in labels if label not in everywhere}
            presence[system] = Presence(partial, has)
            aligned[system] = replace(
                counts,
                documents=list(documents),
                labels=list(labels),
                document=places[counts.document],
                label=labels.codes(counts.labels)[counts.label],
            )
        return replace(self, counts=aligned, presence=presence)


@dataclass(frozen=True)
class LabelSums:
    """A row made of sums over labels.

    kind     the average over the groups; None if the row is a single group
    groups   the labels that are added up in each group, as places among the labels of the sheet
    always   mask of the groups that count in a macro average of every resample; the others count only if they
             have items
    """

    kind: Pooled | None
    groups: Sequence[IntArray]
    always: BoolArray

    @property
    def label(self) -> int | None:
        """The place of the label of a row with a single label; None for other rows."""
        alone = self.kind is None and len(self.groups) == 1 and len(self.groups[0]) == 1
        return int(self.groups[0][0]) if alone else None


@dataclass(frozen=True)
class DocumentAverage:
    """A row that averages scores over documents. Its eight columns begin at *first*.

    places   the labels that are added up in each document, as places among the labels of the sheet
    scored   the score of a document as a function of these sums
    """

    first: int
    places: IntArray
    scored: Measured


@dataclass(frozen=True)
class Sheet:
    """Rows of one measure and one system.

    cuts      the document and the label of each row
    columns   the summands, shape (units, columns): the numbers of every label, then the columns of averages
              over documents
    shape     the shape of the numbers of a unit: (labels, 4), or for a composite measure (labels, parts, 4)
    rows      how each row is made from sums of the columns
    """

    measured: Measured
    cuts: Sequence[RowCut]
    columns: FloatArray
    shape: tuple[int, ...]
    rows: Sequence[LabelSums | DocumentAverage]

    @classmethod
    def of(cls, measured: Measured, cuts: Sequence[RowCut]) -> "Sheet":
        """Make the sheet of these rows. No row may be about a single document."""
        labels = Vocabulary()
        groups_of_rows = [measured.groups(label) for _, label in cuts]
        places_of_rows = [[labels.codes(group) for group in groups] for _, groups in groups_of_rows]
        numbers = measured.components(list(labels))
        columns = [numbers.reshape(len(numbers), math.prod(numbers.shape[1:]))]
        rows: list[LabelSums | DocumentAverage] = []
        for (document, _), (kind, groups), places in zip(cuts, groups_of_rows, places_of_rows, strict=True):
            average = MACRO if document == EVERYTHING and measured.averaged else document
            if average in (EVERYTHING, MICRO):
                rows.append(LabelSums(kind, places, _always(measured, groups, numbers, places)))
            else:
                added, scored = np.concatenate(places), measured.in_groups if document == MACRO else measured
                rows.append(DocumentAverage(sum(block.shape[1] for block in columns), added, scored))
                sums = numbers[:, added].sum(axis=1)
                columns.append(_weighted_scores(scored, sums, str(average)))
        return cls(measured, cuts, np.concatenate(columns, axis=1), numbers.shape[1:], rows)

    @property
    def keys(self) -> list[Key]:
        """The keys of the rows."""
        return [Key(self.measured.measure, cut) for cut in self.cuts]

    def scores(self, sums: FloatArray) -> FloatArray:
        """Return `value, precision, recall, f1` of every row, shape (rows, n, 4), of *sums* (n, columns)."""
        numbers = self._by_label(sums)
        scores = np.empty((len(self.rows), len(sums), 4))
        single = self._label != NONE  # most rows, which are scored in one call
        scores[single] = self.measured.scores(numbers[self._label[single]])
        for i in np.flatnonzero(~single).tolist():
            row = self.rows[i]
            if isinstance(row, DocumentAverage):
                of_row = sums[:, row.first : row.first + 8].reshape(-1, 2, 4)
                scores[i] = ratio(of_row[:, 0], of_row[:, 1], self.measured.empty)
            else:
                scores[i] = self._mean_of_labels(row, numbers)
        return scores

    @cached_property
    def of_all(self) -> FloatArray:
        """The scores of every row over all units, shape (rows, 1, 4)."""
        return self.scores(self.columns.sum(axis=0, keepdims=True))

    def undefined(self, sums: FloatArray) -> BoolArray:
        """Return whether precision, recall or F is 0/0, shape (rows, n); False for averages."""
        undefined = np.zeros((len(self.rows), len(sums)), bool)
        single = self._label != NONE
        with_nulls = replace(self.measured, empty="null")
        scores = with_nulls.scores(self._by_label(sums)[self._label[single]])
        undefined[single] = np.isnan(scores).any(axis=-1)
        return undefined

    def _by_label(self, sums: FloatArray) -> FloatArray:
        """Return the numbers of labels, shape (labels, n, 4), or for a composite (labels, n, parts, 4)."""
        size = math.prod(self.shape)
        return np.moveaxis(sums[:, :size].reshape(len(sums), *self.shape), 1, 0)

    @cached_property
    def _label(self) -> IntArray:
        """The label of each row with a single label, shape (rows,); -1 for other rows."""
        labels = [row.label if isinstance(row, LabelSums) else None for row in self.rows]
        return np.array([NONE if label is None else label for label in labels], np.int64)

    def _mean_of_labels(self, row: LabelSums, numbers: FloatArray) -> FloatArray:
        """Return the scores of a row of several labels, shape (n, 4): of their sum, or an average."""
        headline = self.measured.headline
        if headline is not None and headline.apart and not any(map(len, row.groups)):
            return np.full((numbers.shape[1], 4), np.nan)  # all labels are apart: no average
        sums = [numbers[group].sum(axis=0) for group in row.groups]
        if row.kind is None:
            return self.measured.scores(sums[0] if sums else np.zeros(numbers.shape[1:]))
        groups = np.stack(sums) if sums else numbers[:0]
        scores = (self.measured.in_groups if row.kind == MACRO else self.measured).scores(groups)
        if row.kind == MACRO:
            has_items = (groups[..., SIZES] > 0).any(axis=tuple(range(2, groups.ndim)))
            weights = (row.always[:, np.newaxis] | has_items).astype(float)
        else:
            weights = _gold_items(groups, 2)
        return _mean(scores, weights[..., np.newaxis], self.measured.empty)


def check_size(measure: str, rows: int, units: int, name: str) -> None:
    """Raise UsageError for a measure with too many rows, because every trial would compute them all."""
    if rows > FEW_TESTED and (rows > MOST_TESTED or rows * units > MOST_TESTED_NUMBERS):
        raise UsageError(
            f"{measure}: too many statistics, {rows:,} rows over {units:,} {name}s; at most "
            f"{MOST_TESTED:,} rows, or {MOST_TESTED_NUMBERS:,} rows times {name}s, are possible, so "
            "ask for fewer labels"
        )


def _always(
    measured: Measured, groups: Sequence[Sequence[Label]], numbers: FloatArray, places: Sequence[IntArray]
) -> BoolArray:
    """Return a mask of the groups of labels that count in an average whatever units are exchanged.

    These are groups with a label that all systems have. A group also counts if only this system has its label
    and no unit has items of the label. Sums that are always zero could not show that such a label belongs to
    the average.
    """
    without_items = [not numbers[:, place].any() for place in places]
    return np.array(
        [
            any(measured.everywhere(label) or (empty and measured.has(label)) for label in group)
            for group, empty in zip(groups, without_items, strict=True)
        ],
        bool,
    )


def _weighted_scores(measured: Measured, numbers: FloatArray, kind: str) -> FloatArray:
    """Return the columns of an average over units, shape (units, 8): scores times weight, then weights.

    The weight is 0 if the score is null.
    """
    scores = measured.scores(numbers)
    exists = ~np.isnan(scores)
    weights = np.ones(len(scores)) if kind == MACRO else _gold_items(numbers, 1)
    if measured.presence is not None:
        weights = weights * measured.presence.documents
    weight = weights[:, np.newaxis] * exists
    return np.concatenate([np.where(exists, scores, 0) * weight, weight], axis=1)


def _gold_items(numbers: FloatArray, leading: int) -> FloatArray:
    """Return the gold items (r_den) behind numbers. The axes after the first *leading* axes are summed."""
    gold = numbers[..., R_DEN]
    items: FloatArray = gold.sum(axis=tuple(range(leading, gold.ndim)))
    return items


def _mean(scores: FloatArray, weights: FloatArray, empty: str) -> FloatArray:
    """Return the weighted mean over the first axis, without nulls; a mean of nothing is the value of 0/0."""
    exists = ~np.isnan(scores)
    total = (weights * exists).sum(axis=0)
    return ratio((np.where(exists, scores, 0) * weights).sum(axis=0), total, empty)
